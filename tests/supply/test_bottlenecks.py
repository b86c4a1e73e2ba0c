"""Bottlenecks and cuts against brute force: lose each bridge and each place in turn, and trace again."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.analysis.breakout.supply import SupplyReport
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES, US
from normandy_lab.breakout.query import bits, controller, move_unit
from normandy_lab.breakout.rules import s12_supply, s20_bridges
from normandy_lab.breakout.state import DESTROYED, State
from tests.supply.positions import position, random_state

BASE = breakout.initial(breakout.setting_from(nl.load_scenario("d_day")))


def isolated(state: State, side: int) -> set[str]:
    return set(SupplyReport(state, SIDES[side]).isolated)


def lose_bridge(state: State, border: int) -> State:
    after = state.copy()
    after.held[border] = DESTROYED
    return after


def lose_place(state: State, place: int, side: int) -> State:
    """The enemy takes it and nobody of the side is left there."""
    after = state.copy()
    for unit in bits(after.here[side][place]):
        move_unit(after, unit, after.setting.board.lost)
    after.control[place] = GERMAN if side == ALLIED else US
    return after


def losable(state: State, side: int) -> tuple[list[int], list[int]]:
    """Bridges that the side holds, and places that it controls."""
    board = state.setting.board
    held = [b.index for b in board.borders if s20_bridges.standing(state, b) and s20_bridges.holder(state, b) == side]
    return held, [place for place in s12_supply.land(board) if controller(state, place) == side]


def lose(state: State, names: list[str], side: int) -> State:
    for name in names:
        if "-" in name:
            state = lose_bridge(state, state.setting.board.border(name).index)
        else:
            state = lose_place(state, state.setting.board.index[name], side)
    return state


@pytest.mark.rule("12.8")
@pytest.mark.parametrize("seed", range(24))
def test_bottlenecks_are_exactly_the_single_losses_that_isolate(seed: int) -> None:
    luck = random.Random(seed)
    state, side = random_state(luck, BASE), seed % 2
    board = state.setting.board
    before = isolated(state, side)
    expected: dict[str, set[str]] = {}
    held, places = losable(state, side)
    for border in held:
        expected[board.borders[border].id] = isolated(lose_bridge(state, border), side) - before
    for place in places:
        here = {board.places[place].id}
        expected[here.pop()] = isolated(lose_place(state, place, side), side) - before
    found = {weak.id: set(weak.isolates) for weak in SupplyReport(state, SIDES[side]).weak_points}
    assert found == {key: units for key, units in expected.items() if units}


@pytest.mark.parametrize("seed", range(12))
def test_cuts_isolate_and_nothing_smaller_does(seed: int) -> None:
    luck = random.Random(100 + seed)
    state, side = random_state(luck, BASE), seed % 2
    board = state.setting.board
    report = SupplyReport(state, SIDES[side])
    by_place = {line.at: line for line in report.lines if not line.isolated}
    for line in by_place.values():
        cut = report.cut(line.unit)
        if cut == [line.at]:
            assert line.route == (line.at,) or line.at == "56"  # a source of its own
            continue
        assert line.unit in isolated(lose(state, cut, side), side)
        held, places = losable(state, side)
        names = [board.borders[b].id for b in held] + [board.places[p].id for p in places]
        names.remove(line.at) if line.at in names else None
        single = {weak.id for weak in report.weak_points if line.unit in weak.isolates}
        assert (len(cut) == 1) == bool(single)
        if len(cut) == 3 and len(names) < 60:
            pairs = combinations(names, 2)
            assert not any(line.unit in isolated(lose(state, list(pair), side), side) for pair in pairs)


def test_a_cut_prefers_bridges() -> None:
    # 30 = 29 (bridge): losing Omaha or the bridge would do for a unit beyond Trevieres; the bridge is named.
    state = position(
        units={"US-1-16": {"at": "32"}},
        areas={place: {"control": "us"} for place in ("29", "30", "32")},
        bridges={"29-30": {"held": "allied"}},
    )
    assert SupplyReport(state, "allied").cut("US-1-16") == ["29-30"]
