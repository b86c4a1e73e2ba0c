"""How the dice fell: totals counted another way, p-values by hand, and what is not claimed."""

from __future__ import annotations

import itertools
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.luck import EVERY, p_value


@pytest.fixture(scope="module")
def played() -> nl.Game:
    game = nl.new_game("d_day", seed=11)
    game.run(until="Jun-06 daylight")
    return game


def test_p_values_by_hand() -> None:
    """One die on 6: as far out lie 1 and 6. Two dice on 9: 2 to 5 (10 of 36 ways) and 9 to 12. On 7 everything."""
    assert p_value(1, 6) == p_value(1, 1) == Fraction(1, 3)
    assert p_value(1, 3) == 1
    assert p_value(2, 9) == Fraction(20, 36)
    assert p_value(2, 12) == Fraction(2, 36)
    assert p_value(2, 7) == 1


@pytest.mark.parametrize(("dice", "total"), [(3, 4), (4, 20), (5, 12)])
def test_p_values_against_every_throw(dice: int, total: int) -> None:
    throws = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    far = sum(abs(2 * each - 7 * dice) >= abs(2 * total - 7 * dice) for each in throws)
    assert p_value(dice, total) == Fraction(far, len(throws))


def test_totals_are_those_of_the_saved_file(played: nl.Game, tmp_path: Path) -> None:
    """Counted from the written actions alone: "roll 5+2:3+3", the attacker first; here only how many and how high."""
    file = played.save(tmp_path / "game.jsonl")
    faces = []
    for line in Path(file).read_text("utf-8").splitlines():
        action = str(json.loads(line).get("a", ""))
        if action.startswith("roll "):
            faces += [int(face) for face in re.findall(r"\d+", action)]
    whole = [line for line in played.luck().lines if line.kind == EVERY]
    assert len(faces) > 100
    assert (sum(line.dice for line in whole), sum(line.total for line in whole)) == (len(faces), sum(faces))


def test_kinds_add_up_to_the_whole_and_rerolls_are_told_apart(played: nl.Game) -> None:
    lines = played.luck().lines
    for side in ("allied", "german"):
        whole = next(line for line in lines if (line.side, line.kind) == (side, EVERY))
        parts = [line for line in lines if line.side == side and line.kind != EVERY]
        assert (sum(line.dice for line in parts), sum(line.total for line in parts)) == (whole.dice, whole.total)
        assert whole.expected == Fraction(7, 2) * whole.dice
        assert whole.above == whole.total - whole.expected
    rerolls = sum(node.action == "reroll" for node in played.log.at.path())
    again = [line for line in lines if line.kind.endswith("thrown again")]
    assert rerolls > 0
    assert sum(line.rolls for line in again) >= rerolls


def test_the_beach_has_luck_too_and_where_a_shell_falls_is_no_die() -> None:
    game = nl.new_game("beach/with_limit", seed=3)
    game.run()
    found = game.luck()
    assert {line.side for line in found.lines} <= {"american", "german", "chance"}
    sixes = [node for node in game.log.at.path() if node.roll is not None and getattr(node.roll, "sides", 0) == 6]
    faces = [int(face) for node in sixes for face in re.findall(r"\d+", str(node.action))]
    whole = [line for line in found.lines if line.kind == EVERY]
    assert len(faces) > 50
    assert (sum(line.dice for line in whole), sum(line.total for line in whole)) == (len(faces), sum(faces))


def test_a_game_without_dice_says_so() -> None:
    assert str(nl.new_game("d_day", seed=1).luck()) == "No dice were thrown."


def test_it_is_shown_as_a_table_with_totals_first(played: nl.Game) -> None:
    found = played.luck()
    assert [line.kind for line in found.lines[:2]] == [EVERY, EVERY]
    assert found.rows[0]["total"] == found.lines[0].total
    html = found._repr_html_()
    assert html.count("<tr>") == 1 + len(found.lines)
    assert "yardstick" in html
