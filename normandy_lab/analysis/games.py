"""The games of a batch: what a process needs to play some of them, and playing them, one row each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.core.play import Player, Position, Seats, run
from normandy_lab.systems import bot, system_named

Row = dict[str, Any]
Tables = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # folder -> file -> text, as a key of a cache

SEEDS = 2**48  # a game's seed lies below this
GAME_COLUMNS = ("game", "seed", "winner", "how", "actions")  # those of the system follow


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
def setting_of(system: str, text: str, tables: Tables) -> Any:
    """The setting that a scenario's text describes; read once in a process."""
    module = system_named(system)
    return module.setting_from(module.spec_from_text(text, {word: dict(files) for word, files in tables}))


def seed_of(seed: int, game: int) -> int:
    """The seed of one game of a batch."""
    return Stream(seed, "batch", game).below(SEEDS)


def cut(job: Job, size: int) -> Iterator[range]:
    """The numbers of the games in pieces, made when they are asked for: a billion games begin at once."""
    return (range(first, min(first + size, job.last)) for first in range(job.first, job.last, size))


def play_games(job: Job) -> Iterator[Row]:
    """The games of a job, one row each, as they end."""
    return (_play(job, game) for game in range(job.first, job.last))


def play_chunk(job: Job) -> list[Row]:
    """All games of a job at once, for executors."""
    return list(play_games(job))


class _Counted(Position):
    """A position that counts the actions played in it."""

    __slots__ = ("count",)
    count: int

    def play(self, action: Action, by: str = "") -> object:
        self.count += 1
        return super().play(action, by)


def _play(job: Job, game: int) -> Row:
    """One game, without a log: what ``Game`` does with the same seed and players."""
    system, seed = system_named(job.system), seed_of(job.seed, game)
    setting = setting_of(job.system, job.text, job.tables)
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
