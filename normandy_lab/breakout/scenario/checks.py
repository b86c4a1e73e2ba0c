"""What a scenario may not say: every fault with its place, rule and fix; and what it says in vain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from normandy_lab.breakout.board.board import AREA, ASIDE, BOX, GERMAN, OFFSHORE, RIVER, US, ZONE
from normandy_lab.breakout.board.names import ANY_BEACH
from normandy_lab.breakout.forces.units import AIRBORNE_TYPES
from normandy_lab.breakout.scenario.compile import changes_made, occupants, starting_control
from normandy_lab.breakout.scenario.resolve import DEFAULTS, PlacedUnit, Resolved
from normandy_lab.breakout.scenario.switches import EDITIONS, SWITCHES, fraction_of
from normandy_lab.core.terms import counted
from normandy_lab.errors import LONGEST, Problem, cut, nearest

STACK = 10  # 7.1
MOST_UNITS = 999  # the game has 191
CONSTRUCT_MARKERS = {"german": 1, "allied": 4}  # 20.21
SHORT = 4  # how many units a message lists before "and n more"
# Sections whose rule this version does not play yet.
NOT_MODELLED = {"storm": "24.5", "ports": "24.2", "mulberries": "24.3"}


def check(resolved: Resolved) -> list[Problem]:
    """Every problem of a scenario whose keys and names are sound."""
    lost = [problem for unit in resolved.units for problem in _lost(resolved, unit)]
    if lost:
        return lost  # nothing else can be asked of units that stand nowhere
    return [
        *_calendar(resolved),
        *_rules(resolved),
        *_map(resolved),
        *_bridges(resolved),
        *_construct(resolved),
        *(problem for unit in resolved.units for problem in _unit(resolved, unit)),
        *_stacking(resolved),
        *_control(resolved),
        *_victory(resolved),
        *_number(resolved),
    ]


# ------------------------------------------------------------------------------------------ days


def _calendar(resolved: Resolved) -> Iterator[Problem]:
    clock = resolved.clock
    if clock.end < clock.start:
        yield Problem("clock.end", f"{clock.end} lies before the start, {clock.start}", "6.1", "Give a later end.")
        return
    missing = [day for day in clock.days if day not in resolved.dawn]
    if missing:
        fix = f"Add weather.dawn for {_listed([day.isoformat() for day in missing])}."
        yield Problem("weather.dawn", f"{len(missing)} days have no weather at dawn", "18.1", fix)
    if clock.impulse < clock.first_impulse and clock.phase == "daylight":
        text = f"the day began on space {clock.first_impulse}, and the marker never moves back"
        yield Problem("clock.impulse", text, "6.3", f"Give {clock.first_impulse} or more, or an earlier first_impulse.")
    impulses = [change["impulse"] for change in resolved.doc.get("weather", {}).get("changes", ())]
    for impulse in sorted({i for i in impulses if impulses.count(i) > 1}):
        yield Problem("weather.changes", f"impulse {impulse} has two changes", "18.4", "Keep one of the two.")


# ------------------------------------------------------------------------------------------ map and switches


def _rules(resolved: Resolved) -> Iterator[Problem]:
    edition = str(resolved.rules["edition"])
    if edition not in EDITIONS:
        yield Problem("rules.edition", f'there is no edition "{edition}"', "", nearest(edition, list(EDITIONS)))


def _map(resolved: Resolved) -> Iterator[Problem]:
    for place, patch in resolved.doc.get("areas", {}).items():
        if resolved.names.kind(place) == ZONE and patch.keys() - {"control"}:
            extra = sorted(patch.keys() - {"control"})
            yield Problem(_area(resolved, place), f"a zone has no {' or '.join(extra)}", "14", "Give control only.")
    for border in resolved.tables.borders:
        if border.bridge and border.kind == "open":
            key = f'borders."{resolved.names.border_name(border.id)}"'
            yield Problem(
                key, "an open border has no bridge", "3.24", "Set bridge = false, or kind to river or flooded."
            )


def _bridges(resolved: Resolved) -> Iterator[Problem]:
    borders = {border.id: border for border in resolved.tables.borders}
    for border_id, patch in resolved.doc.get("bridges", {}).items():
        border, key = borders[border_id], f'bridges."{resolved.names.border_name(border_id)}"'
        if not border.bridge:
            yield Problem(key, "there is no bridge on this border", "3.24", _bridges_near(resolved, border.a))
        levels = patch.get("construct", {})
        if any(levels.values()) and patch.get("held") != "destroyed":
            yield Problem(
                key, "a Construct marker stands only on a destroyed bridge", "20.21", 'Add held = "destroyed".'
            )
    for border_id, line in resolved.doc.get("rivers", {}).items():
        border, key = borders[border_id], f'rivers."{resolved.names.border_name(border_id)}"'
        same = ("destroyed", line.get("held", "german"))  # beside a bridge that stands, a line may repeat its holder
        if border.kind != RIVER:
            yield Problem(
                key, f"this border is {border.kind}, not a river", "8.511", "Only a river can be held without a bridge."
            )
        elif border.bridge and resolved.doc.get("bridges", {}).get(border_id, {}).get("held") not in same:
            yield Problem(
                key, "this river has a bridge, and its holder holds the river", "8.511", "Use bridges for it."
            )


def _construct(resolved: Resolved) -> Iterator[Problem]:
    """20.21: each side has so many Construct markers and no more."""
    levels = [patch.get("construct", {}) for patch in resolved.doc.get("bridges", {}).values()]
    for side, most in CONSTRUCT_MARKERS.items():
        laid = sum(bool(level.get(side)) for level in levels)
        if laid > most:
            text = f"{laid} bridges bear a Construct marker of the {side} side, which has {counted(most, 'marker')}"
            yield Problem("bridges", text, "20.21", f"Set construct.{side} = 0 on {counted(laid - most, 'bridge')}.")


def _bridges_near(resolved: Resolved, area: int) -> str:
    near = [resolved.names.border_name(b.id) for b in resolved.tables.borders if b.bridge and area in (b.a, b.b)]
    name = resolved.names.name(str(area))
    return f"Bridges of {name}: {', '.join(near)}." if near else f"{name} has no bridge."


# ------------------------------------------------------------------------------------------ units


def _lost(resolved: Resolved, unit: PlacedUnit) -> Iterator[Problem]:
    """4.33: a unit of an order of battle stands or enters at a place of this board, which may be another's."""
    place = unit.at if unit.at is not None else unit.entry
    if place in ANY_BEACH and unit.row.entry_date is not None:
        return
    if place not in resolved.board.index or (resolved.names.kind(place) == ASIDE and unit.at is None):
        near = resolved.names.nearest(place, (AREA, ZONE))
        fix = f'Did you mean "{near}"?' if near else "Write the number of an area or the letter of a zone."
        yield Problem(f"units.{unit.row.id}", f'"{cut(place, LONGEST)}" is no place of this board', "4.33", fix)


