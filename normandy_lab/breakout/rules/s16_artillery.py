"""Rule 16 on the defending side: who may be singled out, and what guns add to a bombarded area."""

from __future__ import annotations

from normandy_lab.breakout.forces.units import DISRUPT_2
from normandy_lab.breakout.query import bits, units
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
    """As above; a unit at Disrupt 2 only where no other may be chosen (I-16)."""
    eligible = can_be_singled_out(state, mask)
    below = sum(1 << index for index in bits(eligible) if state.level[index] != DISRUPT_2)
    return below or eligible
