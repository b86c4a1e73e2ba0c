"""Rule 18 on June 6."""

from __future__ import annotations

import pytest

from tests.rules.helpers import FRESH, Table, blank, d_day, place, terms

OVERCAST = {"dawn": {"1944-06-06": "overcast"}}


def at_utah(**patch: object) -> Table:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="amphibious", **patch)
    return game.do("land US-4-8 51", "end", "assault 51", "point US-4-8")


@pytest.mark.rule("18.1", "5.1")
def test_june_6_dawns_clear() -> None:
    game = d_day()
    assert game.state.weather == 0
    assert game.setting.dawn[0] == 0


@pytest.mark.rule("18.2", "9.2E")
def test_clear_gives_air_attacks_and_air_support() -> None:
    assert d_day("air").kind == "air"
    assert ("9.2E", 1) in terms(at_utah().av())


@pytest.mark.rule("18.3", "21.4", "21.5", "I-31")
def test_overcast_gives_neither() -> None:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="air", weather=OVERCAST)
    assert game.phase == "amphibious"
    assert game.level("GE-709-1-919") == FRESH
    assert terms(at_utah(weather=OVERCAST).av()) == [("9.2A", 6)]


@pytest.mark.rule("18.3")
def test_overcast_does_not_hinder_ships() -> None:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="naval", weather=OVERCAST)
    assert game.offered("shoot") == {"WTF 51"}
