"""What the game shows of a State: clock, tables, explained numbers. Plain rows, no pandas."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from normandy_lab.breakout import ahead, night_report
from normandy_lab.breakout.attack import attack
from normandy_lab.breakout.board.board import ALLIED, ASIDE, FLOODED, GERMAN, NATIONALITIES, RIVER, SIDES
from normandy_lab.breakout.forces.units import FRESH, LEVELS, Unit
from normandy_lab.breakout.frames import Day, Impulse
from normandy_lab.breakout.notation import names, parse
from normandy_lab.breakout.odds import two_dice
from normandy_lab.breakout.query import contested
from normandy_lab.breakout.rules import (
    s08_movement,
    s08_record,
    s08_refusals,
    s12_record,
    s18_weather,
    s19_landing,
    s20_bridges,
    s20_work,
    s22_victory,
)
from normandy_lab.breakout.rules.s06_sequence import UNFINISHED
from normandy_lab.breakout.setting import AMPHIBIOUS, DAYLIGHT, LAST_SPACE, PHASES, REFIT, REGROUP, WEATHER, Setting
from normandy_lab.breakout.state import DESTROYED, HELD, State
from normandy_lab.core.decisions import Rows
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Number, Tally, Term
from normandy_lab.errors import NotationError

LETTERS = ("N", "S", "F", "L", "D", "", "R", "Z")  # of a phase in the players' style


def moment(state: State) -> str:
    """Where the game stands in the players' style: 6N, 6S, 6F, 6L, 7A3 (7A3b for a second one on the space), 6R, 6Z."""
    date = state.setting.calendar[state.day].day
    day = _day(state)
    if day is None:
        return f"{date}{LETTERS[state.phase]}"
    side = "A" if day.side == ALLIED else "G"
    again = "abcdefghijklmnopqrstuvwxyz"[min(day.again, 25)] if day.again else ""
    return f"{date}{side}{impulse_name(state.impulse)}{again}"


PHASE_WORDS = dict(
    zip("NSFLDRZ", ("airborne landing", "naval bombardment", "air bombardment", "amphibious assault", "dawn", "refit",
                    "regroup"), strict=True)
)  # fmt: skip
_MOMENT = re.compile(r"([0-9]+)(?:([NSFLDRZ])|([AG])([0-9]+|[ABC])([a-z]?))")


def moment_words(setting: Setting, moment: str) -> str:
    """A moment of the log in words: "7A3" is "June 7, Allied impulse 3"; as it stands if it is no moment."""
    found = _MOMENT.fullmatch(moment)
    if found is None:
        return moment
    day, phase, side, space, again = found.groups()
    month = next((f"{date:%B}" for date in setting.calendar if date.day == int(day)), "")
    if phase:
        return f"{month} {day}, {PHASE_WORDS[phase]}"
    more = f" ({again})" if again else ""
    return f"{month} {day}, {'Allied' if side == 'A' else 'German'} impulse {space}{more}"


def _day(state: State) -> Day | None:
    """The frame of the day while its impulses are played."""
    frame = state.frames[1] if len(state.frames) > 1 else None
    return frame if isinstance(frame, Day) else None


def impulse_name(impulse: int) -> str:
    """Spaces below 0 of the impulse track are A, B and C (3.8).

    >>> impulse_name(-1), impulse_name(4)
    ('A', '4')
    """
    return str(impulse) if impulse >= 0 else "ABC"[-impulse - 1]


def turn(state: State) -> str:
    """The day of the game, as tables and tracks name it: "Jun-07"."""
    return _spelled(state.setting.calendar[state.day])


@cache
def _spelled(day: date) -> str:
    return f"{day:%b-%d}"


