"""Example of Play 11, Partial Mandatory Assault & Double Impulse: St. Lo (34) under an overcast sky.

The 1st and the 29th Division with their guns stand in Isigny (33), the 2nd in St. Jean de Daye (35). One Spent Ranger
battalion already contests St. Lo. The bridge from Isigny is Allied, the one from St. Jean de Daye German.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import OVERCAST, Daylight, by_rule, daylight
from tests.rules.helpers import D1, FRESH, SPENT, place, terms

FIRST = ("US-1-16", "US-1-18", "US-1-26")
TWENTY_NINTH = ("US-29-115", "US-29-116", "US-29-175")
SIX = (*FIRST, *TWENTY_NINTH)
SIXTH = TWENTY_NINTH[2]
GUNS = ("US-1-Art", "US-29-Art")
SECOND, GUNS2 = ("US-2-9", "US-2-23", "US-2-38"), "US-2-Art"
THERE, SPARE = "US-Rgr-2", "US-Rgr-5"
FORWARD = "GE-3FS-5"
GERMANS = (FORWARD, "GE-3FS-8", "GE-3FS-9", "GE-352-916")
LO, ISIGNY, DAYE = "34", "33", "35"
ISIGNY_BRIDGE, DAYE_BRIDGE = "33-34", "34-35"


def position(*more: Any) -> Daylight:
    return daylight(
        place(*SIX, *GUNS, at=ISIGNY),
        place(*SECOND, GUNS2, SPARE, at=DAYE),
        place(THERE, at=LO, level=SPENT),
        place(*GERMANS, at=LO),
        *more,
        side="allied",
        sky=OVERCAST,
        areas={ISIGNY: {"control": "us"}, DAYE: {"control": "us"}},
        bridges={ISIGNY_BRIDGE: {"held": "allied"}, DAYE_BRIDGE: {"held": "german"}},
    )


def isigny(double: bool = False) -> Daylight:
    game = position()
    game.do(f"impulse assault {ISIGNY}")
    if double:
        game.do(f"double assault {DAYE}", "roll 6+6")  # the Sunset DR that the first half did not make (11.5)
    return game


def entered(double: bool = False) -> Daylight:
    game = isigny(double)
    for unit in SIX[:5]:
        game.march(unit, LO)
    game.do(f"march {SIXTH} {LO} wade")
    return game


def assaulted() -> Daylight:
    return entered().assault(LO, *SIX, support=GUNS, point=FIRST[0], forward=FORWARD)


def combined() -> Daylight:
    game = entered(double=True)
    for unit in SECOND:
        game.march(unit, LO)
    return game


def doubled() -> Daylight:
    return combined().assault(LO, *SIX, support=(*GUNS, GUNS2), point=FIRST[0], forward=FORWARD)


# -- one impulse


@pytest.mark.rule("8.371", "8.36D", "8.36E")
def test_five_use_the_bridge_and_the_sixth_wades() -> None:
    game = isigny()
    assert terms(game.cost(SIX[0], LO)) == [("8.36D", 4)]
    assert terms(game.cost(SIXTH, LO, wade=True)) == [("8.36E", 5)]
    for unit in SIX[:5]:
        game.march(unit, LO)
    assert [game.used(unit) for unit in SIX[:5]] == [4] * 5
    refusal = game.why(f"march {SIXTH} {LO}")
    assert refusal.rule == "8.371"
    assert f"march {SIXTH} {LO} wade" in refusal.fix
    game.do(f"march {SIXTH} {LO} wade")
    assert (game.at(SIXTH), game.left(SIXTH)) == (LO, 0)


@pytest.mark.rule("8.371", "8.36E")
@pytest.mark.parametrize("gun", GUNS)
def test_guns_do_not_wade(gun: str) -> None:
    game = entered()
    assert game.fails(f"march {gun} {LO}") == "8.371"
    assert game.fails(f"march {gun} {LO} wade") == "8.36E"


@pytest.mark.rule("8.52", "8.511")
def test_the_assault_is_optional() -> None:
    game = entered().close()
    assert [game.at(unit) for unit in SIX] == [LO] * 6
    assert game.levels(*SIX) == [SPENT] * 6


@pytest.mark.rule("9.2", "9.2A", "9.2B", "9.2C", "9.2D", "18.3", "16.12")
def test_the_attack_value_is_fifteen() -> None:
    # 6 (Point Unit) + 5 (others) + 2 (two divisions) + 2 (their guns); no air under clouds.
    game = assaulted()
    assert by_rule(game.av()) == {"9.2A": 6, "9.2B": 5, "9.2C": 2, "9.2D": 2}
    assert game.av() == 15


@pytest.mark.rule("9.3", "9.3A", "9.3B", "9.3D", "9.3G")
def test_the_defense_value_is_thirteen_in_spite_of_the_wading() -> None:
    # 7 (Forward Unit) + 3 (three Fresh others) + 3 (terrain); the river line is Allied with its bridge.
    game = assaulted()
    assert by_rule(game.dv()) == {"9.3A": 7, "9.3B": 3, "9.3G": 3}
    assert game.dv() == 13


@pytest.mark.rule("8.511", "9.3D", "8.51")
def test_across_a_river_that_the_enemy_holds_it_would_be_two_more() -> None:
    # One of the 2nd Division wades beside the German bridge: it must assault, and the defence has +2.
    game = isigny(double=True)
    for unit in SIX[:5]:
        game.march(unit, LO)
    game.do(f"march {SECOND[0]} {LO} wade")
    game.assault(LO, *SIX[:5], support=GUNS, point=FIRST[0], forward=FORWARD)
    assert by_rule(game.dv()) == {"9.3A": 7, "9.3B": 3, "9.3D": 2, "9.3G": 3}
    assert game.dv() == 15


@pytest.mark.rule("9.41", "9.61", "16.12")
def test_three_worse_and_all_six_are_disrupted_and_may_stay_or_go() -> None:
    game = assaulted().resolve(4, 7)
    assert game.levels(*SIX) == [D1] * 6
    assert game.levels(*GUNS) == [SPENT] * 2
    assert (game.kind, game.actor) == ("retreat", "allied")
    assert game.offered("retreat") == {f"{unit} {ISIGNY}" for unit in SIX}
    stays = game.fork().hold()
    assert [stays.at(unit) for unit in SIX] == [LO] * 6
    game.do(*(f"retreat {unit} {ISIGNY}" for unit in SIX))
    assert [game.at(unit) for unit in SIX] == [ISIGNY] * 6
    assert game.levels(*SIX) == [D1] * 6
    assert game.level(THERE) == SPENT, "it took no part"


@pytest.mark.rule("9.42")
def test_two_worse_is_a_tie() -> None:
    game = assaulted().resolve(4, 6)
    assert game.levels(*SIX) == [D1, *[SPENT] * 5]


@pytest.mark.rule("9.43", "9.5")
def test_one_worse_is_one_point_and_st_lo_forgives_it() -> None:
    game = assaulted().resolve(4, 5)
    assert game.levels(*GERMANS) == [FRESH] * 4
    assert game.kind != "casualties"


# -- the double impulse


@pytest.mark.rule("11.4")
def test_the_double_impulse_needs_the_advantage() -> None:
    game = isigny()
    assert game.advantage == "allied"
    game.do(f"double assault {DAYE}", "roll 6+6")  # the Sunset DR that the first half did not make (11.5)
    assert game.allows(f"march {SECOND[0]} {LO}")
    poor = daylight(
        place(*SIX, at=ISIGNY),
        place(*SECOND, at=DAYE),
        side="allied",
        sky=OVERCAST,
        areas={ISIGNY: {"control": "us"}, DAYE: {"control": "us"}},
        advantage={"side": "german"},
    )
    poor.do(f"impulse assault {ISIGNY}")
    assert poor.fails(f"double assault {DAYE}") == "11.4"
    assert poor.fails(f"march {SECOND[0]} {LO}") == "8.2"


@pytest.mark.rule("11.4", "9.2", "9.2B", "9.2C", "9.2D")
def test_the_combined_attack_value_is_twenty() -> None:
    # Five more: three units, their division, their guns.
    game = doubled()
    assert by_rule(game.av()) == {"9.2A": 6, "9.2B": 8, "9.2C": 3, "9.2D": 3}
    assert game.av() == 20


@pytest.mark.rule("8.51", "9.3C")
def test_the_combined_defense_value_is_fifteen() -> None:
    game = doubled()
    assert by_rule(game.dv()) == {"9.3A": 7, "9.3B": 3, "9.3C": 2, "9.3G": 3}
    assert game.dv() == 15


@pytest.mark.rule("7.1")
def test_ten_units_fill_st_lo() -> None:
    game = combined()
    assert game.fails(f"march {SPARE} {LO}") == "7.1"


@pytest.mark.rule("8.51")
def test_the_second_division_must_assault() -> None:
    game = combined()
    assert game.fails("end") == "8.51"
    game.assault(LO, point=SECOND[0], forward=FORWARD)
    assert by_rule(game.av()) == {"9.2A": 5, "9.2B": 2, "9.2D": 1}, "the others entered without having to"


@pytest.mark.rule("8.51", "9.41", "9.61")
def test_repulsed_only_the_second_division_must_go() -> None:
    game = doubled().resolve(2, 8)
    assert game.levels(*SIX, *SECOND) == [D1] * 9
    assert game.levels(*GUNS, GUNS2) == [SPENT] * 3
    assert [game.at(unit) for unit in SECOND] == [DAYE] * 3
    assert [game.at(unit) for unit in SIX] == [LO] * 6
    assert game.offered("retreat") == {f"{unit} {ISIGNY}" for unit in SIX}
    game.hold()
    assert [game.at(unit) for unit in SIX] == [LO] * 6
    assert game.holder(DAYE_BRIDGE) == "german", "a repulse takes no bridge"


@pytest.mark.rule("8.511", "20.1", "9.42")
@pytest.mark.parametrize("worse", [5, 4])
def test_a_tie_or_a_success_takes_the_bridge(worse: int) -> None:
    game = doubled().resolve(2, 2 + worse)
    assert game.holder(DAYE_BRIDGE) == "allied"
    assert [game.at(unit) for unit in SECOND] == [LO] * 3


@pytest.mark.rule("11.4", "11.2")
def test_the_advantage_passes_at_the_end_of_the_double_impulse() -> None:
    game = doubled().resolve(2, 8).hold()
    assert game.advantage == "allied"
    game.close()
    assert game.advantage == "german"
    assert (game.actor, game.moment) == ("german", "6G1")
