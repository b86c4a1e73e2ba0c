"""The Plans of the beach: what a whole squad, or all bunkers, do in one call, played as single logged actions.

Each method returns the Report of a Plan: what was done, and why it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any

from normandy_lab.beach.actions import make
from normandy_lab.beach.notation import parse
from normandy_lab.beach.rules import s42_act
from normandy_lab.beach.rules.s42_paths import touching
from normandy_lab.beach.setting import mils
from normandy_lab.beach.state import State, live
from normandy_lab.beach.suggest import advance, suggest, useful
from normandy_lab.core.decisions import Action
from normandy_lab.core.plans import Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError
from normandy_lab.rehearsal import plan_for, rehearsed

Doing = Callable[[State, int], Action | Refusal | None]  # what a figure is to do, or why it does nothing


class Orders:
    """``game.orders``."""

    def __init__(self, game: Any) -> None:
        self.game = game

    @rehearsed
    def advance(self, squad: str) -> Report:
        """Every figure of the squad goes inland: to the wall, or by an open segment towards a bunker (FP 2.1)."""
        return self._squad(f"squad {squad} advances", squad, _onward)

    @rehearsed
    def shift(self, squad: str, inches: float) -> Report:
        """Every figure of the squad moves along the shore, to the right if ``inches`` is above 0 (FP 2.1)."""
        aside = _length(inches)

        def along(state: State, figure: int) -> Action:
            return make(state.setting, "move", figure, state.x[figure] + aside, state.y[figure])

        return self._squad(f"squad {squad} shifts", squad, along)

    @rehearsed
    def clear(self, squad: str) -> Report:
        """Every figure of the squad that can clears, as long as its segment has obstacles (FP 2.2)."""
        return self._squad(f"squad {squad} clears", squad, lambda state, figure: make(state.setting, "clear", figure))

    @rehearsed
    def assault(self, squad: str, bunker: str | None = None) -> Report:
        """Every figure of the squad in contact assaults, the named bunker or the nearest one (FP 2.3)."""
        named = None if bunker is None else self._bunker(str(bunker))

        def fight(state: State, figure: int) -> Action:
            near = touching(state, s42_act.place(state, figure))
            nearest = near[0] if near else next(iter(live(state)), 0)
            return make(state.setting, "assault", figure, nearest if named is None else named)

        return self._squad(f"squad {squad} assaults", squad, fight)

    @rehearsed
    def doctrine(self, squad: str) -> Report:
        """Every figure of the squad does what the doctrine says."""
        return self._squad(f"squad {squad} acts", squad, useful)

    @rehearsed
    def end(self) -> Report:
        """The Americans are done acting."""
        return self._run("end", [Step("end", "act")])

    @rehearsed
    def fire(self, squad: str) -> Report:
        """Every bunker that has still to fire names this squad (FP 3)."""
        return self._run(f"fire at squad {squad}", self._shots(squad))

    def accept(self) -> Report:
        """Play the suggestions for the present kind of decision, up to a decision of another kind."""
        asked = self.game.decision
        kind = asked.kind if asked else ""
        return self._run(f"accept: {kind}", self._suggestions(kind))

    def _run(self, title: str, steps: Iterable[Step]) -> Report:
        return plan_for(self.game, title, steps).run(self.game)

    def _bunker(self, bunker: str) -> int:
        setting = self.game.state.setting
        return int(parse(setting, f"fire {bunker} {setting.squads[0]}").args[0])

    def _squad(self, title: str, squad: str, what: Doing) -> Report:
        """Whoever of the squad can does it; the report names the others with the rule that keeps them (FP 2).

        If nobody can, the order is refused with the rule of the first.
        """
        setting, asked = self.game.state.setting, self.game.decision
        index = parse(setting, f"fire {setting.bunkers[0]} {squad}").args[1]
        if asked is not None and asked.kind == "act" and what is not useful:
            barred = [self._barred(figure, what) for figure in self._waiting(index)]
            if all(barred):
                why = next(iter(barred), None) or Refusal(
                    "FP 2", f"Nobody of squad {squad} is to act.", "Name another."
                )
                return Report(title, (), (), "refused", f"{title!r} is refused: {why}", why)
        kept: list[Refusal] = []
        report = self._run(title, self._each(index, what, kept))
        return report._replace(why=" ".join([report.why, *(f"{each.text} [{each.rule}]" for each in kept)]))

    def _waiting(self, squad: int) -> list[int]:
        """The figures of the squad that have still to act (FP 2)."""
        return [
            figure for figure in self.game.state.setting.members(squad) if figure in s42_act.to_act(self.game.state)
        ]

    def _barred(self, figure: int, what: Doing) -> Refusal | None:
        """What keeps the figure from it; dice that are still to be thrown keep nobody."""
        action, asked = what(self.game.state, figure), self.game.decision
        if not isinstance(action, Action):
            return action
        why: Refusal | None = self.game.why_not(action) if asked is not None and asked.kind == "act" else None
        return why

    def _each(self, squad: int, what: Doing, kept: list[Refusal]) -> Iterator[Step]:
        for figure in self.game.state.setting.members(squad):
            if figure not in s42_act.to_act(self.game.state):
                continue
            action, why = what(self.game.state, figure), self._barred(figure, what)
            if why is not None:
                kept.append(why)
            elif isinstance(action, Action):
                yield Step(action, "act")

    def _shots(self, squad: str) -> Iterator[Step]:
        while (asked := self.game.decision) is not None and asked.kind == "fire":
            yield Step(f"fire {self.game.state.setting.bunkers[asked.options[0].args[0]]} {squad}", "fire")

    def _suggestions(self, kind: str) -> Iterator[Step]:
        while (asked := self.game.decision) is not None and asked.kind == kind and asked.roll is None:
            yield Step(suggest(self.game.state), kind)


def _length(inches: Any) -> int:
    """Inches as they were handed in, in mils."""
    if isinstance(inches, int | float) and isfinite(inches):
        return mils(inches)
    raise NotationError(f"shift: {inches!r} is no length; write inches, such as 3 or -1.5.")


def _onward(state: State, figure: int) -> Action | Refusal:
    """Straight inland up to the wall; from there on by the shortest way to a bunker."""
    x, y = s42_act.place(state, figure)
    wall = state.setting.wall
    if y < wall:
        return make(state.setting, "move", figure, x, min(wall, y + state.setting.move))
    stays = f"{state.setting.figures[figure]} finds no way on towards a bunker."
    return advance(state, figure) or Refusal("FP 2.1", stays, "Clear a segment, or move along the wall.")
