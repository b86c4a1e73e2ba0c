"""Attack and Defense Values of a day, read a second time: 9.2, 9.3, 10.2, 10.3, with crossings, guns and aircraft."""

from __future__ import annotations

from normandy_lab.breakout.board.board import FLOODED, ZONE
from normandy_lab.breakout.frames import Assault, Bombardment, Impulse
from normandy_lab.breakout.state import State
from tests.properties import oracle_day
from tests.properties.oracle import ALLIED, GERMAN, GUNS, units_in

CLEAR, FRESH = 0, 0
SHELTER = {"air": "flak", "naval": "coastal_artillery"}  # 10.3C


def assault(state: State, frame: Assault) -> tuple[int, int]:
    """9.2, 9.3."""
    units, rules = state.setting.forces.units, state.setting.rules
    place = state.setting.board.places[frame.area]
    attackers = [unit for unit in units if frame.attackers >> unit.index & 1]
    guns = [unit for unit in units if frame.support >> unit.index & 1]
    divisions = [unit.division for unit in (*attackers, *guns) if unit.division]
    whole = sum(divisions.count(division) >= 3 for division in set(divisions))
    sky = state.weather == CLEAR and place.kind != ZONE  # 14.4
    mixed = frame.side == GERMAN and len({unit.service == "SS" for unit in attackers}) == 2
    av = units[frame.point].attack + len(attackers) - 1 + len(guns) + whole - mixed
    av += int(rules["air_attack"]) if sky and frame.side == ALLIED else 0
    return av, _defense(state, frame, place.tem + (int(rules["air_defense"]) if sky and frame.side == GERMAN else 0))


def _defense(state: State, frame: Assault, ground: int) -> int:
    there = units_in(state, frame.area, 1 - frame.side)
    forward = state.setting.forces.units[frame.forward]
    level = state.level[forward.index]
    factor = forward.defense if level == FRESH else max(0, forward.spent_defense - (level - 1))
    fresh = sum(state.level[unit.index] == FRESH for unit in there if unit is not forward)
    fort = state.fort[frame.area] if frame.side == ALLIED else 0
    return factor + ground + fresh + fort + _crossing(state, frame)


def _crossing(state: State, frame: Assault) -> int:
    """9.3C, 9.3D: the worst case of one unit that had to assault."""
    impulse = state.frames[2]
    assert isinstance(impulse, Impulse)
    worst = 0
    for march in impulse.marches:
        border = state.setting.board.borders[march.border] if march.border >= 0 else None
        if not (march.must and frame.attackers >> march.unit & 1 and border is not None and oracle_day.wet(border)):
            continue
        held = oracle_day.line_holder(state, border) != frame.side
        worst = max(worst, 2 if march.wade else 1 + held + (border.kind == FLOODED))
    return worst


def bombardment(state: State, frame: Bombardment) -> tuple[int, int]:
    """10.2, 10.3, 16.14, I-67."""
    board, forces = state.setting.board, state.setting.forces
    there = units_in(state, frame.area, 1 - state.frames[2].side)
    fresh = [unit for unit in there if state.level[unit.index] == FRESH]
    fort = state.fort[frame.area] if state.frames[2].side == ALLIED else 0
    dv = board.places[frame.area].tem + fort
    if frame.marker >= 0:
        marker = forces.markers[frame.marker]
        return marker.attack, dv + sum(unit.type == SHELTER.get(marker.kind) for unit in fresh)
    lead = forces.units[frame.lead]
    if lead.type != "nebelwerfer":
        dv += sum(unit.type in GUNS and unit.type != "nebelwerfer" for unit in fresh)
    return lead.attack + frame.support.bit_count(), dv
