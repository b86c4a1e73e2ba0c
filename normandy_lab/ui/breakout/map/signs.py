"""The signs of places and bridges: tag, points disc, fortification, bridge by its holder."""

from __future__ import annotations

from normandy_lab.ui import palette
from normandy_lab.ui.breakout.map.borders import OVERVIEW
from normandy_lab.ui.breakout.map.geometry import Edge
from normandy_lab.ui.breakout.map.labels import text_width
from normandy_lab.ui.breakout.view import BridgeView, PlaceView
from normandy_lab.ui.hits import Point
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import NONE, Rect, Sketch, placed

CHIP_H = 14.0
DISC = 14.0
FORT = 12.0


def chip_width(text: str, grow: float = 1.0) -> float:
    """The width of a tag in pixels, 27 for "G 3"; ``grow`` times as much for a projector."""
    return max(27.0, text_width(text, 9.5, True) + 10) * grow


def tag_width(place: PlaceView, points: bool, grow: float = 1.0) -> float:
    """The width of the row with fort, tag and points; 0 outside areas."""
    if not place.tag:
        return 0.0
    fort = FORT + 4 if place.fort else 0.0
    disc = DISC + 3 if place.vp and points else 0.0
    return (fort + disc) * grow + chip_width(place.tag, grow)


def draw_tag(
    sketch: Sketch, place: PlaceView, x: float, y: float, scale: float, points: bool, grow: float = 1.0
) -> None:
    """The row of a tag: fort sign, chip with letter and terrain value, points disc."""
    left = x - tag_width(place, points, grow) / 2 / scale
    if place.fort:
        draw_fort(sketch, left + FORT * grow / 2 / scale, y, scale, grow)
        left += (FORT + 4) * grow / scale
    width = chip_width(place.tag, grow) / scale
    draw_chip(sketch, place.tag, place.control, left + width / 2, y, scale, grow)
    if place.vp and points:
        draw_points(sketch, place.vp, left + width + (3 + DISC / 2) * grow / scale, y, grow)


def draw_chip(sketch: Sketch, text: str, control: str, x: float, y: float, scale: float, grow: float = 1.0) -> None:
    """A tag: the letter of who controls, and the terrain value."""
    look = palette.CONTROL[control]
    size = (chip_width(text, grow) / scale, CHIP_H * grow / scale)
    sketch.tops.append(Rect(x, y, *size, look["fill"], look["edge"], 1.0, radius=3))
    sketch.text(x, y - 0.5 / scale, text, 9.5 * grow, look["ink"], bold=True)


def draw_points(sketch: Sketch, points: int, x: float, y: float, grow: float = 1.0) -> None:
    """The disc of an area worth points (3.25)."""
    sign = palette.SIGNS["victory"]
    sketch.dot(x, y, sign["diameter_px"] * grow, sign["fill"], sign["edge"], w=1.1)
    sketch.text(x, y, str(points), sign["px"] * grow, sign["ink"], bold=True, on="dot_texts")


def draw_fort(sketch: Sketch, x: float, y: float, scale: float, grow: float = 1.0) -> None:
    """The sign of a standing fortification (15.1)."""
    sign = palette.SIGNS["fort"]
    half = sign["px"] * grow / 2 / scale
    for line in placed(palette.shape(sign["lines"]), x, y, half, half * 0.85):
        sketch.fill(line, "#FFFFFF", sign["stroke"])


def turned(lines: palette.Lines, at: Point, across: Point, half: Point) -> palette.Lines:
    """Shapes of the unit box with +x along ``across``."""
    (cx, cy), (ux, uy), (sx, sy) = at, across, half
    return tuple(
        tuple((cx + px * sx * ux - py * sy * uy, cy + px * sx * uy + py * sy * ux) for px, py in line) for line in lines
    )


LIT_DECK = (((-1.0, -0.75), (1.0, -0.75), (1.0, 0.75), (-1.0, 0.75)),)
BRIDGE = {"german": "german_held", "allied": "allied_held", "destroyed": "destroyed"}


def draw_bridge(sketch: Sketch, bridge: BridgeView, edge: Edge, scale: float) -> None:
    """A bridge by its holder: white deck, green deck with a star, red cross; a badge while being built."""
    signs = palette.SIGNS["bridge"]
    sign = signs[BRIDGE[bridge.state]]
    base = signs["german_held"] if "same_as" in sign else sign
    size = min(1.25, max(0.75, scale / OVERVIEW)) / 2 / scale
    half = (signs["size_px"][0] * size, signs["size_px"][1] * size)
    deck = base["deck"]
    if bridge.target or bridge.chosen:
        lit = palette.SIGNS["selected" if bridge.chosen else "target"]["outlines"]
        for ring in turned(LIT_DECK, edge.mid, edge.across, half):
            sketch.fill(ring, lit[1]["color"], lit[0]["color"])
    elif deck:
        for ring in turned(palette.shape([deck]), edge.mid, edge.across, half):
            sketch.fill(ring, sign.get("deck_fill", base.get("deck_fill", "#FFFFFF")))
    stroke = base.get("stroke", "#1B2430")
    lines = turned(palette.shape(base["lines"]), edge.mid, edge.across, half)
    for index, line in enumerate(lines):
        bank = bridge.state == "destroyed" and index < 4
        sketch.stroke(line, COLOURS["ink"] if bank else stroke, signs["stroke_px"])
    if bridge.state == "allied":
        sketch.dot(*edge.mid, 9, "#FFFFFF", NONE, "star", 0)
    if bridge.construct and bridge.state == "destroyed":
        badge = signs["construct"]["badge"]
        x, y = edge.mid[0] + 9 / scale, edge.mid[1] + 6 / scale
        sketch.tops.append(Rect(x, y, 15 / scale, 12 / scale, badge["fill"], badge["edge"], 1.0))
        sketch.text(x, y, f"+{bridge.construct}", badge["px"], badge["ink"], bold=True)
