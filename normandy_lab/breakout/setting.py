"""The Setting: everything about a scenario that play reads and never changes.

A patch may change units, borders, terrain or rules, so every table lives here and none in a module.
``scenario/compile.py`` builds one from a Scenario and caches it by digest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.breakout.board.board import ALLIED, Board
from normandy_lab.breakout.forces.units import Forces
from normandy_lab.core.decisions import Action

# Phases in the order of 6.1 and 21.1. The first four replace the Dawn Phase of June 6 (6.21).
AIRBORNE, NAVAL, AIR, AMPHIBIOUS, DAWN, DAYLIGHT, REFIT, REGROUP = range(8)
PHASES = ("airborne", "naval", "air", "amphibious", "dawn", "daylight", "refit", "regroup")
CLEAR, OVERCAST, STORM = 0, 1, 2
WEATHER = ("clear", "overcast", "storm")
FIRST_SPACE, LAST_SPACE = -3, 13  # of the Impulse Track: C, B, A, 0 to 13 (3.8)


class Setup(NamedTuple):
    """Where the game starts: one entry a unit, place or border, in index order."""

    at: tuple[int, ...]  # unit -> place
    level: tuple[int, ...]  # unit -> FRESH..DISRUPT_2
    control: tuple[int, ...]  # place -> GERMAN, US, BRITISH
    fort: tuple[int, ...]  # place -> what its standing fortification adds (15.1)
    held: tuple[int, ...]  # border -> one of HELD_GERMAN .. LINE_GERMAN (state.py)
    construct: tuple[tuple[int, int], ...]  # border -> construct level (german, allied) (20.21)
    day: int = 0  # days after the calendar's first date
    phase: int = AIRBORNE
    impulse: int = 0
    side: int = 0  # whose impulse it is when the phase is DAYLIGHT
    first_impulse: int = 0
    passed: bool = False  # the other side has just passed (8.6)
    again: int = 0  # impulses before this one on its space (17.3)
    weather_changes: tuple[tuple[int, int], ...] = ()  # (impulse, weather) of today, all of them made
    weather_lock: bool = False  # the Sunset DR changes no weather (18.4)
    advantage: int = ALLIED
    sunset_drm: int = 0
    used: int = 0  # mask of used bombardment markers
    bombed: tuple[tuple[int, int], ...] = ()  # (place, nationality) bombarded today (17.1)
    reserves: tuple[int, int] = (0, 0)
    barred: int = 0  # mask of beaches without a depot today (12.71)


class Supply(NamedTuple):
    """12.61, 12.71: how many depots, and what they are worth before weather and guns."""

    german: int = 6
    clear: int = 5  # a German depot on a Clear day
    overcast: int = 10
    beaches: Mapping[int, tuple[int, ...]] = {}  # beach -> its depots


class Victory(NamedTuple):
    """22.2, 23.21: when the verdict falls, and what the Allies need for it."""

    day: int  # of the verdict, at the end of its Regroup Phase
    required: int  # points
    bid: Fraction  # added to them (23.22)
    areas: tuple[int, ...] = ()  # a test of the scenario's own: all of them Allied-controlled, whatever the points
    final: bool = True  # no day of the calendar follows


class Setting:
    """Compiled board, forces, rule switches, calendar and set-up of one scenario."""

    __slots__ = (
        "actions", "aliases", "board", "calendar", "dawn", "digest", "forces", "name", "names_cache",
        "provenance", "rules", "setup", "spec", "supply", "title", "victory",
    )  # fmt: skip

    def __init__(
        self,
        *,
        name: str,
        title: str,
        digest: str,
        board: Board,
        forces: Forces,
        calendar: tuple[date, ...],
        dawn: tuple[int, ...],
        rules: Mapping[str, Any],
        setup: Setup,
        victory: Victory,
        provenance: Mapping[str, str],
        supply: Supply,
        spec: Any = None,
        aliases: Sequence[tuple[int, str]] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.digest = digest
        self.board = board
        self.forces = forces
        self.calendar = calendar  # every day from the first to the last, in order
        self.dawn = dawn  # weather at dawn, a day each
        self.rules = rules  # the switches of [rules], defaults filled in
        self.setup = setup
        self.victory = victory
        self.provenance = provenance  # "area:50:tem" -> "rulebook" | "public" | "reconstructed"
        self.supply = supply
        self.spec = spec  # the Scenario it came from
        self.aliases = tuple(aliases)  # (area number, other spelling), from place_aliases.csv
        self.names_cache: Any = None  # every spelling, made by notation.py when first asked
        self.actions: dict[tuple[str | int, ...], Action] = {}  # interned by actions.py

    def names(self, mask: int) -> str:
        """The names of the units in the mask, as words: "16 Rgt, 18 Rgt"."""
        return ", ".join(unit.name for unit in self.forces.units if mask >> unit.index & 1)
