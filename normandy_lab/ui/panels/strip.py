"""The time strip: undo, redo, branch, a slider over the moments of this line of play, save, keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.file_row import FileRow
from normandy_lab.ui.panels.html import esc
from normandy_lab.ui.panels.open_row import OpenRow

KEYS = (
    ("Tab, Shift+Tab", "next, previous control"),
    ("Space", "check a unit, press a button"),
    ("Enter", "the button in focus, else the primary button; the button beside a text field"),
    ("arrow keys", "move in a list or on the time line"),
    ("1 to 9", "option of that number, or face of a die"),
    ("E", "pass, or end the impulse or phase"),
    ("U, Shift+U", "undo, redo"),
    ("[ and ]", "one step back, forward"),
    ("B", "branch here"),
    ("D", "type real dice"),
    ("T", "tables"),
    ("M", "projector mode"),
    ("F", "full window, over JupyterLab's frame; Esc leaves it"),
    ("?", "this list"),
)


def line_of(game: Any) -> tuple[list[Any], int]:
    """The nodes of this line of play, past and undone, and where the game stands among them."""
    past = [game.log.nodes[0], *game.log.at.path()]
    return [*past, *game.log.ahead()], len(past) - 1


def ticks_html(nodes: list[Any], here: int) -> str:
    """The moments under the slider, each where it begins; the present one in bold."""
    if len(nodes) < 2:
        return ""
    marks = [(0, "start")] + [(i, n.moment) for i, n in enumerate(nodes) if i and n.opens]
    parts, last = [], -100.0
    for index, words in marks:
        left = 100 * index / (len(nodes) - 1)
        if left - last > 5:
            parts.append(
                f'<span style="position:absolute;left:{left:.1f}%;transform:translateX(-50%)">{esc(words)}</span>'
            )
            last = left
    now = f"now {nodes[here].moment}" if here else "now, at the start"
    return f'<div class="nl-small" style="position:relative;height:15px">{"".join(parts)}</div><span class="nl-sr">{esc(now)}</span>'


class StripPanel(Panel):
    """The bar along the bottom."""

    def __init__(self, session: Desk, keys: Sequence[tuple[str, str]] = KEYS, *more: Any) -> None:
        super().__init__(session)
        self.stepback = self.button("◂", lambda: self._step(-1), "nl-stepback", hint="One step back")
        self.stepon = self.button("▸", lambda: self._step(1), "nl-stepon", hint="One step forward")
        self.undo = self.button("↶ Undo", session.undo, "nl-undo", hint="Back to the last real choice")
        self.redo = self.button("↷ Redo", session.redo, "nl-redo", hint="Forward again")
        self.branch = self.button(
            "Branch…", lambda: self._toggle(self.branch_row), "nl-branch", hint="Start another line of play here"
        )
        self.slider = styled(
            widgets.IntSlider(
                min=0,
                max=1,
                value=0,
                continuous_update=False,
                readout=False,
                layout=widgets.Layout(width="auto"),
                description="Step of the game",  # hidden; it is the name of the handle
            ),
            "nl-scrub",
        )
        self.ticks = html("nl-ticks")
        scrub = styled(
            widgets.VBox([self.slider, self.ticks], layout=widgets.Layout(overflow="visible")),
            "nl-scrubbox",
        )
        self.where = html("nl-where")
        name = Path(session.game.spec.name).name
        self.save_row = FileRow(self, "save", f"{name}.jsonl", ("Save", "Saving…"), session.save_as)
        self.home_row = FileRow(self, "home", f"{name}.html", ("Write the page", "Writing…"), session.take_home)
        self.save = self.button("Save as…", self.save_row.toggle, "nl-save", hint="Write the game to a file")
        self.home = self.button(
            "Take home…", self.home_row.toggle, "nl-home", hint="Write the game step by step as one page"
        )
        self.open_row = OpenRow(self)
        self.open = self.button("Open…", self.open_row.toggle, "nl-openfile", hint="Open a saved game in this lab")
        self.keys = self.button("? Keys", lambda: self._toggle(self.keys_box), "nl-keysbutton", hint="List of keys")
        self.branch_name = styled(
            widgets.Text(placeholder="name of the branch", continuous_update=False), "nl-branchname"
        )
        self.branch_row = self._row(self.branch_name, self.button("Start it", self._branch, "nl-branchgo"))
        self.branch_row.add_class("nl-atleft")
        listed = html("nl-keylist")
        listed.value = (
            "<dl>" + "".join(f"<div><dt>{esc(key)}</dt><dd>{esc(does)}</dd></div>" for key, does in keys) + "</dl>"
        )
        self.letters = styled(
            widgets.Checkbox(value=True, indent=False, description="Single keys work while this lab was clicked last"),
            "nl-letters",
        )
        self.keys_box = styled(widgets.VBox([listed, self.letters]), "nl-popup", "nl-keys", "nl-off")
        self.more = self.button("More", self._more, "nl-more", hint="Branch, steps, files, keys")
        self.bar = styled(
            widgets.HBox(
                [
                    self.undo,
                    self.redo,
                    self.branch,
                    self.stepback,
                    scrub,
                    self.stepon,
                    self.where,
                    *more,
                    self.save,
                    self.open,
                    self.home,
                    self.keys,
                    self.more,
                ]
            ),
            "nl-panel",
            "nl-strip",
        )
        files = (self.save_row, self.open_row, self.home_row)
        self.widget = styled(
            widgets.Box([self.keys_box, self.branch_row, *(row.widget for row in files), self.bar]), "nl-time"
        )
        self._nodes: list[Any] = []
        self.observe(self.slider, self._scrub)
        self.observe(self.letters, self._set_letters)

    def _row(self, *parts: Any) -> Any:
        return styled(widgets.HBox(list(parts)), "nl-labelled", "nl-popup", "nl-off")

    def _more(self) -> None:
        """In a narrow lab the bar grows upward to show all of its buttons, or shrinks again."""
        wide = "nl-all" in self.bar._dom_classes
        (self.bar.remove_class if wide else self.bar.add_class)("nl-all")
        self.more.description = "More" if wide else "Less"

    def _toggle(self, row: Any) -> None:
        visible(row, "nl-off" in row._dom_classes)

    def _branch(self) -> None:
        """The row stays with its name where that was refused."""
        before = len(self.game.log.branches)
        self.session.branch(str(self.branch_name.value))
        visible(self.branch_row, len(self.game.log.branches) == before)

    def _scrub(self, number: int) -> None:
        if number < len(self._nodes):
            self.session.goto(self._nodes[number].n)

    def _step(self, by: int) -> None:
        number = int(self.slider.value) + by
        if 0 <= number < len(self._nodes):
            self.session.goto(self._nodes[number].n)

    def _set_letters(self, on: bool) -> None:
        """The listener in the page looks for this class (``ui/keys.py``)."""
        (self.widget.remove_class if on else self.widget.add_class)("nl-nokeys")

    def fill(self, _shown: Any) -> None:
        self._nodes, here = line_of(self.game)
        with self.slider.hold_trait_notifications():
            self.slider.max = max(1, len(self._nodes) - 1)
            self.slider.value = here
        self.undo.disabled = here == 0
        self.redo.disabled = here == len(self._nodes) - 1
        self.stepback.disabled, self.stepon.disabled = self.undo.disabled, self.redo.disabled
        self.ticks.value = ticks_html(self._nodes, here)
        line = "Main line" if self.game.log.line == "main" else f"Branch {self.game.log.line}"
        save = self.session.save
        kept = "" if save is None or not here else "not kept automatically" if save.fault else "kept automatically"
        self.where.value = f'<span class="nl-small">{esc(line)}, step {here} of {len(self._nodes) - 1}<br>Seed {self.game.seed} {kept}</span>'
