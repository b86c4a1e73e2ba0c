"""Rule 21.5: the beaches are assaulted one by one, the next named after seeing the last."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.forces.units import SPENT
from normandy_lab.breakout.frames import Assault, Beaches
from normandy_lab.breakout.query import agree, bits, fresh, move_unit, name, units
from normandy_lab.breakout.rules import s07_control, s09_assault, s15_fortifications
from normandy_lab.breakout.rules.s21_first_wave import landers
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


def ask(state: State, frame: Beaches) -> Decision | None:
    options = [
        make(state.setting, "assault", beach)
        for beach in state.setting.board.beaches
        if not frame.done >> beach & 1 and landers(state, frame.units, beach)
    ]
    if not options:
        return None
    return Decision("beach", SIDES[ALLIED], "21.5", "Landing: name the next beach to assault.", options)


def answer(state: State, frame: Beaches, action: Action, events: list[Event]) -> None:
    """The wave lands; its Fresh units assault together (8.51, I-35), unless nobody defends."""
    beach = action.args[0]
    wave = landers(state, frame.units, beach)
    for index in bits(wave):
        move_unit(state, index, beach)
    attackers = fresh(state, wave)
    state.frames = (*state.frames[:-1], frame._replace(done=frame.done | 1 << beach))
    if not state.here[GERMAN][beach]:
        _unopposed(state, beach, wave, events)
    elif not any(unit.point for unit in units(state, attackers)):
        s09_assault.lost_without_dice(state, beach, ALLIED, wave, events)
    else:
        assault = Assault(beach, ALLIED, attackers, "landing", others=wave & ~attackers)
        words = (state.setting.names(attackers), name(state, beach))
        text = agree(attackers, "{} assaults {}.", "{} assault {}.")
        events.append(Event("21.5", SIDES[ALLIED], text, words, state.setting.board.places[beach].id))
        state.frames = (*state.frames, assault)


def refuse(state: State, frame: Beaches, action: Action) -> Refusal | None:
    if action.verb != "assault":
        return None
    where = name(state, action.args[0])
    if frame.done >> action.args[0] & 1:
        return Refusal("21.5", f"{where} has been assaulted already.", "Choose another beach.")
    return Refusal("21.5", f"No unit of the first wave stands off {where}.", "Choose a beach of the first wave.")


@rule("21.5", "7.3")
def _unopposed(state: State, beach: int, wave: int, events: list[Event]) -> None:
    """Nobody defends the beach: the wave takes it and is Spent (I-30)."""
    for index in bits(wave):
        state.level[index] = max(state.level[index], SPENT)
    place = state.setting.board.places[beach]
    text = agree(wave, "{} is not defended: {} lands.", "{} is not defended: {} land.")
    events.append(Event("21.5", SIDES[ALLIED], text, (place.name, state.setting.names(wave)), place.id))
    s15_fortifications.judge(state, beach, events)
    s07_control.settle(state, beach, events)
