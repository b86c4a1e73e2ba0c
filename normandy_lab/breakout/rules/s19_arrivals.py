"""Rules 6.2 and 19.1 to 19.6: at dawn the Rangers leave and the reinforcements of both sides are placed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, OFFSHORE, SIDES, US, ZONE
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Dawn
from normandy_lab.breakout.query import controller, move_unit, name, units
from normandy_lab.breakout.rules import s07_control
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

JUNE_7 = date(1944, 6, 7)
OMAHA = "30"


# -- who comes where


@rule("19.5", "3.5", "19.3")
def boxes(state: State, unit: Unit) -> list[int]:
    """The approach boxes in which a unit of the Offshore Box may be placed at this dawn.

    Up to June 7 only that of its own beach; afterwards any of its nationality (19.5).
    """
    board = state.setting.board
    own = unit.entry_place
    if state.setting.calendar[state.day] <= JUNE_7 and own >= 0:
        return [board.box_of[own]] if own in board.box_of else []
    any_nation = state.setting.rules["beach_of_another_nation"]
    return [
        board.box_of[beach]
        for beach in board.beaches
        if any_nation or board.places[beach].nationality == unit.nationality
    ]


@rule("19.1", "19.2", "19.3", "19.5")
def arrival(state: State, unit: Unit) -> int:
    """Where a unit that is due is placed: its zone, its box, its drop area, or the Offshore Box to wait for a choice."""
    board, own = state.setting.board, unit.entry_place
    if unit.side == GERMAN:
        return own
    if own in board.box_of:
        return board.box_of[own]
    if own < 0 or board.places[own].kind != AREA or not _drops(state, unit, own):
        return board.offshore
    return own


@rule("19.5", "6.2")
def _drops(state: State, unit: Unit, area: int) -> bool:
    """An airborne reinforcement comes down where Allies stand or hold the area; elsewhere it would have to assault (I-90)."""
    lost = controller(state, area) == GERMAN and not state.here[ALLIED][area]
    return not lost and not s07_control.stacking(state, unit, area)


def _due(state: State, side: int) -> Iterator[Unit]:
    waiting = state.here[side][state.setting.board.waiting]
    for unit in units(state, waiting):
        if unit.entry_day <= state.day:
            yield unit


# -- the phase


def ask(state: State, frame: Dawn) -> Decision | None:
    if frame.side == GERMAN or not frame.placed:
        return None
    options = list(placements(state))
    if not options:
        return None
    prompt = "Reinforcements offshore: choose the beach off which each waits; who is not placed stays offshore."
    return Decision("place", SIDES[ALLIED], "19.3", prompt, [*options, make(state.setting, "end")])


@rule("19.3", "19.5", "3.5")
def placements(state: State) -> Iterator[Action]:
    """Every unit of the Offshore Box with every approach box in which it may be placed."""
    for unit in units(state, state.here[ALLIED][state.setting.board.offshore]):
        for box in boxes(state, unit):
            yield make(state.setting, "place", unit.index, box)


def answer(state: State, frame: Dawn, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        state.frames = state.frames[:-1]
        return
    index, box = action.args
    move_unit(state, index, box)
    place = state.setting.board.places[box]
    unit = state.setting.forces.units[index]
    beach = state.setting.board.places[state.setting.board.beach_of[box]]
    events.append(Event("19.3", SIDES[ALLIED], "{} waits in {}.", (unit.name, place.name), beach.id))


@rule("6.2", "19.1", "19.2")
def resume(state: State, frame: Dawn, events: list[Event]) -> None:
    """Place whatever leaves no choice; then the Allies are asked, if units are offshore."""
    if frame.placed:
        state.frames = state.frames[:-1]
        return
    state.frames = (*state.frames[:-1], frame._replace(placed=True))
    if frame.side == ALLIED:
        _rangers(state, events)
    arrivals: dict[int, int] = {}
    for unit in list(_due(state, frame.side)):
        place = arrival(state, unit)
        move_unit(state, unit.index, place)
        arrivals[place] = arrivals.get(place, 0) | 1 << unit.index
    for place, mask in arrivals.items():
        _announce(state, frame.side, place, mask, events)


def _announce(state: State, side: int, place: int, mask: int, events: list[Event]) -> None:
    where = state.setting.board.places[place]
    cited = "19.2" if side == GERMAN else "19.5" if where.kind == AREA else "19.3"
    at_sea = where.kind not in (AREA, ZONE)
    text = ("{} wait in {}." if at_sea else "{} arrive in {}.") if mask.bit_count() > 1 else (
        "{} waits in {}." if at_sea else "{} arrives in {}."
    )  # fmt: skip
    events.append(Event(cited, SIDES[side], text, (state.setting.names(mask), where.name), where.id))


@rule("19.6", "7.3")
def _rangers(state: State, events: list[Event]) -> None:
    """At the first dawn at which Omaha is Allied-controlled the US Rangers leave, whatever their state (19.6)."""
    board = state.setting.board
    omaha = board.index.get(OMAHA)
    if omaha is None or controller(state, omaha) == GERMAN or not state.setting.rules["rangers_withdraw"]:
        return
    aside = (board.lost, board.withdrawn)
    leaving = [
        (unit, state.at[unit.index])
        for unit in state.setting.forces.units
        if unit.type == "ranger" and unit.nationality == US and state.at[unit.index] not in aside
    ]
    for unit, _ in leaving:
        move_unit(state, unit.index, board.withdrawn)
    if leaving:
        text = "{} is withdrawn." if len(leaving) == 1 else "{} are withdrawn."
        names = ", ".join(unit.name for unit, _ in leaving)
        events.append(Event("19.6", SIDES[ALLIED], text, (names,)))
    for unit, place in leaving:
        if board.places[place].kind in (AREA, ZONE):
            s07_control.settle(state, place, events)
            s07_control.left_behind(state, place, unit, events)


# -- why not


def refuse(state: State, frame: Dawn, action: Action) -> Refusal | None:
    if action.verb != "place":
        return None
    index, box = action.args
    unit, board = state.setting.forces.units[index], state.setting.board
    if unit.side == GERMAN:
        return Refusal("19.2", f"{unit.name} is German.", "Choose an Allied unit of the Offshore Box.")
    if board.places[state.at[index]].kind != OFFSHORE:
        return Refusal("3.5", f"{unit.name} is not in the Offshore Box.", "Only units that wait offshore are placed.")
    choice = boxes(state, unit)
    fix = (
        f'Play "{make(state.setting, "place", index, choice[0])}".' if choice
        else "It may land on June 8 or later; end the Dawn Phase."
    )  # fmt: skip
    if box not in board.beach_of:
        return Refusal("19.3", f"{name(state, box)} is no approach box.", fix)
    beach = board.places[board.beach_of[box]]
    if beach.nationality != unit.nationality and not state.setting.rules["beach_of_another_nation"]:
        return Refusal("19.3", f"{unit.name} lands at beaches of its own nationality, and {beach.name} is none.", fix)
    return Refusal("19.5", f"Up to June 7 {unit.name} has its own beach only.", fix)