def _number(resolved: Resolved) -> Iterator[Problem]:
    if len(resolved.units) > MOST_UNITS:
        text = f"{len(resolved.units)} units are more than can be played"
        yield Problem("units", text, "4.1", f"Leave at most {MOST_UNITS}.")


def _unit(resolved: Resolved, unit: PlacedUnit) -> Iterator[Problem]:
    row, key = unit.row, f"units.{unit.row.id}"
    german = row.side == "German"
    if german != (row.nationality == "German"):
        yield Problem(
            key, f"side {row.side} does not go with nationality {row.nationality}", "4.1", "Change one of the two."
        )
        return
    if unit.at is not None:
        yield from _standing(resolved, unit, f"{key}.at")
    elif row.entry_date is not None and (unit.patched or unit.entry in ANY_BEACH):
        yield from _entering(resolved, unit, f"{key}.enters")


def _standing(resolved: Resolved, unit: PlacedUnit, key: str) -> Iterator[Problem]:
    row, name = unit.row, resolved.names.name(str(unit.at))
    kind = resolved.names.kind(str(unit.at))
    if row.side == "German" and kind in (BOX, OFFSHORE):
        yield Problem(key, f"{row.id} is German and cannot stand at sea ({name})", "3.4", "Name an area or a zone.")
    if row.type == "coastal_artillery" and kind in (ZONE, BOX, OFFSHORE):
        yield Problem(key, f"{row.id} is coastal artillery and cannot stand in {name}", "4.25", "Name an area.")
    if kind == BOX and row.side == "Allied":
        yield from _beach(resolved, unit, str(unit.at), key)


