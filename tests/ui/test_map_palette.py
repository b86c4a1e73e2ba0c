"""Contrast and colour-blind distances, recomputed from the colours that are drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.borders import OPEN_BORDER
from normandy_lab.ui.palette import AREA_FILL, COLOURS, CONTROL, COUNTERS, contrast, distance

FILES = palette.symbols()


@pytest.mark.parametrize(("pair", "value"), FILES["contrast_checked"].items())
def test_text_contrast_is_what_the_file_says_and_enough(pair: str, value: float) -> None:
    ink, ground = pair.split(" on ")
    found = contrast(COLOURS[ink], COLOURS[ground])
    assert found == pytest.approx(value, abs=0.02)
    assert found >= 4.5


@pytest.mark.parametrize("style", COUNTERS)
def test_counters_are_legible_fresh_and_spent(style: str) -> None:
    look = COUNTERS[style]
    fresh, spent = contrast(look["ink"], look["fill"]), contrast(look["pale_ink"], look["pale"])
    assert fresh == pytest.approx(look["contrast_fresh"], abs=0.02)
    assert spent == pytest.approx(look["contrast_spent"], abs=0.02)
    assert min(fresh, spent) >= 4.5


@pytest.mark.parametrize(
    "sign", [*(CONTROL[key] for key in AREA_FILL), palette.SIGNS["victory"], palette.STACK["badge"]]
)
def test_tags_discs_and_badges_are_legible(sign: dict[str, str]) -> None:
    assert contrast(sign["ink"], sign["fill"]) >= 4.5


@pytest.mark.parametrize(("pair", "values"), FILES["colour_blind_separation_lab"].items())
def test_colour_blind_distances(pair: str, values: dict[str, float]) -> None:
    one, other = pair.split(" / ")
    found = {eye: distance(COLOURS[one], COLOURS[other], eye) for eye in values}
    assert found == pytest.approx(values, abs=0.1)


def test_where_colours_are_close_the_letters_differ() -> None:
    for one, other in combinations(AREA_FILL, 2):
        near = min(distance(AREA_FILL[one], AREA_FILL[other], eye) for eye in ("normal", "protan", "deutan"))
        assert near > 8
        assert CONTROL[one]["letter"] != CONTROL[other]["letter"]


@pytest.mark.parametrize("line", ["target_edge", "select", "river", "flood", "coast", "frame", "allied_line", "ink"])
@pytest.mark.parametrize("control", AREA_FILL)
def test_lines_that_carry_meaning_stand_out(line: str, control: str) -> None:
    assert contrast(COLOURS[line], AREA_FILL[control]) >= 3


def test_open_borders_stand_out_and_gold_in_its_casing() -> None:
    assert min(contrast(OPEN_BORDER, fill) for fill in AREA_FILL.values()) >= 3
    assert contrast(COLOURS["target"], COLOURS["target_edge"]) >= 3


@pytest.mark.parametrize("type_", FILES["types"])
def test_every_symbol_stays_in_its_frame(type_: str) -> None:
    symbol = palette.unit_symbol(type_)
    points = [point for line in (*symbol.lines, *symbol.fills) for point in line]
    assert points
    assert max(abs(coordinate) for point in points for coordinate in point) <= 1.001


def test_levels_of_detail() -> None:
    assert [palette.detail_of(side) for side in (16, 20, 29, 30, 49, 50)] == [0, 24, 24, 36, 36, 60]
    assert [palette.layout(detail).long for detail in (24, 36, 60)] == [False, True, True]
    assert [bool(palette.layout(detail).name) for detail in (24, 36, 60)] == [False, False, True]
