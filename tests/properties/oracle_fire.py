"""Bombardment impulses and repairs, and which places can be activated, read a second time: 8.11, 10, 16, 17, 20.2.

Like oracle.py it calls no rules module. It knows the impulse that would begin with each activation.
"""

from __future__ import annotations

from collections.abc import Iterator

from normandy_lab.breakout.board.board import AREA, FLOODED, RIVER, ZONE, Border
from normandy_lab.breakout.forces.units import Marker, Unit
from normandy_lab.breakout.frames import (
    Assault,
    Attrition,
    Barrage,
    Bombardment,
    Casualties,
    Day,
    Impulse,
    Repulse,
    Withdrawal,
)  # fmt: skip
from normandy_lab.breakout.state import State
from tests.properties import oracle, oracle_day
from tests.properties.oracle import ALLIED, FOOT, GERMAN, GUNS, has_room, may_shoot, near, side_of, units_in
from tests.properties.oracle_day import FRESH, bridge_stands_now, contested_now, controlled, line_holder, wet

ROCKETS = "nebelwerfer"


# ------------------------------------------------------------------------------- who may bombard what


def shoots(state: State, side: int, marker: Marker, area: int) -> bool:
    """10.11, 16.4, 17: a Fresh marker of the side, against enemies that it may attack."""
    place = state.setting.board.places[area]
    if side_of(marker.nationality) != side or state.used >> marker.index & 1 or place.kind != AREA:
        return False
    if marker.kind == "shore":
        return place.le_havre and bool(units_in(state, area, ALLIED))
    if marker.kind == "air":
        return may_shoot(state, marker, area)
    ashore = _without_boxes(state)  # ships need somebody ashore by day (17.2)
    return may_shoot(ashore, marker, area)


def _without_boxes(state: State) -> State:
    copy = state.copy()
    board = state.setting.board
    copy.at = [place if board.places[place].kind in (AREA, ZONE) else board.waiting for place in state.at]
    return copy


def fires(state: State, side: int, gun: Unit) -> bool:
    """16.1, 9.7, 8.53: Fresh artillery on the board that has neither moved nor supported in this impulse."""
    if gun.side != side or gun.type not in GUNS or state.level[gun.index] != FRESH:
        return False
    if state.setting.board.places[state.at[gun.index]].kind not in (AREA, ZONE):
        return False
    impulse = state.frames[2] if len(state.frames) > 2 else None
    moved = impulse is not None and gun.index in [march.unit for march in impulse.marches]
    return not moved and not (impulse is not None and impulse.supported >> gun.index & 1)


def reaches(state: State, gun: Unit, area: int) -> bool:
    """16.11, 16.14, 14.4."""
    return state.at[gun.index] == area or (gun.type != ROCKETS and oracle_day.reaches(state, gun, area))


def leads(state: State, side: int, gun: Unit, area: int) -> bool:
    """10.2, 20.22: enemies there, or an enemy's Construct marker on the boundary (I-65)."""
    if not fires(state, side, gun) or not reaches(state, gun, area):
        return False
    here = state.at[gun.index]
    return bool(units_in(state, area, 1 - side)) or (here != area and bool(works(state, side, here, area)))


def works(state: State, side: int, here: int, area: int) -> list[Border]:
    """10.12, 20.22: enemy Construct markers between the lead's area and its target, or around both where they are one."""
    ends = {here, area}
    borders = [border for border in state.setting.board.borders if ends <= {border.a, border.b}]
    return [border for border in borders if state.construct[border.index][1 - side]]


def barrage(state: State, frame: Barrage) -> Iterator[str]:
    setting = state.setting
    side = state.frames[2].side
    if frame.lead < 0:
        for marker in setting.forces.markers:
            if shoots(state, side, marker, frame.area):
                yield f"shoot {marker.id} {setting.board.places[frame.area].id}"
        for gun in setting.forces.units:
            if leads(state, side, gun, frame.area):
                yield f"lead {gun.id}"
        return
    yield "end"
    lead = setting.forces.units[frame.lead]
    for gun in setting.forces.units:
        apart = gun.index != lead.index and not frame.support >> gun.index & 1
        rockets = ROCKETS in (gun.type, lead.type)  # 16.14
        same = gun.nationality == lead.nationality  # 10.2
        if apart and same and not rockets and fires(state, side, gun) and reaches(state, gun, frame.area):
            yield f"support {gun.id}"


def target(state: State, frame: Bombardment) -> Iterator[str]:
    """10.12, I-16, and Construct markers for guns (20.22)."""
    side = ALLIED if frame.stage == "mistake" else 1 - state.frames[2].side
    there = units_in(state, frame.area, side)
    there = [unit for unit in there if unit.type not in GUNS] or there
    worn = state.frames[2].reduced  # one level a unit in an impulse (10.4)
    there = [unit for unit in there if state.level[unit.index] < 3 and not worn >> unit.index & 1] or there
    yield from (f"target {unit.id}" for unit in there)
    if frame.marker < 0:
        here = state.at[frame.lead]
        yield from (f"target {border.id}" for border in works(state, 1 - side, here, frame.area))


# ------------------------------------------------------------------------------- repairs


