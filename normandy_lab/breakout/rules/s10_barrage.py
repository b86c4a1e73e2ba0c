"""Rules 10.1, 10.11 and 16.11: a bombardment impulse, from its target area to what bombards it."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import AREA, SIDES, ZONE, Board
from normandy_lab.breakout.forces.units import FRESH, Marker, Unit
from normandy_lab.breakout.frames import Barrage, Bombardment, Faces
from normandy_lab.breakout.query import bits, name, side_of
from normandy_lab.breakout.rules import s08_record, s10_bombardment, s16_artillery, s17_naval_air, s20_bridges
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal

# -- what may bombard --------------------------------------------------------------------------------------------------


@rule("10.11", "17.1", "16.4")
def illegal_marker(state: State, side: int, marker: Marker, area: int) -> str:
    """Why the marker may not bombard the area in this impulse, or ""."""
    if side_of(marker.nationality) != side:
        return "10.11 theirs"
    if state.used >> marker.index & 1:
        return "10.11 used"
    return s17_naval_air.illegal(state, marker, area)


@rule("10.2", "16.11", "14.4", "20.22")
def illegal_lead(state: State, side: int, unit: Unit, area: int) -> str:
    """Why the gun may not lead a bombardment of the area, or "": it needs an enemy there.

    An area next to it without one will do if a Construct marker stands between (20.22, I-65).
    """
    return s16_artillery.unready(state, side, unit) or _no_target(state, side, unit, area)


def _no_target(state: State, side: int, unit: Unit, area: int) -> str:
    code = s16_artillery.out_of_reach(state, unit, area)
    if code or state.here[1 - side][area]:
        return code
    place = state.at[unit.index]
    aimed = place != area and s10_bombardment.sites(state, side, place, area)
    return "" if aimed else "16.11 empty"


@rule("10.2", "16.11", "16.14", "14.4")
def illegal_support(state: State, frame: Barrage, unit: Unit) -> str:
    """Why the gun may not support the lead, or "": any other gun in reach, of one nationality."""
    lead = state.setting.forces.units[frame.lead]
    code = s16_artillery.unready(state, lead.side, unit)
    if code:
        return code
    if (frame.support | 1 << frame.lead) >> unit.index & 1:
        return "10.2 twice"
    if lead.nebelwerfer:
        return "16.14 lead"
    if unit.nebelwerfer:
        return "16.14 support"
    if unit.nationality != lead.nationality:
        return "10.2 nationality"
    return s16_artillery.out_of_reach(state, unit, frame.area)


@rule("10.1", "10.11")
def usable(state: State, side: int, area: int) -> list[Action]:
    """Everything that may bombard the area now: ``shoot`` with a marker, ``lead`` with a gun."""
    setting = state.setting
    shots = [
        make(setting, "shoot", marker.index, area)
        for marker in setting.forces.markers
        if not illegal_marker(state, side, marker, area)
    ]
    guns = s16_artillery.guns(setting.forces)[side]
    return [
        *shots,
        *(make(setting, "lead", gun.index) for gun in guns if not illegal_lead(state, side, gun, area)),
    ]


@rule("10.1", "10.4", "11.4")
def targets(state: State, side: int) -> list[int]:
    """The areas that the side may bombard now, in board order; in a second half the same once more (11.4, I-66)."""
    found = bits(_in_reach_of_guns(state, side) | _in_reach_of_markers(state, side))
    return [area for area in found if not _spared(state, side, area)]


@rule("10.4", "11.4", "I-66")
def _spared(state: State, side: int, area: int) -> bool:
    """Whatever could be hit there lost its one level of the impulse in the first half (10.4)."""
    enemies = state.here[1 - side][area]
    left = enemies & ~s08_record.reduced(state)
    return bool(enemies) and not left and not s10_bombardment.sites(state, side, area, area)


def _in_reach_of_guns(state: State, side: int) -> int:
    level, enemies = state.level, state.here[1 - side]
    works = bool(s20_bridges.on_map(state, 1 - side))  # without them guns need an enemy to aim at (20.22)
    near = _near_places(state.setting.board)
    found = 0
    for gun in s16_artillery.guns(state.setting.forces)[side]:
        if level[gun.index] != FRESH:
            continue
        aims = [area for area in near[state.at[gun.index]] if (enemies[area] or works) and not found >> area & 1]
        if aims and not s16_artillery.unready(state, side, gun):
            found |= sum(1 << area for area in aims if not _no_target(state, side, gun, area))
    return found


@lru_cache(maxsize=64)
def _near_places(board: Board) -> tuple[tuple[int, ...], ...]:
    """Place -> itself and the places next to it."""
    return tuple((place, *(other for other, _ in row)) for place, row in enumerate(board.neighbours))


def _in_reach_of_markers(state: State, side: int) -> int:
    board, enemies = state.setting.board, state.here[1 - side]
    found = 0
    for marker in state.setting.forces.markers:
        if side_of(marker.nationality) != side or state.used >> marker.index & 1:
            continue
        for area in board.areas:
            if enemies[area] and not found >> area & 1 and not s17_naval_air.illegal(state, marker, area):
                found |= 1 << area
    return found


# -- the frame ---------------------------------------------------------------------------------------------------------


@rule("10.1", "10.11", "10.2")
def ask(state: State, frame: Barrage) -> Decision | None:
    """First who bombards; then, with guns, who supports the lead, as long as anybody may."""
    side = s08_record.current(state).side
    where = name(state, frame.area)
    step = questions.BOMBARD if frame.lead < 0 else questions.GUNS
    if frame.lead < 0:
        options = usable(state, side, frame.area)
        prompt = f"Bombardment of {where}: name a marker, or the field artillery unit that leads."
    else:
        options = supporters(state, frame)
        lead = state.setting.forces.units[frame.lead].name
        prompt = f"{lead} leads the bombardment of {where}: name guns that support it, or end."
        if options:
            options.append(make(state.setting, "end"))
    return Decision("bombard", SIDES[side], "10.1", prompt, options, step=step) if options else None


def supporters(state: State, frame: Barrage) -> list[Action]:
    """The ``support`` options beside the lead (10.2)."""
    setting = state.setting
    side = setting.forces.units[frame.lead].side
    guns = s16_artillery.guns(setting.forces)[side]
    return [make(setting, "support", gun.index) for gun in guns if not illegal_support(state, frame, gun)]


def rolled(state: State, frame: Barrage, faces: Faces, events: list[Event]) -> None:
    """The Sunset DR before the second half stands; the Throw has noted it (6.3, 11.5)."""


def answer(state: State, frame: Barrage, action: Action, events: list[Event]) -> None:
    if action.verb == "shoot":
        _shoot(state, frame, action.args[0], events)
    elif action.verb == "end":
        _fire(state, frame, events)
    elif action.verb == "lead":
        state.frames = (*state.frames[:-1], frame._replace(lead=action.args[0]))
    else:
        state.frames = (*state.frames[:-1], frame._replace(support=frame.support | 1 << action.args[0]))


def resume(state: State, frame: Barrage, events: list[Event]) -> None:
    """Nobody is left who could support the lead: the guns fire. Without a lead nothing can bombard."""
    if frame.lead < 0:
        state.frames = state.frames[:-1]
    else:
        _fire(state, frame, events)


@rule("17.3", "8.374")
def _begin(state: State, by_air: bool, nation: int = 0) -> None:
    """What the impulse remembers of it: whether only aircraft flew (17.3), and whose guns fired (8.374)."""
    frame = s08_record.current(state)
    s08_record.amend(
        state,
        acted=True,
        flown=frame.flown and by_air,
        nation=frame.nation or nation,
    )


@rule("10.11", "17.3")
def _shoot(state: State, frame: Barrage, index: int, events: list[Event]) -> None:
    """A marker attacks: it is used; aircraft let the impulse marker stand (17.3)."""
    marker = state.setting.forces.markers[index]
    s17_naval_air.note(state, marker, frame.area)
    _begin(state, by_air=marker.kind == "air")
    place = state.setting.board.places[frame.area]
    rule_of = {"air": "17.3", "naval": "17.2", "shore": "16.4"}[marker.kind]
    words = (marker.title, place.name)
    events.append(Event(rule_of, SIDES[side_of(marker.nationality)], "Bombardment by {}: {}.", words, place.id))
    state.frames = (*state.frames[:-1], Bombardment(index, frame.area))


@rule("10.11", "10.2")
def _fire(state: State, frame: Barrage, events: list[Event]) -> None:
    """The guns attack together, and stay Fresh until it is over."""
    lead = state.setting.forces.units[frame.lead]
    _begin(state, by_air=False, nation=lead.nationality)
    place = state.setting.board.places[frame.area]
    names = state.setting.names(frame.support | 1 << frame.lead)
    events.append(Event("16.11", SIDES[lead.side], "Bombardment by {}: {}.", (names, place.name), place.id))
    state.frames = (*state.frames[:-1], Bombardment(-1, frame.area, lead=frame.lead, support=frame.support))


# -- refusals ----------------------------------------------------------------------------------------------------------

GUN_REASONS = {
    "10.11 side": ("{unit} belongs to the other side.", "Name one of your own field artillery units."),
    "10.11 type": ("{unit} is no field artillery and cannot bombard.", "Name a field artillery unit."),
    "16.11 ashore": ("{unit} is not in an area or zone of the map.", "Name a gun that is."),
    "8.32": ("{unit} is not Fresh.", "Name a Fresh gun, or refit {unit}."),
    "16.11 moved": ("{unit} has moved in this impulse.", "Name a gun that has not."),
    "8.53": ("{unit} has supported an assault in this impulse.", "Name a gun that has not."),
    "16.14 own": ("{unit} is a rocket brigade: it bombards its own place, {place}, only.", "Bombard {place}."),
    "14.4 own": ("{unit} stands in {place} and may attack in that zone only.", "Move it into an area first."),
    "14.4 outside": ("{area} is a zone: guns outside it may not attack it.", "Name a gun in {area}."),
    "16.11 reach": ("{unit} in {place} is not in or next to {area}.", "Name a gun in or next to {area}."),
    "16.11 contested": (
        "{unit} stands in contested {place} and may attack there only.",
        "Bombard {place}, or clear it of the enemy first.",
    ),
    "16.11 empty": ("There is no enemy for {unit} to hit in {area}.", "Choose an area with an enemy unit."),
    "10.2 twice": ("{unit} takes part already.", "Name another gun, or end."),
    "16.14 lead": ("Rockets lead, and nothing supports them.", "End, so that they fire alone."),
    "16.14 support": ("{unit} is a rocket brigade and supports nobody.", "Name other guns, or end."),
    "10.2 nationality": ("US and British guns do not support each other.", "Name a gun of the lead's nationality."),
}


def refuse(state: State, frame: Barrage, action: Action) -> Refusal | None:
    if action.verb == "shoot":
        return _refuse_shot(state, frame, state.setting.forces.markers[action.args[0]], action.args[1])
    if action.verb in ("lead", "support"):
        return _refuse_gun(state, frame, action)
    if action.verb == "end" and frame.lead < 0:
        return Refusal("10.1", "The bombardment was declared; it is made.", "Name a marker or a gun that leads.")
    return None


def _refuse_shot(state: State, frame: Barrage, marker: Marker, area: int) -> Refusal | None:
    side = s08_record.current(state).side
    if area != frame.area:
        where = name(state, frame.area)
        return Refusal("10.1", f"The target area of this impulse is {where}.", f"Bombard {where}.")
    if frame.lead >= 0:
        return Refusal("17.1", f"{marker.title} attacks alone, and guns bombard now.", "Name guns, or end.")
    code = illegal_marker(state, side, marker, area)
    return marker_refusal(state, code, marker, area) if code else None


def marker_refusal(state: State, code: str, marker: Marker, area: int) -> Refusal:
    """The Refusal for a code of ``illegal_marker``."""
    cited = code.split(" ", maxsplit=1)[0]
    if code == "10.11 theirs":
        return Refusal(cited, f"{marker.title} belongs to the other side.", "Choose one of your own markers.")
    if code == "10.11 used":
        return Refusal(cited, f"{marker.title} has been used today.", "Wait for the next day, or use something else.")
    text = f"{marker.title} may not attack {name(state, area)}: {s17_naval_air.REASONS[code]}."
    return Refusal(cited, text, MARKER_FIXES[code].format(nation=("", "US", "British")[marker.nationality]))


MARKER_FIXES = {
    "17.1": "Use this nationality's ships or aircraft on another area, or wait for the next day.",
    "17.2 colour": "Choose an area with the colour of these ships.",
    "17.2 presence": "Bring a {nation} unit ashore next to it first, or take an area next to it.",
    "17.3 presence": "Bring a {nation} unit next to it first, or take an area next to it.",
    "17.3 empty": "Choose an area with a German unit.",
    "10.12 empty": "Choose an area with a German unit.",
    "17.3 zone": "Choose an area.",
    "18.3": "Wait for a clear sky.",
    "16.4": "Choose an area printed as a target of Le Havre.",
    "16.4 empty": "Choose an area with an Allied unit.",
}


def _refuse_gun(state: State, frame: Barrage, action: Action) -> Refusal | None:
    unit = state.setting.forces.units[action.args[0]]
    side = s08_record.current(state).side
    code = illegal_support(state, frame, unit) if frame.lead >= 0 else illegal_lead(state, side, unit, frame.area)
    if code:
        return gun_refusal(state, code, unit, frame.area)
    if action.verb == "support" and frame.lead < 0:
        return Refusal("10.2", "No gun leads yet.", f"Name the lead first: lead {unit.id}.")
    if action.verb == "lead" and frame.lead >= 0:
        lead = state.setting.forces.units[frame.lead]
        return Refusal("10.2", f"{lead.name} leads already.", f"Let {unit.name} support it, or end.")
    return None


@rule("10.2", "16.14", "17.1")
def too_late(state: State, frame: Bombardment, action: Action) -> Refusal:
    """Why the gun has no part in the bombardment that has begun: what barred it, or that all guns were named."""
    unit = state.setting.forces.units[action.args[0]]
    if frame.marker >= 0:
        marker = state.setting.forces.markers[frame.marker]
        return Refusal("17.1", f"{marker.title} attacks alone.", "Let guns bombard in an impulse of their own.")
    code = illegal_support(state, Barrage(frame.area, frame.lead, frame.support), unit)
    if code:
        return gun_refusal(state, code, unit, frame.area)
    where = name(state, frame.area)
    return Refusal("10.2", f"All guns that bombard {where} have been named.", "Undo, and name it before the end.")


def gun_refusal(state: State, code: str, unit: Unit, area: int) -> Refusal:
    """The Refusal for a code of ``illegal_lead`` or ``illegal_support``."""
    text, fix = GUN_REASONS[code]
    words = {"unit": unit.name, "place": name(state, state.at[unit.index]), "area": name(state, area)}
    return Refusal(code.split(" ", maxsplit=1)[0], text.format(**words), fix.format(**words))


@rule("10.1", "10.4")
def area_refusal(state: State, side: int, area: int) -> Refusal | None:
    """Why the side may not bombard the place now; None if it may."""
    where = name(state, area)
    if state.setting.board.places[area].kind not in (AREA, ZONE):
        return Refusal("10.1", f"{where} is neither an area nor a zone.", "Choose one.")
    if _spared(state, side, area):
        text = f"Every unit in {where} has lost a level to bombardment in this impulse."
        return Refusal("10.4", text, "Choose another area, or assault it.")
    if usable(state, side, area):
        return None
    if not state.here[1 - side][area]:
        return Refusal("10.12", f"No enemy unit is in {where}.", "Choose an area with an enemy unit.")
    return _nothing_reaches(state, side, area)


def _nothing_reaches(state: State, side: int, area: int) -> Refusal:
    """What comes nearest: a gun near the place that may not fire, else the markers' reasons."""
    forces = state.setting.forces
    for gun in s16_artillery.guns(forces)[side]:
        code = illegal_lead(state, side, gun, area)
        if code != "16.11 ashore" and _near(state, gun, area):
            return gun_refusal(state, code, gun, area)
    reasons = [
        marker_refusal(state, illegal_marker(state, side, marker, area), marker, area)
        for marker in forces.markers
        if side_of(marker.nationality) == side
    ]
    text = " ".join(refusal.text for refusal in reasons)
    where = name(state, area)
    return Refusal(
        reasons[0].rule if reasons else "16.11",
        f"No Fresh field artillery reaches {where}. {text}".strip(),
        f"Bring Fresh field artillery into or next to {where}.",
    )


def _near(state: State, gun: Unit, area: int) -> bool:
    place = state.at[gun.index]
    return place == area or (place, area) in state.setting.board.between
