"""As much of the picture as it takes to begin a selection, before the picture with that selection is made."""

from __future__ import annotations

from typing import Any, NamedTuple

from normandy_lab.breakout.board.board import ASIDE, SIDES
from normandy_lab.ui.breakout.view import DecisionView, decision_of


class Stand(NamedTuple):
    """A unit and where it stands."""

    unit: str
    place: str
    side: str


class Spot(NamedTuple):
    """A place, in board order."""

    id: str


class Outline(NamedTuple):
    """Who decides what, and who stands where; a ``View`` has the same and more."""

    decision: DecisionView | None
    counters: tuple[Stand, ...]
    places: tuple[Spot, ...]

    def at(self, place: str) -> tuple[Stand, ...]:
        """Who stands in a place."""
        return tuple(each for each in self.counters if each.place == place)


def outline(game: Any) -> Outline:
    """The outline of a game's position."""
    state = game.state
    spots = {place.index: place.id for place in state.setting.board.places if place.kind != ASIDE}
    units = [unit for unit in state.setting.forces.units if state.at[unit.index] in spots]
    stands = tuple(Stand(unit.id, spots[state.at[unit.index]], SIDES[unit.side]) for unit in units)
    return Outline(decision_of(state, game.decision), stands, tuple(map(Spot, spots.values())))
