"""Real dice: type or click what they show, while the game does not roll by itself."""

from __future__ import annotations

from functools import partial
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import SIDE_NAMES, die, esc

MOST = 24  # numbers that a draw may be among


class DicePanel(Panel):
    """Shown while a roll waits for its dice; a check decides whether rolls wait at all.

    ``entry`` belongs to what scrolls in the decision, ``buttons`` to its last row, ``real`` to the time strip.
    """

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.real = styled(widgets.Checkbox(description="Real dice", indent=False), "nl-realdice")
        self.real.tooltip = "Rolls wait until you type what real dice show"
        self.what = html("nl-dicewhat")
        self.faces = [self.button(str(n), partial(self._face, n), "nl-die") for n in range(1, MOST + 1)]
        self.back = self.button("Back", self._back, "nl-diceback", hint="Take the last die back")
        self.use = self.button("Use these dice", self._use, "nl-primary", "nl-diceuse")
        self.throw = self.button("Roll for me", self._throw, "nl-dicethrow", hint="Let the game's own dice decide")
        row = styled(widgets.HBox([*self.faces, self.back]), "nl-die-row")
        self.entry = styled(widgets.VBox([self.what, row]), "nl-diceentry")
        self.buttons = [self.use, self.throw]
        self._typed: list[int] = []
        self._key: object = None
        self.observe(self.real, self._set_real)

    def _set_real(self, on: bool) -> None:
        self.game.auto_roll = not on
        if on:
            self.session.show()
        else:
            self.session.dispatch(self.game.advance)

    def _rows(self) -> list[tuple[str, int]]:
        """Whose dice are typed, and how many."""
        decision = self.game.decision
        if decision is None or decision.roll is None:
            return []
        return [
            (SIDE_NAMES.get(who, who), n) for who, n in zip(decision.roll.rollers, decision.roll.counts, strict=True)
        ]

    def _counts(self) -> tuple[int, ...]:
        return tuple(count for _, count in self._rows())

    def _face(self, number: int) -> None:
        sides = self.game.decision.roll.sides if self._waits() else MOST
        if number > sides:
            self.session.say("info", f"No die shows {number}: type what lies on the table, 1 to {sides}.")
            self.session.show()
        elif len(self._typed) < sum(self._counts()):
            self._typed.append(number)
            self._ready()

    def _ready(self) -> None:
        """Once there are enough dice Enter uses them; digits go on adding dice as long as there is room."""
        self.session.redraw(self)
        if not self.use.disabled:
            self.use.focus()

    def _back(self) -> None:
        if self._typed:
            self._typed.pop()
            self.session.redraw(self)

    def _use(self) -> None:
        self.session.type_dice(self._text())

    def _throw(self) -> None:
        self.session.dispatch(self.game.roll)

    def _groups(self) -> list[list[int]]:
        groups, start = [], 0
        for count in self._counts():
            groups.append(self._typed[start : start + count])
            start += count
        return groups

    def _text(self) -> str:
        return ":".join("+".join(map(str, group)) for group in self._groups())

    def _real(self) -> bool:
        """Whether real dice are in use."""
        return not self.game.auto_roll

    def _waits(self) -> bool:
        """Whether faces are to be typed now."""
        decision = self.game.decision
        return decision is not None and decision.roll is not None

    def fill(self, _shown: Any) -> None:
        self.real.value = self._real()
        decision, waiting = self.game.decision, self._waits()
        for part in (self.entry, *self.buttons):
            visible(part, waiting)
        for button in self.buttons:
            button.disabled = not waiting
        visible(self.real, decision is not None)
        if not waiting:
            self._typed, self._key = [], None
            return
        if self._key != self.game.log.at.n:
            self._typed, self._key = [], self.game.log.at.n
        self.what.value = f"<p>{esc(decision.roll.purpose)}</p>{self._shown()}"
        for number, button in enumerate(self.faces, 1):
            visible(button, number <= decision.roll.sides)
        self.use.disabled = len(self._typed) < sum(decision.roll.counts)

    def _shown(self) -> str:
        """The dice typed so far, and empty boxes for the rest."""
        rows = []
        for (who, count), typed in zip(self._rows(), self._groups(), strict=True):
            faces = " ".join(die(face, 36) for face in [*typed, *"?" * (count - len(typed))])
            rows.append(f"<p><b>{esc(who)}</b> {faces}</p>")
        return "".join(rows)
