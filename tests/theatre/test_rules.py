"""Rule ids: what the code cites is documented, and what is documented is cited and has its title."""

from __future__ import annotations

import re
from pathlib import Path

from normandy_lab.rule_index import titles

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "theatre_rules.md").read_text("utf-8")
ID = re.compile(r"\b(?:CH \d(?:\.\d)?|T-\d+)\b")
DOCUMENTED = set(re.findall(r"^\| (CH \d(?:\.\d)?) \|", PAGE, re.MULTILINE)) | set(
    re.findall(r"^- \*\*(T-\d+)\*\*", PAGE, re.MULTILINE)
)
CODE = [path for folder in ("theatre", "analysis/theatre") for path in (TOP / "normandy_lab" / folder).rglob("*.py")]


def test_what_is_cited_is_documented_and_the_other_way_round() -> None:
    cited = {each for path in CODE for each in ID.findall(path.read_text("utf-8"))}
    assert cited == DOCUMENTED


def test_every_clause_has_its_title() -> None:
    assert {each for each in titles() if ID.fullmatch(each)} == DOCUMENTED


def test_the_files_of_the_table_exist() -> None:
    names = set(re.findall(r"`((?:rules/)?\w+\.py)`", PAGE))
    assert names
    for name in names:
        assert (TOP / "normandy_lab" / "theatre" / name).exists(), name
