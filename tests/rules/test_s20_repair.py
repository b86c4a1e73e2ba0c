"""Rules 8.21, 20.2, 20.21, 20.5: repair of destroyed bridges. Numbers are worked out from the rulebook by hand.

Pont L'Abbe (49) is joined to St. Jores (45) by a bridge over a flood, to St. Sauveur (48) and Valognes (53) by
bridges over rivers, to Ste. Mere Eglise (50) by one over a flood.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.rules import s20_bridges, s20_repair, s20_work
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, LINE_ALLIED, LINE_GERMAN
from normandy_lab.core.terms import Tally, Term
from tests.rules.bridgework import (
    BRITISH,
    DOWN,
    HELD,
    SIDE,
    US,
    UTAH,
    attempt,
    begin,
    border,
    finish,
    frame_of,
    held,
    levels,
    modifier,
    repair_refused,
    repairs,
)
from tests.rules.helpers import SPENT, Table, blank, place, terms

REGIMENT, PARAS = "GE-91-1057", "US-82-507"


def broken(*borders: str, **levels_of: tuple[int, int]) -> dict[str, Any]:
    """A patch in which these bridges are destroyed, ``b45_49=(german, allied)`` with Construct markers."""
    named: dict[str, Any] = {each: dict(DOWN) for each in borders}
    for key, (german, allied) in levels_of.items():
        named[key[1:].replace("_", "-")] = DOWN | {"construct": {"german": german, "allied": allied}}
    return {"bridges": named}


def contested(**patch: Any) -> Table:
    """Pont L'Abbe in German hands, and contested; St. Jores Free."""
    return blank(place(REGIMENT, at="49"), place(PARAS, at="49", level=SPENT), **{**broken("45-49"), **patch})


# -- the modifiers


@pytest.mark.rule("20.2", "20.5")
def test_the_repair_of_example_6_is_plus_three_and_needs_a_four() -> None:
    game = begin(contested(), "german", "49")
    found = modifier(game, "repair", "german", "45-49")
    assert sorted(terms(found)) == [("20.5", -1), ("20.5", -1), ("20.5", 2), ("20.5", 3)]
    assert (found.total, found.title) == (3, "repair modifier")
    assert s20_work.needed(found) == 4
    assert s20_work.chance(found) == Fraction(1, 2)


# (areas, units in 48, units in 49, side) -> modifier of the repair of 48-49, a river, with the attempt's -1.
GROUND = [
    ({}, [], [], "german", 3 + 3 - 1),  # both Free
    ({"49": US}, [], [], "german", 3 + 0 - 1),  # one Free, one in enemy hands
    ({"49": US}, [], [], "allied", 0 + 3 - 1),
    ({"48": US, "49": BRITISH}, [], [], "allied", 3 + 3 - 1),  # two nationalities are one side
    ({"48": US, "49": US}, [], [], "german", -1),  # neither
    ({}, [], [REGIMENT, PARAS], "german", 3 + 2 - 1),  # Contested Friendly
    ({}, [], [REGIMENT, PARAS], "allied", 0 + 1 - 1),  # Contested Enemy
    ({"49": US}, [], [REGIMENT, PARAS], "german", 3 + 1 - 1),
    ({"49": US}, [], [REGIMENT, PARAS], "allied", 0 + 2 - 1),
    ({"49": US}, ["GE-91-1058", "US-82-508"], [REGIMENT, PARAS], "german", 2 + 1 - 1),
    ({"48": US, "49": US}, ["GE-91-1058", "US-82-508"], [REGIMENT, PARAS], "allied", 2 + 2 - 1),
]


@pytest.mark.rule("20.5", "7.6", "7.4")
@pytest.mark.parametrize(("areas", "west", "east", "side", "expected"), GROUND)
def test_both_areas_count(areas: dict[str, Any], west: list[str], east: list[str], side: str, expected: int) -> None:
    game = blank(place(*west, at="48"), place(*east, at="49"), areas=areas, **broken("48-49"))
    assert modifier(game, "repair", side, "48-49") == expected


@pytest.mark.rule("20.5")
def test_a_flood_costs_one() -> None:
    river = blank(**broken("48-49", "45-49"))
    assert modifier(river, "repair", "german", "48-49") == 5
    assert modifier(river, "repair", "german", "45-49") == 4


