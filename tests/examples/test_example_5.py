"""Example of Play 5, Air Interdiction: two units on the way from Cap de la Hague (57) to Montebourg (52).

It is the first German impulse of June 6, so the printed set-up is the position: the 920th Regiment and the 101st
Nebelwerfer Brigade stand in Cap de la Hague, three Fresh FLAK battalions in Cherbourg (56).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import OVERCAST, Daylight, daylight
from tests.rules.helpers import D1, FRESH, SPENT, terms

REGIMENT, ROCKETS = "GE-243-920", "GE-101NW"
FLAK = ("GE-FLAK-Cherb1", "GE-FLAK-Cherb2", "GE-FLAK-Cherb3")
HAGUE, CHERBOURG, VALOGNES, MONTEBOURG = "57", "56", "53", "52"


def start(**patch: Any) -> Daylight:
    game = daylight(base="d_day", **patch)
    game.do(f"impulse assault {HAGUE}")
    return game


def in_valognes(**patch: Any) -> Daylight:
    return start(**patch).march(REGIMENT, CHERBOURG, VALOGNES).march(ROCKETS, CHERBOURG, VALOGNES)


@pytest.mark.rule("6.3", "8.1")
def test_the_first_impulse_is_german_and_both_mobile_units_start_there() -> None:
    game = daylight(base="d_day")
    assert (game.moment, game.actor, game.kind) == ("6G0", "german", "impulse")
    game.do(f"impulse assault {HAGUE}")
    assert {option.split()[0] for option in game.offered("march")} == {REGIMENT, ROCKETS}
    assert [game.at(unit) for unit in FLAK] == [CHERBOURG] * 3
    assert game.levels(*FLAK) == [FRESH] * 3


@pytest.mark.rule("8.373")
def test_the_battery_of_la_hague_stays() -> None:
    assert start().fails(f"march GE-CA-LaHague {CHERBOURG}") == "8.373"


@pytest.mark.rule("8.4", "8.36A")
def test_the_first_area_is_free_of_interdiction() -> None:
    game = start()
    assert terms(game.cost(REGIMENT, CHERBOURG)) == [("8.36A", 1)]
    game.march(REGIMENT, CHERBOURG)
    assert game.used(REGIMENT) == 1
    assert game.level(REGIMENT) == FRESH


@pytest.mark.rule("8.4", "16.2")
def test_three_flak_make_the_die_in_cherbourg_ineffective() -> None:
    # The lowest die, 1 + 3, is above 2: none is thrown, and both pass into Valognes.
    game = in_valognes()
    assert [game.at(unit) for unit in (REGIMENT, ROCKETS)] == [VALOGNES] * 2
    assert [game.used(unit) for unit in (REGIMENT, ROCKETS)] == [2, 2]
    assert game.levels(REGIMENT, ROCKETS) == [FRESH] * 2


@pytest.mark.rule("8.4", "8.31")
def test_units_may_move_one_after_the_other_or_in_turns() -> None:
    together = start().march(REGIMENT, CHERBOURG).march(ROCKETS, CHERBOURG).march(REGIMENT, VALOGNES)
    together.march(ROCKETS, VALOGNES)
    assert [together.at(unit) for unit in (REGIMENT, ROCKETS)] == [VALOGNES] * 2
    alone = start().march(REGIMENT, CHERBOURG, VALOGNES).do(f"march {REGIMENT} {MONTEBOURG}").throw("roll 3")
    assert (alone.at(REGIMENT), alone.at(ROCKETS)) == (MONTEBOURG, HAGUE)


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    ("die", "place", "level"),
    [
        (1, VALOGNES, D1),  # kept out of Montebourg, and disrupted
        (2, VALOGNES, SPENT),  # had it been a 2: it stops there, Spent
        (3, MONTEBOURG, FRESH),
        (6, MONTEBOURG, FRESH),
    ],
)
def test_each_die_in_valognes(die: int, place: str, level: str) -> None:
    game = in_valognes().do(f"march {REGIMENT} {MONTEBOURG}")
    assert game.rolling
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (1,)
    game.throw(f"roll {die}")
    assert (game.at(REGIMENT), game.level(REGIMENT)) == (place, level)


@pytest.mark.rule("8.4", "8.32")
def test_the_example_to_its_end() -> None:
    game = in_valognes().do(f"march {REGIMENT} {MONTEBOURG}").throw("roll 1")
    assert game.level(REGIMENT) == D1
    assert game.fails(f"march {REGIMENT} {MONTEBOURG}") == "8.32"
    game.do(f"march {ROCKETS} {MONTEBOURG}").throw("roll 3")
    assert (game.at(ROCKETS), game.used(ROCKETS)) == (MONTEBOURG, 3)
    game.do("end")
    assert game.levels(REGIMENT, ROCKETS) == [D1, SPENT]
    assert [game.at(unit) for unit in (REGIMENT, ROCKETS)] == [VALOGNES, MONTEBOURG]
    assert (game.moment, game.actor) == ("6A0", "allied")


@pytest.mark.rule("8.4", "16.2")
@pytest.mark.parametrize(
    ("fresh", "die", "place", "level"),
    [
        (2, 1, VALOGNES, FRESH),  # 1 + 2 = 3
        (1, 1, CHERBOURG, SPENT),  # 1 + 1 = 2
        (1, 2, VALOGNES, FRESH),
        (0, 1, CHERBOURG, D1),
        (0, 2, CHERBOURG, SPENT),
    ],
)
def test_with_fewer_fresh_flak(fresh: int, die: int, place: str, level: str) -> None:
    # Each Fresh one adds 1; a Spent one adds nothing.
    game = start(units={unit: {"level": SPENT} for unit in FLAK[fresh:]})
    game.march(REGIMENT, CHERBOURG).do(f"march {REGIMENT} {VALOGNES}")
    if game.rolling:
        game.throw(f"roll {die}")
    assert (game.at(REGIMENT), game.level(REGIMENT)) == (place, level)


@pytest.mark.rule("8.4", "18.3")
def test_no_interdiction_under_clouds_and_one_factor_more() -> None:
    game = in_valognes(sky=OVERCAST).march(REGIMENT, MONTEBOURG)
    assert (game.used(REGIMENT), game.left(REGIMENT)) == (3, 2)


@pytest.mark.rule("8.33", "8.36A")
def test_three_of_four_factors_are_used() -> None:
    game = in_valognes().do(f"march {REGIMENT} {MONTEBOURG}").throw("roll 3")
    assert (game.used(REGIMENT), game.left(REGIMENT)) == (3, 1)
