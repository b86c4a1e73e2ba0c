"""Plans of the daylight (8): marches, assaults, landings, bridges, bombardments; each opens its impulse if none is open."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from normandy_lab.breakout import ahead, paths
from normandy_lab.breakout.actions import WAYS
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.breakout.engine import why_not
from normandy_lab.breakout.forces.units import FRESH
from normandy_lab.breakout.frames import Assault, Barrage, Bombardment, Landing, Muster
from normandy_lab.breakout.notation import argument, parse
from normandy_lab.breakout.paths import Path
from normandy_lab.breakout.planner import Planner, Units
from normandy_lab.breakout.rules import s08_record
from normandy_lab.breakout.suggest import suggest
from normandy_lab.core.plans import Report, Step
from normandy_lab.core.terms import Refusal
from normandy_lab.errors import NotationError
from normandy_lab.rehearsal import rehearsed

Steps = Iterator[str | Step]
OPENED = {"assault": "orders", "bombard": "bombard"}  # the kind of decision in an impulse that is open


class DayOrders(Planner):
    """The part of ``game.orders`` that is for the impulses of a day."""

    # -- the impulse ---------------------------------------------------------------------------

    @rehearsed
    def activate(self, place: str) -> Report:
        """Begin an assault impulse in this area, zone or approach box (8.2)."""
        return self.run(f"activate {place}", [Step(f"impulse assault {place}", "impulse")])

    @rehearsed
    def pass_(self) -> Report:
        """Take no action in this impulse (8.6)."""
        return self.run("pass", [Step("pass", "impulse")])

    @rehearsed
    def end(self) -> Report:
        """End the impulse, or whatever list is being put together."""
        return self.run("end", ["end"])

    @rehearsed
    def double(self, area: str, way: str = "assault") -> Report:
        """Use the Advantage for a second activation in this impulse (11.4)."""
        if way not in WAYS:
            raise NotationError(f"double: {way!r} is no way to activate an area; write {' or '.join(WAYS)} (8.11).")
        return self.run(f"double {way} {area}", [Step(f"double {way} {area}", "orders")])

    # -- movement and assault ------------------------------------------------------------------

    @rehearsed
    def move(self, units: Units, to: str, via: Iterable[str] | None = None) -> Report:
        """March units of one place along the cheapest way, or through the places ``via`` (8.3).

        Units that cannot get there stay, unless none can; the report says why. What aircraft stop is left behind (8.4).
        """
        listed = self.parse_units(units)
        return self._march(f"move to {to}", listed, to, via or (), lambda _: iter(()))

    @rehearsed
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
        listed, title, place = self.parse_units(units), f"move to {area} and assault", self.place_id(area)
        self._known(support, point)
        if not self._enemy_in(area):
            return self._unopposed(title, area)

        guns = self._may_support(listed, support)

        def then(_: Sequence[str]) -> Steps:
            named = self._arrived(listed, place)
            staying = [gun for gun in guns if gun not in self._arrived(guns, place, guns=True)]
            yield from self._tried(lambda orders: orders._muster(place, named, support, point, staying))

        return self._march(title, listed, area, via or (), then, together=set(listed) - set(guns))

    @rehearsed
    def declare(self, units: Units, area: str, via: Iterable[str] | None = None) -> Report:
        """March units into an enemy-occupied area and declare the assault: who else takes part is asked next (8.5)."""
        listed, title = self.parse_units(units), f"move to {area}, then assault"
        if not self._enemy_in(area):
            return self._unopposed(title, area)
        declaring = [Step(f"assault {self.place_id(area)}", "orders")]
        return self._march(title, listed, area, via or (), lambda _: iter(declaring))

    def _enemy_in(self, area: str) -> bool:
        """Whether a unit of the side that does not decide stands there."""
        state, asked, place = self.game.state, self.game.decision, self.place(area)
        return any(state.here[side][place] for side, seat in enumerate(SIDES) if asked is None or seat != asked.actor)

    def _unopposed(self, title: str, area: str) -> Report:
        name = self.game.state.setting.board.names[self.place(area)]
        return self.refused(
            title, Refusal("8.5", f"No enemy is in {name}.", "Move there, or choose a place with an enemy.")
        )

    @rehearsed
    def fight(self, units: Units = "all", support: Units = "all", point: str | None = None) -> Report:
        """Complete an assault that was declared: who takes part, which guns support it, the Point Unit (9.1, 9.7)."""
        self._known(support, point)
        if self.kind != "point" and not self.naming:
            return self.refused("assault", Refusal("8.5", "No assault is being put together.", "Declare one first."))
        return self.run("assault", self._named(units, support, point))

    @rehearsed
    def fire(self, support: Units = "all") -> Report:
        """Complete a bombardment by field artillery whose lead is named (10.2)."""
        if self.kind != "bombard":
            why = Refusal("10.2", "No bombardment is being put together.", "Begin one in an impulse of its own.")
            return self.refused("bombard", why)

        def steps() -> Steps:
            for gun in self._wanted("support", support):
                yield Step(f"support {gun}", "bombard")
            if self.kind == "bombard":
                yield Step("end", "bombard")

        return self.run("bombard", steps())

    def _march(
        self,
        title: str,
        units: list[str],
        to: str,
        via: Iterable[str],
        then: Callable[[Sequence[str]], Steps],
        together: Container[str] = (),
    ) -> Report:
        aims = [self.place_id(point) for point in ([via] if isinstance(via, str) else via)]
        aims.append(self.place_id(to))
        start = self._starting(units)
        state = start if isinstance(start, Refusal) else self._opened(start)
        if isinstance(start, Refusal) or isinstance(state, Refusal):
            return self.refused(title, state)
        way = paths.path(state, units, aims[-1], aims[:-1])
        if isinstance(way, Refusal):
            return self.refused(title, way)
        left = self._left_behind(way)
        if barred := [why for unit, why in left.items() if unit in together]:
            return self.refused(title, barred[0])
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
        return self._with_stragglers(report, way)

    def _left_behind(self, way: Path) -> dict[str, Refusal]:
        """Why each unit that does not come along stays; who is there already does not count."""
        name = self.game.state.setting.board.names[self.place(way.place)]
        there = self._arrived(way.staying, way.place)
        return {
            unit: paths.reason(way.state, unit, code, name) for unit, code in way.staying.items() if unit not in there
        }

    def _arrived(self, units: Iterable[str], place: str, *, guns: bool = False) -> list[str]:
        """The units that stand in the place and can assault there, or the guns, which support instead (9.7)."""
        state, board = self.game.state, self.game.state.setting.board
        found = [state.setting.forces.units[state.setting.forces.index[unit]] for unit in units]
        here = [unit for unit in found if board.places[state.at[unit.index]].id == place]
        return [unit.id for unit in here if unit.field_artillery == guns]

    def _may_support(self, units: Sequence[str], support: Units) -> list[str]:
        """The guns among units that are sent to assault: one that cannot march along is to support (9.7)."""
        forces = self.game.state.setting.forces
        guns = [unit for unit in units if forces.units[forces.index[unit]].field_artillery]
        if isinstance(support, str) and support == "all":
            return guns
        named = self.parse_units(support)
        return [gun for gun in guns if gun in named]

    def _with_stragglers(self, report: Report, way: Path) -> Report:
        """The report of a march, with those who did not come along and why."""
        why = self._left_behind(way).values()
        return report._replace(why=" ".join([report.why, *(f"{each.text} [{each.rule}]" for each in why)]))

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

    def _starting(self, units: list[str]) -> str | Refusal:
        """The place that must be active for these units to move: where the first of the side to move stands."""
        state, asked = self.game.state, self.game.decision
        forces, places = state.setting.forces, state.setting.board.places
        if not units:
            return Refusal("8.2", "No unit is named.", "Name Fresh units of one place.")
        found = [forces.units[forces.index[unit]] for unit in units]
        if self.kind == "impulse":
            found = [unit for unit in found if SIDES[unit.side] == asked.actor]
        if not found:
            text = f"{forces.units[forces.index[units[0]]].name} is not of the side whose impulse it is."
            return Refusal("8.12", text, f"Choose units of the {asked.actor.capitalize()} side.")
        return str(places[state.at[found[0].index]].id)

    def _opening(self, place: str, way: str = "assault") -> Steps:
        """The step that opens the impulse, unless one of this kind is open."""
        if self.kind != OPENED[way]:
            yield Step(f"impulse {way} {place}", "impulse")

    def _opened(self, place: str, way: str = "assault") -> Any:
        """The position with the impulse open, looked at and not played; or why it cannot be opened."""
        state = self.game.state
        if self.kind != "impulse":
            return state
        action = parse(state.setting, f"impulse {way} {place}")
        return ahead.opened(state, action)

    def _barred(self, place: str, action: str, way: str = "assault") -> Refusal | None:
        """Why an action cannot be played in the impulse that is open, or in the one that this place would open.

        What must be waited for (dice, the other side, another question) is left to the Plan.
        """
        if self.kind not in ("impulse", OPENED[way]):
            return None
        state = self._opened(place, way)
        if isinstance(state, Refusal):
            return state
        return why_not(state, parse(state.setting, action))

    def _known(self, support: Units, point: str | None) -> None:
        """Refuse names that do not exist before anything is played."""
        if support != "all":
            self.parse_units(support)
        if point:
            self.unit_id(point)

    def _muster(self, area: str, units: Units, support: Units, point: str | None, guns: Sequence[str] = ()) -> Steps:
        """From the declaration of the assault to the Point Unit (8.5, 9.7, 9.1); what is declared is completed."""
        if self.target_of(Muster) != self.place(area) and self._leading() != self.place(area):
            yield Step(f"assault {area}", "orders")
        yield from self._named(units, support, point, guns)

    def _leading(self) -> int | None:
        """The place of an assault that only waits for its Point Unit (9.1)."""
        return self.target_of(Assault) if self.kind == "point" else None

    def _named(self, units: Units, support: Units, point: str | None, guns: Sequence[str] = ()) -> Steps:
        """The units and guns that take part, these ``guns`` in any case, and the Point Unit."""
        yield from (f"join {unit}" for unit in self._wanted("join", units))
        yield from (f"support {unit}" for unit in self._wanted("support", support))
        yield from (f"support {unit}" for unit in self._wanted("support", guns))
        if self.naming:
            yield Step("end", "orders")
        if self.kind == "point" or (point and self.trying):
            yield Step(f"point {self.unit_id(point)}" if point else suggest(self.game.state), "point")

    def _wanted(self, verb: str, units: Units) -> list[str]:
        """Units to be named: all on offer, or those of the list that do not take part already (8.51)."""
        offered = self.options(verb)
        if isinstance(units, str) and units == "all":
            return offered
        missing = [unit for unit in self.parse_units(units) if not self.named(unit)]
        return sorted(missing, key=lambda unit: unit in offered)  # who cannot take part first: the refusal says why

    def assault_by_day(self, area: str, units: Units, support: Units, point: str | None) -> Report:
        """Assault an area where units of the active area stand, with all of them or these (8.5)."""
        place, title = self.place_id(area), f"assault {area}"
        wanted = units if isinstance(units, str) and units == "all" else self.parse_units(units)
        self._known(support, point)

        def steps() -> Steps:
            if self._leading() is None:
                yield from self._opening(place)
            yield from self._tried(lambda orders: orders._muster(place, wanted, support, point))

        return self.run(title, steps())

    def land_by_day(self, beach: str, units: Units) -> Report:
        """Land units from the approach box, all that may or these, and close the landing (19.3)."""
        place, title = self.place_id(beach), f"land at {beach}"
        board = self.game.state.setting.board
        index = board.index[place]
        if index not in board.box_of:
            return self.refused(
                title, Refusal("19.3", f"{board.names[index]} is no beach.", "Name one of the beaches.")
            )
        box = board.places[board.box_of[index]].id
        wanted = units if isinstance(units, str) and units == "all" else self.parse_units(units)
        if not wanted:
            return self.refused(title, Refusal("19.3", "No unit is named.", "Name units that wait off the beach."))

        def steps() -> Steps:
            if wanted == "all" or not all(self._landed(unit, box) for unit in wanted):
                yield from self._opening(box)
            yield from self._landings(place, box, wanted)
            if self.naming:
                yield Step("end", "orders")

        return self.run(title, steps())

    def _landings(self, beach: str, box: str, wanted: Units) -> Steps:
        """A ``land`` for every unit that is wanted and has not landed yet (19.3)."""
        if wanted != "all":
            yield from (
                f"land {unit} {beach}" for unit in wanted if not self.named(unit) and not self._landed(unit, box)
            )
            return
        due = [unit for unit, to in map(str.split, self.options("land")) if to == beach]
        if not due and self.kind == "orders" and not self._on_the_way(box):
            name = self.game.state.setting.board.names[self.place(beach)]
            self.objection = Refusal("19.3", f"Nobody can land at {name} now.", "Begin an impulse in its approach box.")
        for unit in due:
            if f"{unit} {beach}" in self.options("land"):
                yield f"land {unit} {beach}"

    def _on_the_way(self, box: str) -> bool:
        """Whether a landing from this box is being put together."""
        return isinstance(self.top, Landing) and self.top.box == self.place(box)

    def _landed(self, unit: str, box: str) -> bool:
        """Whether the unit has come ashore from this box in the impulse that is open."""
        frame = s08_record.impulse(self.game.state)
        march = s08_record.march_of(frame, self.game.state.setting.forces.index[unit]) if frame else None
        return bool(march and march.trail[:1] == (self.place(box),))

    # -- bridges -------------------------------------------------------------------------------

    @rehearsed
    def seize(self, unit: str, bridge: str) -> Report:
        """Let a unit try to take an enemy-held bridge of the Free area where it stands (8.221)."""
        state, name = self.game.state, self.unit_id(unit)
        here = state.setting.board.places[state.at[state.setting.forces.index[name]]].id
        return self._on_bridge("seize", bridge, [here], f"{name} ")

    @rehearsed
    def repair(self, bridge: str) -> Report:
        """Try to repair a bridge at the start of an impulse (20.2)."""
        return self._on_bridge("repair", bridge, self._ends(bridge))

    @rehearsed
    def demolish(self, bridge: str) -> Report:
        """Try to destroy a bridge as the last thing of an impulse (20.4)."""
        return self._on_bridge("demolish", bridge, self._ends(bridge))

    def _ends(self, bridge: str) -> list[str]:
        board = self.game.state.setting.board
        border = board.borders[argument(self.game.state.setting, "border", bridge)]
        return [board.places[border.a].id, board.places[border.b].id]

    def _on_bridge(self, verb: str, bridge: str, places: list[str], unit: str = "") -> Report:
        """The attempt, in the impulse that is open or in one of the first of these places that allows it."""
        state, title = self.game.state, f"{verb} {bridge}"
        border = state.setting.board.borders[argument(state.setting, "border", bridge)]
        action = f"{verb} {unit}{border.id}"
        if self.kind != "impulse":
            return self.run(title, [Step(action, "orders")])
        why: Refusal | None = None
        for place in sorted(places, key=lambda each: f"impulse assault {each}" not in self.game.decision.options):
            barred = self._barred(place, action)
            if barred is None:
                return self.run(title, [*self._opening(place), Step(action, "orders")])
            why = why or barred
        return self.refused(title, why or Refusal("8.2", "No place is named.", "Name a bridge."))

    # -- bombardment ---------------------------------------------------------------------------

    @rehearsed
    def bombard(self, area: str, with_: Units | None = None, target: str | None = None) -> Report:
        """Bombard an area with a marker, or with field artillery, the first gun leading (10.1).

        Without ``with_`` the suggestion is what bombards; without ``target`` the suggestion is the Primary Target.
        """
        place, title = self.place_id(area), f"bombard {area}"
        if target:
            argument(self.game.state.setting, "unit_or_border", target)
        named = [] if with_ is None else self._bombarding(place, with_)
        if not named and with_ is not None:
            return self.refused(title, Refusal("10.1", "Nothing that bombards is named.", "Name a marker or guns."))
        aimed = self.target_of(Barrage, Bombardment)
        if aimed not in (None, self.place(area)):
            where = self.game.state.setting.board.names[aimed]
            return self.refused(
                title, Refusal("10.1", f"{where} is the target area of this impulse.", f"Bombard {where}.")
            )
        wanted = [each for each in named if not self._bombards(each)]

        def steps() -> Steps:
            if aimed is None:
                yield from self._opening(place, "bombard")
            yield from map(Step, wanted, ["bombard"] * len(wanted))
            while not named and self.kind == "bombard":
                yield Step(suggest(self.game.state), "bombard")
            if self.kind == "bombard":
                yield Step("end", "bombard")
            if self.kind == "target" or (target and self.trying):
                yield Step(f"target {target}" if target else suggest(self.game.state), "target")

        return self.run(title, steps())

    def _bombards(self, action: str) -> bool:
        """Whether what the action names takes part in the bombardment under way already."""
        verb, name, *_ = action.split(" ")
        frame, forces = self.top, self.game.state.setting.forces
        if verb == "shoot":
            return isinstance(frame, Bombardment) and frame.marker >= 0 and forces.markers[frame.marker].id == name
        return isinstance(frame, Barrage | Bombardment) and self.named(name)

    def _bombarding(self, place: str, with_: Units) -> list[str]:
        """The actions that name what bombards: a marker by itself (17.1), or guns of which the first leads (10.2)."""
        setting = self.game.state.setting
        listed = [with_] if isinstance(with_, str) or not isinstance(with_, Iterable) else list(with_)
        markers = {each: self._marker(each) for each in listed}
        if not any(markers.values()):
            return [f"{'support' if n else 'lead'} {gun}" for n, gun in enumerate(self.parse_units(listed))]
        if len(listed) > 1:
            raise NotationError(f"bombard: {listed!r}: a marker bombards by itself; name it alone (17.1).")
        return [f"shoot {markers[listed[0]]} {setting.board.places[setting.board.index[place]].id}"]

    def _marker(self, name: str) -> str:
        """The id of a marker given by id or name, "" if it is none."""
        setting = self.game.state.setting
        try:
            return str(setting.forces.markers[argument(setting, "marker", name)].id)
        except NotationError:
            return ""
