"""What a summer is played by: the charts as plain tuples, the readings, and the Setting compiled from a scenario.

Days are ordinals of ``datetime.date``; turn 1 is the first day. Weather is a number, and so is the state of the chain
of weather: fair, the two kinds of overcast, then the first to the sixth day of a storm.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

FAIR, OVERCAST_1, OVERCAST_2, STORM_1, STORM_2 = range(5)
WEATHER = ("fair", "overcast_1", "overcast_2", "storm_1", "storm_2")
NO_RESULT = -1  # a dash of the June 7 column
MISSIONS = ("bomb", "interdict", "strategic")  # those whose result the charts give
FIRST, LAST = date(1944, 6, 6).toordinal(), date(1944, 8, 31).toordinal()
ROCKET_DAY = FIRST


class Kind(NamedTuple):
    """Ships or air units of one kind: id, how many there are, what each counts, and how far ships reach in hexes."""

    id: str
    number: int
    factors: int
    range: int = 0


class Column(NamedTuple):
    """A column of the weather table: results by roll, from 0 or less to 7 or more."""

    label: str
    first: int
    last: int
    results: tuple[int, ...]


class Charts(NamedTuple):
    """The figures of the charts."""

    bombard_min: tuple[int, ...]
    bombard: tuple[tuple[bool, ...], ...]  # roll 1 to 6 -> column -> disrupted
    rocket: tuple[bool, ...]
    naval: tuple[Kind, ...]
    air: tuple[Kind, ...]
    radius_min: tuple[int, ...]  # air points that radius 1, 2, ... needs
    hexes: tuple[int, ...]
    cuts_min: tuple[int, ...]
    cuts: tuple[tuple[int, ...], ...]  # roll 1 to 6 -> column
    columns: tuple[Column, ...]
    modifier: tuple[int, ...]  # by the weather of the day before
    missions: tuple[frozenset[str], ...]  # by weather, as everything below
    naval_fire: tuple[bool, ...]
    naval_modifier: tuple[int, ...]
    beach: tuple[Fraction, ...]
    mulberry: tuple[bool, ...]
    port: tuple[bool, ...]
    mulberry_extra: tuple[int, ...]  # by face, as everything below
    port_extra: tuple[int, ...]
    storm_damage: tuple[tuple[bool, ...], ...]  # day 2, 3, ... of a storm -> face
    demolition: tuple[int, ...]
    repair: tuple[int, ...]
    least_turns: int = 14
    delay: int = 5
    damaged_capacity: int = 8
    hits_to_remove: int = 2
    longest_storm: int = 6


class Readings(NamedTuple):
    """How unclear passages are read (docs/theatre_rules.md); every one can be set in a scenario."""

    june8_15: str = "as printed"  # or "as neighbours": a 6 is overcast_2 (T-3)
    june7: str = "refuse"  # or "Jun 8-15": the column that takes over where June 7 has a dash (T-2)
    one_step: bool = False  # the marker moves one step of its track a day (T-4)
    halve: str = "box"  # or "total": what is rounded down under overcast_2 (T-12)
    split_fire: bool = False  # a ship may share its factors between targets (T-8)
    coast_in_storms: bool = True  # coastal artillery fires in a storm (T-14)
    fort_modifier: int = 0  # on a fortified target, never for rockets (T-15)
    late_damage: str = "five turns"  # or "none": a D after the finishing date is known (T-16)
    rail_repair: int = 0  # damage that is mended in a day (T-11)


def day_of(text: str) -> int:
    """The ordinal of an ISO date.

    >>> day_of("1944-06-07") - FIRST
    1
    """
    return date.fromisoformat(text).toordinal()


def label(day: int) -> str:
    """A day as players write it.

    >>> label(FIRST)
    'Jun-06'
    """
    return date.fromordinal(day).strftime("%b-%d")


def iso(day: int) -> str:
    """A day as files write it."""
    return date.fromordinal(day).isoformat()


class Target(NamedTuple):
    """A hex that may be fired at on the days named (T-20)."""

    name: str
    range: int  # hexes from the ships
    coastal: bool
    fort: bool
    first: int
    last: int


class Battery(NamedTuple):
    """Coastal artillery and the landing boxes in its range, from 0 (CH 1.5)."""

    name: str
    strength: int
    boxes: tuple[int, ...]
    last: int


class Site(NamedTuple):
    """A Mulberry or a minor port: when work begins, and when it is known to be finished (CH 6.1)."""

    name: str
    mulberry: bool
    begins: int  # 0: when the player says so
    works: int  # 0: by the die
    capacity: int


class Major(NamedTuple):
    """A port with levels: demolished while the Germans hold it, repaired afterwards (T-18)."""

    name: str
    captured: int
    levels: int
    per_level: int
    level: int  # on the first day
    demolition: int  # first day on which it may be demolished


class Setting(NamedTuple):
    """One scenario, compiled."""

    name: str
    title: str
    digest: str
    spec: Any
    charts: Charts
    readings: Readings
    first: int
    last: int
    weather: int  # of the first day
    locked: tuple[tuple[int, int], ...]  # day, weather
    boxes: tuple[int, ...]  # capacity of each beach box
    tons: int  # a point of capacity
    units_in_box: int
    sites: tuple[Site, ...]
    ports: tuple[Major, ...]
    targets: tuple[Target, ...]
    batteries: tuple[Battery, ...]

    @property
    def turns(self) -> int:
        return self.last - self.first + 1
