"""Where the block of a place stands: its name, tag and counters, without covering another block.

Everything here is in pixels, y up; the picture turns it into kilometres. A block is moved as a whole
("nudge the block, never its parts"), within its own outline, away from bridges and other blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from normandy_lab.ui.hits import Line

Array = np.ndarray[Any, Any]

# Advance widths of Arial and Liberation Sans (equal by design) from " " to "~", in 1/1000 em.
_REGULAR = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
]  # fmt: skip
_BOLD = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
]  # fmt: skip


def text_width(text: str, px: float, bold: bool = False) -> float:
    """The width of a text in pixels; letters outside ASCII count as an "n".

    >>> round(text_width("50 Ste. Mere Eglise", 11))
    96
    """
    widths = _BOLD if bold else _REGULAR
    return sum(widths[ord(c) - 32] if 32 <= ord(c) < 127 else 556 for c in text) * px / 1000


def wraps(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Ways to break a name into at most three lines, fewest lines first; a number is never alone.

    >>> wraps(["13", "Thury-Harcourt"])
    [('13 Thury-Harcourt',), ('13 Thury-', 'Harcourt')]
    """
    pieces = [piece for word in words for piece in _hyphens(word)]
    if len(pieces) > 1 and pieces[0].strip().isdigit():
        pieces[:2] = [pieces[0] + pieces[1]]
    ways: list[tuple[str, ...]] = [("".join(pieces).strip(),)]
    count = len(pieces)
    ways += [_lines(pieces, (i,)) for i in range(1, count)]
    ways += [_lines(pieces, (i, j)) for i in range(1, count) for j in range(i + 1, count)]
    return ways


def _hyphens(word: str) -> list[str]:
    parts = word.split("-")
    return [part + "-" for part in parts[:-1]] + [parts[-1] + " "]


def _lines(pieces: list[str], cuts: tuple[int, ...]) -> tuple[str, ...]:
    bounds = (0, *cuts, len(pieces))
    return tuple("".join(pieces[i:j]).strip() for i, j in pairwise(bounds))


