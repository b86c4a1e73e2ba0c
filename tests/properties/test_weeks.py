"""Random weeks from seeds: all end in a verdict, and nothing is broken on the way."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.rules import s22_victory
from tests.properties import walk
from tests.properties.week import Week, points, weeks

SEEDS = 100
PARTS = 10


@pytest.mark.slow
@pytest.mark.rule("6.1", "22.2", "22.3", "22.4", "13", "19.1", "12.4")
@pytest.mark.parametrize("part", range(PARTS))
def test_random_weeks_end_in_a_verdict(part: int) -> None:
    for seed in range(part, SEEDS, PARTS):
        one_week(seed)


@pytest.mark.rule("6.1", "22.2", "22.3", "22.4", "13", "19.1", "12.4")
@pytest.mark.parametrize("seed", [1944, 606])
def test_two_weeks_at_any_time(seed: int) -> None:
    one_week(seed)


def one_week(seed: int) -> None:
    state = breakout.initial(walk.setting())
    week = Week(state)
    for step in weeks(state, seed):
        state = step.after
        week.judge(step)
    won = breakout.result(state)
    assert won is not None, seed
    winner, tally, how = won
    assert tally is not None, (seed, how)
    assert tally == s22_victory.score(state)
    assert tally.total == points(state), (seed, str(tally))
    if state.over == "verdict":
        assert winner == ("allied" if points(state) >= 10 else "german"), seed
        assert [page.day for page in state.diary] == list(range(7)), seed
    else:
        assert (winner, state.over) == ("allied", "breakout"), seed
