"""The rule tag, the index and its coverage."""

from __future__ import annotations

from pathlib import Path

import pytest

from normandy_lab.core.rulebook import rule, tagged
from normandy_lab.errors import NormandyError
from normandy_lab.rule_index import coverage, load_index

HEAD = "id,section,title,status,reason,file,tests\n"


def test_a_tag_records_where_a_rule_is_and_leaves_the_function_alone() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert rule("X1", "X2")(double) is double
    rule("X1")(double)
    place = f"{__name__}:test_a_tag_records_where_a_rule_is_and_leaves_the_function_alone.<locals>.double"
    assert tagged()["X1"] == tagged()["X2"] == [place]


def test_the_index_is_read_from_text_and_from_a_file(tmp_path: Path) -> None:
    text = HEAD + "9.1,9,Who attacks,implemented,,s09_assault.py,\n3.4,3,Dice cup,physical,nothing to model,,\n"
    index = load_index(text)
    assert list(index) == ["9.1", "3.4"]
    assert (index["3.4"].status, index["3.4"].reason, index["9.1"].title) == (
        "physical",
        "nothing to model",
        "Who attacks",
    )
    path = tmp_path / "rules.csv"
    path.write_text(text, "utf-8")
    assert load_index(path) == index


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("9.1,9,A,done,,,\n", r"row 2, column status: 'done' is unknown; write one of implemented, planned"),
        ("9.1,9,A,planned,,,\n9.1,9,B,planned,,,\n", r"row 3, column id: '9\.1' is empty or stands twice"),
        ("3.4,3,A,physical,,,\n", r"row 2, column reason: rule 3\.4 is physical; say why"),
    ],
)
def test_faults_of_the_index_name_row_and_column(rows: str, message: str) -> None:
    with pytest.raises(NormandyError, match=message):
        load_index(HEAD + rows)


def test_a_missing_column_is_named() -> None:
    with pytest.raises(NormandyError, match="row 1: no column tests"):
        load_index("id,section,title,status,reason,file\n")


def test_coverage_reads_strings_of_code_and_marks_of_tests() -> None:
    index = load_index(
        HEAD + "Y1,Y,A,implemented,,,\nY2,Y,B,implemented,,,\nY3,Y,C,planned,,,\nY4,Y,D,implemented,,,\n"
    )
    code = {"a.py": 'REFUSALS = {1: "Y1"}  # Y2 is only a remark', "b.py": 'text = "see Y2"'}
    tests = {"t.py": 'import pytest\n\n@pytest.mark.rule("Y1", "Y4")\ndef test_it(): assert "Y2"\n'}
    covered = coverage(index, code, tests)
    assert (covered["Y1"].code, covered["Y1"].tests, covered["Y1"].missing) == (("a.py",), ("t.py",), "")
    assert covered["Y2"].missing == "code and tests"
    assert covered["Y3"].missing == "", "a planned rule needs neither"
    assert covered["Y4"].missing == "code"
