"""The picture of a batch: who wins, with intervals, and how long the games last. Bokeh is imported when it is drawn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.analysis.intervals import Interval, wilson
from normandy_lab.documents import shipped_names
from normandy_lab.errors import NormandyError

if TYPE_CHECKING:
    from normandy_lab.analysis.batch import Batch

NOBODY = "nobody"  # wins a game that was stopped, or that has reached a rule that is not played yet
LENGTHS = (
    ("turns", "turns of the game"),
    ("actions", "actions of the game, dice included"),
)  # the first that a system has
BARS = 30  # at most, of the lengths
INKS = {"german": "wehrmacht", "allied": "us", "american": "us", NOBODY: "out_stalemate"}
HATCHES = {"german": "/", "allied": "x", "american": "x", NOBODY: "."}  # so that nothing is told by colour alone


class Bar(NamedTuple):
    """How many games of one winner had a length from ``left`` up to ``right``, on top of ``bottom`` others."""

    winner: str
    left: float
    right: float
    bottom: int
    top: int


@cache
def _palette() -> Mapping[str, str]:
    text = (files("normandy_lab") / "data" / "symbols.json").read_text("utf8")
    palette: Mapping[str, str] = json.loads(text)["palette"]
    return palette


def winners(batch: Batch) -> list[str]:
    """The seats of the system, and nobody where a game has no winner."""
    from normandy_lab.systems import system_named

    none = [NOBODY] if batch.games["winner"].isna().any() else []
    return [*system_named(batch.spec.system).SEATS, *none]


def shares(batch: Batch, confidence: float = 0.95) -> dict[str, Interval]:
    """The share of games that each has won, with Wilson's interval."""
    count = Counter(_won(batch))
    return {name: wilson(count[name], len(batch.games), confidence) for name in winners(batch)}


def _won(batch: Batch) -> list[str]:
    return [str(name) for name in batch.games["winner"].astype(object).fillna(NOBODY)]


def length_of(batch: Batch) -> tuple[str, str]:
    """The column that says how long a game was, and its words."""
    return next((name, words) for name, words in LENGTHS if name in batch.games)