def _entering(resolved: Resolved, unit: PlacedUnit, key: str) -> Iterator[Problem]:
    row, entry = unit.row, unit.entry
    if row.type == "coastal_artillery":
        yield Problem(key, f"{row.id} is coastal artillery: it never moves, so it cannot enter", "4.25", "Use at.")
        return
    if row.side == "German":
        if entry in ANY_BEACH or resolved.names.kind(entry) != ZONE:
            zones = ", ".join(zone.zone for zone in resolved.tables.zones)
            yield Problem(key, f"{row.id} cannot enter at {resolved.names.name(entry)}", "19.2",
                          f"German units enter in a zone ({zones}); use at for a unit that is there from the start.")  # fmt: skip
        return
    yield from _landing(resolved, unit, key)


def _landing(resolved: Resolved, unit: PlacedUnit, key: str) -> Iterator[Problem]:
    row, entry = unit.row, unit.entry
    if entry in ANY_BEACH:
        if entry != f"any:{row.nationality.lower()}" and not resolved.rules["beach_of_another_nation"]:
            fix = f'Write "any {row.nationality} beach".'
            yield Problem(key, f"{row.id} is {row.nationality} and cannot land at any beach of the others", "19.3", fix)
        return
    kind = resolved.names.kind(entry)
    if kind == OFFSHORE:
        return
    if kind == ZONE:
        yield Problem(
            key, f"{row.id} cannot enter in {resolved.names.name(entry)}", "19.3", "Allied units enter by a beach."
        )
    elif resolved.board.places[resolved.board.index[entry]].beach:
        yield from _beach(resolved, unit, entry, key)
    elif row.type not in AIRBORNE_TYPES:
        name = resolved.names.name(entry)
        text = f"{row.id} cannot enter at {name}: it is no beach, and only airborne units drop"
        yield Problem(key, text, "19.5", f"Its nationality lands at {_own_beaches(resolved, row.nation)}.")


def _beach(resolved: Resolved, unit: PlacedUnit, place: str, key: str) -> Iterator[Problem]:
    """19.3: a unit lands at beaches of its own nationality."""
    beach = resolved.board.places[resolved.board.index[place.removeprefix("box:")]]
    if beach.nationality != unit.row.nation and not resolved.rules["beach_of_another_nation"]:
        owner = "US" if beach.nationality == US else "British"
        text = f"{unit.row.id} is {unit.row.nationality}, and {beach.name} is {owner}"
        yield Problem(key, text, "19.3", f"Use {_own_beaches(resolved, unit.row.nation)}.")


def _own_beaches(resolved: Resolved, nation: int) -> str:
    return " or ".join(area.name for area in resolved.tables.beaches if area.beach_of == nation)


# ------------------------------------------------------------------------------------------ stacks and control


def _stacking(resolved: Resolved) -> Iterator[Problem]:
    here: dict[tuple[str, str], list[PlacedUnit]] = {}
    for unit in resolved.units:
        here.setdefault((resolved.place_of(unit), unit.row.side), []).append(unit)
    for (place, side), units in here.items():
        if resolved.names.kind(place) != AREA:
            continue
        name = resolved.names.name(place)
        if len(units) > STACK:
            ids = _listed([unit.row.id for unit in _changed_last(units)])
            text = f"{len(units)} {side} units in one area ({ids})"
            yield Problem(name, text, "7.1", f"Move {len(units) - STACK} elsewhere: ten of a side are the most.")
        corps = [unit.row.id for unit in units if unit.row.type == "corps_artillery"]
        if len(corps) > 1:
            yield Problem(name, f"{len(corps)} {side} corps artillery units in one area ({_listed(corps)})", "7.1",
                          "Leave one and move the other.")  # fmt: skip


def _changed_last(units: list[PlacedUnit]) -> list[PlacedUnit]:
    """The units that the scenario placed first in the list: one of them is to move."""
    return sorted(units, key=lambda unit: not unit.patched)


def _control(resolved: Resolved) -> Iterator[Problem]:
    here, areas = occupants(resolved), resolved.doc.get("areas", {})
    control = starting_control(resolved)
    for place, patch in areas.items():
        index = resolved.board.index[place]
        german, us, british = here.get(place, [0, 0, 0])
        key = f"{_area(resolved, place)}.control"
        if "control" in patch and german and not us + british and control[index] != GERMAN:
            yield Problem(key, "only German units stand there", "7.3", 'Write control = "german", or leave it out.')
        if "control" in patch and us + british and not german and control[index] == GERMAN:
            yield Problem(key, "only Allied units stand there", "7.3", "Leave control out, or place a German unit.")
        if patch.get("fort") and control[index] == GERMAN and _spent_ally(resolved, place):
            text = "a fortification does not outlast a Spent Allied unit in the area"
            fix = "Set fort = 0, or make the unit fresh or disrupt_1."
            yield Problem(f"{_area(resolved, place)}.fort", text, "15.2", fix)
        if patch.get("fort") and control[index] != GERMAN:
            text = "a fortification does not outlast Allied control"
            yield Problem(f"{_area(resolved, place)}.fort", text, "15.2", 'Set fort = 0 or control = "german".')


