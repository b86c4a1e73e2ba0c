"""Rule 8.4: Allied aircraft over German columns, and rule 8.33: one unit enters a place."""

from __future__ import annotations

from fractions import Fraction

from normandy_lab.breakout.board.board import AREA, FLOODED, GERMAN, RIVER, SIDES, ZONE
from normandy_lab.breakout.forces.units import DISRUPT_1, FRESH, SPENT
from normandy_lab.breakout.frames import Faces, March, Step, Throw
from normandy_lab.breakout.query import is_clear, move_unit, name, units
from normandy_lab.breakout.rules import (
    s07_control,
    s08_movement,
    s08_record,
    s20_bridges,
)
from normandy_lab.breakout.rules.s08_movement import Mover
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term

SAFE = 3  # a modified die from here on lets the unit pass


@rule("8.4", "16.2")
def modifier(state: State, place: int) -> Tally:
    """+1 for each Fresh FLAK unit in the area being left that is not on the move itself (8.4)."""
    frame = s08_record.impulse(state)
    moving = sum(1 << march.unit for march in frame.marches) if frame else 0
    return Tally(
        "interdiction modifier",
        [
            Term(1, "8.4", f"{unit.name} in {name(state, place)}")
            for unit in units(state, state.here[GERMAN][place] & ~moving)
            if unit.flak and state.level[unit.index] == FRESH
        ],
    )


@rule("8.4", "18.2", "18.3")
def threatened(state: State, mover: Mover) -> bool:
    """A German unit that enters its second area, or a later one, under a clear sky must roll (8.4)."""
    german_column = mover.unit.side == GERMAN and bool(mover.trail)
    return german_column and is_clear(state) and bool(state.setting.rules["air_interdiction"])


def risk(state: State, mover: Mover) -> tuple[Fraction, Fraction, Tally]:
    """The chances to be Spent and to be Disrupt 1 on leaving the place, and the modifier of the die."""
    drm = modifier(state, mover.at)
    if not threatened(state, mover):
        return Fraction(0), Fraction(0), drm
    spent = sum(1 for die in range(1, 7) if die + int(drm) == SAFE - 1)
    hurt = sum(1 for die in range(1, 7) if die + int(drm) < SAFE - 1)
    return Fraction(spent, 6), Fraction(hurt, 6), drm


def begin(state: State, index: int, place: int, wade: bool, events: list[Event]) -> None:
    """Take the step at once, or roll for interdiction first where the die can matter."""
    mover = s08_movement.mover(state, index)
    if not threatened(state, mover) or 1 + int(modifier(state, mover.at)) >= SAFE:
        enter(state, mover, place, wade, events)
        return
    unit = mover.unit
    places = state.setting.board.places
    key = ("air interdiction", state.day, unit.id, places[place].id, mover.used)
    purpose = f"air interdiction of {unit.name} leaving {places[mover.at].name}"
    state.frames = (
        *state.frames,
        Step(index, place, wade),
        Throw((SIDES[GERMAN],), (1,), key, purpose, attack=False, rule="8.4"),
    )


@rule("8.4")
def rolled(state: State, frame: Step, faces: Faces, events: list[Event]) -> None:
    """2 stops the unit Spent, 1 stops it at Disrupt 1, both in the area it tried to leave (8.4)."""
    state.frames = state.frames[:-1]
    mover = s08_movement.mover(state, frame.unit)
    die, flak = faces[0][0], int(modifier(state, mover.at))
    result = die + flak
    place = state.setting.board.places[mover.at]
    thrown = f"{die} + {flak} for FLAK" if flak else str(die)
    if result >= SAFE:
        passed = (mover.unit.name, place.name, thrown)
        events.append(Event("8.4", SIDES[GERMAN], "Aircraft do not stop {} in {}: {} is rolled.", passed, place.id))
        enter(state, mover, frame.place, frame.wade, events)
        return
    state.level[frame.unit] = SPENT if result == SAFE - 1 else DISRUPT_1
    words = (mover.unit.name, place.name, thrown, "spent" if result == SAFE - 1 else "disrupt 1")
    text = "Aircraft stop {} in {}: {} is rolled, it is {}."
    events.append(Event("8.4", SIDES[GERMAN], text, words, place.id))


@rule("8.33", "8.511", "7.3", "20.1")
def enter(state: State, mover: Mover, place: int, wade: bool, events: list[Event]) -> None:
    """The unit crosses the border; control and bridges follow at once where nobody stands."""
    board = state.setting.board
    border = board.borders[board.between[mover.at, place]]
    frame = s08_record.current(state)
    mf, cited = s08_movement.price(state, frame, mover, place, wade)
    must = bool(s08_movement.must_assault(state, mover, place))
    unit = mover.unit
    if not wade:
        s08_movement.cross(state, border, unit)
    move_unit(state, unit.index, place)
    trail = (*mover.trail, mover.at)
    s08_record.put(state, March(unit.index, mover.used + mf, trail, border.index, wade, must))
    s08_record.amend(state, nation=unit.nationality, repairing=0)
    text = "{} wades to {} ({} MF)." if wade else "{} enters {} ({} MF)."
    events.append(Event(cited, SIDES[unit.side], text, (unit.name, board.names[place], mf), board.places[place].id))
    if border.kind in (RIVER, FLOODED) and not state.here[1 - unit.side][place]:
        s20_bridges.capture(state, border, unit.side, events)
    for each in (place, mover.at):
        if board.places[each].kind in (AREA, ZONE):
            s07_control.settle(state, each, events)
    s07_control.left_behind(state, mover.at, unit, events)
