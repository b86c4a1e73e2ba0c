"""Rule 8.4: aircraft over German columns. The way is that of Example 5: 57, Cherbourg (56), Valognes (53), Montebourg (52)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, day, place

UNIT = "GE-243-920"
FLAK = ("GE-FLAK-Cherb1", "GE-FLAK-Cherb2", "GE-FLAK-Cherb3")


def column(*parts: Any, **patch: Any) -> Table:
    """The 920th has entered Cherbourg, its first area, and is about to go on."""
    return day(place(UNIT, at="57"), *parts, **patch).do("impulse assault 57", f"march {UNIT} 56")


def guns(number: int, level: str = FRESH, at: str = "56") -> dict[str, dict[str, str]]:
    return place(*FLAK[:number], at=at, level=level)


@pytest.mark.rule("8.4")
def test_the_first_area_is_never_interdicted() -> None:
    game = column()
    assert (game.kind, game.at(UNIT)) == ("orders", "56")


@pytest.mark.rule("8.4", "16.2")
@pytest.mark.parametrize(
    ("number", "die", "level", "at"),
    [
        (0, 1, D1, "56"),
        (0, 2, SPENT, "56"),
        (0, 3, FRESH, "53"),
        (0, 6, FRESH, "53"),
        (1, 1, SPENT, "56"),  # 1 + 1 = 2
        (1, 2, FRESH, "53"),  # 2 + 1 = 3
        (1, 6, FRESH, "53"),
    ],
)
def test_the_die_on_leaving_for_the_second_area(number: int, die: int, level: str, at: str) -> None:
    game = column(guns(number)).do(f"march {UNIT} 53")
    assert game.kind == "roll"
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (1,)
    game.throw(f"roll {die}")
    assert (game.level(UNIT), game.at(UNIT)) == (level, at)
    if at == "56":
        assert game.why(f"march {UNIT} 53").rule == "8.32", "its move is over"


@pytest.mark.rule("8.4", "16.2", "I-51")
@pytest.mark.parametrize("number", [2, 3])
def test_with_two_fresh_flak_nothing_can_happen_and_no_die_is_thrown(number: int) -> None:
    game = column(guns(number)).do(f"march {UNIT} 53")
    assert (game.kind, game.at(UNIT)) == ("orders", "53")


@pytest.mark.rule("8.4", "16.2")
@pytest.mark.parametrize("level", [SPENT, D1, D2])
def test_only_fresh_flak_helps(level: str) -> None:
    game = column(guns(3, level)).do(f"march {UNIT} 53").throw("roll 2")
    assert game.level(UNIT) == SPENT


@pytest.mark.rule("8.4")
def test_flak_must_stand_in_the_area_that_is_left() -> None:
    # Three FLAK in Valognes, the area entered, and in 57, where the move began: none in Cherbourg.
    for elsewhere in ("53", "57"):
        game = column(guns(3, at=elsewhere)).do(f"march {UNIT} 53").throw("roll 2")
        assert (game.level(UNIT), game.at(UNIT)) == (SPENT, "56")


@pytest.mark.rule("8.4")
def test_flak_on_the_move_does_not_help() -> None:
    # One of two FLAK battalions has come along from 57 and is still Fresh.
    game = day(place(UNIT, FLAK[0], at="57"), place(FLAK[1], at="56"))
    game.do("impulse assault 57", f"march {UNIT} 56", f"march {FLAK[0]} 56", f"march {UNIT} 53")
    assert game.kind == "roll", "only one counts"
    game.throw("roll 1")
    assert (game.level(UNIT), game.at(UNIT)) == (SPENT, "56")


@pytest.mark.rule("8.4")
def test_other_units_do_not_help() -> None:
    game = column(place("GE-CA-Cherb1", "GE-709-739", "GE-709-Art", at="56")).do(f"march {UNIT} 53").throw("roll 1")
    assert game.level(UNIT) == D1


@pytest.mark.rule("8.4")
def test_every_further_area_takes_a_die() -> None:
    game = column().do(f"march {UNIT} 53").throw("roll 3")
    game.do(f"march {UNIT} 52")
    assert game.kind == "roll"
    game.throw("roll 3").do(f"march {UNIT} 60")
    assert game.kind == "roll", "its fourth and last MF"
    game.throw("roll 2")
    assert (game.at(UNIT), game.level(UNIT)) == ("52", SPENT)


@pytest.mark.rule("8.4", "18.3")
def test_no_interdiction_under_an_overcast_sky() -> None:
    game = column(weather="overcast").do(f"march {UNIT} 53", f"march {UNIT} 52")
    assert (game.kind, game.at(UNIT)) == ("orders", "52")


@pytest.mark.rule("8.4")
def test_allied_units_are_never_interdicted_on_land() -> None:
    areas = {"50": {"control": "us"}, "49": {"control": "us"}}
    game = day(place("US-4-8", at="51"), side="allied", areas=areas)
    game.do("impulse assault 51", "march US-4-8 50", "march US-4-8 49", "march US-4-8 48")
    assert (game.kind, game.at("US-4-8")) == ("orders", "48")


@pytest.mark.rule("8.4")
def test_used_air_markers_do_not_matter() -> None:
    game = column(markers={"used": ["IXAF", "2TAF"]}).do(f"march {UNIT} 53")
    assert game.kind == "roll"


@pytest.mark.rule("8.4")
def test_the_switch() -> None:
    game = column(rules={"air_interdiction": False}).do(f"march {UNIT} 53", f"march {UNIT} 52")
    assert (game.kind, game.at(UNIT)) == ("orders", "52")


@pytest.mark.rule("8.4", "14.2", "I-52")
def test_a_move_out_of_a_zone_counts_its_first_area_as_the_first() -> None:
    game = day(place("GE-711-731", at="A")).do("impulse assault A", "march GE-711-731 3")
    assert game.kind == "orders"
    game.do("march GE-711-731 4")
    assert game.kind == "roll"


@pytest.mark.rule("8.4", "14.2", "I-52")
def test_a_zone_that_is_entered_as_the_second_place_is_rolled_for() -> None:
    game = day(place("GE-711-731", at="4")).do("impulse assault 4", "march GE-711-731 3", "march GE-711-731 A")
    assert game.kind == "roll"
    game.throw("roll 3")
    assert game.at("GE-711-731") == "A"


@pytest.mark.rule("8.4", "8.35")
def test_the_way_into_battle_is_interdicted_too() -> None:
    game = day(place("GE-21Pz-22", at="9"), place("BR-56", at="17", level=SPENT))
    game.do("impulse assault 9", "march GE-21Pz-22 16", "march GE-21Pz-22 17").throw("roll 2")
    assert (game.at("GE-21Pz-22"), game.level("GE-21Pz-22")) == ("16", SPENT)
    assert "assault 17" not in game.options


@pytest.mark.rule("8.4", "8.33", "7.1")
def test_a_unit_stopped_on_its_way_may_block_the_others() -> None:
    # Nine units in Cherbourg; the 920th is stopped there as the tenth, and the Nebelwerfers cannot pass.
    nine = place(*FLAK, "GE-CA-Cherb1", "GE-CA-Cherb2", "GE-709-739", "GE-709-729", "GE-709-Art", "GE-352-914", at="56")
    levels = {unit: {**where, "level": SPENT} for unit, where in nine.items()}
    game = day(place(UNIT, "GE-101NW", at="57"), levels)
    game.do("impulse assault 57", f"march {UNIT} 56")
    assert game.why("march GE-101NW 56").rule == "7.1", "nobody passes while it stands there either"
    game.do(f"march {UNIT} 53").throw("roll 1")
    assert game.why("march GE-101NW 56").rule == "7.1"
    free = day(place(UNIT, "GE-101NW", at="57"), levels)
    free.do("impulse assault 57", f"march {UNIT} 56", f"march {UNIT} 53").throw("roll 3").do("march GE-101NW 56")
    assert free.at("GE-101NW") == "56"


@pytest.mark.rule("8.4", "11.6")
def test_the_die_can_be_forced_again() -> None:
    # The holder of the Advantage may reroll any die: the Germans save their column once.
    game = column(advantage={"side": "german"}).do(f"march {UNIT} 53", "roll 1")
    assert (game.kind, game.actor) == ("reroll", "german")
    game.do("reroll", "roll 5")
    assert game.at(UNIT) == "53"
    game.do("end")
    assert game.advantage == "allied"


@pytest.mark.rule("8.4")
def test_a_bridge_seized_on_the_way_is_no_area() -> None:
    game = day(place("GE-91-1058", at="53"), areas={"49": {"control": "us"}}, bridges={"49-53": {"held": "allied"}})
    game.do("impulse assault 53", "seize GE-91-1058 49-53").throw("roll 6").do("march GE-91-1058 49")
    assert (game.kind, game.at("GE-91-1058")) == ("orders", "49")


@pytest.mark.rule("8.4", "16.2")
def test_the_log_says_the_die_and_the_flak_apart_and_tells_of_a_harmless_die() -> None:
    def told(die: int, *flak: str) -> str:
        game = day(place("GE-711-731", at="4"), place(*flak, at="3")).do("impulse assault 4", "march GE-711-731 3")
        game.do("march GE-711-731 1").throw(f"roll {die}")
        return next(event.text for event in game.events if event.rule == "8.4")

    where = f"{day().setting.board.names[day().setting.board.index['3']]}"
    assert told(1) == f"Aircraft stop 731 Rgt in {where}: 1 is rolled, it is disrupt 1."
    assert told(1, "GE-FLAK-32") == f"Aircraft stop 731 Rgt in {where}: 1 + 1 for FLAK is rolled, it is spent."
    assert told(2, "GE-FLAK-32") == f"Aircraft do not stop 731 Rgt in {where}: 2 + 1 for FLAK is rolled."
    assert told(5) == f"Aircraft do not stop 731 Rgt in {where}: 5 is rolled."
