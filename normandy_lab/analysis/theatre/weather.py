"""Exact answers about the weather of a summer: a chain of nine states, each day by its own column (spec 4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import TypeVar

from normandy_lab.core.odds import Dist
from normandy_lab.theatre import numbers
from normandy_lab.theatre.numbers import FACES, STATES, STORM, storm_day, weather_of
from normandy_lab.theatre.rules.c5_weather import locked
from normandy_lab.theatre.setting import Charts, Readings, Setting

Track = TypeVar("Track", bound=Hashable)
Row = tuple[tuple[int, int], ...]  # next state, in how many sixths of the cases
NAMES = ("fair", "overcast_1", "overcast_2", *(f"storm day {n}" for n in range(1, 7)))


def rolled(charts: Charts, readings: Readings, day: int, state: int) -> Row:
    """What follows a state on a day that is not locked, in sixths."""
    follows = numbers.automatic(charts, state)
    if follows is not None:
        return ((follows, 6),)
    faces = Counter(numbers.next_state(charts, readings, day, state, face) for face in FACES)
    return tuple(faces.items())


class Rows:
    """The rows of a scenario by day and state, each read once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._rows: dict[tuple[int, int], Row] = {}

    def __call__(self, day: int, state: int) -> Row:
        """What follows a state on a day, locked or rolled, in sixths."""
        if (day, state) not in self._rows:
            fixed = locked(self.setting, day, state)
            charts, readings = self.setting.charts, self.setting.readings
            self._rows[day, state] = rolled(charts, readings, day, state) if fixed is None else ((fixed, 6),)
        return self._rows[day, state]


def follow(
    setting: Setting, track: Track, note: Callable[[Track, int, int], Track], first: int = 0, state: int | None = None
) -> Iterator[tuple[int, dict[tuple[int, Track], int]]]:
    """Day by day the weights of the state of the weather and whatever ``note`` keeps of the days so far.

    ``note(track, day, state)`` is also asked for the day that it begins with. Weights are whole: a day is six times
    the one before.
    """
    start, row = first or setting.first, Rows(setting)
    begun = setting.weather if state is None else state
    weights = {(begun, note(track, start, begun)): 1}
    yield start, weights
    for day in range(start + 1, setting.last + 1):
        after: dict[tuple[int, Track], int] = defaultdict(int)
        for (before, kept), weight in weights.items():
            for now, sixths in row(day, before):
                after[now, note(kept, day, now)] += weight * sixths
        weights = dict(after)
        yield day, weights


def _nothing(track: int, day: int, state: int) -> int:  # noqa: ARG001
    return 0


def daily(setting: Setting) -> dict[int, tuple[Fraction, ...]]:
    """The probability of each of the nine states, day by day."""
    return {
        day: tuple(Fraction(weights.get((state, 0), 0), sum(weights.values())) for state in range(STATES))
        for day, weights in follow(setting, 0, _nothing)
    }


def by_weather(states: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The five words of weather from the nine states."""
    found = [Fraction(0)] * 5
    for state, share in enumerate(states):
        found[weather_of(state)] += share
    return tuple(found)


def _last(
    setting: Setting, track: Track, note: Callable[[Track, int, int], Track], first: int = 0, state: int | None = None
) -> Dist[Track]:
    *_, (_, weights) = follow(setting, track, note, first, state)
    return Dist((kept, weight) for (_, kept), weight in weights.items())


def first_storm(setting: Setting) -> Dist[int]:
    """The day on which the first storm begins, 0 for a summer without one."""
    return _last(setting, 0, lambda had, day, state: had or (day if state in STORM else 0))


def longest_storm(setting: Setting) -> Dist[int]:
    """Days of the longest storm."""
    return _last(setting, 0, lambda had, _, state: max(had, storm_day(state)))


def storm_days(setting: Setting) -> Dist[int]:
    """Days of storm in the whole summer."""
    return _last(setting, 0, lambda had, _, state: had + (state in STORM))


def storms(setting: Setting) -> Dist[int]:
    """Storms that begin in the summer."""
    return _last(setting, 0, lambda had, _, state: had + (state == STORM[0]))


def storm_from_fair(setting: Setting, first: int, last: int) -> Fraction:
    """The chance that a storm begins from one day to another when the day before the first is fair."""
    short = setting._replace(last=last)
    begins = _last(short, 0, lambda had, day, state: had or int(day >= first and state in STORM), first - 1, 0)
    return begins[1]


def stationary(charts: Charts, readings: Readings, column: str) -> tuple[Fraction, ...]:
    """The nine states as if a column of the table lasted for ever."""
    (day,) = (each.first for each in charts.columns if each.label == column)
    rows = [[Fraction(0)] * (STATES + 1) for _ in range(STATES)]
    for state in range(STATES):
        rows[state][state] -= 1
        for now, sixths in rolled(charts, readings, day, state):
            rows[now][state] += Fraction(sixths, 6)
    rows[-1] = [Fraction(1)] * (STATES + 1)  # instead of the equation that follows from the others: they sum to 1
    return _solved(rows)


def _solved(rows: list[list[Fraction]]) -> tuple[Fraction, ...]:
    """Gauss and Jordan on fractions."""
    for at in range(len(rows)):
        pivot = next(n for n in range(at, len(rows)) if rows[n][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for n, row in enumerate(rows):
            if n != at and row[at]:
                rows[n] = [value - row[at] * lead for value, lead in zip(row, rows[at], strict=True)]
    return tuple(row[-1] for row in rows)


def storm_length(charts: Charts, readings: Readings, column: str) -> Dist[int]:
    """Days of a storm, the column held fixed."""
    (day,) = (each.first for each in charts.columns if each.label == column)
    shares: dict[int, Fraction] = {}
    left = Fraction(1)
    for state in STORM:
        ends = Fraction(sum(n for now, n in rolled(charts, readings, day, state) if now not in STORM), 6)
        shares[storm_day(state)] = left * ends
        left *= 1 - ends
    return Dist((length, share) for length, share in shares.items() if share)
