"""Rules 9.1 to 9.4: the assault, its two values and its result.

The Attack Value is 9.2A-F, the Defense Value 9.3A-G; both are Tallies, in play as in the panels.
"""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED, GERMAN, SIDES, ZONE
from normandy_lab.breakout.forces.units import DISRUPT_1, SPENT, Unit
from normandy_lab.breakout.frames import Assault, Faces, Throw, Withdrawal
from normandy_lab.breakout.query import agree, bits, defense_factor, disruption, fresh, is_clear, name, units
from normandy_lab.breakout.rules import (
    s07_control,
    s08_record,
    s09_casualties,
    s09_crossings,
    s09_repulse,
    s09_retreats,
    s15_fortifications,
    s16_artillery,
)
from normandy_lab.breakout.setting import PHASES
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term, counted

DIVISION = 3  # units that make Divisional Integrity (9.2D)


@rule("9.2", "9.2A", "9.2B", "9.2C", "9.2D", "9.2E", "9.2F")
def attack_value(state: State, frame: Assault) -> Tally:
    """The Attack Value: Point Unit, the others, guns, divisions, air, and SS beside Wehrmacht (9.2)."""
    table = state.setting.forces.units
    point = table[frame.point]
    terms = [Term(point.attack, "9.2A", f"Point Unit, {point.name}")]
    others = frame.attackers.bit_count() - 1
    if others:
        terms.append(Term(others, "9.2B", counted(others, "other unit")))
    guns = frame.support.bit_count()
    if guns:
        terms.append(Term(guns, "9.2C", counted(guns, "supporting field artillery unit")))
    terms += [Term(1, "9.2D", f"Divisional Integrity, {division}") for division in divisions(state, frame)]
    if air_support(state, frame):
        terms.append(Term(int(state.setting.rules["air_attack"]), "9.2E", "air support, clear sky"))
    if frame.side == GERMAN and _mixed(state, frame.attackers):
        terms.append(Term(-1, "9.2F", "SS and Wehrmacht together"))
    return Tally("attack value", terms)


@rule("9.2D")
def divisions(state: State, frame: Assault) -> list[str]:
    """Divisions with three or more units in the attack, supporting guns included (9.2D)."""
    counts: dict[str, int] = {}
    for unit in units(state, frame.attackers | frame.support):
        if unit.division:
            counts[unit.division] = counts.get(unit.division, 0) + 1
    return [division for division, count in counts.items() if count >= DIVISION]


@rule("9.2E", "18.2", "14.4")
def air_support(state: State, frame: Assault) -> bool:
    """Allied assaults by day, in Clear weather, in an area: not in the night of the drop (21.2)."""
    by_day = frame.kind != "airborne"
    in_zone = state.setting.board.places[frame.area].kind == ZONE
    return frame.side == ALLIED and by_day and is_clear(state) and not in_zone


def _mixed(state: State, mask: int) -> bool:
    return len({unit.ss for unit in units(state, mask)}) > 1


@rule("9.3", "9.3A", "9.3B", "9.3C", "9.3D", "9.3E", "9.3F", "9.3G")
def defense_value(state: State, frame: Assault, forward: int) -> Tally:
    """The Defense Value with this Forward Unit: factor, terrain, crossing, fort, air, Fresh others (9.3)."""
    area = state.setting.board.places[frame.area]
    defender = 1 - frame.side
    unit = state.setting.forces.units[forward]
    terms = _forward_terms(state, unit)
    if area.tem:
        terms.append(Term(area.tem, "9.3B", f"terrain of {area.name}"))
    terms += s09_crossings.terms(state, frame)
    terms += s15_fortifications.term(state, frame.area, defender, "9.3E")
    if frame.side == GERMAN and is_clear(state) and area.kind != ZONE:
        terms.append(Term(int(state.setting.rules["air_defense"]), "9.3F", "air support, clear sky"))
    others = (fresh(state, state.here[defender][frame.area]) & ~(1 << forward)).bit_count()
    if others:
        terms.append(Term(others, "9.3G", counted(others, "other Fresh defender")))
    return Tally("defense value", terms)


def _forward_terms(state: State, unit: Unit) -> list[Term]:
    factor = defense_factor(state, unit)
    terms = [Term(factor, "9.3A", f"Forward Unit, {unit.name}")]
    loss = min(disruption(state, unit), factor)  # never below zero (I-6)
    if loss:
        terms.append(Term(-loss, "9.3A", f"its disruption {disruption(state, unit)}"))
    return terms


