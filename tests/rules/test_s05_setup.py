"""Rules 5 and 6.21: the start of play."""

from __future__ import annotations

from datetime import date

import pytest

from normandy_lab import breakout
from tests.rules.helpers import FRESH, d_day

# Unit -> area, from the Examples of Play and the Designer's Notes.
PLACED = {
    "GE-CA-Martin": "50",  # Example 1
    "GE-91-1057": "49",
    "GE-709-1-919": "51",  # Example 2
    "GE-CA-Vierville": "30",
    "GE-352-916": "30",  # Example 4
    "GE-716-726": "30",
    "GE-352-Art": "30",
    "GE-CA-Grandcamp": "31",  # Example 3
    "GE-FLAK-32": "31",
    "GE-CA-Longues": "28",
    "GE-CA-Marcouf": "52",  # Example 4
    "GE-243-920": "57",  # Example 5
    "GE-101NW": "57",
    "GE-FLAK-Cherb1": "56",
    "GE-FLAK-Cherb2": "56",
    "GE-FLAK-Cherb3": "56",
    "GE-91-1058": "53",  # Example 6
    "GE-6FS": "44",  # Examples 7 and 12
    "GE-100Rp": "45",  # Example 12
    "GE-21Pz-FLAK": "16",  # Example 10
    "GE-716-736": "8",  # Designer's Notes
    "GE-21Pz-Art": "10",
}


@pytest.mark.rule("5.3")
def test_german_units_stand_where_the_rulebook_has_them() -> None:
    game = d_day()
    assert {unit: game.at(unit) for unit in PLACED} == PLACED


@pytest.mark.rule("5.3")
def test_everybody_is_fresh_and_omaha_holds_four_germans() -> None:
    game = d_day()
    assert {game.level(unit.id) for unit in game.setting.forces.units} == {FRESH}
    omaha = [unit.id for unit in game.setting.forces.units if unit.side == 0 and game.at(unit.id) == "30"]
    assert len(omaha) == 4  # Example 2: "the remaining three defending units" beside the battery
    utah = [unit.id for unit in game.setting.forces.units if unit.side == 0 and game.at(unit.id) == "51"]
    assert utah == ["GE-709-1-919"]  # Example 2: one unit


@pytest.mark.rule("5.3", "24.1")
def test_units_after_june_12_do_not_belong_to_the_short_game() -> None:
    game = d_day()
    assert "GE-2Pz-3" not in game.setting.forces.index  # due June 13
    assert max(unit.entry_day for unit in game.setting.forces.units) <= 6


@pytest.mark.rule("5.1", "5.2", "5.4", "6.21")
def test_markers_and_clock() -> None:
    game = d_day()
    clock = breakout.clock(game.state)
    assert clock["date"] == date(1944, 6, 6)
    assert clock["days"] == 7
    assert (clock["weather"], clock["advantage"], clock["phase"]) == ("clear", "allied", "airborne")
    assert clock["phases"][:4] == ["airborne", "naval", "air", "amphibious"]
    assert game.state.sunset_drm == 0
    assert game.state.reserves == (0, 0)
    assert game.state.used == 0
