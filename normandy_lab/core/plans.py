"""Plans: a whole attack or landing as a queue of single actions, each logged and undoable by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event
from normandy_lab.core.terms import Refusal, counted
from normandy_lab.errors import IllegalAction


class Step(NamedTuple):
    """One action of a plan, and the kind of decision that it is meant to answer ("" for any).

    ``lapsed`` says whether the dice that were thrown meanwhile have left the step without a purpose.
    """

    action: str
    kind: str = ""
    lapsed: Callable[[], bool] | None = None


class Playable(Protocol):
    """What a plan is carried out on: a Game."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def answered(self) -> Sequence[Action]: ...  # what the last ``play`` brought with it
    def play(self, action: str) -> list[Event]: ...


class Report(NamedTuple):
    """What a plan did and why it stopped."""

    title: str
    done: tuple[str, ...]
    events: tuple[Event, ...]
    stopped: str  # done | chance | actor | refused | surprise | over
    why: str
    refusal: Refusal | None = None

    def __str__(self) -> str:
        return f"{self.title}: {counted(len(self.done), 'action')}; {self.why}"


class Plan:
    """A queue of actions of one seat. ``run`` again goes on where it stopped.

    The steps may be a generator: each is asked for when it is about to be played, so that it can
    look at the game as it then stands. Steps that the game answers itself count as done.
    """

    def __init__(self, title: str, seat: str, steps: Iterable[str | Step]) -> None:
        self.title = title
        self.seat = seat
        self._steps = iter(steps)
        self._next: Step | None = None

    def __repr__(self) -> str:
        return f"Plan({self.title!r}, {self.seat})"

    def run(self, game: Playable) -> Report:
        """Play the steps up to the first reason to pause."""
        done: list[str] = []
        events: list[Event] = []
        while (step := self._peek()) is not None:
            if step.lapsed and game.decision and game.decision.actor == self.seat and step.lapsed():
                self._next = None
                continue
            if pause := self._pause(game, step):
                return Report(self.title, tuple(done), tuple(events), *pause)
            try:
                events += game.play(step.action)
            except IllegalAction as refused:
                why = f"{step.action!r} is refused: {refused.refusal}"
                return Report(self.title, tuple(done), tuple(events), "refused", why, refused.refusal)
            self._next = None
            done.append(step.action)
            self._skip(game.answered, done)
        return Report(self.title, tuple(done), tuple(events), "done", "done.")

    def _peek(self) -> Step | None:
        if self._next is None:
            step = next(self._steps, None)
            self._next = Step(step) if isinstance(step, str) else step
        return self._next

    def _skip(self, answered: Sequence[Action], done: list[str]) -> None:
        """Take the steps off the queue that the game has just played itself."""
        for action in answered:
            step = self._peek()
            if step is not None and step.action == action:
                done.append(step.action)
                self._next = None

    def _pause(self, game: Playable, step: Step) -> tuple[str, str, Refusal | None] | None:
        decision = game.decision
        if decision is None:
            return "over", f"the game stopped before {step.action!r}.", None
        if decision.actor == CHANCE:
            return "chance", f"dice first: {decision.prompt}", None
        if decision.actor != self.seat:
            return "actor", f"{decision.actor} decides: {decision.prompt}", None
        if step.kind and decision.kind != step.kind:
            return "surprise", f"something else is asked first: {decision.prompt}", None
        return None
