"""Rules 8.33 to 8.38 and 14.2: what one step of one unit costs, and why it may not be made.

A ``Mover`` is a unit as it stands or as it might stand later on its way, so that paths can be looked at
before they are marched. Crossings of retreats (8.371-8.373) are here too.
"""

from __future__ import annotations

from typing import NamedTuple

from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, LANDING, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Impulse
from normandy_lab.breakout.query import contested, controller, free, units
from normandy_lab.breakout.rules import s07_control, s08_record, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally, Term

BRIDGE_LIMIT = 5
NO_BORDER = -1


class Mover(NamedTuple):
    """A unit on its way: where it is, the MF used so far, the places left behind."""

    unit: Unit
    at: int
    used: int
    trail: tuple[int, ...] = ()


def mover(state: State, index: int) -> Mover:
    """The unit as it stands in the present impulse."""
    unit = state.setting.forces.units[index]
    frame = s08_record.current(state)
    march = s08_record.march_of(frame, index)
    if march is not None:
        return Mover(unit, state.at[index], march.used, march.trail)
    return Mover(unit, state.at[index], s08_record.used(state, frame, unit) if frame.toll else 0)


class Leaving(NamedTuple):
    """What is the same for every step from where a unit is, so that it is looked up once."""

    left: int  # MF
    hemmed: bool  # in a contested area
    all_mf: bool  # whatever step it makes (8.34)
    point: bool  # infantry or armor, which needs no escort (8.375)


def leaving(state: State, mover: Mover) -> Leaving:
    """What holds for the unit's next step, wherever it leads."""
    hemmed = _hemmed_in(state, mover.at)
    left = s08_record.allowance(state, mover.unit) - mover.used
    return Leaving(left, hemmed, hemmed and must_spend_all(state, mover), mover.unit.point)


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
    if unit.infantry:
        return ""
    return "8.371" if s20_bridges.standing(state, border) else "9.63A"


def cross(state: State, border: Border, unit: Unit) -> None:
    """Count the unit on the bridge (8.371); wading beside a full bridge counts nobody."""
    if s20_bridges.standing(state, border) and not bridge_full(state, border, unit):
        state.crossed[border.index] = state.crossed.get(border.index, 0) | 1 << unit.index


# -- one step


@rule("8.33", "8.31", "14.2", "3.4")
def _way(state: State, frame: Impulse, mover: Mover, place: int, border: Border) -> str:
    """Why the way leads nowhere: a stop by an enemy or in a zone, an area attacked before, the sea.

    A zone is entered only by a unit that began the impulse next to it (14.2).
    """
    board = state.setting.board
    places = board.places
    if border.kind == LANDING:
        return "19.3" if places[mover.at].kind not in (AREA, ZONE) else "3.4"
    if mover.trail:
        if state.here[1 - mover.unit.side][mover.at]:
            return "8.33 enemy"
        if places[mover.at].kind == ZONE:
            return "14.2 stop"
        if places[place].kind == ZONE and (mover.trail[0], place) not in board.between:
            return "14.2"
    return "8.31" if frame.attacked >> place & 1 and not overran(frame, mover.unit, place) else ""


@rule("8.31", "8.53")
def overran(frame: Impulse, unit: Unit, place: int) -> bool:
    """Whether the unit itself overran the place in this impulse: only then may it come back (8.31)."""
    return any(there == place and mask >> unit.index & 1 for there, mask in frame.overran)


@rule("8.371", "8.372", "8.36E")
def _crossing(state: State, mover: Mover, leave: Leaving, border: Border, wade: bool) -> str:
    """Why the unit may not cross this boundary in this way, or ""."""
    if border.kind not in (RIVER, FLOODED):
        return "8.36E open" if wade else ""
    standing = s20_bridges.standing(state, border)
    if wade:
        if border.kind == FLOODED:
            return "8.371 flood"
        if not mover.unit.infantry:
            return "8.36E infantry"
        if mover.used:
            return "8.36E used"
    elif not standing:
        return "8.371 flood" if border.kind == FLOODED else "8.371 river"
    elif bridge_full(state, border, mover.unit):
        return "8.371 full"
    if leave.hemmed and s20_bridges.holder(state, border) != mover.unit.side:
        return "8.372"
    return ""


def _hemmed_in(state: State, place: int) -> bool:
    """A contested area; zones may be left freely (14.2)."""
    return contested(state, place) and state.setting.board.places[place].kind != ZONE


@rule("8.34", "8.54", "14.2")
def must_spend_all(state: State, mover: Mover) -> bool:
    """Leaving a contested area takes all MF, except of armor that meets no armor there (8.34)."""
    if mover.trail or not _hemmed_in(state, mover.at):
        return False
    enemies = units(state, state.here[1 - mover.unit.side][mover.at])
    return not mover.unit.armor or any(enemy.armor for enemy in enemies)


@rule("8.34", "8.35")
def _exit(state: State, mover: Mover, leave: Leaving, place: int) -> str:
    """Out of a contested area only into a Free one (8.34); enemy places are entered from Vacant ones (8.35)."""
    if not leave.hemmed or free(state, place, mover.unit.side):
        return ""
    return "8.34" if leave.all_mf else "8.35"


@rule("8.51")
def must_assault(state: State, mover: Mover, place: int) -> str:
    """Why entering the place obliges the unit to assault there, or "" (8.51)."""
    frame = s08_record.current(state)
    if not state.here[1 - mover.unit.side][place]:
        return ""
    if not frame.contested >> place & 1:
        return "8.51 uncontested"
    border = state.setting.board.borders[state.setting.board.between[mover.at, place]]
    if border.kind in (RIVER, FLOODED) and s20_bridges.holder(state, border) != mover.unit.side:
        return "8.51 crossing"
    return ""


