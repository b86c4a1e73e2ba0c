"""Rule 12.9: the Allies may supply up to four units of one area by air."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import AIR, make
from normandy_lab.breakout.board.board import ALLIED, AREA, SIDES
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.frames import AirSupply, Faces, Refit, Throw
from normandy_lab.breakout.query import bits, contested, controller, name
from normandy_lab.breakout.rules import s12_record, s18_weather
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term

MOST = 4  # units
TARGET = 7  # what die and modifiers must reach


def wanting(state: State, frame: Refit, area: int) -> list[Unit]:
    """Allied units in the area that could gain a level."""
    return [unit for unit in s12_record.tired(state, frame) if state.at[unit.index] == area]


@rule("12.9")
def areas(state: State, frame: Refit) -> list[int]:
    """Where air supply can go: one area a night, no zone, with a unit that needs it (12.9)."""
    if frame.side != ALLIED or frame.flown >= 0:
        return []
    found = sorted({state.at[unit.index] for unit in s12_record.tired(state, frame)})
    return [place for place in found if state.setting.board.places[place].kind == AREA]


@rule("12.9", "18.41")
def modifiers(state: State, area: int, unit: Unit | None = None) -> Tally:
    """What is added to the die: who holds the area, the unit's state, the weather of the whole day (12.9)."""
    if controller(state, area) != ALLIED:
        terms = [Term(2, "12.9", f"{name(state, area)} is German-controlled")]
    elif contested(state, area):
        terms = [Term(3, "12.9", f"{name(state, area)} is Allied-controlled and contested")]
    else:
        terms = [Term(4, "12.9", f"{name(state, area)} is Free")]
    if unit is not None and state.level[unit.index] > SPENT:
        terms.append(Term(-1, "12.9", "disrupted"))
    return Tally("air supply modifier", [*terms, *_weather(state)])


def _weather(state: State) -> list[Term]:
    clear, overcast = s18_weather.skies(state)
    if not overcast:
        return []
    share = f"{overcast} of {clear + overcast} impulses Overcast"
    if not clear:
        return [Term(-3, "12.9", "the whole day was Overcast")]
    return [Term(-2 if overcast > clear else -1, "12.9", share)]


# -- the drop


def begin(state: State, area: int, events: list[Event]) -> None:
    s12_record.amend(state, flown=area)
    state.frames = (*state.frames, AirSupply(area))
    where = state.setting.board.places[area]
    events.append(Event("12.9", SIDES[ALLIED], "{} is supplied by air.", (where.name,), where.id))


@rule("12.9")
def ask(state: State, frame: AirSupply) -> Decision | None:
    """Where more than four units need it, the Allied player names four, one by one."""
    named = frame.units.bit_count()
    if frame.thrown or named >= MOST:
        return None
    candidates = wanting(state, s12_record.current(state), frame.area)
    if len(candidates) <= MOST:
        return None
    options = [
        make(state.setting, "refit", unit.index, AIR) for unit in candidates if not frame.units >> unit.index & 1
    ]
    prompt = f"Air supply of {name(state, frame.area)}: name four units, {MOST - named} to come."
    return Decision("refit", SIDES[ALLIED], "12.9", prompt, options, step=questions.AIR_UNITS)


def answer(state: State, frame: AirSupply, action: Action, events: list[Event]) -> None:
    state.frames = (*state.frames[:-1], frame._replace(units=frame.units | 1 << action.args[0]))


def refuse(state: State, frame: AirSupply, action: Action) -> Refusal | None:
    where = name(state, frame.area)
    if action.verb != "refit" or action.args[1] != AIR:
        return None
    unit = state.setting.forces.units[action.args[0]]
    if frame.units >> unit.index & 1:
        return Refusal("12.9", f"{unit.name} is named already.", "Name another unit.")
    return Refusal("12.9", f"{unit.name} is not a unit in {where} that can gain a level.", f"Name one in {where}.")


@rule("12.9")
def resume(state: State, frame: AirSupply, events: list[Event]) -> None:
    """A die for each unit in turn, then it is over."""
    if not frame.units and not frame.thrown:
        candidates = wanting(state, s12_record.current(state), frame.area)
        frame = frame._replace(units=sum(1 << unit.index for unit in candidates))
    left = [index for index in bits(frame.units) if not frame.thrown >> index & 1]
    if not left:
        state.frames = state.frames[:-1]
        return
    unit = state.setting.forces.units[left[0]]
    frame = frame._replace(thrown=frame.thrown | 1 << unit.index)
    key = ("air refit", state.day, unit.id)
    throw = Throw((SIDES[ALLIED],), (1,), key, f"air supply of {unit.name}", attack=False, rule="12.9")
    state.frames = (*state.frames[:-1], frame, throw)


@rule("12.9", "12.4")
def rolled(state: State, frame: AirSupply, faces: Faces, events: list[Event]) -> None:
    """Seven or more refits the unit; who fails may still draw from a depot (12.9)."""
    forces, die = state.setting.forces, faces[0][0]
    unit = forces.units[_last(state, frame)]
    modifier = int(modifiers(state, frame.area, unit))
    done = die + modifier >= TARGET
    result = f"it is {s12_record.recover(state, unit, events)}" if done else "it does not refit"
    words = (unit.name, die, f"{modifier:+d}", die + modifier, result)
    place = state.setting.board.places[frame.area].id
    events.append(Event("12.9", SIDES[ALLIED], "Air supply of {}: {} {} is {}, {}.", words, place))


def _last(state: State, frame: AirSupply) -> int:
    """The unit whose die was thrown last: they throw in the order of the order of battle."""
    return frame.thrown.bit_length() - 1
