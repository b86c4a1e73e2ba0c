"""Supply as a proof: for every unit its source, route and cost, and whose loss would cut it off (12.5).

Routes and costs come from the flood used in play; what hangs on a bridge or an area from networkx.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from itertools import groupby
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.analysis.breakout import graph as lines
from normandy_lab.breakout.board.board import BRITISH, GERMAN, NATIONALITIES, RIVER, SIDES, US, Border
from normandy_lab.breakout.board.flood import Passage, Reach
from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.query import contested, side_of, units
from normandy_lab.breakout.rules import s12_depots, s12_supply, s20_bridges
from normandy_lab.breakout.rules.s12_depots import Depot
from normandy_lab.breakout.state import State
from normandy_lab.core.terms import Tally, counted
from normandy_lab.errors import NormandyError, shown

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.game import Game


class Line(NamedTuple):
    """One unit's supply: the row of ``SupplyReport.units``."""

    unit: str
    at: str
    source: str
    route: tuple[str, ...]
    boundaries: int
    contested: int
    cost: int | None
    isolated: bool


class Bottleneck(NamedTuple):
    """A bridge, area or zone whose loss alone would isolate somebody, and whom."""

    kind: str  # "bridge", "area" or "zone"
    id: str
    name: str
    isolates: tuple[str, ...]


MOST_POINTS = 999  # of a depot
EXAMPLE = "a depot is (place, points, nationality), such as ('Trevieres', 6, 'german')"
DEPOT_COLUMNS = (
    "depot", "nationality", "value", "allowed", "rule", "reason", "reaches", "asked", "affords", "left",
)  # fmt: skip


class _Nation(NamedTuple):
    """What the lines of one nationality may pass and how far they reach."""

    nationality: int
    passage: Passage
    reach: Reach


