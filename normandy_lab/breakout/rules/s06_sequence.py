"""Rules 6.1, 6.21 and 21.1: the order of the phases of a day, and of the days of the week."""

from __future__ import annotations

from typing import Any

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.frames import Air, Airborne, Dawn, Day, FirstWave, Naval, Refit, Regroup, Turn
from normandy_lab.breakout.query import is_clear
from normandy_lab.breakout.rules import s11_advantage, s15_fortifications, s21_bombardment, s22_victory
from normandy_lab.breakout.setting import AIR, AIRBORNE, AMPHIBIOUS, DAWN, DAYLIGHT, NAVAL, REFIT, REGROUP, STORM
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.errors import RuleNotModelled

UNFINISHED = "not modelled: "  # how a game ends at a rule that is not played; the rule's id follows
TITLES = {
    AIRBORNE: ("21.2", "The night drop begins."),
    NAVAL: ("21.3", "The ships open fire on the beaches."),
    AIR: ("21.4", "The bombers arrive."),
    AMPHIBIOUS: ("21.5", "The landings begin."),
    DAWN: ("6.2", "{} dawns; the sky is {}."),
    DAYLIGHT: ("6.3", "The day begins."),
    REFIT: ("6.4", "The night: supplies come up."),
    REGROUP: ("6.5", "Units regroup."),
}
SKY = ("clear", "overcast", "stormy")


@rule("21.1", "6.21", "6.1", "21.6", "21.7", "15.2", "6.4")
def resume(state: State, frame: Turn, events: list[Event]) -> None:
    """End the phase that is over and begin the next (6.1, 21.1); the last one of the week ends the game (22)."""
    if frame.phase >= 0:
        s11_advantage.pass_on(state, events)
        s15_fortifications.judge_all(state, events)
        state.crossed = {}
        _closed(state, frame.phase, events)
    if not state.over:
        first = frame.phase < 0
        _begin(state, state.setting.setup.phase if first else _next(frame.phase), first, events)
    if state.over:
        state.frames = ()


@rule("21.6", "6.1")
def _next(phase: int) -> int:
    if phase == AMPHIBIOUS:
        return DAYLIGHT
    return DAWN if phase == REGROUP else phase + 1


def _begin(state: State, phase: int, first: bool, events: list[Event]) -> None:
    state.phase = phase
    if state.weather == STORM:
        if first:
            raise RuleNotModelled("24.6", f"storm on {state.setting.calendar[state.day]:%b-%d}")
        state.over = f"{UNFINISHED}24.6"
        return
    if phase == DAWN:
        _wake(state)
    cited, text = TITLES[phase]
    day = f"{state.setting.calendar[state.day]:%B} {state.setting.calendar[state.day].day}"
    events.append(Event(cited, "", text, (day, SKY[state.weather]) if phase == DAWN else ()))
    state.frames = (Turn(phase), *opening(state, phase, first, events))


# -- what ends with a phase


@rule("22.1", "22.2", "24.1")
def _closed(state: State, phase: int, events: list[Event]) -> None:
    """At dusk a Breakout is judged; after the last night of the week the points are, else a new day comes."""
    if phase == DAYLIGHT:
        s22_victory.dusk(state, events)
    elif phase == REGROUP:
        s22_victory.note(state)
        victory = state.setting.victory
        if state.day < victory.day:
            _tomorrow(state)
        elif victory.final:
            s22_victory.verdict(state, events)
        else:
            state.over = f"{UNFINISHED}24.1"


@rule("6.1", "6.2", "6.4", "12.53", "3.7")
def _tomorrow(state: State) -> None:
    """A new day, which begins where the purchases of the night have put the markers (6.4, 12.53)."""
    state.day += 1
    state.first_impulse = state.impulse
    state.weather = state.setting.dawn[state.day]
    state.weather_changes = ()


@rule("6.2", "10.11", "17.1")
def _wake(state: State) -> None:
    """At dawn the bombardment markers are Fresh again, and no target has been shot at yet."""
    state.used = 0
    state.bombed = {}


# -- what a phase begins with


@rule("18.1", "18.2", "18.3", "6.5", "6.2", "6.3")
def opening(state: State, phase: int, first: bool, events: list[Event]) -> tuple[tuple[Any, ...], ...]:
    """The frames of a phase as it begins; the first of a game begins where its set-up says, any other with the German."""
    side = state.setting.setup.side if first else GERMAN
    if phase == DAYLIGHT:
        setup = state.setting.setup
        return (Day(side, passed=setup.passed, again=setup.again) if first else Day(GERMAN),)
    if phase == DAWN:
        return (Dawn(ALLIED), Dawn(GERMAN))
    if phase == REFIT:
        return (Refit() if side == GERMAN else Refit(ALLIED, "supply"),)
    if phase == REGROUP:
        return (Regroup(ALLIED),) if side == ALLIED else (Regroup(ALLIED), Regroup(GERMAN))
    return (_preliminary(state, phase, events),)


def _preliminary(state: State, phase: int, events: list[Event]) -> Airborne | Naval | Air | FirstWave:
    if phase == AIRBORNE:
        return Airborne()
    if phase == NAVAL:
        rounds = int(state.setting.rules["naval_shoots_before_landing"])
        return Naval(s21_bombardment.unused(state, "naval"), rounds)
    if phase == AIR:
        if not is_clear(state):
            events.append(Event("18.3", "", "The sky is overcast: no air attack."))
        return Air()
    return FirstWave()
