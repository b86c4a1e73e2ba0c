"""The lab: map, decision, odds, log and time strip around one game, as one widget."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from normandy_lab.game import Game
from normandy_lab.ui.autosave import Autosave
from normandy_lab.ui.bokeh_bridge import BokehMap
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.panels.clock import ClockPanel
from normandy_lab.ui.breakout.panels.decision import DecisionPanel, ForClass
from normandy_lab.ui.breakout.panels.layers import LayerPanel
from normandy_lab.ui.breakout.panels.night_tabs import ComingPanel, DepotsPanel, Fronts, ScorePanel
from normandy_lab.ui.breakout.panels.odds import OddsPanel
from normandy_lab.ui.breakout.panels.projector import ProjectorPanel
from normandy_lab.ui.breakout.panels.supply import SupplyPanel
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.frame import Parts, frame
from normandy_lab.ui.panels.base import Panel, html, styled
from normandy_lab.ui.panels.css import style_sheet
from normandy_lab.ui.panels.html import esc
from normandy_lab.ui.panels.lines import LinesPanel
from normandy_lab.ui.panels.log import LogPanel
from normandy_lab.ui.panels.strip import KEYS, StripPanel
from normandy_lab.ui.panels.tables import TablesPanel
from normandy_lab.ui.panels.tabs import Tabs
from normandy_lab.ui.panels.typed import DicePanel
from normandy_lab.ui.shell import ResumeBar, Shell, open_game, shown_by

LAB_KEYS = (
    ("Esc", "close the open pile, then clear the selection"),
    ("A", "accept the suggestion"),
    ("R, K", "reroll, keep the roll"),
    ("P", "choose the Point Unit"),
    ("W", "why not?"),
    ("G", "go to an area"),
    ("L", "layers"),
    ("O", "hide or show the odds"),
    ("+ - 0", "zoom in, out, fit"),
    ("wheel, drag", "zoom and move the map"),
    ("click on a pile", "open it; click again to close it"),
    ("click by day", "on an area: activate it, or send the selection there; on a bridge: what can be tried"),
)


NEAR = 40.0  # kilometres around the place of an attack that a class sees


class MapPanel(Panel):
    """The map with the line of text under it that says what the picture says."""

    def __init__(self, session: Session) -> None:
        self.plot = MapPlot(None, session.view)
        self.plot.on_hit(session.click)
        super().__init__(session)
        session.on_flash(self.plot.flash)
        self.bokeh = BokehMap(
            self.plot.figure, on_error=session.fail, layout=widgets.Layout(width="100%", height="100%")
        )
        self.status = html(
            "nl-status"
        )  # the key listener makes its element a live region, which a redraw never replaces
        self.escape = self.button("Close pile, clear", self.close, "nl-escape", "nl-off")
        self.picture = styled(widgets.Box([self.bokeh]), "nl-map")
        self.widget = styled(widgets.Box([self.picture, self.status, self.escape]), "nl-mapbox")

    def fill(self, shown: View) -> None:
        with self.bokeh.together():
            self.plot.show(shown)
        self.status.value = esc(self._words(shown))
        busy = self.plot.opened or shown.draft or self.session.menu or self.session.message
        (self.escape.remove_class if busy else self.escape.add_class)("nl-idle")

    def close(self) -> None:
        """What Esc does: an open pile is closed, else the selection is dropped."""
        if self.plot.opened:
            self.plot.close_pile()
        else:
            self.session.clear()

    def _words(self, shown: View) -> str:
        """What is asked, what is chosen, and the last thing that happened."""
        message, decision = self.session.message, shown.decision
        if message is not None:
            return f"{message.text} {message.rule}".strip()
        asked = "The game is over."
        if decision is not None:
            asked = (
                decision.prompt if decision.actor == "chance" else f"{decision.actor.capitalize()}: {decision.prompt}"
            )
        chosen = f" {len(shown.draft)} chosen." if shown.draft else ""
        last = self.session.reading.last_line
        return f"{asked}{chosen}{f' Last: {last.text}' if last else ''}"

    def zoom(self, factor: float) -> None:
        """Zoom about the middle; 0 shows the whole board."""
        if factor:
            self.plot.zoom(factor)
        else:
            self.plot.fit()


def _of_the_board(game: Game) -> Game:
    shown_by("breakout", game.spec)
    return game


class Lab(Shell):
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
        played = _of_the_board(open_game(game, seed))
        save = Autosave(played.spec.name, digest=played.spec.digest) if autosave else None
        offers = save.offers() if save is not None and not played.log.at.n and not isinstance(game, Game) else []
        session = Session(played, save)
        self.clock = ClockPanel(session)
        self.map = MapPanel(session)
        self.tables = TablesPanel(session)
        self.layers = LayerPanel(session, self.tables, self._project, self.map.zoom)
        self.log_panel = LogPanel(session)
        self.dice = DicePanel(session)
        self.projector = ProjectorPanel(session, self._tell, lambda place: self.map.plot.go_to(place, NEAR))
        self.decision = DecisionPanel(session, self.dice, self._for_class(session))
        self.odds = OddsPanel(session)
        self.supply = SupplyPanel(session)
        self.depots, self.score, self.coming = DepotsPanel(session), ScorePanel(session), ComingPanel(session)
        pages = (("Odds", self.odds), ("Depots", self.depots), ("Supply", self.supply), ("Score", self.score))
        self.lines = LinesPanel(session)
        self.side = Tabs(session, (*pages, ("To come", self.coming), ("Lines", self.lines)))
        Fronts(session, self.side)
        self.strip = StripPanel(session, (*KEYS, *LAB_KEYS), self.dice.real)
        self.resume = ResumeBar(session, offers)
        style = html("nl-style")
        style.value = style_sheet(("breakout/breakout.css", "breakout/night.css", "breakout/projector.css"))
        super().__init__(session, self.map.picture, [style, self._frame()])
        self.add_class("nl-board")
        session.show()

    def _frame(self) -> Any:
        return frame(
            Parts(
                clock=styled(widgets.Box([self.clock.widget, self.projector.bar]), "nl-top"),
                picture=styled(widgets.Box([self.layers.widget, self.map.widget]), "nl-panel", "nl-picture"),
                log=styled(widgets.Box([self.log_panel.widget, self.projector.narration]), "nl-under"),
                decision=self.decision.widget,
                tabs=self.side.widget,
                strip=self.strip.widget,
                over=(self.tables.widget, self.log_panel.sums.widget),
                notices=(self.resume.widget, self.lines.compare.widget),
            )
        )

    def _for_class(self, session: Session) -> ForClass:
        """What the decision holds for a class: the last dice, the guess, and a row of big buttons."""
        back = self.projector.button("◂ Back", session.undo, "nl-back", hint="Back to the last real choice")
        typing = self.projector.button(
            "Type dice", self._type_dice, "nl-typedice", hint="Real dice: type what they show"
        )
        leave = self.projector.button("Lab view", self._leave, "nl-labview", "nl-fullwindow", hint="Back to the lab")
        row = styled(widgets.Box([back, typing, leave]), "nl-projrow")
        return ForClass([self.projector.result, self.projector.guess], row)

    def _type_dice(self) -> None:
        self.dice.real.value = not self.dice.real.value

    def _leave(self) -> None:
        self.layers.projector.value = False

    def _tell(self, name: str, on: bool) -> None:
        (self.add_class if on else self.remove_class)(name)

    def _project(self, on: bool) -> None:
        self._tell("nl-projector", on)
        self.map.plot.project(on)
        self.projector.project(on)
