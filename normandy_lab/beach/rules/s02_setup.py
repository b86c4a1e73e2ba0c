"""SA 3: a die says how many obstacles each segment has."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.frames import Obstacles
from normandy_lab.beach.state import State
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule


def ask(state: State, frame: Obstacles) -> Decision | None:
    if state.setting.obstacles is not None:
        return None
    count = len(state.setting.segments)
    roll = Roll(("german",), (count,), ("obstacles",), f"obstacles of {count} segments")
    prompt = "Roll one die for the obstacles of each segment."
    return Decision("roll", CHANCE, "SA 3", prompt, roll=roll, step=questions.OBSTACLES)


def answer(state: State, frame: Obstacles, action: Action, events: list[Event]) -> None:
    put(state, [state.setting.by_face[face - 1] for face in action.args[0][0]])
    words = ", ".join(f"segment {n + 1}: {count}" for n, count in enumerate(state.obstacles))
    events.append(Event("SA 3", "german", "Obstacles: {}.", (words,)))
    state.frames = state.frames[:-1]


def resume(state: State, frame: Obstacles, events: list[Event]) -> None:
    """The scenario lists them."""
    put(state, list(state.setting.obstacles or ()))
    state.frames = state.frames[:-1]


@rule("SA 3", "FP 2.2")
def put(state: State, obstacles: list[int]) -> None:
    """Set the obstacles out; a segment without any is open from the start."""
    state.began = obstacles
    state.obstacles = list(obstacles)
    state.opened = [-1 if count else 0 for count in obstacles]
