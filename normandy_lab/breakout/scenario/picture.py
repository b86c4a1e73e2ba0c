"""A small still map of a scenario as SVG, for its description: control, borders, bridges, units by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape

from normandy_lab.breakout.board.board import FLOODED, RIVER
from normandy_lab.breakout.board.outlines import BorderLine, Drawing, Line, Outline, load_drawing
from normandy_lab.breakout.scenario.compile import occupants, starting_control
from normandy_lab.breakout.scenario.resolve import Resolved
from normandy_lab.breakout.tables import data_folder

FILLS = ("area_german", "area_us", "area_british")  # by code of control
TEXT = 2.3  # height of letters, km
WIDTH = 760  # pixels
CAPTION = (
    "G German, U US, B British units. Blue lines are rivers, dashed ones floods, bars bridges. Areas that the Allies "
    "control carry US or Br. Point at an area for its name. The board is a reconstruction."
)


def board_svg(resolved: Resolved) -> str:
    """The board at the start of a scenario; "" for a board of one's own, which has no drawing data."""
    drawing = load_drawing() if resolved.doc.get("board", {}).get("areas", "default") == "default" else None
    if drawing is None:
        return ""
    left, bottom, right, top = drawing.extent
    height = round(WIDTH * (top - bottom) / (right - left))
    box = f"{left} {-top} {right - left} {top - bottom}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="{box}" role="img" '
        f'aria-label="Map of the set-up" style="background:{_colours()["sea"]};max-width:100%" font-family="sans-serif">'
    )
    parts = [*_land(drawing), *_places(resolved, drawing), *_borders(resolved, drawing), *_units(resolved, drawing)]
    return "\n".join([head, *parts, "</svg>", f"<p><small>{CAPTION}</small></p>"])


@lru_cache(maxsize=1)
def _colours() -> Mapping[str, str]:
    palette: dict[str, str] = json.loads((data_folder() / "symbols.json").read_text(encoding="utf-8"))["palette"]
    return palette


def _points(line: Line) -> str:
    """SVG counts y downwards."""
    return " ".join(f"{x:g},{-y:g}" for x, y in zip(line.x, line.y, strict=True))


def _land(drawing: Drawing) -> Iterator[str]:
    for line in drawing.land:
        yield f'<polygon points="{_points(line)}" fill="{_colours()["land_off"]}"/>'


def _places(resolved: Resolved, drawing: Drawing) -> Iterator[str]:
    control = starting_control(resolved)
    fills = {"zone": "zone", "approach": "box", "offshore": "box"}
    for outline in drawing.outlines:
        place = resolved.board.places[resolved.board.index[outline.id]]
        colour = _colours()[fills.get(outline.kind) or FILLS[control[place.index]]]
        words = (
            f"{place.name}, {('German', 'US', 'British')[control[place.index]]}"
            if outline.kind == "area"
            else place.name
        )
        yield (
            f'<polygon points="{_points(outline.ring)}" fill="{colour}" stroke="{_colours()["frame"]}" stroke-width=".12">'
            f"<title>{escape(words)}</title></polygon>"
        )
        if control[place.index] and outline.kind == "area":
            (x, y), mark = outline.label_at, ("", "US", "Br")[control[place.index]]
            yield f'<text x="{x}" y="{-y}" font-size="{TEXT}" font-weight="bold" text-anchor="middle">{mark}</text>'


def _borders(resolved: Resolved, drawing: Drawing) -> Iterator[str]:
    kinds = {border.id: border for border in resolved.tables.borders}
    for line in drawing.borders:
        border = kinds[line.id]
        if border.kind in (RIVER, FLOODED):
            dash = ' stroke-dasharray="1.2 .7"' if border.kind == FLOODED else ""
            yield f'<polyline points="{_points(line.line)}" fill="none" stroke="{_colours()["river"]}" stroke-width=".7"{dash}/>'
        if border.bridge:
            yield _bridge(line)


def _bridge(line: BorderLine) -> str:
    (x, y), (dx, dy) = line.mid, line.across
    return (
        f'<line x1="{x - dx:.2f}" y1="{dy - y:.2f}" x2="{x + dx:.2f}" y2="{-y - dy:.2f}" '
        f'stroke="{_colours()["ink"]}" stroke-width=".8"/>'
    )


def _units(resolved: Resolved, drawing: Drawing) -> Iterator[str]:
    """The number of each side's units as a letter and a figure: G 4, U 2, B 3."""
    here = occupants(resolved)
    for outline in drawing.outlines:
        german, us, british = here.get(outline.id, (0, 0, 0))
        words = [f"{letter}{count}" for letter, count in (("G", german), ("U", us), ("B", british)) if count]
        if words:
            yield _badge(outline, " ".join(words), german, us)


def _badge(outline: Outline, words: str, german: int, us: int) -> str:
    x, y = outline.centre
    width = 0.72 * TEXT * len(words) + 0.8
    colour = _colours()["wehrmacht" if german else "us" if us else "british"]
    ink = _colours()["ink"] if not german and not us else "#FFFFFF"
    return (
        f'<rect x="{x - width / 2:.2f}" y="{-y - TEXT * 0.75:.2f}" width="{width:.2f}" height="{TEXT * 1.4:.2f}" rx=".5" fill="{colour}"/>'
        f'<text x="{x:.2f}" y="{-y + TEXT * 0.35:.2f}" font-size="{TEXT}" text-anchor="middle" fill="{ink}">{words}</text>'
    )
