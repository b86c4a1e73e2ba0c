"""One still picture of a position, for notebooks: the map of the lab without the lab."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import ipywidgets as widgets
from bokeh.models import Arrow, NormalHead

from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.errors import NormandyError, nearest
from normandy_lab.game import Game, new_game
from normandy_lab.ui.bokeh_bridge import BokehMap, load_bokehjs
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.supply_view import SIDE_LAYERS, SUPPLY
from normandy_lab.ui.breakout.view import CONTROL, LEGEND, POINTS, PROVENANCE, view

WAY = "#7A1FA2"  # no colour of the map
LAYERS = (CONTROL, POINTS, SUPPLY, *SIDE_LAYERS.values(), PROVENANCE, LEGEND)
HEIGHT = 520  # pixels


class Picture(BokehMap):
    """What ``picture`` returns: a widget that shows itself at the end of a cell, however often."""

    plot: MapPlot

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self.expect(load_bokehjs())
        self.refresh()
        return super()._repr_mimebundle_(**kwargs)


def picture(
    position: Any,
    layers: Collection[str] = (CONTROL,),
    ways: Sequence[Sequence[str]] = (),
    *,
    at: str = "",
    span: float = 60.0,
    height: int = HEIGHT,
) -> Picture:
    """One still picture of a position on the map.

    Parameters
    ----------
    position
        A Game, a Scenario, or the name or path of a scenario of the area-impulse game.
    layers
        What is shown beside units and bridges: "control", "points", "supply" ("supply:german", "supply:allied"),
        "provenance", "legend".
    ways
        Ways to draw as arrows, each a list of places by number or name.
    at
        A place to look at from near; by default the whole board is shown.
    span
        How many kilometres are seen at least in each direction around ``at``.
    height
        In pixels.

    Raises
    ------
    NormandyError
        For a position of another game, an unknown layer or an unknown place.

    Examples
    --------
    >>> import normandy_lab as nl
    >>> nl.picture("d_day", ways=[["57", "Cherbourg", "53"]], at="Valognes").plot.figure.name
    'map'
    """
    game = position if isinstance(position, Game) else new_game(position, seed=0)
    if game.spec.system != "breakout":
        raise NormandyError(f"{game.spec.name} is a game of the {game.spec.system}, which has no board of areas")
    for layer in layers:
        if layer not in LAYERS:
            raise NormandyError(f"picture: there is no layer {layer!r}. {nearest(layer, list(LAYERS))}".strip())
    setting = game.state.setting
    names = PlaceNames(setting.board, setting.aliases)
    sides = {SUPPLY} if set(layers) & set(SIDE_LAYERS.values()) else set()
    plot = MapPlot(None, view(game, layers={*layers, *sides}))
    for way in ways:
        _arrows(plot, [_place(names, place) for place in way])
    if at:
        plot.go_to(_place(names, at), span)
    else:
        plot.fit()
    made = Picture(plot.figure, layout=widgets.Layout(width="100%", height=f"{height}px"))
    made.plot = plot
    return made


def _place(names: PlaceNames, text: object) -> str:
    found = names.find(text)
    if found is None:
        near = names.nearest(text)
        raise NormandyError(f"picture: there is no place {text!r}." + (f' Did you mean "{near}"?' if near else ""))
    return found


def _arrows(plot: MapPlot, way: Sequence[str]) -> None:
    spots = [plot.geometry.outlines[place].centre for place in way]
    for (x, y), (to_x, to_y) in pairwise(spots):
        head = NormalHead(size=15, fill_color=WAY, line_color=WAY)
        arrow = Arrow(x_start=x, y_start=y, x_end=to_x, y_end=to_y, end=head)
        arrow.update(line_width=4, line_color=WAY, line_alpha=0.7)
        plot.figure.add_layout(arrow)
