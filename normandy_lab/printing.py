"""What the command line prints: tables and JSON of the same columns, texts, a progress bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

Rows = list[dict[str, Any]]


def show(data: Any, as_json: bool, drop: Sequence[str] = ()) -> None:
    """Print a DataFrame or records as a table, or as JSON."""
    rows: Rows = data.to_dict("records") if hasattr(data, "to_dict") else list(data)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1, default=plain))
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
    """Print one text, or tell it on the error stream."""
    print(text, file=sys.stderr if error else sys.stdout)


def progress(items: Sequence[Any], unit: str) -> Iterable[Any]:
    """A progress bar on a terminal when there is something to wait for."""
    from tqdm import tqdm

    return tqdm(items, unit=f" {unit}", disable=len(items) < 10 or not sys.stderr.isatty())
