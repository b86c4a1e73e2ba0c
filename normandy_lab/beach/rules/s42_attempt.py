"""FP 2.2, 2.3: the one die of a figure that clears or assaults."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.frames import Attempt
from normandy_lab.beach.rules import s42_act
from normandy_lab.beach.state import State
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule


@rule("FP 2.2", "FP 2.3", "B-21")
def ask(state: State, frame: Attempt) -> Decision | None:
    setting = state.setting
    name = setting.figures[frame.figure]
    if frame.bunker < 0:
        step, cited, needs = questions.CLEAR, "FP 2.2", setting.clears_on
        purpose = f"{name} clears segment {setting.segment_of(state.x[frame.figure]) + 1}"
    else:
        step, cited, needs = questions.ASSAULT, "FP 2.3", setting.destroys_on
        purpose = f"{name} assaults bunker {setting.bunkers[frame.bunker]}"
    roll = Roll(("american",), (1,), (step, state.turn, name), purpose)
    prompt = f"{purpose}: one die, {_needed(needs)} succeeds."
    return Decision("roll", CHANCE, cited, prompt, roll=roll, step=step)


def _needed(face: int) -> str:
    return "nothing" if face > 6 else "a 6" if face == 6 else f"{face} or more"


def answer(state: State, frame: Attempt, action: Action, events: list[Event]) -> None:
    state.frames = state.frames[:-1]
    s42_act.tried(state, frame, action.args[0][0][0], events)
