"""``game.orders`` by day: whole marches and attacks as single logged actions, and where they pause."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.core.dice import ScriptedDice
from normandy_lab.ui.breakout import day as stages
from tests.ui.positions import TASK_FORCE, actions, at, day, german, isigny


@pytest.mark.rule("8.3", "8.5")
def test_five_units_two_areas_and_the_assault_in_one_order() -> None:
    game = isigny(dice=ScriptedDice(["6+6:1+1"]))
    report = game.orders.move_and_assault(TASK_FORCE, "Isigny", support=[], point="US-29-115")
    assert report.stopped == "done"
    assert report.done[0] == "impulse assault 26"
    marches = [text for text in report.done if text.startswith("march ")]
    assert len(marches) == 10
    assert report.done[11:] == ("assault 33", "end", "point US-29-115")
    # 5 + 4 others + 1 for three of US 1 + 1 air = 11, and 12 by dice, against 5 + 1 terrain and 2: 23 to 8.
    assert {at(game, unit) for unit in TASK_FORCE} == {"33"}
    assert at(game, "GE-352-916") == "lost"


@pytest.mark.rule("9.7", "9.2C")
def test_all_guns_support_unless_some_are_named() -> None:
    game = isigny()
    report = game.orders.move_and_assault(TASK_FORCE, "33")
    assert "support US-1-Art" in report.done


@pytest.mark.rule("8.4")
def test_an_attack_pauses_when_aircraft_stop_somebody_on_the_way() -> None:
    # The first die, a 1, is that of the unit with the highest attack factor; the second lets the other pass.
    # With another unit that could still move the assault is not the only thing left to do.
    units = {"GE-21Pz-22": "9", "GE-21Pz-125": "9", "GE-21Pz-192": "9", "BR-3-8": "18"}
    game = german(units, dice=ScriptedDice(["1", "5"]), areas={"18": {"control": "british"}})
    report = game.orders.move_and_assault(["GE-21Pz-22", "GE-21Pz-125"], "18")
    assert report.stopped == "surprise"
    assert "8.4" in report.why
    assert "22 Pz Rgt" in report.why
    assert not any(action.startswith("assault") for action in actions(game))
    assert at(game, "GE-21Pz-22") in ("16", "17")
    assert at(game, "GE-21Pz-125") == "18"
    assert game.decision is not None
    assert "assault 18" in game.decision.options


@pytest.mark.rule("8.4")
def test_what_is_stopped_does_not_stop_the_others() -> None:
    game = german({"GE-21Pz-22": "9", "GE-21Pz-125": "9"}, dice=ScriptedDice(["2", "6"]))
    report = game.orders.move(["GE-21Pz-22", "GE-21Pz-125"], "20")
    assert report.stopped == "surprise"
    assert (at(game, "GE-21Pz-22"), at(game, "GE-21Pz-125")) == ("16", "20")


@pytest.mark.rule("8.33")
def test_an_order_that_cannot_begin_plays_nothing() -> None:
    game = isigny()
    report = game.orders.move(TASK_FORCE, "Caen")
    assert report.stopped == "refused"
    assert report.refusal.rule == "8.33"
    assert actions(game) == []


@pytest.mark.rule("8.5", "8.54")
def test_an_assault_where_the_units_stand() -> None:
    game = isigny(units={"GE-352-915": "26"}, dice=ScriptedDice(["6+6:1+1"]))
    report = game.orders.assault("26")
    assert report.done[:2] == ("impulse assault 26", "assault 26")
    assert {text for text in report.done if text.startswith("join")} == {f"join {unit}" for unit in TASK_FORCE}
    game = isigny(units={"GE-352-915": "26"})
    report = game.orders.assault("26", units=["US-1-16", "US-1-18"], support=[], point="US-1-18")
    assert report.done[2:] == ("join US-1-16", "join US-1-18", "end", "point US-1-18")


@pytest.mark.rule("8.221", "20.3")
def test_a_bridge_is_seized_in_an_impulse_that_the_order_opens() -> None:
    # From Free Balleroy, the other area Vacant: 3 + 1, so 3 or more is 7.
    game = isigny(dice=ScriptedDice(["3"]))
    report = game.orders.seize("US-1-16", "25-26")
    assert report.done == ("impulse assault 26", "seize US-1-16 25-26")
    assert stages.side_to_move(game) == "allied"
    assert game.table("bridges").set_index(["a", "b"]).loc[("25", "26"), "held"] == "allied"


@pytest.mark.rule("20.4", "20.2")
def test_bridges_are_destroyed_and_repaired() -> None:
    game = isigny(bridges={"27-34": {"held": "allied"}, "25-26": {"held": "destroyed"}}, dice=ScriptedDice(["4", "2"]))
    # Free Foret de Cerisy, 3, and German St. Lo, 0: a 4 makes 7.
    assert game.orders.demolish("27-34").done == ("impulse assault 27", "demolish 27-34")
    assert game.table("bridges").set_index(["a", "b"]).loc[("27", "34"), "held"] == "destroyed"


@pytest.mark.rule("10.1", "10.2")
def test_a_bombardment_by_guns_and_one_by_aircraft() -> None:
    game = isigny()
    assert game.orders.bombard("33", ["US-1-Art"]).done[:2] == ("impulse bombard 33", "lead US-1-Art")
    game = isigny()
    assert game.orders.bombard("33", "IXAF", "GE-352-916").done[:2] == ("impulse bombard 33", "shoot IXAF 33")
    game = isigny()
    assert game.orders.bombard("33").stopped == "done", "the suggestion says with what"


@pytest.mark.rule("19.3")
def test_a_landing_by_day() -> None:
    game = day({"US-4-8": "box:51", "US-4-12": "box:51"}, areas={"51": {"control": "us"}})
    report = game.orders.land("Utah", ["US-4-8"])
    assert report.done == ("impulse assault box:51", "land US-4-8 51", "end")
    assert (at(game, "US-4-8"), at(game, "US-4-12")) == ("51", "box:51")


@pytest.mark.rule("11.4", "8.6")
def test_double_impulse_pass_and_end() -> None:
    game = isigny(units={"US-29-116": "27"})
    game.orders.activate("26")
    assert game.orders.end().stopped == "refused", "an impulse in which nothing is done is a pass (8.6)"
    assert game.orders.double("27").done == ("double assault 27",)
    game.orders.move(["US-29-116"], "32")
    assert game.orders.end().stopped == "done"
    other = isigny()
    assert other.orders.pass_().done == ("pass",)
    assert other.orders.move(["US-1-16"], "27").stopped in ("actor", "refused")


def test_orders_of_d_day_are_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    import normandy_lab as nl

    game: Any = nl.new_game("d_day", seed=1944)
    assert game.orders.assault("30").stopped in ("surprise", "refused")
    assert game.orders.land("51").stopped == "refused"
