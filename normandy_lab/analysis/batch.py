"""Batches: the same scenario played many times, on as many processes as there are, into one tidy table.

A game's luck depends on the batch's seed and the game's number only, so that the table is the same whatever
the number of workers, and any game of it can be played again: ``nl.new_game(spec, seed=row.seed)``.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from normandy_lab.analysis.games import GAME_COLUMNS, Job, Row, cut, play_chunk, play_games, setting_of
from normandy_lab.analysis.pool import POLL, Pool, Stopped, Tell, interruptions
from normandy_lab.core.play import Player
from normandy_lab.errors import NormandyError, shown, whole
from normandy_lab.game import Game
from normandy_lab.systems import bot, known, load_scenario, system_named

if TYPE_CHECKING:
    import pandas as pd

CHUNKS = 8  # for each worker, so that nobody waits long for the last one
MOST = 10  # games that a worker is given at a time
AHEAD = 128  # pieces that an executor has at a time: enough for a cluster, and a billion games begin at once
FEW = 16  # games that are not worth a new process
FIRST_GUESS = 2.0  # seconds after which the end is estimated
LONG = 600.0  # seconds of play that are worth a warning


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
    asked : int or None
        How many games were to be played; fewer are in the table when somebody interrupted.
    events : tuple of str
        What went wrong meanwhile, such as processes that were ended.
    """

    games: pd.DataFrame
    spec: Any
    players: Mapping[str, str | Player]
    seed: int
    until: str | None = None
    path: tuple[str, ...] = ()
    asked: int | None = None
    events: tuple[str, ...] = ()

    def __repr__(self) -> str:
        of = f" of {self.asked}" if self.interrupted else ""
        return f"<Batch {self.spec.name!r}, {len(self.games)}{of} games, seed {self.seed}>"

    def _repr_html_(self) -> str:
        from html import escape

        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"{self.summary().to_html(index=False)}{notes}"

    @property
    def interrupted(self) -> bool:
        """Whether games are missing because somebody interrupted."""
        return self.asked is not None and len(self.games) < self.asked

    @property
    def no_winner(self) -> str:
        """Why no shares of wins are given; nothing as soon as one game has a winner."""
        if not len(self.games) or self.games["winner"].notna().any():
            return "" if len(self.games) else "no game was finished"
        ends = ", ".join(f"{how} ({count} games)" for how, count in Counter(self.games["how"]).most_common(3))
        return f"Wins are left out, as no game has a winner: {ends}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be said beside the numbers."""
        missing = f"Interrupted: {len(self.games):,} of {self.asked:,} games are finished" if self.interrupted else ""
        return tuple(filter(None, (*self.events, missing, self.no_winner if len(self.games) else "")))

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
            ``what n value low high p10 median p90``; quantiles for means only. Shares of wins are left out
            while no game has a winner; ``attrs["notes"]`` says why.
        """
        import pandas as pd

        if winner is not None:
            known("winner", winner, system_named(self.spec.system).SEATS)
        _confident(confidence)
        if winner is not None and self.no_winner:
            raise NormandyError(f"winner: {self.no_winner}")
        shares = () if self.no_winner else self._shares(confidence)
        rows = [*shares, *self._means(winner, confidence)]
        found = pd.DataFrame(rows, columns=["what", "n", "value", "low", "high", "p10", "median", "p90"])
        found.attrs["notes"] = self.notes
        return found

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
            A heading and two figures, named ``shares`` and ``lengths``; only the second while no game has a winner.

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
        ``.games`` is the table, ``.summary()`` shares and means with their intervals. Ctrl+C (in a notebook the
        stop button) ends the play at once and keeps the games that are finished.

    Examples
    --------
    >>> simulate("beach/with_limit", games=2, seed=7).games.shape[0]
    2
    """
    import pandas as pd

    spec, job = _job(start, games, seed, players, until)
    rows, events = _rows(job, executor, _workers(workers), progress)
    table = pd.DataFrame(rows, columns=None if rows else list(GAME_COLUMNS))
    return Batch(table, spec, job.players, job.seed, until, job.path, job.last, events)


