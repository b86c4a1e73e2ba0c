"""Rule 20.1: who holds a bridge or a river line, and what changes that; Construct markers (20.21).

Repair, demolition and seizure have modules of their own; what all of them need stands here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from normandy_lab.breakout.board.board import ALLIED, FLOODED, GERMAN, RIVER, SIDES, Board, Border
from normandy_lab.breakout.query import bits, contested, controller, free, name
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, LINE_ALLIED, LINE_GERMAN, State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Term

SIDE_WORDS = ("Germans", "Allies")
BRIDGE_OF = (HELD_GERMAN, HELD_ALLIED)  # who holds a bridge that stands, by side
LINE_OF = (LINE_GERMAN, LINE_ALLIED)  # the Held mark of a river line without a bridge, by side
CONSTRUCT_MARKERS = (1, 4)  # German, Allied (20.21)
MOST = 2  # the highest construct level (20.21)


# -- plain questions


def standing(state: State, border: Border) -> bool:
    """A printed bridge that is not destroyed (8.371)."""
    return border.bridge and state.held[border.index] < DESTROYED


@rule("20.1", "8.511")
def holder(state: State, border: Border) -> int:
    """The side that holds the bridge, or the river line where none stands (I-2).

    A line without a bridge and without a Held mark is Allied between two Allied-controlled areas, else German (8.511).
    """
    held = state.held[border.index]
    if held in (HELD_ALLIED, LINE_ALLIED):
        return ALLIED
    if held in (HELD_GERMAN, LINE_GERMAN):
        return GERMAN
    both = controller(state, border.a) == ALLIED and controller(state, border.b) == ALLIED
    return ALLIED if both else GERMAN


def spoken(state: State, border: Border) -> str:
    """The bridge in words: "the bridge from Carentan to Ste. Mere Eglise"."""
    return f"the bridge from {name(state, border.a)} to {name(state, border.b)}"


@lru_cache(maxsize=64)
def printed(board: Board) -> tuple[tuple[Border, ...], ...]:
    """Place -> its borders with a printed bridge (3.24)."""
    near = ([board.borders[index] for _, index in row] for row in board.neighbours)
    return tuple(tuple(border for border in row if border.bridge) for row in near)


def around(state: State, places: int) -> Iterator[Border]:
    """The borders of these places that have a printed bridge, each once."""
    table, seen = printed(state.setting.board), 0
    for place in bits(places):
        for border in table[place]:
            if not seen >> border.index & 1:
                seen |= 1 << border.index
                yield border


def ends(border: Border, places: int) -> tuple[int, ...]:
    """The ends of the border that are among these places."""
    return tuple(place for place in (border.a, border.b) if places >> place & 1)


# -- modifiers that repair and demolition share (20.5)


@rule("20.5")
def ground(state: State, side: int, border: Border) -> list[Term]:
    """What the two areas are to the side: Free +3, contested in its hands +2, in the enemy's +1 (20.5)."""
    terms = []
    for place in (border.a, border.b):
        if free(state, place, side):
            terms.append(Term(3, "20.5", f"{name(state, place)} is Free"))
        elif contested(state, place):
            friendly = controller(state, place) == side
            whose = "Contested Friendly" if friendly else "Contested Enemy"
            terms.append(Term(2 if friendly else 1, "20.5", f"{name(state, place)} is {whose}"))
    return terms


def flood(border: Border, rule_id: str) -> list[Term]:
    """One less on a flooded boundary (20.5, 8.221)."""
    return [Term(-1, rule_id, "flooded boundary")] if border.kind == FLOODED else []


# -- what changes hands, falls or is rebuilt


@rule("20.1")
def join_ends(state: State, place: int, events: list[Event]) -> None:
    """A bridge between two areas of one side becomes that side's at the moment this comes true.

    Where no bridge stands no mark is set, but one of the other side goes (8.511, I-62).
    """
    side = controller(state, place)
    board = state.setting.board
    for other, index in board.neighbours[place]:
        border, held = board.borders[index], state.held[index]
        if border.kind not in (RIVER, FLOODED) or controller(state, other) != side:
            continue
        if held == LINE_OF[1 - side]:
            state.held[index] = DESTROYED
        elif held == BRIDGE_OF[1 - side] and border.bridge:
            state.held[index] = BRIDGE_OF[side]
            words = (SIDE_WORDS[side], board.names[place], board.names[other])
            text = "The {} hold the bridge from {} to {}."
            events.append(Event("20.1", SIDES[side], text, words, board.places[place].id))


