"""Example of Play 12, Bridge Seizure: four impulses around Ste. Mere Eglise (50) and Carentan (44) on June 6.

The printed set-up with the night and the landing behind it: the 12th Regiment and nobody else is ashore at Utah (51),
Spent; four Spent parachute regiments contest Ste. Mere Eglise, where the Martin battery is Spent; the causeways from
there to Utah and Carentan are Allied. The Germans pass their first impulse.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import Daylight, by_rule, daylight
from tests.rules.helpers import D2, FRESH, SPENT, place, terms

R8, R12, R22 = "US-4-8", "US-4-12", "US-4-22"
PARAS = ("US-82-505", "US-101-501", "US-101-502", "US-101-506")
MARTIN, MARCOUF, R919 = "GE-CA-Martin", "GE-CA-Marcouf", "GE-709-919"
TANKS, SIXTH = "GE-100Rp", "GE-6FS"
EGLISE, UTAH, CARENTAN, JORES, MONTEBOURG = "50", "51", "44", "45", "52"
CARENTAN_BRIDGE, MONTEBOURG_BRIDGE = "44-50", "50-52"


def position(*more: Any, martin: str = SPENT) -> Daylight:
    return daylight(
        place(R8, R22, at=f"box:{UTAH}"),
        place(R12, at=UTAH, level=SPENT),
        {"GE-709-1-919": {"remove": True}},
        place(*PARAS, at=EGLISE, level=SPENT),
        place(MARTIN, at=EGLISE, level=martin),
        *more,
        base="d_day",
        areas={UTAH: {"control": "us"}},
        bridges={"50-51": {"held": "allied"}, CARENTAN_BRIDGE: {"held": "allied"}},
    )


def ashore(die: int = 2) -> Daylight:
    """The first Allied impulse: the 8th Regiment lands."""
    game = position()
    game.do("pass", f"impulse assault box:{UTAH}")
    return game.sail(UTAH, R8, die=die)


def assaulted() -> Daylight:
    return ashore().march(R8, EGLISE).assault(EGLISE, R8, point=R8, forward=MARTIN)


def taken() -> Daylight:
    """The Attack Total is five higher; the battery is gone."""
    game = assaulted().resolve(7, by=5)
    while game.kind == "casualties":
        game.do(f"lose {MARTIN}")
    return game


def german_second() -> Daylight:
    game = taken().close()
    game.do(f"impulse assault {JORES}")
    return game.march(TANKS, CARENTAN)


def allied_second() -> Daylight:
    """The seizure at Carentan failed and the tanks stay; the 22nd Regiment lands and goes inland."""
    game = german_second().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 4").close()
    game.do(f"impulse assault box:{UTAH}")
    return game.sail(UTAH, R22, die=2).march(R22, EGLISE)


def german_third() -> Daylight:
    game = allied_second().do(f"seize {R22} {MONTEBOURG_BRIDGE}").throw("roll 5").close()
    game.do(f"impulse assault {CARENTAN}")
    return game


# -- first Allied impulse


@pytest.mark.rule("19.3", "19.4", "8.36A")
def test_the_eighth_lands_for_one_factor_past_one_battery() -> None:
    game = position()
    game.do("pass")
    assert (game.moment, game.actor) == ("6A0", "allied")
    game.do(f"impulse assault box:{UTAH}", f"land {R8} {UTAH}", "end")
    assert game.rolling
    game.throw("roll 2")
    assert (game.at(R8), game.level(R8), game.used(R8)) == (UTAH, FRESH, 1)


@pytest.mark.rule("19.4")
@pytest.mark.parametrize(("die", "level"), [(1, SPENT), (2, FRESH), (6, FRESH)])
def test_the_interdiction_of_marcouf_is_one(die: int, level: str) -> None:
    # Martin is Spent. A die above 1 is safe.
    assert ashore(die).level(R8) == level


@pytest.mark.rule("8.36C", "8.52")
def test_three_more_factors_across_the_allied_causeway() -> None:
    game = ashore()
    assert terms(game.cost(R8, EGLISE)) == [("8.36C", 3)]
    game.march(R8, EGLISE)
    assert (game.used(R8), game.left(R8)) == (4, 1)
    assert game.allows("end"), "contested at the start, and the bridge is Allied: no assault has to be made"


@pytest.mark.rule("9.2", "9.3", "8.52")
def test_seven_to_five() -> None:
    game = assaulted()
    # 6 + 1 (air); 2 (battery) + 3 (terrain). The paratroopers take no part.
    assert by_rule(game.av()) == {"9.2A": 6, "9.2E": 1}
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 3}
    assert (game.av(), game.dv()) == (7, 5)


@pytest.mark.rule("9.5", "9.8", "7.3")
def test_five_ahead_destroys_the_battery_and_takes_the_town() -> None:
    # Four points after bocage; the Spent battery can pay three.
    game = taken()
    assert game.level(MARTIN) == "eliminated"
    assert game.control(EGLISE) == "us"


@pytest.mark.rule("8.53")
def test_no_overrun_in_bocage() -> None:
    game = taken()
    assert game.level(R8) == SPENT
    assert game.fails(f"seize {R8} {MONTEBOURG_BRIDGE}") == "8.221", "it is no longer Fresh"
    assert game.fails(f"march {R8} {UTAH}") == "8.32"


# -- second German impulse


@pytest.mark.rule("8.36A", "8.221", "20.3")
def test_the_tanks_need_a_five() -> None:
    game = german_second()
    assert game.moment == "6G1"
    assert (game.at(TANKS), game.used(TANKS), game.left(TANKS)) == (CARENTAN, 1, 4)
    # +3 from a Free area, -1 flooded; nobody in Ste. Mere Eglise is Fresh.
    assert sorted(term.value for term in game.drm(f"seize {TANKS} {CARENTAN_BRIDGE}").terms) == [-1, 3]
    assert game.needs(f"seize {TANKS} {CARENTAN_BRIDGE}") == 5
    for die in range(1, 7):
        tried = game.fork().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw(f"roll {die}")
        assert tried.holder(CARENTAN_BRIDGE) == ("german" if die >= 5 else "allied")
        assert tried.left(TANKS) == 3


@pytest.mark.rule("8.51", "9.3C", "9.3F")
@pytest.mark.parametrize(("forward", "factor", "value"), [(PARAS[0], 2, 10), (R8, 3, 11)])
def test_after_a_failure_one_to_ten_and_one_to_eleven_with_the_eighth(forward: str, factor: int, value: int) -> None:
    # The 8th Regiment's Spent Defense Factor is 3, a parachute regiment's 2. Three for flood, bridge and its holder.
    game = german_second().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 4")
    game.do(f"march {TANKS} {EGLISE}").throw("roll 6")
    assert game.left(TANKS) == 0
    assert game.fails("end") == "8.51"
    game.assault(EGLISE, point=TANKS, forward=forward)
    assert by_rule(game.av()) == {"9.2A": 1}
    assert by_rule(game.dv()) == {"9.3A": factor, "9.3B": 3, "9.3C": 3, "9.3F": 2}
    assert game.dv() == value


@pytest.mark.rule("9.1", "9.3A")
def test_the_defender_prefers_the_eighth_where_it_stands() -> None:
    game = german_second().do(f"march {TANKS} {EGLISE}").throw("roll 6").assault(EGLISE, point=TANKS)
    assert game.offered("forward") == {R8, *PARAS}
    assert game.dv() == 11, "with the best Forward Unit"


@pytest.mark.rule("8.51", "9.3A", "9.3C")
def test_without_the_eighth_one_to_ten() -> None:
    # The town taken by the paratroopers alone: 2 + 3 + 2 (air) + 3, whoever is Forward Unit.
    game = position({MARTIN: {"remove": True}})
    assert game.control(EGLISE) == "us"
    game.do(f"impulse assault {JORES}").march(TANKS, CARENTAN)
    game.do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 4")
    game.do(f"march {TANKS} {EGLISE}").throw("roll 6")
    assert game.fails("end") == "8.51"
    game.assault(EGLISE, point=TANKS)
    assert (game.av(), game.dv()) == (1, 10)


def with_martin() -> Daylight:
    """The battery survived: the 8th went ashore and no further."""
    game = position(martin=D2)
    game.do("pass", f"impulse assault box:{UTAH}")
    game.sail(UTAH, R8, die=2).close()
    game.do(f"impulse assault {JORES}")
    return game.march(TANKS, CARENTAN)


@pytest.mark.rule("8.221", "8.52")
def test_had_the_battery_survived_a_seizure_would_let_the_tanks_in() -> None:
    game = with_martin().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 5")
    game.do(f"march {TANKS} {EGLISE}").throw("roll 6").do("end")
    assert (game.at(TANKS), game.level(TANKS)) == (EGLISE, SPENT)
    assert game.actor == "allied"


@pytest.mark.rule("8.51", "9.3C")
def test_and_a_failure_leaves_one_to_ten() -> None:
    # Contested and German, but the bridge is not: 2 (paratroopers) + 3 + 2 (air) + 3.
    game = with_martin().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 4")
    assert game.control(EGLISE) == "german"
    game.do(f"march {TANKS} {EGLISE}").throw("roll 6")
    assert game.fails("end") == "8.51"
    game.assault(EGLISE, point=TANKS)
    assert game.offered("forward") == set(PARAS)
    game.do(f"forward {PARAS[0]}")
    assert (game.av(), game.dv()) == (1, 10)


@pytest.mark.rule("20.4", "8.23")
def test_carentan_is_not_active_so_its_bridge_is_not_blown() -> None:
    game = german_second().do(f"seize {TANKS} {CARENTAN_BRIDGE}").throw("roll 5")
    assert game.holder(CARENTAN_BRIDGE) == "german"
    assert game.fails(f"demolish {CARENTAN_BRIDGE}") == "8.23"


# -- second Allied impulse


@pytest.mark.rule("19.4", "8.36A")
def test_the_22nd_lands_and_enters_ste_mere_eglise_for_one_more() -> None:
    game = allied_second()
    assert game.moment == "6A1"
    assert (game.at(R22), game.used(R22), game.left(R22)) == (EGLISE, 2, 3)


@pytest.mark.rule("8.221", "20.3")
def test_the_montebourg_bridge_needs_a_six() -> None:
    # +3 from a Free area, -2 for two Fresh defenders in Montebourg.
    game = allied_second()
    assert sum(term.value for term in game.drm(f"seize {R22} {MONTEBOURG_BRIDGE}").terms) == 1
    assert game.needs(f"seize {R22} {MONTEBOURG_BRIDGE}") == 6
    for die in range(1, 7):
        tried = game.fork().do(f"seize {R22} {MONTEBOURG_BRIDGE}").throw(f"roll {die}")
        assert tried.holder(MONTEBOURG_BRIDGE) == ("allied" if die == 6 else "german")


@pytest.mark.rule("8.36D", "8.38", "8.221")
@pytest.mark.parametrize("die", [1, 6])
def test_either_way_it_gets_no_further(die: int) -> None:
    game = allied_second().do(f"seize {R22} {MONTEBOURG_BRIDGE}").throw(f"roll {die}")
    assert game.left(R22) == 2
    assert game.fails(f"march {R22} {MONTEBOURG}") == "8.36"
    assert game.fails(f"seize {R22} {MONTEBOURG_BRIDGE}") == "8.221"


# -- third German impulse


@pytest.mark.rule("8.221")
def test_the_sixth_needs_a_five_as_well() -> None:
    game = german_third()
    assert game.moment == "6G2"
    assert game.needs(f"seize {SIXTH} {CARENTAN_BRIDGE}") == 5


@pytest.mark.rule("8.38", "8.36C", "8.32")
def test_a_failed_seizure_leaves_no_minimum_move() -> None:
    game = german_third().do(f"seize {SIXTH} {CARENTAN_BRIDGE}").throw("roll 4")
    assert game.left(SIXTH) == 2
    assert game.fails(f"march {SIXTH} {EGLISE}") == "8.36"
    game.do("end")
    assert (game.at(SIXTH), game.level(SIXTH)) == (CARENTAN, SPENT)


@pytest.mark.rule("8.38")
def test_without_the_attempt_the_sixth_could_have_crossed() -> None:
    game = german_third().march(SIXTH, EGLISE)
    assert game.left(SIXTH) == 0
    assert game.fails("end") == "8.51"


@pytest.mark.rule("8.221", "20.4", "20.5", "8.36C")
def test_a_success_would_have_let_it_blow_the_bridge_but_not_cross() -> None:
    game = german_third().do(f"seize {SIXTH} {CARENTAN_BRIDGE}").throw("roll 5")
    assert game.holder(CARENTAN_BRIDGE) == "german"
    assert game.fails(f"march {SIXTH} {EGLISE}") == "8.36"
    # +3 Carentan is Free, -1 flooded.
    assert game.drm(f"demolish {CARENTAN_BRIDGE}") == 2
    for die in (4, 5):
        tried = game.fork().do(f"demolish {CARENTAN_BRIDGE}").throw(f"roll {die}")
        assert tried.destroyed(CARENTAN_BRIDGE) == (die >= 5)
