"""Exact odds: distributions as whole-number weights, and the odds of an attack of two dice a side."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Generic, NamedTuple, TypeVar

Value = TypeVar("Value", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


class Dist(Generic[Value]):
    """A distribution over values; probabilities are exact fractions that sum to 1.

    >>> die = Dist.even(range(1, 7))
    >>> die[3], die.expect()
    (Fraction(1, 6), Fraction(7, 2))
    """

    __slots__ = ("_of",)

    def __init__(self, pairs: Iterable[tuple[Value, int | Fraction]]) -> None:
        weights: dict[Value, Fraction] = {}
        for value, weight in pairs:
            if weight:
                weights[value] = weights.get(value, Fraction(0)) + weight
        total = sum(weights.values())
        if total <= 0 or min(weights.values()) < 0:
            raise ValueError("a distribution needs positive weights")
        self._of = {value: weight / total for value, weight in weights.items()}

    @classmethod
    def even(cls, values: Iterable[Value]) -> Dist[Value]:
        """Each value equally likely; a value that stands twice is twice as likely."""
        return cls((value, 1) for value in values)

    def __getitem__(self, value: Value) -> Fraction:
        return self._of.get(value, Fraction(0))

    def __iter__(self) -> Iterator[Value]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self._of == other._of

    def __hash__(self) -> int:
        return hash(frozenset(self._of.items()))

    def __repr__(self) -> str:
        whole = lcm(*(share.denominator for share in self._of.values()))
        return f"Dist({{{', '.join(f'{v!r}: {int(p * whole)}' for v, p in self._of.items())}}} / {whole})"

    def items(self) -> Iterable[tuple[Value, Fraction]]:
        return self._of.items()

    def map(self, function: Callable[[Value], Other]) -> Dist[Other]:
        """The distribution of ``function(value)``."""
        return Dist((function(value), share) for value, share in self._of.items())

    def mix(self, function: Callable[[Value], Dist[Other]]) -> Dist[Other]:
        """What comes out when each value leads on to a further distribution."""
        return Dist(
            (last, share * after) for value, share in self._of.items() for last, after in function(value).items()
        )

    def chance(self, test: Callable[[Value], bool]) -> Fraction:
        """The probability that the value passes the test."""
        return sum((share for value, share in self._of.items() if test(value)), Fraction(0))

    def expect(self, function: Callable[[Value], int | Fraction] | None = None) -> Fraction:
        """The mean of ``function(value)``, or of the values when they are numbers."""
        measure: Callable[[Value], int | Fraction] = function or (lambda value: value)  # type: ignore[return-value]
        return sum((measure(value) * share for value, share in self._of.items()), Fraction(0))

    def reroll(self, when: Callable[[Value], bool]) -> Dist[Value]:
        """With one reroll for whoever dislikes the first result; the second result stands (11.3)."""
        return self.mix(lambda value: self if when(value) else Dist(((value, 1),)))

    def reroll_best(self, worth: Callable[[Value], int | Fraction]) -> Dist[Value]:
        """With one reroll in the best hands: results worth less than the mean are thrown again."""
        mean = self.expect(worth)
        return self.reroll(lambda value: worth(value) < mean)


@cache
def two_dice() -> Dist[int]:
    """The sum of two dice."""
    return Dist.even(a + b for a in range(1, 7) for b in range(1, 7))


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
    mean: Fraction


@cache
def attack_odds(lead: int, bocage: bool = False) -> AttackOdds:
    """The table look-up by AV minus DV.

    >>> odds = attack_odds(0)
    >>> odds.repulsed == odds.success, sum(odds[:3])
    (True, Fraction(1, 1))
    """
    return summary(margin().map(lambda roll: lead + roll), bocage)


def summary(differences: Dist[int], bocage: bool = False) -> AttackOdds:
    """The odds by outcome class and points, from the distribution of the difference."""
    shares = differences.map(outcome)
    hurt = differences.map(lambda difference: points(difference, bocage))
    return AttackOdds(shares[REPULSED], shares[TIE], shares[SUCCESS], hurt, hurt.expect())
