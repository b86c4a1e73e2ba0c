"""Whether a board can be a map: planar, connected, links both ways, drawn as it is listed, true to the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from normandy_lab.breakout.board.board import LANDING, OPEN
from normandy_lab.breakout.board.facts import broken_facts
from normandy_lab.breakout.board.graph import MapTables, to_graph
from normandy_lab.breakout.board.names import fold
from normandy_lab.breakout.board.outlines import Drawing
from normandy_lab.errors import Problem

SEA = "the sea"


def check_board(tables: MapTables, drawing: Drawing | None = None, *, facts: bool = True) -> list[Problem]:
    """Every fault of a board; ``facts`` off for a board that is not meant to be the rulebook's."""
    problems = [*_planarity(tables), *_connection(tables), *_zones(tables), *_terrain(tables), *_names(tables)]
    if facts:
        problems += [
            Problem(f"map fact ({fact.rule})", f"does not hold: {fact.text}", fact.rule)
            for fact in broken_facts(tables)
        ]
    if drawing is not None:
        problems += [*_drawn_places(tables, drawing), *_drawn_borders(tables, drawing), *_touching(drawing)]
    return problems


# ------------------------------------------------------------------------------------------ the graph


def _planarity(tables: MapTables) -> Iterator[Problem]:
    """3.2: areas that share a border can be drawn on a sheet, zones around them, all beaches on one sea."""
    import networkx as nx

    graph = to_graph(tables)
    graph.add_edges_from((SEA, str(area.id)) for area in tables.areas if area.coastal)
    planar, _ = nx.check_planarity(graph)
    if not planar:
        _, cut = nx.check_planarity(graph, counterexample=True)
        edges = ", ".join(f"{a}-{b}" for a, b in list(cut.edges)[:9])
        yield Problem("boundaries.csv", f"cannot be drawn without crossings, for one because of {edges}", "3.2")


def _connection(tables: MapTables) -> Iterator[Problem]:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(area.id for area in tables.areas)
    graph.add_edges_from((border.a, border.b) for border in tables.borders)
    dry = nx.Graph(graph)
    dry.remove_edges_from([(b.a, b.b) for b in tables.borders if b.kind != OPEN and not b.bridge])
    for kind, some in (("is in two parts", graph), ("is in two parts for guns, which need bridges (8.36)", dry)):
        parts = sorted(nx.connected_components(some), key=len)
        if len(parts) > 1:
            yield Problem("boundaries.csv", f"the board {kind}: {sorted(parts[0])} stand apart", "3.2")


def _zones(tables: MapTables) -> Iterator[Problem]:
    """3.3: arrows go both ways, and every zone leads to an area."""
    links = {zone.zone: set(zone.adjacent_zones) for zone in tables.zones}
    numbers = {area.id for area in tables.areas}
    for zone in tables.zones:
        place = f"zones.csv, zone {zone.zone}"
        for other in zone.adjacent_zones:
            if zone.zone not in links.get(other, ()):
                yield Problem(place, f"links to {other}, which does not link back", "3.3")
        if not zone.adjacent_areas:
            yield Problem(place, "leads to no area", "3.3")
        if set(zone.adjacent_areas) - numbers:
            yield Problem(
                place, f"links to areas that do not exist: {sorted(set(zone.adjacent_areas) - numbers)}", "3.3"
            )


def _terrain(tables: MapTables) -> Iterator[Problem]:
    for area in tables.areas:
        place = f"areas.csv, area {area.id}"
        if area.beach and not area.coastal:
            yield Problem(place, "is a beach and not on the coast", "3.4")
        if area.beach and not (area.naval_us or area.naval_uk):
            yield Problem(place, "is a beach that no Task Force can shell", "21.3")
        if area.fortified and not area.beach:
            yield Problem(place, "is fortified and no beach", "15.1")


def _names(tables: MapTables) -> Iterator[Problem]:
    """No two places may be read from the same spelling."""
    seen: dict[str, int] = {}
    for number, name in [*((area.id, area.name) for area in tables.areas), *tables.aliases]:
        if seen.setdefault(fold(name), number) != number:
            yield Problem("place_aliases.csv", f'"{name}" could be area {seen[fold(name)]} or {number}')


# ------------------------------------------------------------------------------------------ the drawing


def _drawn_places(tables: MapTables, drawing: Drawing) -> Iterator[Problem]:
    graph = to_graph(tables)
    drawn = [outline.id for outline in drawing.outlines]
    for place in sorted(set(graph) - set(drawn)):
        yield Problem("outlines_km.json", f"{place} is not drawn")
    for place in sorted(set(drawn) - set(graph)):
        yield Problem("outlines_km.json", f"{place} is drawn and not on the board")
    for place in sorted({place for place in drawn if drawn.count(place) > 1}):
        yield Problem("outlines_km.json", f"{place} is drawn twice")
    arrows = {frozenset((a.start, a.end)) for a in drawing.arrows if a.kind != "offshore"}
    links = {frozenset(e) for e in graph.edges if graph.edges[e]["kind"] in ("link", LANDING)}
    for pair in arrows ^ links:
        yield Problem("borders.json", f"the arrow {' - '.join(sorted(pair))} is only drawn or only listed")


def _drawn_borders(tables: MapTables, drawing: Drawing) -> Iterator[Problem]:
    listed = {border.id: border for border in tables.borders}
    drawn = {line.id: line for line in drawing.borders}
    for border in sorted(set(listed) ^ set(drawn)):
        yield Problem("borders.json", f"border {border} is only drawn or only listed", "3.2")
    for border, line in drawn.items():
        if border in listed and (listed[border].kind == "flooded") != bool(line.waves):
            yield Problem("borders.json", f"border {border} is drawn as flooded or not against its kind", "3.23")


def _touching(drawing: Drawing) -> Iterator[Problem]:
    """Two outlines share a piece of line if and only if there is a border between them."""
    sides: dict[frozenset[tuple[float, float]], list[str]] = {}
    for outline in drawing.outlines:
        if outline.kind == "area":
            points = [*zip(*outline.ring, strict=True)]
            for side in pairwise([*points, points[0]]):
                sides.setdefault(frozenset(side), []).append(outline.id)
    touching = {frozenset(pair) for pair in sides.values() if len(pair) == 2}
    listed = {frozenset((line.a, line.b)) for line in drawing.borders}
    for areas in touching ^ listed:
        yield Problem(
            "outlines_km.json", f"areas {' and '.join(sorted(areas))} touch without a border, or the reverse", "3.2"
        )
