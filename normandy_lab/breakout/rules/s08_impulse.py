"""Rules 8.1, 8.2 and 11.4: what may be done in an impulse, step by step: repair, movement and assault, demolition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from normandy_lab.breakout.actions import ASSAULT, BOMBARD, make
from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, RIVER, SIDES, ZONE
from normandy_lab.breakout.forces.units import FRESH, SPENT, Unit
from normandy_lab.breakout.frames import Barrage, Faces, Impulse, Landing, Throw
from normandy_lab.breakout.query import bits, free, fresh, name, units
from normandy_lab.breakout.rules import (
    s07_control,
    s08_idle,
    s08_interdiction,
    s08_movement,
    s08_muster,
    s08_record,
    s08_refusals,
    s10_barrage,
    s15_fortifications,
    s19_reinforcements,
    s20_bridges,
    s20_demolition,
    s20_repair,
    s20_seizure,
    s20_work,
)
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("8.2", "8.1")
def opened(state: State, side: int, key: str, place: int, seen: tuple[int, int] | None = None) -> Impulse:
    """An assault impulse as it begins in this place: who stands Fresh there, and what the map looks like (8.22)."""
    contested, hostile = seen or s07_control.survey(state, side)
    bit = 1 << place
    eligible = fresh(state, state.here[side][place])
    return Impulse(side, key, bit, 0, eligible, contested, hostile, repairing=bit, flown=False)


# -- options


def ask(state: State, frame: Impulse) -> Decision | None:
    if frame.stage != "orders" or frame.fighting >= 0:
        return None
    options = list(orders(state, frame))
    setting = state.setting
    if frame.moving:
        options += [make(setting, "unbuild", border) for border in s20_bridges.on_map(state, frame.side)]
    doubles = _doubles(state, frame)
    if not frame.active and not doubles:
        return None
    options += doubles
    if not s08_record.may_not_end(state, frame):
        options.append(make(setting, "end"))
    return Decision("orders", SIDES[frame.side], "8.2", _prompt(state, frame), options)


def _prompt(state: State, frame: Impulse) -> str:
    waiting = {state.at[march.unit] for march in frame.marches if march.must} - set(bits(frame.attacked))
    if waiting:
        where = ", ".join(name(state, place) for place in sorted(waiting))
        return f"A Mandatory Assault is to be made in {where} (8.51); other units may move first."
    if not frame.active:
        return "The bombardment is over: use the Advantage for a second impulse (11.4), or end."
    where = " and ".join(name(state, place) for place in bits(frame.active))
    return f"Units of {where} move and assault; or end the impulse."


def orders(state: State, frame: Impulse) -> Iterator[Action]:
    """What the active places allow now, in the order of the steps of 8.2."""
    return chain(_repairs(state, frame), _moves(state, frame), _assaults(state, frame), _demolitions(state, frame))


def anything(state: State, frame: Impulse) -> bool:
    """Whether ``orders`` names anything; what is found soonest is looked for first."""
    found = chain(_moves(state, frame), _assaults(state, frame), _demolitions(state, frame), _repairs(state, frame))
    return next(found, None) is not None


def _repairs(state: State, frame: Impulse) -> Iterator[Action]:
    if frame.repairing:
        yield from (make(state.setting, "repair", border) for border in s20_repair.options(state))


def _moves(state: State, frame: Impulse) -> Iterator[Action]:
    if frame.moving:
        for unit in units(state, frame.eligible):
            if not s08_idle.illegal(state, frame, unit):
                yield from steps(state, frame, unit)


def _assaults(state: State, frame: Impulse) -> Iterator[Action]:
    if frame.moving:
        for place in _battlefields(state, frame):
            if not s08_muster.illegal(state, place):
                yield make(state.setting, "assault", place)


def _demolitions(state: State, frame: Impulse) -> Iterator[Action]:
    if not s08_record.anything_pending(state, frame):
        yield from (make(state.setting, "demolish", border) for border in s20_demolition.options(state))


@rule("8.3", "8.33")
def steps(state: State, frame: Impulse, unit: Unit) -> Iterator[Action]:
    """Where this unit may go by one border, by bridge or wading, and the bridges it may try to seize."""
    setting, board = state.setting, state.setting.board
    if state.at[unit.index] in board.beach_of:
        beach = board.beach_of[state.at[unit.index]]
        if not s19_reinforcements.illegal(state, unit, beach):
            yield make(setting, "land", unit.index, beach)
        return
    mover = s08_movement.mover(state, unit.index)
    leave = s08_movement.leaving(state, mover)
    if leave.left <= 0:
        return
    wades = unit.infantry and not mover.used
    for place, index in board.neighbours[mover.at]:
        border = board.borders[index]
        if not s08_movement.barred(state, frame, mover, leave, place, border):
            yield make(setting, "march", unit.index, place, 0)
        wet = wades and border.kind == RIVER
        if wet and not s08_movement.barred(state, frame, mover, leave, place, border, wade=True):
            yield make(setting, "march", unit.index, place, 1)
    if leave.point:
        yield from (make(setting, "seize", unit.index, border) for border in s20_seizure.options(state, unit))


def _battlefields(state: State, frame: Impulse) -> list[int]:
    """Places with an enemy where units of this impulse stand."""
    places = {state.at[index] for index in bits(frame.eligible) if state.level[index] == FRESH}
    places |= {state.at[march.unit] for march in frame.marches if march.must}
    return sorted(place for place in places if state.here[1 - frame.side][place])


def _doubles(state: State, frame: Impulse) -> list[Action]:
    if not s08_record.may_double(state, frame) or not (frame.active or frame.acted):
        return []
    setting = state.setting
    again = [make(setting, "double", ASSAULT, place) for place in _worth_activating(state, frame)]
    if s08_record.anything_pending(state, frame):
        return again
    return again + [make(setting, "double", BOMBARD, area) for area in s10_barrage.targets(state, frame.side)]


@rule("11.4")
def _worth_activating(state: State, frame: Impulse) -> list[int]:
    """Places for the second half of a Double Impulse in which something can be done: with units that could act, or bridges.

    The same place once more is of use: it lets units of the other nationality act (8.374), or others land (19.3).
    """
    board, forces = state.setting.board, state.setting.forces
    able = fresh(state, forces.mobile & (forces.german if frame.side == GERMAN else forces.allied))
    able &= ~frame.supported
    for march in frame.marches:
        able &= ~(1 << march.unit)
    blow, repair = s20_bridges.works(state, frame.side, s07_control.survey(state, frame.side))
    works = (blow | repair) & ~frame.active
    here = state.here[frame.side]
    places = (*board.areas, *board.zones, *board.beach_of)
    likely = [place for place in places if works >> place & 1 or here[place] & able]
    return [
        place for place in likely
        if fast_can_act_again(state, frame.side, place, here[place] & able)
        or can_act_again(state, frame, place, here[place] & able)
    ]  # fmt: skip


@rule("11.4", "8.2")
def can_act_again(state: State, frame: Impulse, place: int, units_there: int) -> bool:
    """Whether these units, or work on the bridges of the place, could do something in a second half (11.4)."""
    bit, marches = 1 << place, tuple(march for march in frame.marches if not march.must)
    half = frame._replace(
        doubled=True, active=bit, eligible=units_there, repairing=bit, landed=frame.landed & ~bit, moving=True,
        ashore=frame.ashore | s08_record.came_from(frame, place), marches=marches,
    )  # fmt: skip
    above, frames = state.frames[s08_record.DEPTH + 1 :], state.frames
    state.frames = (*frames[: s08_record.DEPTH], half, *above)
    try:
        return anything(state, half)
    finally:
        state.frames = frames


@rule("11.4", "8.38")
def fast_can_act_again(state: State, side: int, place: int, ready: int) -> bool:
    """Speed double of ``can_act_again``: true where one of these units, unmoved, may go on over dry ground to a Free place.

    A first step out of a place without enemies is never too dear (8.38).
    """
    points, others, _ = s08_idle.able(state.setting.forces)
    if not ready & (points | others) or state.here[1 - side][place]:
        return False
    here, room = state.here[side], s07_control.STACK_LIMIT
    dry = s08_idle.dry(state.setting.board)[place]
    return any(free(state, other, side) and here[other].bit_count() < room for other in dry)


# -- answers


def answer(state: State, frame: Impulse, action: Action, events: list[Event]) -> None:
    args = action.args
    if action.verb == "march":
        s08_interdiction.begin(state, args[0], args[1], bool(args[2]), events)
    elif action.verb == "assault":
        state.frames = (*state.frames, s08_muster.opening(state, args[0]))
    elif action.verb == "land":
        box = state.at[args[0]]
        s08_record.amend(state, nation=state.setting.forces.units[args[0]].nationality, repairing=0)
        state.frames = (*state.frames, Landing(box, 1 << args[0]))
    elif action.verb == "seize":
        s08_record.amend(state, nation=state.setting.forces.units[args[0]].nationality, repairing=0)
        s20_work.start(state, "seize", args[1], args[0], events=events)
    elif action.verb in ("repair", "demolish"):
        s20_work.start(state, action.verb, args[0], events=events)
    elif action.verb == "unbuild":
        s20_bridges.unbuild(state, state.setting.board.borders[args[0]], frame.side, events)
    elif action.verb == "double":
        _double(state, frame, args[0], args[1], events)
    else:
        s08_record.amend(state, stage="over")


@rule("11.4", "8.374")
def _double(state: State, frame: Impulse, way: int, place: int, events: list[Event]) -> None:
    """A second activation: of another place, or of the same one; with the first, or after its results (11.4).

    Demolition is the last step of a half (8.23): once begun, the units of the first half are done.
    """
    state.advantage_used = True
    where = state.setting.board.places[place]
    word = "bombarded" if way == BOMBARD else "activated"
    who = "The Allies use" if frame.side == ALLIED else "The Germans use"
    text = "{} the Advantage for a Double Impulse: {} is {}."
    events.append(Event("11.4", SIDES[frame.side], text, (who, where.name, word), where.id))
    if way == BOMBARD:
        s08_record.amend(state, doubled=True, targets=frame.targets | 1 << place)
        state.frames = (*state.frames, Barrage(place))
    else:
        _activate_second(state, frame, place)
    _roll_for_sunset(state)


@rule("11.4", "8.23", "19.3")
def _activate_second(state: State, frame: Impulse, place: int) -> None:
    """The units of the second place join in; another five may land from a box that is activated again (19.3)."""
    marched = sum(1 << march.unit for march in frame.marches)
    joining = fresh(state, state.here[frame.side][place]) & ~marched
    bit = 1 << place
    s08_record.amend(
        state,
        doubled=True,
        active=frame.active | bit,
        eligible=frame.eligible | joining if frame.moving else joining,
        repairing=frame.repairing | bit,
        landed=frame.landed & ~bit,
        ashore=frame.ashore | s08_record.came_from(frame, place),
        moving=True,
        flown=False,
    )


# -- what follows


def resume(state: State, frame: Impulse, events: list[Event]) -> Impulse | None:
    """Go on to the next stage; an impulse that is closed is handed to the day below."""
    if frame.fighting >= 0:
        _after_assault(state, frame, events)
    elif frame.stage == "orders":
        s08_record.amend(state, stage="over")  # a bombardment, and no second activation
    elif frame.stage == "over":
        _spend(state, frame)
        s15_fortifications.judge_all(state, events)
        s08_record.amend(state, stage="closed")
        _roll_for_sunset(state)
    else:
        state.frames = state.frames[:-1]
        return frame
    return None


@rule("6.3", "11.5")
def _roll_for_sunset(state: State) -> None:
    """The extra DR of an Allied impulse that has made none; of a Double Impulse before its second half (11.5)."""
    frame = s08_record.current(state)
    if frame.side == ALLIED and not frame.sunset:
        key = ("sunset", state.day, frame.key)
        extra = Throw((SIDES[ALLIED],), (2,), key, "the Sunset DR", attack=False, rule="6.3")
        state.frames = (*state.frames, extra)


@rule("8.52", "8.53", "8.54", "8.31", "15.2")
def _after_assault(state: State, frame: Impulse, events: list[Event]) -> None:
    """Units that entered without assaulting are done (8.52); after an Overrun the attackers may go on (8.53)."""
    place = frame.fighting
    overran = frame.fought if frame.overrun else 0
    for march in frame.marches:
        entered = state.at[march.unit] == place and march.trail
        if entered and not overran >> march.unit & 1 and state.level[march.unit] == FRESH:
            state.level[march.unit] = SPENT
    s15_fortifications.judge(state, place, events)
    s08_record.amend(
        state,
        attacked=frame.attacked | 1 << place,
        fighting=-1,
        fought=0,
        overrun=False,
        overran=(*frame.overran, (place, overran)) if overran else frame.overran,
    )


@rule("8.32", "9.43", "12.1", "12.3")
def _spend(state: State, frame: Impulse) -> None:
    """Whoever used MF or fired is Spent when the impulse is over (8.32)."""
    acted = sum(1 << march.unit for march in frame.marches) | frame.supported
    for _, units_there in frame.overran:
        acted |= units_there
    for index in bits(acted):
        if state.level[index] == FRESH and state.setting.board.places[state.at[index]].kind in (AREA, ZONE):
            state.level[index] = SPENT


def rolled(state: State, frame: Impulse, faces: Faces, events: list[Event]) -> None:
    """The extra Sunset DR stands; the Throw has noted it (6.3)."""


def refuse(state: State, frame: Impulse, action: Action) -> Refusal | None:
    return s08_refusals.order(state, frame, action)
