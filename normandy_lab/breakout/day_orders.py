"""Plans of the daylight (8): marches, assaults, landings, bridges, bombardments; each opens its impulse if none is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from normandy_lab.breakout import paths
from normandy_lab.breakout.engine import apply, decision
from normandy_lab.breakout.forces.units import FRESH
from normandy_lab.breakout.notation import parse
from normandy_lab.breakout.paths import Path
from normandy_lab.breakout.planner import Planner, Units
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.plans import Report, Step
from normandy_lab.core.terms import Refusal

Steps = Iterator[str | Step]


class DayOrders(Planner):
    """The part of ``game.orders`` that is for the impulses of a day."""

    # -- the impulse ---------------------------------------------------------------------------

    def activate(self, place: str) -> Report:
        """Begin an assault impulse in this area, zone or approach box (8.2)."""
        return self.run(f"activate {place}", [Step(f"impulse assault {place}", "impulse")])

    def pass_(self) -> Report:
        """Take no action in this impulse (8.6)."""
        return self.run("pass", [Step("pass", "impulse")])

    def end(self) -> Report:
        """End the impulse, or whatever list is being put together."""
        return self.run("end", ["end"])

    def double(self, area: str, way: str = "assault") -> Report:
        """Use the Advantage for a second activation in this impulse (11.4)."""
        return self.run(f"double {way} {area}", [Step(f"double {way} {area}", "orders")])

    # -- movement and assault ------------------------------------------------------------------

    def move(self, units: Units, to: str, via: Iterable[str] | None = None) -> Report:
        """March units of one place along the cheapest way, or through the places ``via`` (8.3).

        Units that cannot get there stay, unless none can. What aircraft stop is left behind (8.4).
        """
        listed = self.parse_units(units)
        return self._march(f"move to {to}", listed, to, via or (), lambda _: iter(()))

    def move_and_assault(
        self,
        units: Units,
        area: str,
        via: Iterable[str] | None = None,
        *,
        support: Units = "all",
        point: str | None = None,
    ) -> Report:
        """March units into an enemy-occupied area, and assault it with them (8.5).

        Pauses before the assault when aircraft have stopped a unit on the way.
        """
        listed = self.parse_units(units)

        def then(arrived: Sequence[str]) -> Steps:
            return self._muster(self.place_id(area), arrived, support, point)

        return self._march(f"move to {area} and assault", listed, area, via or (), then)

    def declare(self, units: Units, area: str, via: Iterable[str] | None = None) -> Report:
        """March units into an enemy-occupied area and declare the assault: who else takes part is asked next (8.5)."""
        listed = self.parse_units(units)
        return self._march(
            f"move to {area}, then assault",
            listed,
            area,
            via or (),
            lambda _: iter([Step(f"assault {self.place_id(area)}", "orders")]),
        )

    def fight(self, units: Units = "all", support: Units = "all", point: str | None = None) -> Report:
        """Complete an assault that was declared: who takes part, which guns support it, the Point Unit (9.1, 9.7)."""
        return self.run("assault", self._named(units, support, point))

    def fire(self, support: Units = "all") -> Report:
        """Complete a bombardment by field artillery whose lead is named (10.2)."""

        def steps() -> Steps:
            for gun in self._wanted("support", support):
                yield Step(f"support {gun}", "bombard")
            if self.kind == "bombard":
                yield Step("end", "bombard")

        return self.run("bombard", steps())

    def _march(
        self, title: str, units: list[str], to: str, via: Iterable[str], then: Callable[[Sequence[str]], Steps]
    ) -> Report:
        start = self._starting(units)
        state = self._opened(start)
        way = paths.path(state, units, self.place_id(to), [self.place_id(point) for point in via])
        if isinstance(way, Refusal):
            return self.refused(title, way)
        before = len(self.game.log.at.path())

        def steps() -> Steps:
            yield from self._opening(start)
            yield from self._walk(way)
            if not self.stopped_since(before):
                yield from self._unless_stopped(then(way.moving), before)

        report = self.run(title, steps())
        held = self.stopped_since(before)
        if held and report.stopped == "done":
            why = f"stopped by aircraft on the way (8.4): {', '.join(held)}."
            return report._replace(stopped="surprise", why=why)
        return report

    def _unless_stopped(self, steps: Steps, before: int) -> Steps:
        """The steps, as long as aircraft have stopped nobody; real dice may do so while a step waits for them."""
        for step in steps:
            single = Step(step) if isinstance(step, str) else step
            yield single._replace(lapsed=lambda: bool(self.stopped_since(before)))

    def _walk(self, way: Path) -> Steps:
        """Every step of every unit; a unit that was stopped goes no farther."""
        for step in way.steps:
            stopped = partial(self._tired, step.split()[1])
            if not stopped():
                yield Step(step, "orders", stopped)  # real dice may stop the unit while the step waits for them

    def _tired(self, unit: str) -> bool:
        state = self.game.state
        return bool(state.level[state.setting.forces.index[unit]] != FRESH)

    def stopped_since(self, before: int) -> list[str]:
        """The names of units that aircraft have stopped after so many actions of this line of play (8.4)."""
        path = self.game.log.at.path()[before:]
        return [str(event.args[0]) for node in path for event in node.events if event.rule == "8.4"]

    def _starting(self, units: list[str]) -> str:
        """The place that must be active for these units to move."""
        state = self.game.state
        return str(state.setting.board.places[state.at[state.setting.forces.index[units[0]]]].id) if units else ""

    def _opening(self, place: str, way: str = "assault") -> Steps:
        """The step that opens the impulse, if none is open."""
        if self.kind == "impulse":
            yield Step(f"impulse {way} {place}", "impulse")

    def _opened(self, place: str) -> Any:
        """The position with the impulse open, looked at and not played."""
        state = self.game.state
        asked = decision(state)
        if asked is None or asked.kind != "impulse":
            return state
        action = parse(state.setting, f"impulse assault {place}")
        return apply(state, action)[0]

    def _muster(self, area: str, units: Units, support: Units, point: str | None) -> Steps:
        """From the declaration of the assault to the Point Unit (8.5, 9.7, 9.1)."""
        yield Step(f"assault {area}", "orders")
        yield from self._named(units, support, point)

    def _named(self, units: Units, support: Units, point: str | None) -> Steps:
        """The units and guns that take part, and the Point Unit."""
        yield from (f"join {unit}" for unit in self._wanted("join", units))
        for unit in self._wanted("support", support):
            if unit in self.options("support"):
                yield f"support {unit}"
        if self.naming:
            yield Step("end", "orders")
        if self.kind == "point":
            yield Step(f"point {self.parse_units(point)[0]}" if point else suggest(self.game.state), "point")

    def _wanted(self, verb: str, units: Units) -> list[str]:
        """Units to be named: all on offer, or those of the list that are not taken for granted already."""
        offered = self.options(verb)
        if units == "all":
            return offered
        return [unit for unit in self.parse_units(units) if verb == "support" or unit in offered]

    def assault_by_day(self, area: str, units: Units, support: Units, point: str | None) -> Report:
        """Assault an area where units of the active area stand, with all of them or these (8.5)."""
        place = self.place_id(area)

        def steps() -> Steps:
            yield from self._opening(place)
            yield from self._muster(place, units, support, point)

        return self.run(f"assault {area}", steps())

    def land_by_day(self, beach: str, units: Units) -> Report:
        """Land units from the approach box, all that may or these, and close the landing (19.3)."""
        place, board = self.place(beach), self.game.state.setting.board
        box = board.places[board.box_of[place]].id if place in board.box_of else board.places[place].id
        wanted = units if units == "all" else self.parse_units(units)

        def steps() -> Steps:
            yield from self._opening(box)
            chosen = [each.split()[0] for each in self.options("land")] if wanted == "all" else wanted
            for unit in chosen:
                if wanted != "all" or f"land {unit} {board.places[place].id}" in self.game.decision.options:
                    yield f"land {unit} {board.places[place].id}"
            if self.naming:
                yield Step("end", "orders")

        return self.run(f"land at {beach}", steps())

    # -- bridges -------------------------------------------------------------------------------

    def seize(self, unit: str, bridge: str) -> Report:
        """Let a unit try to take an enemy-held bridge of the Free area where it stands (8.221)."""
        return self._on_bridge(f"seize {bridge}", f"seize {unit} {bridge}", [self._starting(self.parse_units(unit))])

    def repair(self, bridge: str) -> Report:
        """Try to repair a bridge at the start of an impulse (20.2)."""
        return self._on_bridge(f"repair {bridge}", f"repair {bridge}", self._ends(bridge))

    def demolish(self, bridge: str) -> Report:
        """Try to destroy a bridge as the last thing of an impulse (20.4)."""
        return self._on_bridge(f"demolish {bridge}", f"demolish {bridge}", self._ends(bridge))

    def _ends(self, bridge: str) -> list[str]:
        board = self.game.state.setting.board
        border = board.borders[parse(self.game.state.setting, f"demolish {bridge}").args[0]]
        return [board.places[border.a].id, board.places[border.b].id]

    def _on_bridge(self, title: str, action: str, places: list[str]) -> Report:
        """The attempt, in the impulse that is open or in one of the first of these places that allows it."""
        if self.kind != "impulse":
            return self.run(title, [Step(action, "orders")])
        wanted = parse(self.game.state.setting, action)
        for place in places:
            if f"impulse assault {place}" in self.game.decision.options:
                asked = decision(self._opened(place))
                if asked is not None and wanted in asked.options:
                    return self.run(title, [*self._opening(place), Step(action, "orders")])
        return self.run(title, [*self._opening(places[0]), Step(action, "orders")])

    # -- bombardment ---------------------------------------------------------------------------

    def bombard(self, area: str, with_: Units | None = None, target: str | None = None) -> Report:
        """Bombard an area with a marker, or with field artillery, the first gun leading (10.1).

        Without ``with_`` the suggestion is what bombards; without ``target`` the suggestion is the Primary Target.
        """
        place = self.place_id(area)

        def steps() -> Steps:
            yield from self._opening(place, "bombard")
            yield from self._barrage(place, with_)
            if self.kind == "target":
                yield Step(f"target {target}" if target else suggest(self.game.state), "target")

        return self.run(f"bombard {area}", steps())

    def _barrage(self, place: str, with_: Units | None) -> Steps:
        named = [with_] if isinstance(with_, str) else list(with_ or ())
        markers = {key for marker in self.game.state.setting.forces.markers for key in (marker.id, marker.name)}
        if not named:
            while self.kind == "bombard":
                yield Step(suggest(self.game.state), "bombard")
        elif named[0] in markers:
            yield Step(f"shoot {named[0]} {place}", "bombard")
        else:
            lead, *others = self.parse_units(named)
            yield Step(f"lead {lead}", "bombard")
            yield from (Step(f"support {gun}", "bombard") for gun in others)
            if self.kind == "bombard":
                yield Step("end", "bombard")
