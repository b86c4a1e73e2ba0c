"""``nl.gather``: groups that played one scenario in one table, what does not belong there named and left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.game import Game
from normandy_lab.ui.beach.lab import BeachLab

SET_UPS: tuple[dict[str, Any], ...] = (
    {},
    {"artillery": {"shells": 0}},
    {"replacements": {"limit": 3}, "end": {"turn_limit": 12}},
    {"fire": {"hit_on": 6}},
)
CHANGES = (
    "none", "artillery.shells: 2, now 0", "end.turn_limit: 20, now 12; replacements.limit: 1, now 3", "fire.hit_on: 5, now 6",
)  # fmt: skip


def group(number: int, until: str | None = None) -> Game:
    spec = nl.load_scenario("beach/with_limit")
    game = nl.new_game(spec.with_(SET_UPS[number]) if SET_UPS[number] else spec, seed=40 + number)
    game.run(dict.fromkeys(game.seats, "suggest"), until=until)
    return game


@pytest.fixture(scope="module")
def groups() -> list[Game]:
    """Three finished games, and one that the bell has ended in its second turn."""
    return [group(0), group(1), group(2), group(3, "turn 2")]


@pytest.fixture
def saves(groups: list[Game], tmp_path: Path) -> list[Path]:
    return [game.save(tmp_path / f"table {number}.jsonl") for number, game in enumerate(groups, 1)]


def hit(game: Game) -> int:
    """Figures hit, counted in the turns of the game."""
    rows = game.table("turns")
    return int(rows["fire"].sum() + rows["artillery"].sum())


def test_four_groups(groups: list[Game], saves: list[Path]) -> None:
    found = nl.gather(saves)
    assert list(found.columns) == ["group", "change", "result", "losses", "seed"]
    assert found["group"].tolist() == ["table 1", "table 2", "table 3", "table 4"]
    for row, words in zip(found["change"], CHANGES, strict=True):
        assert set(row.split("; ")) == set(words.split("; "))
    ends = [game.result.how for game in groups if game.result is not None]
    assert found["result"].tolist() == [*ends, "not finished: turn 3"]
    assert found["losses"].tolist() == [hit(game) for game in groups]
    assert found["seed"].tolist() == [40, 41, 42, 43]
    assert found.left_out == []


def test_a_damaged_and_a_foreign_file_are_named_and_left_out(saves: list[Path], tmp_path: Path) -> None:
    text = saves[1].read_text("utf8")
    first = re.search(r'"a":"roll [1-6]', text)  # one die of the first roll, changed by hand
    assert first is not None
    face = first[0][-1]
    altered = "2" if face != "2" else "3"
    saves[1].write_text(text.replace(first[0], f"{first[0][:-1]}{altered}", 1), "utf8")
    other = nl.new_game("beach/demonstration", seed=1).save(tmp_path / "other.jsonl")
    with pytest.warns(UserWarning, match="left out") as told:
        found = nl.gather([*saves, other])
    assert found["group"].tolist() == ["table 1", "table 3", "table 4"]
    assert len(told) == len(found.left_out) == 2
    damaged, foreign = found.left_out
    assert damaged.startswith("table 2.jsonl: line ")
    assert "does not agree with its check" in damaged
    assert foreign == "other: a game of beach/demonstration, not of beach/with_limit; gather it with its own"
    page = found._repr_html_()
    assert "table 2.jsonl" in page
    assert "other: a game" in page


def test_labs_and_names(groups: list[Game]) -> None:
    lab = BeachLab(groups[0], autosave=False)
    found = nl.gather({"Red": lab, "Blue": groups[3]})
    assert found["group"].tolist() == ["Red", "Blue"]
    assert found["losses"].tolist() == [hit(groups[0]), hit(groups[3])]


def test_the_campaign_can_be_gathered_too() -> None:
    """Nobody has been eliminated before anybody was dropped."""
    game = nl.new_game("d_day", seed=1)
    found = nl.gather([game, nl.new_game("d_day", seed=2)])
    assert found["losses"].tolist() == [0, 0]
    assert found["change"].tolist() == ["none", "none"]


def test_too_many_none_and_what_is_no_game(groups: list[Game], tmp_path: Path) -> None:
    with pytest.raises(nl.NormandyError, match="9 games; give one to 8"):
        nl.gather([groups[0]] * 9)
    with pytest.raises(nl.NormandyError, match="0 games"):
        nl.gather([])
    with pytest.raises(nl.NormandyError, match="None is no game"):
        nl.gather([None])
    with pytest.raises(nl.NormandyError, match="none of the files is a sound saved game"):
        nl.gather([tmp_path / "nowhere.jsonl"])
