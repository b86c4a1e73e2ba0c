"""Plain doctrine for the Refit Phase: what helps most for a point goes first; whatever is left is saved.

A unit is worth its factors, more near the enemy, less while it stays disrupted. No claim to be good play.
"""

from __future__ import annotations

from functools import partial

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.board.flood import FAR
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE
from normandy_lab.breakout.rules import (
    s12_air,
    s12_depots,
    s12_options,
    s12_prices,
    s12_record,
    s20_repair,
    s20_work,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision

NEAR = 2.0  # how much more a unit counts where the enemy is or is next door
STILL_DISRUPTED = 0.5  # of a unit that cannot act yet after its level
DEAR = 3  # points; while depots are to come, nobody is refitted for more
EVEN = 0.5


def first(_: State, asked: Decision) -> Action:
    """Whatever costs nothing is tried: dice in Cherbourg, a Construct marker from anywhere."""
    return asked.options[0]


def supplies(state: State, asked: Decision) -> Action:
    """Aircraft first; then the refit worth most for a point; then a bridge, a further depot, the end."""
    of = {verb: [o for o in asked.options if o.verb == verb] for verb in ("airsupply", "refit", "repair", "depot")}
    if of["airsupply"]:
        return max(of["airsupply"], key=partial(_drop, state))
    refits = [o for o in of["refit"] if not of["depot"] or _price(state, o) <= DEAR]
    if refits:
        return max(refits, key=lambda option: (_value(state, option), -len(option.args[1])))
    repair = max(of["repair"], key=partial(_chance, state), default=None)
    if repair is not None and asked.actor == "allied" and _chance(state, repair) >= EVEN:
        return repair
    return _depot(state, of["depot"]) if of["depot"] else asked.options[-1]


def air_units(state: State, asked: Decision) -> Action:
    """The units worth most."""
    return max(asked.options, key=lambda option: worth(state, state.setting.forces.units[option.args[0]]))


def reserve(_: State, asked: Decision) -> Action:
    """The Germans want the day to be short, the Allies long."""
    wanted = -1 if asked.actor == "allied" else 1
    return next((option for option in asked.options if option.args == (wanted,)), asked.options[-1])


# -- what things are worth


def worth(state: State, unit: Unit) -> float:
    """What a level is worth for the unit."""
    side, place = unit.side, state.at[unit.index]
    enemy = state.here[1 - side]
    near = enemy[place] or any(enemy[other] for other, _ in state.setting.board.neighbours[place])
    share = 1.0 if state.level[unit.index] == SPENT else STILL_DISRUPTED
    return (unit.attack + unit.defense) * share * (NEAR if near else 1.0)


def _price(state: State, option: Action) -> int:
    index, depots = option.args
    return s12_prices.cost_of(state, depots, state.level[index], state.at[index])


def _value(state: State, option: Action) -> float:
    """Worth for a point."""
    return worth(state, state.setting.forces.units[option.args[0]]) / _price(state, option)


def _drop(state: State, option: Action) -> float:
    """What the four best units of the area may expect from the air."""
    area, frame = option.args[0], s12_record.current(state)
    hopes = (
        worth(state, unit) * max(0, 6 - s12_air.TARGET + 1 + int(s12_air.modifiers(state, area, unit)))
        for unit in s12_air.wanting(state, frame, area)
    )
    return sum(sorted(hopes)[-s12_air.MOST :])


def _chance(state: State, option: Action) -> float:
    border = state.setting.board.borders[option.args[0]]
    return float(s20_work.chance(s20_repair.tally(state, s12_record.current(state).side, border)))


def _depot(state: State, options: list[Action]) -> Action:
    """Where a depot refits most; where nobody needs it, anywhere: its points are saved (12.53)."""
    frame = s12_record.current(state)
    tired = [(unit, worth(state, unit)) for unit in s12_options.wanting(state, frame)]
    values: dict[int, int] = {}
    for option in options:
        source = option.args[0]
        if source not in values:
            values[source] = int(s12_depots.value(state, source, s12_options.placed(frame, source)))
    return max(options, key=lambda option: _gain(state, option, tired, values[option.args[0]]))


def _gain(state: State, option: Action, tired: list[tuple[Unit, float]], points: int) -> tuple[float, int]:
    """What these points would bring if the depot stood there, the best for a point first; and what would be left."""
    source, place = option.args
    nation = GERMAN if source == GERMAN_SOURCE else state.setting.board.places[source].nationality
    side = GERMAN if source == GERMAN_SOURCE else ALLIED
    distance = s12_prices.reach(state, side, place).cost
    offers = []
    for unit, value in tired:
        cost = s12_prices.price(state.level[unit.index], distance[state.at[unit.index]])
        if unit.nationality == nation and cost < FAR:
            offers.append((value / cost, value, cost))
    total = 0.0
    for _, value, cost in sorted(offers, reverse=True):
        if cost <= points:
            points -= cost
            total += value
    return total, points
