"""Rule 17: ships and aircraft, their targets, and attacks on their own side."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.rules import s17_naval_air
from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, blank, d_day, day, place, terms

OMAHA = (place("GE-352-916", at="30"), place("US-1-16", at="box:30"))


@pytest.mark.rule("17.1", "3.6", "4.4", "5.2")
def test_two_naval_and_two_air_markers_all_fresh_at_the_start() -> None:
    game = d_day()
    kinds = [(marker.id, marker.kind) for marker in game.setting.forces.markers]
    assert sorted(kinds) == sorted(
        [("WTF", "naval"), ("ETF", "naval"), ("IXAF", "air"), ("2TAF", "air"), ("LeHavre", "shore")]
    )
    assert game.state.used == 0


@pytest.mark.rule("17.1", "10.11")
def test_a_used_marker_does_not_attack() -> None:
    game = blank(
        *OMAHA, place("GE-716-736", at="18"), place("BR-56", at="box:18"), phase="naval", markers={"used": ["WTF"]}
    )
    assert game.offered("shoot") == {"ETF 18"}
    assert game.why("shoot WTF 30").rule == "10.11"
    air = blank(
        *OMAHA, place("GE-716-736", at="18"), place("BR-56", at="box:18"), phase="air", markers={"used": ["2TAF"]}
    )
    assert air.why("shoot 2TAF 18").rule == "10.11"


@pytest.mark.rule("17.1", "I-18")
def test_not_two_nationalities_on_one_target_in_a_day() -> None:
    # Port-en-Bessin is near both armies. The Americans have attacked it: the British may not, the Americans may again.
    port = (place("GE-CA-Longues", at="28"), place("US-1-16", at="box:30"), place("BR-56", at="box:18"))
    game = blank(*port, phase="air", markers={"bombed_today": {"28": "us"}})
    assert game.why("shoot 2TAF 28").rule == "17.1"
    assert "IXAF 28" in game.offered("shoot")


@pytest.mark.rule("17.1", "21.3", "21.4", "I-18")
def test_ships_and_aircraft_of_one_nationality_may_attack_one_target() -> None:
    game = blank(*OMAHA, phase="naval").do("shoot WTF 30", "target GE-352-916").roll(2, 12)
    assert game.phase == "air"
    assert "IXAF 30" in game.offered("shoot")


@pytest.mark.rule("17.2", "3.26")
def test_the_colour_of_the_target() -> None:
    game = d_day("naval")
    assert game.why("shoot WTF 18").rule == "17.2"
    assert game.why("shoot ETF 51").rule == "17.2"


@pytest.mark.rule("17.2", "I-20")
def test_ships_need_their_own_troops_or_ground_near() -> None:
    # Germans on both American beaches, Americans off Omaha only.
    both = (*OMAHA, place("GE-709-1-919", at="51"))
    game = blank(*both, phase="naval")
    assert game.offered("shoot") == {"WTF 30"}
    assert game.why("shoot WTF 51").rule == "17.2"
    near = blank(*both, place("US-82-505", at="50"), phase="naval")
    assert near.offered("shoot") == {"WTF 30", "WTF 51"}, "a unit next to it"
    ground = blank(*both, phase="naval", areas={"50": {"control": "us"}})
    assert ground.offered("shoot") == {"WTF 30", "WTF 51"}, "an American area next to it"
    other = blank(*both, phase="naval", areas={"50": {"control": "british"}})
    assert other.offered("shoot") == {"WTF 30"}, "of the same nationality"


@pytest.mark.rule("17.3", "21.4", "3.4", "I-20")
def test_aircraft_need_their_own_troops_or_ground_near_and_boxes_count() -> None:
    game = d_day("air")
    # Grandcamp is next to Omaha: the landing forces off Omaha count. No British are near it, no Americans near Bayeux.
    assert "IXAF 31" in game.offered("shoot")
    assert game.why("shoot 2TAF 31").rule == "17.3"
    assert game.why("shoot IXAF 9").rule == "17.3"
    assert {"2TAF 9", "2TAF 28", "IXAF 28"} <= game.offered("shoot")


@pytest.mark.rule("17.2", "17.3")
def test_control_of_the_target_itself_is_not_control_next_to_it() -> None:
    # Bretteville (16) is American ground that only a British unit contests: no reason for the American aircraft.
    game = blank(
        place("GE-21Pz-125", "BR-56", at="16"), phase="air", areas={"16": {"control": "us"}},
    )  # fmt: skip
    assert game.offered("shoot") == {"2TAF 16"}
    assert game.why("shoot IXAF 16").rule == "17.3"
    beside = blank(
        place("GE-21Pz-125", "BR-56", at="16"), phase="air", areas={"16": {"control": "us"}, "15": {"control": "us"}},
    )  # fmt: skip
    assert beside.offered("shoot") == {"2TAF 16", "IXAF 16"}


@pytest.mark.rule("17.3", "14.4")
def test_no_air_attack_on_a_zone_or_an_empty_area() -> None:
    game = d_day("air")
    aircraft = game.setting.forces.markers[game.setting.forces.marker_index["2TAF"]]
    assert s17_naval_air.illegal(game.state, aircraft, game.setting.board.index["A"]).startswith("17.3")
    empty = blank(*OMAHA, phase="air")
    assert empty.why("shoot IXAF 31").rule == "17.3"


@pytest.mark.rule("17.3", "18.3")
def test_no_air_attack_under_overcast() -> None:
    game = d_day("naval", weather={"dawn": {"1944-06-06": "overcast"}})
    while game.kind == "naval":
        game.do(min(game.options)).do(min(game.options)).roll(2, 12)
    assert game.phase == "amphibious", "the phase passes without a choice"
    aircraft = [marker.index for marker in game.setting.forces.markers if marker.kind == "air"]
    assert not any(game.state.used >> index & 1 for index in aircraft)


PARAS = ("US-101-501", "US-101-502", "US-101-506")


def over_ste_mere_eglise(roll: str, *extra: dict[str, dict[str, str]], level: str = FRESH) -> Table:
    """The IX AF attacks Martin's battery while American paratroops contest the area: 5 against 3."""
    game = blank(place("GE-CA-Martin", at="50"), place(*PARAS, at="50", level=level), *extra, phase="air")
    return game.bomb("IXAF", "50").do("target GE-CA-Martin").throw(roll)


