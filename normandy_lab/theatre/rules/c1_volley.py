"""CH 1, CH 1.3: the die of each hex that ships fire at, then of each rocket."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import numbers, questions
from normandy_lab.theatre.frames import Volley
from normandy_lab.theatre.rules import c1_guns
from normandy_lab.theatre.setting import iso
from normandy_lab.theatre.state import State


def strength(state: State, target: int) -> int:
    """All factors of ships on a hex."""
    naval = state.setting.charts.naval
    shots = (o for o in state.orders if o.target == target and not c1_guns.is_rocket(naval[o.kind]))
    return sum(c1_guns.factors(state, order) for order in shots)


@rule("CH 1.3")
def _dice(state: State) -> list[tuple[int, int]]:
    """What is rolled for: target and 0 for ships, a number from 1 for a rocket."""
    hexes = sorted({order.target for order in state.orders})
    ships = [(target, 0) for target in hexes if strength(state, target)]
    return [*ships, *((t, n + 1) for t in hexes for n in range(c1_guns.rockets_at(state, t)))]


def ask(state: State, frame: Volley) -> Decision | None:
    due, day = _dice(state)[frame.done :], iso(state.day)
    if not due:
        return None
    target, rocket = due[0]
    name = state.setting.targets[target].name
    if rocket:
        roll = Roll(("allied",), (1,), ("rocket", day, name, rocket), f"rocket at {name}")
        return Decision(
            "roll", CHANCE, "CH 1.3", f"Roll for a rocket at {name}: a 6.", roll=roll, step=questions.ROCKET
        )
    prompt = f"Roll for the ships at {name}: {strength(state, target)} factors."
    roll = Roll(("allied",), (1,), ("ships", day, name), f"ships at {name}")
    return Decision("roll", CHANCE, "CH 1", prompt, roll=roll, step=questions.SHELLS)


def answer(state: State, frame: Volley, action: Action, events: list[Event]) -> None:
    target, rocket = _dice(state)[frame.done]
    face = action.args[0][0][0]
    state.frames = (*state.frames[:-1], Volley(frame.done + 1))
    if not rocket:
        strike(state, "naval", target, strength(state, target), face, events)
    else:
        _mark(state, target, numbers.rocket_disrupts(state.setting.charts, face), "CH 1.3", "A rocket", events)


@rule("CH 1", "CH 1.2", "CH 1.4")
def strike(state: State, fire: str, target: int, power: int, face: int, events: list[Event]) -> None:
    """One attack on a hex: the die with its modifiers in the column of the strength."""
    setting = state.setting
    roll = face + int(
        numbers.modifiers(setting.charts, setting.readings, state.sky, fire, setting.targets[target].fort)
    )
    who = "Ships" if fire == "naval" else "Bombers"
    _mark(state, target, numbers.disrupts(setting.charts, power, roll), "CH 1.2", who, events)


def _mark(state: State, target: int, hit: bool, clause: str, who: str, events: list[Event]) -> None:
    name = state.setting.targets[target].name
    if hit:
        state.hit |= 1 << target
        state.note(disrupted=state.hit.bit_count())
    words = "{} at {}: disrupted." if hit else "{} at {}: no effect."
    events.append(Event(clause, "allied", words, (who, name), name))
