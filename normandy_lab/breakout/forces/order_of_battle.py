"""The orders of battle of rule 4: units.csv and bombardment_markers.csv, read with their faults named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from normandy_lab.breakout.board.board import ALLIED, BRITISH, GERMAN, US
from normandy_lab.breakout.forces.units import FIELD_ARTILLERY_TYPES, INFANTRY_TYPES, Marker
from normandy_lab.breakout.tables import Reader, Row
from normandy_lab.errors import LONGEST, cut, shown
from normandy_lab.text_files import Folder

D_DAY = date(1944, 6, 6)
FIRST_DAY, LAST_DAY = date(1944, 5, 1), date(1944, 8, 31)
MONTHS = {"may": 5, "jun": 6, "jul": 7, "aug": 8}
_DATE = re.compile(r"(?P<name>may|jun|jul|aug)-(?P<day>[0-9]{1,2})|[0-9]{4}-[0-9]{2}-[0-9]{2}", re.IGNORECASE)
START = "start"
NATIONALITY_CODES = {"German": GERMAN, "US": US, "British": BRITISH}
SIDE_CODES = {"German": GERMAN, "Allied": ALLIED}
TYPES = tuple(sorted(INFANTRY_TYPES | FIELD_ARTILLERY_TYPES | {"armor", "flak", "pak", "coastal_artillery"}))  # 4.2
SIZES = ("battalion", "regiment", "brigade", "division", "corps")  # 4.31
SERVICES = ("US Army", "British Army", "Canadian Army", "Wehrmacht", "Luftwaffe", "Kriegsmarine", "SS")  # 4.1
GAMES = ("base", "extended")  # 5.3
MARKER_KINDS = ("naval", "air", "shore")  # 4.4

COLUMNS = (
    "id", "name", "side", "nationality", "service", "division", "type", "size", "attack", "defense", "movement",
    "spent_defense", "entry_date", "entry_place", "provenance", "source", "entry_area", "game",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A row of units.csv. ``entry_date`` None: on the board or in a zone at the start (4.33)."""

    id: str
    name: str
    side: str
    nationality: str
    service: str
    division: str
    type: str
    size: str
    attack: str  # "*" cannot be a Point Unit (4.24)
    defense: int
    movement: int
    spent_defense: int
    entry_date: date | None
    entry_place: str
    provenance: str = "reconstructed"
    source: str = ""
    entry_area: str = ""  # area number or zone letter; "" any beach of the nationality
    game: str = "base"

    @property
    def nation(self) -> int:
        return NATIONALITY_CODES[self.nationality]


@dataclass(frozen=True, slots=True)
class OrderOfBattle:
    """Every counter that a scenario may use."""

    units: tuple[UnitRow, ...]
    markers: tuple[Marker, ...]
    marker_provenance: Mapping[str, str]

    def unit(self, unit_id: str) -> UnitRow | None:
        return next((row for row in self.units if row.id == unit_id), None)

    @property
    def divisions(self) -> tuple[str, ...]:
        return tuple(sorted({row.division for row in self.units if row.division}))


def load_order_of_battle(folder: Folder | None = None) -> OrderOfBattle:
    """Units and markers of a folder; ScenarioError names file, row and column of every fault."""
    reader = Reader(folder)
    units = tuple(_units(reader))
    provenance: dict[str, str] = {}
    markers = tuple(_markers(reader, provenance))
    reader.finish("order of battle")
    return OrderOfBattle(units, markers, provenance)


def _units(reader: Reader) -> Iterable[UnitRow]:
    seen: dict[object, int] = {}
    for row in reader.rows("units.csv", COLUMNS):
        unit = UnitRow(
            id=row.text("id"), name=row.text("name"), side=row.choice("side", tuple(SIDE_CODES)),
            nationality=row.choice("nationality", tuple(NATIONALITY_CODES)), service=row.choice("service", SERVICES),
            division=row.text("division", empty=True), type=row.choice("type", TYPES), size=row.choice("size", SIZES),
            attack=_attack(row), defense=row.whole("defense"), movement=row.whole("movement"),
            spent_defense=row.whole("spent_defense"), entry_date=_entry_date(row), entry_place=row.text("entry_place"),
            provenance=row.provenance(), source=row.text("source"), entry_area=row.text("entry_area", empty=True),
            game=row.choice("game", GAMES),
        )  # fmt: skip
        _check(row, unit)
        if reader.unique(row, "id", unit.id, seen):
            yield unit


def _attack(row: Row) -> str:
    return "*" if row.fields.get("attack", "").strip() == "*" else str(row.whole("attack"))


def _entry_date(row: Row) -> date | None:
    return None if row.fields.get("entry_date", "").strip() == START else row_day(row, "entry_date")


def row_day(row: Row, column: str) -> date | None:
    """The day in a column; None after noting why it is none."""
    text = row.text(column)
    try:
        return day_of(text) if text else None
    except ValueError as error:
        said, _, fix = str(error).partition("; ")
        row.fault(column, said, f"{fix[:1].upper()}{fix[1:]}.")
        return None


def _check(row: Row, unit: UnitRow) -> None:
    if any(c in unit.id for c in " \t+:/"):
        row.fault("id", f'"{unit.id}" holds a blank or one of + : /', "Use letters, digits and hyphens.")
    if (unit.side == "German") != (unit.nationality == "German"):
        row.fault("side", f"{unit.side} does not go with nationality {unit.nationality} (4.1)")
    if not unit.entry_area and unit.side == "German":
        row.fault("entry_area", "is empty", "A German unit needs an area or a zone (4.33).")


def parse_date(value: object) -> date | None:
    """A date written 1944-06-06 or Jun-06, else None.

    >>> parse_date("Jun-06") == parse_date("1944-06-06") == D_DAY
    True
    """
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    found = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    try:
        if found["name"]:
            return date(D_DAY.year, MONTHS[found["name"].casefold()], int(found["day"]))
        return date.fromisoformat(found[0])
    except ValueError:
        return None


def day_of(value: object) -> date:
    """A day that can be played; ValueError with the words for anything else, a fix after a semicolon.

    A spreadsheet makes 2006-06-01 of Jun-06, so that a year is asked for in every table and document alike.
    """
    found = parse_date(value)
    if found is None:
        said = cut(value, LONGEST) if isinstance(value, str) else shown(value)
        raise ValueError(f'"{said}" is no date; write 1944-06-06 or Jun-06')
    if not FIRST_DAY <= found <= LAST_DAY:
        raise ValueError(f"{found.isoformat()} lies outside May to August 1944; check the year and the month")
    return found


def _markers(reader: Reader, provenance: dict[str, str]) -> Iterable[Marker]:
    seen: dict[object, int] = {}
    columns = ("id", "name", "kind", "nationality", "attack", "provenance", "source")
    for row in reader.rows("bombardment_markers.csv", columns):
        marker = Marker(
            len(seen), row.text("id"), row.text("name"), row.choice("kind", MARKER_KINDS),
            NATIONALITY_CODES[row.choice("nationality", tuple(NATIONALITY_CODES))], row.whole("attack"),
        )  # fmt: skip
        if reader.unique(row, "id", marker.id, seen):
            provenance[marker.id] = row.provenance()
            yield marker
