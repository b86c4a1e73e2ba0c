"""The style sheets of the labs: files under ``ui/css`` for all, one of each wing; colours from the palette."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from normandy_lab.ui.palette import COLOURS

SANS = 'Arial, "Liberation Sans", sans-serif'
MONO = '"Liberation Mono", "DejaVu Sans Mono", monospace'
RULE_BG = "#E8F0F8"  # behind rule tags; `link` on it has a contrast of 6.8
GREEN = "#3E5F31"
SIDE_INK = {
    "german": COLOURS["wehrmacht"],
    "allied": COLOURS["us"],
    "american": GREEN,
    "chance": COLOURS["ink_soft"],
}
SHARED = ("css/base.css", "css/frame.css", "css/parts.css")


def variables() -> dict[str, str]:
    """Name -> value of every ``var(--nl-NAME)``."""
    sides = {f"side_{side}": ink for side, ink in SIDE_INK.items()}
    return {**COLOURS, **sides, "sans": SANS, "mono": MONO, "rule_bg": RULE_BG, "primary_dark": "#16304F"}


@cache
def style_sheet(wing: tuple[str, ...] = ()) -> str:
    """The sheets of every lab and those of a wing, named from ``ui/``, as one ``<style>`` element."""
    names = "; ".join(f"--nl-{name}: {value}" for name, value in variables().items())
    texts = [(files("normandy_lab") / "ui" / name).read_text("utf8") for name in (*SHARED, *wing)]
    body = "\n".join(texts)
    return f"<style>.nl-lab {{ {names}; }}\n{body}</style>"
