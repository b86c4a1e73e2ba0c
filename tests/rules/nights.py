"""Positions of dawn, dusk and night for the tests of 6, 13, 19 and 22."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.helpers import Table, units

US, BRITISH, OWN = {"control": "us"}, {"control": "british"}, {"control": "german"}
BEACHES = {"8": BRITISH, "17": BRITISH, "18": BRITISH, "30": US, "51": US}


def held(*numbers: int, by: Mapping[str, str] = US) -> dict[str, Mapping[str, str]]:
    """These areas in one hand."""
    return {str(number): by for number in numbers}


def at(phase: str, *parts: Mapping[str, Any], start: str = "Jun-07", **patch: Any) -> Table:
    """The empty board with these units, at the start of a phase; clock words may be given too."""
    words = {
        key: patch.pop(key) for key in ("side", "impulse", "first_impulse", "passed", "again", "end") if key in patch
    }
    return Table("blank", {"units": units(*parts), "clock": {"start": start, "phase": phase, **words}, **patch})


def night(*parts: Mapping[str, Any], side: str = "german", **patch: Any) -> Table:
    """One side's part of the Regroup Phase of June 7."""
    return at("regroup", *parts, side=side, **patch)
