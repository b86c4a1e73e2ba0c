"""Ways around closed ground (FP 2.1, B-8): held against the ground itself and against a search on a grid."""

from __future__ import annotations

import itertools
from heapq import heappop, heappush
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normandy_lab.beach.rules.s42_paths import along, closed, crosses, inside, way
from tests.beach.helpers import Table

BOARDS = {
    "gap": Table(figures={"A1": [9, 24]}, obstacles=[1, 0, 2, 1]).state,
    "two gaps": Table(figures={"A1": [9, 24]}, obstacles=[0, 1, 0, 1]).state,
    "open": Table(figures={"A1": [9, 24]}, obstacles=[0, 0, 0, 0]).state,
}
X, Y = st.integers(0, 240), st.integers(240, 320)
POINT = st.tuples(X, Y).map(lambda point: (point[0] * 100, point[1] * 100))


def length(path: list[tuple[int, int]]) -> float:
    return sum(dist(a, b) for a, b in itertools.pairwise(path))


@settings(max_examples=300)
@given(board=st.sampled_from(sorted(BOARDS)), a=POINT, b=POINT)
def test_a_way_leads_there_on_open_ground(board: str, a: tuple[int, int], b: tuple[int, int]) -> None:
    state = BOARDS[board]
    boxes = closed(state)
    if any(inside(box, a) for box in boxes):
        return
    path = way(state, a, b, 12000)
    if not path:
        assert any(inside(box, b) for box in boxes) or any(crosses(box, a, b) for box in boxes) or dist(a, b) > 12000
        return
    assert (path[0], path[-1]) == (a, b)
    assert length(path) <= 12000.001
    for start, end in itertools.pairwise(path):
        assert not any(crosses(box, start, end) for box in boxes)
    if a[1] > 24000:
        assert all(point[1] > 24000 for point in path[1:-1]), "it would have to stop at the wall"
    if a[1] > 24000 and b[1] > 24000:
        back = way(state, b, a, 12000)
        assert length(back) == pytest.approx(length(path), abs=0.01)
    half = along(path, length(path) / 2)
    assert not any(inside(box, half) for box in boxes)
    assert way(state, a, half, length(path) / 2 + 3)


@settings(max_examples=25)
@given(board=st.sampled_from(sorted(BOARDS)), a=POINT, b=POINT)
def test_no_grid_search_finds_a_shorter_way(board: str, a: tuple[int, int], b: tuple[int, int]) -> None:
    state, reach = BOARDS[board], 6000
    boxes = closed(state)
    if any(inside(box, point) for box in boxes for point in (a, b)) or dist(a, b) > reach:
        return
    if not way(state, a, b, reach):
        assert grid(boxes, a, b, 500) > reach


def grid(boxes, a, b, step: int) -> float:
    """The length of a way from a to b over points of a grid, eight neighbours each; an upper bound."""
    queue, done = [(dist(a, p), p) for p in _grid_about(a, step) if _free(boxes, a, p)], set()
    best = dist(a, b) if _free(boxes, a, b) else float("inf")
    while queue:
        far, point = heappop(queue)
        if point in done or far > 9000:
            continue
        done.add(point)
        if dist(point, b) <= 1.5 * step and _free(boxes, point, b):
            best = min(best, far + dist(point, b))
        for dx in (-step, 0, step):
            for dy in (-step, 0, step):
                other = (point[0] + dx, point[1] + dy)
                on_table = 0 <= other[0] <= 24000 and other[1] <= 32000
                inland = other[1] > 24000 or (a[1] == 24000 and other[1] == 24000)
                if other not in done and on_table and inland and _free(boxes, point, other):
                    heappush(queue, (far + dist(point, other), other))
    return best


def _grid_about(point: tuple[int, int], step: int) -> list[tuple[int, int]]:
    x, y = point[0] // step * step, point[1] // step * step
    return [(x + i * step, y + j * step) for i in (0, 1) for j in (0, 1) if 0 <= x + i * step <= 24000]


def _free(boxes, a, b) -> bool:
    return not any(crosses(box, a, b) for box in boxes)
