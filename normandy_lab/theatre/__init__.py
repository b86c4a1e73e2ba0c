"""The charts of the summer: weather, air, ships and harbours, June 6 to August 31, 1944.

docs/theatre_rules.md lists the clauses (``CH n``) and the readings (``T-n``).
"""

from __future__ import annotations

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
from normandy_lab.theatre.setting import WEATHER, Readings
from normandy_lab.theatre.tables import charts, tables

__all__ = [
    "WEATHER", "Answer", "Readings", "bombardment", "charts", "construction", "effects", "fortification", "harbour",
    "interdiction", "rail", "storm_damage", "tables", "weather",
]  # fmt: skip
