"""The orders of battle of rule 4, and faults of their tables by file, row and column."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from normandy_lab.breakout.forces.order_of_battle import COLUMNS, load_order_of_battle, parse_date
from normandy_lab.breakout.tables import data_folder
from normandy_lab.errors import ScenarioError

FORCES = load_order_of_battle()


def test_counts_of_the_tables() -> None:
    assert len(FORCES.units) == 191
    assert Counter(row.game for row in FORCES.units) == {"base": 155, "extended": 36}
    assert [marker.id for marker in FORCES.markers] == ["WTF", "ETF", "IXAF", "2TAF", "LeHavre"]


@pytest.mark.rule("4.32", "4.33")
def test_values_that_the_rulebook_prints() -> None:
    eighth = FORCES.unit("US-4-8")  # Ex.12
    assert eighth is not None
    assert (eighth.attack, eighth.movement, eighth.entry_area) == ("6", 5, "51")
    assert eighth.entry_date == date(1944, 6, 6)
    utah = FORCES.unit("GE-709-1-919")  # Ex.4
    assert utah is not None
    assert (utah.spent_defense, utah.entry_area, utah.entry_date) == (0, "51", None)
    flak = FORCES.unit("GE-21Pz-FLAK")  # Ex.10, 4.24
    assert flak is not None
    assert (flak.attack, flak.spent_defense) == ("*", 2)
    markers = {marker.id: marker.attack for marker in FORCES.markers}
    assert (markers["WTF"], markers["IXAF"]) == (8, 5)  # Ex.2, Ex.3


@pytest.mark.rule("4.24")
def test_only_flak_and_pak_lack_an_attack_factor() -> None:
    assert {row.type for row in FORCES.units if row.attack == "*"} == {"flak", "pak"}


@pytest.mark.rule("4.1")
def test_canadians_are_british() -> None:
    assert {row.nationality for row in FORCES.units if row.service == "Canadian Army"} == {"British"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("US-4-8,8 Rgt", "US-4-12,8 Rgt", 'units.csv, row 3, column id: "US-4-12" stands already in row 2'),
        ("US-4-8,8 Rgt,Allied", "US-4-8,8 Rgt,Alied", 'units.csv, row 2, column side: "Alied" is not known. Did you mean "Allied"?'),
        ("US-4-8,8 Rgt,Allied", "US-4-8,8 Rgt,German", "units.csv, row 2, column side: German does not go with nationality US"),
        ("US-4-8,", "US 4 8,", 'units.csv, row 2, column id: "US 4 8" holds a blank'),
        ("regiment,6,6,5,3,Jun-06", "regiment,x,6,5,3,Jun-06", 'units.csv, row 2, column attack: "x" is not a whole number'),
        ("regiment,6,6,5,3,Jun-06", "regiment,6,6,5,3,Jun-31", 'units.csv, row 2, column entry_date: "Jun-31" is no date'),
        ("US 4,infantry", "US 4,infntry", 'units.csv, row 2, column type: "infntry" is not known. Did you mean "infantry"?'),
    ],
)  # fmt: skip
def test_a_fault_names_file_row_and_column(tmp_path: Path, old: str, new: str, message: str) -> None:
    for name in ("units.csv", "bombardment_markers.csv"):
        text = (data_folder() / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_order_of_battle(tmp_path)
    assert message in str(caught.value)


def test_columns_are_those_of_the_file() -> None:
    header = (data_folder() / "units.csv").read_text(encoding="utf-8").splitlines()[0]
    assert tuple(header.split(",")) == COLUMNS


@pytest.mark.parametrize("text", ["1944-06-07", "Jun-07", "jun-7", date(1944, 6, 7)])
def test_dates_in_both_spellings(text: object) -> None:
    assert parse_date(text) == date(1944, 6, 7)


@pytest.mark.parametrize("text", ["Jun-31", "1944-13-01", "yesterday", "", "7"])
def test_what_is_no_date(text: str) -> None:
    assert parse_date(text) is None
