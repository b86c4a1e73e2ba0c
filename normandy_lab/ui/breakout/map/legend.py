"""The legend in the sea corners, drawn with the signs that it explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.card import Window
from normandy_lab.ui.breakout.map.counters import Pile, draw_counter, draw_isolated, draw_pile
from normandy_lab.ui.breakout.map.geometry import Edge, wave_lines
from normandy_lab.ui.breakout.map.labels import Box
from normandy_lab.ui.breakout.map.signs import draw_bridge, draw_chip, draw_fort, draw_points
from normandy_lab.ui.breakout.map.supply_layer import CASING, COLOUR, DASH, DOTS, WEAK_PX, draw_cost
from normandy_lab.ui.breakout.supply_view import Mark
from normandy_lab.ui.breakout.view import BridgeView, CounterView
from normandy_lab.ui.hits import Line
from normandy_lab.ui.palette import AREA_FILL, COLOURS
from normandy_lab.ui.sketch import Rect, Sketch

WIDE = 350.0
HEAD, FOOT = 28.0, 6.0  # px above the first row and below the last
UNITS = (178.0, 5 * 25.0 + 46.0)
UNITS_TALL = (104.0, 10 * 23.0 + 38.0)
SAMPLE = (39.0, 18.0)
BRIDGES = 146.0  # where the column of bridges stands
ROOMY = 1000.0  # px of map width from which the counters stand in two columns
ROWS = 5
SUPPLY = 190.0  # px
BOTH_FROM = 880.0  # px of map width from which the signs of map and supply stand side by side


class Corner:
    """A white panel with its top left corner at (x, y) km; positions inside are in pixels."""

    def __init__(self, sketch: Sketch, x: float, y: float, size: tuple[float, float], scale: float) -> None:
        self.sketch, self.x, self.y, self.k = sketch, x, y, scale
        width, height = size
        sketch.rects.append(
            Rect(
                *self.at(width / 2, height / 2),
                width / scale,
                height / scale,
                "#FFFFFF",
                COLOURS["primary"],
                1.2,
                radius=6,
            )
        )

    def at(self, px: float, py: float) -> tuple[float, float]:
        return self.x + px / self.k, self.y - py / self.k

    def text(self, px: float, py: float, text: str, size: float = 11.5, bold: bool = False) -> None:
        self.sketch.text(*self.at(px, py), text, size, COLOURS["ink"], bold=bold, align="left")

    def line(self, px: float, py: float, width: float) -> Line:
        """A gently bent line of some pixels, for rivers."""
        shape = ((0.0, 0.0), (0.3, -2.0), (0.6, 1.0), (1.0, -1.0))
        return tuple(self.at(px + fx * width, py + dy) for fx, dy in shape)


def draw_legend(
    sketch: Sketch, window: Window, opened: bool = False, supply: bool = False, big: bool = False
) -> list[Box]:
    """Signs of the map at the top right, counters at the bottom left; the boxes that they take, in pixels.

    On a narrow map an open pile takes the place of the signs. The signs of supply stand to their left, or
    where there is no room instead of them. A projector (``big``) shows counters alone, in one row.
    """
    k = window.scale
    if big:
        return [_strip(sketch, window)]
    wide = (window.right - window.left) * k
    roomy = wide >= ROOMY
    size = UNITS if roomy else UNITS_TALL
    panels = [(window.left + 6 / k, window.bottom + (size[1] + 6) / k, size)]
    row = 22.0 if roomy else 18.5
    if supply and wide < BOTH_FROM:  # there the signs of supply take the place of those of the map
        panels.append((window.right - (SUPPLY + 8) / k, window.top - 8 / k, (SUPPLY, HEAD + ROWS * row + FOOT)))
        _supply(Corner(sketch, *panels[1], k), _rows(row))
    elif roomy or not opened:
        panels.append((window.right - (WIDE + 8) / k, window.top - 8 / k, (WIDE, HEAD + ROWS * row + FOOT)))
        _map(Corner(sketch, *panels[1], k), _rows(row))
        if supply:
            panels.append((panels[1][0] - (SUPPLY + 6) / k, panels[1][1], (SUPPLY, panels[1][2][1])))
            _supply(Corner(sketch, *panels[2], k), _rows(row))
    _counters(Corner(sketch, *panels[0], k), roomy)
    return [Box(x * k, y * k - high, x * k + long, y * k) for x, y, (long, high) in panels]


def _strip(sketch: Sketch, window: Window) -> Box:
    """Counters in one row at the top right, large enough for the back of the room."""
    k, size = window.scale, (40 + sum(step for _, _, step in STRIP), 52.0)
    corner = Corner(sketch, window.right - (size[0] + 10) / k, window.top - 10 / k, size, k)
    x = 30.0
    for sample, words, step in STRIP:
        draw_counter(sketch, sample, *corner.at(x, 26), 36.0, k)
        corner.text(x + 26, 26, words, 21)
        x += step
    return Box(corner.x * k, corner.y * k - size[1], corner.x * k + size[0], corner.y * k)


def _rows(height: float) -> list[float]:
    """The middles of the rows below the head of a panel, in pixels."""
    return [HEAD + (index + 0.5) * height for index in range(ROWS)]


def _map(corner: Corner, rows: list[float]) -> None:
    corner.text(10, 15, "Map", 12, bold=True)
    for y, (fill, tag, control, words, hatch) in zip(rows, _areas(), strict=True):
        corner.sketch.rects.append(
            Rect(*corner.at(30, y), SAMPLE[0] / corner.k, SAMPLE[1] / corner.k, fill, COLOURS["ink_soft"], 1.0, **hatch)
        )
        if tag:
            draw_chip(corner.sketch, tag, control, *corner.at(30, y), corner.k)
        corner.text(55, y, words)
    for y, (bridge, words) in zip(rows, _bridges(), strict=False):
        x, top = corner.at(BRIDGES, y - 7)
        for color, width in ((COLOURS["river"], 4.6), (COLOURS["river_core"], 2.2)):
            corner.sketch.strokes.append(([x, x], [top, corner.at(0, y + 7)[1]], color, width, 1.0, "solid"))
        draw_bridge(corner.sketch, bridge, Edge("", (), corner.at(BRIDGES, y), (1.0, 0.0)), corner.k)
        corner.text(BRIDGES + 24, y, words)
    draw_fort(corner.sketch, *corner.at(BRIDGES, rows[4]), corner.k)
    corner.text(BRIDGES + 24, rows[4], "fortified")
    _lines(corner, rows)


def _lines(corner: Corner, rows: list[float]) -> None:
    sketch, x, y = corner.sketch, 243.0, rows[0]
    river = corner.line(x, y, 32)
    sketch.stroke(river, COLOURS["river"], 4.6)
    sketch.stroke(river, COLOURS["river_core"], 2.2)
    corner.text(284, y, "river")
    y = rows[1]
    flood = corner.line(x, y, 32)
    sketch.stroke(flood, "#DCEBF5", 7)
    k = corner.k
    for wave in wave_lines(flood, 3 / k, 9 / k, 2 / k):
        sketch.stroke(wave, COLOURS["flood"], 1.5)
    corner.text(284, y, "flooded")
    y = rows[2]
    draw_points(sketch, 2, *corner.at(x + 16, y))
    corner.text(284, y, "points")
    for y, name, words in ((rows[3], "target", "may choose"), (rows[4], "selected", "chosen")):
        for outline in palette.SIGNS[name]["outlines"]:
            size = (30 / k, 12 / k)
            sketch.tops.append(Rect(*corner.at(x + 16, y), *size, "rgba(0,0,0,0)", outline["color"], outline["px"]))
        corner.text(284, y, words)


def _supply(corner: Corner, rows: list[float]) -> None:
    """The signs of the supply layer."""
    corner.text(10, 15, "Supply", 12, bold=True)
    for x, side, words in ((10.0, "allied", "Allied"), (96.0, "german", "German")):
        _route(corner, x, rows[0], COLOUR[side], 4.0, DASH)
        corner.text(x + 38, rows[0], words)
    x, y = 10.0, rows[1]
    _route(corner, x, y, COLOUR["german"], WEAK_PX, DASH)
    for bar in (x + 11, x + 21):
        for color, px in ((CASING, 6.0), (COLOUR["german"], 3.0)):
            corner.sketch.stroke((corner.at(bar, y - 7), corner.at(bar, y + 7)), color, px)
    corner.text(x + 42, y, "its loss isolates units")
    _route(corner, x, rows[2], COLOUR["german"], 4.0, DOTS)
    corner.text(x + 38, rows[2], "to Cherbourg, last resort")
    draw_cost(corner.sketch, Mark("", "german", "3"), *corner.at(x + 16, rows[3]), corner.k)
    corner.text(x + 38, rows[3], "supply points of a refit")
    draw_isolated(corner.sketch, *corner.at(x + 16, rows[4]), corner.k)
    corner.text(x + 38, rows[4], "isolated")


def _route(corner: Corner, x: float, y: float, color: str, px: float, dash: str) -> None:
    corner.sketch.stroke((corner.at(x, y), corner.at(x + 32, y)), color, px, dash=dash)


def _areas() -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
    contested, bocage = palette.SIGNS["contested"], palette.SIGNS["bocage"]
    yield AREA_FILL["german"], "G 3", "german", "German, +3", {}
    yield AREA_FILL["us"], "US", "us", "US", {}
    yield AREA_FILL["british"], "BR", "british", "British", {}
    hatch = {
        "hatch": contested["hatch"],
        "hatch_color": contested["hatch_color"],
        "hatch_alpha": 0.38,
        "hatch_scale": 9,
    }
    yield AREA_FILL["german"], "G/US", "german", "contested", hatch
    dots = {"hatch": "dot", "hatch_color": bocage["hatch_color"], "hatch_alpha": 0.45, "hatch_scale": 7}
    yield AREA_FILL["german"], "", "german", "bocage", dots


def _bridges() -> Iterator[tuple[BridgeView, str]]:
    for state, built, words in (
        ("german", 0, "German"),
        ("allied", 0, "Allied"),
        ("destroyed", 0, "destroyed"),
        ("destroyed", 1, "being built"),
    ):
        yield BridgeView("", "", "", state, built, False, False, ""), words


def _sample(style: str, type_: str, strength: str, level: str = "fresh") -> CounterView:
    side = "allied" if style in ("us", "british") else "german"
    return CounterView(
        unit="",
        place="",
        side=side,
        style=style,
        type=type_,
        size="regiment",
        strength=strength,
        factors=strength,
        underline=False,
        level=level,
        name="",
        division="",
        words="",
        target=False,
        chosen=False,
        star=False,
        dim=False,
        hover="",
    )


FRESH = (
    ("us", "infantry", "6-6", "US"),
    ("british", "infantry", "4-5", "British"),
    ("wehrmacht", "infantry", "4-5", "Wehrmacht"),
    ("luftwaffe", "flak", "*-3", "Luftwaffe"),
    ("kriegsmarine", "coastal_artillery", "0-4", "Navy"),
    ("ss", "armor", "9-8", "SS"),
)
STRIP = (
    (_sample("us", "infantry", "6-6-5"), "US", 90.0),
    (_sample("british", "infantry", "4-5-5"), "British", 130.0),
    (_sample("wehrmacht", "infantry", "4-5-4"), "German", 135.0),
    (_sample("wehrmacht", "infantry", "3", "spent"), "spent", 90.0),
)
WORN = (("spent", "spent"), ("disrupt_1", "disrupt 1"), ("disrupt_2", "disrupt 2"))


def _counters(corner: Corner, roomy: bool) -> None:
    """Colours and levels of counters, in two columns where there is room."""
    corner.text(8, 14, "Counters", 12, bold=True)
    if roomy:
        corner.text(8, 30, "attack-defense; spent: defense", 11)
    spots = [(20.0, 52 + 25.0 * i) for i in range(5)] + [(112.0, 52 + 25.0 * i) for i in (4, 0, 1, 2, 3)]
    if not roomy:
        spots = [(20.0, 38 + 23.0 * i) for i in range(10)]
    samples = [(_sample(style, type_, strength), words) for style, type_, strength, words in FRESH]
    samples += [(_sample("us", "infantry", "3", level), words) for level, words in WORN]
    for (x, y), (sample, words) in zip(spots, samples, strict=False):
        draw_counter(corner.sketch, sample, *corner.at(x, y), 21.0, corner.k)
        corner.text(x + 16, y, words)
    x, y = spots[-1]
    draw_pile(corner.sketch, Pile((_sample("wehrmacht", "infantry", "4-5"),) * 4), *corner.at(x - 1, y), 21.0, corner.k)
    corner.text(x + 20, y + 3, "pile of 4", 11)
