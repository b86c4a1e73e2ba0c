"""The beach lab: plan, dice, odds, narration and steps around one classroom game, as one widget."""

from __future__ import annotations

import base64
import secrets
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from normandy_lab import files
from normandy_lab.core.dice import TypedDice
from normandy_lab.errors import NormandyError
from normandy_lab.game import Game, new_game
from normandy_lab.systems import load_scenario
from normandy_lab.ui.autosave import Autosave
from normandy_lab.ui.beach.css import beach_sheet
from normandy_lab.ui.beach.debrief import MANY_HERE, debrief_html
from normandy_lab.ui.beach.decision import BeachDecision
from normandy_lab.ui.beach.lesson import LessonPanel, Stage
from normandy_lab.ui.beach.odds_panel import OddsPanel
from normandy_lab.ui.beach.panels import (
    BarPanel,
    BeachTables,
    NarrationPanel,
    PlanPanel,
    SetupPanel,
    StepsPanel,
    TurnCards,
)
from normandy_lab.ui.beach.question import QuestionPanel
from normandy_lab.ui.beach.rounds import same_board
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.study import StudyPanel
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.frame import Parts, frame
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.lines import LinesPanel
from normandy_lab.ui.panels.log import LogPanel
from normandy_lab.ui.panels.strip import KEYS, StripPanel
from normandy_lab.ui.panels.tabs import Tabs
from normandy_lab.ui.shell import ResumeBar, Shell, open_game, shown_by

BEACH_KEYS = (
    ("Esc", "choose nobody"),
    ("O", "show the odds that are hidden"),
    ("S", "real dice: type only how many 6s"),
    ("click on a figure", "choose it; a second click lets it go"),
    ("click on the sand", "move the chosen figure, aim a shell, or show where a real one lies"),
    ("click on obstacles or a bunker", "clear, or assault"),
)


def fresh(spec: Any, seed: int) -> Game:
    """A game in which not even the dice of the set-up have been rolled."""
    game = new_game(spec, seed=seed, dice=TypedDice())
    game.dice = None
    game.auto_roll = False
    return game


def _opened(what: Any, seed: int | None) -> Game:
    """The game that a BeachLab is asked to show."""
    if isinstance(what, Game) or (isinstance(what, str | Path) and Path(what).suffix == ".jsonl"):
        return _of_the_beach(open_game(what, seed))
    spec = load_scenario(what) if isinstance(what, str | Path) else what
    return fresh(_of_the_beach(spec, spec), secrets.randbelow(1_000_000) if seed is None else seed)


def _of_the_beach(what: Any, spec: Any = None) -> Any:
    shown_by("beach", spec or what.spec)
    return what


class DebriefPanel(Panel):
    """The debrief page inside the lab, and as a file to keep."""

    def __init__(self, session: BeachSession) -> None:
        super().__init__(session)
        self.link = html("nl-debrieflink")
        self.page = html("nl-debriefpage")
        self.study = StudyPanel(session, self._keep)
        self._text = ""
        close = self.button("Close", lambda: self.toggle(False), "nl-debriefclose")
        bar = styled(widgets.HBox([self.link, close]), "nl-labelled")
        self.widget = styled(widgets.VBox([bar, self.study.widget, self.page]), "nl-panel", "nl-debrief", "nl-off")
        self._node = -1

    def toggle(self, on: bool) -> None:
        """Open or close it."""
        visible(self.widget, on)
        if on:
            self._write()

    def _write(self) -> None:
        self._text = page = debrief_html(self.game, self.session.guesses, rounds=self.session.rounds_with_this())
        self._node = self.game.log.at.n
        self._keep()
        self.page.value = (
            f'<iframe title="Debrief of the game" sandbox="" srcdoc="{escape(page, quote=True)}"></iframe>'
        )

    def _keep(self) -> None:
        """The page as a file, with the many games if they have been played; that is known later than the rest."""
        page = self._text.replace(MANY_HERE, self.study.page())
        data = base64.b64encode(page.encode()).decode()
        self.link.value = (
            f'<a class="nl-download" download="beach_debrief.html" href="data:text/html;base64,{data}">Keep it as a file: '
            "beach_debrief.html</a>"
        )

    def fill(self, _shown: BeachView) -> None:
        if self._node not in (-1, self.game.log.at.n) or self.session.paused:
            self._node = -1
            visible(self.widget, False)


