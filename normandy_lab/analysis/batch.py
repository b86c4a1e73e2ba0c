"""Batches: the same scenario played many times, on as many processes as there are, into one tidy table.

A game's luck depends on the batch's seed and the game's number only, so that the table is the same whatever
the number of workers, and any game of it can be played again: ``nl.new_game(spec, seed=row.seed)``.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.core.play import Player, Position, Seats, run
from normandy_lab.errors import NormandyError, shown, whole
from normandy_lab.game import Game
from normandy_lab.systems import bot, known, load_scenario, system_named

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    import pandas as pd

SEEDS = 2**48  # a game's seed lies below this
CHUNKS = 8  # for each worker, so that the progress bar moves and nobody waits long for the last one
MOST = 50  # games in a chunk
GAME_COLUMNS = ("game", "seed", "winner", "how", "actions")  # those of the system follow
NO_PROCESS = 'no process starts; in a script call simulate below `if __name__ == "__main__":`, or give workers=1'
FEW = 16  # games that are not worth a new process


Tables = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # folder -> file -> text, as a key of a cache


class Job(NamedTuple):
    """What a worker needs to play some games; everything in it can be sent to another process."""

    system: str
    text: str  # the scenario
    tables: Tables  # of the scenario's own
    path: tuple[str, ...]  # actions that every game begins with
    players: Mapping[str, str | Player]
    until: str | None
    seed: int
    first: int
    last: int


@lru_cache(maxsize=8)
def _setting(system: str, text: str, tables: Tables) -> Any:
    module = system_named(system)
    return module.setting_from(module.spec_from_text(text, {word: dict(files) for word, files in tables}))


def seed_of(seed: int, game: int) -> int:
    """The seed of one game of a batch."""
    return Stream(seed, "batch", game).below(SEEDS)


def play_chunk(job: Job) -> list[dict[str, Any]]:
    """Play the games of a job; one row each. An interrupted batch stops after the game in play."""
    going_on = takewhile(lambda _: not any(stop.is_set() for stop in _STOPS), range(job.first, job.last))
    return [_play(job, game) for game in going_on]


_STOPS: list[Event] = []  # in a worker: set when the batch has been interrupted


def _begin_worker(stop: Event) -> None:
    """A worker leaves Ctrl-C to the process that it works for, which says stop."""
    signal(SIGINT, SIG_IGN)
    _STOPS.append(stop)


class _Counted(Position):
    """A position that counts the actions played in it."""

    __slots__ = ("count",)
    count: int

    def play(self, action: Action, by: str = "") -> object:
        self.count += 1
        return super().play(action, by)


def _play(job: Job, game: int) -> dict[str, Any]:
    """One game, without a log: what ``Game`` does with the same seed and players."""
    system, setting, seed = (
        system_named(job.system),
        _setting(job.system, job.text, job.tables),
        seed_of(job.seed, game),
    )
    table, dice = _Counted(system, system.initial(setting)), KeyedDice(seed)
    table.count = 0
    for text in job.path:
        table.play(system.parse(setting, text))
    until = job.until
    done = None if until is None else lambda state: system.reached(state, until)
    run(table, Seats(dice), done)  # what a new game answers before its players begin
    bots = {seat: bot(system, seat, player, seed, table.count) for seat, player in job.players.items()}
    run(table, Seats(dice, bots), done)
    winner, _, how = system.result(table.state) or (None, None, f"stopped after {until}")
    row = {"game": game, "seed": seed, "winner": winner, "how": how, "actions": table.count}
    summary = getattr(system, "summary", None)
    return {**row, **(summary(table.state) if summary is not None else {})}


@dataclass(frozen=True)
class Batch:
    """The games of a batch.

    Attributes
    ----------
    games : DataFrame
        One row a game: ``game seed winner how actions`` and what the system says of it.
    spec
        The scenario.
    players : mapping
        Who played which seat.
    seed : int
        Names the luck of the whole batch.
    until : str or None
        Where each game was stopped.
    path : tuple of str
        The actions that every game began with.
    """

    games: pd.DataFrame
    spec: Any
    players: Mapping[str, str | Player]
    seed: int
    until: str | None = None
    path: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Batch {self.spec.name!r}, {len(self.games)} games, seed {self.seed}>"

    def _repr_html_(self) -> str:
        return str(self.summary().to_html(index=False))

    def summary(self, winner: str | None = None, confidence: float = 0.95) -> pd.DataFrame:
        """Shares of wins and means of the other columns.

        Parameters
        ----------
        winner
            Take the means over the games that this seat has won only.
        confidence
            Of the intervals: Wilson's for shares, Student's for means.

        Returns
        -------
        DataFrame
            ``what n value low high p10 median p90``; quantiles for means only.
        """
        import pandas as pd

        if winner is not None:
            known("winner", winner, system_named(self.spec.system).SEATS)
        _confident(confidence)
        rows = [*self._shares(confidence), *self._means(winner, confidence)]
        return pd.DataFrame(rows, columns=["what", "n", "value", "low", "high", "p10", "median", "p90"])

    def plot(self, confidence: float = 0.95) -> Any:
        """Who wins, with Wilson's intervals, and how long the games are, as one Bokeh layout.

        The heading names the command, the seed and the number of games. Bokeh shows it: in a notebook after
        ``bokeh.io.output_notebook()`` with ``bokeh.io.show``, elsewhere with ``bokeh.io.save``.

        Parameters
        ----------
        confidence
            Of the intervals.

        Returns
        -------
        Column
            A heading and two figures, named ``shares`` and ``lengths``.

        Examples
        --------
        >>> picture = simulate("beach/with_limit", games=4, seed=7).plot()
        >>> picture.select_one({"name": "shares"}).title.text
        'Who wins'
        """
        from normandy_lab.analysis.plots import plot

        _confident(confidence)
        return plot(self, confidence)

    def _shares(self, confidence: float) -> Iterator[dict[str, Any]]:
        from scipy.stats import binomtest

        winners = self.games["winner"]
        for seat in system_named(self.spec.system).SEATS:
            count = int((winners == seat).sum())
            low, high = binomtest(count, len(winners)).proportion_ci(confidence, method="wilson")
            yield {"what": f"{seat} wins", "n": len(winners), "value": count / len(winners), "low": low, "high": high}

    def _means(self, winner: str | None, confidence: float) -> Iterator[dict[str, Any]]:
        import numpy as np
        from scipy.stats import t

        chosen = self.games if winner is None else self.games[self.games["winner"] == winner]
        for name in list(chosen.columns)[len(GAME_COLUMNS) :]:
            values = chosen[name].dropna().to_numpy(float)
            if not len(values):
                continue
            n, mean = len(values), float(values.mean())
            half = float(t.ppf((1 + confidence) / 2, n - 1) * values.std(ddof=1) / n**0.5) if n > 1 else float("nan")
            low, middle, high = map(float, np.quantile(values, [0.1, 0.5, 0.9]))
            yield {"what": name, "n": n, "value": mean, "low": mean - half, "high": mean + half,
                   "p10": low, "median": middle, "p90": high}  # fmt: skip


def _confident(confidence: Any) -> None:
    if not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise NormandyError(f"confidence: {shown(confidence)} is no share; give one between 0 and 1, such as 0.95")


def simulate(
    start: Any,
    games: int = 1000,
    *,
    seed: int = 1,
    players: Mapping[str, str | Player] | None = None,
    until: str | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Batch:
    """Play a scenario, or the rest of a game, many times.

    Parameters
    ----------
    start
        A Scenario, the name or path of one, or a Game: its position is where every game begins.
    games
        How many.
    seed
        Names the luck of the batch: the same seed gives the same table.
    players
        A bot's name or a function ``(state, decision) -> action`` for a seat; "suggest" for seats not named.
        A function must be one that can be sent to another process.
    until
        Stop each game when this phase, turn or day is over.
    executor
        Where to play: any executor of ``concurrent.futures``, a cluster's too. New processes if not given.
    workers
        How many processes; 1 plays in this one. As many as there are processors if not given.
    progress
        Whether to show a progress bar; where somebody watches if not given.

    Returns
    -------
    Batch
        ``.games`` is the table, ``.summary()`` shares and means with their intervals.

    Examples
    --------
    >>> simulate("beach/with_limit", games=2, seed=7).games.shape[0]
    2
    """
    spec, job = _job(start, games, seed, players, until)
    rows = _rows(job, executor, _workers(workers), progress)
    import pandas as pd

    return Batch(pd.DataFrame(rows), spec, job.players, job.seed, until, job.path)


def stream(
    start: Any,
    games: int = 1000,
    *,
    seed: int = 1,
    players: Mapping[str, str | Player] | None = None,
    workers: int | None = None,
    size: int = MOST,
) -> Generator[list[dict[str, Any]], None, None]:
    """The rows of ``simulate`` in pieces of ``size`` games, as they are played; closing the iterator stops the play."""
    _, job = _job(start, games, seed, players, None)
    workers = _workers(workers)
    with _chunks(_parts(job, _whole("size", size)), _alone(job, None, workers), None, workers) as chunks:
        yield from chunks


def _job(
    start: Any, games: int, seed: int, players: Mapping[str, str | Player] | None, until: str | None
) -> tuple[Any, Job]:
    """The scenario and everything that a worker needs; wrong input is refused here, before anything is played."""
    games, seed = _whole("games", games), _whole("seed", seed)
    if games < 1:
        raise NormandyError(f"games: {games} games cannot be played; give 1 or more")
    spec, path = _start(start)
    system = system_named(spec.system)
    tables = tuple((word, tuple(files.items())) for word, files in spec.own_tables.items())
    setting = _setting(spec.system, spec.to_toml(), tables)
    chosen = _players(system, players)
    if until is not None:
        system.reached(system.initial(setting), until)  # refuses what it cannot read
    return spec, Job(spec.system, spec.to_toml(), tables, path, chosen, until, seed, 0, games)


def _workers(workers: int | None) -> int:
    workers = (os.cpu_count() or 1) if workers is None else _whole("workers", workers)
    if workers < 1:
        raise NormandyError(f"workers: {workers} processes cannot play; give 1 or more")
    return workers


def _start(start: Any) -> tuple[Any, tuple[str, ...]]:
    if isinstance(start, Game):
        return start.spec, tuple(str(node.action) for node in start.log.at.path())
    spec = load_scenario(start) if isinstance(start, str | Path) else start
    if not hasattr(spec, "system"):
        raise NormandyError(f"simulate: {start!r} is no scenario and no game; give a name, a Scenario or a Game")
    return spec, ()


def _whole(what: str, number: Any) -> int:
    return whole(number, f"{what}: {{}} is no whole number")


def _players(system: Any, players: Mapping[str, str | Player] | None) -> dict[str, str | Player]:
    """A player for every seat; a wrong name is refused here, before anything is played."""
    for seat in players or {}:
        known("players: seat", seat, system.SEATS)
    chosen: dict[str, str | Player] = {**dict.fromkeys(system.SEATS, "suggest"), **(players or {})}
    for seat, player in chosen.items():
        bot(system, seat, player, 0, 0)
    return chosen


def _rows(job: Job, executor: Executor | None, workers: int, progress: bool | None) -> list[dict[str, Any]]:
    from tqdm.auto import tqdm

    jobs, alone = _parts(job, max(1, min(MOST, job.last // (CHUNKS * workers)))), _alone(job, executor, workers)
    rows: list[dict[str, Any]] = []
    disable = None if progress is None else not progress
    with _chunks(jobs, alone, executor, workers) as chunks, tqdm(total=job.last, unit=" games", disable=disable) as bar:
        for chunk in chunks:
            rows += chunk
            bar.update(len(chunk))
    return rows


def _parts(job: Job, size: int) -> list[Job]:
    return [job._replace(first=first, last=min(first + size, job.last)) for first in range(0, job.last, size)]


def _alone(job: Job, executor: Executor | None, workers: int) -> bool:
    """Whether the games are played in this process."""
    return executor is None and (workers == 1 or job.last <= FEW)


@contextmanager
def _chunks(
    jobs: Sequence[Job], alone: bool, executor: Executor | None, workers: int
) -> Iterator[Iterator[list[dict[str, Any]]]]:
    """The rows of each job, in order, from wherever they are played."""
    if alone:
        yield map(play_chunk, jobs)
    elif executor is not None:
        yield executor.map(play_chunk, jobs)
    else:
        _can_travel(jobs[0])
        context = get_context("spawn")
        stop = context.Event()
        make = partial(ProcessPoolExecutor, mp_context=context, initializer=_begin_worker, initargs=(stop,))
        with make(max_workers=min(workers, len(jobs))) as pool:
            try:
                yield _in_turn(pool, jobs, workers)
            except BrokenProcessPool:
                raise NormandyError(NO_PROCESS) from None
            except BaseException:
                stop.set()  # nobody waits for what has been interrupted
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _in_turn(pool: Executor, jobs: Sequence[Job], workers: int) -> Iterator[list[dict[str, Any]]]:
    """The rows of each job, in order; few wait at a time, so that the end of this process need not wait for all."""
    waiting: deque[Any] = deque()
    for job in jobs:
        waiting.append(pool.submit(play_chunk, job))
        if len(waiting) > 2 * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _can_travel(job: Job) -> None:
    """Refuse players that cannot be sent to another process."""
    for seat, player in job.players.items():
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError):
            text = f"players: {seat}: {player!r} cannot be sent to another process"
            raise NormandyError(
                f"{text}; define it with def in a file that can be imported, or give workers=1"
            ) from None