@pytest.mark.rule("17.31", "I-19")
def test_equal_rolls_hit_both_sides() -> None:
    # 12 against 10: two points, the battery is Spent. Half of 7, rounded up, is four: two Fresh regiments.
    game = over_ste_mere_eglise("roll 4+3:5+2")
    assert game.level("GE-CA-Martin") == SPENT, "German losses as usual"
    assert (game.kind, game.decision.step, game.actor) == ("target", "mistake", "german")
    assert game.decision is not None
    assert game.decision.rule == "17.31"
    assert game.offered("target") == set(PARAS)
    game.do("target US-101-506")
    assert game.level("US-101-506") == SPENT
    assert (game.kind, game.actor) == ("attrition", "allied"), "the owner distributes the rest"
    game.do("hit US-101-501")
    assert game.levels(*PARAS) == [SPENT, FRESH, SPENT]
    assert game.kind != "attrition"


@pytest.mark.rule("17.31")
@pytest.mark.parametrize(
    ("roll", "hit"),
    [
        ("roll 1+1:1+1", 0),  # half of 2 is one: too few for a Fresh unit
        ("roll 2+1:1+2", 1),  # half of 3 is two (rounded up): one Fresh unit
        ("roll 3+2:4+1", 1),  # half of 5 is three: one Fresh unit, one point lost
        ("roll 6+1:4+3", 2),  # four
        ("roll 6+5:5+6", 3),  # six: three Fresh units
    ],
)
def test_half_of_the_attackers_roll_rounded_up(roll: str, hit: int) -> None:
    game = over_ste_mere_eglise(roll).do("target US-101-501")
    while game.kind == "attrition":
        game.do(min(game.options))
    assert game.levels(*PARAS).count(SPENT) == hit


