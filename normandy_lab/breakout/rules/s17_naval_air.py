"""Rules 17 and 16.4: which areas the bombardment markers may attack, and attacks on their own side (17.31)."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, US, Board
from normandy_lab.breakout.forces.units import Marker
from normandy_lab.breakout.frames import Bombardment, Faces
from normandy_lab.breakout.query import contested, is_clear, name
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import counted


@rule("17.2", "17.3")
def present(state: State, nationality: int, area: int, boxes: bool = True) -> bool:
    """A unit of that nationality in or next to the area, or an area next to it under its control.

    With ``boxes`` the units in an approach box stand at their beach (17.3; for ships on D-Day I-20).
    """
    board, forces = state.setting.board, state.setting.forces
    own = forces.us if nationality == US else forces.british
    here = state.here[ALLIED]
    if here[area] & own:
        return True
    if any(here[place] & own or state.control[place] == nationality for place, _ in board.neighbours[area]):
        return True
    return boxes and any(here[box] & own for box in boxes_near(board)[area])


@lru_cache(maxsize=64)
def boxes_near(board: Board) -> tuple[tuple[int, ...], ...]:
    """The approach boxes of each place that is a beach, and of the beaches next to each place (17.3)."""
    near = ((place.index, *(other for other, _ in board.neighbours[place.index])) for place in board.places)
    return tuple(tuple(board.box_of[place] for place in places if place in board.box_of) for places in near)


@rule("17.1", "17.2", "17.3", "16.4", "18.2", "18.3", "3.26", "3.27")
def illegal(state: State, marker: Marker, area: int) -> str:
    """Why the marker may not attack the area, or "".

    Units in an approach box stand for aircraft at all times, for ships until the day's impulses begin (I-20).
    """
    if marker.kind == "shore":
        return _out_of_le_havre(state, area)
    place = state.setting.board.places[area]
    if place.kind != AREA:
        return "17.3 zone"
    if marker.kind == "air" and not is_clear(state):
        return "18.3"
    if marker.kind == "naval" and marker.nationality not in place.naval:
        return "17.2 colour"
    if not state.here[GERMAN][area]:
        return "17.3 empty" if marker.kind == "air" else "10.12 empty"
    if state.bombed.get(area, 0) & ~(1 << marker.nationality):
        return "17.1"
    naval = marker.kind == "naval"
    if not present(state, marker.nationality, area, boxes=not naval or state.phase != DAYLIGHT):
        return "17.2 presence" if naval else "17.3 presence"
    return ""


def _out_of_le_havre(state: State, area: int) -> str:
    """Why the Le Havre Batteries may not attack the area, or "": Allied units in two areas only (16.4)."""
    if not state.setting.board.places[area].le_havre:
        return "16.4"
    return "" if state.here[ALLIED][area] else "16.4 empty"


REASONS = {
    "17.1": "the other nationality's ships or aircraft have attacked it today",
    "17.2 colour": "these ships cannot reach it",
    "17.2 presence": "no unit or area of its nationality is in or next to it",
    "17.3 presence": "no unit or area of its nationality is in or next to it",
    "17.3 empty": "no German unit is there",
    "10.12 empty": "no German unit is there",
    "17.3 zone": "zones are no targets",
    "18.3": "the sky is overcast",
    "16.4": "these guns do not reach it",
    "16.4 empty": "no Allied unit is there",
}


def note(state: State, marker: Marker, area: int) -> None:
    """Flip the marker (10.11) and remember whose ships or aircraft attacked (17.1)."""
    state.used |= 1 << marker.index
    if marker.kind != "shore":
        state.bombed[area] = state.bombed.get(area, 0) | 1 << marker.nationality


@rule("17.31")
def mistake(state: State, frame: Bombardment, faces: Faces) -> int:
    """Attrition points on our own side: half the attacker's roll, rounded up, when the rolls are equal.

    Only an air attack on a contested area can go wrong (17.31).
    """
    attack, defense = sum(faces[0]), sum(faces[1])
    by_air = frame.marker >= 0 and state.setting.forces.markers[frame.marker].kind == "air"
    if not by_air or attack != defense or not contested(state, frame.area):
        return 0
    return (attack + 1) // 2


def announce_mistake(state: State, frame: Bombardment, events: list[Event]) -> None:
    marker = state.setting.forces.markers[frame.marker]
    words = (marker.title, name(state, frame.area), counted(frame.mistake, "attrition point"))
    events.append(Event("17.31", "german", "Equal rolls: {} also hits its own side in {}, {}.", words))
