"""The machine of frames: a rulebook's call stack as small tuples, answered and resumed until somebody must choose.

A table says which rules module carries out each kind of frame. A module offers ``ask`` (the Decision, or None when
nothing is to be chosen), ``answer`` (play an option), ``resume`` (go on when nobody must choose; what it returns is
handed to ``rolled`` of the frame below) and ``refuse`` (why an action that is not allowed is not).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.terms import Refusal


class Framed(Protocol):
    """What the machine needs of a State."""

    frames: tuple[tuple[Any, ...], ...]  # innermost last
    asked: Decision | None  # the Decision of the position

    def copy(self) -> Any: ...


State = TypeVar("State", bound=Framed)


class Handlers(NamedTuple):
    """What a rules module does for its frame; what it leaves out is the plain case."""

    ask: Callable[[Any, Any], Decision | None]
    answer: Callable[[Any, Any, Action, list[Event]], None]
    resume: Callable[[Any, Any, list[Event]], Any]
    rolled: Callable[[Any, Any, Any, list[Event]], None]
    refuse: Callable[[Any, Any, Action], Refusal | None]


def _nothing(*_: Any) -> None:
    return None


def _unexpected(_: Any, frame: Any, *__: Any) -> None:
    raise AssertionError(f"{type(frame).__name__} neither asks nor rolls")


def _leave(state: Framed, *_: Any) -> None:
    state.frames = state.frames[:-1]


_PLAIN = Handlers(_nothing, _unexpected, _leave, _unexpected, _nothing)


def _handlers(module: ModuleType) -> Handlers:
    found: dict[str, Any] = {name: getattr(module, name, plain) for name, plain in _PLAIN._asdict().items()}
    return Handlers(**found)


class Machine:
    """The frames of one system. Nobody but this and the rules modules that it calls writes to a State."""

    def __init__(self, rules: Mapping[type, ModuleType]) -> None:
        self.handlers = {frame: _handlers(module) for frame, module in rules.items()}

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

    def play(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The position after an action that the rules allow; the given State is left as it was."""
        new: State = state.copy()
        events: list[Event] = []
        frame = new.frames[-1]
        self.handlers[type(frame)].answer(new, frame, action, events)
        self.advance(new, events)
        return new, tuple(events)

    def reason(self, state: Framed, action: Action) -> Refusal | None:
        """What the innermost frame says against an action."""
        frame = state.frames[-1]
        return self.handlers[type(frame)].refuse(state, frame, action)
