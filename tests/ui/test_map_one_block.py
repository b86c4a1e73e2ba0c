"""No name lies on another name, counter or disc, at the sizes that the map has in windows that people use."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.view import View, view
from tests.ui.positions import day

# The map's box at windows of 1280x720, 1366x768 (file list closed, open), 1600x900, 1920x1080, and 400 wide.
SIZES = ((690, 340), (740, 390), (560, 390), (990, 520), (1200, 660), (380, 170))
BEACHES = ("30", "51", "18", "17", "8", "31", "29", "28", "19", "16")


@cache
def shown(name: str) -> View:
    """The night drop, the landing, or a day with every Allied unit of the first week ashore."""
    if name == "night":
        return view(nl.new_game("d_day", seed=1944))
    if name == "landing":
        game = nl.new_game("d_day", seed=1944)
        while game.decision is not None and game.decision.kind != "land":
            game.orders.accept()
        return view(game)
    return view(_ashore())


def _ashore() -> Any:
    setting = nl.new_game("d_day", seed=1).state.setting
    allied = [unit.id for unit in setting.forces.units if unit.side == 1]
    german = [unit.id for unit in setting.forces.units if unit.side == 0]
    at = {unit: BEACHES[index % len(BEACHES)] for index, unit in enumerate(allied[:48])}
    inland = ("9", "33", "27", "50", "52", "20", "44", "34", "25", "6")
    at |= {unit: inland[index % len(inland)] for index, unit in enumerate(german[:30])}
    return day(at, areas={place: {"control": "us"} for place in BEACHES})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["night", "landing", "ashore"])
def test_no_two_blocks_meet(name: str, size: tuple[int, int]) -> None:
    plot = MapPlot(None, shown(name), width=size[0])
    plot._resized(*size)
    for look in (plot.fit, lambda: plot.go_to("30"), lambda: plot.zoom(1.4)):
        look()
        blocks = {key: block.spot.boxes() for key in plot.geometry.outlines if (block := plot.scene.find(key))}
        met = [
            (a, b)
            for (a, mine), (b, theirs) in combinations(blocks.items(), 2)
            if any(one.overlap(other) for one in mine for other in theirs)
        ]
        assert met == []


def test_enough_units_stand_ashore_for_the_test_to_mean_something() -> None:
    assert len([unit for unit in shown("ashore").counters if unit.place in BEACHES]) == 48
    assert len(shown("ashore").counters) >= 60


def test_what_finds_no_room_is_the_name_and_not_the_units() -> None:
    """At 560 px the number stands for some names; every unit of an area is drawn or counted in a pile."""
    plot = MapPlot(None, shown("ashore"), width=990)
    plot._resized(990, 520)
    plot.fit()
    drawn = sorted(unit.unit for spot in plot.scene.piles for unit in spot.pile.units)
    assert drawn == sorted(unit.unit for unit in plot.view.counters)
