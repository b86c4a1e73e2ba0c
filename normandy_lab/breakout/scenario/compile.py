"""From a Scenario to the Setting that play reads: tables by index, and the position at the start."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from normandy_lab.breakout.board.board import (
    ALLIED,
    AREA,
    BRITISH,
    GERMAN,
    NATIONALITIES,
    RIVER,
    SIDES,
    US,
    ZONE,
    Place,
)  # fmt: skip
from normandy_lab.breakout.board.graph import map_provenance
from normandy_lab.breakout.board.names import ANY_BEACH
from normandy_lab.breakout.forces.order_of_battle import SIDE_CODES
from normandy_lab.breakout.forces.units import LEVELS, SPENT, Forces, Unit
from normandy_lab.breakout.scenario.resolve import WEEK_ENDS, PlacedUnit, Resolved
from normandy_lab.breakout.setting import DAYLIGHT, PHASES, WEATHER, Setting, Setup, Supply, Victory
from normandy_lab.breakout.state import DESTROYED, HELD, LINE_ALLIED, LINE_GERMAN

if TYPE_CHECKING:
    from normandy_lab.breakout.scenario.spec import Scenario

REQUIRED = 10  # points, where the tables name none for the week (22.2)
_CACHE: OrderedDict[tuple[str, str, str], Setting] = OrderedDict()
_CACHE_SIZE = 64


def compile_setting(spec: Scenario) -> Setting:
    """The Setting of a scenario, built once for each digest (and name, which the Setting shows)."""
    key = (spec.digest, spec.name, spec.title)
    if key in _CACHE:
        _CACHE.move_to_end(key)
        return _CACHE[key]
    setting = _CACHE[key] = _compile(spec)
    if len(_CACHE) > _CACHE_SIZE:
        _CACHE.popitem(last=False)
    return setting


def _compile(spec: Scenario) -> Setting:
    resolved = spec.resolved
    forces = Forces([_unit(resolved, n, unit) for n, unit in enumerate(resolved.units)], resolved.forces.markers)
    days = resolved.clock.days
    return Setting(
        name=spec.name, title=spec.title, digest=spec.digest, board=resolved.board, forces=forces, calendar=days,
        dawn=tuple(WEATHER.index(resolved.dawn[day]) for day in days), rules=resolved.rules,
        setup=_setup(resolved, forces), victory=_victory(resolved), provenance=_provenance(resolved),
        supply=_supply(resolved), spec=spec,
        aliases=resolved.tables.aliases,
    )  # fmt: skip


def _unit(resolved: Resolved, number: int, unit: PlacedUnit) -> Unit:
    row, index = unit.row, resolved.board.index
    day = -1 if row.entry_date is None else (row.entry_date - resolved.clock.first_day).days
    return Unit(
        index=number, id=row.id, name=row.name, side=SIDE_CODES[row.side], nationality=row.nation,
        service=row.service, division=row.division, type=row.type, size=row.size,
        attack=0 if row.attack == "*" else int(row.attack), defense=row.defense, movement=row.movement,
        spent_defense=row.spent_defense, entry_day=day,
        entry_place=-1 if unit.entry in ANY_BEACH else index[unit.entry], attack_text=row.attack,
    )  # fmt: skip


def _setup(resolved: Resolved, forces: Forces) -> Setup:
    board, doc, clock = resolved.board, resolved.doc, resolved.clock
    at = tuple(board.index[resolved.place_of(unit)] for unit in resolved.units)
    level = tuple(LEVELS.index(unit.level) for unit in resolved.units)
    control = starting_control(resolved)
    markers = doc.get("markers", {})
    return Setup(
        at=at, level=level, control=control, fort=_forts(resolved, forces, at, level, control),
        held=compile_held(resolved), construct=_construct(resolved),
        day=(clock.start - clock.first_day).days, phase=PHASES.index(clock.phase), impulse=clock.impulse,
        side=SIDES.index(clock.side), first_impulse=clock.first_impulse, passed=clock.passed, again=clock.again,
        weather_changes=tuple((change["impulse"], WEATHER.index(change["to"])) for change in changes_made(resolved)),
        weather_lock=doc.get("weather", {}).get("lock", False),
        advantage=SIDES.index(resolved.section("advantage")["side"]), sunset_drm=resolved.section("sunset")["drm"],
        used=sum(1 << forces.marker_index[marker] for marker in markers.get("used", ())),
        bombed=tuple(
            (board.index[place], NATIONALITIES.index(nation))
            for place, nations in markers.get("bombed_today", {}).items() for nation in nations
        ),
        reserves=(resolved.german_supply["reserve"], resolved.allied_supply["reserve"]),
        barred=sum(1 << board.index[beach] for beach in resolved.allied_supply["no_depot_today"]),
    )  # fmt: skip


def _supply(resolved: Resolved) -> Supply:
    german, beaches = resolved.german_supply, resolved.allied_supply["beaches"]
    index = resolved.board.index
    sent = {index[beach]: tuple(values) for beach, values in beaches.items()}
    return Supply(german["depots"], german["clear"], german["overcast"], sent)


def _victory(resolved: Resolved) -> Victory:
    """22.2, 24.1: the verdict falls on the first week's end from the start on, or on the last day before it."""
    victory, clock, board = resolved.victory, resolved.clock, resolved.board
    week = next((day for day in WEEK_ENDS if day >= clock.start), clock.end)
    last = min(week, clock.end)
    required = victory["required"]
    return Victory(
        day=(last - clock.first_day).days,
        required=required[last] if last in required else required.get(week, REQUIRED),
        bid=Fraction(victory["bid"]),
        areas=tuple(board.index[area] for area in victory["areas"]),
        final=last == clock.end,
    )


