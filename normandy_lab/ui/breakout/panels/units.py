"""The selection list: one checkbox a unit, with its counter, full name and factors."""

from __future__ import annotations

import ipywidgets as widgets

from normandy_lab.breakout import questions
from normandy_lab.ui.breakout import drafts
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import CounterView, View
from normandy_lab.ui.breakout.words import in_group
from normandy_lab.ui.panels.base import Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import counter


class Row:
    """One unit: picture and checkbox."""

    def __init__(self, call: object) -> None:
        self.picture = html()
        self.check = styled(widgets.Checkbox(indent=False), "nl-check")
        self.widget = styled(widgets.HBox([self.picture, self.check]), "nl-unit")
        self.unit = ""
        self.check.observe(call, "value")

    def set(self, unit: CounterView, on: bool, words: str, denied: bool) -> None:
        picture = counter(unit)
        if self.picture.value != picture:
            self.picture.value = picture
        self.unit = unit.unit
        self.check.description, self.check.value, self.check.disabled = words, on, denied
        self.check.tooltip = words
        (self.widget.add_class if denied else self.widget.remove_class)("nl-denied")


class UnitRows:
    """The checkboxes of the place in focus: those that may be chosen, then those that may not and why."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.widget = styled(widgets.Box(), "nl-rows", "nl-units")
        self._filling = False
        self._pool: Pool[Row] = Pool(self._make)

    def _make(self, number: int) -> Row:
        return Row(lambda change: self._changed(number, bool(change["new"])))

    def _changed(self, number: int, on: bool) -> None:
        if not self._filling:
            self.session.toggle(self._pool.take(number + 1)[number].unit, on)

    def fill(self, shown: View) -> None:
        """Show the group in focus; nothing where no selection is to be made."""
        refits = (
            shown.decision is not None and shown.decision.step == questions.SUPPLIES
        )  # they have a list of their own
        group = None if refits else self.session.reading.group
        lines = self._lines(shown, group) if group is not None and not in_group(shown) else []
        rows = self._pool.take(len(lines))
        self._filling = True
        try:
            for row, (unit, words, denied) in zip(rows, lines, strict=True):
                taken = shown.decision is not None and unit.unit in shown.decision.fixed
                row.set(unit, taken or (unit.unit in self.session.draft and not denied), words, denied and not taken)
                row.check.disabled = denied
        finally:
            self._filling = False
        set_children(self.widget, [row.widget for row in rows])
        visible(self.widget, bool(rows))

    def _lines(self, shown: View, group: drafts.Group) -> list[tuple[CounterView, str, bool]]:
        """Who takes part already, who may be chosen, and who may not and why."""
        decision = shown.decision
        fixed = decision.fixed if decision is not None else ()
        lines = [(c, f"{c.name} takes part", True) for c in shown.counters if c.unit in fixed]
        lines += [(unit, unit.words, False) for unit in group.units]
        counters = {unit.unit: unit for unit in group.denied}
        lines += [(counters[unit], f"{why.text} {why.rule}", True) for unit, why in self.session.reading.denied]
        return lines
