"""Exact odds of an attack with two dice a side (9.4, 10.4)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from normandy_lab.core.odds import Dist


@cache
def two_dice() -> Dist[int]:
    """The sum of two dice."""
    return Dist((a + b, 1) for a in range(1, 7) for b in range(1, 7))


@cache
def margin() -> Dist[int]:
    """Attacker's two dice minus defender's: 21 values in 1,296 ways.

    >>> margin()[0] == Fraction(146, 1296)
    True
    """
    return two_dice().mix(lambda attack: two_dice().map(lambda defense: attack - defense))


@cache
def at_least(least: int) -> float:
    """The chance that the attacker's dice beat the defender's by at least this.

    >>> round(at_least(1), 3)
    0.444
    """
    return float(margin().chance(lambda difference: difference >= least))


REPULSED, TIE, SUCCESS = "repulsed", "tie", "success"


def outcome(difference: int) -> str:
    """The class of a result by Attack Total minus Defense Total (9.41, 9.42, 9.43)."""
    return SUCCESS if difference > 0 else TIE if difference == 0 else REPULSED


def points(difference: int, bocage: bool = False) -> int:
    """Points that the defender must take: the difference (9.43, 10.4), one less in bocage (9.5)."""
    return max(0, difference - bocage)


class AttackOdds(NamedTuple):
    """The odds of one attack before its dice; ``points`` are casualty or attrition points."""

    repulsed: Fraction
    tie: Fraction
    success: Fraction
    points: Dist[int]


def summary(differences: Dist[int], bocage: bool = False) -> AttackOdds:
    """The odds by class and points, from the distribution of Attack Total minus Defense Total."""
    shares = differences.map(outcome)
    hurt = differences.map(lambda difference: points(difference, bocage))
    return AttackOdds(shares[REPULSED], shares[TIE], shares[SUCCESS], hurt)


@cache
def attack_odds(lead: int, bocage: bool = False) -> AttackOdds:
    """The table look-up by AV minus DV.

    >>> odds = attack_odds(0)
    >>> odds.repulsed == odds.success, sum(odds[:3])
    (True, Fraction(1, 1))
    """
    return summary(margin().map(lambda roll: lead + roll), bocage)
