"""Projector mode: nothing tells the odds before they are shown, hands are counted, totals are those of the dice."""

from __future__ import annotations

from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.panels.log_lines import lines


@pytest.fixture
def lab() -> Lab:
    """Ste. Mere Eglise chosen for the night drop, before a class."""
    made = Lab(nl.new_game("d_day", seed=1944), autosave=False)
    made.layers.projector.value = True
    made.session.look_at("50")
    return made


def tree(widget: Any) -> list[Any]:
    return [widget, *(found for child in getattr(widget, "children", ()) for found in tree(child))]


def test_the_odds_are_asked_for_and_hidden(lab: Lab) -> None:
    assert "will the attack on Ste. Mere Eglise succeed?" in lab.projector.words.value
    assert "%" not in lab.projector.words.value
    assert "nl-oddsshown" not in lab._dom_classes, "the sheet hides the tabs until then"
    told = [str(getattr(each, "description", "")) for each in tree(lab.decision.widget)]
    assert not [text for text in told if "%" in text and "hand" not in text], "no button tells"


def test_hands_are_counted_until_the_odds_are_shown(lab: Lab) -> None:
    for number in (1, 2, 2):
        lab.projector.ranges[number].click()
    assert [button.description.rpartition("\n")[2] for button in lab.projector.ranges] == [
        "0 hands", "1 hand", "2 hands", "0 hands",
    ]  # fmt: skip
    lab.projector.reveal.click()
    lab.projector.ranges[0].click()
    assert lab.projector.hands.counts == [0, 1, 2, 0], "what is known is no guess"
    attack = lab.session.attack
    table = nl.odds(av=int(attack.av), dv=int(attack.dv), bocage=attack.bocage)
    success = table.loc[table["outcome"] == "success", "probability"].sum()
    assert f"{100 * float(success):.1f}%" in lab.projector.words.value
    right = min(3, int(4 * success))
    assert lab.projector.ranges[right].description.startswith("✓")
    assert "nl-oddsshown" in lab._dom_classes


def test_totals_are_value_and_dice(lab: Lab) -> None:
    lab.game.ask = {"allied": {"reroll": "attacks"}, "german": {"reroll": "never"}}
    lab.game.auto_roll = False
    lab.decision.primary.click()
    while lab.game.decision.roll is None:
        lab.session.accept()
    attack = lab.game.system.attack(lab.game.state)
    values = int(attack.av), int(attack.dv)
    lab.session.type_dice("1+2:4+3")
    shown = lab.projector.result.value
    assert f'nl-total">{values[0] + 3}<' in shown
    assert f'nl-total">{values[1] + 7}<' in shown
    assert list(lines(lab.game))[-1].text.split(".")[0] in lab.projector.narration.value.replace("&#x27;", "'")


def test_the_lab_comes_back(lab: Lab) -> None:
    lab.projector.project(False)
    lab._leave()
    assert "nl-projector" not in lab._dom_classes
