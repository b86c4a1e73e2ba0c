"""The lab: map, decision, odds, log and time strip around one game, as one widget."""

from __future__ import annotations

import secrets
import warnings
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from IPython.core.getipython import get_ipython

from normandy_lab.game import Game, load_game, new_game
from normandy_lab.ui.autosave import Autosave, Offer
from normandy_lab.ui.bokeh_bridge import BokehMap, load_bokehjs
from normandy_lab.ui.mapplot import MapPlot
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.clock import ClockPanel
from normandy_lab.ui.panels.css import style_sheet
from normandy_lab.ui.panels.decision import DecisionPanel
from normandy_lab.ui.panels.html import esc
from normandy_lab.ui.panels.layers import LayerPanel
from normandy_lab.ui.panels.log import LogPanel
from normandy_lab.ui.panels.log import lines as log_lines
from normandy_lab.ui.panels.odds import OddsPanel
from normandy_lab.ui.panels.strip import StripPanel
from normandy_lab.ui.panels.supply import SupplyPanel, Tabs
from normandy_lab.ui.panels.tables import TablesPanel
from normandy_lab.ui.panels.typed import DicePanel
from normandy_lab.ui.session import Session
from normandy_lab.ui.view import View

# Cell id -> the lab that the cell shows, so that a re-run closes what it replaces.
_SHOWN: dict[str, Lab] = {}


def open_game(what: Any, seed: int | None) -> Game:
    """The game that a Lab is asked to show: a Game, a Scenario, a scenario's name or path, a saved game."""
    if isinstance(what, Game):
        return what
    if isinstance(what, str | Path) and Path(what).suffix == ".jsonl":
        return load_game(what)
    return new_game(what, seed=secrets.randbelow(1_000_000) if seed is None else seed)


class MapPanel(Panel):
    """The map with the line of text under it that says what the picture says."""

    def __init__(self, session: Session) -> None:
        self.plot = MapPlot(None, session.view)
        self.plot.on_hit(session.click)
        super().__init__(session)
        session.on_flash(self.plot.flash)
        self.bokeh = BokehMap(self.plot.figure, on_error=session.fail, layout=widgets.Layout(width="100%"))
        self.status = html("nl-status")
        self.widget = styled(widgets.VBox([styled(widgets.Box([self.bokeh]), "nl-map"), self.status]), "nl-mapbox")

    def fill(self, shown: View) -> None:
        self.plot.show(shown)
        self.status.value = f'<div role="status">{esc(self._words(shown))}</div>'

    def _words(self, shown: View) -> str:
        """What is asked, what is chosen, and the last thing that happened."""
        message, decision = self.session.message, shown.decision
        if message is not None:
            return f"{message.text} {message.rule}".strip()
        asked = f"{decision.actor.capitalize()}: {decision.prompt}" if decision is not None else "The game is over."
        chosen = f" {len(shown.draft)} chosen." if shown.draft else ""
        last = next(reversed(list(log_lines(self.game))), None)
        return f"{asked}{chosen}{f' Last: {last.text}' if last else ''}"

    def zoom(self, factor: float) -> None:
        """Zoom about the middle; 0 shows the whole board."""
        if factor:
            self.plot.zoom(factor)
        else:
            self.plot.fit()


class ResumeBar(Panel):
    """The offer to go on with the game that was kept when a lab was closed."""

    def __init__(self, session: Session, offer: Offer | None) -> None:
        super().__init__(session)
        self.offer = offer
        words = html()
        words.value = f"{esc(offer.words)} Go on with it, or play the new game below." if offer else ""
        go = self.button("Resume it", self._resume, "nl-resumego")
        stay = self.button("Start new", self._dismiss, "nl-resumenot")
        self.widget = styled(widgets.HBox([words, go, stay]), "nl-resume")
        visible(self.widget, offer is not None)

    def _resume(self) -> None:
        if self.offer is not None:
            with warnings.catch_warnings(record=True) as noted:
                warnings.simplefilter("always")
                game = load_game(self.offer.path, repair=True)
            self._dismiss()
            self.session.replace(game)
            if noted:
                self.session.say("info", str(noted[0].message))
                self.session.show()

    def _dismiss(self) -> None:
        self.offer = None
        visible(self.widget, False)

    def fill(self, _shown: View) -> None:
        if self.game.log.at.n and self.offer is not None:  # a new game is under way
            self._dismiss()


class Lab(widgets.VBox):
    """The lab as a widget: display it, or leave it as the last line of a cell.

    Parameters
    ----------
    game
        The name or path of a scenario, a Scenario, a Game, or the path of a saved game (``.jsonl``).
    seed
        Names the luck of a new game; a number is drawn if it is not given, and shown in the time strip.
    autosave
        Whether the game is kept in the user's data folder while it is played.

    Attributes
    ----------
    game : Game
        The game being played. After playing in code, call ``refresh()``.
    session : Session
        What the panels talk to.
    """

    def __init__(self, game: Any = "d_day", seed: int | None = None, *, autosave: bool = True) -> None:
        played = open_game(game, seed)
        save = Autosave(played.spec.name) if autosave else None
        offer = save.offer() if save is not None and not played.log.at.n and not isinstance(game, Game) else None
        self.session = session = Session(played, save)
        self.clock = ClockPanel(session)
        self.map = MapPanel(session)
        self.tables = TablesPanel(session)
        self.layers = LayerPanel(session, self.tables, self._project, self.map.zoom)
        self.log_panel = LogPanel(session)
        self.decision = DecisionPanel(session)
        self.dice = DicePanel(session)
        self.odds = OddsPanel(session)
        self.supply = SupplyPanel(session)
        self.side = Tabs(session, (("Odds", self.odds), ("Supply", self.supply)))
        self.strip = StripPanel(session)
        self.resume = ResumeBar(session, offer)
        style = html("nl-style")
        style.value = style_sheet()
        super().__init__([style, self.resume.widget, self.clock.widget, self._body(), self.strip.widget])
        self.add_class("nl-lab")
        self._cells: set[str] = set()
        session.show()

    def _body(self) -> Any:
        card = styled(widgets.VBox([self.layers.widget, self.map.widget]), "nl-panel", "nl-mapcard")
        left = styled(widgets.VBox([card, self.tables.widget, self.log_panel.widget]), "nl-left")
        right = styled(widgets.VBox([self.decision.widget, self.dice.widget, self.side.widget]), "nl-right")
        return styled(widgets.Box([left, right]), "nl-body")

    @property
    def game(self) -> Game:
        return self.session.game

    def refresh(self) -> None:
        """Show the game as it is now, after it was played in code."""
        self.session.refresh()

    def _project(self, on: bool) -> None:
        (self.add_class if on else self.remove_class)("nl-projector")

    # -- life in a notebook --------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Bring BokehJS to the page, then show the widget as it is now, however often it is shown."""
        self._claim(_cell_id())
        self.map.bokeh.expect(load_bokehjs())
        self.map.bokeh.refresh()
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