@pytest.mark.rule("17.31", "10.4")
def test_spent_paratroops_take_one_point_each() -> None:
    # Half of 4 is two: two Spent regiments become Disrupt 1.
    game = over_ste_mere_eglise("roll 3+1:2+2", level=SPENT).do("target US-101-501")
    assert game.offered("hit") == {"US-101-502", "US-101-506"}
    game.do("hit US-101-506")
    assert game.levels(*PARAS) == [D1, SPENT, D1]


@pytest.mark.rule("17.31")
def test_equal_totals_are_no_mistake_and_unequal_rolls_neither() -> None:
    # 5 + 4 against 3 + 6: the totals tie, the rolls do not.
    game = over_ste_mere_eglise("roll 2+2:3+3")
    assert game.kind != "target"
    assert game.levels(*PARAS) == [FRESH] * 3


@pytest.mark.rule("17.31")
def test_only_over_a_contested_area_and_only_from_the_air() -> None:
    alone = blank(place("GE-CA-Martin", at="50"), place("US-4-8", at="box:51"), phase="air").bomb("IXAF", "50")
    alone.do("target GE-CA-Martin").throw("roll 4+3:5+2")
    assert alone.kind != "target"
    ships = blank(place("GE-352-916", at="30"), place("US-1-16", at="30", level=SPENT), phase="naval").do(
        "shoot WTF 30"
    )
    ships.do("target GE-352-916").throw("roll 4+3:5+2")
    assert ships.kind != "target"
    assert ships.level("US-1-16") == SPENT


@pytest.mark.rule("17.31", "11.3")
def test_after_a_reroll_the_new_dice_decide() -> None:
    game = blank(place("GE-CA-Martin", at="50"), place(*PARAS, at="50"), phase="air").bomb("IXAF", "50")
    game.do("target GE-CA-Martin", "roll 4+3:5+2", "reroll", "roll 6+6:1+1")
    assert game.levels(*PARAS) == [FRESH] * 3
    game = blank(place("GE-CA-Martin", at="50"), place(*PARAS, at="50"), phase="air").bomb("IXAF", "50")
    game.do("target GE-CA-Martin", "roll 6+6:1+1", "reroll", "roll 4+3:5+2")
    assert (game.kind, game.actor) == ("target", "german")


@pytest.mark.rule("17.31", "10.12")
def test_the_german_may_not_waste_it_on_a_unit_at_disrupt_2() -> None:
    game = over_ste_mere_eglise("roll 4+3:5+2", place("US-82-505", at="50", level=D2))
    assert game.offered("target") == set(PARAS)


@pytest.mark.rule("17.31")
def test_the_target_of_a_mistake_opens_no_new_attack() -> None:
    game = blank(
        place("GE-352-916", at="31"), place("US-101-501", at="31"), place("US-1-16", at="box:30"), phase="air"
    ).bomb("IXAF", "31")
    if game.kind == "target":
        game.do("target GE-352-916")
    game.throw("roll 3+3:3+3")
    while game.kind == "attrition":
        game.do(min(game.options))
    assert (game.kind, game.actor) == ("target", "german")
    assert breakout.attack(game.state, breakout.parse(game.setting, "target US-101-501")) is None


# -- by day ------------------------------------------------------------------------------------------------------------

AFLOAT = (place("GE-352-916", at="30"), place("US-1-16", at="box:30"))


@pytest.mark.rule("17.2", "17.3", "I-20")
def test_by_day_a_box_counts_for_aircraft_and_not_for_ships() -> None:
    game = day(*AFLOAT, side="allied").do("impulse bombard 30")
    assert game.options == {"shoot IXAF 30"}
    refusal = game.why("shoot WTF 30")
    assert (refusal.rule, refusal.fix) == (
        "17.2",
        "Bring a US unit ashore next to it first, or take an area next to it.",
    )


