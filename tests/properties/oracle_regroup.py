"""A second reading of regrouping (6.5, 13, 19.3), written from the rulebook: no rules module is called.

Every unit is tried against every place, dry and wading; slow and plain on purpose.
"""

from __future__ import annotations

from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, OFFSHORE, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Regroup
from normandy_lab.breakout.state import State

GERMAN, ALLIED = 0, 1
STANDING = (0, 1)
MARKS = {0: GERMAN, 1: ALLIED, 3: ALLIED, 4: GERMAN}  # bridges that stand, and Held marks of a river line
STACK, BRIDGE, LANDING = 10, 5, 5


def options(state: State) -> set[str]:
    """Every regrouping that section 13 allows now, and "end" where there is any."""
    frame = state.frames[-1]
    assert isinstance(frame, Regroup)
    found = set[str]()
    for unit in state.setting.forces.units:
        if unit.side == frame.side and not frame.moved >> unit.index & 1:
            found |= _of(state, frame, unit)
    return found | {"end"} if found else found


def _of(state: State, frame: Regroup, unit: Unit) -> set[str]:
    """What this unit may do; coastal guns stay, as does whoever has no factor to move with (8.373, 4.32)."""
    if unit.type == "coastal_artillery" or not unit.movement:
        return set()
    board, at = state.setting.board, state.at[unit.index]
    kind = board.places[at].kind
    if kind == BOX:
        return _at_sea(state, frame, unit)
    if kind not in (AREA, ZONE):
        return set()
    found = set[str]()
    for border in board.borders:
        if at in (border.a, border.b):
            found |= _over(state, unit, border)
    return found


def _over(state: State, unit: Unit, border: Border) -> set[str]:
    """The ways over this border, where what lies beyond is Free and has room."""
    goal = state.setting.board.places[border.other(state.at[unit.index])]
    words = f"regroup {unit.id} {goal.id}"
    if goal.kind not in (AREA, ZONE) or not _open(state, unit, goal.index):
        return set()
    if border.kind not in (RIVER, FLOODED):
        return {words}
    if _holds(state, border) != unit.side:
        return set()  # the enemy holds what crosses here (13, I-93)
    found = {f"{words} wade"} if border.kind == RIVER and unit.infantry else set()
    whole = border.bridge and state.held[border.index] in STANDING
    if whole and len(_users(state, border.index) | {unit.index}) <= BRIDGE:
        found.add(words)
    return found


def _holds(state: State, border: Border) -> int:
    """By its mark; a line without bridge and mark is Allied between two Allied-controlled areas (8.511, I-2)."""
    held = state.held[border.index]
    if held in MARKS:
        return MARKS[held]
    return GERMAN if GERMAN in (state.control[border.a], state.control[border.b]) else ALLIED


def _users(state: State, border: int) -> set[int]:
    mask = state.crossed.get(border, 0)
    return {unit.index for unit in state.setting.forces.units if mask >> unit.index & 1}


def _at_sea(state: State, frame: Regroup, unit: Unit) -> set[str]:
    """13, 19.3: off a beach a unit lands there, if it is Free, five a night; or it puts out again."""
    board, box = state.setting.board, state.at[unit.index]
    found = {f"regroup {unit.id} {place.id}" for place in board.places if place.kind == OFFSHORE}
    beach = next(place for place in board.places if f"box:{place.id}" == board.places[box].id)
    landed = [each for each in state.setting.forces.units if frame.landed >> each.index & 1]
    if sum(state.at[each.index] == beach.index for each in landed) < LANDING and _open(state, unit, beach.index):
        found.add(f"regroup {unit.id} {beach.id}")
    return found


def _open(state: State, unit: Unit, goal: int) -> bool:
    """Free for the unit's side, and with room in an area (7.1, 7.2, 7.6, 13, 16.13)."""
    there = [each for each in state.setting.forces.units if state.at[each.index] == goal]
    if (state.control[goal] == GERMAN) != (unit.side == GERMAN) or any(each.side != unit.side for each in there):
        return False
    if state.setting.board.places[goal].kind == ZONE:
        return True
    corps = unit.corps_artillery and any(each.corps_artillery for each in there)
    return len(there) < STACK and not corps
