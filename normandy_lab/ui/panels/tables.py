"""The tables beside the map, and the way to an area without a mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import table

NAMES = ("areas", "units", "bridges", "log", "dice")


class TablesPanel(Panel):
    """Everything that the map shows, as tables; closed at the start."""

    def __init__(self, session: Desk, names: Sequence[str] = NAMES) -> None:
        super().__init__(session)
        self.name = styled(widgets.ToggleButtons(options=names, value=names[0]), "nl-tablename")
        self.find = styled(widgets.Text(placeholder="show rows with…", continuous_update=False), "nl-tablefind")
        self.body = html("nl-tablebody")
        self.body.tabbable = True  # it scrolls, by the arrow keys too
        self.widget = styled(
            widgets.VBox([styled(widgets.HBox([self.name, self.find]), "nl-tablehead"), self.body]),
            "nl-tables",
            "nl-off",
        )
        self.open = False
        for control in (self.name, self.find):
            self.observe(control, lambda _: self.session.redraw(self))

    def toggle(self, on: bool) -> None:
        """Open or close the tables."""
        self.open = on
        visible(self.widget, on)
        self.session.redraw(self)

    def fill(self, _shown: Any) -> None:
        if not self.open:
            return
        frame = self.game.table(str(self.name.value))
        if self.name.value == "units":
            frame = frame[frame["entered"]]
        rows = frame.astype(object).where(frame.notna(), None).to_numpy().tolist()
        if wanted := str(self.find.value).strip().casefold():
            rows = [row for row in rows if any(wanted in str(cell).casefold() for cell in row)]
        if self.name.value in ("log", "dice"):
            rows = [[str(cell) if isinstance(cell, tuple) else cell for cell in row] for row in rows[::-1]]
        self.body.value = table(list(frame.columns), rows)


class GoTo(Panel):
    """Type the number or name of an area: the same as a click on it."""

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.box = styled(
            widgets.Combobox(placeholder="go to area", continuous_update=False, ensure_option=False),
            "nl-goto",
        )
        self.box.tooltip = "A number or a name, then Enter: the same as a click on this area"
        self.widget = styled(widgets.HBox([self.box]), "nl-labelled")
        self.observe(self.box, lambda _: self._go())
        self._ids: dict[str, str] = {}

    def fill(self, shown: Any) -> None:
        if not self._ids:
            self._ids = {
                f"{place.id} {place.name}": place.id for place in shown.places if place.kind in ("area", "zone", "box")
            }
            self.box.options = tuple(self._ids)

    def _go(self) -> None:
        text = str(self.box.value).strip()
        place = self._ids.get(text) or self._find(text.casefold())
        if place:
            self.session.click(Hit("place", place))
        elif text:
            self.session.say("info", f"No area is called {text}.")
            self.session.show()

    def _find(self, text: str) -> str:
        if not text:
            return ""
        exact = [
            i
            for words, i in self._ids.items()
            if text in (i.casefold(), words.casefold(), words.partition(" ")[2].casefold())
        ]
        near = [i for words, i in self._ids.items() if words.partition(" ")[2].casefold().startswith(text)]
        return next(iter([*exact, *near]), "")
