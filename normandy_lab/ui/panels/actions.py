"""The last rows of a decision: the suggestion with Accept, then the primary button, which stands still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

from normandy_lab.ui.panels.base import styled


def actions(suggestion: Any, accept: Any, buttons: Sequence[Any]) -> Any:
    """Two rows of fixed height; in the second, buttons that show only at their time take the same place."""
    first = styled(widgets.Box([suggestion, accept]), "nl-suggest")
    second = styled(widgets.Box(list(buttons)), "nl-do")
    return styled(widgets.Box([first, second]), "nl-actions")


def empty(widget: Any, on: bool) -> None:
    """Hide a widget that keeps its place, so that nothing beside it moves."""
    (widget.add_class if on else widget.remove_class)("nl-empty")
