"""The supply layer without a browser: off until asked, routes and costs by rule, nothing moved, fast."""

from __future__ import annotations

import time
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.breakout import suggest
from normandy_lab.breakout.state import State
from normandy_lab.ui.breakout.map.cells import cells
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.map.supply_layer import COLOUR, DOTS, WEAK_PX, width
from normandy_lab.ui.breakout.panels.supply import SupplyPanel, chosen_sides, with_sides
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.supply_view import SIDE_LAYERS, SUPPLY, Leg, sides_of, traced
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, View, view
from normandy_lab.ui.palette import SIGNS, contrast
from normandy_lab.ui.panels.tabs import Tabs
from tests.supply.positions import at, bridges, control, position

ON = DEFAULT_LAYERS | {SUPPLY}
GREEN, SLATE = SIGNS["supply_route"]["color"], SIGNS["supply_route"]["german_color"]


def us(*places: str, units: dict[str, str], **patch: Any) -> State:
    """The empty board with these areas under American control."""
    return position(units=at(units), areas=control("us", *places), **patch)


def omaha(**patch: Any) -> State:
    """116 Rgt at Trevieres, supplied from Omaha Beach, which the Americans control alone."""
    return us("30", "29", units={"US-29-116": "29"}, **patch)


def legs(shown: View) -> dict[tuple[str, str], Leg]:
    assert shown.supply is not None
    return {(leg.a, leg.b): leg for leg in shown.supply.legs}


def strokes(plot: MapPlot) -> list[dict[str, Any]]:
    data = plot.supply.routes.sources["strokes"].data
    return [dict(zip(data, row, strict=True)) for row in zip(*data.values(), strict=True)]


# ------------------------------------------------------------------------------------ what is traced


def test_the_layer_is_off_until_asked() -> None:
    shown = view(omaha())
    assert SUPPLY not in DEFAULT_LAYERS
    assert shown.supply is None
    assert shown.counter("US-29-116").supply == ""
    plot = MapPlot(None, shown)
    assert all(not source.data[next(iter(source.data))] for source in plot.supply.routes.sources.values())
    assert all(not source.data[next(iter(source.data))] for source in plot.supply.costs.sources.values())


def test_sides_can_be_chosen() -> None:
    assert sides_of(DEFAULT_LAYERS) == ()
    assert sides_of(ON) == ("german", "allied")
    assert sides_of(with_sides(ON, ("allied",))) == ("allied",)
    assert with_sides(with_sides(ON, ("allied",)), ("german",)) == ON | {SIDE_LAYERS["german"]}
    assert with_sides(with_sides(ON, ("allied",)), ("german", "allied")) == ON
    assert chosen_sides(DEFAULT_LAYERS | {SIDE_LAYERS["german"]}) == ("german",), "the choice outlives the layer"


def test_a_leg_for_every_border_from_the_source_and_a_cost() -> None:
    """Trevieres is one boundary from Omaha: one point for the unit, one for the boundary (12.51)."""
    shown = view(omaha(), layers=with_sides(ON, ("allied",)))
    assert list(legs(shown)) == [("", "30"), ("30", "29")]
    assert shown.supply is not None
    assert [(mark.place, mark.cost) for mark in shown.supply.marks] == [("29", "2")]
    words = shown.counter("US-29-116").supply
    assert "Omaha Beach - Trevieres" in words
    assert "1 boundary" in words
    assert "2 supply points (12.51)" in words
    assert words in shown.counter("US-29-116").hover


def test_units_are_merged_and_the_line_grows() -> None:
    names = ("US-29-115", "US-29-116", "US-29-175", "US-1-16")
    four = us("30", "29", units=dict.fromkeys(names, "29"))
    one, many = legs(view(omaha(), layers=ON)), legs(view(four, layers=ON))
    assert (one["30", "29"].units, many["30", "29"].units) == (1, 4)
    assert width(one["30", "29"]) < width(many["30", "29"])
    assert sum(leg.units for leg in many.values() if leg.a == "") == 4


def test_an_isolated_unit_is_marked_and_says_why() -> None:
    state = us("44", units={"US-101-502": "44"})
    shown = view(state, layers=ON)
    counter = shown.counter("US-101-502")
    assert counter.isolated
    assert "isolated (12.8)" in counter.hover
    plot = MapPlot(None, view(state))
    before = plot.counters.sources["strokes"].data["color"].count(SIGNS["isolated"]["stroke"])
    plot.show(shown)
    assert plot.counters.sources["strokes"].data["color"].count(SIGNS["isolated"]["stroke"]) == before + 2
    assert not any(
        mark.place == "44" and mark.side == "allied" for mark in (shown.supply.marks if shown.supply else ())
    )


