"""Rules 10, 14.4, 16.11 and 16.14: bombardment by field artillery as an impulse."""

from __future__ import annotations

import pytest

from normandy_lab.breakout.rules import s08_record, s10_barrage
from tests.rules.guns import (
    BATTERY,
    CORPS,
    FIRST,
    GUNS,
    OTHER,
    REGIMENT,
    ROCKETS,
    TWENTY_NINTH,
    americans,
    grandcamp,
    there,
)
from tests.rules.helpers import D1, D2, FRESH, SPENT, day, dice, place, terms

# -- 10.1, 10.11: the impulse ------------------------------------------------------------------------------------------


@pytest.mark.rule("10.1", "10.11", "16.11")
def test_the_target_area_first_then_who_bombards_it() -> None:
    game = americans(place(FIRST, CORPS, at="30"), there(REGIMENT), place(OTHER, at="33"))
    assert "bombard 31" in game.offered("impulse")
    assert "bombard 33" not in game.offered("impulse"), "nothing American is next to Isigny"
    game.do("impulse bombard 31")
    assert (game.kind, game.actor) == ("bombard", "allied")
    assert game.options == {"shoot WTF 31", "shoot IXAF 31", f"lead {FIRST}", f"lead {CORPS}"}
    assert game.why("end").rule == "10.1"
    assert game.why("shoot WTF 28").rule == "10.1", "one target area an impulse"
    assert game.why(f"support {FIRST}").rule == "10.2", "no lead yet"


