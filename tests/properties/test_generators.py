"""What is listed is what the rulebook allows, over the whole space of candidates (hypothesis).

The positions come from strange set-ups played at random; the rulebook's own answer is in oracle.py.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab import breakout
from normandy_lab.breakout.actions import GRAMMAR, make
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from tests.properties import oracle, setups, walk

KINDS = (
    "airborne", "naval", "target", "air", "attrition", "first_wave", "beach", "point", "forward", "casualties", "retreat",
)  # fmt: skip


@lru_cache(maxsize=256)
def positions(number: int, seed: int) -> tuple[State, ...]:
    """The positions of one random play in which an option must be chosen."""
    start = breakout.initial(setups.setting(setups.SETUPS[number], seed))
    return tuple(step.before for step in walk.steps(start, seed) if type(step.before.frames[-1]) in oracle.ASK)


def candidates(state: State) -> list[Action]:
    """Every action with one of the verbs of this decision: all units, all places, all borders, all markers."""
    setting = state.setting
    sizes = {
        "unit": range(len(setting.forces.units)),
        "unit_or_border": range(len(setting.forces.units)),
        "place": range(len(setting.board.places)),
        "border": range(len(setting.board.borders)),
        "marker": range(len(setting.forces.markers)),
    }
    return [
        make(setting, verb, *args)
        for verb in oracle.verbs(state)
        for args in product(*(sizes[kind] for kind in GRAMMAR[verb]))
    ]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_listed_is_allowed(kind: str, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(setups.SETUPS) - 1), "set-up")
    seed = data.draw(st.integers(0, 7), "seed")
    found = [state for state in positions(number, seed) if state.asked is not None and state.asked.kind == kind]
    if not found:
        return
    state = found[data.draw(st.integers(0, len(found) - 1), "position")]
    asked = breakout.decision(state)
    assert asked is not None
    assert set(map(str, asked.options)) == oracle.options(state)
    assert len(set(asked.options)) == len(asked.options)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_candidates_are_listed_or_refused(kind: str, data: st.DataObject) -> None:
    """The predicate and its words agree with the list, candidate by candidate."""
    number = data.draw(st.integers(0, len(setups.SETUPS) - 1), "set-up")
    found = [state for state in positions(number, 0) if state.asked is not None and state.asked.kind == kind]
    if not found:
        return
    state = found[data.draw(st.integers(0, len(found) - 1), "position")]
    asked = breakout.decision(state)
    assert asked is not None
    listed = set(asked.options)
    for action in candidates(state):
        refusal = breakout.why_not(state, action)
        assert (refusal is None) == (action in listed), (str(action), refusal)
        if refusal is not None:
            assert refusal.rule, str(action)
            assert refusal.text, str(action)
            assert refusal.fix, str(action)


def test_values_of_all_attacks() -> None:
    """Attack and Defense Value of every attack of many plays, before the dice and in what the totals say."""
    attacks: Counter[type] = Counter()
    for build, seed in product(setups.SETUPS, range(6)):
        for step in walk.steps(breakout.initial(setups.setting(build, seed)), seed):
            if step.asked.roll is None or step.asked.rule not in ("9.1", "10.4"):
                continue
            frame = step.before.frames[-2]
            of = oracle.assault_values if isinstance(frame, oracle.Assault) else oracle.shot_values
            attack = breakout.attack(step.before)
            assert attack is not None
            assert (attack.av, attack.dv) == of(step.before, frame), (build.__name__, seed, frame)
            attacks[type(frame)] += 1
    assert min(attacks[oracle.Assault], attacks[oracle.Bombardment]) > 200, attacks


def test_all_positions_of_many_plays() -> None:
    """No example left out, and the rare ones are among them: retreats through full
    areas and by a full bridge, none at all, and exact counts with a choice."""
    seen: Counter[str] = Counter()
    for number, seed in product(range(len(setups.SETUPS)), range(8)):
        for state in positions(number, seed):
            frame = state.frames[-1]
            asked = breakout.decision(state)
            assert asked is not None
            assert set(map(str, asked.options)) == oracle.options(state)
            if isinstance(frame, oracle.Withdrawal | oracle.Casualties):
                board = state.setting.board
                for unit in oracle.units_in(state, frame.area, frame.side):
                    ways = oracle.ways_out(state, unit)
                    seen["none"] += not ways
                    seen["choice"] += len(ways) > 1
                    seen["through"] += any((frame.area, place) not in board.between for place in ways)
                    seen["full bridge"] += any(
                        users.bit_count() == oracle.BRIDGE and frame.area in (board.borders[b].a, board.borders[b].b)
                        for b, users in state.crossed.items()
                    )
                    seen["contested"] += any(oracle.rank(state, unit, place)[0] for place in ways)
            elif isinstance(frame, oracle.Attrition):
                seen["exact"] += len(oracle.options(state)) > 1
                left = [
                    unit for unit in oracle.units_in(state, frame.area, frame.side) if not frame.hit >> unit.index & 1
                ]
                seen["inexact"] += len(left) > len(oracle.options(state))
    rare = {"none", "choice", "through", "full bridge", "contested", "exact", "inexact"}
    assert {name for name, count in seen.items() if count} == rare
