"""The supply layer: dashed routes from their sources, costs, and what everything hangs on (12.5, 12.51, 12.8).

It adds lines and small signs and moves nothing: routes lie under names and counters, costs beside the tags.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.map.labels import Box, text_width
from normandy_lab.ui.breakout.map.scene import Block, Scene
from normandy_lab.ui.breakout.supply_view import Leg, Mark, SupplyView, Weak
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.hits import Line, Point
from normandy_lab.ui.sketch import Rect, Sheet, Sketch

SIGN = palette.SIGNS["supply_route"]
COLOUR = {"allied": SIGN["color"], "german": SIGN["german_color"]}
CASING = SIGN["casing"]["color"]
DASH, DOTS = "10 5", "2 6"  # a route; a route to the last resort
WEAK_PX = 7.0  # a route that hangs on one bridge
WIDTHS = ((15, 6.0), (7, 5.0), (3, 4.0))  # more units than this -> px; 3 below
ARROW = 6.0  # px of the triangle's sides, before its line rounds it
BEYOND, BARS = 15.0, 12.0  # px from the middle of a border to the arrow and to each bar of a bottleneck
APART = 3.5  # px by which the two sides leave the middle of a border that both use
CHIP = (13.0, 12.0)  # px: room for arrow and margin in a cost, and its height
LAST_WORDS = "last resort"
CURVE = 6  # pieces of a leg from the middle of a place to its border


class Drawn(NamedTuple):
    """A leg on the picture: its line, and the middle and direction of the border that it crosses."""

    leg: Leg
    line: Line = ()
    mid: Point | None = None
    across: Point = (1.0, 0.0)


class SupplyLayer:
    """Draws on two sheets of the figure: routes below the names, costs above the counters."""

    def __init__(self, geometry: Geometry, routes: Sheet, costs: Sheet) -> None:
        self._geometry = geometry
        self.routes = routes
        self.costs = costs

    def show(self, view: View, scene: Scene) -> None:
        """Draw the supply of the view; nothing while the layer is off."""
        routes, costs = Sketch(), Sketch()
        if view.supply is not None:
            Painter(self._geometry, scene.scale, routes).all(view.supply)
            _costs(costs, view.supply, scene)
        self.routes.show(routes)
        self.costs.show(costs)


class Painter:
    """Draws routes at one scale."""

    def __init__(self, geometry: Geometry, scale: float, sketch: Sketch) -> None:
        self.geometry = geometry
        self.k = scale
        self.sketch = sketch
        self._links = {(link.a, link.b): link for link in geometry.links}

    def all(self, shown: SupplyView) -> None:
        """Outlines of weak places, then casings, then routes with their arrows and bars."""
        for weak in shown.weak:
            self._place(weak)
        both = _used_by_both(shown.legs)
        drawn = [self._way(leg, both) for leg in shown.legs]
        joined = _widest(drawn)
        for each in joined:
            self.sketch.stroke(each.line, CASING, width(each.leg) + 3, 0.85)
        for each in joined:
            dash = DOTS if each.leg.last else DASH
            self.sketch.stroke(each.line, COLOUR[each.leg.side], width(each.leg), dash=dash)
        for each in drawn:
            self._signs(each)

    # -- where a leg runs

    def _way(self, leg: Leg, both: frozenset[frozenset[str]]) -> Drawn:
        """The line of a leg, and where it crosses: the middle of the border and its direction."""
        outlines = self.geometry.outlines
        if leg.b not in outlines or (leg.a and leg.a not in outlines):
            return Drawn(leg)
        end = outlines[leg.b].centre
        if not leg.a:
            return Drawn(leg, self._start(leg.b, end))
        begin = outlines[leg.a].centre
        arrow = self._arrow_line(leg.a, leg.b)
        if arrow:
            return Drawn(leg, (*arrow, end), arrow[-1], _unit(arrow[0], arrow[-1]))
        mid, across = self._crossing(leg.a, leg.b) or (_middle(begin, end), _unit(begin, end))
        if frozenset((leg.a, leg.b)) in both:
            mid = _aside(mid, across, APART / self.k, leg)
        back = _bend(end, mid, (-across[0], -across[1]))[::-1]
        return Drawn(leg, (*_bend(begin, mid, across), *back[1:]), mid, across)

    def _start(self, place: str, centre: Point) -> Line:
        """From the coast to the middle of a beach; lines from zones begin with their arrows."""
        landing = next((link for link in self.geometry.links if link.kind == "landing" and link.b == place), None)
        return (landing.line[-1], centre) if landing is not None else ()

    def _crossing(self, a: str, b: str) -> tuple[Point, Point] | None:
        """The middle of a border and its direction from a to b; None where the picture has no such border."""
        edge, turned = self.geometry.edges.get(f"{a}-{b}"), self.geometry.edges.get(f"{b}-{a}")
        if edge is not None:
            return edge.mid, edge.across
        return (turned.mid, (-turned.across[0], -turned.across[1])) if turned is not None else None

    def _arrow_line(self, a: str, b: str) -> Line:
        """The arrow that is drawn between a zone and an area, or two zones."""
        link, back = self._links.get((a, b)), self._links.get((b, a))
        if link is not None:
            return link.line
        return back.line[::-1] if back is not None else ()

    # -- signs on a leg

    def _signs(self, drawn: Drawn) -> None:
        """An arrow beyond the border, bars at a bridge that much hangs on, a disc where lines begin."""
        leg, (ux, uy), colour = drawn.leg, drawn.across, COLOUR[drawn.leg.side]
        if not leg.a:
            self._source(drawn)
        if drawn.mid is None:
            return
        x, y = drawn.mid
        beyond = (BEYOND + (6 if leg.isolates else 0)) / self.k
        self._arrow((x + ux * beyond, y + uy * beyond), drawn.across, colour)
        for way in (-BARS / self.k, BARS / self.k) if leg.isolates else ():
            self._bar((x + ux * way, y + uy * way), drawn.across, colour)

    def _source(self, drawn: Drawn) -> None:
        """A disc where lines come ashore, and on the last resort if lines begin there."""
        if drawn.line:
            self.sketch.dot(*drawn.line[0], 10, "#FFFFFF", COLOUR[drawn.leg.side], w=3)
        elif drawn.leg.last:
            self.sketch.dot(*self.geometry.outlines[drawn.leg.b].centre, 12, "#FFFFFF", COLOUR[drawn.leg.side], w=2)

    def _arrow(self, tip: Point, along: Point, colour: str) -> None:
        """A small triangle; its thick line fills it, so that it lies over the dashes."""
        (ux, uy), size = along, ARROW / self.k
        back = (tip[0] - ux * size, tip[1] - uy * size)
        ring = (
            tip,
            (back[0] - uy * size * 0.6, back[1] + ux * size * 0.6),
            (back[0] + uy * size * 0.6, back[1] - ux * size * 0.6),
            tip,
        )
        self.sketch.stroke(ring, CASING, 7.5)
        self.sketch.stroke(ring, colour, 4.5)

    def _bar(self, at: Point, along: Point, colour: str) -> None:
        """One of the two bars across a route at a bridge that much hangs on."""
        (ux, uy), half = along, 8 / self.k
        ends = ((at[0] - uy * half, at[1] + ux * half), (at[0] + uy * half, at[1] - ux * half))
        self.sketch.stroke(ends, CASING, 6.5)
        self.sketch.stroke(ends, colour, 3.5)

    def _place(self, weak: Weak) -> None:
        """A double line around an area or zone whose loss would isolate somebody."""
        outline = self.geometry.outlines.get(weak.id)
        if outline is None or weak.kind == "bridge":
            return
        ring = _shrunk((*outline.ring, outline.ring[0]), outline.centre, outline.radius, 4 / self.k)
        self.sketch.stroke(ring, COLOUR[weak.side], 7)
        self.sketch.stroke(ring, CASING, 2.4)


def width(leg: Leg) -> float:
    """The width of a route in pixels: thicker where more units use it, thickest where all hangs on a bridge."""
    if leg.isolates:
        return WEAK_PX
    return next((px for units, px in WIDTHS if leg.units > units), 3.0)


def _used_by_both(legs: Sequence[Leg]) -> frozenset[frozenset[str]]:
    """Borders that lines of both sides cross."""
    used = {side: {frozenset((leg.a, leg.b)) for leg in legs if leg.side == side and leg.a} for side in COLOUR}
    return frozenset(used["allied"] & used["german"])


def _widest(drawn: Sequence[Drawn]) -> list[Drawn]:
    """One line for a border, although lines may cross it both ways."""
    best: dict[tuple[str, frozenset[str]], Drawn] = {}
    for each in drawn:
        key = (each.leg.side, frozenset((each.leg.a, each.leg.b)))
        if each.line and (key not in best or width(best[key].leg) < width(each.leg)):
            best[key] = each
    return list(best.values())


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _aside(mid: Point, across: Point, by: float, leg: Leg) -> Point:
    """The two sides cross the border beside one another, each on its own hand in whichever direction."""
    shift = by * (1 if leg.side == "allied" else -1) * (1 if leg.a < leg.b else -1)
    return mid[0] - across[1] * shift, mid[1] + across[0] * shift


def _unit(a: Point, b: Point) -> Point:
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / size, (b[1] - a[1]) / size


def _bend(begin: Point, end: Point, along: Point) -> Line:
    """A curve from a place to the middle of its border, where it runs straight across."""
    reach = hypot(end[0] - begin[0], end[1] - begin[1]) * 0.4
    near = (end[0] - along[0] * reach, end[1] - along[1] * reach)
    far = (begin[0] + (end[0] - begin[0]) * 0.4, begin[1] + (end[1] - begin[1]) * 0.4)
    return tuple(_cubic(begin, far, near, end, step / CURVE) for step in range(CURVE + 1))


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    corners = (a, b, c, d)
    x, y = (sum(w * corner[i] for w, corner in zip(weights, corners, strict=True)) for i in (0, 1))
    return x, y


def _shrunk(ring: Line, centre: Point, radius: float, by: float) -> Line:
    """A ring drawn in a little, so that its line lies inside the place."""
    factor = max(0.5, 1 - by / max(radius, by))
    return tuple((centre[0] + (x - centre[0]) * factor, centre[1] + (y - centre[1]) * factor) for x, y in ring)


# ---------------------------------------------------------------------------------------------- costs


def _costs(sketch: Sketch, shown: SupplyView, scene: Scene) -> None:
    """A chip with the cost beside the tag of each place, where it covers least; Cherbourg says what it is."""
    done: list[Box] = []
    last = (Mark(shown.last, "german", LAST_WORDS),) if shown.last else ()
    for mark in (*shown.marks, *last):
        block = scene.find(mark.place)
        if block is None:
            continue
        taken = [*scene.around(mark.place), *done]
        grow = block.spot.shape.type.grow
        box = min(_spots(block, mark, grow), key=lambda spot: sum(spot.overlap(other) for other in taken))
        done.append(box)
        middle = ((box.x0 + box.x1) / 2 / scene.scale, (box.y0 + box.y1) / 2 / scene.scale)
        draw_cost(sketch, mark, *middle, scene.scale, grow)


def cost_width(cost: str) -> float:
    """The width of a chip in pixels."""
    return text_width(cost, 9.5, True) + (8.0 if cost == LAST_WORDS else CHIP[0])


def draw_cost(sketch: Sketch, mark: Mark, x: float, y: float, scale: float, grow: float = 1.0) -> None:
    """What a refit costs here (12.51): an arrowhead as on the routes, and the points; or words without one."""
    wide, words, scale = cost_width(mark.cost), mark.cost == LAST_WORDS, scale / grow
    fill, ink = ("#FFFFFF", COLOUR[mark.side]) if words else (COLOUR[mark.side], "#FFFFFF")
    sketch.rects.append(Rect(x, y, wide / scale, CHIP[1] / scale, fill, ink, 1.0, radius=3))
    sketch.text(x + (0 if words else 3.5 / scale), y - 0.5 / scale, mark.cost, 9.5 * grow, ink, bold=True)
    if not words:
        sketch.stroke(_head(x - (wide / 2 - 5.5) / scale, y, scale), ink, 1.6)


def _head(x: float, y: float, scale: float) -> Line:
    wide, high = 2.2 / scale, 3 / scale
    return ((x - wide, y + high), (x + wide, y), (x - wide, y - high))


def _spots(block: Block, mark: Mark, grow: float) -> Iterator[Box]:
    """Left and right of the tag, or below the counters; the Allies look right first."""
    shape, x, y = block.spot.shape, round(block.spot.x), round(block.spot.y)
    row = (shape.tag or shape.grid or shape.name).moved(x, y)
    half, high = cost_width(mark.cost) * grow / 2, CHIP[1] * grow / 2
    middle = (row.y0 + row.y1) / 2 if shape.tag else row.y0 - high
    left, right = row.x0 - half - 2, row.x1 + half + 2
    ends = (right, left) if mark.side == "allied" else (left, right)
    low = min(box.y0 for box, _ in shape.boxes) + y - high
    for cx, cy in (*((end, middle) for end in ends), (x - half - 1, low), (x + half + 1, low)):
        yield Box(cx - half, cy - high, cx + half, cy + high)
