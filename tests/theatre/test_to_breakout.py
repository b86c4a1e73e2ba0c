"""Weather and supply of the summer, written into a week of the area-impulse game."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from tests.theatre.helpers import Summer

BEACHES = {"Utah Beach": [10], "Omaha Beach": [10, 10]}


def test_words_of_both_games() -> None:
    """Storms before June 13 are overcast there."""
    typed = dict(zip([f"1944-06-{n:02}" for n in range(8, 13)], nl.theatre.WEATHER, strict=True))
    later = dict(zip([f"1944-06-{n}" for n in range(13, 18)], nl.theatre.WEATHER, strict=True))
    assert [*nl.theatre.breakout_weather(typed)["weather"]["dawn"].values()] == ["clear", *["overcast"] * 4]
    wanted = ["clear", "overcast", "overcast", "storm", "storm"]
    assert [*nl.theatre.breakout_weather(later)["weather"]["dawn"].values()] == wanted


def test_a_drawn_week_becomes_the_weather_of_d_day() -> None:
    summer = Summer("12SSFF").to("weather")
    patch = nl.theatre.breakout_weather(nl.theatre.weather_of_days(summer.game, "1944-06-07", "1944-06-12"))
    spec = nl.load_scenario("d_day").with_(patch)
    rows = nl.diff(nl.load_scenario("d_day"), spec)
    assert rows["key"].str.contains("weather").all()
    assert list(patch["weather"]["dawn"].values()) == ["overcast", "overcast", "overcast", "overcast", "clear", "clear"]


def test_depots_by_what_was_landed() -> None:
    """June 7 to 10: 30, 15, 0 and 0 points of 120: 45/120 of 10 is 3."""
    summer = Summer("12SSFF").to("weather")
    patch = nl.theatre.breakout_supply(summer.game, "1944-06-07", "1944-06-10", BEACHES)
    assert patch["supply"]["allied"]["beaches"] == {"Utah Beach": [3], "Omaha Beach": [3, 3]}
    assert nl.load_scenario("d_day").with_(patch) != nl.load_scenario("d_day")


def test_bad_input() -> None:
    summer = Summer("12SSFF").to("weather")
    with pytest.raises(nl.NormandyError, match="this game has played 1944-06-06 to 1944-06-13"):
        nl.theatre.breakout_supply(summer.game, "1944-06-07", "1944-07-10", BEACHES)
    with pytest.raises(nl.NormandyError, match='Did you mean "storm_'):
        nl.theatre.breakout_weather({"1944-06-20": "storm"})
    with pytest.raises(nl.NormandyError, match="is no date"):
        nl.theatre.breakout_weather({"June": "fair"})
