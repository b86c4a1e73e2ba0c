"""One mask, two readers: the flood used in play and networkx agree in reach and cost on 10,000 random positions.

A third reader, slow and plain, walks every route border by border with the words of 12.5.
"""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.analysis.breakout import graph as lines
from normandy_lab.analysis.breakout.supply import SupplyReport
from normandy_lab.breakout.board.board import BRITISH, GERMAN, SIDES, US
from normandy_lab.breakout.board.flood import FAR, OPEN, Passage, flood
from normandy_lab.breakout.query import contested, move_unit, side_of
from normandy_lab.breakout.rules import s12_supply, s20_bridges
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, State
from tests.supply.positions import random_state

BASE = breakout.initial(breakout.setting_from(nl.load_scenario("d_day")))
CHUNKS, CHUNK = 10, 1000


def costs(state: State, nationality: int, sources: list[int]) -> dict[lines.Node, int]:
    """Node -> cost of its cheapest line by networkx; nodes without a line are left out."""
    passage = s12_supply.passage(state, side_of(nationality))
    graph = lines.line_graph(state.setting.board, passage, sources, s12_supply.local_sources(state, nationality))
    found: dict[lines.Node, int] = nx.single_source_dijkstra_path_length(graph, lines.ROOT, weight="cost")
    return found


def ends(state: State, nationality: int) -> dict[int, int]:
    """Place -> cost of its cheapest line; from Cherbourg only where no zone is (12.62)."""
    found = costs(state, nationality, s12_supply.sources(state, nationality))
    last = s12_supply.last_source(state, nationality)
    if last and ("56", lines.ON) not in found:
        found = costs(state, nationality, last) | found
    index = state.setting.board.index
    return {index[name]: cost for (name, layer), cost in found.items() if layer == lines.END}


@pytest.mark.rule("12.5")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_flood_equals_networkx(chunk: int) -> None:
    luck = random.Random(chunk)
    for number in range(CHUNK):
        state, nationality = random_state(luck, BASE), (GERMAN, US, BRITISH)[number % 3]
        reach = s12_supply.lines(state, nationality)
        flooded = {place: cost for place, cost in enumerate(reach.cost) if cost < FAR}
        assert flooded == ends(state, nationality), f"seed {chunk}, position {number}"


BOARD = BASE.setting.board
LAND = (*BOARD.areas, *BOARD.zones)
STANDING = tuple(border.index for border in BOARD.borders if border.bridge)
BITS = 3 * len(LAND) + 2 * len(STANDING)


def drawn(bits: int) -> State:
    """A position from a number: all German with its bridges standing where it is 0, so that hypothesis can shrink it.

    Each area and zone takes three bits (Allied, British, an enemy in it), each bridge two (not German-held, destroyed).
    """
    state = BASE.copy()
    for unit in state.setting.forces.units:
        move_unit(state, unit.index, BOARD.lost)
    nations = {
        nation: [u.index for u in state.setting.forces.units if u.nationality == nation] for nation in (GERMAN, US)
    }
    for place in LAND:
        bits, mine = divmod(bits, 8)
        state.control[place] = (BRITISH if mine & 2 else US) if mine & 1 else GERMAN
        if mine & 4:
            for pool in nations.values():
                if pool:
                    move_unit(state, pool.pop(), place)
    for border in STANDING:
        bits, mine = divmod(bits, 4)
        state.held[border] = DESTROYED if mine & 2 else HELD_ALLIED if mine & 1 else HELD_GERMAN
    return state


@pytest.mark.rule("12.5")
@given(st.integers(0, 2**BITS - 1), st.sampled_from((GERMAN, US, BRITISH)))
@settings(max_examples=400, deadline=None)
def test_flood_equals_networkx_on_drawn_positions(bits: int, nationality: int) -> None:
    state = drawn(bits)
    reach = s12_supply.lines(state, nationality)
    assert {place: cost for place, cost in enumerate(reach.cost) if cost < FAR} == ends(state, nationality)


def price_by_the_book(state: State, nationality: int, route: list[int]) -> int:
    """The length of a route in boundaries and contested areas between its ends; it must obey 12.5 at every step."""
    board, side = state.setting.board, side_of(nationality)
    price = 0
    for step, (a, b) in enumerate(pairwise(route), 1):
        border = board.borders[board.between[a, b]]
        last = step == len(route) - 1
        assert border.kind in ("open", "link", "river", "flooded")
        if border.kind in ("river", "flooded"):
            friendly = s20_bridges.standing(state, border) and s20_bridges.holder(state, border) == side
            assert friendly or (border.kind == "river" and last)
        if not last:
            assert side_of(state.control[b]) == side
            price += contested(state, b)
        price += 1
    return price


def may_begin(state: State, nationality: int, route: list[int]) -> bool:
    """German: a zone or Cherbourg under German control. Allied: a beach of one's own, contested only for itself."""
    place = state.setting.board.places[route[0]]
    if nationality == GERMAN:
        return state.control[route[0]] == GERMAN and (place.kind == "zone" or place.id == "56")
    own = place.beach and place.nationality == nationality
    if contested(state, route[0]):
        return own and len(route) == 1
    return own and state.control[route[0]] != GERMAN


@pytest.mark.rule("12.5", "12.51")
@pytest.mark.parametrize("nationality", [GERMAN, US, BRITISH])
def test_routes_obey_the_rule_at_every_step(nationality: int) -> None:
    luck = random.Random(nationality)
    for _ in range(300):
        state = random_state(luck, BASE)
        reach = s12_supply.lines(state, nationality)
        for place in s12_supply.land(state.setting.board):
            route = reach.route(place)
            assert bool(route) == reach.reached(place)
            if route:
                assert may_begin(state, nationality, route)
                assert price_by_the_book(state, nationality, route) == reach.cost[place]


@pytest.mark.rule("12.8")
@pytest.mark.parametrize("seed", range(20))
def test_reports_say_what_the_flood_says(seed: int) -> None:
    state = random_state(random.Random(1000 + seed), BASE)
    side = seed % 2
    report = SupplyReport(state, SIDES[side])
    units = state.setting.forces
    for line in report.lines:
        unit = units.units[units.index[line.unit]]
        reach = s12_supply.lines(state, unit.nationality)
        assert line.isolated != reach.reached(state.at[unit.index])
        if not line.isolated:
            assert reach.cost[state.at[unit.index]] == line.boundaries + line.contested
    isolated = set(report.isolated_places)
    for nationality in (GERMAN,) if side == GERMAN else (US, BRITISH):
        alone = s12_supply.isolated_places(state, nationality)
        mine = {state.setting.board.places[place].id for place in alone if state.control[place] == nationality}
        assert mine <= isolated
        isolated -= mine
    assert isolated == set()


@pytest.mark.parametrize("nationality", [GERMAN, US, BRITISH])
def test_a_way_over_any_gap_would_restore_supply(nationality: int) -> None:
    luck, found = random.Random(nationality), 0
    for _ in range(150):
        state = random_state(luck, BASE)
        board = state.setting.board
        passage, sources = s12_supply.passage(state, side_of(nationality)), s12_supply.sources(state, nationality)
        reach = flood(board, passage, sources)
        for place in s12_supply.land(board):
            for border in lines.gaps(board, passage, reach, place):
                found += 1
                crossing = list(passage.crossing)
                assert crossing[border.index] != OPEN
                crossing[border.index] = OPEN
                assert flood(board, Passage(passage.leave, crossing), sources).reached(place)
    assert found > 100
