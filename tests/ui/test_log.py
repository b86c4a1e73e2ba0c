"""The log as it is read: one sentence for units that fared alike, dice with totals and values, sums that open."""

from __future__ import annotations

import re

import pytest

import normandy_lab as nl
from normandy_lab.core.terms import signed
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.panels.log import lines_html
from normandy_lab.ui.panels.log_lines import gathered, lines

REGIMENTS = ("US-82-505", "US-101-501", "US-101-502", "US-101-506")


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))


def dropped(faces: str) -> nl.Game:
    """The attack on Ste. Mere Eglise with these dice (Example 1)."""
    game = nl.new_game("d_day", seed=1)
    game.auto_roll = False
    game.ask = {"allied": {"reroll": "never"}, "german": {"reroll": "never"}}
    for unit in REGIMENTS:
        game.play(f"attack {unit}")
    game.play("point US-82-505")
    game.play(f"roll {faces}")
    return game


def texts(game: nl.Game) -> list[str]:
    return [line.text for line in gathered(lines(game))]


@pytest.mark.rule("10.4")
def test_units_that_fared_alike_are_told_in_one_sentence() -> None:
    # Omaha with 8 against 4 and dice 7 against 3: 15 to 7 is eight points, two for each of its four Fresh units.
    spec = nl.load_scenario("d_day").with_({"clock": {"phase": "naval"}})
    game = nl.new_game(spec, seed=1)
    game.auto_roll = False
    game.ask = {"allied": {"reroll": "never"}, "german": {"reroll": "never"}}
    for action in ("shoot WTF 30", "target GE-CA-Vierville", "roll 5+2:1+2"):
        game.play(action)
    while game.decision is not None and game.decision.kind == "attrition":
        game.play(game.decision.options[0])
    raw = [line.text for line in lines(game)]
    assert sum(" takes 2 and is spent." in text for text in raw) == 4  # the log itself keeps every fact
    told = [text for text in texts(game) if "spent" in text]
    assert len(told) == 1
    assert told[0].endswith(" take 2 each and are spent.")
    for name in ("Vierville CA", "352 Artillery", "726 Rgt", "916 Rgt"):
        assert name in told[0]


@pytest.mark.rule("19.4")
def test_dice_of_many_units_are_one_line_with_all_faces() -> None:
    game = nl.new_game("d_day", seed=1944)
    game.run(players={"german": "suggest", "allied": "suggest"}, until="air")
    game.auto_roll = False
    game.ask = {"allied": {"reroll": "never"}, "german": {"reroll": "never"}}
    while game.decision.kind == "first_wave":
        game.play(game.system.suggest(game.state))
    faces = []
    while game.decision.roll is not None:
        faces.append("1" if len(faces) == 1 else "4")
        game.play(f"roll {faces[-1]}")
    told = [line for line in gathered(lines(game)) if line.rule == "19.4"]
    assert "+".join(line.dice for line in told) == "+".join(faces)
    first = next(line for line in told if "+" in line.dice)
    assert re.search(r"Coastal guns fire on the landing at [\w .]+: .* and .* land unharmed; .* is spent\.", first.text)


@pytest.mark.rule("9.43")
def test_dice_stand_with_totals_and_values_at_their_result() -> None:
    # Example 1: 7 against 5. Dice 4+4 against 1+1: 15 to 7.
    game = dropped("4+4:1+1")
    line = next(line for line in gathered(lines(game)) if "succeeds" in line.text)
    assert (line.dice, line.values) == ("4+4:1+1", (7, 5))
    assert "7+ 8 =15 v 5+ 2 =7" in plain(lines_html([line]))
    assert not any("the dice show" in text for text in texts(game))


def test_dice_that_wait_for_a_reroll_are_a_line_of_their_own() -> None:
    game = nl.new_game("d_day", seed=1)
    game.auto_roll = False
    game.ask = {"allied": {"reroll": "always"}, "german": {"reroll": "always"}}
    for unit in REGIMENTS:
        game.play(f"attack {unit}")
    for action in ("point US-82-505", "roll 1+1:4+4"):
        game.play(action)
    assert game.decision.kind == "reroll"
    assert gathered(lines(game))[-1].dice == "1+1:4+4"


@pytest.mark.rule("9.2", "9.3")
def test_a_click_opens_the_terms_as_they_were() -> None:
    lab = Lab(dropped("4+4:1+1"), autosave=False)
    lab.game.auto_roll = True
    lab.game.run(players={"german": "suggest", "allied": "suggest"}, until="amphibious")
    lab.refresh()
    roll = next(line.roll for line in gathered(lines(lab.game)) if "Ste. Mere Eglise succeeds" in line.text)
    lab.log_panel._open()
    assert f'data-node="{roll}"' in lab.log_panel.body.value
    sums = lab.log_panel.sums
    assert "nl-off" in sums.widget._dom_classes
    lab.log_panel.asked.value = str(roll)
    assert "nl-off" not in sums.widget._dom_classes
    told = plain(sums.words.value)
    assert "Assault on Ste. Mere Eglise, June 6, airborne landing" in told
    assert "AV 7" in told
    assert "DV 5" in told
    for rule in ("9.2A", "9.2B", "9.2D", "9.3A", "9.3B"):  # the terms of Example 1, though the battery is gone now
        assert rule in told
    assert signed(3) in told
    assert lab.log_panel.asked.value == ""  # the same dice can be clicked again
    lab.log_panel.sums.hide.click()
    assert "nl-off" in sums.widget._dom_classes


def test_dice_without_values_open_nothing() -> None:
    lab = BeachLab("beach/demonstration", seed=1, autosave=False)
    lab.session.next_turn()
    assert "nl-termsgo" not in lab.log_panel.body.value
    lab.log_panel.asked.value = "5"
    assert "nl-off" in lab.log_panel.sums.widget._dom_classes
