"""The figure without a browser: columns, hits, piles, zoom, blinking, boards without drawing data."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from bokeh.events import Tap
from bokeh.models import ColumnDataSource

from normandy_lab.breakout import suggest
from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.game import new_game
from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.cells import cells, geometry_for
from normandy_lab.ui.breakout.map.geometry import normandy, wave_lines
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, View, view
from normandy_lab.ui.hits import SEA, Hit
from normandy_lab.ui.palette import AREA_FILL, COLOURS


@pytest.fixture
def game() -> Any:
    return new_game(load_scenario("d_day"), seed=1)


@pytest.fixture
def plot(game: Any) -> MapPlot:
    return MapPlot(None, view(game))


def sources(plot: MapPlot) -> dict[str, ColumnDataSource]:
    return {source.name: source for source in plot.figure.select({"type": ColumnDataSource}) if source.name}


def rows(source: ColumnDataSource) -> list[dict[str, Any]]:
    keys = list(source.data)
    return [dict(zip(keys, values, strict=True)) for values in zip(*source.data.values(), strict=True)]


def open_ground(plot: MapPlot, place: str) -> tuple[float, float]:
    """A point of an area where nothing but the area is."""
    x, y = plot.geometry.outlines[place].centre
    spots = [(x + i / 2, y + j / 2) for i in range(-8, 9) for j in range(-8, 9)]
    return next(at for at in spots if plot.hit(*at) == Hit("place", place))


def middle(plot: MapPlot, unit: str) -> tuple[float, float]:
    spot = next(spot for spot in plot.scene.piles if unit in {each.unit for each in spot.pile.units})
    return spot.x, spot.y


# ------------------------------------------------------------------------------------------ drawing


@pytest.mark.smoke
def test_every_area_is_filled_by_its_control(game: Any, plot: MapPlot) -> None:
    state = game.state.copy()
    board = state.setting.board
    state.control[board.index["51"]], state.control[board.index["7"]] = 1, 2
    plot.show(view(state))
    fills = plot.ground.fills.data
    assert len(fills["fill"]) == len(fills["xs"]) == 60
    assert fills["fill"].count(AREA_FILL["us"]) == fills["fill"].count(AREA_FILL["british"]) == 1
    plot.show(view(state, layers=DEFAULT_LAYERS - {"control"}))
    assert set(plot.ground.fills.data["fill"]) == {AREA_FILL["german"]}


def test_terrain_and_contested_patterns(plot: MapPlot) -> None:
    shown = {place.id: place for place in plot.view.places}
    patterns = list(plot.ground.fills.data["pattern"])
    assert patterns.count("dot") == sum(place.bocage for place in shown.values())
    assert patterns.count("cross") == 2  # Cherbourg and Caen
    hatched = [hatch for hatch in plot.ground.contested.data["hatch"] if hatch != " "]
    assert len(hatched) == sum(place.contested for place in shown.values()) == 3


def test_every_border_and_bridge_is_drawn(plot: MapPlot) -> None:
    lines = plot.ground.borders.lines
    kinds = [border.kind for border in plot.view.borders]
    assert {kind: len(found) for kind, found in lines.items()} == {
        kind: kinds.count(kind) for kind in ("open", "river", "flooded")
    }
    decks = plot.signs.sources["fills"].data["color"]
    forts = sum(place.fort > 0 for place in plot.view.places)
    assert len(decks) == len(plot.view.bridges) + forts  # all intact at the start


def test_bridges_by_holder(game: Any, plot: MapPlot) -> None:
    state = game.state.copy()
    board = state.setting.board
    allied, gone = board.border("44-50").index, board.border("49-50").index
    state.held[allied], state.held[gone] = 1, 2
    state.construct[gone] = (0, 1)
    plot.show(view(state))
    strokes = plot.signs.sources["strokes"].data
    assert len(strokes["xs"]) == 2 * 50 + 6  # two banks each; the destroyed one has four stumps and a cross
    assert strokes["color"].count("#B3261E") == 2
    dots = plot.signs.sources["dots"].data
    assert dots["marker"].count("star") == 1
    assert "+1" in plot.signs.sources["texts"].data["text"]
    assert plot.signs.sources["fills"].data["color"].count("#2F7D1F") == 1


def test_levels_are_told_by_number_and_tag(game: Any, plot: MapPlot) -> None:
    state = game.state.copy()
    state.level[state.setting.forces.index["GE-709-1-919"]] = 3
    plot.show(view(state))
    texts = plot.counters.sources["texts"].data["text"]
    assert "2" in texts
    assert COLOURS["ink"] in plot.counters.sources["tops:0"].data["fill"]


def test_allied_counters_are_round_and_german_ones_square(plot: MapPlot) -> None:
    square, rounded = plot.counters.sources["rects:0"].data, plot.counters.sources["rects:3"].data
    assert set(square["fill"]) <= {"#4D6175", "#3F6C94", "#2F4A63", "#1E2023"}
    assert set(rounded["fill"]) <= {"#3E5F31", "#DDBB7B"}


def test_targets_are_gold_and_chosen_is_magenta(game: Any, plot: MapPlot) -> None:
    colours = plot.outlines.source.data["color"]
    assert colours.count(COLOURS["target"]) == colours.count(COLOURS["target_edge"]) == 3
    plot.show(view(game, ["50"]))
    colours = plot.outlines.source.data["color"]
    assert (colours.count(COLOURS["select"]), colours.count(COLOURS["target"])) == (1, 2)
    plot.focus("49")
    assert plot.outlines.source.data["dash"].count("6 4") == 1


def test_layers_change_only_what_they_name(game: Any, plot: MapPlot) -> None:
    counters = dict(plot.counters.sources["texts"].data)
    plot.show(view(game, layers=DEFAULT_LAYERS - {"points"}))
    assert not plot.signs.sources["dot_texts"].data["text"]
    assert set(dict(plot.counters.sources["texts"].data)["text"]) == set(counters["text"])
    plot.show(view(game, layers=DEFAULT_LAYERS | {"provenance"}))
    uncertain = sum(place.uncertain for place in plot.view.places)
    assert plot.signs.sources["names"].data["text"].count("?") == uncertain > 0
    plot.show(view(game, layers=DEFAULT_LAYERS))
    assert not plot.legend.sources["texts"].data["text"]


def test_the_legend_explains_every_state_of_a_bridge(game: Any, plot: MapPlot) -> None:
    assert not plot.legend.sources["texts"].data["text"], "off until its button is pressed"
    plot.show(view(game, layers=DEFAULT_LAYERS | {"legend"}))
    words = plot.legend.sources["texts"].data["text"]
    for word in ("German", "Allied", "destroyed", "being built", "river", "flooded", "contested", "bocage", "spent"):
        assert word in words


def test_a_unit_that_is_chosen_later_is_drawn_as_chosen(game: Any, plot: MapPlot) -> None:
    """Blocks stay where they are when only the draft changes; their counters must not stay as they were."""
    pink = palette.SIGNS["selected"]["outlines"][1]["color"]
    assert pink not in plot.counters.sources["tops:3"].data["line"]
    plot.show(view(game, draft=("US-82-505",)))
    assert plot.counters.sources["tops:3"].data["line"].count(pink) == 1
    assert [unit.unit for spot in plot.scene.piles for unit in spot.pile.units if unit.chosen] == ["US-82-505"]
    plot.show(view(game))
    assert pink not in plot.counters.sources["tops:3"].data["line"]


# ------------------------------------------------------------------------------------ only patches


def test_showing_the_same_view_sends_nothing(game: Any, plot: MapPlot) -> None:
    sent: list[str] = []
    for name, source in sources(plot).items():
        source.on_change("data", lambda _attr, _old, _new, name=name: sent.append(name))
    renderers = len(plot.figure.renderers)
    plot.show(view(game))
    assert sent == []
    game.play("stay US-82-505")
    plot.show(view(game))
    assert "areas" not in sent
    assert "boxes" not in sent
    assert len(plot.figure.renderers) == renderers
    for name, source in sources(plot).items():
        assert len({len(column) for column in source.data.values()}) <= 1, name


def test_a_played_game_stays_in_step_and_is_fast(game: Any, plot: MapPlot) -> None:
    """Every decision of the four phases is shown; the guide asks for no more than 30 ms, shared machines get slack."""
    spent = []
    while game.decision is not None:
        game.play(suggest(game.state))
        shown = view(game)
        begun = time.perf_counter()
        plot.show(shown)
        spent.append(time.perf_counter() - begun)
        drawn = sorted(unit.unit for spot in plot.scene.piles for unit in spot.pile.units)
        assert drawn == sorted(counter.unit for counter in shown.counters)
    assert sorted(spent)[len(spent) // 2] < 0.1


# ------------------------------------------------------------------------------------------- clicks


def test_hits_are_by_id_whatever_the_order_of_rows(plot: MapPlot) -> None:
    for spot in plot.scene.piles:
        assert plot.hit(spot.x, spot.y) == Hit("unit", spot.pile.top.unit)
    for bridge in plot.view.bridges:
        edge = plot.geometry.edges[bridge.id]
        if not any(abs(s.x - edge.mid[0]) < 3.2 and abs(s.y - edge.mid[1]) < 3.2 for s in plot.scene.piles):
            assert plot.hit(*edge.mid) == Hit("bridge", bridge.id)
    for place in plot.view.places:
        if place.kind in ("area", "zone"):
            ring = plot.geometry.outlines[place.id].ring
            x, y = (sum(values) / len(ring) for values in zip(*ring, strict=True))
            assert plot.hit(x, y).kind in ("place", "unit", "bridge")
    assert plot.hit(60, 40) == SEA
    plot.zones.reverse()
    spot = plot.scene.piles[0]
    assert plot.hit(spot.x, spot.y) == Hit("unit", spot.pile.top.unit)


def test_a_second_click_on_the_same_thing_counts_again_and_so_does_the_sea(plot: MapPlot) -> None:
    heard: list[Hit] = []
    plot.on_hit(heard.append)
    ground = open_ground(plot, "15")
    for at in (ground, ground, (60, 40)):
        event = Tap(plot.figure, x=at[0], y=at[1], sx=0, sy=0)
        plot.figure._trigger_event(event)
    assert heard == [Hit("place", "15"), Hit("place", "15"), SEA]


def test_a_pile_opens_into_a_card_and_its_counters_can_be_clicked(plot: MapPlot) -> None:
    heard: list[Hit] = []
    plot.on_hit(heard.append)
    at = middle(plot, "US-82-505")
    assert plot.click(*at) is None
    assert plot.opened == "50"
    assert heard == []
    units = {zone.hit.id for zone in plot.zones if zone.level == 4}
    assert units == {counter.unit for counter in plot.view.at("50")}
    zone = next(zone for zone in plot.zones if zone.level == 4 and zone.hit.id == "US-101-502")
    x, y = (sum(values) / 4 for values in zip(*zone.ring, strict=True))
    assert plot.click(x, y) == Hit("unit", "US-101-502")
    assert heard == [Hit("unit", "US-101-502")]
    assert "Ste. Mere Eglise, opened" in plot.card.sources["texts"].data["text"]
    plot.open_pile("box:30")
    assert plot.opened == "box:30"
    assert any(text.startswith("Defending: ") for text in plot.card.sources["texts"].data["text"])
    plot.close_pile()
    assert not plot.card.sources["texts"].data["text"]


def test_an_opened_pile_closes_when_nobody_is_left(game: Any, plot: MapPlot) -> None:
    plot.open_pile("box:51")
    state = game.state.copy()
    board = state.setting.board
    for unit in state.setting.forces.units:
        if state.at[unit.index] == board.index["box:51"]:
            state.here[1][board.index["box:51"]] &= ~(1 << unit.index)
            state.at[unit.index] = board.waiting
    plot.show(view(state))
    assert plot.opened == ""


@pytest.mark.smoke
def test_hover_speaks_for_the_topmost_thing(plot: MapPlot) -> None:
    found = rows(plot.hits)
    assert {row["level"] for row in found} == {0, 1, 2}
    assert sum(row["level"] == 1 for row in found) == len(plot.view.bridges)
    assert all("class='nl'" in row["hover"] for row in found)


def test_a_refused_area_blinks_once(plot: MapPlot) -> None:
    async def blink() -> tuple[int, int]:
        plot.flash("15")
        during = plot.outlines.source.data["color"].count(COLOURS["isolated"])
        await asyncio.sleep(0.3)
        return during, plot.outlines.source.data["color"].count(COLOURS["isolated"])

    assert asyncio.run(blink()) == (1, 0)


# --------------------------------------------------------------------------------------------- zoom


def test_zoom_changes_the_detail_of_counters(plot: MapPlot) -> None:
    assert "6-6" in plot.counters.sources["texts"].data["text"]
    plot.zoom(2)
    assert plot.scale == pytest.approx(2 * 1100 / 160)
    assert "6-6-5" in plot.counters.sources["texts"].data["text"]
    plot.zoom(1.6)
    assert "US 4" not in plot.counters.sources["texts"].data["text"]
    assert any(angle for angle in plot.counters.sources["texts"].data["angle"])
    plot.zoom(0.01)
    assert plot.scale == pytest.approx(1100 / 160)
    plot.go_to("50")
    assert plot.figure.x_range.start < normandy().outlines["50"].centre[0] < plot.figure.x_range.end


def test_a_narrow_figure_keeps_every_name(game: Any) -> None:
    plot = MapPlot(None, view(game), width=600)
    assert plot.scene.side < 20
    assert len({row["text"] for row in rows(plot.signs.sources["names"])}) > 60
    assert plot.counters.sources["dot_texts"].data["text"]
    plot._resized(1100, 749)
    assert plot.scene.side == 21


def test_one_kilometre_is_as_long_in_both_directions(plot: MapPlot) -> None:
    x, y = plot.figure.x_range, plot.figure.y_range
    for width, height in ((1100, 749), (600, 420), (400, 700)):
        plot._resized(width, height)
        plot.fit()
        assert width / (x.end - x.start) == pytest.approx(height / (y.end - y.start), rel=1e-3)


# ----------------------------------------------------------------------------------- other boards


def test_a_board_without_drawing_data_still_draws(game: Any) -> None:
    shown = view(game)
    geometry = cells(shown)
    plot = MapPlot(geometry, shown)
    assert len(plot.ground.fills.data["fill"]) == 60
    assert set(geometry.edges) == {b.id for b in shown.borders if b.kind in ("open", "river", "flooded")}
    forts = sum(place.fort > 0 for place in shown.places)
    assert len(plot.signs.sources["fills"].data["color"]) == len(shown.bridges) + forts
    for place in shown.places:
        if place.kind == "offshore":
            continue  # empty, so folded away
        x, y = geometry.outlines[place.id].centre
        assert plot.hit(x, y).kind in ("place", "unit", "bridge")


def test_drawing_data_are_used_where_they_fit(game: Any) -> None:
    shown = view(game)
    assert geometry_for(shown) is normandy()
    few = View(**{**{name: getattr(shown, name) for name in View.__slots__}, "borders": shown.borders[:5]})
    assert geometry_for(few) is normandy()


def test_a_border_that_the_drawing_data_do_not_know_is_added(game: Any) -> None:
    from dataclasses import replace

    shown = view(game)
    new = replace(shown.borders[0], id="1-9", a="1", b="9", kind="river")
    geometry = geometry_for(replace(shown, borders=(*shown.borders, new)))
    assert geometry.edges["1-9"].line
    assert set(normandy().edges) < set(geometry.edges)


def test_another_kind_of_border_or_terrain_changes_the_picture(plot: MapPlot) -> None:
    """A game of another scenario may be put into the same figure."""
    from dataclasses import replace

    shown = plot.view
    borders = tuple(replace(border, kind="flooded") if border.id == "9-15" else border for border in shown.borders)
    places = tuple(replace(place, bocage=True, tem=3) if place.id == "15" else place for place in shown.places)
    before, dots = len(plot.ground.borders.sources["waves"].data["xs"]), list(plot.ground.fills.data["pattern"])
    other = replace(shown, borders=borders, places=places)
    assert plot.fits(other)
    plot.show(other)
    assert len(plot.ground.borders.sources["waves"].data["xs"]) == before + 2
    assert plot.ground.fills.data["pattern"].count("dot") == dots.count("dot") + 1
    assert not plot.fits(replace(shown, places=shown.places[1:]))


def test_waves_are_made_where_the_data_have_none() -> None:
    one, other = wave_lines(((0.0, 0.0), (10.0, 0.0)))
    assert len(one) == len(other) > 8
    assert all(y > 0 for _, y in one)
    assert all(y < 0 for _, y in other)


def test_the_page_reports_its_width_even_if_nobody_listened_at_first(plot: MapPlot) -> None:
    """The first report of a page may come too early, so the page repeats it in the tags of a range."""
    plot.figure.x_range.tags = [896, 610, 400]
    assert plot.scale == pytest.approx(896 / 160)
    assert plot.scene.side == 20
    assert "inner_width" in str(plot.figure.js_property_callbacks)


@pytest.mark.parametrize("width", [680, 782, 896, 1100])
def test_no_name_is_cut_by_the_edge(game: Any, width: int) -> None:
    plot = MapPlot(None, view(game), width=width)
    left, _, right, _ = (edge * plot.scale for edge in plot._home)
    boxes = plot.scene.boxes
    assert min(box.x0 for box in boxes) >= left
    assert max(box.x1 for box in boxes) <= right


def test_the_report_of_the_width_is_let_through(plot: MapPlot) -> None:
    """The bridge takes from the page only what a person changes there; the repeated report must be among it."""
    from normandy_lab.ui.bokeh_bridge import BokehMap

    widget = BokehMap(plot.figure)
    report = {"kind": "ModelChanged", "model": {"id": plot.figure.x_range.id}, "attr": "tags", "new": [807, 1500]}
    widget._sync_model(widget, {"event": "jsevent", **report}, [])
    assert plot.scale == pytest.approx(807 / 160)
