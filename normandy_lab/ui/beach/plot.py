"""The picture of the beach: sea left, inland right, one Bokeh figure that is built once and then patched.

The plot's x runs inland from the water line, its y along the shore from the top; both are inches.
"""

from __future__ import annotations

from collections.abc import Callable

from bokeh.events import Tap
from bokeh.models import Range1d
from bokeh.plotting import figure

from normandy_lab.ui.beach.draw import ground, label_box, overlay, people, works
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.room import fill_room, see
from normandy_lab.ui.sketch import Sheet

LEAST = 0.96  # of the type: nothing on the picture is under 11 pixels
WIDTH = 1000  # pixels, until the browser says how wide the figure is
MARGIN = 1.6  # inches beyond the table, so that a shell may lie off it
HEAD = 1.3  # inches for the names of the strips, at the top
FOOT = 1.5  # inches for the distances, at the bottom

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
        self._height = 700
        self.figure = self._figure(view)
        self.sheets = {
            name: Sheet(self.figure, name, radii=(0, 4)) for name in ("ground", "works", "people", "overlay")
        }
        self.figure.on_event(Tap, self._tap)  # before any widget is made of the figure
        fill_room(self.figure, self._resized)
        self.show(view)

    def _figure(self, view: BeachView) -> figure:
        left, right, top, bottom = _frame(view)
        fig = figure(
            x_range=Range1d(left, right),
            y_range=Range1d(bottom, top),
            tags=[left, bottom, right, top],
            sizing_mode="stretch_both",
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

    def _resized(self, width: int, height: int) -> None:
        if abs(width - self._width) > 4 or abs(height - self._height) > 4:
            self._width, self._height = width, height
            self.show(self.view)

    @property
    def text(self) -> float:
        """The factor by which text is larger than in the guide's plan of 1,086 pixels."""
        return max(LEAST, min(1.25, self._width / WIDTH)) * (1.75 if self.big else 1.0)

    @property
    def inch(self) -> float:
        """Pixels for an inch of the table."""
        left, right, top, bottom = _frame(self.view)
        return min(self._width / (right - left), self._height / (bottom - top))

    def enlarge(self, on: bool) -> None:
        """Big type, for a projector."""
        self.big = on
        self.show(self.view)

    def show(self, view: BeachView) -> None:
        """Make the picture that of ``view``: columns that differ are replaced, nothing else."""
        self.view = view
        left, right, top, bottom = _frame(view)
        see(self.figure, (left, bottom, right, top), self._width, self._height)
        self.sheets["ground"].show(ground(view, self.text, self.inch))
        self.sheets["works"].show(works(view, self.text, self.inch))
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
        across, up = self.figure.x_range, self.figure.y_range
        return (y - across.start) / (across.end - across.start), (x - up.end) / (up.start - up.end)

    def _tap(self, event: Tap) -> None:
        if event.x is not None and event.y is not None:
            self.click(event.y, event.x)


def _frame(view: BeachView) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of the picture."""
    first, last = view.window
    return -view.water - MARGIN / 2, view.depth + MARGIN / 2, first - HEAD - MARGIN / 2, last + FOOT + MARGIN / 4
