"""What if I then ...: positions and attacks that are looked at and not played.

Whoever looks ahead does it here: the odds of an attack that is being put together (``attack``, ``improve``), suggestions,
orders before they are given, and the lab. No die is thrown: a roll ends the look, or lets it pass where ``lucky`` says
what the dice are taken to show. The position that was given stays as it is. Whole orders are tried out by a
``Rehearsal``, which knows the game's own orders; it is for every system.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from normandy_lab.breakout.board.board import ALLIED
from normandy_lab.breakout.engine import play, why_not
from normandy_lab.breakout.frames import Assault, Barrage, Beaches, Bombardment, Day, Group, Impulse, Muster, Turn
from normandy_lab.breakout.query import bits, fresh
from normandy_lab.breakout.rules import s08_impulse, s08_muster, s08_record, s09_assault
from normandy_lab.breakout.rules.s21_first_wave import landers
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.terms import Refusal

Fight = Assault | Bombardment  # the two kinds of attack that odds are told of


# -- positions


def option(state: State, text: str) -> Action | None:
    """The option of the position with this text; None if it is none."""
    asked = state.asked
    return next((each for each in asked.options if each == text), None) if asked is not None else None


def after(state: State, actions: Iterable[str], *, lucky: bool = False) -> State:
    """The position after these actions; one that is no option then is passed over.

    Parameters
    ----------
    lucky
        Dice of one side alone show sixes, and nothing is rolled again: aircraft miss, a bridge is taken. Without it a
        roll that is due stays due.
    """
    return _after(state, tuple(actions), lucky)


# One drafted order is looked at for its values, its Point Units and what would change it; a State never changes.
@lru_cache(maxsize=8)
def _after(state: State, actions: tuple[str, ...], lucky: bool) -> State:
    for text in actions:
        state = _past_dice(state) if lucky else state
        meant = text if isinstance(text, Action) else option(state, text)
        if meant is not None and state.asked is not None and state.asked.accepts(meant):
            state = play(state, meant)[0]
    return _past_dice(state) if lucky else state


def _past_dice(state: State) -> State:
    """Past dice of one side with sixes, and past the question whether to roll again."""
    while (asked := state.asked) is not None:
        if asked.roll is not None and len(asked.roll.counts) == 1:
            state = play(state, asked.roll.action(tuple((6,) * count for count in asked.roll.counts)))[0]
        elif asked.kind == "reroll" and (keep := option(state, "keep")) is not None:
            state = play(state, keep)[0]
        else:
            return state
    return state


def opened(state: State, action: Action) -> State | Refusal:
    """The position after one action, or why it may not be played."""
    return why_not(state, action) or play(state, action)[0]


def activated(state: State, unit: int) -> State:
    """The position as if the place of a unit had been activated, where no impulse is open (8.2)."""
    if s08_record.impulse(state) is not None:
        return state
    probe, side = state.copy(), state.setting.forces.units[unit].side
    day = Day(side)
    opened = s08_impulse.opened(probe, side, s08_record.key_of(day), state.at[unit])
    probe.frames = (Turn(DAYLIGHT), day, opened)
    return probe


def under(state: State, weather: int) -> State:
    """The same position under another sky."""
    probe = state.copy()
    probe.weather = weather
    return probe


def put_in(state: State, fight: Fight | None) -> State:
    """The position with the innermost frame replaced by this attack; itself if there is none to put in."""
    if fight is None:
        return state
    probe = state.copy()
    probe.frames = (*probe.frames[:-1], fight)
    return probe


# -- attacks


def pending(state: State) -> Fight | None:
    """The innermost attack that waits for its roll, as far as it has been put together."""
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


def proposed(state: State, action: Action) -> Fight | None:
    """The attack that an option would open or go on with; None for an action that may not be played now."""
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


def varied(state: State, leader: int, add: int = 0, drop: int = 0) -> Fight | None:
    """The attack that the innermost frame leads to, under this Point Unit (-1: open), with units more or less."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Muster):
        units, guns = top.units & ~drop, top.support & ~drop
        if add & s08_muster.supporters(state, top):
            guns |= add
        else:
            units |= add
        guns &= s08_muster.supporters(
            state, top._replace(units=units, support=0)
        )  # a division's need one of it (16.12)
        side = s08_record.current(state).side
        named = leader if leader >= 0 and units >> leader & 1 else -1
        return Assault(top.area, side, units, "impulse", support=guns, point=named)
    if isinstance(top, Assault) and top.stage == "point" and leader >= 0 and top.attackers >> leader & 1:
        return top._replace(point=leader)
    if isinstance(top, Barrage) and top.lead >= 0:
        return Bombardment(-1, top.area, lead=top.lead, support=(top.support | add) & ~drop)
    return None


def best_point(state: State, frame: Assault) -> int:
    """The Point Unit with the highest Attack Factor; the first in the order of battle among equals."""
    units = state.setting.forces.units
    return max(bits(s09_assault.point_units(state, frame)), key=lambda index: (units[index].attack, -index))


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