class SupplyReport:
    """Who is supplied from where, and what hangs on it.

    Made by ``nl.supply``. ``print`` shows it in words, a notebook as tables.

    Attributes
    ----------
    side : str
        "german" or "allied".
    lines : tuple of Line
        Every unit of the side in an area or zone, in the order of the order of battle.
    """

    def __init__(self, state: State, side: str, depots: Sequence[Depot] | None = None) -> None:
        self.side = side
        self._state = state.copy()
        self._board = state.setting.board
        nations = (GERMAN,) if side == SIDES[GERMAN] else (US, BRITISH)
        self._nations = {
            nation: _Nation(nation, s12_supply.passage(state, side_of(nation)), s12_supply.lines(state, nation))
            for nation in nations
        }
        self._units = {unit.id: unit for unit in _on_land(state, side)}
        self._depots = depots
        refused = s12_depots.misplaced(state, depots or ())
        self._refusals = dict(enumerate(refused))
        self._reaches = [
            (depot, s12_depots.depot_reach(state, depot))
            for depot, refusal in zip(depots or (), refused, strict=True)
            if refusal is None
        ]
        self.lines: tuple[Line, ...] = tuple(self._line(unit) for unit in self._units.values())

    # -- single lines

    def _line(self, unit: Unit) -> Line:
        places, here = self._board.places, self._state.at[unit.index]
        route = self._route(unit)
        ids = tuple(places[place].id for place in route)
        between = sum(contested(self._state, place) for place in route[1:-1])
        cost = int(s12_depots.refit_cost(self._state, unit, route)) if self._priced(unit, route) else None
        isolated = not self._nations[unit.nationality].reach.reached(here)
        source = ids[0] if ids else ""
        return Line(unit.id, places[here].id, source, ids, max(0, len(ids) - 1), between, cost, isolated)

    def _route(self, unit: Unit) -> list[int]:
        """From a source, or with depots from the cheapest one; [] if there is no line."""
        here = self._state.at[unit.index]
        if self._depots is None or s12_depots.own_zone(self._state, unit):
            return self._nations[unit.nationality].reach.route(here)
        found = s12_depots.serving(unit, here, self._reaches)
        return found[0][1].route(here) if found else []

    def _priced(self, unit: Unit, route: Sequence[int]) -> bool:
        """Nobody draws supply points along a line to Cherbourg (12.62)."""
        if self._depots is None and route:
            return route[0] not in s12_supply.last_source(self._state, unit.nationality)
        return bool(route)

    def _unit(self, unit: object) -> Unit:
        if not isinstance(unit, str) or unit not in self._units:
            raise NormandyError(f"{unit} is no {self.side} unit in an area or zone")
        return self._units[unit]

    # -- tables

    @property
    def units(self) -> pd.DataFrame:
        """Columns unit, at, source, route, boundaries, contested, cost, isolated; routes as tuples of place ids."""
        import pandas as pd

        return pd.DataFrame(self.lines, columns=list(Line._fields)).astype({"cost": "Int64"})

    @property
    def isolated(self) -> list[str]:
        """Ids of the units without a supply line (12.8)."""
        return [line.unit for line in self.lines if line.isolated]

    @property
    def isolated_places(self) -> list[str]:
        """Areas and zones of the side without a line for the nationality that controls them (12.8, I-37)."""
        board, control = self._board, self._state.control
        reach = {nation: each.reach for nation, each in self._nations.items()}
        land = (place for place in s12_supply.land(board) if control[place] in reach)
        return [board.places[place].id for place in land if not reach[control[place]].reached(place)]

    @property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """Unit id -> the places of its line, source first; units without a line are left out."""
        return {line.unit: line.route for line in self.lines if line.route}

    @property
    def bottlenecks(self) -> pd.DataFrame:
        """Columns kind, id, name, isolates: single bridges and places whose loss isolates somebody.

        A lost bridge is one destroyed or in enemy hands; a lost place is the enemy's, with nobody of
        this side left in it. Those that isolate most come first. A unit's own place is not counted.
        """
        import pandas as pd

        return pd.DataFrame(self.weak_points, columns=list(Bottleneck._fields))

    @cached_property
    def weak_points(self) -> tuple[Bottleneck, ...]:
        """The rows of ``bottlenecks``, for programs."""
        isolates: dict[lines.Node, list[str]] = {}
        for nation in self._nations:
            standing: dict[str, list[str]] = {}
            for line in self.lines:
                if self._units[line.unit].nationality == nation and not line.isolated:
                    standing.setdefault(line.at, []).append(line.unit)
            for node, places in lines.losses(self._graph(nation), standing).items():
                isolates.setdefault(node, []).extend(unit for place in places for unit in standing[place])
        order = {unit: number for number, unit in enumerate(self._units)}
        found = [self._named(node, sorted(units, key=order.__getitem__)) for node, units in isolates.items()]
        return tuple(sorted(found, key=lambda each: (-len(each.isolates), each.kind, each.id)))

    def _named(self, node: lines.Node, isolated: Sequence[str]) -> Bottleneck:
        key, kind = node
        if kind == lines.BRIDGE:
            return Bottleneck("bridge", key, self._crossing(self._board.border(key)), tuple(isolated))
        place = self._board.places[self._board.index[key]]
        return Bottleneck(place.kind, key, place.name, tuple(isolated))

    def _graph(self, nation: int) -> lines.Graph:
        state, passage = self._state, self._nations[nation].passage
        sources = s12_supply.sources(state, nation) + s12_supply.last_source(state, nation)
        return lines.line_graph(self._board, passage, sources, s12_supply.local_sources(state, nation))

    @property
    def depots(self) -> pd.DataFrame:
        """Each depot given: whether it may stand there, which units that need a refit it reaches, and how far it goes.

        ``asked`` is the price of refitting all of them, ``affords`` whom its points suffice for, the cheapest
        first, ``left`` what is then over. Every unit is put down to the cheapest depot that reaches it and
        has the points; one that nobody has the points for, to the cheapest.
        """
        import pandas as pd

        bills, paid = self._bills()
        rows = [self._depot_row(number, bills[number], paid) for number in range(len(bills))]
        return pd.DataFrame(rows, columns=list(DEPOT_COLUMNS))

    def _depot_row(self, number: int, bill: Sequence[tuple[int, str]], paid: Collection[str]) -> tuple[Any, ...]:
        assert self._depots is not None
        depot, refusal = self._depots[number], self._refusals[number]
        affords = tuple(unit for _, unit in bill if unit in paid)
        left = depot.value - sum(price for price, unit in bill if unit in paid)
        why = (True, "", "") if refusal is None else (False, refusal.rule, f"{refusal.text} {refusal.fix}".strip())
        asked = sum(price for price, _ in bill)
        place = self._board.places[depot.place].id
        reaches = tuple(unit for _, unit in bill)
        return (place, NATIONALITIES[depot.nationality], depot.value, *why, reaches, asked, affords, left)

    def _bills(self) -> tuple[list[list[tuple[int, str]]], set[str]]:
        """For each depot price and id of the units put down to it, the cheapest first; and the units that are paid for."""
        depots = self._depots or ()
        left, paid = [depot.value for depot in depots], set[str]()
        bills: list[list[tuple[int, str]]] = [[] for _ in depots]
        for prices, unit in sorted((prices, unit) for unit in self._units if (prices := self._prices(unit))):
            price, number = next((each for each in prices if each[0] <= left[each[1]]), prices[0])
            bills[number].append((price, unit))
            if price <= left[number]:
                left[number] -= price
                paid.add(unit)
        return [sorted(bill) for bill in bills], paid

    def _prices(self, unit: str) -> list[tuple[int, int]]:
        """What each depot that reaches a unit to refit asks, with the number of the depot; the cheapest first."""
        mine = self._units[unit]
        if self._state.level[mine.index] == FRESH or s12_depots.own_zone(self._state, mine):
            return []
        here, number = self._state.at[mine.index], {id(depot): n for n, depot in enumerate(self._depots or ())}
        return sorted(
            (int(s12_depots.refit_cost(self._state, mine, reach.route(here))), number[id(depot)])
            for depot, reach in s12_depots.serving(mine, here, self._reaches)
        )

    # -- single questions

    def cost(self, unit: str, *depots: str) -> Tally:
        """The refit cost of 12.51 as a sum of terms: from the cheapest depot, or from those named.

        Parameters
        ----------
        unit
            Its id.
        depots
            Places of depots, for a unit that draws from several: it pays the price of the furthest (12.51, I-40).
            Without ``depots=`` in the report the price is that of a depot at the source itself.

        Raises
        ------
        NormandyError
            The unit is not of this side, or nothing reaches it.
        """
        mine = self._unit(unit)
        if not depots or s12_depots.own_zone(self._state, mine):
            route = self._route(mine)
            if not self._priced(mine, route):
                raise NormandyError(f"{unit}: no line to a depot or source of its nationality (12.51)")
            return s12_depots.refit_cost(self._state, mine, route)
        here = self._state.at[mine.index]
        prices = []
        for name in depots:
            place = _place(self._state, name)
            served = [r for d, r in s12_depots.serving(mine, here, self._reaches) if d.place == place]
            if not served:
                raise NormandyError(f"{unit}: no depot at {name} that reaches it (12.51)")
            prices.append(s12_depots.refit_cost(self._state, mine, served[0].route(here)))
        return max(prices, key=int)

    def cut(self, unit: str) -> list[str]:
        """A smallest set of bridges, areas and zones whose loss together isolates the unit (minimum cut).

        Its own area is named only where nothing else would do; [] if the unit is isolated already.
        """
        mine = self._unit(unit)
        place = self._board.places[self._state.at[mine.index]].id
        return lines.minimum_cut(self._graph(mine.nationality), place)

    def gaps(self, unit: str) -> list[str]:
        """For an isolated unit, the borders at which supply from the nearest supplied ground breaks off."""
        return [border.id for border in self._gaps(self._unit(unit))]

    def _gaps(self, unit: Unit) -> list[Border]:
        nation = self._nations[unit.nationality]
        return lines.gaps(self._board, nation.passage, nation.reach, self._state.at[unit.index])

    def words(self, unit: str) -> str:
        """The unit's supply in one or two sentences with their rules, for hover text and narration."""
        mine = self._unit(unit)
        line = next(line for line in self.lines if line.unit == unit)
        names = self._board.names
        if line.isolated:
            breaks = "; ".join(f"{self._crossing(border)} {self._state_of(border)}" for border in self._gaps(mine))
            why = f" Supply breaks off at {breaks} (12.5)." if breaks else ""
            return f"{mine.name} in {self._at(line)} is isolated (12.8).{why}"
        if not line.route:
            return f"{mine.name} in {self._at(line)} is not isolated, but no depot reaches it (12.51)."
        way = " - ".join(names[self._board.index[place]] for place in line.route)
        length = "1 boundary" if line.boundaries == 1 else f"{line.boundaries} boundaries"
        if line.cost is None:
            return f"{mine.name} in {self._at(line)} {self._last_resort(line, way, length)}"
        between = f", {counted(line.contested, 'contested area')} on the way" if line.contested else ""
        price = f" A refit from there takes {counted(line.cost, 'supply point')} (12.51)."
        if s12_depots.own_zone(self._state, mine):
            price = " The zone refits it without supply points (12.61)."
        if line.boundaries == 0:
            return f"{mine.name} is supplied where it stands, in {way} (12.5).{price}"
        return f"{mine.name} is supplied by {way}: {length}{between} (12.5).{price}"

    def _last_resort(self, line: Line, way: str, length: str) -> str:
        """A line to Cherbourg saves from isolation and nothing else; those in it may try a die (12.62)."""
        source = self._board.names[self._board.index[line.source]]
        head = "has no line to a zone (12.6), but is not isolated (12.8):"
        if line.boundaries == 0:
            return f"{head} {source} is German. It may try a die to refit there (12.62)."
        return f"{head} it has one to {source}, {way}, {length}. Nothing refits it from there (12.62)."

    def _at(self, line: Line) -> str:
        return self._board.names[self._board.index[line.at]]

    def _crossing(self, border: Border) -> str:
        return f"{self._board.names[border.a]} - {self._board.names[border.b]}"

    def _state_of(self, border: Border) -> str:
        """Why supply does not pass on over a border."""
        kind = "a river" if border.kind == RIVER else "flooded"
        if not border.bridge:
            return f"({kind}, no bridge)"
        return f"({kind}, bridge {'held by the enemy' if s20_bridges.standing(self._state, border) else 'destroyed'})"

    # -- printing

    def _summary(self) -> str:
        lost = ", ".join(self._units[unit].name for unit in self.isolated) or "nobody"
        return f"{self.side}: {counted(len(self.lines), 'unit')}; isolated (12.8): {lost}"

    def _stacks(self) -> Iterator[tuple[Line, str]]:
        """One line for each place, source and price, with the names of its units."""

        def key(line: Line) -> tuple[Any, ...]:
            return (self._board.index[line.at], line.isolated, line.route, line.cost or 0)

        for _, stack in groupby(sorted(self.lines, key=key), key):
            members = list(stack)
            yield members[0], ", ".join(self._units[line.unit].name for line in members)

    def __str__(self) -> str:
        text = [self._summary()]
        for line, names in self._stacks():
            way = "isolated" if line.isolated else "from " + " > ".join(line.route) if line.route else "no depot"
            price = "" if line.cost is None else f"; refit {line.cost}"
            text.append(f"  {self._at(line)}: {names}: {way}{price}")
        text += [f"  {each.kind} {each.name}: its loss isolates {len(each.isolates)}" for each in self.weak_points]
        text += [f"  {self._depot_words(row)}" for row in self.depots.itertuples()]
        return "\n".join(text)

    @property
    def refused(self) -> list[str]:
        """A sentence for each depot that may not stand where it is put."""
        return [self._depot_words(row) for row in self.depots.itertuples() if not row.allowed]

    def _depot_words(self, row: Any) -> str:
        where = f"depot in {self._board.names[self._board.index[row.depot]]}"
        if not row.allowed:
            return f"{where} may not stand there: {row.reason} [{row.rule}]"
        suffices = ", ".join(self._units[unit].name for unit in row.affords) or "nobody"
        return f"{where}: {row.value} points, {row.asked} asked for; refits {suffices}; {row.left} left"

    def __repr__(self) -> str:
        return f"<SupplyReport {self._summary()}>"

    def _repr_html_(self) -> str:
        tables = [self.units, self.bottlenecks, *([self.depots] if self._depots is not None else [])]
        shown = (_joined(table).to_html(index=False) for table in tables)
        return f"<p>{escape(self._summary())}</p>" + "".join(shown)


