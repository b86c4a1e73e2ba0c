"""What the Refit Phase remembers: reading and amending the Refit frame, and recovering a level (12.4)."""

from __future__ import annotations

from typing import Any

from normandy_lab.breakout.forces.units import FRESH, LEVELS, Unit
from normandy_lab.breakout.frames import Refit
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s12_supply, s15_fortifications
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule

DEPTH = 1  # of the Refit frame: above Turn
LEVEL_WORDS = tuple(level.replace("disrupt_", "Disrupt ").replace("fresh", "Fresh").replace("spent", "Spent") for level in LEVELS)  # fmt: skip


def refit(state: State) -> Refit | None:
    """The Refit Phase being played; None outside it."""
    frame = state.frames[DEPTH] if len(state.frames) > DEPTH else None
    return frame if isinstance(frame, Refit) else None


def current(state: State) -> Refit:
    """The Refit Phase being played, where there must be one."""
    frame = refit(state)
    assert frame is not None
    return frame


def amend(state: State, **fields: Any) -> Refit:
    """Change fields of the Refit frame, wherever it lies in the stack; returns the new frame."""
    frame = current(state)._replace(**fields)
    state.frames = (*state.frames[:DEPTH], frame, *state.frames[DEPTH + 1 :])
    return frame


@rule("12.4")
def tired(state: State, frame: Refit) -> list[Unit]:
    """The units of the side on the map that are not Fresh and have not recovered a level tonight (12.4)."""
    forces = state.setting.forces
    here = sum(state.here[frame.side][place] for place in s12_supply.land(state.setting.board))
    return [forces.units[index] for index in bits(here & ~frame.refitted) if state.level[index] != FRESH]


@rule("12.4", "12.2", "15.2")
def recover(state: State, unit: Unit, events: list[Event]) -> str:
    """The unit gains its one level of the night (12.4); returns the new level in words.

    A recovered Allied unit that contests a beach opens its fortification (15.2).
    """
    level = state.level[unit.index] = state.level[unit.index] - 1
    amend(state, refitted=current(state).refitted | 1 << unit.index)
    s15_fortifications.judge(state, state.at[unit.index], events)
    return LEVEL_WORDS[level]
