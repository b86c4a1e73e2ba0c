"""Rules 6.4 and 12.4: the Refit Phase, the German part, the surrender dice, the Allied part.

Each refit is one action. What a question needs of depots, prices, dice and reserves is in modules of its own.
"""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import CHERBOURG, Depots, make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE, Refit, Store, Surrender
from normandy_lab.breakout.query import bits, controller, name
from normandy_lab.breakout.rules import (
    s12_air,
    s12_cherbourg,
    s12_depots,
    s12_options,
    s12_prices,
    s12_record,
    s12_refusals,
    s12_reserves,
    s12_supply,
    s12_surrender,
    s20_night,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted

SIDE_WORDS = ("German", "Allied")


# -- the questions


@rule("6.4", "12.4", "12.62")
def ask(state: State, frame: Refit) -> Decision | None:
    """What the stage lets the side do; None where it has nothing to choose."""
    found = s12_options.options(state, frame)
    if not found:
        return None
    step, cited, prompt = _heading(frame)
    kind = questions.STEPS[step].kind
    return Decision(kind, SIDES[frame.side], cited, prompt, [*found, make(state.setting, "end")], step=step)


def _heading(frame: Refit) -> tuple[str, str, str]:
    who = SIDE_WORDS[frame.side]
    if frame.stage == "cherbourg":
        return questions.CHERBOURG, "12.62", "Cherbourg: a unit may throw its die, or end."
    if frame.stage == "reserve":
        return (
            questions.RESERVE,
            "12.53",
            f"{who} reserves: ten points move the markers of the next day by one space, or end.",
        )
    if not frame.stores:
        return questions.DEPOTS, "12.51", f"{who} refit: place the first depot, or end."
    return (
        questions.SUPPLIES,
        "12.4",
        f"{who} refit: place a depot, refit a unit or repair a bridge from depots, or end.",
    )


# -- depots


@rule("12.51", "12.71", "18.41")
def place_depot(state: State, frame: Refit, source: int, place: int, events: list[Event]) -> None:
    """Put a depot down; a second one of the same source there adds to its stock."""
    value = int(s12_depots.value(state, source, s12_options.placed(frame, source)))
    number = s12_prices.find(frame, (source, place))
    if number < 0:
        stores = (*frame.stores, Store(source, place, 1, value, value))
    else:
        old = frame.stores[number]
        more = old._replace(depots=old.depots + 1, value=old.value + value, left=old.left + value)
        stores = (*frame.stores[:number], more, *frame.stores[number + 1 :])
    s12_record.amend(state, stores=stores)
    where = state.setting.board.places[place]
    sender = "German depot" if source == GERMAN_SOURCE else f"Depot of {name(state, source)}"
    cited = "12.61" if source == GERMAN_SOURCE else "12.71"
    words = (sender, counted(value, "supply point"), where.name)
    events.append(Event(cited, SIDES[frame.side], "{} with {} in {}.", words, where.id))


# -- the answers


@rule("12.4", "6.4")
def answer(state: State, frame: Refit, action: Action, events: list[Event]) -> None:
    args = action.args
    if action.verb == "end":
        _next(state, frame, events)
    elif action.verb == "depot":
        place_depot(state, frame, args[0], args[1], events)
    elif action.verb == "repair":
        s20_night.begin(state, frame, state.setting.board.borders[args[0]], args[1], events)
    elif action.verb == "airsupply":
        s12_air.begin(state, args[0], events)
    elif action.verb == "reserve":
        s12_reserves.buy(state, frame, args[0], events)
    elif args[1] == CHERBOURG:
        s12_cherbourg.begin(state, state.setting.forces.units[args[0]])
    else:
        _refit(state, state.setting.forces.units[args[0]], args[1], events)


@rule("12.51", "12.4")
def _refit(state: State, unit: Unit, depots: Depots, events: list[Event]) -> None:
    place = state.at[unit.index]
    cost = s12_prices.cost_of(state, depots, state.level[unit.index], place)
    s12_prices.pay(state, depots, cost)
    level = s12_record.recover(state, unit, events)
    where = state.setting.board.places[place]
    words = (unit.name, where.name, level, counted(cost, "supply point"), s12_prices.words(state, depots))
    events.append(Event("12.51", SIDES[unit.side], "{} in {} is {}: {} from {}.", words, where.id))


# -- from stage to stage


def resume(state: State, frame: Refit, events: list[Event]) -> None:
    _next(state, frame, events)


@rule("6.4", "12.53", "12.8", "12.71")
def _next(state: State, frame: Refit, events: list[Event]) -> None:
    """German: Cherbourg, supply, reserves, surrender; then the Allies: supply, reserves (6.4, 12.8)."""
    if frame.stage == "cherbourg":
        s12_record.amend(state, stage="supply")
    elif frame.stage == "supply":
        if frame.side == GERMAN:
            _zones(state, frame, events)
        s12_reserves.bank(state, s12_record.amend(state, stage="reserve"), events)
    elif frame.stage == "reserve" and frame.side == GERMAN:
        s12_record.amend(state, stage="surrender")
        queue = tuple(unit.index for unit in s12_surrender.isolated(state))
        state.frames = (*state.frames, Surrender(queue))
    elif frame.stage == "surrender":
        turn = state.frames[0]
        state.frames = (turn, Refit(ALLIED, "supply", start=frame.start))
    else:
        _morning(state, frame)


@rule("12.61", "12.4")
def _zones(state: State, frame: Refit, events: list[Event]) -> None:
    """Every German-controlled zone refits the German units in it, without points (12.61, I-38)."""
    tired = {unit.index for unit in s12_record.tired(state, frame)}
    for zone in s12_supply.sources(state, GERMAN):
        mine = [index for index in bits(state.here[GERMAN][zone]) if index in tired]
        for index in mine:
            unit = state.setting.forces.units[index]
            words = (state.setting.board.names[zone], unit.name, s12_record.recover(state, unit, events))
            events.append(Event("12.61", SIDES[GERMAN], "{} refits {}, now {}.", words, _id(state, zone)))


@rule("6.4", "12.53", "12.71")
def _morning(state: State, frame: Refit) -> None:
    """The markers stand where they were bought to; beaches held again send depots from tomorrow on (12.71)."""
    state.impulse = state.first_impulse = frame.start
    for beach in state.setting.board.beaches:
        if controller(state, beach) == ALLIED:
            state.barred &= ~(1 << beach)
    state.frames = state.frames[:-1]


def refuse(state: State, frame: Refit, action: Action) -> Refusal | None:
    return s12_refusals.refusal(state, frame, action)


def _id(state: State, place: int) -> str:
    return state.setting.board.places[place].id
