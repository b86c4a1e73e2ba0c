"""Summers by the thousand with numpy: the same tables as play, all summers of a day at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from normandy_lab.analysis.theatre.rail import PLAN
from normandy_lab.theatre import numbers
from normandy_lab.theatre.numbers import FACES, STATES, storm_day, weather_of
from normandy_lab.theatre.rules.c5_weather import locked
from normandy_lab.theatre.setting import WEATHER, Setting
from normandy_lab.theatre.state import BUILDING, IDLE, REMOVED, WORKING

Ints = NDArray[np.int32]


class Drawn(NamedTuple):
    """Summers that were drawn: arrays of summers by days."""

    setting: Setting
    seed: int
    weather: Ints  # states of the chain
    stages: Ints  # summers, days, sites; of a site that waits for the player as if begun on the first day
    hits: Ints
    landed: Ints  # points
    cuts: Ints  # of each day


def draw(
    setting: Setting, summers: int, seed: int = 1, points: Mapping[str, int] = PLAN, demolished: bool = True
) -> Drawn:
    """Draw summers; the same seed gives the same ones."""
    luck = np.random.default_rng(seed)
    weather = _weather(setting, summers, luck)
    stages, hits = _sites(setting, weather, luck)
    landed = _landed(setting, weather, stages, hits) + _majors(setting, summers, luck, demolished)
    return Drawn(setting, seed, weather, stages, hits, landed, _cuts(setting, weather, points, luck))


def _faces(luck: np.random.Generator, *shape: int) -> Ints:
    return luck.integers(0, 6, shape, dtype=np.int32)


def _weather(setting: Setting, summers: int, luck: np.random.Generator) -> Ints:
    found = np.empty((summers, setting.turns), np.int32)
    found[:, 0] = setting.weather
    for turn in range(1, setting.turns):
        table = np.array([_row(setting, setting.first + turn, state) for state in range(STATES)], np.int32)
        found[:, turn] = table[found[:, turn - 1], _faces(luck, summers)]
    return found


def _row(setting: Setting, day: int, state: int) -> list[int]:
    """What each face leads to; a state that the day before cannot have may have no result (T-2)."""
    fixed = locked(setting, day, state)
    fixed = numbers.automatic(setting.charts, state) if fixed is None else fixed
    if fixed is not None:
        return [fixed] * 6
    reading = setting.readings
    if numbers.weather_column(setting.charts, day) is setting.charts.columns[0]:
        reading = reading._replace(june7="Jun 8-15")  # the check of the scenario has seen to it that nobody is there
    return [numbers.next_state(setting.charts, reading, day, state, face) for face in FACES]


def _sites(setting: Setting, weather: Ints, luck: np.random.Generator) -> tuple[Ints, Ints]:
    summers, turns = weather.shape
    shape = (summers, turns, len(setting.sites))
    stages, hits = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    for site in range(len(setting.sites)):
        _site(setting, site, weather, luck, stages[:, :, site], hits[:, :, site])
    return stages, hits


def _site(setting: Setting, site: int, weather: Ints, luck: np.random.Generator, stages: Ints, hits: Ints) -> None:
    """One site in all summers, day by day (T-19): storm, the beginning of work, the die of construction."""
    made, charts = setting.sites[site], setting.charts
    summers = len(weather)
    stage, hit, due = (np.zeros(summers, np.int32) for _ in range(3))
    known = np.zeros(summers, bool)
    extra = np.array(charts.mulberry_extra if made.mulberry else charts.port_extra, np.int32)
    damage = np.array([[numbers.damaged(charts, storm_day(s), face) for face in FACES] for s in range(STATES)])
    begins = made.begins - setting.first + 1 if made.begins else 1
    for turn in range(1, setting.turns + 1):
        if made.mulberry:
            struck = damage[weather[:, turn - 1], _faces(luck, summers)]
            working = struck & (stage == WORKING)
            late = struck & (stage == BUILDING) & (~known | (setting.readings.late_damage == "five turns"))
            due[late] += charts.delay
            hit[working] += 1
            stage[working & (hit >= charts.hits_to_remove)] = REMOVED
        if turn >= begins and turn == max(begins, 1):
            stage[stage == IDLE] = BUILDING
            due[:] = made.works - setting.first + 1 if made.works else begins + charts.least_turns
            known[:] = bool(made.works)
        more = extra[_faces(luck, summers)]
        asked = (stage == BUILDING) & ~known & (due <= turn)
        stage[(asked & (more == 0)) | ((stage == BUILDING) & known & (due <= turn))] = WORKING
        later = asked & (more > 0)
        due[later] = turn + more[later]
        known |= later
        stages[:, turn - 1], hits[:, turn - 1] = stage, hit


def _landed(setting: Setting, weather: Ints, stages: Ints, hits: Ints) -> Ints:
    charts = setting.charts
    words = [weather_of(state) for state in range(STATES)]
    beaches = [numbers.beaches(charts, setting.readings, word, setting.boxes) for word in words]
    total = np.array(beaches, np.int32)[weather]
    usable = np.array([charts.mulberry[word] for word in words])[weather]
    for n, site in enumerate(setting.sites):
        damaged = min(site.capacity, charts.damaged_capacity)
        takes = np.where((hits[:, :, n] > 0) & site.mulberry, damaged, site.capacity) * (stages[:, :, n] == WORKING)
        total += (takes * usable if site.mulberry else takes).astype(np.int32)
    return total


def _majors(setting: Setting, summers: int, luck: np.random.Generator, demolished: bool) -> Ints:
    total = np.zeros((summers, setting.turns), np.int32)
    for port in setting.ports:
        level = np.full(summers, port.level, np.int32)
        for turn in range(setting.turns):
            day = setting.first + turn
            german = day < port.captured
            if (port.demolition <= day and demolished) if german else day > port.captured:
                change = np.array(setting.charts.demolition if german else setting.charts.repair, np.int32)
                level = np.clip(level + change[_faces(luck, summers)], 0, port.levels)
            if not german:
                total[:, turn] += level * port.per_level
    return total


def _cuts(setting: Setting, weather: Ints, points: Mapping[str, int], luck: np.random.Generator) -> Ints:
    allowed = ["strategic" in setting.charts.missions[weather_of(state)] for state in range(STATES)]
    sent = [points.get(WEATHER[weather_of(s)], 0) * allowed[s] for s in range(STATES)]
    table = np.array([[numbers.cuts(setting.charts, power, face) for face in FACES] for power in sent], np.int32)
    found: Ints = table[weather, _faces(luck, *weather.shape)]
    return found


def mean_of(values: Any) -> tuple[float, float]:
    """A mean and its standard error."""
    numbers_ = np.asarray(values, float)
    return float(numbers_.mean()), float(numbers_.std(ddof=1) / len(numbers_) ** 0.5)


def runs(weather: Ints) -> Sequence[Any]:
    """Of each summer: days of storm, storms begun, the longest."""
    storm = np.maximum(weather - 2, 0)
    return (storm > 0).sum(1), (storm == 1).sum(1), storm.max(1)
