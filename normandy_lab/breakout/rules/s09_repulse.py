"""Rules 9.41, 9.42 and 9.61: attackers of a daylight assault who must or may go back where they came from."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, RIVER, SIDES, ZONE
from normandy_lab.breakout.frames import March, Repulse
from normandy_lab.breakout.query import bits, move_unit, name, units
from normandy_lab.breakout.rules import s07_control, s08_record, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("9.41", "9.61", "8.54")
def illegal(state: State, area: int, index: int) -> str:
    """Why an attacker may not retreat from the area it assaulted, or "".

    Not from where it began the impulse (9.61, 8.54), not back to the sea (9.41), not over a bridge that its own side
    destroyed meanwhile (8.371), not without room anywhere along its route (I-70).
    """
    march = s08_record.march_of(s08_record.current(state), index)
    if march is None or not march.trail or march.trail[0] == area:
        return "9.61"
    if state.setting.board.places[march.trail[-1]].kind == BOX:
        return "9.41"
    if not _passable(state, march, state.at[index], march.trail[-1]):
        return "8.371"
    return "" if way_back(state, march) >= 0 else "7.1"


@rule("8.51", "9.61", "9.66", "I-70")
def way_back(state: State, march: March) -> int:
    """How far the unit goes back: the nearest place of its route that has room, -1 if none has (I-70)."""
    unit, here = state.setting.forces.units[march.unit], state.at[march.unit]
    for place in reversed(march.trail):
        if state.setting.board.places[place].kind not in (AREA, ZONE) or s07_control.second_corps(state, unit, place):
            return -1
        if not _passable(state, march, here, place):
            return -1
        if not s07_control.stacking(state, unit, place):
            return place
        here = place
    return -1


@rule("8.371", "8.36E")
def _passable(state: State, march: March, here: int, place: int) -> bool:
    """A bridge crossed on the way may be gone, destroyed before the second half of a Double Impulse (8.371, 11.4)."""
    board = state.setting.board
    border = board.borders[board.between[here, place]]
    if border.kind not in (RIVER, FLOODED) or s20_bridges.standing(state, border):
        return True
    return border.kind == RIVER and state.setting.forces.units[march.unit].infantry


@rule("8.51", "9.41", "9.61", "8.372")
def drive_back(state: State, area: int, mask: int, events: list[Event]) -> None:
    """A lost Mandatory Assault sends its units back at once, across the enemy's bridge too (8.51, 8.372)."""
    left = False
    for index in bits(mask):
        if not illegal(state, area, index):
            _retreat(state, index, events)
            left = True
    if left:
        s07_control.settle(state, area, events)


@rule("9.41", "9.42", "9.61", "9.6")
def offer(state: State, area: int, mask: int) -> None:
    """The others may go back if they wish, before the defenders choose (9.6)."""
    able = sum(1 << index for index in bits(mask) if not illegal(state, area, index))
    if able:
        state.frames = (*state.frames, Repulse(area, able))


@rule("20.1", "8.371")
def _retreat(state: State, index: int, events: list[Event]) -> None:
    """Back along the route; whoever crossed a bridge may go back over it, so nobody is counted (20.1)."""
    march = s08_record.march_of(s08_record.current(state), index)
    assert march is not None
    place = way_back(state, march)
    unit, board = state.setting.forces.units[index], state.setting.board
    trail = march.trail[: len(march.trail) - 1 - march.trail[::-1].index(place)]
    s08_record.put(state, march._replace(trail=trail, border=-1, wade=False, must=False))
    move_unit(state, index, place)
    words = (unit.name, board.names[place])
    events.append(Event("9.61", SIDES[unit.side], "{} goes back to {}.", words, board.places[place].id))
    s07_control.settle(state, place, events)


def ask(state: State, frame: Repulse) -> Decision | None:
    """One attacker at a time may go back, or the rest hold (9.61)."""
    able = [index for index in bits(frame.units) if not illegal(state, frame.area, index)]
    if not able:
        return None
    setting = state.setting
    marches = s08_record.current(state)
    options = []
    for index in able:
        march = s08_record.march_of(marches, index)
        assert march is not None
        options.append(make(setting, "retreat", index, way_back(state, march)))
    side = setting.forces.units[able[0]].side
    prompt = f"Attackers may go back from {name(state, frame.area)}, or hold."
    options.append(make(setting, "hold"))
    return Decision("retreat", SIDES[side], "9.61", prompt, options, step=questions.REPULSE)


def answer(state: State, frame: Repulse, action: Action, events: list[Event]) -> None:
    if action.verb == "hold":
        state.frames = state.frames[:-1]
        return
    index = action.args[0]
    state.frames = (*state.frames[:-1], frame._replace(units=frame.units & ~(1 << index)))
    _retreat(state, index, events)
    s07_control.settle(state, frame.area, events)


REASONS = {
    "9.61": ("it began the impulse there, and such units never retreat from their assault.", "Choose another unit."),
    "9.41": ("it landed there, and nobody goes back to the sea.", "Choose another unit."),
    "8.371": ("the bridge that it came by is destroyed.", "Let it hold."),
    "7.1": ("no place on its route has room.", "Let it hold."),
}


def refuse(state: State, frame: Repulse, action: Action) -> Refusal | None:
    """Why this attacker does not go back, or not to that place."""
    if action.verb != "retreat":
        return None
    unit, where = state.setting.forces.units[action.args[0]], name(state, frame.area)
    mine = next(units(state, frame.units)).side
    if unit.side != mine:
        return Refusal("9.6", f"The attackers of {where} go back first.", 'Choose an attacker or "hold".')
    if state.at[unit.index] != frame.area:
        return Refusal("9.61", f"{unit.name} is not in {where}.", "Choose an attacker there.")
    if not (frame.units | s08_record.current(state).fought) >> unit.index & 1:
        return Refusal("9.61", f"{unit.name} did not take part in the assault on {where}.", "Choose an attacker.")
    code = illegal(state, frame.area, unit.index)
    if code:
        text, fix = REASONS[code]
        return Refusal(code, f"{unit.name} stays in {where}: {text}", fix)
    march = s08_record.march_of(s08_record.current(state), unit.index)
    assert march is not None
    place = name(state, way_back(state, march))
    return Refusal("9.61", f"{unit.name} goes back the way it came, to {place}.", f"Choose {place}.")
