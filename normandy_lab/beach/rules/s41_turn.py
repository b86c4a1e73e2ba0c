"""FP 0 and FP 1: the five phases of a turn in their order, and the landings, which nobody chooses."""

from __future__ import annotations

from normandy_lab.beach.frames import Act, Fire, Morale, Shells, Turn
from normandy_lab.beach.rules import s05_victory
from normandy_lab.beach.setting import ACT, ARTILLERY, FIRE, LAND, MORALE
from normandy_lab.beach.state import AFLOAT, ASHORE, GONE, Past, State
from normandy_lab.core.decisions import Decision, Event
from normandy_lab.core.rulebook import rule

BEGIN = {ACT: Act(), FIRE: Fire(), ARTILLERY: Shells(), MORALE: Morale()}


def ask(state: State, frame: Turn) -> Decision | None:
    return None


@rule("FP 0")
def resume(state: State, frame: Turn, events: list[Event]) -> None:
    """Begin the next phase; after the last one the next turn."""
    if frame.phase == ACT and s05_victory.americans(state, events):
        return
    if frame.phase == MORALE:
        _no_more(state, events)
        if s05_victory.germans(state, events):
            return
        frame = Turn()
    phase = frame.phase + 1
    state.phase = phase
    state.frames = (*state.frames[:-1], Turn(phase))
    if phase == LAND:
        _begin(state)
        _land_all(state, events)
    else:
        state.shells = () if phase == ARTILLERY else state.shells  # they lie there until the next ones are thrown
        state.frames = (*state.frames, BEGIN[phase])


def _begin(state: State) -> None:
    """A new turn: every figure may act again, losses are counted anew (FP 2, FP 5)."""
    state.turn += 1
    state.acted = 0
    state.fire = [0] * len(state.squads)
    state.shelled = [0] * len(state.squads)
    state.past = (*state.past, Past(state.turn))


@rule("FP 1")
def _land_all(state: State, events: list[Event]) -> None:
    """All squads in turn 1, then those that were eliminated in the turn before (FP 1)."""
    for squad, where in enumerate(state.squads):
        if where == AFLOAT:
            land(state, squad)
            if state.turn > 1:
                state.landed[state.setting.player_of[squad]] += 1
            state.note(landed=1)
            words = "Squad {} lands." if state.turn == 1 else "Squad {} lands again, fresh and complete."
            name = state.setting.squads[squad]
            events.append(Event("FP 1", "american", words, (name,), name))


def land(state: State, squad: int) -> None:
    """Put a squad's figures in line at the water (B-5)."""
    state.squads[squad] = ASHORE
    for figure, x in zip(state.setting.members(squad), state.setting.line_up[squad], strict=True):
        state.x[figure], state.y[figure], state.status[figure] = x, 0, ASHORE


@rule("FP 1", "B-7")
def _no_more(state: State, events: list[Event]) -> None:
    """Squads for which no replacement is left will not land again; the lowest letters land first (B-7)."""
    setting = state.setting
    left = [setting.limit - used for used in state.landed]
    if not setting.pool_each:
        left = [setting.limit - sum(state.landed)] * len(left)
    for squad, where in enumerate(state.squads):
        if where != AFLOAT:
            continue
        player = setting.player_of[squad]
        if left[player] <= 0:
            state.squads[squad] = GONE
            name = setting.squads[squad]
            events.append(Event("FP 1", "american", "No replacement is left for squad {}.", (name,), name))
        elif setting.pool_each:
            left[player] -= 1
        else:
            left = [count - 1 for count in left]
