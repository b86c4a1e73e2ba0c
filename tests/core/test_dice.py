"""Dice: keyed, scripted, typed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab.core.decisions import Roll
from normandy_lab.core.dice import KeyedDice, ScriptedDice, Stream, TypedDice, fit
from normandy_lab.errors import NormandyError, NotationError

PAIR = Roll(("allied", "german"), (2, 2), ("attack", 0, "naval", 50, 0), "a test")
ONE = Roll(("german",), (1,), ("interdiction", 0, 7), "a die")


def test_keyed_dice_are_blake2b_bytes_below_252_modulo_6() -> None:
    key = json.dumps([7, "", *ONE.key, "german"])
    stream = (
        byte for block in range(9) for byte in hashlib.blake2b(f"{block}:{key}".encode(), digest_size=32).digest()
    )
    expected = next(1 + byte % 6 for byte in stream if byte < 252)
    assert KeyedDice(7).throw(ONE) == ((expected,),)


def test_keyed_dice_depend_on_seed_luck_key_and_roller_only() -> None:
    many = [PAIR._replace(key=("attack", number)) for number in range(50)]
    first = [KeyedDice(1).throw(roll) for roll in many]
    assert first == [KeyedDice(1).throw(roll._replace(purpose="other words")) for roll in reversed(many)][::-1]
    assert first != [KeyedDice(2).throw(roll) for roll in many]
    assert first != [KeyedDice(1, "second luck").throw(roll) for roll in many]
    turned = [KeyedDice(1).throw(roll._replace(rollers=("german", "allied"))) for roll in many]
    assert first == [(german, allied) for allied, german in turned]


def test_two_groups_of_one_roller_differ() -> None:
    rolls = [Roll(("allied", "allied"), (2, 2), ("twice", number), "twice") for number in range(30)]
    assert any(first != second for first, second in map(KeyedDice(3).throw, rolls))


def test_keyed_dice_are_the_same_in_every_process() -> None:
    code = (
        "from normandy_lab.core.dice import *; from normandy_lab.core.decisions import Roll;"
        "print(KeyedDice(1944).throw(Roll(('allied', 'german'), (2, 2), ('attack', 0, 'naval', 50, 0), '')))"
    )
    for hashseed in ("0", "1"):
        env = os.environ | {"PYTHONHASHSEED": hashseed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert run.stdout.strip() == str(KeyedDice(1944).throw(PAIR))


def test_faces_are_even() -> None:
    faces = Counter(KeyedDice(seed).throw(ONE)[0][0] for seed in range(6000))
    assert set(faces) == set(range(1, 7))
    # five degrees of freedom: 20.5 is passed once in a thousand honest dice
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.5


@given(st.integers(1, 70000), st.integers(0, 100))
def test_streams_stay_below_their_bound(bound: int, seed: int) -> None:
    stream = Stream(seed, "bound")
    assert all(0 <= stream.below(bound) < bound for _ in range(5))


@pytest.mark.parametrize("script", ["5+2:3+3", "5+2+3+3", (5, 2, 3, 3)])
def test_scripted_dice_are_split_by_roller(script: str | tuple[int, ...]) -> None:
    assert ScriptedDice([script]).throw(PAIR) == ((5, 2), (3, 3))


def test_a_single_die_may_be_a_number() -> None:
    assert ScriptedDice([4]).throw(ONE) == ((4,),)


def test_a_script_that_runs_out_says_so() -> None:
    dice = ScriptedDice([4])
    dice.throw(ONE)
    with pytest.raises(NormandyError, match=r"a test: all 1 throws of the script are used"):
        dice.throw(PAIR)


@pytest.mark.parametrize("wrong", ["5+2", (5, 2, 3, 7), (5, 2, 3, 0), "1+2:3+4:5"])
def test_dice_that_do_not_fit_are_refused_and_not_used_up(wrong: str | tuple[int, ...]) -> None:
    dice = ScriptedDice([wrong])
    with pytest.raises(NotationError, match="2 of allied, 2 of german"):
        dice.throw(PAIR)
    assert dice.used == 0


def test_dice_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(NotationError, match=r"write them like 5\+2:3\+3"):
        fit("five and two", PAIR)


def test_typed_dice_wait() -> None:
    dice = TypedDice()
    assert dice.throw(PAIR) is None
    with pytest.raises(NotationError):
        dice.type("six")
    dice.type("6+1:2+2")
    assert dice.throw(PAIR) == ((6, 1), (2, 2))
    assert dice.throw(PAIR) is None


def test_bytes_that_would_favour_low_faces_are_dropped() -> None:
    """256 is no multiple of 6: the bytes 252 to 255 would make ones to fours too frequent."""
    dropped = 0
    for key in range(300):
        block = hashlib.blake2b(f"0:[{key}]".encode(), digest_size=32).digest()
        wanted = [byte % 6 for byte in block if byte < 252]
        dropped += block[0] >= 252
        stream = Stream(key)
        assert [stream.below(6) for _ in wanted] == wanted
    assert dropped, "no key tells the difference"