class BeachLab(Shell):
    """The classroom beach assault as a widget: display it, or leave it as the last line of a cell.

    Parameters
    ----------
    scenario
        The name or path of a beach scenario, a Scenario, a Game, or the path of a saved game (``.jsonl``).
    seed
        Names the luck of a new game; a number is drawn if it is not given, and shown in the bar.
    autosave
        Whether the game is kept in the user's data folder while it is played.
    projector
        Begin in big type.
    guess
        Begin with the odds hidden, to be guessed first.
    germans
        Who names the targets of the bunkers: "hand" or "doctrine".
    lesson
        Begin with the sheets of the lesson: what to do, predictions, questions to talk about.

    Attributes
    ----------
    game : Game
        The game being played. After playing in code, call ``refresh()``.
    session : BeachSession
        What the panels talk to.
    """

    def __init__(
        self,
        scenario: Any = "beach/demonstration",
        seed: int | None = None,
        *,
        autosave: bool = True,
        projector: bool = False,
        guess: bool = False,
        germans: str = "hand",
        lesson: bool = False,
    ) -> None:
        if germans not in ("hand", "doctrine"):
            raise NormandyError(f'germans is "hand" or "doctrine", not {germans!r}')
        played = _opened(scenario, seed)
        save = Autosave(played.spec.name, digest=played.spec.digest) if autosave else None
        offers = save.offers() if save is not None and not played.log.at.n and not isinstance(scenario, Game) else []
        session = BeachSession(played, save)
        session.guess, session.germans = guess, germans
        self._autosave = autosave
        self.plan = PlanPanel(session)
        self.tables = BeachTables(session)
        self.setup = SetupPanel(session, self._begin, self.swap_sides)
        self.question = QuestionPanel(session)
        self.lesson = LessonPanel(session, self._stage) if lesson else None
        begin = [] if self.lesson is None else [self.lesson.toggle]
        self.bar = BarPanel(session, self.tables, self.setup, self._project, begin)
        self.steps = StepsPanel(session)
        self.decision = BeachDecision(session, self.steps.widget)
        self.cards = TurnCards(session)
        self.narration = NarrationPanel(session)
        self.log_panel = LogPanel(session)
        self.odds = OddsPanel(session)
        self.lines = LinesPanel(session)
        pages = (("Odds", self.odds), ("Turn", self.cards), ("Log", self.log_panel), ("Lines", self.lines))
        self.side = Tabs(session, pages)
        self.strip = StripPanel(session, (*KEYS, *BEACH_KEYS))
        self.debrief_panel = DebriefPanel(session)
        self.decision.debrief = lambda: self.debrief_panel.toggle(True)
        self.resume = ResumeBar(session, offers)
        style = html("nl-style")
        style.value = beach_sheet()
        super().__init__(session, self.plan.picture, [style, self._frame()])
        self.add_class("nl-beach")
        if projector:
            self.bar.projector.value = True
        session.show()

    def _frame(self) -> Any:
        sheets = () if self.lesson is None else (self.lesson.widget,)
        return frame(
            Parts(
                clock=self.bar.widget,
                picture=self.plan.widget,
                log=self.narration.widget,
                decision=self.decision.widget,
                tabs=self.side.widget,
                strip=self.strip.widget,
                over=(
                    self.tables.widget,
                    self.setup.widget,
                    *sheets,
                    self.debrief_panel.widget,
                    self.question.widget,
                    self.lines.compare.widget,
                    self.log_panel.sums.widget,
                ),
                notices=(self.resume.widget, self.lines.compare.widget),
            )
        )

    def _project(self, on: bool) -> None:
        """Big type; odds and guesses in front, since only they are seen there."""
        (self.add_class if on else self.remove_class)("nl-projector")
        self.cards.big = self.decision.big = on
        self.plan.plot.enlarge(on)
        if on:
            self.side.bring("Odds")
        self.session.show()

    def _begin(self, spec: Any, seed: int) -> None:
        """Another game, in which nobody has played a round yet."""
        self.session.rounds, self.session.people.round = [], 1
        self._start(spec, seed)

    def _stage(self, stage: Stage) -> None:
        """The game of a stage of the lesson; the one that was played before goes home with it."""
        session, spec = self.session, load_scenario(stage.scenario)
        session.guess, session.germans, session.americans = stage.guess, stage.germans, "hand"
        if session.game.log.at.n:
            session.earlier.append(session.game)
        elif (session.game.spec.digest, session.game.seed) == (spec.digest, stage.seed):  # it lies there already
            session.show()
            return
        self._begin(spec, stage.seed)

    def swap_sides(self) -> None:
        """The same board again with other dice, and the people exchanged: who attacked defends now.

        A side that the plain doctrine played changes over too. The round that was played is kept for the debrief.
        """
        session = self.session
        session.rounds.append(session.round())
        session.people.swap()
        session.americans, session.germans = session.germans, session.americans
        self._start(same_board(self.game), -1)

    def _start(self, spec: Any, seed: int) -> None:
        """Another game in the same lab; the old one stays among the kept ones."""
        if self._autosave:
            self.session.save = Autosave(spec.name, digest=spec.digest)
        self.session.replace(fresh(spec, secrets.randbelow(1_000_000) if seed < 0 else seed))
        if "doctrine" in (self.session.americans, self.session.germans):  # a side that nobody commands begins by itself
            self.session.dispatch(lambda: None)

    def debrief(self, path: str | Path | None = None, *, overwrite: bool = False) -> str | Path:
        """The debrief page of the game so far as text, or written to a file whose path is returned.

        A file that is there is replaced only with ``overwrite``, and only if it is a page.
        """
        rounds = self.session.rounds_with_this()
        page = debrief_html(self.game, self.session.guesses, self.debrief_panel.study.page(), rounds)
        if path is None:
            return page
        return files.write(path, page, files.PAGE, overwrite=overwrite)
