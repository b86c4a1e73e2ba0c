"""Positions in the daylight of June 6 for the tests of the lab: an empty board with a few units on it."""

from __future__ import annotations

from typing import Any

import normandy_lab as nl
from normandy_lab.core.dice import Dice
from normandy_lab.game import Game

QUIET = {"allied": {"reroll": "never", "retreats": "never"}, "german": {"reroll": "never", "retreats": "never"}}
INFANTRY = (
    "GE-711-731", "GE-711-744", "GE-716-736", "GE-716-726", "GE-352-914", "GE-352-915", "GE-709-729", "GE-709-739",
    "GE-243-920", "GE-243-921", "GE-243-922", "GE-91-1057", "GE-91-1058",
)  # fmt: skip
TASK_FORCE = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116")


def day(
    at: dict[str, str], base: str = "blank", side: str = "allied", dice: Dice | None = None, seed: int = 1, **patch: Any
) -> Game:
    """A game at the start of an impulse of this side, with units at these places and nobody asked about rerolls."""
    clock = {"phase": "daylight", "side": side, **patch.pop("clock", {})}
    spec = nl.load_scenario(base).with_({"clock": clock, "units": {u: {"at": p} for u, p in at.items()}, **patch})
    game = nl.new_game(spec, seed=seed, dice=dice)
    game.ask = QUIET
    return game


def german(at: dict[str, str], **patch: Any) -> Game:
    """The same in a German impulse."""
    return day(at, side="german", **patch)


def isigny(**patch: Any) -> Game:
    """Five American regiments two areas from Isigny, which one Fresh German regiment defends; guns stand next to it."""
    units = dict.fromkeys(TASK_FORCE, "26") | {"US-1-Art": "27", "GE-352-916": "33"} | patch.pop("units", {})
    return day(units, areas={"26": {"control": "us"}, "27": {"control": "us"}}, **patch)


def at(game: Game, unit: str) -> str:
    """Where a unit stands."""
    state = game.state
    return str(state.setting.board.places[state.at[state.setting.forces.index[unit]]].id)


def actions(game: Game) -> list[str]:
    """Everything that was played so far."""
    return [str(node.action) for node in game.log.at.path()]
