"""CH 5: the weather of the day: locked by the scenario, following by itself, or rolled."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import numbers, questions
from normandy_lab.theatre.frames import Weather
from normandy_lab.theatre.numbers import STORM
from normandy_lab.theatre.setting import STORM_1, WEATHER, Setting, iso, label
from normandy_lab.theatre.state import State


@rule("T-22")
def locked(setting: Setting, day: int, state: int) -> int | None:
    """The state that a scenario locks a day to; a storm after a storm is its next day, at most the sixth (T-22)."""
    word = dict(setting.locked).get(day)
    if word is None or word < STORM_1:
        return word
    return min(state + 1, STORM[-1]) if state in STORM else STORM[0]


def ask(state: State, frame: Weather) -> Decision | None:
    charts, day = state.setting.charts, state.day
    if locked(state.setting, day, state.weather) is not None or numbers.automatic(charts, state.weather) is not None:
        return None
    modifier = numbers.weather_modifier(charts, state.weather)
    column = numbers.weather_column(charts, day).label
    prompt = f"Roll for the weather of {label(day)}: column {column}, {modifier:+d} after {WEATHER[state.sky]}."
    roll = Roll(("allied",), (1,), ("weather", iso(day)), f"weather of {label(day)}")
    return Decision("roll", CHANCE, "CH 5", prompt, roll=roll, step=questions.WEATHER)


def answer(state: State, frame: Weather, action: Action, events: list[Event]) -> None:
    setting = state.setting
    face = action.args[0][0][0]
    _become(state, numbers.next_state(setting.charts, setting.readings, state.day, state.weather, face), "CH 5", events)


def resume(state: State, frame: Weather, events: list[Event]) -> None:
    """Nothing is rolled."""
    fixed = locked(state.setting, state.day, state.weather)
    follows = numbers.automatic(state.setting.charts, state.weather)
    now, clause = (follows, "CH 5.1") if fixed is None else (fixed, "T-22")
    assert now is not None
    _become(state, now, clause, events)


def _become(state: State, now: int, clause: str, events: list[Event]) -> None:
    state.weather = now
    state.frames = state.frames[:-1]
    storm = numbers.storm_day(now)
    state.note(weather=state.sky, storm=storm)
    day = f", day {storm} of the storm" if storm else ""
    events.append(Event(clause, CHANCE, "{}: {}{}.", (label(state.day), WEATHER[state.sky], day)))
