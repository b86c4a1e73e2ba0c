"""Panels that share one place under the decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, set_children, styled


class Tabs(Panel):
    """The first panel is in front at the start; where there is one column, a tab opens over the picture."""

    def __init__(self, session: Desk, panels: Sequence[tuple[str, Any]]) -> None:
        super().__init__(session)
        self.panels = dict(panels)
        self.front = panels[0][0]
        self.buttons = {
            name: self.button(name, partial(self.choose, name), f"nl-tab-{name.lower().replace(' ', '')}")
            for name in self.panels
        }
        self.bar = styled(widgets.HBox(list(self.buttons.values())), "nl-tabs")
        self.widget = styled(widgets.Box(), "nl-panel", "nl-side-tabs")
        self.bring(self.front)

    def choose(self, name: str) -> None:
        """A click on a tab; a second one on the same tab lowers it again where it is raised over the picture."""
        raised = name != self.front or "nl-raised" not in self.widget._dom_classes
        (self.widget.add_class if raised else self.widget.remove_class)("nl-raised")
        self.bring(name)

    def bring(self, name: str) -> None:
        """Put a panel in front."""
        self.front = name
        set_children(self.widget, [self.bar, self.panels[name].widget])
        for each, button in self.buttons.items():
            (button.add_class if each == name else button.remove_class)("nl-on")
            button.tooltip = f"{each}, in front" if each == name else f"Show {each}"
        for each, panel in self.panels.items():
            if (told := getattr(panel, "toggle", None)) is not None:
                told(each == name)

    def fill(self, _shown: Any) -> None:
        """Its panels listen for themselves."""
