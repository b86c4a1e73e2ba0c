"""Rule 8.37: what may cross which boundary. The rest of movement comes with the impulses."""

from __future__ import annotations

from normandy_lab.breakout.board.board import FLOODED, RIVER, Border
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.rules import s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule

BRIDGE_LIMIT = 5


@rule("8.371")
def bridge_full(state: State, border: Border, unit: Unit) -> bool:
    """Five different units a bridge in each impulse or phase, both directions together (8.371, I-33)."""
    crossed = state.crossed.get(border.index, 0) & ~(1 << unit.index)
    return crossed.bit_count() >= BRIDGE_LIMIT


@rule("8.371", "8.372", "9.63A", "9.63B", "9.63")
def retreat_crossing(state: State, border: Border, unit: Unit, enemy: int) -> str:
    """Why a retreat may not cross this boundary, or "".

    Retreats never cross a bridge or river that the enemy holds, nor a flood without a bridge (9.63B,
    8.372); beside a full or missing bridge only infantry gets over a river (9.63A).
    """
    if border.kind not in (RIVER, FLOODED):
        return ""
    if border.kind == FLOODED and not s20_bridges.standing(state, border):
        return "9.63B flood"
    if s20_bridges.holder(state, border) == enemy:
        return "9.63B held"
    if s20_bridges.standing(state, border) and not bridge_full(state, border, unit):
        return ""
    if border.kind == FLOODED:
        return "8.371"
    return "" if unit.infantry else "9.63A"


def cross(state: State, border: Border, unit: Unit) -> None:
    """Count the unit on the bridge (8.371); wading beside a full bridge counts nobody."""
    if s20_bridges.standing(state, border) and not bridge_full(state, border, unit):
        state.crossed[border.index] = state.crossed.get(border.index, 0) | 1 << unit.index
