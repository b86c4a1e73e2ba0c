"""Batches and what happens to them: interruptions, killed processes, scripts without a guard, a billion games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import normandy_lab as nl
from normandy_lab.analysis import batch, pool
from normandy_lab.analysis.batch import lasting
from normandy_lab.analysis.pool import Unguarded
from normandy_lab.core.decisions import Action, Decision

TOP = Path(__file__).parents[1]
SPEC = nl.load_scenario("beach/with_limit").with_({"end": {"turn_limit": 3}})
BILLION = 10**9
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a runner may ignore Ctrl+C
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


def plain(games: int) -> pd.DataFrame:
    return nl.simulate(SPEC, games, workers=1, progress=False).games


class EndsIts:
    """A player that is killed in its process: always, or once as the file says."""

    def __init__(self, once: Path | None = None) -> None:
        self.once = once

    def __call__(self, state: object, decision: Decision) -> Action:
        if self.once is None or not self.once.exists():
            if self.once is not None:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return decision.options[0]


def first(state: object, decision: Decision) -> Action:
    return decision.options[0]


@posix
def test_a_killed_process_is_named_and_its_games_are_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = EndsIts(tmp_path / "once")
    found = nl.simulate(SPEC, 24, players={"german": player}, workers=2, progress=False)
    whole = nl.simulate(SPEC, 24, players={"german": first}, workers=1, progress=False)
    pd.testing.assert_frame_equal(found.games, whole.games)
    (event,) = found.events
    assert "was ended by SIGKILL in game" in event
    assert "played again" in event
    assert event in capsys.readouterr().err
    assert found.notes == (event,)


@posix
def test_a_game_that_ends_every_process_is_given_up_by_name() -> None:
    with pytest.raises(
        nl.NormandyError, match=r"game \d+ cannot be finished: 3 processes ended in it; process \d+ was"
    ):
        nl.simulate(SPEC, 24, players={"german": EndsIts()}, workers=2, progress=False)


@posix
def test_a_broken_executor_is_said_in_words() -> None:
    with ProcessPoolExecutor(1) as executor, pytest.raises(nl.NormandyError, match=r"executor: .*is replaced"):
        nl.simulate(SPEC, 2, players={"german": EndsIts()}, executor=executor, progress=False)


def test_an_interruption_keeps_the_games_that_are_finished(capsys: pytest.CaptureFixture[str]) -> None:
    class Impatient:
        """Interrupts in the third game."""

        seen = 0

        def __call__(self, state: Any, decision: Decision) -> Action:
            if state.turn == 1 and decision.actor == "german" and self.turn != 1:
                self.seen += 1
                if self.seen == 3:
                    raise KeyboardInterrupt
            self.turn = state.turn
            return decision.options[0]

        turn = 0

    found = nl.simulate(SPEC, 10, players={"german": Impatient()}, workers=1, progress=False)
    assert (len(found.games), found.asked, found.interrupted) == (2, 10, True)
    whole = nl.simulate(SPEC, 2, players={"german": first}, workers=1, progress=False)
    pd.testing.assert_frame_equal(found.games, whole.games)
    assert "2 of 10 games are finished and kept" in capsys.readouterr().err
    assert found.notes == ("Interrupted: 2 of 10 games are finished",)
    assert "2 of 10 games" in repr(found)


class Interrupting(Executor):
    """An executor that plays two pieces and is interrupted over the third."""

    def __init__(self) -> None:
        self.pieces = 0

    def submit(self, function: Any, /, *words: Any, **more: Any) -> Future:
        self.pieces += 1
        if self.pieces == 3:
            raise KeyboardInterrupt
        future: Future = Future()
        future.set_result(function(*words, **more))
        return future


def test_an_interrupted_batch_without_a_game_can_be_looked_at() -> None:
    executor = Interrupting()
    executor.pieces = 2
    found = nl.simulate(SPEC, 10, executor=executor, progress=False)
    assert len(found.games) == 0
    assert found.summary().empty
    assert "0 of 10" in found.notes[0]
    with pytest.raises(nl.NormandyError, match="no game was finished"):
        found.plot()


def test_an_executor_is_not_given_a_billion_pieces_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "AHEAD", 2)
    found = nl.simulate(SPEC, BILLION, executor=Interrupting(), workers=1, progress=False)
    assert list(found.games.game) == list(range(20)), "two pieces of ten were played when the third was interrupted"


def interrupted(code: str, folder: Path, seconds: float = 6) -> subprocess.CompletedProcess[str]:
    """Run a script and press Ctrl+C, which reaches the whole group of its processes."""
    script = folder / "script.py"
    script.write_text(LISTEN + code, "utf-8")
    env = os.environ | {"PYTHONPATH": str(TOP)}
    with subprocess.Popen(
        [sys.executable, str(script)], cwd=folder, env=env, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess([], process.returncode, out, err)


@posix
@pytest.mark.parametrize("workers", [1, 2])
def test_a_billion_games_begin_at_once_with_an_estimate_and_can_be_interrupted(tmp_path: Path, workers: int) -> None:
    code = (
        "import normandy_lab as nl\n"
        "if __name__ == '__main__':\n"
        f"    found = nl.simulate('beach/with_limit', {BILLION}, workers={workers})\n"
        "    print(len(found.games), set(found.summary().n))\n"
    )
    done = interrupted(code, tmp_path, 8)
    assert done.returncode == 0, done.stderr
    finished = int(done.stdout.split()[0])
    assert finished > 0
    estimate, kept = done.stderr.splitlines()
    assert estimate.startswith("1,000,000,000 games will take about ")
    assert kept == f"interrupted: {finished:,} of 1,000,000,000 games are finished and kept"


@posix
def test_ctrl_c_on_the_command_line_prints_what_is_finished(tmp_path: Path) -> None:
    words = ["simulate", "beach/with_limit", "--games", str(BILLION), "--csv", "games.csv"]
    code = f"from normandy_lab.cli import main\nif __name__ == '__main__':\n    main({words})\n"
    done = interrupted(code, tmp_path)
    assert done.returncode == 130, done.stderr
    assert "german wins" in done.stdout
    assert "Traceback" not in done.stderr
    kept = len(pd.read_csv(tmp_path / "games.csv"))
    assert done.stderr.splitlines()[-1].startswith(f"interrupted: {kept:,} of")


CALL = "nl.simulate('beach/with_limit', games=40, workers=2)"
IN_A_THREAD = f"""
import threading

