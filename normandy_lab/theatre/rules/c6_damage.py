"""CH 6.2: on the second and each later day of a storm a die for each Mulberry."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import numbers, questions
from normandy_lab.theatre.frames import Damage
from normandy_lab.theatre.setting import Charts, Readings, iso
from normandy_lab.theatre.state import BUILDING, REMOVED, WORKING, State, Work


def _next(state: State, frame: Damage) -> int:
    if numbers.storm_day(state.weather) < 2:
        return -1
    exposed = (BUILDING, WORKING)
    sites = zip(state.setting.sites, state.sites, strict=True)
    return next((n for n, (s, w) in enumerate(sites) if n >= frame.site and s.mulberry and w.stage in exposed), -1)


def ask(state: State, frame: Damage) -> Decision | None:
    site = _next(state, frame)
    if site < 0:
        return None
    name, day = state.setting.sites[site].name, numbers.storm_day(state.weather)
    prompt = f"Roll for Mulberry {name} on day {day} of the storm."
    roll = Roll(("allied",), (1,), ("storm", iso(state.day), name), f"storm at Mulberry {name}")
    return Decision("roll", CHANCE, "CH 6.2", prompt, roll=roll, step=questions.STORM)


def answer(state: State, frame: Damage, action: Action, events: list[Event]) -> None:
    site, setting = _next(state, frame), state.setting
    before = state.sites[site]
    if numbers.damaged(setting.charts, numbers.storm_day(state.weather), action.args[0][0][0]):
        state.put(site, damage(setting.charts, setting.readings, before))
    words = _words(before, state.sites[site])
    events.append(Event("CH 6.2", CHANCE, "Mulberry {} {}.", (setting.sites[site].name, words)))
    state.frames = (*state.frames[:-1], Damage(site + 1))


@rule("CH 6.2", "T-6", "T-16", "T-17")
def damage(charts: Charts, readings: Readings, work: Work) -> Work:
    """A D: five turns more while it is built (T-16), then damaged, then removed; a D of another storm counts (T-17)."""
    if work.stage == BUILDING:
        later = not work.known or readings.late_damage == "five turns"
        return work._replace(due=work.due + charts.delay) if later else work
    hits = work.hits + 1
    return Work(REMOVED, hits=hits) if hits >= charts.hits_to_remove else work._replace(hits=hits)


def _words(before: Work, after: Work) -> str:
    if before == after:
        return "holds"
    if after.stage == BUILDING:
        return f"is put back by {after.due - before.due} turns"
    return "is lost" if after.stage == REMOVED else "is damaged"
