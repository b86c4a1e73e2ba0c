"""The machine of frames: a rulebook's call stack as small tuples, answered and resumed until somebody must choose.

A table says which rules module carries out each kind of frame. A module offers ``ask`` (the Decision, or None when
nothing is to be chosen), ``answer`` (play an option), ``resume`` (go on when nobody must choose; what it returns is
handed to ``rolled`` of the frame below) and ``refuse`` (why an action that is not allowed is not).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol, TypeVar

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction


class Framed(Protocol):
    """What the machine needs of a State."""

    frames: tuple[tuple[Any, ...], ...]  # innermost last
    asked: Decision | None  # what must be decided now; None when the game is over

    def copy(self) -> Any: ...


State = TypeVar("State", bound=Framed)
Over = Callable[[Any], Refusal]


def _nothing(*_: Any) -> None:
    return None


def _unexpected(_: Any, frame: Any, *__: Any) -> None:
    raise AssertionError(f"{type(frame).__name__} neither asks nor rolls")


def _leave(state: Framed, *_: Any) -> None:
    state.frames = state.frames[:-1]


# What a rules module does for its frame where it says nothing.
_PLAIN = {"ask": _nothing, "answer": _unexpected, "resume": _leave, "rolled": _unexpected, "refuse": _nothing}


class Machine:
    """The frames of one system. Nobody but this and the rules modules that it calls writes to a State.

    ``seats`` are the actors as a refusal names them, ``over`` the refusal once the game has ended; of an action with
    a verb in ``outer`` the frames below the innermost may say why it is refused.
    """

    def __init__(
        self, rules: Mapping[type, ModuleType], seats: Mapping[str, str], over: Over, outer: Collection[str] = ()
    ) -> None:
        self.handlers = {
            frame: SimpleNamespace(**{name: getattr(module, name, plain) for name, plain in _PLAIN.items()})
            for frame, module in rules.items()
        }
        self.seats, self.over, self.outer = seats, over, outer

    def decision(self, state: Framed) -> Decision | None:
        """What must be decided now; None when the game is over."""
        return state.asked

    def advance(self, state: Framed, events: list[Event]) -> None:
        """Resume frames until one asks, or none is left."""
        while state.frames:
            frame = state.frames[-1]
            handlers = self.handlers[type(frame)]
            state.asked = handlers.ask(state, frame)
            if state.asked is not None:
                return
            found = handlers.resume(state, frame, events)
            if found is not None:
                below = state.frames[-1]
                self.handlers[type(below)].rolled(state, below, found, events)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The position after one action, and what happened; IllegalAction carries the Refusal if it is refused."""
        if (refusal := self.why_not(state, action)) is not None:
            raise IllegalAction(action, refusal)
        return self.play(state, action)

    def play(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """``apply`` without the check, for callers that took the action from the options; the State stays as it is."""
        new: State = state.copy()
        events: list[Event] = []
        frame = new.frames[-1]
        self.handlers[type(frame)].answer(new, frame, action, events)
        self.advance(new, events)
        return new, tuple(events)

    def why_not(self, state: Framed, action: Action) -> Refusal | None:
        """Why the action may not be played now, or None if it may. The innermost frame is asked first."""
        asked = state.asked
        if asked is None:
            return self.over(state)
        if asked.accepts(action):
            return None
        frames = state.frames[::-1] if action.verb in self.outer else state.frames[-1:]
        found = (self.handlers[type(frame)].refuse(state, frame, action) for frame in frames)
        return next(filter(None, found), None) or self._not_now(asked)

    def _not_now(self, asked: Decision) -> Refusal:
        text = f"Not now: {self.seats.get(asked.actor, 'the dice')} must decide. {asked.prompt}"
        if asked.roll is not None:
            return Refusal(asked.rule, text, f'Roll, or type what has fallen, such as "{asked.roll.example}".')
        more = f"; and {len(asked.options) - 3} more" if len(asked.options) > 3 else ""
        return Refusal(asked.rule, text, f"Choose: {'; '.join(asked.options[:3])}{more}.")
