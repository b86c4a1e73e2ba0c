"""Keys, double clicks, busy buttons, and what panels say when there is nothing to do; real widgets, no browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave, keys
from normandy_lab.ui.beach.lab import BEACH_KEYS, BeachLab
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.panels.log_lines import lines


@pytest.fixture(scope="module")
def one() -> Lab:
    """One lab for all tests of this file: its figure is what takes time."""
    return Lab("d_day", seed=1944, autosave=False)


@pytest.fixture
def lab(one: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lab:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")
    one.session.replace(nl.new_game("d_day", seed=1944))
    return one


def tree(widget: Any) -> list[Any]:
    return [widget, *(found for child in getattr(widget, "children", ()) for found in tree(child))]


def hidden(widget: Any) -> bool:
    return "nl-off" in widget._dom_classes


def to_the_end(lab: Lab) -> None:
    game = lab.game
    while game.decision is not None:
        game.orders.accept()
    lab.refresh()


def test_every_key_presses_something_that_is_there(lab: Lab) -> None:
    both = [*tree(lab), *tree(BeachLab("beach/demonstration", seed=1, autosave=False))]
    classes = {name for widget in both for name in getattr(widget, "_dom_classes", ())}
    wanted = {re.split(r"[ \[,:]", name.removeprefix("focus:"))[0] for name in keys.PRESS.values()}
    assert wanted - classes - {"nl-option"} == set()
    lab.session.look_at("50")
    lab.decision.primary.click()
    assert [button.tooltip for button in lab.decision.options.children] == ["keep", "reroll"]


def test_the_list_of_keys_names_every_key(lab: Lab) -> None:
    listed = next(w for w in tree(lab) if "nl-keylist" in getattr(w, "_dom_classes", ())).value
    told = " ".join([*re.findall(r"<dt>(.*?)</dt>", listed), *(keys for keys, _ in BEACH_KEYS)])
    names = {"Escape": "Esc", "U": "Shift+U"}
    for key in keys.PRESS:
        word = names.get(key, key if len(key) > 1 else key.upper())
        assert word in re.split(r"[ ,]+", told), key


def test_single_keys_can_be_switched_off(lab: Lab) -> None:
    assert "nl-nokeys" in keys.SCRIPT
    lab.strip.letters.value = False
    assert "nl-nokeys" in lab.strip.widget._dom_classes
    lab.strip.letters.value = True
    assert "nl-nokeys" not in lab.strip.widget._dom_classes


def test_esc_closes_the_pile_before_it_drops_the_selection(lab: Lab) -> None:
    lab.session.look_at("50")
    lab.map.plot.open_pile("50")
    lab.map.escape.click()
    assert lab.map.plot.opened == ""
    assert lab.session.draft
    lab.map.escape.click()
    assert lab.session.draft == ()


def test_one_step_back_and_forward(lab: Lab) -> None:
    lab.session.dispatch("stay US-82-507")
    lab.session.dispatch("stay US-82-508")
    at = lab.game.log.at.n
    lab.strip.stepback.click()
    assert lab.game.log.at.n == at - 1
    lab.strip.stepon.click()
    assert lab.game.log.at.n == at
    assert lab.strip.stepon.disabled


def test_the_second_click_of_a_double_click_plays_nothing(lab: Lab) -> None:
    game = nl.new_game(nl.load_scenario("d_day").with_({"clock": {"phase": "naval"}}), seed=1)
    lab.session.replace(game)
    shoot = lab.decision.options.children[0]
    shoot.click()
    assert game.decision.kind == "target"
    played = game.log.at.n
    shoot.click()  # the same button again, before the page has shown the next list
    assert game.log.at.n == played
    lab.decision.options.children[0].click()
    assert game.log.at.n > played


def test_the_primary_button_says_that_it_is_busy(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, bool]] = []
    dispatch = lab.session.dispatch

    def watched(*args: Any) -> Any:
        seen.append((lab.decision.primary.description, lab.decision.primary.disabled))
        return dispatch(*args)

    monkeypatch.setattr(lab.session, "dispatch", watched)
    lab.session.look_at("50")
    lab.decision.primary.click()
    assert seen == [("Rolling…", True)]
    lab.strip.undo.click()
    assert not lab.decision.primary.disabled
    assert lab.decision.primary.description.startswith("Attack, ")


def test_the_live_region_is_never_replaced(lab: Lab) -> None:
    """Its role is set once on the widget's own element; what Python writes holds no region of its own."""
    assert "'.nl-lab .nl-status'" in keys.SCRIPT
    lab.session.dispatch("land US-1-Art 30")
    assert "21.2" in lab.map.status.value
    assert "role=" not in lab.map.status.value
    assert "role=" not in lab.decision.message.value


def test_points_stand_in_the_clock_with_what_wins(lab: Lab) -> None:
    """Before the landing all five beaches are German, and the Allies hold the Advantage: 1 − 5 (22.3)."""
    html = lab.clock.widget.value
    assert "−4 of 10" in html
    assert "22.3" in html


def test_every_panel_knows_that_the_game_is_over(lab: Lab) -> None:
    to_the_end(lab)
    assert "Game over" in lab.clock.widget.value
    assert 'aria-current="step"' not in lab.clock.widget.value
    assert "22.2" in lab.decision.what.value
    assert lab.side.front == "Score"
    assert "The dice of this game" in lab.odds.head.value
    assert hidden(lab.odds.bars)
    assert hidden(lab.dice.real)
    assert "nl-over-game" in lab.log_panel.widget._dom_classes
    assert not [place for place in lab.session.view.places if place.target]
    assert "The game is over." in lab.map.status.value
    lab.strip.undo.click()
    assert not hidden(lab.odds.bars)
    assert not hidden(lab.dice.real)
    assert "nl-over-game" not in lab.log_panel.widget._dom_classes