def clock(state: State) -> dict[str, Any]:
    """Date, phase, impulse, weather, Advantage and Sunset marker, for panels and headings."""
    setting = state.setting
    over = bool(state.over)
    day, impulse = _day(state), s08_record.impulse(state)
    return {
        "scenario": setting.title,
        "date": setting.calendar[state.day],
        "turn": turn(state),
        "day": state.day + 1,
        "days": len(setting.calendar),
        "phase": PHASES[state.phase],
        "phases": phases(state),
        "moment": moment(state),
        "impulse": impulse_name(state.impulse),
        "first_impulse": impulse_name(state.first_impulse),
        "weather": WEATHER[state.weather],
        "advantage": SIDES[state.advantage],
        "advantage_used": state.advantage_used,
        "sunset_drm": state.sunset_drm,
        "side": SIDES[day.side] if day else None,
        "passed": bool(day and day.passed),
        "space": state.impulse,
        "weather_track": weather_track(state),
        "sunset_roll": impulse.sunset if impulse and impulse.sunset else None,
        "still": bool(impulse and impulse.flown and impulse.targets),
        "over": over,
    }


@rule("3.8", "4.8", "18.4", "18.41")
def weather_track(state: State) -> list[tuple[int, str]]:
    """The weather of each space of the Impulse Track from the first of the day to the present one (3.8)."""
    return [(space, WEATHER[weather]) for space, weather in s18_weather.track(state)]


@rule("6.3", "11.23", "18.4")
def sunset(state: State) -> Tally:
    """What is added to the Sunset DR when it decides whether the day ends; once made, it is not changed (11.23)."""
    frame = s08_record.impulse(state)
    drm = frame.sunset_drm if frame is not None and frame.sunset else state.sunset_drm
    return Tally("Sunset modifier", [Term(drm, "11.23", "Sunset marker")] if drm else [])


NEVER = 99  # above any roll


@rule("6.3", "11.23", "18.4")
def sunset_chances(state: State) -> dict[str, Fraction]:
    """The exact chances of the next Sunset DR: the day ends, the weather changes, or neither (6.3, 18.4).

    Weather goes by the natural roll, and a change is moot where the day ends.
    """
    impulse = s08_record.impulse(state)
    stands = impulse is not None and impulse.flown and bool(impulse.targets)  # only aircraft so far (17.3)
    least = state.impulse - int(sunset(state))
    if state.impulse == LAST_SPACE and not stands:
        least = NEVER  # the marker leaves the track whatever is rolled (6.3)
    over = two_dice().chance(lambda roll: roll < least)
    locked = state.setting.setup.weather_lock
    turn = two_dice().chance(lambda roll: roll == state.impulse and roll >= least and not locked)
    return {"day_ends": over, "weather_changes": turn, "goes_on": 1 - over}


def phases(state: State) -> list[str]:
    """The phases of the present day, in order (6.1, 21.1)."""
    first = list(PHASES[: AMPHIBIOUS + 1]) if state.day == 0 else ["dawn"]
    return [*first, PHASES[DAYLIGHT], PHASES[REFIT], PHASES[REGROUP]]


def reached(state: State, until: str) -> bool:
    """Whether a phase (of the first day), a day ("Jun-07") or the phase of a day ("Jun-07 regroup") is over.

    Raises
    ------
    NotationError
        ``until`` is no phase and no day of the scenario.
    """
    words = str(until).split()
    phase = words.pop() if words and words[-1] in PHASES else None
    calendar = state.setting.calendar
    spellings = {f"{day:%b-%d}": n for n, day in enumerate(calendar)} | {
        day.isoformat(): n for n, day in enumerate(calendar)
    }
    if len(words) > 1 or (not words and phase is None) or (words and words[0] not in spellings):
        days = f"{calendar[0]:%b-%d} to {calendar[-1]:%b-%d}"
        raise NotationError(f"{until!r} is no phase ({', '.join(PHASES)}) and no day ({days}).")
    day = spellings[words[0]] if words else state.setting.setup.day
    if state.over or state.day != day:
        return bool(state.over) or state.day > day
    return phase is not None and state.phase > PHASES.index(phase)


