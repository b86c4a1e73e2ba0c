"""Numbers that explain themselves: a Tally is a sum of Terms, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import NamedTuple

Number = int | Fraction


def signed(value: Number) -> str:
    """The value with a sign; minus is U+2212 so that columns line up.

    >>> signed(3), signed(-1)
    ('+3', '−1')
    """
    return f"−{-value}" if value < 0 else f"+{value}"


def counted(number: int, what: str) -> str:
    """A number with its noun in the right form: "1 casualty point", "0 units"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


class Term(NamedTuple):
    """One summand: its value, the rule that grants it, and plain words.

    >>> print(Term(+1, "9.2D", "Divisional Integrity: US 1"))
    +1  Divisional Integrity: US 1  9.2D
    """

    value: Number
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{signed(self.value)}  {self.text}  {self.rule}"


class Tally:
    """A titled sum of terms. It compares and converts as its total and prints as a cited table.

    Examples
    --------
    >>> tally = Tally("attack value", [Term(3, "9.2A", "Point Unit"), Term(1, "9.2B", "one other unit")])
    >>> tally.total
    4
    >>> print(tally)
    attack value 4
      +3  Point Unit  9.2A
      +1  one other unit  9.2B
    """

    __slots__ = ("terms", "title")

    def __init__(self, title: str, terms: Iterable[Term]) -> None:
        self.title = title
        self.terms: tuple[Term, ...] = tuple(terms)

    @property
    def total(self) -> Number:
        return sum((term.value for term in self.terms), 0)

    def __int__(self) -> int:
        return int(self.total)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Tally):
            return self.title == other.title and self.terms == other.terms
        return self.total == other

    def __hash__(self) -> int:
        return hash((self.title, self.terms))

    def __str__(self) -> str:
        return "\n".join([f"{self.title} {self.total}", *(f"  {term}" for term in self.terms)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:right'>{signed(t.value)}</td><td>{escape(t.text)}</td><td><code>{t.rule}</code></td></tr>"
            for t in self.terms
        )
        return f"<table><caption>{escape(self.title)} <b>{self.total}</b></caption>{rows}</table>"


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule, the reason, and what would make it legal."""

    rule: str
    text: str
    fix: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.text, self.fix, self.rule and f"[{self.rule}]")))
