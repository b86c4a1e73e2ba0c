"""Rule 20.23: a bridge is repaired at night, its site supplied from depots like a Spent unit."""

from __future__ import annotations

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import Depots, make
from normandy_lab.breakout.board.board import NATIONALITIES, SIDES, Border
from normandy_lab.breakout.forces.units import SPENT
from normandy_lab.breakout.frames import Faces, NightWork, Refit, Throw
from normandy_lab.breakout.query import controller
from normandy_lab.breakout.rules import s12_prices, s12_record, s20_bridges, s20_repair, s20_work
from normandy_lab.breakout.rules.s12_prices import Market
from normandy_lab.breakout.state import DESTROYED, State
from normandy_lab.core.decisions import Action, Decision, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, signed

SIDE_WORDS = s20_bridges.SIDE_WORDS


@rule("20.23", "20.2", "12.8")
def ends(state: State, side: int, border: Border) -> list[int]:
    """The ends from which the side may work: its own, not isolated (20.2, 12.8)."""
    own = [place for place in (border.a, border.b) if controller(state, place) == side]
    return [place for place in own if not s20_repair.isolated(state, place)]


def illegal(state: State, frame: Refit, border: Border) -> str:
    """Why no repair may be tried there tonight whoever pays, or ""."""
    code = s20_repair.of_bridge(state, border) or s20_repair.of_tries(state, frame, border)
    if code or ends(state, frame.side, border):
        return code
    own = any(controller(state, place) == frame.side for place in (border.a, border.b))
    return "20.2 isolated" if own else "20.2 control"


@rule("20.23")
def offers(state: State, market: Market, side: int, border: Border) -> dict[Depots, tuple[int, int]]:
    """Every way to pay for the site -> (price, end supplied): depots of the nationality that controls it (20.23)."""
    found: dict[Depots, tuple[int, int]] = {}
    for place in ends(state, side, border):
        for depots in market.offers(state.control[place], SPENT, place):
            bill = (s12_prices.cost_of(state, depots, SPENT, place), place)
            found[depots] = min(bill, found.get(depots, bill))
    return found


def options(state: State, frame: Refit, market: Market) -> list[Action]:
    """The repairs that may be tried and paid for tonight, in board order."""
    if not frame.stores or frame.repaired.bit_count() >= s20_repair.most(state, frame.side):
        return []
    found = []
    for border in state.setting.board.bridges:
        if state.held[border.index] >= DESTROYED and not illegal(state, frame, border):
            ways = offers(state, market, frame.side, border)
            found += [make(state.setting, "repair", border.index, depots) for depots in ways]
    return found


# -- the attempt


@rule("20.23", "12.51")
def begin(state: State, frame: Refit, border: Border, depots: Depots, events: list[Event]) -> None:
    """Pay, and open the die."""
    cost, place = offers(state, Market(state, frame), frame.side, border)[depots]
    s12_prices.pay(state, depots, cost)
    s12_record.amend(state, repaired=frame.repaired | 1 << border.index)
    state.frames = (*state.frames, NightWork(frame.side, border.index))
    words = (SIDE_WORDS[frame.side], s20_bridges.spoken(state, border), cost)
    where = state.setting.board.places[place].id
    events.append(Event("20.23", SIDES[frame.side], "The {} try to repair {} for {} supply points.", words, where))


@rule("20.21")
def ask(state: State, frame: NightWork) -> Decision | None:
    """Where no Construct marker is at hand and several lie elsewhere, the owner says which one comes (20.21)."""
    found = s20_repair.crowded(state, frame.side, _border(state, frame))
    if len(found) < 2:
        return None
    bridge = s20_bridges.spoken(state, _border(state, frame))
    options = [make(state.setting, "unbuild", index) for index in found]
    prompt = f"Name the Construct marker that goes to {bridge}."
    return Decision("unbuild", SIDES[frame.side], "20.21", prompt, options, step=questions.NIGHT_UNBUILD)


def answer(state: State, frame: NightWork, action: Action, events: list[Event]) -> None:
    s20_bridges.unbuild(state, state.setting.board.borders[action.args[0]], frame.side, events)


