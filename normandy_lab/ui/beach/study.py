"""Many games beside the debrief: buttons, a progress bar, a picture. The games are played elsewhere, the lab goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Any

import ipywidgets as widgets

from normandy_lab.analysis.batch import stream
from normandy_lab.analysis.pool import NoProcess
from normandy_lab.errors import NormandyError
from normandy_lab.ui.beach.many import Row, WhatIf, this_game, what_ifs
from normandy_lab.ui.beach.many_charts import many_html
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc

SEED = 1  # of the batch, so that two classes see the same games
GAMES = (100, 300, 1000)
BASE = ""  # the key of the game as it is
PICTURES = 0.7  # seconds between two pictures while games are played


class Work:
    """Games of one scenario, played by other processes and gathered by a thread; ``tell`` is called in that thread."""

    def __init__(self, spec: Any, games: int, rows: list[Row], tell: Callable[[], None], seed: int = SEED) -> None:
        self.games, self.rows, self.fault = games, rows, ""
        self._spec, self._seed, self._tell = spec, seed, tell
        self._stop = Event()
        self.over = False
        self._thread = Thread(target=self._run, name="beach games", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Play no more games; those that were played stay."""
        self._stop.set()

    def join(self, seconds: float = 120) -> None:
        """Wait for the end; scripts and tests do."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self._play(None)
        except NoProcess as error:
            if self._stop.is_set():
                self.fault = str(error)
            else:
                self._alone()
        except NormandyError as error:
            self.fault = str(error)
        except Exception as error:  # noqa: BLE001 - nobody would see it in a thread
            self.fault = f"The games could not be played: {error}"
        self.over = True
        self._tell()

    def _alone(self) -> None:
        """In this process: slower, and the lab answers a little later meanwhile."""
        try:
            self._play(1)
        except NormandyError as error:
            self.fault = str(error)

    def _play(self, workers: int | None) -> None:
        germans = self._spec.in_force["players.german"]
        self.rows.clear()
        parts = stream(self._spec, self.games, seed=self._seed, workers=workers, size=max(2, 40 // germans**2))
        try:
            for part in parts:
                self.rows.extend(part)
                self._tell()
                if self._stop.is_set():
                    return
        finally:
            parts.close()


class StudyPanel(Panel):
    """The same game over many seeds, and with something changed."""

    def __init__(self, session: BeachSession, changed: Callable[[], None] = lambda: None) -> None:
        super().__init__(session)
        self._changed = changed  # called when there is something new to keep
        self.rows: dict[str, list[Row]] = {}
        self.work: Work | None = None
        self._words = ""
        self._drawn = 0.0
        self._digest = ""
        self._ifs: tuple[WhatIf, ...] = ()
        self._mine: Row | None = None
        self.games = styled(widgets.Dropdown(options=[(f"{n:,} seeds", n) for n in GAMES], value=GAMES[-1]), "nl-many")
        self.many = self.button("The same game over many seeds", lambda: self._begin(BASE), "nl-playmany")
        self.ifs = [self.button("", partial(self._begin_if, n), "nl-playif") for n in range(2)]
        self.halt = self.button("Stop", self.stop, "nl-stopmany", hint="Stop here; what was played is shown")
        self.bar = styled(widgets.IntProgress(min=0, max=1, layout=widgets.Layout(width="220px")), "nl-manybar")
        self.note = html("nl-manynote")
        self.note.add_class("nl-status")
        self.result = html("nl-manyresult")
        row = styled(widgets.Box([self.many, self.games, *self.ifs]), "nl-buttons")
        self.going = styled(widgets.HBox([self.bar, self.halt]), "nl-labelled")
        self.widget = styled(widgets.VBox([row, self.going, self.note, self.result]), "nl-study")
        self.observe(self.games, lambda _: self._idle())
        self._idle()

    # -- playing -------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self.work is not None and not self.work.over

    def _begin_if(self, number: int) -> None:
        self._begin(self._ifs[number].key)

    def _begin(self, key: str) -> None:
        if self.running:
            return
        chosen = next((what for what in self._ifs if what.key == key), WhatIf(BASE, "as it is", self.game.spec))
        if chosen.spec is None:
            self.note.value = esc(f"{chosen.words}: {chosen.why}")
            return
        games = int(self.games.value) if key == BASE else len(self.rows[BASE])
        if key == BASE:
            self.rows = {}
            self._mine = this_game(self.game)
        self._words = chosen.words
        rows = self.rows.setdefault(key, [])
        self.work = work = Work(chosen.spec, games, rows, lambda: self._told(work))
        self.bar.max, self.bar.value = games, 0
        self._idle()
        work.start()

    def stop(self) -> None:
        """Play no more games."""
        if self.work is not None:
            self.work.stop()

    def _told(self, work: Work) -> None:
        """Show how far the games are; called by the thread that gathers them, for this panel's own widgets only."""
        if self.work is not work:
            return
        if self.bar.comm is None:  # the lab was closed
            work.stop()
            return
        self.bar.value = len(work.rows)
        if work.over or monotonic() - self._drawn > PICTURES:
            self._drawn = monotonic()
            self._draw()
        if work.over:
            self._idle()
            self._changed()

    # -- showing -------------------------------------------------------------------------------

    def page(self) -> str:
        """What has been found, as a part of the debrief."""
        rows = {key: list(found) for key, found in self.rows.items()}
        changed = {what.words: rows.get(what.key, []) for what in self._ifs}
        return many_html(rows.get(BASE, []), self._mine, changed, SEED)

    def _draw(self) -> None:
        self.result.value = self.page()

    def _idle(self) -> None:
        """Buttons and the line of text for what goes on."""
        on = self.running
        visible(self.going, on)
        self.many.disabled = on
        self.many.description = f"The same game over {self.games.value:,} seeds"
        for button, what in zip(self.ifs, self._ifs, strict=False):
            button.description = f"What if: {what.words}?"
            button.tooltip = what.why or "The same number of games with this changed; first the game as it is"
            button.disabled = on or not self.rows.get(BASE)
        self.games.disabled = on
        work = self.work
        if work is None:
            self.note.value = ""
        elif on:
            self.note.value = esc(f"Playing {work.games:,} games, {self._words}. The lab can be used meanwhile.")
        else:
            self.note.value = esc(work.fault or f"{len(work.rows):,} games played, {self._words}.")

    def fill(self, _shown: BeachView) -> None:
        spec = self.game.spec
        if spec.digest != self._digest:  # another game: what was found does not speak of it
            self.stop()
            self.work, self.rows, self._digest, self._ifs = None, {}, spec.digest, what_ifs(spec)
            self.result.value = ""
        mine = this_game(self.game)
        if mine != self._mine:
            self._mine = mine
            if self.rows.get(BASE):
                self._draw()
        self._idle()
