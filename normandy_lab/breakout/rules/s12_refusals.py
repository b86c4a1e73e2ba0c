"""Why an action of the Refit Phase is refused: rule, reason, and the smallest change that can be played (12)."""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout.actions import AIR, CHERBOURG, Depots, depot_word, make, source_word
from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, NATIONALITIES, ZONE
from normandy_lab.breakout.board.flood import FAR
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE, Refit
from normandy_lab.breakout.query import contested, controller, free, name
from normandy_lab.breakout.rules import (
    s12_air,
    s12_depots,
    s12_options,
    s12_prices,
    s12_reserves,
    s12_supply,
    s20_night,
)
from normandy_lab.breakout.rules.s12_prices import Market
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Refusal, counted

SIDE_WORDS = ("Germans", "Allies")
SUPPLY = ("depot", "refit", "repair", "airsupply")  # what the stage of depots answers
LATER = {
    "cherbourg": "Throw or leave the dice of Cherbourg first (12.62).",
    "reserve": "The depots are gone for tonight.",
}


def refusal(state: State, frame: Refit, action: Action) -> Refusal | None:
    """Why the action may not be played in this stage; None where the plain answer (who decides what) says it."""
    known = _BY_VERB.get(action.verb)
    if known is None:
        return None
    return known(state, frame, action) or _of_stage(state, frame, action)


def _of_stage(state: State, frame: Refit, action: Action) -> Refusal | None:
    """It would be allowed in another stage of the night."""
    fix = "Play end." if frame.stage == "cherbourg" else "Wait for the next night."
    if action.verb == "reserve":
        return Refusal("12.53", "Impulses are bought once the depots have paid.", "Play end first.")
    return Refusal("6.4", LATER.get(frame.stage, "Not in this part of the night."), fix)


# -- depots


def _depot(state: State, frame: Refit, action: Action) -> Refusal | None:
    source, place = action.args
    return _source(state, frame, source) or _place(state, frame, source, place)


def _source(state: State, frame: Refit, source: int) -> Refusal | None:
    supply, sender = state.setting.supply, source_word(state.setting, source)
    if (source == GERMAN_SOURCE) != (frame.side == GERMAN):
        fix = "Name german as the source." if frame.side == GERMAN else "Name an Allied beach as the source."
        return Refusal("6.4", f"The {SIDE_WORDS[frame.side]} place their depots now.", fix)
    if source == GERMAN_SOURCE:
        most, cited, who = supply.german, "12.61", "The Germans"
    elif source not in supply.beaches:
        return Refusal("12.71", f"{name(state, source)} is no beach.", "Name one of the five beaches.")
    else:
        most, cited, who = len(supply.beaches[source]), "12.71", name(state, source)
    if state.barred >> source & 1 if source >= 0 else False:
        text = f"{name(state, source)} was lost again: no depot until the day after it is regained."
        return Refusal("12.71", text, _another(state, frame, sender))
    if s12_options.placed(frame, source) >= most:
        return Refusal(cited, f"{who} had {counted(most, 'depot')} tonight.", _another(state, frame, sender))
    return None


def _another(state: State, frame: Refit, sender: str) -> str:
    """A source that can still send one."""
    for source in s12_options.sources(state, frame):
        for place in s12_options.places(state, frame, source):
            return f"Play {make(state.setting, 'depot', source, place)}."
    return f"Use what stands; {sender} sends no more."


def _place(state: State, frame: Refit, source: int, place: int) -> Refusal | None:
    able = s12_options.places(state, frame, source)
    if place in able:
        return None
    near = _nearest(state, place, able)
    fix = f"Play {make(state.setting, 'depot', source, near)}." if near >= 0 else "Place it another night."
    where = name(state, place)
    if state.setting.board.places[place].kind not in (AREA, ZONE):
        return Refusal("12.51", f"{where} is no area.", fix)
    if source == GERMAN_SOURCE:
        if not free(state, place, GERMAN):
            return Refusal("12.61", f"{where} is not Free for the Germans.", fix)
        return Refusal("12.61", f"No supply line joins {where} to a German-controlled zone.", fix)
    return _not_from(state, source, place, fix)


