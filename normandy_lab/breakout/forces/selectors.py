"""Several units by one name, as people write it: ``12 SS``, ``21st Panzer``, ``us:82/*``, ``ger:coastal@Cherbourg``.

A division is found by the words of its name, so that a scenario reads as a question is put: an exact name first, else
the one division whose name begins so. What could mean two is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from normandy_lab.breakout.forces.order_of_battle import UnitRow

NATIONS = {"ger": "German", "german": "German", "us": "US", "brit": "British", "british": "British"}
ORDINALS = ("st", "nd", "rd", "th")
SAME = {
    "panzer": "pz", "armor": "armd", "armored": "armd", "armoured": "armd", "arm": "armd", "airborne": "ab",
    "american": "us", "cdn": "canadian", "can": "canadian", "fallschirm": "fs", "grenadier": "pg", "panzergrenadier": "pg",
    "infantry": "", "division": "", "div": "", "the": "",
}  # fmt: skip
FIRST = ("us", "british", "canadian", "pz")  # words before the number or the name that may be left out


class Found(NamedTuple):
    """What a name means: the units, or why none are meant and what would help."""

    units: tuple[UnitRow, ...]
    text: str = ""
    fix: str = ""


def words(name: str) -> tuple[str, ...]:
    """The words that tell names apart.

    >>> words("12th SS Panzer Division"), words("12SS"), words("US 2 Armd")
    (('12', 'ss', 'pz'), ('12', 'ss'), ('us', '2', 'armd'))
    """
    parts = re.findall(r"[0-9]+|[a-z]+", name.casefold())
    kept = [part for n, part in enumerate(parts) if not (n and part in ORDINALS and parts[n - 1].isdigit())]
    same = [SAME.get(part, part) for part in kept]
    return tuple(part for part in same if part)


def division_named(name: str, divisions: Sequence[str]) -> tuple[str, ...]:
    """The divisions that a name may mean (4.31): one if it is clear, several if it is not.

    >>> known = ["12 SS Pz", "2 SS Pz", "US 2", "US 2 Armd", "British 3", "Canadian 3", "21 Pz"]
    >>> [division_named(name, known) for name in ("12 SS", "21st Panzer", "US 2", "2 Armored", "3")]
    [('12 SS Pz',), ('21 Pz',), ('US 2',), ('US 2 Armd',), ('British 3', 'Canadian 3')]
    """
    if name in divisions:
        return (name,)
    wanted = words(name)
    if not wanted:
        return ()
    keys = {division: _keys(division) for division in divisions if words(division)}
    exact = tuple(division for division in keys if wanted in keys[division])
    return exact or tuple(division for division in keys if any(key[: len(wanted)] == wanted for key in keys[division]))


def _keys(division: str) -> list[tuple[str, ...]]:
    """A division is called with its army or without: British 6 AB, Panzer Lehr."""
    whole = words(division)
    return [whole, whole[1:]] if whole[0] in FIRST and whole[1:] else [whole]


def is_selector(key: str) -> bool:
    """Whether a key can only mean units that are looked up: one with a star, or with a nationality before a colon."""
    return key.endswith("/*") or (key.partition(":")[0].casefold() in NATIONS and ":" in key)


def select(key: str, units: Sequence[UnitRow], place: Callable[[str], str | None]) -> Found:
    """The units that a selector means; ``place`` finds the id of a place by its name.

    Besides a division, ``ger:709/919`` is one unit of it, ``ger:6FS`` one of no division, and
    ``ger:coastal@Cherbourg`` a kind of unit where it is set up (5.3).
    """
    nation, colon, rest = key.partition(":")
    rest = rest if colon else key
    among = [unit for unit in units if not colon or unit.nationality == NATIONS[nation.casefold()]]
    if "@" in rest:
        return _placed(rest, among, place)
    name, slash, member = rest.partition("/")
    divisions = division_named(name, sorted({unit.division for unit in among if unit.division}))
    if len(divisions) > 1:
        return Found((), f'"{name}" may mean {" or ".join(divisions)}', "Write one of those.")
    inside = [unit for unit in among if divisions and unit.division == divisions[0]]
    if inside and (not slash or member == "*"):
        return Found(tuple(inside))
    if inside:
        return _one(member, inside, f'no unit of {divisions[0]} is "{member}"')
    if colon and not slash:
        return _one(name, among, f'there is no division and no unit "{name}"')
    return Found((), f'there is no division "{name}"')


def _one(name: str, among: Sequence[UnitRow], nothing: str) -> Found:
    """One unit by the end of its id, else by the beginning of its name."""
    wanted = words(name)
    by_id = [unit for unit in among if wanted and words(unit.id)[-len(wanted) :] == wanted]
    found = [unit for unit in by_id if len(words(unit.id)) == 1 + len(wanted)] or by_id
    found = found or [unit for unit in among if wanted and words(unit.name)[: len(wanted)] == wanted]
    shortest = min((len(words(unit.id)) for unit in found), default=0)
    found = [unit for unit in found if len(words(unit.id)) == shortest]
    if len(found) == 1:
        return Found(tuple(found))
    said = f'"{name}" may mean {" or ".join(unit.id for unit in found)}' if found else nothing
    listed = ", ".join(unit.id for unit in among) if len(among) <= 12 else ""
    return Found((), said, f"Use one of: {listed}." if listed and not found else "Write the id of a unit.")


def _placed(text: str, among: Sequence[UnitRow], place: Callable[[str], str | None]) -> Found:
    kind, _, where = text.partition("@")
    here = place(where)
    if here is None:
        return Found((), f'"{where}" is no place of this board', "Write an area by its number or name.")
    wanted = kind.strip().casefold().replace(" ", "_")
    found = [u for u in among if u.entry_date is None and u.entry_area == here]
    chosen = [unit for unit in found if wanted in ("", "*") or unit.type.startswith(wanted)]
    types = ", ".join(dict.fromkeys(unit.type for unit in found)) or "no units"
    return Found(tuple(chosen), "" if chosen else f'no unit "{kind}" is set up in {where}', f"There are: {types}.")
