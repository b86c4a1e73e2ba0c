"""Rule 19.4: coastal artillery fires on landings. The other reinforcement rules come with the days."""

from __future__ import annotations

from normandy_lab.breakout.board.board import GERMAN, SIDES
from normandy_lab.breakout.forces.units import DISRUPT_1, SPENT
from normandy_lab.breakout.frames import Faces, Interdiction, Throw
from normandy_lab.breakout.query import fresh, units
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term


@rule("19.4", "16.3")
def interdiction_value(state: State, beach: int) -> Tally:
    """One for each Fresh coastal artillery unit in or adjacent to the beach (19.4)."""
    if not state.setting.rules["coastal_interdiction"]:
        return Tally("Interdiction Value", [])
    return Tally("Interdiction Value", [Term(1, "19.4", text) for text in fresh_guns(state, beach)])


@rule("19.4", "12.72")
def fresh_guns(state: State, beach: int) -> list[str]:
    """Every Fresh coastal artillery unit in or adjacent to the beach, in words: they fire on landings and on supplies."""
    board = state.setting.board
    places = (beach, *(place for place, _ in board.neighbours[beach]))
    return [
        f"{unit.name} in {board.names[place]}"
        for place in places
        for unit in units(state, fresh(state, state.here[GERMAN][place]))
        if unit.coastal
    ]


def resume(state: State, frame: Interdiction, events: list[Event]) -> None:
    """Roll for the next lander; where no gun is Fresh no die is needed."""
    if not frame.queue:
        state.frames = state.frames[:-1]
        return
    index, beach = frame.queue[0]
    if not int(interdiction_value(state, beach)):
        state.frames = (*state.frames[:-1], Interdiction(frame.queue[1:]))
        return
    unit, area = state.setting.forces.units[index], state.setting.board.places[beach]
    key = ("interdiction", state.day, unit.id, area.id)
    purpose = f"interdiction of {unit.name} at {area.name}"
    throw = Throw((SIDES[unit.side],), (1,), key, purpose, attack=False, rule="19.4")
    state.frames = (*state.frames, throw)


@rule("19.4")
def rolled(state: State, frame: Interdiction, faces: Faces, events: list[Event]) -> None:
    """Below the Interdiction Value the unit is Disrupt 1, on it Spent, above it unharmed (19.4)."""
    index, beach = frame.queue[0]
    die, value = faces[0][0], int(interdiction_value(state, beach))
    unit, area = state.setting.forces.units[index], state.setting.board.places[beach]
    state.frames = (*state.frames[:-1], Interdiction(frame.queue[1:]))
    if die > value:
        result = "lands unharmed"
    elif die == value:
        result = "is spent"
        state.level[index] = SPENT
    else:
        result = "is disrupt 1"
        state.level[index] = DISRUPT_1
    words = (area.name, die, value, unit.name, result)
    events.append(
        Event("19.4", SIDES[GERMAN], "Coastal guns fire on the landing at {}: {} against {}, {} {}.", words, area.id)
    )
