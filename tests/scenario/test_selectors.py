"""Divisions by the names that people write, and the other selectors of units in scenario files (4.31)."""

from __future__ import annotations

import pytest

from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.errors import ScenarioError

D_DAY = load_scenario("d_day")
SS_12 = {"GE-12SS-Pz", "GE-12SS-25", "GE-12SS-26", "GE-12SS-Art", "GE-12SS-FLAK"}
AIRBORNE_82 = {"US-82-505", "US-82-507", "US-82-508", "US-82-325"}


def meant(selector: str) -> set[str]:
    return set(D_DAY.with_({"units": {selector: {"level": "spent"}}}).document["units"])


@pytest.mark.rule("4.31")
@pytest.mark.parametrize("name", ["12 SS Pz", "12 SS", "12SS", "12th SS Panzer Division", "ger:12SS/*", "12 SS Pz/*"])
def test_a_division_by_any_of_its_names(name: str) -> None:
    assert meant(name) == SS_12


@pytest.mark.rule("4.31")
@pytest.mark.parametrize("name", ["US 82 AB", "82nd Airborne", "us:82/*", "82 AB"])
def test_an_allied_division_with_or_without_its_army(name: str) -> None:
    assert meant(name) == AIRBORNE_82


@pytest.mark.parametrize(
    ("selector", "units"),
    [
        ("ger:709/919", {"GE-709-919"}),  # the regiment, not its first battalion
        ("ger:6FS", {"GE-6FS"}),  # a regiment of no division
        ("ger:501SS", {"GE-501SS"}),
        ("ger:coastal@Cherbourg", {"GE-CA-Cherb1", "GE-CA-Cherb2"}),
        ("ger:Lehr/*", {"GE-Lehr-I-130", "GE-Lehr-II-130", "GE-Lehr-901", "GE-Lehr-902", "GE-Lehr-Art"}),
    ],
)
def test_other_selectors(selector: str, units: set[str]) -> None:
    assert meant(selector) == units


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        ("3", '"3" may mean British 3 or Canadian 3 (4.31). Write one of those.'),
        ("us:77", 'there is no division and no unit "77"'),
        ("ger:709/999", 'no unit of 709 is "999" (4.31). Use one of: GE-709-729'),
        ("ger:coastal@Nowhere", '"Nowhere" is no place of this board'),
        ("ger:coastal@Caen", 'no unit "coastal" is set up in Caen'),
    ],
)
def test_what_could_mean_two_or_nothing_is_refused(selector: str, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        meant(selector)
    assert words in str(caught.value)


def test_what_is_said_of_one_unit_holds_over_what_is_said_of_its_division() -> None:
    spec = D_DAY.with_({"units": {"GE-12SS-Art": {"at": "Caen"}, "12 SS": {"at": "Isigny"}}})
    assert spec.document["units"]["GE-12SS-Art"]["at"] == "9"
    assert spec.document["units"]["GE-12SS-25"]["at"] == "33"


def test_a_description_tells_the_division_in_one_row() -> None:
    rows = D_DAY.with_({"units": {"12 SS": {"at": "Isigny"}}}).describe().tables["changes"]
    assert rows == [{"key": 'units."12 SS Pz".at, all 5 units', "before": "Zone A", "after": "Isigny", "rule": "5.3"}]


def test_units_of_a_division_that_part_stand_one_by_one() -> None:
    patch = {"units": {"GE-12SS-25": {"at": "Isigny"}, "GE-12SS-26": {"at": "Isigny"}}}
    keys = [row["key"] for row in D_DAY.with_(patch).describe().tables["changes"]]
    assert keys == ["units.GE-12SS-25.at", "units.GE-12SS-26.at"]
