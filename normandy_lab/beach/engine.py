"""The engine: the machine of frames with the rules of the beach."""

from __future__ import annotations

from types import ModuleType

from normandy_lab.beach.frames import Act, Attempt, Fire, Morale, Obstacles, Shells, Sites, Turn, Volley
from normandy_lab.beach.rules import (
    s02_setup,
    s02_sites,
    s05_victory,
    s41_turn,
    s42_act,
    s42_attempt,
    s43_fire,
    s43_volley,
    s44_artillery,
    s45_morale,
)
from normandy_lab.beach.setting import LAND, Setting
from normandy_lab.beach.state import ASHORE, GONE, Past, State
from normandy_lab.core.machine import Machine
from normandy_lab.core.terms import Refusal

RULES: dict[type, ModuleType] = {
    Obstacles: s02_setup,
    Sites: s02_sites,
    Turn: s41_turn,
    Act: s42_act,
    Attempt: s42_attempt,
    Fire: s43_fire,
    Volley: s43_volley,
    Shells: s44_artillery,
    Morale: s45_morale,
}


def _over(state: State) -> Refusal:
    return Refusal("B-18", f"The game is over: {state.over}.", "Undo, or start another game.")


MACHINE = Machine(RULES, {"german": "the Germans", "american": "the Americans"}, _over)
decision, apply, play, why_not = MACHINE.decision, MACHINE.apply, MACHINE.play, MACHINE.why_not


def initial(setting: Setting) -> State:
    """The first position in which somebody must choose or dice are thrown."""
    state = State(setting)
    if setting.start is not None:
        _place(state)
    state.frames = (Turn(LAND if setting.start else -1), Sites())
    if setting.start is None:
        state.frames = (*state.frames, Obstacles())
    MACHINE.advance(state, [])
    return state


def _place(state: State) -> None:
    """Set up a position at the start of a phase 2 (B-20)."""
    start, setting = state.setting.start, state.setting
    assert start is not None
    state.turn = start.turn
    s02_setup.put(state, list(start.began))
    state.obstacles = list(start.obstacles)
    state.opened = [-1 if left else 0 for left in start.obstacles]
    for figure, x, y in start.figures:
        state.x[figure], state.y[figure], state.status[figure] = x, y, ASHORE
        state.squads[figure // setting.size] = ASHORE
    for squad in start.gone:
        state.squads[squad] = GONE
    for bunker, turn in start.destroyed:
        state.destroyed[bunker] = turn
    state.landed = list(start.landed)
    state.past = (Past(start.turn),)
    if s05_victory.has_broken_through(state):
        state.breakthrough = start.turn
