"""What the odds panel, the buttons, the log and ``game.explain`` say of the same attack, in random games by clicks."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui.breakout.lab import Lab

AGAINST = re.compile(r"(\d+) against (\d+)")
TOTALS = re.compile(r": (\d+) against (\d+)")
TWO_DICE = [a + b for a, b in product(range(1, 7), repeat=2)]


@pytest.fixture(scope="module")
def one() -> Lab:
    return Lab("d_day", seed=0, autosave=False)


def open_to(widget: Any) -> bool:
    return "nl-off" not in widget._dom_classes and not widget.disabled


def values(game: Any) -> tuple[int, int] | None:
    """Attack and defense value as ``game.explain`` has them; None while no attack is at hand."""
    try:
        return int(game.explain("attack_value")), int(game.explain("defense_value"))
    except nl.NormandyError:
        return None


def pair(found: re.Match[str] | None) -> tuple[int, int] | None:
    return (int(found[1]), int(found[2])) if found else None


def shown_odds(lab: Lab) -> tuple[int, int] | None:
    """What the odds panel shows of the attack at hand."""
    if "Odds of this attack" not in lab.odds.head.value:
        return None
    return pair(re.search(r"<b>AV (\d+)</b>.*?<b>DV (\d+)</b>", lab.odds.body.value, re.DOTALL))


def repulsed(difference: int, bombardment: bool) -> bool:
    """A lower total repulses an assault (9.41); an equal one hits nothing in a bombardment (10.4)."""
    return difference <= 0 if bombardment else difference < 0


def check_odds(lab: Lab) -> None:
    """The three numbers of the panel, counted over all dice."""
    attack, shown = lab.session.attack, shown_odds(lab)
    assert shown == (int(attack.av), int(attack.dv))
    differences = [shown[0] + a - shown[1] - d for a, d in product(TWO_DICE, repeat=2)]
    assert len(differences) == 1296
    bombardment = attack.kind == "bombardment"
    worst = sum(repulsed(each, bombardment) for each in differences)
    middle = sum(each == (1 if bombardment else 0) for each in differences)
    counted = [f"{100 * count / 1296:.1f}%" for count in (worst, middle, 1296 - worst - middle)]
    assert re.findall(r"<b>([\d.]+%)</b>", lab.odds.body.value)[:3] == counted


def check_rolls(lab: Lab, nodes: list[Any]) -> int:
    """Each roll of two against two dice: the log's totals are the values plus the dice."""
    game, here, checked = lab.game, lab.game.log.at, 0
    for number, node in enumerate(nodes):
        if node.action.verb != "roll" or ":" not in str(node.action):
            continue
        thrown = [sum(map(int, part.split("+"))) for part in str(node.action).split()[1].split(":")]
        said = [event.text for later in nodes[number : number + 3] for event in later.events]
        if game.decision is not None and game.decision.kind == "reroll" and node is nodes[-1]:
            said.append(game.decision.prompt)
        elif any(str(later.action) == "reroll" for later in nodes[number : number + 2]):
            continue
        totals = next(found for text in said if (found := pair(TOTALS.search(text))))
        game.goto(node.parent)
        before = values(game)
        game.goto(here)
        assert before is not None
        assert totals == (before[0] + thrown[0], before[1] + thrown[1]), said
        checked += 1
    return checked


def pick(lab: Lab, rng: random.Random) -> Any:
    """A button that a person might press now; the airborne phase is seldom ended at once."""
    panel = lab.decision
    found = [button for button in panel.options.children if "nl-denied" not in button._dom_classes]
    if open_to(panel.primary):
        found.append(panel.primary)
    if lab.game.decision.kind == "airborne":
        found = [b for b in found if "End the" not in b.description or rng.random() < 0.2]
        found += list(panel.groups.children)
    return rng.choice(found or [panel.accept])


@pytest.mark.parametrize("seed", range(10))
def test_everybody_says_the_same_numbers(one: Lab, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    rng, game = random.Random(seed), nl.new_game("d_day", seed=seed)
    game.ask = {"allied": {"reroll": "always"}, "german": {"reroll": "always", "retreats": "always"}}
    one.session.replace(game)
    checked = 0
    for _ in range(400):
        if game.decision is None:
            break
        shown, primary = shown_odds(one), one.decision.primary
        if shown is not None:
            check_odds(one)
            promised = pair(AGAINST.search(primary.description)) if open_to(primary) else None
            assert promised in (None, shown)
        kind = game.decision.kind
        if kind not in ("airborne", "point", "orders", "bombard"):  # there the panel shows what the selection would do
            assert values(game) == shown
        button, before = pick(one, rng), len(game.log.at.path())
        said = pair(AGAINST.search(button.description))
        button.click()
        played = game.log.at.path()[before:]
        own = button is not primary and kind != "air"  # both air targets are named before the first attack (21.4)
        if said is not None and own and game.decision is not None and shown_odds(one) is not None:
            assert shown_odds(one) == said, button.description
        checked += check_rolls(one, played)
    assert game.system.clock(game.state)["phase"] not in ("airborne", "naval", "air", "amphibious")
    assert checked >= 8, "five beaches and some ships at least"
