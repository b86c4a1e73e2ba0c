"""Rule 16: who may be singled out in an area, and which guns may act against it."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, ZONE
from normandy_lab.breakout.forces.units import DISRUPT_2, FRESH, Forces, Unit
from normandy_lab.breakout.query import bits, contested, units
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule


@rule("16.1", "16.2", "10.12", "9.1")
def can_be_singled_out(state: State, mask: int) -> int:
    """The units of a mask that may be Forward Unit or Primary Target.

    Field artillery, Nebelwerfers among it, only where no other type is (16.1, 10.12); FLAK and PAK
    may be the Forward Unit (16.2).
    """
    others = sum(1 << unit.index for unit in units(state, mask) if not unit.field_artillery)
    return others or mask


@rule("10.12")
def primary_targets(state: State, mask: int) -> int:
    """As above; one that cannot lose a level, at Disrupt 2 or bombarded before, only where no other can (I-16, I-66)."""
    eligible = can_be_singled_out(state, mask)
    before = s08_record.reduced(state)
    below = sum(1 << index for index in bits(eligible & ~before) if state.level[index] != DISRUPT_2)
    return below or eligible


@lru_cache(maxsize=64)
def guns(forces: Forces) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The field artillery of both sides, Nebelwerfers among it (4.23)."""
    german, allied = (
        tuple(unit for unit in forces.units if unit.field_artillery and unit.side == side) for side in (GERMAN, ALLIED)
    )
    return german, allied


@rule("16.1", "4.2", "8.32", "8.53")
def unready(state: State, side: int, unit: Unit) -> str:
    """Why this is no gun of the side that can fire a bombardment now, wherever at, or "".

    A gun that moved in the impulse may not; one that supported an assault may, after an Overrun,
    support another one, and no more (8.53).
    """
    if unit.side != side:
        return "10.11 side"
    if not unit.field_artillery:
        return "10.11 type"
    if state.setting.board.places[state.at[unit.index]].kind not in (AREA, ZONE):
        return "16.11 ashore"
    if state.level[unit.index] != FRESH:
        return "8.32"
    frame = s08_record.impulse(state)
    if frame is not None and s08_record.march_of(frame, unit.index):
        return "16.11 moved"
    if frame is not None and frame.supported >> unit.index & 1:
        return "8.53"
    return ""


@rule("16.11", "16.12", "16.14", "14.4")
def out_of_reach(state: State, unit: Unit, area: int) -> str:
    """Why the gun, where it stands, may not act against that area or zone, or "".

    Its own place always; the next area only from a Free area, never out of or into a zone (14.4),
    and never with rockets (16.14, I-68).
    """
    place = state.at[unit.index]
    if place == area:
        return ""
    board = state.setting.board
    if unit.nebelwerfer:
        return "16.14 own"
    if board.places[place].kind == ZONE:
        return "14.4 own"
    if board.places[area].kind == ZONE:
        return "14.4 outside"
    if (place, area) not in board.between:
        return "16.11 reach"
    if contested(state, place):
        return "16.11 contested"
    return ""
