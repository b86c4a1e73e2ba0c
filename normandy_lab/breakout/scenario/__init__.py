"""Scenarios of the area-impulse game: files, patches, checks, and the Setting that play reads."""

from normandy_lab.breakout.scenario.compile import compile_setting
from normandy_lab.breakout.scenario.load import load_scenario, make_scenario, read_scenario, shipped, shipped_names
from normandy_lab.breakout.scenario.overlay import Change, diff
from normandy_lab.breakout.scenario.spec import Scenario

__all__ = [
    "Change", "Scenario", "compile_setting", "diff", "load_scenario", "make_scenario", "read_scenario", "shipped",
    "shipped_names",
]  # fmt: skip
