"""Rules 18.4 and 18.41: the weather changes with the natural Sunset DR, and its impulses are counted for supply."""

from __future__ import annotations

from normandy_lab.breakout.setting import CLEAR, LAST_SPACE, OVERCAST
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule


@rule("18.4", "17.3", "18.2", "18.3")
def change(state: State, events: list[Event]) -> None:
    """From Clear to Overcast or back, from the next German impulse on; marked on the next space of the track.

    After an air bombardment the marker has not moved, and the weather changes all the same (18.4).
    """
    weather = OVERCAST if state.weather == CLEAR else CLEAR
    space = state.impulse + 1
    marked = tuple(change for change in state.weather_changes if change[0] != space)
    state.weather_changes = (*marked, (space, weather))
    state.weather = weather
    word = "The sky clears." if weather == CLEAR else "The sky clouds over."
    events.append(Event("18.4", "", "The Sunset DR equals the impulse number. {}", (word,)))


@rule("18.41", "18.4", "3.8")
def track(state: State) -> list[tuple[int, int]]:
    """The weather of each space of the Impulse Track from the first of the day to the last that the marker reached.

    A change that lies ahead of the marker has no consequence (18.41).
    """
    now = state.setting.dawn[state.day]
    changes = dict(state.weather_changes)
    found = []
    for space in range(state.first_impulse, min(state.impulse, LAST_SPACE) + 1):
        now = changes.get(space, now)
        found.append((space, now))
    return found


@rule("18.41", "12.9")
def skies(state: State) -> tuple[int, int]:
    """How many impulses of the day were Clear, and how many Overcast."""
    weather = [each for _, each in track(state)]
    clear = weather.count(CLEAR)
    return clear, len(weather) - clear