def changes_made(resolved: Resolved) -> list[dict[str, Any]]:
    """18.4: today's changes of weather up to the space after the marker, where one made by aircraft lies (17.3)."""
    changes = sorted(resolved.doc.get("weather", {}).get("changes", ()), key=lambda change: int(change["impulse"]))
    phase = PHASES.index(resolved.clock.phase)
    if phase > DAYLIGHT:
        return changes
    return [change for change in changes if phase == DAYLIGHT and change["impulse"] <= resolved.clock.impulse + 1]


def occupants(resolved: Resolved) -> dict[str, list[int]]:
    """Place id -> how many units of each nationality stand there at the start."""
    found: dict[str, list[int]] = {}
    for unit in resolved.units:
        found.setdefault(resolved.place_of(unit), [0, 0, 0])[unit.row.nation] += 1
    return found


def starting_control(resolved: Resolved) -> tuple[int, ...]:
    """7.3: German, unless the scenario says otherwise or Allied units stand there alone (a tie is American)."""
    here, areas = occupants(resolved), resolved.doc.get("areas", {})
    return tuple(
        _control(place, here.get(place.id, [0, 0, 0]), areas.get(place.id, {})) for place in resolved.board.places
    )


def _control(place: Place, here: list[int], patch: dict[str, str]) -> int:
    if "control" in patch:
        return NATIONALITIES.index(patch["control"])
    if place.kind not in (AREA, ZONE) or here[GERMAN] or not here[US] + here[BRITISH]:
        return GERMAN
    return BRITISH if here[BRITISH] > here[US] else US


def _forts(
    resolved: Resolved, forces: Forces, at: tuple[int, ...], level: tuple[int, ...], control: tuple[int, ...]
) -> tuple[int, ...]:
    """15.2: a fortification is gone where the Allies control the area or contest it with a Spent unit (I-32)."""
    broken = {at[u.index] for u in forces.units if u.side == ALLIED and level[u.index] == SPENT}
    areas = resolved.doc.get("areas", {})
    return tuple(
        areas.get(place.id, {}).get("fort", 0 if control[place.index] or place.index in broken else place.fort)
        for place in resolved.board.places
    )


def compile_held(resolved: Resolved) -> tuple[int, ...]:
    """20.1: a bridge as written, else Allied between two Allied-controlled areas, else German; 8.511: marks of rivers."""
    control = starting_control(resolved)
    bridges, rivers = resolved.doc.get("bridges", {}), resolved.doc.get("rivers", {})
    held = []
    for border in resolved.board.borders:
        default = "allied" if border.bridge and control[border.a] and control[border.b] else "german"
        bridge = HELD.index(bridges.get(border.id, {}).get("held", default))
        mark = rivers.get(border.id, {}).get("held", "none")
        if border.kind == RIVER and (bridge == DESTROYED or not border.bridge):
            held.append({"german": LINE_GERMAN, "allied": LINE_ALLIED, "none": DESTROYED}[mark])
        else:
            held.append(bridge)
    return tuple(held)


def _construct(resolved: Resolved) -> tuple[tuple[int, int], ...]:
    bridges = resolved.doc.get("bridges", {})
    levels = [bridges.get(border.id, {}).get("construct", {}) for border in resolved.board.borders]
    return tuple((entry.get("german", 0), entry.get("allied", 0)) for entry in levels)


def _provenance(resolved: Resolved) -> dict[str, str]:
    found = map_provenance(resolved.tables)
    found |= {f"unit:{unit.row.id}": unit.row.provenance for unit in resolved.units}
    found |= {f"marker:{marker}": value for marker, value in resolved.forces.marker_provenance.items()}
    return found
