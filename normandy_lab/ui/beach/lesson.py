"""A prediction before a reveal: hands counted on ranges, then the answer, which is computed only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import ipywidgets as widgets

from normandy_lab.ui.beach.css import beach_sheet
from normandy_lab.ui.beach.guess import RANGES
from normandy_lab.ui.panels.base import html, styled, visible
from normandy_lab.ui.panels.html import esc, percent


class Answer(NamedTuple):
    """The chance that was asked for, and what to say of it."""

    chance: float
    words: str

    @property
    def range(self) -> int:
        """Which of the four ranges it lies in; a border belongs to the upper one."""
        return min(3, int(self.chance * 4))


class Prediction(widgets.VBox):
    """A question to a class, with a button for each of four ranges and one that reveals the answer.

    Parameters
    ----------
    question
        What is asked.
    answer
        Called when the answer is revealed, and only then: the chance and a sentence about it.
    """

    def __init__(self, question: str, answer: Callable[[], Answer], ranges: Sequence[str] = RANGES) -> None:
        self.question, self.counts = question, [0] * len(ranges)
        self.answer: Answer | None = None
        self._ask, self._names = answer, tuple(ranges)
        self.words = html("nl-guesswords")
        self.words.value = (
            f'<b style="font-size:17px">{esc(question)}</b><div class="nl-soft">One click for each hand.</div>'
        )
        self.ranges = [styled(widgets.Button(), "nl-range") for _ in ranges]
        for number, button in enumerate(self.ranges):
            button.on_click(partial(self._raise, number))
        self.show = styled(widgets.Button(description="Reveal the answer", tooltip="Reveal the answer"), "nl-showodds")
        self.show.on_click(lambda _: self.reveal())
        self.result = html("nl-answer")
        style = html("nl-style")
        style.value = beach_sheet()
        row = styled(widgets.Box(self.ranges), "nl-ranges")
        super().__init__([style, styled(widgets.VBox([self.words, row, self.show, self.result]), "nl-guessbox")])
        for name in ("nl-lab", "nl-beach", "nl-prediction", "nl-inline"):
            self.add_class(name)
        self._fill()

    def _raise(self, number: int, _button: object = None) -> None:
        if self.answer is None:
            self.counts[number] += 1
            self._fill()

    def reveal(self) -> Answer:
        """Compute and show the answer; a second call shows the same one."""
        if self.answer is None:
            self.show.description, self.show.disabled = "Working…", True
            try:
                self.answer = self._ask()
            finally:
                self.show.description, self.show.disabled = "Reveal the answer", False
            self._fill()
        return self.answer

    def _fill(self) -> None:
        found = self.answer
        for number, button in enumerate(self.ranges):
            right = found is not None and number == found.range
            hands = f"{self.counts[number]} hand{'' if self.counts[number] == 1 else 's'}"
            button.description = button.tooltip = f"{'✓ ' if right else ''}{self._names[number]}\n{hands}"
            (button.add_class if right else button.remove_class)("nl-right")
        visible(self.show, found is None)
        if found is not None:
            text = f'<b style="font-size:22px">{percent(found.chance)}</b> {esc(found.words)}'
            self.result.value = f'<div role="status" class="nl-box nl-info">{text}</div>'
