"""The classroom beach assault: the functions by which ``Game`` plays it.

The sections of its specification name the files in ``rules/``; docs/beach_rules.md lists the rule ids.
"""

from __future__ import annotations

from typing import Any

from normandy_lab.beach.engine import apply, decision, initial, play, why_not
from normandy_lab.beach.notation import parse
from normandy_lab.beach.orders import Orders
from normandy_lab.beach.report import (
    clock,
    explain,
    losses,
    lost,
    moment,
    moment_words,
    odds_now,
    reached,
    result,
    table,
    turn,
)
from normandy_lab.beach.setting import Setting
from normandy_lab.beach.state import State
from normandy_lab.beach.suggest import BOTS, suggest
from normandy_lab.model_scenario import ModelSystem

NAME = "beach"
SEATS = ("german", "american")
TAKE_HOME = "normandy_lab.ui.beach.take_home"  # a page of a game


_MODEL = ModelSystem("normandy_lab.beach.scenario")
digest, view, values, since = _MODEL.digest, _MODEL.view, _MODEL.values, _MODEL.since
spec_from_text, scenario_from, setting_from = _MODEL.spec_from_text, _MODEL.scenario_from, _MODEL.setting_from
shipped_scenarios, changes = _MODEL.shipped_scenarios, _MODEL.changes


def edition(setting: Setting) -> str:
    """The rules that the game is played by."""
    return "JG-2004"


def as_scenario(state: State) -> Any:
    """The position as a Scenario; taken before anybody has acted in a phase 2."""
    from normandy_lab.beach.position import as_scenario as build

    return build(state)


def summary(state: State) -> dict[str, Any]:
    """One game of a batch: how long it took and what it cost."""
    return {
        "turns": state.turn,
        "breakthrough": state.breakthrough or None,
        "replacements": sum(state.landed),
        **losses(state),
    }


__all__ = [
    "BOTS", "NAME", "SEATS", "TAKE_HOME", "Orders", "apply", "as_scenario", "changes", "clock", "decision", "digest",
    "edition", "explain", "initial", "lost", "moment", "moment_words", "odds_now", "parse", "play", "reached", "result",
    "scenario_from", "setting_from", "shipped_scenarios", "since", "spec_from_text", "suggest", "summary", "table", "turn", "values", "view",
    "why_not",
]  # fmt: skip
