"""Rule 15: fortifications."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, SPENT, Table, blank, d_day, dice, land, place, terms

BATTALION = "GE-709-1-919"


def utah(margin: int, *wave: str, die: str = "roll 6", guns: bool = False) -> Table:
    """A landing at Utah decided by this difference of the totals."""
    battery = place("GE-CA-Marcouf", at="52") if guns else {}
    game = blank(place(*wave, at="box:51"), place(BATTALION, at="51", level=SPENT), battery, phase="amphibious")
    land(game, "51", wave).do("end")
    while game.kind == "roll":
        game.throw(die if "8 Rgt" in str(game.decision.roll) else "roll 6")  # type: ignore[union-attr]
    game.do("assault 51", f"point {wave[-1]}", f"forward {BATTALION}")
    swing = margin - int(game.av()) + int(game.dv())
    attacker = min(12, 2 + swing) if swing > 0 else 2
    return game.throw(dice(attacker, attacker - swing))


@pytest.mark.rule("15.1")
def test_the_five_beaches_are_fortified_by_two_and_nothing_else_is() -> None:
    game = d_day()
    forts = {place.id: game.fort(place.id) for place in game.setting.board.places if game.fort(place.id)}
    assert forts == {"8": 2, "17": 2, "18": 2, "30": 2, "51": 2}


@pytest.mark.rule("15.1", "9.3E", "10.3B")
def test_it_counts_against_assault_ships_and_aircraft() -> None:
    landing = utah_before_the_roll()
    assert ("9.3E", 2) in terms(landing.dv())
    ships = blank(place("US-4-8", at="box:51"), place(BATTALION, at="51"), phase="naval").do("shoot WTF 51")
    assert ("10.3B", 2) in terms(ships.dv())
    air = blank(place("US-4-8", at="box:51"), place(BATTALION, at="51"), phase="air").bomb("IXAF", "51")
    assert ("10.3B", 2) in terms(air.dv())


def utah_before_the_roll() -> Table:
    game = blank(place("US-4-8", at="box:51"), place(BATTALION, at="51"), phase="amphibious")
    return game.do("land US-4-8 51", "end", "assault 51", "point US-4-8")


@pytest.mark.rule("15.2", "7.3")
def test_gone_when_the_allies_take_the_area() -> None:
    game = utah(4, "US-4-8")
    assert game.control("51") == "us"
    assert game.fort("51") == 0


@pytest.mark.rule("15.2")
def test_gone_when_a_spent_unit_contests_the_beach() -> None:
    game = utah(1, "US-4-8").do(f"lose {BATTALION}").to_end()
    assert game.control("51") == "german"
    assert game.level("US-4-8") == SPENT
    assert game.fort("51") == 0


@pytest.mark.rule("15.2")
def test_it_stands_when_every_lander_is_disrupted() -> None:
    game = utah(-1, "US-4-8", "US-4-12").to_end()
    assert game.levels("US-4-8", "US-4-12") == [D1, D1]
    assert game.fort("51") == 2


@pytest.mark.rule("15.2", "9.42")
def test_a_tie_leaves_it_to_a_lone_point_unit_but_not_to_two_landers() -> None:
    alone = utah(0, "US-4-8").to_end()
    assert alone.level("US-4-8") == D1
    assert alone.fort("51") == 2
    two = utah(0, "US-4-8", "US-4-12").to_end()
    assert two.levels("US-4-8", "US-4-12") == [SPENT, D1]
    assert two.fort("51") == 0


@pytest.mark.rule("15.2", "21.5", "I-32")
def test_a_unit_that_interdiction_spent_does_not_open_the_fort_for_the_assault() -> None:
    # Example 4: the 8th is Spent on the beach, and the others still meet +2; afterwards its presence counts.
    game = blank(
        place("US-4-8", "US-4-12", at="box:51"), place(BATTALION, at="51", level=SPENT), place("GE-CA-Marcouf", at="52"),
        phase="amphibious",
    )  # fmt: skip
    game.do("land US-4-8 51", "land US-4-12 51", "end").throw("roll 1").throw("roll 6").do(
        "assault 51", "point US-4-12"
    )
    assert game.level("US-4-8") == SPENT
    assert ("9.3E", 2) in terms(game.dv())
    game.do(f"forward {BATTALION}").roll(2, 6)  # 7 + 2 against 3 + 6: a tie; the 8th stays Spent
    game.to_end()
    assert game.levels("US-4-8", "US-4-12") == [SPENT, D1]
    assert game.fort("51") == 0


@pytest.mark.rule("15.2", "21.5")
def test_it_stands_after_a_landing_lost_to_the_guns_alone() -> None:
    game = blank(
        place("US-4-8", at="box:51"), place(BATTALION, at="51"), place("GE-CA-Marcouf", at="52"), phase="amphibious"
    )
    game.do("land US-4-8 51", "end").throw("roll 1").do("assault 51")
    assert game.level("US-4-8") == D1
    assert game.fort("51") == 2


@pytest.mark.rule("15.2")
def test_in_a_position_at_the_start() -> None:
    spent = blank(place("US-4-8", at="51", level=SPENT), place(BATTALION, at="51"))
    assert spent.fort("51") == 0
    disrupted = blank(place("US-4-8", at="51", level=D1), place(BATTALION, at="51"))
    assert disrupted.fort("51") == 2
    ours = blank(areas={"51": {"control": "us"}})
    assert ours.fort("51") == 0
