"""What the command line prints: tables and JSON of the same columns, texts, a progress bar."""

from __future__ import annotations

import codecs
import io
import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from normandy_lab.errors import visible

PLAINER = "plainer"  # how a console gets what its encoding lacks
# Signs of our texts that no accent makes.
_SIGNS = str.maketrans({
    0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2026: "...", 0x2192: "->", 0x2190: "<-", 0xD7: "x", 0x2264: "<=",
    0x2265: ">=", 0x2260: "not", 0xB7: ".", 0x2022: "-", **dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-"),
})  # fmt: skip

Rows = list[dict[str, Any]]


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What takes the place of characters that an encoding lacks: the letter without its accent, a plain sign, or ?."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(_SIGNS))
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in text), error.end


codecs.register_error(PLAINER, _plainer)


def on_any_console() -> None:
    """Let the console print every text, whatever its encoding: a plainer one where it lacks a character."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAINER)


def show(data: Any, as_json: bool, drop: Sequence[str] = ()) -> None:
    """Print a DataFrame or records as a table, or as JSON."""
    rows: Rows = data.to_dict("records") if hasattr(data, "to_dict") else list(data)
    if as_json:
        say_json(rows)
    else:
        say(_table([{key: value for key, value in row.items() if key not in drop} for row in rows]))


def plain(value: Any) -> Any:
    """A value as JSON knows it: probabilities as numbers, dates as 1944-06-06."""
    return float(value) if isinstance(value, Real) else str(value)


def short(value: Any) -> Any:
    """A number with three decimals at most; what is missing is left blank.

    >>> short(0.52345), short(float("nan")), short(12)
    ('0.523', '', 12)
    """
    if not isinstance(value, float):
        return value
    return f"{value:.3f}" if value == value else ""


def _text(value: Any) -> str:
    """A cell of a table.

    >>> _text(Fraction(1, 8)), _text(None), _text(7)
    ('12.50%', '', '7')
    """
    if isinstance(value, Fraction):
        return f"{float(value):.2%}" if value <= 1 else f"{float(value):.2f}"
    return "" if value is None else str(value)


def _table(rows: Rows) -> str:
    """Columns by their widest entry; the last one is never padded.

    >>> print(_table([{"id": "9.1", "title": "procedure"}]))
    id   title
    9.1  procedure
    """
    if not rows:
        return "(none)"
    texts = [list(rows[0]), *([_text(cell) for cell in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join("  ".join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip() for line in texts)


def say(text: str, error: bool = False) -> None:
    """Print one text, or tell it on the error stream; nothing in it moves the cursor."""
    print(visible(text), file=sys.stderr if error else sys.stdout)


def say_json(data: Any) -> None:
    """Print JSON; where the console lacks a character, or it would move the cursor, by its number."""
    text = json.dumps(data, ensure_ascii=False, indent=1, default=plain)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print("".join(c if c == "\n" or _written(c, encoding) else json.dumps(c)[1:-1] for c in text))


def _written(char: str, encoding: str) -> bool:
    if char.isascii():
        return char.isprintable()
    try:
        return char.isprintable() and bool(char.encode(encoding))
    except UnicodeEncodeError:
        return False


def progress(items: Sequence[Any], unit: str) -> Iterable[Any]:
    """A progress bar on a terminal when there is something to wait for."""
    from tqdm import tqdm

    return tqdm(items, unit=f" {unit}", disable=len(items) < 10 or not sys.stderr.isatty())