def best_forward(state: State, frame: Assault) -> int:
    """The Forward Unit with the highest Defense Value; the first in the order of battle among equals."""
    candidates = bits(forward_units(state, frame))
    return max(candidates, key=lambda index: (int(defense_value(state, frame, index)), -index))


def point_units(state: State, frame: Assault) -> int:
    """Infantry and armor among the attackers (8.375, 9.2A)."""
    return sum(1 << unit.index for unit in units(state, frame.attackers) if unit.point)


def forward_units(state: State, frame: Assault) -> int:
    """The defenders that may be the Forward Unit (9.3A, 16.1)."""
    return s16_artillery.can_be_singled_out(state, state.here[1 - frame.side][frame.area])


@rule("9.1", "9.3A", "8.375")
def ask(state: State, frame: Assault) -> Decision | None:
    """First the attacker names the Point Unit, then the defender the Forward Unit (9.1)."""
    setting = state.setting
    where = name(state, frame.area)
    if frame.stage == "point":
        options = [make(setting, "point", unit) for unit in bits(point_units(state, frame))]
        prompt = f"Assault on {where}: name the Point Unit."
        return Decision("point", SIDES[frame.side], "9.2A", prompt, options)
    if frame.stage == "forward":
        options = [make(setting, "forward", unit) for unit in bits(forward_units(state, frame))]
        prompt = f"Defense of {where}: name the Forward Unit."
        return Decision("forward", SIDES[1 - frame.side], "9.3A", prompt, options)
    return None


def answer(state: State, frame: Assault, action: Action, events: list[Event]) -> None:
    if action.verb == "point":
        frame = frame._replace(point=action.args[0], stage="forward")
    else:
        frame = frame._replace(forward=action.args[0], stage="roll")
    state.frames = (*state.frames[:-1], frame)


def resume(state: State, frame: Assault, events: list[Event]) -> None:
    if frame.stage == "roll":
        state.frames = (*state.frames[:-1], frame._replace(stage="result"), _throw(state, frame))
    else:
        _finish(state, frame, events)


def _throw(state: State, frame: Assault) -> Throw:
    area = state.setting.board.places[frame.area]
    rollers = (SIDES[frame.side], SIDES[1 - frame.side])
    impulse = s08_record.impulse(state)
    when = PHASES[state.phase] if impulse is None else impulse.key
    key = ("attack", state.day, when, area.id, frame.number)
    values = int(attack_value(state, frame)), int(defense_value(state, frame, frame.forward))
    return Throw(rollers, (2, 2), key, f"assault on {area.name}", attack=True, values=values)


RESULTS = {
    "9.41": "The assault on {} is repulsed: {} against {} (values {} and {}).",
    "9.42": "The assault on {} is a tie: {} against {} (values {} and {}).",
    "9.43": "The assault on {} succeeds: {} against {} (values {} and {}).",
}


@rule("9.4", "9.6")
def rolled(state: State, frame: Assault, faces: Faces, events: list[Event]) -> None:
    """Compare the totals (9.4): repulsed, tie, or success with casualty points; defenders leave last (9.6)."""
    av, dv = int(attack_value(state, frame)), int(defense_value(state, frame, frame.forward))
    attack, defense = av + sum(faces[0]), dv + sum(faces[1])
    area = state.setting.board.places[frame.area]
    cited = "9.41" if attack < defense else "9.42" if attack == defense else "9.43"
    events.append(Event(cited, SIDES[frame.side], RESULTS[cited], (area.name, attack, defense, av, dv), area.id))
    frame = frame._replace(stage="done")
    state.frames = (*state.frames[:-1], frame, s09_retreats.withdrawal(frame.area, 1 - frame.side))
    if cited == "9.41":
        _repulse(state, frame, events)
        return
    s09_crossings.capture(state, frame, events)
    if cited == "9.42":
        _tie(state, frame, events)
    else:
        _succeed(state, frame, attack - defense, events)


@rule("9.41", "12.3", "8.51", "16.1")
def _repulse(state: State, frame: Assault, events: list[Event]) -> None:
    """All assaulting units are Disrupt 1, with every unit that had to assault and could not (16.1, 21.5).

    By day those of a Mandatory Assault go back at once, and the others may (8.51, 9.61).
    """
    must = s09_crossings.mandatory_mask(state, frame.attackers | frame.others)
    by_day = frame.kind == "impulse"
    hurt = frame.attackers | (frame.others & must if by_day else frame.others)
    _disrupt(state, hurt)
    spend(state, frame.support | frame.others)
    events.append(Event("9.41", SIDES[frame.side], "Disrupt 1: {}.", (state.setting.names(hurt),)))
    if by_day:
        s09_repulse.drive_back(state, frame.area, must, events)
        s09_repulse.offer(state, frame.area, frame.attackers & ~must)


