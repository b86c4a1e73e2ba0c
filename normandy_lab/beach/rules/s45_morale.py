"""FP 5: a die for every figure lost this turn; twelve or more and the squad is eliminated."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.frames import Morale
from normandy_lab.beach.state import AFLOAT, ASHORE, HIT, State, standing
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term


@rule("FP 5")
def lost(state: State, squad: int) -> Tally:
    """The figures that a squad lost this turn, both causes together (FP 5)."""
    terms = [Term(state.fire[squad], "FP 3", "hit by fire"), Term(state.shelled[squad], "FP 4", "hit by artillery")]
    return Tally(f"losses of squad {state.setting.squads[squad]}", [term for term in terms if term.value])


def _next(state: State, frame: Morale) -> int:
    """The next squad that must test, or -1."""
    return next((s for s in range(frame.squad, len(state.squads)) if state.fire[s] or state.shelled[s]), -1)


def ask(state: State, frame: Morale) -> Decision | None:
    squad = _next(state, frame)
    if squad < 0:
        return None
    name, dice = state.setting.squads[squad], int(lost(state, squad))
    what = f"{dice} dice" if dice > 1 else "one die"
    prompt = f"Squad {name} tests its morale: {what}; {state.setting.breaks_at} or more breaks it."
    roll = Roll(("american",), (dice,), ("morale", state.turn, name), f"morale of squad {name}")
    return Decision("roll", CHANCE, "FP 5", prompt, roll=roll, step=questions.MORALE)


def answer(state: State, frame: Morale, action: Action, events: list[Event]) -> None:
    squad = _next(state, frame)
    total, name = sum(action.args[0][0]), state.setting.squads[squad]
    if total >= state.setting.breaks_at:
        events.append(Event("FP 5", "american", "Squad {}: {}. It is eliminated and goes back.", (name, total), name))
        _eliminate(state, squad)
    else:
        left = len(standing(state, squad))
        events.append(Event("FP 5", "american", "Squad {}: {}. It holds with {} left.", (name, total, left), name))
    state.frames = (*state.frames[:-1], Morale(squad + 1))


@rule("FP 5")
def _eliminate(state: State, squad: int) -> None:
    """All its figures, hit or not, go back to the craft."""
    state.note(eliminated=1, sent_back=len(standing(state, squad)))
    state.squads[squad] = AFLOAT
    for figure in state.setting.members(squad):
        state.status[figure] = AFLOAT


@rule("FP 5", "B-17")
def resume(state: State, frame: Morale, events: list[Event]) -> None:
    """The figures that were hit are removed; a squad that has none left goes back too (B-17)."""
    for figure, status in enumerate(state.status):
        if status == HIT:
            state.status[figure] = AFLOAT
    for squad, where in enumerate(state.squads):
        if where == ASHORE and not standing(state, squad):
            name = state.setting.squads[squad]
            events.append(Event("B-17", "american", "Squad {} has no figure left and goes back.", (name,), name))
            _eliminate(state, squad)
    state.frames = state.frames[:-1]