def repairs(state: State, frame: Impulse) -> Iterator[str]:
    """8.21, 20.2, 20.21."""
    side = frame.side
    most = int(state.setting.rules["german_repairs" if side == GERMAN else "allied_repairs"])
    markers = (1, 4)[side]
    laid = sum(bool(levels[side]) for levels in state.construct)
    if frame.repaired.bit_count() >= most or (not laid and frame.worn >= markers):
        return
    for border in state.setting.board.borders:
        down = border.bridge and not bridge_stands_now(state, border) and not frame.repaired >> border.index & 1
        ends = [end for end in (border.a, border.b) if frame.repairing >> end & 1 and controlled(state, end, side)]
        if down and any(supplied(state, end) for end in ends):
            yield f"repair {border.id}"


def supplied(state: State, area: int) -> bool:
    """12.5, 12.6, 12.71, 12.8: a line from the area to a source; only its first leg may cross a river without a bridge."""
    board = state.setting.board
    nation = state.control[area]
    side = side_of(nation)
    beaches = {place.index for place in board.places if place.beach and place.nationality == nation}
    if side == GERMAN:
        sources = {place.index for place in board.places if place.kind == ZONE or place.name == "Cherbourg"}
    else:
        sources = {beach for beach in beaches if not units_in(state, beach, GERMAN)}
    if area in sources | (beaches if side == ALLIED else set()):
        return True
    seen, edge = {area}, [area]
    while edge:
        here = edge.pop()
        for place, border in near(state, here):
            if place in seen or not controlled(state, place, side) or not _carries(state, side, border, here == area):
                continue
            if place in sources:
                return True
            seen.add(place)
            edge.append(place)
    return False


def _carries(state: State, side: int, border: Border, last: bool) -> bool:
    if border.kind not in (RIVER, FLOODED):
        return True
    return (bridge_stands_now(state, border) and line_holder(state, border) == side) or (last and border.kind == RIVER)


# ------------------------------------------------------------------------------- attackers that may go back


def repulse(state: State, frame: Repulse) -> Iterator[str]:
    """9.61: back where one came from; if that is full, on to the nearest place with room (9.66, I-70); no sea (9.41)."""
    if not frame.must:
        yield "hold"
    places = state.setting.board.places
    for unit in state.setting.forces.units:
        march = oracle_day.record(state.frames[2], unit)
        if not frame.units >> unit.index & 1 or not march.trail:
            continue
        first = march.trail[-1]
        if _passes(state, unit, frame.area, first):
            ends = (
                {first} if has_room(state, unit, first) else oracle.with_room(state, unit, first, {frame.area, first})
            )
            yield from (f"retreat {unit.id} {places[place].id}" for place in ends)


def _passes(state: State, unit: Unit, here: int, place: int) -> bool:
    """A leg of the way back: over land, a bridge that still stands, or a river on foot; no second corps (16.13)."""
    border = next((border for other, border in near(state, here) if other == place), None)
    if border is None:
        return False
    kind = state.setting.board.places[place].kind
    corps = [u for u in units_in(state, place, unit.side) if u.type == "corps_artillery"]
    if unit.type == "corps_artillery" and corps and kind != ZONE:
        return False
    return not wet(border) or bridge_stands_now(state, border) or (border.kind == RIVER and unit.type in FOOT)


# ------------------------------------------------------------------------------- between impulses


def impulses(state: State, frame: Day) -> Iterator[str]:
    """8.1, 8.11, 8.6, I-43: places where something can be done, areas that can be bombarded, or a pass."""
    yield "pass"
    side, units = frame.side, state.setting.forces.units
    places = state.setting.board.places
    for place in places:
        if any(shoots(state, side, m, place.index) for m in state.setting.forces.markers) or any(
            leads(state, side, unit, place.index) for unit in units
        ):
            yield f"impulse bombard {place.id}"
        if place.kind not in ("offshore", "aside"):
            opened = state.copy()
            opened.frames = (*state.frames, _begun(state, side, place.index))
            if any(option != "end" for option in orders(opened, opened.frames[2])):
                yield f"impulse assault {place.id}"


def _begun(state: State, side: int, place: int) -> Impulse:
    """The impulse that would begin with this place: who stands Fresh there, and what the map is like (8.22)."""
    fresh = [unit for unit in units_in(state, place, side) if state.level[unit.index] == FRESH]
    lands = [p.index for p in state.setting.board.places if p.kind in (AREA, ZONE)]
    return Impulse(
        side, "", 1 << place, eligible=sum(1 << unit.index for unit in fresh), repairing=1 << place,
        contested=sum(1 << p for p in lands if contested_now(state, p)),
        hostile=sum(1 << p for p in lands if not controlled(state, p, side)),
    )  # fmt: skip


def orders(state: State, frame: Impulse) -> Iterator[str]:
    """8.2: repair, movement and assault, demolition."""
    yield from repairs(state, frame)
    yield from oracle_day.orders(state, frame)


ASK = {
    **{frame: oracle.ASK[frame] for frame in (Assault, Casualties, Withdrawal, Attrition)}, **oracle_day.ASK,
    Impulse: orders, Day: impulses, Barrage: barrage, Bombardment: target, Repulse: repulse,
}  # fmt: skip
ELSEWHERE = {"double", "unbuild"}


def options(state: State) -> set[str]:
    """What the rulebook allows at this decision, but for the verbs of ELSEWHERE."""
    return set(ASK[type(state.frames[-1])](state, state.frames[-1]))
