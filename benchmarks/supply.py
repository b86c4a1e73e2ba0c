"""Speed of supply lines: the flood used in play against networkx, and the report of both sides.

    python benchmarks/supply.py [--rounds 9] [--json]

All forms get the same mask (a ``Passage``) and the same sources, and are checked to give the same costs. They run
in turns, round by round, in processor time, so that a busy moment hits them alike; what may be compared is the ratio.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import networkx as nx

import normandy_lab as nl
from normandy_lab.analysis.breakout import graph as lines
from normandy_lab.breakout.board.board import BRITISH, GERMAN, LANDING, US, Board
from normandy_lab.breakout.board.flood import FAR, OPEN, SHUT, Passage, flood
from normandy_lab.breakout.query import side_of
from normandy_lab.breakout.rules import s12_supply

Costs = dict[int, int]
Form = Callable[["Position"], Any]

# Who held what on June 12, from history_control.csv.
JUNE_12 = {
    "british": ("7", "8", "16", "17", "18", "19", "28"),
    "us": ("25", "26", "27", "29", "30", "31", "32", "33", "44", "50", "51"),
}


class Position(NamedTuple):
    """What a trace needs: a board, a mask, sources."""

    board: Board
    passage: Passage
    sources: list[int]


def by_flood(at: Position) -> Any:
    return flood(*at)


def rebuilt(at: Position) -> Costs:
    """The two-layer graph of the reports, built for the call."""
    graph = lines.line_graph(*at)
    found: dict[lines.Node, Any] = nx.single_source_dijkstra_path_length(graph, lines.ROOT, weight="cost")
    index = at.board.index
    return {index[name]: cost for (name, layer), cost in found.items() if layer == lines.END}


class TwoLayers:
    """The two-layer graph built once for the board; a weight function shuts what the mask shuts."""

    def __init__(self, board: Board) -> None:
        self.graph: Any = nx.DiGraph()
        for border in board.borders:
            if border.kind != LANDING:
                for a, b in ((border.a, border.b), (border.b, border.a)):
                    self.graph.add_edge(a, b, border=border.index)
                    self.graph.add_edge(a, ~b, border=border.index)  # ~b: the line ends in b

    def __call__(self, at: Position) -> Costs:
        leave, crossing = at.passage
        step = list(leave)
        for place in at.sources:
            step[place] = 1

        def weight(a: int, b: int, edge: dict[str, int]) -> int | None:
            way = crossing[edge["border"]]
            if b < 0:
                return step[a] if way != SHUT else None
            return step[a] if way == OPEN and leave[b] else None

        found: dict[int, Any] = nx.multi_source_dijkstra_path_length(self.graph, at.sources, weight=weight)
        return {~node: cost for node, cost in found.items() if node < 0} | dict.fromkeys(at.sources, 0)


class OneLayer:
    """One graph of places for the way, by a weight function; a plain loop over it for where lines end."""

    def __init__(self, board: Board) -> None:
        self.graph: Any = nx.DiGraph()
        for border in board.borders:
            if border.kind != LANDING:
                self.graph.add_edge(border.a, border.b, border=border.index)
                self.graph.add_edge(border.b, border.a, border=border.index)
        self.beside = {a: [(b, edge["border"]) for b, edge in row.items()] for a, row in self.graph.adj.items()}

    def __call__(self, at: Position) -> Costs:
        leave, crossing = at.passage
        step = list(leave)
        for place in at.sources:
            step[place] = 1

        def weight(a: int, b: int, edge: dict[str, int]) -> int | None:
            return step[a] if leave[b] and crossing[edge["border"]] == OPEN else None

        on: dict[int, Any] = nx.multi_source_dijkstra_path_length(self.graph, at.sources, weight=weight)
        costs = dict(on)
        for a, cost in on.items():
            price = cost + step[a]
            for b, border in self.beside[a]:
                if price < costs.get(b, FAR) and crossing[border] != SHUT:
                    costs[b] = price
        return costs


def evenings() -> list[Any]:
    """Six positions after the landings of June 6."""
    found = []
    for seed in range(6):
        game = nl.new_game("d_day", seed=seed)
        game.run(until="amphibious")
        found.append(game.state)
    return found


def bridgehead() -> Any:
    """The ground of June 12 without its units; bridges within it are Allied."""
    areas = {area: {"control": nation} for nation, held in JUNE_12.items() for area in held}
    return nl.new_game(nl.load_scenario("blank").with_({"areas": areas})).state


def positions(states: list[Any], nations: tuple[int, ...]) -> list[Position]:
    found = []
    for state, nation in product(states, nations):
        if sources := s12_supply.sources(state, nation):
            found.append(Position(state.setting.board, s12_supply.passage(state, side_of(nation)), sources))
    return found


def equal(forms: dict[str, Form], places: list[Position]) -> None:
    """All forms give the same costs in all positions."""
    for at in places:
        expected = {place: cost for place, cost in enumerate(by_flood(at).cost) if cost < FAR}
        for name, form in forms.items():
            if form is not by_flood:
                assert form(at) == expected, name


def clock(work: Callable[[Any], object], each: list[Any], times: int) -> float:
    """Microseconds of processor time for one call with one of these."""
    start = time.process_time()
    for _ in range(times):
        for item in each:
            work(item)
    return (time.process_time() - start) / times / len(each) * 1e6


def compare(forms: dict[str, Form], places: list[Position], rounds: int) -> dict[str, Any]:
    """Microseconds a trace of every form (the median round), and how many times faster the flood is than the best."""
    equal(forms, places)
    times: dict[str, list[float]] = {name: [] for name in forms}
    for _ in range(rounds):
        for name, form in forms.items():
            times[name].append(clock(form, places, 240 // len(places)))
    others = [values for name, values in times.items() if name != "flood"]
    ratios = [min(form[n] for form in others) / times["flood"][n] for n in range(rounds)]
    reached = sum(cost < FAR for at in places for cost in by_flood(at).cost) / len(places)
    return {
        "places reached": round(reached),
        "microseconds": {name: round(statistics.median(values), 1) for name, values in times.items()},
        "best networkx / flood": round(statistics.median(ratios), 2),
        "rounds": [round(min(ratios), 2), round(max(ratios), 2)],
    }


def picture(state: Any) -> None:
    """Everything that the map's supply layer shows, for both sides: routes, isolated units, bottlenecks, words."""
    for side in ("german", "allied"):
        report = nl.supply(state, side)
        _ = report.weak_points, report.isolated_places
        _ = [report.words(line.unit) for line in report.lines]


