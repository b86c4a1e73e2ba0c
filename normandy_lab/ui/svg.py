"""A Bokeh figure as SVG elements: the picture of the lab for pages that nobody computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import pi
from typing import Any

from bokeh.models import GlyphRenderer, MultiLine
from bokeh.plotting import figure

from normandy_lab.ui.panels.html import esc
from normandy_lab.ui.sketch import NONE

ROOT = (
    'font-family="Arial, Liberation Sans, sans-serif" text-anchor="middle" dominant-baseline="central" '
    'stroke-linejoin="round" stroke-linecap="round"'
)  # what the elements leave out, because nearly all of them are so
SHORT = 60  # points of a line that is drawn as a shape, defined once
ANCHORS = {"left": "start", "right": "end"}
DASHES = {"dashed": "6 4", "dotted": "2 4"}
HALO = ' stroke="#fff" stroke-opacity=".7" stroke-width="2.4" paint-order="stroke"'
_LINES = {  # hatches by the strokes of their tile, in halves of its side
    "horizontal_line": "M0 1H2", "vertical_line": "M1 0V2", "cross": "M0 1H2M1 0V2",
    "right_diagonal_line": "M-1 1L1 -1M0 2L2 0M1 3L3 1", "diagonal_cross": "M0 0L2 2M2 0L0 2",
}  # fmt: skip
_SHORT = {"-": "horizontal_line", "|": "vertical_line", "+": "cross", "/": "right_diagonal_line", "x": "diagonal_cross", ".": "dot"}  # fmt: skip
_CORNERS = {  # markers that are no circles, as points of the unit box
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "diamond": ((0, -1), (0.7, 0), (0, 1), (-0.7, 0)),
    "triangle": ((0, -1), (0.87, 0.5), (-0.87, 0.5)), "inverted_triangle": ((0, 1), (0.87, -0.5), (-0.87, -0.5)),
    "star": ((0, -1), (0.22, -0.31), (0.95, -0.31), (0.36, 0.12), (0.59, 0.81), (0, 0.38), (-0.59, 0.81), (-0.36, 0.12), (-0.95, -0.31), (-0.22, -0.31)),
}  # fmt: skip


def short(number: float) -> str:
    """A length in pixels, as short as the eye needs it.

    >>> short(12.04), short(-0.01), short(0.52)
    ('12', '0', '.5')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text in ("-0", "0") else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class Still:
    """What a figure shows, as a list of elements in drawing order; those that did not change are the same texts again.

    Parameters
    ----------
    fig
        The figure, its ranges as wide as ``width`` and ``height`` pixels show them.
    """

    def __init__(self, fig: figure, width: float, height: float) -> None:
        self._fig = fig
        self.width, self.height = width, height
        self.scale = self._up = 1.0  # pixels for a unit of the plot, along and up
        self._hatches: dict[tuple[Any, ...], str] = {}
        self._shapes: dict[str, str] = {}
        self._ranges: tuple[float, ...] = ()
        self._paths: dict[tuple[int, bool], tuple[Any, str]] = {}  # by column; it is kept, so that its id stays its own
        self._drawn: dict[str, tuple[list[Any], list[str]]] = {}
        behind = [each for each in fig.renderers if _shifted(each)]
        self._haloed = {each.data_source.id for each in behind}
        self._renderers = [each for each in fig.renderers if each not in behind]

    @property
    def defs(self) -> str:
        """The patterns and the shapes that the elements name."""
        shapes = "".join(f'<path id="{name}" d="{way}"/>' for way, name in self._shapes.items())
        return "".join(_pattern(name, *look) for look, name in self._hatches.items()) + shapes

    def elements(self) -> list[str]:
        """The figure as it is now."""
        x, y = self._fig.x_range, self._fig.y_range
        ranges = (x.start, x.end, y.start, y.end)
        if ranges != self._ranges:
            self._ranges, self._paths = ranges, {}
            self.scale = self.width / (x.end - x.start)
            self._up = self.height / (y.end - y.start)
        found = []
        for renderer in self._renderers:
            if renderer.visible:
                found += self._of(renderer)
        return found

    def _of(self, renderer: GlyphRenderer) -> list[str]:
        """The elements of one renderer, anew only where its columns or the ranges were replaced."""
        glyph = renderer.glyph
        width = glyph.line_width if isinstance(glyph, MultiLine) else None
        key = [self._ranges, width, *renderer.data_source.data.values()]
        known = self._drawn.get(renderer.id)
        if known is None or not _same(known[0], key):
            draw = _GLYPHS[type(glyph).__name__]
            known = self._drawn[renderer.id] = (
                key,
                [part for row in _rows(renderer) for part in draw(self, row, renderer)],
            )
        return known[1]

    # -- places --------------------------------------------------------------------------------

    def x(self, x: float) -> float:
        return (x - self._ranges[0]) * self.scale

    def y(self, y: float) -> float:
        return (self._ranges[3] - y) * self._up

    def path(self, xs: Sequence[float], ys: Sequence[float], closed: bool) -> str:
        """A line through points as the beginning of an element: a short one, that may come again, is a shape put at a place."""
        known = self._paths.get((id(xs), closed))
        if known is None:
            known = self._paths[id(xs), closed] = (
                xs,
                self._path([(self.x(x), self.y(y)) for x, y in zip(xs, ys, strict=True)], closed),
            )
        return known[1]

    def _path(self, points: list[tuple[float, float]], closed: bool) -> str:
        closed = closed or (len(points) > 2 and points[0] == points[-1])
        if len(points) > SHORT:
            return f'path d="{_way(points, closed)}"'
        (x, y), name = points[0], f"s{len(self._shapes)}"
        name = self._shapes.setdefault(_way([(a - x, b - y) for a, b in points], closed), name)
        return f'use href="#{name}" x="{short(x)}" y="{short(y)}"'

    def hatch(self, look: Row) -> str:
        """The fill of a hatch, "" where there is none."""
        name = _SHORT.get(look("hatch_pattern", " "), look("hatch_pattern", " "))
        if name in (" ", "blank", None):
            return ""
        key = (name, look("hatch_color", "#000"), look("hatch_alpha", 1.0), look("hatch_scale", 12.0), look("hatch_weight", 1.0))  # fmt: skip
        return f"url(#{self._hatches.setdefault(key, f'h{len(self._hatches)}')})"


