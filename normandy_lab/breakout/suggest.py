"""A sensible option for whoever must decide: plain doctrine, for a person in a hurry and as a plain bot.

It looks one step ahead and knows the exact odds; it makes no claim to be good play.
"""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout import questions, suggest_day, suggest_night, suggest_refit
from normandy_lab.breakout.actions import BORDER
from normandy_lab.breakout.attack import attack
from normandy_lab.breakout.engine import decision
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Assault, Throw
from normandy_lab.breakout.odds import at_least
from normandy_lab.breakout.query import units
from normandy_lab.breakout.rules import s09_assault, s19_landing
from normandy_lab.breakout.setting import NAVAL
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision


def suggest(state: State) -> Action:
    """An option of the present decision.

    Raises
    ------
    ValueError
        Nobody has to choose: the game is over, or dice must be rolled.
    """
    asked = decision(state)
    if asked is None or not asked.options:
        raise ValueError("nobody has to choose an option now")
    doctrine = DOCTRINES.get(asked.step)
    return doctrine(state, asked) if doctrine else asked.options[-1]


def _unit(state: State, action: Action) -> Unit:
    unit: Unit = state.setting.forces.units[action.args[0]]
    return unit


def _first(state: State, asked: Decision) -> Action:
    """What is listed first: everybody takes part, guns support, and a roll that is no assault is kept."""
    return asked.options[0]


def _drop(state: State, asked: Decision) -> Action:
    """Attack with everybody where the values are even or better, else take bridges, then stay Fresh."""
    for option in asked.options:
        if option.verb == "attack" and _even(state, option):
            return option
    bridges = [option for option in asked.options if option.verb == "secure"]
    if bridges:
        return min(bridges, key=lambda option: _inland(state, option))
    return asked.options[-1]


def _even(state: State, option: Action) -> bool:
    """Whether all units that may still attack there together are a match for the defence."""
    area = state.at[option.args[0]]
    asked = decision(state)
    assert asked is not None
    group = sum(1 << o.args[0] for o in asked.options if o.verb == "attack" and state.at[o.args[0]] == area)
    frame = Assault(area, 1, group, "airborne", point=option.args[0])
    value = int(s09_assault.attack_value(state, frame))
    return value >= int(s09_assault.defense_value(state, frame, s09_assault.best_forward(state, frame)))


def _inland(state: State, option: Action) -> tuple[int, int]:
    """Bridges towards a beach or another drop area first: they join the bridgeheads."""
    board = state.setting.board
    border = board.borders[option.args[1]]
    far = border.other(state.at[option.args[0]])
    joined = board.places[far].beach or bool(state.here[1][far])
    return (0 if joined else 1, border.index)


def _point(state: State, asked: Decision) -> Action:
    return max(asked.options, key=lambda option: _unit(state, option).attack)


def _forward(state: State, asked: Decision) -> Action:
    """The highest Defense Value; among equals the unit that attacks worst."""
    frame = state.frames[-1]
    assert isinstance(frame, Assault)
    return max(
        asked.options,
        key=lambda option: (int(s09_assault.defense_value(state, frame, option.args[0])), -_unit(state, option).attack),
    )


def _shoot(state: State, asked: Decision) -> Action:
    """The target where the attack is most likely to do something, interdicting guns first (19.4)."""

    def worth(option: Action) -> tuple[float, int]:
        pending = attack(state, option)
        assert pending is not None
        chance = at_least(int(pending.dv) - int(pending.av) + 2)
        return (chance * _menace(state, option.args[1]), -option.args[1])

    return max(asked.options, key=worth)


def _menace(state: State, area: int) -> float:
    """What silencing the area is worth: its Fresh guns count for each beach that they reach."""
    board = state.setting.board
    reach = sum(1 for place in (area, *(p for p, _ in board.neighbours[area])) if board.places[place].beach)
    guns = [unit for unit in units(state, state.here[0][area]) if unit.coastal and state.level[unit.index] == FRESH]
    return len(guns) * reach + (0.5 if state.phase == NAVAL or reach else 0.1)


