"""Summers written down in a line, with dice that the test throws."""

from __future__ import annotations

from typing import Any

import normandy_lab as nl
from normandy_lab.core.decisions import Event
from normandy_lab.game import Game
from normandy_lab.theatre.state import State

# Nothing but the weather and the beaches: every test adds what it is about.
BARE = nl.load_scenario("theatre/no_mulberries").with_({
    "name": "bare", "ports": {"Cherbourg": {"use": False}},
    "targets": {name: {"use": False} for name in ("Longues", "Pointe-du-Hoc", "Carentan", "Caen")},
})  # fmt: skip


class Summer:
    """A game in which nobody flies or fires unless told; ``weather`` is locked day by day from the second on."""

    def __init__(self, weather: str = "", **patch: Any) -> None:
        words = {"F": "fair", "1": "overcast_1", "2": "overcast_2", "S": "storm_1"}
        first = patch.get("clock", {}).get("start", "1944-06-06")
        days = [f"1944-06-{int(first[-2:]) + n:02}" for n in range(1, len(weather) + 1)]
        if weather:
            patch["weather"] = {"locked": {day: words[char] for day, char in zip(days, weather, strict=True)}}
        self.game: Game = nl.new_game(BARE.with_(patch) if patch else BARE)
        self.game.auto_roll = False
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        state: State = self.game.state
        return state

    def do(self, *actions: str) -> Summer:
        for action in actions:
            self.events = self.game.play(action)
        return self

    def to(self, step: str, die: int = 1) -> Summer:
        """Play on, ending every question and throwing the same die, up to a step."""
        for _ in range(2000):
            asked = self.game.decision
            if asked is None or asked.step == step:
                return self
            self.do(f"roll {die}" if asked.roll else str(asked.options[-1]))
        raise AssertionError(f"no {step}")

    def day(self, name: str) -> dict[str, Any]:
        """The row of a day."""
        return next(row for row in self.game.system.table(self.state, "days") if row["day"] == name)

    def why(self, action: str) -> str:
        refusal = self.game.why_not(action)
        return "" if refusal is None else refusal.rule
