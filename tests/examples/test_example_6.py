"""Example of Play 6, Bridge Demolition & Repair: the 1057th in Pont L'Abbe (49), the 1058th in Valognes (53).

Two Spent regiments of the 82nd hold the bridges to Valognes and Ste. Mere Eglise (as after Example 1), the bridge to
St. Jores (45) is destroyed, the one to St. Sauveur (48) German. Pont L'Abbe is contested and German.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import Daylight, by_rule, daylight
from tests.rules.helpers import D1, FRESH, SPENT, place, terms

R1057, R1058 = "GE-91-1057", "GE-91-1058"
PARAS = ("US-82-507", "US-82-508")
PONT, JORES, SAUVEUR, VALOGNES, EGLISE = "49", "45", "48", "53", "50"
OVER_DOUVE, TO_SAUVEUR, TO_VALOGNES, TO_EGLISE = "45-49", "48-49", "49-53", "49-50"
BRIDGES = {OVER_DOUVE: {"held": "destroyed"}, TO_VALOGNES: {"held": "allied"}, TO_EGLISE: {"held": "allied"}}


def position(**patch: Any) -> Daylight:
    return daylight(
        place(R1057, at=PONT),
        place(R1058, at=VALOGNES),
        place(*PARAS, at=PONT, level=SPENT),
        bridges=BRIDGES,
        areas={EGLISE: {"control": "us"}},
        **patch,
    )


def pont() -> Daylight:
    game = position()
    game.do(f"impulse assault {PONT}")
    return game


def repaired() -> Daylight:
    game = pont().do(f"repair {OVER_DOUVE}").throw("roll 4")
    assert not game.destroyed(OVER_DOUVE)
    return game


def withdrawn() -> Daylight:
    return repaired().march(R1057, JORES)


# -- the repair


@pytest.mark.rule("20.2", "20.5")
def test_the_repair_is_plus_three_and_needs_a_four() -> None:
    # +3 St. Jores is Free, +2 Pont L'Abbe is friendly but contested, -1 flooded boundary, -1 repair.
    game = pont()
    assert sorted(value for _, value in terms(game.drm(f"repair {OVER_DOUVE}"))) == [-1, -1, 2, 3]
    assert set(by_rule(game.drm(f"repair {OVER_DOUVE}"))) == {"20.5"}
    assert game.drm(f"repair {OVER_DOUVE}") == 3
    assert game.needs(f"repair {OVER_DOUVE}") == 4


@pytest.mark.rule("20.2", "20.21")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_each_die_of_the_repair(die: int) -> None:
    game = pont().do(f"repair {OVER_DOUVE}").throw(f"roll {die}")
    assert game.destroyed(OVER_DOUVE) == (die < 4)
    assert game.construct(OVER_DOUVE) == ((1, 0) if die < 4 else (0, 0))
    if die >= 4:
        assert game.holder(OVER_DOUVE) == "german"


@pytest.mark.rule("20.2")
def test_one_german_repair_an_impulse() -> None:
    game = pont().do(f"repair {OVER_DOUVE}").throw("roll 3")
    assert game.fails(f"repair {OVER_DOUVE}") == "20.2"
    assert game.fails(f"march {R1057} {JORES}") == "8.371", "no way over the flood"


@pytest.mark.rule("20.21", "20.5")
def test_the_construct_marker_helps_next_time() -> None:
    game = pont().do(f"repair {OVER_DOUVE}").throw("roll 3").close()
    game.do("pass").throw("roll 6+5")
    game.do(f"impulse assault {PONT}")
    assert game.drm(f"repair {OVER_DOUVE}") == 4
    assert game.do(f"repair {OVER_DOUVE}").throw("roll 3").destroyed(OVER_DOUVE) is False
    assert game.construct(OVER_DOUVE) == (0, 0)


@pytest.mark.rule("8.21", "20.2")
def test_repair_comes_before_everything_else() -> None:
    game = pont().march(R1057, SAUVEUR)
    assert game.fails(f"repair {OVER_DOUVE}") == "8.21"


# -- the withdrawal


@pytest.mark.rule("8.34", "7.3")
def test_the_1057th_leaves_and_the_allies_control_pont_l_abbe() -> None:
    game = repaired()
    assert game.control(PONT) == "german"
    assert by_rule(game.cost(R1057, JORES)) == {"8.36A": 1, "8.34": 3}
    game.march(R1057, JORES)
    assert game.control(PONT) == "us"
    assert (game.used(R1057), game.left(R1057)) == (4, 0), "leaving a contested area takes all MF"


@pytest.mark.rule("20.4", "20.5")
def test_the_demolitions_are_plus_two_and_plus_three() -> None:
    game = withdrawn()
    # +3 St. Jores is Free, nothing for Pont L'Abbe, -1 flooded boundary.
    assert sorted(value for _, value in terms(game.drm(f"demolish {OVER_DOUVE}"))) == [-1, 3]
    assert game.needs(f"demolish {OVER_DOUVE}") == 5
    # +3 St. Sauveur is Free.
    assert [value for _, value in terms(game.drm(f"demolish {TO_SAUVEUR}"))] == [3]
    assert game.needs(f"demolish {TO_SAUVEUR}") == 4


@pytest.mark.rule("20.4")
@pytest.mark.parametrize(("bridge", "needed"), [(OVER_DOUVE, 5), (TO_SAUVEUR, 4)])
def test_each_die_of_the_demolitions(bridge: str, needed: int) -> None:
    for die in range(1, 7):
        game = withdrawn().do(f"demolish {bridge}").throw(f"roll {die}")
        assert game.destroyed(bridge) == (die >= needed), die


@pytest.mark.rule("20.4", "8.23")
def test_both_bridges_are_tried_once_each() -> None:
    game = withdrawn().do(f"demolish {OVER_DOUVE}").throw("roll 4")
    assert game.fails(f"demolish {OVER_DOUVE}") == "20.4"
    game.do(f"demolish {TO_SAUVEUR}").throw("roll 4")
    assert not game.destroyed(OVER_DOUVE)
    assert game.destroyed(TO_SAUVEUR)


@pytest.mark.rule("20.4")
@pytest.mark.parametrize("bridge", [TO_VALOGNES, TO_EGLISE])
def test_bridges_in_enemy_hands_are_not_blown(bridge: str) -> None:
    assert withdrawn().fails(f"demolish {bridge}") == "20.4"


# -- what the 1057th could not do


@pytest.mark.rule("8.372")
@pytest.mark.parametrize("area", [VALOGNES, EGLISE])
def test_no_unit_leaves_a_contested_area_across_an_enemy_bridge(area: str) -> None:
    game = repaired()
    assert game.fails(f"march {R1057} {area}") == "8.372"


@pytest.mark.rule("8.221")
def test_no_seizure_from_a_contested_area() -> None:
    assert repaired().fails(f"seize {R1057} {TO_VALOGNES}") == "8.221"


# -- reinforcing instead: Valognes is activated


def valognes() -> Daylight:
    game = position()
    game.do(f"impulse assault {VALOGNES}")
    return game


@pytest.mark.rule("8.4", "8.51", "8.52", "8.36A", "8.36C")
def test_by_st_sauveur_without_attacking_but_under_interdiction() -> None:
    game = valognes().march(R1058, SAUVEUR)
    assert game.used(R1058) == 1
    game.do(f"march {R1058} {PONT}")
    assert game.rolling, "St. Sauveur is left: the second area"
    game.throw("roll 3")
    assert (game.at(R1058), game.used(R1058)) == (PONT, 4), "1 for a Free area, 3 for one with Spent enemies"
    game.do("end")
    assert game.levels(R1058, R1057) == [SPENT, FRESH], "no assault had to be made"
    assert game.control(PONT) == "german"


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(("die", "level"), [(1, D1), (2, SPENT)])
def test_the_risk_of_the_long_way(die: int, level: str) -> None:
    game = valognes().march(R1058, SAUVEUR).do(f"march {R1058} {PONT}").throw(f"roll {die}")
    assert (game.at(R1058), game.level(R1058)) == (SAUVEUR, level)


@pytest.mark.rule("8.51", "9.2A", "9.3A", "9.3B", "9.3C", "9.3F")
def test_the_short_way_is_a_mandatory_assault_at_four_to_nine() -> None:
    game = valognes()
    assert terms(game.cost(R1058, PONT)) == [("8.36C", 3)]
    game.march(R1058, PONT)
    assert game.used(R1058) == 3
    assert game.fails("end") == "8.51"
    game.assault(PONT, point=R1058)
    assert game.av() == 4
    assert by_rule(game.av()) == {"9.2A": 4}
    # 2 (Spent airborne) + 3 (terrain) + 2 (air) + 2 (mandatory, across an enemy-held bridge)
    game.do(f"forward {PARAS[0]}")
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 3, "9.3C": 2, "9.3F": 2}
    assert game.dv() == 9


@pytest.mark.rule("8.511", "8.51")
def test_the_1057th_stands_by_while_the_1058th_must_assault() -> None:
    game = valognes().march(R1058, PONT).assault(PONT, point=R1058, forward=PARAS[0])
    game.resolve(2, 7)
    game.hold()
    assert (game.at(R1058), game.level(R1058)) == (VALOGNES, D1)
    assert game.level(R1057) == FRESH


@pytest.mark.rule("8.221", "20.3")
def test_the_seizure_from_valognes() -> None:
    # +3 from a Free area; Pont L'Abbe is neither vacant nor held by Fresh enemies.
    game = valognes()
    assert by_rule(game.drm(f"seize {R1058} {TO_VALOGNES}")) == {"8.221": 3}
    assert game.needs(f"seize {R1058} {TO_VALOGNES}") == 4


@pytest.mark.rule("8.221", "8.36C", "8.38")
def test_a_failed_seizure_leaves_too_little_for_the_long_way() -> None:
    game = valognes().do(f"seize {R1058} {TO_VALOGNES}").throw("roll 3")
    assert game.holder(TO_VALOGNES) == "allied"
    assert (game.used(R1058), game.left(R1058)) == (1, 3)
    assert game.fails(f"seize {R1058} {TO_VALOGNES}") == "8.221", "once a bridge an impulse"
    game.march(R1058, SAUVEUR)
    assert game.left(R1058) == 2
    assert game.fails(f"march {R1058} {PONT}") == "8.36"


@pytest.mark.rule("8.221", "8.51", "8.52")
def test_a_seized_bridge_spares_the_assault() -> None:
    game = valognes().do(f"seize {R1058} {TO_VALOGNES}").throw("roll 4")
    assert game.holder(TO_VALOGNES) == "german"
    game.march(R1058, PONT)
    assert game.used(R1058) == 4, "its own seizure costs it no second factor"
    game.do("end")
    assert game.level(R1058) == SPENT


@pytest.mark.rule("8.221", "8.51")
def test_after_a_failure_the_short_way_is_still_an_assault() -> None:
    game = valognes().do(f"seize {R1058} {TO_VALOGNES}").throw("roll 1").march(R1058, PONT)
    assert game.used(R1058) == 4
    game.assault(PONT, point=R1058, forward=PARAS[1])
    assert (game.av(), game.dv()) == (4, 9)
