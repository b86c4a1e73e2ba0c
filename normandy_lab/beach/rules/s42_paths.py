"""FP 2.1: where a figure may go in one move. Exact in whole mils; figures are points here (B-6)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import groupby, pairwise
from math import dist

from normandy_lab.beach.setting import NEVER, Setting
from normandy_lab.beach.state import UNPLACED, State, is_open
from normandy_lab.core.rulebook import rule

Point = tuple[int, int]
Box = tuple[int, int, int, int]  # left, front, right, back; its inside is closed to figures
SLACK = 1e-6  # mils by which a sum of square roots may be out


def closed(state: State) -> list[Box]:
    """The closed stretches of the obstacle belt, and the bunkers, live or not (B-8, B-9)."""
    setting = state.setting
    boxes = []
    for passable, group in groupby(range(len(setting.segments)), lambda segment: is_open(state, segment)):
        run = list(group)
        if not passable:
            left = -NEVER if run[0] == 0 else setting.segments[run[0]][0] - 1
            right = NEVER if run[-1] == len(setting.segments) - 1 else setting.segments[run[-1]][1]
            boxes.append((left, setting.wall, right, setting.belt + 1))
    return boxes + [setting.bunker_at(section) for section in state.section if section != UNPLACED]


def inside(box: Box, point: Point) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def crosses(box: Box, a: Point, b: Point) -> bool:
    """Whether the straight line from a to b passes through the inside of the box; exact."""
    low, high = (-1, 1), (2, 1)  # the part of the line that is inside, as fractions of it; open at both ends
    for start, end, least, most in ((a[0], b[0], box[0], box[2]), (a[1], b[1], box[1], box[3])):
        step = end - start
        if not step:
            if not least < start < most:
                return False
            continue
        first, last = (least - start, most - start) if step > 0 else (start - most, start - least)
        size = abs(step)
        if first * low[1] > low[0] * size:
            low = (first, size)
        if last * high[1] < high[0] * size:
            high = (last, size)
    return low[0] * high[1] < high[0] * low[1] and low[0] < low[1] and high[0] > 0


def near(boxes: list[Box], a: Point, b: Point, reach: float) -> list[Box]:
    """The boxes that a way of that length between the points can meet."""
    left, right = max(a[0], b[0]) - reach, min(a[0], b[0]) + reach
    return [box for box in boxes if box[2] >= left and box[0] <= right]


@rule("FP 2.1", "B-8")
def way(state: State, a: Point, b: Point, reach: float) -> list[Point]:
    """The shortest way from a to b around closed ground, if it is no longer than ``reach``; else nothing."""
    boxes = near(closed(state), a, b, reach)
    if any(inside(box, b) for box in boxes) or dist(a, b) > reach + SLACK:
        return []
    if not any(crosses(box, a, b) for box in boxes):
        return [a, b]
    corners = [c for c in _corners(state, boxes, a) if dist(a, c) + dist(c, b) <= reach + SLACK]
    return _shortest(boxes, a, b, corners, reach)


def _corners(state: State, boxes: list[Box], start: Point) -> Iterator[Point]:
    """Where a way can bend. A figure beyond the wall stops when it comes back to it: no bend there (FP 2.1)."""
    setting = state.setting
    for left, front, right, back in boxes:
        for point in ((left, front), (left, back), (right, front), (right, back)):
            on_table = 0 <= point[0] <= setting.width and point[1] <= setting.depth
            if on_table and (point[1] > setting.wall or start[1] == setting.wall):
                yield point


def _shortest(boxes: list[Box], a: Point, b: Point, corners: list[Point], reach: float) -> list[Point]:
    """Dijkstra over the corners that see one another."""
    queue: list[tuple[float, Point, list[Point]]] = [(0.0, a, [a])]
    done: set[Point] = set()
    while queue:
        length, point, path = heappop(queue)
        if point in done:
            continue
        done.add(point)
        if point == b:
            return path
        for other in (b, *corners):
            far = length + dist(point, other)
            fits = other not in done and far + dist(other, b) <= reach + SLACK
            if fits and not any(crosses(box, point, other) for box in boxes):
                heappush(queue, (far, other, [*path, other]))
    return []


def along(path: list[Point], reach: float) -> Point:
    """The point so far along a way, rounded towards its last bend."""
    for start, end in pairwise(path):
        length = dist(start, end)
        if length >= reach:
            share = reach / length if length else 0.0
            return start[0] + int((end[0] - start[0]) * share), start[1] + int((end[1] - start[1]) * share)
        reach -= length
    return path[-1]


def gap_squared(box: Box, point: Point) -> int:
    """The square of the distance from a point to a footprint."""
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return dx * dx + dy * dy


@rule("FP 2.3", "B-4")
def touching(state: State, point: Point) -> list[int]:
    """The live bunkers in contact with a point, the nearest first."""
    setting = state.setting
    if point[1] < setting.bunker_front - setting.contact:
        return []
    found = []
    for bunker, section in enumerate(state.section):
        if section != UNPLACED and not state.destroyed[bunker]:
            gap = gap_squared(setting.bunker_at(section), point)
            if gap <= setting.contact * setting.contact:
                found.append((gap, bunker))
    return [bunker for _, bunker in sorted(found)]


def at_wall(setting: Setting, point: Point) -> bool:
    return point[1] == setting.wall
