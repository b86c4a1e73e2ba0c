"""Exact odds, held against a count over all 1,296 pairs of throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab.breakout.odds import attack_odds, margin, outcome, points, two_dice
from normandy_lab.core.odds import Dist

DIFFERENCES = [a + b - c - d for a, b, c, d in product(range(1, 7), repeat=4)]
WEIGHTS = st.dictionaries(st.integers(-5, 5), st.integers(1, 20), min_size=1)


def test_two_dice() -> None:
    assert [two_dice()[total] * 36 for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert two_dice().expect() == 7


def test_margin_is_the_count_of_all_pairs() -> None:
    assert len(DIFFERENCES) == 1296
    assert dict(margin().items()) == {each: Fraction(DIFFERENCES.count(each), 1296) for each in range(-10, 11)}


@pytest.mark.rule("9.4", "9.41", "9.42", "9.43")
@pytest.mark.parametrize("lead", range(-12, 13))
@pytest.mark.parametrize("bocage", [False, True])
def test_attack_odds_are_the_count_of_all_pairs(lead: int, bocage: bool) -> None:
    odds = attack_odds(lead, bocage)
    assert odds.repulsed == Fraction(sum(lead + each < 0 for each in DIFFERENCES), 1296)
    assert odds.tie == Fraction(sum(lead + each == 0 for each in DIFFERENCES), 1296)
    assert odds.success == Fraction(sum(lead + each > 0 for each in DIFFERENCES), 1296)
    losses = [max(0, lead + each - (1 if bocage else 0)) for each in DIFFERENCES]
    assert dict(odds.points.items()) == {each: Fraction(losses.count(each), 1296) for each in set(losses)}
    assert odds.points.expect() == Fraction(sum(losses), 1296)


@pytest.mark.rule("9.5")
def test_bocage_spares_one_point_but_stays_a_success() -> None:
    assert (outcome(1), points(1), points(1, bocage=True)) == ("success", 1, 0)
    assert points(5, bocage=True) == 4
    assert (outcome(0), points(0, bocage=True), outcome(-1), points(-1)) == ("tie", 0, "repulsed", 0)


@pytest.mark.rule("11.3")
def test_a_reroll_stands_better_or_worse() -> None:
    lead = 2
    once = margin().map(lambda roll: lead + roll)
    twice = once.reroll(lambda difference: difference < 0)
    pairs = [(a, b) for a in set(DIFFERENCES) for b in set(DIFFERENCES)]
    weight = {each: DIFFERENCES.count(each) for each in set(DIFFERENCES)}
    repulsed = sum(weight[a] * weight[b] for a, b in pairs if lead + a < 0 and lead + b < 0)
    assert twice.chance(lambda difference: difference < 0) == Fraction(repulsed, 1296**2)
    assert twice.expect() > once.expect()


def test_a_die_rerolled_below_four() -> None:
    die = Dist((face, 1) for face in range(1, 7))
    assert die.reroll(lambda face: face < 4).expect() == Fraction(17, 4)  # 1/2 x 5 + 1/2 x 7/2


@given(WEIGHTS)
def test_distributions_sum_to_one_and_map_and_mix_agree(weights: dict[int, int]) -> None:
    dist = Dist(weights.items())
    assert sum(share for _, share in dist.items()) == 1
    assert dist.map(abs) == dist.mix(lambda value: Dist([(abs(value), 5)]))
    assert dist.chance(lambda value: value > 0) == dist.expect(lambda value: int(value > 0))
    assert dist[99] == 0


@given(WEIGHTS, st.integers(-6, 6))
def test_rerolls_of_nothing_and_of_everything_change_nothing(weights: dict[int, int], limit: int) -> None:
    dist = Dist(weights.items())
    assert dist.reroll(lambda value: False) == dist == dist.reroll(lambda value: True)
    below = dist.chance(lambda value: value < limit)
    assert dist.reroll(lambda value: value < limit).chance(lambda value: value < limit) == below**2
