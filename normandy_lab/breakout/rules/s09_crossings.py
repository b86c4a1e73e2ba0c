"""Rules 9.3C, 9.3D and 8.511: what it costs and gains to cross a bridge or river into a Mandatory Assault."""

from __future__ import annotations

from normandy_lab.breakout.board.board import FLOODED, RIVER, Border
from normandy_lab.breakout.frames import Assault, March
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s08_record, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Term


@rule("8.51", "8.511")
def mandatory(state: State, mask: int) -> list[March]:
    """The marches of those units of the mask that must assault (8.51); none outside daylight."""
    frame = s08_record.impulse(state)
    if frame is None:
        return []
    found = (s08_record.march_of(frame, index) for index in bits(mask))
    return [march for march in found if march is not None and march.must]


def mandatory_mask(state: State, mask: int) -> int:
    """The units of the mask that must assault (8.51)."""
    return sum(1 << march.unit for march in mandatory(state, mask))


@rule("9.3C", "9.3D")
def terms(state: State, frame: Assault) -> list[Term]:
    """The dearest crossing of a single mandatory assaulter; cases C and D are not mixed between units."""
    cases = [_case(state, frame, march) for march in mandatory(state, frame.attackers)]
    return max(cases, key=lambda case: sum(term.value for term in case), default=[])


def _case(state: State, frame: Assault, march: March) -> list[Term]:
    border = _water(state, march)
    if border is None:
        return []
    board = state.setting.board
    unit = state.setting.forces.units[march.unit].name
    way = f"from {board.names[border.other(frame.area)]} to {board.names[frame.area]}"
    if march.wade or not s20_bridges.standing(state, border):
        return [Term(2, "9.3D", f"{unit} crossed the river {way} without a bridge")]
    case = [Term(1, "9.3C", f"{unit} crossed the bridge {way}")]
    if s20_bridges.holder(state, border) != frame.side:
        case.append(Term(1, "9.3C", "the defender holds that bridge"))
    if border.kind == FLOODED:
        case.append(Term(1, "9.3C", "flooded boundary"))
    return case


def _water(state: State, march: March) -> Border | None:
    """The river or flood that the unit crossed last, None if it came over dry land or from the sea."""
    border = state.setting.board.borders[march.border] if march.border >= 0 else None
    return border if border is not None and border.kind in (RIVER, FLOODED) else None


@rule("8.511", "20.1")
def capture(state: State, frame: Assault, events: list[Event]) -> None:
    """The bridges and river lines that units of a Mandatory Assault crossed are theirs unless repulsed (8.511).

    Guns that came along over a boundary of their own take it as well: the rule speaks of any unit.
    """
    crossed = [_water(state, march) for march in mandatory(state, frame.attackers | frame.others)]
    for border in dict.fromkeys(border for border in crossed if border is not None):
        s20_bridges.capture(state, border, frame.side, events)
