"""The row over the time strip from which a saved game is opened."""

from __future__ import annotations

from pathlib import Path

import ipywidgets as widgets

from normandy_lab.ui.panels.base import Panel, styled, visible

MOST = 40  # saved games of a folder that are listed


class OpenRow:
    """Saved games of this folder, then games that were kept automatically; or the name of any other file."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._kept: dict[str, str] = {}  # what the list says of a kept game, and its file
        self.name = styled(
            widgets.Combobox(placeholder="a saved game", ensure_option=False, tooltip="A saved game"), "nl-openname"
        )
        self.go = panel.button("Open", self._open, "nl-opengo", hint="Open it in place of this game, which is kept")
        self.widget = styled(widgets.HBox([self.name, self.go]), "nl-labelled", "nl-popup", "nl-off")

    def toggle(self) -> None:
        """Open the row with what there is now, or close it."""
        closed = "nl-off" in self.widget._dom_classes
        if closed:
            save = self._panel.session.save
            kept = save.offers() if save is not None else []
            self._kept = {f"kept {offer.day}, {offer.length}": str(offer.path) for offer in kept}
            self.name.options = (*sorted(path.name for path in Path().glob("*.jsonl"))[:MOST], *self._kept)
        visible(self.widget, closed)

    def _open(self) -> None:
        """The row stays with its name where that was refused."""
        chosen, before = str(self.name.value), self._panel.game
        self._panel.session.open(self._kept.get(chosen, chosen))
        visible(self.widget, self._panel.game is before)
