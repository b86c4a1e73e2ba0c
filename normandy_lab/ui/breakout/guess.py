"""What a class may guess before dice: the question about the attack at hand, its exact chance, hands on four ranges."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.analysis.breakout.odds import Odds

RANGES = ("under 25%", "25 to 50%", "50 to 75%", "over 75%")


class Question(NamedTuple):
    """What is asked, and how likely a yes is."""

    text: str
    chance: Fraction

    @property
    def range(self) -> int:
        """Which of the four ranges is right; a border belongs to the upper one."""
        return min(3, int(self.chance * 4))


def question(attack: Any, name: str, *, again: bool) -> Question | None:
    """The question about an assault on a place, or about throwing again; None where no assault is at hand."""
    if attack is None or attack.kind != "assault":
        return None
    odds = Odds(int(attack.av), int(attack.dv), attack.bocage).now
    text = f"will a new roll take {name}?" if again else f"will the attack on {name} succeed?"
    return Question(text, Fraction(odds.success))


@dataclass
class Hands:
    """The hands counted for the present question."""

    question: Question | None = None
    key: Any = None
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    shown: bool = False

    def ask(self, asked: Question | None, key: Any) -> None:
        """A new question starts with no hands; the same one keeps them."""
        if (asked, key) != (self.question, self.key):
            self.question, self.key = asked, key
            self.counts, self.shown = [0, 0, 0, 0], False
