"""Rules 19.4, 19.3 and 21.6: coastal artillery against landings, on June 6 and by day, and who may land in an impulse."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, blank, d_day, day, land, place

FOURTH = ("US-4-8", "US-4-12", "US-4-22")
DEFENDER = place("GE-709-1-919", at="51")


def value(game: Table, beach: str) -> int:
    return int(breakout.explain(game.state, f"interdiction {beach}"))


def off_utah(*batteries: dict[str, dict[str, str]], wave: tuple[str, ...] = FOURTH) -> Table:
    game = blank(place(*wave, at="box:51"), DEFENDER, *batteries, phase="amphibious")
    return land(game, "51", wave).do("end")


@pytest.mark.rule("19.4", "16.3", "I-27")
def test_utah_is_two_with_both_batteries_fresh() -> None:
    assert value(d_day("amphibious"), "51") == 2  # Marcouf in Montebourg, Martin in Ste. Mere Eglise; none in Utah


@pytest.mark.rule("19.4", "I-27")
@pytest.mark.parametrize("level", [SPENT, D1, D2])
def test_utah_is_one_when_martin_is_not_fresh(level: str) -> None:
    game = d_day("amphibious", units={"GE-CA-Martin": {"level": level}})
    assert value(game, "51") == 1
    tally = breakout.explain(game.state, "interdiction 51")
    assert [(term.rule, term.value) for term in tally.terms] == [("19.4", 1)]
    assert "Marcouf" in tally.terms[0].text


@pytest.mark.rule("19.4", "21.2", "I-27")
def test_a_battery_destroyed_in_the_night_fires_no_more() -> None:
    # Example 1's attack with dice five better: 7 + 12 against 5 + 2 wipes out Martin's battery.
    game = d_day().do(*(f"attack {unit}" for unit in ("US-82-505", "US-101-501", "US-101-502", "US-101-506")))
    assert value(game, "51") == 2
    game.do("point US-82-505", "forward GE-CA-Martin").roll(12, 2)
    assert value(game, "51") == 1


@pytest.mark.rule("19.4")
def test_the_beachs_own_battery_and_its_neighbours_count_and_no_other_unit() -> None:
    game = d_day("amphibious")
    # Omaha: Vierville on it, Longues (28) and Grandcamp (31) next to it. FLAK, guns and infantry interdict nothing.
    assert value(game, "30") == 3
    # Juno: its own, and those of Sword and Gold, the beaches next to it.
    assert value(game, "17") == 3
    lone = blank(place("GE-FLAK-32", "GE-352-Art", "GE-352-916", at="31"), place("GE-CA-Cherb1", at="33"), *[DEFENDER])
    assert value(lone, "30") == 0, "Isigny (33) is not next to Omaha"


@pytest.mark.rule("19.4")
@pytest.mark.parametrize(("face", "result"), [(1, D1), (2, SPENT), (3, FRESH), (4, FRESH), (5, FRESH), (6, FRESH)])
def test_below_disrupts_equal_spends_above_is_safe(face: int, result: str) -> None:
    game = off_utah(place("GE-CA-Marcouf", at="52"), place("GE-CA-Martin", at="50"), wave=("US-4-8",))
    game.throw(f"roll {face}")
    assert game.level("US-4-8") == result
    assert game.kind == "beach"


@pytest.mark.rule("19.4")
def test_at_one_a_one_spends_and_nothing_disrupts() -> None:
    game = off_utah(place("GE-CA-Marcouf", at="52"), wave=("US-4-8",)).throw("roll 1")
    assert game.level("US-4-8") == SPENT


@pytest.mark.rule("19.4")
def test_without_fresh_guns_no_die_is_rolled() -> None:
    game = off_utah(place("GE-CA-Marcouf", at="52", level=SPENT))
    assert game.kind == "beach"


@pytest.mark.rule("19.4")
def test_a_die_for_every_unit_and_no_second_one() -> None:
    game = off_utah(place("GE-CA-Marcouf", at="52"))
    for _ in FOURTH:
        assert game.decision is not None
        assert game.decision.roll is not None
        assert game.decision.roll.counts == (1,)
        game.throw("roll 6")
    assert game.kind == "beach"
    assert game.level("GE-CA-Marcouf") == FRESH


@pytest.mark.rule("19.4", "21.5", "I-25")
def test_all_waves_are_named_before_the_first_die_and_all_dice_before_the_first_assault() -> None:
    game = d_day("amphibious")
    for unit, beach in (("BR-3-8", 8), ("BR-Can3-7", 17), ("BR-50-69", 18), ("US-1-16", 30), ("US-4-8", 51)):
        assert game.kind == "first_wave"
        game.do(f"land {unit} {beach}")
    game.do("end")
    purposes = []
    while game.kind == "roll":
        assert game.decision is not None
        assert game.decision.roll is not None
        purposes.append(game.decision.roll.purpose.rsplit(" at ", 1)[1])
        game.throw("roll 6")
    assert purposes == ["Sword Beach", "Juno Beach", "Gold Beach", "Omaha Beach", "Utah Beach"]
    assert game.kind == "beach"


@pytest.mark.rule("19.3", "4.33", "21.5")
def test_only_the_beach_that_a_unit_is_due_at() -> None:
    game = d_day("amphibious")
    assert game.why("land US-4-8 18").rule == "19.3", "a British beach"
    assert game.why("land US-4-8 30").rule == "4.33", "American, but not its own on June 6"
    assert game.why("land US-4-8 50").rule == "4.33", "no beach"


# -- by day (19.3, 21.6)

US = {"control": "us"}
REGIMENTS = (*FOURTH, "US-90-357", "US-90-358", "US-90-359", "US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116")


def afternoon(*parts: dict[str, dict[str, str]], wave: tuple[str, ...] = FOURTH, **patch: object) -> Table:
    """An Allied impulse in which the approach box of Utah, with this wave in it, is active."""
    game = day(place(*wave, at="box:51"), *parts, side="allied", **patch)
    return game.do("impulse assault box:51")


def ashore(game: Table, *wave: str, die: int = 6) -> Table:
    """Name these for Utah, and roll this for each where a gun is Fresh."""
    game.do(*(f"land {unit} 51" for unit in wave))
    if game.kind == "orders" and "19.3" in str(game.decision.rule if game.decision else ""):
        game.do("end")
    while game.kind == "roll":
        game.throw(f"roll {die}")
    return game


HELD = place("US-101-501", at="51")  # the beach is American


@pytest.mark.rule("19.3", "8.2", "8.36A", "21.6")
def test_a_landing_costs_one_mf_and_may_go_on_inland() -> None:
    game = ashore(afternoon(HELD, areas={"50": US}), "US-4-8")
    assert (game.at("US-4-8"), game.used("US-4-8"), game.level("US-4-8")) == ("51", 1, FRESH)
    game.do("march US-4-8 50", "march US-4-8 52")
    assert game.used("US-4-8") == 4
    game.do("end")
    assert game.level("US-4-8") == SPENT


@pytest.mark.rule("19.3", "8.36C", "8.36D")
@pytest.mark.parametrize(("level", "cost"), [(SPENT, 3), (FRESH, 4)])
def test_a_contested_beach_costs_what_any_area_costs(level: str, cost: int) -> None:
    game = ashore(afternoon(place("US-101-501", at="51"), place("GE-709-1-919", at="51", level=level)), "US-4-8")
    assert game.used("US-4-8") == cost
    assert game.why("march US-4-8 50").rule == "8.33", "it has entered an enemy-occupied area"


@pytest.mark.rule("19.3", "8.1", "8.2")
def test_only_the_box_is_active() -> None:
    game = afternoon(HELD)
    assert game.why("march US-101-501 50").rule in {"8.2", "19.3"}
    assert {option.split(" ")[0] for option in game.options} == {"land", "double"}
    other = day(place("US-4-8", at="box:51"), HELD, side="allied").do("impulse assault 51")
    assert other.why("land US-4-8 51").rule in {"8.2", "19.3"}


@pytest.mark.rule("19.3", "20.2", "20.4")
def test_no_repair_and_no_demolition_from_a_box() -> None:
    game = afternoon(HELD, bridges={"50-51": {"held": "destroyed"}})
    assert not game.offered("repair")
    assert game.why("repair 50-51").rule in {"19.3", "20.2", "8.21"}
    blown = ashore(afternoon(HELD, bridges={"50-51": {"held": "allied"}}), "US-4-8")
    assert not blown.offered("demolish")
    assert blown.why("demolish 50-51").rule in {"19.3", "20.4", "8.23"}


@pytest.mark.rule("19.3")
def test_five_land_in_an_impulse() -> None:
    game = afternoon(HELD, wave=REGIMENTS[:6])
    game.do(*(f"land {unit} 51" for unit in REGIMENTS[:5]))
    assert game.why(f"land {REGIMENTS[5]} 51").rule in {"19.3", "19.4"}
    assert game.at(REGIMENTS[5]) == "box:51"
    assert sum(game.at(unit) == "51" for unit in REGIMENTS[:6]) == 5, "the fifth closes the landing"


@pytest.mark.rule("19.3", "7.1")
def test_ten_with_those_who_are_there_even_if_landers_go_inland() -> None:
    there = place(*REGIMENTS[4:11], at="51", level=SPENT)  # seven
    game = ashore(afternoon(there, wave=(*FOURTH, "US-90-357"), areas={"50": US}), *FOURTH)
    assert game.at("US-90-357") == "box:51"
    game.do("march US-4-8 50")
    assert game.why("land US-90-357 51").rule in {"19.3", "19.4", "7.1"}


@pytest.mark.rule("19.3", "4.33")
def test_only_at_the_beach_of_its_box_and_of_its_own_nation() -> None:
    game = afternoon(HELD, place("US-1-16", at="30"))
    assert game.why("land US-4-8 18").rule == "19.3", "a British beach"
    assert game.why("land US-4-8 30").rule in {"19.3", "4.33"}, "another American beach"
    assert game.why("land US-4-8 50").rule in {"19.3", "4.33"}, "no beach"


@pytest.mark.rule("19.4")
def test_all_are_named_before_the_first_gun_fires() -> None:
    game = afternoon(HELD, place("GE-CA-Marcouf", at="52"))
    game.do("land US-4-8 51")
    assert (game.at("US-4-8"), game.kind) == ("box:51", "orders"), "no die yet"
    game.do("land US-4-12 51", "end")
    for _ in range(2):
        assert game.kind == "roll"
        game.throw("roll 6")
    assert game.kind == "orders"
    assert game.why("land US-4-22 51").rule == "19.4"


@pytest.mark.rule("19.4", "19.3", "8.33", "I-78")
def test_where_no_gun_fires_others_may_follow_in_the_impulse() -> None:
    game = ashore(afternoon(HELD, wave=REGIMENTS[:6], areas={"50": US}), "US-4-8").do("march US-4-8 50")
    ashore(game, *REGIMENTS[1:5])
    assert game.why(f"land {REGIMENTS[5]} 51").rule == "19.3", "five in the impulse, whatever has gone inland"


@pytest.mark.rule("19.4")
@pytest.mark.parametrize(("die", "level"), [(1, D1), (2, SPENT), (3, FRESH)])
def test_guns_fire_by_day_as_in_the_morning(die: int, level: str) -> None:
    game = ashore(afternoon(HELD, place("GE-CA-Marcouf", at="52"), place("GE-CA-Martin", at="50")), "US-4-8", die=die)
    assert (game.level("US-4-8"), game.at("US-4-8")) == (level, "51")
    if level != FRESH:
        assert game.why("march US-4-8 50").rule == "8.32", "it neither attacks nor moves any more"
    assert game.levels("GE-CA-Marcouf", "GE-CA-Martin") == [FRESH, FRESH], "guns that fire stay Fresh"


@pytest.mark.rule("19.4", "8.4")
def test_the_switch_silences_the_guns() -> None:
    game = afternoon(HELD, place("GE-CA-Marcouf", at="52"), wave=("US-4-8",), rules={"coastal_interdiction": False})
    assert game.do("land US-4-8 51").kind == "orders"


@pytest.mark.rule("19.3")
def test_no_landing_on_a_german_beach_without_americans() -> None:
    for defenders in ((), (DEFENDER,)):
        game = day(place("US-4-8", at="box:51"), *defenders, side="allied")
        assert "impulse assault box:51" not in game.options
        assert game.why("land US-4-8 51").rule == "19.3"


@pytest.mark.rule("21.6", "15.2", "8.51")
@pytest.mark.parametrize(
    ("ally", "written", "fort", "obliged"),
    [
        (
            FRESH,
            None,
            2,
            False,
        ),  # a Fresh Ally does not end it (15.2), but contests the beach for those who land (21.6)
        (SPENT, None, 0, False),  # a Spent one ends it (15.2)
        (D1, None, 2, True),  # only a disrupted one: the fortification stands (printed as 2)
        (D2, None, 2, True),
        (D1, 0, 0, False),  # unless it was destroyed before
    ],
)
def test_when_a_landing_must_assault(ally: str, written: int | None, fort: int, obliged: bool) -> None:
    areas = {} if written is None else {"51": {"fort": written}}
    game = ashore(afternoon(place("US-101-501", at="51", level=ally), DEFENDER, areas=areas), "US-4-8")
    assert game.fort("51") == fort
    assert ("end" in game.options) is not obliged
    assert "assault 51" in game.options
    if obliged:
        assert game.why("end").rule == "8.51"


DISRUPTED = place("US-101-501", at="51", level=D1)


@pytest.mark.rule("21.6", "19.3")
def test_artillery_stays_on_board_when_the_beach_must_be_assaulted() -> None:
    wave = ("US-4-8", "US-4-Art", "US-VII-Art")
    game = afternoon(DISRUPTED, DEFENDER, wave=wave)
    assert game.offered("land") == {"US-4-8 51"}
    assert game.why("land US-4-Art 51").rule == "21.6"
    assert game.why("land US-VII-Art 51").rule == "21.6"
    open_beach = afternoon(place("US-101-501", at="51"), DEFENDER, wave=wave)
    assert "US-4-Art 51" in open_beach.offered("land")


@pytest.mark.rule("21.6", "9.41", "8.51", "15.2")
def test_a_lost_landing_stays_ashore_at_disrupt_1_and_the_fortification_stands() -> None:
    game = ashore(afternoon(DISRUPTED, DEFENDER), "US-4-8", "US-4-12")
    game.fight("51", dice=(2, 12), point="US-4-8")
    assert not any(option.startswith("US") for option in game.offered("retreat"))
    game.settle()
    assert game.levels("US-4-8", "US-4-12") == [D1, D1]
    assert [game.at(unit) for unit in ("US-4-8", "US-4-12", "US-101-501")] == ["51", "51", "51"]
    assert (game.fort("51"), game.kind) == (2, "orders")


@pytest.mark.rule("21.6", "15.2", "9.43")
def test_a_won_landing_breaks_the_fortification() -> None:
    # 6 + 1 for aircraft + 2 against 1 + 1 + 2 for the fortification + 2: three points, which a Fresh battalion can absorb.
    game = ashore(afternoon(DISRUPTED, DEFENDER), "US-4-8")
    game.do("assault 51")
    if "end" in game.options:
        game.do("end")
    game.do("point US-4-8", "forward GE-709-1-919")
    assert (int(game.av()), int(game.dv())) == (7, 4)
    game.roll(2, 2)
    game.do("lose GE-709-1-919", "lose GE-709-1-919", "lose GE-709-1-919").settle()
    assert game.level("GE-709-1-919") == D2
    assert (game.fort("51"), game.level("US-4-8")) == (0, SPENT)


@pytest.mark.rule("21.6", "19.4", "21.5", "8.51", "I-50")
@pytest.mark.parametrize("die", [1, 2])
def test_a_landing_of_which_nobody_is_fresh_is_lost_without_dice(die: int) -> None:
    guns = (place("GE-CA-Marcouf", at="52"), place("GE-CA-Martin", at="50"))
    game = ashore(afternoon(DISRUPTED, DEFENDER, *guns), "US-4-8", "US-4-12", die=die)
    assert "end" not in game.options
    game.do("assault 51").settle()
    assert game.levels("US-4-8", "US-4-12") == [D1, D1]
    assert game.level("GE-709-1-919") == FRESH
    assert game.fort("51") == 2


@pytest.mark.rule("21.6", "8.52", "9.41")
def test_an_optional_landing_assault_that_is_lost_does_not_go_back_to_sea() -> None:
    game = ashore(afternoon(place("US-101-501", at="51"), DEFENDER), "US-4-8")
    game.fight("51", "US-4-8", dice=(2, 12))
    assert not any(option.startswith("US") for option in game.offered("retreat"))
    game.settle()
    assert (game.at("US-4-8"), game.level("US-4-8")) == ("51", D1)


@pytest.mark.rule("19.3", "8.53", "8.36B")
def test_an_overrun_on_the_beach_lets_the_landers_go_inland() -> None:
    # 7 + 5 against 0 + 1 + 3 for a Spent battalion: eight points, three can be absorbed, and a beach is no bocage.
    game = ashore(afternoon(place("US-101-501", at="51"), place("GE-709-1-919", at="51", level=SPENT)), "US-4-8")
    game.fight("51", "US-4-8", dice=(5, 3)).settle()
    assert game.level("GE-709-1-919") == "eliminated"
    assert (game.used("US-4-8"), game.level("US-4-8")) == (3, FRESH)
    assert int(game.cost("US-4-8", "50")) == 2
    game.do("march US-4-8 50")
    assert game.control("50") == "us"


@pytest.mark.rule("19.3", "21.6", "8.374")
def test_rangers_land_like_infantry() -> None:
    game = day(place("US-Rgr-2", "US-Rgr-5", at="box:30"), place("US-1-16", at="30"), side="allied", areas={"31": US})
    game.do("impulse assault box:30", "land US-Rgr-2 30", "land US-Rgr-5 30", "march US-Rgr-2 31", "end")
    assert (game.at("US-Rgr-2"), game.at("US-Rgr-5")) == ("31", "30")


@pytest.mark.rule("19.3", "6.3")
def test_a_landing_is_an_impulse_with_a_sunset_roll_of_its_own() -> None:
    game = ashore(afternoon(HELD, impulse=4), "US-4-8").do("end")
    assert game.kind == "roll"
    game.throw("roll 2+3")
    assert (game.actor, game.state.impulse) == ("german", 5)


@pytest.mark.rule("19.3", "19.4", "11.4")
def test_a_double_impulse_lands_a_second_group() -> None:
    game = ashore(afternoon(HELD, place("GE-CA-Marcouf", at="52"), wave=REGIMENTS[:6]), "US-4-8", "US-4-12")
    assert game.why("land US-4-22 51").rule == "19.4"
    ashore(game.do("double assault box:51", "roll 6+6"), *REGIMENTS[2:5])
    assert [game.at(unit) for unit in REGIMENTS[:6]] == ["51"] * 5 + ["box:51"]
    assert game.why(f"land {REGIMENTS[5]} 51").rule == "19.4", "named before the gun fired, in this half too"


@pytest.mark.rule("4.33", "8.2")
def test_the_beach_of_a_unit_comes_before_its_activation() -> None:
    # Activating Gold would not land a brigade of Gold at Juno.
    game = afternoon(place("BR-50-69", at="box:18"), areas={"51": US})
    refusal = game.why("land BR-50-69 17")
    assert (refusal.rule, refusal.fix) == ("4.33", "Land it at Gold Beach.")


@pytest.mark.rule("19.3")
def test_a_closed_landing_gives_the_limit_that_has_closed_it() -> None:
    # Five may land in an impulse; the fifth closes the landing, with the die of a gun or without.
    for guns in ({}, place("GE-CA-Marcouf", at="52")):
        game = afternoon(HELD, guns, wave=REGIMENTS[:6])
        game.do(*(f"land {unit} 51" for unit in REGIMENTS[:5]))
        assert game.why(f"land {REGIMENTS[5]} 51").rule == "19.3"
    # Seven stand there and three land: the ten of 19.3, which nobody lowers by going inland in this impulse.
    there = place(*REGIMENTS[4:11], at="51", level=SPENT)
    game = ashore(afternoon(there, wave=(*FOURTH, "US-90-357"), areas={"50": US}), *FOURTH)
    refusal = game.why("land US-90-357 51")
    assert refusal.rule == "19.3"
    assert not refusal.fix.startswith("Move")
