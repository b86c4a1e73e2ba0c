"""The same quantities by fractions and by sampling: what the two ways must agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from normandy_lab.analysis.theatre.harbours import sites_of
from normandy_lab.analysis.theatre.monte_carlo import Drawn, mean_of, runs
from normandy_lab.analysis.theatre.weather import by_weather
from normandy_lab.core.odds import Dist
from normandy_lab.theatre.setting import Setting, label
from normandy_lab.theatre.state import WORKING

if TYPE_CHECKING:
    from normandy_lab.analysis.theatre.summer import Summer

Found = tuple[str, Fraction, float, float]
DAYS = (date(1944, 6, 10), date(1944, 6, 20), date(1944, 7, 31), date(1944, 8, 31))


def quantities(summer: Summer, drawn: Drawn) -> Iterator[Found]:
    """What, exactly, as drawn, standard error."""
    yield from _weather(summer, drawn)
    yield from _storms(summer, drawn)
    yield from _landing(summer, drawn)
    if sites_of(summer.setting, True):
        yield from _mulberries(summer, drawn)
    yield "rail damage", summer.rail.expect(), *mean_of(drawn.cuts.sum(1))


def _at(setting: Setting) -> list[int]:
    return [day for day in (each.toordinal() for each in DAYS) if setting.first <= day <= setting.last]


def _weather(summer: Summer, drawn: Drawn) -> Iterator[Found]:
    first = summer.setting.first
    for day in _at(summer.setting):
        shares = by_weather(summer.chain[day])
        yield f"fair on {label(day)}", shares[0], *mean_of(drawn.weather[:, day - first] == 0)
        yield f"storm on {label(day)}", shares[3] + shares[4], *mean_of(drawn.weather[:, day - first] > 2)


def _storms(summer: Summer, drawn: Drawn) -> Iterator[Found]:
    days, begun, longest = runs(drawn.weather)
    long: Callable[[int], bool] = lambda found: found >= 4  # noqa: E731
    found: list[tuple[str, Fraction, Any]] = [
        ("days of storm", summer.storm_days().expect(), days),
        ("storms", summer.storms().expect(), begun),
        ("no storm at all", summer.first_storm()[0], begun == 0),
        ("a storm of four days", summer.longest_storm().chance(long), longest >= 4),
    ]
    for what, exact, values in found:
        yield what, exact, *mean_of(values)


def _landing(summer: Summer, drawn: Drawn) -> Iterator[Found]:
    first, unit = summer.setting.first, summer.setting.tons
    for day in _at(summer.setting):
        exact = summer.capacity[day].expect() * unit
        yield f"tons on {label(day)}", exact, *mean_of(drawn.landed[:, day - first] * unit)
    yield f"tons to {label(summer.setting.last)}", summer.total, *mean_of(drawn.landed.sum(1, dtype=np.int64) * unit)


def _mulberries(summer: Summer, drawn: Drawn) -> Iterator[Found]:
    both = summer.both()
    sites = list(sites_of(summer.setting, True))
    whole = ((drawn.stages[:, :, sites] == WORKING) & (drawn.hits[:, :, sites] == 0)).all(2)
    for day in _at(summer.setting)[2:]:
        fates: Dist[tuple[str, ...]] = both[day]
        exact = fates.chance(lambda each: set(each) == {"working"})
        yield f"all Mulberries whole on {label(day)}", exact, *mean_of(whole[:, day - summer.setting.first])
