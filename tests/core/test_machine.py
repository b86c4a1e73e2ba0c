"""The machine of frames: what a refusal says, and how often the rules are asked."""

from __future__ import annotations

import copy
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.log import Log
from normandy_lab.core.machine import Machine
from normandy_lab.core.play import Position
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import IllegalAction


class Count(NamedTuple):
    """A frame: red names any even number until nothing is left, then a die is thrown."""

    left: int


class State:
    def __init__(self, asked: list[str]) -> None:
        self.frames: tuple[tuple[Any, ...], ...] = (Count(2),)
        self.asked: Decision | None = None
        self.checks = asked  # every question that the rules were asked

    def copy(self) -> State:
        return copy.copy(self)


def _ask(state: State, frame: Count) -> Decision | None:
    if not frame.left:
        return Decision("roll", CHANCE, "T2", "throw one die", roll=Roll((CHANCE,), (1,), ("die",), "a die"))

    def test(text: str) -> bool:
        state.checks.append(str(text))
        return int(text) % 2 == 0

    return Decision("number", "red", "T1", "name an even number", [Action("2"), Action("4")], test=test)


def _answer(state: State, frame: Count, action: Action, events: list[Event]) -> None:
    state.frames = (Count(frame.left - 1),) if frame.left else ()
    state.asked = None


RULES = ModuleType("rules of the count")
RULES.ask, RULES.answer = _ask, _answer  # type: ignore[attr-defined]
MACHINE = Machine({Count: RULES}, {"red": "the Reds"}, lambda _: Refusal("T3", "It is over.", "Start anew."))


def begun() -> State:
    state = State([])
    MACHINE.advance(state, [])
    return state


SYSTEM = SimpleNamespace(
    initial=lambda _: begun(), decision=MACHINE.decision, apply=MACHINE.apply, why_not=MACHINE.why_not,
    parse=lambda _, text: Action(text), digest=lambda state: str(len(state.frames)), moment=lambda _: "1T", turn=lambda _: "turn 1",
)  # fmt: skip


@pytest.mark.parametrize("table", [Log(SYSTEM, None), Position(SYSTEM, begun())], ids=["log", "position"])
def test_legality_is_asked_once_an_action(table: Log | Position) -> None:
    table.play(Action("2"))
    table.play(Action("6"))
    assert table.state.checks == ["2", "6"]


def test_the_position_that_was_given_stays_as_it_is() -> None:
    state = begun()
    after, _ = MACHINE.play(state, Action("2"))
    assert (state.frames, after.frames) == ((Count(2),), (Count(1),))


def test_a_refusal_names_who_decides_and_what_can_be_played() -> None:
    state = begun()
    assert MACHINE.why_not(state, Action("2")) is None
    assert MACHINE.why_not(state, Action("3")) == Refusal(
        "T1", "Not now: the Reds must decide. name an even number", "Choose: 2; 4."
    )
    with pytest.raises(IllegalAction, match="the Reds must decide"):
        MACHINE.apply(state, Action("3"))


def test_a_refusal_before_dice_shows_how_they_are_typed() -> None:
    state, _ = MACHINE.play(MACHINE.play(begun(), Action("2"))[0], Action("2"))
    assert MACHINE.why_not(state, Action("roll 3+3", "roll", (((3, 3),),))).fix == (
        'Roll, or type what has fallen, such as "roll 1".'
    )


def test_nothing_is_played_once_it_is_over() -> None:
    state = begun()
    for text in ("2", "2", "roll 1"):
        state, _ = MACHINE.play(state, Action(text))
    assert MACHINE.decision(state) is None
    assert MACHINE.why_not(state, Action("2")) == Refusal("T3", "It is over.", "Start anew.")