@pytest.mark.rule("20.21", "20.5")
@pytest.mark.parametrize(("side", "expected"), [("german", 5 + 1), ("allied", -1 + 2)])
def test_only_the_own_construct_level_counts(side: str, expected: int) -> None:
    game = blank(**broken(b48_49=(1, 2)))
    found = modifier(game, "repair", side, "48-49")
    assert found == expected
    assert ("20.21", SIDE[side] + 1) in terms(found)


@pytest.mark.rule("20.2")
@pytest.mark.parametrize(
    ("total", "die", "of_six"), [(-1, 8, 0), (0, 7, 0), (1, 6, 1), (5, 2, 5), (6, 1, 6), (8, 1, 6)]
)
def test_the_least_die_and_its_chance(total: int, die: int, of_six: int) -> None:
    tally = Tally("repair modifier", [Term(total, "20.5", "all of it")])
    assert s20_work.needed(tally) == die
    assert s20_work.chance(tally) == Fraction(of_six, 6)


# -- success and failure


@pytest.mark.rule("20.2", "20.1")
def test_seven_repairs_and_the_side_holds_the_bridge() -> None:
    game = attempt(begin(contested(), "german", "49"), "repair", "45-49", 4)
    assert held(game, "45-49") == HELD_GERMAN
    assert levels(game, "45-49") == (0, 0)
    assert frame_of(game).worn == 0, "no marker was there to wear out"
    assert frame_of(game).acted
    assert [event.rule for event in game.events] == ["20.2", "20.2", "20.2"]
    assert "4 +3 is 7" in game.events[1].text
    allied = begin(blank(areas=UTAH, **broken("50-51")), "allied", "51")
    attempt(allied, "repair", "50-51", 3)  # 3 + 3 - 1 - 1 is +4
    assert held(allied, "50-51") == HELD_ALLIED


@pytest.mark.rule("20.21")
@pytest.mark.parametrize(("before", "die", "after"), [(0, 3, 1), (1, 2, 2), (2, 1, 2)])
def test_a_failure_raises_the_construct_level_to_two_at_most(before: int, die: int, after: int) -> None:
    # +3 of Example 6 and the level: 3 + 3, 2 + 4 and 1 + 5 are six.
    game = attempt(begin(contested(**broken(b45_49=(before, 0))), "german", "49"), "repair", "45-49", die)
    assert held(game, "45-49") == DESTROYED
    assert levels(game, "45-49") == (after, 0)
    assert frame_of(game).acted


@pytest.mark.rule("20.21", "I-63")
def test_a_success_clears_the_work_of_both_and_the_own_marker_rests() -> None:
    game = begin(contested(**broken(b45_49=(1, 2))), "german", "49")
    assert s20_repair.spare(game.state, SIDE["german"]) == 0
    attempt(game, "repair", "45-49", 3)  # +3 and the level of 1
    assert held(game, "45-49") == HELD_GERMAN
    assert levels(game, "45-49") == (0, 0)
    assert frame_of(game).worn == 1
    assert s20_repair.spare(game.state, SIDE["german"]) == 0, "not available again in this impulse"
    assert s20_repair.spare(game.state, SIDE["allied"]) == 4, "the other side's marker only leaves the bridge"


@pytest.mark.rule("20.21")
def test_the_work_of_the_other_side_stays_after_a_failure() -> None:
    game = attempt(begin(contested(**broken(b45_49=(0, 2))), "german", "49"), "repair", "45-49", 1)
    assert levels(game, "45-49") == (1, 2)


@pytest.mark.rule("8.511", "20.2")
def test_a_repair_replaces_the_mark_on_the_line() -> None:
    game = blank(**broken("48-49"), rivers={"48-49": HELD})
    assert held(game, "48-49") == LINE_ALLIED
    attempt(begin(game, "german", "49"), "repair", "48-49", 6)
    assert held(game, "48-49") == HELD_GERMAN


# -- Construct markers


@pytest.mark.rule("20.21")
def test_the_one_german_marker_comes_from_where_it_lies() -> None:
    game = begin(blank(**broken("45-49", b50_52=(2, 0))), "german", "49")
    attempt(game, "repair", "45-49", 1)  # 3 + 3 - 1 - 1 is +4: five
    assert levels(game, "50-52") == (0, 0)
    assert levels(game, "45-49") == (1, 0)
    assert "20.21" in {event.rule for event in game.events}


