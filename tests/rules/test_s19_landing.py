"""Rule 19.4: coastal artillery against the landings of June 6."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, blank, d_day, land, place

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
