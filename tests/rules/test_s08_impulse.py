"""Rules 8.1, 8.2, 8.3, 8.6: what an assault impulse is made of, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.helpers import D1, FRESH, SPENT, Table, d_day, day, place, two

US = {"control": "us"}


def valognes(*parts: Any, **patch: Any) -> Table:
    """The 1058th and the guns of the 91st at Valognes, with the Germans to move."""
    return day(place("GE-91-1058", "GE-91-Art", at="53"), *parts, **patch)


# -- who moves, and for how long


@pytest.mark.rule("8.1", "8.22", "8.3")
def test_only_units_of_the_active_area_move() -> None:
    game = valognes(place("GE-709-919", at="52")).do("impulse assault 53")
    assert "GE-91-1058 52" in game.offered("march")
    assert not any(option.startswith("GE-709-919") for option in game.offered("march"))
    assert game.why("march GE-709-919 60").rule == "8.2"


@pytest.mark.rule("8.32", "8.3")
def test_who_has_moved_is_spent_when_the_impulse_ends_and_who_has_not_is_fresh() -> None:
    game = valognes().do("impulse assault 53", "march GE-91-1058 52")
    assert game.level("GE-91-1058") == FRESH, "it has three MF left, and is still on its way"
    game.do("end")
    assert game.levels("GE-91-1058", "GE-91-Art") == [SPENT, FRESH]
    game.do("pass").throw(two(12))
    game.do("impulse assault 53", "march GE-91-Art 52", "end")  # 8.3: in a later impulse, out of the same area
    assert game.level("GE-91-Art") == SPENT


@pytest.mark.rule("8.32", "8.221")
def test_a_seizure_attempt_is_an_action_too() -> None:
    game = valognes(areas={"49": US}, bridges={"49-53": {"held": "allied"}})
    game.do("impulse assault 53", "seize GE-91-1058 49-53").throw("roll 1").do("end")
    assert (game.level("GE-91-1058"), game.at("GE-91-1058")) == (SPENT, "53")


@pytest.mark.rule("8.33", "8.31")
def test_units_need_not_move_together() -> None:
    # Turn and turn about, to different areas, one step at a time.
    game = valognes(place("GE-709-919", at="53"), weather="overcast").do("impulse assault 53")
    game.do("march GE-91-1058 52", "march GE-709-919 56", "march GE-91-1058 60", "march GE-709-919 57", "end")
    assert [game.at(unit) for unit in ("GE-91-1058", "GE-709-919", "GE-91-Art")] == ["60", "57", "53"]
    assert game.levels("GE-91-1058", "GE-709-919", "GE-91-Art") == [SPENT, SPENT, FRESH]


@pytest.mark.rule("7.3", "8.33")
def test_control_is_gained_in_passing() -> None:
    game = valognes(areas={"52": US, "60": US}, weather="overcast")
    game.do("impulse assault 53", "march GE-91-1058 52", "march GE-91-1058 60", "end")
    assert (game.control("52"), game.control("60")) == ("german", "german")


@pytest.mark.rule("20.1", "8.511")
def test_crossing_into_a_vacant_area_takes_its_bridge() -> None:
    game = valognes(areas={"49": US}, bridges={"49-53": {"held": "allied"}})
    game.do("impulse assault 53", "march GE-91-1058 49")
    assert (game.holder("49-53"), game.control("49")) == ("german", "german")


@pytest.mark.rule("8.511", "20.1")
def test_wading_takes_the_river_line() -> None:
    game = day(place("US-4-8", at="28"), side="allied")
    assert game.holder("28-29") == "german"
    game.do("impulse assault 28", "march US-4-8 29 wade")
    assert game.holder("28-29") == "allied"


@pytest.mark.rule("8.34", "7.3")
def test_the_last_to_leave_a_contested_area_leaves_it_to_the_enemy() -> None:
    # Example 6: the 1057th goes to St. Jores, and Pont L'Abbe is American at that moment.
    game = day(place("GE-91-1057", at="49"), place("US-82-507", at="49"))
    game.do("impulse assault 49", "march GE-91-1057 45")
    assert game.control("49") == "us"


@pytest.mark.rule("7.3", "8.34", "I-1")
def test_equal_allied_numbers_choose_when_the_germans_leave() -> None:
    game = valognes(place("US-4-8", "BR-56", at="53"), areas={"53": {"control": "german"}})
    game.do("impulse assault 53", "march GE-91-1058 52")
    assert game.kind == "orders", "the guns are still there"
    game.do("march GE-91-Art 52")
    assert (game.kind, game.actor, game.options) == ("control", "allied", {"control 53 us", "control 53 british"})
    game.do("control 53 british")
    assert (game.control("53"), game.kind, game.actor) == ("british", "orders", "german")


@pytest.mark.rule("7.3", "I-1")
def test_the_other_ally_takes_over_when_the_last_of_the_first_leaves() -> None:
    game = day(place("US-4-8", "US-4-12", "BR-56", at="19"), side="allied", areas={"19": US, "28": US})
    game.do("impulse assault 19", "march US-4-8 28")
    assert game.control("19") == "us"
    game.do("march US-4-12 28")
    assert game.control("19") == "british"


@pytest.mark.rule("7.3", "I-1")
def test_a_unit_alone_in_an_empty_area_of_the_other_ally_takes_nothing() -> None:
    # Bayeux (19) and Port-en-Bessin (28) are American and empty; a British brigade passes through the one into the other.
    game = day(place("BR-56", at="18"), side="allied", areas={"18": {"control": "british"}, "19": US, "28": US})
    game.do("impulse assault 18", "march BR-56 19")
    assert (game.at("BR-56"), game.control("19")) == ("19", "us")
    game.do("march BR-56 28", "end")
    assert (game.at("BR-56"), game.control("28"), game.control("19"), game.control("18")) == (
        "28",
        "us",
        "us",
        "british",
    )


@pytest.mark.rule("7.3", "7.6", "I-1")
def test_an_area_that_is_not_free_passes_to_nobody() -> None:
    # A German regiment contests American Bayeux: the American leaves it to the British, and it stays American.
    game = day(place("US-4-8", "BR-56", "GE-352-915", at="19"), side="allied", areas={"19": US, "28": US})
    game.do("impulse assault 19", "march US-4-8 28")
    assert game.control("19") == "us"


@pytest.mark.rule("7.3", "9.62", "I-1")
def test_a_retreat_leaves_a_free_area_to_the_other_ally() -> None:
    # The Germans are driven back over the line they came by; then the Americans leave of their own will (9.6, 9.62).
    game = day(place("US-4-8", "BR-56", at="19"), place("GE-352-915", at="20"), weather="overcast",
               areas={"19": US, "28": US, "18": {"control": "british"}})  # fmt: skip
    game.do("impulse assault 20", "march GE-352-915 19").fight("19", dice=(2, 12), forward="US-4-8")
    assert game.at("GE-352-915") == "20"
    assert game.control("19") == "us"
    game.do(min(option for option in game.options if option.startswith("retreat US-4-8")))
    assert game.control("19") == "british"


# -- the three steps


BROKEN = {"49-53": {"held": "destroyed"}}


@pytest.mark.rule("8.21", "8.2", "20.2")
def test_repair_comes_first() -> None:
    game = valognes(bridges=BROKEN).do("impulse assault 53")
    assert game.offered("repair") == {"49-53"}
    moved = valognes(bridges=BROKEN).do("impulse assault 53", "march GE-91-Art 52")
    assert moved.why("repair 49-53").rule in {"8.2", "8.21"}
    assert not moved.offered("repair")


@pytest.mark.rule("8.21", "8.22", "20.2")
def test_a_repaired_bridge_is_crossed_in_the_same_impulse() -> None:
    # Free at both ends: +3 +3 -1 = +5, so a 2 is enough (Example 6 has another sum).
    game = valognes(bridges=BROKEN).do("impulse assault 53", "repair 49-53").throw("roll 2")
    game.do("march GE-91-1058 49")
    assert game.at("GE-91-1058") == "49"


@pytest.mark.rule("8.21", "20.2")
def test_no_repair_in_an_area_that_the_enemy_controls() -> None:
    game = valognes(place("US-82-507", at="53"), areas={"53": US}, bridges=BROKEN).do("impulse assault 53")
    assert not game.offered("repair")
    assert game.why("repair 49-53").rule in {"8.21", "20.2"}


@pytest.mark.rule("8.21", "8.2", "8.1")
def test_a_repair_alone_is_an_impulse() -> None:
    game = valognes(bridges=BROKEN).do("impulse assault 53", "repair 49-53").throw("roll 1").do("end")
    assert (game.actor, game.kind) == ("allied", "impulse")


def leaving_pont_l_abbe() -> Table:
    """The 1057th has left Pont L'Abbe over its flooded bridge; a second regiment is still there."""
    game = day(place("GE-91-1057", "GE-91-1058", at="49"), place("US-82-507", at="49"))
    return game.do("impulse assault 49", "march GE-91-1057 45")


