"""Nothing hangs on the order of sets: two values of PYTHONHASHSEED give the same games, byte by byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAYS = 100


def printing(hash_seed: str, file: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tests.properties.print_games", str(PLAYS)]
    with file.open("wb") as output:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)


@pytest.mark.slow
def test_games_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    files = [tmp_path / seed for seed in "01"]
    both = [printing(file.name, file) for file in files]  # side by side
    codes = [process.wait() for process in both]
    first, second = (file.read_bytes() for file in files)
    assert codes == [0, 0], first[-2000:].decode()
    assert first.count(b"\nplay ") == PLAYS - 1
    assert b'"end":"main"' in first
    assert first == second
