"""Rule 4: what the rulebook says about the counters, as the compiled forces have it."""

from __future__ import annotations

import pytest

from normandy_lab.breakout.forces.units import Unit
from tests.rules.helpers import FRESH, SPENT, d_day

FORCES = d_day().setting.forces
UNITS = FORCES.units


def unit(name: str) -> Unit:
    return UNITS[FORCES.index[name]]


@pytest.mark.rule("4.1")
def test_nationalities_and_canadians_as_british() -> None:
    us, british = 1, 2
    assert unit("US-4-8").nationality == us
    assert unit("BR-3-8").nationality == british
    assert unit("BR-Can3-7").nationality == british
    assert {each.nationality for each in UNITS if each.side == 0} == {0}
    assert unit("GE-12SS-25").ss
    assert not unit("GE-6FS").ss


@pytest.mark.rule("4.2", "4.21", "4.22", "4.23", "4.24", "4.25")
def test_each_unit_is_of_one_of_six_types() -> None:
    infantry = {"infantry", "ranger", "commando", "panzer_grenadier", "parachute", "glider"}
    for each in UNITS:
        kinds = [
            each.type in infantry, each.type == "armor", each.field_artillery, each.type == "flak", each.type == "pak",
            each.coastal,
        ]  # fmt: skip
        assert kinds.count(True) == 1, each.id
        assert each.infantry == (each.type in infantry)
    assert {each.type for each in UNITS if each.field_artillery} == {
        "field_artillery",
        "corps_artillery",
        "nebelwerfer",
    }


@pytest.mark.rule("4.22", "4.23", "4.24", "4.25", "8.375")
def test_who_may_lead_an_assault() -> None:
    assert all(each.point == (each.infantry or each.armor) for each in UNITS)
    assert {each.attack_text for each in UNITS if each.type in {"flak", "pak"}} == {"*"}


@pytest.mark.rule("4.3", "4.31", "4.32")
def test_figures_that_the_examples_and_notes_state() -> None:
    # (attack, defense, movement, spent defense); None where nothing is stated.
    known = {
        "US-4-8": (6, 6, 5, 3),  # Example 12 and the notes: 6, half of it rounded down when Spent
        "US-1-16": (6, 6, 5, 3),
        "US-29-116": (5, 5, 5, 2),
        "US-101-501": (3, 3, None, 2),  # Examples 1 and 6; elite: rounded up
        "BR-56": (None, None, 5, None),  # Example 10
        "BR-8Arm": (6, None, 6, None),
        "GE-91-1057": (None, 5, None, None),  # Example 1
        "GE-91-1058": (4, None, None, None),  # Example 6: 4:9
        "GE-CA-Martin": (0, 2, 0, 2),  # Example 1
        "GE-CA-Vierville": (0, 4, 0, 4),  # Example 4
        "GE-709-1-919": (None, None, None, 0),  # Example 4
        "GE-6FS": (6, None, 3, None),  # Examples 7 and 12
        "GE-100Rp": (1, None, 5, None),  # Example 12: 1:10, and 1 + 1 + 3 MF
    }
    for name, figures in known.items():
        each = unit(name)
        found = (each.attack, each.defense, each.movement, each.spent_defense)
        assert all(want in (None, have) for want, have in zip(figures, found, strict=True)), (name, found)


@pytest.mark.rule("4.31")
def test_divisions_as_the_examples_count_them() -> None:
    # Example 1: three of the four regiments in Area 50 are of one division; Example 4: seven infantry units at Omaha,
    # with a bonus for the 1st Division only, so two of the 29th and two Ranger battalions (no division).
    game = d_day()
    at_50 = [each.division for each in UNITS if each.side == 1 and game.at(each.id) == "50"]
    assert sorted(at_50.count(division) for division in set(at_50)) == [1, 3]
    omaha = [each.division for each in UNITS if game.at(each.id) == "box:30" and each.infantry]
    assert sorted(omaha) == ["", "", "US 1", "US 1", "US 1", "US 29", "US 29"]


@pytest.mark.rule("4.33")
def test_entry_of_units() -> None:
    game = d_day()
    assert (unit("US-4-8").entry_day, game.at("US-4-8")) == (0, "box:51")
    assert (unit("GE-91-1057").entry_day, game.at("GE-91-1057")) == (-1, "49")
    assert game.at("GE-Lehr-901") == "waiting"


@pytest.mark.rule("4.4")
def test_bombardment_markers_are_no_units() -> None:
    markers = {marker.id: (marker.kind, marker.attack) for marker in FORCES.markers}
    assert markers["WTF"] == ("naval", 8)  # Example 2
    assert markers["IXAF"] == ("air", 5)  # Example 3
    assert not set(markers) & set(FORCES.index)


@pytest.mark.rule("4.2", "4.5", "4.32")
def test_levels_in_order_and_the_spent_figure() -> None:
    game = d_day(units={"GE-91-1057": {"level": SPENT}})
    game.do("attack US-82-507", "end", "point US-82-507")
    assert int(game.dv()) == 3 + 3  # half of 5, rounded up as for all Germans, and terrain
    assert d_day().level("GE-91-1057") == FRESH


@pytest.mark.rule("4.32", "4.33")
def test_half_strength_on_the_spent_side() -> None:
    # Designer's Notes: half, rounded up for Germans, paratroops and commandos, down for other Allies; batteries keep all.
    # The 1/919th is printed 0 when Spent (Example 4).
    elite = {"parachute", "glider", "commando"}
    for each in UNITS:
        if each.coastal:
            assert each.spent_defense == each.defense, each.id
        elif each.id != "GE-709-1-919":
            up = each.side == 0 or each.type in elite
            assert each.spent_defense == (each.defense + up) // 2, each.id


@pytest.mark.rule("4.31", "4.32")
def test_strength_of_the_american_divisions() -> None:
    # Designer's Notes: attack and defense 5; 6 for the 1st, 4th, 9th and 30th; 4 for the 90th.
    special = {"US 1": 6, "US 4": 6, "US 9": 6, "US 30": 6, "US 90": 4}
    regiments = [each for each in UNITS if each.division.startswith("US ") and each.type == "infantry"]
    assert {each.division for each in regiments} >= {"US 1", "US 4", "US 29"}
    for each in regiments:
        strength = special.get(each.division, 5)
        assert (each.attack, each.defense) == (strength, strength), each.id
