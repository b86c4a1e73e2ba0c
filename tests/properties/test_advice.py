"""Advice works: an action that a refusal puts in quotes can be played as it stands, and what comes first helps.

Sampled positions of random days, and in each of them whatever a player might ask for and may not do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES, ZONE
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import Stream
from normandy_lab.core.terms import Refusal
from tests.properties import walk

QUOTED = re.compile(r'"([^"]+)"')
LISTED = re.compile(r"^Choose: (.*?)(?:; and \d+ more)?\.$")  # options without quotes
EVERY = 2  # one position in so many is asked
ASKED = 150  # actions a position
CHOICES = ("march", "march", "march", "land", "seize", "join", "support", "lead", "lose", "retreat", "attack", "stay")


def wishes(state: State, stream: Stream) -> Iterator[Action]:
    """Actions of any kind by units and at places of the board, most of them out of turn."""
    setting, board = state.setting, state.setting.board
    there = [unit for unit in setting.forces.units if board.places[state.at[unit.index]].id not in ("lost", "waiting")]
    theirs = [unit.index for unit in there if state.asked is not None and SIDES[unit.side] == state.asked.actor]
    units = theirs or [unit.index for unit in there]
    for _ in range(ASKED):
        verb = CHOICES[stream.below(len(CHOICES))]
        unit, place = units[stream.below(len(units))], stream.below(len(board.places))
        near = board.neighbours[state.at[unit]]
        if near and stream.below(2):
            place = near[stream.below(len(near))][0]
        if verb == "march":
            yield make(setting, verb, unit, place, stream.below(2))
        elif verb in ("land", "retreat"):
            yield make(setting, verb, unit, place)
        elif verb == "seize":
            yield make(setting, verb, unit, stream.below(len(board.borders)))
        else:
            yield make(setting, verb, unit)
    for border in range(len(board.borders)):
        verb = ("repair", "demolish", "unbuild")[stream.below(3)]
        yield make(setting, verb, border)
    for area in board.areas:
        verb = ("assault", "double", "impulse", "shoot")[stream.below(4)]
        yield make(
            setting, verb, *{"assault": (area,), "shoot": (stream.below(3), area)}.get(verb, (stream.below(2), area))
        )
    yield make(setting, "end")


def check(state: State, action: Action, refusal: Refusal) -> list[str]:
    """Whatever the advice puts in quotes is played; what it says comes first takes the reason away."""
    texts = [text for text in QUOTED.findall(refusal.fix) if not text.startswith("roll ")]
    if listed := LISTED.match(refusal.fix):
        for text in listed[1].split("; "):
            assert breakout.why_not(state, breakout.parse(state.setting, text)) is None, (str(action), refusal)
    for text in texts:
        meant = breakout.parse(state.setting, text)
        assert breakout.why_not(state, meant) is None, (str(action), refusal)
        after, _ = breakout.apply(state, meant)
        again = breakout.why_not(after, action)
        assert again != refusal or "first" not in refusal.fix, (str(action), refusal)
        if refusal.fix == f'Play "{text}" first.' and refusal.rule == "8.2" and action.verb != "unbuild":
            assert again is None, (str(action), refusal, again)
    zones = [place.name for place in state.setting.board.places if place.kind == ZONE]
    assert not any(refusal.fix.startswith(f"Go by {zone}") for zone in zones), refusal
    if "epair the bridge" in refusal.fix and action.verb == "march":
        border = state.setting.board.between[state.at[action.args[0]], action.args[1]]
        assert state.setting.board.borders[border].bridge, (str(action), refusal)
    return texts


@pytest.mark.rule("8.13")
@pytest.mark.parametrize("seed", range(5))
def test_what_a_refusal_advises_can_be_played(seed: int) -> None:
    stream, tried = Stream(f"advice {seed}"), 0
    for number, step in enumerate(walk.steps(breakout.initial(walk.setting()), seed, day=True)):
        if number % EVERY or step.asked.roll is not None:
            continue
        for action in wishes(step.before, stream):
            refusal = breakout.why_not(step.before, action)
            if refusal is not None:
                tried += len(check(step.before, action, refusal))
    assert tried > 20, "positions without advice prove nothing"
