"""Example of Play 7, Mandatory Assault: the 6th FS Regiment enters Ste. Mere Eglise (50) under an overcast sky.

The paratroopers there are Spent after their night attack; the causeway from Carentan (44) is German, the one to Utah
(51) Allied. Once without the garrison, once with its last battery at Disrupt 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import OVERCAST, Daylight, by_rule, daylight
from tests.rules.helpers import D1, D2, SPENT, place, terms

SIXTH, BATTERY = "GE-6FS", "GE-CA-Martin"
PARAS = ("US-82-505", "US-101-501", "US-101-502", "US-101-506")
EGLISE, CARENTAN, UTAH = "50", "44", "51"


def position(garrison: bool = False) -> Daylight:
    units: list[Any] = [place(SIXTH, at=CARENTAN), place(*PARAS, at=EGLISE, level=SPENT)]
    if garrison:
        units.append(place(BATTERY, at=EGLISE, level=D2))
    return daylight(
        *units,
        sky=OVERCAST,
        areas={UTAH: {"control": "us"}, EGLISE: {"control": "german" if garrison else "us"}},
        bridges={"50-51": {"held": "allied"}},
    )


def opened(garrison: bool = False) -> Daylight:
    game = position(garrison)
    game.do(f"impulse assault {CARENTAN}")
    return game


def entered(garrison: bool = False) -> Daylight:
    return opened(garrison).march(SIXTH, EGLISE)


def assaulted() -> Daylight:
    return entered().assault(EGLISE, point=SIXTH, forward=PARAS[0])


@pytest.mark.rule("8.36C", "18.3")
def test_the_way_costs_three_of_four_factors() -> None:
    assert terms(opened().cost(SIXTH, EGLISE)) == [("8.36C", 3)]
    game = entered()
    assert (game.used(SIXTH), game.left(SIXTH)) == (3, 1), "three as printed, one more under clouds"


@pytest.mark.rule("8.51", "9.2A", "9.3A", "9.3B", "9.3C", "18.3")
def test_six_to_seven() -> None:
    game = assaulted()
    assert by_rule(game.av()) == {"9.2A": 6}
    # 2 (any one Spent regiment) + 3 (terrain) + 2 (mandatory, across a flood, on a friendly bridge); no air (18.3).
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 3, "9.3C": 2}
    assert (game.av(), game.dv()) == (6, 7)


@pytest.mark.rule("8.51")
def test_the_assault_is_mandatory() -> None:
    game = entered()
    assert game.fails("end") == "8.51"


@pytest.mark.rule("8.52", "9.3C")
def test_with_a_garrison_it_is_optional_at_six_to_five() -> None:
    game = entered(garrison=True)
    stays = game.fork().do("end")
    assert (stays.at(SIXTH), stays.level(SIXTH)) == (EGLISE, SPENT), "entered without attacking"
    game.assault(EGLISE, SIXTH, point=SIXTH, forward=PARAS[0])
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 3}
    assert (game.av(), game.dv()) == (6, 5)


@pytest.mark.rule("9.41", "9.61", "9.62", "8.51")
def test_a_lost_mandatory_assault_goes_back_to_carentan() -> None:
    game = assaulted().resolve(2, by=-1)
    assert (game.at(SIXTH), game.level(SIXTH)) == (CARENTAN, D1)
    assert game.levels(*PARAS) == [SPENT] * 4, "no points for the defender"
    assert game.actor == "allied"
    assert game.kind == "retreat"
    leaves = game.fork().do(f"retreat {PARAS[0]} {UTAH}")
    assert (leaves.at(PARAS[0]), leaves.level(PARAS[0])) == (UTAH, SPENT)
    game.hold()
    assert [game.at(unit) for unit in PARAS] == [EGLISE] * 4
    assert game.control(EGLISE) == "us"


@pytest.mark.rule("9.42", "9.61")
def test_after_a_tie_the_sixth_may_stay_or_leave() -> None:
    game = assaulted().resolve(4, by=0)
    assert (game.at(SIXTH), game.level(SIXTH)) == (EGLISE, D1)
    assert (game.kind, game.actor) == ("retreat", "german")
    assert game.offered("retreat") == {f"{SIXTH} {CARENTAN}"}
    leaves = game.fork().do(f"retreat {SIXTH} {CARENTAN}").hold()
    assert (leaves.at(SIXTH), leaves.level(SIXTH)) == (CARENTAN, D1)
    game.hold()
    assert game.at(SIXTH) == EGLISE
    assert game.control(EGLISE) == "us", "contested, and still Allied"


@pytest.mark.rule("9.43", "9.5")
@pytest.mark.parametrize(("ahead", "points"), [(1, 0), (2, 1), (4, 3)])
def test_a_success_costs_the_paratroopers_one_point_less(ahead: int, points: int) -> None:
    game = assaulted().resolve(9, by=ahead)
    paid = 0
    while game.kind == "casualties":
        paid += 1
        game.do(f"lose {PARAS[0]}")
    assert paid == points
    game.hold()
    if game.kind == "orders":
        game.do("end")
    assert (game.at(SIXTH), game.level(SIXTH)) == (EGLISE, SPENT)
    assert game.level(PARAS[0]) == [SPENT, D1, D2, "eliminated"][points]
