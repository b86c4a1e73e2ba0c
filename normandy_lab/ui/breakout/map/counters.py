"""Counters as primitives, and how the counters of one place are laid out in rows and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.labels import text_width
from normandy_lab.ui.breakout.view import CounterView
from normandy_lab.ui.palette import COLOURS, Layout
from normandy_lab.ui.sketch import NONE, Rect, Sketch, placed

SPACE = 1.5  # pixels between two counters
BADGE_ROOM = 7.0  # pixels above a pile for its number
STAR = "#FFD75E"
HAIR = "#FFFFFF"
FRAME = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0))


@dataclass(frozen=True, slots=True)
class Pile:
    """One counter or several under one: the first is drawn, the rest are cards and a number."""

    units: tuple[CounterView, ...]

    @property
    def top(self) -> CounterView:
        return self.units[0]

    @property
    def target(self) -> bool:
        return any(unit.target for unit in self.units)

    @property
    def chosen(self) -> bool:
        return any(unit.chosen for unit in self.units)

    @property
    def face(self) -> CounterView:
        """What is drawn: the top unit, lit if any unit of the pile is."""
        star = any(unit.star for unit in self.units)
        dim = all(unit.dim for unit in self.units)
        isolated = any(unit.isolated for unit in self.units)
        return replace(self.top, target=self.target, chosen=self.chosen, star=star, dim=dim, isolated=isolated)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of piles; ``columns`` at most in a row."""

    piles: tuple[Pile, ...]
    columns: int

    @property
    def stacked(self) -> bool:
        return any(len(pile.units) > 1 for pile in self.piles)

    def now(self, units: Mapping[str, CounterView]) -> Grid:
        """The same grid with the units as they are now: lit, chosen, named, isolated."""
        piles = (Pile(tuple(units[unit.unit] for unit in pile.units)) for pile in self.piles)
        return Grid(tuple(piles), self.columns)

    def step(self, side: float) -> float:
        """From row to row: piles need room for their badge."""
        return side + SPACE + (BADGE_ROOM - 1 if self.stacked else 0.0)

    def size(self, side: float) -> tuple[float, float]:
        """Width and height in pixels, with the cards and badges of piles."""
        wide = min(self.columns, len(self.piles))
        rows = -(-len(self.piles) // self.columns)
        extra = BADGE_ROOM if self.stacked else 0.0
        return wide * self.step(side) - SPACE, (rows - 1) * self.step(side) + side + extra

    def spots(self, side: float) -> Iterator[tuple[Pile, float, float]]:
        """Each pile with its centre, from the top left corner of the grid, y down negative."""
        step = self.step(side)
        head = BADGE_ROOM if self.stacked else 0.0
        wide = min(self.columns, len(self.piles))
        for index, pile in enumerate(self.piles):
            row, column = divmod(index, self.columns)
            in_row = min(self.columns, len(self.piles) - row * self.columns)
            yield pile, side / 2 + (column + (wide - in_row) / 2) * step, -side / 2 - row * step - head


def columns_for(count: int) -> int:
    """Rows of 2, but of 3 when there are 3, 5, 6 or more."""
    return 3 if count in (3, 5, 6) or count > 6 else max(1, min(2, count))


def grids(units: Sequence[CounterView], side: float) -> list[Grid]:
    """Ways to lay out the counters of a place, roomiest first, one pile a side last."""
    if not units:
        return []
    ordered = sorted(units, key=lambda unit: (unit.side == "allied", unit.look if unit.side == "allied" else ()))
    last = _piled(ordered, lambda unit: (unit.side,))
    if not palette.detail_of(side):
        return [last]
    ways = [Grid(tuple(Pile((unit,)) for unit in ordered), columns_for(len(ordered)))]
    if len(ordered) > 6:
        ways.append(Grid(ways[0].piles, 4))
    if len(ordered) in (3, 4):
        ways.append(Grid(ways[0].piles, 5 - len(ordered) if len(ordered) == 3 else 4))
    alike = _piled(ordered, lambda unit: unit.look)
    if len(alike.piles) < len(ordered):
        ways.append(alike)
    kinds = _piled(ordered, lambda unit: (unit.side, unit.type, unit.level))
    if len(kinds.piles) < len(alike.piles):
        ways.append(kinds)
    if len(last.piles) < len(ways[-1].piles):
        ways.append(last)
    return ways


def _piled(units: Sequence[CounterView], key: Callable[[CounterView], tuple[object, ...]]) -> Grid:
    groups: dict[tuple[object, ...], list[CounterView]] = {}
    for unit in units:
        groups.setdefault(key(unit), []).append(unit)
    piles = tuple(Pile(tuple(group)) for group in groups.values())
    return Grid(piles, columns_for(len(piles)))


# ------------------------------------------------------------------------------------------ drawing


def draw_pile(sketch: Sketch, pile: Pile, x: float, y: float, side: float, scale: float) -> None:
    """A pile: up to two cards behind the face, and its number at the top right."""
    face, extra = pile.face, min(2, len(pile.units) - 1)
    for card in range(extra, 0, -1):
        shift = card * palette.STACK["offset_px"][0] / scale
        _body(sketch, face, x + shift, y - shift, side, scale)
    draw_counter(sketch, face, x, y, side, scale)
    if extra:
        _badge(sketch, len(pile.units), x + side / 2 / scale, y + side / 2 / scale)


def _badge(sketch: Sketch, count: int, x: float, y: float) -> None:
    badge = palette.STACK["badge"]
    sketch.dot(x, y, badge["diameter_px"], badge["fill"], badge["edge"], w=1.2)
    sketch.text(x, y, str(count), badge["px"], badge["ink"], bold=True, on="dot_texts")


def _body(sketch: Sketch, unit: CounterView, x: float, y: float, side: float, scale: float) -> None:
    colours = palette.COUNTERS[unit.style]
    fresh = unit.level == "fresh"
    sketch.rects.append(
        Rect(
            x,
            y,
            side / scale,
            side / scale,
            colours["fill"] if fresh else colours["pale"],
            HAIR if fresh else colours["edge"],
            1.0 if fresh else 1.4,
            alpha=0.5 if unit.dim else 1.0,
            radius=radius_of(unit, side),
        )
    )


def radius_of(unit: CounterView, side: float) -> int:
    """Allied counters have rounded corners, German ones square."""
    if unit.side == "german":
        return 0
    return 3 if side < 30 else 4


@dataclass(frozen=True, slots=True)
class Face:
    """A counter on its way to paper: where, how large, and in which ink."""

    unit: CounterView
    x: float
    y: float
    side: float  # pixels
    scale: float  # pixels for a km
    layout: Layout
    ink: str
    alpha: float

    @property
    def km(self) -> float:
        return self.side / self.scale

    def at(self, fx: float, fy: float) -> tuple[float, float]:
        """A spot given in fractions of the side from the centre."""
        return self.x + fx * self.km, self.y + fy * self.km


def draw_counter(sketch: Sketch, unit: CounterView, x: float, y: float, side: float, scale: float) -> None:
    """One counter of ``side`` pixels with its centre at (x, y) km."""
    _body(sketch, unit, x, y, side, scale)
    _outline(sketch, unit, x, y, side, scale)
    detail = palette.detail_of(side)
    if not detail:
        if unit.isolated:
            draw_isolated(sketch, x - side / 2 / scale, y + side / 2 / scale, scale)
        return
    colours = palette.COUNTERS[unit.style]
    ink = colours["ink"] if unit.level == "fresh" else colours["pale_ink"]
    face = Face(unit, x, y, side, scale, palette.layout(detail), ink, 0.5 if unit.dim else 1.0)
    _symbol(sketch, face)
    _factors(sketch, face)
    _level(sketch, face)
    _names(sketch, face)
    if unit.isolated:
        draw_isolated(sketch, *face.at(-0.5, -0.5 if unit.star else 0.5), scale)
    if unit.star:
        left, top = face.at(-0.5, 0.5)
        sketch.dot(left + 1 / scale, top - 1 / scale, 12, STAR, COLOURS["ink"], "star", 1.0)


def draw_isolated(sketch: Sketch, x: float, y: float, scale: float) -> None:
    """The sign of a unit without a supply line (12.8): a ring with a bar, on white."""
    sign = palette.SIGNS["isolated"]
    half = sign["px"] / 2 / scale
    lines = placed(palette.shape(sign["lines"]), x, y, half, half)
    for color, width in ((sign["casing"], 5.0), (sign["stroke"], 2.2)):
        for line in lines:
            sketch.stroke(line, color, width)


def _outline(sketch: Sketch, unit: CounterView, x: float, y: float, side: float, scale: float) -> None:
    sign = palette.SIGNS["selected"] if unit.chosen else palette.SIGNS["target"] if unit.target else None
    if sign is None:
        return
    room = (side + 1.5) / scale
    for line in sign["outlines"]:
        width = line["px"] * (0.8 if side < 30 else 1.0)
        sketch.tops.append(Rect(x, y, room, room, NONE, line["color"], width, radius=radius_of(unit, side)))


def _symbol(sketch: Sketch, face: Face) -> None:
    fx, fy, w, h = face.layout.symbol
    x, y = face.at(fx, fy)
    half_w, half_h = w * face.km / 2, h * face.km / 2
    symbol = palette.unit_symbol(face.unit.type)
    for line in placed((FRAME, *symbol.lines), x, y, half_w, half_h):
        sketch.stroke(line, face.ink, face.layout.stroke, face.alpha)
    for ring in placed(symbol.fills, x, y, half_w, half_h):
        sketch.fill(ring, face.ink, alpha=face.alpha)
    if face.layout.size:
        mark_x, mark_y, height = face.layout.size
        half = height * face.km / 2
        for line in placed(palette.size_mark(face.unit.size), *face.at(mark_x, mark_y), half, half):
            sketch.stroke(line, face.ink, 1.3, face.alpha)


def _factors(sketch: Sketch, face: Face) -> None:
    unit, layout = face.unit, face.layout
    text = unit.factors if layout.long else unit.strength
    fx, fy, px = layout.factors
    if unit.level.startswith("disrupt"):
        fx = layout.x_disrupted
    x, y = face.at(fx, fy)
    sketch.text(x, y, text, px, face.ink, bold=True, alpha=face.alpha)
    if unit.underline:
        left = x - text_width(text, px, True) / 2 / face.scale
        first = text_width(text.split("-")[0], px, True) / face.scale
        under = y - px * 0.5 / face.scale
        sketch.stroke(((left, under), (left + first, under)), face.ink, 1.2, face.alpha)


def _level(sketch: Sketch, face: Face) -> None:
    mark = palette.symbols()["levels"].get(face.unit.level, {}).get("mark")
    if not mark:
        return
    half = face.layout.tag / 2
    x, y = face.at(0.5 - half, half - 0.5)
    sketch.tops.append(Rect(x, y, 2 * half * face.km, 2 * half * face.km, mark["fill"]))
    sketch.text(x, y, mark["text"], 9 if face.layout.detail < 60 else 11, mark["ink"], bold=True)
    if face.layout.slashes:
        lines = palette.symbols()["levels"]["slashes"]["one" if mark["slashes"] == 1 else "two"]
        for line in placed(palette.shape(lines), face.x, face.y, face.km / 2, face.km / 2):
            sketch.stroke(line, face.ink, 1.4)


def _names(sketch: Sketch, face: Face) -> None:
    unit, layout = face.unit, face.layout
    if layout.name is None or layout.division is None:
        return
    x, y, px = layout.name
    sketch.text(*face.at(x, y), short_name(unit.name), px, face.ink, angle=pi / 2, alpha=face.alpha)
    x, y, px = layout.division
    division = (
        unit.division.removeprefix("US ").removeprefix("British ").replace("Canadian", "Can")
        or palette.COUNTERS[unit.style]["letter"]
    )
    sketch.text(*face.at(x, y), division[:8], px, face.ink, angle=-pi / 2, alpha=face.alpha)


TYPE_WORDS = frozenset({"Rgt", "Bde", "Bn", "Para", "Armd", "Inf", "Infantry", "Artillery", "Arty", "Gren", "PG", "Pz"})


def short_name(name: str) -> str:
    """The name without type words, at most 8 letters.

    >>> short_name("507 Para Rgt"), short_name("Marcouf Battery")
    ('507', 'Marcouf')
    """
    words = [word for word in name.split() if word not in TYPE_WORDS]
    text = " ".join(words or name.split())
    return text[:8].strip() if len(text) <= 8 or " " not in text[:9] else text[:8].rsplit(" ", 1)[0]
