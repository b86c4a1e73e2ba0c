"""The refit on the map: depots as paper tags with the points left, where they came from, and the way to who is chosen.

It adds signs and lines and moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.map.labels import text_width
from normandy_lab.ui.breakout.map.scene import Scene
from normandy_lab.ui.breakout.marks import DepotMark
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.hits import Point
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Rect, Sheet, Sketch

HIGH = 17.0  # px of a tag
DASH = "7 4"  # the way from a depot to a unit
PAPER = COLOURS["warn_bg"]  # of a depot's tag
INK = 2.0  # px of the line from a beach


class NightLayer:
    """Draws on one sheet above the counters."""

    def __init__(self, geometry: Geometry, sheet: Sheet) -> None:
        self._geometry = geometry
        self.sheet = sheet

    def show(self, view: View, scene: Scene) -> None:
        """The depots that the view marks; nothing outside the refit."""
        sketch = Sketch()
        marks = view.marks
        if marks is not None:
            for way in marks.lines:
                line = list(self._points(way))
                if len(line) > 1:
                    sketch.stroke(line, COLOURS["select_edge"], 6.0, 0.85)
                    sketch.stroke(line, COLOURS["allied_line"], 3.0, dash=DASH)
            for depot in marks.depots:
                self._sent(sketch, depot)
            for number, depot in enumerate(marks.depots):
                same = sum(other.place == depot.place for other in marks.depots[:number])
                self._tag(sketch, depot, same, scene.scale)
        self.sheet.show(sketch)

    def _points(self, way: tuple[str, ...]) -> Iterator[Point]:
        """From middle to middle, by way of the borders and bridges that are crossed."""
        outlines, edges = self._geometry.outlines, self._geometry.edges
        for number, place in enumerate(way):
            if place not in outlines:
                continue
            if number:
                a, b = way[number - 1], place
                edge = edges.get(f"{a}-{b}") or edges.get(f"{b}-{a}")
                if edge is not None:
                    yield edge.mid
            yield outlines[place].centre

    def _sent(self, sketch: Sketch, depot: DepotMark) -> None:
        """An ink line from the beach to a depot that stands elsewhere."""
        outlines = self._geometry.outlines
        if depot.beach in outlines and depot.place in outlines and depot.beach != depot.place:
            sketch.stroke([outlines[depot.beach].centre, outlines[depot.place].centre], COLOURS["ink"], INK)

    def _tag(self, sketch: Sketch, depot: DepotMark, before: int, scale: float) -> None:
        if depot.place not in self._geometry.outlines:
            return
        x, y = self._geometry.outlines[depot.place].centre
        width = text_width(depot.label, 11, True) + 10
        x += 16 / scale
        y += (14 + before * (HIGH + 1)) / scale
        sketch.tops.append(Rect(x, y, width / scale, HIGH / scale, PAPER, COLOURS["ink"], 1.6, radius=0))
        sketch.text(x, y - 0.5 / scale, depot.label, 11, COLOURS["ink"], bold=True)
