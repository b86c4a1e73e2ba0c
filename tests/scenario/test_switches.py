"""Every switch that is said to be played changes what can be played, and no other switch does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.breakout.scenario.switches import READ, SWITCHES
from normandy_lab.errors import ScenarioError
from tests.properties import walk
from tests.rules.helpers import Table, blank, place

ALLIED = {"control": "us"}


def by_day(*parts: Any, side: str = "german", **patch: Any) -> Table:
    return blank(*parts, clock={"phase": "daylight", "side": side}, phase="daylight", **patch)


def fort(**rules: Any) -> Any:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="amphibious", rules=rules)
    return int(game.do("land US-4-8 51", "end", "assault 51", "point US-4-8").dv())


def interdiction(**rules: Any) -> Any:
    """Whether a German column that enters its second area rolls a die (8.4)."""
    game = by_day(place("GE-12SS-25", at="12"), rules=rules).do("impulse assault 12", "march GE-12SS-25 11")
    return game.do("march GE-12SS-25 10").kind


def landing_under_guns(**rules: Any) -> Any:
    """The Interdiction Value of Utah with the battery of Marcouf in Montebourg (19.4)."""
    game = blank(place("US-4-8", at="box:51"), place("GE-CA-Marcouf", at="52"), phase="amphibious", rules=rules)
    return int(breakout.explain(game.state, "interdiction 51"))


def air_attack(**rules: Any) -> Any:
    game = by_day(place("US-4-8", at="50"), place("GE-709-919", at="50"), side="allied", rules=rules)
    return int(game.do("impulse assault 50", "assault 50", "join US-4-8", "point US-4-8").av())


def air_defense(**rules: Any) -> Any:
    game = by_day(place("US-4-8", at="50"), place("GE-709-919", at="50"), rules=rules)
    game.do("impulse assault 50", "assault 50", "join GE-709-919", "point GE-709-919")
    return int(game.dv("forward US-4-8"))


def shelling(**rules: Any) -> Any:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="naval", rules=rules)
    return game.kind


def first_wave(**rules: Any) -> Any:
    game = blank(
        place("US-4-8", "US-4-12", at="box:51"), place("GE-709-1-919", at="51"), phase="amphibious", rules=rules
    )
    return game.do("land US-4-8 51").options


def repairs(side: str) -> Callable[..., Any]:
    def how_many(**rules: Any) -> int:
        """Repairs that can be tried around St. Lo: five bridges are down."""
        broken = {border: {"held": "destroyed"} for border in ("25-34", "27-34", "33-34", "34-35", "34-38")}
        allies = {str(number): ALLIED for number in range(1, 61)} if side == "allied" else {}
        game = by_day(place("US-4-8", at="51"), side=side, bridges=broken, areas=allies, rules=rules)
        game.do("impulse assault 34")
        tried = 0
        while game.offered("repair"):
            game.do(f"repair {min(game.offered('repair'))}").throw("roll 1")
            tried += 1
        return tried

    return how_many


def foreign_beach(**rules: Any) -> Any:
    """British troops off Utah, by day."""
    try:
        game = by_day(place("BR-3-8", at="box:51"), place("US-4-8", at="51"), side="allied", rules=rules)
    except ScenarioError as error:
        return [problem.rule for problem in error.problems]
    return game.do("impulse assault box:51").offered("land")


def advantage_after_a_loss(**rules: Any) -> str:
    """Who holds it, in mid-impulse, once an Allied regiment is lost."""
    game = by_day(place("GE-12SS-Pz", at="33"), place("US-1-16", at="34", level="disrupt_2"), areas={"34": ALLIED},
                  weather={"dawn": {"1944-06-06": "overcast"}}, bridges={"33-34": {"held": "german"}}, rules=rules)  # fmt: skip
    game.do("impulse assault 33", "march GE-12SS-Pz 34").fight("34", dice=(12, 2))
    assert game.level("US-1-16") == "eliminated"
    return game.advantage


def surrender(**rules: Any) -> Any:
    """Who must act once the German part of a night ends with a regiment cut off on Utah Beach (12.8)."""
    areas = {str(number): ALLIED for number in range(1, 61)}
    units = place("US-4-8", "GE-709-919", at="51")
    return blank(units, phase="refit", areas=areas, rules=rules).do("end").kind


def cherbourg(**rules: Any) -> Any:
    game = blank(place("GE-709-739", at="56", level="spent"), phase="refit", rules=rules)
    return game.do("refit GE-709-739 cherbourg").throw("roll 4").level("GE-709-739")


def rangers(**rules: Any) -> Any:
    """Where a Ranger battalion on Allied-controlled Omaha is after dawn."""
    clock = {"start": "Jun-07", "phase": "dawn"}
    return blank(place("US-Rgr-2", at="30"), phase="dawn", clock=clock, areas={"30": ALLIED}, rules=rules).at(
        "US-Rgr-2"
    )


def contested_points(**rules: Any) -> Any:
    """Caen alone, worth four, is fought over off Sword; the Advantage and four German beaches cancel to -3."""
    game = by_day(place("BR-3-8", "GE-21Pz-22", at="9"), areas={"8": {"control": "british"}}, rules=rules)
    return breakout.explain(game.state, "victory_points").total


# Switch: what to ask, the answer by default, another value, the answer then.
CASES: dict[str, tuple[Callable[..., Any], Any, Any, Any]] = {
    "fort_value": (fort, 1 + 1 + 2, 4, 1 + 1 + 4),
    "air_interdiction": (interdiction, "roll", False, "orders"),
    "coastal_interdiction": (landing_under_guns, 1, False, 0),
    "air_attack": (air_attack, 6 + 1, 3, 6 + 3),
    "air_defense": (air_defense, 6 + 3 + 2, 0, 6 + 3),
    "naval_shoots_before_landing": (shelling, "naval", 0, "air"),
    "first_wave_cap": (first_wave, {"land US-4-12 51", "end"}, 1, {"end"}),
    "advantage_lost": (advantage_after_a_loss, "german", "end_of_impulse", "allied"),
    "allied_repairs": (repairs("allied"), 4, 2, 2),
    "german_repairs": (repairs("german"), 1, 3, 3),
    "surrender_die": (surrender, "roll", False, "depots"),
    "cherbourg_refit": (cherbourg, "fresh", 5, "spent"),
    "rangers_withdraw": (rangers, "withdrawn", False, "30"),
    "contested_vp_threshold": (contested_points, -3, 4, -2),
    "beach_of_another_nation": (foreign_beach, ["19.3"], True, {"BR-3-8 51"}),
}


def test_every_switch_that_is_played_has_a_case() -> None:
    assert CASES.keys() | {"edition"} == READ


@pytest.mark.parametrize("name", CASES)
def test_a_switch_that_is_played_changes_play(name: str) -> None:
    ask, usual, value, then = CASES[name]
    assert ask() == ask(**{name: SWITCHES[name].default}) == usual
    assert ask(**{name: value}) == then
    spec = load_scenario("blank").with_({"rules": {name: value}})
    assert spec.notices == ()


def other(name: str) -> Any:
    """A value of the switch that is not the default."""
    options = (True, False, 3, 6, "spent", "Jun-07", {"WTF": 3}, ["Utah"], [{"phase": "daylight", "av": 1}])
    return next(value for value in options if value != SWITCHES[name].default and not SWITCHES[name].check(value))


@pytest.mark.parametrize("name", sorted(SWITCHES.keys() - READ))
def test_a_switch_that_is_not_played_says_so_and_changes_nothing(name: str) -> None:
    spec = load_scenario("d_day").with_({"rules": {name: other(name)}})
    assert [notice.place for notice in spec.notices] == [f"rules.{name}"]
    seed = random.Random(name).randrange(1_000)
    plays = [
        [str(step.action) for step in walk.steps(breakout.initial(breakout.setting_from(each)), seed, day=True)]
        for each in (spec, load_scenario("d_day"))
    ]
    assert plays[0] == plays[1]


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        ("drop_date", ["Jun-07", "jun-07", "1944-06-07"]),
        ("contested_vp_threshold", ["0.5", "1/2", 0.5]),
        ("contested_vp_threshold", [6, "6", "6.0", "12/2"]),
    ],
)
def test_a_value_has_one_digest_however_it_is_spelled(name: str, spellings: list[object]) -> None:
    plain = load_scenario("d_day")
    digests = {plain.with_({"rules": {name: value}}).digest for value in spellings}
    assert len(digests) == 1
    assert digests != {plain.digest}


@pytest.mark.rule("8.4", "19.4")
def test_a_former_name_of_two_switches_is_still_read() -> None:
    both = load_scenario("d_day").with_({"rules": {"air_interdiction": False, "coastal_interdiction": False}})
    assert load_scenario("d_day").with_({"rules": {"interdiction_on": False}}).digest == both.digest
    one = load_scenario("d_day").with_({"rules": {"interdiction_on": False, "air_interdiction": True}})
    assert [breakout.setting_from(one).rules[name] for name in ("air_interdiction", "coastal_interdiction")] == [
        True,
        False,
    ]