def test_the_dice_of_the_game_are_counted(lab: Lab) -> None:
    to_the_end(lab)
    table = lab.game.table("dice")
    for side, words in (("allied", "Allied"), ("german", "German")):
        faces = [face for row in table[table["roller"] == side]["faces"] for face in row]
        if faces:
            whole = f"<td>{words}</td><td>all dice</td><td class='nl-num'>{len(faces)}</td><td class='nl-num'>{sum(faces)}</td>"
            assert whole in lab.odds.body.value


def test_the_empty_board_says_so() -> None:
    lab = Lab("blank", autosave=False)
    assert "nobody on it" in lab.decision.what.value
    assert "have been played" not in lab.decision.what.value


def test_the_newest_line_of_the_log_is_marked(lab: Lab) -> None:
    """It comes first in the source: the box is filled from the bottom, so that it needs no scrolling."""
    to_the_end(lab)
    last = list(lines(lab.game))[-1]
    shown = lab.log_panel.body.value
    assert shown.index("nl-last") < shown.index(last.text) < shown.index('"nl-line"')


def test_odds_can_be_hidden_for_a_guess(lab: Lab) -> None:
    lab.odds.hide.click()
    assert "nl-folded" in lab.odds.widget._dom_classes
    assert lab.odds.hide.description == "Show"
    lab.odds.hide.click()
    assert "nl-folded" not in lab.odds.widget._dom_classes


# --------------------------------------------------------------------------- what designers meet


def test_a_changed_scenario_says_so_and_in_what(lab: Lab) -> None:
    assert "changed scenario" not in lab.clock.widget.value
    spec = nl.load_scenario("d_day").with_({"units": {"GE-12SS-25": {"at": "Carentan"}}})
    lab.session.replace(nl.new_game(spec, seed=1))
    assert "changed scenario" in lab.clock.widget.value
    assert "Differs from d_day in units.GE-12SS-25" in lab.clock.widget.value


def test_a_kept_game_of_another_scenario_is_not_offered(tmp_path: Path) -> None:
    first, second = (
        nl.load_scenario("d_day").with_({"units": {"GE-12SS-25": {"at": place}}}) for place in ("Carentan", "Isigny")
    )
    game = nl.new_game(first, seed=1)
    game.play("stay US-82-507")
    autosave.Autosave(first.name, tmp_path, first.digest).keep(game)
    assert autosave.Autosave(first.name, tmp_path, first.digest).offers()
    assert autosave.Autosave(second.name, tmp_path, second.digest).offers() == []


def test_a_game_of_the_beach_is_sent_to_its_own_lab() -> None:
    with pytest.raises(nl.NormandyError, match=r"opens with nl\.BeachLab"):
        Lab("beach/with_limit", autosave=False)


def test_names_that_are_missing_are_asked_for(lab: Lab, tmp_path: Path) -> None:
    lab.session.branch("  ")
    assert lab.session.message is not None
    assert "Write a name for the branch" in lab.session.message.text
    lab.session.save_as(" ")
    assert "Write a name for the file" in lab.session.message.text
    lab.session.save_as(str(tmp_path / "game"))
    assert "game.jsonl" in lab.session.message.text
    assert nl.load_game(tmp_path / "game.jsonl").seed == 1944


def row_of(lab: Lab, name: str) -> None:
    """Open the row, write a name, press Save."""
    lab.strip.save.click()
    lab.strip.save_row.name.value = name
    next(w for w in lab.strip.save_row.widget.children if "nl-savego" in w._dom_classes).click()


def test_a_save_that_is_there_is_replaced_only_when_asked(lab: Lab, tmp_path: Path) -> None:
    path = nl.new_game("d_day", seed=2).save(tmp_path / "game.jsonl")
    row_of(lab, str(path))
    assert nl.load_game(path).seed == 2
    assert lab.session.message.text.endswith("is there already. Save it as game-2.jsonl, or replace it.")
    assert (lab.strip.save_row.name.value, lab.strip.save_row.replace.description) == (
        str(tmp_path / "game-2.jsonl"),
        "Replace game.jsonl?",
    )
    assert not {"nl-off"} & {*lab.strip.save_row.widget._dom_classes, *lab.strip.save_row.replace._dom_classes}
    next(w for w in lab.strip.save_row.widget.children if "nl-savego" in w._dom_classes).click()
    assert (nl.load_game(path).seed, nl.load_game(tmp_path / "game-2.jsonl").seed) == (2, 1944)
    assert "nl-off" in lab.strip.save_row.widget._dom_classes
    row_of(lab, str(path))
    lab.strip.save_row.replace.click()
    assert nl.load_game(path).seed == 1944
    assert {"nl-off"} <= {*lab.strip.save_row.widget._dom_classes} & {*lab.strip.save_row.replace._dom_classes}


def test_a_file_of_another_kind_is_not_offered_to_be_replaced(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("my notes", "utf-8")
    row_of(lab, str(tmp_path / "notes.txt"))
    assert (tmp_path / "notes.txt").read_text("utf-8") == "my notes"
    assert "another kind" in lab.session.message.text
    assert "nl-off" in lab.strip.save_row.replace._dom_classes
