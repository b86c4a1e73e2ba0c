"""The map as tables and as a networkx graph, each made from the other (rule 3).

``load_map`` reads the CSV files of a folder, ``to_graph`` and ``from_graph`` convert, ``write_map`` writes
the files again, ``compile_board`` makes the tables of play. networkx is imported only where it is used.
Graph nodes are strings: "50", "A", "box:51", "offshore".
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normandy_lab import files
from normandy_lab.breakout.board.board import (
    AREA,
    ASIDE,
    BOX,
    BRITISH,
    FLOODED,
    GERMAN,
    LANDING,
    LINK,
    LOST_ID,
    NATIONALITIES,
    OFFSHORE,
    OPEN,
    RIVER,
    US,
    WAITING_ID,
    WITHDRAWN_ID,
    ZONE,
    Board,
    Border,
    Place,
)  # fmt: skip
from normandy_lab.breakout.tables import Reader, Row
from normandy_lab.errors import LONGEST, Problem, cut
from normandy_lab.text_files import Folder, whole_of

if TYPE_CHECKING:
    import networkx as nx

BORDER_KINDS = (OPEN, RIVER, FLOODED)  # 3.23
LONGEST_ZONE = 8  # letters
FORT = 2  # what a printed fortification adds (15.1)


@dataclass(frozen=True, slots=True)
class AreaRow:
    """A row of areas.csv; ``beach_of`` is the nationality whose units land there (3.4)."""

    id: int
    name: str
    lat: float
    lon: float
    tem: int
    bocage: bool
    beach: bool
    fortified: bool
    coastal: bool
    vp: int
    naval_us: bool
    naval_uk: bool
    le_havre: bool
    minor_port: bool
    provenance: str = "reconstructed"
    source: str = ""
    id_prov: str = "reconstructed"
    tem_prov: str = "reconstructed"
    vp_prov: str = "reconstructed"
    naval_prov: str = "reconstructed"
    beach_of: int = GERMAN


@dataclass(frozen=True, slots=True)
class BorderRow:
    """A row of boundaries.csv, a < b."""

    a: int
    b: int
    kind: str
    bridge: bool
    provenance: str = "reconstructed"
    source: str = ""
    kind_prov: str = "reconstructed"
    bridge_prov: str = "reconstructed"

    @property
    def id(self) -> str:
        return f"{self.a}-{self.b}"


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """A row of zones.csv: a perimeter box and its arrows (3.3)."""

    zone: str
    name: str
    lat: float
    lon: float
    adjacent_areas: tuple[int, ...]
    adjacent_zones: tuple[str, ...]
    direction: str = "two-way"
    provenance: str = "reconstructed"
    source: str = ""


@dataclass(frozen=True, slots=True)
class MapTables:
    """Everything that the CSV files of one board say."""

    areas: tuple[AreaRow, ...]
    borders: tuple[BorderRow, ...]
    zones: tuple[ZoneRow, ...]
    aliases: tuple[tuple[int, str], ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)

    def area(self, number: int) -> AreaRow:
        return next(area for area in self.areas if area.id == number)

    @property
    def beaches(self) -> tuple[AreaRow, ...]:
        return tuple(area for area in self.areas if area.beach)


# ------------------------------------------------------------------------------------------ reading

AREA_COLUMNS = tuple(f.name for f in fields(AreaRow) if f.name != "beach_of")
BORDER_COLUMNS = tuple(f.name for f in fields(BorderRow))
ZONE_COLUMNS = tuple(f.name for f in fields(ZoneRow))


def load_map(folder: Folder | None = None) -> MapTables:
    """The tables of a board; ScenarioError names file, row and column of every fault."""
    reader = Reader(folder)
    facts = dict(_read_facts(reader))
    areas = _read_areas(reader, facts)
    if not areas and not reader.broken:
        reader.broken.append(Problem("areas.csv", "holds no area that can be read", "", "Write one row for each area."))
    numbers = {area.id for area in areas}
    borders = _read_borders(reader, numbers)
    zones = _read_zones(reader, numbers)
    aliases = tuple(_read_aliases(reader, numbers))
    reader.finish("board tables")
    return MapTables(areas, borders, zones, aliases, facts)


def _read_facts(reader: Reader) -> Iterable[tuple[str, str]]:
    for row in reader.rows("game_facts.csv", ("key", "value"), optional=True):
        key = row.text("key")
        yield key, str(row.whole("value")) if key.startswith("vp_required") else row.text("value")


def _read_areas(reader: Reader, facts: Mapping[str, str]) -> tuple[AreaRow, ...]:
    seen: dict[object, int] = {}
    names: dict[object, int] = {}
    areas = []
    for row in reader.rows("areas.csv", AREA_COLUMNS):
        area = AreaRow(
            id=row.whole("id", 1, 999), name=row.text("name"), lat=row.decimal("lat", -90, 90), lon=row.decimal("lon", -180, 180),
            tem=row.whole("tem", 0, 9), bocage=row.flag("bocage"), beach=row.flag("beach"),
            fortified=row.flag("fortified"), coastal=row.flag("coastal"), vp=row.whole("vp", 0, 50),
            naval_us=row.flag("naval_us"), naval_uk=row.flag("naval_uk"), le_havre=row.flag("le_havre"),
            minor_port=row.flag("minor_port"), provenance=row.provenance(), source=row.text("source"),
            id_prov=row.provenance("id_prov"), tem_prov=row.provenance("tem_prov"),
            vp_prov=row.provenance("vp_prov"), naval_prov=row.provenance("naval_prov"),
        )  # fmt: skip
        if reader.unique(row, "id", area.id, seen) and reader.unique(row, "name", area.name, names):
            areas.append(replace(area, beach_of=_beach_of(area, facts)))
    return tuple(sorted(areas, key=lambda area: area.id))


def _beach_of(area: AreaRow, facts: Mapping[str, str]) -> int:
    """Whose units land at the beach: stated in game_facts.csv, else by the ships that may shell it."""
    if not area.beach:
        return GERMAN
    for key, nationality in (("beaches_us", US), ("beaches_uk", BRITISH)):
        if str(area.id) in facts.get(key, "").split():
            return nationality
    return US if area.naval_us and not area.naval_uk else BRITISH


def _read_borders(reader: Reader, numbers: set[int]) -> tuple[BorderRow, ...]:
    seen: dict[object, int] = {}
    borders = []
    for row in reader.rows("boundaries.csv", BORDER_COLUMNS):
        a, b = _known(row, "a", numbers), _known(row, "b", numbers)
        border = BorderRow(
            a=a, b=b, kind=row.choice("kind", BORDER_KINDS), bridge=row.flag("bridge"), provenance=row.provenance(),
            source=row.text("source"), kind_prov=row.provenance("kind_prov"), bridge_prov=row.provenance("bridge_prov"),
        )  # fmt: skip
        if a >= b:
            row.fault("b", f"{b} must be greater than a = {a}", "Write the smaller number first.")
        if border.bridge and border.kind == OPEN:
            row.fault("bridge", "an open border has no bridge (3.24)", "Set bridge to 0.")
        if reader.unique(row, "b", border.id, seen):
            borders.append(border)
    return tuple(borders)


def _read_zones(reader: Reader, numbers: set[int]) -> tuple[ZoneRow, ...]:
    seen: dict[object, int] = {}
    zones, rows = [], {}
    for row in reader.rows("zones.csv", ZONE_COLUMNS):
        near = tuple(_number(row, "adjacent_areas", word, numbers) for word in row.words("adjacent_areas"))
        zone = ZoneRow(
            zone=row.text("zone"), name=row.text("name"), lat=row.decimal("lat", -90, 90), lon=row.decimal("lon", -180, 180),
            adjacent_areas=near, adjacent_zones=row.words("adjacent_zones"), direction=row.text("direction"),
            provenance=row.provenance(), source=row.text("source"),
        )  # fmt: skip
        if not zone.zone.isalpha() or len(zone.zone) > LONGEST_ZONE:
            row.fault("zone", f'"{cut(zone.zone, LONGEST)}" is no letter', "Name zones A, B, C.")
        for column, found in (("adjacent_areas", near), ("adjacent_zones", (zone.zone, *zone.adjacent_zones))):
            if len(set(found)) < len(found):
                row.fault(column, "names a place twice, or the zone itself", "Name each neighbour once.")
        if reader.unique(row, "zone", zone.zone, seen):
            zones.append(zone)
            rows[zone.zone] = row
    links = {zone.zone: zone.adjacent_zones for zone in zones}
    for zone in zones:
        for other in zone.adjacent_zones:
            if zone.zone not in links.get(other, ()):
                rows[zone.zone].fault(
                    "adjacent_zones", f"zone {cut(other, LONGEST)} does not list {zone.zone}", "Links go both ways."
                )
    return tuple(zones)


def _read_aliases(reader: Reader, numbers: set[int]) -> Iterable[tuple[int, str]]:
    for row in reader.rows("place_aliases.csv", ("area_id", "alias"), optional=True):
        yield _known(row, "area_id", numbers), row.text("alias")


def _known(row: Row, column: str, numbers: set[int]) -> int:
    return _number(row, column, row.text(column), numbers)


def _number(row: Row, column: str, word: str, numbers: set[int]) -> int:
    number = whole_of(word)
    if number is None or number not in numbers:
        if word:
            row.fault(column, f'"{cut(word, LONGEST)}" is no area of areas.csv', "Use a number of areas.csv.")
        return 0
    return number


# ------------------------------------------------------------------------------------------ writing


def write_map(tables: MapTables, folder: Path, *, overwrite: bool = False) -> None:
    """The CSV files of a board, read back by ``load_map`` to equal tables.

    Raises
    ------
    TakenError
        A file of that name is there, and ``overwrite`` was not given.
    """
    for name, header, rows in (
        ("areas.csv", AREA_COLUMNS, _cells(AREA_COLUMNS, tables.areas)),
        ("boundaries.csv", BORDER_COLUMNS, _cells(BORDER_COLUMNS, tables.borders)),
        ("zones.csv", ZONE_COLUMNS, _cells(ZONE_COLUMNS, tables.zones)),
        ("place_aliases.csv", ("area_id", "alias"), tables.aliases),
        ("game_facts.csv", ("key", "value"), tables.facts.items()),
    ):
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([header, *rows])
        kind = files.Kind("a table of a board", ",".join(header).encode())
        files.write(folder / name, text.getvalue(), kind, overwrite=overwrite)


def _cells(columns: Sequence[str], rows: Iterable[object]) -> list[list[str]]:
    return [[_cell(getattr(row, column)) for column in columns] for row in rows]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# ------------------------------------------------------------------------------------------ networkx


def to_graph(tables: MapTables) -> nx.Graph[str]:
    """The printed map as a graph; attributes are the columns, provenance included."""
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    graph.graph.update(aliases=tables.aliases, facts=dict(tables.facts))
    for area in tables.areas:
        graph.add_node(str(area.id), kind=AREA, **asdict(area))
    for zone in tables.zones:
        graph.add_node(zone.zone, kind=ZONE, **asdict(zone))
    for beach in tables.beaches:
        graph.add_node(f"box:{beach.id}", kind=BOX, name=box_name(beach.name), beach_of=beach.beach_of)
    graph.add_node("offshore", kind=OFFSHORE, name="Offshore")
    for border in tables.borders:
        graph.add_edge(str(border.a), str(border.b), **asdict(border))
    for zone in tables.zones:
        for number in zone.adjacent_areas:
            graph.add_edge(zone.zone, str(number), kind=LINK, bridge=False, provenance=zone.provenance)
        for other in zone.adjacent_zones:
            graph.add_edge(zone.zone, other, kind=LINK, bridge=False, provenance=zone.provenance)
    for beach in tables.beaches:
        graph.add_edge(f"box:{beach.id}", str(beach.id), kind=LANDING, bridge=False, provenance="rulebook")
    return graph


def from_graph(graph: nx.Graph[str]) -> MapTables:
    """The tables of a graph made by ``to_graph`` and perhaps changed since."""
    rows: dict[str, list[Mapping[str, Any]]] = {AREA: [], ZONE: []}
    for _, attributes in graph.nodes(data=True):
        rows.setdefault(attributes["kind"], []).append(attributes)
    borders = [BorderRow(**data) for _, _, data in graph.edges(data=True) if data["kind"] in BORDER_KINDS]
    return MapTables(
        tuple(AreaRow(**_without_kind(row)) for row in rows[AREA]),
        tuple(sorted(borders, key=lambda border: (border.a, border.b))),
        tuple(ZoneRow(**_without_kind(row)) for row in rows[ZONE]),
        graph.graph.get("aliases", ()),
        graph.graph.get("facts", {}),
    )


def _without_kind(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "kind"}


# ------------------------------------------------------------------------------------------ compiling


def box_name(beach: str) -> str:
    """The name of a beach's approach box (3.4).

    >>> box_name("Utah Beach")
    'Utah Approach'
    """
    return f"{beach.removesuffix(' Beach')} Approach"


def zone_name(letter: str) -> str:
    """The name of a zone (3.3)."""
    return f"Zone {letter}"


def compile_board(tables: MapTables, fort: int = FORT) -> Board:
    """The tables of play: areas, zones, boxes, offshore, the piles aside; borders in file order, then links."""
    places: list[Place] = []

    def add(place_id: str, name: str, kind: str, **values: Any) -> None:
        places.append(Place(len(places), place_id, name, kind, **values))

    for area in tables.areas:
        naval = tuple(n for n, may in ((US, area.naval_us), (BRITISH, area.naval_uk)) if may)
        add(
            str(area.id), area.name, AREA, tem=area.tem, bocage=area.bocage, beach=area.beach,
            fort=fort if area.fortified else 0, vp=area.vp, naval=naval, le_havre=area.le_havre,
            minor_port=area.minor_port, nationality=area.beach_of,
        )  # fmt: skip
    for zone in tables.zones:
        add(zone.zone, zone_name(zone.zone), ZONE)
    for beach in tables.beaches:
        add(f"box:{beach.id}", box_name(beach.name), BOX, nationality=beach.beach_of)
    add("offshore", "Offshore", OFFSHORE)
    for aside, name in ((WAITING_ID, "Waiting"), (LOST_ID, "Lost"), (WITHDRAWN_ID, "Withdrawn")):
        add(aside, name, ASIDE)
    return Board(places, _borders(tables, {place.id: place.index for place in places}))


def _borders(tables: MapTables, index: Mapping[str, int]) -> list[Border]:
    pairs = [(str(b.a), str(b.b), b.kind, b.bridge) for b in tables.borders]
    for zone in tables.zones:
        pairs += [(str(number), zone.zone, LINK, False) for number in zone.adjacent_areas]
    for zone in tables.zones:
        pairs += [(zone.zone, other, LINK, False) for other in zone.adjacent_zones if zone.zone < other]
    pairs += [(str(beach.id), f"box:{beach.id}", LANDING, False) for beach in tables.beaches]
    return [
        Border(number, min(index[a], index[b]), max(index[a], index[b]), kind, bridge, f"{a}-{b}")
        for number, (a, b, kind, bridge) in enumerate(pairs)
    ]


def map_provenance(tables: MapTables) -> dict[str, str]:
    """Where each printed value comes from: "area:50:tem" -> "rulebook" | "public" | "reconstructed"."""
    found: dict[str, str] = {}
    for area in tables.areas:
        key = f"area:{area.id}"
        found |= {key: area.provenance, f"{key}:id": area.id_prov, f"{key}:tem": area.tem_prov}
        found |= {f"{key}:vp": area.vp_prov, f"{key}:naval": area.naval_prov}
    for border in tables.borders:
        key = f"border:{border.id}"
        found |= {key: border.provenance, f"{key}:kind": border.kind_prov, f"{key}:bridge": border.bridge_prov}
    for zone in tables.zones:
        found[f"zone:{zone.zone}"] = zone.provenance
    return found


def nationality(word: str) -> int:
    """The code of "german", "us" or "british"."""
    return NATIONALITIES.index(word)
