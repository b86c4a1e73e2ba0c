"""Rules 6.21 and 21.1: the order of phases. This version plays the four opening phases of June 6."""

from __future__ import annotations

from normandy_lab.breakout.frames import Air, Airborne, FirstWave, Naval, Turn
from normandy_lab.breakout.query import is_clear
from normandy_lab.breakout.rules import s11_advantage, s21_bombardment
from normandy_lab.breakout.setting import AIR, AIRBORNE, AMPHIBIOUS, NAVAL, STORM
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.errors import RuleNotModelled

# The rule of the first thing that is not played yet, by the phase it stands in.
NOT_MODELLED = ("21.2", "21.3", "21.4", "21.5", "6.2", "21.6", "6.4", "6.5")
TITLES = {
    AIRBORNE: ("21.2", "The night drop begins."),
    NAVAL: ("21.3", "The ships open fire on the beaches."),
    AIR: ("21.4", "The bombers arrive."),
    AMPHIBIOUS: ("21.5", "The landings begin."),
}


@rule("21.1", "6.21")
def resume(state: State, frame: Turn, events: list[Event]) -> None:
    """End the phase that is over and begin the next (21.1)."""
    if frame.phase >= 0:
        s11_advantage.pass_on(state, events)
        state.crossed = {}
    phase = state.setting.setup.phase if frame.phase < 0 else frame.phase + 1
    if phase > AMPHIBIOUS:
        state.over = f"not modelled: {_stop(state, phase)}"
        state.frames = ()
        return
    if state.weather == STORM:
        raise RuleNotModelled("24.6", "a storm on the day of the landings")
    state.phase = phase
    cited, text = TITLES[phase]
    events.append(Event(cited, "", text))
    state.frames = (Turn(phase), _opening(state, phase, events))


def _stop(state: State, phase: int) -> str:
    """After the landings 21.6 is next; a set-up that starts later names its own rule."""
    started_later = state.setting.setup.phase > AMPHIBIOUS
    if not started_later:
        return "21.6"
    return "6.3" if NOT_MODELLED[phase] == "21.6" and state.day else NOT_MODELLED[phase]


@rule("18.1", "18.2", "18.3")
def _opening(state: State, phase: int, events: list[Event]) -> Airborne | Naval | Air | FirstWave:
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
