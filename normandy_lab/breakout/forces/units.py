"""The counters of rule 4, compiled: units and bombardment markers with what play asks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from normandy_lab.breakout.board.board import ALLIED, BRITISH, GERMAN, US

# Levels of a unit (12.2); LOST is no level of a unit on the board.
FRESH, SPENT, DISRUPT_1, DISRUPT_2 = 0, 1, 2, 3
LEVELS = ("fresh", "spent", "disrupt_1", "disrupt_2")

INFANTRY_TYPES = frozenset({"infantry", "ranger", "commando", "panzer_grenadier", "parachute", "glider"})  # 4.21
FIELD_ARTILLERY_TYPES = frozenset({"field_artillery", "corps_artillery", "nebelwerfer"})  # 4.23
AIRBORNE_TYPES = frozenset({"parachute", "glider"})  # 21.2


class Unit(NamedTuple):
    """One counter with its printed values; strengths are those of 4.32."""

    index: int  # type: ignore[assignment]  # shadows tuple.index, which nobody calls
    id: str
    name: str
    side: int  # GERMAN or ALLIED
    nationality: int  # GERMAN, US or BRITISH; Canadians are British (4.1)
    service: str
    division: str  # "" for units without one
    type: str
    size: str
    attack: int  # 0 for FLAK and PAK, whose printed "*" bars them as Point Units (4.24)
    defense: int
    movement: int
    spent_defense: int
    entry_day: int  # days after June 6; -1 on the board or in a zone at the start
    entry_place: int  # index of the printed area, zone or beach; -1 for "any beach"
    attack_text: str  # as printed: "6", "*"

    @property
    def infantry(self) -> bool:
        return self.type in INFANTRY_TYPES

    @property
    def armor(self) -> bool:
        return self.type == "armor"

    @property
    def point(self) -> bool:
        """Infantry and armor may be Point Units (8.375)."""
        return self.type in INFANTRY_TYPES or self.type == "armor"

    @property
    def field_artillery(self) -> bool:
        return self.type in FIELD_ARTILLERY_TYPES

    @property
    def corps_artillery(self) -> bool:
        return self.type == "corps_artillery"

    @property
    def nebelwerfer(self) -> bool:
        """Rockets, which fight for themselves alone (16.14)."""
        return self.type == "nebelwerfer"

    @property
    def coastal(self) -> bool:
        return self.type == "coastal_artillery"

    @property
    def flak(self) -> bool:
        return self.type == "flak"

    @property
    def ss(self) -> bool:
        return self.service == "SS"


class Marker(NamedTuple):
    """A bombardment marker (4.4): WTF, ETF, IXAF, 2TAF, LeHavre."""

    index: int  # type: ignore[assignment]  # shadows tuple.index, which nobody calls
    id: str
    name: str
    kind: str  # "naval", "air", "shore"
    nationality: int
    attack: int

    @property
    def title(self) -> str:
        """The name in words, without its abbreviation: "Western Task Force", "IX AF"."""
        _, bracket, words = self.name.partition(" (")
        return words.rstrip(")") if bracket else self.name


class Forces:
    """Every unit and marker of a scenario, with masks over unit indices."""

    __slots__ = ("allied", "british", "german", "index", "marker_index", "markers", "mobile", "units", "us")

    def __init__(self, units: Sequence[Unit], markers: Sequence[Marker]) -> None:
        self.units: tuple[Unit, ...] = tuple(units)
        self.markers: tuple[Marker, ...] = tuple(markers)
        self.index: Mapping[str, int] = {unit.id: unit.index for unit in units}
        self.marker_index: Mapping[str, int] = {marker.id: marker.index for marker in markers}
        self.german = sum(1 << u.index for u in units if u.side == GERMAN)
        self.allied = sum(1 << u.index for u in units if u.side == ALLIED)
        self.us = sum(1 << u.index for u in units if u.nationality == US)
        self.british = sum(1 << u.index for u in units if u.nationality == BRITISH)
        self.mobile = sum(1 << u.index for u in units if u.movement and not u.coastal)  # 8.373
