"""Lines between areas by their kind: thin where open, double where a river, wavy where flooded (3.23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.models import ColumnDataSource, GlyphRenderer
from bokeh.plotting import figure

from normandy_lab.ui.breakout.map.geometry import Edge, Geometry, wave_lines
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.hits import Line
from normandy_lab.ui.palette import COLOURS

BAND = "#DCEBF5"
BAND_KM = 1.0  # width of a flood between its waves
RIVER, CORE = 4.6, 2.2  # px of a river and its core at the overview
OVERVIEW = 6.9  # px for a km
OPEN_BORDER = "#736C5D"  # the palette's border, darkened to 3:1 on every area fill


def split(lines: Sequence[Line]) -> dict[str, Any]:
    """Polylines as the columns of a source."""
    return {"xs": [[x for x, _ in line] for line in lines], "ys": [[y for _, y in line] for line in lines]}


class Borders:
    """Four sources of lines; a scenario with other kinds of border changes their columns."""

    def __init__(self, fig: figure, geometry: Geometry, view: View) -> None:
        self._geometry = geometry
        self._kinds: tuple[tuple[str, str], ...] = ()
        self.lines: dict[str, list[Line]] = {}
        self.sources = {kind: ColumnDataSource({"xs": [], "ys": []}) for kind in ("open", "river", "flooded", "waves")}
        self._fig = fig
        self._draw("open", OPEN_BORDER, 1.1)
        self._rivers = [
            (self._draw("river", COLOURS["river"], RIVER), RIVER),
            (self._draw("river", COLOURS["river_core"], CORE), CORE),
        ]
        self._band = self._draw("flooded", BAND, 7.0)
        self._draw("waves", COLOURS["flood"], 1.5)
        self.show(view)

    def _draw(self, kind: str, color: str, width: float) -> GlyphRenderer:
        return self._fig.multi_line(
            "xs",
            "ys",
            source=self.sources[kind],
            line_color=color,
            line_width=width,
            line_join="round",
            line_cap="round",
        )

    def show(self, view: View) -> None:
        """Lines of the kinds that this scenario gives its borders."""
        kinds = tuple((border.id, border.kind) for border in view.borders)
        if kinds == self._kinds:
            return
        self._kinds = kinds
        edges: dict[str, list[Edge]] = {"open": [], "river": [], "flooded": []}
        for key, kind in kinds:
            edge = self._geometry.edges.get(key)
            if edge is not None and kind in edges:
                edges[kind].append(edge)
        self.lines = {kind: [edge.line for edge in found] for kind, found in edges.items()}
        waves = [wave for edge in edges["flooded"] for wave in (edge.waves or wave_lines(edge.line))]
        for kind, lines in (*self.lines.items(), ("waves", waves)):
            self.sources[kind].data = split(lines)

    def fit(self, scale: float) -> None:
        """Water grows with the map: the pale band fills the space between the waves, rivers a little."""
        growth = min(2.0, max(0.85, (scale / OVERVIEW) ** 0.5))
        for renderer, width in self._rivers:
            _widen(renderer, width * growth)
        _widen(self._band, max(5.0, BAND_KM * scale))


def _widen(renderer: GlyphRenderer, width: float) -> None:
    if abs(renderer.glyph.line_width - width) > 0.05:
        renderer.glyph.line_width = width
