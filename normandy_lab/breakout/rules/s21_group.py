"""Rule 21.2: the units that attack together in a drop area, named one by one."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, BRITISH, SIDES
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Airborne, Assault, Group
from normandy_lab.breakout.query import agree, name, units
from normandy_lab.breakout.rules import s21_airborne
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted


def _parent(state: State) -> Airborne:
    frame = state.frames[-2]
    assert isinstance(frame, Airborne)
    return frame


@rule("21.2", "8.374")
def illegal(state: State, frame: Group, unit: Unit) -> str:
    """Why the unit may not join the attack, or "": dropped there, and of one nationality (8.374, I-41)."""
    if frame.units >> unit.index & 1:
        return "twice"
    if unit not in s21_airborne.waiting(state, _parent(state)) or state.at[unit.index] != frame.area:
        return "elsewhere"
    others = state.setting.forces.us if unit.nationality == BRITISH else state.setting.forces.british
    return "8.374" if frame.units & others else ""


def ask(state: State, frame: Group) -> Decision | None:
    setting = state.setting
    here = units(state, state.here[ALLIED][frame.area])
    options = [make(setting, "attack", unit.index) for unit in here if not illegal(state, frame, unit)]
    if not options:
        return None
    count = counted(frame.units.bit_count(), "unit")
    prompt = f"{count} will attack {name(state, frame.area)}: add more, or end to attack."
    options.append(make(setting, "end"))
    return Decision("airborne", SIDES[ALLIED], "21.2", prompt, options, step=questions.DROP_GROUP)


def answer(state: State, frame: Group, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        resume(state, frame, events)
        return
    parent = _parent(state)
    bit = 1 << action.args[0]
    parent = parent._replace(decided=parent.decided | bit)
    state.frames = (*state.frames[:-2], parent, frame._replace(units=frame.units | bit))


def resume(state: State, frame: Group, events: list[Event]) -> None:
    """The group is complete: assault by night, without air, retreat or Overrun (21.2)."""
    parent = s21_airborne.close_if_done(state, _parent(state))
    assault = Assault(frame.area, ALLIED, frame.units, "airborne")
    names = (state.setting.names(frame.units), name(state, frame.area))
    place = state.setting.board.places[frame.area].id
    text = agree(frame.units, "{} attacks {} in the night.", "{} attack {} in the night.")
    events.append(Event("21.2", SIDES[ALLIED], text, names, place))
    state.frames = (*state.frames[:-2], parent, assault)


def refuse(state: State, frame: Group, action: Action) -> Refusal | None:
    if action.verb != "attack":
        return None
    unit = state.setting.forces.units[action.args[0]]
    code = illegal(state, frame, unit)
    if code == "twice":
        return Refusal("21.2", f"{unit.name} attacks already.", "Add another unit, or end.")
    if code == "8.374":
        return Refusal(
            "8.374", f"{unit.name} is of the other nationality; one attack is of one.", "Add another unit, or end."
        )
    where = name(state, frame.area)
    return Refusal("21.2", f"{unit.name} cannot join the attack in {where}.", "Add a unit dropped there, or end.")