def stream(
    start: Any,
    games: int = 1000,
    *,
    seed: int = 1,
    players: Mapping[str, str | Player] | None = None,
    workers: int | None = None,
    size: int = MOST,
) -> Generator[list[Row], None, None]:
    """The rows of ``simulate`` in pieces of ``size`` games, as they are played; closing the iterator stops the play."""
    _, job = _job(start, games, seed, players, None)
    size, due = _whole("size", size), 0
    early: dict[int, Row] = {}
    piece: list[Row] = []
    with closing(_played(job, None, _workers(workers), size, lambda: False, lambda _: None)) as rows:
        for row in rows:
            early[row["game"]] = row
            while due in early:
                piece.append(early.pop(due))
                due += 1
                if len(piece) == size or due == job.last:
                    yield piece
                    piece = []


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
    setting = setting_of(spec.system, spec.to_toml(), tables)
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


def _rows(
    job: Job, executor: Executor | None, workers: int, progress: bool | None
) -> tuple[list[Row], tuple[str, ...]]:
    """The rows in the order of the games, as far as nobody interrupted, and what had to be told."""
    from tqdm.auto import tqdm

    rows: list[Row] = []
    events: list[str] = []

    def tell(text: str) -> None:
        events.append(text)
        tqdm.write(text, file=sys.stderr)

    alone, size = _alone(job, executor, workers), max(1, min(MOST, job.last // (CHUNKS * workers)))
    bar = tqdm(total=job.last, unit=" games", disable=None if progress is None else not progress)
    guess = _Guess(job.last, lambda text: None if progress is False else tqdm.write(text, file=sys.stderr))
    with bar, interruptions(noted=not alone) as pressed:
        try:
            with closing(_played(job, executor, workers, size, lambda: bool(pressed), tell)) as played:
                for row in played:
                    rows.append(row)
                    bar.update()
                    guess.after(len(rows))
        except KeyboardInterrupt:
            pressed.append(0)
    rows.sort(key=lambda row: int(row["game"]))
    if pressed:
        tqdm.write(f"interrupted: {len(rows):,} of {job.last:,} games are finished and kept", file=sys.stderr)
    return rows, tuple(events)


class _Guess:
    """Says once how long the games will take, if that is long."""

    def __init__(self, games: int, tell: Tell) -> None:
        self._games, self._tell = games, tell
        self._begun = monotonic()
        self._first = 0.0
        self._said = False

    def after(self, finished: int) -> None:
        now = monotonic()
        self._first = self._first or now  # the time that processes need to start is no time of play
        if self._said or finished < 2 or now - self._begun < FIRST_GUESS:
            return
        self._said = True
        rate = (finished - 1) / max(now - self._first, 1e-6)
        if (self._games - finished) / rate > LONG:
            words = f"{self._games:,} games will take about {lasting((self._games - finished) / rate)}"
            self._tell(f"{words} at {rate:.1f} games a second; Ctrl+C keeps what is finished")


def lasting(seconds: float) -> str:
    """A time in the largest unit that fits.

    >>> lasting(700), lasting(8000), lasting(10**8)
    ('12 minutes', '2.2 hours', '3.2 years')
    """
    for unit, size in (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds / 60:.0f} minutes"


def _alone(job: Job, executor: Executor | None, workers: int) -> bool:
    """Whether the games are played in this process."""
    return executor is None and (workers == 1 or job.last <= FEW)


def _played(
    job: Job, executor: Executor | None, workers: int, size: int, stopped: Stopped, tell: Tell
) -> Generator[Row, None, None]:
    """The rows as the games end, from wherever they are played."""
    if _alone(job, executor, workers):
        yield from play_games(job)
    elif executor is not None:
        yield from _elsewhere(job, executor, size, stopped)
    else:
        _can_travel(job)
        yield from Pool(job, workers, size, tell).rows(stopped)


def _elsewhere(job: Job, executor: Executor, size: int, stopped: Stopped) -> Iterator[Row]:
    """The rows from somebody's executor, which has a bounded number of pieces at a time."""
    pieces = cut(job, size)
    playing: set[Future[list[Row]]] = set()
    try:
        while not stopped():
            while len(playing) < AHEAD and (games := next(pieces, None)) is not None:
                playing.add(executor.submit(play_chunk, job._replace(first=games.start, last=games.stop)))
            if not playing:
                return
            done, playing = wait(playing, POLL, FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    except BrokenExecutor as error:
        raise NormandyError(f"executor: {error} Without executor= an ended process is replaced.") from None
    finally:
        for future in playing:
            future.cancel()


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
