"""CH 1.4, CH 3.1, CH 4: bombers at each hex, what interdiction covers, and the die of the strategic mission."""

from __future__ import annotations

from normandy_lab.core.decisions import CHANCE, Action, Decision, Event, Roll
from normandy_lab.core.rulebook import rule
from normandy_lab.theatre import numbers, questions
from normandy_lab.theatre.frames import Blow
from normandy_lab.theatre.rules import c1_volley
from normandy_lab.theatre.setting import iso
from normandy_lab.theatre.state import State

RAIL = -1


@rule("T-9")
def points(state: State, verb: str, target: int = 0) -> int:
    """Air points of a mission at its target."""
    air = state.setting.charts.air
    return sum(o.number * air[o.kind].factors for o in state.orders if o.verb == verb and o.target == target)


def _dice(state: State) -> list[int]:
    """What is rolled for: hexes in their order, then the railways if there are points enough."""
    hexes = sorted({order.target for order in state.orders if order.verb == "bomb"})
    rail = numbers.column(state.setting.charts.cuts_min, points(state, "strategic")) >= 0
    return [*hexes, *([RAIL] if rail else [])]


def ask(state: State, frame: Blow) -> Decision | None:
    due, day = _dice(state)[frame.done :], iso(state.day)
    if not due:
        return None
    if due[0] == RAIL:
        prompt = f"Roll for rail cuts with {points(state, 'strategic')} points."
        roll = Roll(("allied",), (1,), ("rail", day), "rail cuts")
        return Decision("roll", CHANCE, "CH 4", prompt, roll=roll, step=questions.RAIL)
    name = state.setting.targets[due[0]].name
    roll = Roll(("allied",), (1,), ("bombs", day, name), f"bombers at {name}")
    prompt = f"Roll for the bombers at {name}: {points(state, 'bomb', due[0])} factors."
    return Decision("roll", CHANCE, "CH 1.4", prompt, roll=roll, step=questions.BOMBS)


def answer(state: State, frame: Blow, action: Action, events: list[Event]) -> None:
    due, face = _dice(state)[frame.done], action.args[0][0][0]
    state.frames = (*state.frames[:-1], Blow(frame.done + 1))
    if due == RAIL:
        cuts = numbers.cuts(state.setting.charts, points(state, "strategic"), face)
        state.damage += cuts
        state.note(cuts=cuts)
        events.append(Event("CH 4", "allied", "{} rail cuts; damage stands at {}.", (cuts, state.damage)))
        return
    c1_volley.strike(state, "air", due, points(state, "bomb", due), face, events)


@rule("CH 3.1", "T-10", "T-11", "T-20")
def resume(state: State, frame: Blow, events: list[Event]) -> None:
    """Interdiction covers its hexes, no hex twice (T-20); what a scenario mends of the railways is mended (T-11)."""
    charts = state.setting.charts
    zones = {order.target for order in state.orders if order.verb == "interdict"}
    bought = [numbers.radius(charts, points(state, "interdict", zone)) for zone in zones]
    covered = sum(charts.hexes[radius - 1] for radius in bought if radius)
    if zones:
        events.append(Event("CH 3.1", "allied", "Interdiction covers {} hexes.", (covered,)))
    state.damage = max(0, state.damage - state.setting.readings.rail_repair)
    state.note(covered=covered, damage=state.damage)
    state.frames = state.frames[:-1]
