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
from normandy_lab.beach.scatter import Scatter
from normandy_lab.beach.setting import LAND, Setting
from normandy_lab.beach.state import ASHORE, GONE, Past, State
from normandy_lab.core.decisions import Action, Decision, Draw, Event
from normandy_lab.core.machine import Machine
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction

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
MACHINE = Machine(RULES)


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


def decision(state: State) -> Decision | None:
    """What must be decided now; None when the game is over."""
    return state.asked


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The position after one action, and what happened; the given State is left as it was.

    Raises
    ------
    IllegalAction
        The rules refuse it; it carries the Refusal.
    """
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    return play(state, action)


def play(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """``apply`` without the check, for callers that have checked already."""
    return MACHINE.play(state, action)


def why_not(state: State, action: Action) -> Refusal | None:
    """Why the action may not be played now, or None if it may. Whose turn it is comes first."""
    asked = decision(state)
    if asked is None:
        return Refusal("B-18", f"The game is over: {state.over}.", "Undo, or start another game.")
    if asked.accepts(action):
        return None
    refusal = MACHINE.reason(state, action)
    if refusal is not None:
        return refusal
    if asked.roll is not None and action.verb in ("roll", "impact"):
        return Refusal(asked.rule, f"That is not what is thrown now: {asked.roll.purpose}.", _typed(asked.roll))
    who = {"german": "the Germans decide", "american": "the Americans decide"}.get(asked.actor, "the dice come first")
    fix = "Roll the dice." if asked.roll is not None else f"Choose, for instance: {'; '.join(asked.options[:3])}."
    return Refusal(asked.rule, f"Not now: {who}. {asked.prompt}", fix)


def _typed(roll: Draw) -> str:
    """How to type what has been thrown."""
    if isinstance(roll, Scatter):
        return 'Type where it lies, such as "impact 12.5 8".'
    example = "+".join(["1"] * sum(roll.counts))
    return f'Type faces from 1 to {roll.sides}: "roll {example}".'
