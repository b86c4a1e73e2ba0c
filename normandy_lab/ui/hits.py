"""What lies under the pointer: shapes with ids, the same for clicks (Python) and for hover (browser)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]
Line = tuple[Point, ...]

GROUND, BRIDGE, COUNTER, CARD, CARD_COUNTER = range(5)


class Hit(NamedTuple):
    """What was clicked: kind "unit", "place", "bridge" or "sea", and its id ("" for the sea)."""

    kind: str
    id: str


SEA = Hit("sea", "")


@dataclass(frozen=True, slots=True)
class Zone:
    """A clickable shape. ``units`` are those under it; more than one is a pile that opens."""

    level: int
    hit: Hit
    ring: Line
    hover: str
    place: str = ""
    units: tuple[str, ...] = ()

    def __contains__(self, point: tuple[float, float]) -> bool:
        x, y = point
        xs = [px for px, _ in self.ring]
        ys = [py for _, py in self.ring]
        return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) and contains(self.ring, x, y)


def contains(ring: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies inside a ring (even-odd rule)."""
    inside = False
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y2 > y) != (y1 > y) and x < (x1 - x2) * (y - y2) / (y1 - y2) + x2:
            inside = not inside
        x1, y1 = x2, y2
    return inside


def square(x: float, y: float, width: float, height: float | None = None) -> Line:
    """A rectangle around a centre."""
    w, h = width / 2, (width if height is None else height) / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def under(zones: list[Zone], x: float, y: float) -> Zone | None:
    """The topmost shape at a point; among equals the later one, as it is drawn last."""
    found: Zone | None = None
    for zone in zones:
        if (found is None or zone.level >= found.level) and (x, y) in zone:
            found = zone
    return found