def test_a_flood_is_crossed_by_its_bridge_or_not_at_all() -> None:
    """Ste. Mere Eglise is fed from Utah Beach over one bridge across a flood (12.5)."""
    shown = view(us("51", "50", units={"US-82-505": "50"}), layers=ON)
    assert legs(shown)["51", "50"].isolates == 1
    assert width(legs(shown)["51", "50"]) == WEAK_PX
    bridge = next(bridge for bridge in shown.bridges if bridge.id == "50-51")
    assert "Its loss would isolate 1 Allied unit: 505 Para Rgt (12.8)." in bridge.hover
    blown = us("51", "50", units={"US-82-505": "50"}, bridges=bridges("destroyed", "50-51"))
    assert view(blown, layers=ON).counter("US-82-505").isolated


def test_a_river_is_crossed_into_the_place_supplied_but_not_through_it() -> None:
    """Trevieres needs no bridge; Foret de Cerisy behind it hangs on the bridge from Omaha Beach (12.5)."""
    units = {"US-29-116": "29", "US-1-16": "27"}
    shown = view(us("30", "29", "27", units=units), layers=ON)
    assert shown.supply is not None
    weak = {each.id: each.units for each in shown.supply.weak if each.side == "allied"}
    assert weak["29-30"] == 1
    plot = MapPlot(None, shown)
    bars = [row for row in strokes(plot) if row["width"] == 3.5 and row["color"] == GREEN]
    assert len(bars) == 2
    place = shown.place("29")
    assert "Its loss would isolate 1 Allied unit: 16 Rgt" in place.hover, "an area on the way is a weak point too"


def test_cherbourg_is_a_last_resort() -> None:
    """No zone is left to the Germans: lines to Cherbourg are dotted, keep from isolation, and cost nothing (12.62)."""
    zones = control("us", "A", "B", "C", "D", "E")
    shown = view(position(units=at({"GE-709-919": "53"}), areas=zones), layers=ON)
    assert shown.supply is not None
    assert shown.supply.last == "56"
    assert not shown.counter("GE-709-919").isolated
    assert all(leg.last for leg in shown.supply.legs)
    assert shown.supply.marks == ()
    assert "last resort" in shown.place("56").hover
    plot = MapPlot(None, shown)
    assert {row["dash"] for row in strokes(plot) if row["color"] == SLATE and row["width"] < 4.5} == {DOTS}
    assert "last resort" in plot.supply.costs.sources["texts"].data["text"]
    usual = view(position(units=at({"GE-709-919": "53"})), layers=ON)
    assert not any(leg.last for leg in (usual.supply.legs if usual.supply else ()))


def test_both_sides_over_one_border_lie_beside_one_another() -> None:
    """A contested area is fed by both sides; lines that share a border part by a few pixels."""
    units = at({"US-29-116": "29", "GE-352-916": "29", "US-1-16": "27", "GE-352-914": "27"})
    state = position(units=units, areas=control("us", "30", "29"))
    shown = view(state, layers=ON)
    used = {
        side: {frozenset((leg.a, leg.b)) for leg in (shown.supply.legs if shown.supply else ()) if leg.side == side}
        for side in COLOUR
    }
    shared = used["allied"] & used["german"]
    assert frozenset(("29", "27")) in shared
    lines = {(row["color"], tuple(row["xs"]), tuple(row["ys"])) for row in strokes(MapPlot(None, shown))}
    for colour in COLOUR.values():
        assert any(line[0] == colour for line in lines)
    green = {line[1:] for line in lines if line[0] == GREEN}
    assert not green & {line[1:] for line in lines if line[0] == SLATE}


# ------------------------------------------------------------------------------------- the picture


@pytest.fixture(scope="module")
def evening() -> Any:
    """June 6 after the landings, played by the suggestions to dusk."""
    game = nl.new_game("d_day", seed=1944)
    while game.decision.kind != "depots":
        game.play(suggest(game.state))
    return game


def test_no_counter_and_no_name_moves(evening: Any) -> None:
    plot = MapPlot(None, view(evening))
    piles = [(spot.place, spot.x, spot.y) for spot in plot.scene.piles]
    names = dict(plot.signs.sources["names"].data)
    plot.show(view(evening, layers=ON))
    assert [(spot.place, spot.x, spot.y) for spot in plot.scene.piles] == piles
    assert dict(plot.signs.sources["names"].data) == names
    assert strokes(plot)
    plot.show(view(evening))
    assert not strokes(plot)


