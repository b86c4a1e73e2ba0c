"""The attack that is being resolved, or would be after an action: both values as Tallies, for odds."""

from __future__ import annotations

from typing import NamedTuple

from normandy_lab.breakout.actions import BORDER
from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.frames import Assault, Barrage, Beaches, Bombardment, Group, Impulse, Muster
from normandy_lab.breakout.query import bits, fresh
from normandy_lab.breakout.rules import s08_muster, s08_record, s09_assault, s10_bombardment
from normandy_lab.breakout.rules.s21_first_wave import landers
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Tally


class Attack(NamedTuple):
    """One attack with what its odds hang on.

    ``av`` and ``dv`` are cited Tallies. Where a choice is still open the best one for its owner is
    taken, and ``note`` says so. Units and places are ids.
    """

    kind: str  # "assault", "bombardment"
    place: str
    title: str
    av: Tally
    dv: Tally
    bocage: bool
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    point: str = ""  # Point Unit, or the marker or leading gun that bombards
    forward: str = ""  # Forward Unit, or the Primary Target: a unit, or the border of a Construct marker
    note: str = ""
    side: str = "allied"
    reroll: str = ""  # the seat that may force the roll again, "" if nobody may


def attack(state: State, action: Action | None = None) -> Attack | None:
    """The pending attack, or the one that ``action`` would lead to; None if there is none.

    Before a roll the innermost assault or bombardment counts; once its result stands there is none.
    """
    frame = _proposed(state, action) if action is not None else None
    frame = frame or _pending(state)
    if isinstance(frame, Assault):
        return _assault(state, frame)
    if isinstance(frame, Bombardment):
        return _bombardment(state, frame)
    return None


def _pending(state: State) -> Assault | Bombardment | None:
    for frame in reversed(state.frames):
        if isinstance(frame, Assault) and frame.stage != "done":
            return frame
        if isinstance(frame, Bombardment) and frame.stage in ("target", "roll"):
            return frame
        if isinstance(frame, Barrage) and frame.lead >= 0:
            return Bombardment(-1, frame.area, lead=frame.lead, support=frame.support)
        if isinstance(frame, Group):
            return Assault(frame.area, ALLIED, frame.units, "airborne")
        if isinstance(frame, Muster):
            return _mustered(state, frame)
    return None


def _proposed(state: State, action: Action) -> Assault | Bombardment | None:
    """The frame that an option would open; None for an action that may not be played now."""
    if state.asked is None or not state.asked.accepts(action):
        return None
    top = state.frames[-1] if state.frames else None
    if action.verb == "shoot":
        return Bombardment(action.args[0], action.args[1])
    if action.verb in ("lead", "support") and isinstance(top, Barrage):
        return _gunfire(top, action)
    if isinstance(top, Muster):
        return _mustered(state, _joined(top, action))
    if action.verb == "assault":
        return _opened(state, top, action.args[0])
    if action.verb == "attack":
        area = state.at[action.args[0]]
        chosen = top.units if isinstance(top, Group) and top.area == area else 0
        return Assault(area, ALLIED, chosen | 1 << action.args[0], "airborne")
    if action.verb == "point" and isinstance(top, Assault):
        return top._replace(point=action.args[0])
    if action.verb == "forward" and isinstance(top, Assault):
        return top._replace(forward=action.args[0])
    if action.verb == "target" and isinstance(top, Bombardment) and top.stage == "target":
        return top._replace(primary=action.args[0])
    return None


def _gunfire(frame: Barrage, action: Action) -> Bombardment:
    """The bombardment with this gun in the lead, or with this one more (10.2)."""
    if action.verb == "lead":
        return Bombardment(-1, frame.area, lead=action.args[0])
    return Bombardment(-1, frame.area, lead=frame.lead, support=frame.support | 1 << action.args[0])


