"""Primitives and the renderers that show them.

A ``Sketch`` is a list of rectangles, strokes, shapes, dots and texts in kilometres and pixels; a
``Sheet`` is a fixed set of Bokeh renderers, made once, whose columns are replaced by a new sketch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bokeh.models import ColumnDataSource, GlyphRenderer
from bokeh.plotting import figure

from normandy_lab.ui.palette import HALO, SANS, Lines

NONE = "rgba(0,0,0,0)"
RECT = ("x", "y", "w", "h", "fill", "line", "line_width", "alpha", "hatch", "hatch_color", "hatch_alpha", "hatch_scale")
STROKE = ("xs", "ys", "color", "width", "alpha", "dash")
FILL = ("xs", "ys", "color", "line", "alpha")
DOT = ("x", "y", "marker", "size", "fill", "line", "line_width")
TEXT = ("x", "y", "text", "size", "style", "color", "align", "angle", "alpha")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its centre and full size; ``radius`` must be one of the sheet's radii."""

    x: float
    y: float
    w: float
    h: float
    fill: str
    line: str = NONE
    line_width: float = 1.0
    alpha: float = 1.0
    radius: int = 0
    hatch: str = " "
    hatch_color: str = NONE
    hatch_alpha: float = 1.0
    hatch_scale: float = 7.0


def near(km: float) -> float:
    """A coordinate to the metre: what is sent to the browser stays short."""
    return round(km, 3)


@dataclass(slots=True)
class Sketch:
    """What one sheet shows; drawn in the order of the fields."""

    rects: list[Rect] = field(default_factory=list)
    fills: list[tuple[Any, ...]] = field(default_factory=list)
    strokes: list[tuple[Any, ...]] = field(default_factory=list)
    tops: list[Rect] = field(default_factory=list)  # rectangles over the strokes: level tags, chips
    names: list[tuple[Any, ...]] = field(default_factory=list)  # texts with a white halo
    texts: list[tuple[Any, ...]] = field(default_factory=list)
    dots: list[tuple[Any, ...]] = field(default_factory=list)
    dot_texts: list[tuple[Any, ...]] = field(default_factory=list)

    def add(self, other: Sketch) -> None:
        """Draw all of another sketch too."""
        for name in self.__slots__:
            getattr(self, name).extend(getattr(other, name))

    def stroke(self, line: Any, color: str, width: float = 1.0, alpha: float = 1.0, dash: str = "solid") -> None:
        self.strokes.append(([near(x) for x, _ in line], [near(y) for _, y in line], color, width, alpha, dash))

    def fill(self, ring: Any, color: str, line: str = NONE, alpha: float = 1.0) -> None:
        self.fills.append(([near(x) for x, _ in ring], [near(y) for _, y in ring], color, line, alpha))

    def dot(
        self, x: float, y: float, size: float, fill: str, line: str, marker: str = "circle", w: float = 1.0
    ) -> None:
        self.dots.append((near(x), near(y), marker, size, fill, line, w))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        px: float,
        color: str,
        bold: bool = False,
        align: str = "center",
        angle: float = 0.0,
        alpha: float = 1.0,
        on: str = "texts",
    ) -> None:
        row = (near(x), near(y), text, f"{px:g}px", "bold" if bold else "normal", color, align, angle, alpha)
        getattr(self, on).append(row)


def placed(lines: Lines, x: float, y: float, sx: float, sy: float) -> Lines:
    """Shapes of the unit box, scaled by half sizes and moved to a centre."""
    return tuple(tuple((x + px * sx, y + py * sy) for px, py in line) for line in lines)


def columns(names: tuple[str, ...], rows: list[Any]) -> dict[str, list[Any]]:
    """Rows as the columns of a source."""
    if not rows:
        return {name: [] for name in names}
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def replace_columns(source: ColumnDataSource, data: dict[str, list[Any]]) -> None:
    """Send the columns that differ; all of them where the number of rows does."""
    old = source.data
    names = list(data)
    if len(old[names[0]]) != len(data[names[0]]):
        source.data = data
        return
    for name in names:
        if old[name] != data[name]:
            old[name] = data[name]


def _rect_row(rect: Rect) -> tuple[Any, ...]:
    return (
        near(rect.x),
        near(rect.y),
        near(rect.w),
        near(rect.h),
        *(getattr(rect, name) for name in RECT[4:]),
    )


