"""Why not? A unit and a place from two lists, or by clicks on the map while this row is open."""

from __future__ import annotations

import ipywidgets as widgets

from normandy_lab.ui.breakout import why
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import CounterView, View
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc


class WhyRow(Panel):
    """Open while the session is being asked; the answer stands in the decision's message."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.words = html("nl-whywords")
        self.unit = styled(widgets.Dropdown(tooltip="Which unit"), "nl-whyunit")
        self.place = styled(widgets.Dropdown(tooltip="Which place"), "nl-whyplace")
        row = styled(widgets.HBox([self.unit, self.place]), "nl-labelled")
        self.widget = styled(widgets.VBox([self.words, row]), "nl-whyrow", "nl-off")
        for control in (self.unit, self.place):
            self.observe(control, lambda _: self.session.ask_about(self.unit.value or "", self.place.value or ""))

    def fill(self, shown: View) -> None:
        asked = self.session.asked
        visible(self.widget, asked is not None)
        if asked is None:
            return
        self.words.value = f"<b>Why not?</b> {esc(why.hint(shown, asked))}"
        mine = shown.decision.actor if shown.decision is not None else ""
        counters = sorted(shown.counters, key=lambda each: each.side != mine)
        self._offer(self.unit, [("Unit", ""), *((_label(each), each.unit) for each in counters)], asked.unit)
        places = [(f"{each.id} {each.name}" if each.kind == "area" else each.name, each.id) for each in shown.places]
        self._offer(self.place, [("Place", ""), *places], asked.place)

    def _offer(self, control: widgets.Dropdown, options: list[tuple[str, str]], chosen: str) -> None:
        if list(control.options) != options:
            control.options = options
        control.value = chosen if chosen in [value for _, value in options] else ""


def _label(counter: CounterView) -> str:
    """The name of a unit with its division, since names of regiments recur."""
    return f"{counter.name}, {counter.division}" if counter.division else counter.name
