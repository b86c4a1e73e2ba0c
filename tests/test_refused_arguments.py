"""Nothing is dropped in silence: an argument that would not count is refused, and the way out that is named works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import classroom
from normandy_lab.errors import NormandyError


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda game: nl.odds(game, av=7), "av= stands beside a game"),
        (lambda game: nl.odds(game, dv=7, bocage=True), "dv=, bocage= stands beside a game"),
        (lambda game: nl.odds(game, kind="bombardment"), "kind= stands beside a game"),
        (lambda game: nl.odds(av=7, dv=5, action="attack US-101-502"), "'attack US-101-502' needs a game"),
        (lambda game: nl.odds(av=7, dv=5, policy="levels"), "policy='levels' belongs to a chain"),
        (lambda game: nl.odds(game, "attack US-101-502", policy="retreats"), "policy='retreats' belongs to a chain"),
        (lambda game: nl.odds(nl.new_game("beach/demonstration", seed=1), "hold 1"), "'hold 1' needs a game"),
        (lambda game: nl.Lab(game, seed=5), "seed 5: a game that is under way"),
        (
            lambda game: nl.BeachLab(nl.new_game("beach/demonstration", seed=1), seed=5),
            "seed 5: a game that is under way",
        ),
    ],
)
def test_what_would_not_count_is_refused(call: Any, told: str) -> None:
    with pytest.raises(NormandyError) as refused:
        call(nl.new_game("d_day", seed=1))
    assert told in str(refused.value)


def test_each_lab_names_the_lab_that_shows_a_game_or_says_that_none_does() -> None:
    with pytest.raises(NormandyError, match=r"opens with nl\.BeachLab"):
        nl.Lab("beach/demonstration")
    with pytest.raises(NormandyError, match=r"opens with nl\.Lab$"):
        nl.BeachLab("d_day")
    assert nl.BeachLab("beach/demonstration", autosave=False).game.spec.system == "beach"
    assert nl.Lab("d_day", autosave=False).game.spec.system == "breakout"
    for lab in (nl.Lab, nl.BeachLab):
        with pytest.raises(NormandyError, match=r"no lab shows it; play it with nl\.new_game"):
            lab("theatre/as_planned")
    assert nl.new_game("theatre/as_planned", seed=1).decision is not None


def test_a_classroom_refuses_what_it_cannot_show_before_it_starts(tmp_path: Path) -> None:
    with pytest.raises(NormandyError, match="a game of the theatre, which no lab shows"):
        classroom.serve("theatre/as_planned", seed=None, browser=False, port=None)
    save = nl.new_game("d_day", seed=1).save(tmp_path / "mine.jsonl")
    with pytest.raises(NormandyError, match="--seed 7: a saved game has its own luck"):
        classroom.serve(str(save), seed=7, browser=False, port=None)


def test_a_game_without_a_page_says_what_to_do_instead(tmp_path: Path) -> None:
    game = nl.new_game("theatre/as_planned", seed=1)
    with pytest.raises(NormandyError, match="has no page to take home; save it instead"):
        game.export(tmp_path / "summer.html")
    assert nl.load_game(game.save(tmp_path / "summer.jsonl")).spec.system == "theatre"


def test_a_script_that_made_a_lab_ends_without_a_word() -> None:
    code = "import normandy_lab as nl; a = nl.Lab('d_day', autosave=False); b = nl.BeachLab(autosave=False)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
