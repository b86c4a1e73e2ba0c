"""Rule 10: a bombardment by a marker or by field artillery: Primary Target, the two values, the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import BORDER, make
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.forces.units import SPENT, Unit
from normandy_lab.breakout.frames import Bombardment, Faces, Throw
from normandy_lab.breakout.query import bits, fresh, name, side_of, units
from normandy_lab.breakout.rules import s08_record, s10_attrition, s15_fortifications, s16_artillery, s17_naval_air
from normandy_lab.breakout.setting import PHASES
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term, counted

# Which Fresh units add to the DV, by the kind of bombardment (10.3C, 16.11, 16.14, 16.2, 16.3).
# Nothing shelters from the batteries of Le Havre, nor from rockets (I-67).
SHELTER: dict[str, tuple[str, Callable[[Unit], bool]]] = {
    "air": ("FLAK", lambda unit: unit.flak),
    "naval": ("coastal artillery", lambda unit: unit.coastal),
    "guns": ("field artillery", lambda unit: unit.field_artillery and not unit.nebelwerfer),
}


class Source(NamedTuple):
    """What bombards: a marker, or guns with one of them in the lead."""

    id: str
    title: str
    name: str
    side: int
    kind: str  # "air", "naval", "shore"; "guns", "rockets"
    attack: int


def source(state: State, frame: Bombardment) -> Source:
    """The marker, or the leading gun (10.2)."""
    forces = state.setting.forces
    if frame.marker >= 0:
        marker = forces.markers[frame.marker]
        return Source(marker.id, marker.title, marker.name, side_of(marker.nationality), marker.kind, marker.attack)
    unit = forces.units[frame.lead]
    kind = "rockets" if unit.nebelwerfer else "guns"
    return Source(unit.id, unit.name, unit.name, unit.side, kind, unit.attack)


@rule("10.2", "16.11", "17.2", "21.3")
def attack_value(state: State, frame: Bombardment) -> Tally:
    """The Attack Factor of the marker, at full strength against every beach on D-Day (21.3).

    For guns the factor of the lead, and one for each other gun (10.2).
    """
    attacker = source(state, frame)
    terms = [Term(attacker.attack, "10.2", f"attack factor of {attacker.title}")]
    others = frame.support.bit_count()
    if others:
        terms.append(Term(others, "10.2", counted(others, "supporting field artillery unit")))
    return Tally("attack value", terms)


@rule("10.3", "10.3A", "10.3B", "10.3C", "16.11", "16.14", "16.2", "16.3")
def defense_value(state: State, frame: Bombardment) -> Tally:
    """Terrain, fortification, and the Fresh units that shelter the area; no Defense Factor (10.3)."""
    attacker = source(state, frame)
    area = state.setting.board.places[frame.area]
    defender = 1 - attacker.side
    terms = [Term(area.tem, "10.3A", f"terrain of {area.name}")] if area.tem else []
    terms += s15_fortifications.term(state, frame.area, defender, "10.3B")
    if attacker.kind in SHELTER:
        what, shelters = SHELTER[attacker.kind]
        mask = fresh(state, state.here[defender][frame.area])
        count = sum(1 for unit in units(state, mask) if shelters(unit))
        if count:
            terms.append(Term(count, "10.3C", f"{count} Fresh {what}"))
    return Tally("defense value", terms)


def victims(state: State, frame: Bombardment) -> int:
    """The side under fire: the enemy, or our own units after a mistaken attack (17.31)."""
    side = source(state, frame).side
    return side if frame.stage == "mistake" else 1 - side


@rule("20.22", "10.12")
def sites(state: State, side: int, place: int, area: int) -> list[int]:
    """Borders with a Construct marker of the enemy that guns led from ``place`` may aim at in ``area``.

    The bridge site lies on a boundary of the lead's area and of the target area.
    """
    board = state.setting.board
    if place != area:
        shared = board.between.get((place, area))
        borders = [] if shared is None else [shared]
    else:
        borders = [border for _, border in board.neighbours[place]]
    return [border for border in borders if state.construct[border][1 - side]]


def primary_targets(state: State, frame: Bombardment) -> list[int]:
    """Unit indices, then BORDER + index of the Construct markers, that may be the Primary Target (10.12)."""
    eligible = s16_artillery.primary_targets(state, state.here[victims(state, frame)][frame.area])
    markers: list[int] = []
    if frame.marker < 0:
        lead = state.setting.forces.units[frame.lead]
        markers = sites(state, lead.side, state.at[lead.index], frame.area)
    return [*bits(eligible), *(BORDER + border for border in markers)]


@rule("10.12", "20.22")
def ask(state: State, frame: Bombardment) -> Decision | None:
    """The side that fires names the Primary Target; after a mistaken attack the German does (17.31)."""
    if frame.stage not in ("target", "mistake"):
        return None
    side = victims(state, frame)
    options = [make(state.setting, "target", target) for target in primary_targets(state, frame)]
    title = source(state, frame).title
    if frame.stage == "mistake":
        prompt = f"{title} hits its own side in {name(state, frame.area)}: name the Allied Primary Target."
        return Decision("target", SIDES[1 - side], "17.31", prompt, options, step=questions.MISTAKE)
    prompt = f"{title} on {name(state, frame.area)}: name the Primary Target."
    return Decision("target", SIDES[1 - side], "10.12", prompt, options)


def answer(state: State, frame: Bombardment, action: Action, events: list[Event]) -> None:
    primary = action.args[0]
    if frame.stage == "mistake":
        state.frames = (*state.frames[:-1], frame._replace(stage="done"))
        s10_attrition.begin(state, frame.area, victims(state, frame), frame.mistake, primary, events)
        return
    frame = frame._replace(primary=primary, stage="roll")
    state.frames = (*state.frames[:-1], frame, _throw(state, frame))


def _throw(state: State, frame: Bombardment) -> Throw:
    """The dice are named by the phase, by day by the impulse, so that two variants meet the same luck."""
    area = state.setting.board.places[frame.area]
    attacker = source(state, frame)
    impulse = s08_record.impulse(state)
    when = impulse.key if impulse is not None else PHASES[state.phase]
    key = ("bombard", state.day, when, area.id, attacker.id, frame.number)
    values = int(attack_value(state, frame)), int(defense_value(state, frame))
    purpose = f"{attacker.title} on {area.name}"
    rollers = SIDES[attacker.side], SIDES[1 - attacker.side]
    return Throw(rollers, (2, 2), key, purpose, attack=True, values=values, rule="10.4")


@rule("10.4", "10.5", "10.11")
def rolled(state: State, frame: Bombardment, faces: Faces, events: list[Event]) -> None:
    """The difference of the totals are attrition points; nobody retreats or is eliminated (10.4, 10.5)."""
    attack = int(attack_value(state, frame)) + sum(faces[0])
    defense = int(defense_value(state, frame)) + sum(faces[1])
    attacker = source(state, frame)
    area = state.setting.board.places[frame.area]
    points = max(0, attack - defense)
    words = (attacker.title, area.name, attack, defense, counted(points, "attrition point"))
    text = "{} on {}: {} against {}, {}."
    events.append(Event("10.4", SIDES[attacker.side], text, words, area.id))
    mistake = s17_naval_air.mistake(state, frame, faces)
    state.frames = (*state.frames[:-1], frame._replace(stage="hits", mistake=mistake))
    s10_attrition.begin(state, frame.area, victims(state, frame), points, frame.primary, events)


def resume(state: State, frame: Bombardment, events: list[Event]) -> None:
    """German losses first, then those of a mistaken attack (17.31); guns are Spent at the end."""
    if frame.stage == "hits" and frame.mistake:
        s17_naval_air.announce_mistake(state, frame, events)
        state.frames = (*state.frames[:-1], frame._replace(stage="mistake"))
        return
    state.frames = state.frames[:-1]
    if frame.lead >= 0:
        _spend(state, frame, events)


@rule("10.11", "10.4", "12.1", "12.3")
def _spend(state: State, frame: Bombardment, events: list[Event]) -> None:
    """All guns that took part are Spent when the attack is over, not before (10.11)."""
    mask = frame.support | 1 << frame.lead
    for index in bits(mask):
        state.level[index] = SPENT
    side = source(state, frame).side
    events.append(Event("10.11", SIDES[side], "Spent after the bombardment: {}.", (state.setting.names(mask),)))


def refuse(state: State, frame: Bombardment, action: Action) -> Refusal | None:
    if action.verb != "target":
        return None
    if action.args[0] >= BORDER:
        return _refuse_site(state, frame, action.args[0] - BORDER)
    unit = state.setting.forces.units[action.args[0]]
    if not state.here[victims(state, frame)][frame.area] >> unit.index & 1:
        return Refusal(
            "10.12", f"{unit.name} is not in {name(state, frame.area)}.", "Choose a unit of the side under fire there."
        )
    if unit.field_artillery:
        return Refusal("10.12", f"{unit.name} is field artillery, and other types are there.", "Choose one of them.")
    if s08_record.reduced(state) >> unit.index & 1:
        return Refusal("10.4", f"{unit.name} has lost a level to bombardment in this impulse.", "Choose another unit.")
    return Refusal("10.4", f"{unit.name} is at Disrupt 2 and cannot be reduced by bombardment.", "Choose another unit.")


@rule("20.22", "10.12")
def _refuse_site(state: State, frame: Bombardment, border: int) -> Refusal:
    """Why the Construct marker on that border is no Primary Target."""
    if frame.stage == "mistake":
        return Refusal("17.31", "A mistaken attack hits Allied units.", "Choose one of them.")
    site = state.setting.board.borders[border]
    where = f"the bridge site from {name(state, site.a)} to {name(state, site.b)}"
    if frame.marker >= 0:
        return Refusal("20.22", f"Only field artillery can aim at {where}.", "Choose a unit.")
    if not state.construct[border][victims(state, frame)]:
        return Refusal("20.22", f"No Construct marker of the other side is on {where}.", "Choose a unit.")
    place = state.at[frame.lead]
    if place not in (site.a, site.b):
        text = f"{where} is on no boundary of {name(state, place)}, where the lead is."
        return Refusal("20.22", text[0].upper() + text[1:], "Name a lead in an area that the bridge site borders.")
    text = f"{where} is on no boundary of {name(state, frame.area)}."
    return Refusal("20.22", text[0].upper() + text[1:], "Bombard the area across it.")
