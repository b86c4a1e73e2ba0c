"""What differs between two scenarios as a table that shows itself with both boards side by side."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd

from normandy_lab.systems import diff

COLUMNS = ("key", "before", "after", "rule")
SHOWN = 60  # rows in a notebook; ``to_html`` and slices have them all


class Changes(pd.DataFrame):
    """The table of ``nl.diff``: a DataFrame with the columns key, before, after, rule.

    In a notebook it is followed by the two boards, before and after, with what differs outlined. What is
    made from it (a slice, a sorted copy) is a plain DataFrame.
    """

    _metadata = ["specs"]  # noqa: RUF012 - as pandas wants it

    def __init__(self, before: Any, after: Any) -> None:
        super().__init__(list(diff(before, after)), columns=list(COLUMNS))  # type: ignore[call-arg]
        self.specs = (before, after)

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def __reduce__(self) -> tuple[Any, tuple[Any, Any]]:
        return Changes, self.specs

    def _repr_html_(self) -> str:
        before, after = self.specs
        count = (
            "1 change" if len(self) == 1 else f"{len(self)} changes" if len(self) else "no change: they play the same"
        )
        head = f"<p><b>{escape(before.title)}</b> to <b>{escape(after.title)}</b>: {count}</p>"
        if self.empty:
            return head
        more = f"<p>and {len(self) - SHOWN} more</p>" if len(self) > SHOWN else ""
        table = pd.DataFrame(self).head(SHOWN).to_html(index=False)
        return f"{head}{_boards(before, after)}{table}{more}"


def _boards(before: Any, after: Any) -> str:
    """The two boards of the area-impulse game; the other systems have none."""
    if before.system != "breakout":
        return ""
    from normandy_lab.breakout.scenario.describe import beside

    return beside(before, after)
