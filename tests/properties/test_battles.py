"""1,000 random days from random legal positions, and what the engine offers in them beside a second reading."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.actions import BORDER, GRAMMAR, make
from normandy_lab.breakout.frames import Assault, Day
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import Stream
from tests.properties import battles, day, oracle_fire, oracle_values, walk
from tests.properties.test_fuzz import (
    INTERPRETATION,
    RULE_IDS,
    every_option_applies,
    log_restores_and_replays,
    round_trip,
    unlisted_is_refused,
)

PLAYS, CHUNK = 1_000, 50
LOGGED = 25  # of so many plays one goes through the log, back and again
DEAR = 12  # the places to activate take long to read: one of so many is
UNLISTED = 20  # actions of each play that are not options
CHUNKS = [range(first, first + CHUNK) for first in range(0, PLAYS, CHUNK)]


@pytest.mark.parametrize("seeds", CHUNKS, ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_random_days(seeds: range) -> None:
    for seed in seeds:
        played = list(walk.steps(breakout.initial(battles.of(seed)), seed, day=True))
        day.judge(played)
        stream = Stream(seed, "samples")
        step = played[stream.below(len(played))]
        every_option_applies(step.before)
        round_trip(step.before)
        for _ in range(UNLISTED):
            unlisted_is_refused(played[stream.below(len(played))].before, stream)
        for step in played:
            values(step)
        for step in played[stream.below(12) :: 12]:
            if not isinstance(step.before.frames[-1], Day) or not stream.below(DEAR):
                second_reading(step.before)
        if not seed % LOGGED:
            log_restores_and_replays(played)


def values(step: walk.Step) -> None:
    """Both sums of an attack whose dice are thrown now."""
    roll, frame = step.asked.roll, step.before.frames[-2] if len(step.before.frames) > 1 else None
    if roll is None or roll.key[0] not in ("attack", "bombard"):
        return
    attack = breakout.attack(step.before)
    assert attack is not None
    read = oracle_values.assault if isinstance(frame, Assault) else oracle_values.bombardment
    assert (int(attack.av), int(attack.dv)) == read(step.before, frame), (attack, frame)


def second_reading(state: State) -> bool:
    """What is listed is what the rulebook allows, in every decision but those of rolls and losses (test_generators.py)."""
    if type(state.frames[-1]) not in oracle_fire.ASK:
        return False
    asked = breakout.decision(state)
    assert asked is not None
    listed = {str(option) for option in asked.options if option.verb not in oracle_fire.ELSEWHERE}
    assert listed == oracle_fire.options(state), state.frames[2:]
    return True


def test_the_printed_set_up_by_day() -> None:
    """The second reading again, where the two armies stand."""
    read = 0
    stream = Stream(0, "printed")
    for seed in range(2_000, 2_015):
        for step in walk.steps(breakout.initial(walk.setting()), seed, day=True):
            frame = step.before.frames[-1]
            if step.before.phase == DAYLIGHT and not stream.below(2 if not isinstance(frame, Day) else 4 * DEAR):
                read += second_reading(step.before)
    assert read > 100


def test_the_days_reach_what_is_rare() -> None:
    """Zones, floods, wading, full bridges, guns that are led, seized bridges, Minimum Moves, clouds, Overruns."""
    seen: Counter[str] = Counter()
    for seed in range(250):
        for step in walk.steps(breakout.initial(battles.of(seed)), seed, day=True):
            seen.update(event.rule for event in step.events)
            seen.update([step.asked.rule, step.action.verb])
            seen["wade"] += step.action.endswith(" wade")
            seen["full bridge"] += any(users.bit_count() == 5 for users in step.after.crossed.values())
            seen["overcast"] += step.after.weather == 1
    assert {
        "8.34", "8.36A", "8.36B", "8.36C", "8.36D", "8.36E", "8.38", "8.4", "8.5", "8.511", "8.53", "8.6", "9.41", "9.42",
        "9.43", "9.5D", "9.61", "9.8", "10.4", "11.2", "11.21", "11.22", "11.23", "11.4", "15.2", "16.4", "17.31", "18.4",
        "19.3", "19.4", "20.1", "20.2", "20.21", "20.4", "6.3", "7.3",
    } <= set(seen)  # fmt: skip
    assert {
        "march", "land", "seize", "assault", "join", "support", "repair", "demolish", "unbuild", "double", "shoot", "lead",
        "target", "hit", "lose", "retreat", "sunset", "pass", "end", "keep", "reroll", "point", "forward", "control",
    } <= set(seen)  # fmt: skip
    assert min(seen[each] for each in ("wade", "full bridge", "overcast")) > 0


# ------------------------------------------------------------------------------- generator and predicate

NEAR = ("march", "land")  # verbs whose places are those near the unit, and a few others
VERBS = (
    "impulse", "pass", "march", "land", "seize", "assault", "repair", "demolish", "unbuild", "double", "end", "join",
    "support", "lead", "shoot", "target", "sunset", "retreat", "hold", "secure",
)  # fmt: skip


def candidates(state: State, stream: Stream) -> list[Action]:
    """Actions of every verb of the day: all units, borders and markers, the places near them and some others."""
    setting = state.setting
    board = setting.board
    far = [stream.below(len(board.places)) for _ in range(3)]
    either = (*range(len(setting.forces.units)), *(BORDER + border.index for border in board.borders))
    sizes = {
        "unit": range(len(setting.forces.units)), "place": range(len(board.places)), "border": range(len(board.borders)),
        "marker": range(len(setting.forces.markers)), "unit_or_border": either,
        "way": range(2), "wade": range(2), "shift": (-1, 0, 1), "depots": ((),),
    }  # fmt: skip
    asked = breakout.decision(state)
    own = {option.verb for option in asked.options} if asked is not None else set()
    found = []
    for verb in VERBS:
        kinds = GRAMMAR[verb]
        for args in product(*(sizes[kind] for kind in kinds)):
            if verb not in own and stream.below(40):
                continue  # another frame's verb: a few will do
            if verb in NEAR and not _close(state, args[0], args[1], far):
                continue
            found.append(make(setting, verb, *args))
    return found


def _close(state: State, unit: int, place: int, far: list[int]) -> bool:
    here = state.at[unit]
    return place == here or (here, place) in state.setting.board.between or place in far


@pytest.mark.parametrize("number", range(len(battles.BATTLES)))
def test_candidates_are_listed_or_refused(number: int) -> None:
    """Every listed action may be played; whatever else can be typed is refused with rule, reason and remedy."""
    kinds: Counter[str] = Counter()
    for seed in range(2 * number, 2 * number + 100, 20):
        stream = Stream(seed, "candidates")
        for step in walk.steps(breakout.initial(battles.of(seed)), seed, day=True):
            frame = type(step.before.frames[-1]).__name__
            if step.asked.roll is not None or kinds[frame] >= 10 or stream.below(3):
                continue
            kinds[frame] += 1
            listed = set(step.asked.options)
            actions = candidates(step.before, stream)
            assert {option for option in listed if option.verb in VERBS} <= set(actions)
            for action in actions:
                refusal = breakout.why_not(step.before, action)
                assert (refusal is None) == (action in listed), (str(action), refusal, step.before.frames[2:])
                if refusal is not None:
                    assert refusal.rule in RULE_IDS or INTERPRETATION.fullmatch(refusal.rule), (str(action), refusal)
                    assert refusal.text, str(action)
                    assert refusal.fix, str(action)
                    assert "{" not in refusal.text + refusal.fix, (str(action), refusal)
    assert {"Day", "Impulse"} <= set(kinds)
    assert sum(kinds.values()) > 20


def test_every_decision_of_a_day_belongs_to_a_side_or_to_chance() -> None:
    for seed in range(30):
        for step in walk.steps(breakout.initial(battles.of(seed)), seed, day=True):
            assert step.asked.actor in (*breakout.SEATS, "chance")
            if isinstance(step.before.frames[-1], Day):
                assert str(step.asked.options[-1]) == "pass", "8.6: one may always pass"