def table(state: State, name: str) -> Rows:
    """The rows of the table ``units``, ``areas``, ``bridges``, ``depots``, ``chances`` or ``score``.

    ``depots`` are those of the night (value, spent, left), ``chances`` the dice that it may still bring.

    Raises
    ------
    NotationError
        There is no such table.
    """
    tables = {
        "units": _units, "areas": _areas, "bridges": _bridges, "score": _score,
        "depots": night_report.depots, "chances": night_report.chance_rows,
    }  # fmt: skip
    if name not in tables:
        raise NotationError(f"there is no table {name!r}; choose one of {', '.join(tables)}, log, dice")
    return tables[name](state)


def _units(state: State) -> Rows:
    places = state.setting.board.places
    impulse = s08_record.impulse(state)
    rows = []
    for unit in state.setting.forces.units:
        place, level = places[state.at[unit.index]], state.level[unit.index]
        fresh = level == FRESH and place.kind != ASIDE
        rows.append(
            {
                "id": unit.id,
                "name": unit.name,
                "side": SIDES[unit.side],
                "nationality": NATIONALITIES[unit.nationality],
                "division": unit.division,
                "type": unit.type,
                "at": place.id,
                "level": "eliminated" if place.id == "lost" else LEVELS[level],
                "fresh": fresh,
                "movement": unit.movement,
                "left": _left(state, impulse, unit) if fresh else 0,
                "entered": place.id != "waiting",
            }
        )
    return rows


def _left(state: State, impulse: Impulse | None, unit: Unit) -> int:
    """MF that a Fresh unit has left in this impulse; in one of the other side, all of them (8.33, 8.54)."""
    if unit.coastal:
        return 0
    used = s08_record.used(state, impulse, unit) if impulse is not None and impulse.side == unit.side else 0
    return max(0, s08_record.allowance(state, unit) - used)


def _areas(state: State) -> Rows:
    board = state.setting.board
    rows = []
    for index in (*board.areas, *board.zones):
        place = board.places[index]
        rows.append(
            {
                "id": place.id,
                "name": place.name,
                "control": NATIONALITIES[state.control[index]],
                "contested": contested(state, index),
                "german": state.here[GERMAN][index].bit_count(),
                "allied": state.here[ALLIED][index].bit_count(),
                "tem": place.tem,
                "bocage": place.bocage,
                "fort": state.fort[index],
                "vp": place.vp,
            }
        )
    return rows


def _bridges(state: State) -> Rows:
    board = state.setting.board
    rows = []
    for border in board.borders:
        if border.kind not in (RIVER, FLOODED):
            continue
        destroyed = border.bridge and state.held[border.index] >= DESTROYED
        german, allied = state.construct[border.index]
        rows.append(
            {
                "a": board.places[border.a].id,
                "b": board.places[border.b].id,
                "kind": border.kind,
                "bridge": border.bridge,
                "held": HELD[DESTROYED] if destroyed else SIDES[s20_bridges.holder(state, border)],
                "construct": max(german, allied),
            }
        )
    return rows


def _score(state: State) -> Rows:
    return [{"term": term.text, "value": term.value, "rule": term.rule} for term in s22_victory.score(state).terms]


def explain(state: State, what: str) -> Tally:
    """A number as a sum of cited terms.

    Parameters
    ----------
    what : str
        ``attack_value`` or ``defense_value`` of the pending attack, ``interdiction 51``, ``sunset``, ``victory_points``, or the
        text of an action: ``march US-4-8 50`` (cost), ``repair 45-49``, ``seize US-4-8 49-50``, ``demolish 45-49``
        (modifiers), ``refit GE-352-916 german@29`` (price), ``refit GE-709-739 cherbourg`` (die needed),
        ``depot german 29`` (value), ``airsupply 50`` (modifiers).

    Raises
    ------
    NotationError
        Unknown, or no attack is pending.
    """
    word = what.strip().partition(" ")[0]
    if word in ("attack_value", "defense_value"):
        pending = attack(state)
        if pending is None:
            raise NotationError(f"{what}: no attack is pending (9.1, 10.1).")
        return pending.av if word == "attack_value" else pending.dv
    known = _EXPLAINED.get(word)
    if known is not None:
        return known(state, what)
    raise NotationError(f"{what!r} cannot be explained; try attack_value, defense_value, {', '.join(_EXPLAINED)}")


