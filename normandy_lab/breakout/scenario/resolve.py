"""A document joined with its tables: every value in force, printed or patched, in one place.

Checks, compilation, comparison and description all read this, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from normandy_lab.breakout.board.board import AREA, Board
from normandy_lab.breakout.board.graph import MapTables, compile_board
from normandy_lab.breakout.board.names import ANY_BEACH, PlaceNames
from normandy_lab.breakout.forces.order_of_battle import D_DAY, OrderOfBattle, UnitRow
from normandy_lab.breakout.scenario.switches import resolve_rules

LAST_BASE_DAY = date(1944, 6, 12)  # 5.3: later arrivals belong to the extended game (24)
NO_UNITS = "none"  # order of battle with the default counters, each in play once a document names it
WEEK_ENDS = (date(1944, 6, 12), date(1944, 6, 19), date(1944, 6, 26))  # 24.1
PATCHED = "scenario"  # provenance of a value that the scenario sets

DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "storm": {"mode": "rule", "start": date(1944, 6, 19)},
    "advantage": {"side": "allied"},  # 5.1
    "sunset": {"drm": 0},
    "ports": {"delay": 10},
    "mulberries": {"enabled": True, "delay": 10, "survive": "rule"},
}
GERMAN_SUPPLY = {"depots": 6, "clear": 5, "overcast": 10, "reserve": 0}  # 12.61
DEPOT = 10  # 12.71


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit in play; ``at`` None means that it comes on its entry date."""

    row: UnitRow
    at: str | None
    level: str
    patched: bool

    @property
    def entry(self) -> str:
        """The place of entry as a place id or "any:us", "any:british"."""
        return self.row.entry_area or f"any:{self.row.nationality.lower()}"


@dataclass(frozen=True, slots=True)
class Clock:
    """6.1: the days played, and the moment at which play starts."""

    start: date
    end: date
    phase: str
    impulse: int
    first_impulse: int
    side: str
    passed: bool
    again: int

    @property
    def first_day(self) -> date:
        """The day that counts as 0: June 6, or an earlier start."""
        return min(self.start, D_DAY)

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(self.first_day + timedelta(n) for n in range((self.end - self.first_day).days + 1))


@dataclass(frozen=True)
class Resolved:
    """Everything in force in one scenario."""

    doc: Mapping[str, Any]
    tables: MapTables  # with the document's changes
    board: Board
    names: PlaceNames
    forces: OrderOfBattle
    units: tuple[PlacedUnit, ...]
    clock: Clock
    dawn: Mapping[date, str]  # for the days that have weather
    rules: Mapping[str, Any]

    def section(self, name: str) -> dict[str, Any]:
        """A plain section such as "storm", defaults filled in."""
        return {**DEFAULTS.get(name, {}), **self.doc.get(name, {})}

    @property
    def german_supply(self) -> dict[str, int]:
        return {**GERMAN_SUPPLY, **self.doc.get("supply", {}).get("german", {})}

    @property
    def allied_supply(self) -> dict[str, Any]:
        """12.71: a depot for each beach, two at Omaha."""
        patch = self.doc.get("supply", {}).get("allied", {})
        beaches = {str(b.id): [DEPOT, DEPOT] if b.name == "Omaha Beach" else [DEPOT] for b in self.tables.beaches}
        return {"reserve": 0, "no_depot_today": [], **patch, "beaches": beaches | patch.get("beaches", {})}

    @property
    def victory(self) -> dict[str, Any]:
        facts, patch = self.tables.facts, self.doc.get("victory", {})
        required = {
            day: int(facts[key])
            for day, key in zip(WEEK_ENDS, ("vp_required_week1", "vp_required_week2", "vp_required_week3"), strict=True)
            if key in facts
        }
        return {"bid": "0", "areas": [], **patch, "required": required | patch.get("required", {})}

    def place_of(self, unit: PlacedUnit) -> str:
        """Where a unit stands at the start: "waiting" before its entry (5.3, 19, 21.2)."""
        if unit.at is not None:
            return unit.at
        day = unit.row.entry_date
        if day is None:
            return unit.entry
        due = day < self.clock.start or (day == self.clock.start and self.clock.phase != "dawn")
        return self._arrival(unit) if due else "waiting"

    def _arrival(self, unit: PlacedUnit) -> str:
        """Drop areas and zones are entered, beaches from their approach box, any beach from offshore."""
        if unit.entry in ANY_BEACH:
            return "offshore"
        place = self.board.places[self.board.index[unit.entry]]
        if place.kind == AREA and place.beach and unit.row.side == "Allied":
            return f"box:{place.id}"
        return place.id


