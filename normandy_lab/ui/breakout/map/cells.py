"""A picture for a board without drawing data: a cell around each area's coordinates.

Cells are those of Voronoi, cut off at a distance, so that neighbours in fact share a line; borders
between cells that do not touch are drawn as a short line half way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from statistics import median

from normandy_lab.ui.breakout.map.geometry import Edge, Geometry, Link, Outline, normandy
from normandy_lab.ui.breakout.view import PlaceView, View
from normandy_lab.ui.hits import Line, Point

KM_LON, KM_LAT = 72.7388, 111.2  # kilometres for a degree at 49.2 north, as in the drawing data
ORIGIN = (-0.95, 49.2)
FAMILIAR = 0.9  # share of borders that the drawing data must know to be used for a board
MARGIN = 8.0
USUAL = 11.5  # km between neighbours on the picture: room for a name and counters


def geometry_for(view: View) -> Geometry:
    """The drawing data where they fit the board; missing borders are added; else cells."""
    known = normandy()
    areas = [place for place in view.places if place.kind == "area"]
    borders = [b for b in view.borders if b.kind in ("open", "river", "flooded")]
    found = sum(border.id in known.edges for border in borders)
    if all(_drawn(known, place) for place in areas) and found >= FAMILIAR * len(borders):
        missing = [b for b in borders if b.id not in known.edges]
        if not missing:
            return known
        centres = {key: outline.centre for key, outline in known.outlines.items()}
        edges = {**known.edges, **{b.id: _tick(b.id, centres[b.a], centres[b.b]) for b in missing}}
        return Geometry(
            known.outlines,
            edges,
            known.links,
            known.land,
            known.coast,
            known.frame,
            known.extent,
            known.attribution,
            known.shores,
        )
    return cells(view)


def _drawn(known: Geometry, place: PlaceView) -> bool:
    """Whether the drawing data know the area, at about the same coordinates."""
    outline = known.outlines.get(place.id)
    if outline is None:
        return False
    spot = km(place)
    return spot is None or hypot(spot[0] - outline.centre[0], spot[1] - outline.centre[1]) < 25


def km(place: PlaceView) -> Point | None:
    """The coordinates of a place in the plane of the picture."""
    if place.coordinates is None:
        return None
    lat, lon = place.coordinates
    return (lon - ORIGIN[0]) * KM_LON, (lat - ORIGIN[1]) * KM_LAT


def cells(view: View) -> Geometry:
    """A geometry made of cells around the coordinates; places without any stand in a ring."""
    areas = [place for place in view.places if place.kind == "area"]
    spots = _spots(areas)
    stretch = USUAL / _spacing(list(spots.values()))
    spots = {key: (x * stretch, y * stretch) for key, (x, y) in spots.items()}
    reach = 0.85 * USUAL
    rings = {key: _cell(key, spots, reach) for key in spots}
    outlines = {key: _outline(key, "area", ring, spots[key]) for key, (ring, _) in rings.items()}
    outlines |= _others(view, spots, stretch)
    edges = {}
    for border in view.borders:
        if border.a in spots and border.b in spots:
            shared = _shared(rings[border.a], border.b)
            a, b = spots[border.a], spots[border.b]
            edges[border.id] = _edge(border.id, shared, a, b) if shared else _tick(border.id, a, b)
    links = [
        Link("landing" if b.kind == "landing" else "zone", (outlines[b.a].centre, outlines[b.b].centre), b.a, b.b)
        for b in view.borders
        if b.kind in ("link", "landing") and b.a in outlines and b.b in outlines
    ]
    points = [point for outline in outlines.values() for point in outline.ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    extent = (min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN)
    return Geometry(outlines, edges, tuple(links), extent=extent, attribution="Cells around coordinates.")


def _spots(areas: Sequence[PlaceView]) -> dict[str, Point]:
    count = len(areas)
    radius = 12 * count / (2 * pi) + 12
    found: dict[str, Point] = {}
    for index, place in enumerate(areas):
        angle = 2 * pi * index / max(1, count)
        found[place.id] = km(place) or (radius * cos(angle), radius * sin(angle))
    return found


def _spacing(points: list[Point]) -> float:
    """The usual distance to the nearest neighbour."""
    nearest = [min((hypot(x - p, y - q) for p, q in points if (p, q) != (x, y)), default=12.0) for x, y in points]
    return max(
        8.0,
        median(
            nearest,
        )
        if nearest
        else 12.0,
    )


Ring = tuple[Line, tuple[str, ...]]  # corners, and whose cell lies behind the line that begins at each


def _cell(key: str, spots: Mapping[str, Point], reach: float) -> Ring:
    """The part of a disc that is nearer to this spot than to any other."""
    x, y = spots[key]
    corners: list[tuple[Point, str]] = [
        ((x + reach * cos(pi * i / 12), y + reach * sin(pi * i / 12)), "") for i in range(24)
    ]
    for other, (p, q) in spots.items():
        if other != key and hypot(p - x, q - y) < 2 * reach and (p, q) != (x, y):
            corners = _cut(corners, ((x + p) / 2, (y + q) / 2), (p - x, q - y), other)
    return tuple(point for point, _ in corners), tuple(label for _, label in corners)


def _cut(corners: list[tuple[Point, str]], at: Point, out: Point, label: str) -> list[tuple[Point, str]]:
    """Cut off what lies beyond a line through ``at``; the new side carries the label."""

    def beyond(point: Point) -> float:
        return (point[0] - at[0]) * out[0] + (point[1] - at[1]) * out[1]

    kept: list[tuple[Point, str]] = []
    for index, (point, side) in enumerate(corners):
        after = corners[(index + 1) % len(corners)][0]
        here, there = beyond(point), beyond(after)
        if here <= 0:
            kept.append((point, side))
        if (here <= 0) != (there <= 0):
            t = here / (here - there)
            crossing = (point[0] + (after[0] - point[0]) * t, point[1] + (after[1] - point[1]) * t)
            kept.append((crossing, label if here <= 0 else side))
    return kept


def _shared(ring: Ring, other: str) -> Line:
    """The side of a cell behind which another one lies."""
    corners, sides = ring
    for index, side in enumerate(sides):
        if side == other:
            return (corners[index], corners[(index + 1) % len(corners)])
    return ()


def _edge(key: str, line: Line, a: Point, b: Point) -> Edge:
    (x0, y0), (x1, y1) = line[0], line[-1]
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return Edge(key, line, ((x0 + x1) / 2, (y0 + y1) / 2), ((b[0] - a[0]) / size, (b[1] - a[1]) / size))


def _tick(key: str, a: Point, b: Point) -> Edge:
    """A short line across the way between two places that do not touch on the picture."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    return Edge(key, ((x - uy * 2, y + ux * 2), (x + uy * 2, y - ux * 2)), (x, y), (ux, uy))


