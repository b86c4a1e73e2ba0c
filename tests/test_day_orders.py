"""``game.orders`` by day under bad input: refused in words with a rule, with nothing played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.core.dice import ScriptedDice
from normandy_lab.game import Game

FORCE = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116")


def isigny(**patch: Any) -> Game:
    """American regiments in Balleroy (26), guns in the Foret de Cerisy (27), Germans in Isigny (33) and Bayeux (19)."""
    units = dict.fromkeys(FORCE, "26") | {"US-1-Art": "27", "GE-352-916": "33", "GE-352-915": "19", "US-4-8": "box:51"}
    return day({unit: {"at": place} for unit, place in units.items()}, **patch)


def day(units: dict[str, Any], **patch: Any) -> Game:
    areas = {"areas": {place: {"control": "us"} for place in ("26", "27", "29", "30", "51")}}
    clock = {"phase": "daylight", "side": "allied"}
    spec = nl.load_scenario("blank").with_({"clock": clock, "units": units, **areas, **patch})
    game = nl.new_game(spec, seed=1)
    game.ask = {seat: {"reroll": "never", "retreats": "never"} for seat in ("german", "allied")}
    return game


def opened() -> Game:
    game = isigny()
    game.play("impulse assault 26")
    return game


Call = Callable[[Any], Any]
REFUSED: dict[str, tuple[Call, str, str]] = {
    "nobody marches": (lambda o: o.move([], "33"), "8.2", "No unit is named"),
    "nobody assaults": (lambda o: o.move_and_assault([], "33"), "8.2", "No unit is named"),
    "the enemy's unit": (lambda o: o.move("GE-352-916", "27"), "8.12", "916 Rgt is not of the side"),
    "units that cannot act": (lambda o: o.move("US-1-Art", "Caen"), "8.33", "Caen"),
    "to where they stand": (lambda o: o.move(FORCE, "26"), "8.33", "16 Rgt stands in Balleroy already"),
    "by way of where they stand": (lambda o: o.move(FORCE, "33", via="26"), "8.33", "already"),
    "to sea": (lambda o: o.move(FORCE, "box:30"), "3.4", "Nobody goes back to sea"),
    "an assault on nobody after a march": (lambda o: o.move_and_assault(FORCE, "27"), "8.5", "No enemy is in"),
    "an assault declared on nobody": (lambda o: o.declare(FORCE, "27"), "8.5", "No enemy is in"),
    "an assault on nobody": (lambda o: o.assault("26"), "8.5", "No enemy is in Balleroy"),
    "an assault that was not declared": (lambda o: o.fight(), "8.5", "No assault is being put together"),
    "guns that were not laid": (lambda o: o.fire(), "10.2", "No bombardment"),
    "a bridge that stands repaired": (lambda o: o.repair("25-26"), "20.2", "stands"),
    "a bridge seized from afar": (lambda o: o.seize("US-1-16", "27-34"), "8.221", ""),
    "nothing bombards": (lambda o: o.bombard("33", []), "10.1", "Nothing that bombards"),
    "infantry bombards": (lambda o: o.bombard("33", FORCE[0]), "10.11", "no field artillery"),
    "a landing inland": (lambda o: o.land("Carentan"), "19.3", "Carentan is no beach"),
    "a landing of nobody": (lambda o: o.land("Utah", []), "19.3", "No unit is named"),
    "a landing from inland": (lambda o: o.land("Utah", [FORCE[0]]), "3.4", "approach box"),
}


@pytest.mark.rule("8.2", "8.33", "8.5")
@pytest.mark.parametrize("name", REFUSED)
def test_an_order_that_cannot_be_carried_out_plays_nothing(name: str) -> None:
    order, rule, words = REFUSED[name]
    game = isigny()
    report = order(game.orders)
    assert (report.stopped, report.refusal.rule) == ("refused", rule), report
    assert words in report.why
    assert (game.log.at.n, report.done) == (0, ())


UNREADABLE: dict[str, tuple[Call, str]] = {
    "no list": (lambda o: o.move(None, "33"), "None names no unit"),
    "a number for units": (lambda o: o.move_and_assault(5, "33"), "5 names no unit"),
    "a unit": (lambda o: o.move(["US-1-16", "XX"], "33"), "'XX' is no known unit"),
    "a place": (lambda o: o.move(FORCE, "Paris"), "Paris"),
    "a place on the way": (lambda o: o.move(FORCE, "33", via=["27", "Paris"]), "Paris"),
    "a Point Unit": (lambda o: o.move_and_assault(FORCE, "33", point="XX"), "'XX' is no known unit"),
    "a supporting gun": (lambda o: o.move_and_assault(FORCE, "33", support=["XX"]), "'XX' is no known unit"),
    "units of an assault": (lambda o: o.assault("33", units=["XX"]), "'XX' is no known unit"),
    "a marker": (lambda o: o.bombard("33", "XTF"), "XTF"),
    "a number that bombards": (lambda o: o.bombard("33", 5), "5"),
    "a marker with guns": (lambda o: o.bombard("33", ["WTF", "US-1-Art"]), "a marker bombards by itself"),
    "a target": (lambda o: o.bombard("33", "WTF", target="XX"), "XX"),
    "a way to activate": (lambda o: o.double("27", "storm"), "assault or bombard"),
    "a bridge": (lambda o: o.repair("Caen"), "such as 49-50"),
    "a border": (lambda o: o.demolish("26-33"), "not adjacent"),
}


@pytest.mark.parametrize("start", [isigny, opened])
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_name_that_does_not_exist_is_refused_before_anything_is_played(name: str, start: Callable[[], Game]) -> None:
    order, words = UNREADABLE[name]
    game = start()
    before = game.log.at.n
    with pytest.raises(nl.NotationError, match=words):
        order(game.orders)
    assert game.log.at.n == before


WAITING: dict[str, Call] = {
    "a bombardment without guns named": lambda o: o.bombard("33"),
    "a bombardment by a marker": lambda o: o.bombard("33", "WTF"),
    "another activation": lambda o: o.activate("27"),
    "a pass": lambda o: o.pass_(),
}


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("name", WAITING)
def test_an_order_of_another_impulse_is_a_surprise_in_an_open_one(name: str) -> None:
    game = opened()
    report = WAITING[name](game.orders)
    assert (report.stopped, report.done, game.log.at.n) == ("surprise", (), 1)


@pytest.mark.parametrize("name", [*(name for name in REFUSED if "not" not in name), *WAITING])
def test_nothing_is_done_while_dice_are_waited_for_or_after_the_end(name: str) -> None:
    order = WAITING[name] if name in WAITING else REFUSED[name][0]
    game = isigny()
    game.auto_roll = False
    game.play("pass")
    assert game.actor == "chance"
    report = order(game.orders)
    assert report.stopped in ("chance", "refused")
    game.auto_roll = True
    game.run()
    assert order(game.orders).stopped in ("over", "refused")


@pytest.mark.rule("8.3", "8.12")
def test_a_march_says_who_stays_behind_and_why() -> None:
    game = isigny()
    report = game.orders.move(["GE-352-916", "US-1-16"], "27")
    assert report.done == ("impulse assault 26", "march US-1-16 27")
    assert "916 Rgt is not of the side whose impulse it is. [8.12]" in report.why


@pytest.mark.rule("8.3")
def test_units_and_ways_are_read_in_any_form() -> None:
    for units, via in ((["16 Rgt", "US-1-16"], "27"), ("us-1-16", ["Forêt de Cerisy"]), (iter(["US-1-16"]), ("27",))):
        game = isigny()
        assert game.orders.move(units, "Isigny", via=via).done[1:] == ("march US-1-16 27", "march US-1-16 33")


@pytest.mark.rule("8.5", "9.7")
def test_a_unit_that_cannot_take_part_is_named_and_not_passed_over() -> None:
    game = isigny()
    game.orders.move(["US-1-16"], "33")
    report = game.orders.assault("33", units=["US-1-16", "US-1-18"])
    assert report.stopped == "refused"
    assert "18 Rgt" in report.why


@pytest.mark.rule("8.5", "16.12")
def test_guns_that_march_along_support_the_assault() -> None:
    game = isigny()
    report = game.orders.move_and_assault(["US-1-16", "US-1-Art"], "33")
    assert report.stopped == "done", report
    game = day({"US-1-16": {"at": "26"}, "US-1-Art": {"at": "26"}, "GE-352-916": {"at": "33"}})
    report = game.orders.move_and_assault(["US-1-16", "US-1-Art"], "33", support=[])
    assert report.stopped == "done", report
    assert [each for each in report.done if each.startswith("join")] == []


@pytest.mark.rule("17.2")
@pytest.mark.parametrize("name", ["wtf", "Western Task Force", "western task force"])
def test_a_marker_is_read_by_id_or_name(name: str) -> None:
    game = isigny()
    assert game.orders.bombard("Isigny", name, target="916 Rgt").done[1] == "shoot WTF 33"


@pytest.mark.rule("8.21", "20.2")
def test_a_repair_opens_the_impulse_of_the_end_that_allows_it() -> None:
    # The bridge between Balleroy and Caumont is down; only the American end, in supply from Omaha, can be activated.
    game = isigny(bridges={"25-26": {"held": "destroyed"}})
    game.dice = ScriptedDice(["3"])
    assert game.orders.repair("25-26").done == ("impulse assault 26", "repair 25-26")
