"""docs/add_a_game_system.md, followed with the toy system: what the page lists is what the lab asks for."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from normandy_lab import beach, breakout, theatre
from normandy_lab.core.decisions import System
from normandy_lab.errors import NormandyError
from normandy_lab.game import new_game
from normandy_lab.systems import SYSTEMS, GameSystem, Reports, offered
from tests.core import toy

PAGE = (Path(__file__).parents[2] / "docs" / "add_a_game_system.md").read_text("utf-8")
RULES, GAME, REPORTS = (re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) for part in PAGE.split("\n## ")[1:4])


def members(protocol: type) -> set[str]:
    own = {name for name in vars(protocol) if not name.startswith("_")}
    return own | {name for name in protocol.__annotations__ if not name.startswith("_")}


def test_the_page_lists_what_is_asked_for() -> None:
    assert set(RULES) == members(System)
    assert {*GAME, "NAME", "SEATS"} == members(GameSystem)
    assert set(REPORTS) == members(Reports)


@pytest.mark.parametrize("system", [toy, beach, breakout, theatre], ids=lambda system: system.NAME)
def test_every_system_has_what_all_need(system: ModuleType) -> None:
    assert [name for name in (*RULES, *GAME, "NAME", "SEATS") if not hasattr(system, name)] == []


def test_the_toy_lacks_most_reports_and_says_so() -> None:
    assert [name for name in REPORTS if hasattr(toy, name)] == ["QUESTIONS", "optional"]
    with pytest.raises(NormandyError, match="the game toy has no graph"):
        offered(toy, "graph")


def test_the_beach_has_no_stubs() -> None:
    assert [name for name in REPORTS if not hasattr(beach, name)] == [
        "QUESTIONS",
        "optional",
        "attack",
        "graph",
        "snapshot",
    ]


def test_the_theatre_has_no_stubs() -> None:
    has = ["moment_words", "scenario_from", "shipped_scenarios", "changes", "summary"]
    assert [name for name in REPORTS if hasattr(theatre, name)] == has


def test_once_it_is_known_it_is_played_and_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "toy", "tests.core.toy")
    game = new_game(toy.Spec(), seed=3)
    game.run()
    assert game.result is not None
    assert game.result.how == "sums compared"
    assert game.undo(1) == 1
    assert game.result is None
