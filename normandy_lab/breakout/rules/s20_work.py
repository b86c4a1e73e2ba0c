"""Rules 20.2 to 20.4: one attempt on a bridge, from its declaration to the die."""

from __future__ import annotations

from fractions import Fraction

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES, Border
from normandy_lab.breakout.frames import BridgeWork, Faces, Throw
from normandy_lab.breakout.rules import s08_record, s20_bridges, s20_demolition, s20_repair, s20_seizure
from normandy_lab.breakout.rules.s11_advantage import SIDE_WORDS
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, signed

TARGET = 7  # what die and modifiers must reach (20.2, 8.221, 20.4)
REPAIR, SEIZE, DEMOLISH = "repair", "seize", "demolish"  # the kinds of BridgeWork, also the verbs
RULE_OF = {REPAIR: "20.2", SEIZE: "8.221", DEMOLISH: "20.4"}
VERB = {REPAIR: "repair", SEIZE: "seize", DEMOLISH: "destroy"}
NOUN = {REPAIR: "repair", SEIZE: "seizure", DEMOLISH: "demolition"}


# -- what a die needs


@rule("20.2", "20.3", "20.4")
def needed(tally: Tally) -> int:
    """The least die that succeeds with these modifiers: 1 if all do, above 6 if none does."""
    return max(1, TARGET - int(tally))


def chance(tally: Tally) -> Fraction:
    """The probability that one die succeeds."""
    return Fraction(max(0, 7 - needed(tally)), 6)


def tally_of(state: State, kind: str, side: int, border: Border) -> Tally:
    """The modifiers of an attempt of this kind, inside an impulse or not."""
    module = {REPAIR: s20_repair, SEIZE: s20_seizure, DEMOLISH: s20_demolition}[kind]
    found: Tally = module.tally(state, side, border)
    return found


# -- the attempt


@rule("20.2", "20.3", "20.4", "8.21", "8.23")
def start(state: State, kind: str, index: int, unit: int = -1, *, events: list[Event]) -> None:
    """Note the attempt on the border ``index`` in the impulse, and open it; ``unit`` is the one that seizes."""
    frame = s08_record.current(state)
    bit = 1 << index
    if kind == REPAIR:
        s08_record.amend(state, repaired=frame.repaired | bit, acted=True)
    elif kind == SEIZE:
        s08_record.amend(state, seizing=frame.seizing | bit, repairing=0, acted=True)
        s20_seizure.pay(state, state.setting.forces.units[unit])
    else:
        s08_record.amend(state, demolished=frame.demolished | bit, repairing=0, moving=False, acted=True)
    border = state.setting.board.borders[index]
    who = state.setting.forces.units[unit].name if unit >= 0 else SIDE_WORDS[frame.side]
    tries = "tries" if unit >= 0 else "try"
    words = (who, tries, VERB[kind], s20_bridges.spoken(state, border))
    place = state.setting.board.places[border.a].id
    events.append(Event(RULE_OF[kind], SIDES[frame.side], "{} {} to {} {}.", words, place))
    state.frames = (*state.frames, BridgeWork(kind, index, unit))


@rule("20.21")
def ask(state: State, frame: BridgeWork) -> Decision | None:
    """Where no Construct marker is at hand and several lie elsewhere, the owner says which one comes (20.21)."""
    found = _crowded(state, frame)
    if len(found) < 2:
        return None
    side = s08_record.current(state).side
    bridge = s20_bridges.spoken(state, _border(state, frame))
    options = [make(state.setting, "unbuild", index) for index in found]
    return Decision("unbuild", SIDES[side], "20.21", f"Name the Construct marker that goes to {bridge}.", options)


def answer(state: State, frame: BridgeWork, action: Action, events: list[Event]) -> None:
    border = state.setting.board.borders[action.args[0]]
    s20_bridges.unbuild(state, border, s08_record.current(state).side, events)


def refuse(state: State, frame: BridgeWork, action: Action) -> Refusal | None:
    if action.verb != "unbuild":
        return None
    border = state.setting.board.borders[action.args[0]]
    return s20_bridges.unbuild_refusal(state, s08_record.current(state).side, border)


@rule("20.2", "20.3", "20.4", "20.21")
def resume(state: State, frame: BridgeWork, events: list[Event]) -> None:
    """Take the one marker that can come, if one must (20.21); then throw the die."""
    impulse, border = s08_record.current(state), _border(state, frame)
    for index in _crowded(state, frame):
        s20_bridges.unbuild(state, state.setting.board.borders[index], impulse.side, events)
    key = ("bridge", state.day, impulse.key, border.id, frame.kind)
    purpose = f"{NOUN[frame.kind]} of {s20_bridges.spoken(state, border)}"
    state.frames = (
        *state.frames,
        Throw((SIDES[impulse.side],), (1,), key, purpose, attack=False, rule=RULE_OF[frame.kind]),
    )


def _crowded(state: State, frame: BridgeWork) -> list[int]:
    if frame.kind != REPAIR:
        return []
    return s20_repair.crowded(state, s08_record.current(state).side, _border(state, frame))


@rule("20.2", "20.3", "20.4", "8.221")
def rolled(state: State, frame: BridgeWork, faces: Faces, events: list[Event]) -> None:
    """Seven or more succeeds (20.2, 8.221, 20.4)."""
    side, border, die = s08_record.current(state).side, _border(state, frame), faces[0][0]
    modifier = int(tally_of(state, frame.kind, side, border))
    state.frames = state.frames[:-1]
    succeeds = die + modifier >= TARGET
    board = state.setting.board
    words = (NOUN[frame.kind].capitalize(), s20_bridges.spoken(state, border), die, signed(modifier), die + modifier)
    ending = "a success" if succeeds else "a failure"
    text = "{} of {}: {} {} is {}, " + ending + "."
    events.append(Event(RULE_OF[frame.kind], SIDES[side], text, words, board.places[border.a].id))
    if frame.kind == SEIZE and succeeds:
        s20_seizure.success(state, border, frame.unit)
    elif frame.kind == REPAIR:
        _repaired(state, side, border, succeeds, events)
    elif succeeds:
        s20_bridges.destroy(state, border, side, events)


@rule("20.2", "20.21")
def _repaired(state: State, side: int, border: Border, succeeds: bool, events: list[Event]) -> None:
    """On success the side's own marker on the bridge rests for the impulse (20.21, I-63)."""
    if not succeeds:
        s20_repair.failure(state, side, border, events)
        return
    if state.construct[border.index][side]:
        s08_record.amend(state, worn=s08_record.current(state).worn + 1)
    s20_repair.success(state, side, border, events)


def _border(state: State, frame: BridgeWork) -> Border:
    return state.setting.board.borders[frame.border]
