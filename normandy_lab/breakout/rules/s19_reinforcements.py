"""Rules 19.3 and 21.6: landings by day, in an impulse of the approach box."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.frames import Impulse, Interdiction, Landing, March
from normandy_lab.breakout.query import agree, bits, contested, controller, move_unit, name, units
from normandy_lab.breakout.rules import (
    s07_control,
    s08_idle,
    s08_movement,
    s08_record,
    s19_landing,
)
from normandy_lab.breakout.rules.s08_movement import Mover
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

LANDING_LIMIT = 5


@rule("19.3", "21.6", "15.2", "8.51")
def mandatory(state: State, beach: int) -> bool:
    """A beach whose fortification stands must be assaulted by whoever lands, unless it was contested before (8.51, 21.6).

    Only Fresh and Spent units contest it for that, and not those that came in this impulse (I-32).
    """
    if not (state.fort[beach] and state.here[GERMAN][beach]):
        return False
    came = {march.unit for march in s08_record.current(state).marches}
    return not any(unit not in came and state.level[unit] <= SPENT for unit in bits(state.here[ALLIED][beach]))


@rule("19.3", "19.4", "21.6", "7.1", "16.13", "4.33")
def illegal(state: State, unit: Unit, beach: int, named: int = 0) -> str:
    """Why the unit may not land there in this impulse, or ""; ``named`` are those that land with it (19.3)."""
    frame = s08_record.current(state)
    board = state.setting.board
    box = board.box_of.get(beach, -1)
    if state.at[unit.index] not in board.beach_of:
        return "3.4"
    if state.at[unit.index] != box:
        return "4.33"
    code = s08_idle.illegal(state, frame, unit)
    if code:
        return code
    return _ashore(state, frame, unit, beach, named)


def _ashore(state: State, frame: Impulse, unit: Unit, beach: int, named: int) -> str:
    """What on the beach, or in the landing itself, bars the unit."""
    box = state.setting.board.box_of[beach]
    before = s08_record.came_from(frame, box)
    if (before & ~frame.ashore | named).bit_count() >= LANDING_LIMIT:  # in this half of a Double Impulse (I-49)
        return "19.3 five"
    if frame.landed >> box & 1:
        return "19.4"
    if frame.attacked >> beach & 1:
        return "8.31"
    if _german(state, beach):
        return "19.3 beach"
    if mandatory(state, beach) and unit.field_artillery:
        return "21.6"
    others = state.here[ALLIED][beach] & ~before
    if (others | before | named).bit_count() >= s07_control.STACK_LIMIT:
        return "19.3 ten"
    if not unit.corps_artillery:
        return ""
    there = units(state, named | state.here[ALLIED][beach])
    return "16.13" if any(each.corps_artillery for each in there) else ""


def _german(state: State, beach: int) -> bool:
    return controller(state, beach) == GERMAN and not contested(state, beach)


@rule("19.3", "7.1")
def welcome(state: State, beach: int) -> bool:
    """Infantry and armor may surely land there at the start of an impulse."""
    return not _german(state, beach) and state.here[ALLIED][beach].bit_count() < s07_control.STACK_LIMIT


REASONS = {
    "3.4": ("{unit} is not in an approach box.", "Choose a unit that waits off a beach."),
    "4.33": ("{unit} waits off another beach.", "Land it at {own}."),
    "19.4": ("The landing at {beach} is over: all its units are named before a gun fires.",
             "Land it in another impulse, or in the second half of a Double Impulse (11.4)."),
    "8.31": ("{beach} was assaulted in this impulse.", "Land in a later impulse."),
    "19.3 beach": ("{beach} is German-controlled and uncontested: reinforcements do not land there.",
                   "Bring an Allied unit into it over land first."),
    "21.6": ("{beach} must be assaulted by whoever lands, and {unit} is artillery.",
             "Land it once the fortification is gone."),
    "19.3 five": ("Five units have landed at {beach} in this impulse.",
                  "Land it in another impulse, or in the second half of a Double Impulse (11.4)."),
    "19.3 ten": ("With those that land, ten Allied units are on {beach}.",
                 "Land it in another impulse, when some have gone inland in one of their own."),
    "16.13": ("A corps artillery unit is on {beach} or lands there.",
              "Land it in another impulse, when that unit has gone inland."),
}  # fmt: skip


def refusal(state: State, unit: Unit, beach: int, named: int = 0) -> Refusal | None:
    """Why the unit may not land there; None if it may."""
    board = state.setting.board
    place = board.places[beach]
    if beach not in board.box_of:
        return Refusal("19.3", f"{place.name} is no beach.", "Name one of the five beaches.")
    code = illegal(state, unit, beach, named)
    if not code:
        return None
    if code not in REASONS:
        return s08_idle.refusal(state, unit, code)
    own = state.at[unit.index]
    words = {
        "unit": unit.name,
        "beach": place.name,
        "own": board.names[board.beach_of[own]] if own in board.beach_of else "its beach",
    }
    if code == "4.33" and place.nationality != unit.nationality and not state.setting.rules["beach_of_another_nation"]:
        return Refusal(
            "19.3", f"{unit.name} lands at beaches of its own nationality only.", f"Land it at {words['own']}."
        )
    text, fix = REASONS[code]
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))


# -- the landing itself


def ask(state: State, frame: Landing) -> Decision | None:
    setting = state.setting
    beach = setting.board.beach_of[frame.box]
    waiting = units(state, state.here[ALLIED][frame.box] & ~frame.units)
    options = [make(setting, "land", u.index, beach) for u in waiting if not illegal(state, u, beach, frame.units)]
    if not options:
        return None
    prompt = f"Landing at {name(state, beach)}: name everybody who lands before a gun fires, then end."
    options.append(make(setting, "end"))
    return Decision("orders", SIDES[ALLIED], "19.3", prompt, options, step=questions.LANDING)


def answer(state: State, frame: Landing, action: Action, events: list[Event]) -> None:
    if action.verb == "land":
        state.frames = (*state.frames[:-1], frame._replace(units=frame.units | 1 << action.args[0]))
    else:
        resume(state, frame, events)


@rule("19.3", "19.4", "21.6", "8.33")
def resume(state: State, frame: Landing, events: list[Event]) -> None:
    """All named units step ashore for the MF of 8.36, then the coastal guns fire at each (19.4)."""
    board = state.setting.board
    beach = board.beach_of[frame.box]
    border = board.between[frame.box, beach]
    impulse = s08_record.current(state)
    must = mandatory(state, beach)
    state.frames = state.frames[:-1]
    for unit in units(state, frame.units):
        mf, _ = s08_movement.entry(state, impulse, Mover(unit, frame.box, 0), beach)
        move_unit(state, unit.index, beach)
        spent = min(mf, s08_record.allowance(state, unit))  # 8.38
        s08_record.put(state, March(unit.index, spent, (frame.box,), border, must=must))
    if int(s19_landing.interdiction_value(state, beach)):  # where no gun fires, others may follow (I-78)
        s08_record.amend(state, landed=impulse.landed | 1 << frame.box)
    words = (state.setting.names(frame.units), board.names[beach])
    text = agree(frame.units, "{} lands at {}.", "{} land at {}.")
    events.append(Event("19.3", SIDES[ALLIED], text, words, board.places[beach].id))
    s07_control.settle(state, beach, events)
    state.frames = (*state.frames, Interdiction(tuple((index, beach) for index in bits(frame.units))))


def refuse(state: State, frame: Landing, action: Action) -> Refusal | None:
    if action.verb != "land":
        return None
    unit = state.setting.forces.units[action.args[0]]
    if frame.units >> unit.index & 1:
        return Refusal("19.3", f"{unit.name} lands already.", 'Name another unit, or "end".')
    return refusal(state, unit, action.args[1], frame.units)
