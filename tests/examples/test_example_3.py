"""Example of Play 3, Air Bombardment: 2 TAF on Port-en-Bessin (28), then IX AF on Grandcamp (31)."""

from __future__ import annotations

import pytest

from tests.rules.helpers import FRESH, SPENT, Table, beaten_by, d_day, terms

BATTERY, FLAK, REGIMENT = "GE-CA-Grandcamp", "GE-FLAK-32", "GE-352-914"


def named() -> Table:
    return d_day("air").do("shoot 2TAF 28", "shoot IXAF 31")


def at_grandcamp() -> Table:
    return named().do("target GE-CA-Longues").roll(12, 2)


@pytest.mark.rule("21.4")
def test_longues_is_spent_and_the_second_target_stands() -> None:
    game = named()
    assert game.offered("target") == {"GE-CA-Longues"}, "the first attack is resolved once both targets are named"
    game.do("target GE-CA-Longues").roll(7, 7)
    assert game.level("GE-CA-Longues") == SPENT  # 5 against 1: four points
    assert game.offered("target") == {BATTERY, FLAK, REGIMENT}, "the second, on Grandcamp"


@pytest.mark.rule("21.4", "17.3", "I-24")
def test_after_a_failure_the_second_attack_is_made_on_the_target_named() -> None:
    game = named().do("target GE-CA-Longues").roll(2, 12)
    assert game.level("GE-CA-Longues") == FRESH
    assert game.offered("target") == {BATTERY, FLAK, REGIMENT}
    assert "end" not in game.options


@pytest.mark.rule("10.12", "10.2", "10.3C", "16.2")
def test_grandcamp_is_five_against_two() -> None:
    # 5 against 1 (terrain) + 1 (32 FLAK). Any of the three may be the Primary Target.
    game = at_grandcamp()
    assert game.offered("target") == {BATTERY, FLAK, REGIMENT}
    game.do(f"target {BATTERY}")
    assert terms(game.av()) == [("10.2", 5)]
    assert terms(game.dv()) == [("10.3A", 1), ("10.3C", 1)]


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(
    ("margin", "battery", "more"),
    [
        (5, FRESH, 0),
        (3, FRESH, 0),  # no points
        (2, FRESH, 0),  # one point, too few for the battery
        (1, SPENT, 0),  # two
        (0, SPENT, 0),  # three: nobody is Spent already who could take the third
        (-1, SPENT, 1),  # four: one other unit, the German's choice
        (-2, SPENT, 1),  # five: the fifth is lost
        (-3, SPENT, 2),  # six: all three
        (-10, SPENT, 2),
    ],
)
def test_grandcamp_at_each_difference(margin: int, battery: str, more: int) -> None:
    game = at_grandcamp().do(f"target {BATTERY}").throw(beaten_by(margin))
    if more:
        assert game.offered("hit") == {FLAK, REGIMENT}
    for _ in range(more):
        game.do(min(game.options))
    assert game.phase == "amphibious", "no more choices"
    assert game.level(BATTERY) == battery
    assert [game.level(FLAK), game.level(REGIMENT)].count(SPENT) == more


@pytest.mark.rule("4.4", "17.1")
def test_both_markers_are_used() -> None:
    game = at_grandcamp().do(f"target {BATTERY}").roll(2, 12)
    used = {game.setting.forces.markers[n].id for n in range(5) if game.state.used >> n & 1}
    assert used >= {"IXAF", "2TAF"}
