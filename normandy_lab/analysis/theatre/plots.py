"""Pictures of a summer: the chance of each weather, tons ashore with bands, and the record beside them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import date, datetime
from importlib.resources import files
from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, DatetimeTickFormatter
from bokeh.plotting import figure

from normandy_lab.analysis.theatre.monte_carlo import Drawn
from normandy_lab.analysis.theatre.summer import Summer
from normandy_lab.theatre.setting import WEATHER, day_of

COLOURS = ("#f0c95c", "#c9d3da", "#8fa1ad", "#4d6a84", "#22384d")  # fair to storm_2: light to dark
LINES = ("#1f5f8b", "#b5532a", "#4c7d3a")


def _plot(title: str, y: str) -> Any:
    plot = figure(x_axis_type="datetime", height=340, sizing_mode="stretch_width", title=title, tools="hover,save")
    plot.xaxis.formatter = DatetimeTickFormatter(days="%b %d", months="%b %d")
    plot.yaxis.axis_label = y
    plot.toolbar.logo = None
    return plot


def _dates(days: Any) -> list[datetime]:
    return [datetime.combine(date.fromordinal(day), datetime.min.time()) for day in days]


def weather_strip(summer: Summer) -> Any:
    """The exact chance of each weather, day by day, one above the other."""
    frame = summer.weather()
    data = {word: frame[word].astype(float).to_numpy() for word in WEATHER}
    plot = _plot(f"{summer.spec.title}: the chance of each weather", "chance")
    plot.varea_stack(list(WEATHER), x="day", color=COLOURS, legend_label=list(WEATHER),
                     source=ColumnDataSource({"day": _dates(summer.chain), **data}))  # fmt: skip
    plot.y_range.start, plot.y_range.end = 0, 1
    plot.legend.orientation = "horizontal"
    plot.add_layout(plot.legend[0], "below")
    return plot


def tons_ashore(drawn: Mapping[str, Drawn]) -> Any:
    """Tons landed so far: the median of drawn summers, and a band that holds eight of ten."""
    first = next(iter(drawn.values()))
    plot = _plot(
        f"Tons ashore: eight of ten summers lie in a band ({len(first.landed):,} drawn, seed {first.seed})",
        "million tons",
    )
    for colour, (name, each) in zip(LINES, drawn.items(), strict=False):
        days = _dates(range(each.setting.first, each.setting.last + 1))
        so_far = each.landed.cumsum(1, dtype=np.int64) * each.setting.tons / 1e6
        low, middle, high = np.quantile(so_far, [0.1, 0.5, 0.9], axis=0)
        plot.varea(days, low, high, color=colour, alpha=0.25)
        plot.line(days, middle, color=colour, line_width=2, legend_label=name)
    plot.legend.location = "top_left"
    return plot


def record() -> dict[str, list[tuple[int, float]]]:
    """Tons landed so far as the record has them: anchors, and straight lines between them."""
    text = (files("normandy_lab") / "data" / "breakout" / "history_landings.csv").read_text("utf-8")
    found: dict[str, list[tuple[int, float]]] = {"anchor": [], "interpolated": []}
    for row in csv.DictReader(text.splitlines()):
        if row["scope"] in ("allied", "allied_interp") and row["kind"] in found and row["tons"]:
            found[row["kind"]].append((day_of(row["date"]), float(row["tons"])))
    return found


def against_record(drawn: Drawn) -> Any:
    """Tons of drawn summers beside the record to the end of June; what is interpolated is dashed and says so."""
    plot = tons_ashore({"the charts": drawn})
    plot.title.text = f"The charts beside the record, June ({len(drawn.landed):,} summers drawn, seed {drawn.seed})"
    for kind, rows in record().items():
        days, tons = _dates(day for day, _ in rows), [tons / 1e6 for _, tons in rows]
        if kind == "anchor":
            plot.scatter(days, tons, color="black", size=9, legend_label="record")
        else:
            plot.line(days, tons, color="black", line_dash="dashed", legend_label="record, interpolated")
    plot.x_range.start, plot.x_range.end = _dates([day_of("1944-06-05"), day_of("1944-07-01")])
    plot.y_range.start, plot.y_range.end = 0, 1.8
    return plot