class Sheet:
    """The renderers of one plane of the picture."""

    def __init__(self, fig: figure, name: str, radii: tuple[int, ...] = (0,), halo: bool = False) -> None:
        self.name = name
        self.renderers: list[GlyphRenderer] = []
        self.sources: dict[str, ColumnDataSource] = {}
        self._fig = fig
        self._radii = tuple(sorted(radii, reverse=True))  # panels have the largest radius and lie lowest
        self._sent: dict[str, dict[str, list[Any]]] = {}
        self._rects("rects")
        self._fills()
        self._strokes()
        self._rects("tops")
        if halo:
            self._halo()
        self._texts("texts")
        self._dots()
        self._texts("dot_texts")

    def _source(self, key: str, names: tuple[str, ...]) -> ColumnDataSource:
        source = self.sources[key] = ColumnDataSource({name: [] for name in names}, name=f"{self.name}:{key}")
        return source

    def _rects(self, key: str) -> None:
        for radius in self._radii:
            self.renderers.append(
                self._fig.rect(
                    "x",
                    "y",
                    "w",
                    "h",
                    source=self._source(f"{key}:{radius}", RECT),
                    border_radius=radius,
                    fill_color="fill",
                    line_color="line",
                    line_width="line_width",
                    fill_alpha="alpha",
                    line_alpha="alpha",
                    hatch_pattern="hatch",
                    hatch_color="hatch_color",
                    hatch_alpha="hatch_alpha",
                    hatch_scale="hatch_scale",
                )
            )

    def _fills(self) -> None:
        self.renderers.append(
            self._fig.patches(
                "xs",
                "ys",
                source=self._source("fills", FILL),
                fill_color="color",
                line_color="line",
                fill_alpha="alpha",
                line_alpha="alpha",
            )
        )

    def _strokes(self) -> None:
        self.renderers.append(
            self._fig.multi_line(
                "xs",
                "ys",
                source=self._source("strokes", STROKE),
                line_color="color",
                line_width="width",
                line_alpha="alpha",
                line_dash="dash",
                line_cap="round",
                line_join="round",
            )
        )

    def _halo(self) -> None:
        """Names over white copies of themselves: text outlines leave white spikes on M, N and W."""
        source = self._source("names", TEXT)
        around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        for dx, dy in around:
            self._text(source, x_offset=dx, y_offset=dy, text_color=HALO, text_alpha=0.55)
        self._text(source, text_color="color", text_alpha="alpha")

    def _texts(self, key: str) -> None:
        self._text(self._source(key, TEXT), text_color="color", text_alpha="alpha")

    def _text(self, source: ColumnDataSource, **style: Any) -> None:
        self.renderers.append(
            self._fig.text(
                "x",
                "y",
                "text",
                source=source,
                text_font=SANS,
                text_font_size="size",
                text_font_style="style",
                text_align="align",
                text_baseline="middle",
                angle="angle",
                **style,
            )
        )

    def _dots(self) -> None:
        self.renderers.append(
            self._fig.scatter(
                "x",
                "y",
                source=self._source("dots", DOT),
                marker="marker",
                size="size",
                fill_color="fill",
                line_color="line",
                line_width="line_width",
            )
        )

    def show(self, sketch: Sketch) -> int:
        """Replace the columns that differ from what is shown; how many sources were replaced."""
        data = {
            f"{key}:{radius}": columns(
                RECT, [_rect_row(rect) for rect in getattr(sketch, key) if rect.radius == radius]
            )
            for key in ("rects", "tops")
            for radius in self._radii
        }
        data["fills"] = columns(FILL, sketch.fills)
        data["strokes"] = columns(STROKE, sketch.strokes)
        data["dots"] = columns(DOT, sketch.dots)
        for key in ("names", "texts", "dot_texts"):
            if key in self.sources:
                data[key] = columns(TEXT, getattr(sketch, key))
        changed = [key for key, value in data.items() if self._sent.get(key) != value]
        for key in changed:
            self._sent[key] = data[key]
            replace_columns(self.sources[key], data[key])
        return len(changed)

    def visible(self, on: bool) -> None:
        for renderer in self.renderers:
            if renderer.visible != on:
                renderer.visible = on
