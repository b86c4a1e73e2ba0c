"""Example of Play 10, Overrun: the second British wave goes from Gold Beach (18) to Bretteville (16) and beyond.

One Spent FLAK battalion stands in Bretteville (`rulings`: the printed set-up has more). Gold is British, Verson (15),
Tilly (20) and Villers-Bocage (21) are vacant and German, with German bridges to Bretteville.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import Daylight, by_rule, daylight
from tests.rules.helpers import SPENT, place, terms

INFANTRY, ARMOR, FLAK = "BR-56", "BR-8Arm", "GE-21Pz-FLAK"
GOLD, BRETTEVILLE, VERSON, TILLY, VILLERS = "18", "16", "15", "20", "21"
BRIDGE = "15-16"


def position(**patch: Any) -> Daylight:
    return daylight(
        place(INFANTRY, ARMOR, at=f"box:{GOLD}"),
        place(FLAK, at=BRETTEVILLE, level=SPENT),
        side="allied",
        areas={GOLD: {"control": "british"}},
        **patch,
    )


def landed() -> Daylight:
    game = position()
    game.do(f"impulse assault box:{GOLD}")
    return game.sail(GOLD, INFANTRY, ARMOR)


def met() -> Daylight:
    game = landed().march(INFANTRY, BRETTEVILLE).march(ARMOR, BRETTEVILLE)
    return game.assault(BRETTEVILLE, point=ARMOR, forward=FLAK)


def overrun() -> Daylight:
    game = met().resolve(7, 7)
    while game.kind == "casualties":
        game.do(f"lose {FLAK}")
    return game


@pytest.mark.rule("19.3", "8.36A", "8.36C")
def test_one_factor_to_land_and_three_to_enter_bretteville() -> None:
    game = landed()
    assert [game.used(unit) for unit in (INFANTRY, ARMOR)] == [1, 1]
    assert terms(game.cost(INFANTRY, BRETTEVILLE)) == [("8.36C", 3)]
    game.march(INFANTRY, BRETTEVILLE).march(ARMOR, BRETTEVILLE)
    assert [game.used(unit) for unit in (INFANTRY, ARMOR)] == [4, 4]
    assert [game.left(unit) for unit in (INFANTRY, ARMOR)] == [1, 2]
    assert game.fails("end") == "8.51"


@pytest.mark.rule("9.2", "9.3", "8.51")
def test_eight_to_three() -> None:
    game = met()
    # 6 (armor) + 1 (one other) + 1 (air); 2 (Spent FLAK) + 1 (terrain).
    assert by_rule(game.av()) == {"9.2A": 6, "9.2B": 1, "9.2E": 1}
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 1}
    assert (game.av(), game.dv()) == (8, 3)


@pytest.mark.rule("8.53", "9.8", "9.5")
def test_equal_dice_are_an_overrun() -> None:
    # Five points; the Spent battalion can pay three.
    game = overrun()
    assert game.level(FLAK) == "eliminated"
    assert game.control(BRETTEVILLE) == "british"
    assert [game.left(unit) for unit in (INFANTRY, ARMOR)] == [1, 2]
    assert game.kind == "orders"


@pytest.mark.rule("9.5E", "8.53")
@pytest.mark.parametrize("leaves", [False, True])
def test_three_points_are_not(leaves: bool) -> None:
    # Exactly what it can pay, by elimination or at Disrupt 2 by retreat: no Overrun, the brigades stop.
    game = met().resolve(5, 7).pay(FLAK, FLAK)
    retreats = sorted(game.offered("retreat"))
    game.do(f"retreat {retreats[0]}" if leaves else f"lose {FLAK}").to_end()
    assert game.levels(INFANTRY, ARMOR) == [SPENT] * 2
    assert game.fails(f"march {ARMOR} {TILLY}") == "8.32"


@pytest.mark.rule("8.36B", "8.38")
def test_one_factor_takes_the_infantry_no_further_than_gold() -> None:
    game = overrun()
    for area in (TILLY, VILLERS, VERSON):
        assert game.fails(f"march {INFANTRY} {area}") == "8.36"
    assert {option for option in game.offered("march") if option.startswith(INFANTRY)} >= {f"{INFANTRY} {GOLD}"}


@pytest.mark.rule("8.221", "20.3")
def test_the_seizure_at_verson() -> None:
    # +3 from a Free area, +1 Verson is vacant: a die of 3.
    game = overrun()
    assert sorted(term.value for term in game.drm(f"seize {INFANTRY} {BRIDGE}").terms) == [1, 3]
    assert game.needs(f"seize {INFANTRY} {BRIDGE}") == 3


@pytest.mark.rule("8.221", "8.32")
@pytest.mark.parametrize(("die", "holder"), [(2, "german"), (3, "allied"), (6, "allied")])
def test_whatever_the_die_the_infantry_ends_in_bretteville(die: int, holder: str) -> None:
    game = overrun().do(f"seize {INFANTRY} {BRIDGE}").throw(f"roll {die}")
    assert game.holder(BRIDGE) == holder
    assert not [option for option in game.offered("march") if option.startswith(INFANTRY)]
    game.close()
    assert (game.at(INFANTRY), game.level(INFANTRY)) == (BRETTEVILLE, SPENT)


@pytest.mark.rule("8.36B", "20.1")
@pytest.mark.parametrize(("area", "bridge"), [(VILLERS, "16-21"), (TILLY, "16-20"), (VERSON, BRIDGE)])
def test_the_armor_may_take_its_pick_for_two_factors(area: str, bridge: str) -> None:
    game = overrun()
    assert game.holder(bridge) == "german"
    assert terms(game.cost(ARMOR, area)) == [("8.36B", 2)]
    game.march(ARMOR, area)
    assert game.left(ARMOR) == 0
    assert game.control(area) == "british"
    assert game.holder(bridge) == "allied", "crossed, and so held"


@pytest.mark.rule("8.221")
@pytest.mark.parametrize("area", [VILLERS, TILLY])
def test_a_seizure_at_verson_bars_the_armor_from_verson_alone(area: str) -> None:
    game = overrun().do(f"seize {INFANTRY} {BRIDGE}").throw("roll 3")
    assert game.fails(f"march {ARMOR} {VERSON}") == "8.221"
    assert game.march(ARMOR, area).at(ARMOR) == area


@pytest.mark.rule("8.221")
def test_a_failed_seizure_costs_nobody_more() -> None:
    game = overrun().do(f"seize {INFANTRY} {BRIDGE}").throw("roll 2")
    assert game.march(ARMOR, VERSON).at(ARMOR) == VERSON


@pytest.mark.rule("8.221", "20.3")
def test_one_attempt_a_bridge_and_impulse() -> None:
    game = overrun().do(f"seize {INFANTRY} {BRIDGE}").throw("roll 2")
    assert game.fails(f"seize {ARMOR} {BRIDGE}") == "8.221"


@pytest.mark.rule("19.3")
def test_a_landing_demolishes_and_repairs_nothing() -> None:
    assert overrun().fails(f"demolish {BRIDGE}") == "8.23", "no area is active"
    broken = position(bridges={BRIDGE: {"held": "destroyed"}})
    broken.do(f"impulse assault box:{GOLD}")
    assert broken.fails(f"repair {BRIDGE}") == "8.21"
