"""Rules 6.1, 6.21 and 21.1: the order of phases. This version plays June 6 up to the end of daylight."""

from __future__ import annotations

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.frames import Air, Airborne, Day, FirstWave, Naval, Refit, Turn
from normandy_lab.breakout.query import fresh, is_clear
from normandy_lab.breakout.rules import s11_advantage, s15_fortifications, s21_bombardment
from normandy_lab.breakout.setting import AIR, AIRBORNE, AMPHIBIOUS, DAWN, DAYLIGHT, NAVAL, REFIT, REGROUP, STORM
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.errors import RuleNotModelled

# The rule of a phase that is not played yet.
NOT_MODELLED = {DAWN: "6.2", REFIT: "6.4", REGROUP: "6.5"}  # 6.4: after daylight; a scenario may begin there
TITLES = {
    AIRBORNE: ("21.2", "The night drop begins."),
    NAVAL: ("21.3", "The ships open fire on the beaches."),
    AIR: ("21.4", "The bombers arrive."),
    AMPHIBIOUS: ("21.5", "The landings begin."),
    DAYLIGHT: ("6.3", "The day begins."),
    REFIT: ("6.4", "The night: supplies come up."),
}


@rule("21.1", "6.21", "6.1", "21.6", "15.2")
def resume(state: State, frame: Turn, events: list[Event]) -> None:
    """End the phase that is over and begin the next (21.1); the landings are followed by the day (21.6)."""
    if frame.phase >= 0:
        s11_advantage.pass_on(state, events)
        s15_fortifications.judge_all(state, events)
        state.crossed = {}
    phase = state.setting.setup.phase if frame.phase < 0 else _next(frame.phase)
    state.phase = phase
    begins_at_night = frame.phase < 0 and phase == REFIT
    stop = "" if begins_at_night else NOT_MODELLED.get(phase, "")
    if phase == REFIT and not begins_at_night and _broken_out(state):
        stop = "22.1"
    if stop:
        state.over = f"not modelled: {stop}"
        state.frames = ()
        return
    if state.weather == STORM:
        raise RuleNotModelled("24.6", f"storm on {state.setting.calendar[state.day]:%b-%d}")
    state.phase = phase
    cited, text = TITLES[phase]
    events.append(Event(cited, "", text))
    state.frames = (Turn(phase), _opening(state, phase, events))


def _next(phase: int) -> int:
    return DAYLIGHT if phase == AMPHIBIOUS else phase + 1


def _broken_out(state: State) -> bool:
    """A Fresh Allied unit in a zone when daylight ends: 22.1 would have to be judged."""
    mask = sum(state.here[ALLIED][zone] for zone in state.setting.board.zones)
    return bool(fresh(state, mask))


@rule("18.1", "18.2", "18.3")
def _opening(state: State, phase: int, events: list[Event]) -> Airborne | Naval | Air | FirstWave | Day | Refit:
    if phase == AIRBORNE:
        return Airborne()
    if phase == NAVAL:
        rounds = int(state.setting.rules["naval_shoots_before_landing"])
        return Naval(s21_bombardment.unused(state, "naval"), rounds)
    if phase == AIR:
        if not is_clear(state):
            events.append(Event("18.3", "", "The sky is overcast: no air attack."))
        return Air()
    if phase == DAYLIGHT:
        setup = state.setting.setup
        if setup.phase == DAYLIGHT:
            return Day(setup.side, passed=setup.passed, again=setup.again)
        return Day(GERMAN)
    if phase == REFIT:
        return Refit()
    return FirstWave()
