"""What the game shows of a night: depots as a table, prices and values as sums, chances before the choice (12, 18.41)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from normandy_lab.breakout.actions import AIR, CHERBOURG, Depots, depot_word, make, source_word
from normandy_lab.breakout.board.board import ALLIED, GERMAN, NATIONALITIES
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE, Refit, Store
from normandy_lab.breakout.notation import parse
from normandy_lab.breakout.rules import (
    s12_air,
    s12_cherbourg,
    s12_depots,
    s12_options,
    s12_prices,
    s12_record,
    s12_surrender,
    s20_bridges,
    s20_night,
    s20_repair,
    s20_work,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Rows
from normandy_lab.core.odds import Dist
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Tally
from normandy_lab.errors import NotationError

DIE = Dist((face, 1) for face in range(1, 7))
BETTER, SAME = "a level better", "no change"

# -- depots


@rule("12.51", "12.71")
def depots(state: State) -> Rows:
    """Every depot of the side that refits, and what each source can still send: value, spent and left."""
    frame = s12_record.refit(state)
    if frame is None:
        return [row for side in (GERMAN, ALLIED) for row in _to_come(state, Refit(side))]
    return [_standing(state, store) for store in frame.stores] + _to_come(state, frame)


def _standing(state: State, store: Store) -> dict[str, object]:
    setting = state.setting
    return {
        "depot": depot_word(setting, store.source, store.place),
        "source": source_word(setting, store.source),
        "area": setting.board.places[store.place].id,
        "depots": store.depots,
        "nationality": NATIONALITIES[s12_prices.nationality(state, store)],
        "value": store.value,
        "spent": store.value - store.left,
        "left": store.left,
    }


def _to_come(state: State, frame: Refit) -> Rows:
    """A row for each depot that is not placed yet, without an area."""
    supply, rows = state.setting.supply, []
    for source in s12_options.sources(state, frame):
        first = s12_options.placed(frame, source)
        last = supply.german if source == GERMAN_SOURCE else len(supply.beaches[source])
        for number in range(first, last):
            value = int(s12_depots.value(state, source, number))
            store = Store(source, state.setting.board.lost, 1, value, value)
            rows.append(_standing(state, store) | {"depot": "", "area": ""})
    return rows


# -- sums


def explain_refit(state: State, what: str) -> Tally:
    """The price of a refit from depots, standing or not; in Cherbourg the die needed, by air what is added to it."""
    index, means = parse(state.setting, what).args
    unit = state.setting.forces.units[index]
    if means == CHERBOURG:
        return s12_cherbourg.needed(state, unit)
    if means == AIR:
        return s12_air.modifiers(state, state.at[index], unit)
    return _price(state, unit, means, what)


@rule("12.51")
def _price(state: State, unit: Unit, means: Depots, what: str) -> Tally:
    """The price is that of the furthest of the depots (12.51, I-40)."""
    found = []
    for source, place in means:
        nation = GERMAN if source == GERMAN_SOURCE else state.setting.board.places[source].nationality
        word = depot_word(state.setting, source, place)
        if nation != unit.nationality:
            raise NotationError(f"{what}: {word} refits {NATIONALITIES[nation]} units only (12.71).")
        route = s12_prices.reach(state, unit.side, place).route(state.at[unit.index])
        if not route and not s12_depots.own_zone(state, unit):
            raise NotationError(f"{what}: no supply line joins {word} and {unit.name} (12.5).")
        found.append(s12_depots.refit_cost(state, unit, route))
    return max(found, key=int)


def explain_depot(state: State, what: str) -> Tally:
    """What the next depot of a source is worth tonight, as the day has gone so far (12.61, 12.71, 18.41)."""
    source, _ = parse(state.setting, what).args
    if source != GERMAN_SOURCE and source not in state.setting.supply.beaches:
        raise NotationError(f"{what}: depots come from german or from a beach (12.61, 12.71).")
    frame = s12_record.refit(state)
    number = s12_options.placed(frame, source) if frame else 0
    values = len(state.setting.supply.beaches.get(source, ()))
    return s12_depots.value(state, source, min(number, values - 1) if source != GERMAN_SOURCE else number)


def explain_airsupply(state: State, what: str) -> Tally:
    """What is added to the die of a Spent unit there (12.9)."""
    (area,) = parse(state.setting, what).args
    return s12_air.modifiers(state, area)


# -- chances


class Chance(NamedTuple):
    """One die of the night before it is thrown: for whom, the sum that it is thrown with, and what comes of it."""

    action: str  # what would throw it; "" where it is thrown without a choice
    who: str
    rule: str
    tally: Tally
    results: Dist[str]

    @property
    def success(self) -> Fraction:
        """The chance that the thrower likes: a level better, a bridge, a unit that holds out."""
        return self.results.chance(lambda result: result in (BETTER, "repaired", s12_surrender.HOLDS))


def _die(least: int, good: str, bad: str) -> Dist[str]:
    return DIE.map(lambda face: good if face >= least else bad)


@rule("12.8")
def surrenders(state: State) -> list[Chance]:
    """Every isolated German unit: it holds out, loses a level or is eliminated (12.8)."""
    return [_surrender(state, unit) for unit in s12_surrender.isolated(state)]


def _surrender(state: State, unit: Unit) -> Chance:
    level = state.level[unit.index]
    results = DIE.map(lambda face: s12_surrender.outcome(level, face))
    return Chance("", unit.id, "12.8", s12_surrender.strength(state, unit), results)


@rule("12.62")
def cherbourg(state: State) -> list[Chance]:
    """Every unit that may throw in Cherbourg (12.62)."""
    frame = s12_record.refit(state) or Refit()
    found = []
    for unit in s12_cherbourg.garrison(state, frame):
        needed = s12_cherbourg.needed(state, unit)
        action = str(make(state.setting, "refit", unit.index, CHERBOURG))
        found.append(Chance(action, unit.id, "12.62", needed, _die(int(needed), BETTER, SAME)))
    return found


@rule("12.9")
def air(state: State, area: int) -> list[Chance]:
    """Every unit of an area that aircraft might supply; four at most throw (12.9)."""
    frame = s12_record.refit(state)
    frame = frame if frame and frame.side == ALLIED else Refit(ALLIED, "supply")
    action = str(make(state.setting, "airsupply", area))
    found = []
    for unit in s12_air.wanting(state, frame, area):
        tally = s12_air.modifiers(state, area, unit)
        results = _die(s12_air.TARGET - int(tally), BETTER, SAME)
        found.append(Chance(action, unit.id, "12.9", tally, results))
    return found


@rule("20.23", "20.5")
def repairs(state: State) -> list[Chance]:
    """Every bridge that the side might repair tonight, whoever pays for it (20.23)."""
    frame = s12_record.refit(state) or Refit()
    found = []
    for border in state.setting.board.bridges:
        if s20_bridges.standing(state, border) or s20_night.illegal(state, frame, border):
            continue
        tally = s20_repair.tally(state, frame.side, border)
        action = str(make(state.setting, "repair", border.index))
        results = _die(s20_work.needed(tally), "repaired", "not repaired")
        found.append(Chance(action, border.id, "20.23", tally, results))
    return found


def chances(state: State) -> list[Chance]:
    """Every die that the present night may still bring, before its choice."""
    frame = s12_record.refit(state)
    if frame is None:
        return []
    if frame.side == GERMAN:
        throws = cherbourg(state) if frame.stage == "cherbourg" else []
        return [*throws, *(repairs(state) if frame.stage == "supply" else []), *surrenders(state)]
    if frame.stage != "supply":
        return []
    drops = [chance for area in s12_air.areas(state, frame) for chance in air(state, area)]
    return [*repairs(state), *drops]


def chance_rows(state: State) -> Rows:
    """The chances as a table: one row a die and result."""
    return [
        {
            "action": each.action,
            "who": each.who,
            "result": result,
            "chance": share,
            "sum": int(each.tally),
            "rule": each.rule,
        }
        for each in chances(state)
        for result, share in each.results.items()
    ]
