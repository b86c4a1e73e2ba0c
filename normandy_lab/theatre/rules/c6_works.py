"""CH 6.1: fourteen turns after it was begun a die says when a Mulberry or a minor port works."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import questions
from normandy_lab.theatre.frames import Works
from normandy_lab.theatre.setting import Setting, iso, label
from normandy_lab.theatre.state import BUILDING, IDLE, WORKING, State, Work


@rule("CH 6.1")
def begun(setting: Setting, site: int, turn: int) -> Work:
    """Work that begins on a turn; a finishing date that the scenario gives is known from the start."""
    works = setting.sites[site].works
    if works:
        return Work(BUILDING, works - setting.first + 1, known=True)
    return Work(BUILDING, turn + setting.charts.least_turns)


def start(state: State, events: list[Event]) -> None:
    """Work begins on the sites that are due today, or were begun before the first day."""
    setting = state.setting
    for n, (site, work) in enumerate(zip(setting.sites, state.sites, strict=True)):
        if work.stage == IDLE and 0 < site.begins <= state.day:
            state.put(n, begun(setting, n, site.begins - setting.first + 1))
            events.append(Event("CH 6.1", "allied", "Work on {} begins.", (site.name,)))


def _next(state: State, frame: Works) -> int:
    waiting = (n for n, w in enumerate(state.sites) if w.stage == BUILDING and not w.known and w.due <= state.turn)
    return next((n for n in waiting if n >= frame.site), -1)


def ask(state: State, frame: Works) -> Decision | None:
    site = _next(state, frame)
    if site < 0:
        return None
    name = state.setting.sites[site].name
    roll = Roll(("allied",), (1,), ("works", iso(state.day), name), f"building of {name}")
    return Decision("roll", CHANCE, "CH 6.1", f"Roll whether {name} is finished.", roll=roll, step=questions.WORKS)


@rule("CH 6.1", "T-17")
def finished(setting: Setting, site: int, work: Work, turn: int, face: int) -> Work:
    """What the die makes of it: working today, or known to work so many turns later; minor ports by their column."""
    charts = setting.charts
    extra = (charts.mulberry_extra if setting.sites[site].mulberry else charts.port_extra)[face - 1]
    return Work(WORKING) if not extra else work._replace(due=turn + extra, known=True)


def answer(state: State, frame: Works, action: Action, events: list[Event]) -> None:
    site = _next(state, frame)
    work = finished(state.setting, site, state.sites[site], state.turn, action.args[0][0][0])
    state.put(site, work)
    when = "today" if work.stage == WORKING else f"on {label(state.setting.first + work.due - 1)}"
    events.append(Event("CH 6.1", CHANCE, "{} works {}.", (state.setting.sites[site].name, when)))
    state.frames = (*state.frames[:-1], Works(site + 1))


def resume(state: State, frame: Works, events: list[Event]) -> None:
    """What was known to be finished today works, without a further die."""
    for n, work in enumerate(state.sites):
        if work.stage == BUILDING and work.known and work.due <= state.turn:
            state.put(n, Work(WORKING))
            events.append(Event("CH 6.1", "allied", "{} works.", (state.setting.sites[n].name,)))
    state.frames = state.frames[:-1]