def _outline(key: str, kind: str, ring: Line, centre: Point) -> Outline:
    radius = min((hypot(x - centre[0], y - centre[1]) for x, y in ring), default=4.0)
    return Outline(key, kind, ring, centre, max(3.0, radius * 0.9))


def _others(view: View, spots: Mapping[str, Point], stretch: float) -> dict[str, Outline]:
    """Zones at their coordinates or below the map, boxes above their beaches, the Offshore Box on top."""
    top = max((y for _, y in spots.values()), default=0.0) + 16
    low = min((y for _, y in spots.values()), default=0.0) - 18
    left = min((x for x, _ in spots.values()), default=0.0)
    centres: dict[str, Point] = {}
    boxes = [place for place in view.places if place.kind == "box"]
    next_x = left
    for place in sorted(boxes, key=lambda box: spots.get(box.beach_of, (left, top))[0]):
        x = max(next_x, spots.get(place.beach_of, (left, top))[0])
        centres[place.id] = (x, top)
        next_x = x + 13
    for index, place in enumerate(place for place in view.places if place.kind == "zone"):
        spot = km(place)
        centres[place.id] = (spot[0] * stretch, spot[1] * stretch) if spot else (left + 14 * index + 6, low)
    centres |= {place.id: (left, top + 16) for place in view.places if place.kind == "offshore"}
    kinds = {place.id: place.kind for place in view.places}
    return {key: _outline(key, kinds[key], _square(spot, 5.6), spot) for key, spot in centres.items()}


def _square(centre: Point, half: float) -> Line:
    x, y = centre
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
