"""The options of each decision, found by asking the rulebook of every candidate: no rules module is called.

Slow and plain on purpose. Every function looks at all units, all places or all borders of the setting,
so that what the engine lists is compared with the whole space of what could be typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Marker, Unit
from normandy_lab.breakout.frames import (
    Air,
    Airborne,
    Assault,
    Attrition,
    Beaches,
    Bombardment,
    Casualties,
    FirstWave,
    Group,
    Naval,
    Withdrawal,
)
from normandy_lab.breakout.setting import AMPHIBIOUS
from normandy_lab.breakout.state import State

GERMAN, ALLIED = 0, 1
HELD_ALLIED, DESTROYED, LINE_ALLIED = 1, 2, 3
FOOT = {"infantry", "ranger", "commando", "panzer_grenadier", "parachute", "glider"}  # 4.21
GUNS = {"field_artillery", "corps_artillery", "nebelwerfer"}  # 4.23
STACK, BRIDGE = 10, 5  # 7.1, 8.371


def options(state: State) -> set[str]:
    """What the rulebook allows at this decision."""
    return set(ASK[type(state.frames[-1])](state, state.frames[-1]))


def verbs(state: State) -> tuple[str, ...]:
    """The verbs with which this decision can be answered, and so the candidates worth typing."""
    return VERBS[type(state.frames[-1])]


# ------------------------------------------------------------------------------- plain questions


def units_in(state: State, place: int, side: int) -> list[Unit]:
    return [unit for unit in state.setting.forces.units if unit.side == side and state.at[unit.index] == place]


def side_of(control: int) -> int:
    return GERMAN if control == GERMAN else ALLIED


def near(state: State, place: int) -> Iterator[tuple[int, Border]]:
    """Areas and zones next to the place; the sea is none (9.63B)."""
    for border in state.setting.board.borders:
        if place in (border.a, border.b) and state.setting.board.places[border.other(place)].kind in (AREA, ZONE):
            yield border.other(place), border


def beaches_with(state: State, box: int) -> int:
    """The beach that an approach box belongs to."""
    return state.setting.board.index[state.setting.board.places[box].id.removeprefix("box:")]


# ------------------------------------------------------------------------------- retreats


def bridge_stands(state: State, border: Border) -> bool:
    return border.bridge and state.held[border.index] < DESTROYED


def holder(state: State, border: Border) -> int:
    """20.1, 8.511 as read in I-2."""
    held = state.held[border.index]
    if held in (HELD_ALLIED, LINE_ALLIED):
        return ALLIED
    both = all(side_of(state.control[end]) == ALLIED for end in (border.a, border.b))
    return ALLIED if both and held == DESTROYED else GERMAN  # DESTROYED: a line without a mark


def crosses(state: State, unit: Unit, border: Border) -> bool:
    """9.63A, 9.63B, 8.371: what a retreating unit gets over."""
    if border.kind not in (RIVER, FLOODED):
        return True
    if holder(state, border) != unit.side:
        return False
    users = [
        index
        for index in range(len(state.at))
        if state.crossed.get(border.index, 0) >> index & 1 and index != unit.index
    ]
    if bridge_stands(state, border) and len(users) < BRIDGE:
        return True
    return border.kind == RIVER and unit.type in FOOT


def enters(state: State, unit: Unit, place: int) -> bool:
    """9.63C: no retreat into an uncontested area of the enemy."""
    contested = units_in(state, place, GERMAN) and units_in(state, place, ALLIED)
    return side_of(state.control[place]) == unit.side or bool(contested)


def has_room(state: State, unit: Unit, place: int) -> bool:
    """7.1, 16.13; zones hold any number (7.2)."""
    if state.setting.board.places[place].kind == ZONE:
        return True
    others = [other for other in units_in(state, place, unit.side) if other.index != unit.index]
    return len(others) < STACK and not second_corps(state, unit, place)


def second_corps(state: State, unit: Unit, place: int) -> bool:
    """16.13: never in one area, in passing neither."""
    others = [other for other in units_in(state, place, unit.side) if other.index != unit.index]
    return unit.type == "corps_artillery" and any(other.type == "corps_artillery" for other in others)


def rank(state: State, unit: Unit, place: int) -> tuple[int, int]:
    """9.64A-C."""
    enemies = units_in(state, place, 1 - unit.side)
    if enemies:
        return (1, 0) if side_of(state.control[place]) == unit.side else (2, 0)
    return 0, sum(side_of(state.control[other]) != unit.side for other, _ in near(state, place))


def ways_out(state: State, unit: Unit) -> set[int]:
    """9.6, with the passage through full areas where nothing else is left (9.66, I-34)."""
    if unit.type == "coastal_artillery":  # 16.3
        return set()
    room = with_room(state, unit, state.at[unit.index], {state.at[unit.index]})
    best = min((rank(state, unit, place) for place in room), default=None)
    return {place for place in room if rank(state, unit, place) == best}


def with_room(state: State, unit: Unit, start: int, visited: set[int]) -> set[int]:
    """The nearest places with room, through full areas where nothing else is left (9.66, I-34)."""
    edge = {start}
    while edge:
        reached = {
            place
            for here in edge
            for place, border in near(state, here)
            if place not in visited and crosses(state, unit, border) and enters(state, unit, place)
        }
        room = {place for place in reached if has_room(state, unit, place)}
        if room:
            return room
        visited = visited | reached
        edge = {place for place in reached if not second_corps(state, unit, place)}
    return set()


def retreats(state: State, unit: Unit) -> Iterator[str]:
    for place in ways_out(state, unit):
        yield f"retreat {unit.id} {state.setting.board.places[place].id}"


def withdrawal(state: State, frame: Withdrawal) -> Iterator[str]:
    """9.62."""
    for unit in units_in(state, frame.area, frame.side):
        yield from retreats(state, unit)
    yield "hold"


def casualties(state: State, frame: Casualties) -> Iterator[str]:
    """9.5: the Forward Unit first; a retreat only when the rest can still be paid."""
    there = units_in(state, frame.area, frame.side)
    for unit in there:
        if frame.first in (-1, unit.index):
            yield f"lose {unit.id}"
            others = sum(4 - state.level[other.index] for other in there if other is not unit)
            if state.level[unit.index] and others >= frame.points - 1:
                yield from retreats(state, unit)


# ------------------------------------------------------------------------------- fire


def attrition(state: State, frame: Attrition) -> Iterator[str]:
    """10.4: the units on some way to use the most points."""
    left = [unit for unit in units_in(state, frame.area, frame.side) if not frame.hit >> unit.index & 1]
    left = [unit for unit in left if cost(unit, state.level[unit.index])]
    price = {unit: cost(unit, state.level[unit.index]) for unit in left}
    ways = [group for size in range(1, len(left) + 1) for group in combinations(left, size)]
    ways = [group for group in ways if sum(price[unit] for unit in group) <= frame.points]
    most = max(sum(price[unit] for unit in group) for group in ways)
    for group in ways:
        if sum(price[unit] for unit in group) == most:
            yield from (f"hit {unit.id}" for unit in group)


def cost(unit: Unit, level: int) -> int:
    """The table of 10.4."""
    if level == 3:
        return 0
    if unit.type == "armor":
        return 3 if level == 0 else 2
    return 2 if unit.type == "coastal_artillery" or level == 0 else 1


def target(state: State, frame: Bombardment) -> Iterator[str]:
    """10.12: field artillery only alone; Disrupt 2 only where nobody else is (I-16)."""
    side = ALLIED if frame.stage == "mistake" else GERMAN
    there = units_in(state, frame.area, side)
    there = [unit for unit in there if unit.type not in GUNS] or there
    there = [unit for unit in there if state.level[unit.index] < 3] or there
    yield from (f"target {unit.id}" for unit in there)


def may_shoot(state: State, marker: Marker, area: int) -> bool:
    """17.1-17.3, 18.3, 3.26, with the approach boxes as part of their beaches (I-20)."""
    board, units = state.setting.board, state.setting.forces.units
    nation = marker.nationality
    around = [place for place, _ in near(state, area)]
    boxes = [
        place.index
        for place in board.places
        if place.kind == BOX and beaches_with(state, place.index) in (area, *around)
    ]
    present = any(unit.nationality == nation and state.at[unit.index] in (area, *around, *boxes) for unit in units)
    present = present or any(state.control[place] == nation for place in around)
    others = state.bombed.get(area, 0) & ~(1 << nation)
    can = nation in board.places[area].naval if marker.kind == "naval" else state.weather == 0
    return bool(can and present and not others and units_in(state, area, GERMAN))


def naval(state: State, frame: Naval) -> Iterator[str]:
    """21.3."""
    for marker in state.setting.forces.markers:
        for place in state.setting.board.places:
            fresh = marker.kind == "naval" and frame.markers >> marker.index & 1
            if fresh and place.beach and not frame.shot >> place.index & 1 and may_shoot(state, marker, place.index):
                yield f"shoot {marker.id} {place.id}"


def air(state: State, frame: Air) -> Iterator[str]:
    """21.4: two markers, two targets on or next to a beach; the first leaves the second one, if it can (I-24)."""
    places, markers = state.setting.board.places, state.setting.forces.markers
    fresh = [m for m in markers if m.kind == "air" and not state.used >> m.index & 1]
    named = [marker for marker, _ in frame.targets]
    taken = {area for _, area in frame.targets}
    reach = {
        marker: {
            p.index for p in places if p.kind == AREA and _coast(state, p.index) and may_shoot(state, marker, p.index)
        }
        for marker in fresh
        if marker.index not in named
    }
    pairs = [(marker, area) for marker, areas in reach.items() for area in areas - taken]
    others = {marker: [areas for other, areas in reach.items() if other is not marker and areas] for marker in reach}
    good = [(m, area) for m, area in pairs if all(areas - {area} for areas in others[m])]
    for marker, area in good or pairs:
        yield f"shoot {marker.id} {places[area].id}"


def _coast(state: State, place: int) -> bool:
    places = state.setting.board.places
    return places[place].beach or any(places[other].beach for other, _ in near(state, place))


def shot_values(state: State, frame: Bombardment) -> tuple[int, int]:
    """AV and DV of a bombardment: 10.2, 10.3."""
    marker, area = state.setting.forces.markers[frame.marker], state.setting.board.places[frame.area]
    shelter = {"air": "flak", "naval": "coastal_artillery"}[marker.kind]
    fresh = [unit for unit in units_in(state, frame.area, GERMAN) if state.level[unit.index] == 0]
    return marker.attack, area.tem + state.fort[frame.area] + sum(unit.type == shelter for unit in fresh)


# ------------------------------------------------------------------------------- assaults


def assault_values(state: State, frame: Assault) -> tuple[int, int]:
    """AV and DV of an Allied assault of June 6: 9.2A-E, 9.3A, B, E, G."""
    units = state.setting.forces.units
    attackers = [unit for unit in units if frame.attackers >> unit.index & 1]
    divisions = {unit.division for unit in attackers if unit.division}
    whole = sum(sum(unit.division == division for unit in attackers) >= 3 for division in divisions)
    air = int(state.setting.rules["air_attack"]) if state.weather == 0 and state.phase == AMPHIBIOUS else 0
    forward = units[frame.forward]
    level = state.level[forward.index]
    factor = forward.defense if level == 0 else max(0, forward.spent_defense - (level - 1))
    others = [
        unit for unit in units_in(state, frame.area, GERMAN) if unit is not forward and state.level[unit.index] == 0
    ]
    tem = state.setting.board.places[frame.area].tem
    return (
        units[frame.point].attack + len(attackers) - 1 + whole + air,
        factor + tem + state.fort[frame.area] + len(others),
    )


def assault(state: State, frame: Assault) -> Iterator[str]:
    """9.2A, 8.375, 9.3A, 16.1, 16.2."""
    if frame.stage == "point":
        for unit in state.setting.forces.units:
            if frame.attackers >> unit.index & 1 and (unit.type in FOOT or unit.type == "armor"):
                yield f"point {unit.id}"
        return
    there = units_in(state, frame.area, 1 - frame.side)
    yield from (f"forward {unit.id}" for unit in [u for u in there if u.type not in GUNS] or there)


def airborne(state: State, frame: Airborne) -> Iterator[str]:
    """21.2, I-22: attack, secure, stay, one drop area at a time."""
    board = state.setting.board
    yield "end"
    for unit in state.setting.forces.units:
        area = state.at[unit.index]
        dropped = unit.side == ALLIED and unit.type in ("parachute", "glider") and state.level[unit.index] == 0
        if not dropped or board.places[area].kind != AREA:
            continue
        if frame.decided >> unit.index & 1 or frame.closed >> area & 1 or frame.area not in (-1, area):
            continue
        yield f"stay {unit.id}"
        if units_in(state, area, GERMAN) and not frame.attacked >> area & 1:
            yield f"attack {unit.id}"
        for border in board.borders:
            if (
                area in (border.a, border.b)
                and bridge_stands(state, border)
                and state.held[border.index] != HELD_ALLIED
            ):
                yield f"secure {unit.id} {border.id}"


def group(state: State, frame: Group) -> Iterator[str]:
    """21.2, 8.374: who else of the same nationality attacks in the open area."""
    yield "end"
    nation = {unit.nationality for unit in state.setting.forces.units if frame.units >> unit.index & 1}
    decided = state.frames[-2].decided
    for unit in units_in(state, frame.area, ALLIED):
        dropped = unit.type in ("parachute", "glider") and state.level[unit.index] == 0
        if dropped and not decided >> unit.index & 1 and unit.nationality in nation:
            yield f"attack {unit.id}"


def first_wave(state: State, frame: FirstWave) -> Iterator[str]:
    """21.5, 7.1: Fresh, no artillery, ten a beach; it may be closed once every beach that can be invaded is."""
    board = state.setting.board
    cap = int(state.setting.rules["first_wave_cap"]) or STACK
    wave: dict[int, int] = {}
    for unit in state.setting.forces.units:
        if frame.units >> unit.index & 1:
            beach = beaches_with(state, state.at[unit.index])
            wave[beach] = wave.get(beach, 0) + 1
    owed = False
    for unit in state.setting.forces.units:
        if board.places[state.at[unit.index]].kind != BOX or frame.units >> unit.index & 1:
            continue
        beach = beaches_with(state, state.at[unit.index])
        going = wave.get(beach, 0)
        room = going < cap and going + len(units_in(state, beach, ALLIED)) < STACK
        if room and unit.type not in GUNS and state.level[unit.index] == 0:
            yield f"land {unit.id} {board.places[beach].id}"
            owed = owed or not going
    if not owed:
        yield "end"


def beaches(state: State, frame: Beaches) -> Iterator[str]:
    """21.5: every beach of the wave, once, in any order."""
    for unit in state.setting.forces.units:
        place = state.setting.board.places[state.at[unit.index]]
        if frame.units >> unit.index & 1 and place.kind == BOX:
            yield f"assault {place.id.removeprefix('box:')}"


ASK = {
    Airborne: airborne, Group: group, Naval: naval, Air: air, FirstWave: first_wave, Beaches: beaches, Assault: assault,
    Casualties: casualties, Withdrawal: withdrawal, Bombardment: target, Attrition: attrition,
}  # fmt: skip
VERBS: dict[type, tuple[str, ...]] = {
    Airborne: ("attack", "secure", "stay", "end"), Group: ("attack", "end"), Naval: ("shoot", "end"), Air: ("shoot",),
    FirstWave: ("land", "end"), Beaches: ("assault", "end"), Assault: ("point", "forward"), Casualties: ("lose", "retreat"),
    Withdrawal: ("retreat", "hold"), Bombardment: ("target",), Attrition: ("hit",),
}  # fmt: skip
