"""Rules 8.5, 8.51, 8.54 and 9.7: who assaults a place in an impulse, and which guns support it."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES, ZONE
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Assault, Impulse, Muster
from normandy_lab.breakout.query import agree, bits, contested, fresh, name, playable, units
from normandy_lab.breakout.rules import s08_idle, s08_record, s09_assault
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal


@rule("8.5", "8.54")
def toll(state: State, frame: Impulse, place: int) -> int:
    """MF that an assault costs where its units began: one against Spent or disrupted enemies, else two (8.5)."""
    return 2 if fresh(state, state.here[1 - frame.side][place]) else 1


@rule("8.5", "8.22", "9.7", "16.1", "4.25")
def unfit(state: State, frame: Impulse, unit: Unit, place: int) -> str:
    """Why the unit may not assault there in this impulse, or ""."""
    if state.at[unit.index] != place:
        return "9.1"
    code = s08_idle.illegal(state, frame, unit)
    if code:
        return code
    if unit.field_artillery:
        return "9.7 guns"
    march = s08_record.march_of(frame, unit.index)
    if march is not None and march.trail:
        return ""
    left = s08_record.allowance(state, unit) - s08_record.used(state, frame, unit)
    return "8.5 MF" if left < toll(state, frame, place) else ""


def fit(state: State, frame: Impulse, place: int) -> int:
    """The units that may assault there."""
    here = state.here[frame.side][place] & frame.eligible
    return sum(1 << unit.index for unit in units(state, here) if not unfit(state, frame, unit, place))


@rule("8.5", "8.22", "8.31", "8.375")
def illegal(state: State, place: int) -> str:
    """Why no assault may be made there now, or ""."""
    frame = s08_record.current(state)
    if frame.attacked >> place & 1:
        return "8.22"
    if not state.here[1 - frame.side][place]:
        return "8.5 enemy"
    if not frame.moving:
        return "8.2"
    if s08_record.pending(state, frame, place):
        return ""
    able = fit(state, frame, place)
    if not able:
        return "8.5 units"
    return "" if any(unit.point for unit in units(state, able)) else "8.375"


@rule("8.51")
def opening(state: State, place: int) -> Muster:
    """The assault as it begins: whoever must assault is part of it (8.51)."""
    frame = s08_record.current(state)
    forced = sum(1 << march.unit for march in frame.marches if march.must and state.at[march.unit] == place)
    return Muster(place, forced & fit(state, frame, place))


@rule("8.52", "8.54", "8.374")
def candidates(state: State, muster: Muster) -> int:
    """Units that may still join (8.52, 8.54)."""
    frame = s08_record.current(state)
    able = fit(state, frame, muster.area) & ~muster.units
    if frame.doubled or not muster.units:
        return able
    nation = next(units(state, muster.units)).nationality
    return sum(1 << unit.index for unit in units(state, able) if unit.nationality == nation)


@rule("9.7", "16.12", "16.13", "16.14", "14.4", "16.11")
def unsupportive(state: State, muster: Muster, unit: Unit) -> str:
    """Why this unit's guns may not support the assault, or ""."""
    frame = s08_record.current(state)
    if not unit.field_artillery or unit.side != frame.side:
        return "9.7"
    if unit.type == "nebelwerfer":
        return "16.14"
    if state.level[unit.index] != FRESH:
        return "12.1"
    if s08_record.march_of(frame, unit.index) is not None:
        return "9.7 moved"
    code = _reach(state, state.at[unit.index], muster.area)
    if code:
        return code
    fighters = list(units(state, muster.units))
    if unit.corps_artillery:
        return "" if any(each.nationality == unit.nationality for each in fighters) else "16.13"
    own = bool(unit.division) and any(each.division == unit.division for each in fighters)
    return "" if own else "16.12"


@rule("16.12", "14.4", "9.7")
def _reach(state: State, start: int, area: int) -> str:
    """Guns reach their own place, and from an uncontested area the areas next to it (16.12, 14.4)."""
    if start == area:
        return ""
    board = state.setting.board
    if all(other != area for other, _ in board.neighbours[start]):
        return "9.7 far"
    if ZONE in (board.places[start].kind, board.places[area].kind):
        return "14.4"
    return "16.12 contested" if contested(state, start) else ""


def supporters(state: State, muster: Muster) -> int:
    """Guns that may still be added (9.7)."""
    frame = s08_record.current(state)
    board = state.setting.board
    near = (muster.area, *(place for place, _ in board.neighbours[muster.area]))
    here = sum(state.here[frame.side][place] for place in near) & ~muster.support
    return sum(1 << unit.index for unit in units(state, here) if not unsupportive(state, muster, unit))


def ask(state: State, frame: Muster) -> Decision | None:
    setting = state.setting
    options = [make(setting, "join", index) for index in bits(candidates(state, frame))]
    options += [make(setting, "support", index) for index in bits(supporters(state, frame))]
    if not options or not s08_record.current(state).eligible:
        return None
    if _led(state, frame):
        options.append(make(setting, "end"))
    prompt = f"Assault on {name(state, frame.area)}: name the units that take part and the guns that support them."
    return Decision("orders", SIDES[s08_record.current(state).side], "8.5", prompt, options, step=questions.MUSTER)


