"""Rule 10: bombardment by a marker: Primary Target, the two values and the result.

Bombardment by field artillery (10.11, 10.2, 16.11) and Construct markers as targets (20.22) come
with the impulses.
"""

from __future__ import annotations

from collections.abc import Callable

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Bombardment, Faces, Throw
from normandy_lab.breakout.query import bits, fresh, name, side_of, units
from normandy_lab.breakout.rules import s10_attrition, s15_fortifications, s16_artillery, s17_naval_air
from normandy_lab.breakout.setting import PHASES
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term, counted

# Which Fresh units add to the DV, by the kind of bombardment (10.3C, 16.2, 16.3).
SHELTER: dict[str, tuple[str, Callable[[Unit], bool]]] = {
    "air": ("FLAK", lambda unit: unit.flak),
    "naval": ("coastal artillery", lambda unit: unit.coastal),
}


@rule("10.2", "17.2", "21.3")
def attack_value(state: State, frame: Bombardment) -> Tally:
    """The Attack Factor of the marker, at full strength against every beach on D-Day (21.3)."""
    marker = state.setting.forces.markers[frame.marker]
    return Tally("attack value", [Term(marker.attack, "10.2", f"attack factor of {marker.title}")])


@rule("10.3", "10.3A", "10.3B", "10.3C", "16.2", "16.3")
def defense_value(state: State, frame: Bombardment) -> Tally:
    """Terrain, fortification, and the Fresh units that shelter the area; no Defense Factor (10.3)."""
    marker = state.setting.forces.markers[frame.marker]
    area = state.setting.board.places[frame.area]
    defender = 1 - side_of(marker.nationality)
    terms = [Term(area.tem, "10.3A", f"terrain of {area.name}")] if area.tem else []
    terms += s15_fortifications.term(state, frame.area, defender, "10.3B")
    what, shelters = SHELTER[marker.kind]
    mask = fresh(state, state.here[defender][frame.area])
    count = sum(1 for unit in units(state, mask) if shelters(unit))
    if count:
        terms.append(Term(count, "10.3C", f"{count} Fresh {what}"))
    return Tally("defense value", terms)


def victims(state: State, frame: Bombardment) -> int:
    """The side under fire: the enemy, or our own units after a mistaken attack (17.31)."""
    side = side_of(state.setting.forces.markers[frame.marker].nationality)
    return side if frame.stage == "mistake" else 1 - side


@rule("10.12")
def ask(state: State, frame: Bombardment) -> Decision | None:
    """The side that fires names the Primary Target; after a mistaken attack the German does (17.31)."""
    if frame.stage not in ("target", "mistake"):
        return None
    setting = state.setting
    side = victims(state, frame)
    eligible = s16_artillery.primary_targets(state, state.here[side][frame.area])
    options = [make(setting, "target", unit) for unit in bits(eligible)]
    marker = setting.forces.markers[frame.marker]
    if frame.stage == "mistake":
        prompt = f"{marker.title} hits its own side in {name(state, frame.area)}: name the Allied Primary Target."
        return Decision("target", SIDES[1 - side], "17.31", prompt, options)
    prompt = f"{marker.title} on {name(state, frame.area)}: name the Primary Target."
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
    area = state.setting.board.places[frame.area]
    marker = state.setting.forces.markers[frame.marker]
    side = side_of(marker.nationality)
    key = ("bombard", state.day, PHASES[state.phase], area.id, marker.id, frame.number)
    values = int(attack_value(state, frame)), int(defense_value(state, frame))
    purpose = f"{marker.title} on {area.name}"
    return Throw((SIDES[side], SIDES[1 - side]), (2, 2), key, purpose, attack=True, values=values)


@rule("10.4", "10.5", "10.11")
def rolled(state: State, frame: Bombardment, faces: Faces, events: list[Event]) -> None:
    """The difference of the totals are attrition points; nobody retreats or is eliminated (10.4, 10.5)."""
    attack = int(attack_value(state, frame)) + sum(faces[0])
    defense = int(defense_value(state, frame)) + sum(faces[1])
    marker = state.setting.forces.markers[frame.marker]
    area = state.setting.board.places[frame.area]
    points = max(0, attack - defense)
    words = (marker.title, area.name, attack, defense, counted(points, "attrition point"))
    text = "{} on {}: {} against {}, {}."
    events.append(Event("10.4", SIDES[side_of(marker.nationality)], text, words, area.id))
    mistake = s17_naval_air.mistake(state, frame, faces)
    state.frames = (*state.frames[:-1], frame._replace(stage="hits", mistake=mistake))
    s10_attrition.begin(state, frame.area, victims(state, frame), points, frame.primary, events)


def resume(state: State, frame: Bombardment, events: list[Event]) -> None:
    """German losses first, then those of a mistaken attack (17.31)."""
    if frame.stage == "hits" and frame.mistake:
        s17_naval_air.announce_mistake(state, frame, events)
        state.frames = (*state.frames[:-1], frame._replace(stage="mistake"))
    else:
        state.frames = state.frames[:-1]


def refuse(state: State, frame: Bombardment, action: Action) -> Refusal | None:
    if action.verb != "target" or action.args[0] >= len(state.setting.forces.units):
        return None
    unit = state.setting.forces.units[action.args[0]]
    if not state.here[victims(state, frame)][frame.area] >> unit.index & 1:
        return Refusal(
            "10.12", f"{unit.name} is not in {name(state, frame.area)}.", "Choose a unit of the side under fire there."
        )
    if unit.field_artillery:
        return Refusal("10.12", f"{unit.name} is field artillery, and other types are there.", "Choose one of them.")
    return Refusal("10.4", f"{unit.name} is at Disrupt 2 and cannot be reduced by bombardment.", "Choose another unit.")
