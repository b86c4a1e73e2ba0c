"""What the Plans of every phase share: names read, a Plan run, a refusal made a Report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.notation import argument
from normandy_lab.core.decisions import Action
from normandy_lab.core.plans import Plan, Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError

Units = Iterable[str] | str  # ids or names, or "all"


class Planner:
    """Plans over one game."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.paused: Plan | None = None  # what waits for real dice; run it again once they lie

    @property
    def kind(self) -> str:
        """The kind of the present decision, "" when there is none."""
        asked = self.game.decision
        return asked.kind if asked else ""

    def run(self, title: str, steps: Iterable[str | Step]) -> Report:
        """Carry out the steps, as far as they go."""
        asked = self.game.decision
        plan = Plan(title, asked.actor if asked else "", steps)
        report = plan.run(self.game)
        self.paused = plan if report.stopped == "chance" else None
        return report

    def refused(self, title: str, why: Refusal) -> Report:
        """A Plan that cannot begin is refused, not done."""
        return Report(title, (), (), "refused", f"{title!r} is refused: {why}", why)

    def parse_units(self, units: Units) -> list[str]:
        """The ids of units given by id or name, each once."""
        if not isinstance(units, Iterable):
            raise NotationError(f"units: {units!r} names no unit; give an id, a name, or a list of them.")
        listed = [units] if isinstance(units, str) else units
        return list(dict.fromkeys(self.unit_id(unit) for unit in listed))

    def unit_id(self, unit: str) -> str:
        """The id of a unit given by id or name."""
        setting = self.game.state.setting
        return str(setting.forces.units[argument(setting, "unit", unit)].id)

    def place(self, place: str) -> int:
        """The index of a place given by id or name."""
        return argument(self.game.state.setting, "place", place)

    def place_id(self, place: str) -> str:
        """The id of a place given by id or name."""
        return str(self.game.state.setting.board.places[self.place(place)].id)

    def listed(self, verb: str, *args: int) -> bool:
        """Whether this action is among the options of now."""
        action: Action = make(self.game.state.setting, verb, *args)
        return self.game.decision is not None and action in self.game.decision.options

    def options(self, verb: str) -> list[str]:
        """What follows the verb in the options of now."""
        asked = self.game.decision
        return [str(option).partition(" ")[2] for option in asked.options if option.verb == verb] if asked else []

    @property
    def naming(self) -> bool:
        """Whether units are being named for an assault or a landing that was declared (9.1, 19.3)."""
        asked = self.game.decision
        return asked is not None and asked.step in (questions.MUSTER, questions.LANDING)
