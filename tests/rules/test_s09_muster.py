"""Rules 8.5, 8.51, 9.7 in play: the attack as it is being built shows the same sums as the attack itself."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.battles import OVERCAST, US
from tests.rules.helpers import D1, SPENT, Table, blank, place, terms

OMAHA = {"30": {"fort": 0}}
DIVISION = ("US-1-16", "US-1-18", "US-1-26", "US-Rgr-2", "US-Rgr-5")


def omaha() -> Table:
    """Example 8, before it begins: Omaha Beach is contested, and the Allies are to play."""
    stack = place(*DIVISION, "US-1-Art", "US-29-115", at="30"), place("GE-716-726", "GE-709-739", at="30")
    game = blank(*stack, phase="daylight", areas=OMAHA)
    while game.actor == "german":
        game.do("pass")
    return game.do("impulse assault 30")


@pytest.mark.rule("8.54", "9.7", "9.2")
def test_an_attack_is_built_unit_by_unit_with_its_values() -> None:
    game = omaha()
    assert int(game.av("assault 30")) == 6 + 5 + 1 + 1, "all six regiments that can, one division, the air"
    game.do("assault 30")
    assert breakout.attack(game.state) is None, "nobody has joined"
    assert terms(game.av("join US-1-16")) == [("9.2A", 6), ("9.2E", 1)]
    game.do(*(f"join {unit}" for unit in DIVISION))
    assert int(game.av()) == 12
    assert int(game.av("support US-1-Art")) == 13
    game.do("support US-1-Art")
    assert (int(game.av()), int(game.dv())) == (13, 6)
    assert (int(game.av("end")), int(game.dv("end"))) == (13, 6)
    game.do("end")
    assert game.kind == "point"
    assert (int(game.av()), int(game.dv())) == (13, 6)


@pytest.mark.rule("9.41", "8.54", "9.62", "8.22")
def test_a_lost_assault_where_it_began() -> None:
    game = omaha().do("assault 30", *(f"join {unit}" for unit in DIVISION), "end")
    game.do("point US-1-16", "forward GE-716-726").roll(2, 12).do("hold")
    assert set(game.levels(*DIVISION)) == {D1}
    assert {game.at(unit) for unit in DIVISION} == {"30"}
    assert game.why("assault 30").rule == "8.22", "an area is attacked once"


@pytest.mark.rule("8.51", "9.3C", "9.41", "9.61")
def test_a_mandatory_assault_shows_its_crossing_before_it_is_made_and_goes_back_when_lost() -> None:
    """Example 7 in play: Carentan to Ste. Mere Eglise."""
    paras = place("US-101-501", "US-101-502", at="50", level=SPENT)
    game = blank(place("GE-6FS", at="44"), paras, phase="daylight", areas={"50": US, "51": US}, **OVERCAST)
    game.do("impulse assault 44", "march GE-6FS 50")
    assert (int(game.av("assault 50")), int(game.dv("assault 50"))) == (6, 7)
    game.do("assault 50")
    if game.kind == "orders":
        game.do("end")
    game.do("point GE-6FS", "forward US-101-501").roll(2, 12)
    assert (game.at("GE-6FS"), game.level("GE-6FS")) == ("44", D1)
    while game.kind == "retreat":
        game.do("hold")
    assert game.kind != "orders" or "end" in game.options, "nothing is left to assault"
