"""Speed doubles: wherever the fast form of a rule says yes, the plain form agrees (CONTRIBUTING, "Add a rule")."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.frames import Day, Impulse
from normandy_lab.breakout.query import fresh
from normandy_lab.breakout.rules import s06_day, s07_control, s08_idle, s08_impulse, s08_record
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
                units = fresh(state, state.here[frame.side][place] & s08_idle.able(state.setting.forces)[2])
                if units and s06_day.fast_can_activate(state, frame.side, place, units):
                    assert s06_day.can_activate(state, frame, place, seen), (seed, board.names[place])
                    agreed += 1
    assert agreed > 100


@pytest.mark.rule("11.4", "8.38")
def test_what_surely_acts_again_can_be_activated_for_the_second_half() -> None:
    agreed = 0
    for seed in range(12):
        for step in walk.steps(breakout.initial(walk.setting()), seed, day=True):
            state, frame = step.before, step.before.frames[-1]
            if not isinstance(frame, Impulse) or not s08_record.may_double(state, frame):
                continue
            board, moved = state.setting.board, sum(1 << march.unit for march in frame.marches)
            for place in (*board.areas, *board.zones, *board.beach_of):
                there = fresh(state, state.here[frame.side][place] & state.setting.forces.mobile)
                ready = there & ~frame.supported & ~moved
                if ready and s08_impulse.fast_can_act_again(state, frame.side, place, ready):
                    assert s08_impulse.can_act_again(state, frame, place, ready), (seed, board.names[place])
                    agreed += 1
    assert agreed > 100
