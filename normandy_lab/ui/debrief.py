"""The debrief of a beach game as one HTML page that stands alone."""

from __future__ import annotations

from typing import Any


def debrief_html(game: Any, guesses: Any = ()) -> str:
    """The page."""
    return f"<!doctype html><title>Debrief</title><p>{game.spec.title}</p>"
