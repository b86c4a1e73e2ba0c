"""What a selection lights on the map by day: places with their cost, bridges, units, and the way that was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that may be chosen: what its chip says, and the same in words."""

    label: str  # "2", "4!" where an assault follows; "" without a chip
    words: str
    cost: int = 0  # MF of the unit that pays most
    fight: bool = False  # an assault follows
    thin: bool = False  # only a bridge can be worked on there


@dataclass(frozen=True, slots=True)
class DepotMark:
    """A depot of the night: where it stands, the beach that sent it, and what its tag says."""

    place: str
    beach: str  # "" for German depots
    label: str  # "O 9": the beach and the points left


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything lit, in place of what the options name."""

    places: Mapping[str, Mark] = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    bridges: frozenset[str] = frozenset()
    aim: str = ""  # the place chosen
    route: tuple[str, ...] = ()  # the way there, from where the units stand
    depots: tuple[DepotMark, ...] = ()  # those that stand tonight
    lines: tuple[tuple[str, ...], ...] = ()  # the ways from depots to units that are chosen
