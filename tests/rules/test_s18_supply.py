"""Rule 18.41: what the weather of the day makes of a German depot, and of air supply (12.9)."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import SPENT, Table, hold, night, place, terms


def after(dawn: str, other: int, spaces: int = 13) -> Table:
    """A night after a day of so many impulses from space 0, of which the last ``other`` had the other weather."""
    turn = {"clear": "overcast", "overcast": "clear"}[dawn]
    changes = {spaces - other: turn} if other else {}
    return night(place("GE-352-916", at="29", level=SPENT), impulses=spaces - 1, weather=dawn, changes=changes)


def value(game: Table) -> int:
    return int(breakout.explain(game.state, "depot german 29"))


# 12.61: 5 points on a Clear day, 10 on an Overcast one; 18.41: one up or down for every three impulses or part of three.
VALUES = [
    ("clear", 0, 5), ("clear", 1, 6), ("clear", 2, 6), ("clear", 3, 6), ("clear", 4, 7), ("clear", 5, 7), ("clear", 6, 7),
    ("clear", 7, 8), ("clear", 8, 8), ("clear", 9, 8), ("clear", 10, 9), ("clear", 12, 9), ("clear", 13, 10),
    ("overcast", 0, 10), ("overcast", 1, 9), ("overcast", 2, 9), ("overcast", 3, 9), ("overcast", 4, 8), ("overcast", 5, 8),
    ("overcast", 6, 8), ("overcast", 7, 7), ("overcast", 8, 7), ("overcast", 9, 7), ("overcast", 10, 6), ("overcast", 13, 5),
]  # fmt: skip


@pytest.mark.rule("18.41", "12.61")
@pytest.mark.parametrize(("dawn", "other", "points"), VALUES)
def test_depots_by_the_weather_of_the_day(dawn: str, other: int, points: int) -> None:
    game = after(dawn, other)
    assert value(game) == points
    game.do("depot german 29")
    assert breakout.table(game.state, "depots")[0]["value"] == points


@pytest.mark.rule("18.41", "12.9")
def test_the_example() -> None:
    """Overcast on spaces 4 to 7 of nine impulses: 5 + 2 = 7, and one less for air supply."""
    game = night(
        place("US-4-8", at="51", level=SPENT), impulses=8, changes={4: "overcast", 8: "clear"}, areas=hold("us", "51")
    )
    assert terms(breakout.explain(game.state, "depot german 29")) == [("12.61", 5), ("18.41", 2)]
    assert terms(breakout.explain(game.state, "airsupply 51")) == [("12.9", 4), ("12.9", -1)]
    assert "4 of 9 impulses" in str(breakout.explain(game.state, "airsupply 51"))


@pytest.mark.rule("18.41", "18.4", "17.3")
def test_weather_that_the_marker_did_not_reach() -> None:
    """The second part of the example: an air attack in impulse 3 changed the weather, and the day ended there."""
    game = night(place("US-4-8", at="51", level=SPENT), impulses=3, changes={4: "overcast"}, areas=hold("us", "51"))
    assert value(game) == 5
    assert terms(breakout.explain(game.state, "airsupply 51")) == [("12.9", 4)]


@pytest.mark.rule("18.41", "12.53")
def test_a_day_that_began_below_0_counts_from_there() -> None:
    """Spaces B, A, 0, 1 were played, the last three Overcast: 5 + 1. With four of them it would be 5 + 2."""
    clock = {"phase": "refit", "impulse": 1, "first_impulse": -2}
    game = Table("blank", {"clock": clock, "weather": {"changes": [{"impulse": -1, "to": "overcast"}]}})
    assert value(game) == 6
    clock = {"phase": "refit", "impulse": 2, "first_impulse": -2}
    assert value(Table("blank", {"clock": clock, "weather": {"changes": [{"impulse": -1, "to": "overcast"}]}})) == 7


@pytest.mark.rule("12.61", "18.41")
def test_a_scenario_may_say_other_values() -> None:
    game = night(supply={"german": {"depots": 2, "clear": 3}}, changes={6: "overcast"})
    assert value(game) == 4
    game.do("depot german 29", "depot german 29")  # nobody needs them: twice four points go to the reserves
    assert game.state.reserves == (8, 0)
