"""Rules 6.5 and 13: regrouping. Distances, rivers and bridges are those of the map tables."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout import position
from tests.rules.helpers import D1, D2, FRESH, INFANTRY, SPENT, Table, place
from tests.rules.nights import BRITISH, OWN, US, held, night

FOOT, TANKS, GUNS = "GE-6FS", "GE-100Rp", "GE-91-Art"

# Where the unit stands and goes, what else stands there, and the rule that refuses it ("" where it may).
GERMAN_MOVES: list[tuple[str, str, str, str, dict[str, Any]]] = [
    (FOOT, "44", "43", "", {}),  # open ground
    (TANKS, "44", "43", "", {}),
    (GUNS, "44", "43", "", {}),  # guns need no escort into a Free area
    (FOOT, "44", "35", "", {}),  # over a river by its bridge
    (TANKS, "44", "35", "", {}),
    (FOOT, "44", "35 wade", "", {}),  # beside it
    (TANKS, "44", "35 wade", "8.36E", {}),
    (GUNS, "44", "35 wade", "8.36E", {}),
    (FOOT, "44", "43 wade", "8.36E", {}),  # no river there
    (FOOT, "44", "50", "", {}),  # over a flood by its bridge
    (FOOT, "44", "50 wade", "8.371", {}),  # nobody wades a flood
    (FOOT, "44", "51", "8.371", {}),  # a flood without a bridge
    (FOOT, "10", "14", "8.371", {}),  # a river without a bridge
    (FOOT, "10", "14 wade", "", {}),
    (TANKS, "10", "14", "8.371", {}),  # the case that 13 names
    (FOOT, "44", "42", "13", {}),  # two areas away
    (FOOT, "44", "43", "13", {"areas": {"43": US}}),  # vacant, but the enemy's
    (FOOT, "44", "43", "13", {"units": place("US-4-8", "GE-91-1057", at="43")}),  # own, but contested
    (FOOT, "44", "box:51", "3.4", {}),
    (FOOT, "13", "B", "", {}),  # a zone
    (FOOT, "A", "B", "", {}),  # from zone to zone
    (FOOT, "13", "B", "13", {"areas": {"B": US}}),
    (FOOT, "B", "13", "", {"units": place("US-4-8", at="B")}),  # a contested zone is left like any area
    ("GE-CA-Marcouf", "52", "53", "8.373", {}),
    (FOOT, "44", "35", "13", {"units": place("US-4-8", at="44"), "bridges": {"35-44": {"held": "allied"}}}),
    (FOOT, "44", "35 wade", "13", {"units": place("US-4-8", at="44"), "bridges": {"35-44": {"held": "allied"}}}),
    (FOOT, "10", "14 wade", "13", {"rivers": {"10-14": {"held": "allied"}}}),  # an enemy Held mark
    (FOOT, "44", "35", "8.371", {"bridges": {"35-44": {"held": "destroyed"}}}),
    (FOOT, "44", "35 wade", "", {"bridges": {"35-44": {"held": "destroyed"}}}),
    (FOOT, "44", "43", "7.1", {"units": place(*INFANTRY[:10], at="43")}),
    (FOOT, "44", "43", "", {"units": place(*INFANTRY[:9], at="43")}),
    ("GE-LXXXIV-Art", "34", "36", "16.13", {"units": place("GE-ISS-Art", at="36")}),
    ("GE-LXXXIV-Art", "13", "B", "", {"units": place("GE-ISS-Art", at="B")}),  # zones hold any number (7.2)
]


def verdict(game: Table, text: str) -> str:
    refusal = breakout.why_not(game.state, breakout.parse(game.setting, text))
    assert (refusal is None) == (text in game.options)
    return refusal.rule if refusal else ""


@pytest.mark.rule("13", "6.5", "8.371", "8.373", "14.1", "7.1", "7.2", "16.13", "8.36E", "8.372", "I-93")
@pytest.mark.parametrize(("unit", "start", "goal", "rule", "patch"), GERMAN_MOVES)
def test_german_moves(unit: str, start: str, goal: str, rule: str, patch: dict[str, Any]) -> None:
    patch = dict(patch)
    spare = place("GE-711-731", at="3")  # somebody can always move, so that the phase waits
    game = night(place(unit, at=start), spare, patch.pop("units", {}), **patch)
    assert verdict(game, f"regroup {unit} {goal}") == rule
    if not rule:
        game.do(f"regroup {unit} {goal}")
        assert game.at(unit) == goal.split(" ")[0]


UTAH = held(50, 51, 52)
ALLIED_MOVES: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("US-4-8", "50", "51", "", {}),  # over the causeway
    ("US-4-8", "50", "52", "", {}),
    ("US-4-8", "52", "53", "13", {}),  # German and vacant
    ("US-4-8", "51", "box:51", "3.4", {}),
    ("US-4-8", "51", "offshore", "3.4", {}),
    ("US-4-8", "box:51", "51", "", {}),  # a landing at a Free beach
    ("US-4-Art", "box:51", "51", "", {}),
    ("US-4-8", "box:51", "offshore", "", {}),
    ("US-4-8", "box:51", "30", "13", {}),  # another beach
    ("US-4-8", "box:51", "50", "13", {}),
    ("US-4-8", "box:30", "30", "13", {}),  # not Free: German
    ("US-4-8", "box:51", "51", "13", {"units": place("GE-6FS", "US-4-12", at="51")}),  # contested
    ("US-4-8", "offshore", "box:51", "3.5", {}),
    ("US-4-8", "offshore", "51", "3.5", {}),
    (
        "US-4-8",
        "53",
        "52",
        "",
        {"units": place("GE-6FS", at="53"), "areas": UTAH | {"53": OWN}},
    ),  # out of a contested area
    (
        "US-4-8",
        "53",
        "54",
        "13",
        {"units": place("GE-6FS", at="53"), "areas": UTAH | {"53": OWN, "54": US}},
    ),  # German line
    ("BR-3-8", "50", "51", "", {}),  # the other Ally's Free area
]


@pytest.mark.rule("13", "19.3", "3.4", "3.5")
@pytest.mark.parametrize(("unit", "start", "goal", "rule", "patch"), ALLIED_MOVES)
def test_allied_moves(unit: str, start: str, goal: str, rule: str, patch: dict[str, Any]) -> None:
    patch = {"areas": UTAH} | patch
    spare = place("US-101-502", at="50")
    game = night(place(unit, at=start), spare, patch.pop("units", {}), side="allied", **patch)
    assert verdict(game, f"regroup {unit} {goal}") == rule


@pytest.mark.rule("13")
@pytest.mark.parametrize("level", [FRESH, SPENT, D1, D2])
def test_any_status_regroups_and_keeps_it(level: str) -> None:
    game = night(place(FOOT, at="44", level=level), place(TANKS, at="44")).do(f"regroup {FOOT} 43")
    assert (game.at(FOOT), game.level(FOOT)) == ("43", level)


@pytest.mark.rule("13", "6.5")
def test_one_area_and_no_farther_and_the_german_first() -> None:
    game = night(place(FOOT, TANKS, at="44"), place("US-4-8", at="50"), areas=held(50, 51))
    assert (game.kind, game.actor, game.moment) == ("regroup", "german", "7Z")
    assert game.why("regroup US-4-8 51").rule == "8.12"
    game.do(f"regroup {FOOT} 43")
    assert game.why(f"regroup {FOOT} 42").rule == "13"
    assert not any(FOOT in option for option in game.options)
    game.do("end")
    assert game.actor == "allied"
    assert game.offered("regroup") == {"US-4-8 51"}
    assert "The Germans regroup 1 unit." in [event.text for event in game.events]


@pytest.mark.rule("13", "8.371", "20.1")
def test_five_units_to_a_bridge_and_the_sixth_wades_if_it_can() -> None:
    five = INFANTRY[:5]
    game = night(place(*five, FOOT, TANKS, at="44"))
    game.do(*(f"regroup {unit} 35" for unit in five))
    assert game.why(f"regroup {FOOT} 35").rule == "8.371"
    assert game.why(f"regroup {TANKS} 35").rule == "8.371"
    assert game.why(f"regroup {TANKS} 35 wade").rule == "8.36E"
    game.do(f"regroup {FOOT} 35 wade")
    assert game.at(FOOT) == "35"


@pytest.mark.rule("13", "8.371")
def test_both_directions_count_to_five() -> None:
    there, back = INFANTRY[:3], INFANTRY[3:6]
    game = night(place(*there, at="44"), place(*back, TANKS, at="35"))
    game.do(*(f"regroup {unit} 35" for unit in there), *(f"regroup {unit} 44" for unit in back[:2]))
    assert game.why(f"regroup {back[2]} 44").rule == "8.371"
    assert f"regroup {back[2]} 44 wade" in game.options


@pytest.mark.rule("13", "7.3", "20.1")
def test_who_leaves_a_contested_area_gives_it_up() -> None:
    game = night(place(FOOT, at="44"), place("US-101-502", at="44"), place(TANKS, at="45"))
    assert game.control("44") == "german"
    game.do(f"regroup {FOOT} 43")
    assert game.control("44") == "us"


@pytest.mark.rule("13", "7.3")
def test_as_many_of_both_allies_left_alone_are_asked() -> None:
    game = night(place(FOOT, at="44"), place("US-101-502", at="44"), place("BR-3-8", at="44"), place(TANKS, at="45"))
    game.do(f"regroup {FOOT} 43")
    assert (game.kind, game.actor) == ("control", "allied")
    game.do("control 44 british")
    assert (game.control("44"), game.actor) == ("british", "german")


@pytest.mark.rule("13", "7.3")
def test_a_free_area_passes_to_the_ally_that_stays() -> None:
    game = night(place("US-4-8", "BR-3-8", at="50"), side="allied", areas=held(50, 51))
    game.do("regroup US-4-8 51")
    assert game.control("50") == "british"


@pytest.mark.rule("13", "7.3")
def test_entering_the_other_allys_free_area_changes_nothing() -> None:
    game = night(place("BR-3-8", "BR-3-9", at="50"), side="allied", areas={"50": BRITISH, "51": US})
    game.do("regroup BR-3-8 51")
    assert game.control("51") == "us"


@pytest.mark.rule("13", "19.3")
def test_five_land_at_a_beach_in_a_night_and_ten_stand_there() -> None:
    six = ("US-4-8", "US-4-12", "US-4-22", "US-4-Art", "US-90-357", "US-90-358")
    game = night(place(*six, at="box:51"), side="allied", areas=held(51))
    game.do(*(f"regroup {unit} 51" for unit in six[:5]))
    assert game.why("regroup US-90-358 51").rule == "19.3"
    assert game.offered("regroup") == {"US-90-358 offshore"}
    ashore = ("US-1-16", "US-1-18", "US-1-26", "US-1-Art", "US-29-115", "US-29-116", "US-29-175", "US-29-Art", "US-2-9")
    full = night(place(*six, at="box:51"), place(*ashore, at="51"), side="allied", areas=held(51))
    full.do("regroup US-4-8 51")
    assert full.why("regroup US-4-12 51").rule == "7.1"


@pytest.mark.rule("13", "19.3", "19.4", "I-92")
def test_coastal_guns_fire_once_all_landers_are_named() -> None:
    """One Fresh gun in Montebourg, next to Utah: value 1. A 1 is Spent, from 2 on nothing happens."""
    landers = ("US-4-8", "US-4-12")
    game = night(place(*landers, at="box:51"), place("GE-CA-Marcouf", at="52"), side="allied", areas=held(51))
    game.do("regroup US-4-8 51", "regroup US-4-12 51")
    assert game.kind == "roll"
    game.throw("roll 1").throw("roll 2")
    assert game.levels(*landers) == [SPENT, FRESH]


@pytest.mark.rule("13", "19.4")
def test_two_guns_disrupt_a_lander() -> None:
    guns = place("GE-CA-Marcouf", "GE-CA-Martin", at="52")
    game = (
        night(place("US-4-8", at="box:51"), guns, side="allied", areas=held(51)).do("regroup US-4-8 51").throw("roll 1")
    )
    assert game.level("US-4-8") == D1


@pytest.mark.rule("13", "3.5", "6.2")
def test_who_puts_out_is_reassigned_at_dawn() -> None:
    game = night(place("US-4-8", at="box:51"), side="allied").do("regroup US-4-8 offshore")
    assert (game.moment, game.kind, game.at("US-4-8")) == ("8D", "place", "offshore")
    assert game.offered("place") == {"US-4-8 box:30", "US-4-8 box:51"}


@pytest.mark.rule("13")
def test_a_march_by_night_is_told_what_to_play() -> None:
    game = night(place(FOOT, TANKS, at="44"))
    refusal = game.why(f"march {FOOT} 43")
    assert (refusal.rule, refusal.fix) == ("13", f'Play "regroup {FOOT} 43".')
    assert game.why(f"march {FOOT} 42").rule == "13"


@pytest.mark.rule("13")
@pytest.mark.parametrize(("unit", "start", "goal", "rule", "patch"), [row for row in GERMAN_MOVES if row[3]])
def test_what_a_refusal_proposes_can_be_played(
    unit: str, start: str, goal: str, rule: str, patch: dict[str, Any]
) -> None:
    patch = dict(patch)
    game = night(place(unit, at=start), place("GE-711-731", at="3"), patch.pop("units", {}), **patch)
    fix = game.why(f"regroup {unit} {goal}").fix
    if fix.startswith('Play "'):
        game.do(fix.split('"')[1])
        assert game.at(unit) != start


@pytest.mark.rule("13", "6.5")
def test_a_night_position_is_a_scenario() -> None:
    game = night(place(FOOT, TANKS, at="44"), place("US-4-8", at="50"), areas=held(50, 51), impulse=2)
    german = position.as_scenario(game.state)
    game.do("end")
    allied = position.as_scenario(game.state)
    for spec, actor in ((german, "german"), (allied, "allied")):
        again = breakout.initial(breakout.setting_from(spec))
        assert (breakout.moment(again), again.asked and again.asked.actor) == ("7Z", actor)
    before = breakout.initial(breakout.setting_from(german))
    moved, _ = breakout.apply(before, breakout.parse(before.setting, f"regroup {FOOT} 43"))
    assert not position.at_boundary(moved)
