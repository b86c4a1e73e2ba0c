"""Exact odds: distributions with exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable
from fractions import Fraction
from typing import Any, Generic, TypeVar

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
