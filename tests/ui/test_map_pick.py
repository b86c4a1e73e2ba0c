"""What a click on the map means, for every kind of thing and decision."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.breakout import suggest
from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.game import new_game
from normandy_lab.ui.breakout.pick import Pick, pick
from normandy_lab.ui.breakout.view import mentions
from normandy_lab.ui.hits import SEA, Hit


def game_at(kind: str) -> Any:
    game = new_game(load_scenario("d_day"), seed=1)
    while game.decision is not None and game.decision.kind != kind:
        game.play(suggest(game.state))
    return game


def texts(choice: Pick) -> list[str]:
    return [str(action) for action in choice.menu]


def test_exactly_one_thing_is_meant() -> None:
    game = game_at("airborne")
    board, forces = game.state.setting.board, game.state.setting.forces
    hits = [Hit("place", place.id) for place in board.places if place.kind != "aside"]
    hits += [Hit("unit", unit.id) for unit in forces.units]
    hits += [Hit("bridge", border.id) for border in board.borders if border.bridge]
    for hit in hits:
        choice = pick(game, hit)
        given = [choice.action is not None, choice.plan is not None, bool(choice.menu), choice.refusal is not None]
        assert given.count(True) == 1, hit
        for action in (choice.action, *choice.menu):
            assert action is None or action in game.decision.options
        assert choice.refusal is None or choice.refusal.rule
    assert pick(game, SEA).nothing


def test_a_drop_area_a_unit_and_a_bridge() -> None:
    game = game_at("airborne")
    units = {"US-82-505", "US-101-501", "US-101-502", "US-101-506"}
    assert {mentions(text)[0] for text in texts(pick(game, Hit("place", "50")))} == units
    assert all("US-82-505" in text for text in texts(pick(game, Hit("unit", "US-82-505"))))
    assert set(texts(pick(game, Hit("bridge", "44-50")))) == {f"secure {unit} 44-50" for unit in units}


def test_a_draft_decides_who_takes_the_bridge() -> None:
    game = game_at("airborne")
    choice = pick(game, Hit("bridge", "44-50"), ["US-82-505"])
    assert choice.action == "secure US-82-505 44-50"


def test_refusals_cite_a_rule_and_name_what_was_clicked() -> None:
    game = game_at("airborne")
    choice = pick(game, Hit("unit", "GE-716-736"))
    assert choice.refusal is not None
    assert choice.refusal.rule == "21.2"
    assert "736 Rgt" in choice.refusal.text
    caen = pick(game_at("naval"), Hit("place", "9")).refusal
    assert caen is not None
    assert (caen.rule, "Caen" in caen.text) == ("21.3", True)


def test_a_beach_is_shelled_by_a_click_on_it_on_its_box_or_on_a_defender() -> None:
    game = game_at("naval")
    options = [option for option in game.decision.options if option.endswith(" 51")]
    assert len(options) == 1
    for hit in (Hit("place", "51"), Hit("place", "box:51"), Hit("unit", "GE-709-1-919")):
        assert pick(game, hit).action == options[0]


def test_artillery_may_not_be_in_the_first_wave() -> None:
    refusal = pick(game_at("first_wave"), Hit("unit", "US-1-Art")).refusal
    assert refusal is not None
    assert refusal.rule == "21.5"
    assert "first wave" in refusal.text


def test_dice_come_first() -> None:
    game = new_game(load_scenario("d_day"), seed=1)
    game.auto_roll = False
    game.play("attack US-82-507")
    game.play("attack US-82-508")
    while game.decision.roll is None:
        game.play(game.decision.options[0])
    refusal = pick(game, Hit("place", "50")).refusal
    assert refusal is not None
    assert "dice" in refusal.text


@pytest.mark.parametrize("hit", [Hit("place", "51"), Hit("unit", "US-1-16"), Hit("bridge", "44-50")])
def test_after_the_end_a_click_says_where_the_game_stands(hit: Hit) -> None:
    refusal = pick(game_at("nothing more"), hit).refusal
    assert refusal is not None
    assert refusal.rule == "22"


def test_every_option_that_names_something_can_be_reached_by_a_click() -> None:
    """Clicking the map and choosing from the list do the same thing."""
    game = new_game(load_scenario("d_day"), seed=3)
    while game.decision is not None:
        board, forces = game.state.setting.board, game.state.setting.forces
        for option in game.decision.options:
            reached = [token for token in mentions(option) if token in board.index or token in forces.index]
            for token in reached:
                choice = pick(game, Hit("place" if token in board.index else "unit", token))
                assert option in (choice.action, *choice.menu)
        game.play(suggest(game.state))
