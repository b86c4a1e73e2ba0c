"""Exact odds of the beach: dice that clear or destroy, volleys, and squads that break (spec 9)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from normandy_lab.core.odds import Dist


@cache
def successes(dice: int, least: int = 6) -> Dist[int]:
    """How many of so many dice show ``least`` or more.

    >>> successes(2).chance(lambda count: count >= 1)
    Fraction(11, 36)
    """
    good = max(0, 7 - least)
    return Dist((count, comb(dice, count) * good**count * (6 - good) ** (dice - count)) for count in range(dice + 1))


def at_least(count: int, dice: int, least: int = 6) -> Fraction:
    """The chance that at least ``count`` of so many dice show ``least`` or more."""
    return successes(dice, least).chance(lambda found: found >= count)


@cache
def total(dice: int) -> Dist[int]:
    """The sum of so many dice."""
    if not dice:
        return Dist([(0, 1)])
    return total(dice - 1).mix(lambda so_far: Dist((so_far + face, 1) for face in range(1, 7)))


@cache
def breaks(lost: int, at: int = 12) -> Fraction:
    """The chance that a squad that lost so many figures this turn is eliminated (FP 5).

    >>> breaks(1), breaks(3)
    (Fraction(0, 1), Fraction(3, 8))
    """
    return total(lost).chance(lambda thrown: thrown >= at)


@cache
def eliminated(figures: int, volleys: int, lost: int = 0, dice: int = 4, hit_on: int = 5, at: int = 12) -> Fraction:
    """The chance that a squad with so many figures standing and ``lost`` already is eliminated by so many volleys.

    A squad without a figure left counts as eliminated, whatever it throws (B-17).

    >>> eliminated(12, 1)
    Fraction(2869, 52488)
    """

    def after(hits: int) -> Fraction:
        return Fraction(1) if hits >= figures else breaks(lost + hits, at)

    return successes(volleys * dice, hit_on).expect(after)
