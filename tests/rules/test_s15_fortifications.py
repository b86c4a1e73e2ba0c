"""Rule 15: fortifications."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, FRESH, SPENT, Table, blank, d_day, day, dice, land, place, terms

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


@pytest.mark.rule("15.2", "21.2", "I-32")
def test_a_dropped_unit_ends_it_once_it_is_spent_and_the_phase_is_over() -> None:
    game = blank(place("US-101-502", at="51"), place("US-101-506", at="50"), place(BATTALION, at="51"))
    assert game.fort("51") == 2, "it has just dropped, and is Fresh"
    game.do("secure US-101-502 50-51")
    assert (game.level("US-101-502"), game.fort("51")) == (SPENT, 2)
    game.do("end")
    assert game.phase != "airborne"
    assert game.fort("51") == 0


# -- by day, from the land side

HELD = place("US-1-18", at="30", level=D1)
REGIMENT = place("GE-352-916", at="30")
PORT = {"28": {"control": "us"}}


def from_port_en_bessin(*parts: dict[str, dict[str, str]]) -> Table:
    """Omaha (30) is contested by a disrupted regiment; the 16th walks in from Port-en-Bessin (28), which borders on land."""
    game = day(place("US-1-16", at="28"), HELD, REGIMENT, *parts, side="allied", areas=PORT)
    return game.do("impulse assault 28", "march US-1-16 30")


@pytest.mark.rule("15.2", "9.3E", "I-32")
def test_a_unit_that_walks_in_assaults_against_the_fortification() -> None:
    game = from_port_en_bessin()
    assert (game.fort("30"), game.level("US-1-16")) == (2, FRESH)
    game.do("assault 30", "join US-1-16", "point US-1-16", "forward GE-352-916")
    assert terms(game.dv()) == [("9.3A", 5), ("9.3B", 1), ("9.3E", 2)]
    assert int(game.av()) == 7, "6 and the aircraft"


@pytest.mark.rule("15.2", "9.41", "9.42", "9.43", "I-32")
@pytest.mark.parametrize(
    ("attacker", "level", "fort"),
    [
        (7, D1, 2),  # 7 + 7 against 8 + 7: lost, so nobody but disrupted units contests the beach
        (8, D1, 2),  # a tie: the Point Unit is Disrupt 1
        (9, SPENT, 0),  # ahead by one: Spent, and the Germans, one level down, stay
    ],
)
def test_it_is_judged_when_the_assault_is_over(attacker: int, level: str, fort: int) -> None:
    game = from_port_en_bessin().fight("30", "US-1-16", dice=(attacker, 7))
    if game.kind == "casualties":
        assert game.fort("30") == 2, "not before the losses are taken"
        game.do("lose GE-352-916")
    game.settle()
    assert (game.at("US-1-16"), game.level("US-1-16")) == ("30", level)
    assert game.fort("30") == fort


@pytest.mark.rule("15.2", "8.52", "I-32")
def test_who_walked_in_beside_the_assault_is_spent_and_ends_it() -> None:
    game = from_port_en_bessin(place("US-1-26", at="28")).do("march US-1-26 30")
    game.fight("30", "US-1-16", dice=(2, 12)).settle()
    assert game.levels("US-1-16", "US-1-26") == [D1, SPENT]
    assert game.fort("30") == 0


@pytest.mark.rule("15.2", "8.32", "I-32")
def test_without_an_assault_it_falls_when_the_impulse_ends() -> None:
    game = from_port_en_bessin()
    game.do("end")
    assert (game.level("US-1-16"), game.fort("30")) == (SPENT, 0)
    assert game.events[-1].rule == "15.2"


@pytest.mark.rule("15.2", "21.6", "8.51", "11.4", "I-32")
def test_who_walked_in_does_not_open_the_beach_for_a_landing_of_the_same_impulse() -> None:
    game = from_port_en_bessin(place("US-29-116", at="box:30"))
    game.do("double assault box:30", "roll 6+6", "land US-29-116 30")
    assert game.why("end").rule == "8.51"


@pytest.mark.rule("15.2", "9.62", "I-32")
def test_a_defender_that_retreats_to_the_beach_ends_it_with_the_impulse() -> None:
    # The only way out of Port-en-Bessin is the contested beach (9.63C): the Germans control everything else.
    game = day(place("US-1-16", at="28"), HELD, REGIMENT, place("GE-352-915", at="29"), areas=PORT, weather="overcast")
    game.do("impulse assault 29", "march GE-352-915 28 wade").fight("28", dice=(2, 12))
    game.do("retreat US-1-16 30")
    assert (game.level("US-1-16"), game.fort("30")) == (SPENT, 2)
    game.settle().do("end")
    assert game.fort("30") == 0


@pytest.mark.rule("15.2")
def test_in_a_position_at_the_start() -> None:
    spent = blank(place("US-4-8", at="51", level=SPENT), place(BATTALION, at="51"))
    assert spent.fort("51") == 0
    disrupted = blank(place("US-4-8", at="51", level=D1), place(BATTALION, at="51"))
    assert disrupted.fort("51") == 2
    fresh = blank(place("US-4-8", at="51"), place(BATTALION, at="51"))
    assert fresh.fort("51") == 2, "it takes a Spent unit"
    ours = blank(areas={"51": {"control": "us"}})
    assert ours.fort("51") == 0
