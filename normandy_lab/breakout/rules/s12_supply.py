"""Rules 12.5 to 12.8: supply lines, their sources, and isolation. Depots are in ``s12_depots.py``.

One reading of 12.5 as a ``Passage``; the flood in play and the graph in reports both take it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from normandy_lab.breakout.board.board import ALLIED, FLOODED, GERMAN, LANDING, RIVER, Board
from normandy_lab.breakout.board.flood import ENDING, FAR, OPEN, SHUT, Passage, Reach, flood
from normandy_lab.breakout.query import contested, free, side_of
from normandy_lab.breakout.state import HELD_ALLIED, HELD_GERMAN, State
from normandy_lab.core.rulebook import rule

CHERBOURG = "56"
WHERE_CONTESTED = 2  # what leaving a contested area costs a line that passes it (12.51)


# -- what a line may pass


@rule("12.5", "12.51", "14.1")
def passage(state: State, side: int) -> Passage:
    """Through places that the side controls, contested ones at one more; over bridges that it holds.

    A river without such a bridge may be crossed only into the place that is supplied, a flood never
    (12.5). The place supplied may be the enemy's (12.51). Zones are like areas (14.1, I-36).
    """
    leave = [0] * len(state.setting.board.places)
    german, allied = state.here
    for place in land(state.setting.board):
        if (state.control[place] == GERMAN) == (side == GERMAN):
            leave[place] = WHERE_CONTESTED if german[place] and allied[place] else 1
    return Passage(leave, crossings(state, side))


def crossings(state: State, side: int) -> list[int]:
    """Every border: OPEN on dry land and at bridges of the side, ENDING at other rivers, else SHUT.

    A Held mark on a river line (8.511) is no bridge. A standing bridge is its Held mark's (20.1).
    """
    crossing, wet = _by_nature(state.setting.board)
    crossing = crossing[:]
    ours = HELD_GERMAN if side == GERMAN else HELD_ALLIED
    for border, bridge, river in wet:
        if bridge and state.held[border] == ours:
            crossing[border] = OPEN
        elif river:
            crossing[border] = ENDING
    return crossing


@lru_cache(maxsize=64)
def _by_nature(board: Board) -> tuple[list[int], tuple[tuple[int, bool, bool], ...]]:
    """What never changes: dry borders OPEN, others SHUT; and the wet ones as (border, bridge, river)."""
    shut = (RIVER, FLOODED, LANDING)
    crossing = [SHUT if border.kind in shut else OPEN for border in board.borders]
    wet = [border for border in board.borders if border.kind in (RIVER, FLOODED)]
    return crossing, tuple((border.index, border.bridge, border.kind == RIVER) for border in wet)


@lru_cache(maxsize=64)
def land(board: Board) -> tuple[int, ...]:
    """Where lines run: areas and zones, not boxes."""
    return (*board.areas, *board.zones)


# -- where lines begin


@rule("12.6", "12.71")
def sources(state: State, nationality: int) -> list[int]:
    """Where lines of this nationality begin: German-controlled zones, contested or not (12.6, I-38).

    For the Allies the nationality's own beaches, if Allied-controlled and not contested (12.71, I-37).
    """
    board = state.setting.board
    if nationality == GERMAN:
        return [zone for zone in board.zones if state.control[zone] == GERMAN]
    return [beach for beach in beaches(state, nationality) if free(state, beach, ALLIED)]


@rule("12.71")
def local_sources(state: State, nationality: int) -> list[int]:
    """Contested beaches: whoever controls them, they feed units of their nationality that stand in them (12.71)."""
    return [beach for beach in beaches(state, nationality) if contested(state, beach)]


def beaches(state: State, nationality: int) -> list[int]:
    """The beaches of a nationality, whoever controls them; none for the Germans (12.71)."""
    places = state.setting.board.places
    return [beach for beach in state.setting.board.beaches if places[beach].nationality == nationality]


@rule("12.62", "12.8")
def last_source(state: State, nationality: int) -> list[int]:
    """Cherbourg in German hands: whoever can trace to it is not isolated, but nobody draws a depot from it (I-38)."""
    cherbourg = state.setting.board.index.get(CHERBOURG)
    held = nationality == GERMAN and cherbourg is not None and state.control[cherbourg] == GERMAN
    return [cherbourg] if held and cherbourg is not None else []


# -- lines and isolation


@rule("12.5", "12.6", "12.71")
def lines(state: State, nationality: int) -> Reach:
    """The cheapest line from a source to every place, for units of this nationality; Cherbourg only where no zone is."""
    board, way = state.setting.board, passage(state, side_of(nationality))
    reach = flood(board, way, sources(state, nationality))
    for beach in local_sources(state, nationality):
        reach.cost[beach], reach.came[beach] = 0, -1
    last = last_source(state, nationality)
    if last and reach.via[last[0]] >= FAR:
        return reach.or_else(flood(board, way, last))
    return reach


@rule("12.8")
def isolated_places(state: State, nationality: int) -> tuple[int, ...]:
    """The areas and zones in which units of this nationality are isolated (12.8)."""
    board, (german, allied) = state.setting.board, state.here
    last = _last.get(nationality)
    if last is not None and last[:5] == (board, state.control, state.held, german, allied):
        return last[5]
    ground = (
        (board, nationality, tuple(state.control), tuple(state.held))
        + (tuple(map(bool, german)), tuple(map(bool, allied)))
    )  # fmt: skip
    found = _known.get(ground)
    if found is None:
        if len(_known) >= KEPT:
            _known.clear()
        reach = lines(state, nationality)
        found = tuple(place for place in land(board) if reach.cost[place] >= FAR)
        _known[ground] = found
    _last[nationality] = (board, state.control[:], state.held[:], german[:], allied[:], found)
    return found


# Isolation is asked again and again on the same ground while bridges are repaired: all that it depends on, and the answer;
# and the last of these positions for each nationality, since two lists are compared sooner than they are hashed.
KEPT = 256
_known: dict[tuple[Any, ...], tuple[int, ...]] = {}
_last: dict[int, tuple[Board, list[int], list[int], list[int], list[int], tuple[int, ...]]] = {}
