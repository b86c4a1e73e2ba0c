"""Drawing data of the board: outlines, border lines, coast and rivers, in km of a local plane.

Geometry only: kind, bridge and control of a border are drawn from the Setting and the State. A board
without drawing data has none (``load_drawing`` gives None); views then draw around its coordinates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from normandy_lab.breakout.tables import data_folder
from normandy_lab.errors import Problem, ScenarioError
from normandy_lab.text_files import Folder

Point = tuple[float, float]
FILES = ("outlines_km.json", "borders.json", "coast_km.json")
KINDS = {"area": "{}", "zone": "{}", "approach": "box:{}", "offshore": "offshore"}  # kind -> place id


class Line(NamedTuple):
    """A polyline or ring."""

    x: tuple[float, ...]
    y: tuple[float, ...]


class Outline(NamedTuple):
    """The shape of a place, with free spots for its label, counter stacks and one marker."""

    id: str  # place id of the board: "50", "A", "box:51", "offshore"
    kind: str
    name: str
    ring: Line
    label: str  # with line breaks
    label_at: Point
    slots: tuple[Point, ...]
    slot_size: float
    badge: Point | None
    centre: Point  # of the largest circle inside
    radius: float
    town: Point | None


class BorderLine(NamedTuple):
    """The line between two areas; ``across`` is the unit vector from a to b at ``mid``."""

    a: str
    b: str
    line: Line
    mid: Point
    across: Point
    waves: tuple[Line, ...]

    @property
    def id(self) -> str:
        return f"{self.a}-{self.b}"


class Arrow(NamedTuple):
    """An arrow of the board: "zone", "zone-zone", "landing", "offshore"."""

    start: str
    end: str
    kind: str
    line: Line


class Drawing(NamedTuple):
    """Everything that the map is drawn from."""

    extent: tuple[float, float, float, float]
    attribution: str
    outlines: tuple[Outline, ...]
    borders: tuple[BorderLine, ...]
    arrows: tuple[Arrow, ...]
    land: tuple[Line, ...]
    rivers: Mapping[str, Line]  # decoration only: borders decide play
    corners: tuple[tuple[tuple[str, ...], Point], ...]  # areas that meet in a point and are not adjacent across it

    def outline(self, place_id: str) -> Outline:
        """The shape of a place; KeyError if it is not drawn."""
        for outline in self.outlines:
            if outline.id == place_id:
                return outline
        raise KeyError(place_id)


def load_drawing(folder: Folder | None = None) -> Drawing | None:
    """The drawing data of a folder of tables, None if it has none; ScenarioError if it is damaged."""
    return _default() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _default() -> Drawing | None:
    return _load(data_folder())


def _load(folder: Folder) -> Drawing | None:
    found = [(folder / name).is_file() for name in FILES]
    if not any(found):
        return None
    texts = {name: _read(folder, name) for name in FILES}
    shapes, lines, coast = (texts[name] for name in FILES)
    return Drawing(
        extent=tuple(shapes["extent"]),
        attribution=shapes["attribution"],
        outlines=tuple(_each(FILES[0], "outlines", shapes, _outline)),
        borders=tuple(_each(FILES[1], "borders", lines, _border)),
        arrows=tuple(_each(FILES[1], "links", lines, _arrow)),
        land=tuple(_each(FILES[2], "land", coast, _line)),
        rivers={str(river["name"]): _line(river) for river in coast["rivers"]},
        corners=tuple((tuple(map(str, c["areas"])), _point(c["at"])) for c in lines["corners"]),
    )


def _read(folder: Folder, name: str) -> dict[str, Any]:
    try:
        data = json.loads((folder / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ScenarioError([Problem(name, "is missing", "", f"Drawing data is {', '.join(FILES)}.")], name) from None
    except ValueError as error:
        raise ScenarioError([Problem(name, f"is not JSON: {error}", "", "Restore the file.")], name) from None
    if not isinstance(data, dict):
        raise ScenarioError([Problem(name, "holds no table of names")], name)
    return data


def _each(file: str, key: str, data: Mapping[str, Any], read: Any) -> list[Any]:
    """Every record read; a fault names file and record."""
    done = []
    for number, record in enumerate(data.get(key, ())):
        try:
            done.append(read(record))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            problem = Problem(f"{file}, {key}[{number}]", f"cannot be read: {type(error).__name__} {error}")
            raise ScenarioError([problem], file) from None
    return done


def _line(record: Mapping[str, Any]) -> Line:
    line = Line(tuple(map(float, record["x"])), tuple(map(float, record["y"])))
    if len(line.x) != len(line.y):
        raise ValueError("x and y differ in length")
    return line


def _point(pair: Any) -> Point:
    return float(pair[0]), float(pair[1])


def _outline(record: Mapping[str, Any]) -> Outline:
    return Outline(
        id=KINDS[record["kind"]].format(record["id"]),
        kind=record["kind"],
        name=record["name"],
        ring=_line(record),
        label=record["label"],
        label_at=(float(record["label_x"]), float(record["label_y"])),
        slots=tuple(_point(slot) for slot in record["slots"]),
        slot_size=float(record["slot_size"]),
        badge=_point(record["badge"]) if record.get("badge") else None,
        centre=_point(record["inscribed_centre"]),
        radius=float(record["inscribed_radius"]),
        town=_point(record["town"]) if record.get("town") else None,
    )


def _border(record: Mapping[str, Any]) -> BorderLine:
    return BorderLine(
        a=str(record["a"]),
        b=str(record["b"]),
        line=_line(record),
        mid=_point(record["mid"]),
        across=_point(record["across"]),
        waves=tuple(map(_line, record.get("waves", ()))),
    )


def _arrow(record: Mapping[str, Any]) -> Arrow:
    ends = [str(record[key]).replace("approach-", "box:") for key in ("from", "to")]
    return Arrow(ends[0], ends[1], record["kind"], _line(record))
