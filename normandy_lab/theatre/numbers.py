"""The charts as functions: each is read in one place, by play, by lookups and by exact answers alike."""

from __future__ import annotations

from collections.abc import Sequence

from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term
from normandy_lab.errors import NormandyError
from normandy_lab.theatre.setting import (
    FAIR,
    NO_RESULT,
    OVERCAST_2,
    STORM_1,
    STORM_2,
    Charts,
    Column,
    Readings,
    label,
)

# States of the chain of weather: fair, overcast_1, overcast_2, then the days of a storm.
STATES = 9
CALM, STORM = (0, 1, 2), range(3, 9)
FACES = range(1, 7)


def column(least: Sequence[int], value: int) -> int:
    """The column of a strength or of points, from the least value of each; -1 below the first."""
    return sum(value >= bound for bound in least) - 1


# ------------------------------------------------------------------------------------------ fire


@rule("CH 1", "CH 1.2")
def disrupts(charts: Charts, strength: int, roll: int) -> bool:
    """Whether a modified roll disrupts; rolls beyond the table read its first or last row (CH 1)."""
    at = column(charts.bombard_min, strength)
    return at >= 0 and charts.bombard[min(max(roll, 1), 6) - 1][at]


@rule("CH 1.3")
def rocket_disrupts(charts: Charts, face: int) -> bool:
    """Whether a rocket disrupts: each is resolved alone, without modifiers (CH 1.3)."""
    return charts.rocket[face - 1]


@rule("CH 5.3", "T-13", "T-15")
def modifiers(charts: Charts, readings: Readings, weather: int, fire: str, fortified: bool) -> Tally:
    """What is added to the die of a bombardment: weather for ships only, a fortification for ships and aircraft."""
    terms = []
    if fire == "naval" and charts.naval_modifier[weather]:
        terms.append(Term(charts.naval_modifier[weather], "CH 5.3", "overcast_2, naval fire"))
    if fortified and readings.fort_modifier and fire != "coastal":
        terms.append(Term(readings.fort_modifier, "T-15", "fortified target"))
    return Tally("modifier of the die", terms)


# ------------------------------------------------------------------------------------------ air


@rule("CH 3.1", "T-10")
def radius(charts: Charts, points: int) -> int:
    """The radius that air points buy; 0 for none."""
    return column(charts.radius_min, points) + 1


@rule("CH 4", "T-11")
def cuts(charts: Charts, points: int, face: int) -> int:
    """Rail cuts of a day's points; below the first column nothing is rolled."""
    at = column(charts.cuts_min, points)
    return charts.cuts[face - 1][at] if at >= 0 else 0


# ------------------------------------------------------------------------------------------ weather


def weather_of(state: int) -> int:
    """The weather of a state of the chain."""
    return state if state < STORM[0] else STORM_1 if state == STORM[0] else STORM_2


def storm_day(state: int) -> int:
    """Which day of a storm it is; 0 without one."""
    return max(0, state - OVERCAST_2)


@rule("CH 5", "T-1")
def weather_column(charts: Charts, day: int) -> Column:
    """The column of the day that is rolled for; days before June 7 are read in the column printed 6-15 (T-1)."""
    found = next((each for each in charts.columns if each.first <= day <= each.last), None)
    return found or charts.columns[1]


@rule("CH 5.1")
def automatic(charts: Charts, state: int) -> int | None:
    """The state that follows without a roll: the second storm day, and fair weather after six; None otherwise."""
    if state == STORM[0]:
        return STORM[1]
    return FAIR if storm_day(state) >= charts.longest_storm else None


@rule("CH 5.2", "T-5")
def weather_modifier(charts: Charts, state: int) -> int:
    """What the weather of the day before adds to the die."""
    return charts.modifier[weather_of(state)]


@rule("CH 5", "CH 5.1", "CH 5.2", "T-2", "T-4")
def next_state(charts: Charts, readings: Readings, day: int, state: int, face: int) -> int:
    """The state of a day after that of the day before and its die."""
    row = min(max(face + weather_modifier(charts, state), 0), 7)
    table = weather_column(charts, day)
    found = table.results[row]
    if found == NO_RESULT:
        if readings.june7 == "refuse":
            text = f"{label(day)}: the weather table has no result for a modified roll of {row} (CH 5, T-2)"
            fix = 'let June 6 be fair, or set readings.june7 = "Jun 8-15"'
            raise NormandyError(f"{text}; {fix}")
        found = charts.columns[1].results[row]
    if state in STORM:  # a storm goes on, or it is followed by fair weather whatever was read
        return state + 1 if found == STORM[0] else FAIR
    if readings.one_step:
        found = min(max(found, state - 1), state + 1)
    return found


# ------------------------------------------------------------------------------------------ harbours


@rule("CH 6.2", "T-6")
def damaged(charts: Charts, day: int, face: int) -> bool:
    """Whether a Mulberry takes a D on that day of a storm; on its first day nothing is rolled."""
    return day >= 2 and charts.storm_damage[day - 2][face - 1]


@rule("CH 5.3", "T-12")
def beaches(charts: Charts, readings: Readings, weather: int, boxes: Sequence[int]) -> int:
    """What the beach boxes take in that weather, rounded down by box or on the whole."""
    share = charts.beach[weather]
    return int(sum(boxes) * share) if readings.halve == "total" else sum(int(each * share) for each in boxes)
