"""Supply as a proof: for every unit its source, route and cost, and whose loss would cut it off (12.5).

The rules give one mask, a ``Passage``; here networkx walks it, so that a route can be shown, cut and
compared with the flood used in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx

from normandy_lab.breakout.board.board import BRITISH, GERMAN, LANDING, NATIONALITIES, SIDES, US, Board, Border
from normandy_lab.breakout.board.flood import Passage
from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.query import bits, contested, side_of, units
from normandy_lab.breakout.rules import s12_supply
from normandy_lab.breakout.rules.s12_supply import Depot
from normandy_lab.breakout.state import State
from normandy_lab.core.terms import Tally
from normandy_lab.errors import NormandyError

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.game import Game

Node = tuple[str, str]  # ("29", "on"), ("29", "end"), ("29-30", "border"), or ROOT
ROOT: Node = ("supply", "source")
ON, END, BORDER = "on", "end", "border"
Graph = Any  # nx.DiGraph[Node]; subscripts exist in the stubs only


def line_graph(board: Board, passage: Passage, sources: Iterable[int], local: Iterable[int] = ()) -> Graph:
    """The Passage as a directed graph whose shortest paths from ROOT are supply lines.

    A place is ``on`` the way or the ``end`` of it; a border is a node too, so that its loss can be
    asked for. ``local`` sources feed their own place alone (12.71).
    """
    graph: Graph = nx.DiGraph()
    graph.add_node(ROOT)
    starts = set(sources)
    names = [place.id for place in board.places]
    for place in starts:
        graph.add_edge(ROOT, (names[place], ON), weight=0)
    for place in local:
        graph.add_edge(ROOT, (names[place], END), weight=0)
    on_the_way = {*starts, *bits(passage.through)}
    for place in sorted(on_the_way):
        graph.add_edge((names[place], ON), (names[place], END), weight=0)
    for border in board.borders:
        _add_border(graph, board, passage, border, starts)
    return graph


def _add_border(graph: Graph, board: Board, passage: Passage, border: Border, starts: set[int]) -> None:
    """The border as one node for both directions; the way into it costs one, two from a slow place."""
    anywhere = passage.open >> border.index & 1
    if border.kind == LANDING or not (anywhere or passage.last >> border.index & 1):
        return
    crossing = (border.id, BORDER)
    for start, end in ((border.a, border.b), (border.b, border.a)):
        if not (passage.through >> start & 1 or start in starts):
            continue
        slow = passage.slow >> start & 1 and start not in starts
        graph.add_edge((board.places[start].id, ON), crossing, weight=2 if slow else 1)
        graph.add_edge(crossing, (board.places[end].id, END), weight=0)
        if anywhere and passage.through >> end & 1:
            graph.add_edge(crossing, (board.places[end].id, ON), weight=0)


class Line(NamedTuple):
    """One unit's supply: the row of ``SupplyReport.units``, with its route as place ids."""

    unit: str
    at: str
    source: str
    route: tuple[str, ...]
    boundaries: int
    contested: int
    cost: int | None
    isolated: bool


class Bottleneck(NamedTuple):
    """A bridge or area whose loss alone would isolate somebody, and whom."""

    kind: str  # "bridge", "border" or "area"
    id: str
    name: str
    isolates: tuple[str, ...]


