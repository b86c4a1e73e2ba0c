"""An assault impulse set up by hand, and attempts on bridges in it, without a day around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from normandy_lab.breakout.board.board import ALLIED, GERMAN, Border
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.frames import BridgeWork, Day, Impulse, Turn
from normandy_lab.breakout.rules import s08_record, s20_demolition, s20_repair, s20_seizure, s20_work
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.core.decisions import Event
from normandy_lab.core.terms import Refusal, Tally
from tests.rules.helpers import Table

SIDE = {"german": GERMAN, "allied": ALLIED}
US, BRITISH, DOWN = {"control": "us"}, {"control": "british"}, {"held": "destroyed"}
HELD = {"held": "allied"}
UTAH = {"51": US, "50": US}  # a US beach and the way inland: Ste. Mere Eglise is in supply


def border(game: Table, text: str) -> Border:
    return game.setting.board.border(text)


def unit(game: Table, text: str) -> Unit:
    return game.setting.forces.units[game.setting.forces.index[text]]


def mask(game: Table, places: Iterable[str]) -> int:
    return sum(1 << game.setting.board.index[place] for place in places)


def begin(game: Table, side: str, *active: str, **fields: Any) -> Table:
    """Let an assault impulse of this side begin in these places, as 8.22 and 8.21 say."""
    state = game.state.copy()
    places = mask(game, active)
    eligible = sum(
        1 << each.index
        for each in game.setting.forces.units
        if each.side == SIDE[side] and places >> state.at[each.index] & 1 and state.level[each.index] == FRESH
    )
    impulse = Impulse(SIDE[side], side[0].upper() + "0", places, eligible=eligible, repairing=places, flown=False)
    state.frames = (Turn(DAYLIGHT), Day(SIDE[side]), impulse._replace(**fields))
    state.phase = DAYLIGHT
    game.state = state
    return game


def attempt(game: Table, kind: str, where: str, die: int, by: str = "") -> Table:
    """Try it with this die, and let the roll stand; it must be allowed."""
    state = game.state
    events: list[Event] = []
    allowed = {"repair": repairs, "demolish": demolitions}
    assert where in (seizures(game, by) if by else allowed[kind](game))
    s20_work.start(state, kind, border(game, where).index, unit(game, by).index if by else -1, events=events)
    return finish(game, die, events)


def finish(game: Table, die: int, events: list[Event]) -> Table:
    """From an open attempt in which nothing is to be chosen to its die."""
    state = game.state
    frame = state.frames[-1]
    assert isinstance(frame, BridgeWork)
    assert s20_work.ask(state, frame) is None
    s20_work.resume(state, frame, events)
    throw = state.frames[-1]
    assert throw.counts == (1,)
    state.frames = state.frames[:-1]
    s20_work.rolled(state, frame, ((die,),), events)
    game.events += events
    return game


def frame_of(game: Table) -> Impulse:
    return s08_record.current(game.state)


def repair_refused(game: Table, where: str) -> Refusal:
    found = s20_repair.refusal(game.state, border(game, where))
    assert found is not None
    assert border(game, where).index not in s20_repair.options(game.state)
    return found


def demolition_refused(game: Table, where: str) -> Refusal:
    found = s20_demolition.refusal(game.state, border(game, where))
    assert found is not None
    assert border(game, where).index not in s20_demolition.options(game.state)
    return found


def seizure_refused(game: Table, by: str, where: str) -> Refusal:
    found = s20_seizure.refusal(game.state, unit(game, by), border(game, where))
    assert found is not None
    assert border(game, where).index not in s20_seizure.options(game.state, unit(game, by))
    return found


def seizures(game: Table, by: str) -> set[str]:
    return {game.setting.board.borders[index].id for index in s20_seizure.options(game.state, unit(game, by))}


def repairs(game: Table) -> set[str]:
    return {game.setting.board.borders[index].id for index in s20_repair.options(game.state)}


def demolitions(game: Table) -> set[str]:
    return {game.setting.board.borders[index].id for index in s20_demolition.options(game.state)}


def modifier(game: Table, kind: str, side: str, where: str) -> Tally:
    return s20_work.tally_of(game.state, kind, SIDE[side], border(game, where))


def levels(game: Table, where: str) -> tuple[int, int]:
    """The construct levels of both sides there, German first."""
    return game.state.construct[border(game, where).index]


def held(game: Table, where: str) -> int:
    return game.state.held[border(game, where).index]
