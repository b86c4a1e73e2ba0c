"""Rule 15: the beach fortifications."""

from __future__ import annotations

from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.forces.units import SPENT
from normandy_lab.breakout.query import bits, controller
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Term


@rule("15.1", "9.3E", "10.3B")
def term(state: State, place: int, defender: int, cited: str) -> list[Term]:
    """What a standing fortification adds for Germans who defend it (15.1): 9.3E or 10.3B."""
    fort = state.fort[place]
    if not fort or defender != GERMAN:
        return []
    return [Term(fort, cited, "fortified area")]


@rule("15.2")
def judge(state: State, place: int, events: list[Event]) -> None:
    """Gone for good once the Allies control the area, or contest it with a unit that is Spent, not Disrupted (15.2).

    Asked when control passes, when an assault there is over and when an impulse or phase ends: a Fresh unit in mid-move
    opens nothing (I-32).
    """
    if not state.fort[place]:
        return
    spent = any(state.level[unit] == SPENT for unit in bits(state.here[ALLIED][place]))
    if controller(state, place) == ALLIED or spent:
        state.fort[place] = 0
        area = state.setting.board.places[place]
        events.append(Event("15.2", SIDES[ALLIED], "The fortification of {} is gone.", (area.name,), area.id))


@rule("15.2")
def judge_all(state: State, events: list[Event]) -> None:
    """An impulse or phase is over: whoever acted is Spent by now, and may have ended a fortification (15.2, 8.32)."""
    for place, fort in enumerate(state.fort):
        if fort:
            judge(state, place, events)
