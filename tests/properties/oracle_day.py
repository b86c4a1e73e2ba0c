"""The options of an assault impulse, read a second time from the rulebook: sections 8.2 to 8.5, 14, 16, 18.3, 19.3.

Like oracle.py it calls no rules module, and looks at every unit, place and border. What an impulse remembers (who
began where, what was entered, used and attacked) is taken from its frame.
"""

from __future__ import annotations

from collections.abc import Iterator

from normandy_lab.breakout.board.board import BOX, FLOODED, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Impulse, Landing, March, Muster
from normandy_lab.breakout.state import State
from tests.properties.oracle import (
    ALLIED,
    BRIDGE,
    DESTROYED,
    FOOT,
    GERMAN,
    GUNS,
    STACK,
    beaches_with,
    has_room,
    near,
    side_of,
    units_in,
)  # fmt: skip

LINE_ALLIED, LINE_GERMAN = 3, 4
FRESH, SPENT = 0, 1
OVERCAST = 1
LANDERS = 5  # 19.3


def orders(state: State, frame: Impulse) -> Iterator[str]:
    """8.2: every order but repairs, which hang on supply lines (oracle_fire.py), and second halves (11.4)."""
    places = state.setting.board.places
    if frame.moving:
        for unit in movers(state, frame):
            if places[state.at[unit.index]].kind == BOX:
                yield from lands(state, frame, unit, 0)
                continue
            yield from marches(state, frame, unit)
            yield from seizures(state, frame, unit)
        for place in places:
            if assaultable(state, frame, place.index):
                yield f"assault {place.id}"
    owed = {state.at[march.unit] for march in frame.marches if due(state, frame, march)}
    if not owed:
        yield from demolitions(state, frame)
        if frame.acted:  # 8.6
            yield "end"


def due(state: State, frame: Impulse, march: March) -> bool:
    """8.51: an assault that this unit must make."""
    return march.must and not frame.attacked >> state.at[march.unit] & 1


def movers(state: State, frame: Impulse) -> list[Unit]:
    """8.2, 8.32, 8.373, 8.374, 9.7: the units that may still do something."""
    found = []
    for unit in state.setting.forces.units:
        began = frame.eligible >> unit.index & 1 and unit.side == frame.side
        mixed = bool(frame.nation) and unit.nationality != frame.nation and not frame.doubled
        busy = frame.supported >> unit.index & 1 or unit.type == "coastal_artillery"
        if began and state.level[unit.index] == FRESH and not mixed and not busy:
            found.append(unit)
    return found


# ------------------------------------------------------------------------------- what a unit has, and has done


def record(frame: Impulse, unit: Unit) -> March:
    return next((march for march in frame.marches if march.unit == unit.index), March(unit.index, -1))


def spent(state: State, frame: Impulse, unit: Unit) -> int:
    """MF used; an assault where the unit stands and began costs those too that took no part (8.54)."""
    march = record(frame, unit)
    return march.used if march.used >= 0 else dict(frame.toll).get(state.at[unit.index], 0)


def factors(state: State, unit: Unit) -> int:
    """18.3: Germans have one MF more under clouds."""
    return unit.movement + (1 if unit.side == GERMAN and state.weather == OVERCAST else 0)


def controlled(state: State, place: int, side: int) -> bool:
    return side_of(state.control[place]) == side


def free(state: State, place: int, side: int) -> bool:
    """7.6."""
    return controlled(state, place, side) and not units_in(state, place, 1 - side)


def line_holder(state: State, border: Border) -> int:
    """20.1, 8.511, I-2: of a bridge or a river line."""
    held = state.held[border.index]
    if held in (1, LINE_ALLIED):
        return ALLIED
    if held == DESTROYED:
        both = controlled(state, border.a, ALLIED) and controlled(state, border.b, ALLIED)
        return ALLIED if both else GERMAN
    return GERMAN


def wet(border: Border) -> bool:
    return border.kind in (RIVER, FLOODED)


# ------------------------------------------------------------------------------- 8.3


