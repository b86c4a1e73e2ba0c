"""2,000 random plays of June 6, half of them through daylight: never stuck, and every rule kept on the way."""

from __future__ import annotations

import csv
import re
from collections import Counter
from importlib import resources

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.core.log import Log
from normandy_lab.errors import IllegalAction
from tests.properties import day, walk
from tests.properties.walk import Step

PLAYS, CHUNK = 2_000, 50
DAYS = 1_000  # plays that go on through the day; the other thousand of days are in test_battles.py
UNLISTED = 20  # actions of each play that are not options
LOGGED = 50  # of so many plays one goes through the log, back and again

with resources.files("normandy_lab").joinpath("data/breakout/rule_ids.csv").open(encoding="utf-8") as file:
    RULE_IDS = {row["id"] for row in csv.DictReader(file)}


INTERPRETATION = re.compile(r"I-\d+")


def chunks() -> list[range]:
    return [range(first, first + CHUNK) for first in range(0, PLAYS, CHUNK)]


def name(seeds: range) -> str:
    return f"{seeds[0]}-{seeds[-1]}"


@pytest.mark.parametrize("seeds", chunks(), ids=name)
def test_random_plays(seeds: range) -> None:
    for seed in seeds:
        played = list(walk.steps(breakout.initial(walk.setting()), seed, day=seed < DAYS))
        day.judge(played)
        stream = Stream(seed, "samples")
        step = played[stream.below(len(played))]
        every_option_applies(step.before)
        round_trip(step.before)
        for _ in range(UNLISTED):
            unlisted_is_refused(played[stream.below(len(played))].before, stream)
        unlisted_is_refused(played[-1].after, stream)
        if not seed % LOGGED:
            log_restores_and_replays(played)


def every_option_applies(state: State) -> None:
    asked = breakout.decision(state)
    assert asked is not None
    assert len(set(asked.options)) == len(asked.options)
    digest = state.digest()
    for option in asked.options:
        assert asked.accepts(option)
        assert breakout.why_not(state, option) is None
        after, events = breakout.apply(state, option)
        walk.check_step(Step(state, asked, option, after, events))
        assert after.digest() != digest
    assert state.digest() == digest, "apply changed the position that it was given"


def round_trip(state: State) -> None:
    asked = breakout.decision(state)
    assert asked is not None
    for option in asked.options:
        for text in (str(option), by_names(state, option), str(option).upper()):
            read = breakout.parse(state.setting, text)
            assert (read, read.verb, read.args) == (option, option.verb, option.args), text


def by_names(state: State, action: Action) -> str:
    """The same action with the names of its units, places and markers, where a name is unique."""
    forces, board = state.setting.forces, state.setting.board
    names = Counter(unit.name for unit in forces.units)
    words = {unit.id: unit.name for unit in forces.units if names[unit.name] == 1}
    words |= {place.id: place.name for place in board.places}
    words |= {border.id: f"{board.names[border.a]}-{board.names[border.b]}" for border in board.borders}
    words |= {marker.id: marker.name for marker in forces.markers}
    verb, *rest = str(action).split(" ")
    return " ".join([verb, *(words.get(word, word) for word in rest)])


def unlisted_is_refused(state: State, stream: Stream) -> None:
    """Any action of the grammar is either listed or refused with rule, reason and remedy."""
    action = breakout.parse(state.setting, walk.any_action(state, stream))
    asked, refusal = breakout.decision(state), breakout.why_not(state, action)
    if refusal is None:
        assert asked is not None
        assert action in asked.options or asked.roll is not None
        breakout.apply(state, action)
        return
    assert asked is None or action not in asked.options
    assert refusal.rule in RULE_IDS or INTERPRETATION.fullmatch(refusal.rule), (str(action), refusal)
    assert refusal.text, str(action)
    assert refusal.fix, str(action)
    assert "{" not in refusal.text + refusal.fix
    with pytest.raises(IllegalAction):
        breakout.apply(state, action)


def log_restores_and_replays(played: list[Step]) -> None:
    """Through the log: the same positions again, undo to the start, and a replay of its texts."""
    setting = played[0].before.setting
    log = Log(breakout, setting)
    start = breakout.digest(log.state)
    digests = []
    for step in played:
        log.play(log.read(str(step.action)))
        digests.append(breakout.digest(log.state))
    assert digests[-1] == played[-1].after.digest()
    actions = [str(node.action) for node in log.at.path()]
    assert log.undo(len(actions)) == len(actions)
    assert breakout.digest(log.state) == start
    middle = len(actions) // 2
    log.redo(middle)
    assert breakout.digest(log.state) == digests[middle - 1]
    state = breakout.initial(setting)
    for text, digest in zip(actions, digests, strict=True):
        state, _ = breakout.apply(state, breakout.parse(state.setting, text))
        assert state.digest() == digest


def test_the_plays_reach_every_kind_of_decision() -> None:
    """A fuzz that never lands or never retreats would prove nothing."""
    kinds: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for seed in range(70):
        for step in walk.steps(breakout.initial(walk.setting()), seed, day=True):
            kinds[step.asked.kind] += 1
            rules.update(event.rule for event in step.events)
    assert set(kinds) >= {
        "airborne", "point", "forward", "roll", "reroll", "casualties", "retreat", "naval", "target", "attrition",
        "air", "first_wave", "beach",
    }  # fmt: skip
    assert {
        "7.3",
        "9.41",
        "9.42",
        "9.43",
        "9.5",
        "9.5D",
        "9.6",
        "10.4",
        "11.2",
        "11.3",
        "15.2",
        "17.31",
        "19.4",
    } <= set(rules)


def test_the_same_seed_is_the_same_play() -> None:
    first, second = (
        [(str(step.action), step.after.digest()) for step in walk.steps(breakout.initial(walk.setting()), 1944)]
        for _ in range(2)
    )
    assert first == second
    other = [str(step.action) for step in walk.steps(breakout.initial(walk.setting()), 1945)]
    assert other != [action for action, _ in first]


def test_keyed_dice_do_not_depend_on_when_they_are_thrown() -> None:
    state = breakout.initial(walk.setting())
    roll = next(step.asked.roll for step in walk.steps(state, 3) if step.asked.roll is not None)
    assert KeyedDice(3).throw(roll) == KeyedDice(3).throw(roll)
