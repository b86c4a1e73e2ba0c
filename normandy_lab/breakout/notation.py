"""Reading the text of an action: ids or names, the longest known name first.

``actions.GRAMMAR`` says what follows each verb. No id holds a blank; names may, so a name is matched
as the longest run of words that is known.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from normandy_lab.breakout.actions import AIR, ASSAULT, BORDER, CHERBOURG, GRAMMAR, OPTIONAL, WADE, WAYS, make
from normandy_lab.breakout.board.board import BRITISH, GERMAN, SIDES, US
from normandy_lab.breakout.board.names import PlaceNames, fold, plain
from normandy_lab.breakout.frames import GERMAN_SOURCE
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.decisions import Action, roll_action
from normandy_lab.errors import NotationError

_ROLL = re.compile(r"[1-6](\+[1-6])*(:[1-6](\+[1-6])*)*")
_BRACKETED = re.compile(r"\((.+)\)")
LONGEST = 400  # characters of an action that is no roll


class Names:
    """Every spelling of every unit, place and marker of a Setting."""

    def __init__(self, setting: Setting) -> None:
        self.places = PlaceNames(setting.board, setting.aliases)
        by_name: dict[str, list[int]] = {}
        for unit in setting.forces.units:
            by_name.setdefault(fold(unit.name), []).append(unit.index)
        self.units = {name: found[0] for name, found in by_name.items() if len(found) == 1}
        self.shared = {name: found for name, found in by_name.items() if len(found) > 1}
        self.units |= {fold(unit.id): unit.index for unit in setting.forces.units}
        self.markers = {fold(marker.id): marker.index for marker in setting.forces.markers}
        self.markers |= {fold(marker.name): marker.index for marker in setting.forces.markers}
        self.markers |= {  # "Western Task Force", as the messages call it
            fold(word): marker.index for marker in setting.forces.markers for word in _BRACKETED.findall(marker.name)
        }


def names(setting: Setting) -> Names:
    """The names of a Setting, made once and kept with it."""
    if setting.names_cache is None:
        setting.names_cache = Names(setting)
    cache: Names = setting.names_cache
    return cache


def parse(setting: Setting, text: str) -> Action:
    """The action that the text means.

    Parameters
    ----------
    text : str
        A verb and its arguments, ids or names: ``secure US-82-507 49-53``,
        ``secure 507 Para Rgt Pont L'Abbe-Valognes``, ``roll 5+2:3+3``.

    Raises
    ------
    NotationError
        An unknown verb, unit, place or marker (with the nearest known one), or words left over.
    """
    words = plain(text).split()
    if not words:
        raise NotationError('An action is empty; type a verb, such as "end".')
    verb, rest = words[0].casefold(), words[1:]
    if verb == "roll":
        return _roll(text, "".join(rest))
    if len(text) > LONGEST:
        raise NotationError(f"{text!r} is longer than any action; give one verb with its units and places.")
    if verb not in GRAMMAR:
        raise NotationError(f"{text!r}: no action begins with {words[0]!r}.{_nearest(verb, GRAMMAR)}")
    known = names(setting)
    args = []
    for kind in GRAMMAR[verb]:
        index, used = _READERS[kind](setting, known, text, rest)
        if used or kind != OPTIONAL:
            args.append(index)
        rest = rest[used:]
    if rest:
        raise NotationError(
            f"{text!r}: {' '.join(rest)!r} is left over. Expected: {verb} {' '.join(GRAMMAR[verb]).upper()}"
        )
    return make(setting, verb, *args)


def argument(setting: Setting, kind: str, text: str) -> Any:
    """One word of an action by itself: a ``unit``, ``place``, ``marker``, ``border`` or ``unit_or_border``.

    Raises
    ------
    NotationError
        It is not known, or words are left over.
    """
    words = plain(str(text)[:LONGEST]).split()
    index, used = _READERS[kind](setting, names(setting), str(text), words)
    if words[used:]:
        raise NotationError(f"{text!r}: {' '.join(words[used:])!r} is left over; give one {kind.replace('_', ' ')}.")
    return index


def _roll(text: str, faces: str) -> Action:
    if not _ROLL.fullmatch(faces):
        raise NotationError(f"{text!r}: dice are typed as faces 1 to 6, such as roll 5+2:3+3 or roll 4.")
    return roll_action(tuple(tuple(map(int, group.split("+"))) for group in faces.split(":")))


Reader = Callable[[Setting, Names, str, list[str]], tuple[Any, int]]


Found = TypeVar("Found")


def _longest(find: Callable[[str], Found | None], words: list[str]) -> tuple[Found, int] | None:
    for count in range(len(words), 0, -1):
        found = find(" ".join(words[:count]))
        if found is not None:
            return found, count
    return None


def _unit(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    several = _longest(lambda name: known.shared.get(fold(name)), words)
    if several and not _longest(lambda name: known.units.get(fold(name)), words):
        ids = " and ".join(setting.forces.units[index].id for index in several[0])
        raise NotationError(f"{text!r}: {' '.join(words[: several[1]])!r} is the name of {ids}; give the id.")
    return _listed("unit", known.units, text, words)


def _marker(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    return _listed("marker", known.markers, text, words)


def _listed(what: str, table: Mapping[str, int], text: str, words: list[str]) -> tuple[int, int]:
    found = _longest(lambda name: table.get(fold(name)), words)
    if found is None:
        raise _unknown(what, text, words, _nearest(" ".join(words), table))
    return found


def _place(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    index = setting.board.index
    found = _longest(lambda name: index.get(known.places.find(name) or ""), words)
    if found is None:
        near = known.places.nearest(" ".join(words))
        raise _unknown("place", text, words, f" Did you mean {near!r}?" if near else "")
    return found


def _unknown(what: str, text: str, words: list[str], hint: str) -> NotationError:
    if not words:
        return NotationError(f"{text!r}: a {what} is missing.")
    return NotationError(f"{text!r}: {' '.join(words)!r} is no known {what}.{hint}")


def _border(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    """Two adjacent places joined by a hyphen, such as 49-50 or Pont L'Abbe-Valognes."""
    board = setting.board
    for count in range(len(words), 0, -1):
        pair = known.places.border(" ".join(words[:count]))
        if pair is None or pair[0] not in board.index or pair[1] not in board.index:
            continue
        a, b = board.index[pair[0]], board.index[pair[1]]
        if (a, b) not in board.between:
            raise NotationError(f"{text!r}: {board.names[a]} and {board.names[b]} are not adjacent (3.2).")
        return board.between[a, b], count
    raise NotationError(f"{text!r}: a border is typed as two places with a hyphen, such as 49-50.")


