"""What may be chosen, in grades: a tint by cost, a gold line where an assault follows, a thin one for a bridge alone."""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.map.layers import folded
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import near, replace_columns

TINT = "#FFE26E"
CLOSE, DENSE, PALE = 2, 0.7, 0.4  # MF up to which the tint is dense; its alphas
THIN = 1.4  # px of the line where only a bridge can be worked on


class Tints:
    """The places that a selection can reach, denser where they cost little (8.3)."""

    NAMES = ("xs", "ys", "alpha")

    def __init__(self, fig: figure, geometry: Geometry) -> None:
        self._geometry = geometry
        self.source = ColumnDataSource({name: [] for name in self.NAMES}, name="tints")
        fig.patches("xs", "ys", source=self.source, fill_color=TINT, fill_alpha="alpha", line_alpha=0)

    def show(self, view: View) -> None:
        """The tints of what the selection lights; none while the options of a decision say what may be chosen."""
        marks = view.marks.places if view.marks is not None else {}
        rows: list[tuple[Any, ...]] = []
        for place in view.places:
            mark, outline = marks.get(place.id), self._geometry.outlines.get(place.id)
            if mark is not None and outline is not None and place.target and not mark.thin and not place.chosen:
                ring = ([near(x) for x, _ in outline.ring], [near(y) for _, y in outline.ring])
                rows.append((*ring, DENSE if mark.cost <= CLOSE else PALE))
        replace_columns(self.source, {name: [row[i] for row in rows] for i, name in enumerate(self.NAMES)})


class Outlines:
    """Lines around what is fought for (gold in a dark casing), where only a bridge asks (thin), and what is chosen (magenta)."""

    NAMES = ("xs", "ys", "color", "width", "dash")

    def __init__(self, fig: figure, geometry: Geometry, shift: float = 0.0) -> None:
        self._geometry = geometry
        self._shift = shift
        self._sent: dict[str, list[Any]] = {}
        self.source = ColumnDataSource({name: [] for name in self.NAMES}, name="outlines")
        fig.multi_line(
            "xs",
            "ys",
            source=self.source,
            line_color="color",
            line_width="width",
            line_dash="dash",
            line_join="round",
            line_cap="round",
        )

    def show(self, view: View, flashed: str = "", focus: str = "") -> None:
        rows: list[tuple[Any, ...]] = []
        self._lit(rows, view, focus)
        for place in view.places:
            if place.chosen:
                for line in range(2):
                    self._add(rows, place.id, palette.SIGNS["selected"]["outlines"][line], False)
        if flashed:
            for sign in ({"color": "#FFFFFF", "px": 7}, {"color": COLOURS["isolated"], "px": 4}):
                self._add(rows, flashed, sign, False)
        data = {name: [row[i] for row in rows] for i, name in enumerate(self.NAMES)}
        if data != self._sent:
            self._sent = self.source.data = data

    def _lit(self, rows: list[tuple[Any, ...]], view: View, focus: str) -> None:
        """Gold where an assault follows or nothing says more, thin for a bridge; what only costs MF has its tint."""
        marks = view.marks.places if view.marks is not None else {}
        hidden = folded(view)
        lit = [place.id for place in view.places if place.target and not place.chosen and place.id not in hidden]
        quiet = [key for key in lit if key in marks and not marks[key].fight]
        for key in quiet:
            if marks[key].thin or key == focus:
                self._add(rows, key, {"color": COLOURS["target_edge"], "px": THIN}, key == focus)
        for line in range(2):
            for key in (key for key in lit if key not in quiet):
                self._add(rows, key, palette.SIGNS["target"]["outlines"][line], key == focus and line == 1)

    def _add(self, rows: list[tuple[Any, ...]], place: str, sign: dict[str, Any], dashed: bool) -> None:
        outline = self._geometry.outlines.get(place)
        if outline is None:
            return
        ring = (*outline.ring, outline.ring[0])
        dash = "6 4" if dashed else "solid"
        rows.append(([x for x, _ in ring], [y for _, y in ring], sign["color"], sign["px"], dash))
