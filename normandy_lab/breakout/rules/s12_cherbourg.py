"""Rule 12.62: German units in Cherbourg may refit by a die, before the depots are placed."""

from __future__ import annotations

from normandy_lab.breakout.board.board import GERMAN, SIDES
from normandy_lab.breakout.forces.units import FRESH, SPENT, Unit
from normandy_lab.breakout.frames import Faces, Garrison, Refit, Throw
from normandy_lab.breakout.query import units
from normandy_lab.breakout.rules import s12_record, s12_supply
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term


@rule("12.62")
def garrison(state: State, frame: Refit) -> list[Unit]:
    """The units that may still try: German, in Cherbourg whoever controls it, not Fresh (12.62)."""
    place = state.setting.board.index.get(s12_supply.CHERBOURG)
    if frame.side != GERMAN or place is None:
        return []
    here = state.here[GERMAN][place] & ~(frame.tried | frame.refitted)
    return [unit for unit in units(state, here) if state.level[unit.index] != FRESH]


@rule("12.62")
def needed(state: State, unit: Unit) -> Tally:
    """The die that it takes: 4 for a Spent unit, one more for each level of disruption."""
    terms = [Term(int(state.setting.rules["cherbourg_refit"]), "12.62", "refit in Cherbourg")]
    hurt = state.level[unit.index] - SPENT
    if hurt > 0:
        terms.append(Term(hurt, "12.62", f"Disrupt {hurt}"))
    return Tally(f"die needed by {unit.name}", terms)


def begin(state: State, unit: Unit) -> None:
    """Note the try and open its die."""
    s12_record.amend(state, tried=s12_record.current(state).tried | 1 << unit.index)
    state.frames = (*state.frames, Garrison(unit.index))


def resume(state: State, frame: Garrison, events: list[Event]) -> None:
    unit = state.setting.forces.units[frame.unit]
    key = ("cherbourg", state.day, unit.id)
    throw = Throw((SIDES[GERMAN],), (1,), key, f"refit of {unit.name} in Cherbourg", attack=False, rule="12.62")
    state.frames = (*state.frames, throw)


@rule("12.62", "12.4")
def rolled(state: State, frame: Garrison, faces: Faces, events: list[Event]) -> None:
    """The unit recovers a level, or may still draw from a depot (12.62)."""
    unit, die = state.setting.forces.units[frame.unit], faces[0][0]
    least = int(needed(state, unit))
    state.frames = state.frames[:-1]
    result = f"and is {s12_record.recover(state, unit, events)}" if die >= least else "and does not refit"
    words = (unit.name, die, least, result)
    events.append(Event("12.62", SIDES[GERMAN], "{} in Cherbourg: {}, {} needed, {}.", words, s12_supply.CHERBOURG))
