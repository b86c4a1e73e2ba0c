"""Spoilt inputs by the hundred: refused in bounded lines with exit code 2, or still sound; never a traceback."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "mutate_inputs.py"
CHUNK, COUNT = 100, 500


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate_inputs", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("first", range(0, COUNT, CHUNK))
def test_five_hundred_of_ten_thousand(mutate: Any, first: int) -> None:
    counts, _, wrong = mutate.run(range(first, first + CHUNK))
    slow = [text for text in wrong if text.endswith(" s")]  # a loaded machine; the tool itself judges the time
    assert [text for text in wrong if text not in slow] == []
    assert {kind for kind, _ in counts} == {"scenario", "board", "saved", "words"}
    assert sum(found for (_, code), found in counts.items() if code == 2) > CHUNK / 2, "most of them are spoilt"


def test_what_is_spoilt_was_sound(mutate: Any, tmp_path: Path) -> None:
    """Else the mutations would prove nothing but that a broken base is refused."""
    bench = mutate.Bench(tmp_path, 1)
    files = {"{scenario}": "sound.toml", "{beach}": "sand.toml", "{save}": "sound.jsonl"}
    bench._write("mine.toml", b'board.areas = "own"\nforces.order_of_battle = "own"\n')
    for line in (*mutate.LINES, f"validate {tmp_path / 'mine.toml'}"):
        words = [str(tmp_path / files[word]) if word in files else word for word in line.split()]
        done = mutate.call(words)
        assert (done.code, list(mutate.judge(done))) == (0, []), (line, done)


def test_the_same_number_is_the_same_input(mutate: Any, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = mutate.Bench(tmp_path / "a", 7), mutate.Bench(tmp_path / "b", 7)
    for number in range(40):
        kind, words = one.input(number)
        assert kind == other.input(number)[0]
        texts = [
            [path.read_bytes() for path in sorted((tmp_path / name).rglob("*.[cj]s*"))] for name in ("a", "b")
        ]  # the scenarios of boards name their folder
        assert texts[0] == texts[1], words


def test_the_judge_sees_what_is_wrong(mutate: Any) -> None:
    bad = [(1, "", "x", 0), (2, "", "", 0), (2, "", "Traceback", 0), (0, "", "", 9), (2, "", "x" * 1_000, 0),
           (2, "", "x\n" * 100, 0), (0, "\x1b[2J", "", 0), (2, "", "a\x07", 0)]  # fmt: skip
    for code, out, err, seconds in bad:
        assert len(list(mutate.judge(mutate.Outcome(code, out, err, seconds)))) == 1
    assert list(mutate.judge(mutate.Outcome(2, "", "mine.toml: is empty.\n", 0.1))) == []


def test_a_sample_in_processes_of_their_own(mutate: Any, tmp_path: Path) -> None:
    """On a console that knows ASCII alone, with the time of a start of Python."""
    bench = mutate.Bench(tmp_path, 1944)
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for number in range(3, 23, 4):  # command lines
        words = [word.replace("\x00", "0") for word in bench.input(number)[1]]  # no system passes on a zero
        words = [word.encode("utf-8", "replace").decode() for word in words]
        begun = time.perf_counter()
        command = [sys.executable, "-m", "normandy_lab", *words]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, timeout=60, check=False)
        outcome = mutate.Outcome(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"), 0)
        assert list(mutate.judge(outcome)) == [], words
        assert time.perf_counter() - begun < 30
