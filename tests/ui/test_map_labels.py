"""Names and blocks: none is lost, none covers another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from normandy_lab.breakout.scenario import load_scenario
from normandy_lab.game import new_game
from normandy_lab.ui.breakout.map.geometry import normandy
from normandy_lab.ui.breakout.map.labels import Box, Raster, text_width, wraps
from normandy_lab.ui.breakout.map.scene import Scene, counter_side
from normandy_lab.ui.breakout.view import View, view
from normandy_lab.ui.hits import contains

OVERVIEW = 1100 / 160  # px for a km where the lab is 1600 wide
NARROW = 896 / 160  # where it is 1280 wide


@pytest.fixture(scope="module")
def shown() -> View:
    return view(new_game(load_scenario("d_day"), seed=1))


@pytest.fixture(scope="module")
def scenes(shown: View) -> dict[float, tuple[Scene, Any, Any]]:
    found = {}
    for scale in (OVERVIEW, NARROW, 2.1 * OVERVIEW):
        scene = Scene(normandy(), scale)
        found[scale] = (scene, *scene.show(shown))
    return found


def test_wraps_keep_every_word_and_leave_no_number_alone() -> None:
    for words in (["50", "Ste.", "Mere", "Eglise"], ["13", "Thury-Harcourt"], ["9", "Caen"]):
        for lines in wraps(words):
            assert "".join(lines).replace(" ", "") == "".join(words)
            assert not lines[0].isdigit()
            assert 1 <= len(lines) <= 3


def test_text_width_is_that_of_arial() -> None:
    """Advance widths of Arial: M 833, i 222 thousandths of an em."""
    assert text_width("Mi", 10) == pytest.approx(8.33 + 2.22)
    assert text_width("Mi", 10, bold=True) > text_width("Mi", 10)


def test_overlap_of_boxes() -> None:
    assert Box(0, 0, 4, 4).overlap(Box(2, 3, 9, 9)) == 2
    assert Box(0, 0, 4, 4).overlap(Box(4, 0, 8, 4)) == 0


def test_a_raster_says_what_the_ring_says() -> None:
    import numpy as np

    ring = normandy().outlines["50"].ring
    raster = Raster(ring)
    cells = [
        (raster.left + (i + 0.5) * 0.2, raster.bottom + (j + 0.5) * 0.2)
        for i in range(3, 60, 4)
        for j in range(3, 60, 4)
    ]
    found = raster.inside(np.array([x for x, _ in cells]), np.array([y for _, y in cells]))
    assert found.tolist() == [contains(ring, x, y) for x, y in cells]


@pytest.mark.parametrize("scale", [OVERVIEW, NARROW, 2.1 * OVERVIEW])
def test_every_name_and_tag_is_drawn(shown: View, scenes: dict[float, Any], scale: float) -> None:
    _, signs, _ = scenes[scale]
    names = "".join(row[2] for row in signs.names).replace(" ", "")
    areas = [place for place in shown.places if place.kind == "area"]
    bare = [p.id for p in areas if f"{p.id} {p.name.removesuffix(' Beach')}".replace(" ", "") not in names]
    assert len(bare) <= 3, "a number without its name, where it does not fit"
    assert all(any(row[2].split()[0] == key for row in signs.names) for key in bare)
    for word in ("Utah", "Omaha", "Gold", "Juno", "Sword", "(Lisieux)", "(Vire/Conde)"):
        assert word in names
    tags = [row[2] for row in signs.texts]
    assert sum(tags.count(tag) for tag in {place.tag for place in areas}) >= 58
    points = [row[2] for row in signs.dot_texts]
    assert sorted(points) == sorted(str(place.vp) for place in shown.places if place.vp), "points never give way here"


@pytest.mark.parametrize("scale", [OVERVIEW, NARROW, 2.1 * OVERVIEW])
def test_every_counter_is_drawn_or_counted_in_a_pile(shown: View, scenes: dict[float, Any], scale: float) -> None:
    scene, _, _ = scenes[scale]
    drawn = [unit.unit for spot in scene.piles for unit in spot.pile.units]
    assert sorted(drawn) == sorted(counter.unit for counter in shown.counters)
    for spot in scene.piles:
        assert len({unit.side for unit in spot.pile.units}) == 1


@pytest.mark.parametrize("scale", [OVERVIEW, NARROW, 2.1 * OVERVIEW])
def test_blocks_do_not_cover_one_another(scenes: dict[float, Any], scale: float) -> None:
    scene, _, _ = scenes[scale]
    blocks = [scene.block(key).spot.boxes() for key in scene.geometry.outlines if key != "offshore"]
    total = sum(one.overlap(other) for a, b in combinations(blocks, 2) for one in a for other in b)
    assert total == 0


def test_tags_and_counters_stand_in_their_own_area(scenes: dict[float, Any]) -> None:
    scene, _, _ = scenes[2.1 * OVERVIEW]
    for spot in scene.piles:
        assert contains(scene.geometry.outlines[spot.place].ring, spot.x, spot.y)


def test_counter_sides() -> None:
    assert counter_side(OVERVIEW) == 21
    assert counter_side(NARROW) == 20
    assert counter_side(2 * OVERVIEW) == 42
    assert counter_side(6 * OVERVIEW) == 60
    assert counter_side(3.0) < 20


def test_a_move_leaves_the_other_blocks_where_they_are(shown: View) -> None:
    state = new_game(load_scenario("d_day"), seed=1).state.copy()
    scene = Scene(normandy(), OVERVIEW)
    scene.show(view(state))
    before = {key: scene.block(key) for key in normandy().outlines if key != "offshore"}
    unit = state.setting.forces.index["GE-709-1-919"]
    state.level[unit] = 1
    scene.show(view(state))
    changed = [key for key, block in before.items() if scene.block(key) != block]
    assert set(changed) <= {"51"}
