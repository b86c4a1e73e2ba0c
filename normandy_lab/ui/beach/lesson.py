"""The lesson of one period in one lab: sheets over the picture that tell, ask, count hands and reveal, and begin a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.beach import odds
from normandy_lab.systems import load_scenario
from normandy_lab.ui.beach.guess import NO_HANDS, RANGES
from normandy_lab.ui.beach.many import MEASURES, Row, interval
from normandy_lab.ui.beach.predicted import Answer, Predicted
from normandy_lab.ui.beach.session import BeachSession
from normandy_lab.ui.beach.study import SEED, Work
from normandy_lab.ui.beach.teacher import TALK
from normandy_lab.ui.beach.view import BeachView
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc, percent

GAMES = 200  # of a prediction about many games
CONTEST = "beach/with_limit"


class Stage(NamedTuple):
    """A game of the lesson: what its button says, scenario, seed, and whether the odds wait for hands."""

    words: str
    scenario: str
    seed: int
    guess: bool
    germans: str


class Sheet(NamedTuple):
    """One sheet: it tells, and then begins a game, asks for a prediction with an exact answer, or about many games."""

    title: str
    text: str
    stage: Stage | None = None
    exact: Callable[[], Answer] | None = None
    change: dict[str, Any] | None = None  # of the contest, for a prediction about many games

    @property
    def asks(self) -> bool:
        return self.exact is not None or self.change is not None


def _volley() -> Answer:
    chance = odds.at_least(2, 4, 5)
    return Answer(
        float(chance), f"of all volleys, {chance}, hit two figures or more. On average a volley hits one and a third."
    )


def _morale() -> Answer:
    chance = odds.breaks(5)
    return Answer(
        float(chance),
        f"of all squads that lost five break, {chance}. With three lost it is 37.5%, with one it cannot happen.",
    )


LEARN = Stage("Begin: two turns by hand", "beach/demonstration", 1944, False, "hand")
WATCH = Stage("Begin the game", CONTEST, 7, True, "doctrine")
SHEETS = (
    Sheet(
        "Off the beach. Stage 1: learn",
        "<p>On June 6, 1944 more than four thousand Allied soldiers were killed in Normandy, many Germans, and in two days some three thousand "
        "people who lived there. This is a game; it is not what happened.</p>"
        "<p>Three squads of twelve land at the water. They cross the sand, stop at the sea wall, clear obstacles, and assault two bunkers. A turn "
        "has five phases, along the top.</p><p>Play one turn with <i>Next dice</i>, one with real dice: <i>Type dice</i>.</p>",
        stage=LEARN,
    ),
    Sheet("How often does one bunker hit two figures or more in a turn?", "A bunker rolls four dice; each 5 or 6 hits a figure.", exact=_volley),
    Sheet(
        "Five figures are down. How likely is it that the squad is sent back?",
        "It throws a die for each figure that it lost. With a total of 12 or more all of it goes back to its craft.", exact=_morale,
    ),
    Sheet(
        "Stage 2: watch",
        "<p>An even contest: only <b>one</b> squad may land again, and there are at most twenty turns. The Germans choose their targets "
        "themselves.</p><p>Press <i>Next phase</i>, and stop at the rolls that matter: the odds are hidden, count hands first. What would you "
        "do, and why? When the game is over, <i>Debrief</i> shows what it cost and what the odds said.</p>",
        stage=WATCH,
    ),
    Sheet("In how many games do the Americans get off the beach?", f"The same contest {GAMES} times, other dice each time, plain habits on both sides.", change={}),
    Sheet(
        "Stage 3: judge. No artillery: how often do the Americans win now?",
        f"The same {GAMES} games with one thing changed. Artillery hits far fewer figures than the machine guns do.",
        change={"artillery": {"shells": 0}},
    ),
    Sheet("And if nobody may land again: how often do they win?", f"The same {GAMES} games without replacements.", change={"replacements": {"limit": 0}}),
    Sheet("Talk about it", f"<ol>{''.join(f'<li>{esc(question)}</li>' for question in TALK)}</ol>"),
)  # fmt: skip


class LessonPanel(Panel):
    """The sheets, one at a time, over the picture; ``begin`` puts the game of a stage into the lab."""

    def __init__(self, session: BeachSession, begin: Callable[[Stage], None]) -> None:
        super().__init__(session)
        self._begin_game = begin
        self.at = 0
        self.hands = [list(NO_HANDS) for _ in SHEETS]
        self.answers: list[Answer | None] = [None] * len(SHEETS)
        self.rows: dict[int, list[Row]] = {}  # many games, by sheet
        self.work: dict[int, Work] = {}
        self.wanted: set[int] = set()  # sheets whose answer is asked for while its games are still played
        self.toggle = styled(
            widgets.ToggleButton(description="Lesson", tooltip="The sheets of the lesson"), "nl-tolesson"
        )
        self.head, self.text, self.told = html("nl-lessonhead"), html("nl-lessontext"), html("nl-lessonanswer")
        self.ranges = [
            self.button(words, partial(self._raise, n), "nl-range", hint=f"One more hand for {words}")
            for n, words in enumerate(RANGES)
        ]
        self.row = styled(widgets.Box(self.ranges), "nl-ranges")
        self.reveal = self.button("Reveal the answer", self._reveal, "nl-lessonreveal", "nl-showodds")
        self.begin = self.button("", self._begin, "nl-lessonbegin", "nl-primary")
        self.back = self.button("◂ Sheet", lambda: self.turn(-1), "nl-lessonback", hint="The sheet before")
        self.next = self.button("Sheet ▸", lambda: self.turn(1), "nl-lessonnext", hint="The next sheet")
        self.close = self.button("To the game", lambda: self.open(False), "nl-lessonclose", hint="Close the sheet")
        foot = styled(widgets.Box([self.back, self.close, self.begin, self.next]), "nl-lessonfoot")
        tells = styled(
            widgets.VBox([self.head, self.text, self.row, self.told, self.reveal]),
            "nl-fill",
            "nl-lessontells",
        )
        self.widget = styled(widgets.VBox([tells, foot]), "nl-panel", "nl-lesson", "nl-off")
        self.observe(self.toggle, self._show)
        self.open(True)

    def open(self, on: bool) -> None:
        """Open the sheet, or go to the game."""
        self._show(on)

    def _show(self, on: bool) -> None:
        with self.filling():
            self.toggle.value = on
        visible(self.widget, on)
        self.session.redraw(self)

    def turn(self, by: int) -> None:
        """To another sheet; games that it asks about are played from now on, elsewhere."""
        self.at = max(0, min(len(SHEETS) - 1, self.at + by))
        change = SHEETS[self.at].change
        if change is not None and self.at not in self.work:
            spec = load_scenario(CONTEST)
            rows = self.rows[self.at] = []
            at = self.at
            self.work[at] = Work(spec.with_(change) if change else spec, GAMES, rows, lambda: self._played(at), SEED)
            self.work[at].start()
        self.session.redraw(self)

    def _begin(self) -> None:
        stage = SHEETS[self.at].stage
        if stage is not None:
            self._begin_game(stage)
            self.turn(1)  # the sheet that comes after the game; its games are played meanwhile
            self.open(False)

    def _raise(self, number: int) -> None:
        if self.answers[self.at] is None and self.at not in self.wanted:  # what is known is no guess
            self.hands[self.at][number] += 1
            self._keep()

    def _reveal(self) -> None:
        sheet = SHEETS[self.at]
        if sheet.exact is not None:
            self.answers[self.at] = sheet.exact()
        else:
            self.wanted.add(self.at)
            self._count(self.at)
        self._keep()

    def _played(self, at: int) -> None:
        """More games are there; called by the thread that gathers them, for this panel's own widgets only."""
        if self.toggle.comm is None:
            self.work[at].stop()
        elif at in self.wanted:
            self._count(at)
            self._keep()

    def _count(self, at: int) -> None:
        """The share of games won, once all are played."""
        work, rows = self.work[at], self.rows[at]
        if work.over and rows:
            found = interval(rows, MEASURES[0])
            words = f"of {len(rows)} games are won by the Americans. With so few games it could as well be {percent(found.low)} to {percent(found.high)}."
            self.answers[at] = Answer(found.value, words)

    def _keep(self) -> None:
        """What was predicted goes home with the lesson."""
        self.session.predicted = [
            Predicted(sheet.title, tuple(hands), answer)
            for sheet, hands, answer in zip(SHEETS, self.hands, self.answers, strict=True)
            if sheet.asks and (any(hands) or answer is not None)
        ]
        self.session.redraw(self)

    def fill(self, _shown: BeachView) -> None:
        sheet, answer = SHEETS[self.at], self.answers[self.at]
        self.head.value = f"<h2>{esc(sheet.title)}</h2>"
        self.text.value = f"<div>{sheet.text}</div>"
        visible(self.row, sheet.asks)
        visible(self.reveal, sheet.asks and answer is None and self.at not in self.wanted)
        visible(self.begin, sheet.stage is not None)
        visible(self.close, sheet.stage is None)
        self.begin.description = sheet.stage.words if sheet.stage is not None else ""
        for n, (button, words) in enumerate(zip(self.ranges, RANGES, strict=True)):
            right, count = answer is not None and n == answer.range, self.hands[self.at][n]
            button.description = f"{'✓ ' if right else ''}{words}\n{count} hand{'' if count == 1 else 's'}"
            (button.add_class if right else button.remove_class)("nl-right")
        self.told.value = self._answer(answer)
        self.back.disabled, self.next.disabled = self.at == 0, self.at == len(SHEETS) - 1
        self.close.description = f"To the game ({self.at + 1} of {len(SHEETS)})"

    def _answer(self, answer: Answer | None) -> str:
        if answer is not None:
            return (
                f'<div role="status" class="nl-box nl-info"><b>{percent(answer.chance)}</b> {esc(answer.words)}</div>'
            )
        if self.at in self.wanted:
            work = self.work[self.at]
            words = (
                work.fault
                or f"{len(self.rows[self.at])} of {GAMES} games are played. Go on talking: the answer comes by itself."
            )
            return f'<div role="status" class="nl-box nl-info">{esc(words)}</div>'
        return ""
