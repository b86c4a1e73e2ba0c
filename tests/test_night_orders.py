"""Plans of the Refit Phase, and the suggestions that ``accept`` plays."""

from __future__ import annotations

from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.errors import NotationError

GE, GE2, GE3 = "GE-352-914", "GE-352-915", "GE-352-916"


def night(units: dict[str, tuple[str, str]], **patch: Any) -> nl.Game:
    spec = nl.load_scenario("blank").with_(
        {
            "units": {unit: {"at": at, "level": level} for unit, (at, level) in units.items()},
            "clock": {"phase": "refit"},
            **patch,
        }
    )
    return nl.new_game(spec, seed=1)


def levels(game: nl.Game) -> dict[str, str]:
    table = game.table("units").set_index("id")
    return dict(table.level)


THREE = {GE: ("29", "spent"), GE2: ("29", "disrupt_1"), GE3: ("33", "spent")}


def test_refit_cheapest_first_from_one_depot_that_is_placed() -> None:
    """Five points in Trevieres: 1 for 914, 2 for 915; Isigny is two boundaries away: 3 for 916, and 2 are left."""
    game = night(THREE)
    report = game.orders.refit(depot="german@Trevieres")
    assert report.done == ("depot german 29", f"refit {GE} german@29", f"refit {GE2} german@29")
    assert game.table("depots").left[0] == 2


def test_refit_as_listed_and_only_these() -> None:
    game = night(THREE)
    game.orders.depot("german", "29")
    report = game.orders.refit([GE3, GE2], by="listed")
    assert report.done == (f"refit {GE3} german@29", f"refit {GE2} german@29")
    assert levels(game) == {GE: "spent", GE2: "spent", GE3: "fresh"}


def test_refit_by_worth() -> None:
    """914 becomes Fresh for one point, twice what a disrupted regiment's level is worth for two."""
    game = night(THREE)
    game.orders.depot("german", "29")
    assert game.orders.refit(by="worth").done[0] == f"refit {GE} german@29"


def test_two_depots_are_emptied_where_one_does_not_suffice() -> None:
    game = night({GE: ("33", "disrupt_1"), GE2: ("33", "spent"), GE3: ("33", "spent"), "GE-352-Art": ("33", "spent")})
    game.orders.depot("german", "33")
    game.orders.depot("german", "29")
    report = game.orders.refit()
    assert report.done[:3] == tuple(f"refit {unit} german@33" for unit in (GE2, GE3, "GE-352-Art"))
    assert levels(game)[GE] == "spent"


def test_what_cannot_be_refitted_is_refused_with_its_rule() -> None:
    game = night(THREE)
    assert game.orders.refit().refusal.rule == "12.51"  # type: ignore[union-attr]
    with pytest.raises(NotationError):
        game.orders.refit(by="size")
    with pytest.raises(NotationError):
        game.orders.refit(depot="german@29+german@33")
    day = nl.new_game("d_day", seed=1)
    assert day.orders.refit().refusal.rule == "6.4"  # type: ignore[union-attr]


def test_accept_plays_a_side_of_the_night() -> None:
    """The German part in one call, the Allied part in another; both use what they have."""
    units = {GE: ("29", "spent"), GE2: ("29", "disrupt_1"), "US-4-8": ("51", "spent"), "US-4-12": ("51", "spent")}
    game = night(units, areas={"51": {"control": "us"}, "30": {"control": "us"}})
    first = game.orders.accept()
    assert first.done[0].startswith("depot german")
    assert game.actor == "allied"
    game.orders.accept()
    assert levels(game) == {GE: "fresh", GE2: "spent", "US-4-8": "fresh", "US-4-12": "fresh"}
    assert game.decision.kind == "regroup", "6.5 follows"
    # Six depots of five points, 1 + 2 spent, 27 left: twenty of them buy two impulses (12.53).
    assert game.state.reserves[0] == 7
