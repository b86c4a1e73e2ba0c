"""Lines of play in both labs: tree and list, switch, rename, compare, go to a moment, open a file; what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.breakout.lab import Lab


def day_lab() -> Lab:
    lab = Lab("d_day", seed=1944, autosave=False)
    lab.side.choose("Lines")
    return lab


def beach_lab() -> BeachLab:
    lab = BeachLab("beach/demonstration", seed=1944, autosave=False)
    lab.side.choose("Lines")
    return lab


def listed(lab: Any) -> list[str]:
    return [button.description for button in lab.lines.list.children]


@pytest.mark.parametrize("make", [day_lab, beach_lab])
def test_branches_are_listed_drawn_switched_and_renamed(make: Any) -> None:
    lab = make()
    session = lab.session
    step = (lambda _: session.accept()) if make is day_lab else (lambda squad: session.order("advance", squad))
    step("A")
    session.branch("another plan")
    step("B")
    aside = session.game.log.at
    assert [line.startswith("● ") for line in listed(lab)] == [False, True]
    assert "Main line" in listed(lab)[0]
    assert "another plan" in listed(lab)[1]
    assert ">another plan</text>" in lab.lines.tree.value
    lab.lines.list.children[0].click()
    assert session.game.log.line == "main"
    assert session.game.log.at is not aside
    assert [line.startswith("● ") for line in listed(lab)] == [True, False]
    assert "nl-off" in lab.lines.name_row._dom_classes  # the main line keeps its name
    lab.lines.list.children[1].click()
    assert session.game.log.at is aside
    lab.lines.name.value = "the second plan"
    lab.lines.rename.click()
    assert session.game.log.line == "the second plan"
    assert "the second plan" in listed(lab)[1]


def test_a_line_that_undo_has_left_can_be_reached_again() -> None:
    lab = day_lab()
    session = lab.session
    session.dispatch("stay US-82-505")
    first = session.game.log.at
    session.undo()
    session.dispatch("stay US-101-501")
    assert any("left by undo" in line for line in listed(lab))
    number = next(n for n, line in enumerate(listed(lab)) if "left by undo" in line)
    lab.lines.list.children[number].click()
    assert session.game.log.at is first


@pytest.mark.rule("21.2")
def test_two_lines_beside_each_other_name_what_differs() -> None:
    lab = day_lab()
    session = lab.session
    session.branch("all stay")
    for action in [f"stay US-82-{n}" for n in (505, 507, 508)] + [f"stay US-101-{n}" for n in (501, 502, 506)]:
        session.dispatch(action)
    while session.game.decision.kind == "airborne":
        session.dispatch("end")
    lab.lines.other.value = "main"
    assert "nl-off" in lab.lines.compare.widget._dom_classes
    here = session.game.log.at
    lab.lines.compare.open("main", "all stay")
    assert "nl-off" not in lab.lines.compare.widget._dom_classes
    assert session.game.log.at is here  # comparing goes nowhere
    page = lab.lines.compare.body.value
    assert page.count("<svg") == 2
    assert "They part at June 6, airborne landing" in page
    assert "clock.phase" in page  # one line has gone on to the ships, the other has not
    lab.lines.compare.close()
    assert "nl-off" in lab.lines.compare.widget._dom_classes


@pytest.mark.rule("21.2")
def test_positions_in_the_middle_of_a_phase_are_compared_as_well() -> None:
    lab = day_lab()
    session = lab.session
    session.branch("a bridge")
    session.dispatch("secure US-82-507 49-50")
    lab.lines.compare.open("main", "a bridge")
    page = lab.lines.compare.body.value
    assert "units.US-82-507.level" in page  # the regiment is spent, and the bridge is Allied
    assert "bridges.Pont L&#x27;Abbe-Ste. Mere Eglise.held" in page


def test_a_moment_is_gone_to_in_the_words_of_the_log() -> None:
    lab = day_lab()
    lab.game.run(players={"german": "suggest", "allied": "suggest"}, until="amphibious")
    lab.refresh()
    assert "June 6, naval bombardment" in lab.lines.goal.options
    lab.lines.goal.value = "June 6, naval bombardment"
    lab.lines.go.click()
    assert lab.game.log.at.moment == "6S"
    lab.lines.goal.value = "June 9, 3rd impulse"
    lab.lines.go.click()
    assert lab.session.message is not None
    assert lab.session.message.kind == "refusal"
    assert lab.game.log.at.moment == "6S"


def test_a_saved_game_is_opened_in_place_of_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = nl.new_game("d_day", seed=7)
    game.play("stay US-82-505")
    game.save("other.jsonl")
    nl.new_game("beach/demonstration", seed=7).save("beach.jsonl")
    lab = day_lab()
    lab.strip.open.click()
    assert lab.strip.open_row.name.options == ("beach.jsonl", "other.jsonl")
    lab.strip.open_row.name.value = "beach.jsonl"
    lab.strip.open_row.go.click()
    assert lab.session.message.kind == "refusal"
    assert lab.game.seed == 1944
    assert "nl-off" not in lab.strip.open_row.widget._dom_classes  # the row stays with its name
    lab.strip.open_row.name.value = "other.jsonl"
    lab.strip.open_row.go.click()
    assert (lab.game.seed, lab.game.log.at.n) == (7, 1)
    assert "nl-off" in lab.strip.open_row.widget._dom_classes


def test_a_refused_name_of_a_branch_leaves_its_row_open() -> None:
    lab = day_lab()
    lab.strip.branch.click()
    lab.strip.branch_name.value = "main"
    lab.strip._branch()
    assert lab.session.message.kind == "refusal"
    assert "nl-off" not in lab.strip.branch_row._dom_classes
    lab.strip.branch_name.value = "aside"
    lab.strip._branch()
    assert "nl-off" in lab.strip.branch_row._dom_classes


def test_what_is_refused_leaves_the_last_announcement_standing() -> None:
    lab = beach_lab()
    while lab.game.decision.kind != "act":
        lab.session.roll()
    lab.session.order("advance", "A")
    said = lab.narration.widget
    before = [child.value for child in _htmls(said)]
    assert any("squad A" in text.casefold() or "Squad A" in text for text in before)
    lab.session.dispatch("fire 1 A")  # not their phase
    assert lab.session.message.kind == "refusal"
    assert [child.value for child in _htmls(said)] == before
    lab.session.redo()  # nothing to redo
    assert [child.value for child in _htmls(said)] == before


def _htmls(widget: Any) -> list[Any]:
    if hasattr(widget, "children"):
        return [found for child in widget.children for found in _htmls(child)]
    return [widget] if hasattr(widget, "value") and isinstance(widget.value, str) else []