@rule("21.2")
def secure(state: State, border: Border) -> None:
    """Airborne units take a bridge without crossing it, on the night of the drop only (21.2)."""
    state.held[border.index] = HELD_ALLIED


@rule("8.511", "20.1")
def capture(state: State, border: Border, side: int, events: list[Event]) -> None:
    """An attack over it that was not repulsed takes the bridge, or the river line where none stands (8.511, I-62)."""
    if border.kind not in (RIVER, FLOODED) or holder(state, border) == side:
        return
    stands = standing(state, border)
    state.held[border.index] = (BRIDGE_OF if stands else LINE_OF)[side]
    what = "bridge" if stands else "river line"
    words = (SIDE_WORDS[side], what, name(state, border.a), name(state, border.b))
    events.append(Event("8.511", SIDES[side], "The {} hold the {} from {} to {}.", words, _where(state, border)))


@rule("20.1", "20.3")
def take(state: State, border: Border, side: int) -> None:
    """The side now holds a bridge that stands: seized (20.3), or repaired, which clears both sides' work (20.21)."""
    state.held[border.index] = BRIDGE_OF[side]
    state.construct[border.index] = (0, 0)


@rule("20.4")
def destroy(state: State, border: Border, side: int, events: list[Event]) -> None:
    """The bridge is down; no Held mark is left on the line (20.4, 8.511)."""
    state.held[border.index] = DESTROYED
    state.construct[border.index] = (0, 0)
    words = (name(state, border.a), name(state, border.b))
    events.append(Event("20.4", SIDES[side], "The bridge from {} to {} is destroyed.", words, _where(state, border)))


def _where(state: State, border: Border) -> str:
    return state.setting.board.places[border.a].id


# -- Construct markers (20.21)


def on_map(state: State, side: int) -> list[int]:
    """The borders on which a Construct marker of the side lies, in board order (20.21)."""
    construct = state.construct
    return [border.index for border in state.setting.board.bridges if construct[border.index][side]]


@rule("20.21")
def set_level(state: State, border: Border, side: int, level: int) -> None:
    """Put the side's construct level on the bridge to this; 0 takes the marker off the map (20.21)."""
    german, allied = state.construct[border.index]
    state.construct[border.index] = (level, allied) if side == GERMAN else (german, level)


@rule("20.21", "20.4")
def unbuild(state: State, border: Border, side: int, events: list[Event]) -> None:
    """The owner takes a Construct marker off the map, without a die (20.4)."""
    set_level(state, border, side, 0)
    words = (SIDE_WORDS[side], name(state, border.a), name(state, border.b))
    text = "The {} take their Construct marker off the bridge from {} to {}."
    events.append(Event("20.21", SIDES[side], text, words, _where(state, border)))


def unbuild_refusal(state: State, side: int, border: Border) -> Refusal | None:
    """Why the side cannot take a Construct marker from there, or None (20.4)."""
    if state.construct[border.index][side]:
        return None
    found = [state.setting.board.borders[index].id for index in on_map(state, side)]
    fix = f"Choose {' or '.join(found)}." if found else "A failed repair places one."
    return Refusal("20.21", f"The {SIDE_WORDS[side]} have no Construct marker on {spoken(state, border)}.", fix)


# -- where there may be work


@rule("8.21", "8.23")
def works(state: State, side: int, seen: tuple[int, int]) -> tuple[int, int]:
    """Ends of bridges that the side may try to blow, and of bridges that it might repair: with a destroyed one."""
    contested, hostile = seen
    near, blow, repair = contested | hostile, 0, 0
    for border, ends in _bridge_ends(state.setting.board):
        mark = state.held[border]
        if mark >= DESTROYED:
            repair |= ends
        elif mark == side and ends & near:  # the Held mark of a standing bridge is its holder
            blow |= ends
    return blow, repair & ~hostile


@lru_cache(maxsize=64)
def _bridge_ends(board: Board) -> tuple[tuple[int, int], ...]:
    """Every printed bridge with the mask of its two places."""
    return tuple((border.index, 1 << border.a | 1 << border.b) for border in board.bridges)
