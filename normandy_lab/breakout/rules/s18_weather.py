"""Rule 18.4: the weather changes when the natural Sunset DR equals the impulse number."""

from __future__ import annotations

from normandy_lab.breakout.setting import CLEAR, OVERCAST
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
