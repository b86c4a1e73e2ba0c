"""Rule 21.4: both air targets are named before the first attack, and both attacks are made (I-24).

The phase uses both markers, also one that finds no target.
"""

from __future__ import annotations

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


@rule("21.4", "I-24")
def illegal(state: State, frame: Air, marker: Marker, area: int) -> str:
    """Why this marker may not name that target, or "": both attacks are made, so the other must find one too (21.4)."""
    code = barred(state, frame, marker, area)
    return code or ("" if (marker.index, area) in targets(state, frame) else "21.4 both")


def targets(state: State, frame: Air) -> list[tuple[int, int]]:
    """What may be named now, as (marker, area): what leaves the other marker a target, if anything does (21.4)."""
    able = _able(state, frame)
    pairs = [
        pair
        for pair in able
        if len({marker for marker, _ in able}) == 1 or _able(state, frame._replace(targets=(*frame.targets, pair)))
    ]
    return pairs or able


def _able(state: State, frame: Air) -> list[tuple[int, int]]:
    return [
        (marker.index, area)
        for marker in markers(state, unused(state, "air"))
        for area in state.setting.board.areas
        if not barred(state, frame, marker, area)
    ]


@rule("21.4")
def barred(state: State, frame: Air, marker: Marker, area: int) -> str:
    """Why the marker may not attack that target for itself, or "": two different targets, one a marker (21.4)."""
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
    options = [make(state.setting, "shoot", *pair) for pair in targets(state, frame)] if frame.done < 0 else []
    if not options:
        return None
    which = "first" if not frame.targets else "second"
    return Decision("air", SIDES[ALLIED], "21.4", f"Aircraft: name the {which} target.", options)


def answer(state: State, frame: Air, action: Action, events: list[Event]) -> None:
    named = (*frame.targets, (action.args[0], action.args[1]))
    words = (state.setting.forces.markers[action.args[0]].title, name(state, action.args[1]))
    place = state.setting.board.places[action.args[1]].id
    events.append(Event("21.4", SIDES[ALLIED], "{} will attack {}.", words, place))
    state.frames = (*state.frames[:-1], frame._replace(targets=named))


def attack(state: State, frame: Air, events: list[Event]) -> None:
    """The next attack, in the order of naming, also where the one before has made it pointless (I-24)."""
    marker_index, area = frame.targets[frame.done]
    marker = state.setting.forces.markers[marker_index]
    state.frames = (*state.frames[:-1], frame._replace(done=frame.done + 1))
    s17_naval_air.note(state, marker, area)
    announce(state, marker, area, events, "21.4")
    state.frames = (*state.frames, Bombardment(marker_index, area))


def resume(state: State, frame: Air, events: list[Event]) -> None:
    if frame.done < 0:
        state.frames = (*state.frames[:-1], frame._replace(done=0))
    elif frame.done < len(frame.targets):
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
        events.append(Event("21.4", SIDES[ALLIED], "{} finds no target and makes no attack today.", (marker.title,)))


def refuse(state: State, frame: Air, action: Action) -> Refusal | None:
    if action.verb == "end":
        return Refusal("21.4", "Both attacks are made; none may be left out.", "Name a target that is listed.")
    if action.verb != "shoot":
        return None
    marker, area = state.setting.forces.markers[action.args[0]], action.args[1]
    code = illegal(state, frame, marker, area)
    return refusal(state, code, marker, area) if code else None
