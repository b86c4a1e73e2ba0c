"""Rule 21: the four opening phases of June 6."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, FRESH, SPENT, Table, blank, d_day, land, place, terms

BATTALION = place("GE-709-1-919", at="51")
FOURTH = ("US-4-8", "US-4-12", "US-4-22")


@pytest.mark.rule("21.1", "6.21", "5.4")
def test_the_order_of_the_phases() -> None:
    game = d_day()
    seen = [game.phase]
    while not game.dusk:
        asked = game.decision
        assert asked is not None
        if asked.roll is not None:
            game.throw({(1,): "roll 6", (2,): "roll 1+1", (2, 2): "roll 1+1:6+6"}[asked.roll.counts])
        else:
            game.do(asked.options[-1])  # "end", "hold", "keep" where there is one
        if seen[-1] != game.phase:
            seen.append(game.phase)
    assert seen == ["airborne", "naval", "air", "amphibious", "daylight", "refit"]


# -- 21.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.2")
def test_what_a_dropped_unit_may_do() -> None:
    game = d_day()
    mine = {option for option in game.options if "US-82-507" in option}
    # Pont L'Abbe: Germans are there; bridges to 45, 48, 50 and 53 (none to 52).
    assert mine == {
        "attack US-82-507", "stay US-82-507", "secure US-82-507 45-49", "secure US-82-507 48-49",
        "secure US-82-507 49-50", "secure US-82-507 49-53",
    }  # fmt: skip
    assert "end" in game.options


@pytest.mark.rule("21.2", "I-22")
def test_refusals_in_the_night() -> None:
    game = blank(
        place("US-82-507", "US-82-508", at="49"), place("US-101-501", at="50"), place("GE-CA-Martin", at="50"),
        place("US-4-8", at="box:51"), bridges={"45-49": {"held": "destroyed"}, "48-49": {"held": "allied"}},
    )  # fmt: skip
    assert game.why("attack US-82-507").rule == "21.2", "no German there"
    assert game.why("secure US-82-507 50-51").rule == "21.2", "not a bridge of its area"
    assert game.why("secure US-82-507 49-52").rule == "21.2", "a flood without a bridge"
    assert game.why("secure US-82-507 45-49").rule == "21.2", "destroyed"
    assert game.why("secure US-82-507 48-49").rule == "21.2", "Allied already"
    assert game.why("attack US-4-8").rule == "21.2", "not dropped"
    game.do("secure US-82-507 49-53")
    assert game.why("secure US-82-508 49-53").rule == "21.2", "held by now"
    assert game.why("stay US-82-507").rule == "21.2", "it has done its part"
    assert game.why("attack US-101-501").rule == "21.2", "another area, while Pont L'Abbe is open (I-22)"
    game.do("end")
    assert game.kind == "airborne"
    assert game.level("US-82-508") == FRESH
    assert game.why("stay US-82-508").rule == "21.2", "its area is finished"


@pytest.mark.rule("21.2", "I-22")
def test_a_unit_that_attacked_may_not_secure_and_others_may_before_or_after() -> None:
    game = d_day().do("secure US-82-505 49-50", "attack US-101-501", "end", "point US-101-501", "forward GE-CA-Martin")
    game.roll(2, 12)
    assert game.level("US-101-501") == D1
    assert game.why("secure US-101-501 50-51").rule == "21.2"
    assert game.why("attack US-101-502").rule == "21.2", "one attack an area"
    game.do("secure US-101-502 50-51", "stay US-101-506")
    assert game.levels("US-82-505", "US-101-502", "US-101-506") == [SPENT, SPENT, FRESH]
    assert game.holder("49-50") == game.holder("50-51") == "allied"


@pytest.mark.rule("21.2", "9.62")
def test_defenders_may_retreat_in_the_night() -> None:
    game = d_day().do("attack US-82-507", "end", "point US-82-507", "forward GE-91-1057").roll(2, 12)
    assert (game.kind, game.actor) == ("retreat", "german")
    game.do("retreat GE-91-1057 48")
    assert game.level("GE-91-1057") == SPENT
    assert game.control("49") == "us"
    assert game.why("attack US-82-508").rule == "21.2", "nobody is left to attack"


@pytest.mark.rule("21.2", "9.41", "8.53")
def test_attackers_neither_retreat_nor_advance() -> None:
    lost = d_day().do("attack BR-6AB-3", "end", "point BR-6AB-3", "forward GE-CA-Merville").roll(2, 12)
    assert lost.at("BR-6AB-3") == "7"
    assert lost.level("BR-6AB-3") == D1
    won = d_day().do("attack BR-6AB-3", "end", "point BR-6AB-3", "forward GE-CA-Merville").roll(12, 2)
    # 15 against 2 + 1 + 2: ten points for a battery that can pay four.
    assert won.level("GE-CA-Merville") == "eliminated"
    assert won.at("BR-6AB-3") == "7"
    assert won.level("BR-6AB-3") == SPENT


@pytest.mark.rule("21.2")
def test_those_who_do_nothing_stay_fresh() -> None:
    game = d_day().do("stay BR-6AB-3", "stay BR-6AB-5", "end")
    assert game.phase == "naval"
    airborne = [unit.id for unit in game.setting.forces.units if unit.type == "parachute" and unit.side == 1]
    assert {game.level(unit) for unit in airborne if game.at(unit) in {"7", "49", "50"}} == {FRESH}


@pytest.mark.rule("21.2", "4.33")
def test_where_the_units_drop() -> None:
    game = d_day()
    drops = {place: [u.id for u in game.setting.forces.units if u.type == "parachute" and u.side == 1 and game.at(u.id) == place]
             for place in ("7", "49", "50")}  # fmt: skip
    assert {place: len(found) for place, found in drops.items()} == {"7": 2, "49": 2, "50": 4}


# -- 21.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.3", "17.2", "I-23")
def test_each_beach_once_at_full_strength_in_any_order() -> None:
    game = d_day("naval")
    for shot in ("ETF 17", "WTF 51", "ETF 8", "WTF 30", "ETF 18"):
        assert shot in game.offered("shoot")
        game.do(f"shoot {shot}")
        assert terms(game.av()) == [("10.2", 8)]  # the ETF's factor is a reconstructed value, equal to the WTF's
        game.do(min(game.options)).roll(2, 12)
        assert shot not in game.offered("shoot")
    assert game.phase == "air"


@pytest.mark.rule("21.3", "I-23")
def test_refusals_of_the_naval_phase() -> None:
    game = d_day("naval")
    assert game.why("end").rule == "21.3", "no beach may be left out"
    assert game.why("shoot WTF 50").rule == "21.3", "no beach"
    assert game.why("shoot IXAF 30").rule == "21.3", "no ships"
    game.do("shoot WTF 51", "target GE-709-1-919").roll(2, 12)
    assert game.why("shoot WTF 51").rule == "21.3", "once"


@pytest.mark.rule("21.3")
def test_a_beach_without_germans_is_passed_over() -> None:
    game = d_day("naval", units={"GE-709-1-919": {"at": "Montebourg"}})
    assert game.offered("shoot") == {"WTF 30", "ETF 18", "ETF 17", "ETF 8"}
    assert game.why("shoot WTF 51").rule == "10.12", "ships have no unit to aim at (17.3 speaks of aircraft)"


# -- 21.4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.4")
def test_targets_lie_on_or_next_to_a_beach() -> None:
    game = d_day("air")
    # Near Americans (off Utah and Omaha, or dropped), on a beach or next to one, with Germans in it:
    # 28, 30, 31, 50, 51, 52 and 44 hold some; 29 is empty; 49 and 53 touch no beach.
    assert {each for each in game.offered("shoot") if each.startswith("IXAF")} == {
        f"IXAF {area}" for area in (28, 30, 31, 44, 50, 51, 52)
    }
    assert game.why("shoot IXAF 49").rule == "21.4"
    assert game.why("shoot IXAF 53").rule == "21.4"
    assert game.why("shoot IXAF 29").rule == "17.3"


@pytest.mark.rule("21.4")
def test_two_different_targets_named_before_the_first_is_attacked() -> None:
    game = d_day("air").do("shoot IXAF 28")
    assert game.kind == "air", "the second target first"
    assert game.why("shoot 2TAF 28").rule == "21.4"
    assert game.why("shoot IXAF 30").rule == "21.4", "one attack a marker"
    assert game.why("shoot WTF 30").rule == "21.4", "ships have fired"
    game.do("shoot 2TAF 18")
    assert game.offered("target") == {"GE-CA-Longues"}, "resolved in the order of naming"


@pytest.mark.rule("21.4", "I-24")
def test_both_attacks_are_made() -> None:
    game = d_day("air")
    assert "end" not in game.options
    assert game.why("end").rule == "21.4"
    game.do("shoot 2TAF 28", "shoot IXAF 31", "target GE-CA-Longues").roll(2, 12)
    assert "GE-CA-Grandcamp" in game.offered("target"), "the second follows at once"
    game.do("target GE-CA-Grandcamp").roll(2, 12)
    assert game.phase == "amphibious"


def spent_aircraft(game: Table) -> set[str]:
    markers = game.setting.forces.markers
    return {marker.id for marker in markers if marker.kind == "air" and game.state.used >> marker.index & 1}


@pytest.mark.rule("21.4", "4.4", "I-24")
def test_the_phase_uses_both_markers_also_one_without_a_target() -> None:
    both = d_day("air").do("shoot 2TAF 28")
    assert spent_aircraft(both) == set(), "only named"
    alone = blank(place("GE-352-916", at="30"), place("US-1-16", at="box:30"), phase="air")
    assert alone.options == {"shoot IXAF 30"}, "no British unit is anywhere"
    alone.do("shoot IXAF 30", "target GE-352-916").roll(2, 12)
    assert (alone.phase, spent_aircraft(alone)) == ("amphibious", {"IXAF", "2TAF"})
    empty = blank(place("US-1-16", at="box:30"), phase="air")
    assert (empty.phase, spent_aircraft(empty)) == ("amphibious", {"IXAF", "2TAF"})


@pytest.mark.rule("21.4", "I-24")
def test_the_first_target_leaves_the_other_marker_one() -> None:
    # Off Gold (18) lie the British, off Omaha (30) the Americans; Port-en-Bessin (28) is next to both. The IX AF may attack 28
    # alone, since nobody is in 30, and the 2nd TAF 28 or 18.
    game = blank(place("GE-352-914", at="28"), place("GE-352-915", at="18"), place("US-1-16", at="box:30"),
                 place("BR-50-69", at="box:18"), phase="air")  # fmt: skip
    assert game.options == {"shoot IXAF 28", "shoot 2TAF 18"}
    refusal = game.why("shoot 2TAF 28")
    assert (refusal.rule, refusal.fix) == ("21.4", "Name a different area.")
    only = blank(
        place("GE-352-914", at="28"), place("US-1-16", at="box:30"), place("BR-50-69", at="box:18"), phase="air"
    )
    assert only.options == {"shoot IXAF 28", "shoot 2TAF 28"}, "one target: one attack, and both markers are used"


@pytest.mark.rule("21.4", "18.3", "I-24", "I-31")
def test_markers_that_the_sky_held_back_stay_fresh() -> None:
    game = blank(
        place("GE-352-916", at="30"), place("US-1-16", at="box:30"), phase="air",
        weather={"dawn": {"1944-06-06": "overcast"}},
    )  # fmt: skip
    assert game.phase == "amphibious"
    assert spent_aircraft(game) == set()


# -- 21.5 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("21.5")
def test_every_beach_must_be_invaded() -> None:
    game = d_day("amphibious")
    for unit, beach in (("BR-3-8", 8), ("BR-Can3-7", 17), ("BR-50-69", 18), ("US-1-16", 30)):
        game.do(f"land {unit} {beach}")
        refusal = game.why("end")
        assert refusal.rule == "21.5"
        assert "Utah" in refusal.text
        assert "end" not in game.options
    game.do("land US-4-8 51")
    assert "end" in game.options


@pytest.mark.rule("21.5")
def test_refusals_of_the_first_wave() -> None:
    game = d_day("amphibious").do("land US-4-8 51")
    assert game.why("land US-4-Art 51").rule == "21.5", "no artillery"
    assert game.why("land US-4-8 51").rule == "21.5", "twice"
    assert game.why("land US-101-501 51").rule == "21.5", "it is ashore already"
    assert game.why("land GE-352-916 30").rule == "21.5", "a German unit"
    tired = blank(
        place("US-4-8", at="box:51", level=SPENT), place("US-4-12", at="box:51"), BATTALION, phase="amphibious"
    )
    assert tired.why("land US-4-8 51").rule == "8.32"


@pytest.mark.rule("21.5", "7.1", "I-26")
def test_the_limit_of_five_does_not_bind_the_first_wave() -> None:
    seven = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2", "US-Rgr-5")
    game = land(d_day("amphibious"), "30", seven)
    assert not any(option.endswith(" 30") for option in game.options), "only guns are left off Omaha"


def wave(*faces: int, units: tuple[str, ...] = FOURTH) -> Table:
    """A landing at Utah with an Interdiction Value of 2 and these dice."""
    game = blank(
        place(*units, at="box:51"), BATTALION, place("GE-CA-Marcouf", at="52"), place("GE-CA-Martin", at="50"),
        phase="amphibious",
    )  # fmt: skip
    land(game, "51", units).do("end")
    for face in faces:
        game.throw(f"roll {face}")
    return game


@pytest.mark.rule("21.5", "19.4", "I-29")
@pytest.mark.parametrize(
    ("faces", "before"), [((2, 2, 2), [SPENT] * 3), ((1, 2, 1), [D1, SPENT, D1]), ((1, 1, 1), [D1] * 3)]
)
def test_the_assault_is_lost_without_dice_when_nobody_is_fresh(faces: tuple[int, ...], before: list[str]) -> None:
    game = wave(*faces)
    assert game.levels(*FOURTH) == before
    game.do("assault 51").to_end()
    assert game.levels(*FOURTH) == [D1] * 3, "the Spent become Disrupt 1, the disrupted stay so (I-29)"
    assert {game.at(unit) for unit in FOURTH} == {"51"}
    assert game.level("GE-709-1-919") == FRESH
    assert game.control("51") == "german"
    assert game.fort("51") == 2


@pytest.mark.rule("21.5", "9.41", "I-28")
def test_interdicted_units_share_the_defeat() -> None:
    game = wave(2, 1, 6).do("assault 51")
    assert game.offered("point") == {"US-4-22"}
    game.do("point US-4-22", "forward GE-709-1-919")
    assert terms(game.av()) == [("9.2A", 6), ("9.2E", 1)]
    game.roll(2, 12).to_end()
    assert game.levels(*FOURTH) == [D1, D1, D1]


@pytest.mark.rule("21.5", "9.43")
def test_interdicted_units_keep_their_level_after_a_victory() -> None:
    game = wave(2, 1, 6).do("assault 51", "point US-4-22", "forward GE-709-1-919").roll(12, 2).to_end()
    assert game.levels(*FOURTH) == [SPENT, D1, SPENT]
    assert game.control("51") == "us"


@pytest.mark.rule("21.5", "8.51", "I-35")
def test_every_fresh_lander_assaults() -> None:
    game = wave(6, 6, 6).do("assault 51", "point US-4-8")
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 2), ("9.2D", 1), ("9.2E", 1)]


@pytest.mark.rule("21.5", "I-25")
def test_beaches_are_assaulted_in_any_order_the_next_chosen_after_the_last() -> None:
    game = d_day("amphibious")
    game.do("land BR-3-8 8", "land BR-Can3-7 17", "land BR-50-69 18", "land US-1-16 30", "land US-4-8 51", "end")
    while game.kind == "roll":
        game.throw("roll 6")
    assert game.offered("assault") == {"8", "17", "18", "30", "51"}
    game.do("assault 18", "point BR-50-69", "forward GE-CA-MontFleury").roll(2, 12).to_end()
    assert game.offered("assault") == {"8", "17", "30", "51"}
    assert game.why("assault 18").rule == "21.5"
    assert game.why("assault 50").rule == "21.5"


@pytest.mark.rule("21.5", "7.3", "15.2", "I-30")
def test_an_undefended_beach_is_taken_without_an_assault() -> None:
    game = blank(place("US-4-8", "US-4-12", at="box:51"), place("GE-CA-Marcouf", at="52"), phase="amphibious")
    game.do("land US-4-8 51", "land US-4-12 51", "end").throw("roll 1").throw("roll 6").do("assault 51")
    assert game.kind == "impulse", "no Point Unit, no dice: the phase is over"
    assert game.levels("US-4-8", "US-4-12") == [SPENT, SPENT]
    assert game.control("51") == "us"
    assert game.fort("51") == 0


@pytest.mark.rule("21.5", "I-30")
def test_a_beach_left_empty_by_the_germans_in_a_changed_set_up() -> None:
    game = d_day("amphibious", units={"GE-709-1-919": {"at": "Montebourg"}})
    game.do("land BR-3-8 8", "land BR-Can3-7 17", "land BR-50-69 18", "land US-1-16 30")
    assert game.why("end").rule == "21.5", "somebody must land there all the same"
    game.do("land US-4-8 51", "end")
    while game.kind == "roll":
        game.throw("roll 6")
    game.do("assault 51")
    assert game.kind == "beach"
    assert game.control("51") == "us"
    assert game.level("US-4-8") == SPENT


@pytest.mark.rule("21.5", "9.64A")
def test_the_order_of_assaults_changes_the_ways_out() -> None:
    # Sword's regiment: with Juno still German it may go to Juno (17) or Caen (9) or Merville (7); the counts decide.
    game = d_day("amphibious")
    game.do("land BR-3-8 8", "land BR-Can3-7 17", "land BR-50-69 18", "land US-1-16 30", "land US-4-8 51", "end")
    while game.kind == "roll":
        game.throw("roll 6")
    game.do("assault 17", "point BR-Can3-7", "forward GE-CA-Courseulles").roll(12, 2).to_end()
    assert game.control("17") == "british"
    game.do("assault 8", "point BR-3-8", "forward GE-716-736").roll(2, 12)
    # Merville (7) is contested by the drop; Caen (9) is Free, next to Juno; nothing else is: Caen.
    assert game.offered("retreat") == {"GE-716-736 9"}


@pytest.mark.rule("21.2", "8.374", "I-41")
def test_one_attack_by_night_is_of_one_nationality() -> None:
    """I-41: British and US units dropped into one area do not attack together."""
    game = blank(place("US-82-505", "US-101-501", "BR-6AB-3", "GE-CA-Martin", at="50")).do("attack US-82-505")
    assert game.offered("attack") == {"US-101-501"}
    assert game.why("attack BR-6AB-3").rule == "8.374"


@pytest.mark.rule("9.62", "21.5", "I-42")
def test_defenders_may_leave_after_a_landing_lost_without_dice() -> None:
    """I-42: the only lander is Spent, the assault is lost, 1/919 may leave all the same, and the US hold the beach."""
    beach = place("GE-709-1-919", at="51"), place("US-4-8", at="box:51"), place("GE-CA-Marcouf", at="52")
    game = blank(*beach, phase="amphibious").do("land US-4-8 51", "end", "roll 1", "keep", "assault 51")
    assert (game.kind, game.actor, game.level("US-4-8")) == ("retreat", "german", D1)
    game.do("retreat GE-709-1-919 50")
    assert (game.at("GE-709-1-919"), game.level("GE-709-1-919"), game.control("51")) == ("50", SPENT, "us")


@pytest.mark.rule("21.5", "8.375")
@pytest.mark.parametrize(("wave", "verb"), [(("US-1-16",), "assaults"), (("US-1-16", "US-1-18"), "assault")])
def test_one_unit_assaults_and_two_assault(wave: tuple[str, ...], verb: str) -> None:
    game = blank(place("GE-352-916", at="30"), place(*wave, at="box:30"), phase="amphibious")
    game.do(*(f"land {unit} 30" for unit in wave), "end", "assault 30")
    assert f"Rgt {verb} Omaha Beach." in game.events[-1].text
