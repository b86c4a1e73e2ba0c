"""CH 1.5: coastal artillery attacks each landing box in range once, with the sum of all batteries."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import numbers, questions
from normandy_lab.theatre.frames import Coast
from normandy_lab.theatre.setting import STORM_1, iso
from normandy_lab.theatre.state import State


@rule("CH 1.5", "T-14")
def strength(state: State, box: int) -> int:
    """The factors of all batteries that reach a box today; a storm may silence them (T-14)."""
    if state.sky >= STORM_1 and not state.setting.readings.coast_in_storms:
        return 0
    return sum(b.strength for b in state.setting.batteries if box in b.boxes and state.day <= b.last)


def _next(state: State, frame: Coast) -> int:
    if not state.setting.units_in_box:
        return -1
    return next((box for box in range(frame.box, len(state.setting.boxes)) if strength(state, box)), -1)


def ask(state: State, frame: Coast) -> Decision | None:
    box = _next(state, frame)
    if box < 0:
        return None
    prompt = f"Roll for coastal artillery at box {box + 1}: {strength(state, box)} factors."
    roll = Roll(("german",), (1,), ("coast", iso(state.day), box + 1), f"coastal artillery at box {box + 1}")
    return Decision("roll", CHANCE, "CH 1.5", prompt, roll=roll, step=questions.COAST)


def answer(state: State, frame: Coast, action: Action, events: list[Event]) -> None:
    box, setting = _next(state, frame), state.setting
    roll = action.args[0][0][0] + int(numbers.modifiers(setting.charts, setting.readings, state.sky, "coastal", False))
    state.frames = (*state.frames[:-1], Coast(box + 1))
    if not numbers.disrupts(setting.charts, strength(state, box), roll):
        events.append(Event("CH 1.5", "german", "Coastal artillery at box {}: no effect.", (box + 1,)))
        return
    state.note(steps=state.past[-1].steps + setting.units_in_box)
    words = "Coastal artillery at box {}: each of {} units loses a step and is disrupted."
    events.append(Event("CH 1.5", "german", words, (box + 1, setting.units_in_box)))
