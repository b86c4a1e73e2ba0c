"""The Plans of the beach: what a whole squad, or all bunkers, do in one call, played as single logged actions.

Each method returns the Report of a Plan: what was done, and why it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from normandy_lab.beach.actions import make
from normandy_lab.beach.notation import parse
from normandy_lab.beach.rules import s42_act
from normandy_lab.beach.rules.s42_paths import touching
from normandy_lab.beach.setting import mils
from normandy_lab.beach.state import State
from normandy_lab.beach.suggest import advance, suggest
from normandy_lab.core.decisions import Action
from normandy_lab.core.plans import Plan, Report, Step


class Orders:
    """``game.orders``."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def advance(self, squad: str) -> Report:
        """Every figure of the squad goes inland: to the wall, or by an open segment towards a bunker (FP 2.1)."""
        return self._squad(f"squad {squad} advances", squad, _onward)

    def shift(self, squad: str, inches: float) -> Report:
        """Every figure of the squad moves along the shore, to the right if ``inches`` is above 0 (FP 2.1)."""

        def along(state: State, figure: int) -> Action | None:
            spot = (state.x[figure] + mils(inches), state.y[figure])
            return None if s42_act.no_move(state, figure, *spot) else make(state.setting, "move", figure, *spot)

        return self._squad(f"squad {squad} shifts", squad, along)

    def clear(self, squad: str) -> Report:
        """Every figure of the squad that can clears, as long as its segment has obstacles (FP 2.2)."""
        return self._squad(f"squad {squad} clears", squad, _clearing)

    def assault(self, squad: str, bunker: str | None = None) -> Report:
        """Every figure of the squad in contact assaults, the named bunker or the nearest one (FP 2.3)."""

        def fight(state: State, figure: int) -> Action | None:
            near = touching(state, s42_act.place(state, figure))
            chosen = near if bunker is None else [b for b in near if state.setting.bunkers[b] == str(bunker)]
            return make(state.setting, "assault", figure, chosen[0]) if chosen else None

        return self._squad(f"squad {squad} assaults", squad, fight)

    def doctrine(self, squad: str) -> Report:
        """Every figure of the squad does what the doctrine says."""
        from normandy_lab.beach.suggest import useful

        return self._squad(f"squad {squad} acts", squad, useful)

    def end(self) -> Report:
        """The Americans are done acting."""
        return self._run("end", [Step("end", "act")])

    def fire(self, squad: str) -> Report:
        """Every bunker that has still to fire names this squad (FP 3)."""
        return self._run(f"fire at squad {squad}", self._shots(squad))

    def accept(self) -> Report:
        """Play the suggestions for the present kind of decision, up to a decision of another kind."""
        asked = self.game.decision
        kind = asked.kind if asked else ""
        return self._run(f"accept: {kind}", self._suggestions(kind))

    def _run(self, title: str, steps: Iterable[Step]) -> Report:
        asked = self.game.decision
        return Plan(title, asked.actor if asked else "", steps).run(self.game)

    def _squad(self, title: str, squad: str, what: Callable[[State, int], Action | None]) -> Report:
        setting = self.game.state.setting
        index = parse(setting, f"fire 1 {squad}").args[1]
        return self._run(title, self._each(index, what))

    def _each(self, squad: int, what: Callable[[State, int], Action | None]) -> Iterator[Step]:
        for figure in self.game.state.setting.members(squad):
            if figure in s42_act.to_act(self.game.state):
                action = what(self.game.state, figure)
                if action is not None:
                    yield Step(action, "act")

    def _shots(self, squad: str) -> Iterator[Step]:
        while (asked := self.game.decision) is not None and asked.kind == "fire":
            yield Step(f"fire {self.game.state.setting.bunkers[asked.options[0].args[0]]} {squad}", "fire")

    def _suggestions(self, kind: str) -> Iterator[Step]:
        while (asked := self.game.decision) is not None and asked.kind == kind and asked.roll is None:
            yield Step(suggest(self.game.state), kind)


def _onward(state: State, figure: int) -> Action | None:
    """Straight inland up to the wall; from there on by the shortest way to a bunker."""
    x, y = s42_act.place(state, figure)
    wall = state.setting.wall
    if y < wall:
        return make(state.setting, "move", figure, x, min(wall, y + state.setting.move))
    return advance(state, figure)


def _clearing(state: State, figure: int) -> Action | None:
    return None if s42_act.no_clearing(state, figure) else make(state.setting, "clear", figure)
