"""Rules 12.51, 12.52, 12.61, 12.71: where depots may stand, what they reach, and what a refit costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from normandy_lab.breakout.board.board import ALLIED, GERMAN, NATIONALITIES, ZONE
from normandy_lab.breakout.board.flood import FAR, SHUT, Passage, Reach, flood
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.query import contested, controller, free, name, side_of
from normandy_lab.breakout.rules import s12_supply
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term

GERMAN_DEPOTS = 6  # 12.61
OMAHA = "30"  # the beach with two depots (12.71)


class Depot(NamedTuple):
    """A depot as placed: where, its supply points, whose units it refits (12.51, 12.71)."""

    place: int
    value: int
    nationality: int


# -- where depots may stand


@rule("12.61", "12.71")
def misplaced(state: State, depots: Sequence[Depot]) -> list[Refusal | None]:
    """Why each of these depots may not stand where it does, all of them placed together; None where it may."""
    found: list[Refusal | None] = []
    beaches: dict[int, int] = {}  # slot of a beach -> number of the depot that it sends
    zones = flood(state.setting.board, s12_supply.passage(state, GERMAN), s12_supply.sources(state, GERMAN))
    for number, depot in enumerate(depots):
        if depot.nationality == GERMAN:
            before = sum(
                each.nationality == GERMAN and not bad for each, bad in zip(depots[:number], found, strict=True)
            )
            found.append(_german_misplaced(state, depot, zones, before))
        else:
            found.append(_allied_misplaced(state, depots, number, beaches))
    return found


def _german_misplaced(state: State, depot: Depot, zones: Reach, before: int) -> Refusal | None:
    where = name(state, depot.place)
    if before >= GERMAN_DEPOTS:
        return Refusal("12.61", f"The Germans place {GERMAN_DEPOTS} depots a day.")
    if not free(state, depot.place, GERMAN):
        return Refusal("12.61", f"{where} is not Free for the Germans.", "A German depot stands in a Free area.")
    if not zones.reached(depot.place):
        return Refusal("12.61", f"No supply line joins {where} to a German-controlled zone.")
    return None


def _allied_misplaced(state: State, depots: Sequence[Depot], number: int, sent: dict[int, int]) -> Refusal | None:
    depot = depots[number]
    where, who = name(state, depot.place), NATIONALITIES[depot.nationality]
    if not _origins(state, depot):
        if contested(state, depot.place):
            return Refusal("12.52", f"{where} is contested.", "Only in its own beach may a depot be contested.")
        if not free(state, depot.place, ALLIED):
            return Refusal("12.71", f"{where} is not Free for the Allies.")
        return Refusal("12.71", f"No way over Free {who} areas and friendly bridges joins {where} to a {who} beach.")
    if not _sent(state, depots, number, sent, set()):
        return Refusal("12.71", f"No {who} beach that reaches {where} has a depot left.", "Omaha has two, others one.")
    return None


@rule("12.71", "12.52")
def _origins(state: State, depot: Depot) -> list[int]:
    """The beaches of its nationality that can have sent the depot there (I-39).

    A contested beach keeps its depot. An Allied-controlled one may move it into a Free area of its
    nationality, along such areas and friendly bridges: as far as a line may go on, not just end.
    """
    way = Passage(_own_free(state, depot.nationality), s12_supply.crossings(state, ALLIED))
    found = []
    for beach in s12_supply.beaches(state, depot.nationality):
        if beach == depot.place:
            usable = contested(state, beach) or controller(state, beach) == ALLIED
        else:
            usable = free(state, beach, ALLIED) and flood(state.setting.board, way, [beach]).via[depot.place] < FAR
        if usable:
            found.append(beach)
    return found


def _own_free(state: State, nationality: int) -> list[int]:
    """1 for the Free places that the nationality itself controls, 0 for all others."""
    leave = [0] * len(state.setting.board.places)
    for place in s12_supply.land(state.setting.board):
        if state.control[place] == nationality and not state.here[GERMAN][place]:
            leave[place] = 1
    return leave


def _sent(state: State, depots: Sequence[Depot], number: int, sent: dict[int, int], tried: set[int]) -> bool:
    """Find the depot a beach that can send it, letting earlier depots change theirs (a matching)."""
    for beach in _origins(state, depots[number]):
        two = state.setting.board.places[beach].id == OMAHA
        for slot in (2 * beach, 2 * beach + 1) if two else (2 * beach,):
            if slot not in tried:
                tried.add(slot)
                if slot not in sent or _sent(state, depots, sent[slot], sent, tried):
                    sent[slot] = number
                    return True
    return False


# -- what depots reach, and the price


@rule("12.51", "12.52")
def depot_reach(state: State, depot: Depot) -> Reach:
    """What one depot reaches; one in a contested place only that place (12.52)."""
    way = s12_supply.passage(state, side_of(depot.nationality))
    if contested(state, depot.place):
        way = Passage(way.leave, [SHUT] * len(way.crossing))
    return flood(state.setting.board, way, [depot.place])


@rule("12.61")
def own_zone(state: State, unit: Unit) -> bool:
    """Whether the unit is German in a German-controlled zone, which refits it without a depot (I-38)."""
    place = state.at[unit.index]
    kind = state.setting.board.places[place].kind
    return unit.nationality == GERMAN and kind == ZONE and controller(state, place) == GERMAN


@rule("12.51", "12.61")
def refit_cost(state: State, unit: Unit, route: Sequence[int]) -> Tally:
    """What it costs to refit the unit along a route from the depot to its area; nothing in its own zone."""
    title = f"refit cost of {unit.name}"
    if own_zone(state, unit):
        return Tally(title, [Term(0, "12.61", f"{name(state, state.at[unit.index])} refits the German units in it")])
    terms = [Term(1, "12.51", "one unit")]
    if state.level[unit.index] > SPENT:
        terms.append(Term(1, "12.51", "disrupted"))
    terms += [Term(1, "12.51", f"boundary {name(state, a)} to {name(state, b)}") for a, b in pairwise(route)]
    between = (place for place in route[1:-1] if contested(state, place))
    terms += [Term(1, "12.51", f"{name(state, place)} on the way is contested") for place in between]
    return Tally(title, terms)


@rule("12.51", "12.71")
def serving(unit: Unit, place: int, reaches: Iterable[tuple[Depot, Reach]]) -> list[tuple[Depot, Reach]]:
    """The depots of the unit's nationality that reach its place, the cheapest first (12.51, 12.71)."""
    mine = [(d, reach) for d, reach in reaches if d.nationality == unit.nationality and reach.reached(place)]
    return sorted(mine, key=lambda each: each[1].cost[place])
