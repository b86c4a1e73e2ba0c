"""Rules 12.52 and 12.53: what depots have left goes to the reserves, and reserves buy impulses for the next day."""

from __future__ import annotations

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.frames import Refit
from normandy_lab.breakout.query import contested
from normandy_lab.breakout.rules import s12_record
from normandy_lab.breakout.setting import FIRST_SPACE, LAST_SPACE
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, Event
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally, Term, counted

PRICE = 10  # points for a space
MOST = 3  # spaces a day and side
SIDE_WORDS = ("The Germans", "The Allies")


@rule("12.53", "12.52")
def unused(state: State, frame: Refit) -> Tally:
    """What the depots have left, without those in contested areas (12.52)."""
    board, terms = state.setting.board, []
    for store in frame.stores:
        where = board.names[store.place]
        if contested(state, store.place):
            terms.append(Term(0, "12.52", f"{where} is contested: its {counted(store.left, 'point')} are lost"))
        else:
            terms.append(Term(store.left, "12.53", f"left in {where}"))
    return Tally("supply points for the reserves", terms)


@rule("12.53", "3.9")
def bank(state: State, frame: Refit, events: list[Event]) -> None:
    """Add what is left to the reserves; the depots leave the board (12.51)."""
    gain = int(unused(state, frame))
    reserves = list(state.reserves)
    reserves[frame.side] += gain
    state.reserves = (reserves[0], reserves[1])
    s12_record.amend(state, stores=())
    if gain:
        words = (SIDE_WORDS[frame.side], counted(gain, "supply point"), reserves[frame.side])
        events.append(Event("12.53", SIDES[frame.side], "{} add {} to their reserves, now {}.", words))


@rule("12.53", "6.4")
def illegal(state: State, frame: Refit, spaces: int) -> str:
    """Why the side may not move the markers so, or ""."""
    if frame.bought >= MOST:
        return "12.53 most"
    if state.reserves[frame.side] < PRICE:
        return "12.53 poor"
    return "" if FIRST_SPACE <= frame.start + spaces <= LAST_SPACE else "12.53 track"


def options(state: State, frame: Refit) -> list[Action]:
    return [make(state.setting, "reserve", spaces) for spaces in (1, -1) if not illegal(state, frame, spaces)]


@rule("12.53", "6.4")
def buy(state: State, frame: Refit, spaces: int, events: list[Event]) -> None:
    """Ten points move the markers of the next day by one space (12.53)."""
    reserves = list(state.reserves)
    reserves[frame.side] -= PRICE
    state.reserves = (reserves[0], reserves[1])
    s12_record.amend(state, bought=frame.bought + 1, start=frame.start + spaces)
    words = (SIDE_WORDS[frame.side], PRICE, frame.start + spaces)
    events.append(Event("12.53", SIDES[frame.side], "{} spend {} reserves: the next day will begin on {}.", words))


def refusal(state: State, frame: Refit, spaces: int) -> Refusal | None:
    code = illegal(state, frame, spaces)
    if not code:
        return None
    have = state.reserves[frame.side]
    other = options(state, frame)
    fix = {
        "12.53 most": "End; the next purchase is tomorrow.",
        "12.53 poor": f"End; leave {PRICE - have} more in depots another night.",
        "12.53 track": f"Play {other[0]}, or end." if other else "End.",
    }[code]
    text = {
        "12.53 most": f"{SIDE_WORDS[frame.side]} have bought {MOST} spaces for the next day.",
        "12.53 poor": f"A space costs {PRICE} points, and the reserves are {have}.",
        "12.53 track": "The markers would leave the Impulse Track.",
    }[code]
    return Refusal("12.53", text, fix)