def resolve(doc: Mapping[str, Any], tables: MapTables, forces: OrderOfBattle, weather: Mapping[date, str]) -> Resolved:
    """Lay a canonical document over the printed tables."""
    rules = resolve_rules(doc.get("rules", {}))
    clock = _clock(doc.get("clock", {}))
    patched = patch_tables(doc, tables)
    board = compile_board(patched, rules["fort_value"])
    return Resolved(
        doc=doc, tables=patched, board=board, names=PlaceNames(board, patched.aliases), forces=forces,
        units=tuple(_place_units(doc, forces, clock)), clock=clock,
        dawn={**weather, **doc.get("weather", {}).get("dawn", {})}, rules=rules,
    )  # fmt: skip


def _clock(patch: Mapping[str, Any]) -> Clock:
    start = patch.get("start", D_DAY)
    phase = patch.get("phase", "airborne" if start <= D_DAY else "dawn")
    impulse = patch.get("impulse", 0)
    return Clock(
        start, patch.get("end", max(LAST_BASE_DAY, start)), phase, impulse,
        patch.get("first_impulse", min(0, impulse)), patch.get("side", "german"),
        patch.get("passed", False), patch.get("again", 0),
    )  # fmt: skip


def patch_tables(doc: Mapping[str, Any], tables: MapTables) -> MapTables:
    """The printed map with a document's terrain, values and borders; what a patch sets says so."""
    areas = []
    for area in tables.areas:
        patch = doc.get("areas", {}).get(str(area.id), {})
        changes = {key: patch[key] for key in ("tem", "bocage", "vp") if key in patch}
        if "tem" in changes or "bocage" in changes:
            changes["tem_prov"] = PATCHED
        if "vp" in changes:
            changes["vp_prov"] = PATCHED
        areas.append(replace(area, **changes) if changes else area)
    borders = []
    for border in tables.borders:
        patch = doc.get("borders", {}).get(border.id, {})
        changes = {**patch, **{f"{key}_prov": PATCHED for key in patch}}
        if changes.get("kind") == "open" and "bridge" not in changes:
            changes["bridge"] = False
        borders.append(replace(border, **changes) if changes else border)
    return replace(tables, areas=tuple(areas), borders=tuple(borders))


def _place_units(doc: Mapping[str, Any], forces: OrderOfBattle, clock: Clock) -> list[PlacedUnit]:
    patches: Mapping[str, Mapping[str, Any]] = doc.get("units", {})
    only_named = doc.get("forces", {}).get("order_of_battle") == NO_UNITS
    placed = []
    for row in forces.units:
        patch = patches.get(row.id)
        later = row.game == "extended" and clock.end <= LAST_BASE_DAY
        if patch is None and (only_named or later):
            continue
        unit = _placed(row, patch or {})
        if unit is not None:
            placed.append(unit)
    for unit_id, patch in patches.items():
        if "copy_of" in patch:
            source = forces.unit(patch["copy_of"])
            unit = _placed(replace(source, id=unit_id, source=f"copy of {source.id}"), patch) if source else None
            if unit is not None:
                placed.append(unit)
    return placed


def _placed(row: UnitRow, patch: Mapping[str, Any]) -> PlacedUnit | None:
    if patch.get("remove"):
        return None
    columns = {key: value for key, value in patch.items() if key not in ("at", "enters", "level", "copy_of", "remove")}
    if columns or "copy_of" in patch:
        columns.setdefault("provenance", PATCHED)
    if "enters" in patch:
        enters = patch["enters"]
        columns |= {"entry_date": enters["date"], "entry_area": enters["at"]}
    at = patch.get("at")
    if at is None and "enters" not in patch and row.entry_date is None:
        at = row.entry_area
    return PlacedUnit(replace(row, **columns), at, patch.get("level", "fresh"), bool(patch))
