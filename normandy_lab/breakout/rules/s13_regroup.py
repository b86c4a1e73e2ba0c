"""Rules 6.5 and 13: at night every unit may go on to one adjacent Free place, and units at sea may land."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, AREA, BOX, FLOODED, OFFSHORE, RIVER, SIDES, ZONE, Border
from normandy_lab.breakout.forces.units import Forces, Unit
from normandy_lab.breakout.frames import Interdiction, Regroup
from normandy_lab.breakout.query import bits, controller, free, move_unit, name, units
from normandy_lab.breakout.rules import (
    s07_control,
    s08_movement,
    s11_advantage,
    s12_supply,
    s19_reinforcements,
    s20_bridges,
)
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted

PLAIN, WADING = 0, 1


# -- what is allowed


@rule("13", "6.5", "8.373", "8.12")
def illegal(state: State, frame: Regroup, unit: Unit, place: int, wade: int = PLAIN) -> str:
    """Why the unit may not regroup there, or ""; its status does not matter (13)."""
    code = _idle(state, frame, unit)
    if code:
        return code
    board, at = state.setting.board, state.at[unit.index]
    if board.places[at].kind == BOX:
        return _ashore(state, frame, unit, place, wade)
    index = board.between.get((at, place))
    if index is None or board.places[place].kind not in (AREA, ZONE):
        return "3.4" if board.places[place].kind in (BOX, OFFSHORE) else "13 next"
    if not free(state, place, frame.side):
        return "13 free"
    return _crossing(state, board.borders[index], unit, wade) or s07_control.stacking(state, unit, place)


def _idle(state: State, frame: Regroup, unit: Unit) -> str:
    """Why the unit does not regroup at all."""
    kind = state.setting.board.places[state.at[unit.index]].kind
    if unit.side != frame.side:
        return "8.12"
    if kind not in (AREA, ZONE, BOX):
        return "3.5" if kind == OFFSHORE else "4.33"
    if unit.coastal:
        return "8.373"
    if not unit.movement:
        return "4.32"
    return "13 again" if frame.moved >> unit.index & 1 else ""


@rule("13", "8.371", "8.372", "8.36E", "20.1")
def _crossing(state: State, border: Border, unit: Unit, wade: int) -> str:
    """Over wet borders: by a standing bridge that is no enemy's, five units each; infantry wades rivers too (13, 8.371)."""
    if border.kind not in (RIVER, FLOODED):
        return "8.36E open" if wade else ""
    if s20_bridges.holder(state, border) != unit.side:
        return "13 held"
    if wade:
        if border.kind == FLOODED:
            return "8.371 flood"
        return "" if unit.infantry else "8.36E infantry"
    if not s20_bridges.standing(state, border):
        return "8.371 flood" if border.kind == FLOODED else "8.371 river"
    return "8.371 full" if s08_movement.bridge_full(state, border, unit) else ""


@rule("13", "19.3", "7.1")
def _ashore(state: State, frame: Regroup, unit: Unit, place: int, wade: int) -> str:
    """From its box a unit lands at its beach, if that is Free, or puts out to the Offshore Box (13)."""
    board = state.setting.board
    if place == board.offshore:
        return "8.36E open" if wade else ""
    if place != board.beach_of[state.at[unit.index]]:
        return "13 sea"
    if wade:
        return "8.36E open"
    if not free(state, place, ALLIED):
        return "13 free"
    if (frame.landed & state.here[ALLIED][place]).bit_count() >= s19_reinforcements.LANDING_LIMIT:
        return "19.3 five"
    return s07_control.stacking(state, unit, place)


# -- the decision


def ask(state: State, frame: Regroup) -> Decision | None:
    options = moves(state, frame)
    if not options:
        return None
    options.append(make(state.setting, "end"))
    who = "German" if not frame.side else "Allied"
    prompt = f"{who} units regroup: each may go on to one adjacent Free place; or end."
    return Decision("regroup", SIDES[frame.side], "13", prompt, options)


