"""What the Plans of every phase share: names read, a Plan run, a refusal made a Report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from normandy_lab.breakout import questions
from normandy_lab.breakout.actions import make
from normandy_lab.breakout.frames import Assault, Barrage, Bombardment, Group, Landing, Muster
from normandy_lab.breakout.notation import argument
from normandy_lab.core.decisions import Action
from normandy_lab.core.plans import Plan, Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError
from normandy_lab.rehearsal import Rehearsal, plan_for

Units = Iterable[str] | str  # ids or names, or "all"


def named_in(frame: Any) -> int:
    """The units that a frame has been told of: attackers or landers, guns that support, the lead."""
    fields = {name: getattr(frame, name) for name in NAMED.get(type(frame), ())}
    lead = fields.pop("lead", -1)
    mask = 1 << lead if lead >= 0 else 0
    for units in fields.values():
        mask |= units
    return mask


NAMED: dict[type, tuple[str, ...]] = {
    Muster: ("units", "support"),
    Assault: ("attackers", "support"),
    Landing: ("units",),
    Barrage: ("lead", "support"),
    Bombardment: ("lead", "support"),
    Group: ("units",),
}


class Planner:
    """Plans over one game."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.paused: Plan | None = None  # what waits for real dice; run it again once they lie
        self.objection: Refusal | None = None  # what stopped a Plan half way, other than a refused action

    @property
    def kind(self) -> str:
        """The kind of the present decision, "" when there is none."""
        asked = self.game.decision
        return asked.kind if asked else ""

    def run(self, title: str, steps: Iterable[str | Step]) -> Report:
        """Carry out the steps, as far as they go."""
        plan = plan_for(self.game, title, steps)
        report = plan.run(self.game)
        self.paused = plan if report.stopped == "chance" else None
        why, self.objection = self.objection, None
        return report._replace(stopped="refused", why=f"{title!r} is refused: {why}", refusal=why) if why else report

    @property
    def trying(self) -> bool:
        """Whether this is the rehearsal of an order, in which the game answers nothing itself."""
        return isinstance(self.game, Rehearsal)

    def _tried(self, steps: Callable[[Any], Iterator[str | Step]]) -> Iterator[str | Step]:
        """The steps, unless a rule speaks against one of them: dice may have fallen since the order was rehearsed."""
        if not self.trying:
            trial = type(self)(Rehearsal(self.game))
            self.objection = trial.run("", steps(trial)).refusal
        if self.objection is None:
            yield from steps(self)

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

    def named(self, unit: str) -> bool:
        """Whether the unit is among those that have been named for the assault, landing or bombardment under way."""
        state = self.game.state
        bit = 1 << state.setting.forces.index[unit]
        return any(bit & named_in(frame) for frame in state.frames)

    @property
    def top(self) -> Any:
        """The innermost frame; None when the game is over."""
        frames = self.game.state.frames
        return frames[-1] if frames else None

    def target_of(self, *kinds: Any) -> int | None:
        """The place at which the group that is being put together aims; None if there is no such group."""
        frame = self.top
        return frame.area if isinstance(frame, kinds) else None

    def place(self, place: str) -> int:
        """The index of a place given by id or name."""
        return int(argument(self.game.state.setting, "place", place))

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