def marches(state: State, frame: Impulse, unit: Unit) -> Iterator[str]:
    places = state.setting.board.places
    for place, border in near(state, state.at[unit.index]):
        for wade in (False, True):
            if may_march(state, frame, unit, place, border, wade):
                yield f"march {unit.id} {places[place].id}{' wade' if wade else ''}"


def may_march(state: State, frame: Impulse, unit: Unit, place: int, border: Border, wade: bool) -> bool:
    here = state.at[unit.index]
    return (
        goes_on(state, frame, unit, place)
        and crosses(state, frame, unit, border, wade)
        and leaves(state, frame, unit, place, border)
        and is_led(state, frame, unit, place, border)
        and has_room(state, unit, place)
        and pays(state, frame, unit, place, border, wade)
        and here != place
    )


def goes_on(state: State, frame: Impulse, unit: Unit, place: int) -> bool:
    """8.33, 14.2, 8.31: stopped by enemies and zones; no way into an area that others attacked."""
    kinds = state.setting.board.places
    trail = record(frame, unit).trail
    here = state.at[unit.index]
    if trail and (units_in(state, here, 1 - unit.side) or kinds[here].kind == ZONE):
        return False
    if trail and kinds[place].kind == ZONE and place not in [other for other, _ in near(state, trail[0])]:
        return False
    if frame.attacked >> place & 1:
        return any(there == place and who >> unit.index & 1 for there, who in frame.overran)
    return True


def crosses(state: State, frame: Impulse, unit: Unit, border: Border, wade: bool) -> bool:
    """8.371, 8.36E."""
    if not wet(border):
        return not wade
    if wade:
        return border.kind == RIVER and unit.type in FOOT and spent(state, frame, unit) == 0
    others = [
        each for each in range(len(state.at)) if state.crossed.get(border.index, 0) >> each & 1 and each != unit.index
    ]
    return bridge_stands_now(state, border) and len(others) < BRIDGE


def bridge_stands_now(state: State, border: Border) -> bool:
    return border.bridge and state.held[border.index] not in (DESTROYED, LINE_ALLIED, LINE_GERMAN)


def hemmed_in(state: State, unit: Unit) -> bool:
    """In a contested area; zones are left as if they were not (14.2)."""
    here = state.at[unit.index]
    area = state.setting.board.places[here].kind != ZONE
    return area and bool(units_in(state, here, 1 - unit.side))


def leaves(state: State, frame: Impulse, unit: Unit, place: int, border: Border) -> bool:
    """8.34, 8.35, 8.372: out of a contested area into a Free one, and over nothing that the enemy holds."""
    if not hemmed_in(state, unit):
        return True
    return free(state, place, unit.side) and not (wet(border) and line_holder(state, border) != unit.side)


def is_led(state: State, frame: Impulse, unit: Unit, place: int, border: Border) -> bool:
    """8.35, 8.375: who is no Point Unit comes into the enemy's areas behind one."""
    if unit.type in FOOT or unit.type == "armor":
        return True
    if not units_in(state, place, 1 - unit.side):
        return controlled(state, place, unit.side)
    there = {u.index: u for u in units_in(state, place, unit.side)}
    points = [m for m in frame.marches if m.unit in there and m.must and is_point(there[m.unit])]
    if not frame.contested >> place & 1:
        return bool(points)
    if wet(border) and line_holder(state, border) != unit.side:
        return any(march.border == border.index for march in points)
    return bool(there)


def is_point(unit: Unit) -> bool:
    return unit.type in FOOT or unit.type == "armor"


def pays(state: State, frame: Impulse, unit: Unit, place: int, border: Border, wade: bool) -> bool:
    """8.36, 8.38, 8.221."""
    used = spent(state, frame, unit)
    left = factors(state, unit) - used
    if left <= 0 or wade:
        return left > 0 and used == 0
    mf, seized = case(state, frame, unit, place, border)
    return mf + seized <= left or (used == 0 and not seized)


