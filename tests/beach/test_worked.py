"""The worked turn and the minimum time of the specification (9), and a game by the plans."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab.beach import odds
from normandy_lab.core.dice import Dice
from tests.beach.helpers import BOARD, Table, line


def test_the_worked_turn() -> None:
    table = Table(figures=line("A", 18, x=1) | line("B", 12, x=9) | line("C", 0, x=17), turn=3).to("fire")
    table.do("fire 1 A", "roll 5+2+6+1", "fire 2 A", "roll 6+3+3+5")
    assert table.state.fire == [4, 0, 0]
    eighth = table.spot("A8")
    for point in ("8 24.3", "-0.5 12", "12 15", f"{eighth[0]} {eighth[1] - 0.9}"):
        table.do("aim 4 18", f"impact {point}")
    assert [shell.fate for shell in table.state.shells] == ["wall", "off", "empty", "hit"]
    assert [event.text for event in table.events] == [
        "Shell 1 falls behind the sea wall: a miss.",
        "Shell 2 goes astray, off the table.",
        "Shell 3 falls on empty sand.",
        "Shell 4 touches A8.",
    ]
    assert table.game.decision.roll.counts == (5,)
    rows = {row["what"]: row["probability"] for row in table.game.system.odds_now(table.state)}
    assert rows["squad A is eliminated"] == odds.breaks(5)
    assert round(float(odds.breaks(5)), 3) == 0.941
    table.do("roll 3+1+2+4+1")
    assert "Squad A: 11. It holds with 7 left." in table.words()
    assert table.game.table("squads").set_index("id").standing["A"] == 7


class Lucky(Dice):
    """The Americans always throw six, the Germans one, and shells go astray."""

    def throw(self, roll):
        if roll.key[0] == "shell":
            return ((12000, -99000),)
        return roll.split([6 if roll.rollers == ("american",) else 1] * sum(roll.counts))


@pytest.mark.parametrize(("obstacles", "turn"), [([1, 1, 1, 1], 7), ([0, 0, 0, 0], 6)])
def test_minimum_time(obstacles: list[int], turn: int) -> None:
    game = nl.new_game(BOARD.with_({"obstacles": {"segments": obstacles}}), dice=Lucky())
    game.run(players={"german": "suggest", "american": "suggest"})
    assert game.result.how == f"American victory in turn {turn}: every bunker is destroyed"
    log = game.table("log")
    walls = log[log.text.str.contains("reaches the sea wall")].turn.unique()
    assert list(walls) == ["turn 4"]
    clears = log[log.action.str.startswith("clear")].turn.unique()
    assert list(clears) == (["turn 5"] if any(obstacles) else [])


def test_a_game_by_squad_orders() -> None:
    game = nl.new_game(BOARD, dice=Lucky())
    for _ in range(3):
        for squad in "ABC":
            report = game.orders.advance(squad)
            assert (report.stopped, len(report.done)) == ("done", 12)
        while game.decision.kind in ("fire", "aim"):
            game.orders.fire("A") if game.decision.kind == "fire" else game.orders.accept()
    assert {row.y for row in game.table("figures").itertuples() if row.squad == "B"} == {18}
    game.orders.advance("A")
    assert game.orders.clear("A").done == ()
    game.orders.end()
    game.orders.accept()
    game.orders.accept()
    assert game.orders.clear("A").done == ("clear A1",), "one six clears segment 1; A10 to A12 stand in segment 2"


def test_orders_stop_for_dice_and_for_others() -> None:
    table = Table(figures=line("A", 24, 3))
    report = table.game.orders.clear("A")
    assert (report.stopped, report.done) == ("chance", ("clear A1",))
    table.do("roll 1")
    assert table.game.orders.fire("A").done == (), "nobody fires yet"
    assert table.game.orders.shift("A", 3).done == ("move A2 4 24", "move A3 4.5 24")


def test_accept_plays_a_whole_phase() -> None:
    game = nl.new_game("beach/demonstration", seed=2)
    report = game.orders.accept()
    assert report.stopped == "done"
    assert len(report.done) == 36
    assert game.decision.kind == "fire"


def test_an_order_says_who_stays_and_why() -> None:
    # A1 is half an inch from the edge of the table, A2 an inch: 0.7 inches to the left leave A2 room alone.
    table = Table(figures={"A1": [0.5, 12], "A2": [1, 12]})
    report = table.game.orders.shift("A", -0.7)
    assert report.done == ("move A2 0.3 12",)
    assert "[B-2]" in report.why


def test_an_order_that_nobody_can_carry_out_is_refused_with_the_rule() -> None:
    table = Table(figures={"A1": [0.5, 12], "A2": [1, 12]})
    orders = table.game.orders
    for report, rule in (
        (orders.shift("A", -2), "B-2"),  # both would leave the table
        (orders.shift("A", 30), "B-2"),
        (orders.clear("A"), "FP 2.2"),  # six inches from the wall
        (orders.assault("A"), "FP 2.3"),
        (orders.assault("A", "2"), "FP 2.3"),
        (orders.advance("B"), "FP 2"),  # nobody of B is ashore
    ):
        assert (report.stopped, report.refusal and report.refusal.rule, report.done) == ("refused", rule, ()), report
    for wrong in (lambda: orders.assault("A", "9"), lambda: orders.shift("A", "far"), lambda: orders.clear("ZZ")):
        with pytest.raises(nl.NotationError):
            wrong()
    with pytest.raises(nl.NotationError, match="no length"):
        orders.shift("A", float("nan"))


def test_an_assault_on_the_bunker_that_was_named() -> None:
    # A1 touches bunker 1 (2 to 6 inches, front at 29), and nobody touches bunker 2.
    table = Table(figures={"A1": [4, 28.8]})
    assert table.game.orders.assault("A", "2").refusal.rule == "FP 2.3"
    assert table.game.orders.assault("A", "1").done == ("assault A1 1",)
