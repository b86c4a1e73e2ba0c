"""Bad input ends with exit code 2 and a message that names the place, the rule and the fix; never with a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HEAD = 'name = "t"\nsystem = "breakout"\nextends = "d_day"\n'
# Ten German regiments beside the corps artillery that stands in St. Lo: eleven, where 7.1 allows ten.
REGIMENTS = (
    "GE-352-914", "GE-352-915", "GE-352-916", "GE-709-739", "GE-709-729", "GE-91-1057", "GE-91-1058", "GE-716-736",
    "GE-243-920", "GE-243-921",
)  # fmt: skip
ELEVEN = "\n".join(f'units."{unit}" = {{at = "St. Lo"}}' for unit in REGIMENTS)

SCENARIOS = {
    "mistyped area": (
        'units."GE-352-916" = {at = "Carentann"}',
        [r"GE-352-916", r"Carentann", r"Carentan\b"],
    ),
    "a unit twice": (
        'units."GE-352-916" = {at = "Carentan"}\nunits."GE-352-916" = {at = "St. Lo"}',
        [r"line 5", r"GE-352-916", r"Keep one"],
    ),
    "eleven units in an area": (ELEVEN, [r"St\. Lo", r"7\.1", r"\b(11|eleven)\b"]),
    "unknown key": ("wheather = {lock = true}", [r"wheather", r"weather"]),
    "unknown key of a unit": ('units."GE-352-916" = {att = "Carentan"}', [r"GE-352-916", r"att", r"\bat\b"]),
    "a date that does not exist": ("clock = {start = 1944-06-31}", [r"line 4", r"1944-06-31", r"1944-06-06"]),
    "a date outside the game": ('clock = {start = "Jul-04"}', [r"clock", r"Jul-04|1944-07-04|July 4"]),
    "unknown unit": ('units."GE-352-961" = {at = "Carentan"}', [r"GE-352-961", r"GE-352-916"]),
    "not TOML": ("units = [", [r"line 4"]),
}  # fmt: skip


def fine(done, *, said: list[str]) -> None:
    assert done.code == 2, done
    assert "Traceback" not in done.err + done.out
    for pattern in said:
        assert re.search(pattern, done.err), f"{pattern!r} is not in:\n{done.err}"


@pytest.mark.parametrize("command", ["validate", "describe", "run"])
@pytest.mark.parametrize("fault", SCENARIOS)
def test_bad_scenarios(call, tmp_path: Path, fault: str, command: str) -> None:
    body, said = SCENARIOS[fault]
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + body + "\n", "utf-8")
    fine(call(command, path), said=said)


def test_all_problems_of_a_file_at_once(call, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(HEAD + 'wheather = {}\nunits."GE-6FS" = {at = "Carentann"}\n' + ELEVEN, "utf-8")
    fine(call("validate", path), said=["wheather", "Carentann"])


def test_a_file_that_is_not_there(call, tmp_path: Path) -> None:
    for command in ("validate", "describe", "run", "replay"):
        fine(call(command, tmp_path / "no_such_file.toml"), said=["no_such_file"])


def test_a_folder_and_bytes_in_place_of_a_file(call, tmp_path: Path) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_bytes(bytes(range(128, 256)))
    for command in ("validate", "describe", "replay"):
        fine(call(command, tmp_path), said=[tmp_path.name])
        fine(call(command, noise), said=["noise"])


def test_a_scenario_name_with_a_typing_error(call) -> None:
    fine(call("describe", "d_dya"), said=["d_dya", "d_day"])


@pytest.fixture
def saved(call, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert call("run", "d_day", "--until", "amphibious", "--seed", 1, "--save", path).code == 0
    return path


def test_a_truncated_save(call, saved: Path) -> None:
    lines = saved.read_text("utf-8").splitlines(keepends=True)
    for text in ("".join(lines[: len(lines) // 2]), "".join(lines)[:-40]):
        saved.write_text(text, "utf-8")
        fine(call("replay", saved), said=[r"line \d+", "cut off", "--repair"])
        assert call("replay", saved, "--repair").code == 0


def test_a_save_with_an_illegal_action(call, saved: Path) -> None:
    lines = saved.read_text("utf-8").splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if '"a":"' in line and '"a":"roll' not in line)
    lines[first] = re.sub(r'"a":"[^"]*"', '"a":"land US-4-8 51"', lines[first])  # a landing in the night drop
    saved.write_text("".join(lines), "utf-8")
    fine(call("replay", saved), said=[rf"line {first + 1}\b", "land US-4-8 51", r"\b21\.[25]\b", "left out"])


def test_a_save_with_a_word_that_is_no_action(call, saved: Path) -> None:
    text = saved.read_text("utf-8")
    saved.write_text(re.sub(r'"a":"[^"]*"', '"a":"fly US-4-8 51"', text, count=1), "utf-8")
    fine(call("replay", saved), said=[r"line \d+", "fly"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["frobnicate"], ["frobnicate"]),
        (["run"], ["SCENARIO"]),
        (["run", "d_day", "--until", "amphibius"], ["amphibius", "amphibious"]),
        (["run", "d_day", "--seed", "one"], ["--seed"]),
        (["run", "d_day", "--player", "napoleon"], ["napoleon", "random, suggest"]),
        (["run", "d_day", "--player", "axis=random"], ["axis", "german, allied"]),
        (["simulate", "d_day", "--games", "2", "--player", "german=rommel"], ["rommel", "random, suggest"]),
        (
            ["simulate", "d_day", "--games", "999999", "--csv", "nowhere/games.csv"],
            ["--csv nowhere", "no folder nowhere"],
        ),
        (["odds", "--av", "7"], ["--dv"]),
        (["odds", "--av", "seven", "--dv", "5"], ["--av"]),
        (["rules", "9.9Z"], [r"9\.9Z"]),
        (["lab", "--port", "0"], ["--port"]),
        (["scenarios", "--jsn"], ["--json"]),
    ],
)
def test_bad_usage(call, words: list[str], said: list[str]) -> None:
    done = call(*words)
    fine(done, said=said)
    assert done.err.count("\n") == 1, "one clear line"