def case(state: State, frame: Impulse, unit: Unit, place: int, border: Border) -> tuple[int, int]:
    """The case of 8.36 for a step over dry land or a bridge, and the MF more for a bridge that others seized (8.221)."""
    enemies = units_in(state, place, 1 - unit.side)
    if enemies:
        mf = 4 if any(state.level[enemy.index] == FRESH for enemy in enemies) else 3
    else:
        theirs = not controlled(state, place, unit.side) or frame.hostile >> place & 1
        mf = 2 if theirs else 1
    return mf, int(any(line == border.index and by != unit.index for line, by in frame.seized))


def price(state: State, frame: Impulse, unit: Unit, place: int, border: Border, wade: bool) -> int:
    """The MF of a step that may be made: all that are left on leaving a contested area (8.34), wading, or at least (8.38)."""
    left = factors(state, unit) - spent(state, frame, unit)
    enemies = units_in(state, state.at[unit.index], 1 - unit.side)
    stuck = hemmed_in(state, unit) and (unit.type != "armor" or any(enemy.type == "armor" for enemy in enemies))
    return left if wade or stuck else min(left, sum(case(state, frame, unit, place, border)))


def obliged(state: State, frame: Impulse, unit: Unit, place: int, border: Border) -> bool:
    """8.51: into an area of the enemy that was not contested, or over his bridge or river."""
    theirs = wet(border) and line_holder(state, border) != unit.side
    return bool(units_in(state, place, 1 - unit.side)) and (not frame.contested >> place & 1 or theirs)


# ------------------------------------------------------------------------------- 8.221, 8.23


def seizures(state: State, frame: Impulse, unit: Unit) -> Iterator[str]:
    """8.221: from a Free area, an MF, an enemy's bridge that stands, once a bridge."""
    here = state.at[unit.index]
    if not is_point(unit) or not free(state, here, unit.side) or factors(state, unit) <= spent(state, frame, unit):
        return
    for _, border in near(state, here):
        theirs = bridge_stands_now(state, border) and line_holder(state, border) != unit.side
        if theirs and not frame.seizing >> border.index & 1:
            yield f"seize {unit.id} {border.id}"


def demolitions(state: State, frame: Impulse) -> Iterator[str]:
    """20.4: a bridge of one's own on the boundary of an active area, with the enemy at one end."""
    for border in state.setting.board.borders:
        ends = (border.a, border.b)
        threat = any(not controlled(state, e, frame.side) or contested_now(state, e) for e in ends)
        mine = bridge_stands_now(state, border) and line_holder(state, border) == frame.side
        if (
            mine
            and threat
            and any(frame.active >> end & 1 for end in ends)
            and not frame.demolished >> border.index & 1
        ):
            yield f"demolish {border.id}"


def contested_now(state: State, place: int) -> bool:
    return bool(units_in(state, place, GERMAN)) and bool(units_in(state, place, ALLIED))


# ------------------------------------------------------------------------------- 8.5, 9.7, 16.12


def assaultable(state: State, frame: Impulse, place: int) -> bool:
    """8.5, 8.22, 8.375: enemies, no assault there before, and a Point Unit that can, or somebody who must."""
    if frame.attacked >> place & 1 or not units_in(state, place, 1 - frame.side):
        return False
    if any(march.must and state.at[march.unit] == place for march in frame.marches):
        return True
    return any(is_point(unit) for unit in fighters(state, frame, place))


def toll(state: State, frame: Impulse, place: int) -> int:
    """8.5, 8.54: MF for an assault in an active area, one where nobody is Fresh, else two."""
    return 2 if any(state.level[enemy.index] == FRESH for enemy in units_in(state, place, 1 - frame.side)) else 1


def fighters(state: State, frame: Impulse, place: int) -> list[Unit]:
    """8.5: those who entered, and those who began there with one or two MF to spend."""
    mf = toll(state, frame, place)
    here = [unit for unit in movers(state, frame) if state.at[unit.index] == place and unit.type not in GUNS]
    return [u for u in here if record(frame, u).trail or factors(state, u) - spent(state, frame, u) >= mf]


