"""Rule 11: the Advantage, and every roll of dice, since it may force any of them again.

11.1-11.3 and 11.6 are played. The Double Impulse (11.4), the Sunset DR (11.5) and the losses that
move the Advantage (11.21-11.24) belong to the daylight impulses.
"""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.frames import Throw
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Faces, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

SUNSET_DICE = 2  # a single die is never the Sunset DR (6.3)
SIDE_WORDS = ("The Germans", "The Allies")


def ask(state: State, frame: Throw) -> Decision | None:
    """Chance throws; then the holder of the Advantage may force the roll again."""
    if not frame.faces:
        roll = Roll(frame.rollers, frame.counts, frame.key, frame.purpose)
        prompt = f"Roll the dice: {frame.purpose}."
        return Decision("roll", CHANCE, frame.rule, prompt, roll=roll, step=questions.DICE[frame.rule])
    if not may_reroll(state, frame):
        return None
    setting = state.setting
    options = (make(setting, "keep"), make(setting, "reroll"))
    prompt = f"{_shown(frame)} Keep the roll, or use the Advantage to force it again."
    step = questions.REROLLS.get(frame.rule, questions.REROLL_DICE)
    return Decision("reroll", SIDES[state.advantage], _rule_of(frame), prompt, options, step=step)


def _shown(frame: Throw) -> str:
    """The roll in words: of an attack both totals and what they mean (9.4, 10.4)."""
    purpose = frame.purpose[0].upper() + frame.purpose[1:]
    if frame.values is None:
        return f"{purpose}: {sum(frame.faces[0])} is rolled."
    attack, defense = (value + sum(faces) for value, faces in zip(frame.values, frame.faces, strict=True))
    lead = attack - defense
    meaning = f"ahead by {lead}" if lead > 0 else f"behind by {-lead}" if lead else "a tie"
    return f"{purpose}: {attack} against {defense}, {meaning}."


def _rule_of(frame: Throw) -> str:
    return "11.3" if frame.attack else "11.6"


@rule("11.3", "11.6")
def may_reroll(state: State, frame: Throw) -> bool:
    """Once a phase or impulse, and never a roll that was forced already (11.3, 11.6)."""
    return not (state.advantage_used or frame.again)


def answer(state: State, frame: Throw, action: Action, events: list[Event]) -> None:
    if action.verb == "roll":
        state.frames = (*state.frames[:-1], frame._replace(faces=action.args[0]))
        if frame.attack:
            purpose = frame.purpose[0].upper() + frame.purpose[1:]
            thrown = " against ".join(str(sum(group)) for group in action.args[0])
            events.append(Event("9.1", "", "{}: the dice show {}.", (purpose, thrown)))
    elif action.verb == "keep":
        state.frames = (*state.frames[:-1], frame._replace(again=True))
    else:
        holder = state.advantage
        state.advantage_used = True
        who = "both sides roll" if len(frame.rollers) > 1 else "the die is rolled"
        events.append(
            Event(_rule_of(frame), SIDES[holder], "{} use the Advantage: {} again.", (SIDE_WORDS[holder], who))
        )
        again = frame._replace(faces=(), key=(*frame.key, "reroll"), again=True)
        state.frames = (*state.frames[:-1], again)


def resume(state: State, frame: Throw, events: list[Event]) -> Faces:
    """The roll stands; the engine hands the faces to the frame below."""
    state.frames = state.frames[:-1]
    _note_sunset(state, frame)
    return frame.faces


@rule("6.3", "11.5", "11.23")
def _note_sunset(state: State, frame: Throw) -> None:
    """The first two dice that the Allies throw in their impulse are the Sunset DR too; a reroll replaces them (11.5)."""
    impulse = s08_record.impulse(state)
    if impulse is None or impulse.side != ALLIED or impulse.sunset or frame.counts[0] != SUNSET_DICE:
        return
    if frame.rollers[0] == SIDES[ALLIED]:
        s08_record.amend(state, sunset=sum(frame.faces[0]), sunset_drm=state.sunset_drm)


def refuse(state: State, frame: Throw, action: Action) -> Refusal | None:
    if not frame.faces and action.verb == "roll":
        dice = " against ".join(f"{count} dice" if count > 1 else "one die" for count in frame.counts)
        example = ":".join("+".join("3" for _ in range(count)) for count in frame.counts)
        return Refusal(frame.rule, f"This roll takes {dice}.", f'Type it as "roll {example}", faces 1 to 6.')
    if action.verb == "reroll" and not frame.faces:
        return Refusal("11.3", "There is no roll to force again yet.", "Roll first.")
    return None


@rule("11.1", "11.2")
def pass_on(state: State, events: list[Event], *, lost: bool = False) -> None:
    """At the end of the phase or impulse in which it was used, or lost by the switch, it changes hands (11.2, I-45)."""
    if state.advantage_used or lost:
        state.advantage = 1 - state.advantage
        state.advantage_used = False
        side = state.advantage
        events.append(Event("11.2", SIDES[side], "{} now hold the Advantage.", (SIDE_WORDS[side],)))
