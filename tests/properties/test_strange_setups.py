"""Set-ups that no history wrote, played at random: nothing crashes, sticks or breaks a rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from normandy_lab import breakout
from normandy_lab.core.dice import Stream
from tests.properties import setups, walk
from tests.properties.setups import Deployment
from tests.properties.test_fuzz import every_option_applies, unlisted_is_refused

PLAYS = 16


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