def _unit_or_border(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    found = _longest(lambda name: known.units.get(fold(name)), words)
    if found is not None and found[1] == len(words):
        return found
    try:
        index, used = _border(setting, known, text, words)
    except NotationError:
        return _unit(setting, known, text, words)
    return BORDER + index, used


def _nationality(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    codes = {"us": US, "british": BRITISH}
    if not words or words[0].casefold() not in codes:
        raise NotationError(f"{text!r}: the nationality is us or british.")
    return codes[words[0].casefold()], 1


def _way(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    """How an area is activated; an assault where nothing is said."""
    if words and words[0].casefold() in WAYS:
        return WAYS.index(words[0].casefold()), 1
    return ASSAULT, 0


def _wade(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    wades = bool(words) and words[0].casefold() == WADE
    return int(wades), int(wades)


def _shift(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    if not words or words[0] not in _SHIFTS:
        raise NotationError(f"{text!r}: the Sunset marker moves by +1, -1 or 0.")
    return _SHIFTS[words[0]], 1


def _space(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    spaces = _SHIFTS.get(words[0]) if words else None
    if not spaces:
        raise NotationError(f"{text!r}: ten points of reserves move the markers by +1 or -1 (12.53).")
    return spaces, 1


def _source(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[int, int]:
    """What sends a depot: "german", or a beach by id or name; its own place follows."""
    if words and words[0].casefold() == SIDES[GERMAN]:
        return GERMAN_SOURCE, 1
    return _place(setting, known, text, words[:-1] or words)


def _depots(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[tuple[tuple[int, int], ...], int]:
    """Depots joined by "+": all but the last are emptied, so that their order does not matter."""
    if not words:
        return (), 0
    listed = []
    for part in " ".join(words).split("+"):
        source, _, place = part.partition("@")
        if not source.strip() or not place.strip():
            raise NotationError(f"{text!r}: a depot is typed as its source and area, such as german@29 or 30@33.")
        german = source.strip().casefold() == SIDES[GERMAN]
        sender = GERMAN_SOURCE if german else _whole_place(setting, known, text, source)
        listed.append((sender, _whole_place(setting, known, text, place)))
    return (*sorted(listed[:-1]), listed[-1]), len(words)


def _whole_place(setting: Setting, known: Names, text: str, part: str) -> int:
    words = part.split()
    place, used = _place(setting, known, text, words)
    if words[used:]:
        raise NotationError(f"{text!r}: {' '.join(words[used:])!r} is left over in the name of a depot.")
    return place


def _supply(setting: Setting, known: Names, text: str, words: list[str]) -> tuple[Any, int]:
    """What refits a unit: "cherbourg", "air", or depots."""
    if words and words[0].casefold() in (CHERBOURG, AIR):
        return words[0].casefold(), 1
    if not words:
        raise NotationError(f"{text!r}: name the depots that pay, such as german@29, or cherbourg (12.62).")
    return _depots(setting, known, text, words)


_SHIFTS = {"+1": 1, "1": 1, "-1": -1, "−1": -1, "0": 0}
_READERS: dict[str, Reader] = {
    "unit": _unit,
    "place": _place,
    "marker": _marker,
    "border": _border,
    "unit_or_border": _unit_or_border,
    "nationality": _nationality,
    "way": _way,
    "wade": _wade,
    "shift": _shift,
    "space": _space,
    "source": _source,
    "depots": _depots,
    "supply": _supply,
}


def _nearest(given: str, table: Mapping[str, object]) -> str:
    close = difflib.get_close_matches(fold(given), list(table), n=1, cutoff=0.5)
    return f" Did you mean {close[0]!r}?" if close else ""
