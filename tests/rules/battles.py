"""An assault by day, set up by hand: who came from where, and whether that obliges him to assault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from normandy_lab.breakout import engine
from normandy_lab.breakout.board.board import ALLIED
from normandy_lab.breakout.frames import Assault, Day, Impulse, March, Turn
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from tests.rules.helpers import Table, blank

OVERCAST = {"weather": {"dawn": {"1944-06-06": "overcast"}}}
US, BRITISH = {"control": "us"}, {"control": "british"}


def march(game: Table, unit: str, area: str, route: str) -> March:
    """How the unit came: "33 34" names the places left; then "~" for wading, "!" for a Mandatory Assault."""
    board = game.setting.board
    trail = tuple(board.index[place] for place in route.rstrip("!~").split())
    border = board.between[trail[-1], board.index[area]]
    return March(game.setting.forces.index[unit], 2, trail, border, "~" in route, "!" in route)


def battle(
    area: str,
    routes: Mapping[str, str],
    *parts: Mapping[str, Any],
    others: Iterable[str] = (),
    support: Iterable[str] = (),
    impulse: Mapping[str, Any] | None = None,
    **patch: Any,
) -> Table:
    """These units assault the area in an impulse, each by its route ("" if it began there); the Point Unit is next.

    ``others`` are those of the routes that do not fight; the supporting guns are placed by a part.
    """
    here = {unit: {"at": area} for unit in routes}
    game = blank(here, *parts, **patch)
    forces, state = game.setting.forces, game.state.copy()
    marches = tuple(march(game, unit, area, route) for unit, route in routes.items() if route)
    side = forces.units[forces.index[next(iter(routes))]].side
    mask = {
        name: sum(1 << forces.index[unit] for unit in each) for name, each in (("others", others), ("support", support))
    }
    fighters = sum(1 << forces.index[unit] for unit in routes) & ~mask["others"]
    place = game.setting.board.index[area]
    active = 1 << place | sum({1 << each.trail[0] for each in marches})
    eligible = fighters | mask["others"] | mask["support"]
    key = "A1" if side == ALLIED else "G1"
    frame = Impulse(side, key, active, eligible=eligible, marches=marches, fighting=place, fought=fighters, acted=True)
    frame = frame._replace(**impulse or {})
    state.phase = DAYLIGHT
    assault = Assault(place, side, fighters, "impulse", support=mask["support"], others=mask["others"])
    state.frames = (Turn(DAYLIGHT), Day(side), frame, assault)
    engine.MACHINE.advance(state, game.events)
    game.state = state
    return game


def fight(game: Table, point: str, forward: str, attacker: int, defender: int) -> Table:
    """Name both leaders, and roll these sums."""
    return game.do(f"point {point}", f"forward {forward}").roll(attacker, defender)


def record(state: State) -> Impulse:
    """What the impulse remembers."""
    return s08_record.current(state)
