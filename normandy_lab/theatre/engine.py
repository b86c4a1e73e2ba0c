"""The engine: the machine of frames with the rules of a summer."""

from __future__ import annotations

from types import ModuleType

from normandy_lab.core.machine import Machine
from normandy_lab.core.terms import Refusal
from normandy_lab.theatre.frames import Begin, Blow, Coast, Damage, Day, Fly, Guns, Harbour, Volley, Weather, Works
from normandy_lab.theatre.rules import (
    c0_day,
    c1_blow,
    c1_coast,
    c1_guns,
    c1_volley,
    c3_fly,
    c5_weather,
    c6_begin,
    c6_damage,
    c6_harbour,
    c6_works,
)
from normandy_lab.theatre.setting import Setting
from normandy_lab.theatre.state import State

RULES: dict[type, ModuleType] = {
    Day: c0_day,
    Weather: c5_weather,
    Damage: c6_damage,
    Works: c6_works,
    Begin: c6_begin,
    Harbour: c6_harbour,
    Fly: c3_fly,
    Blow: c1_blow,
    Guns: c1_guns,
    Volley: c1_volley,
    Coast: c1_coast,
}


def _over(state: State) -> Refusal:
    return Refusal("T-19", f"The game is over: {state.over}.", "Undo, or start another game.")


MACHINE = Machine(RULES, {"german": "the Germans", "allied": "the Allies"}, _over)
decision, apply, play, why_not = MACHINE.decision, MACHINE.apply, MACHINE.play, MACHINE.why_not


def initial(setting: Setting) -> State:
    """The first position in which somebody must choose or dice are thrown."""
    state = State(setting)
    state.frames = (Day(),)
    MACHINE.advance(state, [])
    return state