def supply(game: Game | State, side: str, depots: Sequence[tuple[Any, ...]] | None = None) -> SupplyReport:
    """Trace the supply of one side (12.5, 12.6-12.71, 12.8).

    Parameters
    ----------
    game
        A breakout game, or a State of one.
    side
        "german" or "allied".
    depots
        ``(place, value, nationality)`` each, to price refits from chosen depots (12.51); without them
        lines run to the sources themselves. A depot that may not stand where it is put serves nobody;
        ``SupplyReport.depots`` says why.

    Raises
    ------
    NormandyError
        Unknown side, place or nationality.

    Examples
    --------
    >>> import normandy_lab as nl
    >>> report = nl.supply(nl.new_game("d_day", seed=1), "german")
    >>> report.isolated
    []
    >>> print(report.words("GE-352-916"))
    916 Rgt is supplied by ...
    """
    state = game if isinstance(game, State) else getattr(game, "state", None)
    if state is None:
        raise NormandyError(f"{shown(game)} is no game; start one, such as nl.new_game('d_day')")
    if side not in SIDES:
        raise NormandyError(f"{shown(side)} is no side; choose german or allied")
    if not isinstance(state, State):
        raise NormandyError("supply lines belong to the breakout system (12.5)")
    if depots is not None and not isinstance(depots, Iterable):
        raise NormandyError(f"{shown(depots)} is no list of depots; {EXAMPLE}")
    chosen = None if depots is None else [_depot(state, side, entry) for entry in depots]
    return SupplyReport(state, side, chosen)


