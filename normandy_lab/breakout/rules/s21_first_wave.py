"""Rule 21.5: who lands in the first wave; the waves of all beaches are named before a gun fires."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, BOX, GERMAN, NATIONALITIES, SIDES
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Beaches, FirstWave, Interdiction
from normandy_lab.breakout.query import bits, name, units
from normandy_lab.breakout.rules import s07_control
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


def due(state: State) -> list[Unit]:
    """Allied units in the approach boxes, in the order of the order of battle."""
    places = state.setting.board.places
    allied = units(state, state.setting.forces.allied)
    return [unit for unit in allied if places[state.at[unit.index]].kind == BOX]


def beach_of(state: State, unit: Unit) -> int:
    """The beach whose approach box the unit stands in."""
    return state.setting.board.beach_of[state.at[unit.index]]


def landers(state: State, mask: int, beach: int) -> int:
    """The units of a mask that wait off this beach."""
    box = state.setting.board.box_of[beach]
    return mask & state.here[ALLIED][box]


@rule("21.5", "7.1", "4.33", "3.4")
def illegal(state: State, frame: FirstWave, unit: Unit, beach: int) -> str:
    """Why the unit may not land there in the first wave, or "" (21.5)."""
    place = state.setting.board.places[state.at[unit.index]]
    if unit.side == GERMAN or place.kind != BOX:
        return "due"
    if frame.units >> unit.index & 1:
        return "twice"
    if unit.field_artillery:
        return "artillery"
    if state.level[unit.index] != FRESH:
        return "fresh"
    if beach_of(state, unit) != beach:
        return "beach"
    there = landers(state, frame.units, beach) | state.here[ALLIED][beach]
    if there.bit_count() >= s07_control.STACK_LIMIT:
        return "7.1"
    cap = state.setting.rules["first_wave_cap"]
    return "cap" if cap and landers(state, frame.units, beach).bit_count() >= int(cap) else ""


@rule("21.5")
def missing(state: State, frame: FirstWave) -> list[int]:
    """Beaches where a unit may land and none has been named: each must be invaded (21.5)."""
    able = {beach for unit in due(state) if not illegal(state, frame, unit, beach := beach_of(state, unit))}
    return sorted(beach for beach in able if not landers(state, frame.units, beach))


def ask(state: State, frame: FirstWave) -> Decision | None:
    setting = state.setting
    options = [
        make(setting, "land", unit.index, beach)
        for unit in due(state)
        if not illegal(state, frame, unit, beach := beach_of(state, unit))
    ]
    if not options and not frame.units:
        return None
    if not missing(state, frame):
        options.append(make(setting, "end"))
    prompt = "First wave: name the units that land, at least one at each beach."
    return Decision("first_wave", SIDES[ALLIED], "21.5", prompt, options)


def answer(state: State, frame: FirstWave, action: Action, events: list[Event]) -> None:
    if action.verb == "land":
        state.frames = (*state.frames[:-1], frame._replace(units=frame.units | 1 << action.args[0]))
        return
    queue = []
    for beach in state.setting.board.beaches:
        wave = landers(state, frame.units, beach)
        if wave:
            place = state.setting.board.places[beach]
            words = (place.name, state.setting.names(wave))
            events.append(Event("21.5", SIDES[ALLIED], "First wave at {}: {}.", words, place.id))
        queue += [(index, beach) for index in bits(wave)]
    state.frames = (*state.frames[:-1], Beaches(frame.units), Interdiction(tuple(queue)))


def refuse(state: State, frame: FirstWave, action: Action) -> Refusal | None:
    if action.verb == "end":
        beaches = ", ".join(name(state, beach) for beach in missing(state, frame))
        return Refusal(
            "21.5", f"At least one unit must land at each beach; none is named for {beaches}.", "Land a unit there."
        )
    if action.verb != "land":
        return None
    unit, beach = state.setting.forces.units[action.args[0]], action.args[1]
    code = illegal(state, frame, unit, beach)
    return _refusal(state, unit, beach, code) if code else None


def _refusal(state: State, unit: Unit, beach: int, code: str) -> Refusal:
    where = name(state, beach)
    reasons = {
        "due": ("21.5", f"{unit.name} is not due to land on June 6.", "Choose a unit in an approach box."),
        "twice": ("21.5", f"{unit.name} is in the first wave already.", "Choose another unit."),
        "artillery": (
            "21.5",
            f"{unit.name} may not land now: no artillery in the first wave.",
            "It can land from the first Allied impulse on.",
        ),
        "fresh": ("8.32", f"{unit.name} is not Fresh.", "Choose a Fresh unit."),
        "7.1": ("7.1", f"{where} would hold more than ten Allied units.", "Land it later."),
        "cap": (
            "21.5",
            f"This scenario lets {state.setting.rules['first_wave_cap']} units land at a beach.",
            "Land it later.",
        ),
    }
    if code == "beach":
        nation = state.setting.board.places[beach].nationality
        if unit.nationality != nation and state.setting.board.places[beach].beach:
            who = NATIONALITIES[nation].upper() if nation == 1 else NATIONALITIES[nation].capitalize()
            return Refusal(
                "19.3",
                f"{where} is {who}: {unit.name} lands at beaches of its own nationality.",
                f"Land it at {name(state, beach_of(state, unit))}.",
            )
        return Refusal(
            "4.33", f"{unit.name} is due at {name(state, beach_of(state, unit))}, not at {where}.", "Land it there."
        )
    return Refusal(*reasons[code])
