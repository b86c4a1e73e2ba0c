"""What a lab needs of the page (``js/``): names of its controls, no echo of pictures, its room, its log, and keys that press its own buttons.

JupyterLab has letters of its own in command mode (D D deletes a cell, 0 0 restarts the kernel). While a lab has the
keyboard they must not fire, so the listener sits at the window, before JupyterLab's at the document. It knows no kernel and
no game: a key is a click on the button that does the same, so nothing works by key alone. "Has the keyboard" means that
the focus is in the lab, or that the last click was in it and no other control has taken the focus since.

Letters are left alone in text fields, together with Ctrl, Alt or Cmd, and in a lab in which something has the class ``nl-nokeys``.
"""

from __future__ import annotations

import json
from importlib.resources import files

VERSION = 6

# Key -> the class of the button to press. "focus:" moves the keyboard there instead.
PRESS = {
    "u": "nl-undo", "U": "nl-redo", "b": "nl-branch", "[": "nl-stepback", "]": "nl-stepon", "l": "focus:nl-layer-control",
    "g": "focus:nl-goto input", "t": "nl-totables", "p": "focus:nl-point select", "o": "nl-oddshide", "w": "nl-why",
    "d": "nl-realdice input, .nl-typedice", "r": "nl-option[title=reroll]", "k": "nl-option[title=keep]", "+": "nl-zoomin", "-": "nl-zoomout",
    "0": "nl-fit", "m": "nl-toprojector, .nl-labview", "f": "nl-fullwindow", "?": "nl-keysbutton", "Escape": "nl-escape", "Enter": "nl-primary:not(.nl-giveup)",
    "e": "nl-giveup", "a": "nl-accept:not(.nl-giveup)",
}  # fmt: skip

# Where the focus goes after something was played or taken back: the first that is there. What gives up an impulse or a
# phase (``nl-giveup``) never has it, and no digit: only E, or a click. Nor has a list, which takes letters for itself.
NEXT = (
    ".nl-die", ".nl-do .nl-primary:not(.nl-giveup)", ".nl-options .nl-option:not(.nl-giveup, .nl-denied)",
    ".nl-scroll :is(input[type=checkbox], button):not(.nl-giveup, .nl-denied, .nl-denied *, .nl-ask, .nl-askgo, .nl-askplay)", ".nl-decision",
)  # fmt: skip
STAY = ".nl-scrub *, .nl-stepback, .nl-stepon"  # who steps through time goes on stepping
TWICE = ".nl-die, .nl-diceback, .nl-stepback, .nl-stepon, .nl-zoomin, .nl-zoomout, .nl-range"  # a double click is two clicks


def _script(name: str) -> str:
    return (files("normandy_lab") / "ui" / "js" / name).read_text("utf8")


_NAMES = {"VERSION": VERSION, "PRESS": PRESS, "NEXT": NEXT, "STAY": STAY, "TWICE": TWICE}
_GIVEN = ", ".join(f"{name} = {json.dumps(value)}" for name, value in _NAMES.items())
SCRIPT = "\n".join(
    [f"{{ const {_GIVEN};", *map(_script, ("names.js", "quiet.js", "keys.js", "room.js", "log.js")), "}"]
)