def _not_from(state: State, beach: int, place: int, fix: str) -> Refusal:
    """12.71: contested beaches keep their depot, others send it over Free areas of their nationality."""
    where, home = name(state, place), name(state, beach)
    who = NATIONALITIES[state.setting.board.places[beach].nationality]
    if controller(state, beach) != ALLIED and not contested(state, beach):
        return Refusal("12.71", f"{home} is German-controlled.", fix)
    if contested(state, beach):
        return Refusal("12.71", f"{home} is contested: its depot stays there.", fix)
    if contested(state, place):
        return Refusal("12.52", f"{where} is contested.", fix)
    if state.control[place] != state.setting.board.places[beach].nationality:
        return Refusal(
            "12.71", f"{where} is not a Free area of the {who.upper() if who == 'us' else who.title()}.", fix
        )
    return Refusal(
        "12.71", f"No way over Free areas of its nationality and friendly bridges joins {home} and {where}.", fix
    )


def _nearest(state: State, place: int, able: list[int]) -> int:
    """The place among these that is fewest steps away; -1 if there is none."""
    board, seen, ring = state.setting.board, {place}, [place]
    while ring:
        for each in ring:
            if each in able:
                return each
        ring = sorted({other for each in ring for other, _ in board.neighbours[each]} - seen)
        seen.update(ring)
    return able[0] if able else -1


# -- refits


def _refit(state: State, frame: Refit, action: Action) -> Refusal | None:
    unit, means = state.setting.forces.units[action.args[0]], action.args[1]
    why = _unit(state, frame, unit)
    if why is not None:
        return why
    if means == CHERBOURG:
        return _cherbourg(state, frame, unit)
    if means == AIR:
        return Refusal("12.9", "Air supply goes to an area.", _airborne(state, frame))
    return _depots(state, frame, unit, means)


def _unit(state: State, frame: Refit, unit: Unit) -> Refusal | None:
    where = state.setting.board.places[state.at[unit.index]]
    other = _someone(state, frame)
    if unit.side != frame.side:
        return Refusal("6.4", f"The {SIDE_WORDS[frame.side]} refit now.", other)
    if where.kind not in (AREA, ZONE):
        return Refusal("12.4", f"{unit.name} is not in an area or zone.", other)
    if frame.refitted >> unit.index & 1:
        return Refusal("12.4", f"{unit.name} has recovered its one level of the night.", other)
    if state.level[unit.index] == FRESH:
        return Refusal("12.4", f"{unit.name} is Fresh.", other)
    return None


def _someone(state: State, frame: Refit) -> str:
    """A refit that can be played."""
    found = s12_options.options(state, frame)
    refits = (option for option in found if option.verb == "refit")
    return f"Play {next(refits, 'end')}."


def _cherbourg(state: State, frame: Refit, unit: Unit) -> Refusal | None:
    here = state.setting.board.places[state.at[unit.index]].id == s12_supply.CHERBOURG
    other = _someone(state, frame)
    if unit.side != GERMAN or not here:
        return Refusal("12.62", f"{unit.name} is no German unit in Cherbourg.", other)
    if frame.tried >> unit.index & 1:
        return Refusal("12.62", f"{unit.name} has thrown its die.", other)
    return None if frame.stage == "cherbourg" else Refusal("12.62", "Depots are placed after these dice.", other)


def _depots(state: State, frame: Refit, unit: Unit, depots: Depots) -> Refusal | None:
    """What is wrong with these depots for the unit."""
    setting, place = state.setting, state.at[unit.index]
    if s12_depots.own_zone(state, unit):
        return Refusal("12.61", f"{name(state, place)} refits {unit.name} by itself.", _someone(state, frame))
    offers = Market(state, frame).offers(unit.nationality, state.level[unit.index], place)
    if depots in offers:
        return None
    fix = f"Play {make(setting, 'refit', unit.index, offers[0])}." if offers else _closer(state, frame, unit)
    for depot in depots:
        why = _depot_of(state, frame, unit, depot, fix)
        if why is not None:
            return why
    cost = s12_prices.cost_of(state, depots, state.level[unit.index], place)
    left = [frame.stores[s12_prices.find(frame, depot)].left for depot in depots]
    if sum(left) < cost or len(set(depots)) < len(depots):
        return Refusal("12.51", f"It takes {counted(cost, 'supply point')}, and {sum(left)} are left there.", fix)
    text = f"It takes {counted(cost, 'supply point')}: of several depots all but the last are emptied, and all pay."
    return Refusal("12.51", text, fix)


