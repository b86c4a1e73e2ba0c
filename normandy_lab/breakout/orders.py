"""The Plans of the game: a whole attack or landing in one call, played as single logged actions.

Each method returns the Report of a Plan: what was done, and why it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from normandy_lab.breakout.actions import make
from normandy_lab.breakout.board.board import ALLIED
from normandy_lab.breakout.notation import parse
from normandy_lab.breakout.rules import s21_airborne, s21_first_wave
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.decisions import Action, Decision
from normandy_lab.core.plans import Plan, Report, Step
from normandy_lab.core.terms import Refusal

Units = Iterable[str] | str  # ids or names, or "all"
# What `accept` answers along with a question: the choice that completes it.
FOLLOWS = {"airborne": "point", "naval": "target", "air": "target", "beach": "point", "casualties": "retreat"}
LIMIT = 200  # more single actions than any phase holds; a plan that long has gone astray


class Orders:
    """``game.orders``."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def attack(self, area: str, units: Units = "all", point: str | None = None) -> Report:
        """Attack a drop area by night with these units together (21.2), and name the Point Unit.

        Without ``point`` the unit with the highest Attack Factor leads (9.2A).
        """
        chosen = self._dropped(area) if units == "all" else self._parse_units(units)
        if not chosen:
            return self._nobody(f"attack {area}", "21.2", f"No dropped unit can attack in {area} now.")
        steps = [Step(f"attack {unit}", "airborne") for unit in chosen]
        return self._run(f"attack {area}", self._then_point(steps, point))

    def secure(self, unit: str, bridge: str) -> Report:
        """Let a dropped unit take a bridge (21.2)."""
        return self._run(f"secure {bridge}", [f"secure {unit} {bridge}"])

    def shoot(self, marker: str, area: str, target: str | None = None) -> Report:
        """Bombard an area (21.3, 21.4); without ``target`` the suggestion is the Primary Target."""
        return self._run(f"{marker} on {area}", self._with_target(f"shoot {marker} {area}", target))

    def land(self, beach: str, units: Units = "all") -> Report:
        """Put units into the first wave at a beach (21.5); all that may land there without ``units``."""
        chosen = self._due(beach) if units == "all" else self._parse_units(units)
        if not chosen:
            return self._nobody(f"land at {beach}", "21.5", f"No unit can land at {beach} now.")
        return self._run(f"land at {beach}", [Step(f"land {unit} {beach}", "first_wave") for unit in chosen])

    def land_all(self) -> Report:
        """Put every unit that may land into the first wave of its beach, and close it (21.5)."""
        state = self.game.state
        beaches = [state.setting.board.places[beach].id for beach in state.setting.board.beaches]
        steps = [Step(f"land {unit} {beach}", "first_wave") for beach in beaches for unit in self._due(beach)]
        return self._run("land all", [*steps, Step("end", "first_wave")])

    def assault(self, area: str, point: str | None = None) -> Report:
        """Assault a beach with its wave (21.5), and name the Point Unit."""
        return self._run(f"assault {area}", self._then_point([Step(f"assault {area}", "beach")], point))

    def accept(self) -> Report:
        """Play the suggestion for the present question, with what completes it (the Point Unit, the Primary Target)."""
        asked = self.game.decision
        title = f"accept: {asked.kind}" if asked else "accept"
        return self._run(title, self._suggestions(asked))

    def _nobody(self, title: str, rule: str, why: str) -> Report:
        """A Plan without anybody to carry it out is refused, not done."""
        refusal = Refusal(rule, why, "Look at the options of the present decision.")
        return Report(title, (), (), "refused", f"{title!r} is refused: {refusal}", refusal)

    def _run(self, title: str, steps: Iterable[str | Step]) -> Report:
        asked = self.game.decision
        return Plan(title, asked.actor if asked else "", steps).run(self.game)

    def _suggestions(self, first: Decision | None) -> Iterator[Step]:
        """The suggestions for one question of one seat, with the questions that complete it."""
        kinds = {first.kind, FOLLOWS.get(first.kind, "")} if first else set()
        for _ in range(LIMIT):
            asked = self.game.decision
            if asked is None or first is None or asked.kind not in kinds or asked.actor != first.actor or asked.roll:
                return
            yield Step(suggest(self.game.state), asked.kind)

    def _then_point(self, steps: Sequence[Step], point: str | None) -> Iterator[Step]:
        yield from steps
        asked = self.game.decision
        if asked is not None and asked.kind == "airborne" and self._group_open():
            yield Step("end", "airborne")
            asked = self.game.decision
        if asked is not None and asked.kind == "point":
            yield Step(f"point {point}" if point else suggest(self.game.state), "point")

    def _group_open(self) -> bool:
        return type(self.game.state.frames[-1]).__name__ == "Group"

    def _with_target(self, shot: str, target: str | None) -> Iterator[str | Step]:
        yield shot
        asked = self.game.decision
        if asked is not None and asked.kind == "target":
            yield Step(f"target {target}" if target else suggest(self.game.state), "target")

    def _parse_units(self, units: Units) -> list[str]:
        listed = [units] if isinstance(units, str) else list(units)
        setting = self.game.state.setting
        return [setting.forces.units[parse(setting, f"stay {unit}").args[0]].id for unit in listed]

    def _place(self, place: str) -> int:
        index: int = parse(self.game.state.setting, f"assault {place}").args[0]
        return index

    def _dropped(self, area: str) -> list[str]:
        state, place = self.game.state, self._place(area)
        here = [unit for unit in state.setting.forces.units if unit.side == ALLIED and state.at[unit.index] == place]
        return [unit.id for unit in here if s21_airborne.dropped(state, unit) and self._listed("attack", unit.index)]

    def _due(self, beach: str) -> list[str]:
        state, place = self.game.state, self._place(beach)
        here = [unit for unit in s21_first_wave.due(state) if s21_first_wave.beach_of(state, unit) == place]
        return [unit.id for unit in here if self._listed("land", unit.index, place)]

    def _listed(self, verb: str, *args: int) -> bool:
        action: Action = make(self.game.state.setting, verb, *args)
        return self.game.decision is not None and action in self.game.decision.options