def test_every_unit_says_its_route_and_piles_say_it_once(evening: Any) -> None:
    shown = view(evening, layers=ON)
    land = {place.id for place in shown.places if place.kind in ("area", "zone")}
    for counter in shown.counters:
        assert bool(counter.supply) == (counter.place in land), counter.unit
    plot = MapPlot(None, shown)
    pile = next(zone for zone in plot.zones if len(zone.units) > 1 and zone.place == "17")
    assert pile.hover.count("class='supply'") == len({shown.counter(unit).supply for unit in pile.units})


def test_isolated_piles_are_marked_at_every_zoom_and_on_boards_without_drawing_data(evening: Any) -> None:
    shown = view(evening, layers=ON)
    alone = {shown.counter(unit).place for unit in (shown.supply.isolated if shown.supply else ())}
    assert alone == {"49", "50", "51"}
    for plot in (MapPlot(None, shown, width=600), MapPlot(None, shown), MapPlot(cells(shown), shown)):
        piles = [spot for spot in plot.scene.piles if any(unit.isolated for unit in spot.pile.units)]
        marks = plot.counters.sources["strokes"].data["color"].count(SIGNS["isolated"]["stroke"])
        assert marks == 2 * len(piles) > 0, "a ring and a bar each"


def test_the_legend_explains_the_layer(evening: Any) -> None:
    for px in (1100, 896, 800):
        plot = MapPlot(None, view(evening, layers=ON | {"legend"}), width=px)
        words = plot.legend.sources["texts"].data["text"]
        for word in ("Supply", "isolated", "its loss isolates units", "to Cherbourg, last resort"):
            assert word in words, (px, word)
        assert ("bocage" in words) == (px > 880)
    assert (
        "Supply"
        not in MapPlot(None, view(evening, layers=DEFAULT_LAYERS | {"legend"})).legend.sources["texts"].data["text"]
    )


def test_lines_are_seen_against_land_and_casing() -> None:
    for colour in COLOUR.values():
        assert contrast(colour, SIGNS["supply_route"]["casing"]["color"]) >= 3
        assert contrast("#FFFFFF", colour) >= 4.5, "figures in the chips"


def test_both_sides_with_the_report_take_less_than_fifty_milliseconds(evening: Any) -> None:
    """What the layer adds to a redraw of a position not seen before, in time of the processor; the median of several."""
    plot = MapPlot(None, view(evening, layers=ON))
    added = []
    for turn in range(7):
        state = evening.state.copy()
        state.sunset_drm = turn + 1  # another position with the same supply
        begun = time.process_time()
        plain = view(state)
        plot.show(plain)
        middle = time.process_time()
        plot.show(view(state, layers=ON))
        added.append(time.process_time() - middle - (middle - begun))
    assert sorted(added)[len(added) // 2] < 0.05


def test_a_position_is_traced_once(evening: Any) -> None:
    assert traced(evening.state) is traced(evening.state.copy())
    assert traced(evening.state) is not traced(evening.state, ("german",))


# --------------------------------------------------------------------------------------- the panel


def test_the_tables_say_the_same_and_only_while_they_are_in_front(evening: Any) -> None:
    session = Session(evening)
    panel, first = SupplyPanel(session), SupplyPanel(session)
    tabs = Tabs(session, (("Odds", first), ("Supply", panel)))
    session.show()
    assert (first.open, panel.open, panel.body.value) == (True, False, "")
    tabs.bring("Supply")
    assert list(tabs.widget.children) == [tabs.bar, panel.widget]
    html = panel.body.value
    for line in nl.supply(evening, "german").lines:
        assert any(unit.id == line.unit and unit.name in html for unit in evening.state.setting.forces.units)
    assert "1/919 Bn in Utah Beach is isolated (12.8)" in html
    assert "505 Para Rgt, 501 Para Rgt, 502 Para Rgt, 506 Para Rgt in Ste. Mere Eglise are isolated" in html
    assert html.count('role="region"') == 4
    panel.choice.widget.value = "Allied"
    assert session.layers == DEFAULT_LAYERS | {SIDE_LAYERS["allied"]}
    assert "German: " not in panel.body.value
    assert session.message is None


def test_an_action_while_the_layer_is_on_keeps_it_in_step() -> None:
    session = Session(nl.new_game("d_day", seed=1944))
    plot = MapPlot(None, session.view)
    session.set_layers(ON)
    plot.show(session.view)
    before = strokes(plot)
    while session.game.decision.kind != "depots":
        session.game.play(suggest(session.game.state))
    session.refresh()
    plot.show(session.view)
    assert strokes(plot) != before
    assert session.view.supply is traced(session.game.state)
