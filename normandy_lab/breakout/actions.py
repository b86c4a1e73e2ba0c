"""The actions of the game as interned values, and their one canonical text (design: text of actions)."""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout.board.board import NATIONALITIES
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.decisions import Action

# What each verb is followed by. `notation` reads these, `make` writes them.
# A verb of a later part stands here too: it can be read, and is refused with a rule.
GRAMMAR: dict[str, tuple[str, ...]] = {
    "attack": ("unit",),
    "secure": ("unit", "border"),
    "stay": ("unit",),
    "end": (),
    "shoot": ("marker", "place"),
    "target": ("unit_or_border",),
    "hit": ("unit_or_border",),
    "land": ("unit", "place"),
    "assault": ("place",),
    "join": ("unit",),
    "support": ("unit",),
    "point": ("unit",),
    "forward": ("unit",),
    "lose": ("unit",),
    "retreat": ("unit", "place"),
    "hold": (),
    "keep": (),
    "reroll": (),
    "control": ("place", "nationality"),
    "impulse": ("way", "place"),
    "pass": (),
    "double": ("way", "place"),
    "repair": ("border",),
    "march": ("unit", "place", "wade"),
    "seize": ("unit", "border"),
    "demolish": ("border",),
    "unbuild": ("border",),
    "lead": ("unit",),
    "sunset": ("shift",),
    "airsupply": ("place",),
    "regroup": ("unit", "place", "wade"),
    "place": ("unit", "place"),
}


ASSAULT, BOMBARD = 0, 1  # the way in which an area is activated (8.11)
WAYS = ("assault", "bombard")
WADE = "wade"  # across a river beside its bridge (8.36E); a plain crossing has no word
# A unit is its index; a border or bridge where a unit might stand is BORDER + its index.
BORDER = 1 << 20


def make(setting: Setting, verb: str, *args: int) -> Action:
    """The interned action; its text is written once and shared by every list of options."""
    key: tuple[str | int, ...] = (verb, *args)
    action = setting.actions.get(key)
    if action is None:
        words = [verb, *(_word(setting, kind, arg) for kind, arg in zip(GRAMMAR[verb], args, strict=True))]
        action = setting.actions[key] = Action(" ".join(filter(None, words)), verb, args)
    return action


_SPELLED: dict[str, Callable[[int], str]] = {
    "nationality": lambda nation: NATIONALITIES[nation],
    "way": lambda way: WAYS[way],
    "wade": lambda wade: WADE if wade else "",
    "shift": lambda spaces: f"{spaces:+d}" if spaces else "0",
}


def _word(setting: Setting, kind: str, arg: int) -> str:
    if kind == "unit":
        return setting.forces.units[arg].id
    if kind == "place":
        return setting.board.places[arg].id
    if kind == "border":
        return setting.board.borders[arg].id
    if kind == "marker":
        return setting.forces.markers[arg].id
    if kind in _SPELLED:
        return _SPELLED[kind](arg)
    return setting.board.borders[arg - BORDER].id if arg >= BORDER else setting.forces.units[arg].id