class Box(NamedTuple):
    """A rectangle by its edges, in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def overlap(self, other: Box) -> float:
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        if width <= 0:
            return 0.0
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return width * height if height > 0 else 0.0


class Raster:
    """A ring as a grid of cells, inside or not, so that many points are looked up at once."""

    def __init__(self, ring: Line, step: float = 0.2) -> None:
        self.left = min(x for x, _ in ring) - step
        self.bottom = min(y for _, y in ring) - step
        self.step = step
        wide = int((max(x for x, _ in ring) - self.left) / step) + 2
        high = int((max(y for _, y in ring) - self.bottom) / step) + 2
        x = self.left + (np.arange(wide) + 0.5) * step
        cells = np.zeros((high, wide), dtype=bool)
        for row in range(high):
            crossings = _crossings(ring, self.bottom + (row + 0.5) * step)
            cells[row] = np.searchsorted(crossings, x) % 2 == 1
        cells[[0, -1], :] = cells[:, [0, -1]] = False
        self.cells = cells

    def inside(self, x: Array, y: Array) -> Array:
        """Whether each point lies inside."""
        high, wide = self.cells.shape
        column = np.clip(((x - self.left) / self.step).astype(int), 0, wide - 1)
        row = np.clip(((y - self.bottom) / self.step).astype(int), 0, high - 1)
        return self.cells[row, column]


def _crossings(ring: Line, y: float) -> list[float]:
    found = []
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y):
            found.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
        x1, y1 = x2, y2
    return sorted(found)


NAME_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Type:
    """Sizes in pixels of a name, its lines and the row of the tag; how much the signs of the tag grow."""

    name: float = 11.0
    line: float = 12.0
    tag: float = 15.0
    grow: float = 1.0


LAB = Type()
BIG, BIG_TARGET, BIG_BARE = Type(22, 24, 25, 1.7), Type(27, 29, 25, 1.7), Type(0, 0, 20, 1.3)  # on a projector


@dataclass(frozen=True, slots=True)
class Shape:
    """A block: lines of the name and the boxes of name, tag and counters, about its centre."""

    lines: tuple[str, ...]
    name: Box
    tag: Box | None
    grid: Box | None
    cost: float  # of this way to break the name
    weight: float = NAME_WEIGHT  # of a name that leaves its outline
    type: Type = LAB

    @property
    def boxes(self) -> tuple[tuple[Box, float], ...]:
        """Each part with the weight of leaving the outline or covering another block."""
        parts: list[tuple[Box, float]] = [(line_box(self, i), self.weight) for i in range(len(self.lines))]
        if self.tag is not None:
            parts.append((self.tag, 1.4))
        if self.grid is not None:
            parts.append((self.grid, 2.0))
        return tuple(parts)


GAP = 2.0
OVERHANG = 6.0  # px by which the name of a box may be wider than its frame


def line_box(shape: Shape, index: int) -> Box:
    """The box of one line of the name."""
    top = shape.name.y1 - index * shape.type.line
    width = shape.name.x1 - shape.name.x0 - (OVERHANG if shape.weight > NAME_WEIGHT else 0.0)
    return Box(-width / 2, top - shape.type.line, width / 2, top)


def build(
    lines: tuple[str, ...],
    bold: bool,
    tag_width: float,
    grid: tuple[float, float] | None,
    weight: float = NAME_WEIGHT,
    type_: Type = LAB,
) -> Shape:
    """Stack name, tag and counters, centred; ``grid`` is the size of the counters."""
    width = max((text_width(line, type_.name, bold) for line in lines), default=0.0) + 2
    tag_height = type_.tag + GAP if tag_width else 0.0
    grid_height = grid[1] + GAP if grid else 0.0
    height = len(lines) * type_.line + tag_height + grid_height
    top = height / 2
    name = Box(-width / 2, top - len(lines) * type_.line, width / 2, top)
    y = name.y0
    tag = box = None
    if tag_width:
        tag = Box(-tag_width / 2, y - GAP - type_.tag + 1, tag_width / 2, y - GAP + 1)
        y -= tag_height
    if grid:
        box = Box(-grid[0] / 2, y - GAP - grid[1], grid[0] / 2, y - GAP)
    return Shape(lines, name, tag, box, 0.35 * max(0, len(lines) - 1) + 0.004 * width, weight, type_)


@dataclass(frozen=True, slots=True)
class Site:
    """Where a block may go: the outline as cells, its centre and radius in km, and px for a km."""

    raster: Raster
    centre: tuple[float, float]
    radius: float
    scale: float
    frame: Box | None = None  # of the picture, in pixels

    def cut(self, box: Box, x: Array, y: Array) -> Array:
        """For each spot whether the edge of the picture would cut the box."""
        if self.frame is None:
            return np.zeros(len(x))
        low = (x + box.x0 < self.frame.x0) | (y + box.y0 < self.frame.y0)
        return (low | (x + box.x1 > self.frame.x1) | (y + box.y1 > self.frame.y1)).astype(float)

    def outside(self, box: Box, x: Array, y: Array, thin: bool) -> Array:
        """For each spot the share of a box's points that lie outside; of a thin box its middle line counts."""
        middle = (box.y0 + box.y1) / 2
        ys = (middle,) if thin else (box.y0, middle, box.y1)
        spots = [(px, py) for px in (box.x0, (box.x0 + box.x1) / 2, box.x1) for py in ys]
        inside = np.zeros(len(x))
        for px, py in spots:
            inside += self.raster.inside((x + px) / self.scale, (y + py) / self.scale)
        return 1.0 - inside / len(spots)


class Spot(NamedTuple):
    """A chosen place for a block."""

    shape: Shape
    x: float
    y: float
    outside: float  # of tag and counters: above 0 they stick out
    cost: float
    clash: float  # the part of the cost that neighbours and bridges make

    def boxes(self) -> list[Box]:
        return [box.moved(self.x, self.y) for box, _ in self.shape.boxes]

    def price_of(self, taken: Sequence[Box]) -> float:
        """What it costs to lie on these boxes."""
        parts = [(box.moved(self.x, self.y), weight) for box, weight in self.shape.boxes]
        return CLASH * sum(weight * box.overlap(other) for box, weight in parts for other in taken)


@dataclass(frozen=True, slots=True)
class Spots:
    """Where a block could stand, before its neighbours have their say; cheapest first."""

    shapes: tuple[Shape, ...]
    cost: Array
    outside: Array
    at: Array  # a row (x, y) for each spot
    which: Array  # the shape of each spot
    boxes: Array  # shape, part, edges
    weights: Array  # shape, part; 0 for parts that a shape does not have

    def spot(self, index: int, clash: float) -> Spot:
        x, y = self.at[index].tolist()
        cost = float(self.cost[index]) + clash
        return Spot(self.shapes[self.which[index]], x, y, float(self.outside[index]), cost, clash)


