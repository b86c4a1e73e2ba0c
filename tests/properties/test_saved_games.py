"""A game saved anywhere in its week goes on as it would have; one without its last line opens to its last whole action."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.game import Game

FURTHER = 12  # actions that both games play on
CUT = 5  # of so many saves one is cut short
GAMES = ((7, 10), (1944, 10), (606, 10))  # seeds, and how many points of each week


def points_of(seed: int, count: int, most: int) -> list[int]:
    """Actions of a random week after which it is saved."""
    return sorted(random.Random(seed).sample(range(1, most), count))


def walked(seed: int) -> tuple[Game, random.Random]:
    game = nl.new_game("d_day", seed=seed)
    game.auto_roll = False
    return game, random.Random(f"choices {seed}")


def named(game: Game) -> str:
    return game.system.digest(game.state)


def step(game: Game, chooser: random.Random) -> None:
    """Any option; or the dice of the seed."""
    asked = game.decision
    assert asked is not None
    if asked.roll is not None:
        game.roll()
    else:
        game.play(str(asked.options[chooser.randrange(len(asked.options))]))


def saved_and_opened(seed: int, points: list[int], folder: Path) -> set[str]:
    """Save at these points of one week; returns what was asked there."""
    game, chooser = walked(seed)
    seen, due = set[str](), dict[int, list[str]]()
    for number in range(points[-1] + FURTHER + 1):
        assert due.pop(number, [named(game)]) == [named(game)], (seed, number)
        if game.decision is None:
            break
        if number in points:
            seen.add(game.decision.kind)
            path = folder / f"{seed}-{number}.jsonl"
            due[number + FURTHER] = [_opened(game, chooser, path)]
            if points.index(number) % CUT == 0:
                _cut(path, path.read_text("utf-8"), game)
        step(game, chooser)
    return seen


def _opened(game: Game, chooser: random.Random, path: Path) -> str:
    """Open what is saved here and play on; returns the digest of where that leads."""
    game.save(path)
    copy, ahead = nl.load_game(path), random.Random()
    ahead.setstate(chooser.getstate())
    assert named(copy) == named(game)
    for _ in range(FURTHER):
        if copy.decision is not None:
            step(copy, ahead)
    return named(copy)


def _cut(path: Path, text: str, game: Game) -> None:
    """Without its last line every action is there; cut within the last action, all but that one."""
    lines = text.rstrip("\n").split("\n")
    last = max(number for number, line in enumerate(lines) if '"a":' in line)
    for cut, lost in (("\n".join(lines[:-1]) + "\n", 0), ("\n".join([*lines[:last], lines[last][:-9]]), 1)):
        path.write_text(cut, "utf-8")
        with pytest.raises(nl.SaveError, match="cut off"):
            nl.load_game(path)
        with pytest.warns(UserWarning, match="Opened up to action"):
            repaired = nl.load_game(path, repair=True)
        assert lost or named(repaired) == named(game)
        played = [line for line in repaired.dumps().split("\n") if '"a":' in line]
        assert len(played) == sum('"a":' in line for line in lines) - lost


@pytest.mark.parametrize(("seed", "count"), GAMES)
def test_thirty_points(seed: int, count: int, tmp_path: Path) -> None:
    assert len(saved_and_opened(seed, points_of(seed, count, 500), tmp_path)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_five_hundred_points(seed: int, tmp_path: Path) -> None:
    saved_and_opened(seed, points_of(seed, 20, 2_000), tmp_path)
