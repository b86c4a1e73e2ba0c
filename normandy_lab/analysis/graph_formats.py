"""The graph of a position for files: GraphML, GEXF, GML and JSON know text and numbers only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from normandy_lab.errors import NormandyError, shown, visible

if TYPE_CHECKING:
    import networkx as nx

RESERVED = frozenset({"id", "label", "source", "target", "key"})  # what the formats call their own


def graph_for(game: Any) -> nx.Graph[str]:
    """A copy of the graph of a game, or of any networkx graph, that every format of networkx can write.

    GraphML, GEXF and GML have neither lists nor nothing: units become one text with blanks between their ids, and
    what is not there an empty text. An attribute that a format keeps for itself gets an underscore.

    Parameters
    ----------
    game
        A Game, or a graph such as ``game.graph``.

    Examples
    --------
    >>> import normandy_lab as nl
    >>> graph_for(nl.new_game("d_day")).nodes["30"]["german"]
    'GE-CA-Vierville GE-716-726 GE-352-916 GE-352-Art'
    """
    import networkx as nx

    graph = getattr(game, "graph", None)
    graph = graph if isinstance(graph, nx.Graph) else game
    if not isinstance(graph, nx.Graph):
        raise NormandyError(f"{shown(game)} is no game and no graph; give what nl.new_game returns, or its .graph")
    made = graph.__class__()
    made.graph.update(_plain(graph.graph))
    made.add_nodes_from((node, _plain(data)) for node, data in graph.nodes(data=True))
    made.add_edges_from((a, b, _plain(data)) for a, b, data in graph.edges(data=True))
    return made


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{key}_" if key in RESERVED else str(key): _value(value) for key, value in data.items()}


def _value(value: Any) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str | int) for item in value):
        return visible(" ".join(map(str, value)))
    return visible(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