@rule("8.35", "8.375", "4.24", "9.7")
def _escort(state: State, frame: Impulse, mover: Mover, place: int) -> str:
    """Guns follow a Point Unit: into enemy areas, and across a boundary that obliges them to assault (8.375, I-77)."""
    side = mover.unit.side
    if not state.here[1 - side][place]:
        return "8.375" if controller(state, place) != side else ""
    code = must_assault(state, mover, place)
    if not code:
        return "" if state.here[side][place] else "8.35 guns"
    border = state.setting.board.between[mover.at, place]
    led = any(
        march.must
        and state.at[march.unit] == place
        and state.setting.forces.units[march.unit].point
        and (code == "8.51 uncontested" or march.border == border)
        for march in frame.marches
    )
    return "" if led else "8.375 led"


@rule("8.36A", "8.36B", "8.36C", "8.36D", "8.36E", "8.36", "7.3")
def entry(state: State, frame: Impulse, mover: Mover, place: int, wade: bool = False) -> tuple[int, str]:
    """MF to enter the place, and the case of 8.36 that says so; only the most severe case counts."""
    if wade:
        return s08_record.allowance(state, mover.unit), "8.36E"
    enemies = state.here[1 - mover.unit.side][place]
    if enemies:
        level = state.level
        while enemies:
            low = enemies & -enemies
            if level[low.bit_length() - 1] == FRESH:
                return 4, "8.36D"
            enemies ^= low
        return 3, "8.36C"
    if frame.hostile >> place & 1 or controller(state, place) != mover.unit.side:
        return 2, "8.36B"
    return 1, "8.36A"


@rule("8.221", "20.3")
def surcharge(frame: Impulse, mover: Mover, border: int, wade: bool) -> bool:
    """A bridge seized in this impulse costs everybody else one MF more (8.221)."""
    if wade or not frame.seized:
        return False
    return any(seized == border and unit != mover.unit.index for seized, unit in frame.seized)


@rule("8.38", "8.36", "8.34", "8.221")
def price(state: State, frame: Impulse, mover: Mover, place: int, wade: bool = False) -> tuple[int, str]:
    """MF that the step takes and the rule that fixes it; -1 where the unit has too few (8.36)."""
    mf, cited = entry(state, frame, mover, place, wade)
    left = s08_record.allowance(state, mover.unit) - mover.used
    extra = surcharge(frame, mover, state.setting.board.between[mover.at, place], wade)
    mf += extra
    if mf > left:
        if extra and mf - extra <= left:
            return -1, "8.221"
        if mover.used or extra or not left:
            return -1, "8.38" if not mover.used and left else "8.36"
        return left, "8.38"
    return (left, "8.34") if must_spend_all(state, mover) else (mf, cited)


@rule("8.37", "8.33", "8.38")
def illegal(state: State, mover: Mover, place: int, wade: bool = False) -> str:
    """Why the step may not be made, or ""; who may act at all is asked of ``idle`` first."""
    board = state.setting.board
    index = board.between.get((mover.at, place))
    if index is None:
        if board.places[mover.at].kind == BOX:
            return "19.3"
        return "3.4" if board.places[place].kind == BOX else "8.33"
    frame = s08_record.current(state)
    return barred(state, frame, mover, leaving(state, mover), place, board.borders[index], wade)


def barred(
    state: State, frame: Impulse, mover: Mover, leave: Leaving, place: int, border: Border, wade: bool = False
) -> str:
    """``illegal`` over this border, with what is known already; asks only what can matter."""
    code = ""
    if mover.trail or frame.attacked or border.kind == LANDING:
        code = _way(state, frame, mover, place, border)
    if not code and (wade or border.kind in (RIVER, FLOODED)):
        code = _crossing(state, mover, leave, border, wade)
    if not code and leave.hemmed:
        code = _exit(state, mover, leave, place)
    if not code and not leave.point:
        code = _escort(state, frame, mover, place)
    code = code or s07_control.stacking(state, mover.unit, place)
    if code or not (mover.used or frame.seized or leave.left <= 0):  # the Minimum Move: too few MF are enough (8.38)
        return code
    mf, _ = entry(state, frame, mover, place, wade)
    if mf + surcharge(frame, mover, border.index, wade) <= leave.left:
        return ""
    mf, cited = price(state, frame, mover, place, wade)
    return cited if mf < 0 else ""


def cost(state: State, mover: Mover, place: int, wade: bool = False) -> Tally:
    """The MF of the step as cited terms: the case of 8.36, a seized bridge, all MF (8.34, 8.38)."""
    frame = s08_record.current(state)
    mf, cited = entry(state, frame, mover, place, wade)
    where = state.setting.board.names[place]
    terms = [Term(mf, cited, WORDS[cited].format(where))]
    if surcharge(frame, mover, state.setting.board.between[mover.at, place], wade):
        terms.append(Term(1, "8.221", "the bridge was seized in this impulse"))
        mf += 1
    total, fixed = price(state, frame, mover, place, wade)
    if fixed in ("8.34", "8.38") and total >= 0 and total != mf:
        terms.append(Term(total - mf, fixed, WORDS[fixed]))
    return Tally("movement cost", terms)


WORDS = {
    "8.36A": "{} is Free",
    "8.36B": "{} is Vacant and was the enemy's when the impulse began",
    "8.36C": "only Spent or disrupted enemies are in {}",
    "8.36D": "a Fresh enemy is in {}",
    "8.36E": "across the river to {} without a bridge: all MF",
    "8.34": "leaving a contested area takes all MF",
    "8.38": "Minimum Move: all MF of a unit that has used none",
}
