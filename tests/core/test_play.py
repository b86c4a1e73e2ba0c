"""The play loop: who answers what, and the same choices in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab.core.decisions import CHANCE, Action, Decision
from normandy_lab.core.dice import KeyedDice, TypedDice
from normandy_lab.core.log import Log
from normandy_lab.core.play import Position, Seats, run
from normandy_lab.errors import IllegalAction
from normandy_lab.systems import random_player
from tests.core import toy
from tests.core.toy import digest_of, played


def log_of(dice: int = 3) -> Log:
    return Log(toy, toy.Spec(dice=dice))


def cautious(_: Any, decision: Decision) -> Action:
    return decision.options[0]


def test_the_loop_stops_where_a_person_must_choose() -> None:
    log = log_of()
    run(log, Seats(KeyedDice(1), {"red": cautious}))
    assert (log.decision.actor, log.at.n) == ("blue", 3)
    assert [(node.actor, node.by) for node in log.at.path()] == [
        ("red", "cautious"),
        (CHANCE, "game"),
        ("red", "cautious"),
    ]


def test_the_loop_stops_where_dice_must_be_typed() -> None:
    log, dice = log_of(), TypedDice()
    seats = Seats(dice, dict.fromkeys(toy.SEATS, cautious))
    run(log, seats)
    assert (log.decision.actor, log.at.n) == (CHANCE, 1)
    dice.type("4")
    run(log, seats)
    assert log.state.sums == (4, 0)
    assert log.decision.actor == CHANCE, "blue has picked and waits for dice too"


def test_a_single_option_answers_itself() -> None:
    log = log_of(dice=1)
    run(log, Seats(KeyedDice(1)))
    assert [(node.action, node.implied) for node in log.at.path()][:1] == [("pick 1", True)]
    assert log.decision.kind == "reroll"


def test_unasked_questions_are_answered_with_their_default() -> None:
    log = log_of(dice=1)
    run(log, Seats(KeyedDice(1), default=lambda asked: toy.optional(asked)[2] if asked.kind == "reroll" else None))
    assert log.decision is None
    assert {node.by for node in log.at.path()} == {"game"}


def test_done_stops_before_the_next_decision() -> None:
    log = log_of()
    run(log, Seats(KeyedDice(1), dict.fromkeys(toy.SEATS, cautious)), lambda state: toy.reached(state, "turn 1"))
    assert (log.state.played, log.at.opens) == (3, True)


def test_a_player_cannot_play_what_is_refused() -> None:
    seats = Seats(KeyedDice(1), dict.fromkeys(toy.SEATS, lambda state, decision: Action("keep")))
    for table in (log_of(), Position(toy, toy.initial(toy.Spec()))):
        with pytest.raises(IllegalAction, match="T1"):
            run(table, seats)


@given(st.integers(0, 10**9))
def test_random_players_take_listed_options_and_end(seed: int) -> None:
    log = played(seed)
    assert log.decision is None
    assert log.state.played == toy.ROUNDS


def test_random_players_choose_the_same_in_every_process() -> None:
    code = "from tests.core.toy import *; print([digest_of(played(seed)) for seed in range(5)])"
    for hashseed in ("0", "1"):
        env = os.environ | {"PYTHONHASHSEED": hashseed, "PYTHONPATH": os.pathsep.join(["", *sys.path])}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert done.stdout.strip() == str([digest_of(played(seed)) for seed in range(5)])


def test_seats_do_not_share_their_luck() -> None:
    first = [random_player(1, seat) for seat in toy.SEATS]
    asked = toy.decision(toy.initial(toy.Spec()))
    picks = [[player(None, asked) for _ in range(30)] for player in first]
    assert picks[0] != picks[1]
    assert set(picks[0]) == set(asked.options)
