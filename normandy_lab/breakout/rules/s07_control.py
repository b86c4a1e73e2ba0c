"""Rule 7: stacking and control."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, AREA, BRITISH, GERMAN, NATIONALITIES, SIDES, US
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Allegiance
from normandy_lab.breakout.query import controller, name, units
from normandy_lab.breakout.rules import s15_fortifications, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

STACK_LIMIT = 10
WHO = ("the Germans control", "the US control", "the British control")


@rule("7.1", "7.2", "16.13", "14.3")
def stacking(state: State, unit: Unit, place: int) -> str:
    """Why the unit finds no room there: "7.1" for ten units, "16.13" for a second corps artillery.

    Zones and boxes hold any number (7.2).
    """
    if state.setting.board.places[place].kind != AREA:
        return ""
    mask = state.here[unit.side][place] & ~(1 << unit.index)
    if mask.bit_count() >= STACK_LIMIT:
        return "7.1"
    return "16.13" if unit.corps_artillery and second_corps(state, unit, place) else ""


@rule("16.13", "7.1")
def second_corps(state: State, unit: Unit, place: int) -> bool:
    """A second corps artillery unit of its side in one area, which is barred in passing too (16.13)."""
    there = state.here[unit.side][place] & ~(1 << unit.index)
    area = state.setting.board.places[place].kind == AREA
    return area and unit.corps_artillery and any(other.corps_artillery for other in units(state, there))


@rule("7.3", "7.4")
def survey(state: State, side: int) -> tuple[int, int]:
    """Masks of the places that are contested, and of those that the enemy controls."""
    struggle = hostile = 0
    board, control = state.setting.board, state.control
    own, enemy = state.here[side], state.here[1 - side]
    for place in (*board.areas, *board.zones):
        if own[place] and enemy[place]:
            struggle |= 1 << place
        if (control[place] == GERMAN) != (side == GERMAN):
            hostile |= 1 << place
    return struggle, hostile


@rule("7.3")
def settle(state: State, place: int, events: list[Event]) -> None:
    """Take the place from the enemy for the side that is alone in it; among Allies for the nationality with most units.

    What the one Ally controls stays his, whoever of the other comes to stand there (I-1).
    """
    german, allied = state.here[GERMAN][place], state.here[ALLIED][place]
    if german and not allied:
        if state.control[place] != GERMAN:
            take(state, place, GERMAN, events)
    elif allied and not german and state.control[place] == GERMAN:
        forces = state.setting.forces
        us, british = (allied & forces.us).bit_count(), (allied & forces.british).bit_count()
        if us == british:
            state.frames = (*state.frames, Allegiance(place))
        else:
            take(state, place, US if us > british else BRITISH, events)


@rule("7.3")
def left_behind(state: State, place: int, left: Unit, events: list[Event]) -> None:
    """The last unit of the controlling nationality leaves a Free area to units of the other Ally: they take it (7.3)."""
    allied, forces = state.here[ALLIED][place], state.setting.forces
    others = allied & (forces.british if left.nationality == US else forces.us)
    alone = bool(others) and others == allied and not state.here[GERMAN][place]
    if alone and left.side == ALLIED and left.nationality == state.control[place]:
        take(state, place, BRITISH if left.nationality == US else US, events)


@rule("7.3", "12.71")
def take(state: State, place: int, nationality: int, events: list[Event]) -> None:
    """Change control, with what follows at once: fortifications (15.2) and bridges (20.1).

    Bridges follow the side, so nothing happens to them when one Ally takes over from the other.
    """
    passed = controller(state, place) != (GERMAN if nationality == GERMAN else ALLIED)
    state.control[place] = nationality
    side = GERMAN if nationality == GERMAN else ALLIED
    area = state.setting.board.places[place]
    events.append(Event("7.3", SIDES[side], "{} {}.", (_capital(WHO[nationality]), area.name), area.id))
    s15_fortifications.judge(state, place, events)
    if passed and nationality == GERMAN and area.beach:
        state.barred |= 1 << place  # 12.71: no depot from there until the day after it is regained
    if passed:
        s20_bridges.join_ends(state, place, events)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def ask(state: State, frame: Allegiance) -> Decision:
    options = [make(state.setting, "control", frame.area, nation) for nation in (US, BRITISH)]
    prompt = f"As many US as British units took {name(state, frame.area)}: who controls it?"
    return Decision("control", SIDES[ALLIED], "7.3", prompt, options)


def answer(state: State, frame: Allegiance, action: Action, events: list[Event]) -> None:
    state.frames = state.frames[:-1]
    take(state, frame.area, action.args[1], events)


def refuse(state: State, frame: Allegiance, action: Action) -> Refusal | None:
    if action.verb == "control" and action.args[1] == GERMAN:
        return Refusal("7.3", f"{NATIONALITIES[GERMAN]} units are not there.", "Choose us or british.")
    return None
