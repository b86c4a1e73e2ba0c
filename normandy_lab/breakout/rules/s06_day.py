"""Rules 6.3, 8.1 and 8.6: impulses by turns, passing, and what the Sunset DR does to the day."""

from __future__ import annotations

from normandy_lab.breakout.actions import ASSAULT, BOMBARD, make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES
from normandy_lab.breakout.frames import Barrage, Day, Impulse
from normandy_lab.breakout.query import free, fresh
from normandy_lab.breakout.rules import (
    s06_refusals,
    s07_control,
    s08_idle,
    s08_impulse,
    s08_record,
    s10_barrage,
    s11_advantage,
    s11_losses,
    s18_weather,
    s19_reinforcements,
    s20_bridges,
    s22_victory,
)
from normandy_lab.breakout.setting import LAST_SPACE
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

# -- which places can be activated


@rule("8.2", "8.6", "8.23")
def can_activate(state: State, frame: Day, place: int, seen: tuple[int, int]) -> bool:
    """Something can be done there: an impulse in which nothing is done is a pass (8.6); ``seen`` is the survey."""
    opened = s08_impulse.opened(state, frame.side, s08_record.key_of(frame), place, seen)
    frames = state.frames
    state.frames = (*frames, opened)
    try:
        return s08_impulse.anything(state, opened)
    finally:
        state.frames = frames


@rule("8.2", "8.6", "8.23")
def activatable(state: State, frame: Day) -> list[int]:
    """The places where an assault impulse could do something, in board order."""
    side, board, forces = frame.side, state.setting.board, state.setting.forces
    seen, here = s07_control.survey(state, side), state.here[side]
    ready = fresh(state, s08_idle.able(forces)[2] & (forces.german if side == GERMAN else forces.allied))
    blow, repair = s20_bridges.works(state, side, seen)
    found = []
    for place in (*board.areas, *board.zones, *board.beach_of):
        units = here[place] & ready
        sure = blow >> place & 1 or (units and fast_can_activate(state, side, place, units))
        if sure or ((units or repair >> place & 1) and can_activate(state, frame, place, seen)):
            found.append(place)
    return found


@rule("8.38", "8.5", "8.2", "19.3")
def fast_can_activate(state: State, side: int, place: int, ready: int) -> bool:
    """Speed double of ``can_activate``: true where one of these units there may act whatever else holds.

    In a contested place infantry and armor may assault. From elsewhere some unit may go over dry ground to where
    there is room, since a first step is never too dear (8.38): infantry and armor anywhere, others to a Free place.
    """
    board, here = state.setting.board, state.here[side]
    points, others, _ = s08_idle.able(state.setting.forces)
    leaders = bool(ready & points)
    if state.here[1 - side][place]:
        return leaders
    if place in board.beach_of:
        return leaders and s19_reinforcements.welcome(state, board.beach_of[place])
    if leaders or ready & others:
        for other in s08_idle.dry(board)[place]:
            if here[other].bit_count() < s07_control.STACK_LIMIT and (leaders or free(state, other, side)):
                return True
    return False


# -- the decision between impulses


@rule("8.11", "8.1")
def ask(state: State, frame: Day) -> Decision:
    setting = state.setting
    options = [make(setting, "impulse", ASSAULT, place) for place in activatable(state, frame)]
    options += [make(setting, "impulse", BOMBARD, area) for area in s10_barrage.targets(state, frame.side)]
    options.append(make(setting, "pass"))
    who = "German" if frame.side == GERMAN else "Allied"
    prompt = f"{who} impulse: activate a place for an assault or a bombardment, or pass."
    return Decision("impulse", SIDES[frame.side], "8.1", prompt, options)


def answer(state: State, frame: Day, action: Action, events: list[Event]) -> None:
    if action.verb == "pass":
        events.append(Event("8.6", SIDES[frame.side], "{} pass.", (s11_advantage.SIDE_WORDS[frame.side],)))
        state.frames = (*state.frames, Impulse(frame.side, s08_record.key_of(frame), stage="over", flown=False))
        return
    way, place = action.args
    where = state.setting.board.places[place]
    if way == ASSAULT:
        events.append(Event("8.2", SIDES[frame.side], "{} is activated.", (where.name,), where.id))
        state.frames = (*state.frames, s08_impulse.opened(state, frame.side, s08_record.key_of(frame), place))
        return
    struggle, hostile = s07_control.survey(state, frame.side)
    impulse = Impulse(frame.side, s08_record.key_of(frame), 0, 1 << place, contested=struggle, hostile=hostile)
    events.append(Event("10.1", SIDES[frame.side], "{} is the target of a bombardment.", (where.name,), where.id))
    state.frames = (*state.frames, impulse, Barrage(place))


# -- after an impulse


@rule("6.3", "8.6", "6.1", "11.23", "17.3", "18.4", "3.8")
def rolled(state: State, day: Day, frame: Impulse, events: list[Event]) -> None:
    """An impulse is over: the Advantage passes if it was used, the Sunset DR is read, the other side is next."""
    s11_advantage.pass_on(state, events, lost=s11_losses.lost_late(state, frame))
    state.crossed = {}
    turn = state.frames[0]
    passed = not frame.acted
    both = passed and day.passed
    if frame.side == GERMAN:
        if both:
            _sunset(state, day, "Both sides pass: the day is over.", "8.6", events)
        else:
            state.frames = (turn, day._replace(side=ALLIED, passed=passed))
        return
    if _day_ends(state, frame, events):
        _sunset(state, day, "The day is over.", "6.3", events)
        return
    if both:
        _sunset(state, day, "Both sides pass: the day is over.", "8.6", events)
        return
    if frame.sunset == state.impulse and not state.setting.setup.weather_lock:
        s18_weather.change(state, events)
    again = day.again + 1 if frame.flown else 0
    if not frame.flown:
        state.impulse += 1
    if state.impulse > LAST_SPACE:
        _sunset(state, day, "The marker leaves the Impulse Track.", "6.3", events)
        return
    state.frames = (turn, Day(GERMAN, day.number + 1, passed, again))


@rule("6.3", "11.23")
def _day_ends(state: State, frame: Impulse, events: list[Event]) -> bool:
    """The Sunset DR with the modifier of its moment is below the impulse number (6.3, 11.23)."""
    drm = frame.sunset_drm
    total = frame.sunset + drm
    words = (frame.sunset, f"{drm:+d}" if drm else "", state.impulse)
    events.append(Event("6.3", SIDES[ALLIED], "The Sunset DR is {}{} in impulse {}.", words))
    return total < state.impulse


@rule("11.24", "6.3")
def _sunset(state: State, day: Day, text: str, cited: str, events: list[Event]) -> None:
    """Daylight is over, and the Sunset marker leaves the track (11.24)."""
    events.append(Event(cited, "", text))
    state.sunset_drm = 0
    s22_victory.note(state, day.number + 1)
    state.frames = state.frames[:1]


def refuse(state: State, frame: Day, action: Action) -> Refusal | None:
    return s06_refusals.activation(state, frame, action)
