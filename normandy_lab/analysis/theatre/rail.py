"""The exact distribution of rail damage over a summer, the points of a day following the weather.

A distribution over sums is one long number: each sum has a slot of bits in it, so that adding a die is a
multiplication. A summer with over a thousand sums and nine states takes a second, with exact weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from normandy_lab.analysis.theatre.weather import Rows
from normandy_lab.core.odds import Dist
from normandy_lab.theatre import numbers
from normandy_lab.theatre.numbers import FACES, weather_of
from normandy_lab.theatre.setting import WEATHER, Setting

PLAN = {"fair": 6, "overcast_1": 33, "overcast_2": 33}  # what the plain doctrine sends (theatre/suggest.py)


def damage(setting: Setting, points: Mapping[str, int] = PLAN) -> Dist[int]:
    """The damage at the end of the summer, without repair, by the points sent in each weather where it is allowed."""
    bits = 6 * setting.turns + 8  # each day multiplies the weights by at most 36
    row, dice = Rows(setting), [_die(setting, points, state, bits) for state in range(numbers.STATES)]
    sums = {setting.weather: dice[setting.weather]}
    for day in range(setting.first + 1, setting.last + 1):
        after: dict[int, int] = {}
        for state, weights in sums.items():
            for now, sixths in row(day, state):
                after[now] = after.get(now, 0) + weights * sixths * dice[now]
        sums = after
    return _read(sum(sums.values()), bits)


def _die(setting: Setting, points: Mapping[str, int], state: int, bits: int) -> int:
    """The die of a day as slots: weight 6 in all."""
    weather = weather_of(state)
    sent = points.get(WEATHER[weather], 0) if "strategic" in setting.charts.missions[weather] else 0
    return sum(1 << bits * numbers.cuts(setting.charts, sent, face) for face in FACES)


def _read(slots: int, bits: int) -> Dist[int]:
    shares: list[tuple[int, Fraction]] = []
    total, mask = 0, (1 << bits) - 1
    while slots:
        if weight := slots & mask:
            shares.append((total, Fraction(weight)))
        slots >>= bits
        total += 1
    return Dist(shares)
