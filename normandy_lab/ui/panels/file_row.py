"""A row that writes a file: its name, a button, and another that replaces the file that is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.panels.base import Panel, styled, visible


class FileRow:
    """The row of one kind of file; ``write`` is a command of the session and leaves in ``taken`` what stands in its way.

    Parameters
    ----------
    panel
        Whose session it belongs to.
    kind
        Names the classes of its parts: ``nl-savename``, ``nl-savego``, ``nl-savereplace``.
    name
        The name that is offered.
    words
        What its button says, and what it says meanwhile.
    write
        Called with a name and whether the file that is there may be replaced.
    """

    def __init__(
        self, panel: Panel, kind: str, name: str, words: tuple[str, str], write: Callable[[str, bool], object]
    ) -> None:
        self._panel, self._words, self._write = panel, words, write
        self.name = styled(widgets.Text(value=name, placeholder="file name", continuous_update=False), f"nl-{kind}name")
        self.go = panel.button(words[0], lambda: self._run(str(self.name.value), False), f"nl-{kind}go")
        self.replace = panel.button(
            "Replace?", self._replace, f"nl-{kind}replace", hint="Write over the file that is there"
        )
        visible(self.replace, False)
        self.widget = styled(widgets.HBox([self.name, self.go, self.replace]), "nl-labelled", "nl-popup", "nl-off")

    def toggle(self) -> None:
        """Open or close it."""
        visible(self.widget, "nl-off" in self.widget._dom_classes)

    def _replace(self) -> None:
        taken: Any = self._panel.session.taken
        if taken is not None:
            self._run(str(taken.path), True)

    def _run(self, name: str, replace: bool) -> None:
        """Write; the row closes, or goes on with a name that is free and a button that replaces the file that is there."""
        self.go.description, self.go.disabled = self._words[1], True
        try:
            self._write(name, replace)
        finally:
            self.go.description, self.go.disabled = self._words[0], False
        taken = self._panel.session.taken
        if taken is not None:
            self.name.value = str(taken.free)
            self.replace.description = f"Replace {taken.path.name}?"
        visible(self.replace, taken is not None)
        visible(self.widget, taken is not None)
