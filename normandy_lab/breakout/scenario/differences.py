"""Where two scenarios differ on the board: places and borders, with a few words at each, for pictures.

``overlay.diff`` says what differs; this says where to point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from normandy_lab.breakout.scenario.overlay import Change, diff
from normandy_lab.breakout.scenario.resolve import PlacedUnit

if TYPE_CHECKING:
    from normandy_lab.breakout.scenario.spec import Scenario

FIELDS = {"tem": "terrain", "fort": "fort", "vp": "points"}  # words for columns of areas
SENTENCES = 12  # of a text alternative; the table beside it has them all


@dataclass(frozen=True)
class Marked:
    """Places where something differs, short words for what there is on this board, borders, whole sentences."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    borders: frozenset[str] = frozenset()
    sentences: tuple[str, ...] = ()


def marked(before: Scenario, after: Scenario) -> tuple[Marked, Marked]:
    """What to mark on the board of the one and of the other.

    >>> from normandy_lab.breakout.scenario import load_scenario
    >>> spec = load_scenario("d_day")
    >>> old, new = marked(spec, spec.with_({"units": {"GE-12SS-25": {"at": "Carentan"}}}))
    >>> old.words, new.words, sorted(old.places), old.places == new.places
    ({'A': ('25 SS PG Rgt',)}, {'44': ('25 SS PG Rgt',)}, ['44', 'A'], True)
    """
    changed = {key for key in {*before.values, *after.values} if before.values.get(key) != after.values.get(key)}
    rows = diff(before, after)
    said = [f"{row.key}: {row.before or 'nothing'} becomes {row.after or 'nothing'}." for row in rows[:SENTENCES]]
    if len(rows) > SENTENCES:
        said.append(f"{len(rows) - SENTENCES} more changes are in the table.")
    borders = frozenset(key.split(".")[1] for key in changed if key.startswith(("borders.", "bridges.", "rivers.")))
    old, new = _places(before, changed), _places(after, changed)
    places = frozenset({*old, *new})
    return Marked(old, places, borders, tuple(said)), Marked(new, places, borders, tuple(said))


def by_division(rows: Sequence[Change], before: Scenario, after: Scenario) -> Iterator[Change]:
    """The same rows, with one for a division whose units all change alike (4.31), as a patch names it.

    >>> from normandy_lab.breakout.scenario import load_scenario
    >>> spec = load_scenario("d_day")
    >>> west = spec.with_({"units": {"12 SS": {"at": "Isigny"}}})
    >>> [(row.key, row.before, row.after) for row in by_division(diff(spec, west), spec, west)]
    [('units."12 SS Pz".at, all 5 units', 'Zone A', 'Isigny')]
    """
    division = {unit.row.id: unit.row.division for spec in (before, after) for unit in spec.resolved.units}
    sizes = Counter(division.values())
    groups: dict[tuple[str, str, str], list[Change]] = {}
    for row in rows:
        groups.setdefault(_alike(row, division), []).append(row)
    for (name, column, value), alike in groups.items():
        if name and len(alike) == sizes[name] > 1:
            old = ", ".join(dict.fromkeys(row.before for row in alike))
            yield Change(f'units."{name}"{column}, all {len(alike)} units', old, value, alike[0].rule)
        else:
            yield from alike


def _alike(row: Change, division: Mapping[str, str]) -> tuple[str, str, str]:
    """What rows of one division have in common; a row of another kind stands alone."""
    kind, _, rest = row.key.partition(".")
    unit, dot, column = rest.partition(".")
    name = division.get(unit, "") if kind == "units" else ""
    return (name, dot + column, row.after) if name else ("", row.key, row.after)


def _places(spec: Scenario, changed: set[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for place, words in (*_units(spec, changed), *_areas(spec, changed)):
        here = found.setdefault(place, [])
        if words not in here:
            here.append(words)
    return {place: tuple(words) for place, words in found.items()}


def _units(spec: Scenario, changed: set[str]) -> Iterator[tuple[str, str]]:
    """Units with a changed value, where they stand or will come in."""
    units = {key.split(".")[1] for key in changed if key.startswith("units.")}
    for unit in spec.resolved.units:
        if unit.row.id in units:
            yield _stand(spec, unit)


def _stand(spec: Scenario, unit: PlacedUnit) -> tuple[str, str]:
    place = spec.resolved.place_of(unit)
    if place != "waiting":
        return place, unit.row.name if unit.level == "fresh" else f"{unit.row.name}, {unit.level.replace('_', ' ')}"
    day = f"{unit.row.entry_date:%b} {unit.row.entry_date.day}" if unit.row.entry_date else "later"
    return unit.entry, f"{unit.row.name}, {day}"


def _areas(spec: Scenario, changed: set[str]) -> Iterator[tuple[str, str]]:
    for key in sorted(changed):
        kind, _, rest = key.partition(".")
        place, _, name = rest.partition(".")
        if kind == "zones":
            yield place, "neighbours"
        elif kind == "areas" and key in spec.values:
            yield place, _word(name, spec.values[key])


def _word(name: str, value: Any) -> str:
    """What an area has, in two words: "fort 3", "no bocage", "US control".

    >>> _word("fort", 3), _word("bocage", False), _word("control", "us")
    ('fort 3', 'no bocage', 'US control')
    """
    if isinstance(value, bool):
        return name if value else f"no {name}"
    if name == "control":
        return f"{'US' if value == 'us' else str(value).capitalize()} control"
    return f"{FIELDS[name]} {value}" if name in FIELDS else str(value) if name == "name" else name
