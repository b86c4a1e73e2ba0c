"""The clock by day: turn and impulse tracks, weather so far, Sunset marker, and what the Sunset DR will do."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import normandy_lab as nl
from normandy_lab.game import Game
from normandy_lab.ui.breakout.clock_view import ClockView, clock_of
from normandy_lab.ui.breakout.panels.clock import changed_html, clock_html, track_html
from normandy_lab.ui.breakout.view import view
from tests.ui.positions import day


def clock(game: Game) -> ClockView:
    return clock_of(game, game.state)


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.rule("6.3", "11.23", "18.4")
@pytest.mark.parametrize(
    ("impulse", "drm", "ends", "changes"),
    [
        (0, 0, Fraction(0), Fraction(0)),  # no throw is below 0 or equal to it
        (2, 0, Fraction(0), Fraction(1, 36)),
        (5, 0, Fraction(6, 36), Fraction(4, 36)),  # 2, 3, 4: one, two and three of 36; a 5 in four ways
        (5, 2, Fraction(1, 36), Fraction(4, 36)),  # the sum and 2 below 5: only a 2; the weather goes by the dice alone
        (
            5,
            -2,
            Fraction(15, 36),
            Fraction(0),
        ),  # the sum below 7; a natural 5 ends the day before it can change the sky
        (8, 0, Fraction(21, 36), Fraction(5, 36)),
        (12, 0, Fraction(35, 36), Fraction(1, 36)),
    ],
)
def test_the_chances_of_the_sunset_roll(impulse: int, drm: int, ends: Fraction, changes: Fraction) -> None:
    shown = clock(day({"US-1-16": "26"}, clock={"impulse": impulse}, sunset={"drm": drm})).sunset
    assert shown is not None
    assert (shown.number, shown.drm, shown.made) == (impulse, drm, 0)
    assert (shown.ends, shown.changes) == (ends, changes)


@pytest.mark.rule("18.4", "3.8")
def test_the_track_shows_the_weather_of_each_space_so_far() -> None:
    game = day(
        {"US-1-16": "26"},
        clock={"impulse": 3},
        weather={"changes": [{"impulse": 1, "to": "overcast"}, {"impulse": 3, "to": "clear"}]},
    )
    track = clock(game).track
    assert [space.letter for space in track] == [*"CBA", *map(str, range(14))]
    assert {space.letter: space.weather for space in track if space.weather} == {
        "0": "clear",
        "1": "overcast",
        "2": "overcast",
        "3": "clear",
    }
    assert [space.letter for space in track if space.here] == ["3"]
    assert {space.letter: space.change for space in track if space.change} == {"1": "overcast", "3": "clear"}
    html = track_html(clock(game))
    assert 'title="impulse 3, the marker is here, clear, clear from here on (18.4)" aria-current="step"' in html
    assert html.count("<svg") == 4, "the weather has a shape as well as a colour"


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(("drm", "sign", "said"), [(2, 1, "added"), (-3, -1, "subtracted")])
def test_the_sunset_marker_lies_on_its_space(drm: int, sign: int, said: str) -> None:
    game = day({"US-1-16": "26"}, sunset={"drm": drm})
    lies = [space for space in clock(game).track if space.sunset]
    assert [(space.number, space.sunset) for space in lies] == [(abs(drm), sign)]
    assert f"Sunset marker, {said} (11.23)" in track_html(clock(game))


@pytest.mark.rule("6.1", "11.2", "8.6")
def test_whose_impulse_it_is_who_passed_and_who_holds_the_advantage() -> None:
    game = day({"US-1-16": "26", "GE-352-916": "33"}, side="german")
    assert (clock(game).side, clock(game).dates) == ("german", tuple(map(str, range(6, 13))))
    assert "German impulse" in words(clock_html(view(game), ""))
    game.play("pass")
    shown = clock(game)
    assert (shown.side, shown.sunset and shown.sunset.passed) == ("allied", "german")
    assert "Germans passed: another pass ends it (8.6)" in clock_html(view(game), "")
    assert (shown.advantage, shown.used) == ("allied", False)


@pytest.mark.rule("11.4", "11.2")
def test_a_used_advantage_is_told() -> None:
    game = day({"US-1-16": "26", "US-1-18": "27"}, areas={"26": {"control": "us"}, "27": {"control": "us"}})
    game.orders.activate("26")
    game.orders.double("27")
    assert clock(game).used
    assert "used: passes on" in words(clock_html(view(game), ""))


def test_outside_daylight_there_is_no_sunset_roll() -> None:
    import normandy_lab as nl

    game = nl.new_game("d_day", seed=1)
    assert clock(game).sunset is None
    assert "day ends now" not in clock_html(view(game), "")


def test_every_cell_of_the_tracks_says_in_words_what_it_shows() -> None:
    html = track_html(clock(day({"US-1-16": "26"}, clock={"impulse": 1})))
    assert html.count("<span") == html.count("title=") == 17


def test_a_scenario_of_ones_own_bears_its_name() -> None:
    own = nl.load_scenario("d_day").with_({"name": "panzers_forward", "clock": {"phase": "daylight"}})
    assert "panzers_forward" in changed_html(own)
    assert changed_html(nl.load_scenario("d_day")) == ""
