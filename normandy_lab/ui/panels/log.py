"""The log in words: moment, side, what happened, rule, dice; the newest at the bottom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import dice, esc, rule_tag, side_tag
from normandy_lab.ui.panels.log_lines import Line, gathered, lines, totals

SHORT = 40  # lines sent while the log is small; opened, it shows all of them


def last_dice(game: Any) -> str:
    """The faces of the roll that the present decision is about, as text; "" when there is none."""
    for node in reversed(game.log.at.path()[-12:]):
        if node.action.verb == "roll":
            return str(node.action).partition(" ")[2]
    return ""


def keep(line: Line, wanted: str) -> bool:
    """Whether a filter lets the line through."""
    return wanted == "all" or (bool(line.dice) if wanted == "dice" else line.actor == wanted.lower())


def lines_html(shown: Iterable[Line], opens: Any = lambda _: False) -> str:
    """The lines, newest first in the source because the box is filled from the bottom; ``opens`` says which have sums."""
    rows = [
        f'<div class="nl-line{"" if number else " nl-last"}"><span class="nl-moment">{esc(line.moment)}</span>'
        f"{side_tag(line.actor)}<span>{esc(line.text)} {rule_tag(line.rule)}</span>"
        f'<span class="nl-dice">{_thrown(line, bool(line.roll) and opens(line.roll))}</span></div>'
        for number, line in enumerate(reversed(list(shown)))
    ]
    empty = '<div class="nl-line nl-last"><span></span><span></span><span>The log starts with your first action.</span></div>'
    return f'<div class="nl-lines" tabindex="0" aria-label="log">{"".join(rows) or empty}</div>'


def _thrown(line: Line, opens: bool) -> str:
    """The dice with their totals; where there are sums behind them, a button that opens those."""
    shown = dice_with_totals(line.dice, line.values)
    if not opens:
        return shown
    hint = "Open the terms of both values, as they were"
    return f'<button type="button" class="nl-termsgo" data-node="{line.roll}" title="{hint}">{shown}</button>'


def dice_with_totals(text: str, values: tuple[int, ...] = ()) -> str:
    """The dice of each side with what they add up to; with its value, the whole sum.

    >>> import re
    >>> re.sub("<[^>]+>", "", dice_with_totals("6+6:1+3", (7, 5)))
    '7+ 12=19 v 5+ 4=9'
    """
    parts = []
    for number, (group, total) in enumerate(zip(text.split(":"), totals(text), strict=False)):
        faces = dice(group)
        if values:
            faces = f"<i>{values[number]}+</i>{faces}<b>{total}</b><i>={values[number] + total}</i>"
        elif "+" in group and group.count("+") < 3:
            faces = f"{faces}<b>{total}</b>"
        parts.append(faces)
    return ' <span class="nl-small">v</span> '.join(parts) or dice(text)


class Sums(Panel):
    """The terms of an attack of the log, as they were; over the picture until it is closed."""

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.words = html("nl-sumswords", "nl-fill")
        self.words.tabbable = True  # it scrolls, by the arrow keys too
        self.hide = self.button("Close", self.close, "nl-sumsclose")
        self.widget = styled(widgets.VBox([self.hide, self.words]), "nl-sums", "nl-off")

    def open(self, node: int) -> None:
        """Show the sums behind the roll of this node."""
        self.words.value = self.session.sums(node)
        visible(self.widget, bool(self.words.value))
        self.hide.focus()

    def close(self) -> None:
        visible(self.widget, False)

    def fill(self, _shown: Any) -> None:
        """What was opened stays until it is closed."""


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
        self.sums = Sums(session)
        self.asked = styled(widgets.Text(), "nl-lognode", "nl-off")  # the page writes here which dice were clicked
        head = styled(widgets.HBox([self.count, self.filter, self.open]), "nl-loghead")
        self.widget = styled(widgets.Box([self.body, head, self.asked]), "nl-panel", "nl-log")
        self.observe(self.asked, self._ask)
        self.observe(self.filter, lambda _: self.session.redraw(self))

    def _open(self) -> None:
        self.tall = not self.tall
        self.open.description = "Close" if self.tall else "Open"
        (self.widget.add_class if self.tall else self.widget.remove_class)("nl-open")
        self.session.redraw(self)

    def _ask(self, node: str) -> None:
        with self.filling():
            self.asked.value = ""  # the same dice may be clicked again
        if node.isdecimal():
            self.sums.open(int(node))

    def fill(self, _shown: Any) -> None:
        every = list(lines(self.game))
        self.count.value = f'<b>Log</b> <span class="nl-small">{len(every)} line{"s" * (len(every) != 1)}</span>'
        wanted = [line for line in every if keep(line, str(self.filter.value))]
        over = self.game.decision is None and bool(every)
        (self.widget.add_class if over else self.widget.remove_class)("nl-over-game")
        few = wanted if self.tall else wanted[-SHORT:]
        self.body.value = lines_html(gathered(few), self.session.has_sums)
