"""Rules 8.21, 20.2 and 20.21: a destroyed bridge is repaired at the start of an assault impulse."""

from __future__ import annotations

from normandy_lab.breakout.board.board import GERMAN, SIDES, Border
from normandy_lab.breakout.frames import Impulse, Refit
from normandy_lab.breakout.query import bits, controller, name
from normandy_lab.breakout.rules import s08_record, s12_supply, s20_bridges
from normandy_lab.breakout.rules.s20_bridges import CONSTRUCT_MARKERS, MOST, SIDE_WORDS
from normandy_lab.breakout.state import DESTROYED, State
from normandy_lab.core.decisions import Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term

# Words may name {bridge}, {places} (the active ends), {most} tries and {side}.
REASONS = {
    "20.2 printed": ("No bridge is printed there, and none may be built.", "Choose a boundary with a printed bridge."),
    "20.2 standing": ("{bridge} stands.", "Only a destroyed bridge can be repaired."),
    "8.21 active": ("{bridge} is not on a boundary of the active area.", "Activate the area at one of its ends."),
    "8.21 late": ("Something else was done first in this impulse.", "Repair at the start of an impulse."),
    "8.21 control": ("The {side} do not control {places}.", "Take control of {places} first."),
    "20.2 isolated": ("{places} is isolated.", "Open a supply line to {places} first (12.8)."),
    "20.2 tried": ("One repair was tried there in this impulse.", "Try again in a later impulse."),
    "20.2 most": ("The {side} may try {most} in an impulse, and have.", "Try again in a later impulse."),
    "20.21": ("Every Construct marker came off the map by a repair in this impulse.", "Try again in a later impulse."),
}


@rule("20.2", "20.21", "8.21")
def illegal(state: State, border: Border) -> str:
    """Why the side whose impulse it is may not try to repair the bridge, or ""."""
    frame = s08_record.current(state)
    code = of_bridge(state, border) or of_tries(state, frame, border)
    return code or _of_places(state, frame, border)


def of_bridge(state: State, border: Border) -> str:
    if not border.bridge:
        return "20.2 printed"
    return "20.2 standing" if s20_bridges.standing(state, border) else ""


def of_tries(state: State, frame: Impulse | Refit, border: Border) -> str:
    """Once a bridge, four or one an impulse or night, each with a Construct marker (20.2, 20.21)."""
    if frame.repaired >> border.index & 1:
        return "20.2 tried"
    if frame.repaired.bit_count() >= most(state, frame.side):
        return "20.2 most"
    spent = _worn(state, frame.side) >= CONSTRUCT_MARKERS[frame.side]
    return "20.21" if spent and not s20_bridges.on_map(state, frame.side) else ""


def _of_places(state: State, frame: Impulse, border: Border) -> str:
    """One end is active, still open to repair, the side's own and in supply; either will do (8.21, 20.2)."""
    active = s20_bridges.ends(border, frame.active)
    if not active:
        mine = any(controller(state, place) == frame.side for place in (border.a, border.b))
        return "8.21 active" if mine else "8.21 control"
    early = s20_bridges.ends(border, frame.repairing)
    if not early:
        return "8.21 late"
    own = [place for place in early if controller(state, place) == frame.side]
    if not own:
        return "8.21 control"
    return "20.2 isolated" if all(isolated(state, place) for place in own) else ""


@rule("20.2", "12.8")
def isolated(state: State, place: int) -> bool:
    """Units of the nationality that controls the place would be isolated there (I-60)."""
    return place in s12_supply.isolated_places(state, state.control[place])


def most(state: State, side: int) -> int:
    """How many repairs the side may try in an impulse (20.2)."""
    return int(state.setting.rules["german_repairs" if side == GERMAN else "allied_repairs"])


@rule("20.21")
def spare(state: State, side: int) -> int:
    """Construct markers of the side off the map, without those that a success took off in this impulse or night."""
    return CONSTRUCT_MARKERS[side] - len(s20_bridges.on_map(state, side)) - _worn(state, side)


def _worn(state: State, side: int) -> int:
    """Markers that a success took off in this impulse or night: they are not at hand again before the next."""
    return sum(frame.worn for frame in state.frames if isinstance(frame, Impulse | Refit) and frame.side == side)


@rule("20.21")
def crowded(state: State, side: int, border: Border) -> list[int]:
    """The bridges from one of which a marker must come first; none where one is at hand (20.21)."""
    if state.construct[border.index][side] or spare(state, side) > 0:
        return []
    return s20_bridges.on_map(state, side)


def options(state: State) -> list[int]:
    """The borders where a repair may be tried now, in board order."""
    frame = s08_record.current(state)
    if not frame.repairing or frame.repaired.bit_count() >= most(state, frame.side):
        return []
    near = (border for border in s20_bridges.around(state, frame.repairing) if state.held[border.index] >= DESTROYED)
    return [border.index for border in near if not illegal(state, border)]


@rule("20.5", "20.2", "20.21")
def tally(state: State, side: int, border: Border) -> Tally:
    """What is added to the die: both areas, the flood, the attempt itself, and the side's own work so far (20.5)."""
    terms = [*s20_bridges.ground(state, side, border), Term(-1, "20.5", "repair attempt")]
    terms += s20_bridges.flood(border, "20.5")
    level = state.construct[border.index][side]
    if level:
        terms.append(Term(level, "20.21", f"construct level of the {SIDE_WORDS[side]}"))
    return Tally("repair modifier", terms)


@rule("20.2", "20.21")
def success(state: State, side: int, border: Border, events: list[Event]) -> None:
    """The bridge stands and is the side's, and all work on it goes (20.21)."""
    s20_bridges.take(state, border, side)
    words = (SIDE_WORDS[side], name(state, border.a), name(state, border.b))
    text = "The {} have repaired the bridge from {} to {} and hold it."
    events.append(Event("20.2", SIDES[side], text, words, state.setting.board.places[border.a].id))


@rule("20.21")
def failure(state: State, side: int, border: Border, events: list[Event]) -> None:
    """The side's construct level on the bridge rises by one, to two at most (20.21)."""
    before = state.construct[border.index][side]
    level = min(MOST, before + 1)
    if level == before:
        return
    s20_bridges.set_level(state, border, side, level)
    words = (SIDE_WORDS[side], name(state, border.a), name(state, border.b), level)
    text = "The work of the {} on the bridge from {} to {} is at construct level +{}."
    events.append(Event("20.21", SIDES[side], text, words, state.setting.board.places[border.a].id))


def refusal(state: State, border: Border) -> Refusal | None:
    """Why the repair is not allowed, and what would allow it; None if it is."""
    code = illegal(state, border)
    if not code:
        return None
    frame = s08_record.current(state)
    bridge = s20_bridges.spoken(state, border)
    own = [place for place in bits(frame.active) if place in (border.a, border.b)]
    link = " and " if own else " or "
    words = {
        "bridge": bridge[0].upper() + bridge[1:],
        "places": link.join(name(state, place) for place in own or (border.a, border.b)),
        "most": most(state, frame.side),
        "side": SIDE_WORDS[frame.side],
    }
    text, fix = REASONS[code]
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))
