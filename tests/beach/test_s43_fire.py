"""Phase 3: bunkers fire (spec 4.3 and 6)."""

from __future__ import annotations

import pytest

from normandy_lab.beach.state import ASHORE, HIT
from tests.beach.helpers import Table, line


def ready(patch: dict | None = None, **position: object) -> Table:
    position.setdefault("figures", line("A", 12) | line("B", 6, x=8.5))
    return Table(patch, **position).to("fire")


def test_each_live_bunker_names_one_squad_ashore() -> None:
    table = ready()
    assert table.game.decision.options == ("fire 1 A", "fire 1 B", "hold 1"), "squad C is afloat"
    assert table.why("fire 1 C") == "FP 3"
    assert table.why("fire 2 A") == "B-11"
    table.do("fire 1 A")
    assert (table.game.decision.roll.counts, table.game.decision.roll.key) == ((4,), ("fire", 1, "1"))
    table.do("roll 5+2+6+1")
    assert table.state.fire == [2, 0, 0]
    assert table.game.decision.options[0] == "fire 2 A", "several bunkers may pick the same squad"
    table.do("fire 2 A", "roll 6+3+3+5")
    assert table.state.fire == [4, 0, 0]


def test_destroyed_bunkers_do_not_fire() -> None:
    table = ready(destroyed={"1": 1}, turn=2)
    assert table.game.decision.options[0] == "fire 2 A"
    assert table.why("fire 1 A") == "FP 3"


def test_a_bunker_may_hold_its_fire() -> None:
    table = ready().do("hold 1", "hold 2")
    assert table.kinds() == "aim"
    assert sum(table.state.fire) == 0


def test_the_nearest_figures_are_hit_the_lower_number_first() -> None:
    figures = {"A1": [4, 10], "A2": [4, 12], "A3": [9, 12], "A4": [4, 12], "A5": [4, 11]}
    table = ready(figures=figures).do("fire 1 A", "roll 5+5+1+1")
    assert [f for f in figures if table.status(f) == HIT] == ["A2", "A4"]


def test_hits_beyond_the_figures_left_are_lost() -> None:
    table = ready(figures={"A1": [4, 10], "B1": [9, 3]}).do("fire 1 A", "roll 6+6+6+6")
    assert table.state.fire == [1, 0, 0]
    assert table.game.decision.options == ("fire 2 B", "hold 2"), "nobody of squad A stands"


def test_hit_figures_stay_until_morale() -> None:
    table = ready().do("fire 1 A", "roll 6+6+1+1", "hold 2")
    assert [table.status(f"A{n}") for n in range(1, 13)].count(HIT) == 2
    table.to("roll", "morale").do("roll 1+2")
    assert [table.status(f"A{n}") for n in range(1, 13)].count(ASHORE) == 10
    assert HIT not in table.state.status


def test_the_owner_chooses() -> None:
    table = ready({"fire": {"casualties": "owner"}}).do("fire 1 A", "roll 5+5+1+1")
    assert (table.game.actor, table.kinds(), len(table.game.decision.options)) == ("american", "lose", 12)
    assert table.why("lose B1") == "B-10"
    table.do("lose A7")
    assert len(table.game.decision.options) == 11
    table.do("lose A1")
    assert (table.status("A7"), table.status("A1"), table.status("A2")) == (HIT, HIT, ASHORE)
    assert table.kinds() == "fire"


def test_chance_chooses() -> None:
    table = ready({"fire": {"casualties": "random"}}).do("fire 1 A", "roll 5+1+1+1")
    assert table.game.decision.roll.sides == 12
    table.do("roll 11")
    assert (table.status("A11"), table.status("A1")) == (HIT, ASHORE)


def test_all_targets_first() -> None:
    table = ready({"fire": {"declare": "all first"}}, figures={"A1": [4, 10], "B1": [9, 3]})
    table.do("fire 1 A", "fire 2 A")
    assert table.game.decision.roll.key == ("fire", 1, "1")
    table.do("roll 6+6+6+6")
    assert table.kinds() == "aim", "the second volley finds nobody"
    table = ready({"fire": {"declare": "all first"}}).do("hold 1", "fire 2 A")
    assert table.game.decision.roll.key == ("fire", 1, "2")


@pytest.mark.parametrize(("hit_on", "hits"), [(4, 3), (6, 1), (7, 0)])
def test_another_number_to_hit(hit_on: int, hits: int) -> None:
    table = ready({"fire": {"hit_on": hit_on}}).do("fire 1 A", "roll 3+4+5+6")
    assert table.state.fire[0] == hits


def test_nobody_ashore_nobody_fires() -> None:
    table = Table(figures={}, gone=["A"])
    assert table.state.turn == 2, "phases 3 to 5 of turn 1 were empty, and squads B and C landed"
    assert (table.state.squads, table.state.landed) == ([3, 1, 1], [0, 1, 1])
