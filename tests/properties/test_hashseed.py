"""Nothing hangs on the order of sets: two values of PYTHONHASHSEED give the same games, byte by byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAYS = 2_000


def printing(hash_seed: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tests.properties.print_games", str(PLAYS)]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.slow
def test_games_do_not_depend_on_the_hash_seed() -> None:
    both = [printing("0"), printing("1")]  # side by side
    (first, fault), (second, _) = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], fault.decode()
    assert first.count(b"\nplay ") == PLAYS - 1
    assert b'"end":"main"' in first
    assert first == second
