"""Rule 9.6: retreats of defenders. Those of attackers are in ``s09_repulse``."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import AREA, SIDES, ZONE
from normandy_lab.breakout.forces.units import FRESH, SPENT, Unit
from normandy_lab.breakout.frames import Withdrawal
from normandy_lab.breakout.query import bits, contested, controller, free, move_unit, name, playable
from normandy_lab.breakout.rules import s07_control, s08_movement
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, counted


def withdrawal(area: int, side: int) -> Withdrawal:
    """The frame in which defenders may leave of their own will (9.62)."""
    return Withdrawal(area, side)


@rule("8.373", "16.3", "9.63", "9.63A", "9.63B", "9.63C")
def illegal(state: State, unit: Unit, start: int, place: int) -> str:
    """Why the unit may not retreat from ``start`` into the place next to it, or "" (9.63)."""
    board = state.setting.board
    if unit.coastal:
        return "8.373"
    border = board.between.get((start, place))
    if border is None or board.places[place].kind not in (AREA, ZONE):
        return "9.6"
    code = s08_movement.retreat_crossing(state, board.borders[border], unit, 1 - unit.side)
    if code:
        return code
    if controller(state, place) != unit.side and not contested(state, place):
        return "9.63C"
    return "16.13" if s07_control.second_corps(state, unit, place) else ""


@rule("9.64", "9.64A", "9.64B", "9.64C")
def priority(state: State, unit: Unit, place: int) -> tuple[int, int]:
    """Lower is sooner: Free areas by enemy-controlled neighbours, then contested ones (9.64)."""
    if free(state, place, unit.side):
        neighbours = state.setting.board.neighbours[place]
        return 0, sum(controller(state, other) != unit.side for other, _ in neighbours)
    return (1, 0) if controller(state, place) == unit.side else (2, 0)


@rule("9.64", "9.64D", "9.63D", "9.66", "9.65")
def destinations(state: State, index: int) -> list[int]:
    """Where the unit may end its retreat, judged now (9.65): every place of the best priority.

    Only when every way out is fully stacked does it pass through a full area to the next (9.66, I-14, I-34).
    """
    unit = state.setting.forces.units[index]
    found = nearest(state, unit, state.at[index], {state.at[index]})
    best = min((priority(state, unit, place) for place in found), default=None)
    return [place for place in found if priority(state, unit, place) == best]


@rule("9.66", "9.63", "9.63D")
def nearest(state: State, unit: Unit, start: int, seen: set[int]) -> list[int]:
    """The places with room that are reached from ``start`` by the fewest full areas, each leg under 9.63 (9.66, I-34)."""
    ring = [start]
    while ring:
        near = _steps(state, unit, ring, seen)
        found = [place for place in near if not s07_control.stacking(state, unit, place)]
        if found:
            return found
        seen = seen | set(near)
        ring = near
    return []


def _steps(state: State, unit: Unit, ring: list[int], seen: set[int]) -> list[int]:
    """Legal next places from any place of the ring, in board order."""
    found = {
        place
        for start in ring
        for place, _ in state.setting.board.neighbours[start]
        if place not in seen and not illegal(state, unit, start, place)
    }
    return sorted(found)


@rule("9.66")
def _way(state: State, unit: Unit, start: int, goal: int) -> list[int]:
    """The places from ``start`` to the end of the retreat: straight there, or by the fewest full areas (I-34)."""
    ways: dict[int, list[int]] = {start: []}
    while goal not in ways:
        for here, way in list(ways.items()):
            for place in _steps(state, unit, [here], set(ways)):
                ways[place] = [*way, place]
    return ways[goal]


@rule("9.66", "8.371")
def cross(state: State, unit: Unit, start: int, goal: int) -> None:
    """Count the unit on every bridge of its way from ``start`` (8.371)."""
    board = state.setting.board
    for step in _way(state, unit, start, goal):
        s08_movement.cross(state, board.borders[board.between[start, step]], unit)
        start = step


@rule("9.62", "9.67", "9.5E", "7.3")
def retreat(state: State, index: int, place: int, events: list[Event]) -> None:
    """Move one unit out; a Fresh one becomes Spent (9.62). It counts on every bridge it uses (8.371).

    Where it comes to, it may stand alone; where it comes from, it may leave the other Ally alone (7.3).
    """
    unit = state.setting.forces.units[index]
    board = state.setting.board
    start = state.at[index]
    cross(state, unit, start, place)
    if state.level[index] == FRESH:
        state.level[index] = SPENT
    move_unit(state, index, place)
    events.append(
        Event("9.6", SIDES[unit.side], "{} retreats to {}.", (unit.name, board.names[place]), board.places[place].id)
    )
    s07_control.settle(state, place, events)
    s07_control.left_behind(state, start, unit, events)


def ask(state: State, frame: Withdrawal) -> Decision | None:
    """Defenders may leave even if the attacker lost (9.62)."""
    setting = state.setting
    options = [
        make(setting, "retreat", index, place)
        for index in bits(state.here[frame.side][frame.area])
        for place in destinations(state, index)
    ]
    if not options:
        return None
    prompt = f"Units may retreat from {name(state, frame.area)}, or hold."
    options.append(make(setting, "hold"))
    return Decision("retreat", SIDES[frame.side], "9.62", prompt, options, step=questions.WITHDRAWAL)


def answer(state: State, frame: Withdrawal, action: Action, events: list[Event]) -> None:
    if action.verb == "hold":
        state.frames = state.frames[:-1]
    else:
        retreat(state, action.args[0], action.args[1], events)


REASONS = {
    "8.373": ("Coastal artillery never retreats.", "Choose another unit."),
    "9.6": ("That is not next to the assaulted area.", "Choose an adjacent area."),
    "9.63A": ("Only infantry may retreat across a river without a secured bridge.", "Choose another area."),
    "9.63B flood": ("No retreat crosses a flood without a standing bridge.", "Choose another area."),
    "9.63B held": ("No retreat crosses a bridge or river that the enemy holds.", "Choose another area."),
    "8.371": ("Five units have already used that bridge.", "Choose another area."),
    "9.63C": ("An uncontested area of the enemy takes no retreat.", "Choose a friendly or contested area."),
    "7.1": ("Ten friendly units are there already.", "Choose another area."),
    "16.13": ("A corps artillery unit is there already.", "Choose another area."),
}


def refusal(state: State, index: int, place: int) -> Refusal | None:
    """Why this unit may not retreat there; None if it may."""
    unit = state.setting.forces.units[index]
    code = illegal(state, unit, state.at[index], place) or s07_control.stacking(state, unit, place)
    if code:
        text, fix = REASONS[code]
        return Refusal(code.split(" ")[0], f"{unit.name} to {name(state, place)}: {text}", fix)
    best = destinations(state, index)
    if place in best or not best:
        return None
    text = (
        f"{_standing(state, unit, place)}, {_standing(state, unit, best[0])}: it comes later in the order of retreat."
    )
    places = state.setting.board.places
    better = list(filter(None, (playable(state, f"retreat {unit.id} {places[other].id}") for other in best)))
    plain = f"Choose {' or '.join(name(state, other) for other in best)}."
    return Refusal("9.64", text, f"Play {' or '.join(better)}." if better else plain)


@rule("9.64A", "9.64B", "9.64C")
def _standing(state: State, unit: Unit, place: int) -> str:
    """What the place is in the order of retreat: contested, or Free with so many enemy neighbours (9.64)."""
    rank, enemies = priority(state, unit, place)
    where = name(state, place)
    if rank:
        return f"{where} is contested and {'friendly' if rank == 1 else 'the enemy'}-controlled"
    return f"{where} is Free and has {counted(enemies, 'enemy-controlled neighbour')}"


def refuse(state: State, frame: Withdrawal, action: Action) -> Refusal | None:
    if action.verb != "retreat":
        return None
    unit = state.setting.forces.units[action.args[0]]
    if not state.here[frame.side][frame.area] >> unit.index & 1:
        return Refusal("9.62", f"{unit.name} does not defend {name(state, frame.area)}.", "Choose a defender there.")
    return refusal(state, unit.index, action.args[1])
