"""Orders tried out first: an order does all that it was told, or stops before the dice with the rule.

The game answers single options itself, so a group may be closed and the dice thrown before the last unit that was
named can be played. An order is therefore carried out twice: on a ``Rehearsal``, which answers nothing itself and
ends at the first dice, and, unless a rule speaks against it there, on the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.plans import Plan, Report, Step
from normandy_lab.core.terms import Refusal

# What names somebody or something for what the dice are then thrown for.
NAMING = {"attack", "join", "land", "lead", "point", "support", "target"}


class Rehearsal:
    """A game to try an order on: the same position, played on without a log and without dice."""

    answered: Sequence[Action] = ()

    def __init__(self, game: Any) -> None:
        self.system, self.log = game.system, game.log
        self.state: Any = game.state
        self.played = 0

    @property
    def decision(self) -> Decision | None:
        asked: Decision | None = self.system.decision(self.state)
        return asked

    def play(self, action: str) -> list[Event]:
        self.state, events = self.system.apply(self.state, self._read(action))
        self.played += 1
        return list(events)

    def why_not(self, action: str) -> Refusal | None:
        asked, meant = self.decision, self._read(action)
        why: Refusal | None = None if asked and asked.accepts(meant) else self.system.why_not(self.state, meant)
        return why

    def _read(self, action: str) -> Action:
        meant: Action = self.system.parse(self.state.setting, str(action))
        return meant


class Trial(Plan):
    """A Plan in rehearsal: who can no longer be named before the dice is refused, not left out."""

    def _pause(self, game: Any, step: Step) -> tuple[str, str, Refusal | None] | None:
        pause = super()._pause(game, step)
        late = pause is not None and pause[0] != "refused" and game.played
        if not late or step.action.split(" ", 1)[0] not in NAMING:
            return pause
        refusal = game.why_not(step.action)
        return ("refused", f"{step.action!r} is refused: {refusal}", refusal) if refusal else pause


def plan_for(game: Any, title: str, steps: Iterable[str | Step]) -> Plan:
    """The Plan of the seat that decides now, in rehearsal or in earnest."""
    kind = Trial if isinstance(game, Rehearsal) else Plan
    asked = game.decision
    return kind(title, asked.actor if asked else "", steps)


Given = ParamSpec("Given")
Orders = TypeVar("Orders", bound=Any)
Order = Callable[Concatenate[Orders, Given], Report]


def rehearsed(order: Order[Orders, Given]) -> Order[Orders, Given]:
    """Try the order out before it is carried out; one that a rule speaks against plays nothing."""

    @wraps(order)
    def carried_out(orders: Orders, *args: Given.args, **named: Given.kwargs) -> Report:
        listed: Any = tuple(map(_kept, args))
        kept: Any = {name: _kept(value) for name, value in named.items()}
        if not isinstance(orders.game, Rehearsal):
            tried = order(type(orders)(Rehearsal(orders.game)), *listed, **kept)
            if tried.refusal is not None:
                return tried._replace(done=(), events=(), stopped="refused")
        return order(orders, *listed, **kept)

    return cast("Order[Orders, Given]", carried_out)


def _kept(given: Any) -> Any:
    """A list that can be read twice."""
    return given if isinstance(given, str) or not isinstance(given, Iterable) else tuple(given)