def _led(state: State, frame: Muster) -> bool:
    """A Point Unit takes part, or the assault is one that must be made and has nobody to lead it (I-50)."""
    able = any(unit.point for unit in units(state, frame.units))
    return able or not any(unit.point for unit in units(state, candidates(state, frame)))


def answer(state: State, frame: Muster, action: Action, events: list[Event]) -> None:
    if action.verb == "end":
        resume(state, frame, events)
        return
    bit = 1 << action.args[0]
    if action.verb == "join":
        frame = frame._replace(units=frame.units | bit)
    else:
        frame = frame._replace(support=frame.support | bit)
    state.frames = (*state.frames[:-1], frame)


@rule("8.5", "8.54", "8.51")
def resume(state: State, frame: Muster, events: list[Event]) -> None:
    """Everybody is named: the MF of those who began there are used (8.54), and the assault begins."""
    impulse = s08_record.current(state)
    place = frame.area
    forced = sum(1 << march.unit for march in impulse.marches if march.must and state.at[march.unit] == place)
    others = forced & ~frame.units
    tolls = impulse.toll
    if impulse.contested >> place & 1:  # it may yet be activated, in the second half of a Double Impulse
        tolls = (*tolls, (place, toll(state, impulse, place)))
    fighters = frame.units or others
    nation = next(units(state, fighters)).nationality
    s08_record.amend(
        state, toll=tolls, fighting=place, fought=frame.units, acted=True, repairing=0, nation=nation, overrun=False
    )
    area = state.setting.board.places[place]
    state.frames = state.frames[:-1]
    if not any(unit.point for unit in units(state, frame.units)):
        s09_assault.lost_without_dice(state, place, impulse.side, fighters | others, events)
        return
    words = (state.setting.names(frame.units), area.name)
    text = agree(frame.units, "{} assaults {}.", "{} assault {}.")
    events.append(Event("8.5", SIDES[impulse.side], text, words, area.id))
    assault = Assault(place, impulse.side, frame.units, "impulse", support=frame.support, others=others)
    state.frames = (*state.frames, assault)


REASONS = {
    "9.1": ("{unit} is not in {place}.", "Name a unit there: units march before the assault is begun."),
    "9.7 guns": ("{unit} is field artillery and takes no part in an assault.", "{gun}"),
    "8.5 MF": ("{unit} has too few MF left to assault where it began the impulse.", "Name another unit."),
    "9.7": ("{unit} is no field artillery of the attacker.", "Name a field artillery unit, or join it."),
    "16.14": ("{unit} is a Nebelwerfer and supports nobody.", "Name another field artillery unit."),
    "12.1": ("{unit} is not Fresh.", "Name a Fresh field artillery unit."),
    "9.7 moved": ("{unit} has moved in this impulse.", "Name field artillery that has not moved."),
    "9.7 far": ("{unit} is neither in {place} nor next to it.", "Name field artillery that is."),
    "14.4": ("Guns reach neither into a zone nor out of one.", "Name field artillery in {place}."),
    "16.12 contested": ("{unit} stands in a contested area and reaches only that.", "Name guns in a Free area."),
    "16.12": ("No unit of the division of {unit} takes part.", "Let a unit of its division join first."),
    "16.13": ("No unit of the nationality of {unit} takes part.", "Let one join first."),
}


def refuse(state: State, frame: Muster, action: Action) -> Refusal | None:
    if action.verb == "end":
        return Refusal("8.375", "No Point Unit takes part yet.", "Let an infantry or armor unit join.")
    return unnamed(state, frame, action) if action.verb in ("join", "support") else None


@rule("9.1", "9.7", "8.374")
def unnamed(state: State, frame: Muster, action: Action) -> Refusal | None:
    """Why the unit may not be named for the assault as it is put together; None if it may."""
    unit = state.setting.forces.units[action.args[0]]
    if (frame.units | frame.support) >> unit.index & 1:
        end = playable(state, "end")
        fix = f"Name another unit, or {end}." if end else "Name another unit."
        return Refusal("9.1", f"{unit.name} takes part already.", fix)
    if action.verb == "join":
        barred = unfit(state, s08_record.current(state), unit, frame.area)
        code = barred or ("" if candidates(state, frame) >> unit.index & 1 else "8.374")
    else:
        code = unsupportive(state, frame, unit)
    if code not in REASONS:
        return s08_idle.refusal(state, unit, code) if code else None
    text, fix = REASONS[code]
    support = playable(state, f"support {unit.id}")
    gun = f"Let it support: {support}." if support else "Name infantry or armor."
    words = {"unit": unit.name, "place": name(state, frame.area), "gun": gun}
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))


@rule("9.1", "9.7")
def too_late(state: State, assault: Assault, action: Action) -> Refusal | None:
    """The same once the assault has begun: what stood against the unit, or that everybody has been named (9.1)."""
    unit = state.setting.forces.units[action.args[0]]
    if (assault.attackers | assault.support) >> unit.index & 1:
        return Refusal("9.1", f"{unit.name} takes part already.", "Name the Point Unit, and let the dice decide.")
    why = unnamed(state, Muster(assault.area, assault.attackers, assault.support), action)
    where = name(state, assault.area)
    return why or Refusal("9.1", f"Everybody who assaults {where} has been named.", "Undo, and name it before the end.")