def _depot_of(state: State, frame: Refit, unit: Unit, depot: tuple[int, int], fix: str) -> Refusal | None:
    """Why this depot does not serve the unit, or None."""
    number, word = s12_prices.find(frame, depot), depot_word(state.setting, *depot)
    if number < 0:
        able = _depot(state, frame, make(state.setting, "depot", *depot)) is None
        first = f"Play {make(state.setting, 'depot', *depot)}." if able and frame.stage == "supply" else fix
        return Refusal("12.51", f"No depot {word} stands.", first)
    store = frame.stores[number]
    nation = s12_prices.nationality(state, store)
    if nation != unit.nationality:
        return Refusal("12.71", f"{word} refits {NATIONALITIES[nation]} units only.", fix)
    if s12_prices.reach(state, frame.side, store.place).cost[state.at[unit.index]] >= FAR:
        if contested(state, store.place):
            return Refusal("12.52", f"{name(state, store.place)} is contested: {word} refits only units in it.", fix)
        return Refusal("12.5", f"No supply line joins {word} and {name(state, state.at[unit.index])}.", fix)
    return Refusal("12.51", f"{word} has no point left.", fix) if not store.left else None


def _closer(state: State, frame: Refit, unit: Unit) -> str:
    """A depot to place from which the unit could be refitted, the cheapest for it."""
    best: tuple[int, str] | None = None
    for source in s12_options.sources(state, frame):
        value = int(s12_depots.value(state, source, s12_options.placed(frame, source)))
        beach = GERMAN if source == GERMAN_SOURCE else state.setting.board.places[source].nationality
        for place in s12_options.places(state, frame, source) if beach == unit.nationality else ():
            way = s12_prices.reach(state, frame.side, place).cost[state.at[unit.index]]
            cost = s12_prices.price(state.level[unit.index], way)
            if cost <= value and (best is None or cost < best[0]):
                best = (cost, str(make(state.setting, "depot", source, place)))
    return f"Play {best[1]}." if best else _someone(state, frame)


# -- air supply, reserves, bridges


def _air(state: State, frame: Refit, action: Action) -> Refusal | None:
    area = action.args[0]
    fix = _airborne(state, frame)
    if frame.side != ALLIED:
        return Refusal("12.9", "Only the Allies supply by air.", _someone(state, frame))
    if frame.flown >= 0:
        return Refusal("12.9", f"{name(state, frame.flown)} was supplied by air tonight.", "Use depots.")
    if state.setting.board.places[area].kind != AREA:
        return Refusal("12.9", f"{name(state, area)} is no area.", fix)
    if area not in s12_air.areas(state, frame):
        return Refusal("12.9", f"No Allied unit in {name(state, area)} can gain a level.", fix)
    return None


def _airborne(state: State, frame: Refit) -> str:
    found = s12_air.areas(state, frame) if frame.stage == "supply" else []
    return f"Play {make(state.setting, 'airsupply', found[0])}." if found else _someone(state, frame)


def _reserve(state: State, frame: Refit, action: Action) -> Refusal | None:
    return s12_reserves.refusal(state, frame, action.args[0]) if frame.stage == "reserve" else None


def _repair(state: State, frame: Refit, action: Action) -> Refusal | None:
    depots = action.args[1] if len(action.args) > 1 else ()
    return s20_night.refusal(state, frame, state.setting.board.borders[action.args[0]], depots)


_BY_VERB: dict[str, Callable[[State, Refit, Action], Refusal | None]] = {
    "depot": _depot,
    "refit": _refit,
    "airsupply": _air,
    "reserve": _reserve,
    "repair": _repair,
}
