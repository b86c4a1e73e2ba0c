"""What every lab is besides its panels: how it opens a game, offers to resume one, and lives in a notebook."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from IPython.core.getipython import get_ipython

from normandy_lab.game import Game, load_game, new_game
from normandy_lab.ui.autosave import Offer
from normandy_lab.ui.bokeh_bridge import BokehMap, load_bokehjs
from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc

# Cell id -> the lab that the cell shows, so that a re-run closes what it replaces.
_SHOWN: dict[str, Shell] = {}


def open_game(what: Any, seed: int | None) -> Game:
    """The game that a Lab is asked to show: a Game, a Scenario, a scenario's name or path, a saved game."""
    if isinstance(what, Game):
        return what
    if isinstance(what, str | Path) and Path(what).suffix == ".jsonl":
        return load_game(what)
    return new_game(what, seed=secrets.randbelow(1_000_000) if seed is None else seed)


class ResumeBar(Panel):
    """The offer to go on with a game that was kept when a lab was closed: the newest, or another one of the list."""

    def __init__(self, session: Desk, offers: Sequence[Offer]) -> None:
        super().__init__(session)
        self.offers = list(offers)
        words = html()
        words.value = f"{esc(offers[0].words)} Go on with it, or play the new game below." if offers else ""
        options = [(f"{offer.day}: {offer.length}", number) for number, offer in enumerate(offers)]
        self.chosen = styled(widgets.Dropdown(options=options, tooltip="Which of the kept games"), "nl-resumelist")
        go = self.button("Resume it", self._resume, "nl-resumego")
        stay = self.button("Start new", self._dismiss, "nl-resumenot")
        self.widget = styled(widgets.HBox([words, self.chosen, go, stay]), "nl-resume")
        visible(self.chosen, len(offers) > 1)
        visible(self.widget, bool(offers))

    def _resume(self) -> None:
        if self.offers:
            with warnings.catch_warnings(record=True) as noted:
                warnings.simplefilter("always")
                game = load_game(self.offers[int(self.chosen.value)].path, repair=True)
            self._dismiss()
            self.session.replace(game)
            if noted:
                self.session.say("info", str(noted[0].message))
                self.session.show()

    def _dismiss(self) -> None:
        self.offers = []
        visible(self.widget, False)

    def fill(self, _shown: Any) -> None:
        if self.game.log.at.n and self.offers:  # a new game is under way
            self._dismiss()


class Shell(widgets.VBox):
    """The outside of a lab: ``session`` is what its panels talk to, ``bokeh`` its picture."""

    session: Any
    bokeh: BokehMap

    def __init__(self, children: list[Any]) -> None:
        super().__init__(children)
        self.add_class("nl-lab")
        self._cells: set[str] = set()

    @property
    def game(self) -> Game:
        return self.session.game

    def refresh(self) -> None:
        """Show the game as it is now, after it was played in code."""
        self.session.refresh()

    # -- life in a notebook --------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Bring BokehJS to the page, then show the widget as it is now, however often it is shown."""
        self._claim(_cell_id())
        self.bokeh.expect(load_bokehjs())
        self.bokeh.refresh()
        return super()._repr_mimebundle_(**kwargs)

    def _claim(self, cell: str) -> None:
        """A cell shows one lab: the one that it showed before is closed if no other cell shows it."""
        if not cell:
            return
        before = _SHOWN.get(cell)
        _SHOWN[cell] = self
        self._cells.add(cell)
        if before is not None and before is not self:
            before._cells.discard(cell)
            if not before._cells:
                before.dispose()

    def dispose(self) -> None:
        """Close every widget of the lab; the game itself stays."""
        todo: list[Any] = [self]
        while todo:
            widget = todo.pop()
            todo += getattr(widget, "children", ())
            widget.close()


def _cell_id() -> str:
    """The id of the notebook cell that runs now; "" outside notebooks."""
    shell = get_ipython()
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    return str(parent.get("metadata", {}).get("cellId", "") or "")