def _target(state: State, asked: Decision) -> Action:
    """Fresh coastal artillery first, then the strongest Fresh defender; a Construct marker where nobody is (20.22)."""

    def worth(option: Action) -> tuple[bool, bool, int]:
        unit = _unit(state, option)
        fresh = state.level[unit.index] == FRESH
        return (fresh and unit.coastal, fresh, unit.defense)

    named = [option for option in asked.options if option.args[0] < BORDER]
    return max(named, key=worth) if named else asked.options[0]


def _cheapest(state: State, asked: Decision) -> Action:
    """Spare the units that matter most: reduce the least attack and defense first."""
    return min(asked.options, key=lambda option: (_unit(state, option).attack + _unit(state, option).defense, option))


def _casualties(state: State, asked: Decision) -> Action:
    """Spread the loss: the best level first; retreat only rather than be eliminated."""

    def price(option: Action) -> tuple[int, int]:
        unit = _unit(state, option)
        level = state.level[unit.index]
        step = 2 * level if option.verb == "lose" else 5
        return (step, unit.attack + unit.defense)

    return min(asked.options, key=price)


def _first_wave(state: State, asked: Decision) -> Action:
    """Land everybody that may."""
    return next((option for option in asked.options if option.verb == "land"), asked.options[-1])


def _beach(state: State, asked: Decision) -> Action:
    """The best odds first, so that the others see it fall (9.64); little interdiction among equals."""

    def odds(option: Action) -> tuple[int, int]:
        pending = attack(state, option)
        value = int(pending.av) - int(pending.dv) if pending else -99
        return (value, -int(s19_landing.interdiction_value(state, option.args[0])))

    return max(asked.options, key=odds)


def _reroll(state: State, asked: Decision) -> Action:
    """Force the roll again when it went badly and is likely to go better."""
    keep, reroll = asked.options
    frame, pending = state.frames[-1], attack(state)
    assert isinstance(frame, Throw)
    assert pending is not None
    lead = int(pending.av) - int(pending.dv)
    margin = lead + sum(frame.faces[0]) - sum(frame.faces[1])
    success = at_least(1 - lead)
    if asked.actor == pending.side:
        return reroll if margin <= 0 and success >= 0.5 else keep
    better = 1 - at_least(margin - lead)
    return reroll if margin > 0 and better >= 0.6 else keep


DOCTRINES: dict[str, Callable[[State, Decision], Action]] = {
    questions.DROP: _drop,
    questions.DROP_AREA: _drop,
    questions.DROP_GROUP: _first,
    questions.POINT: _point,
    questions.FORWARD: _forward,
    questions.NAVAL: _shoot,
    questions.AIR: _shoot,
    questions.TARGET: _target,
    questions.MISTAKE: _target,
    questions.ATTRITION: _cheapest,
    questions.CASUALTIES: _casualties,
    questions.FIRST_WAVE: _first_wave,
    questions.BEACH: _beach,
    questions.REROLL_ASSAULT: _reroll,
    questions.REROLL_BOMBARDMENT: _first,
    questions.REROLL_DICE: _first,
    questions.IMPULSE: suggest_day.impulse,
    questions.ORDERS: suggest_day.orders,
    questions.MUSTER: _first,
    questions.LANDING: _first,
    questions.BOMBARD: suggest_day.bombard,
    questions.GUNS: suggest_day.guns,
    questions.SUNSET: suggest_day.sunset,
    questions.CHERBOURG: suggest_refit.first,
    questions.DEPOTS: suggest_refit.supplies,
    questions.SUPPLIES: suggest_refit.supplies,
    questions.AIR_UNITS: suggest_refit.air_units,
    questions.RESERVE: suggest_refit.reserve,
    questions.NIGHT_UNBUILD: suggest_refit.first,
    questions.PLACE: suggest_night.place,
    questions.REGROUP: suggest_night.regroup,
}
