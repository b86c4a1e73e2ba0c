"""Exact odds against the engine itself: all 1,296 dice pairs played from the node of the roll.

Random positions of all strange set-ups; every attack met on a random play is measured until there are
100 assaults and 100 bombardments. What the rulebook makes of a roll is written here again, by itself:
points, what a unit can pay (9.5), what a bombardment can use (10.4), whom a mistake hits (17.31).

The named casualty policies of the defender: "stand" loses levels, first unit in the order of battle
first; "run" retreats whenever that pays a point. Both pay the same number of points (9.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

import pytest

from normandy_lab import breakout
from normandy_lab.analysis.breakout.odds import Odds
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Bombardment, Throw
from normandy_lab.breakout.odds import attack_odds
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, roll_action
from tests.properties import setups, walk

WANTED = 100  # of each kind
PAIRS = 1_296
GERMAN, ALLIED = 0, 1
CLASSES = {"9.41": "repulsed", "9.42": "tie", "9.43": "success"}

Policy = Callable[[Decision], Action]


def stand(asked: Decision) -> Action:
    """Lose levels, the first unit first; keep every roll, hold every place."""
    order = ("keep", "lose", "hit", "target", "hold")
    return min(asked.options, key=lambda option: order.index(option.verb) if option.verb in order else len(order))


def run(asked: Decision) -> Action:
    """Retreat whenever that pays a point."""
    retreats = [option for option in asked.options if asked.kind == "casualties" and option.verb == "retreat"]
    return retreats[0] if retreats else stand(asked)


class Sample(NamedTuple):
    """A position in which the two times two dice of an attack are about to be thrown."""

    name: str
    state: State
    kind: str


@cache
def samples() -> tuple[Sample, ...]:
    """The first hundred of each kind, at most three from one play, so that many positions are seen."""
    found: list[Sample] = []
    count: Counter[str] = Counter()
    for seed in range(40):
        for make in setups.SETUPS:
            for sample in _met(f"{make.__name__}-{seed}", breakout.initial(setups.setting(make, seed)), seed):
                if count[sample.kind] < WANTED:
                    count[sample.kind] += 1
                    found.append(sample)
        if min(count["assault"], count["bombardment"]) == WANTED:
            return tuple(found)
    raise AssertionError(f"too few attacks: {count}")


def _met(name: str, start: State, seed: int) -> Iterator[Sample]:
    seen: Counter[str] = Counter()
    for step in walk.steps(start, seed):
        throw = step.before.frames[-1]
        if isinstance(throw, Throw) and throw.attack and not throw.again and step.asked.roll is not None:
            kind = "bombardment" if isinstance(step.before.frames[-2], Bombardment) else "assault"
            seen[kind] += 1
            if seen[kind] <= 3:
                yield Sample(f"{name}: {throw.purpose}", step.before, kind)


# ------------------------------------------------------------------------------- played by the engine


class Outcome(NamedTuple):
    """What became of one roll: class of an assault, points demanded and paid, Allied points paid (17.31)."""

    result: str
    paid: int
    mistaken: int


def played(sample: Sample, policy: Policy) -> dict[tuple[int, int], Outcome]:
    """All dice pairs, keyed by (total of the attacker's dice, of the defender's), each counted with its weight.

    Rolls that lead to the same position go on together: the rest is the same play.
    """
    asked = breakout.decision(sample.state)
    assert asked is not None
    assert asked.roll is not None
    ends: dict[tuple[object, ...], Outcome] = {}
    outcomes: dict[tuple[int, int], Outcome] = {}
    rolls = 0
    for action, share in asked.roll.outcomes():
        assert share == Fraction(1, PAIRS)
        rolls += 1
        state, events = breakout.play(sample.state, action)
        if state.frames and isinstance(state.frames[-1], Throw):  # the holder of the Advantage is asked
            keep = next(option for option in breakout.decision(state).options if option == "keep")
            state, more = breakout.play(state, keep)
            events += more
        result = next((CLASSES[event.rule] for event in events if event.rule in CLASSES), "")
        key = (tuple(state.at), tuple(state.level), state.frames, result)
        if key not in ends:
            ends[key] = _finish(sample, state, result, policy)
        first, second = action.args[0]
        pair = sum(first), sum(second)
        assert outcomes.setdefault(pair, ends[key]) == ends[key]
    assert rolls == PAIRS
    return outcomes


def _finish(sample: Sample, state: State, result: str, policy: Policy) -> Outcome:
    """Let the policy answer until the attack is over, and count what was paid."""
    depth = len(sample.state.frames) - 2
    decisions = 0
    while len(state.frames) > depth and state.phase == sample.state.phase and not state.over:
        asked = breakout.decision(state)
        if asked is None or asked.kind not in ("casualties", "attrition", "retreat", "target", "control"):
            break
        if asked.kind == "target" and sample.kind == "assault":
            break
        action = policy(asked)
        decisions += asked.kind == "casualties"
        state, _ = breakout.play(state, action)
    if sample.kind == "assault":
        return Outcome(result, decisions + _swept(sample.state, state, decisions), 0)
    return Outcome("", _worn(sample.state, state, GERMAN), _worn(sample.state, state, ALLIED))


def _swept(before: State, after: State, decisions: int) -> int:
    """Nobody was asked and all are gone: more points than they can pay, so all that they could (9.8)."""
    area = before.frames[-2].area
    gone = (
        not decisions
        and not after.here[GERMAN][area]
        and all(after.at[u] == after.setting.board.lost for u in _there(before))
    )
    return sum(room(before.level[unit]) for unit in _there(before)) if gone else 0


def _there(state: State, side: int = GERMAN) -> list[int]:
    area = state.frames[-2].area
    return [unit.index for unit in state.setting.forces.units if unit.side == side and state.at[unit.index] == area]


def _worn(before: State, after: State, side: int) -> int:
    """Attrition points used, from the levels lost: one a unit at the most, and nobody goes away (10.4, 10.5)."""
    assert after.at == before.at
    paid = 0
    for index in _there(before, side):
        lost = after.level[index] - before.level[index]
        assert lost in (0, 1)
        paid += lost * cost(before.setting.forces.units[index], before.level[index])
    return paid


# ------------------------------------------------------------------------------- written from the rulebook


def room(level: int) -> int:
    """Casualty points: Fresh 4, Spent 3, Disrupt 1 two, Disrupt 2 one (9.5A-D)."""
    return (4, 3, 2, 1)[level]


def cost(unit: Unit, level: int) -> int:
    """Attrition points by the table of 10.4; nothing hurts a unit at Disrupt 2."""
    if level == 3:
        return 0
    if unit.type == "armor":
        return 3 if level == 0 else 2
    return 2 if unit.type == "coastal_artillery" or level == 0 else 1


def exact_count(state: State, area: int, side: int, primary: int, points: int) -> int:
    """The most points that can be used: the Primary Target first, then any others, by exact count (10.4)."""
    units = state.setting.forces.units
    first = cost(units[primary], state.level[primary])
    if points < max(first, 1):
        return 0
    others = [
        cost(unit, state.level[unit.index])
        for unit in units
        if unit.side == side and state.at[unit.index] == area and unit.index != primary
    ]
    sums = {sum(group) for size in range(len(others) + 1) for group in combinations(others, size)}
    return first + max(total for total in sums if total <= points - first)


def expected_assault(sample: Sample, lead: int, bocage: bool) -> Callable[[int, int], Outcome]:
    capacity = sum(room(sample.state.level[unit]) for unit in _there(sample.state))

    def outcome(attack: int, defense: int) -> Outcome:
        difference = lead + attack - defense
        if difference <= 0:
            return Outcome("tie" if difference == 0 else "repulsed", 0, 0)
        return Outcome("success", min(difference - bocage, capacity), 0)

    return outcome


# ------------------------------------------------------------------------------- the tests


def weights() -> dict[tuple[int, int], Fraction]:
    """How likely each pair of totals of two dice is."""
    sums = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    return {(a, b): Fraction(sums[a] * sums[b], PAIRS) for a in sums for b in sums}


@pytest.mark.parametrize("part", range(10))
def test_assaults(part: int) -> None:
    """Class, points and what is paid, for every pair of dice and as a distribution (9.4, 9.5, 9.8)."""
    chances = weights()
    for sample in [s for s in samples() if s.kind == "assault"][part::10]:
        attack = breakout.attack(sample.state)
        assert attack is not None, sample.name
        assert attack.kind == "assault"
        lead = int(attack.av) - int(attack.dv)
        expected = expected_assault(sample, lead, attack.bocage)
        ends = played(sample, stand)
        assert ends == {pair: expected(*pair) for pair in chances}, sample.name
        assert played(sample, run) == ends, sample.name
        odds = attack_odds(lead, attack.bocage)
        found = Counter[str]()
        for pair, outcome in ends.items():
            found[outcome.result] += chances[pair]
        assert (found["repulsed"], found["tie"], found["success"]) == odds[:3], sample.name
        capacity = sum(room(sample.state.level[unit]) for unit in _there(sample.state))
        assert odds.points.map(partial(min, capacity)) == _paid(ends, chances)
        table = Odds(int(attack.av), int(attack.dv), attack.bocage).rows()
        assert sum(row.probability for row in table if row.outcome == "success") == odds.success


@pytest.mark.parametrize("part", range(10))
def test_bombardments(part: int) -> None:
    """Attrition points used by exact count, and those of mistaken attacks (10.4, 17.31)."""
    chances = weights()
    for sample in [s for s in samples() if s.kind == "bombardment"][part::10]:
        attack, frame = breakout.attack(sample.state), sample.state.frames[-2]
        assert attack is not None, sample.name
        assert isinstance(frame, Bombardment)
        assert (attack.kind, attack.bocage) == ("bombardment", False)
        lead = int(attack.av) - int(attack.dv)
        use = {
            points: exact_count(sample.state, frame.area, GERMAN, frame.primary, points)
            for points in range(max(0, lead + 10) + 1)
        }
        ends = played(sample, stand)
        for (first, second), outcome in ends.items():
            assert outcome.paid == use[max(0, lead + first - second)], (sample.name, first, second)
            assert outcome.mistaken == _mistaken(sample, frame, first, second), (sample.name, first, second)
        odds = attack_odds(lead)
        assert odds.points.map(use.__getitem__) == _paid(ends, chances), sample.name
        assert odds.success == sum(chances[pair] for pair in ends if lead + pair[0] - pair[1] > 0)


def _mistaken(sample: Sample, frame: Bombardment, first: int, second: int) -> int:
    """Aircraft over a contested area and equal dice: half the attacker's roll, rounded up (17.31)."""
    state = sample.state
    marker = state.setting.forces.markers[frame.marker]
    allies = _there(state, ALLIED)
    if marker.kind != "air" or first != second or not allies:
        return 0
    points = (first + 1) // 2
    units = state.setting.forces.units
    others = [index for index in allies if units[index].type not in ("field_artillery", "corps_artillery")] or allies
    hurt = [index for index in others if state.level[index] != 3] or others
    return exact_count(state, frame.area, ALLIED, hurt[0], points)  # "stand" names the first


