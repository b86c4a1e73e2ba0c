"""The short ways by which daylight is played fast say what the long ways say, over random days."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.board.flood import FAR
from normandy_lab.breakout.frames import Day, Impulse
from normandy_lab.breakout.rules import (
    s06_day,
    s07_control,
    s08_idle,
    s08_impulse,
    s08_movement,
    s12_supply,
    s20_bridges,
    s20_demolition,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.dice import KeyedDice
from tests.rules.helpers import SPENT, day, place

CLEAR = {"clock": {"phase": "daylight"}}
SCENARIOS = {
    "from the night on": {},
    "daylight": CLEAR,
    "overcast": CLEAR | {"weather": {"dawn": {"1944-06-06": "overcast"}}},
}


@lru_cache(maxsize=8)
def positions(name: str, seed: int) -> tuple[State, ...]:
    """Every position of a random game in which somebody must choose."""
    return tuple(_play(breakout.initial(breakout.setting_from(nl.load_scenario("d_day").with_(SCENARIOS[name]))), seed))


def _play(state: State, seed: int) -> Iterator[State]:
    draw, dice = Random(seed), KeyedDice(seed)
    while (asked := breakout.decision(state)) is not None:
        if asked.roll is None:
            yield state
        action = asked.roll.action(dice.throw(asked.roll)) if asked.roll else draw.choice(asked.options)
        state, _ = breakout.apply(state, action)


@pytest.fixture(params=[(name, seed) for name in SCENARIOS for seed in (1, 2, 3)], ids=str)
def played(request: pytest.FixtureRequest) -> tuple[State, ...]:
    return positions(*request.param)


def orders(played: tuple[State, ...]) -> Iterator[tuple[State, Impulse]]:
    found = [(state, state.frames[-1]) for state in played if isinstance(state.frames[-1], Impulse)]
    assert len(found) > 10, "a day without impulses proves nothing"
    yield from found


@pytest.mark.rule("8.6", "8.2")
def test_a_place_is_offered_if_a_trial_impulse_there_finds_something_to_do(played: tuple[State, ...]) -> None:
    days = [(state, state.frames[-1]) for state in played if isinstance(state.frames[-1], Day)]
    assert len(days) > 5
    for state, frame in days:
        board, seen = state.setting.board, s07_control.survey(state, frame.side)
        places = (*board.areas, *board.zones, *board.beach_of)
        tried = [each for each in places if s06_day.can_activate(state, frame, each, seen)]
        assert s06_day.activatable(state, frame) == tried


US_46 = {"46": {"control": "us"}}  # dry ground leads to 45, 47 and 48
GUNS, REGIMENT, ENEMY = place("US-4-Art", at="46"), place("US-4-8", at="46"), place("GE-91-1058", at="46")


@pytest.mark.rule("8.2", "8.375", "8.34", "8.5")
@pytest.mark.parametrize(
    ("units", "areas", "offered"),
    [
        ([GUNS], US_46, False),  # guns enter no enemy area alone
        ([GUNS], US_46 | {"47": {"control": "us"}}, True),
        ([GUNS, ENEMY], US_46, False),  # nor do they assault, and no area next to 46 is Free
        ([GUNS, ENEMY], US_46 | {"47": {"control": "us"}}, True),
        ([REGIMENT], US_46, True),
        ([REGIMENT, ENEMY], US_46, True),
        ([place("US-4-8", at="46", level=SPENT)], US_46, False),
        ([place("US-VII-Art", at="46"), place("US-V-Art", at="47")], US_46 | {"47": {"control": "us"}}, False),
    ],
)
def test_who_alone_can_do_something_in_a_place(units: list[Any], areas: dict[str, Any], offered: bool) -> None:
    assert ("assault 46" in day(*units, side="allied", areas=areas).offered("impulse")) == offered


@pytest.mark.rule("8.373")
def test_a_coastal_gun_alone_can_do_nothing() -> None:
    assert day(place("GE-CA-Marcouf", at="51")).offered("impulse") == set()


def test_anything_is_found_whenever_there_are_orders(played: tuple[State, ...]) -> None:
    for state, frame in orders(played):
        assert s08_impulse.anything(state, frame) == bool(list(s08_impulse.orders(state, frame)))


@pytest.mark.rule("8.33")
def test_steps_listed_are_the_steps_allowed(played: tuple[State, ...]) -> None:
    for state, frame in orders(played):
        listed = {option.args for option in state.asked.options if option.verb == "march"}
        allowed = set()
        for unit in state.setting.forces.units:
            if s08_idle.illegal(state, frame, unit) or not frame.moving:
                continue
            mover = s08_movement.mover(state, unit.index)
            for there, _ in state.setting.board.neighbours[mover.at]:
                ways = [wade for wade in (0, 1) if not s08_movement.illegal(state, mover, there, bool(wade))]
                allowed |= {(unit.index, there, wade) for wade in ways}
        assert listed == allowed


@pytest.mark.rule("20.4")
def test_demolitions_listed_are_those_allowed(played: tuple[State, ...]) -> None:
    for state, _ in orders(played):
        allowed = [border.index for border in state.setting.board.borders if not s20_demolition.illegal(state, border)]
        assert sorted(s20_demolition.options(state)) == allowed


@pytest.mark.rule("20.1")
def test_the_held_mark_of_a_standing_bridge_is_its_holder(played: tuple[State, ...]) -> None:
    for state in played[::5]:
        for border in state.setting.board.bridges:
            if s20_bridges.standing(state, border):
                assert state.held[border.index] == s20_bridges.holder(state, border)


@pytest.mark.rule("12.8")
def test_isolation_that_is_known_is_what_the_lines_say(played: tuple[State, ...]) -> None:
    for state in played[::3]:
        for nationality in (0, 1, 2):
            cost = s12_supply.lines(state, nationality).cost
            found = [each for each in s12_supply.land(state.setting.board) if cost[each] >= FAR]
            assert list(s12_supply.isolated_places(state, nationality)) == found
