"""The one loop that joins a system, its players and its dice, with a log or without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from normandy_lab.core.decisions import Action, Decision, System
from normandy_lab.core.dice import Dice
from normandy_lab.core.log import IMPLIED, Log
from normandy_lab.errors import NormandyError

Player = Callable[[Any, Decision], Action]


class Position:
    """A game without a log, for batches and searches."""

    def __init__(self, system: System, state: Any) -> None:
        self.system, self.state = system, state
        self.decision = system.decision(state)

    def play(self, action: Action, by: str = "") -> object:  # noqa: ARG002 as a Log
        self.state, events = self.system.apply(self.state, action)
        self.decision = self.system.decision(self.state)
        return events


@dataclass
class Seats:
    """Who answers which decision: dice, the only option, a player, or the default of an unasked question.

    ``default`` gives the answer to a question that nobody wants to be asked, else None.
    """

    dice: Dice | None
    players: Mapping[str, Player] = field(default_factory=dict)
    default: Callable[[Decision], Action | None] | None = None

    def answer(self, state: Any, decision: Decision) -> tuple[Action, str] | None:
        """What is played next and by whom, or None where a person must choose or dice must be typed."""
        if decision.roll is not None:
            faces = self.dice.throw(decision.roll) if self.dice else None
            return (decision.roll.action(faces), IMPLIED) if faces else None
        if decision.test is None and len(decision.options) == 1:
            return decision.options[0], IMPLIED
        player = self.players.get(decision.actor)
        if player is not None:
            return _meant(player(state, decision), decision), str(getattr(player, "__name__", type(player).__name__))
        default = self.default(decision) if self.default else None
        return None if default is None else (default, IMPLIED)


def _meant(answer: Any, decision: Decision) -> Action:
    """What a player answers, as an action: an option may be given as its text."""
    meant = answer if isinstance(answer, Action) else next((o for o in decision.options if o == answer), None)
    if meant is None:
        who = f"a player of the {decision.actor} side answers {answer!r}"
        raise NormandyError(f"{who} to: {decision.prompt} Return one of decision.options")
    return meant


def run(table: Log | Position, seats: Seats, done: Callable[[Any], bool] | None = None) -> None:
    """Play on until the game is over, ``done`` holds, or somebody outside must answer."""
    while (decision := table.decision) is not None and not (done and done(table.state)):
        answer = seats.answer(table.state, decision)
        if answer is None:
            return
        table.play(*answer)
