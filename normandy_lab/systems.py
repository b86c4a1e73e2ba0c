"""The game systems and their scenarios: which module plays a scenario, found by its name, path or text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from normandy_lab.core.decisions import Action, Decision, Rows, System
from normandy_lab.core.dice import Stream
from normandy_lab.core.play import Player
from normandy_lab.core.terms import Tally
from normandy_lab.documents import Source, chain_of, find, shipped_names, system_of
from normandy_lab.errors import NormandyError, Problem, ScenarioError, nearest

Bot = Callable[[int, str, int], Player]  # from seed, seat and the node where it begins; a system's are in its BOTS

# Name -> the module whose functions the system is; imported on first use.
SYSTEMS = {"breakout": "normandy_lab.breakout", "beach": "normandy_lab.beach", "theatre": "normandy_lab.theatre"}


class GameSystem(System, Protocol):
    """What ``Game`` needs of every system beside the functions that the core uses."""

    NAME: str
    SEATS: tuple[str, ...]

    def clock(self, state: Any) -> Mapping[str, Any]: ...  # turn, phase, ... for panels
    def reached(self, state: Any, until: str) -> bool: ...  # whether that phase or day is over
    def result(self, state: Any) -> tuple[str | None, Tally | None, str] | None: ...
    def table(self, state: Any, name: str) -> Rows: ...
    def explain(self, state: Any, what: str) -> Tally: ...
    def suggest(self, state: Any) -> Action: ...
    def view(self, state: Any) -> Mapping[str, Any]: ...  # the parts of a position, over which its digest is taken
    def spec_from_text(self, text: str, tables: Mapping[str, Mapping[str, str]]) -> Any: ...  # the scenario of a save
    def values(self, spec: Any) -> Mapping[str, Any]: ...  # every value in force, by its dotted key
    def since(
        self, values: Mapping[str, Any], spec: Any
    ) -> Sequence[NamedTuple]: ...  # as changes, from a save's values
    def setting_from(self, spec: Any) -> Any: ...
    def edition(self, setting: Any) -> str: ...


class Reports(Protocol):
    """What a system may have beside: one that lacks a report leaves it out, and ``offered`` says so."""

    QUESTIONS: Mapping[str, tuple[str, ...]]  # optional questions and their settings, the default first
    TAKE_HOME: str  # the module whose take_home(game) writes a page; named, not imported: it stands above the systems

    def optional(self, decision: Decision) -> tuple[str, str, Action] | None: ...  # seat, question, default answer
    def attack(self, state: Any, action: Action | None = None) -> Any: ...  # pending or proposed: .av .dv .bocage .kind
    def graph(self, state: Any) -> Any: ...
    def moment_words(self, setting: Any, moment: str) -> str: ...  # a moment of the log as people say it
    def as_scenario(self, state: Any) -> Any: ...
    def snapshot(self, state: Any) -> Any: ...  # as a scenario to compare, not to play on
    def Orders(self, game: Any) -> Any: ...  # noqa: N802 - a class
    def scenario_from(self, chain: list[Source], name: str) -> Any: ...  # from a document and all that it extends
    def shipped_scenarios(self) -> Sequence[NamedTuple]: ...  # name system title start end standing
    def changes(self, before: Any, after: Any) -> Sequence[NamedTuple]: ...  # key before after rule
    def summary(self, state: Any) -> Mapping[str, Any]: ...  # a row of a batch
    def lost(self, state: Any) -> int: ...  # what a game has cost so far, as one number


class Offering(GameSystem, Reports, Protocol):
    """A system with every report that there is; at run time any of the reports may be absent."""


def offered(system: Offering, name: str) -> Any:
    """A report of a system; NormandyError if the system has none of this name."""
    found = getattr(system, name, None)
    if found is None:
        raise NormandyError(f"the game {system.NAME} has no {name}; ask for one of its tables")
    return found


def known(what: str, name: str, names: Collection[str]) -> None:
    """Refuse a name that is not among the known ones."""
    if name not in names:
        raise NormandyError(f"{what} {name!r} is not known; choose one of {', '.join(names)}")


def system_named(name: str) -> Offering:
    """The system of that name."""
    known("game system", name, SYSTEMS)
    return cast("Offering", import_module(SYSTEMS[name]))


def random_player(seed: int, seat: str, start: int = 0) -> Player:
    """A player who takes any option, each as likely; the same arguments choose the same everywhere.

    ``start`` says where in the game it begins, so that a player who is called in again goes on with new luck.
    """
    stream = Stream(seed, "player", seat, start)

    def random(_: Any, decision: Decision) -> Action:
        return decision.options[stream.below(len(decision.options))]

    return random


def bot(system: Any, seat: str, player: str | Player, seed: int, start: int) -> Player:
    """A player for a seat: a callable as it is, or the bot of that name, "random" or one of the system's BOTS."""
    known("players: seat", seat, system.SEATS)
    if callable(player):
        return player
    bots: dict[str, Bot] = {"random": random_player, **getattr(system, "BOTS", {})}
    known(f"players: {seat}: player", player, bots)
    return bots[player](seed, seat, start)


def load_scenario(name: str | Path) -> Any:
    """A scenario of any system by name or path; ScenarioError lists every problem.

    Examples
    --------
    >>> load_scenario("d_day").title, load_scenario("beach/with_limit").system
    ('D-Day to June 12', 'beach')
    """
    chain = chain_of(find(str(name)))
    system = system_of(chain)
    if system not in SYSTEMS:
        place = f"{chain[-1].origin}: system"
        raise ScenarioError(
            [Problem(place, f'"{system}" is no game system', "", nearest(system, list(SYSTEMS)))], str(name)
        )
    return offered(system_named(system), "scenario_from")(chain, str(name))


def shipped() -> list[NamedTuple]:
    """Every scenario that comes with the lab: name, system, title, start, end, standing."""
    systems = dict.fromkeys(system_of(chain_of(find(name))) for name in shipped_names())
    return [row for name in SYSTEMS if name in systems for row in system_named(name).shipped_scenarios()]


def diff(before: Any, after: Any) -> Sequence[NamedTuple]:
    """What differs between two scenarios of one system: key, before, after, rule."""
    for spec in (before, after):
        if not isinstance(getattr(spec, "system", None), str):
            raise NormandyError(f"diff: {spec!r} is no scenario; give what nl.load_scenario returns")
    if before.system != after.system:
        raise NormandyError(
            f"{before.name} is of {before.system} and {after.name} of {after.system}; compare like with like"
        )
    return system_named(before.system).changes(before, after)
