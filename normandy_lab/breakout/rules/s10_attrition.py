"""Rule 10.4: attrition points, absorbed by exact count: at most one level a unit, nobody eliminated."""

from __future__ import annotations

from normandy_lab.breakout.actions import BORDER, make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.forces.units import DISRUPT_2, FRESH, LEVELS, Unit
from normandy_lab.breakout.frames import Attrition
from normandy_lab.breakout.query import name, units
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted


@rule("10.4")
def cost(state: State, unit: Unit) -> int:
    """Attrition points that reduce the unit by one level; 0 where nothing does (10.4)."""
    level = state.level[unit.index]
    if level == DISRUPT_2:
        return 0
    if unit.armor:
        return 3 if level == FRESH else 2
    if unit.coastal or level == FRESH:
        return 2
    return 1


@rule("10.4", "10.12")
def begin(state: State, area: int, side: int, points: int, primary: int, events: list[Event]) -> None:
    """The Primary Target takes the first points; if they cannot reduce it nothing happens (10.4).

    One at Disrupt 2 absorbs nothing, nor one that was bombarded before in the impulse: the points go to the others
    (I-16, I-66).
    """
    if primary >= BORDER:
        if points:
            wear(state, primary - BORDER, side, events)
            state.frames = (*state.frames, Attrition(area, side, points - 1, s08_record.reduced(state)))
        return
    unit = state.setting.forces.units[primary]
    before = s08_record.reduced(state)
    price = 0 if before >> primary & 1 else cost(state, unit)
    if points < price or not points:
        if points:
            words = (counted(points, "attrition point"), unit.name, price)
            events.append(Event("10.4", SIDES[side], "{} cannot reduce {}, which takes {}.", words))
        return
    if price:
        reduce(state, primary, events)
    state.frames = (*state.frames, Attrition(area, side, points - price, before | 1 << primary))


@rule("20.22", "10.4")
def wear(state: State, border: int, side: int, events: list[Event]) -> None:
    """One point takes a level off a Construct marker; off the last level it leaves the map (20.22)."""
    levels = list(state.construct[border])
    levels[side] -= 1
    state.construct[border] = (levels[GERMAN], levels[ALLIED])
    result = f"is at level {levels[side]}" if levels[side] else "is removed"
    site = state.setting.board.borders[border]
    words = (name(state, site.a), name(state, site.b), result)
    events.append(Event("20.22", SIDES[side], "The construction from {} to {} takes 1 and {}.", words))


def reduce(state: State, index: int, events: list[Event]) -> None:
    """One level down, never eliminated, and no second one in the impulse (10.4)."""
    unit = state.setting.forces.units[index]
    if s08_record.impulse(state) is not None:
        s08_record.amend(state, reduced=s08_record.reduced(state) | 1 << index)
    price = cost(state, unit)
    state.level[index] += 1
    words = (unit.name, price, LEVELS[state.level[index]].replace("_", " "))
    events.append(Event("10.4", SIDES[unit.side], "{} takes {} and is {}.", words))


@rule("10.4")
def exact_count(state: State, frame: Attrition) -> list[int]:
    """The units that may be reduced next: those on a way to use as many points as possible (10.4)."""
    left = [
        unit
        for unit in units(state, state.here[frame.side][frame.area] & ~frame.hit)
        if 0 < cost(state, unit) <= frame.points
    ]
    prices = [cost(state, unit) for unit in left]
    best = _most(prices, frame.points)
    if not best:
        return []
    return [
        unit.index
        for place, unit in enumerate(left)
        if prices[place] + _most(prices[:place] + prices[place + 1 :], frame.points - prices[place]) == best
    ]


def _most(prices: list[int], points: int) -> int:
    """The largest sum of some of the prices that is not above the points."""
    sums = {0}
    for price in prices:
        sums |= {total + price for total in sums if total + price <= points}
    return max(sums)


def ask(state: State, frame: Attrition) -> Decision | None:
    options = [make(state.setting, "hit", index) for index in exact_count(state, frame)]
    if not options:
        return None
    prompt = f"{counted(frame.points, 'attrition point')} left in {name(state, frame.area)}: reduce a unit."
    return Decision("attrition", SIDES[frame.side], "10.4", prompt, options)


def answer(state: State, frame: Attrition, action: Action, events: list[Event]) -> None:
    unit = state.setting.forces.units[action.args[0]]
    rest = frame._replace(points=frame.points - cost(state, unit), hit=frame.hit | 1 << unit.index)
    state.frames = (*state.frames[:-1], rest)
    reduce(state, unit.index, events)


def refuse(state: State, frame: Attrition, action: Action) -> Refusal | None:
    if action.verb != "hit":
        return None
    if action.args[0] >= BORDER:
        return Refusal("20.22", "A Construct marker takes points as Primary Target only.", "Choose a listed unit.")
    unit = state.setting.forces.units[action.args[0]]
    if not state.here[frame.side][frame.area] >> unit.index & 1:
        return Refusal("10.4", f"{unit.name} is not under fire.", "Choose a unit in the target area.")
    if frame.hit >> unit.index & 1:
        return Refusal("10.4", f"{unit.name} has lost a level to bombardment already.", "Choose another unit.")
    return Refusal("10.4", f"Reducing {unit.name} would not use the points by exact count.", "Choose a listed unit.")
