"""Each command does what its help says; numbers come from the rulebook or from counting by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab import cli

TOP = Path(__file__).parents[2]


def test_help_of_every_command(call) -> None:
    overview = call("--help")
    for command in cli.app.registered_commands:
        name = command.callback.__name__
        assert name in overview.out
        done = call(name, "--help")
        assert done.code == 0
        assert done.out.startswith(f"Usage: normandy-lab {name}")


@pytest.mark.smoke
def test_scenarios(call) -> None:
    rows = json.loads(call("scenarios", "--json").out)
    assert {"blank", "d_day"} <= {row["name"] for row in rows}
    assert set(rows[0]) == {"name", "system", "title", "start", "end", "standing"}
    (d_day,) = [row for row in rows if row["name"] == "d_day"]
    assert (d_day["start"], d_day["end"]) == ("1944-06-06", "1944-06-12")
    assert "d_day" in call("scenarios").out


def test_validate_says_what_is_not_played_yet(call, tmp_path: Path) -> None:
    path = tmp_path / "later.toml"
    path.write_text('name = "later"\nextends = "d_day"\nports.delay = 3\n', "utf-8")
    done = call("validate", path)
    assert done.code == 0
    assert "notice" in done.out
    assert "(24.2" in done.out  # minor ports
    assert done.out.endswith("1 of 1 files can be played\n")


def test_validate_counts_good_and_bad(call, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('name = "good"\nextends = "d_day"\n', "utf-8")
    bad.write_text('name = "bad"\nextends = "d_day"\nunits."GE-6FS".at = "Carentann"\n', "utf-8")
    done = call("validate", good, bad)
    assert (done.code, done.err.splitlines()[-1]) == (2, "1 of 2 files can be played")
    (row,) = json.loads(call("validate", good, bad, "--json").out)
    assert (row["kind"], Path(row["file"]).name) == ("error", "bad.toml")


def test_describe(call) -> None:
    assert "Ste. Mere Eglise" in call("describe", "d_day").out
    tables = json.loads(call("describe", "d_day", "--json").out)
    assert len(tables["areas"]) == 60  # 3.2


def test_rules(call) -> None:
    assert len(json.loads(call("rules", "--json").out)) == 233
    assert [row["id"] for row in json.loads(call("rules", "9.5", "--json").out)] == [
        "9.5", "9.5A", "9.5B", "9.5C", "9.5D", "9.5E", "9.5F",
    ]  # fmt: skip
    assert [row["id"] for row in json.loads(call("rules", "13", "--json").out)] == ["13"]
    assert "planned" in call("rules", "24.2").out


def test_clauses_of_the_beach_can_be_looked_up(call) -> None:
    assert [row["id"] for row in json.loads(call("rules", "fp 2.1", "--json").out)] == ["FP 2.1"]
    assert call("rules", "B-10").out.splitlines()[-1].startswith("B-10")
    assert [row["id"] for row in json.loads(call("rules", "SA", "--json").out)] == [
        "SA 1",
        "SA 2",
        "SA 3",
        "SA 4",
        "SA 5",
    ]
    assert call("rules", "FP 9").code == 2


def test_coverage_names_the_functions_of_a_rule() -> None:
    assert "normandy_lab/breakout/rules/s09_assault.py:divisions" in cli.rule_coverage()["9.2D"].code


def test_coverage_has_code_for_what_is_implemented(call) -> None:
    done = call("rules", "21.2", "--coverage", "--json")
    (row,) = json.loads(done.out)
    assert any("s21" in place for place in row["code"].split())
    assert row["tests"]
    assert (done.code, row["missing"]) == (0, "")


def test_odds_equal_a_count_of_all_dice(call) -> None:
    rows = json.loads(call("odds", "--av", 7, "--dv", 5, "--bocage", "--json").out)
    assert list(rows[0]) == ["difference", "probability", "attacker", "cp", "outcome"]
    dice = [(a + b) - (c + d) for a in range(6) for b in range(6) for c in range(6) for d in range(6)]
    for row in rows:
        ways = sum(7 - 5 + difference == row["difference"] for difference in dice)
        assert row["probability"] == pytest.approx(ways / 1296)
        assert row["cp"] == max(0, row["difference"] - 1)  # bocage forgives one point (9.5)
    assert sum(row["probability"] for row in rows) == pytest.approx(1)


def test_odds_in_words(call) -> None:
    out = call("odds", "--av", 7, "--dv", 7).out
    assert "11.27%" in out  # 146 of 1,296 pairs of throws are equal


def test_run_is_the_same_for_the_same_seed(call) -> None:
    first, again = (call("run", "d_day", "--until", "amphibious", "--seed", 3, "--json") for _ in range(2))
    other = call("run", "d_day", "--until", "amphibious", "--seed", 4, "--json")
    assert first.out == again.out != other.out
    rows = json.loads(first.out)
    assert list(rows[0]) == ["n", "turn", "impulse", "actor", "action", "rule", "text", "dice"]
    assert {row["actor"] for row in rows} == {"allied", "german", "chance"}


def test_run_stops_where_it_is_told(call) -> None:
    done = call("run", "d_day", "--until", "airborne", "--seed", 1)
    assert "shoot" not in done.out
    assert done.out.splitlines()[-1].startswith("stopped")
    assert call("run", "d_day", "--player", "random", "--seed", 1).out.splitlines()[-1].endswith("(22.2)")


@pytest.mark.parametrize("name", ["d_day", "beach/demonstration", "beach/class_of_24", "beach/with_limit"])
@pytest.mark.smoke
def test_run_ends_without_being_told_who_plays(call, name: str) -> None:
    """Random players never break through where the board sets no limit of turns, so suggestions are the default."""
    done = call("run", name, "--seed", 1)
    assert done.code == 0, done.err
    assert not done.out.splitlines()[-1].startswith("stopped")
    assert done.out == call("run", name, "--seed", 1, "--player", "suggest").out


def test_replay_prints_the_log_of_the_save(call, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played = call("run", "d_day", "--seed", 5, "--save", path, "--json")
    assert call("replay", path, "--json").out == played.out


def test_export_writes_the_page_that_the_game_writes(call, tmp_path: Path) -> None:
    save, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    call("run", "beach/with_limit", "--seed", 5, "--until", "turn 2", "--save", save)
    done = call("export", save, page)
    assert (done.code, done.out.strip()) == (0, f"saved to {page}")
    assert page.read_text("utf8") == nl.load_game(save).export(tmp_path / "other.html").read_text("utf8")
    assert call("export", save, page).code == 2
    assert call("export", save, page, "--force").code == 0


def test_notebooks_of_a_checkout_are_opened_in_place() -> None:
    assert cli.notebooks() == TOP / "notebooks"


def test_the_module_runs_as_a_program() -> None:
    env = os.environ | {"PYTHONPATH": str(TOP)}
    line = [sys.executable, "-m", "normandy_lab", "rules", "nonsense"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("normandy-lab: there is no rule 'nonsense'")