@rule("13")
def moves(state: State, frame: Regroup) -> list[Action]:
    """Every regrouping that is allowed now, place by place; what is the same for all units of a place is asked once."""
    board, setting = state.setting.board, state.setting
    able = setting.forces.mobile & ~frame.moved
    here, goals, found = state.here[frame.side], _goals(state, frame.side), list[Action]()
    for place in s12_supply.land(board):
        group = here[place] & able
        if group:
            for goal, index in board.neighbours[place]:
                going = goals[goal] & group
                if going:
                    found += _across(state, frame, board.borders[index], goal, going)
    for box in board.beach_of if frame.side == ALLIED else ():
        for unit in units(state, here[box] & able):
            for goal in (board.beach_of[box], board.offshore):
                if not _ashore(state, frame, unit, goal, PLAIN):
                    found.append(make(setting, "regroup", unit.index, goal, PLAIN))
    return found


@rule("13", "7.1", "16.13")
def _goals(state: State, side: int) -> list[int]:
    """Place -> the units that may join who is there: none where it is not Free or has no room (13, 7.1, 16.13)."""
    board, here, enemy = state.setting.board, state.here[side], state.here[1 - side]
    corps, found = _kinds(state.setting.forces)[1], [0] * len(board.places)
    for place in s12_supply.land(board):
        if not enemy[place] and controller(state, place) == side:
            group = here[place]
            if board.places[place].kind != AREA or not group:
                found[place] = -1
            elif group.bit_count() < s07_control.STACK_LIMIT:
                found[place] = ~corps if group & corps else -1
    return found


@rule("13", "8.371", "8.36E")
def _across(state: State, frame: Regroup, border: Border, goal: int, going: int) -> tuple[Action, ...]:
    """These units over this border, as ``_crossing`` has it: by bridge while it has room, and the infantry wading."""
    setting = state.setting
    if border.kind not in (RIVER, FLOODED):
        return _all(setting, going, goal, PLAIN)
    if s20_bridges.holder(state, border) != frame.side:
        return ()
    room = state.crossed.get(border.index, 0).bit_count() < s08_movement.BRIDGE_LIMIT
    plain = going if room and s20_bridges.standing(state, border) else 0
    wading = going & _kinds(setting.forces)[0] if border.kind == RIVER else 0
    return _all(setting, plain, goal, PLAIN) + _all(setting, wading, goal, WADING)


@lru_cache(maxsize=1 << 14)
def _all(setting: Setting, group: int, goal: int, wade: int) -> tuple[Action, ...]:
    """All these units into one place; the same groups come back at every decision of a night."""
    return tuple([make(setting, "regroup", index, goal, wade) for index in bits(group)])


@lru_cache(maxsize=64)
def _kinds(forces: Forces) -> tuple[int, int]:
    """Infantry, which wades, and corps artillery, of which an area holds one (16.13)."""
    foot = sum(1 << unit.index for unit in forces.units if unit.infantry)
    return foot, sum(1 << unit.index for unit in forces.units if unit.corps_artillery)


