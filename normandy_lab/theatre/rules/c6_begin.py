"""CH 6.1: the Allies begin a Mulberry or a minor port where the scenario leaves the day to them."""

from __future__ import annotations

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.theatre.actions import make
from normandy_lab.theatre.frames import Begin
from normandy_lab.theatre.rules import c6_works
from normandy_lab.theatre.state import IDLE, State


def ask(state: State, frame: Begin) -> Decision | None:
    setting = state.setting
    idle = [n for n, site in enumerate(setting.sites) if not site.begins and state.sites[n].stage == IDLE]
    if not idle:
        return None
    options = [*(make(setting, "begin", n) for n in idle), make(setting, "end")]
    return Decision("begin", "allied", "CH 6.1", "Which Mulberry or minor port is begun today?", options)


def answer(state: State, frame: Begin, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        state.frames = state.frames[:-1]
        return
    (site,) = action.args
    state.put(site, c6_works.begun(state.setting, site, state.turn))
    events.append(Event("CH 6.1", "allied", "Work on {} begins.", (state.setting.sites[site].name,)))
