"""Rule 17: which areas ships and aircraft may attack, and attacks on their own side."""

from __future__ import annotations

from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, NATIONALITIES
from normandy_lab.breakout.forces.units import Marker
from normandy_lab.breakout.frames import Bombardment, Faces
from normandy_lab.breakout.query import contested, is_clear, name
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule


@rule("17.2", "17.3")
def present(state: State, nationality: int, area: int) -> bool:
    """A unit of that nationality in or next to the area, or an area next to it under its control.

    Units in an approach box stand at their beach (17.3; for ships on D-Day I-20).
    """
    board, forces = state.setting.board, state.setting.forces
    own = forces.us if nationality == 1 else forces.british
    near = [area, *(place for place, _ in board.neighbours[area])]
    for place in near:
        box = board.box_of.get(place)
        here = state.here[ALLIED][place] | (state.here[ALLIED][box] if box is not None else 0)
        if here & own:
            return True
    return any(state.control[place] == nationality for place in near[1:])


@rule("17.1", "17.2", "17.3", "18.2", "18.3", "3.26")
def illegal(state: State, marker: Marker, area: int) -> str:
    """Why the marker may not attack the area, or ""."""
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
    if not present(state, marker.nationality, area):
        return "17.2 presence" if marker.kind == "naval" else "17.3 presence"
    return ""


REASONS = {
    "17.1": "the other nationality's ships or aircraft have attacked it today",
    "17.2 colour": "these ships cannot reach it",
    "17.2 presence": "no unit or area of its nationality is in or next to it",
    "17.3 presence": "no unit or area of its nationality is in or next to it",
    "17.3 empty": "no German unit is there",
    "10.12 empty": "no German unit is there",
    "17.3 zone": "zones are no targets",
    "18.3": "the sky is overcast",
}


def note(state: State, marker: Marker, area: int) -> None:
    """Flip the marker (10.11) and remember whose attack it was (17.1)."""
    state.used |= 1 << marker.index
    state.bombed[area] = state.bombed.get(area, 0) | 1 << marker.nationality


@rule("17.31")
def mistake(state: State, frame: Bombardment, faces: Faces) -> int:
    """Attrition points on our own side: half the attacker's roll, rounded up, when the rolls are equal.

    Only an air attack on a contested area can go wrong (17.31).
    """
    marker = state.setting.forces.markers[frame.marker]
    attack, defense = sum(faces[0]), sum(faces[1])
    if marker.kind != "air" or attack != defense or not contested(state, frame.area):
        return 0
    return (attack + 1) // 2


def announce_mistake(state: State, frame: Bombardment, events: list[Event]) -> None:
    marker = state.setting.forces.markers[frame.marker]
    words = (marker.title, name(state, frame.area), frame.mistake, NATIONALITIES[marker.nationality])
    events.append(Event("17.31", "german", "Equal rolls: {} also hits its own side in {}, {} attrition points.", words))