@pytest.mark.rule("20.21")
def test_a_marker_on_the_bridge_itself_is_at_hand() -> None:
    game = begin(blank(**broken(b45_49=(1, 0))), "german", "49")
    attempt(game, "repair", "45-49", 1)
    assert levels(game, "45-49") == (2, 0)


ALL_FOUR = {"b48_49": (0, 1), "b49_53": (0, 2), "b44_50": (0, 1), "b44_45": (0, 1)}


def allied_short() -> Table:
    """All four Allied markers lie elsewhere; the bridge from Ste. Mere Eglise to Utah is down."""
    return begin(blank(areas=UTAH, **broken("50-51", **ALL_FOUR)), "allied", "51")


@pytest.mark.rule("20.21")
def test_with_several_candidates_the_owner_names_the_marker() -> None:
    game = allied_short()
    events: list[Any] = []
    s20_work.start(game.state, "repair", border(game, "50-51").index, events=events)
    decision = s20_work.ask(game.state, game.state.frames[-1])
    assert decision is not None
    assert (decision.actor, decision.rule) == ("allied", "20.21")
    assert {str(option) for option in decision.options} == {
        "unbuild 48-49", "unbuild 49-53", "unbuild 44-50", "unbuild 44-45"
    }  # fmt: skip
    wrong = s20_work.refuse(game.state, game.state.frames[-1], _action(game, "45-49"))
    assert wrong is not None
    assert (wrong.rule, wrong.fix) == ("20.21", "Choose 44-45 or 44-50 or 48-49 or 49-53.")
    s20_work.answer(game.state, game.state.frames[-1], _action(game, "49-53"), events)
    finish(game, 1, events)
    assert levels(game, "49-53") == (0, 0)
    assert levels(game, "50-51") == (0, 1)
    assert levels(game, "48-49") == (0, 1)


def _action(game: Table, where: str) -> Any:
    return make(game.setting, "unbuild", border(game, where).index)


@pytest.mark.rule("20.21", "20.4")
def test_the_owner_takes_a_marker_away_without_a_die() -> None:
    game = begin(blank(**broken(b45_49=(1, 2))), "german", "49")
    assert s20_bridges.on_map(game.state, SIDE["german"]) == [border(game, "45-49").index]
    assert s20_bridges.unbuild_refusal(game.state, SIDE["german"], border(game, "45-49")) is None
    s20_bridges.unbuild(game.state, border(game, "45-49"), SIDE["german"], game.events)
    assert levels(game, "45-49") == (0, 2)
    assert not frame_of(game).acted, "not an act of the impulse"
    found = s20_bridges.unbuild_refusal(game.state, SIDE["german"], border(game, "45-49"))
    assert found is not None
    assert found.rule == "20.21"


# -- what is refused


@pytest.mark.rule("20.2")
def test_nothing_is_built_where_no_bridge_is_printed() -> None:
    refusal = repair_refused(begin(blank(), "german", "45"), "45-48")  # a flood without a bridge
    assert refusal.rule == "20.2"
    assert "printed" in refusal.text


@pytest.mark.rule("20.2")
def test_a_standing_bridge_needs_no_repair() -> None:
    refusal = repair_refused(begin(blank(), "german", "49"), "45-49")
    assert (refusal.rule, refusal.text) == ("20.2", "The bridge from St. Jores to Pont L'Abbe stands.")


@pytest.mark.rule("8.21")
def test_one_end_must_be_active() -> None:
    game = begin(blank(**broken("45-49")), "german", "50")
    assert repair_refused(game, "45-49").rule == "8.21"
    assert repairs(game) == set()


@pytest.mark.rule("8.21", "20.2")
@pytest.mark.parametrize("active", ["45", "49"])
def test_either_end_may_be_the_active_one(active: str) -> None:
    assert repairs(begin(blank(**broken("45-49")), "german", active)) == {"45-49"}


@pytest.mark.rule("8.21")
def test_repair_comes_before_everything_else() -> None:
    game = begin(blank(**broken("45-49")), "german", "49", repairing=0)
    refusal = repair_refused(game, "45-49")
    assert refusal.rule == "8.21"
    assert "start" in refusal.fix


