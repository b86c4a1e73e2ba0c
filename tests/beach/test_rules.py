"""Rule ids: what the code cites is documented, and what is documented is cited."""

from __future__ import annotations

import re
from pathlib import Path

from normandy_lab.core.rulebook import tagged

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs" / "beach_rules.md").read_text("utf-8")
ID = re.compile(r"\b(FP \d(?:\.\d)?|SA \d|B-\d+)\b")
DOCUMENTED = set(re.findall(r"^\| (FP \d(?:\.\d)?|SA \d) \|", PAGE, re.MULTILINE)) | set(
    re.findall(r"^- \*\*(B-\d+)\*\*", PAGE, re.MULTILINE)
)


def cited() -> set[str]:
    return {
        each for path in (TOP / "normandy_lab" / "beach").rglob("*.py") for each in ID.findall(path.read_text("utf-8"))
    }


def test_what_is_cited_is_documented_and_the_other_way_round() -> None:
    assert cited() == DOCUMENTED


def test_every_rule_of_the_fast_play_text_has_a_function() -> None:
    import normandy_lab.beach  # noqa: F401 - its rules are tagged when it is imported

    assert {each for each in DOCUMENTED if each.startswith("FP")} <= set(tagged())


def test_the_files_of_the_table_exist() -> None:
    for name in set(re.findall(r"`((?:rules/)?\w+\.py)`", PAGE)):
        assert (TOP / "normandy_lab" / "beach" / name).exists(), name