@rule("9.42", "12.3")
def _tie(state: State, frame: Assault, events: list[Event]) -> None:
    """Everybody is Spent, and the Point Unit alone is Disrupt 1; nobody has to leave, who entered may (9.42, I-72)."""
    spend(state, frame.attackers | frame.support | frame.others)
    _disrupt(state, 1 << frame.point)
    events.append(
        Event("9.42", SIDES[frame.side], "Only {} is disrupt 1.", (state.setting.forces.units[frame.point].name,))
    )
    if frame.kind == "impulse":
        came_along = s09_crossings.mandatory_mask(state, frame.others)
        s09_repulse.offer(state, frame.area, frame.attackers | came_along)


@rule("9.43", "8.53", "9.8")
def _succeed(state: State, frame: Assault, difference: int, events: list[Event]) -> None:
    """The attackers are Spent and the defender pays; after an Overrun they stay Fresh, and so do their guns (8.53).

    What came along without assaulting is Spent either way (I-71).
    """
    spend(state, frame.others)
    if s09_casualties.overruns(state, frame, difference):
        supported = s08_record.current(state).supported | frame.support
        s08_record.amend(state, overrun=True, supported=supported)
        words = (name(state, frame.area), state.setting.names(frame.attackers))
        events.append(Event("8.53", SIDES[frame.side], "{} is overrun: {} may go on.", words))
    else:
        spend(state, frame.attackers | frame.support)
    s09_casualties.begin(state, frame, difference, events)


@rule("9.43", "4.2", "12.1")
def spend(state: State, mask: int) -> None:
    """Flip the Fresh units of the mask (12.1)."""
    for index in bits(mask):
        state.level[index] = max(state.level[index], SPENT)


def _disrupt(state: State, mask: int) -> None:
    for index in bits(mask):
        state.level[index] = max(state.level[index], DISRUPT_1)


@rule("21.5", "9.62")
def lost_without_dice(state: State, area: int, side: int, units: int, events: list[Event]) -> None:
    """No Fresh lander can be Point Unit (8.375): the assault is lost without a roll, all are Disrupt 1 (21.5, I-29).

    Lost or not, the defenders may leave of their own will (9.62, I-42).
    """
    kind = "landing" if s08_record.impulse(state) is None else "impulse"
    over = Assault(area, side, units, kind, stage="done")  # it still settles who controls the beach
    state.frames = (*state.frames, over, Withdrawal(area, 1 - side))
    _disrupt(state, units)
    place = state.setting.board.places[area]
    words = (place.name, state.setting.names(units), agree(units, "is", "are"))
    events.append(
        Event(
            "21.5",
            SIDES[side],
            "No Fresh infantry or armor is left off {}: the assault is lost, and {} {} disrupt 1.",
            words,
            place.id,
        )
    )


def _finish(state: State, frame: Assault, events: list[Event]) -> None:
    """Control and fortification are judged when the assault is over (7.3, 15.2, I-32)."""
    state.frames = state.frames[:-1]
    s15_fortifications.judge(state, frame.area, events)
    s07_control.settle(state, frame.area, events)


def refuse(state: State, frame: Assault, action: Action) -> Refusal | None:
    """Why this unit cannot be the Point Unit or the Forward Unit."""
    where = name(state, frame.area)
    if action.verb == "point" and frame.stage == "point":
        unit = state.setting.forces.units[action.args[0]]
        if frame.attackers >> unit.index & 1:
            return Refusal("8.375", f"{unit.name} is neither infantry nor armor.", "Name an infantry or armor unit.")
        return Refusal("9.1", f"{unit.name} does not take part in the assault on {where}.", "Name an assaulting unit.")
    if action.verb == "forward" and frame.stage == "forward":
        unit = state.setting.forces.units[action.args[0]]
        if state.here[1 - frame.side][frame.area] >> unit.index & 1:
            return Refusal(
                "16.1", f"{unit.name} is field artillery, and other types defend {where}.", "Name one of them."
            )
        return Refusal("9.3A", f"{unit.name} does not defend {where}.", "Name a defender.")
    return None
