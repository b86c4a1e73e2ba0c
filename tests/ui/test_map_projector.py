"""The map on a projector: letters of 22 and 27 px, larger counters, a close look at what is asked for, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.breakout import suggest
from normandy_lab.ui.breakout.map.geometry import normandy
from normandy_lab.ui.breakout.map.mapplot import HOME, MapPlot
from normandy_lab.ui.breakout.map.scene import counter_side
from normandy_lab.ui.breakout.supply_view import SUPPLY
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, view


@pytest.fixture(scope="module")
def landing() -> Any:
    """The order of the beaches is asked for: five targets, from Utah to Sword."""
    game = nl.new_game("d_day", seed=1944)
    while game.decision.kind != "beach":
        game.play(suggest(game.state))
    return game


@pytest.fixture
def plot(landing: Any) -> MapPlot:
    made = MapPlot(None, view(landing), width=900)
    made.project(True)
    return made


def names(plot: MapPlot) -> dict[str, tuple[str, str]]:
    """Line of a name -> its size and style."""
    data = plot.signs.sources["names"].data
    return {text: (size, style) for text, size, style in zip(data["text"], data["size"], data["style"], strict=True)}


def test_names_have_the_sizes_of_the_guide(plot: MapPlot) -> None:
    found = names(plot)
    assert found["Trevieres"] == ("22px", "normal")
    assert found["Carentan"] == ("22px", "bold"), "worth points"
    data = plot.signs.sources["names"].data
    lit = [text for text, size in zip(data["text"], data["size"], strict=True) if size == "27px"]
    assert " ".join(lit).count("Beach") >= 4, "the beaches that may be assaulted; a name without room gives way"
    assert all(found[text][1] == "bold" for text in lit)
    assert {size for size, _ in found.values()} == {"22px", "27px"}


def test_what_is_asked_for_is_in_the_picture(plot: MapPlot) -> None:
    seen = plot.window
    assert seen.right - seen.left < HOME[2] - HOME[0]
    for beach in ("8", "17", "18", "30", "51"):
        x, y = normandy().outlines[beach].centre
        assert seen.left < x < seen.right
        assert seen.bottom < y < seen.top
    assert HOME[2] - HOME[0] == pytest.approx((HOME[3] - HOME[1]) * (seen.right - seen.left) / (seen.top - seen.bottom))


def test_the_picture_follows_when_something_else_is_asked_for_out_of_sight(landing: Any, plot: MapPlot) -> None:
    plot.go_to("57", 48)
    away = plot.window
    assert away.right < normandy().outlines["30"].centre[0]
    plot.show(view(landing))
    assert plot.window == away, "whoever looks elsewhere may go on looking"
    one = [replace(place, target=place.id == "30") for place in plot.view.places]
    plot.show(replace(plot.view, places=tuple(one)))
    assert plot.window.left < normandy().outlines["30"].centre[0] < plot.window.right
    assert plot.window.right - plot.window.left == pytest.approx(48)


def test_counters_grow_and_the_legend_is_one_row(plot: MapPlot) -> None:
    assert plot.scene.side >= 30
    assert [counter_side(scale, big=True) for scale in (3.0, 9.5, 20.0)] == [30, 35, 60]
    legend = plot.legend.sources["texts"].data
    assert [t for t, s in zip(legend["text"], legend["size"], strict=True) if s == "21px"] == [
        "US", "British", "German", "spent",
    ]  # fmt: skip
    assert "bocage" not in legend["text"]
    rounded = plot.legend.sources["rects:4"].data["fill"]
    assert len(rounded) == 2, "the two Allied counters"


def test_an_open_pile_grows_too_and_can_be_clicked(plot: MapPlot) -> None:
    plot.open_pile("box:30")
    texts = plot.card.sources["texts"].data
    title = texts["text"].index("Omaha Approach, opened")
    assert float(texts["size"][title].removesuffix("px")) == pytest.approx(22.1)
    zone = next(zone for zone in plot.zones if zone.level == 4)
    wide = (max(x for x, _ in zone.ring) - min(x for x, _ in zone.ring)) * plot.scale
    assert wide >= 60, "targets on a projector"
    x, y = (sum(values) / 4 for values in zip(*zone.ring, strict=True))
    assert plot.hit(x, y) == zone.hit


def test_on_the_whole_board_only_what_is_asked_for_is_named(plot: MapPlot) -> None:
    plot.fit()
    assert set(names(plot).values()) == {("22px", "bold")}
    tags = [text for text in plot.signs.sources["texts"].data["text"] if text.startswith(("G", "US", "BR"))]
    assert len(tags) >= 54, "areas keep letter and terrain value where these cover nothing"


def test_costs_of_supply_grow_with_the_tags(landing: Any, plot: MapPlot) -> None:
    plot.show(view(landing, layers=DEFAULT_LAYERS | {SUPPLY}))
    sizes = {float(size.removesuffix("px")) for size in plot.supply.costs.sources["texts"].data["size"]}
    assert min(sizes) == pytest.approx(9.5 * 1.7, abs=0.1)


def test_back_to_the_lab(landing: Any, plot: MapPlot) -> None:
    plot.project(False)
    fresh = MapPlot(None, view(landing), width=900)
    assert names(plot) == names(fresh)
    assert plot.scene.side == fresh.scene.side
    assert plot.window == fresh.window
    plot.project(False)
    assert plot.window == fresh.window
