"""nl.odds: exact, as a table, for numbers, a pending attack or a proposed one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.analysis.breakout.odds import Odds, odds_of

DIFFERENCES = [a + b - c - d for a, b, c, d in product(range(1, 7), repeat=4)]


def drop_on_ste_mere_eglise() -> nl.Game:
    game = nl.new_game("d_day", seed=1)
    game.play("attack US-82-505")
    return game


@pytest.mark.rule("9.4", "9.5")
def test_odds_of_numbers() -> None:
    table = nl.odds(av=7, dv=5, bocage=True)
    assert list(table.columns) == ["difference", "probability", "attacker", "cp", "outcome"]
    assert table.difference.tolist() == list(range(-8, 13))
    assert table.probability.sum() == 1
    counted = {each: DIFFERENCES.count(each - 2) for each in table.difference}
    assert {row.difference: row.probability * 1296 for row in table.itertuples()} == counted
    by = table.set_index("difference")
    assert by.loc[-1, ["attacker", "cp", "outcome"]].tolist() == ["disrupt 1", 0, "repulsed"]
    assert by.loc[0, ["attacker", "cp", "outcome"]].tolist() == ["spent, Point Unit disrupt 1", 0, "tie"]
    assert by.loc[1, ["attacker", "cp", "outcome"]].tolist() == ["spent", 0, "success"]
    assert by.loc[6, "cp"] == 5


@pytest.mark.rule("10.4")
def test_odds_of_a_bombardment() -> None:
    table = nl.odds(av=10, dv=8, kind="bombardment").set_index("difference")
    assert set(table.attacker) == {"used"}
    assert table.loc[5, "cp"] == 5


@pytest.mark.rule("11.3")
def test_the_reroll_is_used_when_it_pays() -> None:
    odds = Odds(7, 5)
    lost = Fraction(sum(each + 2 < 0 for each in DIFFERENCES), 1296)
    hit = Fraction(sum(each + 2 > 0 for each in DIFFERENCES), 1296)
    assert odds.reroll("attacker").repulsed == lost * lost
    assert odds.reroll("attacker").success == hit + lost * hit
    assert odds.reroll("defender").success == hit * hit
    bocage = Odds(7, 5, bocage=True)
    spared = Fraction(sum(each + 2 <= 1 for each in DIFFERENCES), 1296)
    assert bocage.reroll("defender").points[0] == spared + (1 - spared) * spared, "nobody rerolls a loss of nothing"
    miss = Fraction(sum(each + 2 <= 0 for each in DIFFERENCES), 1296)
    assert Odds(7, 5, kind="bombardment").reroll("attacker").success == 1 - miss * miss
    summary = nl.odds(av=7, dv=5).attrs["summary"]
    assert list(summary) == ["no reroll", "attacker may reroll", "defender may reroll"]
    assert summary["attacker may reroll"]["repulsed"] == lost * lost


def test_odds_of_the_pending_attack_are_those_of_its_values() -> None:
    game = drop_on_ste_mere_eglise()
    table = nl.odds(game)
    attack = table.attrs["attack"]
    assert attack.place == "50"
    assert (attack.av, attack.dv) == (game.explain("attack_value"), game.explain("defense_value"))
    assert odds_of(game) == Odds(int(attack.av), int(attack.dv), bocage=True)
    assert table.equals(nl.odds(av=int(attack.av), dv=int(attack.dv), bocage=True))


def test_odds_of_an_attack_that_is_only_proposed() -> None:
    game = nl.new_game("d_day", seed=1)
    proposed = nl.odds(game, "attack US-82-505")
    assert proposed.equals(nl.odds(drop_on_ste_mere_eglise()))
    assert game.log.at.n == 0


def test_without_an_attack_odds_say_what_they_need() -> None:
    with pytest.raises(nl.NormandyError, match=r"no attack is pending \(9\.1, 10\.1\)"):
        nl.odds(nl.new_game("d_day", seed=1))
    with pytest.raises(nl.NormandyError, match="av= and dv="):
        nl.odds(av=7)


@pytest.mark.parametrize("wrong", [{"av": "7", "dv": 5}, {"av": 7, "dv": 5.5}, {"av": 7, "dv": 5, "kind": "raid"}])
def test_odds_refuse_what_is_no_value(wrong: dict[str, Any]) -> None:
    with pytest.raises(nl.NormandyError, match=r"odds: (av|dv|kind) "):
        nl.odds(**wrong)
