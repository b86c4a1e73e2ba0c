"""Random nights beside a second reading of section 13."""

from __future__ import annotations

from functools import cache

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.frames import Regroup
from normandy_lab.breakout.setting import REFIT, REGROUP
from tests.properties import battles, oracle_regroup, walk
from tests.properties.walk import Step

READ = 3  # one decision of so many is read a second time, and the first of each side


@cache
def regrouping(seed: int, fought: bool) -> tuple[Step, ...]:
    """The decisions of the Regroup Phase after a random day and its refits."""
    state = breakout.initial(battles.of(seed) if fought else walk.setting())
    for step in walk.steps(state, seed, day=True):
        state = step.after
    if state.phase != REFIT:
        return ()
    played = walk.night(state, seed, (REFIT, REGROUP))
    return tuple(step for step in played if isinstance(step.before.frames[-1], Regroup))


@pytest.mark.rule("13", "6.5", "19.3", "7.1", "8.371", "8.373", "16.13", "I-93")
@pytest.mark.parametrize("fought", [False, True], ids=["week", "battles"])
def test_what_a_night_offers_is_what_section_13_allows(fought: bool) -> None:
    read = 0
    for seed in range(12):
        sides = set[str]()
        for number, step in enumerate(regrouping(seed, fought)):
            if number % READ and step.asked.actor in sides:
                continue
            sides.add(step.asked.actor)
            read += 1
            assert set(map(str, step.asked.options)) == oracle_regroup.options(step.before), (seed, number)
    assert read > 70
