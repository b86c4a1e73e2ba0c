"""The doctrines: what each does in a position (spec 7)."""

from __future__ import annotations

import pytest

import normandy_lab as nl
from normandy_lab.beach.suggest import choose, suggest, useful
from tests.beach.helpers import OPEN, Table, line


def does(table: Table, figure: str, bunch: bool = False) -> str | None:
    action = useful(table.state, table.state.setting.figures.index(figure), bunch)
    return None if action is None else str(action)


def test_the_american_doctrine() -> None:
    table = Table(
        figures={
            "A1": [4, 28.6],
            "A2": [3, 24],
            "A3": [4, 12],
            "A4": [9, 24],
            "A5": [4, 20],
            "B1": [9, 26],
            "B2": [13, 24],
        }
    )
    assert does(table, "A1") == "assault A1 1"
    assert does(table, "A2") == "clear A2"
    assert does(table, "A3") == "move A3 4 18"
    assert does(table, "A5") == "move A5 4 24"
    table.do(does(table, "A4"), does(table, "B1"))
    assert table.spot("A4")[1] > 28
    assert does(table, "B2") == "clear B2"
    assert does(table, "B2", bunch=True) == "move B2 11.9 24", "aside to the open segment"
    assert does(table, "A2", bunch=True) == "move A2 6 24"


def test_who_waits_for_the_gap_waits() -> None:
    table = Table(figures={"A1": [3, 24], "A2": [4, 24]}).do("clear A1", "roll 6")
    assert does(table, "A2") is None
    assert str(suggest(table.state)) == "end"


def test_the_way_to_a_bunker_is_the_shortest() -> None:
    table = Table(figures={"A1": [9, 24]}, obstacles=[1, 0, 2, 1])
    table.do(does(table, "A1")).to("act")
    table.do(does(table, "A1")).to("act")
    assert does(table, "A1") == "assault A1 1"


FIGURES = line("A", 20, 3, x=1) | line("B", 12, 12, x=9) | line("C", 22, 2, x=23)


@pytest.mark.parametrize(
    ("doctrine", "first", "second"), [("nearest", "A", "C"), ("largest", "B", "B"), ("finish", "C", "C")]
)
def test_the_german_doctrines(doctrine: str, first: str, second: str) -> None:
    table = Table(figures=FIGURES, **OPEN).to("fire")
    asked = table.game.decision
    assert str(choose(table.state, asked, 0, fire=doctrine)) == f"fire 1 {first}"
    table.do("hold 1")
    assert str(choose(table.state, table.game.decision, 0, fire=doctrine)) == f"fire 2 {second}"


def test_finish_weighs_what_a_squad_has_lost_this_turn() -> None:
    table = Table(figures=line("A", 20) | line("B", 12, x=9), **OPEN).to("fire").do("fire 1 B", "roll 6+6+6+1")
    assert str(choose(table.state, table.game.decision, 0, fire="finish")) == "fire 2 B"


def test_shells_go_where_most_stand_together() -> None:
    crowd = {f"A{n}": [4 + n / 10, 12] for n in range(1, 11)} | {"B1": [20, 3], "B2": [21, 3], "C1": [9, 26]}
    table = Table(figures=crowd, **OPEN).to("aim")
    x, y = suggest(table.state).args
    assert (4000 < x < 5100, y) == (True, 12000)
    empty = Table(figures={"A1": [9, 26]}, **OPEN).to("aim")
    assert str(suggest(empty.state)) == "aim 12 12"


def test_the_owner_spares_those_who_have_come_farthest() -> None:
    table = Table({"fire": {"casualties": "owner"}}, figures={"A1": [4, 20], "A2": [5, 3], "A3": [6, 12]}, **OPEN)
    table.to("fire").do("fire 1 A", "roll 6+1+1+1")
    assert str(suggest(table.state)) == "lose A2"


def test_a_bot_keeps_to_its_seat() -> None:
    game = nl.new_game("beach/demonstration")
    with pytest.raises(nl.NormandyError, match="player 'nearest' is for the german seat, not for american"):
        game.run(players={"american": "nearest"})
    with pytest.raises(nl.NormandyError, match="player 'napoleon' is not known"):
        game.run(players={"american": "napoleon"})


@pytest.mark.parametrize("german", ["nearest", "largest", "at_random", "finish"])
@pytest.mark.parametrize("american", ["straight", "bunch"])
def test_every_pair_of_doctrines_plays_to_the_end(german: str, american: str) -> None:
    game = nl.new_game("beach/with_limit", seed=11)
    game.run(players={"german": german, "american": american})
    assert game.result.winner in ("german", "american")
    assert {node.by for node in game.log.at.path()} == {german, american, "game"}
