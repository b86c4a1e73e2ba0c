"""Speed doubles: wherever the fast form of a rule says yes, the plain form agrees (CONTRIBUTING, "Add a rule")."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.frames import Day
from normandy_lab.breakout.query import fresh
from normandy_lab.breakout.rules import s06_day, s07_control
from tests.properties import walk


@pytest.mark.rule("8.38", "8.5", "8.2", "19.3")
def test_what_surely_acts_can_be_activated() -> None:
    agreed = 0
    for seed in range(12):
        for step in walk.steps(breakout.initial(walk.setting()), seed, day=True):
            state, frame = step.before, step.before.frames[-1]
            if not isinstance(frame, Day):
                continue
            seen, board = s07_control.survey(state, frame.side), state.setting.board
            for place in (*board.areas, *board.zones, *board.beach_of):
                units = fresh(state, state.here[frame.side][place] & s06_day._able(state.setting.forces)[2])
                if units and s06_day.fast_can_activate(state, frame.side, place, units):
                    assert s06_day.can_activate(state, frame, place, seen), (seed, board.names[place])
                    agreed += 1
    assert agreed > 100
