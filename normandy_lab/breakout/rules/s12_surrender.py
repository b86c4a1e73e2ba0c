"""Rule 12.8: isolated German units may surrender at the end of the German part of the Refit Phase."""

from __future__ import annotations

from normandy_lab.breakout.board.board import GERMAN, SIDES
from normandy_lab.breakout.forces.units import DISRUPT_2, Unit
from normandy_lab.breakout.frames import Faces, Surrender, Throw
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s07_control, s09_casualties, s12_record, s12_supply
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term

ELIMINATED, WORSE, HOLDS = "eliminated", "worse", "holds"


@rule("12.8", "12.62")
def isolated(state: State) -> list[Unit]:
    """The German units without a line to a zone or to Cherbourg, in the order of the order of battle (12.8)."""
    if not state.setting.rules["surrender_die"]:
        return []
    here, forces = state.here[GERMAN], state.setting.forces
    found = [index for place in s12_supply.isolated_places(state, GERMAN) for index in bits(here[place])]
    return [forces.units[index] for index in sorted(found)]


@rule("12.8")
def strength(state: State, unit: Unit) -> Tally:
    """The level that its die is compared with: 1 Fresh, 2 Spent, 3 and 4 disrupted (12.8)."""
    level = state.level[unit.index]
    return Tally(f"level of {unit.name}", [Term(1 + level, "12.8", s12_record.LEVEL_WORDS[level])])


@rule("12.8")
def outcome(level: int, die: int) -> str:
    """Below the level it is eliminated; equal to it a level is lost, the last one eliminates; above it nothing."""
    step = 1 + level
    if die < step or (die == step and level == DISRUPT_2):
        return ELIMINATED
    return WORSE if die == step else HOLDS


def resume(state: State, frame: Surrender, events: list[Event]) -> None:
    """A die for each in turn; all were isolated when the German part ended (12.8)."""
    if not frame.queue:
        state.frames = state.frames[:-1]
        return
    unit = state.setting.forces.units[frame.queue[0]]
    key = ("surrender", state.day, unit.id)
    throw = Throw((SIDES[GERMAN],), (1,), key, f"surrender of {unit.name}", attack=False, rule="12.8")
    state.frames = (*state.frames, throw)


@rule("12.8", "7.3")
def rolled(state: State, frame: Surrender, faces: Faces, events: list[Event]) -> None:
    unit, die = state.setting.forces.units[frame.queue[0]], faces[0][0]
    state.frames = (*state.frames[:-1], Surrender(frame.queue[1:]))
    place, level = state.at[unit.index], state.level[unit.index]
    where = state.setting.board.places[place]
    result = outcome(level, die)
    becomes = {WORSE: "it loses a level", HOLDS: "it holds out", ELIMINATED: "it surrenders"}[result]
    words = (unit.name, where.name, die, 1 + level, becomes)
    text = "{}, isolated in {}, throws {} against level {}: {}."
    events.append(Event("12.8", SIDES[GERMAN], text, words, where.id))
    if result == WORSE:
        state.level[unit.index] = level + 1
    elif result == ELIMINATED:
        s09_casualties.eliminate(state, unit.index, events, "12.8")
        s07_control.settle(state, place, events)
