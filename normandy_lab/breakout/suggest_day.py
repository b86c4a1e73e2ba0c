"""Plain doctrine for the impulses of a day: what a sensible staff would do next, one order at a time.

Every order gets a worth; the best one above nothing is given, else the impulse ends. An activation is worth
its best order. It looks one step ahead, never doubles an impulse, and makes no claim to be good play.
"""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout import ahead, questions
from normandy_lab.breakout.attack import Attack, attack
from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.frames import Assault
from normandy_lab.breakout.odds import at_least, attack_odds
from normandy_lab.breakout.query import controller
from normandy_lab.breakout.rules import (
    s08_idle,
    s08_interdiction,
    s08_movement,
    s08_record,
    s09_assault,
    s20_demolition,
    s20_repair,
    s20_seizure,
    s20_work,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision

BRIDGE_WORTH = 0.9
EVEN = 0.5  # a coin's chance: an attack is worth making above it
RISK = 1 / 3  # of being stopped from the air that a column still takes
Worth = Callable[[State, Action], float]


def impulse(state: State, asked: Decision) -> Action:
    """The activation with the best first order; pass where none is worth anything."""
    return max(asked.options, key=lambda option: _activation(state, option))


def _activation(state: State, option: Action) -> float:
    if option.verb == "pass":
        return 0.0
    after = ahead.after(state, [option])
    asked = after.asked
    if asked is None:
        return 0.0
    if asked.step == questions.BOMBARD:
        return max((_odds(attack(after, shot)) - EVEN for shot in asked.options), default=0.0)
    return max((_worth(after, order) for order in asked.options), default=0.0)


def orders(state: State, asked: Decision) -> Action:
    """The order worth most."""
    best = max(asked.options, key=lambda option: _worth(state, option))
    end = asked.options[-1]
    return best if end.verb != "end" or _worth(state, best) > 0 else end


def bombard(state: State, asked: Decision) -> Action:
    """The best odds."""
    return max(asked.options, key=lambda option: _odds(attack(state, option)))


def guns(state: State, asked: Decision) -> Action:
    """Guns support until the attack is more likely to succeed than not."""
    return asked.options[0] if _odds(attack(state)) < EVEN else asked.options[-1]


def sunset(_: State, asked: Decision) -> Action:
    """The Germans want the day to be short, the Allies long."""
    wanted = 1 if asked.actor == "allied" else -1
    return next((option for option in asked.options if option.args == (wanted,)), asked.options[-1])


# -- what an order is worth


def _worth(state: State, option: Action) -> float:
    return WORTH[option.verb](state, option) if option.verb in WORTH else -1.0


def _assault(state: State, option: Action) -> float:
    """More than anything once nobody else should join it; an assault that must be made is made in the end."""
    value = 6 * (_odds(attack(state, option)) - EVEN)
    return max(value, 0.1) if s08_record.pending(state, s08_record.current(state), option.args[0]) else value


def _march(state: State, option: Action) -> float:
    index, place, wade = option.args
    mover = s08_movement.mover(state, index)
    spent, hurt, _ = s08_interdiction.risk(state, mover)
    if float(spent + hurt) > RISK or wade:
        return -1.0
    side = mover.unit.side
    if state.here[1 - side][place]:
        return _attack_there(state, place, index)
    if controller(state, place) != side:
        return float(1 + state.setting.board.places[place].vp)
    here = front(state, side, mover.at)
    if here <= 1:
        return 0.0  # needed where it is
    return float(0.3 * (here - front(state, side, place)) - (spent + hurt))


def _attack_there(state: State, place: int, first: int) -> float:
    """The chance of everybody who stands with the unit, and of those who are there already, against the place."""
    frame = s08_record.current(state)
    units = state.setting.forces.units
    start = state.at[first]
    group = 0
    for index in range(len(units)):
        if not frame.eligible >> index & 1 or state.at[index] not in (start, place) or units[index].field_artillery:
            continue
        if not s08_idle.illegal(state, frame, units[index]):
            group |= 1 << index
    point = max((u.index for u in units if group >> u.index & 1 and u.point), key=lambda i: units[i].attack, default=-1)
    if point < 0:
        return -1.0
    assault = Assault(place, frame.side, group, "impulse", point=point)
    value = int(s09_assault.attack_value(state, assault))
    against = int(s09_assault.defense_value(state, assault, s09_assault.best_forward(state, assault)))
    against += bool(s08_movement.must_assault(state, s08_movement.mover(state, first), place))
    chance = float(attack_odds(value - against).success)
    return 6 * (chance - EVEN) + 0.5 if chance > EVEN else -1.0


def _bridge(state: State, option: Action) -> float:
    border = state.setting.board.borders[option.args[-1]]
    side = s08_record.current(state).side
    tally = {"repair": s20_repair, "seize": s20_seizure, "demolish": s20_demolition}[option.verb].tally
    chance = float(s20_work.chance(tally(state, side, border)))
    if (option.verb == "demolish") != (side == GERMAN):  # they defend, and the Allies need the bridges
        return -1.0 if option.verb != "seize" else 0.8 * chance
    return BRIDGE_WORTH * chance


WORTH: dict[str, Worth] = {
    "assault": _assault,
    "march": _march,
    "land": lambda *_: 3.0,
    "repair": _bridge,
    "seize": _bridge,
    "demolish": _bridge,
    "end": lambda *_: 0.0,
}


def _odds(pending: Attack | None) -> float:
    """The chance that an attack does something."""
    if pending is None:
        return 0.0
    least = 2 if pending.kind == "bombardment" else 1 + pending.bocage
    return at_least(least - int(pending.av) + int(pending.dv))


def front(state: State, side: int, place: int) -> int:
    """Steps over the map to the nearest enemy unit, or for the Allies enemy area."""
    board = state.setting.board
    seen, ring, steps = {place}, [place], 0
    while ring:
        for each in ring:
            foreign = side == ALLIED and controller(state, each) == GERMAN
            if state.here[1 - side][each] or foreign:
                return steps
        ring = [other for each in ring for other, _ in board.neighbours[each] if other not in seen]
        seen.update(ring)
        steps += 1
    return 99
