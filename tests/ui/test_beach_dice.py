"""Real dice thrown together: a squad's, all bunkers', all tests of morale in one entry; of tries also how many succeeded."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from normandy_lab.ui import autosave
from normandy_lab.ui.beach.lab import BeachLab
from tests.ui.test_beach_lab import at, press, why

ENTRIES = 3  # a turn at most


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


def thrown(lab: BeachLab) -> list[tuple[str, list[int]]]:
    """Step and faces of every roll of the game."""
    nodes = [node for node in lab.game.log.at.path() if node.action.verb == "roll"]
    return [(node.step, [face for group in node.action.args[0] for face in group]) for node in nodes]


def two_at_the_wall() -> BeachLab:
    """Three figures of squad A at two obstacles, one of squad B at another; real dice lie on the table."""
    figures = {"A1": [13, 24], "A2": [14, 24], "A3": [15, 24], "B1": [4, 24]}
    lab = at(figures=figures, obstacles=[1, 0, 2, 1])
    press(lab.decision.type)
    return lab


def test_a_squads_dice_in_one_entry() -> None:
    lab = two_at_the_wall()
    lab.session.order("clear", "A")
    assert lab.session.at_once == 3
    for face in (2, 6, 5):
        lab.decision.typed.faces[face - 1].click()
    assert lab.decision.typed.what.value.count("<svg") == 3
    lab.decision.typed.use.click()
    assert thrown(lab) == [("clear", [2]), ("clear", [6]), ("clear", [5])]
    assert lab.game.state.obstacles[2] == 1
    assert lab.session.view.asked is not None
    assert lab.session.view.asked.kind == "act", "squad B has still to act"


def test_a_whole_phase_in_one_entry() -> None:
    lab = two_at_the_wall()
    lab.session.everybody()
    assert lab.session.at_once == 4
    lab.session.type_together([6, 1, 1, 6])
    assert thrown(lab) == [("clear", [6]), ("clear", [1]), ("clear", [1]), ("clear", [6])]
    assert (lab.game.state.obstacles[0], lab.game.state.obstacles[2]) == (0, 1)


def test_how_many_sixes_by_keys() -> None:
    """One of three dice: the first to roll has it. The digits press the buttons that are seen, in their order."""
    lab = two_at_the_wall()
    lab.session.order("clear", "A")
    typed = lab.decision.typed
    typed.count.click()
    assert typed.use.description == "Use: no sixes of three dice"
    assert not typed.use.disabled
    seen = [button for button in typed.faces if "nl-off" not in button._dom_classes]
    assert [button.description for button in seen] == ["1", "2", "3"]
    seen[0].click()
    assert typed.use.description == "Use: one six of three dice"
    typed.use.click()
    assert thrown(lab) == [("clear", [6]), ("clear", [1]), ("clear", [1])]
    assert lab.game.state.obstacles[2] == 1


def test_dice_that_were_not_needed_are_said_and_never_used_for_something_else() -> None:
    """Two obstacles fall to the first two dice: the third figure has nothing to clear, and its die lies idle."""
    lab = two_at_the_wall()
    lab.session.order("clear", "A")
    lab.session.type_together([6, 6, 6])
    assert [step for step, _ in thrown(lab)] == ["clear", "clear"]
    assert why(lab) == "info  One die was not needed."
    lab.session.order("clear", "B")
    assert [step for step, _ in thrown(lab)] == ["clear", "clear"], "the die of squad A is not thrown for squad B"


def test_too_few_dice_are_refused_and_wait_on() -> None:
    lab = two_at_the_wall()
    lab.session.order("clear", "A")
    lab.session.type_together([])
    assert thrown(lab) == []
    assert "type those that wait" in why(lab)
    lab.session.type_together([1])
    assert thrown(lab) == [("clear", [1])]


def test_back_empties_the_tray() -> None:
    lab = BeachLab("beach/demonstration", seed=3, autosave=False)
    lab.session.everybody()
    while lab.session.view.asked.kind == "act":
        lab.decision.other.click()
    press(lab.decision.type)
    lab.session.dispatch("fire 1 A")
    assert lab.session.at_once == 8, "both bunkers' dice"
    lab.session.type_together([1, 1, 1, 5, 6, 6, 6, 6])
    assert lab.session.view.asked.kind == "fire", "the Germans choose the second target by hand"
    lab.session.undo()
    lab.session.dispatch("fire 2 B") if lab.session.view.asked.subject == "2" else lab.session.roll()
    assert [6, 6, 6, 6] not in [faces for _, faces in thrown(lab)]


def test_the_second_bunker_takes_its_dice_from_the_same_entry() -> None:
    lab = BeachLab("beach/demonstration", seed=3, autosave=False)
    lab.session.everybody()
    while lab.session.view.asked.kind == "act":
        lab.decision.other.click()
    press(lab.decision.type)
    lab.session.dispatch("fire 1 A")
    lab.session.type_together([1, 1, 1, 5, 1, 2, 3, 4])
    lab.session.dispatch("fire 2 B")
    assert [faces for step, faces in thrown(lab) if step == "volley"] == [[1, 1, 1, 5], [1, 2, 3, 4]]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_takes_three_entries_a_turn_at_most(seed: int) -> None:
    """Tries, fire, morale; shells are clicked on the picture. No die that was typed is left over or asked for twice."""
    lab = BeachLab("beach/with_limit", seed=seed, autosave=False, germans="doctrine")
    luck, entries = Random(seed), Counter[int]()
    while (asked := lab.session.view.asked) is not None:
        if asked.roll and asked.roll != "shell":
            lab.session.set_typed(True)
            before, turn = len(thrown(lab)), lab.session.view.turn
            lab.session.type_together([luck.randint(1, asked.sides) for _ in range(lab.session.at_once)])
            assert len(thrown(lab)) > before
            entries[turn] += 1
        else:
            lab.decision.primary.click()
    assert lab.game.result is not None
    turns = range(1, lab.game.state.turn + 1)
    assert len(turns) > 5
    assert all(entries[turn] <= ENTRIES for turn in turns)
