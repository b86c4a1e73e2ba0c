"""The log of any game as rows: what happened, what was thrown, which lines of play were tried."""

from __future__ import annotations

from collections.abc import Sequence

from normandy_lab.core.decisions import Rows
from normandy_lab.core.log import Log, Node

LOG_COLUMNS = ("n", "turn", "impulse", "actor", "action", "rule", "text", "dice")
DICE_COLUMNS = ("n", "purpose", "roller", "faces", "total")


def log_rows(path: Sequence[Node]) -> Rows:
    """One row an event; an action without an event has a row of its own.

    The further rows of one action say neither it nor its dice again: what is counted in a column is there once.
    """
    rows: Rows = []
    for node in path:
        when = node.parent or node
        action, dice = str(node.action), str(node.action).removeprefix("roll ") if node.roll else ""
        for rule, text in [(event.rule, event.text) for event in node.events] or [(node.rule, "")]:
            values = (node.n, when.turn, when.moment, node.actor, action, rule, text, dice)
            rows.append(dict(zip(LOG_COLUMNS, values, strict=True)))
            action = dice = ""
    return rows


def dice_rows(path: Sequence[Node]) -> Rows:
    """One row a roller."""
    return [
        {"n": node.n, "purpose": node.roll.purpose, "roller": roller, "faces": faces, "total": total}
        for node in path
        if node.roll
        for roller, faces, total in node.roll.shown(node.action)
    ]


def lines(log: Log) -> Rows:
    """One row for each way from the start to a last action or to a branch without one."""
    tips = {(node.n, node.branch) for node in log.nodes if not node.children}
    tips |= {(log.find(name).n, name) for name in log.branches}
    rows = []
    for number, branch in sorted(tips):
        tip = log.nodes[number]
        path = [log.nodes[0], *tip.path()]
        fork = next((node.n for node in reversed(path[:-1]) if len(node.children) > 1), 0)
        rows.append({
            "branch": branch, "fork": fork if tip.branch == branch else number, "tip": number, "moment": tip.moment,
            "luck": log.branches[branch].luck, "here": branch == log.line and log.at in path, "note": tip.note,
        })  # fmt: skip
    return rows
