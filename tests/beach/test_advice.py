"""Advice works on the beach too: what a refusal tells one to choose is an option, and every listed action can be played.

Asked is whatever was an option earlier in the game and is none now: a person who is late, or at the wrong bunker.
"""

from __future__ import annotations

import re

import pytest

from normandy_lab import beach
from normandy_lab.core.decisions import CHANCE, Action, Decision
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.core.terms import Refusal
from normandy_lab.systems import random_player
from tests.beach.test_random import SPECS

LISTED = re.compile(r"^Choose: (.*?)(?:; and \d+ more)?\.$")
ASKED = 12  # late actions a position


def check(state: beach.State, asked: Decision, late: Action, why: Refusal) -> int:
    """How many of the refusal's words named something that can be played; all of them must."""
    found = 0
    if listed := LISTED.match(why.fix):
        for text in listed[1].split("; "):
            action = beach.parse(state.setting, text)
            assert beach.why_not(state, action) is None, (late, why)
            beach.apply(state, action)
            found += 1
    for name in re.findall(r"Bunker (\S+) fires now", why.fix):
        assert any(option.split()[1] == name for option in asked.options), (late, why)
        found += 1
    for word in ("squad", "section", "target", "figure"):
        if why.fix.lower().startswith((f"choose another {word}", f"choose its {word}", f"choose a free {word}")):
            assert any(option != late for option in asked.options), (late, why)
            found += 1
    assert why.rule
    assert why.fix or asked.actor == CHANCE, (late, why)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_what_a_refusal_advises_can_be_played(seed: int) -> None:
    setting = SPECS[seed % len(SPECS)].setting()
    state, dice, stream = beach.initial(setting), KeyedDice(seed), Stream(seed, "advice")
    players = {seat: random_player(seed, seat) for seat in beach.SEATS}
    known: list[Action] = []
    helped = 0
    while (asked := beach.decision(state)) is not None:
        for _ in range(min(ASKED, len(known))):
            late = known[stream.below(len(known))]
            why = beach.why_not(state, late)
            if why is not None and asked.actor != CHANCE:
                helped += check(state, asked, late, why)
        known = [*known[-400:], *asked.options]
        chance = asked.actor == CHANCE
        state, _ = beach.apply(
            state, asked.roll.action(dice.throw(asked.roll)) if chance else players[asked.actor](state, asked)
        )
    assert helped > 20, "positions without advice prove nothing"
