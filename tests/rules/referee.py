"""A second opinion on the numbers: values and results worked out from the tables of the setting, without the rules modules.

Plain and slow on purpose; each function says which clause it reads.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Assault, Bombardment
from normandy_lab.breakout.state import State

GERMAN, ALLIED = 0, 1
GUNS = {"field_artillery", "corps_artillery", "nebelwerfer"}


def standing(state: State, place: int, side: int) -> list[Unit]:
    """The units of a side in a place, by looking at every unit."""
    return [unit for unit in state.setting.forces.units if unit.side == side and state.at[unit.index] == place]


def chosen(state: State, mask: int) -> list[Unit]:
    return [unit for unit in state.setting.forces.units if mask >> unit.index & 1]


def assault_av(state: State, frame: Assault) -> int:
    """9.2: Point Unit, others, divisions of three, and by day in Clear weather one for aircraft (21.2, 21.5)."""
    attackers = chosen(state, frame.attackers)
    divisions = Counter(unit.division for unit in attackers if unit.division)
    clear_day = frame.kind == "landing" and state.weather == 0
    point = state.setting.forces.units[frame.point]
    return point.attack + len(attackers) - 1 + sum(count >= 3 for count in divisions.values()) + clear_day


def assault_dv(state: State, frame: Assault) -> int:
    """9.3: Forward Unit less its disruption, terrain, fortification, other Fresh defenders."""
    area = state.setting.board.places[frame.area]
    forward = state.setting.forces.units[frame.forward]
    level = state.level[forward.index]
    factor = max(0, [forward.defense, *(forward.spent_defense - loss for loss in (0, 1, 2))][level])
    others = [u for u in standing(state, frame.area, GERMAN) if u is not forward and state.level[u.index] == 0]
    return factor + area.tem + state.fort[frame.area] + len(others)


def bombardment_values(state: State, frame: Bombardment) -> tuple[int, int]:
    """10.2, 10.3: the marker against terrain, fortification, and Fresh batteries or FLAK."""
    marker = state.setting.forces.markers[frame.marker]
    shelter = "coastal_artillery" if marker.kind == "naval" else "flak"
    fresh = [u for u in standing(state, frame.area, GERMAN) if u.type == shelter and state.level[u.index] == 0]
    tem = state.setting.board.places[frame.area].tem
    return marker.attack, tem + state.fort[frame.area] + len(fresh)


def price(unit: Unit, level: int) -> int:
    """10.4: 3 and 2 for armor, 2 for coastal artillery, 2 and 1 for all others; nothing touches Disrupt 2."""
    if level == 3:
        return 0
    if unit.type == "armor":
        return 3 if level == 0 else 2
    return 2 if unit.type == "coastal_artillery" or level == 0 else 1


def absorbed(points: int, primary: int, prices: dict[int, int]) -> int:
    """10.4: what exact count makes the units take, the Primary Target first, by trying every subset."""
    if points < prices[primary]:
        return 0
    rest = points - prices[primary]
    others = [cost for unit, cost in prices.items() if unit != primary and cost]
    sums = (sum(some) for size in range(len(others) + 1) for some in combinations(others, size))
    return prices[primary] + max(total for total in sums if total <= rest)


def interdiction(state: State, beach: int) -> int:
    """19.4: Fresh coastal artillery on the beach and in every area that shares a border with it."""
    near = {beach}
    for border in state.setting.board.borders:
        if border.kind in ("open", "river", "flooded") and beach in (border.a, border.b):
            near |= {border.a, border.b}
    guns = [unit for place in near for unit in standing(state, place, GERMAN) if unit.type == "coastal_artillery"]
    return sum(state.level[unit.index] == 0 for unit in guns)