@pytest.mark.rule("17.2")
@pytest.mark.parametrize("near", ["30", "31"])
def test_ships_see_troops_ashore_in_or_next_to_the_target(near: str) -> None:
    game = day(*AFLOAT, place("US-Rgr-2", at=near, level=D2), side="allied").do("impulse bombard 30")
    assert game.offered("shoot") == {"WTF 30", "IXAF 30"}


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(("holder", "shots"), [("us", {"WTF 28"}), ("british", {"ETF 28"})])
def test_ships_see_ground_next_to_the_target(holder: str, shots: set[str]) -> None:
    # Port-en-Bessin may be shelled by both task forces; Trevieres next to it is Allied ground without units.
    game = day(
        place("GE-CA-Longues", at="28"), areas={"29": {"control": holder}}, side="allied",
        markers={"used": ["IXAF", "2TAF"]},
    ).do("impulse bombard 28")  # fmt: skip
    assert game.offered("shoot") == shots


@pytest.mark.rule("17.2", "3.26")
def test_inland_areas_are_out_of_the_ships_reach() -> None:
    game = day(place("GE-352-914", at="32"), place("US-1-16", at="29"), side="allied").do("impulse bombard 32")
    assert game.options == {"shoot IXAF 32"}
    assert game.why("shoot WTF 32").rule == "17.2"


@pytest.mark.rule("17.1", "17.2", "10.2", "10.3C")
def test_ships_by_day_fire_as_on_the_first_morning() -> None:
    game = day(place("GE-CA-Longues", "GE-352-Art", at="28"), place("US-1-16", at="29"), side="allied")
    game.do("impulse bombard 28", "shoot WTF 28")
    assert terms(game.av()) == [("10.2", 8)]
    assert terms(game.dv()) == [("10.3A", 1), ("10.3C", 1)], "the battery, not the field guns"
    assert game.offered("target") == {"GE-CA-Longues"}


@pytest.mark.rule("17.1", "10.11", "I-18")
def test_one_nationality_a_day_and_each_marker_once() -> None:
    both = (place("GE-352-914", at="28"), place("US-1-16", at="29"), place("BR-56", at="19"))
    game = day(*both, side="allied").do("impulse bombard 28", "shoot IXAF 28", "target GE-352-914").roll(2, 12)
    assert "double bombard 28" in game.options, "the second half may take the same area (I-66)"
    game.do("end", "pass", "impulse bombard 28")
    assert game.offered("shoot") == {"WTF 28"}
    assert game.why("shoot IXAF 28").rule == "10.11"
    assert game.why("shoot ETF 28").rule == "17.1"
    assert game.why("shoot 2TAF 28").rule == "17.1"


@pytest.mark.rule("17.3", "18.3", "18.2")
def test_no_aircraft_under_overcast_by_day() -> None:
    game = day(*AFLOAT, side="allied", weather="overcast")
    assert not any(each.startswith("bombard") for each in game.offered("impulse"))
    assert game.why("impulse bombard 30").rule == "17.2"
    ashore = day(*AFLOAT, place("US-Rgr-2", at="31"), side="allied", weather="overcast").do("impulse bombard 30")
    assert ashore.options == {"shoot WTF 30"}
    assert ashore.why("shoot IXAF 30").rule == "18.3"


@pytest.mark.rule("17.31", "I-19")
def test_a_mistaken_attack_by_day() -> None:
    # Equal rolls of 6: the target takes 5 - 3, the Allies half of 6.
    game = day(place("GE-352-914", at="50"), place("US-101-501", "US-101-502", at="50"), side="allied")
    game.do("impulse bombard 50", "shoot IXAF 50", "target GE-352-914").roll(6, 6)
    assert game.level("GE-352-914") == SPENT
    assert (game.kind, game.actor) == ("target", "german")
    assert game.why("target 50-51").rule == "17.31"
    game.do("target US-101-502")
    assert game.levels("US-101-501", "US-101-502") == [FRESH, SPENT], "the third point is too little for the other"


@pytest.mark.rule("17.31", "16.11")
def test_guns_in_a_contested_area_make_no_such_mistake() -> None:
    game = day(place("GE-352-914", at="50"), place("US-101-501", "US-4-Art", at="50"), side="allied")
    game.do("impulse bombard 50", "lead US-4-Art", "target GE-352-914").roll(6, 6)
    assert game.kind != "target"
    assert game.level("US-101-501") == FRESH
