"""Phases 5 and 1, and victory (spec 4.1, 4.5, 5, 6)."""

from __future__ import annotations

import pytest

from normandy_lab.beach.state import AFLOAT, ASHORE, GONE
from tests.beach.helpers import OPEN, Table, line


def shot(hits: int, patch: dict | None = None, **position: object) -> Table:
    """Squad A in a row, hit so often by the two bunkers; its morale is asked next."""
    position.setdefault("figures", line("A", 12) | {"B1": [20, 1]})
    table = Table(patch, **position).to("fire")
    for bunker in ("1", "2"):
        here = min(4, hits)
        hits -= here
        dice = "+".join(["6"] * here + ["1"] * (4 - here))
        table.do(*(f"fire {bunker} A", f"roll {dice}") if here else (f"hold {bunker}",))
    return table.to("roll", "morale")


@pytest.mark.parametrize(("dice", "eliminated"), [("6+6", True), ("6+5", False)])
def test_twelve_or_more_breaks_a_squad(dice: str, eliminated: bool) -> None:
    table = shot(2)
    assert table.game.decision.roll.counts == (2,)
    table.do(f"roll {dice}").to("act")
    assert table.state.turn == 2
    standing = [table.status(f"A{n}") for n in range(1, 13)].count(ASHORE)
    assert standing == (12 if eliminated else 10), "fresh and complete, or the rest fight on"
    assert table.spot("A1")[1] == (0 if eliminated else 12)
    assert sum(table.state.landed) == int(eliminated) + 1, "squad C of the position lands too"


def test_one_loss_cannot_break_a_squad() -> None:
    table = shot(1)
    assert table.game.decision.roll.counts == (1,)
    table.do("roll 6")
    assert table.state.squads[0] == ASHORE


def test_both_causes_count_together() -> None:
    table = Table(figures=line("A", 12), **OPEN).to("fire").do("fire 1 A", "roll 6+6+1+1", "hold 2")
    spot = table.spot("A12")
    table.do("aim 1 1", f"impact {spot[0] + 0.9} {spot[1]}").to("roll", "morale")
    assert table.game.decision.roll.counts == (3,)
    assert [term.rule for term in table.game.explain("losses A").terms] == ["FP 3", "FP 4"]


def test_losses_never_carry_to_later_turns() -> None:
    table = shot(3).do("roll 1+1+1").to("act")
    assert table.state.fire == table.state.shelled == [0, 0, 0]


def test_the_last_figure_hit_and_morale_holds() -> None:
    table = shot(2, figures={"A1": [4, 12], "A2": [5, 12], "B1": [20, 1]}).do("roll 1+1").to("act")
    assert (table.state.squads[0], table.spot("A1")[1]) == (ASHORE, 0), "treated as eliminated: it landed again"
    assert table.state.past[0].eliminated == 1


def test_figures_past_the_wall_go_back_with_their_squad() -> None:
    far = line("A", 12, 11) | {"A12": [9, 26], "B1": [20, 1]}
    table = shot(2, figures=far, **OPEN).do("roll 6+6").to("act")
    assert table.spot("A12") == (7.7, 0)
    assert table.state.past[0].sent_back == 10


def test_what_an_eliminated_squad_has_done_stays_done() -> None:
    figures = line("A", 12, 10) | {"A11": [4, 28.6], "A12": [15, 24], "B1": [20, 1]}
    table = Table(figures=figures, obstacles=[0, 0, 1, 1], began=[1, 0, 2, 1])
    table.do("assault A11 1", "roll 6", "clear A12", "roll 6", "end").do("fire 2 A", "roll 6+6+1+1")
    table.to("roll", "morale").do("roll 6+6").to("act")
    assert (table.state.destroyed, table.state.obstacles) == ([1, 0], [0, 0, 0, 1])
    assert table.state.breakthrough == 1


# ------------------------------------------------------------------------------------------ replacements


def lands(limit: object, pool: str = "side", **position: object) -> Table:
    """Squads A and B lose two figures each and are eliminated in turn 1; C stands far back."""
    patch = {"replacements": {"limit": limit, "pool": pool}}
    figures = line("A", 12) | line("B", 12, x=9) | {"C1": [20, 1]}
    table = Table(patch, figures=figures, **position).to("fire")
    table.do("fire 1 A", "roll 6+6+1+1", "fire 2 B", "roll 6+6+1+1").to("roll", "morale").do("roll 6+6", "roll 6+6")
    return table.to("act")


@pytest.mark.parametrize(
    ("limit", "squads", "landed"),
    [("none", [1, 1, 1], 2), (3, [1, 1, 1], 2), (2, [1, 1, 1], 2), (1, [1, 3, 1], 1), (0, [3, 3, 1], 0)],
)
def test_the_limit_of_the_side(limit: object, squads: list[int], landed: int) -> None:
    table = lands(limit)
    assert (table.state.squads, sum(table.state.landed)) == (squads, landed)
    assert table.state.past[0].eliminated == 2, "two red pennies"


def test_the_limit_of_each_player() -> None:
    table = lands(1, "player")
    assert (table.state.squads, table.state.landed) == ([1, 1, 1], [1, 1, 0])
    assert lands(1, "player", landed=[1, 0, 0]).state.squads == [GONE, ASHORE, ASHORE]


def test_the_first_wave_does_not_count() -> None:
    table = Table({"replacements": {"limit": 0}})
    assert table.state.squads == [ASHORE] * 3
    assert table.state.past[0].landed == 3


# ------------------------------------------------------------------------------------------ victory


def test_american_victory_needs_every_bunker() -> None:
    table = Table(figures={"A1": [4, 28.6]}, obstacles=[0, 0, 2, 1], began=[1, 0, 2, 1])
    table.do("assault A1 1", "roll 6")
    assert (table.state.over, table.state.breakthrough) == ("", 1)
    assert "broken through" in " ".join(event.text for event in table.game.log.at.events)
    table = Table(figures={"A1": [20, 28.6]}, obstacles=[0, 0, 2, 1], destroyed={"1": 1}, turn=2)
    table.do("assault A1 2", "roll 6")
    assert table.game.result.how == "American victory in turn 2: every bunker is destroyed"


def test_german_victory_when_nobody_is_left() -> None:
    patch = {"replacements": {"limit": 0}}
    table = shot(2, patch, figures=line("A", 12), gone=["B", "C"]).do("roll 6+6")
    assert (table.game.result.winner, table.state.turn) == ("german", 1)
    assert table.game.result.how == "German victory in turn 1: no squad is ashore and none is left to land"
    assert table.game.result.points == 2


@pytest.mark.parametrize("destroyed", [{}, {"1": 1}])
def test_the_last_turn(destroyed: dict[str, int]) -> None:
    table = Table({"end": {"turn_limit": 2}}, figures=line("A", 12), turn=2, destroyed=destroyed, **OPEN)
    if destroyed:
        table.state.breakthrough = 1  # a position does not tell when it was
    table.to("nothing")
    kind = "Marginal German" if destroyed else "German"
    assert table.game.result.how == f"{kind} victory in turn 2: the last turn is over"


def test_without_a_limit_the_germans_cannot_win() -> None:
    table = shot(4, figures=line("A", 12), gone=["B", "C"]).do("roll 6+6+6+6").to("act")
    assert (table.state.over, table.state.squads[0]) == ("", ASHORE)
    assert AFLOAT not in table.state.squads
