"""Rule 11.4: the Double Impulse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.helpers import D1, INFANTRY, SPENT, Table, day, place

US = {"control": "us"}
LOSE = (2, 12)


def two_corps(*parts: Any, side: str = "german", **patch: Any) -> Table:
    """German regiments at Valognes (53) and St. Vaast (60), the 8th regiment between them at Montebourg (52)."""
    here = (place("GE-91-1058", "GE-352-914", at="53"), place("GE-709-729", "GE-709-739", at="60"))
    game = day(*here, place("US-4-8", at="52"), *parts, advantage={"side": side}, **patch)
    return game.do("impulse assault 53")


@pytest.mark.rule("11.4", "8.1")
def test_only_the_holder_of_the_unused_advantage_doubles() -> None:
    assert "double assault 60" in two_corps().options
    barred = two_corps(side="allied")
    assert not barred.offered("double")
    assert barred.why("double assault 60").rule == "11.4"
    used = two_corps().do("march GE-91-1058 52", "assault 52")
    used.do(*(["end"] if "end" in used.options else []), "point GE-91-1058", "forward US-4-8", "roll 1+1:6+6")
    used.do("reroll", "roll 1+1:6+6").settle()
    assert used.why("double assault 60").rule in {"11.4", "11.6"}


@pytest.mark.rule("11.4", "8.22")
def test_declared_together_two_areas_combine_in_one_assault() -> None:
    game = two_corps().do("double assault 60")
    assert {"GE-91-1058 52", "GE-709-729 52"} <= game.offered("march")
    game.do("march GE-91-1058 52", "march GE-709-729 52").fight("52", dice=LOSE, point="GE-91-1058").settle()
    assert (game.at("GE-91-1058"), game.at("GE-709-729")) == ("53", "60")
    assert game.levels("GE-91-1058", "GE-709-729") == [D1, D1]
    game.do("end")
    assert (game.advantage, game.actor) == ("allied", "allied"), (
        "spent at the end of the impulse, and the turn goes over"
    )


@pytest.mark.rule("11.4", "8.31")
def test_the_second_half_may_follow_the_results_but_not_into_the_area_attacked() -> None:
    game = two_corps().do("march GE-91-1058 52").fight("52", dice=LOSE).settle()
    game.do("double assault 60")
    assert game.why("march GE-709-729 52").rule == "8.31"
    assert game.why("assault 52").rule == "8.22"
    game.do("march GE-709-729 58", "march GE-352-914 56", "end")
    assert (game.at("GE-709-729"), game.at("GE-352-914")) == ("58", "56")


@pytest.mark.rule("11.4", "8.21")
def test_the_second_half_has_its_own_three_steps() -> None:
    game = two_corps(bridges={"59-60": {"held": "destroyed"}}).do("march GE-91-1058 56", "double assault 60")
    assert game.offered("repair") == {"59-60"}
    game.do("repair 59-60").throw("roll 6").do("march GE-709-729 59")
    assert game.at("GE-709-729") == "59"


@pytest.mark.rule("11.4")
def test_no_third_activation() -> None:
    game = two_corps().do("double assault 60")
    assert not game.offered("double")
    assert game.why("double assault 52").rule == "11.4"


@pytest.mark.rule("11.4", "8.374", "I-46")
def test_the_same_area_twice_for_the_other_nationality() -> None:
    game = day(place("US-4-8", "BR-56", at="19"), side="allied", areas={"19": US, "28": US})
    game.do("impulse assault 19", "march US-4-8 28")
    assert "double assault 19" in game.options
    game.do("double assault 19").throw("roll 6+6").do("march BR-56 28", "end")
    assert (game.at("US-4-8"), game.at("BR-56"), game.advantage) == ("28", "28", "german")


@pytest.mark.rule("11.4", "11.5")
def test_a_double_impulse_is_one_impulse_with_one_sunset_roll() -> None:
    game = day(
        place("US-4-8", at="51"), place("US-1-16", at="30"), side="allied", areas={"50": US, "28": US}, impulse=4
    )
    game.do("impulse assault 51", "march US-4-8 50", "double assault 30")
    assert game.kind == "roll", "the first half made none: it is rolled before the second (11.5)"
    game.do("roll 3+3")
    assert game.kind == "orders", "the Advantage is used: no reroll"
    game.do("march US-1-16 28", "end")
    assert (game.kind, game.actor, game.state.impulse) == ("impulse", "german", 5)


@pytest.mark.rule("11.5", "6.3", "I-54")
def test_no_roll_of_the_second_half_is_the_sunset_dr() -> None:
    # Impulse 9: the extra DR is 12, so the day goes on, though the assault of the second half rolls 4.
    game = day(
        place("US-4-8", at="51"), place("US-1-16", "GE-352-914", at="30"), side="allied", areas={"50": US}, impulse=9
    )
    game.do("impulse assault 51", "march US-4-8 50", "double assault 30", "roll 6+6")
    game.fight("30", "US-1-16", dice=(4, 4)).settle().do("end")
    assert (game.kind, game.actor, game.state.impulse) == ("impulse", "german", 10)


@pytest.mark.rule("11.5", "6.3")
def test_a_roll_of_the_first_half_is_the_sunset_dr() -> None:
    # The assault of the first half rolls 4 in impulse 9: the day is over when both halves are, and nothing is rolled between.
    game = day(
        place("US-4-8", at="51"), place("US-1-16", "GE-352-914", at="30"), side="allied", areas={"50": US}, impulse=9
    )
    game.do("impulse assault 30").fight("30", "US-1-16", dice=(4, 4)).settle()
    game.do("double assault 51")
    assert game.kind == "orders"
    game.do("march US-4-8 50", "end")
    assert game.dusk


@pytest.mark.rule("11.5", "10.1")
def test_the_sunset_dr_comes_before_a_bombardment_of_the_second_half() -> None:
    game = day(place("US-4-8", at="51"), place("US-1-Art", "US-1-16", at="30"), place("GE-352-914", at="31"), side="allied",
               areas={"50": US, "30": US}, impulse=9)  # fmt: skip
    game.do("impulse assault 51", "march US-4-8 50", "double bombard 31")
    assert game.kind == "roll"
    assert "Sunset" in game.decision.prompt  # type: ignore[union-attr]
    game.do("roll 6+6", "lead US-1-Art", "target GE-352-914").roll(2, 12)
    while game.kind == "orders":
        game.do("end")
    assert (game.kind, game.actor, game.state.impulse) == ("impulse", "german", 10)


@pytest.mark.rule("11.5", "11.4")
def test_the_germans_roll_for_no_sunset() -> None:
    assert two_corps().do("march GE-91-1058 56", "double assault 60").kind == "orders"


@pytest.mark.rule("8.51", "11.4", "I-46")
def test_contested_at_the_start_means_the_start_of_the_whole_impulse() -> None:
    # The first half enters Montebourg (52), which is contested from then on; who enters in the second half must assault all the same.
    game = day(place("GE-91-1058", "GE-352-914", at="53"), place("GE-709-729", at="60"), place("US-4-8", at="52", level="spent"),
               advantage={"side": "german"})  # fmt: skip
    game.do("impulse assault 53", "march GE-91-1058 52", "double assault 60", "march GE-709-729 52")
    assert game.state.frames[2].marches[-1].must, "52 is contested by now, and was not when the impulse began"


@pytest.mark.rule("11.4", "8.2")
def test_a_unit_that_has_moved_does_not_begin_again_in_the_second_area() -> None:
    game = two_corps(place("GE-91-1057", at="56"), weather="overcast").do("march GE-91-1058 56", "double assault 56")
    used = game.used("GE-91-1058")
    assert used == 1
    game.do("march GE-91-1058 57")
    assert game.used("GE-91-1058") == 2


@pytest.mark.rule("8.371", "11.4")
def test_the_five_of_a_bridge_count_for_both_halves() -> None:
    game = day(place(*INFANTRY[:7], at="9"), advantage={"side": "german"}).do("impulse assault 9")
    game.do(*(f"march {unit} 10" for unit in INFANTRY[:5]), "double assault 9")
    assert game.why(f"march {INFANTRY[5]} 10").rule == "8.371"


@pytest.mark.rule("11.4", "8.375", "8.2")
def test_a_second_half_is_offered_only_where_something_can_be_done() -> None:
    # Guns alone enter no area of the enemy (8.375): in Ste. Mere Eglise (50) with Germans all around nothing can be done.
    units = (place("US-1-16", at="26"), place("US-1-Art", at="50"), place("US-4-8", at="58", level=SPENT))
    own = {each: {"control": "us"} for each in ("26", "27", "50", "58")}
    held = {"side": "allied", "areas": own, "advantage": {"side": "allied"}}
    game = day(*units, **held).do("impulse assault 26", "march US-1-16 27")
    assert "assault 50" not in game.offered("double")
    assert "assault 58" not in game.offered("double"), "nobody there is Fresh"
    assert (game.why("double assault 50").rule, game.why("double assault 58").rule) == ("11.4", "11.4")
    # With Pont L'Abbe (49) American they can go there, though over the bridge of the river it must be the Allies'.
    held["areas"] = own | {"49": {"control": "us"}}
    game = day(*units, **held, bridges={"49-50": {"held": "allied"}}).do("impulse assault 26", "march US-1-16 27")
    assert "assault 50" in game.offered("double")
