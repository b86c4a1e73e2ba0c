"""Rules 8.221 and 20.3: a moving unit tries to take an enemy-held bridge without crossing it."""

from __future__ import annotations

from normandy_lab.breakout.board.board import Border
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import Impulse, March
from normandy_lab.breakout.query import controller, free, fresh, name, vacant
from normandy_lab.breakout.rules import s08_record, s20_bridges
from normandy_lab.breakout.rules.s20_bridges import SIDE_WORDS
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term

# Words may name the {unit}, its {place}, the {bridge}, {side} and {enemy}.
REASONS = {
    "8.12": ("{unit} does not belong to the side whose impulse it is.", "Choose a unit of the {side}."),
    "8.221 began": ("{unit} did not begin the impulse Fresh in the active area.", "Choose a unit that did."),
    "8.374": (
        "{unit} is not of the nationality that acts in this impulse.",
        "Choose another unit, or use the Advantage for a Double Impulse (11.4).",
    ),
    "8.23": ("Bridges are being destroyed: the units of this impulse are done.", "Seize before the first demolition."),
    "8.221 fresh": ("{unit} is no longer Fresh.", "Choose a Fresh unit."),
    "8.221 type": ("Only infantry and armor seize bridges.", "Choose an infantry or armor unit."),
    "8.221 printed": ("No bridge is printed there, and a river line cannot be seized.", "Cross it to gain control."),
    "8.221 destroyed": ("{bridge} is destroyed, and cannot be seized.", "Cross the boundary to gain control."),
    "8.221 next": ("{bridge} does not border {place}.", "Move to one of its ends first."),
    "8.221 held": ("The {side} hold {bridge} already.", "Cross it."),
    "8.51": ("The Mandatory Assault on {place} is still to be made.", "Assault first."),
    "8.221 free": ("{place} is not Free.", "Try it from a Free area: friendly-controlled and without enemies (7.6)."),
    "8.221 tried": ("One seizure was tried there in this impulse.", "Try again in a later impulse."),
    "8.221 mf": ("{unit} has no MF left.", "Choose a unit with at least one MF left."),
}


@rule("8.221", "20.3", "8.374")
def illegal(state: State, unit: Unit, border: Border) -> str:
    """Why the unit may not try to seize the bridge from where it stands, or ""."""
    frame = s08_record.current(state)
    return _of_unit(state, frame, unit) or _of_bridge(state, frame, unit, border) or _of_place(state, frame, unit)


def _of_unit(state: State, frame: Impulse, unit: Unit) -> str:
    """Fresh infantry or armor that began in the active area, or has landed from it (8.221, 20.3), of one nationality (8.374, I-64)."""
    if unit.side != frame.side:
        return "8.12"
    if not frame.moving:
        return "8.23"
    if not frame.eligible >> unit.index & 1 and s08_record.march_of(frame, unit.index) is None:
        return "8.221 began"
    if state.level[unit.index] != FRESH:
        return "8.221 fresh"
    if frame.nation and frame.nation != unit.nationality and not frame.doubled:
        return "8.374"
    return "" if unit.point else "8.221 type"


def _of_bridge(state: State, frame: Impulse, unit: Unit, border: Border) -> str:
    """The enemy's bridge, standing, at the unit's place and not yet tried (8.221)."""
    if not border.bridge:
        return "8.221 printed"
    if not s20_bridges.standing(state, border):
        return "8.221 destroyed"
    if state.at[unit.index] not in (border.a, border.b):
        return "8.221 next"
    if s20_bridges.holder(state, border) == unit.side:
        return "8.221 held"
    return "8.221 tried" if frame.seizing >> border.index & 1 else ""


def _of_place(state: State, frame: Impulse, unit: Unit) -> str:
    """From a Free area, with an MF to spare, and owing no assault (8.221, 8.51)."""
    march = s08_record.march_of(frame, unit.index)
    place = state.at[unit.index]
    if march is not None and march.must and not frame.attacked >> place & 1:
        return "8.51"
    if not free(state, place, unit.side):
        return "8.221 free"
    left = s08_record.allowance(state, unit) - s08_record.used(state, frame, unit)
    return "" if left >= 1 else "8.221 mf"


def options(state: State, unit: Unit) -> list[int]:
    """The borders where the unit may try a seizure now, in board order."""
    frame, enemy = s08_record.current(state), 1 - unit.side
    near = s20_bridges.printed(state.setting.board)[state.at[unit.index]]
    theirs = [border for border in near if state.held[border.index] == enemy]  # the Held mark of a bridge that stands
    if not theirs or _of_unit(state, frame, unit) or _of_place(state, frame, unit):
        return []
    return [border.index for border in theirs if not _of_bridge(state, frame, unit, border)]


def start_end(state: State, side: int, border: Border) -> int:
    """The end from which the side would try: the Free one, else the one it controls (8.221)."""
    order = sorted((border.a, border.b), key=lambda p: (not free(state, p, side), controller(state, p) != side))
    return order[0]


@rule("8.221", "20.3")
def tally(state: State, side: int, border: Border) -> Tally:
    """What is added to the die: the Free area left behind, and who waits at the other end (8.221)."""
    here = start_end(state, side, border)
    there = border.other(here)
    terms = [Term(3, "8.221", f"from {name(state, here)}, which is Free")] if free(state, here, side) else []
    if vacant(state, there, side):
        terms.append(Term(1, "8.221", f"{name(state, there)} is Vacant"))
    defenders = fresh(state, state.here[1 - side][there]).bit_count()
    if defenders:
        plural = "s" if defenders > 1 else ""
        terms.append(Term(-defenders, "8.221", f"{defenders} Fresh enemy unit{plural} in {name(state, there)}"))
    return Tally("seizure modifier", [*terms, *s20_bridges.flood(border, "8.221")])


@rule("8.221", "20.3")
def pay(state: State, unit: Unit) -> None:
    """The attempt costs the unit one MF, whatever the die (8.221)."""
    frame = s08_record.current(state)
    march = s08_record.march_of(frame, unit.index) or March(unit.index, 0)
    s08_record.put(state, march._replace(used=s08_record.used(state, frame, unit) + 1))


@rule("8.221", "20.1")
def success(state: State, border: Border, unit: int) -> None:
    """The bridge changes hands; the others who cross it in this impulse pay one MF more (8.221)."""
    frame = s08_record.current(state)
    s20_bridges.take(state, border, frame.side)
    s08_record.amend(state, seized=(*frame.seized, (border.index, unit)))


def refusal(state: State, unit: Unit, border: Border) -> Refusal | None:
    """Why the seizure is not allowed, and what would allow it; None if it is."""
    code = illegal(state, unit, border)
    if not code:
        return None
    side = s08_record.current(state).side
    text, fix = REASONS[code]
    bridge = s20_bridges.spoken(state, border)
    words = {
        "unit": unit.name,
        "place": name(state, state.at[unit.index]),
        "bridge": bridge[0].upper() + bridge[1:] if text.startswith("{bridge}") else bridge,
        "side": SIDE_WORDS[side],
        "enemy": SIDE_WORDS[1 - side],
    }
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))
