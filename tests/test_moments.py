"""Moments by their words, and branches that are renamed: on the two games that there are."""

from __future__ import annotations

import copy

import pytest

import normandy_lab as nl
from normandy_lab.errors import NormandyError

BOTH = {"german": "suggest", "allied": "suggest"}


@pytest.fixture(scope="module")
def day() -> nl.Game:
    """June 6 by suggestions, up to the night."""
    game = nl.new_game("d_day", seed=1944)
    game.run(players=BOTH, until="Jun-06 daylight")
    return game


@pytest.mark.rule("6.3")
def test_an_ordinal_counts_impulses_as_they_were_played(day: nl.Game) -> None:
    # The Germans have the first impulse of a day, then the sides alternate (6.3): the second is Allied.
    day.goto("June 6, 1st impulse")
    assert (day.log.at.moment, day.actor) == ("6G0", "german")
    day.goto("June 6, 2nd impulse")
    assert (day.log.at.moment, day.actor) == ("6A0", "allied")
    day.goto("June 6, second German impulse")
    assert day.log.at.moment == "6G1"


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("June 6, Allied impulse 1", "6A1"),
        ("6 june allied impulse 1", "6A1"),
        ("Jun 6, amphibious assault", "6L"),
        ("June 6, air bombardment", "6F"),
        ("June 6, refit", "6R"),
        ("6a1", "6A1"),
    ],
)
def test_a_moment_as_the_log_writes_it_or_says_it(day: nl.Game, said: str, moment: str) -> None:
    day.goto(said)
    assert day.log.at.moment == moment
    assert day.log.at.opens


@pytest.mark.parametrize("said", ["June 7, 2nd impulse", "June 6, 99th impulse", "2", "June 6, 1st 2nd impulse", ""])
def test_what_is_no_moment_is_refused_with_those_that_are(day: nl.Game, said: str) -> None:
    before = day.log.at
    with pytest.raises(NormandyError, match="on this line 6N, 6S"):
        day.goto(said)
    assert day.log.at is before


def test_moments_of_the_beach_are_turns_and_phases() -> None:
    game = nl.new_game("beach/demonstration", seed=1)
    game.run(players={"german": "suggest", "american": "suggest"}, until="turn 2")
    game.goto("turn 2, fire")
    assert game.log.at.moment == "2F"


def test_a_branch_is_renamed_with_all_that_was_played_on_it() -> None:
    game = nl.new_game("d_day", seed=1)
    game.branch("aside")
    game.play("stay US-82-505")
    before = game.system.digest(game.state)
    game.rename("aside", "wait for dawn")
    assert game.log.line == "wait for dawn"
    game.goto("main")
    game.goto("wait for dawn")
    assert game.system.digest(game.state) == before
    again = copy.deepcopy(game)  # by way of the text of a save
    assert list(again.log.branches) == ["main", "wait for dawn"]
    assert again.log.line == "wait for dawn"


@pytest.mark.parametrize(
    ("branch", "name", "words"),
    [
        ("main", "x", "main line keeps its name"),
        ("none", "x", "'none' is not known"),
        ("aside", "main", "give it a name not in use"),
        ("aside", " ", "give it a name not in use"),
    ],
)
def test_names_of_branches_stay_unique(branch: str, name: str, words: str) -> None:
    game = nl.new_game("d_day", seed=1)
    game.branch("aside")
    with pytest.raises(NormandyError, match=words):
        game.rename(branch, name)
    assert list(game.log.branches) == ["main", "aside"]
