"""The keys of a theatre scenario, as pydantic models with their defaults; unknown keys are refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from normandy_lab.model_scenario import About, Model
from normandy_lab.theatre.setting import FIRST, LAST, iso

Word = Literal["fair", "overcast_1", "overcast_2", "storm_1", "storm_2"]
EARLIEST = FIRST - 1  # June 5, on which the landing was to be


def _day(value: Any) -> Any:
    """A date of the summer, written as text or as TOML writes dates."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            raise ValueError(f'"{value}" is no date; write one such as 1944-06-20') from None
    return value


def _name(value: Any) -> Any:
    if isinstance(value, str) and not re.fullmatch(r"[A-Za-z][\w-]{0,29}", value):
        raise ValueError(f'"{value}" is no name; use letters, digits and dashes')
    return value


Day = Annotated[str, BeforeValidator(_day)]
Name = Annotated[str, BeforeValidator(_name)]
Few = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=1, le=99)]


class Clock(Model):
    """First and last day, and the weather of the first (T-2)."""

    start: Day = iso(FIRST)
    end: Day = iso(LAST)
    weather: Word = "fair"


class Weather(Model):
    """Days whose weather is not rolled (T-22)."""

    locked: dict[Day, Word] = {}


class Landing(Model):
    """Beach boxes and what a point of capacity is worth (T-21)."""

    boxes: Annotated[list[Few], Field(max_length=40)] = [6, 6, 6, 6, 6]
    tons_per_point: Annotated[int, Field(ge=1, le=100_000)] = 1000
    units_in_box: Few = 3


class Site(Model):
    """A Mulberry or a minor port (CH 6.1); without ``capacity`` 16 and 2."""

    kind: Literal["mulberry", "minor port"] = "mulberry"
    begins: Day | Literal["choose"] = "1944-06-07"
    works: Day | Literal["die"] = "die"
    capacity: Few | None = None
    use: bool = True


class Port(Model):
    """A major port (T-18); it may be demolished from ``demolition`` to the day before its capture."""

    captured: Day | Literal["never"] = "never"
    demolition: Day | Literal["never"] = "never"
    levels: Count = 6
    level: Few = 6
    per_level: Few = 4
    use: bool = True


class Target(Model):
    """A hex that ships and aircraft may fire at (T-20)."""

    range: Few = 3
    coastal: bool = False
    fort: bool = False
    first: Day = iso(FIRST)
    last: Day = iso(LAST)
    use: bool = True


class Battery(Model):
    """Coastal artillery; boxes are numbered from 1."""

    strength: Count = 1
    boxes: list[Count] = []
    last: Day = iso(LAST)
    use: bool = True


class Readings(Model):
    """How unclear passages are read (docs/theatre_rules.md)."""

    june8_15: Literal["as printed", "as neighbours"] = "as printed"
    june7: Literal["refuse", "Jun 8-15"] = "refuse"
    one_step: bool = False
    halve: Literal["box", "total"] = "box"
    split_fire: bool = False
    coast_in_storms: bool = True
    fort_modifier: Annotated[int, Field(ge=-6, le=6)] = 0
    late_damage: Literal["five turns", "none"] = "five turns"
    rail_repair: Few = 0


class Document(Model):
    """A whole scenario."""

    name: str = ""
    system: Literal["theatre"] = "theatre"
    title: str = ""
    extends: str | None = None
    about: About = About()
    clock: Clock = Clock()
    weather: Weather = Weather()
    landing: Landing = Landing()
    sites: dict[Name, Site] = {}
    ports: dict[Name, Port] = {}
    targets: dict[Name, Target] = {}
    batteries: dict[Name, Battery] = {}
    readings: Readings = Readings()
    cells: dict[str, int | str] = {}  # cells of the charts: table/column/row


# The clause of each key.
RULES: Mapping[str, str] = {
    "clock.start": "T-19", "clock.end": "T-19", "clock.weather": "T-2", "weather.locked": "T-22",
    "landing.boxes": "T-21", "landing.tons_per_point": "T-21", "landing.units_in_box": "CH 1.5",
    "sites": "CH 6.1", "ports": "T-18", "targets": "T-20", "batteries": "CH 1.5", "cells": "CH 1",
    "readings.june8_15": "T-3", "readings.june7": "T-2", "readings.one_step": "T-4", "readings.halve": "T-12",
    "readings.split_fire": "T-8", "readings.coast_in_storms": "T-14", "readings.fort_modifier": "T-15",
    "readings.late_damage": "T-16", "readings.rail_repair": "T-11",
}  # fmt: skip


def rule_of(key: str) -> str:
    """The clause that a key belongs to.

    >>> rule_of("readings.halve"), rule_of("sites.A"), rule_of("title")
    ('T-12', 'CH 6.1', '')
    """
    return RULES.get(key) or RULES.get(key.partition(".")[0], "")
