"""The style sheet of the beach lab, over that of every lab."""

from __future__ import annotations

from normandy_lab.ui.panels.css import style_sheet


def beach_sheet() -> str:
    """All sheets as one ``<style>`` element."""
    return style_sheet(("beach/beach.css",))