def tables(state: Any) -> None:
    for side in ("german", "allied"):
        report = nl.supply(state, side)
        _ = report.units, report.bottlenecks


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of supply lines, as ratios in one run.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()

    states = evenings()
    board = states[0].setting.board
    forms: dict[str, Form] = {
        "flood": by_flood,
        "networkx, graph rebuilt": rebuilt,
        "networkx, two layers, weight function": TwoLayers(board),
        "networkx, one layer, weight function, loop for ends": OneLayer(board),
    }
    cases = {
        "German lines, evening of June 6": positions(states, (GERMAN,)),
        "Allied lines, bridgehead of June 12": positions([bridgehead()], (US, BRITISH)),
        "Allied lines, beaches of June 6": positions(states, (US, BRITISH)),
    }
    traces = {name: compare(forms, places, wanted.rounds) for name, places in cases.items()}
    both = {}
    for work, name in ((picture, "supply picture of both sides"), (tables, "the same as tables")):
        each = [clock(work, [state], 3) / 1000 for _ in range(3) for state in states]
        both[name] = {"median": round(statistics.median(each), 1), "slowest": round(max(each), 1)}
    if wanted.json:
        print(json.dumps({"traces": traces, "milliseconds": both}, indent=1))
        return
    print(f"Python {platform.python_version()} on {platform.machine()}, networkx {nx.__version__}")
    for case, found in traces.items():
        print(f"\n{case}: {found['places reached']} places reached, microseconds a trace")
        for name, value in found["microseconds"].items():
            print(f"{value:10.1f}  {name}")
        low, high = found["rounds"]
        print(f"{found['best networkx / flood']:10.2f}  best networkx / flood (rounds from {low} to {high})")
    print("\nmilliseconds")
    for name, value in both.items():
        print(f"{value['median']:10.1f}  {name} (slowest {value['slowest']})")


if __name__ == "__main__":
    main()
