"""``normandy-lab supply``: the same columns as the library, for a scenario, a scenario file and a save."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import normandy_lab as nl

# Example of Play 9 without Omaha: a depot in Trevieres, 916 there (1), Longues over the river (2).
FILE = """
name = "trevieres"
extends = "blank"
units."GE-352-916" = {at = "Trevieres", level = "spent"}
units."GE-CA-Longues" = {at = "Port-en-Bessin", level = "spent"}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "trevieres.toml"
    path.write_text(FILE, "utf-8")
    return path


def test_records_have_the_columns_of_the_library(call) -> None:
    done = call("supply", "d_day", "--side", "allied", "--json")
    rows = json.loads(done.out)
    assert done.code == 0
    assert list(rows[0]) == ["unit", "at", "source", "route", "boundaries", "contested", "cost", "isolated"]
    assert len(rows) == 8  # the airborne units; nobody has landed yet
    assert all(row["isolated"] and row["cost"] is None and row["route"] == [] for row in rows)
    assert rows[0]["at"] == "50"


@pytest.mark.rule("12.51")
def test_depots(call, file: Path) -> None:
    done = call("supply", file, "--side", "german", "--depot", "Trevieres:6:german", "--json")
    rows = {row["unit"]: row for row in json.loads(done.out)}
    assert (rows["GE-352-916"]["cost"], rows["GE-CA-Longues"]["cost"]) == (1, 2)
    assert rows["GE-CA-Longues"]["route"] == ["29", "28"]
    words = call("supply", file, "--side", "german", "--depot", "Trevieres:6:german").out
    assert "Port-en-Bessin: Longues CA: from 29 > 28; refit 2" in words
    assert "6 points, 3 asked for; refits 916 Rgt, Longues CA; 3 left" in words


def test_a_save(call, tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=5)
    game.run(until="amphibious")
    path = game.save(tmp_path / "evening.jsonl")
    done = call("supply", path, "--side", "allied")
    assert (done.code, done.out) == (0, f"{nl.supply(game, 'allied')}\n")


@pytest.mark.rule("12.71")
def test_a_depot_that_may_not_stand_is_named_beside_the_records(call) -> None:
    # Before the landings every beach is German and Free of Allies.
    done = call("supply", "d_day", "--side", "allied", "--depot", "Utah Beach:10:us", "--json")
    assert (done.code, len(json.loads(done.out))) == (0, 8)
    assert done.err == "depot in Utah Beach may not stand there: Utah Beach is not Free for the Allies. [12.71]\n"


def test_a_shipped_scenario_goes_before_a_save_of_its_name(call, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = nl.new_game("blank")
    game.save("d_day")
    assert call("supply", "d_day", "--side", "allied").out.startswith("allied: 8 units")
    assert call("supply", "./d_day", "--side", "allied").out.startswith("allied: 0 units")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["d_day"], "--side"),
        (["d_day", "--side", "us"], "us"),
        (["d_dya", "--side", "german"], "d_day"),
        (["", "--side", "german"], "no such scenario or file"),
        ([".", "--side", "german"], "is a folder"),
        (["d_day", "--side", "german", "--depot", "Caen"], "PLACE:VALUE:NATIONALITY"),
        (["d_day", "--side", "german", "--depot", "Caen:six:german"], "PLACE:VALUE:NATIONALITY"),
        (["d_day", "--side", "german", "--depot", "Caan:6:german"], "Did you mean 'Caen'"),
        (["d_day", "--side", "german", "--depot", "Caen:6:us"], "choose german"),
    ],
)
def test_bad_input(call, words: list[str], message: str) -> None:
    done = call("supply", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err