def refuse(state: State, frame: NightWork, action: Action) -> Refusal | None:
    if action.verb != "unbuild":
        return None
    return s20_bridges.unbuild_refusal(state, frame.side, state.setting.board.borders[action.args[0]])


@rule("20.23", "20.21")
def resume(state: State, frame: NightWork, events: list[Event]) -> None:
    """Take the one marker that can come, if one must (20.21); then throw the die."""
    border = _border(state, frame)
    for index in s20_repair.crowded(state, frame.side, border):
        s20_bridges.unbuild(state, state.setting.board.borders[index], frame.side, events)
    key = ("bridge", state.day, "night", border.id, s20_work.REPAIR, SIDES[frame.side])
    purpose = f"night repair of {s20_bridges.spoken(state, border)}"
    state.frames = (*state.frames, Throw((SIDES[frame.side],), (1,), key, purpose, attack=False, rule="20.23"))


@rule("20.23", "20.2", "20.5")
def rolled(state: State, frame: NightWork, faces: Faces, events: list[Event]) -> None:
    """Seven or more opens the bridge, and depots may use it at once (20.23)."""
    border, die = _border(state, frame), faces[0][0]
    modifier = int(s20_repair.tally(state, frame.side, border))
    state.frames = state.frames[:-1]
    done = die + modifier >= s20_work.TARGET
    words = (
        s20_bridges.spoken(state, border),
        die,
        signed(modifier),
        die + modifier,
        "a success" if done else "a failure",
    )
    where = state.setting.board.places[border.a].id
    events.append(Event("20.23", SIDES[frame.side], "Night repair of {}: {} {} is {}, {}.", words, where))
    if not done:
        s20_repair.failure(state, frame.side, border, events)
        return
    if state.construct[border.index][frame.side]:
        s12_record.amend(state, worn=s12_record.current(state).worn + 1)
    s20_repair.success(state, frame.side, border, events)


def _border(state: State, frame: NightWork) -> Border:
    return state.setting.board.borders[frame.border]


# -- why not


REASONS = {
    "20.2 printed": ("No bridge is printed there, and none may be built.", "Choose a boundary with a printed bridge."),
    "20.2 standing": ("{bridge} stands.", "Only a destroyed bridge can be repaired."),
    "20.2 control": ("The {side} control neither end of it.", "Choose a bridge at one of their own areas."),
    "20.2 isolated": ("The end in their hands is isolated.", "Choose a bridge at an area in supply (12.8)."),
    "20.2 tried": ("One repair was tried there tonight.", "Try again tomorrow."),
    "20.2 most": ("The {side} may try {most} in a night, and have.", "Try again tomorrow."),
    "20.21": ("Every Construct marker came off the map by a repair tonight.", "Try again tomorrow."),
}


def refusal(state: State, frame: Refit, border: Border, depots: Depots) -> Refusal | None:
    """Why the repair is not allowed, or not paid for by these depots; None if it is."""
    code = illegal(state, frame, border)
    if code:
        bridge = s20_bridges.spoken(state, border)
        words = {"bridge": bridge[0].upper() + bridge[1:], "side": SIDE_WORDS[frame.side]}
        text, fix = REASONS[code]
        most = s20_repair.most(state, frame.side)
        return Refusal(code.split(" ")[0], text.format(**words, most=most), fix.format(**words, most=most))
    ways = offers(state, Market(state, frame), frame.side, border)
    if depots in ways:
        return None
    if not ways:
        price = "A site costs like a Spent unit, and no depot that stands can pay it."
        return Refusal("20.23", price, "Place a depot nearer, or leave it for another night.")
    best = make(state.setting, "repair", border.index, min(ways, key=lambda way: ways[way]))
    if not depots:
        return Refusal("20.23", "At night a repair is paid for from a depot.", f"Play {best}.")
    nations = " or ".join(sorted({NATIONALITIES[state.control[place]] for place in ends(state, frame.side, border)}))
    text = (
        f"{s12_prices.words(state, depots)[:1].upper()}{s12_prices.words(state, depots)[1:]} cannot pay for it just so."
    )
    return Refusal("20.23", f"{text} It takes {nations} depots, all emptied but the last.", f"Play {best}.")
