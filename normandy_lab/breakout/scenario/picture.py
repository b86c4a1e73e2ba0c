"""Still maps of scenarios as SVG: one, or two side by side with what differs outlined and named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from normandy_lab.breakout.board.board import FLOODED, RIVER
from normandy_lab.breakout.board.outlines import BorderLine, Drawing, Line, Outline, load_drawing
from normandy_lab.breakout.scenario.compile import compile_held, occupants, starting_control
from normandy_lab.breakout.scenario.differences import Marked
from normandy_lab.breakout.scenario.resolve import Resolved
from normandy_lab.breakout.state import HELD

INK = "#A8005A"  # the magenta of what is selected, darkened to 4.5:1 for letters
FILLS = ("area_german", "area_us", "area_british")  # by code of control
WORDS = ("German", "US", "British")
WIDTH = 760  # pixels of a board alone
TEXT_PX, SMALL_TEXT_PX = 10.6, 12.5  # of a board alone; of one beside another, which is often shrunk
CAPTION = (
    "G German, U US, B British units. Blue lines are rivers, dashed ones floods, bars bridges, crosses destroyed "
    "bridges. Areas that the Allies control carry US or Br. Point at an area for its name. The board is a reconstruction."
)
MARKED = "Magenta outlines and letters show what differs."
NAMES = 4  # names of changes written at one place


@dataclass(frozen=True)
class Board:
    """What one board shows: a position, how large, and what is marked on it."""

    resolved: Resolved
    drawing: Drawing
    width: int = WIDTH
    label: str = "Map of the set-up"
    marked: Marked = field(default_factory=Marked)

    @property
    def text(self) -> float:
        """The height of letters in km: the same in pixels whatever the width."""
        left, _, right, _ = self.drawing.extent
        return (TEXT_PX if self.width == WIDTH else SMALL_TEXT_PX) * (right - left) / self.width

    @property
    def control(self) -> tuple[int, ...]:
        return starting_control(self.resolved)


def drawing_of(resolved: Resolved) -> Drawing | None:
    """The drawing data; None for a board of one's own, which has none."""
    return load_drawing() if resolved.doc.get("board", {}).get("areas", "default") == "default" else None


def board_svg(resolved: Resolved) -> str:
    """The board at the start of a scenario; "" for a board of one's own."""
    drawing = drawing_of(resolved)
    if drawing is None:
        return ""
    return f"{_svg(Board(resolved, drawing))}\n<p><small>{CAPTION}</small></p>"


def boards_html(boards: Mapping[str, tuple[Resolved, Marked]], width: int = 560) -> str:
    """Boards side by side under their captions, one below the other where there is no room; "" without drawing data."""
    parts = []
    for caption, (resolved, marked) in boards.items():
        drawing = drawing_of(resolved)
        if drawing is None:
            return ""
        label = " ".join([f"{caption}.", *marked.sentences]) if marked.sentences else f"{caption}."
        picture = _svg(Board(resolved, drawing, width, label, marked))
        parts.append(
            f'<figure style="flex:1 1 {width - 120}px;min-width:0;max-width:{width + 160}px;margin:0">'
            f"<figcaption><b>{escape(caption)}</b></figcaption>{picture}</figure>"
        )
    return f'<div style="display:flex;flex-wrap:wrap;gap:10px">{"".join(parts)}</div><p><small>{MARKED} {CAPTION}</small></p>'


def _svg(board: Board) -> str:
    left, bottom, right, top = board.drawing.extent
    height = round(board.width * (top - bottom) / (right - left))
    box = f"{left} {-top} {right - left} {top - bottom}"
    size = f'width="{board.width}" height="{height}"' if board.width == WIDTH else 'width="100%"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" role="img" aria-label="{escape(board.label)}" '
        f'style="background:{_colours()["sea"]};max-width:100%;height:auto" font-family="Arial, sans-serif">'
    )
    parts = [*_land(board), *_places(board), *_water(board), *_outlined(board)]
    parts += [*_bridges(board), *_units(board), *_named(board)]
    return "\n".join([head, *parts, "</svg>"])


@lru_cache(maxsize=1)
def _colours() -> Mapping[str, str]:
    text = (files("normandy_lab") / "data" / "symbols.json").read_text(encoding="utf-8")
    palette: dict[str, str] = json.loads(text)["palette"]
    return palette


def _points(line: Line) -> str:
    """SVG counts y downwards."""
    return " ".join(f"{x:g},{-y:g}" for x, y in zip(line.x, line.y, strict=True))


def _land(board: Board) -> Iterator[str]:
    for line in board.drawing.land:
        yield f'<polygon points="{_points(line)}" fill="{_colours()["land_off"]}"/>'


def _places(board: Board) -> Iterator[str]:
    control, index = board.control, board.resolved.board.index
    fills = {"zone": "zone", "approach": "box", "offshore": "box"}
    for outline in board.drawing.outlines:
        holder = control[index[outline.id]]
        name = board.resolved.board.places[index[outline.id]].name
        colour = _colours()[fills.get(outline.kind) or FILLS[holder]]
        words = f"{name}, {WORDS[holder]}" if outline.kind == "area" else name
        yield (
            f'<polygon points="{_points(outline.ring)}" fill="{colour}" stroke="{_colours()["frame"]}" stroke-width=".12">'
            f"<title>{escape(words)}</title></polygon>"
        )
        if holder and outline.kind == "area":
            (x, y), mark = outline.label_at, ("", "US", "Br")[holder]
            yield f'<text x="{x}" y="{-y}" font-size="{board.text:.2f}" font-weight="bold" text-anchor="middle">{mark}</text>'


