"""Rules 22 and 23.2: victory points, Breakout, and the verdict at the end of the week."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from normandy_lab.breakout.board.board import ALLIED, BRITISH, GERMAN, SIDES, US
from normandy_lab.breakout.board.flood import flood
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.query import contested, controller, fresh, name, units
from normandy_lab.breakout.rules import s12_supply
from normandy_lab.breakout.state import Page, State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Number, Tally, Term

ADVANTAGE, CUT_OFF, BEACH_LOST, STRUGGLE = 1, 2, -1, 1  # points (22.3, 22.4)
TENTHS = 10  # contested points that make one where a bid is a fraction (23.21)
BREAKOUT, VERDICT = "breakout", "verdict"  # how a game is won, in State.over


# -- points


@rule("22.3", "22.4", "23.21", "3.9")
def score(state: State) -> Tally:
    """The Allied victory points of this position, as if the week ended now."""
    terms = [*_controlled(state), *_cherbourg(state)]
    if state.advantage == ALLIED:
        terms.append(Term(ADVANTAGE, "22.3", "the Allies hold the Advantage"))
    terms += [
        Term(BEACH_LOST, "22.3", f"{name(state, beach)} is German-controlled")
        for beach in state.setting.board.beaches
        if controller(state, beach) == GERMAN
    ]
    return Tally("victory points", [*terms, *_struggle(state)])


@rule("22.3", "12.5", "12.8")
def supplied(state: State, place: int, nationality: int) -> bool:
    """A supply line joins the place to a beach of the nationality; enemies on the way that only contest do not matter."""
    return place not in s12_supply.isolated_places(state, nationality)


def _controlled(state: State) -> Iterator[Term]:
    """Areas that the Allies control with a line of the controller's own (22.3)."""
    board = state.setting.board
    for area in board.areas:
        place, nation = board.places[area], state.control[area]
        if place.vp and nation != GERMAN and place.id != s12_supply.CHERBOURG and supplied(state, area, nation):
            yield Term(place.vp, "22.3", f"{place.name} is Allied-controlled and supplied")


@rule("22.3")
def _cherbourg(state: State) -> Iterator[Term]:
    """All its points for control with a line; else two if no German line joins it to a zone (22.3)."""
    board = state.setting.board
    index = board.index.get(s12_supply.CHERBOURG)
    if index is None:
        return
    place, nation = board.places[index], state.control[index]
    if nation != GERMAN and supplied(state, index, nation):
        yield Term(place.vp, "22.3", f"{place.name} is Allied-controlled and supplied")
    elif not flood(board, s12_supply.passage(state, GERMAN), s12_supply.sources(state, GERMAN)).reached(index):
        yield Term(CUT_OFF, "22.3", f"{place.name} is isolated")


@rule("22.4", "23.21")
def _struggle(state: State) -> Iterator[Term]:
    """One point for contested areas worth enough; where the bid is a fraction what is over counts in tenths (I-91)."""
    points = struggle(state)
    least = Fraction(str(state.setting.rules["contested_vp_threshold"]))
    enough = points >= least
    if enough and points:
        yield Term(STRUGGLE, "22.4", f"contested areas worth {points}, of {least} that earn a point")
    if state.setting.victory.bid.denominator > 1:
        rest = Fraction(points) - (least if enough else 0)
        if rest > 0:
            tenths = min(rest, Fraction(TENTHS - 1)) / TENTHS
            yield Term(
                tenths, "23.21", f"contested areas worth {rest} beyond that, in tenths, since the bid is a fraction"
            )


@rule("22.4")
def struggle(state: State) -> int:
    """The worth of German-controlled areas that supplied Allied units contest."""
    board, forces = state.setting.board, state.setting.forces
    total = 0
    for area in board.areas:
        if board.places[area].vp and controller(state, area) == GERMAN and contested(state, area):
            there = state.here[ALLIED][area]
            nations = [nation for nation, mask in ((US, forces.us), (BRITISH, forces.british)) if there & mask]
            if any(supplied(state, area, nation) for nation in nations):
                total += board.places[area].vp
    return total


def needed(state: State) -> Number:
    """The points that win for the Allies, with the bid that was paid for them (22.2, 23.22)."""
    total = state.setting.victory.required + state.setting.victory.bid
    return int(total) if total.denominator == 1 else total


# -- the end


@rule("22.1", "12.8")
def broken_out(state: State) -> list[Unit]:
    """Fresh Allied units in a zone with a supply line (22.1)."""
    return [
        unit
        for zone in state.setting.board.zones
        for unit in units(state, fresh(state, state.here[ALLIED][zone]))
        if supplied(state, zone, unit.nationality)
    ]


@rule("22.1")
def dusk(state: State, events: list[Event]) -> None:
    """Daylight is over: a Breakout wins at once."""
    units_out = broken_out(state)
    if units_out:
        unit = units_out[0]
        zone = state.setting.board.places[state.at[unit.index]]
        words = (unit.name, zone.name)
        events.append(Event("22.1", SIDES[ALLIED], "Breakout: {} stands Fresh and supplied in {}.", words, zone.id))
        state.over = BREAKOUT


@rule("22.2", "23.22")
def verdict(state: State, events: list[Event]) -> None:
    """The week is over (22.2)."""
    state.over = VERDICT
    won, _, how = result(state)
    events.append(Event("22.2", won, "The week is over: {}.", (how,)))


def result(state: State) -> tuple[str, Tally, str]:
    """Winner, points and how a game was won."""
    tally, day = score(state), f"{state.setting.calendar[state.day]:%b-%d}"
    if state.over == BREAKOUT:
        return SIDES[ALLIED], tally, f"Breakout on {day} (22.1)"
    areas = state.setting.victory.areas
    if areas:
        held = sum(controller(state, area) == ALLIED for area in areas)
        winner = SIDES[ALLIED if held == len(areas) else GERMAN]
        return winner, tally, f"{held} of {len(areas)} named areas Allied-controlled on {day} (22.2)"
    need = needed(state)
    margin = tally.total - need
    winner = SIDES[ALLIED if margin >= 0 else GERMAN]
    won = f"the {'Allies' if margin >= 0 else 'Germans'} win by {abs(margin)}"
    return winner, tally, f"{tally.total} victory points on {day}, {need} needed: {won} (22.2)"


def note(state: State, impulses: int = 0) -> None:
    """Write today's page of the diary, or renew its points when the night is over."""
    points = score(state).total
    pages = state.diary
    if pages and pages[-1].day == state.day:
        impulses, pages = pages[-1].impulses, pages[:-1]
    state.diary = (*pages, Page(state.day, impulses, points))
