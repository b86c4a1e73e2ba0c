"""A pile that is open: a white card with 36 px counters, and a line to where the pile lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

from normandy_lab.ui.breakout.map.counters import draw_counter, short_name
from normandy_lab.ui.breakout.map.labels import Box, text_width
from normandy_lab.ui.breakout.map.scene import PileSpot
from normandy_lab.ui.breakout.view import CounterView, View
from normandy_lab.ui.hits import CARD, CARD_COUNTER, Hit, Point, Zone, square
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Rect, Sketch

SIDE = 36.0
STEP = 40.0
PAD = 12.0
HEAD = 46.0  # title and heading of a group
SIDES = {"allied": "Allied", "german": "German"}


@dataclass(frozen=True, slots=True)
class Group:
    """The counters of one side in the card."""

    heading: str
    units: tuple[CounterView, ...]

    @property
    def columns(self) -> int:
        count = len(self.units)
        return count if count <= 3 else min(5, -(-count // 2)) if count <= 10 else 6

    @property
    def rows(self) -> int:
        return -(-len(self.units) // self.columns)

    @property
    def width(self) -> float:
        return max(self.columns * STEP - (STEP - SIDE), text_width(self.heading, 11, True) + 4)


@dataclass(frozen=True, slots=True)
class Window:
    """The visible part of the map: left, bottom, right, top in km, and px for a km."""

    left: float
    bottom: float
    right: float
    top: float
    scale: float


def title(view: View, place: str) -> str:
    """The head of the card."""
    return f"{view.place(place).name}, opened"


def groups(view: View, place: str) -> tuple[Group, ...]:
    """Allied and German counters of a place; an approach box shows the defenders of its beach too."""
    here = view.at(place)
    if not here:
        return ()
    found = []
    for side in ("allied", "german"):
        units = tuple(unit for unit in here if unit.side == side)
        if units:
            found.append(Group(_heading(SIDES[side], units), units))
    beach = view.place(place).beach_of
    defenders = tuple(unit for unit in view.at(beach) if unit.side == "german") if beach else ()
    if defenders:
        found.append(Group(f"Defending: {len(defenders)}", defenders))
    return tuple(found)


def _heading(side: str, units: Sequence[CounterView]) -> str:
    chosen = sum(unit.chosen for unit in units)
    star = next((unit for unit in units if unit.star), None)
    role = "" if star is None else f", {'Point' if star.chosen else 'Forward'} Unit {short_name(star.name)}"
    return f"{side}: {chosen} of {len(units)}{role or ' chosen'}" if chosen else f"{side}: {len(units)}{role}"


def draw_card(
    sketch: Sketch,
    view: View,
    place: str,
    anchor: Point,
    window: Window,
    busy: Sequence[Box] = (),
    grow: float = 1.0,
) -> list[Zone]:
    """Draw the open card of a place and say what can be clicked in it.

    ``busy`` are boxes that it should not cover, in pixels from the origin of the map; ``grow`` enlarges
    everything.
    """
    parts = groups(view, place)
    if not parts:
        return []
    k = window.scale / grow  # lengths below are those of a card that is not enlarged
    window = replace(window, scale=k)
    busy = [Box(box.x0 / grow, box.y0 / grow, box.x1 / grow, box.y1 / grow) for box in busy]
    head = title(view, place)
    inner = sum(part.width for part in parts) + 2 * PAD * (len(parts) - 1)
    width = max(inner, text_width(head, 13, True) + 12 + text_width("Esc closes", 11)) + 2 * PAD
    height = HEAD + max(part.rows for part in parts) * STEP + 6
    x0, y0 = _corner(width, height, anchor, window, busy)
    centre = (x0 + width / 2 / k, y0 - height / 2 / k)
    _leader(sketch, anchor, Box(x0, y0 - height / k, x0 + width / k, y0))
    sketch.rects.append(Rect(*centre, width / k, height / k, "#FFFFFF", COLOURS["ink"], 1.4, radius=6))
    sketch.text(x0 + PAD / k, y0 - 13 / k, head, 13 * grow, COLOURS["ink"], bold=True, align="left")
    sketch.text(x0 + (width - PAD) / k, y0 - 13 / k, "Esc closes", 11 * grow, COLOURS["ink_soft"], align="right")
    line = y0 - 24 / k
    sketch.stroke(((x0 + PAD / k, line), (x0 + (width - PAD) / k, line)), COLOURS["rule"])
    zones = [Zone(CARD, Hit("place", place), square(*centre, width / k, height / k), "", place)]
    x = x0 + PAD / k
    for index, part in enumerate(parts):
        if index:
            bar = x - PAD / k
            sketch.stroke(((bar, y0 - 28 / k), (bar, y0 - (height - 8) / k)), COLOURS["rule"])
        sketch.text(x, y0 - 34 / k, part.heading, 11 * grow, COLOURS["ink_soft"], bold=True, align="left")
        zones += _units(sketch, part, x, y0 - HEAD / k, k, grow)
        x += (part.width + 2 * PAD) / k
    return zones


def _units(sketch: Sketch, part: Group, x: float, y: float, k: float, grow: float) -> list[Zone]:
    zones = []
    for index, unit in enumerate(part.units):
        row, column = divmod(index, part.columns)
        px, py = x + (column * STEP + SIDE / 2) / k, y - (row * STEP + SIDE / 2) / k
        draw_counter(sketch, unit, px, py, SIDE * grow, k * grow)
        zones.append(
            Zone(CARD_COUNTER, Hit("unit", unit.unit), square(px, py, SIDE / k), unit.hover, unit.place, (unit.unit,))
        )
    return zones


def _corner(width: float, height: float, anchor: Point, window: Window, busy: Sequence[Box]) -> Point:
    """The top left corner: over open sea where there is room, near the pile, and never on it."""
    k, margin = window.scale, 12.0
    at = (anchor[0] * k, anchor[1] * k)
    lefts = _steps(window.left * k + margin, window.right * k - margin - width)
    tops = _steps(window.bottom * k + margin + height, window.top * k - margin)
    best, corner = float("inf"), (lefts[0], tops[-1])
    for left in lefts:
        for top in tops:
            card = Box(left, top - height, left + width, top)
            cost = 0.15 * hypot(left + width / 2 - at[0], top - height / 2 - at[1])
            cost += 0.02 * sum(card.overlap(box) for box in busy)
            cost += 1000 if card.overlap(Box(at[0] - 30, at[1] - 30, at[0] + 30, at[1] + 30)) else 0
            if cost < best:
                best, corner = cost, (left, top)
    return corner[0] / k, corner[1] / k


def _steps(low: float, high: float) -> list[float]:
    """From low to high in about 30 px; only one step where there is no room."""
    count = max(1, int((high - low) // 30))
    return [low + (high - low) * i / count for i in range(count + 1)] if high > low else [low]


def _leader(sketch: Sketch, anchor: Point, card: Box) -> None:
    """A line from the side of the card that faces the pile; ``card`` is in km."""
    inset = 0.08 * (card.x1 - card.x0)
    end = (min(max(anchor[0], card.x0 + inset), card.x1 - inset), card.y0 if anchor[1] < card.y0 else card.y1)
    sketch.strokes.append(([end[0], anchor[0]], [end[1], anchor[1]], "#FFFFFF", 3.6, 0.8, "solid"))
    sketch.stroke((end, anchor), COLOURS["ink"], 1.4)


def anchor_of(piles: Sequence[PileSpot], place: str, fallback: Point) -> Point:
    """Where the line of the card ends: at the first pile of the place."""
    spots = [spot for spot in piles if spot.place == place]
    return (spots[0].x, spots[0].y) if spots else fallback
