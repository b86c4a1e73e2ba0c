"""Example of Play 2, Naval Bombardment of Utah (51) and Omaha (30) in the printed set-up."""

from __future__ import annotations

import pytest

from tests.rules.helpers import FRESH, SPENT, Table, beaten_by, d_day, terms

BATTALION, VIERVILLE = "GE-709-1-919", "GE-CA-Vierville"
OMAHA = {VIERVILLE, "GE-716-726", "GE-352-916"}
GUNS = "GE-352-Art"


def ships(area: str, target: str | None = None) -> Table:
    game = d_day("naval").do(f"shoot WTF {area}")
    return game.do(f"target {target}") if target else game


@pytest.mark.rule("21.3")
def test_which_fleet_shells_which_beach() -> None:
    assert d_day("naval").offered("shoot") == {"WTF 51", "WTF 30", "ETF 18", "ETF 17", "ETF 8"}


@pytest.mark.rule("10.2", "10.3", "10.3A", "10.3B")
def test_utah_is_eight_against_three() -> None:
    # 8 against 1 (terrain) + 2 (fortification); nobody but the 1/919th is there.
    game = ships("51")
    assert game.offered("target") == {BATTALION}
    game.do(f"target {BATTALION}")
    assert terms(game.av()) == [("10.2", 8)]
    assert terms(game.dv()) == [("10.3A", 1), ("10.3B", 2)]


@pytest.mark.rule("10.4", "10.5")
@pytest.mark.parametrize(
    ("margin", "result"), [(7, FRESH), (5, FRESH), (4, FRESH), (3, SPENT), (0, SPENT), (-10, SPENT)]
)
def test_utah_at_each_difference(margin: int, result: str) -> None:
    # 5 - margin attrition points: at 4 one point (a Fresh unit takes two), at 5 and more none, at 3 two.
    game = ships("51", BATTALION).throw(beaten_by(margin))
    assert game.level(BATTALION) == result, "one level at most"
    assert game.at(BATTALION) == "51"
    assert game.kind == "naval", "no retreat and no choice follow"


@pytest.mark.rule("10.3C", "10.12")
def test_omaha_is_eight_against_four() -> None:
    # 1 (terrain) + 2 (fortification) + 1 (Fresh coastal artillery).
    game = ships("30")
    assert game.offered("target") == OMAHA
    assert game.why(f"target {GUNS}").rule == "10.12"
    game.do(f"target {VIERVILLE}")
    assert terms(game.av()) == [("10.2", 8)]
    assert terms(game.dv()) == [("10.3A", 1), ("10.3B", 2), ("10.3C", 1)]


@pytest.mark.rule("10.4", "10.12")
@pytest.mark.parametrize("other", sorted({*OMAHA, GUNS} - {VIERVILLE}))
def test_seven_against_six_is_five_points(other: str) -> None:
    # 15 against 10. Two for the battery, two for one of three Fresh units, the fifth is lost.
    game = ships("30", VIERVILLE).roll(7, 6)
    assert game.kind == "attrition"
    assert game.actor == "german"
    assert game.level(VIERVILLE) == SPENT
    assert game.offered("hit") == {*OMAHA, GUNS} - {VIERVILLE}
    game.do(f"hit {other}")
    assert game.kind == "naval"
    spent = {unit for unit in (*OMAHA, GUNS) if game.level(unit) == SPENT}
    assert spent == {VIERVILLE, other}


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(("margin", "spent"), [(3, False), (2, True)])
def test_the_battery_needs_two_points(margin: int, spent: bool) -> None:
    game = ships("30", VIERVILLE).throw(beaten_by(margin))  # 4 - margin points
    assert (game.level(VIERVILLE) == SPENT) == spent


@pytest.mark.rule("4.4", "10.11", "17.1")
def test_the_marker_is_used_afterwards() -> None:
    game = ships("30", VIERVILLE).roll(2, 12)
    marker = game.setting.forces.marker_index["WTF"]
    assert game.state.used >> marker & 1
    assert "WTF 51" in game.offered("shoot"), "both American beaches on June 6 (21.3)"
    assert game.why("shoot WTF 30").rule == "21.3"
