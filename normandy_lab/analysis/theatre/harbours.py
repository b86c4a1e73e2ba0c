"""Exact answers about Mulberries and ports, day by day, and about what is landed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd
from operator import mul

import numpy as np
from numpy.typing import NDArray

from normandy_lab.analysis.theatre.weather import Rows
from normandy_lab.core.odds import Dist
from normandy_lab.theatre import numbers
from normandy_lab.theatre.numbers import FACES, storm_day, weather_of
from normandy_lab.theatre.rules import c6_damage, c6_harbour, c6_works
from normandy_lab.theatre.rules.c0_day import site_capacity
from normandy_lab.theatre.setting import Major, Setting
from normandy_lab.theatre.state import BUILDING, IDLE, WORKING, Work

Fates = dict[tuple[int, tuple[str, ...]], Fraction]  # state of the weather, how each site stands
Weighed = tuple[tuple[Work, int], ...]


def sites_of(setting: Setting, mulberry: bool) -> tuple[int, ...]:
    """The Mulberries, or the minor ports, as indices."""
    return tuple(n for n, site in enumerate(setting.sites) if site.mulberry == mulberry)


def _day_of_site(setting: Setting, site: int, work: Work, turn: int, storm: int) -> Weighed:
    """One day of one site in 36 parts: storm, then the beginning of work, then the die of construction (T-19)."""
    found: dict[Work, int] = defaultdict(int)
    for after, sixths in _stormy(setting, site, work, storm):
        for done, more in _built(setting, site, after, turn):
            found[done] += sixths * more
    return tuple(found.items())


def _stormy(setting: Setting, site: int, work: Work, storm: int) -> Weighed:
    if storm < 2 or not setting.sites[site].mulberry or work.stage not in (BUILDING, WORKING):
        return ((work, 6),)
    hit = sum(numbers.damaged(setting.charts, storm, face) for face in FACES)
    return (c6_damage.damage(setting.charts, setting.readings, work), hit), (work, 6 - hit)


def _built(setting: Setting, site: int, work: Work, turn: int) -> Weighed:
    made, day = setting.sites[site], setting.first + turn - 1
    if work.stage == IDLE and made.begins <= day:  # one that waits for the player is begun at once
        work = c6_works.begun(setting, site, made.begins - setting.first + 1 if made.begins else turn)
    if work.stage != BUILDING or work.due > turn:
        return ((work, 6),)
    if work.known:
        return ((Work(WORKING), 6),)
    return tuple((c6_works.finished(setting, site, work, turn, face), 1) for face in FACES)


def joint(setting: Setting, sites: Sequence[int]) -> Iterator[tuple[int, Fates]]:
    """Day by day the weather and how the sites stand: they share the storms and are not independent."""
    row, works = Rows(setting), [[Work()] for _ in sites]
    weights = {setting.weather: np.ones((1, *(1 for _ in sites)), object)}
    for turn in range(1, setting.turns + 1):
        day = setting.first + turn - 1
        if turn > 1:
            weights = _under(weights, row, day)
        for axis, site in enumerate(sites, 1):
            weights, works[axis - 1] = _worked(setting, site, weights, axis, works[axis - 1], turn)
        yield day, _fates(weights, works)


Weights = dict[int, NDArray[np.object_]]  # state of the weather -> whole weights by the work of each site


def _under(weights: Weights, row: Rows, day: int) -> Weights:
    """The weather of a new day."""
    after: Weights = {}
    for state, table in weights.items():
        for now, sixths in row(day, state):
            after[now] = after[now] + table * sixths if now in after else table * sixths
    return after


def _worked(
    setting: Setting, site: int, weights: Weights, axis: int, works: list[Work], turn: int
) -> tuple[Weights, list[Work]]:
    """One day of one site, whose works stand along an axis."""
    storms = {storm_day(state) for state in weights}
    moves = {(s, n): _day_of_site(setting, site, work, turn, s) for s in storms for n, work in enumerate(works)}
    common = gcd(*(parts for each in moves.values() for _, parts in each))
    later = list(dict.fromkeys(work for each in moves.values() for work, _ in each))
    at = {work: n for n, work in enumerate(later)}
    after: Weights = {}
    for state, table in weights.items():
        old = np.moveaxis(table, axis, 0)
        new = np.zeros((len(later), *old.shape[1:]), object)
        for n in range(len(works)):
            for work, parts in moves[storm_day(state), n]:
                new[at[work]] += old[n] * (parts // common)
        after[state] = np.moveaxis(new, 0, axis)
    return after, later


def _fates(weights: Weights, works: list[list[Work]]) -> Fates:
    """The weights of a day as probabilities, works taken together by how they stand."""
    groups = [{word: [n for n, w in enumerate(each) if fate(w) == word] for word in map(fate, each)} for each in works]
    found = {
        (state, words): int(table[np.ix_([0], *(group[word] for group, word in zip(groups, words, strict=True)))].sum())
        for state, table in weights.items()
        for words in product(*groups)
    }
    total = sum(found.values())
    return {key: Fraction(weight, total) for key, weight in found.items() if weight}


def fate(work: Work) -> str:
    """How a site stands, in a word."""
    if work.stage == WORKING:
        return "damaged" if work.hits else "working"
    return "building" if work.stage in (IDLE, BUILDING) else "removed"


def levels(setting: Setting, port: Major, demolished: bool = True) -> Iterator[tuple[int, Dist[int]]]:
    """The level of a major port at the end of each day; the weather does not matter to it."""
    level = Dist([(port.level, 1)])
    for day in range(setting.first, setting.last + 1):
        german = day < port.captured
        if (port.demolition <= day and demolished) if german else day > port.captured:
            level = level.mix(partial(_die, setting, port, german))
        yield day, level


def _die(setting: Setting, port: Major, german: bool, level: int) -> Dist[int]:
    return Dist((c6_harbour.after(setting.charts, port, level, face, german), 1) for face in FACES)


def _sum(one: Dist[int], other: Dist[int]) -> Dist[int]:
    return one.mix(lambda had: other.map(lambda more: had + more))


def capacity(
    setting: Setting, together: Mapping[int, Fates], demolished: bool = True
) -> Iterator[tuple[int, Dist[int]]]:
    """The distribution of the points that can be landed on each day: beaches, Mulberries, ports.

    ``together`` is what ``joint`` gives for all Mulberries.
    """
    minors = [iter(joint(setting, [n])) for n in sites_of(setting, False)]
    majors = [iter(levels(setting, port, demolished)) for port in setting.ports]
    mulberries = sites_of(setting, True)
    for day, shares in together.items():
        total = Dist((_off_beach(setting, state, mulberries, fates), share) for (state, fates), share in shares.items())
        for n, each in zip(sites_of(setting, False), minors, strict=True):
            total = _sum(total, Dist((_taken(setting, n, fates[0]), s) for (_, fates), s in next(each)[1].items()))
        for port, each_level in zip(setting.ports, majors, strict=True):
            at = next(each_level)[1]
            if day >= port.captured:
                total = _sum(total, at.map(partial(mul, port.per_level)))
        yield day, total


def _taken(setting: Setting, site: int, stands: str) -> int:
    made = setting.sites[site]
    works = Work(WORKING, hits=int(stands == "damaged")) if stands in ("working", "damaged") else Work()
    return site_capacity(setting, made.mulberry, made.capacity, works)


def _off_beach(setting: Setting, state: int, sites: Sequence[int], fates: Sequence[str]) -> int:
    weather = weather_of(state)
    beaches = numbers.beaches(setting.charts, setting.readings, weather, setting.boxes)
    if not setting.charts.mulberry[weather]:
        return beaches
    return beaches + sum(_taken(setting, n, stands) for n, stands in zip(sites, fates, strict=True))


def through_storm(setting: Setting, days: int) -> Dist[str]:
    """A working Mulberry after one storm of so many days."""
    works = Dist([(Work(WORKING), 1)])
    for day in range(2, days + 1):
        hit = sum(numbers.damaged(setting.charts, day, face) for face in FACES)
        works = works.mix(partial(_struck, setting, hit))
    return works.map(fate)


def _struck(setting: Setting, hit: int, work: Work) -> Dist[Work]:
    after = c6_damage.damage(setting.charts, setting.readings, work) if work.stage == WORKING else work
    return Dist([(after, hit), (work, 6 - hit)])
