"""Rules 11.21 to 11.24: units lost in an impulse cost the Advantage, or move the Sunset DRM marker."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.frames import Impulse, Shift
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted

PRICE = (3, 1)  # losses in one impulse that cost the Germans, the Allies the Advantage (11.22, 11.21)
CITED = ("11.22", "11.21")  # by the side that loses units
LIMIT = 3  # spaces an impulse (11.24)
TRACK = 13  # the last space of the Impulse Track (3.8)
WHO = ("Germans", "Allies")


@rule("11.21", "11.22", "11.6")
def note(state: State, index: int, events: list[Event]) -> None:
    """Count a unit lost in an impulse, and let its owner pay; in a phase nothing follows (11.22)."""
    frame = s08_record.impulse(state)
    if frame is None:
        return
    side = state.setting.forces.units[index].side
    lost = tuple(count + (owner == side) for owner, count in enumerate(frame.lost))
    frame = s08_record.amend(state, lost=lost)
    if lost[side] < PRICE[side]:
        return
    if _holds(state, frame, side):
        _forfeit(state, side, events)
    else:
        _owe(state, 1 - side)


@rule("11.21", "11.22", "11.6")
def _holds(state: State, frame: Impulse, side: int) -> bool:
    """The side has the Advantage to lose: where it passes at the end of the impulse, it is lost by the first losses only."""
    return state.advantage == side and not (_passes_later(state) and frame.forfeited)


@rule("11.2", "I-45")
def _passes_later(state: State) -> bool:
    """What was used passes at the end of the impulse; by the switch whatever is lost does (I-45)."""
    return state.advantage_used or state.setting.rules["advantage_lost"] == "end_of_impulse"


@rule("11.21", "11.22", "I-45")
def lost_late(state: State, frame: Impulse) -> bool:
    """The impulse is over, and its losses have cost the Advantage that still lies with its holder (I-45)."""
    return frame.forfeited and state.setting.rules["advantage_lost"] == "end_of_impulse"


@rule("11.21", "11.22", "11.2")
def _forfeit(state: State, side: int, events: list[Event]) -> None:
    """It passes at once, or, when used already or by the switch, at the end of the impulse (11.2, I-45)."""
    s08_record.amend(state, forfeited=True)
    if state.advantage_used:
        text = "The {} lose the Advantage by their losses; it was used, and passes at the end of the impulse."
    elif _passes_later(state):
        text = "The {} lose the Advantage by their losses; it passes at the end of the impulse."
    else:
        state.advantage = 1 - side
        text = "The {} lose the Advantage by their losses."
    events.append(Event(CITED[side], SIDES[side], text, (WHO[side],)))


def _owe(state: State, mover: int) -> None:
    """One more space for the other side to move, asked as soon as the losses are complete."""
    top = state.frames[-1]
    if isinstance(top, Shift) and top.side == mover:
        state.frames = (*state.frames[:-1], top._replace(spaces=top.spaces + 1))
    else:
        state.frames = (*state.frames, Shift(mover, 1))


@rule("11.21", "11.22", "11.24")
def ask(state: State, frame: Shift) -> Decision | None:
    """One space at a time, either way or not at all, three spaces an impulse at most (11.24)."""
    room = LIMIT - s08_record.current(state).shifted
    spaces = min(frame.spaces, room)
    if spaces <= 0:
        return None
    setting = state.setting
    options = [make(setting, "sunset", step) for step in (1, -1, 0) if not illegal(state, step)]
    cited = CITED[1 - frame.side]
    prompt = f"Losses: the Sunset marker stands on {state.sunset_drm:+d}; move it, {counted(spaces, 'space')} left."
    return Decision("sunset", SIDES[frame.side], cited, prompt, options)


def illegal(state: State, step: int) -> str:
    """Why the marker may not take this step, or "": a space at a time, on the track (11.21, 3.8)."""
    if step not in (1, 0, -1):
        return "11.21"
    return "3.8" if abs(state.sunset_drm + step) > TRACK else ""


@rule("11.23", "11.24")
def answer(state: State, frame: Shift, action: Action, events: list[Event]) -> None:
    step = action.args[0]
    state.frames = (*state.frames[:-1], frame._replace(spaces=frame.spaces - 1))
    if not step:
        return
    state.sunset_drm += step
    s08_record.amend(state, shifted=s08_record.current(state).shifted + 1)
    words = (WHO[frame.side], f"{state.sunset_drm:+d}" if state.sunset_drm else "0")
    events.append(Event("11.23", SIDES[frame.side], "The {} move the Sunset marker to {}.", words))


def refuse(state: State, frame: Shift, action: Action) -> Refusal | None:
    if action.verb != "sunset":
        return None
    if illegal(state, action.args[0]) == "3.8":
        return Refusal("3.8", f"The track ends at {TRACK}.", "Move the marker the other way, or not at all.")
    cited = CITED[GERMAN if frame.side == ALLIED else ALLIED]
    return Refusal(cited, "The marker moves one space for each loss.", "Play sunset +1, sunset -1 or sunset 0.")
