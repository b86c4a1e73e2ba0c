"""Rule 20.1: who holds a bridge or a river line. Repair, seizure and demolition come with the impulses."""

from __future__ import annotations

from normandy_lab.breakout.board.board import ALLIED, FLOODED, GERMAN, RIVER, SIDES, Border
from normandy_lab.breakout.query import controller
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, LINE_ALLIED, State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule


def standing(state: State, border: Border) -> bool:
    """A printed bridge that is not destroyed (8.371)."""
    return border.bridge and state.held[border.index] < DESTROYED


@rule("20.1", "8.511")
def holder(state: State, border: Border) -> int:
    """The side that holds the bridge, or the river line where none stands (I-2).

    The line beside a destroyed bridge without a Held mark is Allied between two Allied-controlled areas, else
    German (8.511). A line without a bridge carries its mark from the set-up on, as the scenario names it (I-3).
    """
    held = state.held[border.index]
    if held in (HELD_ALLIED, LINE_ALLIED):
        return ALLIED
    if standing(state, border) or (border.kind == RIVER and held == HELD_GERMAN):
        return GERMAN
    both = controller(state, border.a) == ALLIED and controller(state, border.b) == ALLIED
    return ALLIED if both else GERMAN


@rule("20.1")
def join_ends(state: State, place: int, events: list[Event]) -> None:
    """A bridge between two areas of one side becomes that side's at the moment this comes true."""
    side = controller(state, place)
    mark = HELD_ALLIED if side == ALLIED else HELD_GERMAN
    board = state.setting.board
    for other, index in board.neighbours[place]:
        border = board.borders[index]
        if border.kind not in (RIVER, FLOODED) or state.held[index] in (DESTROYED, LINE_ALLIED, mark):
            continue
        if controller(state, other) == side and (border.bridge or border.kind == RIVER):
            state.held[index] = mark
            if border.bridge:
                words = ("Germans" if side == GERMAN else "Allies", board.names[place], board.names[other])
                events.append(
                    Event("20.1", SIDES[side], "The {} hold the bridge from {} to {}.", words, board.places[place].id)
                )


@rule("21.2")
def secure(state: State, border: Border) -> None:
    """Airborne units take a bridge without crossing it, on the night of the drop only (21.2)."""
    state.held[border.index] = HELD_ALLIED
