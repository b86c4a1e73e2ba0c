"""What the clock says, as plain values: day, phase, impulse track with its weather, Advantage, and what the Sunset DR will do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from normandy_lab.breakout import report
from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.frames import Day
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.setting import DAYLIGHT, FIRST_SPACE, LAST_SPACE, PHASES, WEATHER
from normandy_lab.breakout.state import State


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the Impulse Track (3.8)."""

    number: int
    letter: str  # "C", "B", "A", "0".."13"
    here: bool  # the marker stands here
    weather: str  # "clear", "overcast", "storm" on spaces that the day has had; "" on others
    change: str  # the weather that a marker here announces (18.4)
    sunset: int  # +1 or -1 where the Sunset marker lies with that side up (11.23)


@dataclass(frozen=True, slots=True)
class Sunset:
    """What the Sunset DR of the present space does (6.3, 11.23, 18.4)."""

    number: int  # the impulse number
    drm: int
    made: int  # the natural DR, 0 while it is still to come
    ends: Fraction  # the chance that the day ends with it; 1 or 0 once it was made
    changes: Fraction  # the chance that it changes the weather and the day goes on
    passed: str  # the side that has just passed: another pass ends the day (8.6)


@dataclass(frozen=True, slots=True)
class ClockView:
    """Date, phase, impulse, weather and Advantage."""

    moment: str
    day: int
    days: int
    date: str  # "Tue 6 June 1944"
    phase: str
    impulse: int
    weather: str
    advantage: str  # "german", "allied"
    sunset_drm: int
    over: str
    dates: tuple[str, ...] = ()  # "6", "7", ...: the Turn Record Track
    side: str = ""  # whose impulse it is by day
    used: bool = False  # the Advantage was used and passes at the end of the impulse or phase (11.2)
    track: tuple[Space, ...] = ()
    sunset: Sunset | None = None  # by day


def clock_of(game: Any, state: State) -> ClockView:
    """The clock of a position."""
    setting = state.setting
    day = setting.calendar[state.day]
    moment = getattr(getattr(game, "system", None), "moment", None)
    by_day = state.phase == DAYLIGHT and not state.over
    return ClockView(
        moment=moment(state) if moment is not None else "",
        day=state.day,
        days=len(setting.calendar),
        date=f"{day:%a} {day.day} {day:%B %Y}",
        phase=PHASES[state.phase],
        impulse=state.impulse,
        weather=WEATHER[state.weather],
        advantage=SIDES[state.advantage],
        sunset_drm=state.sunset_drm,
        over=state.over,
        dates=tuple(str(each.day) for each in setting.calendar),
        side=_side(state) if by_day else "",
        used=state.advantage_used,
        track=track_of(state),
        sunset=sunset_of(state) if by_day else None,
    )


def _day(state: State) -> Day | None:
    frame = state.frames[1] if len(state.frames) > 1 else None
    return frame if isinstance(frame, Day) else None


def _side(state: State) -> str:
    day = _day(state)
    return SIDES[day.side] if day is not None else ""


def track_of(state: State) -> tuple[Space, ...]:
    """Every space from C to 13 with the weather that it has had today."""
    had, marks, spaces = dict(report.weather_track(state)), dict(state.weather_changes), []
    for number in range(FIRST_SPACE, LAST_SPACE + 1):
        lies = abs(state.sunset_drm) == number and state.sunset_drm != 0
        spaces.append(
            Space(
                number=number,
                letter=report.impulse_name(number),
                here=number == state.impulse,
                weather=had.get(number, ""),
                change=WEATHER[marks[number]] if number in marks else "",
                sunset=(1 if state.sunset_drm > 0 else -1) if lies else 0,
            )
        )
    return tuple(spaces)


def sunset_of(state: State) -> Sunset:
    """The exact chances of the Sunset DR of this space, or what the one already made does."""
    frame, day = s08_record.impulse(state), _day(state)
    made = frame.sunset if frame is not None and frame.side == ALLIED else 0
    chances = report.sunset_chances(state)
    ends, changes = chances["day_ends"], chances["weather_changes"]
    if made:
        ends = Fraction(made + int(report.sunset(state)) < state.impulse)
        changes = Fraction(made == state.impulse and not ends and not state.setting.setup.weather_lock)
    passed = SIDES[1 - day.side] if day is not None and day.passed else ""
    return Sunset(state.impulse, state.sunset_drm, made, ends, changes, passed)
