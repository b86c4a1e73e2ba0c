"""Where things are on the picture, in kilometres: outlines, borders, coast, arrows.

Drawing data gives geometry only; what a border is and who holds a bridge comes from the game. A board
without drawing data gets cells around its coordinates (``cells.py``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot
from typing import Any

from normandy_lab.ui.hits import Line, Point


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of a place, the spot for its block of name and counters, and the room around it."""

    id: str
    kind: str
    ring: Line
    centre: Point
    radius: float
    label: tuple[str, ...] = ()  # the words of the drawing data, for the name that it was made for
    label_at: Point = (0.0, 0.0)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """The line between two areas; ``across`` is a unit vector from the first to the second."""

    id: str
    line: Line
    mid: Point
    across: Point
    waves: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An arrow or a line between boxes, zones and areas."""

    kind: str  # "landing", "zone", "zone-zone", "offshore"
    line: Line
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """Everything that the picture needs to know about a map's shape."""

    outlines: Mapping[str, Outline]
    edges: Mapping[str, Edge]
    links: tuple[Link, ...] = ()
    land: tuple[Line, ...] = ()
    coast: Line = ()
    frame: Line = ()
    extent: tuple[float, float, float, float] = (-76.2, -53.5, 90.4, 62.4)
    attribution: str = ""
    shores: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)  # beach -> its stretch of coast


def pairs(item: Mapping[str, Any]) -> Line:
    """The points of a polyline with columns x and y."""
    return tuple(zip(map(float, item["x"]), map(float, item["y"]), strict=True))


def _read(name: str) -> dict[str, Any]:
    return json.loads((files("normandy_lab") / "data" / "breakout" / name).read_text("utf8"))


def place_id(kind: str, number: object) -> str:
    """The id in play of an outline of the drawing data.

    >>> place_id("approach", 51), place_id("zone", "A")
    ('box:51', 'A')
    """
    return f"box:{number}" if kind == "approach" else str(number)


def _end(text: object) -> str:
    """The id in play of an end of a link: "approach-8" is a box."""
    word = str(text)
    return f"box:{word.removeprefix('approach-')}" if word.startswith("approach-") else word


@cache
def normandy() -> Geometry:
    """The drawing data of the package."""
    shapes, borders, coast = _read("outlines_km.json"), _read("borders.json"), _read("coast_km.json")
    outlines = {}
    for item in shapes["outlines"]:
        key = place_id(item["kind"], item["id"])
        ring, (x, y) = pairs(item), item["inscribed_centre"]
        if item["kind"] == "approach":
            ring, y = _grown(ring, x, y), y + BOX_GROWTH[1] / 2
        outlines[key] = Outline(
            id=key,
            kind=item["kind"],
            ring=ring,
            centre=(x, y),
            radius=item["inscribed_radius"],
            label=tuple(item["label"].replace("-\n", "-").split()),
            label_at=(item["label_x"], item["label_y"]),
            name=item["name"],
        )
    edges = {}
    for item in borders["borders"]:
        key = f"{item['a']}-{item['b']}"
        waves = tuple(pairs(wave) for wave in item.get("waves", ()) if isinstance(wave, dict))
        edges[key] = Edge(key, pairs(item), tuple(item["mid"]), tuple(item["across"]), waves)
    links = tuple(Link(item["kind"], pairs(item), _end(item["from"]), _end(item["to"])) for item in borders["links"])
    coast_line = pairs(borders["coast"])
    return Geometry(
        outlines=outlines,
        edges=edges,
        links=links,
        land=tuple(pairs(item) for item in coast["land"]),
        coast=coast_line,
        frame=pairs(borders["frame"]),
        extent=tuple(shapes["extent"]),
        attribution=shapes["attribution"],
        shores=_shores(outlines, coast_line),
    )


BOX_GROWTH = (0.35, 2.6)  # km: approach boxes are made a little wider and higher, for a whole first wave


def _grown(ring: Line, x: float, y: float) -> Line:
    """A box grown to both sides and to the top; its foot stays on the landing arrow."""
    wide, high = BOX_GROWTH
    return tuple((px + (wide if px > x else -wide), py + (high if py > y else 0.0)) for px, py in ring)


def _shores(outlines: Mapping[str, Outline], coast: Line) -> dict[str, tuple[Line, ...]]:
    """The stretches of each area's ring that lie on the coast."""
    on_coast = {(round(x, 2), round(y, 2)) for x, y in coast}
    found = {}
    for key, outline in outlines.items():
        if outline.kind == "area":
            runs = _runs(outline.ring, on_coast)
            if runs:
                found[key] = runs
    return found


def _runs(ring: Line, spots: set[Point]) -> tuple[Line, ...]:
    """The runs of consecutive ring points that are all in ``spots``."""
    inside = [(round(x, 2), round(y, 2)) in spots for x, y in ring]
    if all(inside) or not any(inside):
        return (ring,) if all(inside) else ()
    start = inside.index(False)
    runs: list[list[Point]] = [[]]
    for i in range(len(ring)):
        point = ring[(start + i) % len(ring)]
        if inside[(start + i) % len(ring)]:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return tuple(tuple(run) for run in runs if len(run) > 1)


def wave_lines(line: Line, gap: float = 0.45, length: float = 1.5, height: float = 0.28) -> tuple[Line, Line]:
    """Two wavy lines beside a polyline: how a flooded border is drawn where the data has none."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    step, sign, count = length / 2, 1.0, 0
    for (x0, y0), (x1, y1) in pairwise(line):
        size = hypot(x1 - x0, y1 - y0)
        if size == 0:
            continue
        nx, ny = -(y1 - y0) / size, (x1 - x0) / size
        for part in range(max(1, round(size / step))):
            t = part * step / size
            x, y = x0 + (x1 - x0) * min(t, 1), y0 + (y1 - y0) * min(t, 1)
            sign = 1.0 if count % 2 else -1.0
            count += 1
            for side, offset in zip(sides, (gap, -gap), strict=True):
                shift = offset + sign * height
                side.append((x + nx * shift, y + ny * shift))
    return tuple(sides[0]), tuple(sides[1])