def _spent_ally(resolved: Resolved, place: str) -> bool:
    return any(
        unit.row.side == "Allied" and unit.level == "spent" and resolved.place_of(unit) == place
        for unit in resolved.units
    )


def _area(resolved: Resolved, place: str) -> str:
    return f'areas."{resolved.names.name(place)}"'


# ------------------------------------------------------------------------------------------ the rest


def _victory(resolved: Resolved) -> Iterator[Problem]:
    bid = resolved.victory["bid"]
    if fraction_of(bid) is None:
        text = f'"{cut(bid, LONGEST)}" is no number'
        yield Problem("victory.bid", text, "23.21", 'Write a number such as "1", "-2" or "0.5".')


def _listed(words: list[str]) -> str:
    more = len(words) - SHORT
    return ", ".join(words) if more <= 0 else f"{', '.join(words[:SHORT])} and {more} more"


# ------------------------------------------------------------------------------------------ notices


def notices(resolved: Resolved) -> list[Problem]:
    """What a sound scenario asks for and this version does not play, or what has no effect."""
    return [*_unplayed(resolved), *_unread_switches(resolved), *_no_effect(resolved), *_by_lot(resolved)]


def _unplayed(resolved: Resolved) -> Iterator[Problem]:
    clock = resolved.clock
    if "storm" in (resolved.dawn.get(clock.start), *(change["to"] for change in changes_made(resolved))):
        text = f"the game does not play a Storm yet, and {clock.start.isoformat()} is one"
        yield Problem("weather", text, "24.6", "Write clear or overcast.")
    for section, rule in NOT_MODELLED.items():
        patch = resolved.doc.get(section, {})
        if any(value != default for value, default in _with_defaults(section, patch)):
            yield Problem(section, "is accepted and has no effect yet: its rule is not played in this version", rule)


def _with_defaults(section: str, patch: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    yield from ((value, DEFAULTS[section].get(key)) for key, value in patch.items())


def _unread_switches(resolved: Resolved) -> Iterator[Problem]:
    for name, value in resolved.doc.get("rules", {}).items():
        switch = SWITCHES[name]
        if not switch.modelled and value != switch.default:
            text = f"is accepted and has no effect yet: {switch.text[0].lower()}{switch.text[1:]}"
            yield Problem(f"rules.{name}", text.rstrip("."), switch.rule)


def _no_effect(resolved: Resolved) -> Iterator[Problem]:
    days = resolved.clock.days
    outside = [day.isoformat() for day in resolved.doc.get("weather", {}).get("dawn", {}) if day not in days]
    if outside:
        text = f"{_listed(outside)} lie outside the days played and have no effect"
        yield Problem("weather.dawn", text, "18.1")
    changes, made = resolved.doc.get("weather", {}).get("changes", ()), changes_made(resolved)
    ahead = [str(change["impulse"]) for change in changes if change not in made]
    if ahead:
        text = f"a change on space {_listed(ahead)} lies ahead of the impulse marker and has no effect"
        yield Problem("weather.changes", text, "18.4")
    last: date = resolved.clock.end
    late = [unit.row.id for unit in resolved.units
            if unit.patched and unit.at is None and unit.row.entry_date and unit.row.entry_date > last]  # fmt: skip
    if late:
        day = (last + timedelta(1)).isoformat()
        yield Problem("units", f"{_listed(late)} would enter on {day} or later, after the last day", "5.3")


def _by_lot(resolved: Resolved) -> Iterator[Problem]:
    """7.3 leaves a tie to the Allied player; here it is said how it was decided."""
    for place, (german, us, british) in occupants(resolved).items():
        patch = resolved.doc.get("areas", {}).get(place, {})
        if us and us == british and not german and "control" not in patch and resolved.names.kind(place) == AREA:
            yield Problem(_area(resolved, place), "US and British units stand there alone: taken as US-controlled", "7.3",
                          "Give control to choose.")  # fmt: skip
