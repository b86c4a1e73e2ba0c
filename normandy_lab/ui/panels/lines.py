"""Lines of play: the tree, a list to switch by, a name to change, a moment to go to, and two lines beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.analysis.changes import compare_lines
from normandy_lab.core.log import MAIN
from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import esc, table

LANE, LEFT, WIDE = 22, 12, 300  # the tree in pixels
NAMES = 22  # letters of a branch's name in the tree
ROWS = 60  # differences that are listed


class Way(NamedTuple):
    """A line of play to its last action: where it left another, and whether the game is on it."""

    branch: str
    fork: int  # node
    tip: int  # node
    depth: tuple[int, int]  # actions from the start to the fork and to the tip
    words: str
    here: bool
    named: bool  # whether the branch ends there; else it is a side line that undo has left


def ways(game: Any) -> list[Way]:
    """Every line of play that was tried, the main line first."""
    found, log = [], game.log
    for row in game.tree().itertuples():
        tip = log.nodes[row.tip]
        depth = (len(log.nodes[row.fork].path()), len(tip.path()))
        count = f"{depth[1]} action{'s' * (depth[1] != 1)}"
        words = f"{'Main line' if row.branch == MAIN else row.branch}: {game.moment_words(row.moment)}, {count}"
        here = bool(row.here)
        found.append(Way(row.branch, row.fork, row.tip, depth, words, here, log.find(row.branch) is tip))
    return sorted(found, key=lambda way: (way.branch != MAIN, not way.named, way.tip))


def tree_svg(found: Sequence[Way], at: int) -> str:
    """The tree: time to the right, a lane for each line, a dot where the game stands; the list beside it says the same."""
    longest = max([way.depth[1] for way in found] + [1])

    def x(depth: int) -> float:
        return LEFT + (WIDE - 2 * LEFT) * depth / longest

    parts = []
    for lane, way in enumerate(found):
        y = LANE * lane + LANE - 6
        start = x(way.depth[0]) if lane else x(0)
        ink = "var(--nl-select)" if way.here else "var(--nl-ink)"
        dash = "" if way.named else ' stroke-dasharray="4 3"'
        rise = f"M{start:.0f},{LANE - 6}V{y}" if lane else f"M{start:.0f},{y}"
        parts.append(f'<path d="{rise}H{x(way.depth[1]):.0f}" fill="none" stroke="{ink}" stroke-width="2"{dash}/>')
        parts.append(f'<circle cx="{x(way.depth[1]):.0f}" cy="{y}" r="4" fill="{ink}"/>')
        name = "main line" if way.branch == MAIN else way.branch
        name = name if len(name) <= NAMES else f"{name[: NAMES - 1]}…"
        parts.append(f'<text x="{start + 6:.0f}" y="{y - 4}" font-size="11" fill="var(--nl-ink)">{esc(name)}</text>')
        if way.here:
            spot = x(min(at, way.depth[1]))
            parts.append(f'<circle cx="{spot:.0f}" cy="{y}" r="6" fill="var(--nl-select)" stroke="#fff"/>')
    height = LANE * max(1, len(found)) + 4
    return f'<svg width="{WIDE}" height="{height}" viewBox="0 0 {WIDE} {height}" role="img" aria-label="tree of play">{"".join(parts)}</svg>'


class LinesPanel(Panel):
    """The tab with the lines of play; ``compare`` opens over the picture."""

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.tree = html("nl-linetree")
        self.list = styled(widgets.VBox(), "nl-rows", "nl-linelist")
        self.name = styled(
            widgets.Text(placeholder="name of this branch", tooltip="Name of this branch", continuous_update=False),
            "nl-linename",
        )
        self.rename = self.button("Rename", self._rename, "nl-linerename", hint="Give this branch this name")
        self.goal = styled(
            widgets.Combobox(placeholder="June 6, 2nd impulse", tooltip="A moment to go to", continuous_update=False),
            "nl-moment-goto",
        )
        self.go = self.button("Go there", self._goto, "nl-linego", hint="Go to where this phase or impulse begins")
        self.other = styled(widgets.Dropdown(tooltip="The other line"), "nl-lineother")
        self.compare = Comparison(session)
        both = self.button("Compare", self._compare, "nl-linecompare", hint="This line and the other side by side")
        self.name_row = self._row("This branch", self.name, self.rename)
        self.compare_row = self._row("Beside", self.other, both)
        rows = [self.tree, self.list, self._row("Go to", self.goal, self.go), self.compare_row, self.name_row]
        self.widget = styled(widgets.VBox(rows), "nl-tab", "nl-linestab")
        self._pool: Pool[widgets.Button] = Pool(
            lambda n: self.button("", partial(self._switch, n), "nl-option", "nl-linebutton")
        )
        self._ways: list[Way] = []
        self.on = False

    def _row(self, words: str, *parts: Any) -> Any:
        return styled(widgets.HBox([widgets.HTML(words), *parts]), "nl-labelled")

    def toggle(self, on: bool) -> None:
        """What is not in front is not drawn."""
        self.on = on
        if on:
            self.session.redraw(self)

    def _switch(self, number: int) -> None:
        if number < len(self._ways):
            way = self._ways[number]
            self.session.switch(way.branch if way.named else way.tip)

    def _rename(self) -> None:
        self.session.rename(str(self.name.value))

    def _goto(self) -> None:
        self.session.goto_moment(str(self.goal.value))

    def _compare(self) -> None:
        if self.other.value:
            self.compare.open(self.game.log.line, str(self.other.value))

    def fill(self, _shown: Any) -> None:
        if not self.on:
            return
        log = self.game.log
        self._ways = ways(self.game)
        self.tree.value = tree_svg(self._ways, len(log.at.path()))
        buttons = self._pool.take(len(self._ways))
        for button, way in zip(buttons, self._ways, strict=True):
            button.description = f"{'● ' if way.here else ''}{way.words}{'' if way.named else ', left by undo'}"
            button.tooltip = f"Go to the end of this line: {way.words}"
            (button.add_class if way.here else button.remove_class)("nl-herenow")
        set_children(self.list, buttons)
        said = tuple(dict.fromkeys(words for _, words in self.game.moments()))
        if self.goal.options != said:
            self.goal.options = said
        visible(self.name_row, log.line != MAIN)
        self.name.value = log.line
        others = [name for name in log.branches if name != log.line]
        visible(self.compare_row, bool(others))
        if list(self.other.options) != others:
            self.other.options = others
        if self.other.value not in others:
            self.other.value = others[0] if others else None


class Comparison(Panel):
    """Two lines side by side, over the picture: both boards with what differs outlined, then the table of differences."""

    def __init__(self, session: Desk) -> None:
        super().__init__(session)
        self.head = html("nl-comparehead")
        self.body = html("nl-comparebody", "nl-fill")
        self.body.tabbable = True  # it scrolls, by the arrow keys too
        close = self.button("Close", self.close, "nl-compareclose")
        self.bar = styled(widgets.HBox([self.head, close]), "nl-labelled")
        self.widget = styled(widgets.Box([self.bar, self.body]), "nl-compare", "nl-off")

    def open(self, first: str, second: str) -> None:
        """Show both ends; the game stays where it is."""
        found = compare_lines(self.game, first, second)
        count = len(found.changes)
        more = f", the first {ROWS} of them" if count > ROWS else ""
        self.head.value = f"<b>{esc(found.captions[0])} | {esc(found.captions[1])}</b>"
        self.body.value = (
            f"<p>They part at {esc(found.parted)}; {count} difference{'s' * (count != 1)}{more}.</p>{found.boards()}"
            + table(("what", first, second, "rule"), found.changes.head(ROWS).to_numpy().tolist())
        )
        visible(self.widget, True)

    def close(self) -> None:
        visible(self.widget, False)

    def fill(self, _shown: Any) -> None:
        """What was compared stays until it is closed."""
