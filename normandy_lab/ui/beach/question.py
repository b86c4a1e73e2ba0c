"""A pause for a question: the game stands still, the odds are hidden, and the question is large."""

from __future__ import annotations

import ipywidgets as widgets

from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc

STANDARD = (
    "What would you do now, and why?",
    "Which squad is in the greatest danger, and why?",
    "What will the other side do next?",
    "What has decided the game so far: decisions or luck?",
    "What does this picture not tell us?",
)
OWN = "a question of our own"


class QuestionPanel(Panel):
    """The question to the class; it is seen while the game is paused."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.words = html("nl-question")
        self.standard = styled(widgets.Dropdown(options=STANDARD, layout=widgets.Layout(width="auto")), "nl-standard")
        self.own = styled(widgets.Text(placeholder=OWN, continuous_update=False), "nl-ownquestion")
        self.go = self.button("Continue", lambda: session.set_paused(False), "nl-primary", "nl-continue")
        row = styled(widgets.HBox([self.standard, self.own, self.go]), "nl-labelled")
        self.widget = styled(widgets.VBox([self.words, row]), "nl-panel", "nl-questioncard", "nl-off")
        self._paused = False
        self.observe(self.standard, lambda _: self._choose())
        self.observe(self.own, lambda _: self.session.redraw(self))

    def _choose(self) -> None:
        """A standard question takes the place of one of our own."""
        with self.filling():
            self.own.value = ""
        self.session.redraw(self)

    @property
    def question(self) -> str:
        """What is asked."""
        return str(self.own.value).strip() or str(self.standard.value)

    def fill(self, _shown: BeachView) -> None:
        paused = self.session.paused
        if paused and not self._paused:
            self._offer()
        self._paused = paused
        visible(self.widget, paused)
        self.words.value = f'<div role="status">{esc(self.question)}</div>' if paused else ""

    def _offer(self) -> None:
        """The questions of this moment: the one about the dice that wait comes first."""
        asked = self.session.hands.question
        options = (*([asked.text] if asked is not None else []), *STANDARD)
        if tuple(self.standard.options) != options:
            self.standard.options = options
        self.standard.value = options[0]
        self.own.value = ""
