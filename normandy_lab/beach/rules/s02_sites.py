"""SA 4: where the bunkers stand, at most one a section (B-3)."""

from __future__ import annotations

from normandy_lab.beach import questions
from normandy_lab.beach.actions import make
from normandy_lab.beach.frames import Sites
from normandy_lab.beach.state import UNPLACED, State
from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


def _next(state: State) -> int:
    """The bunker that is placed next, or -1."""
    return state.section.index(UNPLACED) if UNPLACED in state.section else -1


@rule("SA 4", "B-3")
def free(state: State, bunker: int) -> list[int]:
    """The sections of its player in which the bunker may stand."""
    first = state.setting.german_of[bunker] * state.setting.sections_each
    return [s for s in range(first, first + state.setting.sections_each) if s not in state.section]


def _settled(state: State, bunker: int) -> bool:
    """Whether nothing is left to choose: as many bunkers as sections, or the scenario says where."""
    setting = state.setting
    left = [b for b in range(len(setting.bunkers)) if setting.german_of[b] == setting.german_of[bunker]]
    waiting = sum(1 for b in left if state.section[b] == UNPLACED)
    return setting.bunker_sections is not None or waiting == len(free(state, bunker))


def ask(state: State, frame: Sites) -> Decision | None:
    setting, bunker = state.setting, _next(state)
    if bunker < 0 or _settled(state, bunker):
        return None
    name, sections = setting.bunkers[bunker], free(state, bunker)
    if setting.choose_sections:
        options = [make(setting, "place", bunker, section) for section in sections]
        return Decision("place", "german", "SA 4", f"Choose a section for bunker {name}.", options)
    purpose = f"section of bunker {name}, counted from the left among {len(sections)} free ones"
    roll = Roll(("german",), (1,), ("section", name), purpose, len(sections))
    return Decision("roll", CHANCE, "SA 4", f"Draw the {purpose}.", roll=roll, step=questions.SECTION)


def answer(state: State, frame: Sites, action: Action, events: list[Event]) -> None:
    if action.verb == "place":
        bunker, section = action.args
    else:
        bunker = _next(state)
        section = free(state, bunker)[action.args[0][0][0] - 1]
    _put(state, bunker, section, events)


def _put(state: State, bunker: int, section: int, events: list[Event]) -> None:
    name = state.setting.bunkers[bunker]
    state.section[bunker] = section
    events.append(Event("SA 4", "german", "Bunker {} stands in section {}.", (name, section + 1), name))


def resume(state: State, frame: Sites, events: list[Event]) -> None:
    """Place what leaves no choice, one bunker at a time."""
    bunker = _next(state)
    if bunker < 0:
        state.frames = state.frames[:-1]
        return
    listed = state.setting.bunker_sections
    _put(state, bunker, listed[bunker] if listed is not None else free(state, bunker)[0], events)


def refuse(state: State, frame: Sites, action: Action) -> Refusal | None:
    if action.verb != "place":
        return None
    name = state.setting.bunkers[_next(state)]
    return Refusal("B-3", f"Bunker {name} cannot stand there.", "Choose a free section of its player.")
