"""Plain questions to a State, used by every rules module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.forces.units import FRESH, SPENT, Forces, Unit
from normandy_lab.breakout.setting import CLEAR
from normandy_lab.breakout.state import State

# The same masks come back again and again (who stands where), so what they hold is kept.
MASKS = 1 << 13


@lru_cache(maxsize=MASKS)
def indices(mask: int) -> tuple[int, ...]:
    """The indices in a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def bits(mask: int) -> Iterator[int]:
    """The indices in a mask, lowest first, one by one."""
    return iter(indices(mask))


@lru_cache(maxsize=MASKS)
def _units(forces: Forces, mask: int) -> tuple[Unit, ...]:
    return tuple([forces.units[index] for index in indices(mask)])


def units(state: State, mask: int) -> Iterator[Unit]:
    """The units of a mask, in the order of the order of battle."""
    return iter(_units(state.setting.forces, mask))


def side_of(control: int) -> int:
    """The side of a nationality or of a controller (7.3)."""
    return GERMAN if control == GERMAN else ALLIED


def controller(state: State, place: int) -> int:
    """The side that controls the place (7.3)."""
    return GERMAN if state.control[place] == GERMAN else ALLIED


def contested(state: State, place: int) -> bool:
    """Units of both sides are there (7.4)."""
    return bool(state.here[GERMAN][place] and state.here[ALLIED][place])


def vacant(state: State, place: int, side: int) -> bool:
    """No enemy of the side is there, whoever controls it (7.5)."""
    return not state.here[1 - side][place]


def free(state: State, place: int, side: int) -> bool:
    """Vacant and under friendly control (7.6)."""
    return not state.here[1 - side][place] and controller(state, place) == side


def fresh(state: State, mask: int) -> int:
    """The Fresh units of a mask (4.2)."""
    level = state.level
    result = 0
    for index in indices(mask):
        if level[index] == FRESH:
            result |= 1 << index
    return result


def defense_factor(state: State, unit: Unit) -> int:
    """The factor on the side that is face-up (4.32); disruption is counted apart (9.3A)."""
    return unit.defense if state.level[unit.index] == FRESH else unit.spent_defense


def disruption(state: State, unit: Unit) -> int:
    """The unit's disruption level: 0, 1 or 2 (4.5)."""
    return max(0, state.level[unit.index] - SPENT)


def is_clear(state: State) -> bool:
    """Clear weather now (18.2)."""
    return state.weather == CLEAR


def playable(state: State, *texts: str) -> str:
    """The first of these actions that may be played now, in quotes: what a refusal names can be played; "" if none can."""
    options = state.asked.options if state.asked else ()
    return next((f'"{text}"' for text in texts if text in options), "")


def name(state: State, place: int) -> str:
    """The name of a place."""
    return state.setting.board.names[place]


def agree(mask: int, one: str, many: str) -> str:
    """The form of a verb that goes with the units of the mask: "assaults" of one, "assault" of more."""
    return one if mask.bit_count() == 1 else many


def move_unit(state: State, index: int, place: int) -> None:
    """Put a unit elsewhere. Only rules modules call this, on the engine's own copy."""
    side = state.setting.forces.units[index].side
    bit = 1 << index
    state.here[side][state.at[index]] &= ~bit
    state.here[side][place] |= bit
    state.at[index] = place
