"""How the dice of a game fell: totals against what so many dice show on the average, by side and by kind of roll.

Totals come first. A p-value is the exact chance that so many fair dice lie as far from their mean, either way, as these
did. It is a yardstick and no proof: how many dice are thrown depends on what fell before (a bad roll is made again, an
attack that fails is not followed up), and of many lines some look unlikely. What the game would have been with other dice
is not said here, because nobody would have chosen the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import NamedTuple

from normandy_lab.core.decisions import Roll, Rows
from normandy_lab.core.log import Node

EVERY = "all dice"
AGAIN = "reroll"  # how the key of a roll that was made again ends
COLUMNS = ("side", "kind", "rolls", "dice", "total", "expected", "above", "p")


class Line(NamedTuple):
    """One side's dice of one kind."""

    side: str
    kind: str  # "assault dice", "assault dice, thrown again", "all dice"
    rolls: int
    dice: int
    total: int
    expected: Fraction
    p: Fraction  # the chance of a total as far from the expected one, either way

    @property
    def above(self) -> Fraction:
        """The total less the expected one; negative for low dice."""
        return self.total - self.expected


class Luck:
    """The lines of a game: each side's whole, then each side's kinds, the most dice first.

    In a notebook it is shown as a table; ``rows`` are plain values for a DataFrame or JSON.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(lines)

    @property
    def rows(self) -> Rows:
        """The lines as plain numbers, by the names of COLUMNS."""
        return [
            {**line._asdict(), "expected": float(line.expected), "above": float(line.above), "p": float(line.p)}
            for line in self.lines
        ]

    @property
    def note(self) -> str:
        """What the p-values can and cannot say."""
        kinds = sum(line.kind != EVERY for line in self.lines)
        if not self.lines:
            return "No dice were thrown."
        seldom = float(kinds * Fraction(1, 20))
        return (
            f"p: chance that so many fair dice lie as far from their mean. Of {kinds} kinds about {seldom:.1f} would be "
            "below 0.05 with nothing but luck. How many dice are thrown depends on what fell before, so this is a yardstick."
        )

    def __str__(self) -> str:
        head = f"{'side':<10}{'kind':<34}{'rolls':>6}{'dice':>6}{'total':>7}{'expected':>10}{'above':>8}{'p':>7}"
        rows = [
            f"{line.side:<10}{line.kind:<34}{line.rolls:>6}{line.dice:>6}{line.total:>7}"
            f"{float(line.expected):>10.1f}{float(line.above):>+8.1f}{float(line.p):>7.3f}"
            for line in self.lines
        ]
        return "\n".join([head, *rows, self.note] if rows else [self.note])

    def _repr_html_(self) -> str:
        head = "".join(f"<th scope='col'>{name}</th>" for name in COLUMNS)
        body = "".join(
            f"<tr><td>{escape(line.side)}</td><td>{escape(line.kind)}</td><td>{line.rolls}</td><td>{line.dice}</td>"
            f"<td>{line.total}</td><td>{float(line.expected):.1f}</td><td>{float(line.above):+.1f}</td>"
            f"<td>{float(line.p):.3f}</td></tr>"
            for line in self.lines
        )
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""
        return f"{table}<p>{escape(self.note)}</p>"


def luck(path: Sequence[Node]) -> Luck:
    """The luck of a line of play: every die on the way, those of rolls that were made again among them."""
    thrown: dict[tuple[str, str], list[tuple[int, ...]]] = {}
    for side, kind, faces in _rolls(path):
        thrown.setdefault((side, EVERY), []).append(faces)
        thrown.setdefault((side, kind), []).append(faces)
    found = [_line(side, kind, rolls) for (side, kind), rolls in thrown.items()]
    found.sort(key=lambda line: (line.kind != EVERY, line.side, -line.dice, line.kind))
    return Luck(found)


def _rolls(path: Iterable[Node]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Every group of six-sided dice as (who, kind, faces); where a shell falls, or which of three is hit, is no number."""
    for node in path:
        roll = node.roll
        if not isinstance(roll, Roll) or roll.sides != 6:
            continue
        again = bool(roll.key) and str(roll.key[-1]).endswith(AGAIN)
        kind = f"{node.step.replace('_', ' ') or roll.purpose}{', thrown again' if again else ''}"
        for who, faces, _ in roll.shown(node.action):
            yield who, kind, tuple(faces)


def _line(side: str, kind: str, rolls: Sequence[tuple[int, ...]]) -> Line:
    dice, total = sum(map(len, rolls)), sum(map(sum, rolls))
    expected = Fraction(7 * dice, 2)
    return Line(side, kind, len(rolls), dice, total, expected, p_value(dice, total))


def p_value(dice: int, total: int) -> Fraction:
    """The exact chance that so many fair dice of six sides lie at least as far from their mean as this total.

    >>> p_value(1, 6), p_value(2, 12), p_value(2, 7)
    (Fraction(1, 3), Fraction(1, 18), Fraction(1, 1))
    """
    ways, twice = _ways(dice), abs(2 * total - 7 * dice)
    return Fraction(sum(many for pips, many in enumerate(ways, dice) if abs(2 * pips - 7 * dice) >= twice), 6**dice)


@lru_cache(maxsize=256)
def _ways(dice: int) -> tuple[int, ...]:
    """In how many ways so many dice show each total, from the least."""
    ways = [1]
    for _ in range(dice):
        sums, window = [], 0
        for pips in range(len(ways) + 5):
            window += ways[pips] if pips < len(ways) else 0
            window -= ways[pips - 6] if pips >= 6 else 0
            sums.append(window)
        ways = sums
    return tuple(ways)
