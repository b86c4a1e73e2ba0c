"""The summer on its charts: weather, air, ships and harbours, June 6 to August 31, 1944.

The functions by which ``Game`` plays it, and lookups of single charts. docs/theatre_rules.md lists the clauses
(``CH n``) and the readings (``T-n``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from normandy_lab.theatre.engine import apply, decision, initial, play, why_not
from normandy_lab.theatre.lookups import (
    Answer,
    bombardment,
    construction,
    effects,
    fortification,
    harbour,
    interdiction,
    rail,
    storm_damage,
    weather,
)
from normandy_lab.theatre.notation import parse
from normandy_lab.theatre.report import (
    clock,
    explain,
    moment,
    moment_words,
    odds_now,
    reached,
    result,
    table,
    totals,
    turn,
)
from normandy_lab.theatre.setting import WEATHER, Readings, Setting
from normandy_lab.theatre.state import State
from normandy_lab.theatre.suggest import BOTS, suggest
from normandy_lab.theatre.tables import charts, tables
from normandy_lab.theatre.to_breakout import breakout_supply, breakout_weather, weather_of_days

NAME = "theatre"
SEATS = ("german", "allied")


def digest(state: State) -> str:
    """The name of the position: equal for equal positions, whatever way led there."""
    return state.digest()


def view(state: State) -> dict[str, Any]:
    """The parts of the position by name, over which its digest is taken."""
    return state.view()


def edition(setting: Setting) -> str:
    """The rules that the game is played by."""
    return "CHARTS-1"


def spec_from_text(text: str, tables: Mapping[str, Mapping[str, str]]) -> Any:
    """The Scenario that a save holds as text."""
    from normandy_lab.theatre.scenario import Scenario

    return Scenario.read(text, "scenario of the save")


def values(spec: Any) -> Mapping[str, Any]:
    """Every value in force, by its key."""
    found: Mapping[str, Any] = spec.in_force
    return found


def since(old: Mapping[str, Any], spec: Any) -> Any:
    """What differs from the values that a save holds."""
    from normandy_lab.theatre.scenario import Scenario

    return Scenario.since(old, spec)


def scenario_from(chain: Any, name: str) -> Any:
    """The Scenario of a document and all that it extends."""
    from normandy_lab.theatre.scenario import Scenario

    return Scenario.build(chain, name)


def shipped_scenarios() -> Any:
    """The scenarios of this system that come with the lab."""
    from normandy_lab.theatre.scenario import Scenario

    return Scenario.shipped()


def changes(before: Any, after: Any) -> Any:
    """What differs between two scenarios, value by value."""
    from normandy_lab.theatre.scenario import Scenario

    return Scenario.diff(before, after)


def setting_from(spec: Any) -> Setting:
    """Compile a Scenario."""
    setting: Setting = spec.setting()
    return setting


def summary(state: State) -> dict[str, Any]:
    """One summer of a batch: its weather, what was landed and what was lost."""
    found = totals(state)
    return {"tons": found.pop("landed") * state.setting.tons, **found}


__all__ = [
    "BOTS", "NAME", "SEATS", "WEATHER", "Answer", "Readings", "apply", "bombardment", "breakout_supply", "breakout_weather", "changes", "charts", "clock",
    "construction", "decision", "digest", "edition", "effects", "explain", "fortification", "harbour", "initial",
    "interdiction", "moment", "moment_words", "odds_now", "parse", "play", "rail", "reached", "result", "scenario_from", "setting_from",
    "shipped_scenarios", "since", "spec_from_text", "storm_damage", "suggest", "summary", "table", "tables", "turn",
    "values", "view", "weather", "weather_of_days", "why_not",
]  # fmt: skip
