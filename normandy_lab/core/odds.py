"""Exact odds: distributions with exact fractions, and the odds of an attack of two dice a side."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

Value = TypeVar("Value", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
Number = int | Fraction


class Dist(Generic[Value]):
    """A distribution over values; weights are scaled to exact probabilities that sum to 1.

    >>> die = Dist((face, 1) for face in range(1, 7))
    >>> die[3], die.expect()
    (Fraction(1, 6), Fraction(7, 2))
    """

    __slots__ = ("_shares",)

    def __init__(self, weights: Iterable[tuple[Value, Number]]) -> None:
        shares: dict[Value, Fraction] = {}
        for value, weight in weights:
            shares[value] = shares.get(value, Fraction(0)) + weight
        total = sum(shares.values())
        self._shares = {value: share / total for value, share in shares.items()}

    def __getitem__(self, value: Value) -> Fraction:
        return self._shares.get(value, Fraction(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self._shares == other._shares

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Dist({', '.join(f'{value!r}: {share}' for value, share in self.items())})"

    def items(self) -> ItemsView[Value, Fraction]:
        return self._shares.items()

    def map(self, function: Callable[[Value], Other]) -> Dist[Other]:
        """The distribution of ``function(value)``."""
        return Dist((function(value), share) for value, share in self.items())

    def mix(self, function: Callable[[Value], Dist[Other]]) -> Dist[Other]:
        """What comes out when each value leads on to a further distribution."""
        return Dist((last, share * after) for value, share in self.items() for last, after in function(value).items())

    def chance(self, test: Callable[[Value], bool]) -> Fraction:
        """The probability that the value passes the test."""
        return sum((share for value, share in self.items() if test(value)), Fraction(0))

    def expect(self, function: Callable[[Any], Number] = Fraction) -> Fraction:
        """The mean of ``function(value)``, or of the values themselves."""
        return sum((function(value) * share for value, share in self.items()), Fraction(0))

    def reroll(self, when: Callable[[Value], bool]) -> Dist[Value]:
        """With one reroll by whoever dislikes the first result; the second stands, better or worse (11.3)."""
        return self.mix(lambda value: self if when(value) else Dist([(value, 1)]))


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
