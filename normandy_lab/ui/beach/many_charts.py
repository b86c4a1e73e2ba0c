"""Many games as one picture and a table: who wins, how fast, at what cost, where one game lies, what a change changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from normandy_lab.analysis.intervals import Interval, mean_of, wilson
from normandy_lab.analysis.plots import percent
from normandy_lab.ui.beach.many import LIMITS, Difference, Place, Row, differences, hit, place
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.html import esc

INK, SOFT, MARK = COLOURS["ink"], COLOURS["ink_soft"], COLOURS["select"]
LEFT, RIGHT = 200, 850  # where bars begin and end
MOST = 24  # bars in one picture
MINUS = "\u2212"


def many_html(rows: Sequence[Row], mine: Row | None, changed: Mapping[str, Sequence[Row]], seed: int) -> str:
    """The whole section: the picture, what it says in words, the differences, and what a batch like this can say."""
    if not rows:
        return ""
    return (
        f"<h2>The same game over {len(rows):,} seeds</h2>{picture(rows, mine)}{_words(rows, mine)}"
        f"{''.join(_table(words, differences(rows, other)) for words, other in changed.items() if other)}"
        f'<p class="soft nl-soft">{LIMITS}</p><p class="soft nl-soft">Games 1 to {len(rows):,} of batch seed {seed}, '
        "boards and dice by chance anew in each; a changed game has the same seeds.</p>"
    )


def picture(rows: Sequence[Row], mine: Row | None) -> str:
    """Who wins, how fast, figures hit: shares and means with intervals, and a mark for the game that was played."""
    parts = [
        _wins(rows, mine),
        _histogram("how long", "turns", [int(r["turns"]) for r in rows], rows, 110, mine and mine["turns"]),
    ]
    parts.append(_histogram("what it cost", "figures hit", [hit(r) for r in rows], rows, 310, mine and hit(mine)))
    return (
        f'<svg viewBox="0 0 880 510" width="100%" role="img" aria-label="{esc(_spoken(rows, mine))}" font-size="14" fill="{INK}" '
        f'font-family="Arial, sans-serif"><defs><pattern id="nl-german" width="7" height="7" patternUnits="userSpaceOnUse">'
        f'<rect width="7" height="7" fill="{SOFT}"/><path d="M-2 7L7 -2M3 9L9 3" stroke="#fff" stroke-width="1.4"/></pattern></defs>'
        f"{''.join(parts)}</svg>"
    )


def _spoken(rows: Sequence[Row], mine: Row | None) -> str:
    """What the picture shows, for those who do not see it."""
    won = wilson(_won(rows), len(rows))
    turns, hits = mean_of([r["turns"] for r in rows]), mean_of([hit(r) for r in rows])
    said = f"Americans win {_share(won)}; {_mean(turns)} turns; {_mean(hits)} figures hit."
    return said + (f" This game: {mine['turns']} turns, {hit(mine)} figures hit." if mine else "")


def _won(rows: Sequence[Row]) -> int:
    return sum(row["winner"] == "american" for row in rows)


def _wins(rows: Sequence[Row], mine: Row | None) -> str:
    won = wilson(_won(rows), len(rows))
    wide = RIGHT - LEFT
    edge = LEFT + wide * won.value
    parts = [
        '<text x="0" y="34" font-weight="bold">who wins</text>',
        f'<rect x="{LEFT}" y="14" width="{edge - LEFT:.1f}" height="32" fill="{COLOURS["squad_a"]}"/>',
        f'<rect x="{edge:.1f}" y="14" width="{RIGHT - edge:.1f}" height="32" fill="url(#nl-german)"/>',
        _whisker(LEFT + wide * won.low, LEFT + wide * won.high, edge, 56),
        f'<text x="{LEFT}" y="76">Americans {esc(_share(won))}</text>',
        f'<text x="{RIGHT}" y="76" text-anchor="end">Germans {percent(1 - won.value)}</text>',
    ]
    if mine is not None:
        american = mine["winner"] == "american"
        x, where, who = (LEFT + 8, "start", "Americans") if american else (RIGHT - 8, "end", "Germans")
        parts.append(_marked(x, 10, f"this game: {who}", where))
    return "".join(parts)


def _whisker(low: float, high: float, at: float, y: float) -> str:
    """An interval as a line with two ends and a dot."""
    ends = "".join(
        f'<line x1="{x:.1f}" y1="{y - 5}" x2="{x:.1f}" y2="{y + 5}" stroke="{INK}" stroke-width="2"/>'
        for x in (low, high)
    )
    line = f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{INK}" stroke-width="2"/>'
    return f'{line}{ends}<circle cx="{at:.1f}" cy="{y}" r="4" fill="{INK}"/>'


def _marked(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """The mark of the game that was played: a triangle that points down, with words."""
    shift = {"start": 9, "end": -9}.get(anchor, 0)
    return (
        f'<path class="nl-thisgame" d="M{x - 6:.1f} {y - 8}L{x + 6:.1f} {y - 8}L{x:.1f} {y + 3}Z" fill="{MARK}"/>'
        f'<text x="{x + shift:.1f}" y="{y - (10 if not shift else 0)}" text-anchor="{anchor}" fill="{MARK}" font-weight="bold" font-size="13">'
        f"{esc(words)}</text>"
    )


def _histogram(title: str, unit: str, values: Sequence[int], rows: Sequence[Row], top: float, mark: Any) -> str:
    """Games by a number: those that the Americans won plain and below, the others hatched and above."""
    every = [*values, mark] if mark is not None else values
    first, each = min(every), (max(every) - min(every)) // MOST + 1
    count = (max(every) - first) // each + 1
    bins = [[0, 0] for _ in range(count)]
    for value, row in zip(values, rows, strict=True):
        bins[(value - first) // each][row["winner"] != "american"] += 1
    step, tall, base = (RIGHT - LEFT) / max(count, 8), 100, top + 130
    most = max(map(sum, bins))
    parts = [
        f'<text x="0" y="{base - 50}" font-weight="bold">{title}</text><text x="0" y="{base - 30}" fill="{SOFT}">{unit} in a game</text>'
    ]
    for n, pair in enumerate(bins):
        parts.append(_bar(pair, LEFT + n * step, step, base, tall / most))
        if n % max(1, count // 12) == 0:
            words = first + n * each
            parts.append(f'<text x="{LEFT + (n + 0.5) * step:.1f}" y="{base + 16}" text-anchor="middle">{words}</text>')

    def at(value: float) -> float:
        return LEFT + ((value - first) / each + 0.5 / each) * step

    mean = mean_of(values)
    if mean.low == mean.low:
        parts.append(_whisker(at(mean.low), at(mean.high), at(mean.value), base + 28))
    parts.append(f'<text x="{RIGHT}" y="{base + 33}" text-anchor="end">mean {esc(_mean(mean))}</text>')
    if mark is not None:
        low, tip = base - tall * sum(bins[(mark - first) // each]) / most, base - tall - 6
        parts.append(f'<path d="M{at(mark):.1f} {tip}V{low:.1f}" stroke="{MARK}" stroke-width="2"/>')
        parts.append(_marked(at(mark), tip, f"this game: {mark}"))
    return "".join(parts)


def _bar(pair: Sequence[int], x: float, step: float, base: float, scale: float) -> str:
    parts = []
    for count, fill in zip(pair, (COLOURS["squad_a"], "url(#nl-german)"), strict=True):
        base -= count * scale
        if count:
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{base:.1f}" width="{step - 2:.1f}" height="{count * scale:.1f}" fill="{fill}"/>'
            )
    return "".join(parts)


# ------------------------------------------------------------------------------------------ words


def _share(found: Interval) -> str:
    return f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"


def _mean(found: Interval) -> str:
    if found.low != found.low:
        return f"{found.value:.1f}"
    return f"{found.value:.1f} ({found.low:.1f} to {found.high:.1f})"


def _words(rows: Sequence[Row], mine: Row | None) -> str:
    if mine is None:
        return "<p>This game is not over: it has no place in the picture yet.</p>"
    turns = place(int(mine["turns"]), [int(row["turns"]) for row in rows])
    hits = place(hit(mine), [hit(row) for row in rows])
    who = {"american": "the Americans", "german": "the Germans"}.get(mine["winner"], "nobody")
    share = sum(row["winner"] == mine["winner"] for row in rows) / len(rows)
    return (
        f"<p><b>This game</b> was won by {who}, as {percent(share)} of the others were. It took {turns.value} turns: "
        f"{_lies(turns, 'shorter', 'as long', 'longer')}. It cost {hits.value} figures hit: {_lies(hits, 'cheaper', 'as dear', 'dearer')}. "
        "People may have played it; the others were played by habit.</p>"
    )


def _lies(found: Place, *words: str) -> str:
    parts = zip((found.below, found.equal, found.above), words, strict=True)
    return ", ".join(f"{percent(share)} were {word}" for share, word in parts)


def _table(words: str, found: Sequence[Difference]) -> str:
    rows = "".join(
        f"<tr><td>{esc(each.words)}</td><td class='n nl-num'>{_value(each.before, each.share)}</td>"
        f"<td class='n nl-num'>{_value(each.after, each.share)}</td><td class='n nl-num'><b>{change(each)}</b></td>"
        f"<td>{'' if each.sure else 'may be chance'}</td></tr>"
        for each in found
    )
    return (
        f"<h3>What if: {esc(words)}?</h3><table class='nl-table nl-whatif'><thead><tr><th>in a game</th><th class=n>as it is</th>"
        f"<th class=n>{esc(words)}</th><th class=n>difference, with its interval</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _value(found: Interval, share: bool) -> str:
    return percent(found.value) if share else f"{found.value:.1f}"


def change(found: Difference) -> str:
    """A difference with its interval; shares in points of a hundred."""
    value, low, high = ((100 * v if found.share else v) for v in found.change)
    if low != low:
        return signed(value)
    digits = 1 if high - low > 0.2 else 2  # so that what is small is not nothing
    words = f"{signed(value, digits)} ({signed(low, digits)} to {signed(high, digits)})"
    return f"{words} points" if found.share else words


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign.

    >>> signed(3.26), signed(-0.04), signed(-2), signed(-0.04, 2)
    ('+3.3', '0.0', '\u22122.0', '\u22120.04')
    """
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else f"{'+' if value > 0 else MINUS}{text}"
