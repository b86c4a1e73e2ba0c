"""What a class predicts before an answer is revealed, and how it is told in a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from normandy_lab.ui.beach.guess import RANGES
from normandy_lab.ui.panels.html import esc, percent


class Answer(NamedTuple):
    """The chance that was asked for, and what to say of it."""

    chance: float
    words: str

    @property
    def range(self) -> int:
        """Which of the four ranges it lies in; a border belongs to the upper one."""
        return min(3, int(self.chance * 4))


class Predicted(NamedTuple):
    """What a class predicted, and the answer once it was revealed."""

    question: str
    hands: tuple[int, ...]
    answer: Answer | None


def predicted_html(found: Sequence[Predicted]) -> str:
    """The predictions as a table; nothing where none were made."""
    if not found:
        return ""
    rows = "".join(
        f"<tr><td>{esc(each.question)}</td><td>{esc(_hands(each.hands))}</td><td>{esc(_answer(each.answer))}</td></tr>"
        for each in found
    )
    heads = "<tr><th>question</th><th>hands</th><th>answer</th></tr>"
    return f"<h2>What the class predicted</h2><table><thead>{heads}</thead><tbody>{rows}</tbody></table>"


def _hands(hands: Sequence[int]) -> str:
    return ", ".join(f"{words}: {count}" for words, count in zip(RANGES, hands, strict=True) if count) or "none"


def _answer(answer: Answer | None) -> str:
    return f"{percent(answer.chance)} {answer.words}" if answer is not None else "not revealed"
