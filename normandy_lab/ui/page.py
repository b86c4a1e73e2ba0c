"""What a lab says to the pages that show it, and they to it: scripts, where the game stands, a view that has just opened.

A lab may be opened in a page that never saw its cell run: a second view, a reopened tab, a container, another browser. So
the scripts travel inside the lab, as an output that every view runs, and what a page wants is a click on a hidden button.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui import keys
from normandy_lab.ui.bokeh_bridge import bokehjs
from normandy_lab.ui.desk import Desk
from normandy_lab.ui.panels.base import Panel, html, styled


def script_output(script: str) -> tuple[dict[str, Any], ...]:
    """Outputs of an ``Output`` widget that run a script."""
    data = {"application/javascript": script, "text/plain": ""}
    return ({"output_type": "display_data", "data": data, "metadata": {}},)


class PagePanel(Panel):
    """The hidden part of a lab.

    ``opened`` is called when a view has appeared in whatever page, with True if that page had no BokehJS until now.
    """

    def __init__(self, session: Desk, opened: Callable[[bool], object]) -> None:
        super().__init__(session)
        self._opened = opened
        self._lacking = False
        self._at: tuple[Any, Any] = (None, None)
        self._moves = 0
        self.script = widgets.Output(outputs=script_output(keys.SCRIPT))
        self.bokehjs = widgets.Output()
        self.moved = html("nl-moved")  # a page watches its content: it changes with the position, not with a selection
        here = self.button("A view has opened", self._here, "nl-here")
        lacks = self.button("A page has no BokehJS", self._lacks, "nl-lacks")
        self.widget = styled(widgets.Box([self.moved, here, lacks, self.bokehjs, self.script]), "nl-page")

    def _lacks(self) -> None:
        """Send BokehJS to a page that was never given it; the page answers that a view is there."""
        self._lacking = True
        script = f"if (!window.Bokeh) (0, eval)({json.dumps(bokehjs())}); window.normandyLabRoom.ready();"
        self.bokehjs.outputs = script_output(script)

    def _here(self) -> None:
        lacked, self._lacking = self._lacking, False
        self.bokehjs.outputs = ()
        self._opened(lacked)

    def fill(self, _shown: Any) -> None:
        at = (self.game, self.game.log.at)
        if at[0] is not self._at[0] or at[1] is not self._at[1]:
            self._at = at
            self._moves += 1
            save = self.session.save
            kept = save is not None and bool(self.game.log.at.n) and not save.fault
            self.moved.value = f'<i data-moves="{self._moves}" data-kept="{int(kept)}"></i>'
