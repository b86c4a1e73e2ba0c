"""The frame of a lab: clock, picture with log, decision with tabs, time strip, all of it on one screen.

Sizes are those of ``css/frame.css``. No block takes its height from its content: what is long scrolls inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.ui.panels.base import styled


class Parts(NamedTuple):
    """What a lab puts into the frame."""

    clock: Any  # one row of fixed height
    picture: Any  # the picture with its bar; it takes what is left
    log: Any  # the last lines of what happened
    decision: Any  # who, options, actions; see ``panels/actions.py``
    tabs: Any  # odds and other views, one at a time
    strip: Any  # undo and the line of time
    over: Sequence[Any] = ()  # what opens over the picture and the log
    notices: Sequence[Any] = ()  # bars over the top of the picture


def frame(parts: Parts) -> Any:
    """The widget of a whole lab, inside its ``Shell``."""
    left = styled(widgets.Box([parts.picture, parts.log, *(styled(each, "nl-over") for each in parts.over)]), "nl-left")
    right = styled(widgets.Box([parts.decision, parts.tabs]), "nl-right")
    main = styled(widgets.Box([left, right]), "nl-main")
    notices = [styled(each, "nl-notice") for each in parts.notices]
    return styled(widgets.Box([parts.clock, main, parts.strip, *notices]), "nl-frame")
