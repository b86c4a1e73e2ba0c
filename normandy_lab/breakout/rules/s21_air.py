"""Rule 21.4: both air targets are named before the first attack; either may be declined (I-24).

The phase uses both markers, also one that stayed on the ground.
"""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.forces.units import Marker
from normandy_lab.breakout.frames import Air, Bombardment
from normandy_lab.breakout.query import is_clear, name
from normandy_lab.breakout.rules import s17_naval_air
from normandy_lab.breakout.rules.s21_bombardment import announce, markers, refusal, unused
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("21.4")
def illegal(state: State, frame: Air, marker: Marker, area: int) -> str:
    """Why this marker may not name that target, or "": two different targets, one a marker (21.4)."""
    if marker.kind != "air":
        return "21.4 kind"
    if state.used >> marker.index & 1:
        return "10.11"
    if any(marker.index == named for named, _ in frame.targets):
        return "21.4 marker"
    if any(area == target for _, target in frame.targets):
        return "21.4 different"
    board = state.setting.board
    if not any(board.places[place].beach for place in (area, *(p for p, _ in board.neighbours[area]))):
        return "21.4 beach"
    return s17_naval_air.illegal(state, marker, area)


def ask(state: State, frame: Air) -> Decision | None:
    setting = state.setting
    end = make(setting, "end")
    if frame.done < 0:
        options = [
            make(setting, "shoot", marker.index, area)
            for marker in markers(state, unused(state, "air"))
            for area in setting.board.areas
            if not illegal(state, frame, marker, area)
        ]
        if not options:
            return None
        which = "first" if not frame.targets else "second"
        prompt = f"Aircraft: name the {which} target, or end."
        return Decision("air", SIDES[ALLIED], "21.4", prompt, [*options, end])
    if frame.done == 1 and len(frame.targets) == 2:
        marker, area = frame.targets[1]
        shot = make(setting, "shoot", marker, area)
        prompt = f"The second attack, on {name(state, area)}, was named: make it, or decline."
        return Decision("air", SIDES[ALLIED], "21.4", prompt, [shot, end], step=questions.SECOND_AIR)
    return None


def answer(state: State, frame: Air, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        state.frames = (*state.frames[:-1], frame._replace(done=0 if frame.done < 0 else 2))
        return
    if frame.done < 0:
        targets = (*frame.targets, (action.args[0], action.args[1]))
        words = (state.setting.forces.markers[action.args[0]].title, name(state, action.args[1]))
        events.append(
            Event("21.4", SIDES[ALLIED], "{} will attack {}.", words, state.setting.board.places[action.args[1]].id)
        )
        state.frames = (*state.frames[:-1], frame._replace(targets=targets))
    else:
        attack(state, frame, events)


def attack(state: State, frame: Air, events: list[Event]) -> None:
    """The next attack; a target without Germans left in it is passed over."""
    marker_index, area = frame.targets[frame.done]
    marker = state.setting.forces.markers[marker_index]
    state.frames = (*state.frames[:-1], frame._replace(done=frame.done + 1))
    s17_naval_air.note(state, marker, area)
    announce(state, marker, area, events, "21.4")
    state.frames = (*state.frames, Bombardment(marker_index, area))


def resume(state: State, frame: Air, events: list[Event]) -> None:
    if frame.done < 0:
        state.frames = (*state.frames[:-1], frame._replace(done=0))
    elif frame.done == 0 and frame.targets:
        attack(state, frame, events)
    else:
        _flip(state, events)
        state.frames = state.frames[:-1]


@rule("21.4", "4.4")
def _flip(state: State, events: list[Event]) -> None:
    """Both markers are used when the phase is over, unless the sky kept them on the ground (21.4, 18.3, I-24)."""
    if not is_clear(state):
        return
    for marker in markers(state, unused(state, "air")):
        state.used |= 1 << marker.index
        events.append(Event("21.4", SIDES[ALLIED], "{} has made no attack and makes none today.", (marker.title,)))


def refuse(state: State, frame: Air, action: Action) -> Refusal | None:
    if action.verb != "shoot":
        return None
    marker, area = state.setting.forces.markers[action.args[0]], action.args[1]
    if frame.done > 0:
        return Refusal("21.4", "Both targets were named before the first attack.", "Make the second attack, or end.")
    code = illegal(state, frame, marker, area)
    return refusal(state, code, marker, area) if code else None
