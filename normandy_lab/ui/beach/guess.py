"""Guess first: the question about the next dice, its exact chance, and hands counted on four ranges."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from normandy_lab.beach import odds
from normandy_lab.beach.report import kept
from normandy_lab.beach.rules.s45_morale import lost
from normandy_lab.beach.scatter import chance_to_touch
from normandy_lab.beach.state import State, standing
from normandy_lab.core.log import Node

RANGES = ("under 25%", "25 to 50%", "50 to 75%", "over 75%")
NO_HANDS = (0, 0, 0, 0)
_HANDS = re.compile(r"hands (\d+) (\d+) (\d+) (\d+)")
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
    """The hands counted for the present question.

    They stand in the log, as a note where the dice wait: so they are kept with the game, come back when it goes back there,
    and count for a roll only while that roll is played.
    """

    question: Question | None = None
    node: Node | None = None
    seen: set[int] = field(default_factory=set)  # nodes at which the odds have been shown

    @property
    def counts(self) -> tuple[int, ...]:
        return NO_HANDS if self.node is None else counted(self.node)

    @property
    def shown(self) -> bool:
        return self.node is not None and self.node.n in self.seen

    @property
    def total(self) -> int:
        return sum(self.counts)

    def ask(self, question: Question | None, node: Node) -> None:
        """Another question has its own hands."""
        self.question, self.node = question, node

    def show(self, on: bool = True) -> None:
        """The odds are known now, or hidden again."""
        if self.node is not None:
            (self.seen.add if on else self.seen.discard)(self.node.n)

    def raise_one(self, number: int) -> None:
        """One more hand for a range; what is known already is no guess."""
        if self.node is not None and self.question is not None and not self.shown:
            counts = [count + (n == number) for n, count in enumerate(self.counts)]
            rest = _HANDS.sub("", self.node.note).strip()
            self.node.note = f"{rest} hands {' '.join(map(str, counts))}".strip()


def counted(node: Node) -> tuple[int, ...]:
    """The hands that were counted where dice wait."""
    found = _HANDS.search(node.note)
    return tuple(map(int, found.groups())) if found else NO_HANDS


def guessed(game: Any) -> list[Guess]:
    """Every guess about a roll on the way to the present position, in order."""
    found = []
    for node in game.log.at.path():
        if node.roll is not None and any(counted(node.parent)):
            asked = about(game.log.state_at(node.parent), node.roll)
            if asked is not None:
                found.append(Guess(str(node.parent.moment), asked, counted(node.parent)))
    return found


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
