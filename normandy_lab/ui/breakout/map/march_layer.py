"""Where a selection can go, on the map: a chip with the MF at every place in reach, and the way that was chosen.

It adds signs and a line and moves nothing; "!" on a chip says in print what the place asks for: an assault.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin

from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.map.labels import Box, text_width
from normandy_lab.ui.breakout.map.scene import Block, Scene
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.hits import Point
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Rect, Sheet, Sketch

HIGH = 14.0  # px of a chip
LINE, CASING = 4.0, 8.0  # px of the way and of its casing
HEAD = 12.0  # px of the arrow's head


class MarchLayer:
    """Draws the way on a sheet under the names, and chips on one above the counters."""

    def __init__(self, geometry: Geometry, arrows: Sheet, sheet: Sheet) -> None:
        self._geometry = geometry
        self.arrows = arrows
        self.sheet = sheet

    def show(self, view: View, scene: Scene) -> None:
        """The marks of the view; nothing while there are none."""
        sketch, arrows = Sketch(), Sketch()
        if view.marks is not None:
            self._route(arrows, view.marks.route, scene.scale)
            done: list[Box] = []
            for place, mark in view.marks.places.items():
                block = scene.find(place)
                if block is not None and mark.label:
                    self._chip(sketch, block, mark.label, scene, done, place)
        self.arrows.show(arrows)
        self.sheet.show(sketch)

    def _route(self, sketch: Sketch, route: tuple[str, ...], scale: float) -> None:
        """From middle to middle, by way of the borders and bridges that are crossed."""
        line = list(self._points(route))
        if len(line) < 2:
            return
        sketch.stroke(line, COLOURS["select_edge"], CASING)
        sketch.stroke(line, COLOURS["select"], LINE)
        (x0, y0), (x1, y1) = line[-2], line[-1]
        angle = atan2(y1 - y0, x1 - x0)
        size = HEAD / scale
        wings = [(x1 + size * cos(angle + turn), y1 + size * sin(angle + turn)) for turn in (0.85 * pi, -0.85 * pi)]
        sketch.fill([(x1, y1), *wings], COLOURS["select"], COLOURS["select_edge"])

    def _points(self, route: tuple[str, ...]) -> Iterator[Point]:
        outlines, edges = self._geometry.outlines, self._geometry.edges
        for number, place in enumerate(route):
            if place not in outlines:
                continue
            if number:
                a, b = route[number - 1], place
                edge = edges.get(f"{a}-{b}") or edges.get(f"{b}-{a}")
                if edge is not None:
                    yield edge.mid
            yield outlines[place].centre

    def _chip(self, sketch: Sketch, block: Block, label: str, scene: Scene, done: list[Box], place: str) -> None:
        grow = block.spot.shape.type.grow
        taken = [*scene.around(place), *done]
        box = min(_spots(block, label, grow), key=lambda spot: sum(spot.overlap(other) for other in taken))
        done.append(box)
        k = scene.scale
        x, y = (box.x0 + box.x1) / 2 / k, (box.y0 + box.y1) / 2 / k
        size = ((box.x1 - box.x0) / k, (box.y1 - box.y0) / k)
        sketch.tops.append(Rect(x, y, *size, COLOURS["target"], COLOURS["target_edge"], 1.2, radius=3))
        sketch.text(x, y - 0.5 / k, label, 10 * grow, COLOURS["ink"], bold=True)


def _spots(block: Block, label: str, grow: float) -> Iterator[Box]:
    """Left and right of the tag, or above the name."""
    shape, x, y = block.spot.shape, round(block.spot.x), round(block.spot.y)
    row = (shape.tag or shape.grid or shape.name).moved(x, y)
    half, high = (text_width(label, 10, True) + 10) * grow / 2, HIGH * grow / 2
    middle = (row.y0 + row.y1) / 2
    top = max(box.y1 for box, _ in shape.boxes) + y + high
    for cx, cy in ((row.x0 - half - 2, middle), (row.x1 + half + 2, middle), (x, top)):
        yield Box(cx - half, cy - high, cx + half, cy + high)
