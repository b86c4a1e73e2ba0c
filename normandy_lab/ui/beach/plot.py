"""The picture of the beach: sea left, inland right, one Bokeh figure that is built once and then patched.

The plot's x runs inland from the water line, its y along the shore from the top; both are inches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bokeh.events import Tap
from bokeh.models import CustomJS, Range1d
from bokeh.plotting import figure

from normandy_lab.ui.beach.draw import ground, label_box, overlay, people, works
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Sheet

WIDTH = 1000  # pixels, until the browser says how wide the figure is
MARGIN = 1.6  # inches beyond the table, so that a shell may lie off it
HEAD = 1.3  # inches for the names of the strips, at the top
FOOT = 1.5  # inches for the distances, at the bottom
REPORT = "setTimeout(() => { range.tags = [cb_obj.inner_width] }, 300)"

OnPoint = Callable[[float, float, str], None]


class BeachPlot:
    """The picture of a game.

    Parameters
    ----------
    view : BeachView
        The first picture; later ones come by ``show``.
    """

    def __init__(self, view: BeachView) -> None:
        self.view = view
        self.big = False
        self._width = WIDTH
        self._listeners: list[OnPoint] = []
        self._size = _size(view)
        self.figure = self._figure(view)
        self.sheets = {
            name: Sheet(self.figure, name, radii=(0, 4)) for name in ("ground", "works", "people", "overlay")
        }
        self.figure.on_event(Tap, self._tap)  # before any widget is made of the figure
        self._ask_width()
        self.show(view)

    def _figure(self, view: BeachView) -> figure:
        left, right, top, bottom = _frame(view)
        fig = figure(
            x_range=Range1d(left, right),
            y_range=Range1d(bottom, top),
            sizing_mode="stretch_width",
            aspect_ratio=(right - left) / (bottom - top),
            min_border=0,
            toolbar_location=None,
            tools=[],
            outline_line_color=None,
            background_fill_color=COLOURS["panel"],
            border_fill_color=COLOURS["panel"],
            output_backend="canvas",
            name="beach",
        )
        fig.axis.visible = False
        fig.grid.visible = False
        return fig

    def _ask_width(self) -> None:
        """Learn the width in pixels; the first report may come before anybody listens, so it is repeated."""
        fig = self.figure
        fig.on_change("inner_width", lambda _attr, _old, new: self._resized(new))
        fig.x_range.on_change("tags", lambda _attr, _old, new: self._resized(new[0] if new else None))
        fig.js_on_change("inner_width", CustomJS(args={"range": fig.x_range}, code=REPORT))

    def _resized(self, width: Any) -> None:
        if width and abs(float(width) - self._width) > 4:
            self._width = int(width)
            self.show(self.view)

    @property
    def text(self) -> float:
        """The factor by which text is larger than in the guide's plan of 1,086 pixels."""
        return max(0.8, min(1.25, self._width / WIDTH)) * (1.75 if self.big else 1.0)

    @property
    def inch(self) -> float:
        """Pixels for an inch of the table."""
        left, right, _, _ = _frame(self.view)
        return self._width / (right - left)

    def enlarge(self, on: bool) -> None:
        """Big type, for a projector."""
        self.big = on
        self.show(self.view)

    def show(self, view: BeachView) -> None:
        """Make the picture that of ``view``: columns that differ are replaced, nothing else."""
        self.view = view
        left, right, top, bottom = _frame(view)
        x, y = self.figure.x_range, self.figure.y_range
        for axis, start, end in ((x, left, right), (y, bottom, top)):
            if (axis.start, axis.end) != (start, end):
                axis.update(start=start, end=end)
        if self._size != _size(view):
            self._size = _size(view)
            self.figure.aspect_ratio = (right - left) / (bottom - top)
        self.sheets["ground"].show(ground(view, self.text))
        self.sheets["works"].show(works(view, self.text))
        self.sheets["people"].show(people(view, self.text, self.inch))
        self.sheets["overlay"].show(overlay(view, self.inch))

    def on_point(self, callback: OnPoint) -> None:
        """Call back for every click with inches along the shore and inland, and the squad whose label lies there."""
        self._listeners.append(callback)

    def click(self, x: float, y: float) -> None:
        """A click at ``x`` along the shore and ``y`` inland."""
        squad = self.label_at(x, y)
        for listener in self._listeners:
            listener(x, y, squad)

    def label_at(self, x: float, y: float) -> str:
        """The squad whose label lies at a place, or ""."""
        boxes = [(squad.id, label_box(self.view, squad, self.text, self.inch)) for squad in self.view.squads]
        return next((name for name, box in boxes if box is not None and box.holds(y, x)), "")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place lies in the figure, as fractions of its box from the top left."""
        left, right, top, bottom = _frame(self.view)
        return (y - left) / (right - left), (x - top) / (bottom - top)

    def _tap(self, event: Tap) -> None:
        if event.x is not None and event.y is not None:
            self.click(event.y, event.x)


def _frame(view: BeachView) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of the picture."""
    first, last = view.window
    return -view.water - MARGIN / 2, view.depth + MARGIN / 2, first - HEAD - MARGIN / 2, last + FOOT + MARGIN / 4


def _size(view: BeachView) -> tuple[float, ...]:
    return (view.width / view.parts, view.water, view.depth)
