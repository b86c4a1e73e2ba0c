"""What every lab is besides its panels: how it opens a game, offers to resume one, and lives in a notebook."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from IPython.core.getipython import get_ipython
from IPython.display import display

from normandy_lab.errors import NormandyError
from normandy_lab.game import Game, load_game, new_game
from normandy_lab.ui.autosave import Offer
from normandy_lab.ui.bokeh_bridge import BokehMap, load_bokehjs
from normandy_lab.ui.desk import Desk
from normandy_lab.ui.page import PagePanel
from normandy_lab.ui.panels.base import Panel, Pool, html, styled, visible
from normandy_lab.ui.panels.html import esc

FRESH = "nl-fresh"  # the lab was displayed by a run just now: the page scrolls to it
# Cell id -> the lab that the cell shows, so that a re-run closes what it replaces.
_SHOWN: dict[str, Shell] = {}


LABS = {"breakout": "Lab", "beach": "BeachLab"}  # system -> its lab, as nl has it


def open_game(what: Any, seed: int | None) -> Game:
    """The game that a Lab is asked to show: a Game, a Scenario, a scenario's name or path, a saved game."""
    saved = isinstance(what, str | Path) and Path(what).suffix == ".jsonl"
    if seed is not None and (saved or isinstance(what, Game)):
        raise NormandyError(
            f"seed {seed}: a game that is under way has its own luck; leave the seed out, or give a scenario"
        )
    if isinstance(what, Game):
        return what
    if saved:
        return load_game(what)
    return new_game(what, seed=secrets.randbelow(1_000_000) if seed is None else seed)


def shown_by(system: str, spec: Any) -> None:
    """Refuse a game of another system than the lab's, with the lab that shows it, if there is one."""
    if spec.system == system:
        return
    lab = LABS.get(spec.system)
    way = f"it opens with nl.{lab}" if lab else "no lab shows it; play it with nl.new_game"
    raise NormandyError(f"{spec.name} is a game of the {spec.system}; {way}")


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
            noted = self.session.load(self.offers[int(self.chosen.value)].path)
            self._dismiss()
            if noted:
                self.session.say("info", noted[0])
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

    def __init__(self, session: Desk, picture: widgets.Box, children: list[Any]) -> None:
        self.session, self.picture, self.bokeh = session, picture, picture.children[0]
        self.page = PagePanel(session, self._opened)
        super().__init__([*children, self.page.widget])
        self.add_class("nl-lab")
        self.add_class(FRESH)
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
        self.add_class(FRESH)
        display(still(self.game, self.session.save is not None), raw=True)
        self.bokeh.expect(load_bokehjs())
        self.bokeh.refresh()
        return super()._repr_mimebundle_(**kwargs)

    def _opened(self, lacked: bool) -> None:
        """A page shows the lab in a view of its own: the picture in it must be that of now."""
        self.remove_class(FRESH)
        self.bokeh.opened()
        if lacked:  # without BokehJS no picture could be made
            self.picture.children = ()
            self.picture.children = (self.bokeh,)

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
        """Close every widget of the lab, in the kernel and in the pages; the game itself stays."""
        for widget in _widgets_of([self, *self.session.listeners]):
            widget.close()
        self.session.let_go()
        self.children = ()
        for name in [name for name, held in vars(self).items() if isinstance(held, Panel | widgets.Widget)]:
            delattr(self, name)  # the notebook's Out holds this lab until its kernel ends


def _widgets_of(roots: Iterable[Any]) -> list[widgets.Widget]:
    """Every widget that these hold: children, layouts and styles, what panels keep in stock, shown now or not."""
    found: dict[int, Any] = {}
    todo = list(roots)
    while todo:
        one = todo.pop()
        if id(one) not in found:
            found[id(one)] = one
            todo += _held(one)
    return [one for one in found.values() if isinstance(one, widgets.Widget)]


def _held(one: Any) -> Iterable[Any]:
    """What may hold widgets in turn; a session and a game do not."""
    if isinstance(one, widgets.Widget):
        return [getattr(one, name) for name in one.keys]
    if isinstance(one, dict):
        return one.values()
    if isinstance(one, list | tuple):
        return one
    return vars(one).values() if isinstance(one, Panel | Pool) or hasattr(one, "widget") else ()


def still(game: Game, kept: bool) -> dict[str, str]:
    """What stands in a saved notebook where the lab was; the sheet of a lab hides it while the lab is there."""
    go_on = " What was played was kept: the lab offers to go on with it." if kept else ""
    words = f"The lab of {game.spec.name} is not running. Run this cell to open it (Shift+Enter).{go_on}"
    return {"text/html": f'<div class="nl-still">{esc(words)}</div>', "text/plain": words}


def _cell_id() -> str:
    """The id of the notebook cell that runs now; "" outside notebooks."""
    shell = get_ipython()
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    return str(parent.get("metadata", {}).get("cellId", "") or "")
