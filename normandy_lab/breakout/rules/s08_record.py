"""What an impulse remembers: reading and amending the Impulse frame, and the MF of its units (8.32, 8.33)."""

from __future__ import annotations

from typing import Any

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Day, Impulse, March
from normandy_lab.breakout.setting import OVERCAST
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule

DEPTH = 2  # of the Impulse frame: above Turn and Day


def key_of(frame: Day) -> str:
    """Names the impulse for the dice: G0, A0, G1, ..."""
    return f"{'A' if frame.side == ALLIED else 'G'}{frame.number}"


def impulse(state: State) -> Impulse | None:
    """The impulse being played; None outside daylight and between impulses."""
    frame = state.frames[DEPTH] if len(state.frames) > DEPTH else None
    return frame if isinstance(frame, Impulse) else None


def current(state: State) -> Impulse:
    """The impulse being played, where there must be one."""
    frame = state.frames[DEPTH]
    assert isinstance(frame, Impulse)
    return frame


def amend(state: State, **fields: Any) -> Impulse:
    """Change fields of the Impulse frame, wherever it lies in the stack; returns the new frame."""
    frame = current(state)._replace(**fields)
    state.frames = (*state.frames[:DEPTH], frame, *state.frames[DEPTH + 1 :])
    return frame


def march_of(frame: Impulse, unit: int) -> March | None:
    """What the unit has done in this impulse; None if nothing."""
    for march in frame.marches:
        if march.unit == unit:
            return march
    return None


def put(state: State, march: March) -> None:
    """Write what a unit has done in this impulse."""
    others = tuple(each for each in current(state).marches if each.unit != march.unit)
    amend(state, marches=(*others, march), acted=True)


@rule("18.3", "4.32")
def allowance(state: State, unit: Unit) -> int:
    """MF of the unit in this impulse: as printed, one more for Germans under an overcast sky (18.3)."""
    return unit.movement + (unit.side == GERMAN and state.weather == OVERCAST)


def used(state: State, frame: Impulse, unit: Unit) -> int:
    """MF used so far, an assault in the active place where it began included, whoever made it (8.54)."""
    march = march_of(frame, unit.index)
    if march is not None:
        return march.used
    at = state.at[unit.index]
    return next((mf for place, mf in frame.toll if place == at and frame.active >> at & 1), 0)


def start_of(state: State, frame: Impulse, unit: int) -> int:
    """The place where the unit began the impulse."""
    march = march_of(frame, unit)
    return march.trail[0] if march and march.trail else state.at[unit]


def came_from(frame: Impulse, place: int) -> int:
    """The units that have left the place where they began the impulse, if it is this one."""
    return sum(1 << march.unit for march in frame.marches if march.trail and march.trail[0] == place)


@rule("10.4")
def reduced(state: State) -> int:
    """The units that have lost their one level of this impulse to bombardment; none outside impulses (10.4, I-66)."""
    frame = impulse(state)
    return frame.reduced if frame is not None else 0


def pending(state: State, frame: Impulse, place: int) -> bool:
    """A Mandatory Assault there is still to be made (8.51)."""
    if frame.attacked >> place & 1:
        return False
    return any(march.must and state.at[march.unit] == place for march in frame.marches)


def anything_pending(state: State, frame: Impulse) -> bool:
    """A Mandatory Assault is still to be made somewhere (8.51)."""
    return any(march.must and not frame.attacked >> state.at[march.unit] & 1 for march in frame.marches)


@rule("8.51", "8.6")
def may_not_end(state: State, frame: Impulse) -> str:
    """Why the impulse may not end yet, or ""."""
    if anything_pending(state, frame):
        return "8.51"
    return "" if frame.acted else "8.6"


@rule("11.4", "8.1")
def may_double(state: State, frame: Impulse) -> bool:
    """The holder of the Advantage may spend it on a second activation, once, if it was not used (11.4, 11.6)."""
    return state.advantage == frame.side and not state.advantage_used and not frame.doubled
