"""The column ``left`` of the table of units in the midst of an impulse (8.33)."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab.core.dice import ScriptedDice
from normandy_lab.game import Game


def left(game: Game) -> dict[str, int]:
    return dict(game.table("units").set_index("id")["left"])


def bayeux(sky: str) -> Game:
    """Bayeux (19) is contested; an American regiment more waits in Gold Beach (18) with a battery."""
    units = {
        "US-4-8": {"at": "19"}, "US-4-12": {"at": "19"}, "US-4-22": {"at": "20"}, "GE-352-916": {"at": "19"},
        "GE-CA-MontFleury": {"at": "18"}, "GE-352-915": {"at": "19", "level": "spent"}, "GE-352-914": {"at": "21"},
    }  # fmt: skip
    spec = nl.load_scenario("blank").with_({
        "clock": {"phase": "daylight", "side": "allied"}, "units": units, "weather": {"dawn": {"Jun-06": sky}},
        "areas": {"20": {"control": "us"}},
    })  # fmt: skip
    game = nl.new_game(spec, dice=ScriptedDice(["1+1:6+6"]))
    game.ask = {seat: {"reroll": "never", "retreats": "never"} for seat in ("german", "allied")}
    return game


@pytest.mark.rule("18.3", "8.373", "8.32")
@pytest.mark.parametrize(("sky", "more"), [("clear", 0), ("overcast", 1)])
def test_clouds_help_germans_that_move(sky: str, more: int) -> None:
    game = bayeux(sky)
    units = game.table("units").set_index("id")
    assert units.loc["GE-352-916", "left"] == units.loc["GE-352-916", "movement"] + more
    assert units.loc["US-4-8", "left"] == units.loc["US-4-8", "movement"]
    assert units.loc["GE-CA-MontFleury", "left"] == 0, "coastal artillery never moves, and clouds do not help it"
    assert units.loc["GE-352-915", "left"] == 0, "only Fresh units move"


@pytest.mark.rule("8.54")
def test_an_assault_in_the_active_area_costs_its_own_side_only() -> None:
    game = bayeux("overcast")
    before = left(game)
    game.orders.assault("19", units=["US-4-8"], support=[])
    after = left(game)
    assert after["US-4-12"] < before["US-4-12"], "who did not assault has the cost of the assault on him"
    for unit in ("GE-352-916", "GE-352-914", "GE-CA-MontFleury"):
        assert after[unit] == before[unit]
    assert min(after.values()) >= 0


@pytest.mark.rule("8.33")
def test_a_march_is_taken_off_at_once() -> None:
    game = bayeux("clear")
    before = left(game)
    game.play("impulse assault 20")
    cost = int(game.explain("march US-4-22 25"))
    game.play("march US-4-22 25")
    assert left(game)["US-4-22"] == before["US-4-22"] - cost