@pytest.mark.rule("8.23", "8.2", "20.4")
def test_demolition_comes_last() -> None:
    game = leaving_pont_l_abbe()
    assert "march GE-91-1058 48" in game.options
    game.do("demolish 48-49").throw("roll 1")
    assert not game.offered("march")
    assert not game.offered("assault")
    assert game.why("march GE-91-1058 48").rule in {"8.2", "8.23"}
    assert game.why("assault 49").rule in {"8.2", "8.23"}
    assert "45-49" in game.offered("demolish"), "but other bridges may follow"


@pytest.mark.rule("8.23", "8.2", "11.4", "I-74")
def test_a_second_activation_after_a_demolition_moves_the_units_of_its_own_place_only() -> None:
    game = day(
        place("GE-91-1058", "GE-91-1057", "US-82-507", at="49"), place("GE-352-914", at="53"), advantage={"side": "german"},
    )  # fmt: skip
    game.do("impulse assault 49", "march GE-91-1058 48", "demolish 48-49").throw("roll 1")
    again = game.state
    game.do("double assault 53")
    assert {option.split(" ")[0] for option in game.offered("march")} == {"GE-352-914"}
    assert game.why("march GE-91-1057 48").rule == "8.23"
    game.state = again
    game.do("double assault 49")
    assert {option.split(" ")[0] for option in game.offered("march")} == {"GE-91-1057"}, "a half of its own"


