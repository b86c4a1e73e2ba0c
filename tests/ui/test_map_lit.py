"""What may be chosen is lit in grades, hints are short, and a click changes no ground."""

from __future__ import annotations

from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.ui import keys
from normandy_lab.ui.breakout import day as stages
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.breakout.map.lit import DENSE, PALE
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import DEFAULT_LAYERS, PROVENANCE, view
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.palette import COLOURS
from tests.ui.positions import TASK_FORCE, isigny


def ordered() -> Session:
    """Five regiments at Balleroy, about to be sent; a German regiment stands two areas on, at Isigny."""
    game = isigny()
    game.play("impulse assault 26")
    session = Session(game)
    session.choose(TASK_FORCE)
    return session


@pytest.mark.rule("8.3")
def test_a_tint_tells_the_cost_and_a_gold_line_the_assault() -> None:
    session = ordered()
    shown = session.view
    plot = MapPlot(None, shown)
    assert shown.marks is not None
    marks = shown.marks.places
    enemies = {key for key in marks if stages.enemy_at(session.game, key)}
    assert "33" in enemies, "Isigny is in reach and defended"
    assert {key for key, mark in marks.items() if mark.fight} == enemies
    lit = [marks[place.id] for place in shown.places if place.target and place.id in marks]
    alphas = list(plot.tints.source.data["alpha"])
    assert alphas == [DENSE if mark.cost <= 2 else PALE for mark in lit]
    assert {DENSE, PALE} == {0.7, 0.4}
    colours = plot.outlines.source.data["color"]
    assert colours.count(COLOURS["target"]) == len(enemies), "no gold line around what only costs MF"


def test_the_way_lies_under_the_names_and_the_chips_over_them() -> None:
    session = ordered()
    session.click(Hit("place", "33"))
    plot = MapPlot(None, session.view)
    order = plot.figure.renderers
    arrows = order.index(plot.march.arrows.renderers[0])
    assert arrows < order.index(plot.signs.renderers[0]) < order.index(plot.march.sheet.renderers[0])
    assert COLOURS["select"] in plot.march.arrows.sources["strokes"].data["color"]
    assert not plot.march.sheet.sources["strokes"].data["color"]


def test_sources_are_told_only_with_the_layer_provenance() -> None:
    game = nl.new_game("d_day", seed=1944)
    plain, full = view(game), view(game, layers=DEFAULT_LAYERS | {PROVENANCE})
    words = [item.hover for shown in (plain, full) for item in (*shown.places, *shown.counters, *shown.bridges)]
    half = len(words) // 2
    assert not any("Source:" in text or "reconstructed" in text for text in words[:half])
    assert any("Source:" in text for text in words[half:])
    assert any("reconstructed" in text for text in words[half:])
    assert max(map(len, words[:half])) < 900


def test_what_changes_is_painted_on_another_canvas_than_the_ground() -> None:
    """Bokeh paints renderers of the level overlay on their own; a change of them leaves the other canvas as it is."""
    lab = Lab("d_day", seed=1944, autosave=False)
    plot = lab.map.plot
    ground = {renderer.data_source.id for renderer in plot.figure.renderers if renderer.level != "overlay"}
    heard: list[str] = []
    for source in {renderer.data_source for renderer in plot.figure.renderers}:
        source.on_change("data", lambda _attr, _old, _new, key=source.id: heard.append(key))
    lab.session.click(Hit("place", "50"))
    lab.session.clear()
    lab.session.click(Hit("place", "49"))
    assert heard, "a click shows something"
    assert not ground & set(heard)
    assert all(renderer.hover_glyph is None for renderer in plot.figure.renderers)


def test_the_page_sends_no_echo() -> None:
    """In Bokeh a change with ``sync`` false is one that came from Python; how it works in a page, a browser test says."""
    assert "event.sync !== false" in keys.SCRIPT
    assert (Path(keys.__file__).parent / "js" / "quiet.js").exists()