@pytest.mark.rule("8.21", "7.3")
def test_the_active_area_must_be_the_sides_own() -> None:
    game = begin(blank(areas=UTAH | {"49": US}, **broken("45-49", "49-50")), "german", "49")
    refusal = repair_refused(game, "45-49")
    assert (refusal.rule, refusal.fix) == ("8.21", "Take control of Pont L'Abbe first.")
    # The other end is German and would do, but it is not active.
    assert repairs(begin(game, "german", "45")) == {"45-49"}
    assert repairs(begin(game, "german", "45", "49")) == {"45-49"}, "one of two active ends is enough"


@pytest.mark.rule("20.2", "12.8")
def test_an_isolated_area_repairs_nothing() -> None:
    # Pont L'Abbe alone is American: no line leads to a US beach; the bridge to St. Jores is a flood's.
    game = begin(blank(areas={"49": US}, **broken("45-49")), "allied", "49")
    refusal = repair_refused(game, "45-49")
    assert refusal.rule == "20.2"
    assert "supply line to Pont L'Abbe" in refusal.fix
    # With Utah and the bridges on the way it is in supply.
    ways = {"50-51": HELD, "49-50": HELD, "45-49": DOWN}
    assert repairs(begin(blank(areas=UTAH | {"49": US}, bridges=ways), "allied", "49")) == {"45-49"}


@pytest.mark.rule("20.2", "12.71", "I-60")
def test_isolation_is_judged_for_the_nationality_in_control() -> None:
    ways = {"50-51": HELD, "49-50": HELD, "45-49": DOWN}
    game = begin(blank(areas=UTAH | {"49": BRITISH}, bridges=ways), "allied", "49")
    assert repair_refused(game, "45-49").rule == "20.2", "a British area is not fed from Utah"


@pytest.mark.rule("20.2")
def test_one_try_a_bridge_and_one_german_try_an_impulse() -> None:
    game = begin(blank(**broken("45-49", "48-49")), "german", "49")
    assert repairs(game) == {"45-49", "48-49"}
    attempt(game, "repair", "45-49", 1)
    assert "one repair was tried there" in repair_refused(game, "45-49").text.lower()
    refusal = repair_refused(game, "48-49")
    assert (refusal.rule, refusal.text) == ("20.2", "The Germans may try 1 in an impulse, and have.")


@pytest.mark.rule("20.2")
def test_four_allied_tries_an_impulse() -> None:
    # Utah feeds Ste. Mere Eglise and Pont L'Abbe over two bridges; the five others on their boundaries are down.
    down = ("44-50", "50-52", "45-49", "48-49", "49-53")
    ways = {each: dict(DOWN) for each in down} | {"50-51": HELD, "49-50": HELD}
    game = begin(blank(areas=UTAH | {"49": US}, bridges=ways), "allied", "49", "50")
    assert repairs(game) == set(down)
    for n, where in enumerate(down[:4]):
        assert len(repairs(game)) == 5 - n
        attempt(game, "repair", where, 1)
        assert levels(game, where) == (0, 1)
    assert repairs(game) == set()
    assert "4 in an impulse" in repair_refused(game, down[4]).text


@pytest.mark.rule("20.2")
def test_the_switches_say_how_many() -> None:
    game = begin(blank(rules={"german_repairs": 2}, **broken("45-49", "48-49", "49-53")), "german", "49")
    attempt(game, "repair", "45-49", 1)
    assert repairs(game) == {"48-49", "49-53"}
    attempt(game, "repair", "48-49", 1)
    assert repairs(game) == set()
    assert levels(game, "45-49") == (0, 0), "the only marker went on to the second bridge (20.21)"
    assert levels(game, "48-49") == (1, 0)


@pytest.mark.rule("20.21")
def test_markers_worn_out_by_successes_end_the_repairs() -> None:
    game = begin(blank(rules={"german_repairs": 3}, **broken("48-49", b45_49=(2, 0))), "german", "49")
    attempt(game, "repair", "45-49", 1)  # +4 and 2: the marker is worn
    assert held(game, "45-49") == HELD_GERMAN
    refusal = repair_refused(game, "48-49")
    assert (refusal.rule, refusal.fix) == ("20.21", "Try again in a later impulse.")
    assert frame_of(game).worn == 1


@pytest.mark.rule("8.511", "20.1")
def test_a_german_mark_beside_a_destroyed_bridge() -> None:
    game = blank(areas={"48": US, "49": US}, **broken("48-49"), rivers={"48-49": {"held": "german"}})
    assert held(game, "48-49") == LINE_GERMAN
    assert game.holder("48-49") == "german"
