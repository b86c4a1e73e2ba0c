"""A person who plays, takes back, branches, jumps, saves and opens again at random loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.core.dice import Stream
from normandy_lab.errors import IllegalAction
from normandy_lab.game import Game
from tests.properties import battles, setups, walk

MOVES = 120


def settled(game: Game) -> bool:
    """Somebody must really choose, or the game is over."""
    asked = game.decision
    if asked is None:
        return game.result is not None
    return asked.roll is None and len(asked.options) > 1 and asked.actor in game.seats


def check(game: Game, known: dict[int, str]) -> None:
    """Every node has one digest for good; the decision belongs to the state."""
    node, digest = game.log.at.n, breakout.digest(game.state)
    assert known.setdefault(node, digest) == digest
    assert game.decision is breakout.decision(game.state)
    assert game.actor == (game.decision.actor if game.decision else None)


def move(game: Game, stream: Stream, known: dict[int, str], path: Path) -> Game:
    """One thing that a person may do."""
    what = stream.below(20)
    asked = game.decision
    if what < 11 and asked is not None:
        events = game.roll() if asked.roll else game.play(asked.options[stream.below(len(asked.options))])
        assert all(event.rule for event in events)
        assert settled(game)
    elif what < 13:
        game.undo()
    elif what == 13:
        game.undo(1 + stream.below(5))
    elif what == 14:
        game.redo()
    elif what == 15:
        game.goto(stream.below(len(game.log.nodes)))
    elif what == 16:
        game.branch(f"branch {len(game.log.branches)}", luck=("", "other", None)[stream.below(3)])
    elif what == 17:
        text, state = walk.any_action(game.state, stream), breakout.digest(game.state)
        refusal = game.why_not(text)
        if refusal is not None and game.decision is not None:
            with pytest.raises(IllegalAction):
                game.play(text)
            assert breakout.digest(game.state) == state
    elif what == 18:
        game.ask = {
            "allied": {"reroll": ("always", "attacks", "never")[stream.below(3)]},
            "german": {"retreats": "never"},
        }
    else:
        game.save(path, overwrite=True)
        again = nl.load_game(path)
        assert again.dumps() == game.dumps()
        check(again, known)
        return again
    return game


@pytest.mark.parametrize("seed", range(12))
def test_random_sessions(seed: int, tmp_path: Path) -> None:
    make = setups.SETUPS[seed % len(setups.SETUPS)]
    blank = nl.load_scenario("blank")
    spec = nl.load_scenario("d_day") if seed % 3 == 1 else blank.with_(setups.patch(make, seed))
    if seed % 3 == 2:
        spec = battles.setting(battles.BATTLES[seed % len(battles.BATTLES)], seed).spec
    game = nl.new_game(spec, seed=seed)
    stream, known = Stream(seed, "session"), {0: breakout.digest(game.log.state_at(game.log.nodes[0]))}
    for _ in range(MOVES):
        game = move(game, stream, known, tmp_path / "session.jsonl")
        check(game, known)
    for node in game.log.nodes:
        game.goto(node)
        check(game, known)
    game.goto(0)
    assert breakout.digest(game.state) == breakout.digest(breakout.initial(game.log.setting)) == known[0]


def test_playing_on_from_any_node_meets_the_same_luck() -> None:
    """Undo and the same choice again: the same dice, the same node (4.1: dice are functions of their key)."""
    game = nl.new_game("d_day", seed=11)
    stream = Stream(11, "again")
    while game.decision is not None:
        choice = game.decision.options[stream.below(len(game.decision.options))]
        before = game.log.at
        game.play(choice)
        after, digest, nodes = game.log.at, breakout.digest(game.state), len(game.log.nodes)
        game.goto(before)
        game.play(choice)
        assert (game.log.at, breakout.digest(game.state), len(game.log.nodes)) == (after, digest, nodes)
    assert game.result is not None
    assert game.result.winner in game.seats
