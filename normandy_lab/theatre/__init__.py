"""The summer on its charts: weather, air, ships and harbours, June 6 to August 31, 1944.

The functions by which ``Game`` plays it, and lookups of single charts. docs/theatre_rules.md lists the clauses
(``CH n``) and the readings (``T-n``).
"""

from __future__ import annotations

from typing import Any

from normandy_lab.model_scenario import ModelSystem
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


_MODEL = ModelSystem("normandy_lab.theatre.scenario")
digest, view, values, since = _MODEL.digest, _MODEL.view, _MODEL.values, _MODEL.since
spec_from_text, scenario_from, setting_from = _MODEL.spec_from_text, _MODEL.scenario_from, _MODEL.setting_from
shipped_scenarios, changes = _MODEL.shipped_scenarios, _MODEL.changes


def edition(setting: Setting) -> str:
    """The rules that the game is played by."""
    return "CHARTS-1"


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
