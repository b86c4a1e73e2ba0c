"""The attack that is being resolved, or would be after an action: both values as Tallies, for odds."""

from __future__ import annotations

from typing import NamedTuple

from normandy_lab.breakout import ahead
from normandy_lab.breakout.actions import BORDER
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.frames import Assault, Bombardment
from normandy_lab.breakout.query import bits
from normandy_lab.breakout.rules import s09_assault, s10_bombardment
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
    frame = ahead.proposed(state, action) if action is not None else None
    frame = frame or ahead.pending(state)
    if isinstance(frame, Assault):
        return _assault(state, frame)
    if isinstance(frame, Bombardment):
        return _bombardment(state, frame)
    return None


def _assault(state: State, frame: Assault) -> Attack | None:
    setting = state.setting
    if not state.here[1 - frame.side][frame.area] or not s09_assault.point_units(state, frame):
        return None
    notes = []
    if frame.point < 0:
        frame = frame._replace(point=ahead.best_point(state, frame))
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


def _holder(state: State) -> str:
    return "" if state.advantage_used else SIDES[state.advantage]


def _ids(state: State, mask: int) -> tuple[str, ...]:
    return tuple(state.setting.forces.units[index].id for index in bits(mask))
