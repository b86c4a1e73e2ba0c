"""The actions of the game and their one canonical text; coordinates are mils inside and inches in text."""

from __future__ import annotations

from normandy_lab.beach.scatter import impact
from normandy_lab.beach.setting import Setting, inches
from normandy_lab.core.decisions import Action

# What follows each verb; `notation` reads it.
GRAMMAR: dict[str, tuple[str, ...]] = {
    "place": ("bunker", "section"),
    "move": ("figure", "x", "y"),
    "clear": ("figure",),
    "assault": ("figure", "bunker"),
    "end": (),
    "fire": ("bunker", "squad"),
    "hold": ("bunker",),
    "lose": ("figure",),
    "aim": ("x", "y"),
    "impact": ("x", "y"),
}


def _word(setting: Setting, kind: str, arg: int) -> str:
    if kind in ("x", "y"):
        return inches(arg)
    if kind == "section":
        return str(arg + 1)
    names = {"figure": setting.figures, "squad": setting.squads, "bunker": setting.bunkers}
    return names[kind][arg]


def make(setting: Setting, verb: str, *args: int) -> Action:
    """The action with its text."""
    words = [_word(setting, kind, arg) for kind, arg in zip(GRAMMAR[verb], args, strict=True)]
    return Action(" ".join([verb, *words]), verb, args)


__all__ = ["GRAMMAR", "impact", "make"]
