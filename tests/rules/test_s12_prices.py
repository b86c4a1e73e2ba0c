"""Rule 12.51: forty refit costs counted on the map, and how several depots share a price (I-84)."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.rules import s12_prices
from tests.rules.helpers import D1, D2, SPENT, Table, hold, night, place

GE, US, BR = "GE-352-916", "US-1-16", "BR-50-69"
DOWN = {"held": "destroyed"}
OMAHA = place("US-1-18", "GE-CA-Vierville", at="30")


def price(game: Table, unit: str, depot: str) -> int:
    return int(breakout.explain(game.state, f"refit {unit} {depot}"))


# Level, area of the unit, area of the depot, price. All is German, every bridge stands; "=" river, "~" flood, "b" bridge.
GERMAN = [
    (SPENT, "29", "29", 1), (D1, "29", "29", 2), (D2, "29", "29", 2),
    (SPENT, "30", "29", 2),  # 29=b30
    (D1, "30", "29", 3),
    (SPENT, "28", "29", 2),  # 29=28 without a bridge: into it, not through it
    (SPENT, "31", "29", 3),  # 29=b30-31
    (D2, "31", "29", 4),
    (SPENT, "32", "29", 2), (SPENT, "33", "29", 3),  # 29-32-33
    (SPENT, "34", "29", 3),  # 29-27=b34
    (D1, "34", "29", 4),
    (SPENT, "44", "29", 4),  # 29-32-33=b44
    (SPENT, "25", "29", 3),  # 29-27=25: the river ends there
    (SPENT, "36", "29", 4),  # 29-27=b34-36
    (SPENT, "19", "29", 2), (SPENT, "18", "29", 3), (SPENT, "16", "29", 3),  # over 19, by bridges
    (SPENT, "20", "29", 3),  # 29-26=20
    (SPENT, "21", "29", 4), (D2, "21", "29", 5),  # 29=b19-20-21
    (SPENT, "38", "34", 2), (SPENT, "40", "34", 3),  # 34=b38-40
    (SPENT, "42", "34", 4),  # 34=b38-39-42
    (SPENT, "44", "34", 3), (D1, "50", "34", 5),  # 34=b33=b44~b50
    (SPENT, "51", "34", 5),  # and ~b51: the flood between 44 and 51 has no bridge
    (SPENT, "58", "56", 2), (SPENT, "59", "56", 3),  # 56-58-59
    (D1, "60", "56", 4),  # 56-53-60
    (SPENT, "52", "56", 3), (SPENT, "47", "56", 3),  # 56-53-52, 56-54-47
    (SPENT, "46", "56", 4),  # 56-54-47-46
]  # fmt: skip


@pytest.mark.rule("12.51", "12.5")
@pytest.mark.parametrize(("level", "at", "depot", "points"), GERMAN)
def test_prices_on_german_ground(level: str, at: str, depot: str, points: int) -> None:
    assert price(night(place(GE, at=at, level=level)), GE, f"german@{depot}") == points


# What stands in the way: units beside the one at ``at``, the patch, and the price from Trevieres (29).
HINDERED: list[tuple[str, str, dict[str, Any], int]] = [
    ("a river is crossed into the area", "30", {"bridges": {"29-30": DOWN}}, 2),
    ("but not through it: by Isigny and the causeway, 29-32-33~b31", "31", {"bridges": {"29-30": DOWN}}, 4),
    ("by Bayeux and the coast, 29=b19-28-30-31", "31", {"bridges": {"29-30": DOWN, "31-33": DOWN}}, 5),
    ("Omaha contested on the way", "31", {"units": OMAHA, "bridges": {"31-33": DOWN}}, 4),
    ("as dear as the causeway", "31", {"units": OMAHA}, 4),
    ("contested, but its own area", "30", {"units": OMAHA}, 2),
    ("out of an area that the enemy controls", "30", {"units": OMAHA, "areas": hold("us", "30")}, 2),
    ("not through one: 29-32-33~b31", "31", {"units": OMAHA, "areas": hold("us", "30")}, 4),
    ("two contested ones cost more than a longer way, 29-27=b34=b35=b44", "44",
     {"units": place("US-1-18", "GE-352-914", at="32") | place("US-1-26", "GE-352-915", at="33")}, 5),
    ("around one contested one, 29-27-33=b44", "44", {"units": place("US-1-18", "GE-352-914", at="32")}, 4),
]  # fmt: skip


@pytest.mark.rule("12.51", "12.5")
@pytest.mark.parametrize(("words", "at", "patch", "points"), HINDERED, ids=[each[0] for each in HINDERED])
def test_prices_past_the_enemy(words: str, at: str, patch: dict[str, Any], points: int) -> None:
    other = dict(patch)
    game = night(place(GE, at=at, level=SPENT), other.pop("units", {}), **other)
    assert price(game, GE, "german@29") == points, words


ASHORE = {"areas": hold("us", "29", "30", "31", "32", "33", "51") | hold("british", "18", "19", "28")}


@pytest.mark.rule("12.51", "12.71")
@pytest.mark.parametrize(
    ("unit", "level", "at", "depot", "points"),
    [
        (US, SPENT, "30", "30@30", 1), (US, D1, "29", "30@30", 3), (US, D2, "33", "30@30", 4),  # 30-31~b33
        (US, SPENT, "28", "30@30", 2), (US, SPENT, "19", "30@30", 3),  # over ground of the ally
        (BR, SPENT, "18", "18@18", 1), (BR, D1, "31", "18@28", 4), (BR, SPENT, "29", "18@18", 3),  # 18=b19=b29
    ],
)  # fmt: skip
def test_prices_of_the_allies(unit: str, level: str, at: str, depot: str, points: int) -> None:
    assert price(night(place(unit, at=at, level=level), **ASHORE), unit, depot) == points


@pytest.mark.rule("12.51", "I-40", "I-84")
def test_two_depots_cost_what_the_furthest_does() -> None:
    """Isigny is one boundary from Colombieres, Trevieres one, Bayeux two."""
    game = night(place(GE, at="32", level=D1))
    assert price(game, GE, "german@29+german@33") == 3
    assert price(game, GE, "german@29+german@19") == 4


@pytest.mark.rule("12.51", "I-84")
@pytest.mark.parametrize(
    ("prices", "left", "found"),
    [
        ([2, 3], [2, 3], {(0,), (1,)}),  # one suffices: no second is named where the first is not empty
        ([2, 3], [1, 3], {(1,), (0, 1)}),  # the last point of the near one and two of the far one
        ([2, 3], [1, 1], set()),  # together 2, and the far one makes it 3
        ([2, 2], [1, 1], {(0, 1), (1, 0)}),
        ([2, 2], [1, 9], {(1,), (0, 1)}),
        ([3, 3], [2, 2], {(0, 1), (1, 0)}),  # two of the one and one of the other, either way
        ([4, 4, 4], [1, 2, 2], {(1, 2), (2, 1), (0, 1, 2), (0, 2, 1)}),  # 2 + 2, or 1 + 2 + 1
        ([1, 9], [0, 9], {(1,)}),  # an empty one pays nothing
    ],
)
def test_every_way_to_pay(prices: list[int], left: list[int], found: set[tuple[int, ...]]) -> None:
    assert set(s12_prices.ways(prices, left)) == found
    assert len(s12_prices.ways(prices, left)) == len(found)
