"""A position as a scenario: the same position comes back, at the start of every phase (6.1)."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.position import at_boundary
from normandy_lab.breakout.state import State

SAME = (
    "at", "level", "control", "fort", "held", "construct", "bombed", "used", "advantage", "sunset_drm", "weather", "impulse",
)  # fmt: skip


def boundaries(seed: int) -> list[State]:
    """The positions of a random game in which a phase begins."""
    game = nl.new_game("d_day", seed=seed)
    game.run()
    return [state for node in (game.log.nodes[0], *game.log.at.path()) if at_boundary(state := game.log.state_at(node))]


@pytest.mark.rule("6.21")
@pytest.mark.parametrize("seed", range(6))
def test_the_position_comes_back_at_every_boundary(seed: int) -> None:
    states = boundaries(seed)
    assert [state.phase for state in states] == [0, 1, 2, 3, 3]  # each phase of 21.1, and the end
    for state in states[:-1]:
        again = breakout.initial(breakout.setting_from(breakout.as_scenario(state)))
        ids = [unit.id for unit in state.setting.forces.units]
        assert [unit.id for unit in again.setting.forces.units] == ids
        for field in SAME:
            assert getattr(again, field) == getattr(state, field), (seed, state.phase, field)
        assert again.phase == state.phase
        assert breakout.decision(again).options == breakout.decision(state).options


def test_the_end_of_the_opening_is_the_morning_of_the_day() -> None:
    last = boundaries(1)[-1]
    spec = breakout.as_scenario(last)
    again = breakout.initial(breakout.setting_from(spec))
    assert again.over == "not modelled: 21.6"
    assert (again.at, again.level, again.held) == (last.at, last.level, last.held)


def test_in_the_midst_of_a_phase_there_is_no_scenario() -> None:
    game = nl.new_game("d_day", seed=1)
    game.play("secure US-82-507 49-53")
    with pytest.raises(nl.NormandyError, match="start of a phase"):
        game.as_scenario()
