"""Rules 8.5, 8.31, 8.51 to 8.54: assaults within an impulse, what they stop, and what goes on after them.

Fights are decided by the dice that a test throws; the sums behind them belong to the tests of rule 9.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, day, place

US, BRITISH = {"control": "us"}, {"control": "british"}
WIN, LOSE = (12, 2), (2, 12)
PANZERS = ("GE-21Pz-22", "GE-21Pz-125", "GE-21Pz-192")


def montebourg(*parts: Any, level: str = FRESH, **patch: Any) -> Table:
    """The 8th regiment alone in Montebourg (52), two German regiments next to it at Valognes (53)."""
    game = day(place("GE-91-1058", "GE-352-914", at="53"), place("US-4-8", at="52", level=level), *parts, **patch)
    return game.do("impulse assault 53")


# -- the Mandatory Assault


@pytest.mark.rule("8.51", "8.6")
def test_an_impulse_does_not_end_before_the_assault_that_must_be_made() -> None:
    game = montebourg().do("march GE-91-1058 52")
    assert "end" not in game.options
    refusal = game.why("end")
    assert refusal.rule == "8.51"
    assert refusal.fix
    game.fight("52", dice=LOSE).settle()
    assert "end" in game.options


@pytest.mark.rule("8.51", "8.33", "8.31")
def test_others_may_still_move_and_join_before_it_is_resolved() -> None:
    game = montebourg().do("march GE-91-1058 52", "march GE-352-914 52")
    game.fight("52", dice=LOSE, point="GE-91-1058").settle()
    assert game.levels("GE-91-1058", "GE-352-914") == [D1, D1]
    assert [game.at(unit) for unit in ("GE-91-1058", "GE-352-914")] == ["53", "53"], "both had to, both go back"


@pytest.mark.rule("8.51", "8.511", "20.1")
@pytest.mark.parametrize(
    ("dice", "at", "level", "holder"),
    [
        # 4 against 3 + 3 + 2: Forward Unit 507 with 3, bocage +3, over a bridge that they hold +2 (overcast: no aircraft).
        ((2, 12), "53", D1, "allied"),  # repulsed
        ((12, 8), "49", D1, "german"),  # 16 to 16: a tie, and the bridge is taken (I-8)
        ((12, 7), "49", SPENT, "german"),  # 16 to 15
    ],
)
def test_across_an_enemy_bridge(dice: tuple[int, int], at: str, level: str, holder: str) -> None:
    game = day(
        place("GE-91-1058", at="53"), place("US-82-507", at="49"), place("GE-91-1057", at="49", level=SPENT),
        bridges={"49-53": {"held": "allied"}}, weather="overcast",
    )  # fmt: skip
    game.do("impulse assault 53", "march GE-91-1058 49")
    assert "end" not in game.options, "Contested, but entered over the enemy's bridge (8.51)"
    game.fight("49", dice=dice).settle()
    assert (game.at("GE-91-1058"), game.level("GE-91-1058"), game.holder("49-53")) == (at, level, holder)


@pytest.mark.rule("8.51", "8.511")
def test_wading_an_enemy_river_obliges_and_wading_ones_own_does_not() -> None:
    there = (place("GE-352-916", at="29"), place("US-1-16", at="29"), place("GE-352-915", at="28"))
    own = day(*there).do("impulse assault 28", "march GE-352-915 29 wade")
    assert "end" in own.options
    theirs = day(*there, rivers={"28-29": {"held": "allied"}}).do("impulse assault 28", "march GE-352-915 29 wade")
    assert theirs.why("end").rule == "8.51"


@pytest.mark.rule("8.51", "8.52", "9.61")
def test_only_those_who_had_to_assault_must_go_back() -> None:
    # Contested Pont L'Abbe: one comes over the enemy's bridge from Valognes, one over its own from St. Sauveur.
    game = day(
        place("GE-91-1058", at="53"), place("GE-352-914", at="48"), place("US-82-507", at="49"),
        place("GE-91-1057", at="49", level=SPENT), bridges={"49-53": {"held": "allied"}}, advantage={"side": "german"},
    )  # fmt: skip
    game.do("impulse assault 53", "double assault 48", "march GE-91-1058 49", "march GE-352-914 49")
    game.fight("49", "GE-352-914", dice=LOSE, point="GE-91-1058")
    assert game.at("GE-91-1058") == "53"
    assert "GE-352-914 48" in game.offered("retreat")
    game.settle()
    assert (game.at("GE-352-914"), game.level("GE-352-914")) == ("49", D1)


@pytest.mark.rule("8.51", "15.2", "9.3E", "I-32")
def test_a_beach_taken_from_the_land_side_keeps_its_fort_until_the_assault_is_over() -> None:
    game = day(place("US-4-8", at="50"), place("GE-709-1-919", at="51"), side="allied")
    game.do("impulse assault 50", "march US-4-8 51")
    assert (game.fort("51"), game.why("end").rule) == (2, "8.51")
    game.do("assault 51")
    if "end" in game.options:
        game.do("end")
    game.do("point US-4-8", "forward GE-709-1-919")
    assert int(game.dv()) == 7, "1 + terrain 1 + fort 2 + bridge, enemy-held, over a flood 3"
    game.roll(9, 7).settle()
    assert game.fort("51") == 0


# -- the Optional Assault


@pytest.mark.rule("8.52", "8.32", "12.1")
def test_a_contested_area_may_be_entered_without_assault() -> None:
    game = montebourg(place("GE-709-919", at="52", level=SPENT)).do("march GE-91-1058 52", "end")
    assert (game.at("GE-91-1058"), game.level("GE-91-1058"), game.level("US-4-8")) == ("52", SPENT, FRESH)


@pytest.mark.rule("8.52", "8.5", "I-76")
def test_any_of_those_who_entered_may_assault_and_nobody_who_stood_there() -> None:
    game = montebourg(place("GE-709-919", at="52")).do("march GE-91-1058 52", "march GE-352-914 52", "assault 52")
    assert game.offered("join") == {"GE-91-1058", "GE-352-914"}
    assert game.why("join GE-709-919").rule in {"8.2", "8.5", "8.52"}, "it did not begin in the Active Area"
    game.do("join GE-91-1058", "end", "point GE-91-1058").do(f"forward {min(game.offered('forward'))}").roll(*LOSE)
    game.settle()
    assert game.level("GE-91-1058") == D1
    assert game.level("GE-709-919") == FRESH, "who takes no part is not affected (8.5)"
    assert game.level("GE-352-914") == SPENT, "who entered and did not assault is done (8.52)"


@pytest.mark.rule("8.5", "8.22")
def test_an_area_is_assaulted_once_in_an_impulse() -> None:
    game = montebourg(place("GE-709-919", at="52")).do("march GE-91-1058 52", "march GE-352-914 52")
    game.fight("52", "GE-91-1058", dice=LOSE).settle()
    assert game.why("assault 52").rule == "8.22"


@pytest.mark.rule("8.31", "8.22", "8.5")
def test_nobody_enters_an_area_that_was_attacked() -> None:
    game = montebourg().do("march GE-91-1058 52").fight("52", dice=LOSE).settle()
    assert "GE-352-914 52" not in game.offered("march")
    refusal = game.why("march GE-352-914 52")
    assert refusal.rule == "8.31"
    assert refusal.fix
    game.do("march GE-352-914 56", "end")
    assert game.at("GE-352-914") == "56"
    game.do("pass", "roll 6+6", "keep")
    assert game.kind == "impulse"


@pytest.mark.rule("8.5", "8.375")
def test_no_assault_without_an_enemy_or_without_a_point_unit() -> None:
    game = montebourg(place("GE-709-919", at="52")).do("march GE-91-1058 52")
    assert game.why("assault 53").rule == "8.5"
    flak = day(place("GE-FLAK-32", at="53"), place("GE-709-919", "US-4-8", at="52")).do("impulse assault 53")
    flak.do("march GE-FLAK-32 52")
    assert flak.why("assault 52").rule in {"8.375", "16.2"}


# -- Overrun


def bretteville(*parts: Any, **patch: Any) -> Table:
    """21 Panzer at Caen (9) before a British brigade at Disrupt 2 in Bretteville (16), no bocage; overcast: 7 MF."""
    game = day(place(*PANZERS, at="9"), place("BR-56", at="16", level=D2), *parts, weather="overcast", **patch)
    return game.do("impulse assault 9", "march GE-21Pz-22 16")


# 7 against 0 + 1: the brigade can absorb one point. With 2 against 7 the totals are 9 and 8, with 3 against 7 10 and 8.


@pytest.mark.rule("8.53", "8.51", "8.31")
def test_after_an_overrun_the_assaulting_units_go_on() -> None:
    game = bretteville().fight("16", dice=(3, 7)).settle()
    assert game.level("BR-56") == "eliminated"
    assert (game.level("GE-21Pz-22"), game.control("16")) == (FRESH, "german")
    assert game.used("GE-21Pz-22") == 3
    assert int(game.cost("GE-21Pz-22", "17")) == 1
    game.do("march GE-21Pz-22 17")
    # 8.31: they may even come back into the area; it was the enemy's when the impulse began, so 2 MF (7.3).
    assert int(game.cost("GE-21Pz-22", "16")) == 2
    game.do("march GE-21Pz-22 16", "march GE-21Pz-22 21")
    assert game.used("GE-21Pz-22") == 7
    game.do("end")
    assert game.level("GE-21Pz-22") == SPENT


@pytest.mark.rule("8.53", "8.31")
def test_an_overrun_opens_the_area_to_nobody_else() -> None:
    game = bretteville().fight("16", dice=(3, 7)).settle()
    assert game.why("march GE-21Pz-125 16").rule == "8.31"


@pytest.mark.rule("8.53", "8.51", "8.22", "8.5")
def test_after_an_overrun_the_next_area_may_be_assaulted_with_others() -> None:
    game = bretteville(place("BR-3-8", at="17", level=D2)).fight("16", dice=(3, 7)).settle()
    game.do("march GE-21Pz-22 17", "march GE-21Pz-125 17")
    assert game.used("GE-21Pz-22") == 6
    assert game.why("end").rule == "8.51"
    game.fight("17", dice=LOSE, point="GE-21Pz-22").settle()
    assert (game.at("GE-21Pz-22"), game.at("GE-21Pz-125")) == ("16", "9"), "each where it came from"
    assert game.levels("GE-21Pz-22", "GE-21Pz-125", "GE-21Pz-192") == [D1, D1, FRESH]


@pytest.mark.rule("8.53", "8.51", "16.1")
def test_guns_that_came_along_are_spent_after_an_overrun() -> None:
    game = bretteville(place("GE-21Pz-Art", "GE-21Pz-FLAK", at="9"))
    game.do("march GE-21Pz-Art 16", "march GE-21Pz-FLAK 16").fight("16", dice=(3, 7)).settle()
    assert game.levels("GE-21Pz-22", "GE-21Pz-FLAK", "GE-21Pz-Art") == [FRESH, FRESH, SPENT], "guns do not assault"
    game.do("march GE-21Pz-FLAK 17")


@pytest.mark.rule("8.31", "8.53", "I-80")
def test_an_overrun_does_not_open_other_areas_that_were_attacked() -> None:
    game = bretteville(place("BR-3-8", at="17")).do("march GE-21Pz-125 17").fight("17", dice=LOSE).settle()
    game.fight("16", dice=(3, 7)).settle()
    assert game.level("GE-21Pz-22") == FRESH
    assert game.why("march GE-21Pz-22 17").rule == "8.31"


@pytest.mark.rule("8.31", "8.53", "8.54")
def test_an_overrun_elsewhere_does_not_reopen_the_place_it_began_in() -> None:
    # Caen (9) is contested and overrun by the 125th alone; the 22nd then overruns Bretteville.
    game = day(
        place(*PANZERS[:2], at="9"), place("BR-56", at="9", level=D2), place("BR-50-69", at="16", level=D2), weather="overcast",
    )  # fmt: skip
    game.do("impulse assault 9").fight("9", "GE-21Pz-125", dice=WIN).settle()
    assert game.levels("BR-56", "GE-21Pz-125") == ["eliminated", FRESH]
    game.do("march GE-21Pz-22 16").fight("16", dice=WIN).settle()
    assert (game.level("BR-50-69"), game.used("GE-21Pz-22")) == ("eliminated", 4), "one of the toll, three to enter"
    assert game.why("march GE-21Pz-22 9").rule == "8.31", "it did not overrun Caen"
    game.do("march GE-21Pz-125 8", "march GE-21Pz-125 9")


@pytest.mark.rule("8.53", "9.8")
def test_points_that_can_just_be_absorbed_are_no_overrun() -> None:
    game = bretteville().fight("16", dice=(2, 7)).settle()
    assert game.at("BR-56") != "16"
    assert game.level("GE-21Pz-22") == SPENT
    assert game.why("march GE-21Pz-22 17").rule in {"8.32", "8.53"}


@pytest.mark.rule("8.53", "8.221")
def test_an_overrun_leaves_the_means_to_seize_a_bridge() -> None:
    game = bretteville(areas={"15": BRITISH}, bridges={"15-16": {"held": "allied"}})
    game.fight("16", dice=(3, 7)).settle().do("seize GE-21Pz-22 15-16").throw("roll 3")
    assert (game.holder("15-16"), game.used("GE-21Pz-22")) == ("german", 4)


@pytest.mark.rule("8.53", "3.21")
def test_no_overrun_in_bocage() -> None:
    # Tilly (20): 0 + 3. 7 + 7 against 3 + 2 is nine points, less one in bocage, where one can be absorbed.
    game = day(place("GE-21Pz-22", at="21"), place("BR-56", at="20", level=D2), weather="overcast")
    game.do("impulse assault 21", "march GE-21Pz-22 20").fight("20", dice=(7, 2)).settle()
    assert (game.level("BR-56"), game.level("GE-21Pz-22")) == ("eliminated", SPENT)


@pytest.mark.rule("8.53", "14.1")
def test_no_overrun_in_a_zone() -> None:
    game = day(place("GE-12SS-25", at="3"), place("BR-56", at="A", level=D2), weather="overcast")
    game.do("impulse assault 3", "march GE-12SS-25 A").fight("A", dice=WIN).settle()
    assert (game.level("BR-56"), game.level("GE-12SS-25")) == ("eliminated", SPENT)


@pytest.mark.rule("8.53", "9.43", "8.51")
def test_a_success_without_overrun_ends_the_move() -> None:
    game = bretteville()
    there = day(place("GE-21Pz-22", at="9"), place("BR-56", "BR-3-8", at="16", level=SPENT), weather="overcast")
    there.do("impulse assault 9", "march GE-21Pz-22 16").fight("16", dice=(7, 6)).settle()
    assert (there.at("GE-21Pz-22"), there.level("GE-21Pz-22")) == ("16", SPENT)
    assert game.level("GE-21Pz-22") == FRESH


# -- the Active Area itself


def omaha(level: str = FRESH, *parts: Any, **patch: Any) -> Table:
    """Three American regiments and one German regiment on Omaha Beach (30); Port-en-Bessin (28) is American, Grandcamp not.

    As in Example 8. The fortification is gone, as it is there; no bocage.
    """
    here = (place("US-1-16", "US-29-115", "US-29-116", at="30"), place("GE-716-726", at="30", level=level))
    areas = {"28": US, "30": {"fort": 0}, **patch.pop("areas", {})}
    game = day(*here, *parts, side="allied", areas=areas, **patch)
    return game.do("impulse assault 30")


@pytest.mark.rule("8.54", "8.5", "8.51")
def test_an_assault_there_is_never_a_must() -> None:
    game = omaha()
    assert "assault 30" in game.options
    game.do("march US-29-116 28")
    assert "end" in game.options


@pytest.mark.rule("8.54", "8.5", "9.61")
def test_who_loses_there_stays() -> None:
    game = omaha().fight("30", "US-1-16", dice=LOSE)
    assert game.offered("retreat") == {"GE-716-726 31"}, "the defender may go (9.62), the attacker not (9.61)"
    game.settle()
    assert (game.at("US-1-16"), game.level("US-1-16")) == ("30", D1)
    assert game.levels("US-29-115", "US-29-116") == [FRESH, FRESH]


@pytest.mark.rule("8.54", "8.34", "8.22")
def test_while_a_defender_remains_the_others_leave_a_contested_area() -> None:
    game = omaha().fight("30", "US-1-16", dice=LOSE).settle()
    assert game.used("US-29-115") == 2, "two MF, for there was a Fresh defender"
    assert int(game.cost("US-29-115", "28")) == 3, "all that is left (8.34)"
    assert game.why("march US-29-115 31").rule == "8.34"
    assert game.why("assault 30").rule == "8.22"
    game.do("march US-29-115 28")
    assert not any(option.startswith("US-29-115") for option in game.offered("march"))


@pytest.mark.rule("8.54", "8.5")
@pytest.mark.parametrize(("level", "toll"), [(FRESH, 2), (SPENT, 1), (D2, 1)])
def test_the_toll_is_one_mf_against_spent_and_two_against_fresh_defenders(level: str, toll: int) -> None:
    game = omaha(level).fight("30", "US-1-16", dice=LOSE).settle()
    assert [game.used(unit) for unit in ("US-29-115", "US-29-116")] == [toll, toll]


@pytest.mark.rule("8.54")
def test_who_has_left_before_the_assault_pays_no_toll() -> None:
    game = omaha(areas={"29": US}, bridges={"29-30": {"held": "allied"}})
    game.do("march US-29-115 28").fight("30", "US-1-16", dice=LOSE).settle()
    assert game.used("US-29-115") == 5, "all MF, out of a contested area"
    assert game.used("US-29-116") == 2


@pytest.mark.rule("8.54", "11.4", "I-79")
def test_who_stood_there_pays_the_toll_of_an_assault_that_others_made_before_the_second_activation() -> None:
    game = day(
        place("US-1-16", at="28"), place("US-29-115", "GE-716-726", at="30"), side="allied", areas={"28": US, "31": US},
    ).do("impulse assault 28", "march US-1-16 30").fight("30", "US-1-16", dice=LOSE).settle()  # fmt: skip
    assert game.used("US-29-115") == 0, "Omaha Beach is not active"
    game.do("double assault 30")
    assert game.used("US-29-115") == 2
    assert int(game.cost("US-29-115", "31")) == 3, "all that is left"


@pytest.mark.rule("8.54", "8.34", "8.36C")
def test_when_all_defenders_have_left_the_others_move_as_they_like() -> None:
    # 6 + 1 for aircraft + 5 against 2 + 1 + 7: two points. The regiment becomes Disrupt 1 and goes to Grandcamp.
    game = omaha(SPENT).fight("30", "US-1-16", dice=(5, 7)).do("lose GE-716-726")
    game.do("retreat GE-716-726 31").settle()
    assert (game.at("GE-716-726"), game.level("GE-716-726"), game.level("US-1-16")) == ("31", D1, SPENT)
    assert game.why("march US-1-16 31").rule == "8.32"
    assert game.used("US-29-115") == 1
    assert int(game.cost("US-29-115", "31")) == 3, "they may even attack it again: only a disrupted enemy"
    game.do("march US-29-115 31")
    assert game.why("end").rule == "8.51"
    game.fight("31", dice=LOSE).settle()
    assert game.at("US-29-115") == "30"


@pytest.mark.rule("8.54", "8.53")
def test_after_an_overrun_there_everybody_moves() -> None:
    # More than three points against a Spent regiment: 7 + 6 against 3 + 6 is four.
    game = omaha(SPENT).fight("30", "US-1-16", dice=(6, 6)).settle()
    assert game.level("GE-716-726") == "eliminated"
    assert game.levels("US-1-16", "US-29-115") == [FRESH, FRESH]
    assert (game.used("US-1-16"), game.used("US-29-115")) == (1, 1)
    game.do("march US-1-16 31", "march US-29-115 28", "end")
    assert (game.at("US-1-16"), game.control("30"), game.control("31")) == ("31", "us", "us")
    assert game.levels("US-1-16", "US-29-115", "US-29-116") == [SPENT, SPENT, FRESH]


@pytest.mark.rule("8.54", "8.34")
def test_armor_leaves_after_the_toll_at_the_normal_price() -> None:
    game = omaha(FRESH, place("US-2AD-CCA", at="30"), areas={"19": US}).fight("30", "US-1-16", dice=LOSE).settle()
    assert int(game.cost("US-2AD-CCA", "28")) == 1
    assert game.why("march US-2AD-CCA 31").rule in {"8.34", "8.35"}
    game.do("march US-2AD-CCA 28", "march US-2AD-CCA 19")
    assert game.used("US-2AD-CCA") == 4, "2 + 1 + 1 of 6"


@pytest.mark.rule("8.54", "8.36E", "8.38", "I-59")
def test_after_the_toll_nothing_takes_all_mf_any_more_except_the_exit() -> None:
    # 8.36E and 8.38 need that no MF has been used; Trevieres is behind a river whose bridge is down.
    game = omaha(SPENT, bridges={"29-30": {"held": "destroyed"}}).fight("30", "US-1-16", dice=(5, 7))
    game.do("lose GE-716-726", "retreat GE-716-726 31").settle()
    assert game.why("march US-29-115 29 wade").rule == "8.36E"
    fresh = omaha(SPENT, place("US-82-505", at="30"), place("GE-352-916", at="31"))
    fresh.fight("30", "US-1-16", dice=(6, 6)).settle()
    assert fresh.why("march US-82-505 31").rule in {"8.36", "8.38"}, "3 of 4 left, 4 needed"


@pytest.mark.rule("8.54", "8.5", "8.22")
def test_all_some_or_none_of_those_who_began_there_may_assault() -> None:
    game = omaha(FRESH, place("US-29-175", at="30", level=SPENT), place("US-29-Art", at="30")).do("assault 30")
    assert game.offered("join") == {"US-1-16", "US-29-115", "US-29-116"}
    assert game.why("join US-29-175").rule == "8.32"
    assert game.why("join US-29-Art").rule == "9.7"


@pytest.mark.rule("8.374", "11.4", "I-47")
@pytest.mark.parametrize("doubled", [False, True])
def test_both_nationalities_fight_together_in_a_double_impulse_only(doubled: bool) -> None:
    game = omaha(FRESH, place("BR-56", at="30"))
    if doubled:
        game.do("double assault 30", "roll 6+6")
    game.do("assault 30", "join US-1-16")
    assert ("BR-56" in game.offered("join")) is doubled
    if not doubled:
        assert game.why("join BR-56").rule == "8.374"


@pytest.mark.rule("9.61", "9.6")
def test_who_did_not_attack_is_not_told_that_he_began_there() -> None:
    game = montebourg(place("GE-709-919", at="52")).do("march GE-91-1058 52")
    game.fight("52", "GE-91-1058", dice=LOSE)
    assert game.offered("retreat") == {"GE-91-1058 53"}
    assert "did not take part" in game.why("retreat GE-709-919 60").text
    assert game.why("retreat GE-91-1058 60").fix == "Choose Valognes."
