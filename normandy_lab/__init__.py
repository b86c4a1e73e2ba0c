"""An interactive lab for the Normandy campaign as a board game.

>>> import normandy_lab as nl
>>> spec = nl.load_scenario("d_day")
>>> game = nl.new_game(spec, seed=1944)
>>> game.actor, game.decision.kind
('allied', 'airborne')

Heavy parts (tables, pictures, widgets) are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from normandy_lab.errors import (
    FileError,
    IllegalAction,
    NormandyError,
    NotationError,
    RuleNotModelled,
    SaveError,
    ScenarioError,
)
from normandy_lab.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.analysis.batch import simulate
    from normandy_lab.analysis.breakout.odds import odds
    from normandy_lab.analysis.breakout.supply import supply
    from normandy_lab.analysis.gather import gather
    from normandy_lab.analysis.graph_formats import graph_for
    from normandy_lab.analysis.theatre.summer import summer
    from normandy_lab.breakout.scenario.spec import Scenario
    from normandy_lab.core.dice import KeyedDice, ScriptedDice, TypedDice
    from normandy_lab.game import Game, load_game, new_game
    from normandy_lab.systems import load_scenario
    from normandy_lab.ui.beach.lab import BeachLab
    from normandy_lab.ui.breakout.lab import Lab
    from normandy_lab.ui.breakout.picture import picture

_LAZY = {
    "BeachLab": "ui.beach.lab",
    "Game": "game",
    "KeyedDice": "core.dice",
    "Lab": "ui.breakout.lab",
    "Scenario": "breakout.scenario.spec",
    "ScriptedDice": "core.dice",
    "TypedDice": "core.dice",
    "gather": "analysis.gather",
    "graph_for": "analysis.graph_formats",
    "load_game": "game",
    "load_scenario": "systems",
    "new_game": "game",
    "odds": "analysis.breakout.odds",
    "picture": "ui.breakout.picture",
    "simulate": "analysis.batch",
    "supply": "analysis.breakout.supply",
    "summer": "analysis.theatre.summer",
}
_MODULES = ("theatre",)
_LATER = ("Editor", "TheatreLab", "compare")


def scenarios() -> pd.DataFrame:
    """The scenarios that come with the lab: name, system, title, start, end, standing."""
    import pandas as pd

    from normandy_lab.systems import shipped

    return pd.DataFrame(shipped(), columns=["name", "system", "title", "start", "end", "standing"])


def diff(before: Any, after: Any) -> pd.DataFrame:
    """What differs between two scenarios, or names of scenarios: key, before, after, rule.

    In a notebook it is shown with both boards side by side.
    """
    from normandy_lab.analysis.changes import Changes
    from normandy_lab.systems import load_scenario

    return Changes(*(load_scenario(each) if isinstance(each, str) else each for each in (before, after)))


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    later = "; it belongs to a later version" if name in _LATER else ""
    raise AttributeError(f"normandy_lab {__version__} has no {name!r}{later}")


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "BeachLab",
    "FileError",
    "Game",
    "IllegalAction",
    "KeyedDice",
    "Lab",
    "NormandyError",
    "NotationError",
    "RuleNotModelled",
    "SaveError",
    "Scenario",
    "ScenarioError",
    "ScriptedDice",
    "TypedDice",
    "__version__",
    "diff",
    "gather",
    "graph_for",
    "load_game",
    "load_scenario",
    "new_game",
    "odds",
    "picture",
    "scenarios",
    "simulate",
    "summer",
    "supply",
    "theatre",
]
