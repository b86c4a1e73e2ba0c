"""From the document of a theatre scenario to the Setting that play reads, and what must hold of it before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from normandy_lab.errors import NormandyError, Problem
from normandy_lab.theatre import numbers
from normandy_lab.theatre.rules.c5_weather import locked
from normandy_lab.theatre.schema import EARLIEST, Document, Port, rule_of
from normandy_lab.theatre.setting import (
    FIRST,
    LAST,
    WEATHER,
    Battery,
    Major,
    Readings,
    Setting,
    Site,
    Target,
    day_of,
    iso,
    label,
)
from normandy_lab.theatre.tables import charts, find_cell, source

Fault = tuple[str, str, str]  # key, text, fix


def compile_setting(doc: Document, digest: str = "", spec: Any = None) -> Setting:
    """The Setting of a checked document."""
    readings = Readings(**doc.readings.model_dump())
    plain = source()["ports"]["defaults"]
    capacity = {"mulberry": plain["mulberry_capacity"], "minor port": plain["minor_port_capacity"]}
    return Setting(
        name=doc.name, title=doc.title or doc.name, digest=digest, spec=spec,
        charts=charts(doc.cells, readings), readings=readings,
        first=day_of(doc.clock.start), last=day_of(doc.clock.end), weather=WEATHER.index(doc.clock.weather),
        locked=tuple(sorted((day_of(day), WEATHER.index(word)) for day, word in doc.weather.locked.items())),
        boxes=tuple(doc.landing.boxes), tons=doc.landing.tons_per_point, units_in_box=doc.landing.units_in_box,
        sites=tuple(
            Site(name, s.kind == "mulberry", 0 if s.begins == "choose" else day_of(s.begins),
                 0 if s.works == "die" else day_of(s.works), capacity[s.kind] if s.capacity is None else s.capacity)
            for name, s in doc.sites.items() if s.use
        ),
        ports=tuple(_port(name, port) for name, port in doc.ports.items() if port.use),
        targets=tuple(
            Target(name, t.range, t.coastal, t.fort, day_of(t.first), day_of(t.last))
            for name, t in doc.targets.items() if t.use
        ),
        batteries=tuple(
            Battery(name, b.strength, tuple(box - 1 for box in b.boxes), day_of(b.last))
            for name, b in doc.batteries.items() if b.use
        ),
    )  # fmt: skip


def _port(name: str, port: Port) -> Major:
    captured = LAST + 1 if port.captured == "never" else day_of(port.captured)
    begins = captured if port.demolition == "never" else day_of(port.demolition)
    return Major(name, captured, port.levels, port.per_level, port.level, begins)


def check(doc: Document, origin: str) -> list[Problem]:
    """Every problem of dates, cells, ports and batteries, and of the weather that the table must be able to roll."""
    found = [*_clock(doc), *_cells(doc), *_harbours(doc)]
    if not found:
        found += _weather(compile_setting(doc))
    return [Problem(f"{origin}: {key}", text, rule_of(key), fix) for key, text, fix in found]


def notices(doc: Document) -> list[Problem]:
    """What is allowed and worth saying."""
    found = [
        Problem(f"cells.{place}", f"{value} instead of what is printed", find_cell(place)[1].rule)
        for place, value in doc.cells.items()
    ]
    for name, site in doc.sites.items():
        if site.use and site.works != "die":
            found.append(Problem(f"sites.{name}", f"is known to work on {site.works} and is not rolled for", "CH 6.1"))
    return found


def _clock(doc: Document) -> Iterator[Fault]:
    first, last = day_of(doc.clock.start), day_of(doc.clock.end)
    span = f"from {iso(EARLIEST)} to {iso(LAST)}"
    for key, day in (("clock.start", first), ("clock.end", last)):
        if not EARLIEST <= day <= LAST:
            yield key, f"the charts have no {iso(day)}", f"Give a day {span}."
    if first > last:
        yield "clock.end", f"{iso(last)} lies before the start", f"Give {iso(first)} or later."
    if doc.clock.weather == "storm_2":
        yield "clock.weather", "a storm cannot begin with its second day", 'Write "storm_1".'
    for text in doc.weather.locked:
        if not first < day_of(text) <= last:
            fix = f"Lock days from {iso(first + 1)} to {iso(last)}; clock.weather is that of the first."
            yield "weather.locked", f"{text} is no day that follows the first", fix


def _cells(doc: Document) -> Iterator[Fault]:
    for place, value in doc.cells.items():
        try:
            charts({place: value})
        except NormandyError as error:
            yield "cells", str(error).partition("; ")[0], f"{str(error).partition('; ')[2].capitalize()}."


def _harbours(doc: Document) -> Iterator[Fault]:
    for name, port in doc.ports.items():
        if port.level > port.levels:
            yield f"ports.{name}", f"stands at level {port.level} of {port.levels}", "Lower level or raise levels."
    for name, site in doc.sites.items():
        if "choose" not in (site.begins, site.works) and site.works != "die" and site.works < site.begins:
            yield f"sites.{name}", f"works on {site.works}, before it begins", f"Give {site.begins} or later."
    for name, battery in doc.batteries.items():
        wrong = [box for box in battery.boxes if box > len(doc.landing.boxes)]
        if wrong:
            yield f"batteries.{name}", f"there is no box {wrong[0]}", f"Use boxes 1 to {len(doc.landing.boxes)}."


def _weather(setting: Setting) -> Iterator[Fault]:
    """Whether every weather that June 6 can have leads on to June 7, whose column has dashes (T-2)."""
    states = {setting.weather}
    for day in range(setting.first + 1, min(setting.last, FIRST + 1) + 1):
        after = set()
        for state in states:
            fixed = locked(setting, day, state)
            fixed = numbers.automatic(setting.charts, state) if fixed is None else fixed
            faces = numbers.FACES if fixed is None else ()
            try:
                after |= {numbers.next_state(setting.charts, setting.readings, day, state, face) for face in faces}
            except NormandyError:
                text = f"{WEATHER[numbers.weather_of(state)]} on {label(day - 1)} leads to a dash of the table on {label(day)}"
                yield "readings.june7", text, 'Set june7 = "Jun 8-15", or let June 6 be fair.'
                return
            after |= set() if fixed is None else {fixed}
        states = after