def muster(state: State, frame: Muster) -> Iterator[str]:
    """8.52, 8.374, 8.375, 9.7, 16.12-16.14."""
    impulse = state.frames[2]
    chosen = [unit for unit in state.setting.forces.units if frame.units >> unit.index & 1]
    nations = {unit.nationality for unit in chosen}
    for unit in fighters(state, impulse, frame.area):
        if unit not in chosen and (impulse.doubled or not nations or unit.nationality in nations):
            yield f"join {unit.id}"
    for unit in state.setting.forces.units:
        if not frame.support >> unit.index & 1 and supports(state, impulse, frame, unit, chosen):
            yield f"support {unit.id}"
    if any(is_point(unit) for unit in chosen) or lost_already(state, impulse, frame):
        yield "end"


def lost_already(state: State, impulse: Impulse, frame: Muster) -> bool:
    """8.51, 19.4: nobody who must assault is able to, and no Point Unit can join."""
    forced = any(march.must and state.at[march.unit] == frame.area for march in impulse.marches)
    return forced and not any(is_point(unit) for unit in fighters(state, impulse, frame.area))


def supports(state: State, impulse: Impulse, frame: Muster, gun: Unit, chosen: list[Unit]) -> bool:
    still = gun.index not in [march.unit for march in impulse.marches]
    if gun.side != impulse.side or gun.type not in ("field_artillery", "corps_artillery") or not still:
        return False
    if state.level[gun.index] != FRESH or not reaches(state, gun, frame.area):
        return False
    if gun.type == "corps_artillery":
        return any(unit.nationality == gun.nationality for unit in chosen)
    return any(unit.division == gun.division for unit in chosen)


def reaches(state: State, gun: Unit, area: int) -> bool:
    """16.11, 16.12, 14.4: its own place; from a Free area any area next to it."""
    here = state.at[gun.index]
    if here == area:
        return True
    zones = ZONE in (state.setting.board.places[here].kind, state.setting.board.places[area].kind)
    return area in [place for place, _ in near(state, here)] and not zones and free(state, here, gun.side)


# ------------------------------------------------------------------------------- 19.3


def lands(state: State, frame: Impulse, unit: Unit, named: int) -> Iterator[str]:
    """19.3, 21.6: five a half of an impulse, ten ashore, no artillery against a fortification."""
    board = state.setting.board
    box = state.at[unit.index]
    beach = beaches_with(state, box)
    if frame.landed >> box & 1 or frame.attacked >> beach & 1:
        return
    german = units_in(state, beach, GERMAN)
    ashore = units_in(state, beach, ALLIED)
    if not controlled(state, beach, ALLIED) and not (german and ashore):
        return
    came = {march.unit for march in frame.marches}
    steady = [u for u in ashore if state.level[u.index] <= SPENT and u.index not in came]  # 21.6
    if german and state.fort[beach] and not steady and unit.type in GUNS:
        return
    waiting = [u for u in state.setting.forces.units if named >> u.index & 1]
    landed = {march.unit for march in frame.marches if march.trail and march.trail[0] == box}
    wave = landed | {u.index for u in waiting}
    this_half = wave - {u.index for u in state.setting.forces.units if frame.ashore >> u.index & 1}
    if len(this_half) >= LANDERS or len(wave | {u.index for u in ashore}) >= STACK:
        return
    if unit.type == "corps_artillery" and any(u.type == unit.type for u in (*waiting, *ashore)):
        return
    yield f"land {unit.id} {board.places[beach].id}"


def landing(state: State, frame: Landing) -> Iterator[str]:
    """19.3, 19.4: who else lands before a gun fires."""
    yield "end"
    impulse = state.frames[2]
    for unit in movers(state, impulse):
        if state.at[unit.index] == frame.box and not frame.units >> unit.index & 1:
            yield from lands(state, impulse, unit, frame.units)


ASK = {Impulse: orders, Muster: muster, Landing: landing}
