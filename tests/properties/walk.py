"""Random plays of June 6, and what must hold after every action whatever was chosen.

The invariants are written from the rulebook, on the State alone: they call no rules module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.board.board import ASIDE, BOX, RIVER
from normandy_lab.breakout.setting import AMPHIBIOUS, DAWN, DAYLIGHT, REFIT, REGROUP, Setting
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event, roll_action
from normandy_lab.core.dice import KeyedDice, Stream

GERMAN, ALLIED, US, BRITISH = 0, 1, 1, 2
SPENT = 1
HELD_ALLIED = 1
SEATS = ("german", "allied")
PASS = 15  # one impulse in so many is a pass, where something can be done
LIMIT = 2_000  # actions; the longest random play of the phases has a tenth of it


class Step(NamedTuple):
    """One action of a play, with the positions before and after it."""

    before: State
    asked: Decision
    action: Action
    after: State
    events: tuple[Event, ...]


@cache
def setting(name: str = "d_day") -> Setting:
    return breakout.setting_from(nl.load_scenario(name))


def choose(state: State, asked: Decision, stream: Stream, dice: KeyedDice) -> Action:
    """Any option, each as likely; dice for chance. A decision without an option is a stuck position."""
    if asked.roll is not None:
        return roll_action(dice.throw(asked.roll))
    options = asked.options
    assert options, f"stuck: {asked!r} at {state.frames[-1]}"
    if state.phase == DAYLIGHT and len(options) > 2:
        options = _livelier(state, asked, stream)
    return options[stream.below(len(options))]


def _livelier(state: State, asked: Decision, stream: Stream) -> Sequence[Action]:
    """By day passes are few and battles many; every second choice is of a verb first, or marches crowd out the rest."""
    options = asked.options
    if asked.kind == "impulse":
        if not stream.below(PASS):
            return options[-1:]
        options = options[:-1]
        side = SEATS.index(asked.actor)
        units = state.setting.forces.units
        fresh = {state.at[unit.index] for unit in units if unit.side == side and not state.level[unit.index]}
        armed = [option for option in options if option.args[1] in fresh]
        return armed if armed and stream.below(4) else options
    if not stream.below(3):
        enemies = state.here[1 - SEATS.index(asked.actor)]
        aim = {"march": 1, "assault": 0}
        bold = [option for option in options if option.verb in aim and enemies[option.args[aim[option.verb]]]]
        return bold or [option for option in options if option.verb == "land"] or options
    if stream.below(2):
        verbs = list(dict.fromkeys(option.verb for option in options))
        verb = verbs[stream.below(len(verbs))]
        return [option for option in options if option.verb == verb]
    return options


def steps(start: State, seed: int, *, day: bool = False) -> Iterator[Step]:
    """A random play from this position to the end of the landings, or of daylight."""
    stream, dice = Stream(seed, "fuzz"), KeyedDice(seed)
    state = start
    for _ in range(LIMIT):
        asked = breakout.decision(state)
        if asked is None or dusk(state):
            assert day
            return
        if state.phase == DAYLIGHT and not day:
            return
        action = choose(state, asked, stream, dice)
        after, events = breakout.play(state, action)
        yield Step(state, asked, action, after, events)
        state = after
    raise AssertionError(f"{LIMIT} actions and no end")


def dusk(state: State) -> bool:
    """Daylight is over: the game has ended, or it is night, or another day."""
    return bool(state.over) or state.phase in (REFIT, REGROUP) or state.day > state.setting.setup.day


def day_and_night(seed: int) -> Iterator[Step]:
    """A random play of June 6 and of the night after it, up to the first impulse of June 7."""
    state = breakout.initial(setting())
    for step in steps(state, seed, day=True):
        state = step.after
        yield step
    for step in night(state, seed, (REFIT, REGROUP, DAWN)):
        yield step


def night(state: State, seed: int, phases: tuple[int, ...] = (REFIT,)) -> Iterator[Step]:
    """A random Refit Phase from the end of a day; and other phases of the night, if they are named."""
    stream, dice = Stream(seed, "night"), KeyedDice(seed)
    while (asked := breakout.decision(state)) is not None and state.phase in phases:
        action = choose(state, asked, stream, dice)
        after, events = breakout.play(state, action)
        yield Step(state, asked, action, after, events)
        state = after


# ------------------------------------------------------------------------------- of one position


def check_position(state: State) -> None:
    """Masks equal places (units are conserved), stacking 7.1 and 16.13, control 7.3, fortifications 15.2."""
    setting = state.setting
    here: tuple[list[int], list[int]] = tuple([0] * len(setting.board.places) for _ in range(2))
    for unit, place in zip(setting.forces.units, state.at, strict=True):
        here[unit.side][place] |= 1 << unit.index
    assert (list(state.here[GERMAN]), list(state.here[ALLIED])) == here
    assert len(state.level) == len(setting.forces.units)
    assert set(state.level) <= {0, 1, 2, 3}
    busy = {frame.area for frame in state.frames if hasattr(frame, "area")} | _landings(state)
    at_rest = state.phase == DAYLIGHT and len(state.frames) < 3  # between impulses
    masks = _masks(setting)
    for place in masks.land:
        german, allied = here[GERMAN][place], here[ALLIED][place]
        if german | allied or state.fort[place]:
            if masks.areas >> place & 1:
                _stacking(masks, german)
                _stacking(masks, allied)
            if place not in busy:
                _control(state, place, german, allied)
            if at_rest and state.fort[place]:
                spent = [u.id for u in setting.forces.units if allied >> u.index & 1 and state.level[u.index] == SPENT]
                assert not spent, f"15.2: {spent}"


def _landings(state: State) -> set[int]:
    """Beaches whose landing assault is still to be made: only then is the fortification judged (15.2, 8.51)."""
    marches = [march for frame in state.frames for march in getattr(frame, "marches", ()) if march.must]
    return {state.at[march.unit] for march in marches}


def _stacking(masks: Masks, mask: int) -> None:
    assert mask.bit_count() <= 10, "7.1"
    corps = mask & masks.corps
    assert corps & (corps - 1) == 0, "16.13"


class Masks(NamedTuple):
    corps: int
    guns: int  # Allied field artillery
    us: int
    areas: int
    land: tuple[int, ...]  # areas and zones


_MASKS: dict[int, tuple[Setting, Masks]] = {}


def _masks(setting: Setting) -> Masks:
    if id(setting) not in _MASKS:
        types = {"corps_artillery", "field_artillery", "nebelwerfer"}
        _MASKS[id(setting)] = (
            setting,
            Masks(
                sum(1 << unit.index for unit in setting.forces.units if unit.type == "corps_artillery"),
                sum(1 << unit.index for unit in setting.forces.units if unit.type in types and unit.side == ALLIED),
                sum(1 << unit.index for unit in setting.forces.units if unit.nationality == US),
                sum(1 << area for area in setting.board.areas),
                (*setting.board.areas, *setting.board.zones),
            ),
        )
    return _MASKS[id(setting)][1]


def _control(state: State, place: int, german: int, allied: int) -> None:
    """Whoever is alone in a place controls it (7.3); no fortification outlives Allied control (15.2)."""
    control = state.control[place]
    if german and not allied:
        assert control == GERMAN, f"7.3: {place}"
    if allied and not german:
        assert control != GERMAN, f"7.3: {place}"
    assert control == GERMAN or not state.fort[place], f"15.2: {place}"


# ------------------------------------------------------------------------------- of one action


def check_step(step: Step) -> None:
    """What one action of June 6 may change: see each function, and day.py for what the actions of a day share."""
    before, after = step.before, step.after
    if _changed(before, after):
        check_position(after)
    if before.level != after.level and not dusk(after):
        lost = after.setting.board.lost
        levels = zip(after.level, before.level, after.at, strict=True)
        assert all(new >= old or at == lost for new, old, at in levels), "12: nobody recovers by day"
    if before.fort != after.fort:
        _forts(step)
    assert before.phase <= after.phase
    assert after.used & before.used == before.used, "10.11"
    assert all(mask & (mask - 1) == 0 for mask in after.bombed.values()), "17.1: one nationality a target"
    assert all(event.rule and event.text for event in step.events)
    if before.phase <= AMPHIBIOUS:
        _moves(step)
        _bridges(step)
        _advantage(step)


def _forts(step: Step) -> None:
    """15.2: one falls for good, to Allied control, or to a Spent unit when an assault there, an impulse or a phase is over."""
    before, after = step.before, step.after
    for place, (old, new) in enumerate(zip(before.fort, after.fort, strict=True)):
        if new == old:
            continue
        assert new == 0, "15.2: forts never return"
        allied = [unit for unit in after.setting.forces.units if unit.side == ALLIED and after.at[unit.index] == place]
        spent = any(after.level[unit.index] == SPENT for unit in allied)
        over = [frame.area for frame in before.frames if type(frame).__name__ == "Assault"]
        over = over or [step.action.args[0]] if step.action.verb == "assault" else over
        ended = len(after.frames) <= 2 or getattr(after.frames[2], "stage", "") == "closed"
        assert after.control[place] != GERMAN or (spent and (place in over or ended)), f"15.2: {place}"


def _changed(before: State, after: State) -> bool:
    """Whether there is anything new to check: units or control, or a place that is no longer fought over."""
    same = (before.at, before.level, before.control, before.fort) == (after.at, after.level, after.control, after.fort)
    return not same or len(after.frames) < len(before.frames)


def _moves(step: Step) -> None:
    """Units move by landing, retreat and elimination only (9.5, 9.6, 21.5), and no gun lands (21.5)."""
    before, after = step.before, step.after
    if before.at == after.at:
        return
    board, forces = after.setting.board, after.setting.forces
    for unit, old, new in zip(forces.units, before.at, after.at, strict=True):
        if old == new:
            continue
        assert board.places[old].kind != ASIDE, f"{unit.id} came back"
        if new == board.lost:
            assert step.action.verb in ("lose", "roll", "keep"), step.action
        elif board.places[old].kind == BOX:
            assert (step.action.verb, board.beach_of[old]) == ("assault", new)
            assert not _masks(after.setting).guns >> unit.index & 1, f"21.5: {unit.id} is artillery"
        else:
            assert step.action.verb == "retreat"
            assert unit.type != "coastal_artillery", "8.373"
            assert not (after.control[new] != GERMAN and not after.here[ALLIED][new]), "9.63C"
            assert after.level[unit.index] >= SPENT, "9.62"


def _bridges(step: Step) -> None:
    """A bridge or river changes hands when secured (21.2) or when one side controls both ends (20.1)."""
    before, after = step.before, step.after
    if before.held == after.held:
        return
    for border, old, new in zip(after.setting.board.borders, before.held, after.held, strict=True):
        if old == new:
            continue
        assert border.bridge or border.kind == RIVER, border.id
        if step.action.verb == "secure":
            assert (step.action.args[1], new) == (border.index, HELD_ALLIED)
            continue
        ends = {after.control[border.a] != GERMAN, after.control[border.b] != GERMAN}
        assert ends == {new == HELD_ALLIED}, f"20.1: {border.id}"


def _advantage(step: Step) -> None:
    """Used once a phase by its holder, passed on at the end of that phase and only then (11.1-11.3, 11.6)."""
    before, after = step.before, step.after
    ended = after.phase != before.phase or bool(after.over)
    used = before.advantage_used or step.action == "reroll"
    if step.action.verb in ("keep", "reroll"):
        assert not before.advantage_used, "11.3: once a phase"
        assert step.asked.actor == breakout.SEATS[before.advantage]
        assert not before.frames[-1].again, "11.3: no reroll of a reroll"
    assert after.advantage == (before.advantage ^ (used and ended)), "11.2"
    assert after.advantage_used == (used and not ended), "11.2"


# ------------------------------------------------------------------------------- what is not listed

WORDS = {
    "nationality": ("us", "british"), "way": ("assault", "bombard"), "wade": ("", "", "wade"), "shift": ("+1", "-1", "0"), "space": ("+1", "-1"),
}  # fmt: skip


def any_action(state: State, stream: Stream) -> str:
    """The text of any action of the whole grammar: a random verb with random units, places, borders, dice.

    Half of them have a verb that the present frame reads, so that its own reasons are asked for.
    """
    from normandy_lab.breakout.actions import GRAMMAR

    asked = breakout.decision(state)
    verbs = [*GRAMMAR, "roll", "roll"]
    if asked is not None and asked.options and stream.below(2):
        verbs = [option.verb for option in asked.options]
    verb = verbs[stream.below(len(verbs))]
    if verb == "roll":
        groups = [
            "+".join(str(1 + stream.below(6)) for _ in range(1 + stream.below(3))) for _ in range(1 + stream.below(2))
        ]
        return f"roll {':'.join(groups)}"
    return " ".join([verb, *(_word(state, kind, stream) for kind in GRAMMAR[verb])])


def _word(state: State, kind: str, stream: Stream) -> str:
    """Any unit, place, border or marker; often one that matters here."""
    setting = state.setting
    board, forces = setting.board, setting.forces
    if kind in WORDS:
        return WORDS[kind][stream.below(len(WORDS[kind]))]
    if kind in ("source", "supply", "depots"):
        return _supplies(state, kind, stream)
    if kind == "unit_or_border":
        kind = ("unit", "border")[stream.below(2)]
    area = _stage(state)
    if area >= 0 and stream.below(2):
        near = [area, *(place for place, _ in board.neighbours[area])]
        if kind == "place":
            return board.places[near[stream.below(len(near))]].id
        if kind == "border":
            return board.borders[board.neighbours[area][stream.below(len(board.neighbours[area]))][1]].id
        units = [unit.id for unit in forces.units if state.at[unit.index] == area]
        if kind == "unit" and units:
            return units[stream.below(len(units))]
    table = {"unit": forces.units, "place": board.places, "border": board.borders, "marker": forces.markers}[kind]
    return table[stream.below(len(table))].id


def _supplies(state: State, kind: str, stream: Stream) -> str:
    """The words of a night: what sends a depot, a depot that stands or might, several, or none by day."""
    board = state.setting.board
    senders = ["german", *(board.places[beach].id for beach in board.beaches)]
    sender = senders[stream.below(len(senders))]
    if kind == "source":
        return sender
    if kind == "depots" and not stream.below(4):
        return ""
    if kind == "supply" and not stream.below(4):
        return ("cherbourg", "air")[stream.below(2)]
    stores = getattr(state.frames[1], "stores", ()) if len(state.frames) > 1 else ()
    known = [f"{'german' if each[0] < 0 else board.places[each[0]].id}@{board.places[each[1]].id}" for each in stores]
    known = known or [f"{sender}@{_word(state, 'place', stream)}"]
    return "+".join(known[stream.below(len(known))] for _ in range(1 + stream.below(2)))


def _stage(state: State) -> int:
    """The place that the innermost frame is about, or one that is active; -1 where there is none."""
    frame = state.frames[-1] if state.frames else None
    active = getattr(frame, "active", 0)
    area = getattr(frame, "area", active.bit_length() - 1)
    return area if area >= 0 and state.setting.board.neighbours[area] else -1
