"""From the summer to a week of the area-impulse game: patches for its scenarios, and nothing done to it unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from normandy_lab.core.rulebook import rule
from normandy_lab.errors import NormandyError, nearest, shown, whole
from normandy_lab.theatre.setting import WEATHER, day_of, iso

WORDS = ("clear", "overcast", "overcast", "storm", "storm")
STORMS_FROM = date(1944, 6, 13).toordinal()  # that game knows no storm before (T-23)


def weather_of_days(game: Any, first: str, last: str) -> dict[str, str]:
    """The weather that a game of the theatre has had, by date."""
    setting, past = game.log.setting, game.state.past
    days = {iso(setting.first + row.turn - 1): WEATHER[row.weather] for row in past}
    missing = [day for day in (first, last) if day not in days]
    if missing:
        raise NormandyError(f"day {shown(missing[0])}: this game has played {min(days)} to {max(days)} (T-19)")
    return {day: word for day, word in days.items() if first <= day <= last}


@rule("T-23")
def breakout_weather(days: Mapping[str, str]) -> dict[str, Any]:
    """A patch with the weather at dawn for a ``breakout`` scenario, from a drawn or typed sequence.

    Examples
    --------
    >>> breakout_weather({"1944-06-08": "storm_1", "1944-06-19": "storm_2"})
    {'weather': {'dawn': {'1944-06-08': 'overcast', '1944-06-19': 'storm'}}}
    """
    dawn = {}
    for day, word in days.items():
        if word not in WEATHER:
            raise NormandyError(f"{day}: {shown(word)} is no weather (CH 5). {nearest(str(word), WEATHER)}".rstrip())
        try:
            early = day_of(day) < STORMS_FROM
        except (TypeError, ValueError):
            raise NormandyError(f"{shown(day)} is no date; write one such as 1944-06-20 (T-23)") from None
        plain = WORDS[WEATHER.index(word)]
        dawn[day] = "overcast" if early and plain == "storm" else plain
    return {"weather": {"dawn": dawn}}


@rule("T-24")
def breakout_supply(game: Any, first: str, last: str, depots: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """A patch with the worth of the Allied depots, from what a game of the theatre has landed in these days.

    Parameters
    ----------
    game
        A game of the theatre that has played these days.
    first, last
        The days, such as ``"1944-06-16"``.
    depots
        The depots of each beach in an undisturbed week, such as ``{"Omaha Beach": [10, 10]}``.
    """
    days = weather_of_days(game, first, last)
    rows = [row for row, day in zip(game.state.past, _days(game), strict=True) if day in days]
    full = sum(game.log.setting.boxes) * len(rows)
    if not full:
        raise NormandyError("this scenario has no beach boxes, so that nothing can be compared (T-24)")
    came = sum(row.beaches + row.mulberries for row in rows)
    worth = {
        beach: [whole(each, f"depots: {beach}: {{}} is no whole number") * came // full for each in values]
        for beach, values in depots.items()
    }
    return {"supply": {"allied": {"beaches": worth}}}


def _days(game: Any) -> list[str]:
    return [iso(game.log.setting.first + row.turn - 1) for row in game.state.past]