def _joined(table: pd.DataFrame) -> pd.DataFrame:
    """A copy for show: routes as "A > 1 > 2", lists of units with commas, nothing where there is no price."""
    marks = {"route": " > ", "isolates": ", ", "reaches": ", ", "affords": ", "}
    shown = {name: table[name].map(mark.join) for name, mark in marks.items() if name in table}
    if "cost" in table:
        shown["cost"] = table["cost"].astype("object").fillna("")
    return table.assign(**shown)


def _on_land(state: State, side: str) -> Iterator[Unit]:
    forces, land = state.setting.forces, set(s12_supply.land(state.setting.board))
    mask = forces.german if side == SIDES[GERMAN] else forces.allied
    return (unit for unit in units(state, mask) if state.at[unit.index] in land)


def _depot(state: State, side: str, entry: tuple[Any, ...]) -> Depot:
    """A depot as given: place by id or name, points, nationality."""
    try:
        place, value, nationality = entry
    except (TypeError, ValueError):
        raise NormandyError(f"{shown(entry)}: {EXAMPLE}") from None
    if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= int(value) <= MOST_POINTS:
        raise NormandyError(f"{shown(value)} are no supply points, which are 0 to {MOST_POINTS}; {EXAMPLE}")
    allowed = NATIONALITIES[:1] if side == SIDES[GERMAN] else NATIONALITIES[1:]
    if nationality not in allowed:
        raise NormandyError(f"{shown(nationality)} is no nationality of the {side} side; choose {' or '.join(allowed)}")
    return Depot(_place(state, place), int(value), NATIONALITIES.index(nationality))


def _place(state: State, name: object) -> int:
    """An area or zone by id, name or alias."""
    names = PlaceNames(state.setting.board, state.setting.aliases)
    found = state.setting.board.index.get(names.find(name) or "")
    if found is not None and found in s12_supply.land(state.setting.board):
        return found
    near = names.nearest(name, ("area", "zone"))
    raise NormandyError(f"{shown(name)} is no area or zone." + (f" Did you mean {near!r}?" if near else ""))
