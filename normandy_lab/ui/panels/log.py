"""The log in words: moment, side, what happened, rule, dice; the newest at the bottom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.core.decisions import CHANCE
from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled
from normandy_lab.ui.panels.html import dice, esc, rule_tag, side_tag

SHORT = 40  # lines sent while the log is small; opened, it shows all of them


class Line(NamedTuple):
    """One fact of the log."""

    node: int
    moment: str
    actor: str
    text: str
    rule: str
    dice: str


def lines(game: Any) -> Iterator[Line]:
    """What happened on the way to the present position, oldest first."""
    thrown = ""
    for node in game.log.at.path():
        if node.action.verb == "roll":
            thrown = str(node.action).partition(" ")[2]
        for event in node.events:
            moment, actor = node.parent.moment, event.actor or (CHANCE if node.kind == "reroll" else node.actor)
            yield Line(node.n, moment, actor, event.text, event.rule, thrown)
            thrown = ""


def last_dice(game: Any) -> str:
    """The faces of the roll that the present decision is about, as text; "" when there is none."""
    for node in reversed(game.log.at.path()[-12:]):
        if node.action.verb == "roll":
            return str(node.action).partition(" ")[2]
    return ""


def keep(line: Line, wanted: str) -> bool:
    """Whether a filter lets the line through."""
    return wanted == "all" or (bool(line.dice) if wanted == "dice" else line.actor == wanted.lower())


def lines_html(shown: Iterable[Line]) -> str:
    """The lines, newest first in the source because the box is filled from the bottom."""
    rows = [
        f'<div class="nl-line{"" if number else " nl-last"}"><span class="nl-moment">{esc(line.moment)}</span>'
        f"{side_tag(line.actor)}<span>{esc(line.text)} {rule_tag(line.rule)}</span>"
        f'<span class="nl-dice">{dice(line.dice)}</span></div>'
        for number, line in enumerate(reversed(list(shown)))
    ]
    empty = '<div class="nl-line nl-last"><span></span><span></span><span>The log starts with your first action.</span></div>'
    return f'<div class="nl-lines" tabindex="0" aria-label="log">{"".join(rows) or empty}</div>'


class LogPanel(Panel):
    """The log under the map."""

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.count = html("nl-logcount")
        filters = ("all", *(seat.capitalize() for seat in self.game.seats[::-1]), "dice")
        self.filter = styled(
            widgets.Dropdown(options=filters, tooltip="Which lines are shown", layout=widgets.Layout(width="90px")),
            "nl-logfilter",
        )
        self.tall = False
        self.open = self.button("Open", self._open, "nl-logopen", hint="Open the log to half the map")
        self.body = html("nl-loglines")
        head = styled(widgets.HBox([self.count, self.filter, self.open]), "nl-loghead")
        self.widget = styled(widgets.Box([self.body, head]), "nl-panel", "nl-log")
        self.observe(self.filter, lambda _: self.session.redraw(self))

    def _open(self) -> None:
        self.tall = not self.tall
        self.open.description = "Close" if self.tall else "Open"
        (self.widget.add_class if self.tall else self.widget.remove_class)("nl-open")
        self.session.redraw(self)

    def fill(self, _shown: Any) -> None:
        every = list(lines(self.game))
        self.count.value = f'<b>Log</b> <span class="nl-small">{len(every)} line{"s" * (len(every) != 1)}</span>'
        wanted = [line for line in every if keep(line, str(self.filter.value))]
        over = self.game.decision is None and bool(every)
        (self.widget.add_class if over else self.widget.remove_class)("nl-over-game")
        self.body.value = lines_html(wanted if self.tall else wanted[-SHORT:])
