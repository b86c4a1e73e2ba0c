"""The map as one Bokeh figure: built once, then only columns change.

>>> from normandy_lab.ui.breakout.map.mapplot import ASPECT
>>> round(ASPECT, 2)
1.47
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from bokeh.events import RangesUpdate, Tap
from bokeh.models import ColumnDataSource, HoverTool, PanTool, Range1d, WheelZoomTool
from bokeh.plotting import figure

from normandy_lab.ui.breakout.map.card import Window, anchor_of, draw_card, groups
from normandy_lab.ui.breakout.map.cells import geometry_for
from normandy_lab.ui.breakout.map.geometry import Geometry, normandy
from normandy_lab.ui.breakout.map.hover import STYLE
from normandy_lab.ui.breakout.map.labels import Box
from normandy_lab.ui.breakout.map.layers import Boxes, Ground, folded
from normandy_lab.ui.breakout.map.legend import draw_legend
from normandy_lab.ui.breakout.map.lit import Outlines, Tints
from normandy_lab.ui.breakout.map.march_layer import MarchLayer
from normandy_lab.ui.breakout.map.night_layer import NightLayer
from normandy_lab.ui.breakout.map.scene import Scene
from normandy_lab.ui.breakout.map.supply_layer import SupplyLayer
from normandy_lab.ui.breakout.view import LEGEND, View
from normandy_lab.ui.hits import BRIDGE, COUNTER, GROUND, SEA, Hit, Line, Point, Zone, square, under
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.room import fill_room, see
from normandy_lab.ui.sketch import Sheet, Sketch, near, replace_columns

HOME = (-73.2, -48.5, 86.8, 60.5)  # left, bottom, right, top in km
ASPECT = (HOME[2] - HOME[0]) / (HOME[3] - HOME[1])
WIDTH = 1100  # pixels, until the browser says how wide the figure is
LEGEND_FROM = 760  # px of map width below which the legend would cover the board
SETTLE = 0.18  # seconds without a change of range before labels are laid out anew
BLINK = 0.2
CLOSE, AROUND = 48.0, 30.0  # km across at least, and around what is asked for, with a projector
BIG_CARD = 1.7
# A tooltip shows after 300 ms. The text is a template in which "@" begins the name of a column, so the "@"
# of the style comes from a column too; and a style must stand inside an element to be kept.
LATE = """@{at}{safe}keyframes nl-late {from {visibility: hidden} to {visibility: visible}}
:host {animation: nl-late 1ms step-end 300ms both; visibility: var(--nl-hint, inherit)}"""
TOOLTIP = f"<div><style>{LATE}{STYLE}</style>@hover{{safe}}</div>"

OnHit = Callable[[Hit], None]


class MapPlot:
    """The picture of a game.

    Parameters
    ----------
    geometry : Geometry, optional
        Shapes of the places; if omitted those of the package, or cells for another board.
    view : View
        The first picture; later ones come by ``show``.
    width : int
        Width in pixels for which the first picture is laid out.
    """

    def __init__(self, geometry: Geometry | None, view: View, width: int = WIDTH) -> None:
        self.geometry = geometry or geometry_for(view)
        self.view = view
        self.opened = ""
        self.big = False  # the sizes of a projector
        self._followed: list[Point] = []
        self._listeners: list[OnHit] = []
        self._width, self._height = float(width), width / ASPECT
        self._home = _home(self.geometry)
        self._flashed = self._focus = ""
        self._timer: asyncio.TimerHandle | None = None
        self.figure = self._figure()
        self.ground = Ground(self.figure, self.geometry, view)
        self.boxes = Boxes(self.figure, self.geometry, view)
        ground = len(self.figure.renderers)
        self.tints = Tints(self.figure, self.geometry)
        self.outlines = Outlines(self.figure, self.geometry)
        routes = Sheet(self.figure, "routes")
        arrows = Sheet(self.figure, "arrows")
        self.signs = Sheet(self.figure, "signs", radii=(0, 3), halo=True)
        self.counters = Sheet(self.figure, "counters", radii=(0, 3, 4))
        self.supply = SupplyLayer(self.geometry, routes, Sheet(self.figure, "costs", radii=(0, 3)))
        self.march = MarchLayer(self.geometry, arrows, Sheet(self.figure, "march", radii=(0, 3)))
        self.night = NightLayer(self.geometry, Sheet(self.figure, "depots", radii=(0,)))
        self.legend = Sheet(self.figure, "legend", radii=(0, 3, 4, 6))
        self.card = Sheet(self.figure, "card", radii=(0, 4, 6))
        self.zones: list[Zone] = []
        self._legend_key: tuple[Window, bool, bool, bool] | None = None
        self._legend_boxes: list[Box] = []
        self.hits = self._hover()
        for renderer in self.figure.renderers[ground:]:
            renderer.level = "overlay"  # a canvas of its own: the ground below is painted once a zoom
        self.scene = Scene(self.geometry, self.scale, self._home)
        self.figure.on_event(Tap, self._tap)  # before any widget is made of the figure
        self.figure.on_event(RangesUpdate, lambda _event: self._later())
        fill_room(self.figure, self._resized)
        self.show(view)

    # ---------------------------------------------------------------------------------- the figure

    def _figure(self) -> figure:
        left, bottom, right, top = self._home
        fig = figure(
            tags=[left, bottom, right, top],
            x_range=Range1d(left, right),
            y_range=Range1d(bottom, top),
            sizing_mode="stretch_both",
            min_border=0,
            toolbar_location=None,
            tools=[],
            outline_line_color=None,
            background_fill_color=COLOURS["sea"],
            border_fill_color=COLOURS["sea"],
            output_backend="canvas",
            name="map",
        )
        fig.axis.visible = False
        fig.grid.visible = False
        wheel, pan = WheelZoomTool(modifiers="ctrl"), PanTool()
        fig.add_tools(wheel, pan)
        fig.toolbar.active_scroll = wheel
        fig.toolbar.active_drag = pan
        return fig

    def _hover(self) -> ColumnDataSource:
        """Invisible shapes on top of everything that tell what lies below; the topmost one speaks."""
        source = ColumnDataSource({"xs": [], "ys": [], "level": [], "hover": [], "at": []}, name="hits")
        renderer = self.figure.patches("xs", "ys", source=source, fill_alpha=0.0, line_alpha=0.0)
        renderer.hover_glyph = None  # else every move of the pointer paints the map
        renderer.nonselection_glyph = renderer.selection_glyph = None
        tool = HoverTool(
            renderers=[renderer],
            tooltips=TOOLTIP,
            point_policy="follow_mouse",
            sort_by=[("@level", -1)],
            limit=1,
            attachment="horizontal",
        )
        self.figure.add_tools(tool)
        return source

    @property
    def scale(self) -> float:
        """Pixels for a kilometre, as far as the browser has told."""
        return self._width / (self.figure.x_range.end - self.figure.x_range.start)

    @property
    def window(self) -> Window:
        x, y = self.figure.x_range, self.figure.y_range
        return Window(x.start, y.start, x.end, y.end, self.scale)

    # -------------------------------------------------------------------------------------- showing

    def show(self, view: View) -> None:
        """Make the picture that of ``view``: columns that differ are replaced, nothing else."""
        self.view = view
        if self.big:
            self._follow(view)
        if self.opened and not groups(view, self.opened):
            self.opened = ""
        self.ground.show(view)
        self.ground.borders.fit(self.scale)
        self.boxes.show(view)
        self.tints.show(view)
        self.outlines.show(view, self._flashed, self._focus)
        signs, counters = self.scene.show(view)
        self.signs.show(signs)
        self.counters.show(counters)
        self.supply.show(view, self.scene)
        self.march.show(view, self.scene)
        self.night.show(view, self.scene)
        self._overlays(view)

    def fits(self, view: View) -> bool:
        """Whether this figure can show the view: the same places and no unknown border. Else make a new one."""
        same = [place.id for place in view.places] == [place.id for place in self.view.places]
        drawn = [border.id for border in view.borders if border.kind in ("open", "river", "flooded")]
        return same and all(border in self.geometry.edges for border in drawn)

    def _overlays(self, view: View) -> None:
        window, card = self.window, Sketch()
        busy = self._explain(view, window)
        opened: list[Zone] = []
        if self.opened:
            fallback = self.geometry.outlines[self.opened].centre
            anchor = anchor_of(self.scene.piles, self.opened, fallback)
            covered = [*busy * 3, *self.scene.boxes]
            opened = draw_card(card, view, self.opened, anchor, window, covered, BIG_CARD if self.big else 1.0)
        self.card.show(card)
        self.zones = [*self._zones(view), *opened]
        self._show_hits()

    def _explain(self, view: View, window: Window) -> list[Box]:
        """Draw the legend where it has changed; the boxes that it takes. It gives way when one zooms in."""
        near_home = self.scale < 1.25 * self._width / (self._home[2] - self._home[0])
        wanted = (self.big or (LEGEND in view.layers and near_home)) and self._width >= LEGEND_FROM
        key = (window, bool(self.opened), view.supply is not None, self.big) if wanted else None
        if key != self._legend_key:
            sketch = Sketch()
            self._legend_boxes = draw_legend(sketch, *key) if key is not None else []
            self._legend_key = key
            self.legend.show(sketch)
        return self._legend_boxes

    def _zones(self, view: View) -> list[Zone]:
        k, hidden = self.scale, folded(view)
        outlines = self.geometry.outlines
        zones = [
            Zone(GROUND, Hit("place", place.id), outlines[place.id].ring, place.hover, place.id)
            for place in view.places
            if place.id in outlines and place.id not in hidden
        ]
        for bridge in view.bridges:
            edge = self.geometry.edges.get(bridge.id)
            if edge is not None:
                zones.append(Zone(BRIDGE, Hit("bridge", bridge.id), square(*edge.mid, 24 / k), bridge.hover))
        for spot in self.scene.piles:
            units = tuple(unit.unit for unit in spot.pile.units)
            hover = spot.pile.top.hover if len(units) == 1 else pile_html(spot.pile.units)
            ring = square(spot.x, spot.y, (spot.side + 2) / k)
            zones.append(Zone(COUNTER, Hit("unit", units[0]), ring, hover, spot.place, units))
        return zones

    def _show_hits(self) -> None:
        data: dict[str, list[Any]] = {
            "xs": [_ring(zone.ring)[0] for zone in self.zones],
            "ys": [_ring(zone.ring)[1] for zone in self.zones],
            "level": [zone.level for zone in self.zones],
            "hover": [zone.hover for zone in self.zones],
            "at": ["@"] * len(self.zones),
        }
        replace_columns(self.hits, data)

    # --------------------------------------------------------------------------------------- clicks

    def on_hit(self, callback: OnHit) -> None:
        """Call back with a ``Hit`` for every click on a unit, place, bridge or the sea."""
        self._listeners.append(callback)

    def hit(self, x: float, y: float) -> Hit:
        """What lies at a point of the map in km, by id."""
        zone = under(self.zones, x, y)
        return zone.hit if zone is not None else SEA

    def click(self, x: float, y: float) -> Hit | None:
        """A click at a point: a pile opens or closes (None), anything else is reported and returned."""
        zone = under(self.zones, x, y)
        if zone is not None and len(zone.units) > 1:
            hit = self._pile(zone)
            if hit is None:
                return None
        elif zone is not None and zone.hit.kind == "place" and zone.place == self.opened and zone.hover == "":
            return None  # the paper of the open card
        else:
            hit = zone.hit if zone is not None else SEA
        for listener in self._listeners:
            listener(hit)
        return hit

    def _pile(self, zone: Zone) -> Hit | None:
        """A pile opens, unless its place may be chosen and none of its units."""
        asked = any(self.view.counter(unit).target or self.view.counter(unit).chosen for unit in zone.units)
        if not asked and self.view.place(zone.place).target:
            return Hit("place", zone.place)
        if self.opened == zone.place:
            self.close_pile()
        else:
            self.open_pile(zone.place)
        return None

    def _tap(self, event: Tap) -> None:
        if event.x is not None and event.y is not None:
            self.click(event.x, event.y)

    # ------------------------------------------------------------------------------- piles and marks

    def open_pile(self, place: str) -> None:
        """Open the card of a place; only one is open."""
        if groups(self.view, place):
            self.opened = place
            self._overlays(self.view)

    def close_pile(self) -> None:
        if self.opened:
            self.opened = ""
            self._overlays(self.view)

    def flash(self, place: str) -> None:
        """Blink an area once: the answer to a refused click."""
        self._flashed = place if place in self.geometry.outlines else ""
        self.outlines.show(self.view, self._flashed, self._focus)
        if not _soon(BLINK, self._unflash):
            self._flashed = ""  # without a loop the mark goes with the next view

    def _unflash(self) -> None:
        self._flashed = ""
        self.outlines.show(self.view, "", self._focus)

    def focus(self, place: str) -> None:
        """Mark the place that the keyboard is on: its gold line turns dashed."""
        self._focus = place
        self.outlines.show(self.view, self._flashed, self._focus)

    # ------------------------------------------------------------------------------------ projector

    def project(self, on: bool) -> None:
        """Larger letters, signs and counters for a class, and a close look at what is asked for; or back."""
        if on != self.big:
            self.big = on
            self._new_scene()
            if on:
                self._followed = self._asked(self.view)
                self._aim(self._followed)
                self.show(self.view)
            else:
                self.fit()

    def _asked(self, view: View) -> list[Point]:
        """The middles of the places that may be chosen, or of those that are."""
        lit = [place.id for place in view.places if place.target or place.chosen]
        return [self.geometry.outlines[key].centre for key in lit if key in self.geometry.outlines]

    def _follow(self, view: View) -> None:
        """Look elsewhere when something else is asked for and nothing of it can be seen."""
        asked, seen = self._asked(view), self.window
        if asked == self._followed:
            return
        self._followed = asked
        if asked and not any(seen.left < x < seen.right and seen.bottom < y < seen.top for x, y in asked):
            self._aim(asked)

    def _aim(self, spots: Sequence[Point]) -> None:
        """Show these points and what lies around them."""
        if not spots:
            return
        left, bottom, right, top = self._home
        x0, x1 = min(x for x, _ in spots), max(x for x, _ in spots)
        y0, y1 = min(y for _, y in spots), max(y for _, y in spots)
        wide = min(right - left, max(CLOSE, x1 - x0 + AROUND, (y1 - y0 + AROUND) * ASPECT))
        tall = wide * (top - bottom) / (right - left)
        x = min(max((x0 + x1) / 2, left + wide / 2), right - wide / 2)
        y = min(max((y0 + y1) / 2, bottom + tall / 2), top - tall / 2)
        self._see(x, y, wide, tall)
        self._new_scene()

    def _see(self, x: float, y: float, wide: float, tall: float) -> None:
        """Set the ranges so that so many kilometres about a point can be seen, as long both ways."""
        window = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        see(self.figure, window, self._width, self._height)

    def _new_scene(self) -> None:
        self.scene = Scene(self.geometry, self.scale, self._home, self.big)

    # ----------------------------------------------------------------------------------------- zoom

    def zoom(self, factor: float) -> None:
        """Zoom about the middle; 2 makes everything twice as large."""
        x, y = self.figure.x_range, self.figure.y_range
        span = min((x.end - x.start) / factor, self._home[2] - self._home[0])
        if span >= self._home[2] - self._home[0] - 1e-6:
            self.fit()
            return
        tall = span * (y.end - y.start) / (x.end - x.start)
        self._look_at((x.start + x.end) / 2, (y.start + y.end) / 2, span, tall)

    def fit(self) -> None:
        """The whole board."""
        left, bottom, right, top = self._home
        self._look_at((left + right) / 2, (bottom + top) / 2, right - left, top - bottom)

    def go_to(self, place: str, span: float = 60.0) -> None:
        """Centre the picture on a place."""
        x, y = self.geometry.outlines[place].centre
        tall = span * (self._home[3] - self._home[1]) / (self._home[2] - self._home[0])
        self._look_at(x, y, span, tall)

    def _look_at(self, x: float, y: float, wide: float, tall: float) -> None:
        self._see(x, y, wide, tall)
        self._relayout()

    def _resized(self, width: int, height: int) -> None:
        if abs(width - self._width) > 2 or abs(height - self._height) > 2:
            self._width, self._height = width, height
            self._later()

    def _later(self) -> None:
        """Lay out anew once the ranges have come to rest."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = _soon(SETTLE, self._relayout)
        if self._timer is None:
            self._relayout()

    def _relayout(self) -> None:
        self._timer = None
        if abs(self.scale / self.scene.scale - 1) > 0.01:
            self._new_scene()
            self.show(self.view)
        else:
            self._overlays(self.view)


@lru_cache(maxsize=1024)
def _ring(ring: Line) -> tuple[list[float], list[float]]:
    return [near(x) for x, _ in ring], [near(y) for _, y in ring]


def _soon(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle | None:
    """Call later if an event loop runs; None if none does."""
    try:
        return asyncio.get_running_loop().call_later(seconds, call)
    except RuntimeError:
        return None


def _home(geometry: Geometry) -> tuple[float, float, float, float]:
    if geometry.extent == normandy().extent:
        return HOME
    left, bottom, right, top = geometry.extent
    wide, tall = right - left, top - bottom
    spare_x, spare_y = max(0.0, tall * ASPECT - wide) / 2, max(0.0, wide / ASPECT - tall) / 2
    return left - spare_x, bottom - spare_y, right + spare_x, top + spare_y


def pile_html(units: Any) -> str:
    """The hover text of a pile: its units in words."""
    from html import escape

    rows = "".join(f"<div>{escape(unit.words)}</div>" for unit in units)
    routes = dict.fromkeys(unit.supply for unit in units if unit.supply)  # several units may share one sentence
    rows += "".join(f"<p class='supply'>{escape(route)}</p>" for route in routes)
    return f"<div class='nl'><b class='h'>{len(units)} units</b>{rows}</div>"