def _paid(ends: dict[tuple[int, int], Outcome], chances: dict[tuple[int, int], Fraction]) -> object:
    from normandy_lab.core.odds import Dist

    return Dist((outcome.paid, chances[pair]) for pair, outcome in ends.items())


def test_the_samples_are_many_and_mixed() -> None:
    """The positions include bocage, forts, disrupted Forward Units, and every kind of bombardment."""
    assaults = [s for s in samples() if s.kind == "assault"]
    shots = [s for s in samples() if s.kind == "bombardment"]
    assert (len(assaults), len(shots)) == (WANTED, WANTED)
    assert len({s.state.digest() for s in samples()}) == 2 * WANTED
    frames = [s.state.frames[-2] for s in assaults]
    places = assaults[0].state.setting.board.places
    assert {bool(places[f.area].bocage) for f in frames} == {True, False}
    assert {bool(s.state.fort[f.area]) for s, f in zip(assaults, frames, strict=True)} == {True, False}
    assert {s.state.level[f.forward] for s, f in zip(assaults, frames, strict=True)} == {0, 1, 2, 3}
    kinds = {s.state.setting.forces.markers[s.state.frames[-2].marker].kind for s in shots}
    assert kinds == {"naval", "air"}


def test_a_roll_is_one_of_1296() -> None:
    asked = breakout.decision(samples()[0].state)
    assert asked is not None
    assert asked.roll is not None
    actions = [action for action, _ in asked.roll.outcomes()]
    assert len(set(actions)) == PAIRS
    assert roll_action(((1, 1), (6, 6))) in actions
