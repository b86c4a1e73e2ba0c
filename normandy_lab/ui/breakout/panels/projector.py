"""The lab for a class: a bar, the last dice with their totals, a guess before the odds, and one sentence of narration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.breakout.guess import RANGES, Hands
from normandy_lab.ui.breakout.panels.odds import percent
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import SIDE_NAMES, die, esc
from normandy_lab.ui.panels.log_lines import Line

DIE = 74  # pixels
SHOWN = "nl-oddsshown"  # a class of the lab: the odds may be seen


def dice_html(thrown: tuple[Any, Any] | None) -> str:
    """Both sides of the last roll: who, value and dice, total; the narration says what came of it."""
    if thrown is None:
        return ""
    node, attack = thrown
    rows = []
    for side, faces, value, verb in zip(
        node.roll.rollers, node.action.args[0], (int(attack.av), int(attack.dv)), ("attack", "defense"), strict=True
    ):
        pictures = "".join(die(face, DIE) for face in faces)
        rows.append(
            f'<div class="nl-bigroll nl-head-{esc(side)}"><span><b>{esc(SIDE_NAMES.get(side, side))} {verb}</b><br>'
            f'{value} and dice</span><span class="nl-pips">{pictures}</span><b class="nl-total">{value + sum(faces)}</b></div>'
        )
    return "".join(rows)


def bar_html(shown: View, step: int) -> str:
    """Date, who decides, impulse, weather, Advantage, step."""
    clock, asked = shown.clock, shown.decision
    who = "Game over"
    if asked is not None:
        who = "The dice decide" if asked.actor == "chance" else f"The {_plural(asked.actor)} decide"
    side = asked.actor if asked is not None else ""
    facts = [f"Impulse {clock.impulse}"] if clock.side else [clock.phase.capitalize()]
    facts += [clock.weather.capitalize(), f"Advantage: {clock.advantage.capitalize()} ★"]
    words = "".join(f"<span>{esc(fact)}</span>" for fact in facts)
    return (
        f'<div class="nl-projbar"><b>{esc(clock.date)}</b><b class="nl-decides nl-head-{esc(side)}">{esc(who)}</b>{words}'
        f'<span class="nl-last">Step {step}</span></div>'
    )


def _plural(actor: str) -> str:
    return "Allies" if actor == "allied" else "Germans"


def narration_html(last: Line | None, shown: View) -> str:
    """What has just happened in one sentence, then what is asked."""
    head = last.text if last is not None else shown.title
    asked = shown.decision.prompt if shown.decision is not None else "The game is over."
    return f"<b>{esc(head)}</b><p>{esc(asked)}</p>"


class ProjectorPanel(Panel):
    """Parts of the lab that show themselves in projector mode.

    ``tell`` sets a class of the lab, ``look`` has the map show a place from near.
    """

    def __init__(self, session: Session, tell: Callable[[str, bool], None], look: Callable[[str], object]) -> None:
        super().__init__(session)
        self._tell, self._look = tell, look
        self._seen = ""  # the place that is looked at
        self.on = False
        self.hands = Hands()
        self.bar = html("nl-panel", "nl-projonly")
        self.narration = html("nl-panel", "nl-says", "nl-projonly")
        self.result = html("nl-projonly", "nl-lastroll")
        self.words = html("nl-guesswords")
        self.ranges = [
            self.button(words, partial(self._hand, n), "nl-range", hint=f"One more hand for {words}")
            for n, words in enumerate(RANGES)
        ]
        self.reveal = self.button("Show the odds", self._show, "nl-showodds", "nl-oddshide")
        row = styled(widgets.Box(self.ranges), "nl-ranges")
        self.guess = styled(widgets.VBox([self.words, row, self.reveal]), "nl-guessbox", "nl-projonly")

    def project(self, on: bool) -> None:
        """Begin or leave projector mode: the odds are hidden again."""
        self.on = on
        self.hands.shown, self._seen = False, ""
        self.session.redraw(self)

    def _hand(self, number: int) -> None:
        if not self.hands.shown:  # what is known is no guess
            self.hands.counts[number] += 1
        self.session.redraw(self)

    def _show(self) -> None:
        self.hands.shown = True
        self.session.redraw(self)

    def fill(self, shown: View) -> None:
        if not self.on:
            return
        read = self.session.reading
        attack = read.attack
        if attack is not None and attack.place != self._seen:
            self._seen = attack.place
            self._look(attack.place)
        self.hands.ask(read.guess, read.node)
        self.bar.value = bar_html(shown, read.steps)
        self.narration.value = narration_html(read.last_line, shown)
        self.result.value = dice_html(read.last_attack)
        asked = self.hands.question
        visible(self.guess, asked is not None)
        visible(self.reveal, not self.hands.shown)
        if asked is not None:
            found = f" {percent(asked.chance)}" if self.hands.shown else ""
            self.words.value = f"<b>Guess first: {esc(asked.text)}{found}</b>"
            for n, (button, words) in enumerate(zip(self.ranges, RANGES, strict=True)):
                right = self.hands.shown and n == asked.range
                count = self.hands.counts[n]
                button.description = f"{'✓ ' if right else ''}{words}\n{count} hand{'' if count == 1 else 's'}"
                (button.add_class if right else button.remove_class)("nl-right")
        self._tell(SHOWN, self.hands.shown or asked is None)