def lengths(batch: Batch) -> list[Bar]:
    """The lengths of the games as bars on top of each other, one for each winner; whole numbers are never split."""
    values = [int(value) for value in batch.games[length_of(batch)[0]]]
    first, last = min(values), max(values)
    each = (last - first) // BARS + 1
    count = Counter(((value - first) // each, name) for value, name in zip(values, _won(batch), strict=True))
    bars = []
    for place in range((last - first) // each + 1):
        bottom, left = 0, first + place * each - 0.5
        for name in winners(batch):
            if found := count[place, name]:
                bars.append(Bar(name, left, left + each, bottom, bottom + found))
                bottom += found
    return bars


def command(batch: Batch) -> str:
    """What to write to play the batch again, as far as it can be said in a line."""
    name = batch.spec.name
    what = repr(name) if name in shipped_names() else f"<{name}, {batch.spec.digest}>"
    what = f"<{name} after {len(batch.path)} actions>" if batch.path else what
    players = {seat: player for seat, player in batch.players.items() if player != "suggest"}
    more = f", players={players!r}" if players else ""
    more += f", until={batch.until!r}" if batch.until is not None else ""
    return f"nl.simulate({what}, games={batch.asked or len(batch.games)}, seed={batch.seed}{more})"


def percent(share: float) -> str:
    """A share in whole percents; what is neither 0 nor 1 is not called so.

    >>> percent(0.547), percent(0.999), percent(1.0)
    ('55%', 'over 99%', '100%')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return "over 99%" if share > 0.99 else "under 1%" if share < 0.01 else f"{share:.0%}"


def plot(batch: Batch, confidence: float = 0.95) -> Any:
    """A Bokeh layout: a heading with command, seed and number of games, the shares of wins, the lengths of games."""
    from bokeh.layouts import column, row
    from bokeh.models import Div

    if not len(batch.games):
        raise NormandyError("no game was finished, so there is nothing to draw; play some")
    notes = "".join(f"<br>{escape(note)}." for note in batch.notes)
    head = (
        f"<b>{escape(batch.spec.title)}</b>: {len(batch.games)} games, seed {batch.seed}<br>"
        f"<code>{escape(command(batch))}</code><br>Intervals of {confidence:.0%}: how far chance alone may have moved the shares.{notes}"
    )
    style = {"font": '14px Arial, "Liberation Sans", sans-serif', "color": _palette()["ink"]}
    pictures = row(*([] if batch.no_winner else [_shares(batch, confidence)]), _lengths(batch))
    return column(Div(text=head, styles=style), pictures, name="batch")


def _shares(batch: Batch, confidence: float) -> Any:
    from bokeh.models import ColumnDataSource, NumeralTickFormatter, Whisker
    from bokeh.plotting import figure

    found = shares(batch, confidence)
    names = list(found)
    words = [f"{percent(i.value)} ({percent(i.low)} to {percent(i.high)})" for i in found.values()]
    source = ColumnDataSource({
        "name": names, "share": [i.value for i in found.values()], "low": [i.low for i in found.values()],
        "high": [i.high for i in found.values()], "words": words, "ink": _inks(names), "hatch": _hatches(names),
        "lift": [i.high + 0.02 for i in found.values()],
    })  # fmt: skip
    picture = figure(
        x_range=names, y_range=(0, 1.16), width=380, height=320, title="Who wins", name="shares", toolbar_location=None,
        tooltips=[("", "@name wins @words")],
    )  # fmt: skip
    picture.vbar(
        x="name", top="share", width=0.6, source=source, fill_color="ink", fill_alpha=0.5,
        line_color="ink", line_width=2, hatch_pattern="hatch", hatch_color="#FFFFFF", hatch_alpha=0.5,
    )  # fmt: skip
    whisker = Whisker(
        base="name",
        lower="low",
        upper="high",
        source=source,
        line_width=2,
        line_color=_palette()["ink"],
        level="annotation",
    )
    picture.add_layout(whisker)
    picture.text(x="name", y="lift", text="words", source=source, text_align="center", text_font_size="12px")
    picture.yaxis.formatter = NumeralTickFormatter(format="0%")
    picture.yaxis.ticker = [0, 0.25, 0.5, 0.75, 1]
    picture.xgrid.visible = False
    return picture


def _lengths(batch: Batch) -> Any:
    from bokeh.models import ColumnDataSource
    from bokeh.plotting import figure

    _, words = length_of(batch)
    picture = figure(
        width=520, height=320, title="How long the games are", name="lengths", toolbar_location=None,
        x_axis_label=words, y_axis_label="games", tooltips=[("", "@count games, won by @winner, @from to @to")],
    )  # fmt: skip
    bars = lengths(batch)
    for name in winners(batch):
        mine = [bar for bar in bars if bar.winner == name]
        source = ColumnDataSource({
            "left": [b.left for b in mine], "right": [b.right for b in mine], "bottom": [b.bottom for b in mine],
            "top": [b.top for b in mine], "count": [b.top - b.bottom for b in mine], "winner": [name] * len(mine),
            "from": [int(b.left + 0.5) for b in mine], "to": [int(b.right - 0.5) for b in mine],
        })  # fmt: skip
        picture.quad(
            left="left", right="right", bottom="bottom", top="top", source=source, fill_color=_inks([name])[0],
            line_color=_palette()["panel"], hatch_pattern=_hatches([name])[0], hatch_color="#FFFFFF", hatch_alpha=0.5,
            legend_label=f"won by {name}",
        )  # fmt: skip
    picture.y_range.start = 0
    picture.xgrid.visible = False
    picture.legend.location = "top_right"
    picture.legend.background_fill_alpha = 0.8
    return picture


def _inks(names: Sequence[str]) -> list[str]:
    return [_palette()[INKS.get(name, "primary")] for name in names]


def _hatches(names: Sequence[str]) -> list[str]:
    return [HATCHES.get(name, "-") for name in names]
