"""Rule 11 in the opening phases: one forced reroll a phase, and the Advantage passes."""

from __future__ import annotations

import pytest

from normandy_lab.core.dice import KeyedDice
from tests.rules.helpers import D1, FRESH, SPENT, Table, blank, d_day, place

DROPS = (
    place("GE-CA-Martin", at="50"),
    place("US-101-501", at="50"),
    place("GE-91-1057", at="49"),
    place("US-82-507", at="49"),
)
BEACH = (place("GE-709-1-919", at="51"), place("US-4-8", "US-4-12", at="box:51"), place("GE-CA-Marcouf", at="52"))


def night() -> Table:
    game = blank(*DROPS, *BEACH)
    return game.do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin", "roll 1+1:6+6")


@pytest.mark.rule("11.1", "5.1")
def test_the_allies_begin_with_it() -> None:
    game = d_day()
    assert game.advantage == "allied"
    assert blank(*DROPS, advantage={"side": "german"}).advantage == "german"


@pytest.mark.rule("11.3")
def test_the_holder_is_asked_after_an_attack_roll_and_both_roll_again() -> None:
    game = night()
    assert (game.kind, game.actor) == ("reroll", "allied")
    assert game.options == {"keep", "reroll"}
    assert game.level("US-101-501") == FRESH, "before any consequence"
    game.do("reroll")
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (2, 2)
    game.do("roll 6+6:1+1")
    assert game.level("GE-CA-Martin") == "eliminated"
    assert game.level("US-101-501") == SPENT


@pytest.mark.rule("11.3", "11.6")
def test_the_games_own_dice_fall_anew_when_a_roll_is_forced() -> None:
    """The second roll has luck of its own: keyed dice would otherwise show the same faces for ever."""
    game = blank(*DROPS).do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin")
    assert game.decision is not None
    first = game.decision.roll
    game.do("roll 3+3:2+1", "reroll")
    assert game.decision is not None
    second = game.decision.roll
    assert first is not None
    assert second is not None
    same = sum(KeyedDice(seed).throw(first) == KeyedDice(seed).throw(second) for seed in range(200))
    assert same <= 3, "1 in 1,296 is expected"


@pytest.mark.rule("11.3")
def test_a_worse_second_roll_stands() -> None:
    game = blank(*DROPS).do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin", "roll 3+3:2+1")
    game.do("reroll", "roll 1+1:6+6")
    assert game.level("US-101-501") == D1


@pytest.mark.rule("11.6", "I-21")
def test_a_forced_roll_is_not_forced_again_and_no_other_in_the_phase() -> None:
    game = night().do("reroll", "roll 1+1:6+6")
    assert game.kind == "airborne", "no question after the second roll"
    game.do("attack US-82-507", "point US-82-507", "forward GE-91-1057", "roll 1+1:6+6")
    assert game.kind == "retreat", "nor after the next attack of the phase"


@pytest.mark.rule("11.2")
def test_kept_it_stays() -> None:
    game = night().do("keep")
    assert game.advantage == "allied"
    game.do("end")
    assert game.phase == "naval"
    assert game.advantage == "allied"


@pytest.mark.rule("11.2", "11.3")
def test_after_an_allied_reroll_the_germans_may_force_the_next_phases_roll() -> None:
    game = night().do("reroll", "roll 1+1:6+6")
    assert game.advantage == "allied", "until the end of the phase"
    game.do("end")
    assert (game.phase, game.advantage) == ("naval", "german")
    # Ships on Utah: 8 against 3. The Germans undo the Allied hit, and so lose the Advantage in turn.
    game.do("shoot WTF 51", "target GE-709-1-919", "roll 6+6:1+1")
    assert (game.kind, game.actor) == ("reroll", "german")
    game.do("reroll", "roll 1+1:6+6")
    assert game.level("GE-709-1-919") == FRESH
    assert (game.phase, game.advantage) == ("air", "allied")


@pytest.mark.rule("11.6", "19.4")
def test_a_single_die_may_be_forced_again_and_only_it_is_thrown() -> None:
    game = blank(*BEACH, phase="amphibious").do("land US-4-8 51", "land US-4-12 51", "end", "roll 1")
    assert (game.kind, game.actor) == ("reroll", "allied")
    assert game.decision is not None
    assert game.decision.rule == "11.6"
    game.do("reroll")
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (1,)
    game.do("roll 4")
    assert game.level("US-4-8") == FRESH
    game.do("roll 1")
    assert game.kind == "beach", "the second die cannot be forced: once a phase"
    assert game.level("US-4-12") == SPENT


@pytest.mark.rule("11.6", "11.2")
def test_the_germans_may_force_a_landing_units_die() -> None:
    game = blank(*BEACH, phase="amphibious", advantage={"side": "german"}).do("land US-4-8 51", "end", "roll 6")
    assert (game.kind, game.actor) == ("reroll", "german")
    game.do("reroll", "roll 1")
    assert game.level("US-4-8") == SPENT
    # The wave is lost without dice, the defender holds (I-42), the phase ends, and the Advantage has changed hands.
    game.do("assault 51", "hold")
    assert game.phase == "daylight"
    assert game.advantage == "allied"


@pytest.mark.rule("11.3", "11.6")
def test_refusals() -> None:
    game = blank(*DROPS).do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin")
    assert game.why("reroll").rule == "11.3", "nothing has been rolled yet"
    assert night().do("keep").why("reroll").rule == "21.2", "too late: the result stands"
