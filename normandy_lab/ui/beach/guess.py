"""Guess first: the question about the next dice, its exact chance, and hands counted on four ranges."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.beach import odds
from normandy_lab.beach.report import kept
from normandy_lab.beach.rules.s45_morale import lost
from normandy_lab.beach.scatter import chance_to_touch
from normandy_lab.beach.state import State, standing

RANGES = ("under 25%", "25 to 50%", "50 to 75%", "over 75%")
AT_LEAST = 2  # hits that the question about a volley asks for


class Question(NamedTuple):
    """What the class may guess, how likely it is, and what is meant by yes."""

    text: str
    chance: float
    rule: str

    @property
    def range(self) -> int:
        """Which of the four ranges is right; a border belongs to the upper one."""
        return min(3, int(self.chance * 4))


class Guess(NamedTuple):
    """What a class guessed before a roll."""

    moment: str
    question: Question
    hands: tuple[int, ...]


@dataclass
class Hands:
    """The hands counted for the present question."""

    question: Question | None = None
    node: int = -1
    counts: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    shown: bool = False

    @property
    def total(self) -> int:
        return sum(self.counts)

    def ask(self, question: Question | None, node: int) -> None:
        """A new question starts with no hands; the same one keeps them."""
        if (question, node) != (self.question, self.node):
            self.question, self.node = question, node
            self.counts, self.shown = [0, 0, 0, 0], False


def question(game: Any) -> Question | None:
    """What may be guessed about the dice that wait; None where none do."""
    asked = game.decision
    if asked is None or asked.roll is None:
        return None
    return about(game.state, asked.roll)


def about(state: State, roll: Any) -> Question | None:
    """The question about a roll in a position."""
    setting, kind = state.setting, roll.key[0]
    if kind in ("clear", "assault"):
        least = setting.clears_on if kind == "clear" else setting.destroys_on
        what = "clear an obstacle" if kind == "clear" else "destroy the bunker"
        rule = "FP 2.2" if kind == "clear" else "FP 2.3"
        return Question(f"Will {roll.key[2]} {what}?", float(odds.at_least(1, 1, least)), rule)
    if kind == "fire":
        name = roll.purpose.rpartition(" ")[2]
        figures = len(standing(state, setting.squads.index(name)))
        least = min(AT_LEAST, figures)
        share = odds.at_least(least, setting.dice, setting.hit_on)
        words = "two figures or more" if least == AT_LEAST else "a figure"
        return Question(f"Will bunker {roll.key[2]} hit {words}?", float(share), "FP 3")
    if kind == "morale":
        share = breaking(state, str(roll.key[2]))
        return Question(f"Will squad {roll.key[2]} go back to its craft?", float(share), "FP 5")
    if kind == "shell":
        share_of_one = chance_to_touch(setting.kernel, setting.stray, setting.touch, (0, 0), kept(state, roll.aim))
        return Question("Will the shell touch a figure right at its aim?", share_of_one, "B-14")
    return None


def breaking(state: State, squad: str) -> Fraction:
    """The chance that a squad that must test its morale goes back: it breaks, or nobody is left (B-17)."""
    number = state.setting.squads.index(squad)
    if not standing(state, number):
        return Fraction(1)
    return odds.breaks(int(lost(state, number)), state.setting.breaks_at)
