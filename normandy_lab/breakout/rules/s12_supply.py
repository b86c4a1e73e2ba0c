"""Rules 12.5 to 12.8: supply lines, their sources, isolation, and what a refit costs.

One reading of 12.5 as a ``Passage``; the flood in play and the graph in reports both take it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from normandy_lab.breakout.board.board import ALLIED, FLOODED, GERMAN, RIVER
from normandy_lab.breakout.board.flood import FAR, Passage, Reach, flood
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.query import contested, controller, side_of
from normandy_lab.breakout.rules import s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term

CHERBOURG = "56"


class Depot(NamedTuple):
    """A depot as placed: where, its supply points, whose units it refits (12.51, 12.71)."""

    place: int
    value: int
    nationality: int


@rule("12.5", "12.51")
def passage(state: State, side: int) -> Passage:
    """Through areas the side controls, contested ones at one more; bridges it holds; rivers only at the end.

    A line may cross an unbridged river (or one whose bridge the enemy holds) only into the area that
    is supplied, and a flood only by a friendly bridge (12.5). The supplied area itself may be the
    enemy's (12.51).
    """
    board = state.setting.board
    through = slow = crossed = last = 0
    for place in (*board.areas, *board.zones):
        if controller(state, place) == side:
            through |= 1 << place
            if contested(state, place):
                slow |= 1 << place
    for border in board.borders:
        dry = border.kind not in (RIVER, FLOODED)
        if dry or (s20_bridges.standing(state, border) and s20_bridges.holder(state, border) == side):
            crossed |= 1 << border.index
        elif border.kind == RIVER:
            last |= 1 << border.index
    return Passage(through, slow, crossed, last)


@rule("12.6", "12.7", "12.71", "12.8")
def sources(state: State, nationality: int) -> list[int]:
    """Where lines of this nationality begin, for isolation (12.8).

    German-controlled zones, and Cherbourg under German control; the nationality's beaches under
    Allied control and uncontested. A contested beach feeds only those in it (12.71): ``local_sources``.
    """
    board = state.setting.board
    if nationality == GERMAN:
        found = [zone for zone in board.zones if state.control[zone] == GERMAN]
        cherbourg = board.index.get(CHERBOURG)
        return [*found, cherbourg] if cherbourg is not None and state.control[cherbourg] == GERMAN else found
    return [
        beach
        for beach in board.beaches
        if board.places[beach].nationality == nationality
        and controller(state, beach) == ALLIED
        and not contested(state, beach)
    ]


@rule("12.71")
def local_sources(state: State, nationality: int) -> list[int]:
    """Contested beaches of the nationality: they supply only the Allied units that stand in them (12.71)."""
    if nationality == GERMAN:
        return []
    board = state.setting.board
    own = (beach for beach in board.beaches if board.places[beach].nationality == nationality)
    return [beach for beach in own if contested(state, beach)]


@rule("12.5", "12.71")
def lines(state: State, nationality: int) -> Reach:
    """The cheapest line from a source to every place, for units of this nationality."""
    reach = flood(state.setting.board, passage(state, side_of(nationality)), sources(state, nationality))
    for beach in local_sources(state, nationality):
        reach.cost[beach], reach.came[beach] = 0, -1
    return reach


@rule("12.8")
def isolated(state: State, nationality: int) -> set[int]:
    """The places from which units of this nationality have no supply line (12.8)."""
    reach = lines(state, nationality)
    board = state.setting.board
    return {place for place in (*board.areas, *board.zones) if reach.cost[place] >= FAR}


@rule("12.51", "12.52")
def depot_reach(state: State, depot: Depot) -> Reach:
    """What one depot reaches; one in a contested area only its own (12.52)."""
    board = state.setting.board
    if contested(state, depot.place):
        return flood(board, Passage(0, 0, 0, 0), [depot.place])
    return flood(board, passage(state, side_of(depot.nationality)), [depot.place])


@rule("12.51")
def refit_cost(state: State, unit: Unit, route: Sequence[int]) -> Tally:
    """What it costs to refit the unit along a route from the depot to its area (12.51)."""
    terms = [Term(1, "12.51", f"refit of {unit.name}")]
    if state.level[unit.index] > SPENT:
        terms.append(Term(1, "12.51", "disrupted"))
    names = state.setting.board.names
    terms += [Term(1, "12.51", f"boundary {names[a]} to {names[b]}") for a, b in pairwise(route)]
    terms += [Term(1, "12.51", f"{names[place]} is contested") for place in route[1:-1] if contested(state, place)]
    return Tally(f"refit cost of {unit.name}", terms)


@rule("12.51", "12.71")
def best_depot(state: State, unit: Unit, depots: Iterable[Depot]) -> tuple[Depot, list[int]] | None:
    """The depot of the unit's nationality with the cheapest route, and that route (12.51, 12.71)."""
    best: tuple[int, Depot, list[int]] | None = None
    place = state.at[unit.index]
    for depot in depots:
        if depot.nationality != unit.nationality:
            continue
        reach = depot_reach(state, depot)
        if reach.reached(place) and (best is None or reach.cost[place] < best[0]):
            best = reach.cost[place], depot, reach.route(place)
    return None if best is None else best[1:]
