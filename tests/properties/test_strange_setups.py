"""Set-ups that no history wrote, played at random: nothing crashes, sticks or breaks a rule."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import roll_action
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.errors import NormandyError
from tests.properties import setups, walk
from tests.properties.setups import Deployment
from tests.properties.test_fuzz import every_option_applies, unlisted_is_refused

PLAYS = 16
SHARED = ("control", "fort", "held", "construct", "bombed", "used", "advantage", "phase", "weather", "day")


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_strange_setups(make: Callable[[Deployment], None]) -> None:
    for seed in range(PLAYS):
        start = breakout.initial(setups.setting(make, seed))
        stream = Stream(seed, "strange")
        for step in walk.steps(start, seed):
            walk.check_step(step)
            if not stream.below(8):
                every_option_applies(step.before)
                unlisted_is_refused(step.before, stream)
                questions_are_answered(step.before, stream)


def questions_are_answered(state: State, stream: Stream) -> None:
    """Whatever the panels ask has an answer, or an error on purpose."""
    asked = breakout.decision(state)
    assert asked is not None
    if asked.options:
        assert breakout.suggest(state) in asked.options
    for option in asked.options:
        attack = breakout.attack(state, option)
        assert attack is None or (attack.av.total == sum(term.value for term in attack.av.terms) and attack.defenders)
    breakout.attack(state, breakout.parse(state.setting, walk.any_action(state, stream)))
    for what in ("attack_value", "defense_value", "interdiction 51"):
        with suppress(NormandyError):
            assert all(term.rule and term.text for term in breakout.explain(state, what).terms)
    for table in ("units", "areas", "bridges"):
        assert breakout.table(state, table)
    assert breakout.moment(state) in ("6N", "6S", "6F", "6L")


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_suggestions_finish_the_game(make: Callable[[Deployment], None]) -> None:
    """Both seats do what is suggested: the phases come to their end, and nothing is broken on the way."""
    for seed in range(6):
        state, dice = breakout.initial(setups.setting(make, seed)), KeyedDice(seed)
        for _ in range(walk.LIMIT):
            asked = breakout.decision(state)
            if asked is None:
                break
            action = roll_action(dice.throw(asked.roll)) if asked.roll else breakout.suggest(state)
            after, events = breakout.apply(state, action)
            walk.check_step(walk.Step(state, asked, action, after, events))
            state = after
        assert state.over == "not modelled: 21.6"


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_positions_are_scenarios(make: Callable[[Deployment], None]) -> None:
    """At the start of each phase the position, taken as a Scenario, begins where it was taken."""
    taken = 0
    for seed in range(4):
        for step in walk.steps(breakout.initial(setups.setting(make, seed)), seed):
            try:
                spec = breakout.as_scenario(step.after)
            except NormandyError:
                assert len(step.after.frames) > 2 or step.after.phase == step.before.phase
                continue
            taken += 1
            if not step.after.over:
                again = breakout.initial(breakout.setting_from(spec))
                assert position(again) == position(step.after)
    assert taken


def position(state: State) -> dict[str, Any]:
    """What both must share; eliminated units are left out of a Scenario, so units go by their ids."""
    places, asked = state.setting.board.places, breakout.decision(state)
    at = {unit.id: (places[state.at[unit.index]].id, state.level[unit.index]) for unit in state.setting.forces.units}
    return {
        "units": {unit: where for unit, where in at.items() if where[0] != "lost"},
        "options": set(map(str, asked.options)) if asked else None,
        **{name: getattr(state, name) for name in SHARED},
    }
