"""Where commands began in a game that this lab has not seen being played: a saved, a kept, or one played in code."""

from __future__ import annotations

from collections.abc import Iterable

from normandy_lab.core.log import Node


def starts(nodes: Iterable[Node]) -> set[int]:
    """Numbers of the nodes at which a command begins: what a squad does in a turn is one, every other roll and choice is one."""
    return {node.parent.n for node in nodes if node.parent is not None and _begins(node)}


def _begins(node: Node) -> bool:
    if node.implied and node.roll is None:  # the game's own answer belongs to what went before
        return False
    assert node.parent is not None
    return _command(node) != _command(node.parent)


def _command(node: Node) -> tuple[object, ...]:
    """What belongs together: the turn and the squad that acts, else the node alone."""
    figure = ""
    if node.roll is not None and node.step in ("clear", "assault"):
        figure = str(node.roll.key[2])
    elif node.kind == "act":
        figure = str(node.action).partition(" ")[2].partition(" ")[0]
    squad = figure.rstrip("0123456789")
    return (node.turn, squad) if squad else (node.n,)