Row = Callable[[str, Any], Any]


def _way(points: Sequence[tuple[float, float]], closed: bool) -> str:
    """The way through points in pixels; neighbours that fall together are one."""
    spots = [spot for spot, _ in groupby(f"{short(x)} {short(y)}" for x, y in points)]
    if closed and len(spots) > 1 and spots[0] == spots[-1]:
        spots.pop()
    return "M" + "L".join(spots) + ("Z" if closed else "")


def _same(old: Sequence[Any], new: Sequence[Any]) -> bool:
    """Whether ranges are equal and no column was replaced."""
    return len(old) == len(new) and old[:2] == new[:2] and all(a is b for a, b in zip(old[2:], new[2:], strict=True))


def _shifted(renderer: GlyphRenderer) -> bool:
    """Whether it is one of the white copies behind a name: a page has strokes for that."""
    return bool(getattr(renderer.glyph, "x_offset", 0) or getattr(renderer.glyph, "y_offset", 0))


def _rows(renderer: GlyphRenderer) -> Iterator[Row]:
    """Each row of a renderer as a function from the name of a property to its value."""
    data, glyph = renderer.data_source.data, renderer.glyph
    fixed: dict[str, Any] = {}

    def look(n: int, name: str, default: Any) -> Any:
        if name not in fixed:
            fixed[name] = getattr(glyph, name, None)
        value = fixed[name]
        if isinstance(value, str) and value in data:
            value = data[value][n]
        return default if value is None else value

    for n in range(len(next(iter(data.values()), ()))):
        yield lambda name, default, n=n: look(n, name, default)  # type: ignore[misc]


def _ink(color: str, alpha: float, what: str) -> str:
    if color == NONE or not alpha:
        return ' fill="none"' if what == "fill" else ""
    return f' {what}="{color}"' + (f' {what}-opacity="{alpha:g}"' if alpha < 1 else "")


def _edge(row: Row) -> str:
    """The line of a shape: nothing where none is seen."""
    ink, width = _ink(row("line_color", NONE), row("line_alpha", 1.0), "stroke"), row("line_width", 1.0)
    return f'{ink} stroke-width="{width:g}"' if ink and width else ""


