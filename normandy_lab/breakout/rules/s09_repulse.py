"""Rules 9.41, 9.42 and 9.61: attackers of a daylight assault who must or may go back where they came from."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, RIVER, SIDES, ZONE
from normandy_lab.breakout.frames import March, Repulse
from normandy_lab.breakout.query import bits, move_unit, name, units
from normandy_lab.breakout.rules import s07_control, s08_record, s09_retreats, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("9.41", "9.61", "8.54")
def illegal(state: State, area: int, index: int) -> str:
    """Why an attacker may not retreat from the area it assaulted, or "".

    Not from where it began the impulse (9.61, 8.54), not back to the sea (9.41), not over a bridge that its own side
    destroyed meanwhile (8.371), not without room there or beyond (I-70).
    """
    march = s08_record.march_of(s08_record.current(state), index)
    if march is None or not march.trail or march.trail[0] == area:
        return "9.61"
    if state.setting.board.places[march.trail[-1]].kind == BOX:
        return "9.41"
    if not _passable(state, march, state.at[index], march.trail[-1]):
        return "8.371"
    return "" if ways_back(state, march) else "7.1"


@rule("8.51", "9.61", "9.66", "9.63", "I-70")
def ways_back(state: State, march: March) -> list[int]:
    """Where the unit may go back to: the place it came from, or if that is full, the nearest beyond (9.66, I-70)."""
    unit, here, first = state.setting.forces.units[march.unit], state.at[march.unit], march.trail[-1]
    land = state.setting.board.places[first].kind in (AREA, ZONE)
    if not land or s07_control.second_corps(state, unit, first) or not _passable(state, march, here, first):
        return []
    if not s07_control.stacking(state, unit, first):
        return [first]
    return s09_retreats.nearest(state, unit, first, {here, first})


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
    frame, choose = s08_record.current(state), 0
    for index in bits(mask):
        march = s08_record.march_of(frame, index)
        if march is None or illegal(state, area, index):
            continue
        ways = ways_back(state, march)
        if len(ways) == 1:
            _retreat(state, index, ways[0], events)
        else:
            choose |= 1 << index
    s07_control.settle(state, area, events)
    if choose:
        state.frames = (*state.frames, Repulse(area, choose, must=True))


@rule("9.41", "9.42", "9.61", "9.6")
def offer(state: State, area: int, mask: int) -> None:
    """The others may go back if they wish, before the defenders choose (9.6)."""
    able = sum(1 << index for index in bits(mask) if not illegal(state, area, index))
    if able:
        state.frames = (*state.frames, Repulse(area, able))


@rule("20.1", "8.371", "9.66")
def _retreat(state: State, index: int, place: int, events: list[Event]) -> None:
    """Back to where it came from, over a bridge that it was counted on (20.1), and on from there if that is full."""
    march = s08_record.march_of(s08_record.current(state), index)
    assert march is not None
    unit, board = state.setting.forces.units[index], state.setting.board
    trail = march.trail
    if place == trail[-1]:
        trail = trail[:-1]
    else:
        s09_retreats.cross(state, unit, trail[-1], place)
    s08_record.put(state, march._replace(trail=trail, border=-1, wade=False, must=False))
    move_unit(state, index, place)
    words = (unit.name, board.names[place])
    events.append(Event("9.61", SIDES[unit.side], "{} goes back to {}.", words, board.places[place].id))
    s07_control.settle(state, place, events)


def ask(state: State, frame: Repulse) -> Decision | None:
    """One attacker at a time may go back, or the rest hold (9.61); after a Mandatory Assault only the place is asked."""
    setting, impulse = state.setting, s08_record.current(state)
    options = []
    for index in bits(frame.units):
        march = s08_record.march_of(impulse, index)
        if march is not None and not illegal(state, frame.area, index):
            options += [make(setting, "retreat", index, place) for place in ways_back(state, march)]
    if not options:
        return None
    side, where = impulse.side, name(state, frame.area)
    prompt = f"Attackers may go back from {where}, or hold."
    if frame.must:
        prompt = f"Attackers must go back from {where}; the place they came from is full: name where they end."
    else:
        options.append(make(setting, "hold"))
    return Decision("retreat", SIDES[side], "9.66" if frame.must else "9.61", prompt, options, step=questions.REPULSE)


def answer(state: State, frame: Repulse, action: Action, events: list[Event]) -> None:
    if action.verb == "hold":
        state.frames = state.frames[:-1]
        return
    index, place = action.args
    state.frames = (*state.frames[:-1], frame._replace(units=frame.units & ~(1 << index)))
    _retreat(state, index, place, events)
    s07_control.settle(state, frame.area, events)


REASONS = {
    "9.61": ("it began the impulse there, and such units never retreat from their assault.", "Choose another unit."),
    "9.41": ("it landed there, and nobody goes back to the sea.", "Choose another unit."),
    "8.371": ("the bridge that it came by is destroyed.", "Let it hold."),
    "7.1": ("neither the place that it came from nor any beyond has room.", "Let it hold."),
}


def refuse(state: State, frame: Repulse, action: Action) -> Refusal | None:
    """Why this attacker does not go back, or not to that place."""
    if action.verb == "hold":
        return Refusal("8.51", "A lost Mandatory Assault sends its units back.", "Choose where they go.")
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
    place = " or ".join(name(state, way) for way in ways_back(state, march))
    return Refusal("9.61", f"{unit.name} goes back to {place}.", f"Choose {place}.")
