"""The actions of the game as interned values, and their one canonical text (design: text of actions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from normandy_lab.breakout.board.board import GERMAN, NATIONALITIES, SIDES
from normandy_lab.breakout.frames import GERMAN_SOURCE
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.decisions import Action

OPTIONAL = "depots"  # may be left out, and then is no argument

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
    "repair": ("border", OPTIONAL),  # depots by night (20.23), nothing by day
    "march": ("unit", "place", "wade"),
    "seize": ("unit", "border"),
    "demolish": ("border",),
    "unbuild": ("border",),
    "lead": ("unit",),
    "sunset": ("shift",),
    "depot": ("source", "place"),
    "refit": ("unit", "supply"),
    "reserve": ("space",),
    "airsupply": ("place",),
    "regroup": ("unit", "place", "wade"),
    "place": ("unit", "place"),
}


ASSAULT, BOMBARD = 0, 1  # the way in which an area is activated (8.11)
WAYS = ("assault", "bombard")
WADE = "wade"  # across a river beside its bridge (8.36E); a plain crossing has no word
# What refits a unit in place of depots: a die in Cherbourg (12.62), or supply from the air (12.9).
CHERBOURG, AIR = "cherbourg", "air"
Depots = tuple[tuple[int, int], ...]  # (source, place) each, in the order in which they pay
# A unit is its index; a border or bridge where a unit might stand is BORDER + its index.
BORDER = 1 << 20


def make(setting: Setting, verb: str, *args: Any) -> Action:
    """The interned action; its text is written once and shared by every list of options."""
    key: tuple[str | int, ...] = (verb, *args)
    action = setting.actions.get(key)
    if action is None:
        words = [verb, *(_SPELLED[kind](setting, arg) for kind, arg in zip(GRAMMAR[verb], args, strict=False))]
        action = setting.actions[key] = Action(" ".join(filter(None, words)), verb, args)
    return action


def source_word(setting: Setting, source: int) -> str:
    """What sends a depot: "german", or the id of a beach."""
    return SIDES[GERMAN] if source == GERMAN_SOURCE else setting.board.places[source].id


def depot_word(setting: Setting, source: int, place: int) -> str:
    """A depot as actions write it: "german@29", "30@33"."""
    return f"{source_word(setting, source)}@{setting.board.places[place].id}"


def _supply(setting: Setting, arg: str | Depots) -> str:
    return arg if isinstance(arg, str) else "+".join(depot_word(setting, *depot) for depot in arg)


def _unit_or_border(setting: Setting, arg: int) -> str:
    return setting.board.borders[arg - BORDER].id if arg >= BORDER else setting.forces.units[arg].id


_SPELLED: dict[str, Callable[[Setting, Any], str]] = {
    "unit": lambda setting, unit: setting.forces.units[unit].id,
    "place": lambda setting, place: setting.board.places[place].id,
    "border": lambda setting, border: setting.board.borders[border].id,
    "marker": lambda setting, marker: setting.forces.markers[marker].id,
    "unit_or_border": _unit_or_border,
    "source": source_word,
    "supply": _supply,
    "depots": _supply,
    "nationality": lambda _, nation: NATIONALITIES[nation],
    "way": lambda _, way: WAYS[way],
    "wade": lambda _, wade: WADE if wade else "",
    "shift": lambda _, spaces: f"{spaces:+d}" if spaces else "0",
    "space": lambda _, spaces: f"{spaces:+d}",
}