def _opened(state: State, top: object, place: int) -> Assault | None:
    """An assault that is about to be named: on D-Day by the wave, by day by those who must or else by all who can."""
    if isinstance(top, Beaches):
        return _landing(state, top, place)
    if not isinstance(top, Impulse):
        return None
    muster = s08_muster.opening(state, place)
    if not muster.units:
        able = _mustered(state, muster._replace(units=s08_muster.candidates(state, muster)))
        if not s09_assault.point_units(state, able):
            return None
        leader = muster._replace(units=1 << best_point(state, able))
        muster = muster._replace(units=leader.units | s08_muster.candidates(state, leader))
    return _mustered(state, muster)


def _joined(frame: Muster, action: Action) -> Muster:
    """The units and guns named so far, and the one that the action adds (8.5, 9.7)."""
    if action.verb == "join":
        return frame._replace(units=frame.units | 1 << action.args[0])
    if action.verb == "support":
        return frame._replace(support=frame.support | 1 << action.args[0])
    return frame


def _mustered(state: State, frame: Muster) -> Assault:
    side = s08_record.current(state).side
    return Assault(frame.area, side, frame.units, "impulse", support=frame.support)


def _landing(state: State, frame: Beaches, beach: int) -> Assault | None:
    wave = landers(state, frame.units, beach)
    attackers = fresh(state, wave)
    return Assault(beach, ALLIED, attackers, "landing", others=wave & ~attackers) if attackers else None


def _assault(state: State, frame: Assault) -> Attack | None:
    setting = state.setting
    if not state.here[1 - frame.side][frame.area] or not s09_assault.point_units(state, frame):
        return None
    notes = []
    if frame.point < 0:
        frame = frame._replace(point=best_point(state, frame))
        notes.append("with the best Point Unit (9.2A)")
    if frame.forward < 0:
        frame = frame._replace(forward=s09_assault.best_forward(state, frame))
        notes.append("with the best Forward Unit, which the defender names later (9.1)")
    area = setting.board.places[frame.area]
    return Attack(
        "assault",
        area.id,
        f"Assault on {area.name}",
        s09_assault.attack_value(state, frame),
        s09_assault.defense_value(state, frame, frame.forward),
        area.bocage,
        _ids(state, frame.attackers | frame.support),
        _ids(state, state.here[1 - frame.side][frame.area]),
        setting.forces.units[frame.point].id,
        setting.forces.units[frame.forward].id,
        "; ".join(notes),
        SIDES[frame.side],
        _holder(state),
    )


def _bombardment(state: State, frame: Bombardment) -> Attack:
    setting = state.setting
    area = setting.board.places[frame.area]
    attacker = s10_bombardment.source(state, frame)
    primary, note = frame.primary, ""
    if primary < 0:
        primary = s10_bombardment.primary_targets(state, frame)[0]
        note = "before the Primary Target is named (10.12)"
    return Attack(
        "bombardment",
        area.id,
        f"{attacker.name} on {area.name}",
        s10_bombardment.attack_value(state, frame),
        s10_bombardment.defense_value(state, frame),
        bocage=False,
        attackers=(attacker.id, *_ids(state, frame.support)),
        defenders=_ids(state, state.here[1 - attacker.side][frame.area]),
        point=attacker.id,
        forward=setting.board.borders[primary - BORDER].id if primary >= BORDER else setting.forces.units[primary].id,
        note=note,
        side=SIDES[attacker.side],
        reroll=_holder(state),
    )


def best_point(state: State, frame: Assault) -> int:
    """The Point Unit with the highest Attack Factor; the first in the order of battle among equals."""
    units = state.setting.forces.units
    return max(bits(s09_assault.point_units(state, frame)), key=lambda index: (units[index].attack, -index))


def _holder(state: State) -> str:
    return "" if state.advantage_used else SIDES[state.advantage]


def _ids(state: State, mask: int) -> tuple[str, ...]:
    return tuple(state.setting.forces.units[index].id for index in bits(mask))
