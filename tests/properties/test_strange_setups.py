"""Set-ups that no history wrote, played at random: nothing crashes, sticks or breaks a rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.position import at_boundary
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import roll_action
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.errors import NormandyError
from tests.properties import day, setups, walk
from tests.properties.setups import Deployment
from tests.properties.test_fuzz import every_option_applies, unlisted_is_refused

PLAYS = 8
MOMENT = re.compile(r"6([NSFL]|[GA]([ABC]|\d+)[b-z]?)")


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_strange_setups(make: Callable[[Deployment], None]) -> None:
    for seed in range(PLAYS):
        start = breakout.initial(setups.setting(make, seed))
        stream = Stream(seed, "strange")
        played = list(walk.steps(start, seed, day=True))
        day.judge(played)
        for step in played:
            if not stream.below(16):
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
    assert MOMENT.fullmatch(breakout.moment(state))


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_suggestions_finish_the_game(make: Callable[[Deployment], None]) -> None:
    """Both seats do what is suggested: the day comes to its end, and nothing is broken on the way."""
    for seed in range(3):
        state, dice = breakout.initial(setups.setting(make, seed)), KeyedDice(seed)
        played = []
        for _ in range(walk.LIMIT):
            asked = breakout.decision(state)
            if asked is None or walk.dusk(state):
                break
            action = roll_action(dice.throw(asked.roll)) if asked.roll else breakout.suggest(state)
            after, events = breakout.apply(state, action)
            played.append(walk.Step(state, asked, action, after, events))
            state = after
        day.judge(played)
        assert walk.dusk(state)


@pytest.mark.parametrize("make", setups.SETUPS, ids=lambda make: make.__name__)
def test_positions_are_scenarios(make: Callable[[Deployment], None]) -> None:
    """At the start of each phase and of some impulses the position, taken as a Scenario, begins where it was taken."""
    taken = 0
    for seed in range(2):
        for step in walk.steps(breakout.initial(setups.setting(make, seed)), seed, day=True):
            state = step.after
            if not at_boundary(state):
                with pytest.raises(NormandyError, match="start of a phase or impulse"):
                    breakout.as_scenario(state)
                continue
            taken += 1
            if state.phase != DAYLIGHT or not taken % 4:
                again = breakout.initial(breakout.setting_from(breakout.as_scenario(state)))
                assert position(again) == position(state)
    assert taken


def position(state: State) -> dict[str, Any]:
    """All of it but the scenario, the dice's names of impulses and what else no file has a word for."""
    fields, asked = state.view(), breakout.decision(state)
    fields["frames"] = [name for name, _ in fields.get("frames", ())]
    return {**fields, "setting": "", "options": list(map(str, asked.options)) if asked else None}
