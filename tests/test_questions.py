"""Every decision says which question it is: a documented step, the same for this question only."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from normandy_lab import beach, theatre
from normandy_lab.beach import questions as of_the_beach
from normandy_lab.breakout import questions as of_the_day
from normandy_lab.core.decisions import CHANCE, Decision, Question
from normandy_lab.core.dice import KeyedDice
from normandy_lab.systems import load_scenario, random_player
from normandy_lab.theatre import questions as of_the_theatre
from tests.beach.helpers import BOARD
from tests.properties import walk

PAGE = Path(__file__).parents[1] / "docs" / "questions.md"
PLAYS = 60
BEACHES = [
    {"obstacles": {"segments": "dice"}, "bunkers": {"sections": "choose"}, "fire": {"casualties": "owner"}},
    {"obstacles": {"segments": "dice"}, "bunkers": {"sections": "dice"}, "fire": {"casualties": "random"}},
]
SELDOM = {"control", "mistake", "unbuild", "night_unbuild"}  # seen in the tests of 7.3, 17.31, 20.21 and 20.23


def of_a_day() -> Iterator[tuple[str, Decision]]:
    """Each decision of some random days and nights of June 6, with the name of the frame that asks."""
    for seed in range(PLAYS):
        for step in walk.day_and_night(seed):
            yield type(step.before.frames[-1]).__name__, step.asked


def of_a_beach() -> Iterator[tuple[str, Decision]]:
    """The same of some random assaults of eight turns."""
    for seed in range(6):
        spec = BOARD.with_({"end": {"turn_limit": 8}, **BEACHES[seed % len(BEACHES)]})
        state, dice = beach.initial(spec.setting()), KeyedDice(seed)
        players = {seat: random_player(seed, seat) for seat in beach.SEATS}
        while (asked := beach.decision(state)) is not None:
            yield type(state.frames[-1]).__name__, asked
            bold = asked.kind == "act" and seed % 3
            option = beach.suggest(state) if bold else None
            if asked.actor == CHANCE:
                option = asked.roll.action(dice.throw(asked.roll))
            state, _ = beach.play(state, option or players[asked.actor](state, asked))


def check(asked: Iterable[tuple[str, Decision]], steps: Mapping[str, Question], seldom: set[str]) -> None:
    by = defaultdict(set)
    for frame, decision in asked:
        question = steps[decision.step]
        assert decision.kind == question.kind
        assert {option.verb for option in decision.options} <= set(question.verbs)
        assert (decision.actor == CHANCE) == (question.kind == "roll")
        by[decision.step].add(frame)
    assert set(steps) - set(by) <= seldom
    assert {step: frames for step, frames in by.items() if len(frames) > 1} == {}, "one step, two questions"


def test_every_decision_of_random_days_has_a_documented_step() -> None:
    check(of_a_day(), of_the_day.STEPS, SELDOM)


def test_every_decision_of_random_beaches_has_a_documented_step() -> None:
    check(of_a_beach(), of_the_beach.STEPS, set())


@pytest.mark.parametrize("system", [of_the_day, of_the_beach, of_the_theatre], ids=["breakout", "beach", "theatre"])
def test_no_two_steps_ask_the_same_in_words(system: ModuleType) -> None:
    words = [question.words for question in system.STEPS.values()]
    assert sorted(set(words)) == sorted(words)


def test_the_page_lists_the_steps() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    listed = [(step, kind, words, tuple(re.findall(r"`(\w+)`", verbs))) for step, kind, words, verbs in rows]
    steps = of_the_day.STEPS, of_the_beach.STEPS, of_the_theatre.STEPS
    assert listed == [(step, each.kind, each.words, each.verbs) for table in steps for step, each in table.items()]


def of_a_summer() -> Iterator[tuple[str, Decision]]:
    """Each decision of some summers at random, with a port to open, a battery and six days of storm."""
    patch = {"sites": {"A": {"begins": "choose"}}, "batteries": {"One": {"strength": 3, "boxes": [1]}}}
    for seed in range(3):
        spec = load_scenario("theatre/as_planned").with_(patch)
        state, dice = theatre.initial(spec.setting()), KeyedDice(seed)
        while (asked := theatre.decision(state)) is not None:
            yield type(state.frames[-1]).__name__, asked
            option = asked.roll.action(dice.throw(asked.roll)) if asked.actor == CHANCE else theatre.suggest(state)
            state, _ = theatre.play(state, option)


def test_steps_of_the_theatre() -> None:
    check(of_a_summer(), of_the_theatre.STEPS, set())
