"""Rules 12.4, 12.51, 12.61 and 12.71: what a side may do in its part of the Refit Phase, option by option."""

from __future__ import annotations

from functools import lru_cache

from normandy_lab.breakout.actions import CHERBOURG, Depots, make
from normandy_lab.breakout.board.board import GERMAN
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import GERMAN_SOURCE, Refit
from normandy_lab.breakout.rules import s12_air, s12_cherbourg, s12_depots, s12_record, s12_reserves, s20_night
from normandy_lab.breakout.rules.s12_prices import Market
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action
from normandy_lab.core.rulebook import rule


def options(state: State, frame: Refit) -> list[Action]:
    """What the stage offers beside its end."""
    known = {"cherbourg": _tries, "supply": supplies, "reserve": s12_reserves.options}.get(frame.stage)
    return known(state, frame) if known else []


def _tries(state: State, frame: Refit) -> list[Action]:
    return [make(state.setting, "refit", unit.index, CHERBOURG) for unit in s12_cherbourg.garrison(state, frame)]


@rule("12.4", "12.51", "20.23", "12.9")
def supplies(state: State, frame: Refit) -> list[Action]:
    """Refits, night repairs, air supply and depots."""
    setting, market = state.setting, Market(state, frame)
    found: list[Action] = []
    for unit in wanting(state, frame):
        found += _refits(
            setting, unit.index, market.offers(unit.nationality, state.level[unit.index], state.at[unit.index])
        )
    found += s20_night.options(state, frame, market)
    found += [make(setting, "airsupply", area) for area in s12_air.areas(state, frame)]
    for source in sources(state, frame):
        found += [make(setting, "depot", source, place) for place in places(state, frame, source)]
    return found


@lru_cache(maxsize=1 << 14)
def _refits(setting: Setting, unit: int, offers: tuple[Depots, ...]) -> tuple[Action, ...]:
    """The refits of a unit; most are the same at the next decision of the night."""
    return tuple([make(setting, "refit", unit, depots) for depots in offers])


@rule("12.4", "12.61")
def wanting(state: State, frame: Refit) -> list[Unit]:
    """The units that depots may refit: those in a zone of their own are refitted by it (12.61)."""
    return [unit for unit in s12_record.tired(state, frame) if not s12_depots.own_zone(state, unit)]


# -- depots that can be placed


@rule("12.61", "12.7", "12.71")
def sources(state: State, frame: Refit) -> list[int]:
    """What can still send a depot tonight."""
    supply = state.setting.supply
    if frame.side == GERMAN:
        return [GERMAN_SOURCE] if placed(frame, GERMAN_SOURCE) < supply.german else []
    beaches = state.setting.board.beaches
    open_ = [beach for beach in beaches if not state.barred >> beach & 1]
    return [beach for beach in open_ if placed(frame, beach) < len(supply.beaches[beach])]


def placed(frame: Refit, source: int) -> int:
    """How many depots of the source stand."""
    return sum(store.depots for store in frame.stores if store.source == source)


@rule("12.61", "12.71", "12.52")
def places(state: State, frame: Refit, source: int) -> list[int]:
    """Where a depot of the source may stand."""
    return s12_depots.german_places(state) if source == GERMAN_SOURCE else s12_depots.sendable(state, source)
