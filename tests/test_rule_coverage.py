"""The rule index is complete, honest, and in step with code and tests."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from normandy_lab.cli import rule_coverage
from normandy_lab.rule_index import load_index

TOP = Path(__file__).parents[1]
DATA = TOP / "normandy_lab" / "data" / "breakout"
INDEX = load_index(DATA / "rule_index.csv")


def test_index_and_list_of_ids_are_equal() -> None:
    with (DATA / "rule_ids.csv").open(encoding="utf-8", newline="") as file:
        listed = [(row["id"], row["section"]) for row in csv.DictReader(file)]
    assert len(listed) == 233
    assert [(entry.id, entry.section) for entry in INDEX.values()] == listed


def test_every_rule_has_a_title_of_its_own() -> None:
    twice = [title for title, count in Counter(entry.title for entry in INDEX.values()).items() if count > 1]
    assert set(twice) <= {"Terrain value", "Fortified German defenders"}  # the same term in 9.3 and 10.3
    assert all(5 < len(entry.title) <= 90 for entry in INDEX.values())


def test_status_follows_what_this_version_plays() -> None:
    status = {entry.id: entry.status for entry in INDEX.values()}
    assert {status[f"21.{n}"] for n in range(1, 7)} == {"implemented"}
    assert {status[each] for each in ("6.4", "21.7", "13", "22.1", "22.2", "22.3", "22.4")} == {"implemented"}
    assert {status[each] for each in status if each.startswith("23")} == {"variant"}


@pytest.mark.parametrize(("each", "file"), [(e.id, file) for e in INDEX.values() for file in e.file.split()])
def test_files_of_the_index_exist_and_name_the_rule(each: str, file: str) -> None:
    text = (TOP / file).read_text("utf-8")
    assert not file.endswith(".py") or re.search(rf"(?<![\d.]){re.escape(each)}(?![\dA-Z])", text)


COVERAGE = rule_coverage()


@pytest.mark.parametrize("each", [entry.id for entry in INDEX.values() if entry.status == "implemented"])
def test_implemented_rules_have_code_and_a_test(each: str) -> None:
    assert COVERAGE[each].missing == "", f"rule {each} is marked implemented but has no {COVERAGE[each].missing}"


def test_tests_mark_only_rules_that_exist() -> None:
    from normandy_lab.rule_index import _marks, _places, sources

    marked = _places(sources(TOP / "tests", "tests"), _marks)
    assert {each: places for each, places in marked.items() if each not in INDEX and not each.startswith("I-")} == {}
