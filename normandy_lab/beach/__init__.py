"""The classroom beach assault: the functions by which ``Game`` plays it.

The sections of its specification name the files in ``rules/``; docs/beach_rules.md lists the rule ids.
"""

from __future__ import annotations

from collections.abc import Mapping
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

NAME = "beach"
SEATS = ("german", "american")
TAKE_HOME = "normandy_lab.ui.beach.take_home"  # a page of a game


def digest(state: State) -> str:
    """The name of the position: equal for equal positions, whatever way led there."""
    return state.digest()


def view(state: State) -> dict[str, Any]:
    """The parts of the position by name, over which its digest is taken."""
    return state.view()


def edition(setting: Setting) -> str:
    """The rules that the game is played by."""
    return "JG-2004"


def spec_from_text(text: str, tables: Mapping[str, Mapping[str, str]]) -> Any:
    """The Scenario that a save holds as text."""
    from normandy_lab.beach.scenario import Scenario

    return Scenario.read(text, "scenario of the save")


def values(spec: Any) -> Mapping[str, Any]:
    """Every value in force, by its key."""
    found: Mapping[str, Any] = spec.in_force
    return found


def since(old: Mapping[str, Any], spec: Any) -> Any:
    """What differs from the values that a save holds."""
    from normandy_lab.beach.scenario import Scenario

    return Scenario.since(old, spec)


def scenario_from(chain: Any, name: str) -> Any:
    """The Scenario of a document and all that it extends."""
    from normandy_lab.beach.scenario import Scenario

    return Scenario.build(chain, name)


def shipped_scenarios() -> Any:
    """The scenarios of this system that come with the lab."""
    from normandy_lab.beach.scenario import Scenario

    return Scenario.shipped()


def changes(before: Any, after: Any) -> Any:
    """What differs between two scenarios, value by value."""
    from normandy_lab.beach.scenario import Scenario

    return Scenario.diff(before, after)


def setting_from(spec: Any) -> Setting:
    """Compile a Scenario."""
    setting: Setting = spec.setting()
    return setting


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
