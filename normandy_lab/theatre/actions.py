"""The actions of the game and their one canonical text: ``fire US-DD 2 Longues``, ``interdict US-FB 12 1``, ``end``."""

from __future__ import annotations

from normandy_lab.core.decisions import Action
from normandy_lab.theatre.setting import Setting

# What follows each verb; `notation` reads it.
GRAMMAR: dict[str, tuple[str, ...]] = {
    "begin": ("site",),
    "demolish": ("port",),
    "spare": ("port",),
    "bomb": ("air", "number", "target"),
    "interdict": ("air", "number", "zone"),
    "strategic": ("air", "number"),
    "fire": ("ship", "number", "target"),
    "end": (),
}


def names(setting: Setting, kind: str) -> tuple[str, ...]:
    """What words of a kind may be."""
    listed: dict[str, tuple[tuple[object, ...], ...]] = {
        "site": setting.sites, "port": setting.ports, "target": setting.targets,
        "air": setting.charts.air, "ship": setting.charts.naval,
    }  # fmt: skip
    return tuple(str(each[0]) for each in listed[kind])


def make(setting: Setting, verb: str, *args: int) -> Action:
    """The action with its text."""
    words = [
        str(arg) if kind in ("number", "zone") else names(setting, kind)[arg]
        for kind, arg in zip(GRAMMAR[verb], args, strict=True)
    ]
    return Action(" ".join([verb, *words]), verb, args)
