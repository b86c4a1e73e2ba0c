"""Colours, counter layouts and symbols of ``data/symbols.json``, and the measures that check them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

SANS = {"value": 'Arial, "Liberation Sans", sans-serif'}  # a bare list with quotes is read as a column name

Point = tuple[float, float]
Lines = tuple[tuple[Point, ...], ...]


@cache
def symbols() -> dict[str, Any]:
    """The drawing data as it stands in the file."""
    text = (files("normandy_lab") / "data" / "symbols.json").read_text("utf8")
    return json.loads(text)


COLOURS: dict[str, str] = symbols()["palette"]
CONTROL: dict[str, dict[str, str]] = symbols()["map_signs"]["control"]
SIGNS: dict[str, Any] = symbols()["map_signs"]
COUNTERS: dict[str, dict[str, Any]] = symbols()["nationalities"]
STACK: dict[str, Any] = symbols()["stack"]
AREA_FILL = {"german": COLOURS["area_german"], "us": COLOURS["area_us"], "british": COLOURS["area_british"]}
HALO = "#FFFFFF"


def shape(lines: list[list[list[float]]]) -> Lines:
    """Polylines of the file as tuples."""
    return tuple(tuple((x, y) for x, y in line) for line in lines)


class Symbol(NamedTuple):
    """A unit type: strokes and filled shapes in the unit box."""

    title: str
    lines: Lines
    fills: Lines


@cache
def unit_symbol(type_: str) -> Symbol:
    """The symbol of a unit type; an unknown type is drawn as an empty frame."""
    data = symbols()["types"].get(type_, {"title": type_, "lines": [], "fills": []})
    return Symbol(data["title"], shape(data["lines"]), shape(data["fills"]))


@cache
def size_mark(size: str) -> Lines:
    """The strokes of the size mark above the symbol; none for an unknown size."""
    data = symbols()["sizes"].get(size)
    return shape(data["lines"]) if data else ()


class Layout(NamedTuple):
    """Where the parts of a counter stand, in fractions of its side from its centre."""

    detail: int  # 24, 36, 60
    symbol: tuple[float, float, float, float]  # x, y, width, height
    stroke: float
    size: tuple[float, float, float] | None  # x, y, height
    factors: tuple[float, float, int]  # x, y, px
    x_disrupted: float
    long: bool  # attack-defense-movement rather than attack-defense
    name: tuple[float, float, int] | None
    division: tuple[float, float, int] | None
    tag: float  # side of the level tag
    slashes: bool
    radius: int


@cache
def layout(detail: int) -> Layout:
    """The counter layout of one level of detail."""
    data = symbols()["layout"][str(detail)]
    name = data["name"]
    size = data["size"]
    return Layout(
        detail=detail,
        symbol=tuple(data["symbol"][key] for key in "xywh"),
        stroke=data["stroke_px"],
        size=(size["x"], size["y"], size["h"]) if size else None,
        factors=(data["factors"]["x"], data["factors"]["y"], data["factors"]["px"]),
        x_disrupted=data["factors"].get("x_disrupted", data["factors"]["x"]),
        long="movement" in data["factors"]["fresh"],
        name=(name["unit"]["x"], name["unit"]["y"], name["unit"]["px"]) if name else None,
        division=(name["division"]["x"], name["division"]["y"], name["division"]["px"]) if name else None,
        tag=data["level"]["side"],
        slashes=data["level"]["slashes"],
        radius=data["corner_radius_px"],
    )


def detail_of(side: float) -> int:
    """The layout for a counter of this many screen pixels; 0 below 20, where only piles are drawn.

    >>> [detail_of(side) for side in (12, 21, 36, 58)]
    [0, 24, 36, 60]
    """
    if side < 19.5:
        return 0
    return 24 if side < 30 else 36 if side < 50 else 60


# ------------------------------------------------------------------------------------------ measures

Rgb = tuple[float, float, float]
# Viénot, Brettel and Mollon 1999, on linear RGB: what a person without one kind of cone sees.
_DICHROMAT = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Rgb:
    """Linear red, green and blue of "#rrggbb"."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def _times(matrix: tuple[Rgb, ...], vector: Rgb) -> Rgb:
    r, g, b = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return r, g, b


def contrast(ink: str, ground: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2).

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    high, low = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (ink, ground))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _lab(rgb: Rgb) -> Rgb:
    parts = (v / w for v, w in zip(_times(_XYZ, rgb), _WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str = "normal") -> float:
    """How far apart two colours look in CIE Lab: to a normal, protan or deutan eye, or in grey."""
    pair = [linear(one), linear(other)]
    if eye in _DICHROMAT:
        pair = [_times(_DICHROMAT[eye], rgb) for rgb in pair]
    a, b = map(_lab, pair)
    if eye == "grey":
        return abs(a[0] - b[0])
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
