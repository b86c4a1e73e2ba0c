"""Positions for the tests of bombardment: American guns at Omaha (30) and what they can hit at Grandcamp (31)."""

from __future__ import annotations

from typing import Any

from tests.rules.helpers import FRESH, Table, day, place

Part = dict[str, dict[str, str]]
FIRST, TWENTY_NINTH, CORPS = "US-1-Art", "US-29-Art", "US-V-Art"  # factors 3, 3 and 4
BATTERY, REGIMENT, OTHER, GUNS, ROCKETS = "GE-CA-Grandcamp", "GE-352-914", "GE-716-726", "GE-352-Art", "GE-101NW"


def americans(*parts: Part, **patch: Any) -> Table:
    return day(*parts, side="allied", **patch)


def grandcamp(*parts: Part, **patch: Any) -> Table:
    """The guns at Omaha open fire on Grandcamp, whose terrain is 1."""
    return americans(place(FIRST, CORPS, at="30"), *parts, **patch).do("impulse bombard 31")


def there(*names: str, level: str = FRESH) -> Part:
    return place(*names, at="31", level=level)