@pytest.mark.rule("10.1")
def test_areas_that_cannot_be_bombarded() -> None:
    game = americans(place(FIRST, at="30"), there(REGIMENT, level=SPENT), place(GUNS, at="34"))
    empty = game.why("impulse bombard 29")
    assert (empty.rule, empty.text) == ("10.12", "No enemy unit is in Trevieres.")
    assert game.why("impulse bombard box:30").rule == "10.1"
    far = game.why("impulse bombard 34")
    assert "No Fresh field artillery reaches St. Lo." in far.text
    assert far.fix == "Bring Fresh field artillery into or next to St. Lo."
    tired = day(place(GUNS, at="34", level=SPENT), place("US-29-115", at="33"), side="german")
    refusal = tired.why("impulse bombard 33")
    assert (refusal.rule, refusal.text) == ("8.32", "352 Artillery is not Fresh."), "the gun that comes nearest"


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(
    ("lead", "support", "expected"),
    [
        (FIRST, (), [("10.2", 3)]),
        (CORPS, (), [("10.2", 4)]),
        (CORPS, (FIRST,), [("10.2", 4), ("10.2", 1)]),
        (FIRST, (CORPS,), [("10.2", 3), ("10.2", 1)]),  # the attacker's choice, also a poor one
        (CORPS, (FIRST, TWENTY_NINTH), [("10.2", 4), ("10.2", 2)]),
    ],
)
def test_the_factor_of_the_lead_and_one_for_each_other_gun(
    lead: str, support: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    game = grandcamp(there(REGIMENT), place(TWENTY_NINTH, at="32")).do(f"lead {lead}")
    game.do(*(f"support {gun}" for gun in support))
    assert terms(game.av()) == expected, "before the guns fire"
    if game.kind == "bombard":
        game.do("end")
    assert game.offered("target") == {REGIMENT}
    assert terms(game.av()) == expected


@pytest.mark.rule("10.2", "16.11")
def test_supporters_stand_in_or_next_to_the_target_in_any_areas() -> None:
    game = grandcamp(there(REGIMENT), place(TWENTY_NINTH, at="32"), place("US-2-Art", at="29")).do(f"lead {FIRST}")
    assert game.offered("support") == {CORPS, TWENTY_NINTH}
    far = game.why("support US-2-Art")
    assert (far.rule, far.fix) == ("16.11", "Name a gun in or next to Grandcamp.")
    assert game.why(f"support {FIRST}").rule == "10.2", "the lead itself"
    assert game.why(f"lead {CORPS}").rule == "10.2", "one lead"
    assert game.why("shoot WTF 31").rule == "17.1", "markers attack alone"
    game.do(f"support {CORPS}")
    assert game.why(f"support {CORPS}").rule == "10.2", "twice"
    assert game.av(f"support {TWENTY_NINTH}") == 5, "3 + 1 + 1, shown before it is named"


@pytest.mark.rule("10.2")
def test_a_gun_alone_fires_at_once_and_the_odds_are_shown_before() -> None:
    game = americans(place(FIRST, at="30"), there(REGIMENT)).do("impulse bombard 31")
    assert terms(game.av(f"lead {FIRST}")) == [("10.2", 3)]
    assert terms(game.dv(f"lead {FIRST}")) == [("10.3A", 1)]
    assert game.do(f"lead {FIRST}").kind == "target"


@pytest.mark.rule("10.2", "8.374")
def test_british_and_us_guns_do_not_support_each_other() -> None:
    # Port-en-Bessin (28) lies between Bayeux (19) and Trevieres (29).
    game = americans(place("BR-50-Art", at="19"), place(FIRST, TWENTY_NINTH, at="29"), place(REGIMENT, at="28"))
    game.do("impulse bombard 28")
    assert {"BR-50-Art", FIRST, TWENTY_NINTH} == game.offered("lead")
    game.do(f"lead {FIRST}")
    assert game.offered("support") == {TWENTY_NINTH}
    assert game.why("support BR-50-Art").rule == "10.2"


@pytest.mark.rule("16.13")
def test_corps_guns_support_any_attack_of_their_nationality_and_canadians_are_british() -> None:
    game = americans(place("BR-50-Art", "BR-Can3-Art", "BR-XXX-Art", at="19"), place(REGIMENT, at="28"))
    game.do("impulse bombard 28", "lead BR-50-Art")
    assert game.offered("support") == {"BR-Can3-Art", "BR-XXX-Art"}


@pytest.mark.rule("10.11", "8.32", "4.2")
@pytest.mark.parametrize("level", [SPENT, D1, D2])
def test_only_fresh_field_artillery_of_the_own_side(level: str) -> None:
    game = grandcamp(
        there(REGIMENT), place(TWENTY_NINTH, at="30", level=level), place("US-1-16", at="30"),
        place(GUNS, at="33"), place("US-4-Art", at="box:51"),
    )  # fmt: skip
    rules = {unit: game.why(f"lead {unit}").rule for unit in (TWENTY_NINTH, "US-1-16", GUNS, "US-4-Art")}
    assert rules == {TWENTY_NINTH: "8.32", "US-1-16": "10.11", GUNS: "10.11", "US-4-Art": "16.11"}
    assert game.do(f"lead {CORPS}").why(f"support {TWENTY_NINTH}").rule == "8.32"


@pytest.mark.rule("10.11", "10.4", "12.3")
def test_the_guns_are_spent_when_the_attack_is_over_and_not_before() -> None:
    game = grandcamp(there(REGIMENT, OTHER)).do(f"lead {CORPS}", f"support {FIRST}", f"target {REGIMENT}")
    assert game.levels(CORPS, FIRST) == [FRESH] * 2
    game.roll(7, 7)  # 12 against 8: four points
    assert game.kind == "attrition"
    assert game.levels(CORPS, FIRST) == [FRESH] * 2
    game.do(f"hit {OTHER}")
    assert game.levels(CORPS, FIRST, REGIMENT, OTHER) == [SPENT] * 4


@pytest.mark.rule("10.4")
def test_a_miss_spends_them_too_and_nobody_is_disrupted() -> None:
    game = grandcamp(there(REGIMENT)).do(f"lead {CORPS}", "end", f"target {REGIMENT}").roll(2, 12)
    assert game.levels(CORPS, FIRST, REGIMENT) == [SPENT, FRESH, FRESH], "the gun that took no part stays Fresh"


@pytest.mark.rule("10.11", "8.6", "17.3")
def test_what_the_impulse_remembers_and_how_the_dice_are_named() -> None:
    game = grandcamp(there(REGIMENT))
    assert not s08_record.current(game.state).acted
    game.do(f"lead {CORPS}", "end", f"target {REGIMENT}")
    frame = s08_record.current(game.state)
    assert (frame.acted, frame.flown) == (True, False)
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.key == ("bombard", 0, "A0", "31", CORPS, 0)
    ships = grandcamp(there(REGIMENT)).do("shoot WTF 31")
    assert not s08_record.current(ships.state).flown
    aircraft = grandcamp(there(REGIMENT)).do("shoot IXAF 31")
    assert s08_record.current(aircraft.state).flown, "the impulse marker stands still"


# -- 10.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3", "10.3A", "10.3B", "15.1")
def test_germans_in_a_fortified_area() -> None:
    game = americans(place(FIRST, at="29"), place(REGIMENT, BATTERY, "GE-FLAK-32", at="30"))
    game.do("impulse bombard 30", f"lead {FIRST}")
    assert terms(game.dv()) == [("10.3A", 1), ("10.3B", 2)], "neither battery nor FLAK shelters from guns"


@pytest.mark.rule("10.3B")
def test_a_fortification_shelters_germans_only() -> None:
    game = day(place(GUNS, REGIMENT, at="30"), place("US-1-16", at="30", level=D1), side="german")
    assert game.fort("30") == 2
    game.do("impulse bombard 30", f"lead {GUNS}")
    assert game.offered("target") == {"US-1-16"}
    assert terms(game.dv()) == [("10.3A", 1)]


@pytest.mark.rule("10.3C", "16.11")
def test_each_fresh_gun_in_the_target_area_shelters_it() -> None:
    game = day(place(GUNS, at="31"), place("US-1-16", FIRST, CORPS, at="30"), place(TWENTY_NINTH, at="30", level=SPENT))
    game.do("impulse bombard 30", f"lead {GUNS}")
    assert terms(game.dv()) == [("10.3A", 1), ("10.3C", 2)]
    assert game.offered("target") == {"US-1-16"}, "guns only where no other type is"


@pytest.mark.rule("10.3C", "16.14")
def test_rockets_shelter_nobody() -> None:
    game = americans(place(FIRST, at="55"), place(ROCKETS, GUNS, REGIMENT, at="57")).do("impulse bombard 57")
    game.do(f"lead {FIRST}")
    assert terms(game.dv()) == [("10.3A", 2), ("10.3C", 1)]


@pytest.mark.rule("10.3A", "14.4")
def test_a_zone_has_no_terrain_value() -> None:
    game = americans(place("BR-51-Art", at="A"), place(REGIMENT, at="A")).do("impulse bombard A", "lead BR-51-Art")
    assert terms(game.dv()) == []


# -- 16.11, 14.4: reach ------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.11")
def test_guns_in_a_contested_area_attack_there_only() -> None:
    # Colombieres (32) and Grandcamp (31) touch; Americans contest Grandcamp.
    game = americans(place(FIRST, CORPS, at="31"), there(REGIMENT), place(OTHER, at="32"), place(TWENTY_NINTH, at="29"))
    out = game.do("impulse bombard 32")
    refusal = out.why(f"lead {FIRST}")
    assert refusal.rule == "16.11"
    assert refusal.fix == "Bombard Grandcamp, or clear it of the enemy first."
    out.do(f"lead {TWENTY_NINTH}")
    assert out.kind == "target", "nobody may support from contested Grandcamp"


@pytest.mark.rule("16.11")
def test_their_own_contested_area_and_free_neighbours_join_in() -> None:
    game = americans(place(FIRST, at="31"), there(REGIMENT), place(CORPS, at="30")).do("impulse bombard 31")
    assert game.offered("lead") == {FIRST, CORPS}
    game.do(f"lead {FIRST}")
    assert game.offered("support") == {CORPS}


@pytest.mark.rule("16.11")
def test_rivers_and_enemy_bridges_do_not_stop_shells() -> None:
    game = americans(place(FIRST, at="50"), place(REGIMENT, at="45"))
    assert "bombard 45" in game.offered("impulse"), "no bridge joins Ste. Mere Eglise and St. Jores"


@pytest.mark.rule("14.4", "16.11")
def test_guns_in_a_zone_and_guns_outside_it() -> None:
    # Zone A touches Houlgate (1), Dozule (3) and Mezidon (4).
    game = americans(
        place("BR-51-Art", at="A"), place("BR-49-Art", at="3"), place(REGIMENT, at="A"), place(OTHER, at="4")
    )
    zone = game.do("impulse bombard A")
    assert zone.options == {"lead BR-51-Art"}, "no ship and no aircraft either"
    refusal = zone.why("lead BR-49-Art")
    assert (refusal.rule, refusal.fix) == ("14.4", "Name a gun in Zone A.")
    assert zone.why("shoot 2TAF A").rule == "17.3"
    area = americans(place("BR-51-Art", at="A"), place("BR-49-Art", at="3"), place(OTHER, at="4")).do(
        "impulse bombard 4"
    )
    assert area.why("lead BR-51-Art").rule == "14.4"
    area.do("lead BR-49-Art")
    assert area.kind == "target", "the gun in the zone cannot support"


@pytest.mark.rule("14.4")
def test_nobody_bombards_from_zone_to_zone() -> None:
    game = day(place("GE-12SS-Art", at="A"), place("BR-3-8", at="B"), side="german")
    assert game.why("impulse bombard B").rule == "14.4"


# -- 16.14 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("16.14", "I-68")
def test_rockets_bombard_their_own_place_alone() -> None:
    game = day(place(ROCKETS, GUNS, at="57"), place("US-4-8", "US-4-Art", at="57"))
    game.do("impulse bombard 57")
    assert game.offered("lead") == {ROCKETS, GUNS}
    game.do(f"lead {ROCKETS}")
    assert game.kind == "target", "nothing supports them"
    assert terms(game.av()) == [("10.2", 6)]
    assert terms(game.dv()) == [("10.3A", 2)], "Fresh field artillery shelters nobody from rockets"


@pytest.mark.rule("16.14", "10.2", "I-68")
def test_rockets_neither_support_nor_reach_the_next_area() -> None:
    game = day(place(ROCKETS, GUNS, "GE-709-Art", at="57"), place("US-4-8", at="57")).do("impulse bombard 57")
    game.do(f"lead {GUNS}")
    assert game.offered("support") == {"GE-709-Art"}
    assert game.why(f"support {ROCKETS}").rule == "16.14"
    near = day(place(ROCKETS, GUNS, at="57"), place("US-4-8", at="55")).do("impulse bombard 55")
    refusal = near.why(f"lead {ROCKETS}")
    assert refusal.rule == "16.14"
    assert refusal.fix == "Bombard Cap de la Hague."
    near.do(f"lead {GUNS}")
    assert near.kind == "target", "and no support from next door"


@pytest.mark.rule("16.14", "14.4")
def test_rockets_in_their_own_zone() -> None:
    game = day(place("GE-7NW", at="C"), place("BR-3-8", at="C"), place("BR-56", at="22"))
    assert {"bombard C"} == {each for each in game.offered("impulse") if each.startswith("bombard")}


# -- 10.4 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.4", "10.12")
@pytest.mark.parametrize(
    ("number", "hits", "result"),
    [
        (0, (), (FRESH, FRESH, SPENT)),
        (1, (), (FRESH, FRESH, SPENT)),
        (2, (), (SPENT, FRESH, SPENT)),
        (3, (OTHER,), (SPENT, FRESH, D1)),
        (4, (REGIMENT,), (SPENT, SPENT, SPENT)),
        (5, (REGIMENT, OTHER), (SPENT, SPENT, D1)),
        (8, (REGIMENT, OTHER), (SPENT, SPENT, D1)),
    ],
)
def test_the_rulebooks_example_with_guns(number: int, hits: tuple[str, ...], result: tuple[str, ...]) -> None:
    game = grandcamp(there(BATTERY, REGIMENT), there(OTHER, level=SPENT))
    game.do(f"lead {CORPS}", f"support {FIRST}", f"target {BATTERY}")  # 5 against 1: ahead by 4
    game.throw(dice(7, 7 + 4 - number))
    for unit in hits:
        game.do(f"hit {unit}")
    assert game.kind in ("impulse", "orders"), "nothing more to absorb, and no retreat (10.5)"
    assert game.levels(BATTERY, REGIMENT, OTHER) == list(result)


# -- 11.4, 8.22, 8.53: double impulses ---------------------------------------------------------------------------------


@pytest.mark.rule("16.11", "11.4", "8.32")
def test_a_gun_that_moved_in_the_first_half_does_not_bombard_in_the_second() -> None:
    game = americans(place(FIRST, "US-1-16", at="29"), place(TWENTY_NINTH, at="30"), there(REGIMENT))
    game.do("impulse assault 29", f"march {FIRST} 30", "double bombard 31", "roll 6+6")
    assert game.offered("lead") == {TWENTY_NINTH}
    refusal = game.why(f"lead {FIRST}")
    assert (refusal.rule, refusal.text) == ("16.11", "US 1 Div Artillery has moved in this impulse.")


@pytest.mark.rule("8.53", "9.7", "16.11")
def test_a_gun_that_supported_an_overrun_does_not_bombard() -> None:
    # Four regiments and a gun against one Spent regiment: 12 to 2 is far more than it can absorb.
    force = ("US-1-16", "US-1-18", "US-1-26", "US-29-115")
    game = americans(place(*force, FIRST, at="30"), there(REGIMENT, level=D2), place(OTHER, at="28"),
                     place(TWENTY_NINTH, at="29"))  # fmt: skip
    game.do("impulse assault 30", *(f"march {unit} 31" for unit in force), "assault 31", f"support {FIRST}")
    game.do("point US-1-16", f"forward {REGIMENT}").roll(12, 2).settle()
    assert game.level(REGIMENT) == "eliminated"
    assert game.level(FIRST) == FRESH
    game.do("double bombard 28")
    assert game.why(f"lead {FIRST}").rule == "8.53"
    assert game.offered("lead") == {TWENTY_NINTH}


@pytest.mark.rule("8.22", "11.4", "I-66")
def test_a_bombarded_area_may_be_bombarded_again_or_assaulted_in_the_second_half() -> None:
    game = grandcamp(there(REGIMENT, OTHER), place("US-1-16", "US-1-18", at="30"), place("GE-352-916", at="28"))
    game.do(f"lead {FIRST}", "end", f"target {REGIMENT}").roll(2, 12)
    assert {"double bombard 28", "double bombard 31"} <= game.options
    game.do("double assault 30", "march US-1-16 31")
    assert "assault 31" in game.options


@pytest.mark.rule("8.22", "11.4", "I-66")
def test_the_same_area_twice_bombarded_and_assaulted_from_within() -> None:
    game = americans(place(FIRST, at="30"), there(REGIMENT), place("US-1-16", at="31"))
    game.do("impulse bombard 31", f"lead {FIRST}", f"target {REGIMENT}").roll(2, 12)
    game.do("double assault 31", "assault 31")
    assert game.offered("join") == {"US-1-16"}


@pytest.mark.rule("10.4", "10.12", "11.4", "I-66")
def test_two_bombardments_of_an_impulse_take_one_level_of_a_unit() -> None:
    # Two Fresh regiments, two points each. 4 + 8 against 1 + 9 in the first half: two points, and the first is Spent.
    game = grandcamp(there(REGIMENT, OTHER)).do(f"lead {FIRST}", "end", f"target {REGIMENT}")
    margin = 2 - int(game.av()) + int(game.dv())
    game.roll(2 + margin, 2) if margin > 0 else game.roll(2, 2 - margin)
    assert game.levels(REGIMENT, OTHER) == [SPENT, FRESH]
    # The second half by the corps guns: only the other regiment may be named, and the rest of its points is lost.
    game.do("double bombard 31", f"lead {CORPS}")
    if game.kind == "bombard":
        game.do("end")
    assert game.offered("target") == {OTHER}
    assert game.why(f"target {REGIMENT}").rule == "10.4"
    game.do(f"target {OTHER}").roll(12, 2)
    assert game.kind != "attrition"
    assert game.levels(REGIMENT, OTHER) == [SPENT, SPENT]


@pytest.mark.rule("10.4", "11.4", "I-66")
def test_where_every_unit_has_lost_its_level_no_second_bombardment_is_offered() -> None:
    game = grandcamp(there(REGIMENT), place("GE-352-916", at="28"))
    game.do(f"lead {FIRST}", "end", f"target {REGIMENT}").roll(12, 2)
    assert "double bombard 28" in game.options
    assert "double bombard 31" not in game.options
    assert game.why("double bombard 31").rule == "10.4"


@pytest.mark.rule("10.4", "I-66", "8.12")
def test_the_next_impulse_takes_the_next_level() -> None:
    game = grandcamp(there(REGIMENT)).do(f"lead {FIRST}", "end", f"target {REGIMENT}").roll(12, 2)
    assert game.level(REGIMENT) == SPENT
    assert game.actor == "german", "a gun alone can do nothing in a second half: the impulse is over"
    game.do("pass", "impulse bombard 31", f"lead {CORPS}", f"target {REGIMENT}").roll(12, 2)
    assert game.level(REGIMENT) == D1


@pytest.mark.rule("11.4", "8.374")
def test_both_nationalities_in_a_double_impulse() -> None:
    game = americans(place("BR-50-Art", at="19"), place(FIRST, at="30"), there(REGIMENT), place(OTHER, at="28"))
    game.do("impulse bombard 31", f"lead {FIRST}", f"target {REGIMENT}").roll(2, 12)
    game.do("double bombard 28")
    assert "BR-50-Art" in game.offered("lead")
    game.do("lead BR-50-Art", f"target {OTHER}").roll(2, 12)
    assert game.levels(FIRST, "BR-50-Art") == [SPENT] * 2


@pytest.mark.rule("10.1", "8.1")
def test_targets_agree_with_what_is_usable() -> None:
    game = americans(
        place(FIRST, CORPS, at="30"), place("BR-50-Art", at="19"), place("US-4-Art", at="50"), there(REGIMENT),
        place(OTHER, at="28"), place(GUNS, at="34"), place("GE-709-1-919", at="45"),
    )  # fmt: skip
    state = game.state
    board = game.setting.board
    for side in (0, 1):
        listed = s10_barrage.targets(state, side)
        places = (*board.areas, *board.zones)
        assert listed == [area for area in places if s10_barrage.usable(state, side, area)]
        assert all(s10_barrage.area_refusal(state, side, area) for area in places if area not in listed)


@pytest.mark.rule("10.2", "10.11")
def test_who_is_no_gun_is_told_so_before_and_after_the_lead_is_named() -> None:
    game = day(place("GE-91-Art", "GE-709-Art", "GE-91-1058", at="53"), place("US-4-8", at="52"))
    game.do("impulse bombard 52")
    assert game.why("support GE-91-1058").rule == "10.11"
    assert game.why("support GE-91-Art").fix == "Name the lead first: lead GE-91-Art."
    game.do("lead GE-91-Art")
    assert game.why("lead GE-91-1058").rule == "10.11"
    assert game.why("lead GE-709-Art").fix == "Let 709 Artillery support it, or end."
