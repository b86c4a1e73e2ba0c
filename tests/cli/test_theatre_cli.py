"""``normandy-lab theatre``: the exact figures on the command line, and bad input in one line."""

from __future__ import annotations

import json

import pytest

from normandy_lab.cli import main


def say(capsys: pytest.CaptureFixture[str], words: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as caught:
        main(words.split())
    out, err = capsys.readouterr()
    assert (caught.value.code or 0) == code, err
    return err if code else out


def test_weather_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    """June 8: fair 7/18, overcast_1 1/2, a first day of storm 1/9."""
    (row,) = json.loads(say(capsys, "theatre weather 1944-06-08 --json"))
    assert [round(row[word], 6) for word in ("fair", "overcast_1", "overcast_2", "storm_1")] == [
        0.388889,
        0.5,
        0,
        0.111111,
    ]
    assert "38.89%" in say(capsys, "theatre weather 1944-06-08")
    assert len(json.loads(say(capsys, "theatre weather --json"))) == 87


def test_bombardment(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(say(capsys, "theatre bombard 18 --weather overcast_2 --json"))
    assert {row["result"]: row["probability"] for row in rows} == {"-": 0.5, "D": 0.5}
    assert "CH 5.3" in say(capsys, "theatre bombard 18 --weather overcast_2")


def test_ports_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["site"]: row for row in json.loads(say(capsys, "theatre ports --day 1944-06-21 --json"))}
    assert round(rows["A"]["working"], 6) == 0.389750
    assert float(rows["Cherbourg"]["mean_level"]) > 0


def test_a_summer_without_mulberries(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {
        row["what"]: row for row in json.loads(say(capsys, "theatre summer theatre/no_mulberries --summers 500 --json"))
    }
    assert rows["days of storm"]["exact"] == pytest.approx(7.252986)
    assert "days of storm" in say(capsys, "theatre summer theatre/no_mulberries --summers 500")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("theatre weather 1944-09-01", "give one from 1944-06-06 to 1944-08-31"),
        ("theatre weather --scenario d_day", "is no theatre scenario"),
        ("theatre bombard -1", "give 0 or more"),
        ("theatre bombard 3 --weather rain", "CH 5"),
        ("theatre ports --day June", "give one from"),
        ("theatre summer nowhere", "no such scenario"),
        ("theatre fly", "fly"),
    ],
)
def test_bad_input(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = words.replace("bombard -1", "bombard -- -1")
    assert said in say(capsys, words, 2)


def test_rules_of_the_charts(capsys: pytest.CaptureFixture[str]) -> None:
    assert "CH 6.2" in say(capsys, "rules CH")
    assert [row["id"] for row in json.loads(say(capsys, "rules T-12 --json"))] == ["T-12"]
