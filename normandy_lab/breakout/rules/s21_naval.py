"""Rule 21.3: every beach with a target is shelled once, in the order the Allied player likes (I-23)."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.forces.units import Marker
from normandy_lab.breakout.frames import Bombardment, Naval
from normandy_lab.breakout.rules import s17_naval_air
from normandy_lab.breakout.rules.s21_bombardment import announce, markers, refusal
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("21.3")
def illegal(state: State, frame: Naval, marker: Marker, area: int) -> str:
    """Why these ships may not shell that area now, or "" (21.3, 17.2)."""
    if marker.kind != "naval":
        return "21.3 kind"
    if not frame.markers >> marker.index & 1:
        return "10.11"
    if not state.setting.board.places[area].beach:
        return "21.3 beach"
    if frame.shot >> area & 1 or not frame.rounds:
        return "21.3 once"
    return s17_naval_air.illegal(state, marker, area)


def ask(state: State, frame: Naval) -> Decision | None:
    options = [
        make(state.setting, "shoot", marker.index, beach)
        for marker in markers(state, frame.markers)
        for beach in state.setting.board.beaches
        if not illegal(state, frame, marker, beach)
    ]
    if not options:
        return None
    return Decision("naval", SIDES[ALLIED], "21.3", "Ships: name the next beach to shell.", options)


def answer(state: State, frame: Naval, action: Action, events: list[Event]) -> None:
    marker, area = state.setting.forces.markers[action.args[0]], action.args[1]
    s17_naval_air.note(state, marker, area)
    announce(state, marker, area, events, "21.3")
    number = int(state.setting.rules["naval_shoots_before_landing"]) - frame.rounds
    shot = frame._replace(shot=frame.shot | 1 << area)
    state.frames = (*state.frames[:-1], shot, Bombardment(marker.index, area, number=number))


def refuse(state: State, frame: Naval, action: Action) -> Refusal | None:
    if action.verb == "end":
        return Refusal(
            "21.3", "Every beach with a target is shelled; none may be left out.", "Shell the beaches that are listed."
        )
    if action.verb != "shoot":
        return None
    marker, area = state.setting.forces.markers[action.args[0]], action.args[1]
    code = illegal(state, frame, marker, area)
    return refusal(state, code, marker, area) if code else None


def resume(state: State, frame: Naval, events: list[Event]) -> None:
    """Every beach has been shelled: leave, or go round again where the scenario allows it."""
    rest = (frame._replace(rounds=frame.rounds - 1, shot=0),) if frame.rounds > 1 else ()
    state.frames = (*state.frames[:-1], *rest)
