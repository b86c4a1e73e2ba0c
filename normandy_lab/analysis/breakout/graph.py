"""Supply lines as a directed networkx graph, for what hangs on them: bottlenecks and minimum cuts.

The rules give one mask, a ``Passage``; the flood walks it in play, here it becomes nodes and edges. A
test holds both equal in reach and cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx

from normandy_lab.breakout.board.board import FLOODED, LANDING, Board, Border
from normandy_lab.breakout.board.flood import FAR, OPEN, SHUT, Passage, Reach

Node = tuple[str, str]  # ("29", "on"), ("29", "end"), ("29-30", "bridge"), or ROOT
ROOT: Node = ("supply", "source")
ON, END, BRIDGE = "on", "end", "bridge"
Graph = Any  # nx.DiGraph[Node]; subscripts exist in the stubs only

# In a minimum cut every bridge and area counts one; among equal cuts the one with more bridges.
_BRIDGE_LOSS, _AREA_LOSS = 100, 101


def line_graph(board: Board, passage: Passage, sources: Iterable[int], local: Iterable[int] = ()) -> Graph:
    """The Passage as a graph whose cheapest paths from ROOT are supply lines.

    A place is ``on`` the way or the ``end`` of it. A standing bridge that opens a border is a node, so
    that its loss can be asked for: a river can then still be crossed into the place supplied, a flood not.

    Parameters
    ----------
    board, passage
        The map, and what may be passed.
    sources
        Where lines begin.
    local
        Places that feed themselves alone (12.71).
    """
    graph: Graph = nx.DiGraph()
    graph.add_node(ROOT)
    starts = set(sources)
    for place in starts:
        graph.add_edge(ROOT, (board.places[place].id, ON), cost=0)
    for place in local:
        graph.add_edge(ROOT, (board.places[place].id, END), cost=0)
    for place in {*starts, *(place for place, leave in enumerate(passage.leave) if leave)}:
        graph.add_edge((board.places[place].id, ON), (board.places[place].id, END), cost=0)
    for border in board.borders:
        if passage.crossing[border.index] != SHUT and border.kind != LANDING:
            _add_crossing(graph, board, passage, border, starts)
    return graph


def _add_crossing(graph: Graph, board: Board, passage: Passage, border: Border, starts: set[int]) -> None:
    way = passage.crossing[border.index]
    for a, b in ((border.a, border.b), (border.b, border.a)):
        price = 1 if a in starts else passage.leave[a]
        if not price:
            continue
        start, end = board.places[a].id, board.places[b].id
        over, rest = (start, ON), price
        if border.bridge and way == OPEN:
            over, rest = (border.id, BRIDGE), 0
            graph.add_edge((start, ON), over, cost=price)
        if way == OPEN and passage.leave[b]:
            graph.add_edge(over, (end, ON), cost=rest)
        if border.kind == FLOODED:
            graph.add_edge(over, (end, END), cost=rest)
        else:
            graph.add_edge((start, ON), (end, END), cost=price)


def losses(graph: Graph, ends: Iterable[str]) -> dict[Node, list[str]]:
    """Bridge or place -> the ends that its loss alone would isolate: its dominators; an end is no loss of its own."""
    above = nx.immediate_dominators(graph, ROOT)
    found: dict[Node, list[str]] = {}
    for end in ends:
        node = (end, END)
        if node not in above:
            continue
        while (node := above[node]) != ROOT:
            if node[0] != end:
                found.setdefault(node, []).append(end)
    return found


def minimum_cut(graph: Graph, end: str) -> list[str]:
    """A smallest set of bridges and places whose loss isolates ``end``; its own place only where nothing else would.

    [] if it is isolated as it is.
    """
    target = (end, END)
    if target not in graph or not nx.has_path(graph, ROOT, target):
        return []
    if graph.has_edge(ROOT, target) or graph.has_edge(ROOT, (end, ON)):
        return [end]
    split: Graph = nx.DiGraph()
    for node in graph.nodes:
        if node == ROOT or node[0] == end:
            split.add_edge((node, "in"), (node, "out"))
        else:
            split.add_edge((node, "in"), (node, "out"), capacity=_BRIDGE_LOSS if node[1] == BRIDGE else _AREA_LOSS)
    split.add_edges_from(((a, "out"), (b, "in")) for a, b in graph.edges)
    _, (near, _) = nx.minimum_cut(split, (ROOT, "in"), (target, "out"))
    return sorted(node[0] for node in graph.nodes if (node, "in") in near and (node, "out") not in near)


def gaps(board: Board, passage: Passage, reach: Reach, place: int) -> list[Border]:
    """The borders at which lines to a place break off: supplied ground on one side, its own on the other.

    Its own ground is what could pass supply on to it. Empty if the place is reached, or if no supplied
    ground lies next to its own.
    """
    if reach.reached(place):
        return []
    own, todo = {place}, [place]
    while todo:
        here = todo.pop()
        for other, border in board.neighbours[here]:
            way = passage.crossing[border]
            if other not in own and passage.leave[other] and (way == OPEN or (way and here == place)):
                own.add(other)
                todo.append(other)
    return sorted({
        board.borders[border]
        for here in own for other, border in board.neighbours[here] if reach.via[other] < FAR
    })  # fmt: skip