@pytest.mark.rule("8.23", "8.11", "20.4")
def test_an_area_may_be_activated_for_its_bridges_alone() -> None:
    # Nobody of theirs is there, and the area is American: +3 for St. Sauveur, Free. A 4 blows the bridge.
    game = day(place("US-82-507", at="49"), place("GE-91-Art", at="48"))
    game.do("impulse assault 49")
    assert game.offered("march") == set()
    assert "48-49" in game.offered("demolish")
    game.do("demolish 48-49").throw("roll 4").do("end")
    assert game.state.held[game.setting.board.border("48-49").index] >= 2
    assert game.level("GE-91-Art") == FRESH


@pytest.mark.rule("8.23", "8.51", "20.4")
def test_no_demolition_while_an_assault_must_still_be_made() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-82-507", at="52"), place("US-82-508", at="49"))
    game.do("impulse assault 53", "march GE-91-1058 52")
    assert not game.offered("demolish")
    assert game.why("demolish 49-53").rule in {"8.23", "8.51"}


# -- ending, and not ending


@pytest.mark.rule("8.6", "8.1")
def test_an_impulse_in_which_nothing_is_done_must_be_a_pass() -> None:
    game = valognes().do("impulse assault 53")
    refusal = game.why("end")
    assert refusal.rule == "8.6"
    assert refusal.fix
    assert "end" not in game.options
    game.do("march GE-91-Art 52")
    assert "end" in game.options


@pytest.mark.rule("8.6", "20.4", "I-69")
def test_taking_a_construct_marker_off_the_map_is_no_action() -> None:
    construct = {"53-54": {"held": "destroyed", "construct": {"german": 1}}}
    game = valognes(bridges=construct).do("impulse assault 53", "unbuild 53-54")
    assert game.why("end").rule == "8.6"


@pytest.mark.rule("8.6", "8.1", "I-43")
def test_no_place_is_offered_where_nothing_can_be_done() -> None:
    game = d_day("daylight")
    offers = sorted(option for option in game.options if option.startswith("impulse assault"))
    assert len(offers) > 10
    for option in offers:
        opened = d_day("daylight").do(option)
        assert opened.kind == "orders"
        assert opened.options, option
    assert day(place("GE-91-1058", at="53", level=SPENT)).options == {"pass"}


@pytest.mark.rule("8.1", "8.11")
def test_an_impulse_is_not_begun_twice() -> None:
    game = valognes(place("GE-709-919", at="52")).do("impulse assault 53")
    assert game.why("impulse assault 52").rule == "8.1"
    assert game.why("pass").rule == "8.6"


@pytest.mark.rule("8.2")
def test_an_order_before_the_impulse_names_the_area_to_activate() -> None:
    refusal = valognes().why("march GE-91-1058 52")
    assert refusal.rule in {"8.1", "8.2"}
    assert "impulse assault 53" in refusal.fix


@pytest.mark.rule("8.36E", "8.371")
def test_why_the_502nd_cannot_go_to_carentan() -> None:
    # A flood lies between; the bridge is there, but German-held and Carentan is occupied: it may go, at a price.
    game = day(place("US-101-502", at="50"), place("GE-6FS", at="44"), side="allied")
    game.do("impulse assault 50")
    assert int(game.cost("US-101-502", "44")) == 4
    down = day(
        place("US-101-502", at="50"), place("GE-6FS", at="44"), side="allied", bridges={"44-50": {"held": "destroyed"}}
    )
    down.do("impulse assault 50")
    refusal = down.why("march US-101-502 44")
    assert refusal.rule == "8.371"
    assert "flood" in refusal.text
    assert refusal.fix
    held = day(place("US-101-502", at="50"), place("GE-CA-Martin", at="50"), place("GE-6FS", at="44"), side="allied")
    assert held.do("impulse assault 50").why("march US-101-502 44").rule in {"8.34", "8.372"}, (
        "Contested as in the morning"
    )
    spent = day(place("US-101-502", at="50", level=D1), place("US-101-501", at="50"), side="allied")
    assert spent.do("impulse assault 50").why("march US-101-502 44").rule == "8.32"
