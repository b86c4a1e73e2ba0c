"""The part of the decision panel for dawn and night: refits in one list with plans, stacks that regroup, where they may go."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as widgets

from normandy_lab.breakout import questions
from normandy_lab.core.terms import counted
from normandy_lab.ui.breakout import night, night_orders
from normandy_lab.ui.breakout.night_orders import LISTED, PRICE, WORTH, Row
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import place_name
from normandy_lab.ui.panels.base import Panel, Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import counter, esc

PLANS = (("Cheapest first", PRICE), ("By my priority", LISTED), ("Everything here", "here"))
SORTS = (("worth", WORTH), ("cost", PRICE))


class RefitRow:
    """One damaged unit: check box, counter, and its figures."""

    def __init__(self, call: Any) -> None:
        self.check = styled(widgets.Checkbox(indent=False), "nl-check")
        self.words = html("nl-refitwords")
        self.widget = styled(widgets.HBox([self.check, self.words]), "nl-refitrow")
        self.unit = ""
        self.check.observe(call, "value")

    def set(self, shown: View, row: Row, on: bool, most: float) -> None:
        self.unit = row.unit
        label = f"{row.name}, {row.before} to {row.after}, {row.price.total} from {row.payers}"
        self.check.description, self.check.value, self.check.tooltip = "", on, label
        words = refit_html(shown, row, most)
        if self.words.value != words:
            self.words.value = words


def refit_html(shown: View, row: Row, most: float) -> str:
    """Counter, name, level, terms, price, payer, and a bar for the worth."""
    picture = next((counter(each, 22) for each in shown.counters if each.unit == row.unit), "")
    terms = "+".join(str(term.value) for term in row.price.terms)
    told = "; ".join(f"{term.value} {term.text} ({term.rule})" for term in row.price.terms)
    share = round(100 * row.worth / most) if most else 0
    return (
        f'<div class="nl-refitline">{picture}<span><b>{esc(row.name)}</b> <small>{esc(place_name(shown, row.place))}</small></span>'
        f"<span>{esc(row.before)} → {esc(row.after)}</span>"
        f'<span class="nl-num" title="{esc(told)}">{esc(terms)}</span><b class="nl-num">{row.price.total}</b>'
        f"<span>{esc(row.payers)}</span>"
        f'<span class="nl-worth" title="worth {row.worth:g}"><i style="width:{share}%"></i></span></div>'
    )


HEAD = (
    '<div class="nl-refitline nl-refithead"><i></i><span>unit</span><span>tonight</span><span class="nl-num">terms</span>'
    '<span class="nl-num">cost</span><span>from</span><span>worth</span></div>'
)


class NightRows(Panel):
    """Rows that show themselves only at dawn and at night."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.sort = WORTH
        self.plans = [self.button(words, partial(self._plan, by), "nl-group", "nl-plan") for words, by in PLANS]
        self.sorts = [self.button(f"by {words}", partial(self._sort, by), "nl-group", "nl-sort") for words, by in SORTS]
        self.picks = styled(widgets.Box([*self.plans, *self.sorts]), "nl-groups")
        self.head = html("nl-refithtml")
        self.head.value = HEAD
        self.table = styled(widgets.VBox(), "nl-refits")
        self.to = styled(
            widgets.Dropdown(tooltip="Where the selection goes; it goes at once, Undo takes it back"), "nl-to"
        )
        self.to_row = styled(widgets.HBox([widgets.HTML("Send to"), self.to]), "nl-labelled")
        self.hint = html("nl-nighthint")
        self.widget = styled(widgets.VBox([self.hint, self.picks, self.head, self.table, self.to_row]), "nl-nightrows")
        self._pool: Pool[RefitRow] = Pool(self._make)
        self.observe(self.to, self._go)

    def _make(self, number: int) -> RefitRow:
        return RefitRow(lambda change: self._checked(number, bool(change["new"])))

    def _checked(self, number: int, on: bool) -> None:
        if not self._filling:
            unit = self._pool.take(number + 1)[number].unit
            self.session.attempt(lambda: self.session.prefer(unit, on))

    def _plan(self, by: str) -> None:
        rows = self.session.reading.refits(self.sort)
        here = self.session.focus
        if by == "here":
            units = [row.unit for row in rows if row.place == here] or [row.unit for row in rows]
            self.session.deal(units, PRICE)
        else:
            chosen = set(self.session.draft)
            wanted = [row.unit for row in rows if by == PRICE or not chosen or row.unit in chosen]
            self.session.deal(self.session.draft if by == LISTED and chosen else wanted, by)

    def _sort(self, by: str) -> None:
        self.sort = by
        self.session.redraw(self)

    def _go(self, place: str) -> None:
        if place:
            self.session.send_to(place)

    def fill(self, shown: View) -> None:
        step = night.asked(shown)
        visible(self.widget, bool(step))
        self.hint.value = f'<p class="nl-small">{esc(self._hint(step))}</p>' if step else ""
        self._fill_refits(shown, step)
        goals = self.session.reading.goals
        visible(self.to_row, bool(goals))
        options = [("click the map, or choose here", ""), *((words, place) for place, words in goals)]
        if list(self.to.options) != options:
            self.to.options = options
        self.to.value = ""

    def _fill_refits(self, shown: View, step: str) -> None:
        rows = self.session.reading.refits(self.sort) if step == questions.SUPPLIES else []
        most = max((row.worth for row in rows), default=0.0)
        lines = self._pool.take(len(rows))
        for line, row in zip(lines, rows, strict=True):
            line.set(shown, row, row.unit in self.session.draft, most)
        set_children(self.table, [line.widget for line in lines])
        for widget in (self.picks, self.head, self.table):
            visible(widget, bool(rows))
        for button, (_, by) in zip(self.plans, PLANS, strict=True):
            (button.add_class if by == self.session.by else button.remove_class)("nl-on")
        for button, (_, by) in zip(self.sorts, SORTS, strict=True):
            (button.add_class if by == self.sort else button.remove_class)("nl-on")

    def _hint(self, step: str) -> str:
        draft = self.session.draft
        if step == questions.DEPOTS:
            return "Click a lit area to put a depot there, or let all be placed as suggested. Tab Depots: what they are worth."
        if step in night_orders.GOING and not draft:
            return "Click a stack, then where it goes; Undo takes it back."
        if step in night_orders.GOING:
            return f"{counted(len(draft), 'unit')} chosen: click a lit place to send them there."
        return ""
