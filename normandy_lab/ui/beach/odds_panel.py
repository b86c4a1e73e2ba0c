"""What the dice that wait may bring: a guess by the class first, then the odds; one place for both."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from normandy_lab.ui.beach.charts import bars, chart, outcomes, outcomes_html, table_html
from normandy_lab.ui.beach.guess import RANGES
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc, percent, rule_tag

DRAWN = ("morale", "volley", "clear", "assault")  # rolls whose results are told one by one


class GuessBox(Panel):
    """Hands counted on four ranges before the odds are shown."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.words = html("nl-guesswords")
        self.ranges = [
            self.button(words, partial(session.raise_hand, n), "nl-range", hint=f"One more hand for {words}")
            for n, words in enumerate(RANGES)
        ]
        self.reveal = self.button("Show the odds", session.show_odds, "nl-showodds", "nl-oddshide")
        row = styled(widgets.Box(self.ranges), "nl-ranges")
        self.widget = styled(widgets.VBox([self.words, row, self.reveal]), "nl-guessbox")

    def fill(self, _shown: BeachView) -> None:
        session, hands = self.session, self.session.hands
        asked = hands.question
        visible(self.widget, session.guess and asked is not None and not session.paused)
        if asked is None:
            return
        self.words.value = f"<b>Guess first: {esc(asked.text)}</b>"
        for n, (button, words) in enumerate(zip(self.ranges, RANGES, strict=True)):
            right = hands.shown and n == asked.range
            count = f"{hands.counts[n]} hand{'' if hands.counts[n] == 1 else 's'}"
            button.description = f"{'✓ ' if right else ''}{words}\n{count}"
            button.disabled = hands.shown
            (button.add_class if right else button.remove_class)("nl-right")
        visible(self.reveal, not hands.shown)


class OddsPanel(Panel):
    """The guess, and what it hides until it is shown."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.guess = GuessBox(session)
        self.odds = html("nl-oddsbox")
        self.widget = styled(widgets.VBox([self.guess.widget, self.odds]), "nl-tab", "nl-oddstab")

    def fill(self, shown: BeachView) -> None:
        told = self._answer() + self._odds(shown) if self.session.odds_visible else ""
        self.odds.value = told or '<p class="nl-soft nl-noodds">No odds to show for now.</p>'

    def _answer(self) -> str:
        """The chance that was asked for, first of all."""
        asked = self.session.hands.question
        if not self.session.guess or asked is None:
            return ""
        return f'<p class="nl-asked-chance"><b>{percent(asked.chance)}</b> {esc(asked.text)} {rule_tag(asked.rule)}</p>'

    def _odds(self, shown: BeachView) -> str:
        asked = shown.asked
        if asked is None or asked.kind in ("lose", "place"):
            return ""
        if asked.roll in DRAWN:
            return f"{chart(bars(self.game, shown))}{outcomes_html(outcomes(self.game, shown))}"
        return table_html(self.game.table("odds").to_dict("records")) if asked.kind != "act" or shown.turn > 1 else ""
