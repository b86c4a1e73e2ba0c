"""Rules 8.23 and 20.4: threatened bridges are destroyed at the end of an assault impulse."""

from __future__ import annotations

from normandy_lab.breakout.board.board import Border
from normandy_lab.breakout.frames import Impulse
from normandy_lab.breakout.query import contested, controller, name
from normandy_lab.breakout.rules import s08_record, s20_bridges
from normandy_lab.breakout.rules.s20_bridges import SIDE_WORDS
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally

# Words may name {bridge}, the {place} of an assault still to come, {side} and {enemy}.
REASONS = {
    "20.4 printed": ("There is no bridge.", "Choose a boundary with a bridge."),
    "20.4 destroyed": ("{bridge} is destroyed already.", "Choose another bridge."),
    "8.23 active": ("{bridge} is not on a boundary of the active area.", "Activate the area at one of its ends."),
    "20.4 held": ("The {enemy} hold {bridge}.", "Take it first: cross it with an assault, or seize it (20.1)."),
    "20.4 threat": (
        "The {enemy} neither control nor contest either end of {bridge}.",
        "Wait until they control or contest one.",
    ),
    "20.4 tried": ("One demolition was tried there in this impulse.", "Try again in a later impulse."),
    "8.23": ("The Mandatory Assault on {place} is still to be made.", "Make it first: assault {id}."),
}


@rule("20.4", "8.23")
def illegal(state: State, border: Border) -> str:
    """Why the side whose impulse it is may not try to destroy the bridge, or ""; one try an impulse (I-61)."""
    frame = s08_record.current(state)
    code = _of_bridge(state, frame, border)
    if code:
        return code
    if frame.demolished >> border.index & 1:
        return "20.4 tried"
    return "8.23" if _unfought(state, frame) >= 0 else ""


def _of_bridge(state: State, frame: Impulse, border: Border) -> str:
    """It stands, is held by the side and threatened (20.4), and lies on the boundary of an active area (8.23)."""
    if not border.bridge:
        return "20.4 printed"
    if not s20_bridges.standing(state, border):
        return "20.4 destroyed"
    if next(s20_bridges.around(state, frame.active), None) is None:
        return "8.23 active"  # a landing, or a place without bridges
    if s20_bridges.holder(state, border) != frame.side:
        return "20.4 held"
    if not threatened(state, frame.side, border):
        return "20.4 threat"
    return "" if s20_bridges.ends(border, frame.active) else "8.23 active"


@rule("20.4")
def threatened(state: State, side: int, border: Border) -> bool:
    """The enemy controls or contests one end as things stand now (20.4)."""
    return _theirs(state, side, border.a) or _theirs(state, side, border.b)


def _theirs(state: State, side: int, place: int) -> bool:
    return controller(state, place) != side or contested(state, place)


def _unfought(state: State, frame: Impulse) -> int:
    """A place whose Mandatory Assault is still to come, since demolition is the last step; -1 if none (8.23)."""
    places = {state.at[march.unit] for march in frame.marches if march.must}
    return next((place for place in sorted(places) if s08_record.pending(state, frame, place)), -1)


def options(state: State) -> list[int]:
    """The borders where a demolition may be tried now, in board order."""
    frame, held = s08_record.current(state), state.held
    side = frame.side  # a standing bridge's Held mark is the side that holds it
    found = [border for border in s20_bridges.around(state, frame.active) if held[border.index] == side]
    return [border.index for border in found if threatened(state, side, border) and not illegal(state, border)]


@rule("20.5", "20.4")
def tally(state: State, side: int, border: Border) -> Tally:
    """What is added to the die: both areas and the flood (20.5)."""
    return Tally("demolition modifier", [*s20_bridges.ground(state, side, border), *s20_bridges.flood(border, "20.5")])


def refusal(state: State, border: Border) -> Refusal | None:
    """Why the demolition is not allowed, and what would allow it; None if it is."""
    code = illegal(state, border)
    if not code:
        return None
    frame = s08_record.current(state)
    bridge = s20_bridges.spoken(state, border)
    place = _unfought(state, frame)
    text, fix = REASONS[code]
    words = {
        "bridge": bridge if "{enemy}" in text else bridge[0].upper() + bridge[1:],
        "side": SIDE_WORDS[frame.side],
        "enemy": SIDE_WORDS[1 - frame.side],
        "place": name(state, place) if place >= 0 else "",
        "id": state.setting.board.places[place].id if place >= 0 else "",
    }
    return Refusal(code.split(" ")[0], text.format(**words), fix.format(**words))


def possible(state: State, side: int, place: int) -> list[int]:
    """The bridges of a place that the side could try to destroy if it activated it: for offers and panels (20.4)."""
    near = s20_bridges.around(state, 1 << place)
    held = [b for b in near if s20_bridges.standing(state, b) and s20_bridges.holder(state, b) == side]
    return [border.index for border in held if threatened(state, side, border)]
