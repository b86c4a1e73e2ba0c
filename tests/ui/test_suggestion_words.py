"""The suggestion in words: what Accept will play, said before, with the odds of the dice that follow."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import normandy_lab as nl
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.suggestion_words import planned, suggestion
from normandy_lab.ui.breakout.view import view

BOTH = {"german": "suggest", "allied": "suggest"}


def said(game: nl.Game) -> str:
    return suggestion(game, view(game))


def sums_at_least(least: int) -> Fraction:
    """How often two dice beat two others by so much, counted over all 1,296 throws."""
    faces = range(1, 7)
    wins = sum(a + b - c - d >= least for a in faces for b in faces for c in faces for d in faces)
    return Fraction(wins, 6**4)


@pytest.mark.rule("21.2", "9.43")
def test_the_first_attack_is_said_with_its_units_and_exact_odds() -> None:
    # Example 1: 7 against 5, so dice that are one worse still win: a difference of -1 or more of the dice.
    game = nl.new_game("d_day", seed=1)
    chance = round(100 * sums_at_least(-1))
    assert chance == 66
    assert said(game) == f"Attack Ste. Mere Eglise with four regiments, {chance}%"


@pytest.mark.rule("10.4")
def test_a_bombardment_says_how_often_it_reduces_a_unit() -> None:
    # 8 against 4 on Omaha (Example 2): two points, which reduce a Fresh unit, need dice that are two worse at most.
    spec = nl.load_scenario("d_day").with_({"clock": {"phase": "naval"}})
    words = said(nl.new_game(spec, seed=1))
    assert f", {round(100 * sums_at_least(-2))}% to reduce a unit" in words
    assert " shells " in words


@pytest.mark.rule("20.4")
def test_an_attempt_on_a_bridge_says_its_die() -> None:
    game = nl.new_game("d_day", seed=1944)
    game.run(players=BOTH, until="Jun-06 daylight")
    lines = []
    for node in game.log.at.path():
        if node.kind in ("impulse", "orders"):
            game.goto(node.parent)
            lines.append(said(game))
    found = [line for line in lines if "to destroy the bridge" in line]
    assert found
    assert all(re.search(r": (any die|no die is enough|\d or more, \d+%)$", line) for line in found)


def test_accept_plays_what_was_said_up_to_the_dice() -> None:
    """In every question of two days: the actions that were looked ahead are those that Accept plays."""
    game = nl.new_game("d_day", seed=1944)
    asked = set()
    for _ in range(160):
        decision = game.decision
        if decision is None:
            break
        sentence, plan, before = said(game), planned(game.state), game.log.at
        assert sentence
        assert not re.search(r"\b(US|BR|GE)-\w", sentence), sentence
        game.orders.accept()
        played = [str(node.action) for node in game.log.at.path() if node.n > before.n]
        looked = [str(action) for action in plan.actions][: len(played)]
        if decision.kind not in ("impulse", "casualties"):  # an impulse is only opened; dice may come between
            assert played[: len(looked)] == looked, (decision.step, sentence)
        asked.add(decision.kind)
    assert {"airborne", "naval", "air", "first_wave", "beach", "impulse", "orders"} <= asked


def test_looking_ahead_plays_nothing() -> None:
    game = nl.new_game("d_day", seed=1)
    before = game.system.digest(game.state)
    planned(game.state)
    assert game.system.digest(game.state) == before
    assert game.log.at.n == 0


def test_the_lab_says_it_in_full_and_looks_once_a_position() -> None:
    lab = Lab("d_day", seed=1944, autosave=False)
    assert "Attack Ste. Mere Eglise with four regiments, 66%" in lab.decision.suggestion.value
    original = lab.session._advised
    lab.session.choose([])
    assert lab.session._advised is original
    lab.session.accept()
    assert lab.session._advised is not original