def play():
    try:
        {CALL}
    except nl.NormandyError as error:
        print(error)

thread = threading.Thread(target=play)
thread.start()
thread.join()
"""


def unguarded(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(f"import normandy_lab as nl\n{code}\n", "utf-8")
    env = os.environ | {"PYTHONPATH": str(TOP)}
    return subprocess.run([sys.executable, str(path)], env=env, capture_output=True, text=True, check=False, timeout=60)


def test_a_script_without_a_guard_gets_the_advice_alone(tmp_path: Path) -> None:
    done = unguarded(CALL, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{Unguarded()}\n")


def test_a_call_that_cannot_be_seen_from_the_script_gets_the_same_advice_once(tmp_path: Path) -> None:
    """A thread stands in no statement of the script; the first process that meets the call says so."""
    done = unguarded(IN_A_THREAD, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{Unguarded()}\n", "")


def test_the_advice_can_be_caught() -> None:
    assert isinstance(Unguarded(), nl.NormandyError)
    assert 'if __name__ == "__main__":' in str(Unguarded())


def test_a_process_that_does_not_start_is_told_after_three_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_serve", "no function")
    with pytest.raises(
        pool.NoProcess, match=r"no process starts: process \d+ was ended by exit code 1; give workers=1"
    ):
        nl.simulate(SPEC, 24, workers=2, progress=False)


@pytest.mark.parametrize(
    ("seconds", "said"), [(600, "10 minutes"), (5400, "1.5 hours"), (3 * 86400, "3.0 days"), (1e9, "31.7 years")]
)
def test_times_are_said_in_the_largest_unit(seconds: float, said: str) -> None:
    assert lasting(seconds) == said


def test_games_come_in_the_same_order_whoever_ends_first() -> None:
    found = nl.simulate(SPEC, 30, workers=2, progress=False)
    pd.testing.assert_frame_equal(found.games, plain(30))
    assert found.notes == ()
