"""What the game shows of a State: clock, tables, explained numbers. Plain rows, no pandas."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from typing import Any

from normandy_lab.core.decisions import Rows
from normandy_lab.core.terms import Tally, Term
from normandy_lab.errors import NotationError
from normandy_lab.theatre import numbers
from normandy_lab.theatre.engine import decision
from normandy_lab.theatre.rules import c0_day, c1_blow, c1_guns, c1_volley, c3_fly
from normandy_lab.theatre.rules.c0_day import PHASES
from normandy_lab.theatre.setting import WEATHER, Setting, iso, label
from normandy_lab.theatre.state import REMOVED, STAGES, WORKING, State

LETTERS = "WSHANL"
_DAY = re.compile(r"(Jun|Jul|Aug)-([0-9]{2})")
MONTHS = {"Jun": 6, "Jul": 7, "Aug": 8}


def moment(state: State) -> str:
    """Day and phase: Jun-19W weather, S storm, H harbours, A air, N ships, L landing."""
    return f"{label(state.day)}{LETTERS[state.phase]}"


def moment_words(setting: Setting, moment: str) -> str:  # noqa: ARG001 - systems with a calendar of their own need it
    """A moment of the log in words: "Jun-19S" is "June 19, storm"."""
    month = {"Jun": "June", "Jul": "July", "Aug": "August"}[moment[:3]]
    return f"{month} {int(moment[4:6])}, {PHASES[LETTERS.index(moment[-1])]}"


def turn(state: State) -> str:
    """The day, as tables name it."""
    return label(state.day)


def clock(state: State) -> dict[str, Any]:
    """Day, phase and weather, for panels and headings."""
    return {
        "scenario": state.setting.title,
        "turn": turn(state),
        "number": state.turn,
        "turns": state.setting.turns,
        "date": iso(state.day),
        "phase": PHASES[state.phase],
        "phases": list(PHASES),
        "moment": moment(state),
        "weather": WEATHER[state.sky],
        "storm": numbers.storm_day(state.weather),
        "landed": sum(row.landed for row in state.past) * state.setting.tons,
        "damage": state.damage,
        "over": bool(state.over),
    }


def reached(state: State, until: str) -> bool:
    """Whether a phase (of the first day), a day ("Jun-20") or the phase of a day ("Jun-20 air") is over.

    Raises
    ------
    NotationError
        ``until`` is none of these.
    """
    words = str(until).split()
    day, phase = state.setting.first, len(PHASES) - 1
    found = _DAY.fullmatch(words[0]) if words else None
    if found:
        day, words = _ordinal(found, until), words[1:]
    elif len(words) != 1:
        words = ["?"]
    if words:
        if len(words) > 1 or words[0] not in PHASES:
            text = f"{until!r} is no phase ({', '.join(PHASES)}) and no day, such as 'Jun-20' or 'Jun-20 air'"
            raise NotationError(text)
        phase = PHASES.index(words[0])
    return bool(state.over) or (state.day, state.phase) > (day, phase)


def _ordinal(found: re.Match[str], until: str) -> int:
    try:
        return date(1944, MONTHS[found[1]], int(found[2])).toordinal()
    except ValueError:
        raise NotationError(f"{until!r} is no phase and no day of the calendar; write one such as 'Jun-20'") from None


def result(state: State) -> tuple[str | None, Tally | None, str] | None:
    """What was landed, and how the game ended; nobody wins. None while it goes on."""
    return (None, explain(state, "landed"), state.over) if state.over else None


# ------------------------------------------------------------------------------------------ tables


def table(state: State, name: str) -> Rows:
    """The rows of a table: days, sites, ports, air, ships, targets, odds, score."""
    if name not in TABLES:
        raise NotationError(f"there is no table {name!r}; choose one of {', '.join(TABLES)}, log, dice")
    return TABLES[name](state)


def _days(state: State) -> Rows:
    first, tons = state.setting.first, state.setting.tons
    return [
        {"day": label(first + row.turn - 1), "weather": WEATHER[row.weather], "storm": row.storm,
         "beaches": row.beaches, "mulberries": row.mulberries, "minor": row.minor, "major": row.major,
         "tons": row.landed * tons, "cuts": row.cuts, "damage": row.damage, "disrupted": row.disrupted,
         "covered": row.covered, "steps": row.steps}
        for row in state.past
    ]  # fmt: skip


def _sites(state: State) -> Rows:
    rows: Rows = []
    for n, (site, work) in enumerate(zip(state.setting.sites, state.sites, strict=True)):
        stage = "damaged" if work.stage == WORKING and work.hits else STAGES[work.stage]
        due = label(state.setting.first + work.due - 1) if work.due else None
        rows.append({"id": site.name, "kind": "Mulberry" if site.mulberry else "minor port", "state": stage,
                     "due": due, "known": work.known, "hits": work.hits, "capacity": c0_day.capacity(state, n)})  # fmt: skip
    return rows


def _ports(state: State) -> Rows:
    return [
        {"id": port.name, "held": "allied" if state.day >= port.captured else "german", "captured": label(port.captured),
         "level": level, "levels": port.levels, "capacity": level * port.per_level * (state.day >= port.captured)}
        for port, level in zip(state.setting.ports, state.levels, strict=True)
    ]  # fmt: skip


def _air(state: State) -> Rows:
    kinds = state.setting.charts.air
    free = [c3_fly.left(state, n) if state.phase == c0_day.AIR else kind.number for n, kind in enumerate(kinds)]
    return [{"id": k.id, "units": k.number, "factors": k.factors, "left": n} for k, n in zip(kinds, free, strict=True)]


def _ships(state: State) -> Rows:
    kinds = state.setting.charts.naval
    free = [c1_guns.left(state, n) if state.phase == c0_day.SEA else kind.number for n, kind in enumerate(kinds)]
    return [
        {"id": kind.id, "units": kind.number, "factors": kind.factors, "range": kind.range, "left": n}
        for kind, n in zip(kinds, free, strict=True)
    ]


def _targets(state: State) -> Rows:
    sea = state.phase == c0_day.SEA
    return [
        {"id": t.name, "range": t.range, "coastal": t.coastal, "fort": t.fort, "open": t.first <= state.day <= t.last,
         "strength": c1_volley.strength(state, n) if sea else c1_blow.points(state, "bomb", n),
         "disrupted": bool(state.hit >> n & 1)}
        for n, t in enumerate(state.setting.targets)
    ]  # fmt: skip


def odds_now(state: State) -> Rows:
    """What the orders of the phase may bring, hex by hex: what, probability, rule."""
    setting, sea = state.setting, state.phase == c0_day.SEA
    asked = decision(state)
    if asked is None or state.phase not in (c0_day.AIR, c0_day.SEA):
        return []
    rows: Rows = []
    for n, target in enumerate(setting.targets):
        power = c1_volley.strength(state, n) if sea else c1_blow.points(state, "bomb", n)
        if power:
            fire = "naval" if sea else "air"
            add = int(numbers.modifiers(setting.charts, setting.readings, state.sky, fire, target.fort))
            hits = sum(numbers.disrupts(setting.charts, power, face + add) for face in numbers.FACES)
            rows.append({"what": f"{target.name} is disrupted", "probability": Fraction(hits, 6), "rule": "CH 1"})
    return rows


def totals(state: State) -> dict[str, int]:
    """What the summer has brought so far."""
    names = ("beaches", "mulberries", "minor", "major", "landed", "cuts", "disrupted", "steps")
    found = {name: sum(getattr(row, name) for row in state.past) for name in names}
    found["storm_days"] = sum(row.storm > 0 for row in state.past)
    found["storms"] = sum(row.storm == 1 for row in state.past)
    found["longest_storm"] = max((row.storm for row in state.past), default=0)
    found["lost"] = sum(work.stage == REMOVED for work in state.sites)
    return found


SCORE = {
    "landed": ("points of capacity landed", "T-21"), "cuts": ("rail cuts", "CH 4"),
    "disrupted": ("hexes disrupted", "CH 1.2"), "steps": ("steps lost in landing boxes", "CH 1.5"),
    "storm_days": ("days of storm", "CH 5.1"), "storms": ("storms", "CH 5.1"), "lost": ("Mulberries lost", "CH 6.2"),
}  # fmt: skip


def _score(state: State) -> Rows:
    found = totals(state)
    return [{"term": text, "value": found[name], "rule": rule} for name, (text, rule) in SCORE.items()]


TABLES = {
    "days": _days, "sites": _sites, "ports": _ports, "air": _air, "ships": _ships, "targets": _targets,
    "odds": odds_now, "score": _score,
}  # fmt: skip


def explain(state: State, what: str) -> Tally:
    """A number as cited terms: ``capacity`` of today, ``landed`` and ``damage`` so far, ``weather`` of tomorrow's die."""
    word = what.strip()
    if word == "capacity":
        return c0_day.landed(state)
    if word == "landed":
        found, tons = totals(state), state.setting.tons
        parts = (("beaches", "CH 5.3"), ("mulberries", "CH 6.1"), ("minor", "CH 6.1"), ("major", "T-18"))
        return Tally("tons landed", [Term(found[name] * tons, rule, name) for name, rule in parts])
    if word == "damage":
        return Tally("rail damage", [Term(totals(state)["cuts"], "CH 4", "rail cuts"),
                                     Term(state.damage - totals(state)["cuts"], "T-11", "mended")])  # fmt: skip
    if word == "weather":
        modifier = numbers.weather_modifier(state.setting.charts, state.weather)
        return Tally("modifier of the next die", [Term(modifier, "CH 5.2", f"{WEATHER[state.sky]} today")])
    raise NotationError(f"{what!r} cannot be explained; try capacity, landed, damage or weather")
