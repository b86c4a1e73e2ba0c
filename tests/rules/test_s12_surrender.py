"""Rule 12.8: isolated German units throw at the end of the German part, every level with every die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from normandy_lab.breakout import night_report
from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, hold, night, place

UNIT, GUARD = "GE-6FS", "US-4-8"
AROUND = hold("us", *map(str, range(1, 61)))
NO_DEPOT: dict[str, Any] = {"supply": {"german": {"depots": 0}}}


def cut_off(level: str, *others: Any, **patch: Any) -> Table:
    """The 6th FS regiment in American ground with an American regiment beside it."""
    return night(place(UNIT, at="50", level=level), place(GUARD, at="50"), *others, areas=AROUND, **NO_DEPOT, **patch)


# Levels count 1 Fresh, 2 Spent, 3 and 4 disrupted; below: gone, equal: a level worse (from Disrupt 2 gone), above: nothing.
GONE = "eliminated"
CELLS = {
    FRESH: [SPENT, FRESH, FRESH, FRESH, FRESH, FRESH],
    SPENT: [GONE, D1, SPENT, SPENT, SPENT, SPENT],
    D1: [GONE, GONE, D2, D1, D1, D1],
    D2: [GONE, GONE, GONE, GONE, D2, D2],
}
EACH = [(level, die, after) for level, row in CELLS.items() for die, after in enumerate(row, 1)]


@pytest.mark.rule("12.8")
@pytest.mark.parametrize(("level", "die", "after"), EACH)
def test_every_level_and_die(level: str, die: int, after: str) -> None:
    assert cut_off(level).throw(f"roll {die}").level(UNIT) == after


@pytest.mark.rule("12.8")
@pytest.mark.parametrize(("level", "gone", "worse"), [(FRESH, 0, 1), (SPENT, 1, 1), (D1, 2, 1), (D2, 4, 0)])  # of six
def test_the_chances_before_the_dice(level: str, gone: int, worse: int) -> None:
    game = cut_off(level)
    (chance,) = night_report.surrenders(game.state)
    shares = [chance.results[result] for result in ("eliminated", "worse", "holds")]
    assert shares == [Fraction(gone, 6), Fraction(worse, 6), Fraction(6 - gone - worse, 6)]
    assert chance.success == Fraction(6 - gone - worse, 6)
    assert [(term.value, term.rule) for term in chance.tally.terms] == [
        (1 + [FRESH, SPENT, D1, D2].index(level), "12.8")
    ]


@pytest.mark.rule("12.8", "7.3")
def test_a_unit_that_surrenders_leaves_its_area() -> None:
    game = night(place(UNIT, at="50", level=D1), place(GUARD, at="50"), areas=AROUND | hold("german", "50"), **NO_DEPOT)
    game.throw("roll 1")
    assert (game.at(UNIT), game.control("50")) == ("lost", "us")


@pytest.mark.rule("12.8", "12.62")
def test_a_line_to_cherbourg_or_a_zone_saves_from_the_die() -> None:
    areas = AROUND | hold("german", "53", "56")
    game = night(place(UNIT, at="53"), place(GUARD, at="53"), areas=areas, **NO_DEPOT)
    assert night_report.surrenders(game.state) == []
    assert game.actor != "chance"
    lost = night(place(UNIT, at="53"), place(GUARD, at="53"), areas=areas | hold("us", "56"), **NO_DEPOT)
    assert [chance.who for chance in night_report.surrenders(lost.state)] == [UNIT]
    south = night(place(UNIT, at="38"), place(GUARD, at="38"), areas=AROUND, **NO_DEPOT)  # next to zones D and E
    assert night_report.surrenders(south.state) == []


@pytest.mark.rule("12.8", "I-86")
def test_who_throws_is_settled_before_the_first_die() -> None:
    """Two units in 50 and one in 52; the first one gone, the others throw all the same, each once."""
    game = cut_off(D2, place("GE-709-919", "GE-709-Art", at="52"), place("US-4-12", at="52"))
    asked = []
    for die in (1, 6, 6):
        asked.append(game.decision.roll.key[2])  # type: ignore[union-attr]
        game.throw(f"roll {die}")
    index = game.setting.forces.index
    assert asked == sorted(asked, key=index.__getitem__)
    assert set(asked) == {UNIT, "GE-709-919", "GE-709-Art"}
    assert game.actor != "chance"


@pytest.mark.rule("12.8")
def test_isolated_allied_units_do_not_throw() -> None:
    game = night(place("US-82-505", at="34", level=D2), **NO_DEPOT)
    assert (game.actor, game.kind) == ("allied", "depots")
    assert game.offered("airsupply") == {"34"}


@pytest.mark.rule("11.6", "12.8")
def test_the_advantage_may_force_the_die_again() -> None:
    game = cut_off(SPENT, advantage={"side": "german"}).do("roll 1")
    assert (game.kind, game.actor) == ("reroll", "german")
    game.do("reroll", "roll 5")
    assert game.level(UNIT) == SPENT
    assert (game.state.advantage_used, game.advantage) == (True, "german"), "it passes when the phase is over (11.2)"
