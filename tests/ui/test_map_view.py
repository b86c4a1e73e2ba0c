"""The view: what is shown, as plain values."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.core.decisions import Action
from normandy_lab.game import new_game
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, PROVENANCE, area_tag, mentions, relevant, view


@pytest.fixture(scope="module")
def start() -> Any:
    return new_game(load_scenario("d_day"), seed=1)


def test_the_view_needs_no_bokeh_and_no_pandas() -> None:
    code = "import sys, normandy_lab.ui.breakout.view, normandy_lab.ui.breakout.pick; print({'bokeh', 'pandas', 'ipywidgets'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_all_places_bridges_and_units_on_the_board_are_there(start: Any) -> None:
    shown = view(start)
    kinds = [place.kind for place in shown.places]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"area": 60, "zone": 5, "box": 5, "offshore": 1}
    board, state = start.state.setting.board, start.state
    printed = [border for border in board.borders if border.bridge]
    assert [bridge.id for bridge in shown.bridges] == [border.id for border in printed]
    on_board = {unit.id for unit in state.setting.forces.units if board.places[state.at[unit.index]].kind != "aside"}
    assert {counter.unit for counter in shown.counters} == on_board


def test_ste_mere_eglise_at_the_drop(start: Any) -> None:
    """Example of Play 1: four US parachute regiments in area 50, bocage, terrain 3, with one German unit."""
    place = view(start).place("50")
    assert (place.name, place.tem, place.bocage) == ("Ste. Mere Eglise", 3, True)
    assert (place.control, place.contested, place.tag) == ("german", True, "G/US 3")
    assert place.target
    here = view(start).at("50")
    assert sorted(counter.side for counter in here) == ["allied"] * 4 + ["german"]


def test_tags() -> None:
    assert area_tag(0, False, False, 1) == "G 1"
    assert area_tag(0, True, True, 1) == "G/BR 1"
    assert area_tag(1, True, False, 3) == "US/G 3"


def test_counters_tell_strength_level_and_service(start: Any) -> None:
    """Rulebook Example 4 and 9.2: 16 Rgt is 6-6-5; 4.23: field artillery is no Point Unit."""
    shown = view(start)
    regiment = shown.counter("US-1-16")
    assert (regiment.strength, regiment.factors, regiment.style, regiment.level) == ("6-6", "6-6-5", "us", "fresh")
    assert regiment.words == "16 Rgt, US 1, attack 6, defense 6, movement 5, fresh"
    assert not regiment.underline
    assert shown.counter("US-1-Art").underline
    styles = {counter.style for counter in shown.counters}
    assert styles == {"us", "british", "wehrmacht", "luftwaffe", "kriegsmarine", "ss"}


def test_a_spent_unit_shows_its_defence_only(start: Any) -> None:
    state = start.state.copy()
    unit = state.setting.forces.units[state.setting.forces.index["US-1-16"]]
    state.level[unit.index] = 2
    counter = view(state).counter("US-1-16")
    assert (counter.strength, counter.factors, counter.level) == ("3", "3", "disrupt_1")


def test_hover_gives_the_facts_and_with_its_layer_their_provenance(start: Any) -> None:
    short = view(start).place("50").hover
    assert "<td>terrain</td><td><b>3, bocage</b></td>" in short
    assert "rulebook" not in short
    shown = view(start, layers={PROVENANCE})
    text = shown.place("50").hover
    assert "<td>terrain</td><td><b>3, bocage</b></td><td><i class='rulebook'>rulebook</i></td>" in text
    assert "<td>points</td><td><b>1</b></td><td><i class='reconstructed'>reconstructed</i></td>" in text
    assert "Examples" in text
    assert "6-6-5" in shown.counter("US-1-16").hover
    assert "20.1" in next(bridge for bridge in shown.bridges if bridge.id == "44-50").hover
    assert shown.place("47").uncertain
    assert not shown.place("50").uncertain


def test_what_may_be_chosen_is_lit(start: Any) -> None:
    shown = view(start)
    assert [place.id for place in shown.places if place.target] == ["7", "49", "50"]
    lit = {counter.unit for counter in shown.counters if counter.target}
    assert lit == {word for option in start.decision.options for word in mentions(option)[:1]}
    bridges = {bridge.id for bridge in shown.bridges if bridge.target}
    assert bridges == {mentions(option)[1] for option in start.decision.options if option.startswith("secure")}


def test_a_draft_narrows_what_is_lit() -> None:
    options = [Action("land A 51"), Action("land B 51"), Action("land C 30"), Action("end")]
    assert relevant(options, ["C"]) == ["land C 30"]
    assert relevant(options, []) == options
    assert relevant(options, ["elsewhere"]) == options


def test_draft_and_layers(start: Any) -> None:
    shown = view(start, ["US-82-505", "50"], DEFAULT_LAYERS | {"provenance"})
    assert shown.counter("US-82-505").chosen
    assert shown.place("50").chosen
    assert "provenance" in shown.layers
    assert shown.clock.date == "Tue 6 June 1944"
    assert shown.decision is not None
    assert shown.decision.options == tuple(start.decision.options)


def test_point_and_forward_units_get_a_star() -> None:
    game = new_game(load_scenario("d_day"), seed=1)
    game.auto_roll = False
    game.play("attack US-82-507")
    game.play("attack US-82-508")
    point = next(option for option in game.decision.options if option.startswith("point"))
    game.play(point)
    shown = view(game)
    assert game.decision.roll is not None
    assert {counter.unit for counter in shown.counters if counter.star} >= {mentions(point)[0]}
    assert {counter.unit for counter in shown.counters if counter.chosen} >= {"US-82-507", "US-82-508"}
    assert not any(counter.target for counter in shown.counters)
