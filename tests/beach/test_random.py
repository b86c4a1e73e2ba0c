"""Random games with a turn limit end, and what the rules say holds after every action."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab import beach
from normandy_lab.beach.setting import ACT, ARTILLERY, FIRE, MORALE
from normandy_lab.beach.state import AFLOAT, ASHORE, GONE, HIT, State, is_open
from normandy_lab.core.decisions import CHANCE, Action, Decision
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.errors import IllegalAction
from normandy_lab.systems import random_player
from tests.beach.helpers import BOARD

GAMES, CHUNK = 300, 10
SPECS = [
    BOARD.with_({"end": {"turn_limit": 8}, "obstacles": {"segments": "dice"}, "bunkers": {"sections": "choose"}}),
    BOARD.with_({"end": {"turn_limit": 10}, "fire": {"casualties": "owner", "declare": "all first"}, "replacements": {"limit": 2}}),
    BOARD.with_({"end": {"turn_limit": 10}, "fire": {"casualties": "random"}, "artillery": {"kernel": "disc", "stray": 2.5},
                 "replacements": {"limit": 1, "pool": "player"}, "obstacles": {"segments": [0, 0, 0, 0]}}),
    BOARD.with_({"end": {"turn_limit": 6}, "players": {"german": 2, "figures_per_squad": 5}, "obstacles": {"segments": "dice"},
                 "bunkers": {"sections": "dice"}, "figures": {"move": 9}}),
]  # fmt: skip


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        spec = SPECS[seed % len(SPECS)]
        end = play(spec.setting(), seed)
        assert end.over
        assert end.winner in beach.SEATS
        assert end.turn <= end.setting.turn_limit
        unlisted_are_refused(end, seed)


def play(setting, seed: int) -> State:
    state, dice = beach.initial(setting), KeyedDice(seed)
    players = {seat: random_player(seed, seat) for seat in beach.SEATS}
    samples = Stream(seed, "samples")
    for _ in range(5000):
        asked = beach.decision(state)
        if asked is None:
            return state
        if asked.actor == CHANCE:
            action = asked.roll.action(dice.throw(asked.roll))
        elif asked.kind == "act" and samples.below(3):  # press on more often than a random walk would
            action = beach.suggest(state)
        else:
            action = players[asked.actor](state, asked)
        if samples.below(40) == 0:
            options_are_right(state, asked)
            unlisted_are_refused(state, samples.below(10**6))
        digest = state.digest()
        after, events = beach.apply(state, action)
        assert state.digest() == digest, "apply changed the position that it was given"
        invariants(state, action, after)
        assert all(event.rule and event.text for event in events)
        state = after
    raise AssertionError("the game does not end")


def options_are_right(state: State, asked: Decision) -> None:
    if asked.roll is not None:
        assert asked.options == ()
        return
    assert asked.options
    assert len(set(asked.options)) == len(asked.options)
    for option in asked.options:
        read = beach.parse(state.setting, str(option).lower())
        assert (read, read.args) == (option, option.args)
        assert asked.accepts(option) and asked.accepts(str(option)) if asked.test else asked.accepts(option)
        assert beach.why_not(state, option) is None


VERBS = ("move", "clear", "assault", "end", "fire", "hold", "lose", "aim", "impact", "place", "roll")


def unlisted_are_refused(state: State, seed: int) -> None:
    """Any action of the grammar is accepted and played, or refused with a rule, a reason and a remedy."""
    setting, luck = state.setting, Stream(seed, "unlisted")
    for _ in range(6):
        x, y = round(luck.below(300) / 10 - 3, 1), round(luck.below(400) / 10 - 4, 1)
        figure = setting.figures[luck.below(len(setting.figures))]
        squad, bunker = (
            setting.squads[luck.below(len(setting.squads))],
            setting.bunkers[luck.below(len(setting.bunkers))],
        )
        words = {
            "move": f"{figure} {x} {y}", "clear": figure, "assault": f"{figure} {bunker}", "end": "", "fire": f"{bunker} {squad}",
            "hold": bunker, "lose": figure, "aim": f"{x} {y}", "impact": f"{x} {y}", "place": f"{bunker} 1",
            "roll": "+".join(str(1 + luck.below(7)) for _ in range(1 + luck.below(5))),
        }  # fmt: skip
        verb = VERBS[luck.below(len(VERBS))]
        action = beach.parse(setting, f"{verb} {words[verb]}".strip())
        refusal, asked = beach.why_not(state, action), beach.decision(state)
        assert (refusal is None) == (asked is not None and asked.accepts(action))
        if refusal is None:
            invariants(state, action, beach.apply(state, action)[0])
            continue
        assert refusal.rule.split()[0].split("-")[0] in ("FP", "SA", "B"), (action, refusal)
        assert refusal.text, action
        assert refusal.fix, action
        with pytest.raises(IllegalAction):
            beach.apply(state, action)


def invariants(before: State, action: Action, after: State) -> None:
    setting = after.setting
    assert after.turn - before.turn in (0, 1) or action.verb == "end", "empty turns pass in one step"
    for squad, where in enumerate(after.squads):
        found = [after.status[figure] for figure in setting.members(squad)]
        assert where != ASHORE or any(found) or not before.turn, "a squad ashore has figures"
        assert where == ASHORE or not any(found), "a squad afloat or gone has none"
        assert before.squads[squad] != GONE or where == GONE, "who is gone does not land"
    for n, status in enumerate(after.status):
        if status != AFLOAT:
            assert 0 <= after.x[n] <= setting.width
            assert 0 <= after.y[n] <= setting.depth
        assert status != HIT or after.phase in (FIRE, ARTILLERY, MORALE)
    assert all(0 <= left <= began for left, began in zip(after.obstacles, after.began, strict=True))
    assert all(now <= then for now, then in zip(after.obstacles, before.obstacles, strict=True)) or before.turn == 0
    assert all(not then or now == then for now, then in zip(after.destroyed, before.destroyed, strict=True)), (
        "once destroyed"
    )
    if not setting.pool_each:
        assert sum(after.landed) <= setting.limit
    assert all(used <= setting.limit for used in after.landed)
    hits = sum(after.fire) + sum(after.shelled)
    assert hits == after.past[-1].fire + after.past[-1].artillery if after.past else hits == 0
    if action.verb == "move" and before.phase == ACT:
        moved(before, action, after)


def moved(before: State, action: Action, after: State) -> None:
    figure, x, y = action.args
    setting, old = after.setting, (before.x[figure], before.y[figure])
    if after.turn == before.turn and after.status[figure] == ASHORE:
        assert (after.x[figure], after.y[figure]) == (x, y)
    assert (x - old[0]) ** 2 + (y - old[1]) ** 2 <= setting.move**2
    assert not before.acted >> figure & 1
    assert not (old[1] < setting.wall < y), "who reaches the wall stops there"
    if setting.wall < y <= setting.belt:
        assert is_open(before, setting.segment_of(x)), "the belt is entered where it is open"
    changed = [n for n in range(len(setting.figures)) if (before.x[n], before.y[n]) != (after.x[n], after.y[n])]
    assert changed == [figure] or after.turn > before.turn


def test_a_log_of_a_random_game_goes_back_and_forth() -> None:
    game = nl.new_game(SPECS[0], seed=6)
    game.run()
    end, length = game.state.digest(), game.log.at.n
    assert game.undo(length) == length
    game.redo(length)
    assert game.state.digest() == end
