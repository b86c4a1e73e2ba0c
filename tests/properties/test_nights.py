"""Random nights beside a second reading of section 12, and what must hold after each of their actions."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.frames import AirSupply, Garrison, Refit, Surrender
from normandy_lab.breakout.setting import REFIT
from normandy_lab.breakout.state import State
from normandy_lab.core.dice import Stream
from tests.properties import battles, oracle_supply, walk
from tests.properties.test_fuzz import every_option_applies, round_trip, unlisted_is_refused
from tests.properties.walk import Step, check_position

PLAYS = 40  # nights after random days of June 6, and as many after random battles
READ = 5  # one decision of so many is read a second time
SAMPLES = 3
FRESH, CHANCE = 0, "chance"


def nights(seeds: range, *, fought: bool) -> list[list[Step]]:
    return [played for seed in seeds if (played := night(seed, fought))]


@cache
def night(seed: int, fought: bool) -> list[Step]:
    """A random night after a random day; [] where the day did not end with dusk."""
    state = breakout.initial(battles.of(seed) if fought else walk.setting())
    for step in walk.steps(state, seed, day=True):
        state = step.after
    return list(walk.night(state, seed)) if state.phase == REFIT else []


@pytest.mark.parametrize("fought", [False, True], ids=["week", "battles"])
@pytest.mark.parametrize("first", range(0, PLAYS, 20))
@pytest.mark.rule("12.51", "12.61", "12.71", "12.9", "20.23", "12.53", "12.62")
def test_what_a_night_offers_is_what_the_rulebook_allows(first: int, fought: bool) -> None:
    for played in nights(range(first, first + 20), fought=fought):
        for number, step in enumerate(played):
            if step.asked.actor == CHANCE or not isinstance(step.before.frames[-1], Refit | AirSupply):
                continue
            if number % READ == 0 or len(step.before.frames) > 2:
                assert set(map(str, step.asked.options)) == oracle_supply.options(step.before)


@pytest.mark.parametrize("fought", [False, True], ids=["week", "battles"])
@pytest.mark.parametrize("first", range(0, PLAYS, 20))
@pytest.mark.rule("12.4", "12.5", "12.51", "12.53", "12.8", "12.9")
def test_the_books_of_a_night(first: int, fought: bool) -> None:
    for played in nights(range(first, first + 20), fought=fought):
        start = played[0].before
        for step in played:
            _step(step)
            check_position(step.after)
        _night(start, played)


def _step(step: Step) -> None:
    """Points are never negative, a unit gains one level or loses one, values and prices are those of the second reading."""
    before, after = step.before, step.after
    assert min(after.reserves) >= 0
    frame = next((each for each in after.frames if isinstance(each, Refit)), None)
    assert frame is None or all(0 <= store.left <= store.value for store in frame.stores)
    verb, args = step.action.verb, step.action.args
    night = before.frames[1]
    assert isinstance(night, Refit)
    if verb == "depot" and _standing(after, night.side):
        value = oracle_supply.german_value(before) if args[0] < 0 else oracle_supply.beach_value(before, args[0])
        assert _points(after) - _points(before) == value
    if verb == "refit" and not isinstance(args[1], str):
        unit = before.setting.forces.units[args[0]]
        reach = [oracle_supply.distances(before, unit.side, place)[before.at[args[0]]] for _, place in args[1]]
        price = 1 + (before.level[args[0]] > 1) + max(reach)
        assert after.level[args[0]] == before.level[args[0]] - 1
        spent = _points(before) - (_points(after) if _side(after) == unit.side else 0)
        assert spent == price or not _standing(after, unit.side)


def _points(state: State) -> int:
    return sum(store.left for frame in state.frames if isinstance(frame, Refit) for store in frame.stores)


def _side(state: State) -> int:
    return next((frame.side for frame in state.frames if isinstance(frame, Refit)), -1)


def _standing(state: State, side: int) -> bool:
    return any(isinstance(frame, Refit) and frame.side == side and frame.stores for frame in state.frames)


def _night(start: State, played: list[Step]) -> None:
    """Over the whole night: one level better at most, worse or gone by surrender only, nobody moves, no bridge is lost."""
    end = played[-1].after
    threw = Counter(step.before.frames[-2].queue[0] for step in played if _surrenders(step))
    isolated = _isolated(played)
    assert set(threw) == isolated
    for unit in end.setting.forces.units:
        old, new = start.level[unit.index], end.level[unit.index]
        gone = end.at[unit.index] != start.at[unit.index]
        assert not gone or (unit.index in threw and end.at[unit.index] == end.setting.board.lost)
        assert gone or new >= old - 1, "12.4: a level a night"
        assert gone or new <= old or unit.index in threw
    assert end.first_impulse == end.impulse
    assert -3 <= end.impulse <= 6, "three spaces a side (12.53)"


def _surrenders(step: Step) -> bool:
    return step.asked.step == "surrender_die" and isinstance(step.before.frames[-2], Surrender)


def _isolated(played: list[Step]) -> set[int]:
    """Who is isolated when the German part is over: at the last of its actions that is no die of surrender."""
    german = [step for step in played if step.before.frames[1].side == 0 and not _surrenders(step)]  # type: ignore[attr-defined]
    states = [step.before for step in played if _surrenders(step)][:1] or [german[-1].after]
    ids = oracle_supply.isolated_germans(states[0])
    return {states[0].setting.forces.index[unit] for unit in ids}


@pytest.mark.rule("12.8")
def test_the_dice_of_a_night() -> None:
    """Surrender, Cherbourg and air supply, whenever one is thrown and stands, against the second reading."""
    seen: Counter[str] = Counter()
    for played in nights(range(PLAYS), fought=True) + nights(range(20), fought=False):
        for step in played:
            _die(step, seen)
    assert set(seen) == {"surrender", "cherbourg", "air"}


def _die(step: Step, seen: Counter[str]) -> None:
    top = step.before.frames[-1]
    if type(top).__name__ != "Throw" or step.action.verb not in ("roll", "keep"):
        return
    faces = step.action.args[0] if step.action.verb == "roll" else top.faces
    below, before, after = step.before.frames[-2], step.before, step.after
    if (
        len(after.frames) == len(before.frames)
        and after.frames[-1] != before.frames[-1]
        and after.asked
        and after.asked.kind == "reroll"
    ):
        return
    die = faces[0][0]
    if isinstance(below, Surrender):
        index = below.queue[0]
        level = oracle_supply.after_surrender(before.level[index], die)
        assert (after.at[index] == after.setting.board.lost) == (level is None)
        assert level is None or after.level[index] == level
        seen["surrender"] += 1
    elif isinstance(below, Garrison):
        better = die >= 3 + before.level[below.unit]
        assert after.level[below.unit] == before.level[below.unit] - better
        seen["cherbourg"] += 1
    elif isinstance(below, AirSupply):
        unit = before.setting.forces.units[below.thrown.bit_length() - 1]
        better = die + oracle_supply.air_drm(before, unit) >= 7
        assert after.level[unit.index] == before.level[unit.index] - better
        seen["air"] += 1


@pytest.mark.parametrize("first", range(0, PLAYS, 20))
def test_what_is_not_listed_is_refused(first: int) -> None:
    for seed, played in enumerate(nights(range(first, first + 20), fought=True), first):
        stream = Stream(seed, "samples")
        for _ in range(SAMPLES):
            step = played[stream.below(len(played))]
            round_trip(step.before)
            for _ in range(20):
                unlisted_is_refused(step.before, stream)
        if seed % 4 == 0:
            every_option_applies(played[len(played) // 2].before)


def test_a_night_ends() -> None:
    for played in nights(range(30), fought=True):
        assert played[-1].after.phase != REFIT
