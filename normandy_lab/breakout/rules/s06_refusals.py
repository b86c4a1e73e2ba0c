"""Why a place may not be activated, and what to activate for an order that is given too early."""

from __future__ import annotations

from normandy_lab.breakout.actions import BOMBARD
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.frames import Day
from normandy_lab.breakout.query import fresh, name, units
from normandy_lab.breakout.rules import s08_idle, s08_impulse, s08_record, s08_refusals, s10_barrage
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Refusal


def activation(state: State, frame: Day, action: Action) -> Refusal | None:
    """Why a place may not be activated; None for what is no activation."""
    board = state.setting.board
    if action.verb in ("march", "land", "seize", "assault"):
        return _unopened(state, frame, action)
    if action.verb in ("repair", "demolish"):
        return _no_work_yet(state, frame, action)
    if action.verb == "double":
        return Refusal("11.4", "The first half of a Double Impulse comes first.", "Activate another place first.")
    if action.verb != "impulse":
        return s08_refusals.too_early(state, frame.side, action, "impulse", "impulse assault")
    way, place = action.args
    where = board.places[place]
    if way == BOMBARD:
        return s10_barrage.area_refusal(state, frame.side, place)
    if place not in board.beach_of and place not in (*board.areas, *board.zones):
        return Refusal(
            "8.2", f"{where.name} is no place that can be activated.", "Choose an area, zone or approach box."
        )
    return Refusal("8.6", f"Nothing can be done in {where.name} now: no Fresh unit can act, no bridge be worked on.",
                   "Choose a listed place, or pass.")  # fmt: skip


def _unopened(state: State, frame: Day, action: Action) -> Refusal | None:
    """An order without an impulse: whether the unit could do it if its place were activated (8.2)."""
    board = state.setting.board
    index = action.args[0] if action.verb != "assault" else -1
    start = state.at[index] if index >= 0 else action.args[0]
    unit = state.setting.forces.units[index] if index >= 0 else None
    if unit is not None and unit.side != frame.side:
        side = SIDES[frame.side].capitalize()
        article = "an" if side == "Allied" else "a"
        text = f"It is the {side} impulse, and {unit.name} is not {side}."
        return Refusal("8.12", text, f"Choose {article} {side} unit.")
    place = board.places[start]
    if unit is not None and s08_idle.absent(state, unit):
        return s08_idle.off_map(unit, lost=start == board.lost)
    if unit is None:
        refusal = _no_assault_yet(state, frame, start)
    else:
        refusal = _if_active(state, frame, start, action)
    if refusal is not None:
        return refusal
    return Refusal("8.2", f"{place.name} has not been activated.", f'Play "impulse assault {place.id}" first.')


def _no_assault_yet(state: State, frame: Day, place: int) -> Refusal | None:
    """Why an impulse of that place would not lead to an assault in it; None if it would (8.5, 8.54)."""
    if not state.here[1 - frame.side][place]:
        return s08_refusals.plain("8.5 enemy", name(state, place))
    ready = units(state, fresh(state, state.here[frame.side][place]))
    if any(unit.point for unit in ready):
        return None
    text = f"No Fresh infantry or armor of yours stands in {name(state, place)}."
    return Refusal("8.5", text, "Activate a place with units that can march there, and assault when they have.")


def _no_work_yet(state: State, frame: Day, action: Action) -> Refusal | None:
    """Work on a bridge without an impulse: which end to activate for it, if one of them would do (8.21, 8.23)."""
    border = state.setting.board.borders[action.args[0]]
    refusals = {place: _if_active(state, frame, place, action) for place in (border.a, border.b)}
    for place, refusal in refusals.items():
        if refusal is None:
            there = state.setting.board.places[place]
            return Refusal("8.2", f"{there.name} has not been activated.", f'Play "impulse assault {there.id}" first.')
    return refusals[border.a]


def _if_active(state: State, frame: Day, start: int, action: Action) -> Refusal | None:
    """What the order would meet in an impulse of that place."""
    frames = state.frames
    opened = s08_impulse.opened(state, frame.side, s08_record.key_of(frame), start)
    state.frames = (*frames, opened)
    try:
        return s08_refusals.order(state, opened, action)
    finally:
        state.frames = frames
