"""Example of Play 1, Paratroop Drop: Ste. Mere Eglise (50) and Pont L'Abbe (49) in the printed set-up."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, beaten_by, d_day, terms

MARTIN = "GE-CA-Martin"
REGIMENTS = ("US-82-505", "US-101-501", "US-101-502", "US-101-506")
LEADER, REST = REGIMENTS[0], REGIMENTS[1:]

# German dice above the Allied ones -> (Martin battery, Point Unit, the other three), as the example tells them.
# 7 + A against 5 + G: the margin of the totals is 2 - (G - A), one point less in bocage.
OUTCOMES = {
    6: (FRESH, D1, D1),
    3: (FRESH, D1, D1),  # more than two: all four are Disrupt 1
    2: (FRESH, D1, SPENT),  # exactly two: a tie
    1: (FRESH, SPENT, SPENT),  # one CP, forgiven in bocage
    0: (SPENT, SPENT, SPENT),  # two CP, one in bocage
    -1: (D1, SPENT, SPENT),
    -2: (D2, SPENT, SPENT),
    -3: ("eliminated", SPENT, SPENT),  # four points: all that a Fresh battery that cannot retreat can pay
    -4: ("eliminated", SPENT, SPENT),  # "at least four higher": more than it can pay
    -10: ("eliminated", SPENT, SPENT),
}


def attack_50() -> Table:
    game = d_day().do(*(f"attack {unit}" for unit in REGIMENTS))
    return game.do(f"point {LEADER}")


@pytest.mark.rule("21.2", "9.2", "9.2A", "9.2B", "9.2D")
def test_four_regiments_attack_at_seven() -> None:
    # 3 (any regiment) + 3 (three more) + 1 (three of the 101st); no air support at night.
    game = attack_50()
    assert terms(game.av()) == [("9.2A", 3), ("9.2B", 3), ("9.2D", 1)]
    assert game.av() == 7


@pytest.mark.rule("21.2", "9.3", "9.3A", "9.3B")
def test_martin_battery_defends_at_five() -> None:
    # 2 (battery) + 3 (terrain of Ste. Mere Eglise).
    game = attack_50()
    assert terms(game.dv()) == [("9.3A", 2), ("9.3B", 3)]
    assert game.dv() == 5


@pytest.mark.rule("21.2", "9.41", "9.42", "9.43", "9.5", "9.8", "12.3")
@pytest.mark.parametrize("margin", OUTCOMES)
def test_outcome_at_each_difference(margin: int) -> None:
    battery, leader, others = OUTCOMES[margin]
    game = attack_50().do(f"forward {MARTIN}")
    game.throw(beaten_by(margin))
    while game.kind == "casualties":
        assert game.options == {f"lose {MARTIN}"}, "a battery has no other way to pay"
        game.do(f"lose {MARTIN}")
    assert game.kind != "retreat", "coastal artillery is never offered a retreat"
    assert game.level(MARTIN) == battery
    assert game.level(LEADER) == leader
    assert game.levels(*REST) == [others] * 3
    assert {game.at(unit) for unit in REGIMENTS} == {"50"}, "attackers stay (21.2)"
    assert game.control("50") == ("us" if battery == "eliminated" else "german")


@pytest.mark.rule("8.373", "9.63")
def test_martin_battery_may_not_retreat() -> None:
    game = attack_50().do(f"forward {MARTIN}").roll(8, 7)  # two points
    assert game.why(f"retreat {MARTIN} 52").rule == "8.373", "not 9.5E: becoming Spent first would not help"
    game.do(f"lose {MARTIN}")
    assert game.why(f"retreat {MARTIN} 52").rule == "8.373"


@pytest.mark.rule("21.2")
def test_pont_labbe_would_be_four_against_eight() -> None:
    # 3 + 1 against 5 (1057 Rgt) + 3 (terrain).
    game = d_day().do("attack US-82-507", "attack US-82-508")
    assert game.kind == "point"
    game.do("point US-82-507")
    assert terms(game.av()) == [("9.2A", 3), ("9.2B", 1)]
    assert terms(game.dv()) == [("9.3A", 5), ("9.3B", 3)]


@pytest.mark.rule("21.2", "9.5", "I-5")
@pytest.mark.parametrize(("margin", "affected"), [(-4, False), (-5, False), (-6, True)])
def test_pont_labbe_needs_six_more(margin: int, affected: bool) -> None:
    # 4 + 4 = 8 is a tie, one more is a point that bocage forgives, six more costs one point.
    game = d_day().do("attack US-82-507", "attack US-82-508", "point US-82-507", "forward GE-91-1057")
    game.throw(beaten_by(margin))
    assert (game.kind == "casualties") == affected
    if affected:
        game.do("lose GE-91-1057").to_end()
    assert game.to_end().level("GE-91-1057") == (SPENT if affected else FRESH)


@pytest.mark.rule("21.2", "20.1", "4.7")
def test_the_two_bridges_of_pont_labbe_are_secured() -> None:
    game = d_day()
    assert game.holder("49-53") == game.holder("49-50") == "german"
    game.do("secure US-82-507 49-53", "secure US-82-508 49-50")
    assert game.levels("US-82-507", "US-82-508") == [SPENT, SPENT]
    assert game.holder("49-53") == game.holder("49-50") == "allied"
    assert game.holder("48-49") == game.holder("45-49") == "german"


@pytest.mark.rule("21.2", "4.33")
def test_british_drop_at_merville_and_passing_leaves_units_fresh() -> None:
    game = d_day()
    assert game.at("BR-6AB-3") == game.at("BR-6AB-5") == "7"
    game.do("end")
    assert game.phase == "naval"
    assert game.levels(*REGIMENTS, "US-82-507", "US-82-508", "BR-6AB-3") == [FRESH] * 7
