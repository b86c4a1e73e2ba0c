"""Worker processes for batches: each plays a few games at a time and hands in every game as it ends.

The standard library's pool falls as a whole when one process is killed, does not say which one it was, and
hands in whole chunks only; here a killed process is named, its games are played again, and what is finished stays.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from normandy_lab.analysis.games import Job, Row, cut, play_games
from normandy_lab.errors import NormandyError

Stopped = Callable[[], bool]
Tell = Callable[[str], None]

SERVES = "normandy_lab games"  # the name of a worker process
UNGUARDED = 78  # exit code of a worker that met a batch while it read the script that it came from
TRIES = 3  # how many processes may end over one game
POLL = 0.2  # seconds between two looks at whether somebody has interrupted
PATIENCE = 2.0  # seconds for a process to end by itself


class NoProcess(NormandyError):
    """No worker process comes up; the games can still be played in this one."""


class Unguarded(NoProcess, SystemExit):
    """A script has no guard. Uncaught, it ends the script with the advice alone, as SystemExit does."""

    def __init__(self) -> None:
        super().__init__(
            'games are played by new processes, and each reads this script again: call simulate below `if __name__ == "__main__":`, '
            "or give workers=1"
        )
        self.code = str(self)


@contextmanager
def interruptions(noted: bool) -> Iterator[list[int]]:
    """Ctrl+C is noted in the list, not raised, so that no message is torn; for whoever looks at the list often.

    Who plays the games himself leaves it as it is: a game may be long.
    """
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if not noted or current_thread() is not main_thread() or before in (None, signal.SIG_IGN):
        yield pressed
        return
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


class Worker:
    """One process and the games that it has been given and has not handed in."""

    def __init__(self, job: Job) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, job), name=SERVES, daemon=True)
        self.games = range(0)
        self.lost = False  # somebody else has ended it
        with _deaf():
            self.process.start()
        theirs.close()

    def end(self) -> None:
        """Let the process go; it is ended if it does not end by itself."""
        self.pipe.close()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """A process started meanwhile never hears Ctrl+C, not even while it reads its imports: only its starter does."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, job: Job) -> None:
    """What a worker does: it says that it is ready, plays what it is given, and hands in each game by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):  # whoever asked has gone
        pipe.send(None)
        while (games := pipe.recv()) is not None:
            try:
                for row in play_games(job._replace(first=games.start, last=games.stop)):
                    pipe.send(row)
            except Exception as error:  # noqa: BLE001 - told by the process that asked
                pipe.send(_sendable(error))
            pipe.send(None)


def _sendable(error: Exception) -> Exception:
    """An error as it is; one of somebody's player carries where it came from."""
    if isinstance(error, NormandyError):
        return error
    return NormandyError("a player failed in a worker process:\n" + "".join(traceback.format_exception(error)))


class Pool:
    """Some workers that play the games of a job, in whatever order they end."""

    def __init__(self, job: Job, workers: int, size: int, tell: Tell) -> None:
        _refuse_unguarded()
        self._job, self._tell = job, tell
        self._next = cut(job, size)
        self._again: list[range] = []  # of processes that were ended
        self._number = min(workers, -(-(job.last - job.first) // size))
        self._workers: dict[Connection, Worker] = {}
        self._leaving: list[Worker] = []
        self._ends: Counter[int] = Counter()  # by the game in play

    def rows(self, stopped: Stopped) -> Iterator[Row]:
        """The games as they end, until all have or somebody stops them."""
        try:
            for _ in range(self._number):
                self._start()
            while self._workers and not stopped():
                for pipe in wait(list(self._workers), POLL):
                    row = self._hear(self._workers[pipe])  # type: ignore[index]
                    if row is not None:
                        yield row
        finally:
            for worker in self._workers.values():
                worker.process.terminate()
            for worker in (*self._leaving, *self._workers.values()):
                worker.end()

    def _start(self) -> None:
        worker = Worker(self._job)
        self._workers[worker.pipe] = worker

    def _hear(self, worker: Worker) -> Row | None:
        try:
            said: Row | Exception | None = worker.pipe.recv()
        except (EOFError, OSError):
            worker.lost = True
        if worker.lost:
            self._replace(worker)
            return None
        if isinstance(said, Exception):
            raise said
        if said is None:
            self._give(worker)
        else:
            worker.games = worker.games[1:]
        return said

    def _give(self, worker: Worker) -> None:
        """More games for a worker that has none, or its leave."""
        games = self._again.pop() if self._again else next(self._next, None)
        if games is None:
            self._leaving.append(self._workers.pop(worker.pipe))
        worker.games = games or range(0)
        with suppress(OSError):  # it has been ended; its pipe will say so
            worker.pipe.send(games)

    def _replace(self, worker: Worker) -> None:
        """A worker was ended by somebody else: name it, and play again what it had not handed in."""
        del self._workers[worker.pipe]
        worker.end()
        process, games = worker.process, worker.games
        if process.exitcode == UNGUARDED:
            raise Unguarded
        ended = f"process {process.pid} was ended by {_cause(process.exitcode)}"
        key = games.start if games else -1
        self._ends[key] += 1
        if self._ends[key] == TRIES:
            self._give_up(games, ended)
        if games:
            self._again.append(games)
            more = f"game {games[0]} is" if len(games) == 1 else f"games {games[0]} to {games[-1]} are"
            self._tell(f"{ended} in game {games[0]}; {more} played again")
        else:
            self._tell(f"{ended} between two games; another one goes on")
        self._start()

    def _give_up(self, games: range, ended: str) -> None:
        if games:
            raise NormandyError(
                f"game {games[0]} cannot be finished: {TRIES} processes ended in it; {ended}. "
                "Is there memory enough? Fewer workers need less"
            )
        raise NoProcess(f"no process starts: {ended}; give workers=1 to play in this one")


def _cause(code: int | None) -> str:
    """How a process ended.

    >>> _cause(-9), _cause(1)
    ('SIGKILL', 'exit code 1')
    """
    if code is None or code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _refuse_unguarded() -> None:
    """A script without the guard is told so before a process starts, or by the first one that meets the call."""
    process = current_process()
    if process.name == SERVES and getattr(process, "_inheriting", False):  # reading the script, not yet at work
        os._exit(UNGUARDED)
    if _top_level():
        raise Unguarded


def _top_level() -> bool:
    """Whether the call comes from a statement of the main script that no ``if`` holds."""
    main = sys.modules["__main__"]
    frame: Any = sys._getframe()
    while frame is not None and not (frame.f_globals is vars(main) and frame.f_code.co_name == "<module>"):
        frame = frame.f_back
    file = getattr(main, "__file__", None)
    if frame is None or file is None:
        return False
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= frame.f_lineno <= (node.end_lineno or 0)
    ]
    return bool(around) and not any(isinstance(node, ast.If) for node in around)
