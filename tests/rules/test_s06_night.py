"""Rules 6.1, 6.2, 6.3, 12.53, 18.1: from one day to the next."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import Table, place, two
from tests.rules.nights import at, night

WHO = place("GE-6FS", at="44"), place("US-4-8", at="50")


def over_night(**patch: object) -> Table:
    """From the Allied part of the night of June 7 to the first impulse of June 8."""
    game = night(*WHO, side="allied", areas={"50": {"control": "us"}, "51": {"control": "us"}}, **patch)
    assert game.moment.endswith("Z")
    return game.do("end")


@pytest.mark.rule("6.1", "6.3", "6.2")
def test_a_new_day_begins_with_the_german_on_the_space_where_the_markers_stand() -> None:
    game = over_night(impulse=-1, passed=True, again=2)
    assert (game.moment, game.actor, game.kind) == ("8GA", "german", "impulse")
    clock = breakout.clock(game.state)
    assert (clock["turn"], clock["first_impulse"], clock["passed"]) == ("Jun-08", "A", False)
    assert breakout.moment(game.do("pass").state) == "8AA"


@pytest.mark.rule("6.1", "12.53")
def test_bought_spaces_count_for_the_weather_of_their_day() -> None:
    game = over_night(impulse=2)
    assert game.moment == "8G2"
    assert breakout.clock(game.state)["weather_track"] == [(2, "clear")]


@pytest.mark.rule("6.2", "17.1", "10.11")
def test_at_dawn_the_markers_are_fresh_and_nothing_was_bombarded() -> None:
    markers = {"used": ["WTF", "IXAF"], "bombed_today": {"50": ["us"]}}
    game = over_night(markers=markers)
    assert (game.state.used, game.state.bombed) == (0, {})


@pytest.mark.rule("18.1", "4.8", "6.2", "3.7")
@pytest.mark.parametrize(
    ("start", "sky"), [("Jun-07", "clear"), ("Jun-08", "overcast"), ("Jun-09", "clear"), ("Jun-10", "overcast")]
)
def test_the_weather_of_the_day_is_that_of_its_date(start: str, sky: str) -> None:
    """The track: June 8 clear, 9 overcast, 10 clear, 11 overcast; yesterday's changes are forgotten (18.4)."""
    game = over_night(start=start, weather={"changes": [{"impulse": 1, "to": "overcast"}]})
    clock = breakout.clock(game.state)
    assert (clock["weather"], [word for _, word in clock["weather_track"]]) == (sky, [sky])


@pytest.mark.rule("11.2", "6.1")
def test_the_advantage_stays_with_its_holder_over_night() -> None:
    assert over_night(advantage={"side": "german"}).advantage == "german"
    assert over_night(advantage={"side": "allied"}).advantage == "allied"


@pytest.mark.rule("8.6", "6.3")
def test_a_pass_of_yesterday_ends_no_day() -> None:
    game = over_night(passed=True).do("pass")
    assert (game.kind, game.actor) == ("impulse", "allied")
    assert not game.over


@pytest.mark.rule("8.371", "20.1")
def test_bridges_of_the_night_are_free_by_day() -> None:
    five = ("US-4-8", "US-4-12", "US-4-22", "US-90-357", "US-90-358")
    areas = {"50": {"control": "us"}, "51": {"control": "us"}}
    game = night(place(*five, "US-90-359", at="50"), place("GE-6FS", at="44"), side="allied", areas=areas)
    game.do(*(f"regroup {unit} 51" for unit in five))
    assert (game.moment, game.state.crossed) == ("8G0", {}), "the sixth finds no room, so the night is over"


@pytest.mark.rule("6.1", "6.4")
def test_dusk_ends_the_daylight_and_the_diary_counts_impulses() -> None:
    game = at("daylight", *WHO, side="german")
    game.do("pass", "pass").throw(two(12))
    assert game.phase == "refit"
    assert [(page.day, page.impulses) for page in game.state.diary] == [(1, 1)]
    row = breakout.summary(game.state)
    assert (row["impulses_Jun-07"], row["impulses_Jun-08"]) == (1, None)
    assert row["points"] == row["points_Jun-07"] == -4


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(
    ("until", "over"),
    [
        ("regroup", False),
        ("daylight", True),
        ("Jun-07", False),
        ("Jun-06", True),
        ("Jun-07 refit", True),
        ("Jun-08 dawn", False),
    ],
)
def test_what_is_over_in_the_night_of_june_7(until: str, over: bool) -> None:
    assert breakout.reached(night(*WHO).state, until) == over


@pytest.mark.rule("6.1")
def test_a_day_and_a_phase_of_it_are_over_on_the_next_day() -> None:
    state = over_night().state
    assert breakout.reached(state, "regroup")
    assert breakout.reached(state, "Jun-07")
    assert breakout.reached(state, "Jun-08 dawn")
    assert not breakout.reached(state, "Jun-08 daylight")
    for bad in ("Jun-08 night", "Jun-30", "", "Jun-08 Jun-09"):
        with pytest.raises(breakout.notation.NotationError):
            breakout.reached(state, bad)
