"""``normandy-lab classroom``: what is refused before a server starts, and what the page goes on with."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import nbformat
import pytest

import normandy_lab as nl
from normandy_lab import classroom
from normandy_lab.errors import NormandyError
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.classroom import lab_of, visit


def where(lab: Any) -> str:
    """The digest of the position that a lab shows."""
    return str(lab.game.log.system.digest(lab.game.state))


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_a_scenario_that_is_not_there_is_refused_before_a_server_starts() -> None:
    with pytest.raises(NormandyError, match="no_such_week"):
        classroom.serve("no_such_week", seed=1, browser=False, port=None)


def test_a_port_that_is_in_use_is_refused_with_the_way_out() -> None:
    with socket.socket() as taken:
        taken.bind((classroom.HERE, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(NormandyError, match=f"--port {port}: .*leave it out"):
            classroom.serve("d_day", seed=1, browser=False, port=port)


def test_a_file_is_named_so_that_any_folder_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = nl.new_game("beach/demonstration", seed=3)
    game.play(game.decision.options[0])
    game.save(tmp_path / "lesson.jsonl")
    monkeypatch.chdir(tmp_path)
    name, title = classroom.checked("lesson.jsonl")
    assert Path(name) == tmp_path / "lesson.jsonl"
    assert title == game.spec.title
    assert classroom.checked("d_day") == ("d_day", "D-Day to June 12")


def test_the_notebook_behind_the_page_is_valid_and_carries_any_name() -> None:
    book = classroom.notebook('it\'s "so".jsonl', "D-Day", 7, Path("/a b"))
    nbformat.validate(book)
    compile(book["cells"][0]["source"], "cell", "exec")


def test_each_game_opens_in_its_own_lab() -> None:
    assert isinstance(lab_of("d_day", 7), Lab)
    assert isinstance(lab_of("beach/demonstration", 7), BeachLab)


@pytest.mark.parametrize("what", ["d_day", "beach/demonstration"])
def test_a_page_that_is_opened_again_goes_on_with_what_was_played_last(what: str, tmp_path: Path) -> None:
    first = visit(what, 7, tmp_path)
    again = visit(what, 7, tmp_path)  # nothing was played: the same new game
    assert (again.game.seed, len(again.game.log.nodes)) == (7, 1)
    first.session.dispatch(first.game.decision.options[0])
    second = visit(what, 7, tmp_path)
    assert where(second) == where(first)
    second.session.dispatch(second.game.decision.options[0])
    os.utime(second.session.save.path, (2e9, 2e9))  # clearly later than the file of the first visit
    third = visit(what, 7, tmp_path)
    assert where(third) == where(second) != where(first)


def test_games_of_other_pages_and_notebooks_are_not_taken_up(tmp_path: Path) -> None:
    other = Lab("d_day", seed=5)
    other.session.dispatch(other.game.decision.options[0])
    here = visit("d_day", 7, tmp_path)
    assert (here.game.seed, len(here.game.log.nodes)) == (7, 1)
