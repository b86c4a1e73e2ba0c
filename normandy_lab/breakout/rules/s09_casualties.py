"""Rules 9.5 and 9.8: casualty points, absorbed one at a time by the defender."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES, ZONE
from normandy_lab.breakout.forces.units import DISRUPT_2, FRESH, LEVELS
from normandy_lab.breakout.frames import Assault, Casualties
from normandy_lab.breakout.query import bits, move_unit, name
from normandy_lab.breakout.rules import s09_retreats, s11_losses
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term, counted


@rule("9.5A", "9.5B", "9.5C", "9.5D", "9.5F")
def capacity(level: int) -> int:
    """Points a unit at this level can absorb in all: 4 Fresh, 3 Spent, 2, 1 (9.5A-D, F)."""
    return 4 - level


def total_capacity(state: State, mask: int) -> int:
    return sum(capacity(state.level[index]) for index in bits(mask))


@rule("9.5", "9.43")
def points(state: State, area: int, difference: int) -> Tally:
    """Casualty points: the difference of the totals, one less in bocage (9.5)."""
    terms = [Term(difference, "9.43", "difference of the totals")]
    if state.setting.board.places[area].bocage:
        terms.append(Term(-1, "9.5", "bocage"))
    return Tally("casualty points", terms)


@rule("8.53", "9.8")
def overruns(state: State, frame: Assault, difference: int) -> bool:
    """More points than all defenders can absorb, by day, outside bocage and zones (8.53)."""
    area = state.setting.board.places[frame.area]
    if frame.kind != "impulse" or area.bocage or area.kind == ZONE:
        return False
    defenders = state.here[1 - frame.side][frame.area]
    return int(points(state, frame.area, difference)) > total_capacity(state, defenders)


@rule("9.8", "9.5F")
def begin(state: State, frame: Assault, difference: int, events: list[Event]) -> None:
    """Hand the points to the defender; more than all his units can take eliminates them (9.8).

    That is an Overrun only where ``overruns`` says so (8.53).
    """
    cp = int(points(state, frame.area, difference))
    defender = 1 - frame.side
    area = state.setting.board.places[frame.area]
    defenders = state.here[defender][frame.area]
    room = total_capacity(state, defenders)
    words: tuple[str | int, ...] = (counted(cp, "casualty point"),)
    text = "{} to absorb."
    if area.bocage:
        words, text = (counted(difference, "casualty point"), cp), "{}, one forgiven in bocage: {} to absorb."
    events.append(Event("9.5", SIDES[defender], text, words, area.id))
    if cp > room:
        for index in bits(defenders):
            eliminate(state, index, events, "9.8")
    elif cp:
        state.frames = (*state.frames, Casualties(frame.area, defender, cp, frame.forward))


@rule("9.5D", "11.21", "11.22")
def eliminate(state: State, index: int, events: list[Event], cited: str = "9.5D") -> None:
    unit = state.setting.forces.units[index]
    where = state.setting.board.places[state.at[index]]
    move_unit(state, index, state.setting.board.lost)
    state.level[index] = FRESH  # a lost unit has no level: equal positions are equal states
    events.append(Event(cited, SIDES[unit.side], "{} is eliminated in {}.", (unit.name, where.name), where.id))
    s11_losses.note(state, index, events)


@rule("9.5", "9.5E", "9.5F")
def illegal(state: State, frame: Casualties, verb: str, index: int) -> str:
    """Why the unit may not absorb the next point this way, or "".

    A retreat takes what the unit could still have absorbed out of the area, so it is allowed only
    while the others can absorb the rest: every point must be absorbed (9.5).
    """
    if not state.here[frame.side][frame.area] >> index & 1:
        return "9.5"
    if frame.first not in (-1, index):
        return "9.5 first"
    if verb == "lose":
        return ""
    if state.setting.forces.units[index].coastal:
        return "8.373"
    level = state.level[index]
    if level == FRESH:
        return "9.5E"
    left = total_capacity(state, state.here[frame.side][frame.area]) - capacity(level)
    return "9.5F" if frame.points - 1 > left else ""


def ask(state: State, frame: Casualties) -> Decision | None:
    """Each point by itself: a level lost, or a Spent or disrupted unit that retreats (9.5)."""
    if not frame.points:
        return None
    setting = state.setting
    options = []
    for index in bits(state.here[frame.side][frame.area]):
        if not illegal(state, frame, "lose", index):
            options.append(make(setting, "lose", index))
        if not illegal(state, frame, "retreat", index):
            options += [make(setting, "retreat", index, to) for to in s09_retreats.destinations(state, index)]
    what = counted(frame.points, "casualty point")
    prompt = f"Absorb {what} in {name(state, frame.area)}."
    return Decision("casualties", SIDES[frame.side], "9.5", prompt, options)


def answer(state: State, frame: Casualties, action: Action, events: list[Event]) -> None:
    index = action.args[0]
    state.frames = (*state.frames[:-1], frame._replace(points=frame.points - 1, first=-1))
    if action.verb == "retreat":
        s09_retreats.retreat(state, index, action.args[1], events)
    else:
        lose_level(state, index, events)


@rule("12.2", "9.5A", "9.5B", "9.5C", "9.5D")
def lose_level(state: State, index: int, events: list[Event]) -> None:
    """One level down: Spent (9.5A), Disrupt 1 (B), Disrupt 2 (C), eliminated (D)."""
    if state.level[index] == DISRUPT_2:
        eliminate(state, index, events)
        return
    state.level[index] += 1
    level = state.level[index]
    unit = state.setting.forces.units[index]
    words = (unit.name, LEVELS[level].replace("_", " "))
    events.append(Event(("9.5A", "9.5B", "9.5C")[level - 1], SIDES[unit.side], "{} is {}.", words))


def refuse(state: State, frame: Casualties, action: Action) -> Refusal | None:
    if action.verb not in ("lose", "retreat"):
        return None
    unit = state.setting.forces.units[action.args[0]]
    code = illegal(state, frame, action.verb, unit.index)
    where = name(state, frame.area)
    if code == "9.5":
        return Refusal("9.5", f"{unit.name} does not defend {where}.", "Choose a defender there.")
    if code == "9.5 first":
        first = state.setting.forces.units[frame.first].name
        return Refusal("9.5", f"The Forward Unit, {first}, takes the first point.", f"Choose {first}.")
    if code in ("9.5E", "9.5F"):
        barred = s09_retreats.refusal(state, unit.index, action.args[1])
        if barred is not None:  # whatever else is lost first
            return barred
    if code == "9.5E":
        return Refusal(
            "9.5E",
            f"{unit.name} is Fresh; only Spent or disrupted units absorb a point by retreat.",
            f'Play "lose {unit.id}" first.',
        )
    if code == "9.5F":
        return Refusal(
            "9.5F",
            f"Without {unit.name} the others cannot absorb the {counted(frame.points, 'point')} that remain.",
            "Let it lose a level.",
        )
    return s09_retreats.refusal(state, unit.index, action.args[1])
