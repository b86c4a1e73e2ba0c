"""Nothing that an order was told is dropped: it is done, or the order stops before the dice and names the rule.

One case an argument. Each names somebody who cannot take part where the game would close the group by itself and
throw the dice; every place, unit and rule is read off the map, the counters and the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.game import Game
from tests.ui.positions import QUIET, actions, at, day, german, isigny

US = {place: {"control": "us"} for place in ("26", "27", "29", "30", "51")}


def lonely(**units: str) -> Game:
    """One American regiment beside the 915th in Balleroy (26): whoever assaults is plain, so nobody is asked.

    The guns of US 29, in the next area, support no unit of another division (16.12).
    """
    return day({"US-1-16": "26", "GE-352-915": "26", "US-29-Art": "29", "US-1-18": "29"} | units, areas=US)


def column(**units: str) -> Game:
    """Two regiments in Balleroy (26) on the way to the 916th in Isigny (33); a third is in the Foret de Cerisy (27)."""
    there = {"US-1-16": "26", "US-1-18": "26", "US-1-26": "27", "GE-352-916": "33", "GE-352-915": "20"}
    return day(there | units, areas=US)


def rockets() -> Game:
    """Rockets and the guns of the 352nd beside Americans in Balleroy (26), and guns of the 91st in the next area."""
    there = {"GE-7NW": "26", "GE-352-Art": "26", "GE-91-Art": "27", "US-1-16": "26", "US-1-Art": "26"}
    return german(there, areas={"27": {"control": "german"}}, clock={"impulse": 3})


def guns_alone() -> Game:
    """Only the guns of US 1 reach Isigny (33)."""
    return day({"US-1-Art": "27", "US-29-Art": "29", "GE-352-916": "33", "US-1-16": "27"}, areas=US)


def sea() -> Game:
    """Eight units off Omaha, which is American: five land in an impulse (19.3)."""
    units = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2", "US-Rgr-5")
    return day(dict.fromkeys(units, "box:30"), areas=US)


def opened(make: Callable[[], Game], *actions: str) -> Callable[[], Game]:
    def made() -> Game:
        game = make()
        for action in actions:
            game.play(action)
        return game

    return made


def night() -> Game:
    game = nl.new_game("d_day", seed=1)
    game.ask = QUIET
    return game


def phase(name: str) -> Callable[[], Game]:
    def made() -> Game:
        game = nl.new_game(nl.load_scenario("d_day").with_({"clock": {"phase": name}}), seed=1)
        game.ask = QUIET
        return game

    return made


def waves() -> Game:
    """The first wave is named: the 8th at Utah, one unit at every other beach."""
    game = phase("amphibious")()
    for landing in ("US-4-8 51", "US-1-16 30", "BR-50-69 18", "BR-Can3-7 17", "BR-3-8 8"):
        game.play(f"land {landing}")
    game.play("end")
    assert game.decision is not None
    assert game.decision.kind == "beach"
    return game


SIXTH = ["US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2"]
Call = Callable[[Any], Any]
TOLD: dict[str, tuple[Callable[[], Game], Call, str, str]] = {
    # by day: assault
    "assault(units=): elsewhere": (lonely, lambda o: o.assault("26", ["US-1-16", "US-1-18"]), "9.1", "18 Rgt"),
    "assault(units=): nobody": (lonely, lambda o: o.assault("26", []), "8.375", "No Point Unit"),
    "assault(support=)": (lonely, lambda o: o.assault("26", support=["US-29-Art"]), "16.12", "29 Div Artillery"),
    "assault(support=): no gun": (lonely, lambda o: o.assault("26", support="US-1-18"), "9.7", "no field artillery"),
    "assault(point=)": (lonely, lambda o: o.assault("26", point="US-1-18"), "9.1", "18 Rgt does not take part"),
    # by day: marches
    "move_and_assault(units=): too far": (
        column, lambda o: o.move_and_assault(["US-1-16", "US-1-26"], "33"), "8.2", "26 Rgt did not begin"),
    "move_and_assault(units=): the enemy's": (
        column, lambda o: o.move_and_assault(["US-1-16", "GE-352-915"], "33"), "8.12", "915 Rgt"),
    "move_and_assault(support=)": (
        lambda: column(**{"US-29-Art": "27"}),
        lambda o: o.move_and_assault(["US-1-16", "US-1-18"], "33", support=["US-29-Art"]), "16.12", "29 Div Artillery"),
    "move_and_assault(units=): a gun left behind that nobody may call": (
        lambda: column(**{"US-29-Art": "27"}),
        lambda o: o.move_and_assault(["US-1-16", "US-29-Art"], "33"), "16.12", "29 Div Artillery"),
    "move_and_assault(point=)": (
        column, lambda o: o.move_and_assault(["US-1-16"], "33", point="US-1-18"), "9.1", "18 Rgt does not take part"),
    "move_and_assault(via=)": (
        column, lambda o: o.move_and_assault(["US-1-16"], "33", via=["52"]), "8.33", "No way leads"),
    "move(via=)": (column, lambda o: o.move(["US-1-16"], "27", via=["52"]), "8.33", "No way leads"),
    # by day: an assault that was declared
    "fight(units=)": (opened(isigny, "impulse assault 26", "march US-1-16 27", "march US-1-16 33", "assault 33"),
                      lambda o: o.fight(["US-1-18"]), "9.1", "18 Rgt is not in"),
    "fight(support=)": (
        opened(lambda: isigny(units={"US-29-Art": "27"}),
               "impulse assault 26", "march US-1-16 27", "march US-1-16 33", "assault 33"),
        lambda o: o.fight(support=["US-29-Art"]), "16.12", "29 Div Artillery"),
    "fight(point=)": (opened(isigny, "impulse assault 26", "march US-1-16 27", "march US-1-16 33", "assault 33"),
                      lambda o: o.fight(point="US-1-18"), "9.1", "18 Rgt does not take part"),
    # by day: bombardments
    "bombard(with_=): guns after rockets": (
        rockets, lambda o: o.bombard("26", ["GE-7NW", "GE-352-Art"]), "16.14", "nothing supports them"),
    "bombard(with_=): rockets after guns": (
        rockets, lambda o: o.bombard("26", ["GE-352-Art", "GE-7NW"]), "16.14", "rocket brigade"),
    "bombard(with_=): a gun out of reach": (
        guns_alone, lambda o: o.bombard("33", ["US-1-Art", "US-29-Art"]), "16.11", "not in or next to"),
    "bombard(target=)": (guns_alone, lambda o: o.bombard("33", target="US-1-16"), "10.12", "16 Rgt is not in"),
    "bombard(area): another is the target": (
        opened(rockets, "impulse bombard 26"), lambda o: o.bombard("27", ["GE-91-Art"]), "10.1", "Balleroy"),
    "fire(support=)": (
        opened(rockets, "impulse bombard 26", "lead GE-352-Art"), lambda o: o.fire(["GE-7NW"]), "16.14", "rocket"),
    # by day: landings
    "land(units=): a sixth": (sea, lambda o: o.land("30", SIXTH), "19.3", "Five units"),
    "land(units=): of another beach": (
        lambda: day({"US-1-16": "box:30", "US-4-8": "box:51"}, areas=US),
        lambda o: o.land("30", ["US-1-16", "US-4-8"]), "4.33", "8 Rgt waits off another beach"),
    # the night and the morning of June 6
    "attack(units=): dropped elsewhere": (
        night, lambda o: o.attack("50", ["US-82-505", "US-82-507"]), "21.2", "507 Para Rgt is not in"),
    "attack(area): none of them is there": (
        night, lambda o: o.attack("50", ["US-82-507"]), "21.2", "507 Para Rgt is not in"),
    "attack(point=)": (
        night, lambda o: o.attack("50", ["US-82-505"], point="US-101-501"), "9.1", "501 Para Rgt does not take part"),
    "shoot(target=)": (
        phase("naval"), lambda o: o.shoot("WTF", "51", target="US-4-8"), "10.12", "8 Rgt is not in"),
    "shoot(target=) before both aircraft have a target": (
        phase("air"), lambda o: o.shoot("IXAF", "51", target="GE-709-919"), "21.4", "name the second target"),
    "land(units=) in the first wave": (
        phase("amphibious"), lambda o: o.land("51", ["US-4-8", "US-1-16"]), "4.33", "16 Rgt is due at"),
    "assault(units=) of a wave": (waves, lambda o: o.assault("51", ["US-4-12"]), "21.5", "The whole first wave"),
    "assault(support=) of a wave": (waves, lambda o: o.assault("51", support=["US-4-Art"]), "21.5", "No guns support"),
    "assault(point=) of a wave": (waves, lambda o: o.assault("51", point="US-4-12"), "9.1", "12 Rgt does not take"),
}  # fmt: skip


@pytest.mark.rule("9.1", "9.7", "16.12", "16.14", "10.12", "19.3", "21.2", "21.5")
@pytest.mark.parametrize("name", TOLD)
def test_what_cannot_be_done_stops_the_order_before_the_dice(name: str) -> None:
    make, order, rule, words = TOLD[name]
    game = make()
    before = actions(game)
    report = order(game.orders)
    assert (report.stopped, report.refusal and report.refusal.rule) == ("refused", rule), report
    assert words in report.why
    assert (actions(game), report.done, report.events) == (before, (), ()), "nothing is played"


@pytest.mark.rule("8.5", "9.1")
def test_an_assault_after_an_activation_that_left_no_other_choice() -> None:
    held = {"advantage": {"side": "german"}, "areas": {"26": {"control": "us"}}}
    game = day({"US-1-16": "26", "US-1-18": "26", "GE-352-915": "26"}, **held)
    game.auto_roll = False
    game.orders.activate("26")
    # The areas around are German, so nobody may leave a contested area (8.34): to assault is all that is left.
    assert actions(game)[:2] == ["impulse assault 26", "assault 26"]
    report = game.orders.assault("26", ["US-1-18"], point="US-1-18")
    assert report.stopped in ("done", "actor", "chance"), report
    assert "join US-1-16" not in actions(game)
    assert "join US-1-18" in actions(game)


@pytest.mark.rule("10.1")
def test_a_bombardment_after_its_impulse_was_opened() -> None:
    game = guns_alone()
    game.play("impulse bombard 33")
    report = game.orders.bombard("33", ["US-1-Art"], "GE-352-916")
    assert report.stopped == "done", report
    assert {"lead US-1-Art", "target GE-352-916"} <= set(actions(game))


@pytest.mark.rule("19.3")
def test_a_landing_of_whom_the_game_has_landed_is_done() -> None:
    game = day({"US-4-8": "box:51"}, areas=US, advantage={"side": "german"})
    game.orders.activate("box:51")
    assert at(game, "US-4-8") == "51", "nothing else was to be done"
    assert game.orders.land("51", ["US-4-8"]).stopped == "done"


@pytest.mark.rule("8.5", "9.7")
def test_what_is_told_and_can_be_done_is_played_as_it_was_told() -> None:
    game = isigny(units={"US-1-26": "27"})
    report = game.orders.move_and_assault(["US-1-16", "US-1-18"], "33", ["27"], support=["US-1-Art"], point="US-1-18")
    assert report.stopped == "done", report
    played = actions(game)
    assert {"support US-1-Art", "point US-1-18"} <= set(played)
    marches = [f"march {unit} {place}" for place in ("27", "33") for unit in ("US-1-16", "US-1-18")]
    assert sorted(each for each in played if each.startswith("march")) == sorted(marches)
    assert not any(each.startswith("join") for each in played), "who marched must assault (8.51)"


# -- the rule of somebody who is named too late


@pytest.mark.rule("16.12", "9.7", "9.1")
def test_a_group_that_has_closed_gives_the_rule_of_each_unit() -> None:
    game = lonely()
    game.auto_roll = False
    for action in ("impulse assault 26", "assault 26", "join US-1-16", "point US-1-16", "forward GE-352-915"):
        if not game.why_not(action):
            game.play(action)
    assert game.actor == "chance", "the dice are due"
    for action, rule in (
        ("support US-29-Art", "16.12"), ("support US-1-18", "9.7"), ("join US-1-18", "9.1"), ("join US-1-16", "9.1"),
        ("join US-29-Art", "9.1"), ("join GE-352-915", "8.12"),
    ):  # fmt: skip
        refusal = game.why_not(action)
        assert (action, refusal and refusal.rule) == (action, rule), refusal
    assert "takes part already" in game.why_not("join US-1-16").text


@pytest.mark.rule("16.14", "10.2")
def test_a_bombardment_that_has_closed_gives_the_rule_of_each_gun() -> None:
    game = rockets()
    game.auto_roll = False
    for action in ("impulse bombard 26", "lead GE-7NW"):
        game.play(action)
    assert game.why_not("support GE-352-Art").rule == "16.14"
    assert game.why_not("lead GE-352-Art").rule == "16.14"