def _interdiction(state: State, what: str) -> Tally:
    place = names(state.setting).places.find(what.strip().partition(" ")[2])
    index = state.setting.board.index.get(place or "")
    if index is None or not state.setting.board.places[index].beach:
        raise NotationError(f"{what}: name one of the beaches, such as interdiction 51 (19.4).")
    return s19_landing.interdiction_value(state, index)


def _march(state: State, what: str) -> Tally:
    """The MF of one step (8.36) of a unit that may take it; without an impulse, as if its place were activated."""
    index, place, wade = parse(state.setting, what).args
    unit = state.setting.forces.units[index]
    probe = ahead.activated(state, index)
    refusal = s08_refusals.step(probe, unit, place, bool(wade))
    if refusal is not None:
        raise NotationError(f"{what}: {refusal}")
    return s08_movement.cost(probe, s08_movement.mover(probe, index), place, bool(wade))


def _bridge(state: State, what: str) -> Tally:
    """The modifier of an attempt on a bridge by the side to move (20.5, 8.221)."""
    action = parse(state.setting, what)
    day = _day(state) or s12_record.refit(state)
    side = day.side if day else GERMAN
    if action.verb == "seize":
        side = state.setting.forces.units[action.args[0]].side
    border = state.setting.board.borders[action.args[0 if action.verb == "repair" else -1]]
    if not border.bridge:
        raise NotationError(f"{what}: no bridge is printed there (3.24).")
    return s20_work.tally_of(state, action.verb, side, border)


_EXPLAINED: dict[str, Callable[[State, str], Tally]] = {
    "interdiction": _interdiction,
    "march": _march,
    "repair": _bridge,
    "seize": _bridge,
    "demolish": _bridge,
    "refit": night_report.explain_refit,
    "depot": night_report.explain_depot,
    "airsupply": night_report.explain_airsupply,
    "sunset": lambda state, _: sunset(state),
    "victory_points": lambda state, _: s22_victory.score(state),
}


def result(state: State) -> tuple[str | None, Tally | None, str] | None:
    """Winner, points and how the game ended; None while it goes on."""
    if not state.over:
        return None
    return (None, None, state.over) if state.over.startswith(UNFINISHED) else s22_victory.result(state)


def summary(state: State) -> dict[str, Any]:
    """One game of a batch: what the Allies hold, units eliminated on both sides, points and impulses by day."""
    board, units = state.setting.board, state.setting.forces.units
    gone = [unit.side for unit in units if state.at[unit.index] == board.lost]
    return {
        "beaches": sum(state.control[beach] != GERMAN for beach in board.beaches),
        "areas": sum(state.control[area] != GERMAN for area in board.areas),
        "german_lost": gone.count(GERMAN),
        "allied_lost": gone.count(ALLIED),
        "points": s22_victory.score(state).total,
        **_by_day(state),
    }


def lost(state: State) -> int:
    """Units of both sides eliminated so far."""
    return sum(at == state.setting.board.lost for at in state.at)


def _by_day(state: State) -> dict[str, Number | None]:
    """Victory points at the end of each day, and pairs of impulses played in it; None for days not played."""
    pages = {page.day: page for page in state.diary}
    names = [(number, f"{day:%b-%d}") for number, day in enumerate(state.setting.calendar)]
    points = {f"points_{name}": pages[number].points if number in pages else None for number, name in names}
    return points | {f"impulses_{name}": pages[number].impulses if number in pages else None for number, name in names}