def candidates(site: Site, shapes: Sequence[Shape]) -> Spots:
    """Spots about the centre of the outline: inside it, near its centre, with few lines."""
    reach = site.radius * site.scale * 0.9
    dx, dy = _offsets(reach)
    x, y = site.centre[0] * site.scale + dx, site.centre[1] * site.scale + dy
    away = (dx * dx + dy * dy) / reach**2 * 0.5
    costs, hards = [], []
    parts = max(len(shape.boxes) for shape in shapes)
    boxes, weights = np.zeros((len(shapes), parts, 4)), np.zeros((len(shapes), parts))
    for index, shape in enumerate(shapes):
        cost, hard = away + shape.cost, np.zeros(len(dx))
        for part, (box, weight) in enumerate(shape.boxes):
            boxes[index, part], weights[index, part] = box, weight
            share = site.outside(box, x, y, weight == NAME_WEIGHT)
            cost = cost + 9 * weight * share + 12 * site.cut(box, x, y)
            if weight > 1:
                hard = np.maximum(hard, share)
        costs.append(cost)
        hards.append(hard)
    cost, hard = np.concatenate(costs), np.concatenate(hards)
    order = np.argsort(cost, kind="stable")
    at = np.tile(np.column_stack([x, y]), (len(shapes), 1))
    which = np.repeat(np.arange(len(shapes)), len(dx))
    return Spots(tuple(shapes), cost[order], hard[order], at[order], which[order], boxes, weights)


CLASH, COVER = 0.2, 0.03  # cost of each square pixel over another block, over a bridge
CHUNK = 24


def choose(spots: Spots, taken: Sequence[Box] = (), marks: Sequence[Box] = ()) -> Spot:
    """The best spot once other blocks and bridges are kept free."""
    if not taken and not marks:
        return spots.spot(0, 0.0)
    others = np.array([*taken, *marks])
    prices = np.array([CLASH] * len(taken) + [COVER] * len(marks))
    best, index, clash = float("inf"), 0, 0.0
    for start in range(0, len(spots.cost), CHUNK):
        if spots.cost[start] >= best:
            break
        part = slice(start, start + CHUNK)
        found = _clashes(spots, part, others, prices)
        total = spots.cost[part] + found
        here = int(np.argmin(total))
        if total[here] < best:
            best, index, clash = float(total[here]), start + here, float(found[here])
    return spots.spot(index, clash)


SAMPLES = 40


def sample(spots: Spots, taken: Sequence[Box], marks: Sequence[Box], below: float) -> Iterator[Spot]:
    """Some spots cheaper than ``below`` with what they cover, spread over all such spots."""
    count = int(np.searchsorted(spots.cost, below))
    step = max(1, count // SAMPLES)
    others = np.array([*taken, *marks]).reshape(-1, 4)
    prices = np.array([CLASH] * len(taken) + [COVER] * len(marks))
    for index in range(0, count, step):
        clash = float(_clashes(spots, slice(index, index + 1), others, prices)[0])
        if spots.cost[index] + clash < below:
            yield spots.spot(index, clash)


def _clashes(spots: Spots, part: slice, others: Array, prices: Array) -> Array:
    """For each of some spots the price of what its parts would cover."""
    which = spots.which[part]
    boxes = spots.boxes[which] + np.tile(spots.at[part], 2)[:, None, :]
    low = np.maximum(boxes[:, :, None, :2], others[None, None, :, :2])
    high = np.minimum(boxes[:, :, None, 2:], others[None, None, :, 2:])
    size = np.clip(high - low, 0.0, None)
    area = size[..., 0] * size[..., 1]
    return ((area @ prices) * spots.weights[which]).sum(axis=1)


def _offsets(reach: float) -> tuple[Array, Array]:
    """Steps about the centre, at most ``reach`` pixels away."""
    step = max(2.5, reach / 7)
    span = [(i * step, j * step) for i in range(-7, 8) for j in range(-7, 8) if i * i + j * j <= 50]
    found = np.array(span)
    return found[:, 0], found[:, 1]