def _water(board: Board) -> Iterator[str]:
    kinds = {border.id: border.kind for border in board.resolved.tables.borders}
    for line in board.drawing.borders:
        if kinds[line.id] in (RIVER, FLOODED):
            dash = ' stroke-dasharray="1.2 .7"' if kinds[line.id] == FLOODED else ""
            yield f'<polyline points="{_points(line.line)}" fill="none" stroke="{_colours()["river"]}" stroke-width=".7"{dash}/>'


def _bridges(board: Board) -> Iterator[str]:
    printed = {border.id for border in board.resolved.tables.borders if border.bridge}
    held = compile_held(board.resolved)
    for line in board.drawing.borders:
        if line.id in printed:
            yield _bridge(line, HELD[held[board.resolved.board.border(line.id).index]])


def _bridge(line: BorderLine, held: str) -> str:
    """A bar across the water; a cross where the bridge is destroyed."""
    (x, y), (dx, dy) = line.mid, line.across
    bars = [(dx, dy)]
    colour = _colours()["allied_line" if held == "allied" else "ink"]
    if held == "destroyed":
        bars, colour = [(dx + dy, dy - dx), (dx - dy, dy + dx)], _colours()["isolated"]
    casing = f'<circle cx="{x:.2f}" cy="{-y:.2f}" r="1.9" fill="#FFFFFF"/>' if held == "destroyed" else ""
    return casing + "".join(
        f'<line x1="{x - ux:.2f}" y1="{uy - y:.2f}" x2="{x + ux:.2f}" y2="{-y - uy:.2f}" '
        f'stroke="{colour}" stroke-width=".8"><title>Bridge {line.id}, {held}</title></line>'
        for ux, uy in bars
    )


def _outlined(board: Board) -> Iterator[str]:
    """White and magenta lines around places and along borders that differ."""
    lines = [
        (f"{_points(outline.ring)}", "polygon")
        for outline in board.drawing.outlines
        if outline.id in board.marked.places
    ]
    lines += [(_points(line.line), "polyline") for line in board.drawing.borders if line.id in board.marked.borders]
    for colour, width in (("#FFFFFF", 5.0), (_colours()["select"], 2.6)):
        for points, shape in lines:
            yield (
                f'<{shape} points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" '
                'vector-effect="non-scaling-stroke" stroke-linejoin="round"/>'
            )


class Frame(NamedTuple):
    """A rectangle on the picture, in km with y downwards as in SVG."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Frame) -> float:
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, wide) * max(0.0, high)


def _counts(board: Board) -> Iterator[tuple[Outline, str, Frame, str]]:
    """Of each place with units: how many of each side as letters and figures, where, and in which colour."""
    here, text = occupants(board.resolved), board.text
    for outline in board.drawing.outlines:
        german, us, british = here.get(outline.id, (0, 0, 0))
        words = " ".join(f"{letter}{count}" for letter, count in (("G", german), ("U", us), ("B", british)) if count)
        if words:
            (x, y), width = outline.centre, 0.72 * text * len(words) + 0.35 * text
            side = "wehrmacht" if german else "us" if us else "british"
            yield outline, words, Frame(x - width / 2, -y - text * 0.75, width, text * 1.4), side


def _units(board: Board) -> Iterator[str]:
    """The number of each side's units as a letter and a figure: G4 U2 B3."""
    text = board.text
    for outline, words, at, side in _counts(board):
        ink = _colours()["ink"] if side == "british" else "#FFFFFF"
        (x, y) = outline.centre
        yield (
            f'<rect x="{at.x:.2f}" y="{at.y:.2f}" width="{at.width:.2f}" height="{at.height:.2f}" rx=".5" fill="{_colours()[side]}"/>'
            f'<text x="{x:.2f}" y="{-y + text * 0.35:.2f}" font-size="{text:.2f}" text-anchor="middle" fill="{ink}">{words}</text>'
        )


def _named(board: Board) -> Iterator[str]:
    """Beside the count of a place what differs there, in a few words, where it covers least."""
    text, taken = board.text, [at for _, _, at, _ in _counts(board)]
    for outline in board.drawing.outlines:
        words = board.marked.words.get(outline.id, ())
        lines = [*words[:NAMES], *([f"and {len(words) - NAMES} more"] if len(words) > NAMES else [])]
        if not lines:
            continue
        size = (max(0.58 * text * len(line) for line in lines), 1.1 * text * len(lines))
        spots = list(_spots(board, outline, size))
        at = min(spots, key=lambda spot: sum(spot.overlap(other) for other in taken) + 0.3 * spots.index(spot))
        taken.append(at)
        for number, line in enumerate(lines):
            yield (
                f'<text x="{at.x + at.width / 2:.2f}" y="{at.y + text * (0.85 + 1.1 * number):.2f}" font-size="{text:.2f}" '
                f'font-weight="bold" text-anchor="middle" fill="{INK}" stroke="#FFFFFF" stroke-width="3" '
                f'vector-effect="non-scaling-stroke" paint-order="stroke">{escape(line)}</text>'
            )


def _spots(board: Board, outline: Outline, size: tuple[float, float]) -> Iterator[Frame]:
    """Below the count, above it, beside it; then farther away. Never over the edge of the picture."""
    (wide, high), text, (x, y) = size, board.text, outline.centre
    left, bottom, right, top = board.drawing.extent
    for far in (0.0, 1.2, 2.4, 3.6):
        gap = text * (0.8 + far)
        for cx, cy in (
            (x, -y + gap + high / 2),
            (x, -y - gap - high / 2),
            (x + wide / 2 + gap + text, -y),
            (x - wide / 2 - gap - text, -y),
        ):
            yield Frame(
                min(max(cx - wide / 2, left), right - wide), min(max(cy - high / 2, -top), -bottom - high), wide, high
            )
