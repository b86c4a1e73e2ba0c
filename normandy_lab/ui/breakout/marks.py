"""What a selection lights on the map by day: places with their cost, bridges, units, and the way that was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that may be chosen: what its chip says, and the same in words."""

    label: str  # "2", "4!" where an assault follows; "" without a chip
    words: str


@dataclass(frozen=True, slots=True)
class Marks:
    """Everything lit, in place of what the options name."""

    places: Mapping[str, Mark] = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    bridges: frozenset[str] = frozenset()
    aim: str = ""  # the place chosen
    route: tuple[str, ...] = ()  # the way there, from where the units stand