def _shape(still: Still, row: Row, open_: str) -> Iterator[str]:
    """A filled shape, and its hatch over it."""
    fill, edge = _ink(row("fill_color", NONE), row("fill_alpha", 1.0), "fill"), _edge(row)
    if edge or fill != ' fill="none"':
        yield f"<{open_}{fill}{edge}/>"
    if hatch := still.hatch(row):
        yield f'<{open_} fill="{hatch}"/>'


def _rect(still: Still, row: Row, _renderer: GlyphRenderer) -> Iterator[str]:
    wide, high = row("width", 0) * still.scale, row("height", 0) * still.scale
    radius = row("border_radius", 0)
    round_ = f' rx="{radius:g}"' if radius else ""
    x, y = still.x(row("x", 0)) - wide / 2, still.y(row("y", 0)) - high / 2
    yield from _shape(
        still, row, f'rect x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}"{round_}'
    )


def _patches(still: Still, row: Row, _renderer: GlyphRenderer) -> Iterator[str]:
    if not row("fill_alpha", 1.0) and not row("line_alpha", 1.0) and row("hatch_pattern", " ") == " ":
        return
    yield from _shape(still, row, still.path(row("xs", ()), row("ys", ()), True))


def _lines(still: Still, row: Row, _renderer: GlyphRenderer) -> Iterator[str]:
    dash = row("line_dash", [])
    text = DASHES.get(dash, dash) if isinstance(dash, str) else " ".join(map(str, dash))
    dashed = "" if text in ("", "solid") else f' stroke-dasharray="{text}"'
    if edge := _edge(row):
        yield f'<{still.path(row("xs", ()), row("ys", ()), False)} fill="none"{edge}{dashed}/>'


def _text(still: Still, row: Row, renderer: GlyphRenderer) -> Iterator[str]:
    x, y, angle = short(still.x(row("x", 0))), short(still.y(row("y", 0))), row("angle", 0.0)
    turn = f' transform="rotate({-angle * 180 / pi:.0f} {x} {y})"' if angle else ""
    anchor = ANCHORS.get(row("text_align", "center"))
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="bold"' if row("text_font_style", "normal") == "bold" else ""
    more += HALO if renderer.data_source.id in still._haloed else ""
    ink = _ink(row("text_color", "#000"), row("text_alpha", 1.0), "fill")
    size = str(row("text_font_size", "12px")).removesuffix("px")
    yield f'<text x="{x}" y="{y}" font-size="{float(size):g}"{more}{ink}{turn}>{esc(row("text", ""))}</text>'


def _marker(still: Still, row: Row, _renderer: GlyphRenderer) -> Iterator[str]:
    x, y, r, kind = still.x(row("x", 0)), still.y(row("y", 0)), row("size", 4) / 2, row("marker", "circle")
    if kind == "circle":
        yield from _shape(still, row, f'circle cx="{short(x)}" cy="{short(y)}" r="{short(r)}"')
        return
    points = " ".join(f"{short(x + px * r)},{short(y + py * r)}" for px, py in _CORNERS[kind])
    angle = row("angle", 0.0)
    turn = f' transform="rotate({-angle * 180 / pi:.0f} {short(x)} {short(y)})"' if angle else ""
    yield from _shape(still, row, f'polygon points="{points}"{turn}')


_GLYPHS: dict[str, Callable[[Still, Row, GlyphRenderer], Iterator[str]]] = {
    "Rect": _rect, "Patches": _patches, "MultiLine": _lines, "Text": _text, "Scatter": _marker,
}  # fmt: skip


def _pattern(name: str, kind: str, color: str, alpha: float, scale: float, weight: float) -> str:
    ink = (
        f'fill="{color}"' if kind == "dot" else f'fill="none" stroke="{color}" stroke-width="{2 * weight / scale:.2f}"'
    )
    inner = f'<circle cx="1" cy="1" r=".3" {ink}/>' if kind == "dot" else f'<path d="{_LINES[kind]}" {ink}/>'
    return (
        f'<pattern id="{name}" width="2" height="2" patternUnits="userSpaceOnUse" patternTransform="scale({scale / 2:g})" '
        f'opacity="{alpha:g}">{inner}</pattern>'
    )
