"""What differs between two scenarios as a table that shows itself with both boards side by side."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

import pandas as pd

from normandy_lab.core.log import Node
from normandy_lab.errors import NormandyError
from normandy_lab.game import Game
from normandy_lab.systems import diff, offered

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


def _boards(before: Any, after: Any, captions: tuple[str, str] | None = None) -> str:
    """The two boards of the area-impulse game; the other systems have none."""
    if before.system != "breakout":
        return ""
    from normandy_lab.breakout.scenario.describe import beside

    return beside(before, after, captions)


class Lines(NamedTuple):
    """Two lines of play of one game beside each other: where each stands, the last moment of both, what differs."""

    captions: tuple[str, str]
    parted: str
    changes: Changes

    def boards(self) -> str:
        """Both boards, what differs outlined."""
        before, after = self.changes.specs
        return _boards(before, after, self.captions)


def compare_lines(game: Game, first: str, second: str) -> Lines:
    """What differs between the ends of two branches.

    Where a position is no scenario, not even to look at, the beginning of its phase or impulse is taken (6.1, 8.1).

    >>> import normandy_lab as nl
    >>> game = nl.new_game("d_day", seed=1)
    >>> game.branch("by sea alone")
    >>> game.run(until="airborne")  # doctest: +ELLIPSIS
    [...]
    >>> found = compare_lines(game, "main", "by sea alone")
    >>> found.captions, found.parted
    (('main: June 6, airborne landing', 'by sea alone: June 6, naval bombardment'), 'June 6, airborne landing')
    """
    ends = [game.log.find(name) for name in (first, second)]
    taken = [_position(game, node) for node in ends]
    captions = tuple(
        f"{name}: {game.moment_words(node.moment)}" for name, (node, _) in zip((first, second), taken, strict=True)
    )
    both = {node.n for node in ends[1].path()}
    parted = next((node for node in reversed(ends[0].path()) if node.n in both), game.log.nodes[0])
    return Lines((captions[0], captions[1]), game.moment_words(parted.moment), Changes(taken[0][1], taken[1][1]))


def _position(game: Game, node: Node) -> tuple[Node, Any]:
    """The position at a node as a scenario, or at the last node before it that can be one."""
    build = getattr(game.system, "snapshot", None) or offered(game.system, "as_scenario")
    for each in (node, *(before for before in node.path()[::-1] if before.opens), game.log.nodes[0]):
        try:
            return each, build(game.log.state_at(each))
        except NormandyError:
            continue
    return game.log.nodes[0], game.spec
