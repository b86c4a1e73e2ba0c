"""Two scenarios side by side: the table stays a table, both boards mark what differs, in words too."""

from __future__ import annotations

import copy
import re
from typing import Any
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

import normandy_lab as nl
from normandy_lab.breakout.scenario.differences import marked
from normandy_lab.breakout.scenario.picture import INK
from normandy_lab.ui.palette import COLOURS, contrast

PATCH: dict[str, Any] = {
    "title": "12 SS <forward>",
    "units": {
        "GE-12SS-25": {"at": "Carentan"},
        "GE-CA-Grandcamp": {"remove": True},
        "GE-352-916": {"level": "spent"},
        "US-82-505": {"enters": {"date": "Jun-08", "at": "Utah"}},
    },
    "areas": {"Utah": {"fort": 3}, "Caen": {"tem": 3}},
    "bridges": {"7-8": {"held": "destroyed"}},
}


@pytest.fixture(scope="module")
def pair() -> tuple[Any, Any]:
    spec = nl.load_scenario("d_day")
    return spec, spec.with_(PATCH)


def boards(html: str) -> list[ET.Element]:
    return [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def texts(board: ET.Element) -> list[str]:
    return [node.text or "" for node in board.iter() if node.tag.endswith("text")]


def marked_lines(board: ET.Element) -> int:
    return sum(node.get("stroke") == COLOURS["select"] for node in board.iter())


def test_a_diff_is_a_plain_table_that_shows_itself(pair: tuple[Any, Any]) -> None:
    table = nl.diff(*pair)
    assert isinstance(table, pd.DataFrame)
    assert list(table.columns) == ["key", "before", "after", "rule"]
    assert len(table) == 7
    assert type(table[table["rule"] == "5.3"]) is pd.DataFrame
    assert type(table.sort_values("key")) is pd.DataFrame
    assert copy.deepcopy(table).equals(table)
    assert table.set_index("key").loc["areas.Caen.tem", ["before", "after"]].tolist() == ["4", "3"]


def test_what_differs_is_marked_on_both_boards(pair: tuple[Any, Any]) -> None:
    old, new = marked(*pair)
    assert old.places == new.places == {"50", "51", "31", "30", "A", "44", "9"}
    assert old.borders == new.borders == {"7-8"}
    assert old.words["31"] == ("Grandcamp CA",)
    assert "31" not in new.words, "it is not in play any more"
    assert old.words["A"] == new.words["44"] == ("25 SS PG Rgt",)
    assert new.words["51"] == ("505 Para Rgt, Jun 8", "fort 3")
    assert new.words["30"] == ("916 Rgt, spent",)
    html = nl.diff(*pair)._repr_html_()
    before, after = boards(html)
    assert marked_lines(before) == marked_lines(after) == 8
    assert "25 SS PG Rgt" in texts(before)
    assert "25 SS PG Rgt" in texts(after)
    assert "terrain 4" in texts(before)
    assert "terrain 3" in texts(after)
    assert sum((node.text or "") == "Bridge 7-8, destroyed" for node in after.iter()) == 2
    assert sum((node.text or "") == "Bridge 7-8, german" for node in before.iter()) == 1


def test_both_boards_have_words_for_those_who_do_not_see_them(pair: tuple[Any, Any]) -> None:
    html = nl.diff(*pair)._repr_html_()
    for board in boards(html):
        assert board.get("role") == "img"
        assert "units.GE-12SS-25.at: Zone A becomes Carentan." in (board.get("aria-label") or "")
    assert "Before: D-Day to June 12" in html
    assert "After: 12 SS &lt;forward&gt;" in html
    assert "<forward>" not in html
    assert contrast(INK, "#FFFFFF") >= 4.5
    assert all(contrast(INK, COLOURS[name]) >= 3 for name in ("area_german", "area_us", "sea", "zone"))


def test_names_of_changes_do_not_lie_on_one_another(pair: tuple[Any, Any]) -> None:
    """Grandcamp and Omaha Beach are neighbours and both have something to say."""
    before, _ = boards(nl.diff(*pair)._repr_html_())
    spots = [
        (float(node.get("x", 0)), float(node.get("y", 0)), node.text or "")
        for node in before.iter()
        if node.tag.endswith("text") and node.get("fill") == INK
    ]
    for index, (x, y, text) in enumerate(spots):
        for p, q, other in spots[index + 1 :]:
            assert abs(y - q) > 2 or abs(x - p) > 0.4 * (len(text) + len(other)), (text, other)


def test_equal_scenarios_and_long_lists() -> None:
    spec = nl.load_scenario("d_day")
    same = nl.diff(spec, spec)
    assert same.empty
    assert "they play the same" in same._repr_html_()
    many = nl.diff(nl.load_scenario("blank"), spec)
    html = many._repr_html_()
    assert f"and {len(many) - 60} more" in html
    assert "more changes are in the table." in html


def test_a_board_of_ones_own_and_other_systems_show_the_table_only(monkeypatch: pytest.MonkeyPatch, pair: Any) -> None:
    monkeypatch.setattr("normandy_lab.breakout.scenario.picture.drawing_of", lambda resolved: None)
    html = nl.diff(*pair)._repr_html_()
    assert "<svg" not in html
    assert "<table" in html
    names = list(nl.scenarios().query("system == 'beach'")["name"])[:2]
    if len(names) == 2:
        assert "<svg" not in nl.diff(*map(nl.load_scenario, names))._repr_html_()


def test_a_description_shows_what_changes_against_the_scenario_it_extends(tmp_path: Any, pair: tuple[Any, Any]) -> None:
    spec, other = pair
    assert spec.base is None
    assert other.base is spec
    text = str(other.describe())
    assert "changes against d_day" in text
    assert "units.GE-12SS-25.at" in text
    assert len(boards(other.describe()._repr_html_())) == 2
    assert len(boards(spec.describe()._repr_html_())) == 1
    assert "changes" not in {name for name, rows in spec.describe().tables.items() if rows}
    file = tmp_path / "panzers.toml"
    file.write_text('name = "panzers"\nextends = "d_day"\n[units."GE-12SS-25"]\nat = "Carentan"\n', "utf8")
    found = nl.load_scenario(str(file))
    assert found.base == spec
    assert [row["key"] for row in found.describe().tables["changes"]] == ["units.GE-12SS-25.at"]


def test_positions_on_the_empty_board_are_shown_alone() -> None:
    spec = nl.load_scenario("blank").with_({"units": {"US-1-16": {"at": "Omaha"}}})
    assert spec.base == nl.load_scenario("blank")
    assert spec.describe().tables["changes"] == []
    assert len(boards(spec.describe()._repr_html_())) == 1


def test_scenarios_may_be_given_by_name() -> None:
    changed = nl.load_scenario("d_day").with_({"units": {"GE-6FS": {"attack": 9}}})
    assert [row.key for row in nl.diff("d_day", changed).itertuples()] == ["units.GE-6FS.attack"]
