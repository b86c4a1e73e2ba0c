"""Positions of the beach written down in a line, and moves that bring their own dice."""

from __future__ import annotations

from typing import Any

import normandy_lab as nl
from normandy_lab.beach.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.game import Game

# The demonstration: obstacles 1, 0, 2, 1 in segments 0-6, 6-12, 12-18, 18-24; bunkers at 2-6 and 18-22, front at 29.
BOARD = nl.load_scenario("beach/demonstration")
OPEN = {"obstacles": [0, 0, 0, 0], "began": [1, 0, 2, 1]}


class Table:
    """A game whose dice the test throws."""

    def __init__(self, patch: dict[str, Any] | None = None, **position: Any) -> None:
        patch = dict(patch or {})
        if position:
            position.setdefault("obstacles", [1, 0, 2, 1])
            patch["position"] = position
        self.game = nl.new_game(BOARD.with_(patch) if patch else BOARD)
        self.game.auto_roll = False
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        return self.game.state

    def do(self, *actions: str) -> Table:
        for action in actions:
            self.events = self.game.play(action)
        return self

    def why(self, action: str) -> str:
        refusal = self.game.why_not(action)
        return "" if refusal is None else refusal.rule

    def kinds(self) -> str:
        return "" if self.game.decision is None else self.game.decision.kind

    def words(self) -> str:
        return " ".join(event.text for event in self.events)

    def status(self, figure: str) -> int:
        return self.state.status[self.state.setting.figures.index(figure)]

    def spot(self, figure: str) -> tuple[float, float]:
        n = self.state.setting.figures.index(figure)
        return self.state.x[n] / 1000, self.state.y[n] / 1000

    def to(self, kind: str, phase: str = "") -> Table:
        """Play on, with harmless dice and far shells, up to a decision of a kind."""
        for _ in range(1000):
            asked = self.game.decision
            if asked is None or (asked.kind == kind and phase in ("", self.game.system.clock(self.state)["phase"])):
                return self
            self.do(_harmless(self.game))
        raise AssertionError(f"no {kind}")


def _harmless(game: Game) -> str:
    asked = game.decision
    assert asked is not None
    if asked.kind == "act":
        return "end"
    if asked.kind == "aim":
        return "aim 12 -6"
    if asked.kind == "fire":
        return str(asked.options[-1])
    if asked.roll is None:
        return str(asked.options[0])
    if asked.roll.key[0] == "shell":
        return "impact 12 -90"
    return "roll " + "+".join(["1"] * sum(asked.roll.counts))


def line(squad: str, y: float, count: int = 12, x: float = 0.5, step: float = 0.5) -> dict[str, list[float]]:
    """The first figures of a squad in a row."""
    return {f"{squad}{n + 1}": [x + n * step, y] for n in range(count)}
