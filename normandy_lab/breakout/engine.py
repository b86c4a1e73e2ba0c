"""The engine: answer the innermost frame, then go on until somebody must choose.

``apply`` is copy and advance. Nobody but the engine and the rules modules it calls writes to a State.
"""

from __future__ import annotations

from types import ModuleType

from normandy_lab.breakout.frames import (
    Air,
    Airborne,
    Allegiance,
    Assault,
    Attrition,
    Barrage,
    Beaches,
    Bombardment,
    BridgeWork,
    Casualties,
    Day,
    FirstWave,
    Group,
    Impulse,
    Interdiction,
    Landing,
    Muster,
    Naval,
    Repulse,
    Shift,
    Step,
    Throw,
    Turn,
    Withdrawal,
)
from normandy_lab.breakout.rules import (
    s06_day,
    s06_sequence,
    s07_control,
    s08_impulse,
    s08_interdiction,
    s08_muster,
    s09_assault,
    s09_casualties,
    s09_repulse,
    s09_retreats,
    s10_attrition,
    s10_barrage,
    s10_bombardment,
    s11_advantage,
    s11_losses,
    s19_landing,
    s19_reinforcements,
    s20_work,
    s21_air,
    s21_airborne,
    s21_beaches,
    s21_first_wave,
    s21_group,
    s21_naval,
)
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.machine import Machine
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction, RuleNotModelled

# Which rules module asks, answers and resumes each kind of frame.
RULES: dict[type, ModuleType] = {
    Turn: s06_sequence,
    Airborne: s21_airborne,
    Group: s21_group,
    Naval: s21_naval,
    Air: s21_air,
    FirstWave: s21_first_wave,
    Interdiction: s19_landing,
    Beaches: s21_beaches,
    Day: s06_day,
    Impulse: s08_impulse,
    Step: s08_interdiction,
    Landing: s19_reinforcements,
    Muster: s08_muster,
    BridgeWork: s20_work,
    Barrage: s10_barrage,
    Assault: s09_assault,
    Repulse: s09_repulse,
    Casualties: s09_casualties,
    Withdrawal: s09_retreats,
    Bombardment: s10_bombardment,
    Attrition: s10_attrition,
    Throw: s11_advantage,
    Shift: s11_losses,
    Allegiance: s07_control,
}


MACHINE = Machine(RULES)


def initial(setting: Setting) -> State:
    """The first position in which somebody must choose."""
    state = State(setting)
    state.frames = (Turn(),)
    MACHINE.advance(state, [])
    return state


def decision(state: State) -> Decision | None:
    """What must be decided now; None when the game is over."""
    return state.asked


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The position after one action, and what happened; the given State is left as it was.

    Raises
    ------
    IllegalAction
        The action is not among the options; it carries the Refusal.
    RuleNotModelled
        The game has ended at a rule that this version does not play.
    """
    refusal = why_not(state, action)
    if refusal is not None:
        if state.over:
            raise RuleNotModelled(state.over.removeprefix("not modelled: "))
        raise IllegalAction(action, refusal)
    return play(state, action)


def play(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """``apply`` without the check, for callers that took the action from the options."""
    return MACHINE.play(state, action)


def why_not(state: State, action: Action) -> Refusal | None:
    """Why the action may not be played now, or None if it may. The frame comes first."""
    asked = decision(state)
    if asked is None:
        rule = state.over.removeprefix("not modelled: ")
        return Refusal(rule, f"The game ends here: rule {rule} is not played in this version.", "Undo, or start anew.")
    if asked.accepts(action):
        return None
    refusal = MACHINE.reason(state, action) or _of_closed_group(state, action)
    if refusal is not None:
        return refusal
    who = {"german": "the Germans", "allied": "the Allies"}.get(asked.actor, "the dice")
    return Refusal(asked.rule, f"Not now: {who} must decide. {asked.prompt}", _choices(asked))


def _of_closed_group(state: State, action: Action) -> Refusal | None:
    """What the frames below say of somebody who is named too late for an attack, a landing or a bombardment."""
    if action.verb not in ("attack", "join", "land", "lead", "support"):
        return None
    found = (MACHINE.handlers[type(frame)].refuse(state, frame, action) for frame in reversed(state.frames[:-1]))
    return next(filter(None, found), None)


def _choices(asked: Decision) -> str:
    if asked.roll is not None:
        return "Roll the dice."
    shown = "; ".join(asked.options[:3])
    more = f"; and {len(asked.options) - 3} more" if len(asked.options) > 3 else ""
    return f"Choose: {shown}{more}."
