"""Example of Play 9 played: a depot of six points in Trevieres, five units that ask for twelve."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from tests.rules.helpers import D1, D2, SPENT, Table, night, place

I916, I726, LONGUES = "GE-352-916", "GE-716-726", "GE-CA-Longues"
VIERVILLE, GRANDCAMP = "GE-CA-Vierville", "GE-CA-Grandcamp"
DEPOT = "german@29"
ONE_AWAY = {"german": {"depots": 1}}  # the example shows one depot


def dusk() -> Table:
    """Two of seven impulses were Overcast: 5 + 1 = 6 points a depot (18.41). Omaha is contested and still German."""
    return night(
        place(I916, at="29", level=SPENT), place(I726, at="29", level=D1), place(LONGUES, at="28", level=SPENT),
        place(VIERVILLE, at="30", level=D2), place(GRANDCAMP, at="31", level=SPENT), place("US-1-16", at="30", level=SPENT),
        impulses=6, changes={5: "overcast"}, supply=ONE_AWAY, bridges={"31-33": {"held": "destroyed"}},
    )  # fmt: skip


def price(game: Table, unit: str) -> int:
    return int(breakout.explain(game.state, f"refit {unit} {DEPOT}"))


def depot(game: Table) -> dict[str, object]:
    (row,) = breakout.table(game.state, "depots")
    return row


@pytest.mark.rule("12.61", "18.41", "12.51")
def test_the_depot_in_trevieres_is_worth_six() -> None:
    game = dusk()
    assert [(term.value, term.rule) for term in breakout.explain(game.state, "depot german 29").terms] == [
        (5, "12.61"), (1, "18.41"),
    ]  # fmt: skip
    game.do("depot german 29")
    assert {key: depot(game)[key] for key in ("depot", "value", "spent", "left")} == {
        "depot": DEPOT, "value": 6, "spent": 0, "left": 6,
    }  # fmt: skip


@pytest.mark.rule("12.51", "12.5")
def test_the_five_prices() -> None:
    game = dusk().do("depot german 29")
    assert [price(game, unit) for unit in (I916, I726, LONGUES, VIERVILLE, GRANDCAMP)] == [1, 2, 2, 3, 4]
    assert game.offered("refit") == {f"{unit} {DEPOT}" for unit in (I916, I726, LONGUES, VIERVILLE, GRANDCAMP)}


@pytest.mark.rule("12.4", "12.51", "12.53", "6.4")
def test_the_choice_of_the_example() -> None:
    """Both units in Trevieres for three points, Longues for two, and one point for the reserves."""
    game = dusk().do("depot german 29", f"refit {I916} {DEPOT}", f"refit {I726} {DEPOT}")
    assert (depot(game)["spent"], depot(game)["left"]) == (3, 3)
    assert game.why(f"refit {I726} {DEPOT}").rule == "12.4"  # one level a night
    assert game.why(f"refit {GRANDCAMP} {DEPOT}").rule == "12.51"  # 4 points, 3 left
    assert game.offered("refit") == {f"{LONGUES} {DEPOT}", f"{VIERVILLE} {DEPOT}"}
    game.do(f"refit {LONGUES} {DEPOT}")  # with one point nothing more can be done: the German part is over
    assert game.state.reserves == (1, 0)
    assert game.levels(I916, I726, LONGUES) == ["fresh", "spent", "fresh"]
    assert game.levels(VIERVILLE, GRANDCAMP) == [D2, SPENT]


@pytest.mark.rule("12.51")
def test_what_twelve_points_would_do() -> None:
    """1 + 2 + 2 + 3 + 4 = 12: two depots of six in Trevieres, one stock (I-84), refit all five and leave nothing."""
    game = night(
        place(I916, at="29", level=SPENT), place(I726, at="29", level=D1), place(LONGUES, at="28", level=SPENT),
        place(VIERVILLE, at="30", level=D2), place(GRANDCAMP, at="31", level=SPENT), place("US-1-16", at="30", level=SPENT),
        changes={5: "overcast"}, supply={"german": {"depots": 2}}, bridges={"31-33": {"held": "destroyed"}},
    ).do("depot german 29", "depot german 29")  # fmt: skip
    assert (depot(game)["depots"], depot(game)["value"]) == (2, 12)
    game.do(*(f"refit {unit} {DEPOT}" for unit in (GRANDCAMP, VIERVILLE, I726, LONGUES)))
    assert depot(game)["left"] == 1
    game.do(f"refit {I916} {DEPOT}")
    assert game.state.reserves == (0, 0)
    assert game.levels(I916, I726, LONGUES, VIERVILLE, GRANDCAMP) == ["fresh", "spent", "fresh", D1, "fresh"]
