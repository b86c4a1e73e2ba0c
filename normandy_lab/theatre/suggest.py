"""Plain doctrines for both seats: a suggestion for a person, and the players of batches. No claim to be good play."""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.core.decisions import Action, Decision
from normandy_lab.core.play import Player
from normandy_lab.theatre import questions
from normandy_lab.theatre.actions import make
from normandy_lab.theatre.engine import decision
from normandy_lab.theatre.rules import c1_blow, c1_guns, c1_volley, c3_fly
from normandy_lab.theatre.setting import FAIR
from normandy_lab.theatre.state import State


def suggest(state: State) -> Action:
    """An option of the present decision.

    Raises
    ------
    ValueError
        Nobody has to choose: the game is over, or dice must be rolled.
    """
    asked = decision(state)
    if asked is None or asked.roll is not None:
        raise ValueError("nobody has to choose now")
    return CHOICES[asked.kind](state, asked)


def _first(state: State, asked: Decision) -> Action:
    return asked.options[0]


def _fly(state: State, asked: Decision) -> Action:
    """Bombers together at the first open hex, fighter-bombers in the largest zones, the rest at the railways."""
    setting, air = state.setting, state.setting.charts.air
    free = [n for n in range(len(air)) if c3_fly.left(state, n)]
    open_ = [n for n, t in enumerate(setting.targets) if t.first <= state.day <= t.last]
    fair, largest = state.sky == FAIR, setting.charts.radius_min[-1]
    for kind in free:
        number = c3_fly.left(state, kind)
        if fair and open_ and not c3_fly.barred(state, "bomb", kind, number, open_[0]):
            return make(setting, "bomb", kind, number, open_[0])
        zone = c3_fly.zones(state) + (c1_blow.points(state, "interdict", c3_fly.zones(state)) >= largest)
        number = min(number, largest - c1_blow.points(state, "interdict", max(zone, 1)))
        if fair and not c3_fly.barred(state, "interdict", kind, number, max(zone, 1)):
            return make(setting, "interdict", kind, number, max(zone, 1))
    spare = [n for n in free if not c3_fly.barred(state, "strategic", n, 1)]
    heavy = [n for n in spare if air[n].id.endswith("HB")] or ([] if fair else spare)
    enough = c1_blow.points(state, "strategic") >= setting.charts.cuts_min[-1]
    if heavy and not enough:
        return make(setting, "strategic", heavy[0], c3_fly.left(state, heavy[0]))
    return make(setting, "end")


def _guns(state: State, asked: Decision) -> Action:
    """Rockets on the first day; at each open hex in turn ships of one kind, up to the last column."""
    setting, naval = state.setting, state.setting.charts.naval
    full = setting.charts.bombard_min[-1]
    for target in range(len(setting.targets)):
        for kind, ships in enumerate(naval):
            rocket = c1_guns.is_rocket(ships)
            want = 1 if rocket else -(-(full - c1_volley.strength(state, target)) // ships.factors)
            number = min(want, c1_guns.left(state, kind))
            if number > 0 and not c1_guns.barred(state, kind, number, target):
                return make(setting, "fire", kind, number, target)
    return make(setting, "end")


CHOICES: dict[str, Callable[[State, Decision], Action]] = {
    questions.BEGIN: _first,
    questions.DEMOLISH: _first,
    questions.FLY: _fly,
    questions.GUNS: _guns,
}


def _rest(state: State, asked: Decision) -> Action:
    """Weather and harbours only: nobody flies or fires, ports are demolished, sites begun."""
    return make(state.setting, "end") if asked.kind in (questions.FLY, questions.GUNS) else asked.options[0]


def _suggested(state: State, asked: Decision) -> Action:
    return CHOICES[asked.kind](state, asked)


def _player(name: str, choose: Callable[[State, Decision], Action]) -> Callable[[int, str, int], Player]:
    """A bot: from seed, seat and start to a player. It knows no luck of its own."""

    def make_player(seed: int, seat: str, start: int) -> Player:
        def player(state: State, asked: Decision) -> Action:
            return choose(state, asked)

        player.__name__ = name
        return player

    return make_player


BOTS = {"suggest": _player("suggest", _suggested), "rest": _player("rest", _rest)}
