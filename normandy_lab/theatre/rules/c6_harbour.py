"""CH 6.3, CH 6.4: the Germans demolish a major port before they lose it, the Allies repair it afterwards (T-18)."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import questions
from normandy_lab.theatre.actions import make
from normandy_lab.theatre.frames import Harbour
from normandy_lab.theatre.setting import Charts, Major, iso
from normandy_lab.theatre.state import State


def _due(port: Major, level: int, day: int) -> bool:
    """Whether there is something to demolish or to repair; on the day of its capture neither (T-18)."""
    return level > 0 if port.demolition <= day < port.captured else level < port.levels and day > port.captured


def _next(state: State, frame: Harbour) -> int:
    ports = enumerate(zip(state.setting.ports, state.levels, strict=True))
    return next((n for n, (port, level) in ports if n >= frame.port and _due(port, level, state.day)), -1)


def ask(state: State, frame: Harbour) -> Decision | None:
    n = _next(state, frame)
    if n < 0:
        return None
    port, day = state.setting.ports[n], state.day
    german = day < port.captured
    if german and not (frame.ordered and frame.port == n):
        options = [make(state.setting, "demolish", n), make(state.setting, "spare", n)]
        prompt = f"Is {port.name} demolished today? It stands at level {state.levels[n]} of {port.levels}."
        return Decision("demolish", "german", "CH 6.3", prompt, options)
    what, clause, step = (
        ("demolition", "CH 6.3", questions.DEMOLITION) if german else ("repair", "CH 6.4", questions.REPAIR)
    )
    roll = Roll(("german" if german else "allied",), (1,), (what, iso(day), port.name), f"{what} of {port.name}")
    return Decision("roll", CHANCE, clause, f"Roll for the {what} of {port.name}.", roll=roll, step=step)


def answer(state: State, frame: Harbour, action: Action, events: list[Event]) -> None:
    n = _next(state, frame)
    if action.verb in ("demolish", "spare"):
        state.frames = (*state.frames[:-1], Harbour(n, True) if action.verb == "demolish" else Harbour(n + 1))
        return
    port, before, face = state.setting.ports[n], state.levels[n], action.args[0][0][0]
    german = state.day < port.captured
    level = after(state.setting.charts, port, before, face, german)
    state.levels = (*state.levels[:n], level, *state.levels[n + 1 :])
    clause, who = ("CH 6.3", "german") if german else ("CH 6.4", "allied")
    events.append(Event(clause, who, "{} goes from level {} to {}.", (port.name, before, level), port.name))
    state.frames = (*state.frames[:-1], Harbour(n + 1))


@rule("CH 6.3", "CH 6.4", "T-18")
def after(charts: Charts, port: Major, level: int, face: int, german: bool) -> int:
    """The level after a die, between none and all."""
    change = (charts.demolition if german else charts.repair)[face - 1]
    return min(max(level + change, 0), port.levels)
