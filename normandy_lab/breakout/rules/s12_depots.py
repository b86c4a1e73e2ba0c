"""Rules 12.51, 12.52, 12.61, 12.71, 12.72 and 18.41: where depots may stand, what they are worth, what a refit costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from normandy_lab.breakout.board.board import ALLIED, GERMAN, NATIONALITIES, ZONE
from normandy_lab.breakout.board.flood import FAR, Passage, Reach, flood
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE
from normandy_lab.breakout.query import contested, controller, free, name, side_of
from normandy_lab.breakout.rules import s12_prices, s12_supply, s18_weather, s19_landing
from normandy_lab.breakout.setting import CLEAR
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term


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
    if before >= state.setting.supply.german:
        return Refusal("12.61", f"The Germans place {state.setting.supply.german} depots a day.")
    if not free(state, depot.place, GERMAN):
        return Refusal("12.61", f"{where} is not Free for the Germans.", "A German depot stands in a Free area.")
    if not zones.reached(depot.place):
        return Refusal("12.61", f"No supply line joins {where} to a German-controlled zone.")
    return None


def _allied_misplaced(state: State, depots: Sequence[Depot], number: int, sent: dict[int, int]) -> Refusal | None:
    depot = depots[number]
    where, who = name(state, depot.place), NATIONALITIES[depot.nationality]
    if not origins(state, depot.nationality, depot.place):
        if contested(state, depot.place):
            return Refusal("12.52", f"{where} is contested.", "Only in its own beach may a depot be contested.")
        if not free(state, depot.place, ALLIED):
            return Refusal("12.71", f"{where} is not Free for the Allies.")
        return Refusal("12.71", f"No way over Free {who} areas and friendly bridges joins {where} to a {who} beach.")
    if not _sent(state, depots, number, sent, set()):
        return Refusal("12.71", f"No {who} beach that reaches {where} has a depot left.", "Omaha has two, others one.")
    return None


@rule("12.71", "12.52")
def origins(state: State, nationality: int, place: int) -> list[int]:
    """The beaches of the nationality that can send a depot there (I-39)."""
    return [beach for beach in s12_supply.beaches(state, nationality) if place in sendable(state, beach)]


@rule("12.71", "12.52")
def sendable(state: State, beach: int) -> list[int]:
    """Where the beach can send its depots, in board order (I-39).

    A contested beach keeps its depot. An Allied-controlled one may move it into a Free area of its
    nationality, along such areas and friendly bridges: as far as a line may go on, not just end.
    """
    if contested(state, beach):
        return [beach]
    if controller(state, beach) != ALLIED:
        return []
    board = state.setting.board
    way = Passage(_own_free(state, board.places[beach].nationality), s12_supply.crossings(state, ALLIED))
    via = flood(board, way, [beach]).via
    return [place for place in s12_supply.land(board) if via[place] < FAR]


def _own_free(state: State, nationality: int) -> list[int]:
    """1 for the Free places that the nationality itself controls, 0 for all others."""
    leave = [0] * len(state.setting.board.places)
    for place in s12_supply.land(state.setting.board):
        if state.control[place] == nationality and not state.here[GERMAN][place]:
            leave[place] = 1
    return leave


def _sent(state: State, depots: Sequence[Depot], number: int, sent: dict[int, int], tried: set[int]) -> bool:
    """Find the depot a beach that can send it, letting earlier depots change theirs (a matching)."""
    for beach in origins(state, depots[number].nationality, depots[number].place):
        for slot in (2 * beach, 2 * beach + 1)[: len(state.setting.supply.beaches[beach])]:
            if slot not in tried:
                tried.add(slot)
                if slot not in sent or _sent(state, depots, sent[slot], sent, tried):
                    sent[slot] = number
                    return True
    return False


@rule("12.61", "12.6")
def german_places(state: State) -> list[int]:
    """Where a German depot may stand: Free places with a supply line to a German-controlled zone (12.61, I-36)."""
    board = state.setting.board
    zones = flood(board, s12_supply.passage(state, GERMAN), s12_supply.sources(state, GERMAN))
    return [place for place in s12_supply.land(board) if zones.reached(place) and free(state, place, GERMAN)]


# -- what they are worth


@rule("12.61", "18.41")
def german_value(state: State) -> Tally:
    """A German depot by the weather of the day and by the impulses of the other weather, three by three (18.41)."""
    supply, clear_day = state.setting.supply, state.setting.dawn[state.day] == CLEAR
    clear, overcast = s18_weather.skies(state)
    if clear_day:
        terms = [Term(supply.clear, "12.61", "German depot on a Clear day")]
        other, sign, what = overcast, 1, "Overcast"
    else:
        terms = [Term(supply.overcast, "12.61", "German depot on an Overcast day")]
        other, sign, what = clear, -1, "Clear"
    if other:
        threes = -(-other // 3)
        terms.append(Term(sign * threes, "18.41", f"one for every three {what} impulses or part of three: {other}"))
    return _not_below(Tally("supply points of the depot", terms))


@rule("12.71", "12.72", "16.3")
def beach_value(state: State, beach: int, number: int = 0) -> Tally:
    """A depot of a beach, less one for each Fresh coastal artillery unit in or next to the beach (12.72)."""
    place = state.setting.board.places[beach]
    terms = [Term(state.setting.supply.beaches[beach][number], "12.71", f"depot of {place.name}")]
    terms += [Term(-1, "12.72", text) for text in s19_landing.fresh_guns(state, beach)]
    return _not_below(Tally("supply points of the depot", terms))


def _not_below(tally: Tally) -> Tally:
    """No depot is worth less than nothing."""
    short = -tally.total
    return tally if short <= 0 else Tally(tally.title, [*tally.terms, Term(short, "12.51", "never less than 0")])


@rule("12.61", "12.71")
def value(state: State, source: int, number: int = 0) -> Tally:
    """What the next depot of this source is worth tonight; ``number`` of them stand already."""
    return german_value(state) if source == GERMAN_SOURCE else beach_value(state, source, number)


# -- what depots reach, and the price


@rule("12.51", "12.52")
def depot_reach(state: State, depot: Depot) -> Reach:
    """What one depot reaches; one in a contested place only that place (12.52)."""
    return s12_prices.reach(state, side_of(depot.nationality), depot.place)


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
