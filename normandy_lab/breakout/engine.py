"""The engine: answer the innermost frame, then go on until somebody must choose.

``apply`` is copy and advance. Nobody but the engine and the rules modules it calls writes to a State.
"""

from __future__ import annotations

from types import ModuleType

from normandy_lab.breakout.frames import (
    Air,
    Airborne,
    AirSupply,
    Allegiance,
    Assault,
    Attrition,
    Barrage,
    Beaches,
    Bombardment,
    BridgeWork,
    Casualties,
    Dawn,
    Day,
    FirstWave,
    Garrison,
    Group,
    Impulse,
    Interdiction,
    Landing,
    Muster,
    Naval,
    NightWork,
    Refit,
    Regroup,
    Repulse,
    Shift,
    Step,
    Surrender,
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
    s12_air,
    s12_cherbourg,
    s12_refit,
    s12_surrender,
    s13_regroup,
    s19_arrivals,
    s19_landing,
    s19_reinforcements,
    s20_night,
    s20_work,
    s21_air,
    s21_airborne,
    s21_beaches,
    s21_first_wave,
    s21_group,
    s21_naval,
    s22_victory,
)
from normandy_lab.breakout.rules.s06_sequence import UNFINISHED
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import State
from normandy_lab.core.machine import Machine
from normandy_lab.core.terms import Refusal

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
    Dawn: s19_arrivals,
    Day: s06_day,
    Regroup: s13_regroup,
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
    Refit: s12_refit,
    Garrison: s12_cherbourg,
    AirSupply: s12_air,
    NightWork: s20_night,
    Surrender: s12_surrender,
}


def _over(state: State) -> Refusal:
    if not state.over.startswith(UNFINISHED):
        return Refusal("22.2", f"The game is over: {s22_victory.result(state)[2]}.", "Undo, or start anew.")
    rule = state.over.removeprefix(UNFINISHED)
    return Refusal(rule, f"The game ends here: rule {rule} is not played in this version.", "Undo, or start anew.")


# Somebody who is named too late for an attack, a landing or a bombardment is told why by the frame that named them.
LATE = ("attack", "join", "land", "lead", "support")
MACHINE = Machine(RULES, {"german": "the Germans", "allied": "the Allies"}, _over, LATE)
decision, apply, play, why_not = MACHINE.decision, MACHINE.apply, MACHINE.play, MACHINE.why_not


def initial(setting: Setting) -> State:
    """The first position in which somebody must choose."""
    state = State(setting)
    state.frames = (Turn(),)
    MACHINE.advance(state, [])
    return state
