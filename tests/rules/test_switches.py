"""The switches of [rules] that these phases obey: what each changes, and that nothing else moves."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import Table, blank, d_day, place, terms


def at_utah(**rules: object) -> Table:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="amphibious", rules=rules)
    return game.do("land US-4-8 51", "end", "assault 51", "point US-4-8")


@pytest.mark.rule("15.1")
def test_fort_value() -> None:
    assert terms(at_utah(fort_value=3).dv()) == [("9.3A", 1), ("9.3B", 1), ("9.3E", 3)]
    assert terms(at_utah(fort_value=0).dv()) == [("9.3A", 1), ("9.3B", 1)]


@pytest.mark.rule("9.2E")
def test_air_attack() -> None:
    assert int(at_utah(air_attack=2).av()) == 6 + 2
    assert int(at_utah(air_attack=0).av()) == 6


@pytest.mark.rule("19.4")
def test_interdiction_off() -> None:
    game = d_day("amphibious", rules={"coastal_interdiction": False})
    assert int(breakout.explain(game.state, "interdiction 30")) == 0
    game.do("land BR-3-8 8", "land BR-Can3-7 17", "land BR-50-69 18", "land US-1-16 30", "land US-4-8 51", "end")
    assert game.kind == "beach", "no dice"


@pytest.mark.rule("21.3")
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_how_often_each_beach_is_shelled(rounds: int) -> None:
    game = blank(
        place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="naval",
        rules={"naval_shoots_before_landing": rounds},
    )  # fmt: skip
    shots = 0
    while game.kind == "naval":
        game.do("shoot WTF 51", "target GE-709-1-919").roll(2, 12)
        shots += 1
    assert shots == rounds


@pytest.mark.rule("21.5")
def test_first_wave_cap() -> None:
    game = d_day("amphibious", rules={"first_wave_cap": 1}).do("land US-4-8 51")
    assert game.why("land US-4-12 51").rule == "21.5"
    assert "land US-1-16 30" in game.options
