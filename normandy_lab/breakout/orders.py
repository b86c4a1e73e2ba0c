"""The Plans of the game: a whole attack, march or landing in one call, played as single logged actions.

Each method returns the Report of a Plan: what was done, and why it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from normandy_lab.breakout import questions
from normandy_lab.breakout.board.board import ALLIED
from normandy_lab.breakout.day_orders import DayOrders
from normandy_lab.breakout.frames import Beaches
from normandy_lab.breakout.planner import Units
from normandy_lab.breakout.refit_orders import RefitOrders
from normandy_lab.breakout.rules import s21_airborne, s21_first_wave
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.decisions import Decision
from normandy_lab.core.plans import Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.rehearsal import rehearsed

# What `accept` answers along with a question: the choice that completes it.
NIGHT = ("depots", "refit", "reserve", "unbuild")  # one side's part of the Refit Phase (6.4)
FOLLOWS: dict[str, tuple[str, ...]] = {
    "airborne": ("point",), "naval": ("target",), "air": ("target",), "beach": ("point",), "casualties": ("retreat",),
    "orders": ("point",), "bombard": ("target",), "depots": NIGHT, "refit": NIGHT,
}  # fmt: skip
LIMIT = 200  # more single actions than any phase holds; a plan that long has gone astray


class Orders(DayOrders, RefitOrders):
    """``game.orders``."""

    @rehearsed
    def attack(self, area: str, units: Units = "all", point: str | None = None) -> Report:
        """Attack a drop area by night with these units together (21.2), and name the Point Unit.

        Without ``point`` the unit with the highest Attack Factor leads (9.2A).
        """
        chosen = self._dropped(area) if isinstance(units, str) and units == "all" else self.parse_units(units)
        if not chosen:
            return self._nobody(f"attack {area}", "21.2", f"No dropped unit can attack in {area} now.")
        elsewhere = self._elsewhere(chosen, area)
        if elsewhere is not None:
            return self.refused(f"attack {area}", elsewhere)
        steps = [Step(f"attack {unit}", "airborne") for unit in chosen]
        return self.run(f"attack {area}", self._then_point(steps, self.unit_id(point) if point else None))

    @rehearsed
    def secure(self, unit: str, bridge: str) -> Report:
        """Let a dropped unit take a bridge (21.2)."""
        return self.run(f"secure {bridge}", [f"secure {unit} {bridge}"])

    @rehearsed
    def shoot(self, marker: str, area: str, target: str | None = None) -> Report:
        """Bombard an area (21.3, 21.4); without ``target`` the suggestion is the Primary Target."""
        return self.run(f"{marker} on {area}", self._with_target(f"shoot {marker} {area}", target))

    @rehearsed
    def land(self, beach: str, units: Units = "all") -> Report:
        """Put units into the first wave at a beach (21.5), or land them in an impulse (19.3); all that may, or these."""
        if self.by_day:
            return self.land_by_day(beach, units)
        chosen = self._due(beach) if isinstance(units, str) and units == "all" else self.parse_units(units)
        if not chosen:
            return self._nobody(f"land at {beach}", "21.5", f"No unit can land at {beach} now.")
        return self.run(f"land at {beach}", [Step(f"land {unit} {beach}", "first_wave") for unit in chosen])

    @rehearsed
    def land_all(self) -> Report:
        """Put every unit that may land into the first wave of its beach, and close it (21.5)."""
        state = self.game.state
        beaches = [state.setting.board.places[beach].id for beach in state.setting.board.beaches]
        steps = [Step(f"land {unit} {beach}", "first_wave") for beach in beaches for unit in self._due(beach)]
        return self.run("land all", [*steps, Step("end", "first_wave")])

    @rehearsed
    def assault(self, area: str, units: Units = "all", support: Units = "all", point: str | None = None) -> Report:
        """Assault a beach with its wave (21.5), or an area by day (8.5), and name the Point Unit.

        By day all units that may take part do, with all guns that may support them, unless some are named.
        """
        if self.by_day:
            return self.assault_by_day(area, units, support, point)
        why = self._not_the_wave(area, units, support)
        if why is not None:
            return self.refused(f"assault {area}", why)
        beach = Step(f"assault {area}", "beach")
        return self.run(f"assault {area}", self._then_point([beach], self.unit_id(point) if point else None))

    def accept(self) -> Report:
        """Play the suggestion for the present question, with what completes it (the Point Unit, the Primary Target)."""
        asked = self.game.decision
        title = f"accept: {asked.kind}" if asked else "accept"
        return self.run(title, self._suggestions(asked))

    def _nobody(self, title: str, rule: str, why: str) -> Report:
        return self.refused(title, Refusal(rule, why, "Look at the options of the present decision."))

    @property
    def by_day(self) -> bool:
        """Whether impulses are played (8.1)."""
        return bool(self.game.state.phase == DAYLIGHT)

    def _elsewhere(self, units: Sequence[str], area: str) -> Refusal | None:
        """Units of another drop area do not attack in this one (21.2)."""
        state, place = self.game.state, self.place(area)
        board, forces = state.setting.board, state.setting.forces
        for unit in (forces.units[forces.index[each]] for each in units):
            if state.at[unit.index] != place:
                where = f"{unit.name} is not in {board.names[place]}."
                return Refusal("21.2", where, "Name units that were dropped there.")
        return None

    def _not_the_wave(self, area: str, units: Units, support: Units) -> Refusal | None:
        """On June 6 the whole first wave of a beach assaults it, and no guns support it (21.5)."""
        state, beach = self.game.state, self.place(area)
        if not isinstance(self.top, Beaches) or beach not in state.setting.board.box_of:
            return None
        name = state.setting.board.names[beach]
        if support != "all" and self.parse_units(support):
            return Refusal("21.5", f"No guns support the first wave at {name}.", "Leave them out.")
        mask = s21_first_wave.landers(state, self.top.units, beach)
        wave = {unit.id: unit.name for unit in state.setting.forces.units if mask >> unit.index & 1}
        if units != "all" and set(self.parse_units(units)) != set(wave):
            return Refusal(
                "21.5", f"The whole first wave assaults {name}: {', '.join(wave.values())}.", "Name all of it."
            )
        return None

    def _suggestions(self, first: Decision | None) -> Iterator[Step]:
        """The suggestions for one question of one seat, with the questions that complete it."""
        kinds = {first.kind, *FOLLOWS.get(first.kind, ())} if first else set()
        for _ in range(LIMIT):
            asked = self.game.decision
            if asked is None or first is None or asked.kind not in kinds or asked.actor != first.actor or asked.roll:
                return
            yield Step(suggest(self.game.state), asked.kind)

    def _then_point(self, steps: Sequence[Step], point: str | None) -> Iterator[Step]:
        yield from steps
        asked = self.game.decision
        if asked is not None and asked.step == questions.DROP_GROUP:
            yield Step("end", "airborne")
        if self.kind == "point" or (point and self.trying):
            yield Step(f"point {point}" if point else suggest(self.game.state), "point")

    def _with_target(self, shot: str, target: str | None) -> Iterator[str | Step]:
        yield shot
        if self.kind == "target" or (target and self.trying):
            yield Step(f"target {target}" if target else suggest(self.game.state), "target")

    def _dropped(self, area: str) -> list[str]:
        state, place = self.game.state, self.place(area)
        here = [unit for unit in state.setting.forces.units if unit.side == ALLIED and state.at[unit.index] == place]
        return [unit.id for unit in here if s21_airborne.dropped(state, unit) and self.listed("attack", unit.index)]

    def _due(self, beach: str) -> list[str]:
        state, place = self.game.state, self.place(beach)
        here = [unit for unit in s21_first_wave.due(state) if s21_first_wave.beach_of(state, unit) == place]
        return [unit.id for unit in here if self.listed("land", unit.index, place)]
