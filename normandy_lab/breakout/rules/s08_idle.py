"""Who may act in an impulse at all (8.12, 8.2, 8.32, 8.374), and why somebody may not."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, NATIONALITIES, RIVER, SIDES, ZONE, Board
from normandy_lab.breakout.forces.units import FRESH, LEVELS, Forces, Unit
from normandy_lab.breakout.frames import Impulse
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("8.12", "8.2", "8.32", "8.374", "9.7", "8.373")
def illegal(state: State, frame: Impulse, unit: Unit) -> str:
    """Why the unit may not act in this impulse at all, or ""."""
    if unit.side != frame.side:
        return "8.12"
    if unit.coastal:
        return "8.373"
    if state.level[unit.index] != FRESH:
        return "8.32"
    if not frame.eligible >> unit.index & 1:
        return "8.2"
    if frame.nation and frame.nation != unit.nationality and not frame.doubled:
        return "8.374"
    return "9.7" if frame.supported >> unit.index & 1 else ""


@lru_cache(maxsize=64)
def able(forces: Forces) -> tuple[int, int, int]:
    """Infantry and armor with the two MF of an assault (8.5); others that find room anywhere (16.13); all (8.373)."""
    active = [unit for unit in forces.units if not unit.coastal]
    points = sum(1 << unit.index for unit in active if unit.point and unit.movement >= 2)
    others = sum(1 << unit.index for unit in active if unit.movement and not unit.corps_artillery)
    return points, others, sum(1 << unit.index for unit in active)


@lru_cache(maxsize=64)
def dry(board: Board) -> tuple[tuple[int, ...], ...]:
    """Place -> the places next to it without a river or flood between."""
    wet = (RIVER, FLOODED)
    return tuple(tuple(p for p, index in row if board.borders[index].kind not in wet) for row in board.neighbours)


REASONS = {
    "8.12": ("{unit} is not of the side whose impulse it is.", "Choose a unit of the {side} side."),
    "8.373": ("{unit} is coastal artillery and never moves or attacks.", "Choose another unit."),
    "8.2": ("{unit} did not begin the impulse in {active}.", "Activate {at} in an impulse of its own."),
    "8.23": ("The half in which {unit} acts is over: bridges were blown in it.", "Choose a unit of the second half."),
    "8.32": ("{unit} is {level}; only Fresh units act.", "Choose a Fresh unit; this one needs a refit first."),
    "8.374": ("{nation} units have acted in this impulse, and {unit} is of the other Ally.",
              "Use the Advantage for a Double Impulse, or wait for the next impulse."),
    "9.7": ("{unit} supported an assault in this impulse and stays.", "Choose another unit."),
}  # fmt: skip


def refusal(state: State, unit: Unit, code: str) -> Refusal:
    """Why the unit does not act in this impulse."""
    frame = s08_record.current(state)
    board = state.setting.board
    if absent(state, unit):
        return off_map(unit, lost=state.at[unit.index] == board.lost)
    began = frame.active >> state.at[unit.index] & 1 or s08_record.march_of(frame, unit.index) is not None
    if code == "8.2" and began:  # of the first half of a Double Impulse, wherever it is now
        code = "8.23"
    text, fix = REASONS[code]
    words = {
        "unit": unit.name,
        "side": SIDES[frame.side].capitalize(),
        "active": " or ".join(board.names[place] for place in bits(frame.active)) or "an active area",
        "at": board.names[state.at[unit.index]],
        "level": LEVELS[state.level[unit.index]].replace("_", " "),
        "nation": NATIONALITIES[frame.nation].capitalize() if frame.nation != 1 else "US",
    }
    return Refusal(code, text.format(**words), fix.format(**words))


def absent(state: State, unit: Unit) -> bool:
    """Neither on the map nor off a beach."""
    return state.setting.board.places[state.at[unit.index]].kind not in (AREA, ZONE, BOX)


def off_map(unit: Unit, *, lost: bool) -> Refusal:
    """A unit that is eliminated, or waits for its day."""
    if lost:
        return Refusal("9.5D", f"{unit.name} has been eliminated.", "Choose another unit.")
    return Refusal("4.33", f"{unit.name} has not entered the game.", "Choose a unit on the map, or off a beach.")
