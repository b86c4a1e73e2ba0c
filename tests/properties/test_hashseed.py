"""Nothing hangs on the order of sets: two values of PYTHONHASHSEED give the same games, byte by byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAYS = 60


def printed(hash_seed: str) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tests.properties.print_games", str(PLAYS)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True).stdout


def test_games_do_not_depend_on_the_hash_seed() -> None:
    first, second = printed("0"), printed("1")
    assert first.count(b"\nplay ") == PLAYS - 1
    assert b'"end":"main"' in first
    assert first == second