def answer(state: State, frame: Regroup, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        resume(state, frame, events)
        return
    index, place, wade = action.args
    _go(state, frame, state.setting.forces.units[index], place, wade, events)


@rule("13", "7.3", "8.371")
def _go(state: State, frame: Regroup, unit: Unit, place: int, wade: int, events: list[Event]) -> None:
    """The unit is there; what it leaves behind may change hands (7.3)."""
    board, origin, bit = state.setting.board, state.at[unit.index], 1 << unit.index
    at_sea = board.places[origin].kind == BOX
    landed = frame.landed | bit if at_sea and place != board.offshore else frame.landed
    state.frames = (*state.frames[:-1], frame._replace(moved=frame.moved | bit, landed=landed))
    if not at_sea and not wade:
        s08_movement.cross(state, board.borders[board.between[origin, place]], unit)
    move_unit(state, unit.index, place)
    where = board.places[place]
    words = ("{} lands at {}." if where.kind == AREA else "{} puts out to the {}.") if at_sea else "{} regroups to {}."
    cited = "19.3" if at_sea and where.kind == AREA else "13"
    events.append(Event(cited, SIDES[unit.side], words, (unit.name, where.name), where.id))
    if not at_sea:
        s07_control.settle(state, origin, events)
        s07_control.left_behind(state, origin, unit, events)


@rule("13", "19.3", "19.4")
def resume(state: State, frame: Regroup, events: list[Event]) -> None:
    """The side is done; coastal guns fire at everybody who came ashore, all of them named by now (19.4)."""
    state.frames = state.frames[:-1]
    if frame.moved:
        who = s11_advantage.SIDE_WORDS[frame.side]
        events.append(
            Event("6.5", SIDES[frame.side], "{} regroup {}.", (who, counted(frame.moved.bit_count(), "unit")))
        )
    if frame.landed:
        queue = tuple((index, state.at[index]) for index in bits(frame.landed))
        state.frames = (*state.frames, Interdiction(queue))


# -- why not

REASONS = {
    "8.12": ("{unit} is not of the side that regroups now.", "Choose a unit of the {side} side."),
    "4.33": ("{unit} is not on the map.", "Choose a unit on the map, or off a beach."),
    "3.5": ("{unit} is in the Offshore Box, and is given a beach at dawn.", "Place it in the next Dawn Phase."),
    "8.373": ("{unit} is coastal artillery and never regroups.", "Choose another unit."),
    "4.32": ("{unit} has no movement factor.", "Choose another unit."),
    "13 again": ("{unit} has regrouped tonight.", "Choose another unit."),
    "3.4": ("Nobody goes back to sea.", "{where}"),
    "13 next": ("{place} is not next to {at}; a unit regroups one place.", "{where}"),
    "13 sea": ("{unit} is at sea and lands at the beach off which it waits.", "{where}"),
    "13 free": ("{place} is not Free for the {side} side.", "{where}"),
    "13 held": ("The enemy holds the {line} between {at} and {place}.", "{where}"),
    "8.36E open": ("There is no river to wade between {at} and {place}.", 'Leave out "wade".'),
    "8.36E infantry": ("Only infantry crosses a river without a bridge.", "{where}"),
    "8.371 flood": ("No bridge stands over the flood between {at} and {place}.", "{where}"),
    "8.371 river": ("No bridge stands over the river between {at} and {place}.", "{where}"),
    "8.371 full": ("Five units have used the bridge between {at} and {place} tonight.", "{where}"),
    "19.3 five": ("Five units have landed at {place} tonight.", "{where}"),
    "7.1": ("Ten friendly units are in {place}.", "{where}"),
    "16.13": ("A corps artillery unit is in {place}.", "{where}"),
}  # fmt: skip


def refuse(state: State, frame: Regroup, action: Action) -> Refusal | None:
    """Why a unit may not regroup there; a march by night is told what would do."""
    if action.verb not in ("regroup", "march", "land", "retreat"):
        return None
    index, place, wade = (*action.args, PLAIN)[:3]
    unit = state.setting.forces.units[index]
    code = illegal(state, frame, unit, place, wade)
    if not code:
        word = make(state.setting, "regroup", index, place, wade)
        return Refusal("13", f"At night {unit.name} regroups.", f'Play "{word}".')
    text, fix = REASONS[code]
    board, at = state.setting.board, state.at[index]
    border = board.between.get((at, place))
    bridge = border is not None and s20_bridges.standing(state, board.borders[border])
    words = {
        "unit": unit.name, "side": SIDES[frame.side].capitalize(), "place": name(state, place), "at": name(state, at),
        "line": "bridge" if bridge else "river line", "where": _elsewhere(state, frame, unit),
    }  # fmt: skip
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))


def _elsewhere(state: State, frame: Regroup, unit: Unit) -> str:
    """Where the unit may go instead, as something that can be played."""
    places = range(len(state.setting.board.places))
    for place in places:
        for wade in (PLAIN, WADING):
            if not illegal(state, frame, unit, place, wade):
                return f'Play "{make(state.setting, "regroup", unit.index, place, wade)}", or choose another unit.'
    return f'{unit.name} stays where it is; choose another unit, or "end".'