@dataclass(frozen=True)
class SupplyReport:
    """Who is supplied from where, and what hangs on it.

    Attributes
    ----------
    side : str
        "german" or "allied".
    lines : tuple of Line
        Every unit of the side on the board, in the order of the order of battle.
    """

    side: str
    lines: tuple[Line, ...]
    _bottlenecks: tuple[Bottleneck, ...]
    _costs: dict[str, Tally]
    _depots: tuple[tuple[Depot, str], ...]
    _graphs: dict[int, Graph]
    _nations: dict[str, int]

    @property
    def units(self) -> pd.DataFrame:
        """Columns unit, at, source, route, boundaries, contested, cost, isolated."""
        import pandas as pd

        rows = [line._replace(route=" > ".join(line.route)) for line in self.lines]  # type: ignore[arg-type]
        return pd.DataFrame(rows, columns=list(Line._fields)).astype({"cost": "Int64"})

    @property
    def isolated(self) -> list[str]:
        """Ids of the units without a supply line (12.8)."""
        return [line.unit for line in self.lines if line.isolated]

    @property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """Unit id -> the places of its line, source first; isolated units are left out."""
        return {line.unit: line.route for line in self.lines if line.route}

    @property
    def bottlenecks(self) -> pd.DataFrame:
        """Columns kind, id, name, isolates: single bridges, borders and areas that cut somebody off."""
        import pandas as pd

        return pd.DataFrame(self._bottlenecks, columns=list(Bottleneck._fields))

    def cost(self, unit: str) -> Tally:
        """The refit cost of 12.51 as a sum of terms.

        Raises
        ------
        NormandyError
            The unit is not of this side, or has no line to a depot of its nationality.
        """
        if unit not in self._costs:
            raise NormandyError(f"{unit}: no supply line to a source or depot of its nationality (12.51)")
        return self._costs[unit]

    @property
    def depots(self) -> pd.DataFrame:
        """Each depot given, with the units it reaches and what refitting all of them would take."""
        import pandas as pd

        rows = [
            {
                "depot": place,
                "nationality": NATIONALITIES[depot.nationality],
                "value": depot.value,
                **self._affords(place, depot),
            }
            for depot, place in self._depots
        ]
        return pd.DataFrame(rows, columns=["depot", "nationality", "value", "reaches", "asked", "affords", "left"])

    def _affords(self, place: str, depot: Depot) -> dict[str, Any]:
        """Cheapest first, as many as the depot's points allow; refits of Fresh units are not asked for."""
        mine = sorted(
            (int(self._costs[line.unit]), line.unit)
            for line in self.lines
            if line.source == place and line.cost is not None
        )
        left, afforded = depot.value, []
        for price, unit in mine:
            if price <= left:
                left -= price
                afforded.append(unit)
        return {
            "reaches": [unit for _, unit in mine],
            "asked": sum(price for price, _ in mine),
            "affords": afforded,
            "left": left,
        }

    def cut(self, unit: str) -> list[str]:
        """A smallest set of borders and areas whose loss would isolate the unit (minimum cut).

        Sources and the unit's own area count as areas that may be lost only where nothing else would do.
        """
        line = next((line for line in self.lines if line.unit == unit), None)
        if line is None:
            raise NormandyError(f"{unit} is no unit of this side on the board")
        if line.isolated:
            return []
        return minimum_cut(self._graphs[self._nations[unit]], (line.at, END))

    def __str__(self) -> str:
        lost = ", ".join(self.isolated) or "nobody"
        return f"{self.side}: {len(self.lines)} units, isolated (12.8): {lost}; {len(self._bottlenecks)} bottlenecks"

    def _repr_html_(self) -> str:
        return f"<p>{self}</p>" + self.units.to_html(index=False) + self.bottlenecks.to_html(index=False)


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
        lines run to the sources themselves.

    Raises
    ------
    NormandyError
        Unknown side, place or nationality.

    Examples
    --------
    >>> import normandy_lab as nl
    >>> nl.supply(nl.new_game("d_day", seed=1), "german").isolated
    []
    """
    state: State = game if isinstance(game, State) else game.state
    if side not in SIDES:
        raise NormandyError(f"{side!r} is no side; choose german or allied")
    chosen = [_depot(state, entry) for entry in depots] if depots is not None else None
    nations = (GERMAN,) if side == SIDES[GERMAN] else (US, BRITISH)
    lines: list[Line] = []
    costs: dict[str, Tally] = {}
    graphs: dict[int, Graph] = {}
    weak: list[Bottleneck] = []
    for nation in nations:
        graph = graphs[nation] = _graph(state, nation)
        own = [unit for unit in _on_board(state, side) if unit.nationality == nation]
        found = {unit.id: line for unit in own for line in [_line(state, graph, unit)]}
        weak += bottlenecks(state.setting.board, graph, found.values())
        if chosen is not None:
            found = {unit.id: _from_depots(state, unit, found[unit.id], chosen) for unit in own}
        for unit in own:
            line = found[unit.id]
            lines.append(line)
            if line.route:
                costs[unit.id] = s12_supply.refit_cost(state, unit, [state.setting.board.index[p] for p in line.route])
    priced = tuple(line._replace(cost=int(costs[line.unit]) if line.unit in costs else None) for line in lines)
    order = state.setting.forces.index
    ordered = tuple(sorted(priced, key=lambda line: order[line.unit]))
    listed = tuple((depot, state.setting.board.places[depot.place].id) for depot in chosen or ())
    nationality = {unit.id: unit.nationality for unit in _on_board(state, side)}
    return SupplyReport(side, ordered, _merge(weak), costs, listed, graphs, nationality)


def _graph(state: State, nation: int) -> Graph:
    passage = s12_supply.passage(state, side_of(nation))
    own, local = s12_supply.sources(state, nation), s12_supply.local_sources(state, nation)
    return line_graph(state.setting.board, passage, own, local)


def _on_board(state: State, side: str) -> Iterator[Unit]:
    forces, board = state.setting.forces, state.setting.board
    places = {*board.areas, *board.zones}
    mask = forces.german if side == SIDES[GERMAN] else forces.allied
    return (unit for unit in units(state, mask) if state.at[unit.index] in places)


def _line(state: State, graph: Graph, unit: Unit) -> Line:
    place = state.setting.board.places[state.at[unit.index]].id
    route = shortest(graph, place)
    return _described(state, unit, place, route)


def shortest(graph: Graph, place: str) -> tuple[str, ...]:
    """The places of the cheapest line to a place, source first; empty if there is none."""
    end = (place, END)
    if end not in graph:
        return ()
    try:
        path = nx.dijkstra_path(graph, ROOT, end)
    except nx.NetworkXNoPath:
        return ()
    places = [node[0] for node in path if node[1] in (ON, END)]
    return tuple(place for n, place in enumerate(places) if n == 0 or places[n - 1] != place)


def _described(state: State, unit: Unit, place: str, route: tuple[str, ...]) -> Line:
    index = state.setting.board.index
    crossed = sum(contested(state, index[way]) for way in route[1:-1])
    source = route[0] if route else ""
    return Line(unit.id, place, source, route, max(0, len(route) - 1), crossed, None, not route)


def _from_depots(state: State, unit: Unit, line: Line, depots: Sequence[Depot]) -> Line:
    """The same unit drawing from the cheapest depot; whether it is isolated stays as it was (12.8)."""
    best = s12_supply.best_depot(state, unit, depots)
    names = state.setting.board.places
    route = tuple(names[place].id for place in best[1]) if best else ()
    return _described(state, unit, line.at, route)._replace(isolated=line.isolated)


def bottlenecks(board: Board, graph: Graph, lines: Iterable[Line]) -> list[Bottleneck]:
    """Every single border and area that lies on all lines of somebody: the dominators of its area.

    A unit's own area is no bottleneck of it.
    """
    above = nx.immediate_dominators(graph, ROOT)
    cut: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        node = (line.at, END)
        if line.isolated or node not in above:
            continue
        while node != ROOT:
            node = above[node]
            if node is None or node == ROOT or node[0] == line.at:
                continue
            cut.setdefault((node[0], node[1]), []).append(line.unit)
    return [_named(board, key, isolated) for key, isolated in cut.items()]


def _named(board: Board, key: tuple[str, str], isolated: list[str]) -> Bottleneck:
    if key[1] != BORDER:
        return Bottleneck("area", key[0], board.names[board.index[key[0]]], tuple(isolated))
    border = board.border(key[0])
    name = f"{board.names[border.a]} to {board.names[border.b]}"
    return Bottleneck("bridge" if border.bridge else "border", border.id, name, tuple(isolated))


def _merge(found: Iterable[Bottleneck]) -> tuple[Bottleneck, ...]:
    """One entry a bridge or area, those that isolate most first."""
    merged: dict[tuple[str, str], Bottleneck] = {}
    for each in found:
        old = merged.get((each.kind, each.id))
        merged[each.kind, each.id] = each._replace(isolates=(*old.isolates, *each.isolates)) if old else each
    return tuple(sorted(merged.values(), key=lambda each: (-len(each.isolates), each.kind, each.id)))


def minimum_cut(graph: Graph, end: Node) -> list[str]:
    """A smallest set of borders and areas, neither source nor end, that separates ROOT from ``end``.

    Where a source feeds its neighbour over an open border, that border is what must be lost.
    """
    split: Graph = nx.DiGraph()
    for node in graph.nodes:
        split.add_edge((node, "in"), (node, "out"), capacity=_capacity(node, end))
    for a, b in graph.edges:
        split.add_edge((a, "out"), (b, "in"))
    value, (near, _) = nx.minimum_cut(split, (ROOT, "out"), (end, "in"))
    if value >= _NEVER:
        return [end[0]]
    return sorted({node[0] for node in graph.nodes if (node, "in") in near and (node, "out") not in near})


_NEVER = 10_000


def _capacity(node: Node, end: Node) -> int:
    return _NEVER if node in (ROOT, end) or node[0] == end[0] else 1


def _depot(state: State, entry: tuple[Any, ...]) -> Depot:
    """A depot as given: place by id or name, points, nationality."""
    try:
        place, value, nationality = entry
    except ValueError:
        raise NormandyError(
            f"{entry!r}: a depot is (place, value, nationality), such as ('Trevieres', 6, 'german')"
        ) from None
    names = PlaceNames(state.setting.board, state.setting.aliases)
    found = names.find(place)
    if found is None or found not in state.setting.board.index:
        near = names.nearest(place)
        raise NormandyError(f"{place!r} is no known place." + (f" Did you mean {near!r}?" if near else ""))
    if nationality not in NATIONALITIES:
        raise NormandyError(f"{nationality!r} is no nationality; choose one of {', '.join(NATIONALITIES)}")
    return Depot(state.setting.board.index[found], int(value), NATIONALITIES.index(nationality))
