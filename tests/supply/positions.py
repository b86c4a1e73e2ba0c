"""Positions for supply tests: patches over the empty board, and random ones made straight in a State."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.analysis.breakout.supply import SupplyReport
from normandy_lab.breakout.board.board import BRITISH, GERMAN, US
from normandy_lab.breakout.forces.units import DISRUPT_2
from normandy_lab.breakout.query import move_unit
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, State

SPENT, D1, D2 = "spent", "disrupt_1", "disrupt_2"
BLANK = nl.load_scenario("blank")


def position(**patch: Any) -> State:
    """The empty board, all of it German, with this patch."""
    return breakout.initial(breakout.setting_from(BLANK.with_(patch)))


def at(places: Mapping[str, str], level: str = "fresh") -> dict[str, dict[str, str]]:
    """Units by their places: ``at({"US-1-16": "29"})``."""
    return {unit: {"at": place, "level": level} for unit, place in places.items()}


def control(nation: str, *places: str) -> dict[str, dict[str, str]]:
    return {place: {"control": nation} for place in places}


def bridges(held: str, *borders: str) -> dict[str, dict[str, str]]:
    return {border: {"held": held} for border in borders}


def allied(state: State, **options: Any) -> SupplyReport:
    return nl.supply(state, "allied", **options)


def german(state: State, **options: Any) -> SupplyReport:
    return nl.supply(state, "german", **options)


def route(report: SupplyReport, unit: str) -> str:
    """The places of a unit's line, source first, as "30 29 32"; "" if it is isolated or no depot reaches it."""
    return " ".join(report.paths.get(unit, ()))


def random_state(luck: random.Random, base: State) -> State:
    """A position that need not have arisen in play: any control, bridges in any state, a few dozen units strewn about."""
    state = base.copy()
    board, units = state.setting.board, state.setting.forces.units
    german_share, standing = luck.choice((0.2, 0.5, 0.8)), luck.choice((0.3, 0.7, 1.0))
    for place in (*board.areas, *board.zones):
        state.control[place] = GERMAN if luck.random() < german_share else luck.choice((US, BRITISH))
    for border in board.borders:
        held = luck.choice((HELD_GERMAN, HELD_ALLIED))
        state.held[border.index] = held if luck.random() < standing else DESTROYED
    for unit in luck.sample(units, 40):
        move_unit(state, unit.index, luck.choice((*board.areas, *board.zones)))
        state.level[unit.index] = luck.randint(0, DISRUPT_2)
    return state
