"""The board under the counters: sea, land, areas, borders, arrows; all of it drawn once.

Only fills, hatches and outlines change, and only their columns are replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi
from typing import Any, ClassVar

from bokeh.models import ColumnDataSource, GlyphRenderer
from bokeh.plotting import figure

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.borders import Borders, split
from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.view import CONTROL, PlaceView, View
from normandy_lab.ui.hits import Line
from normandy_lab.ui.palette import AREA_FILL, COLOURS

GLOW = ((30, 0.18), (22, 0.28), (14, 0.45), (7, 0.8))  # width in pixels and alpha, widest first
CITY = 4  # the terrain value of a city (3.22)
SAND = COLOURS["sand"]


class Ground:
    """Sea, land, area fills with their patterns, borders and arrows."""

    def __init__(self, fig: figure, geometry: Geometry, view: View) -> None:
        self._fig = fig
        self._geometry = geometry
        self._order = [place.id for place in view.places if place.kind == "area" and place.id in geometry.outlines]
        places = {place.id: place for place in view.places}
        self._sea_and_land()
        self._areas(places)
        self.borders = Borders(fig, geometry, view)
        self._coast_and_frame(places)
        self._links({place.id for place in view.places})

    def _line(self, lines: Sequence[Line], color: str, width: float, alpha: float = 1.0, **more: Any) -> GlyphRenderer:
        return self._fig.multi_line(
            "xs",
            "ys",
            source=ColumnDataSource(split(lines)),
            line_color=color,
            line_width=width,
            line_alpha=alpha,
            line_join="round",
            line_cap="round",
            **more,
        )

    def _sea_and_land(self) -> None:
        rings = [(*ring, ring[0]) for ring in self._geometry.land]
        for width, alpha in GLOW:
            self._line(rings, COLOURS["sea_edge"], width, alpha)
        land = ColumnDataSource(split(self._geometry.land))
        self._fig.patches(
            "xs",
            "ys",
            source=land,
            fill_color=COLOURS["land_off"],
            line_color=COLOURS["coast"],
            line_alpha=0.35,
            line_width=0.8,
        )

    def _areas(self, places: dict[str, PlaceView]) -> None:
        rings = [self._geometry.outlines[key].ring for key in self._order]
        bocage = palette.SIGNS["bocage"]
        self.fills = ColumnDataSource(
            {
                **split(rings),
                "fill": [COLOURS["area_german"]] * len(rings),
                **_patterns([places[key] for key in self._order]),
            },
            name="areas",
        )
        self._fig.patches(
            "xs",
            "ys",
            source=self.fills,
            fill_color="fill",
            line_color="fill",
            line_width=0.5,
            hatch_pattern="pattern",
            hatch_color="pattern_color",
            hatch_alpha="pattern_alpha",
            hatch_scale=bocage["hatch_scale_px"],
            hatch_weight=0.8,
        )
        hatch = palette.SIGNS["contested"]
        self.contested = ColumnDataSource({**split(rings), "hatch": [" "] * len(rings)}, name="contested")
        self._fig.patches(
            "xs",
            "ys",
            source=self.contested,
            fill_alpha=0,
            line_alpha=0,
            hatch_pattern="hatch",
            hatch_color=hatch["hatch_color"],
            hatch_alpha=hatch["hatch_alpha"],
            hatch_scale=hatch["hatch_scale_px"],
            hatch_weight=hatch["hatch_weight"],
        )

    def _coast_and_frame(self, places: dict[str, PlaceView]) -> None:
        geometry = self._geometry
        beaches = [key for key in self._order if places[key].beach]
        shores = [run for key in beaches for run in geometry.shores.get(key, ())]
        coast = [geometry.coast] if geometry.coast else []
        self._line(coast, COLOURS["coast"], 1.6)
        self._line(shores, COLOURS["coast"], 5.4)
        self._line(shores, SAND, 3.4)
        if geometry.frame:
            self._line([geometry.frame], COLOURS["frame"], 2.0)

    def _links(self, known: set[str]) -> None:
        links = [link for link in self._geometry.links if link.a in known and link.b in known]
        zones = [link.line for link in links if link.kind in ("zone", "zone-zone")]
        self._line(zones, COLOURS["frame"], 1.8)
        self._heads([link.line for link in links if link.kind == "zone"], COLOURS["frame"])
        landing = [link.line for link in links if link.kind == "landing"]
        self._line(landing, COLOURS["box_edge"], 2.0)
        self._heads(landing, COLOURS["box_edge"])

    def _heads(self, lines: Sequence[Line], color: str) -> None:
        """Triangles at the ends of arrows; a triangle points up at angle 0."""
        ends = [(line[-2], line[-1]) for line in lines]
        angles = [atan2(y1 - y0, x1 - x0) - pi / 2 for (x0, y0), (x1, y1) in ends]
        self._fig.scatter(
            x=[end[0] for _, end in ends],
            y=[end[1] for _, end in ends],
            angle=angles,
            marker="triangle",
            size=8,
            color=color,
        )

    def show(self, view: View) -> None:
        """New fills and hatches, where they changed."""
        places = {place.id: place for place in view.places}
        control = CONTROL in view.layers
        neutral = COLOURS["area_german"]
        fill = [AREA_FILL[places[key].control] if control else neutral for key in self._order]
        hatch = [palette.SIGNS["contested"]["hatch"] if places[key].contested else " " for key in self._order]
        self.borders.show(view)
        for name, column in (("fill", fill), *_patterns([places[key] for key in self._order]).items()):
            if list(self.fills.data[name]) != column:
                self.fills.data[name] = column
        if list(self.contested.data["hatch"]) != hatch:
            self.contested.data["hatch"] = hatch


def _patterns(places: Sequence[PlaceView]) -> dict[str, list[Any]]:
    """Dots for bocage, a grid for cities."""
    kinds, bocage, city = [_terrain(place) for place in places], palette.SIGNS["bocage"], COLOURS["border"]
    return {
        "pattern": kinds,
        "pattern_color": [city if kind == "cross" else bocage["hatch_color"] for kind in kinds],
        "pattern_alpha": [0.45 if kind == "cross" else bocage["hatch_alpha"] for kind in kinds],
    }


def _terrain(place: PlaceView) -> str:
    if place.tem >= CITY:
        return "cross"
    return "dot" if place.bocage else " "


class Boxes:
    """Perimeter zones, approach boxes and the Offshore Box; an empty Offshore Box folds away."""

    LOOK: ClassVar[dict[str, tuple[str, str, float]]] = {
        "zone": (COLOURS["zone"], COLOURS["frame"], 1.6),
        "box": ("#C6DAE8", COLOURS["box_edge"], 1.8),
        "offshore": ("#C6DAE8", COLOURS["box_edge"], 1.8),
    }

    def __init__(self, fig: figure, geometry: Geometry, view: View) -> None:
        self._geometry = geometry
        self._order = [p.id for p in view.places if p.kind in self.LOOK and p.id in geometry.outlines]
        kinds = {place.id: place.kind for place in view.places}
        looks = [self.LOOK[kinds[key]] for key in self._order]
        self.source = ColumnDataSource(
            {
                **split([geometry.outlines[key].ring for key in self._order]),
                "fill": [look[0] for look in looks],
                "line": [look[1] for look in looks],
                "width": [look[2] for look in looks],
                "alpha": [1.0] * len(looks),
            },
            name="boxes",
        )
        fig.patches(
            "xs",
            "ys",
            source=self.source,
            fill_color="fill",
            line_color="line",
            line_width="width",
            fill_alpha="alpha",
            line_alpha="alpha",
            line_join="round",
        )
        routes = [link.line for link in geometry.links if link.kind == "offshore"]
        self.routes = fig.multi_line(
            "xs",
            "ys",
            source=ColumnDataSource(split(routes)),
            line_color=COLOURS["box_edge"],
            line_dash="dashed",
            line_width=1,
        )

    def show(self, view: View) -> None:
        hidden = folded(view)
        alpha = [0.0 if key in hidden else 1.0 for key in self._order]
        if list(self.source.data["alpha"]) != alpha:
            self.source.data["alpha"] = alpha
        self.routes.visible = "offshore" not in hidden


def folded(view: View) -> frozenset[str]:
    """The Offshore Box while nobody is in it and it cannot be chosen."""
    occupied = {counter.place for counter in view.counters}
    return frozenset(
        place.id for place in view.places if place.kind == "offshore" and place.id not in occupied and not place.target
    )
