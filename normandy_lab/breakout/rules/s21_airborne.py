"""Rule 21.2: the night drop: attack, secure a bridge, or stay Fresh, one drop area at a time."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, SIDES, Border
from normandy_lab.breakout.forces.units import AIRBORNE_TYPES, FRESH, SPENT, Unit
from normandy_lab.breakout.frames import Airborne, Group
from normandy_lab.breakout.query import name, playable, units
from normandy_lab.breakout.rules import s20_bridges
from normandy_lab.breakout.state import HELD_ALLIED, State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


def dropped(state: State, unit: Unit) -> bool:
    """A Fresh airborne unit that stands in a land area on the night of the drop."""
    place = state.setting.board.places[state.at[unit.index]]
    landed_by_air = unit.type in AIRBORNE_TYPES and unit.side == ALLIED
    return landed_by_air and place.kind == AREA and state.level[unit.index] == FRESH


def waiting(state: State, frame: Airborne) -> list[Unit]:
    """Dropped units whose part in the phase is still open."""
    mask = state.setting.forces.allied & ~frame.decided
    return [
        unit for unit in units(state, mask) if dropped(state, unit) and not frame.closed >> state.at[unit.index] & 1
    ]


@rule("21.2")
def illegal(state: State, frame: Airborne, verb: str, unit: Unit, border: Border | None = None) -> str:
    """Why this unit may not attack, secure or stay now, or "" (21.2, I-22)."""
    area = state.at[unit.index]
    if not dropped(state, unit) and not frame.decided >> unit.index & 1:
        return "drop"
    if frame.decided >> unit.index & 1 or frame.closed >> area & 1:
        return "decided"
    if frame.area not in (-1, area):
        return "area"
    if verb == "attack":
        if not state.here[GERMAN][area]:
            return "enemy"
        return "once" if frame.attacked >> area & 1 else ""
    if border is not None:
        return _bridge_illegal(state, area, border)
    return ""


def _bridge_illegal(state: State, area: int, border: Border) -> str:
    if area not in (border.a, border.b):
        return "elsewhere"
    if not s20_bridges.standing(state, border):
        return "no bridge"
    return "held" if state.held[border.index] == HELD_ALLIED else ""


def ask(state: State, frame: Airborne) -> Decision | None:
    setting, board = state.setting, state.setting.board
    open_units = waiting(state, frame)
    if not open_units:
        return None
    options = []
    for unit in open_units:
        if not illegal(state, frame, "attack", unit):
            options.append(make(setting, "attack", unit.index))
        for _, index in board.neighbours[state.at[unit.index]]:
            border = board.borders[index]
            if not illegal(state, frame, "secure", unit, border):
                options.append(make(setting, "secure", unit.index, index))
        if not illegal(state, frame, "stay", unit):
            options.append(make(setting, "stay", unit.index))
    where = "a drop area" if frame.area < 0 else name(state, frame.area)
    prompt = f"Airborne units in {where}: attack together, secure a bridge, or stay Fresh."
    step = questions.DROP if frame.area < 0 else questions.DROP_AREA
    return Decision("airborne", SIDES[ALLIED], "21.2", prompt, [*options, make(setting, "end")], step=step)


def answer(state: State, frame: Airborne, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        _end(state, frame, events)
        return
    index = action.args[0]
    area = state.at[index]
    frame = frame._replace(area=area, decided=frame.decided | 1 << index)
    if action.verb == "attack":
        frame = frame._replace(attacked=frame.attacked | 1 << area)
        state.frames = (*state.frames[:-1], frame, Group(area, 1 << index))
        return
    if action.verb == "secure":
        _secure(state, index, state.setting.board.borders[action.args[1]], events)
    else:
        unit = state.setting.forces.units[index]
        events.append(Event("21.2", SIDES[ALLIED], "{} stays Fresh in {}.", (unit.name, name(state, area))))
    state.frames = (*state.frames[:-1], close_if_done(state, frame))


def _end(state: State, frame: Airborne, events: list[Event]) -> None:
    """Close the open area, or the whole phase; the units left in it stay Fresh."""
    rest = (
        waiting(state, frame)
        if frame.area < 0
        else [u for u in waiting(state, frame) if state.at[u.index] == frame.area]
    )
    decided = frame.decided | sum(1 << unit.index for unit in rest)
    if rest:
        names = state.setting.names(sum(1 << unit.index for unit in rest))
        events.append(Event("21.2", SIDES[ALLIED], "Staying Fresh: {}.", (names,)))
    closed = frame.closed | (1 << frame.area if frame.area >= 0 else 0)
    state.frames = (*state.frames[:-1], frame._replace(area=-1, decided=decided, closed=closed))


def close_if_done(state: State, frame: Airborne) -> Airborne:
    if any(state.at[unit.index] == frame.area for unit in waiting(state, frame)):
        return frame
    return frame._replace(area=-1, closed=frame.closed | 1 << frame.area)


def _secure(state: State, index: int, border: Border, events: list[Event]) -> None:
    """The unit is Spent and the bridge Allied-held, without a crossing (21.2, 20.1)."""
    board = state.setting.board
    s20_bridges.secure(state, border)
    state.level[index] = SPENT
    words = (state.setting.forces.units[index].name, board.names[border.a], board.names[border.b])
    place = board.places[state.at[index]].id
    events.append(Event("21.2", SIDES[ALLIED], "{} secures the bridge from {} to {} and is spent.", words, place))


def refuse(state: State, frame: Airborne, action: Action) -> Refusal | None:
    if action.verb not in ("attack", "secure", "stay"):
        return None
    unit = state.setting.forces.units[action.args[0]]
    border = state.setting.board.borders[action.args[1]] if action.verb == "secure" else None
    code = illegal(state, frame, action.verb, unit, border)
    here = name(state, state.at[unit.index])
    reasons = {
        "drop": (f"{unit.name} is no airborne unit dropped tonight.", "Choose a unit in a drop area."),
        "decided": (f"{unit.name} has had its part in this phase.", "Choose another unit."),
        "area": (
            f"Drop areas are resolved one at a time, and {name(state, frame.area)} is open.",
            f"Finish it with {end}." if (end := playable(state, "end")) else "Finish it first.",
        ),
        "enemy": (f"No German unit is in {here}.", "Secure a bridge or stay Fresh."),
        "once": (f"{here} has been attacked already.", "Secure a bridge or stay Fresh."),
        "elsewhere": (f"That bridge does not border {here}.", "Choose a bridge of the drop area."),
        "no bridge": ("No bridge stands there.", "Choose a standing bridge of the drop area."),
        "held": ("The Allies hold that bridge already.", "Choose another bridge."),
    }
    return Refusal("21.2", *reasons[code]) if code else None
