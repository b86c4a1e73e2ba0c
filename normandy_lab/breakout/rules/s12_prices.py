"""Rules 12.51 and 12.52: what a depot reaches, at what price, and how several depots share one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from normandy_lab.breakout.actions import Depots
from normandy_lab.breakout.board.flood import FAR, SHUT, Passage, Reach, flood
from normandy_lab.breakout.forces.units import SPENT
from normandy_lab.breakout.frames import GERMAN_SOURCE, Refit, Store
from normandy_lab.breakout.query import contested
from normandy_lab.breakout.rules import s12_record, s12_supply
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule

Ways = list[tuple[int, ...]]  # indices of the stores that pay: all are emptied but the last, which pays the rest


def nationality(state: State, store: Store) -> int:
    """Whose units the depots refit (12.71)."""
    return 0 if store.source == GERMAN_SOURCE else state.setting.board.places[store.source].nationality


@rule("12.51", "12.52")
def reach(state: State, side: int, place: int) -> Reach:
    """What a depot of the side there reaches, and how far; one in a contested place only that place (12.52)."""
    key = (state.setting.board, side, place, tuple(state.control), tuple(state.held), *map(tuple, state.here))
    found = _known.get(key)
    if found is None:
        if len(_known) >= KEPT:
            _known.clear()
        way = s12_supply.passage(state, side)
        if contested(state, place):
            way = Passage(way.leave, [SHUT] * len(way.crossing))
        found = _known[key] = flood(state.setting.board, way, [place])
    return found


# The same ground is asked about again and again while one side refits: all that a depot's lines depend on.
KEPT = 256
_known: dict[tuple[Any, ...], Reach] = {}


@rule("12.51")
def price(level: int, distance: int) -> int:
    """One for the unit, one if it is disrupted, and the way (12.51); FAR where nothing arrives."""
    return FAR if distance >= FAR else 1 + (level > SPENT) + distance


@rule("12.51")
def ways(prices: Sequence[int], left: Sequence[int]) -> Ways:
    """Every way to pay: one depot, or several that are emptied but for the last; the price is the furthest's (12.51).

    Nothing is lost by emptying them one after the other, since refits may be made in any order (I-84).
    """
    able = [n for n, cost in enumerate(prices) if cost < FAR and left[n]]
    found: Ways = [(n,) for n in able if prices[n] <= left[n]]
    dearest = max((prices[n] for n in able), default=0)
    drained = _drained([n for n in able if left[n] < dearest], left, dearest)
    return found + [way for each in drained for way in _completed(each, able, prices, left)]


def _drained(small: Sequence[int], left: Sequence[int], dearest: int) -> Iterator[tuple[int, ...]]:
    """The sets of stores that can be emptied without paying the dearest price by themselves."""
    for size in range(1, len(small) + 1):
        found = [each for each in combinations(small, size) if sum(left[n] for n in each) < dearest]
        if not found:
            return
        yield from found


def _completed(drained: tuple[int, ...], able: Sequence[int], prices: Sequence[int], left: Sequence[int]) -> Ways:
    """The ways in which these are emptied and one more pays the rest; none where these alone can pay their own price."""
    paid, dear = sum(left[n] for n in drained), max(prices[n] for n in drained)
    if paid >= dear:
        return []
    return [(*drained, n) for n in able if n not in drained and max(dear, prices[n]) <= paid + left[n]]


@rule("12.51")
def pay(state: State, depots: Depots, cost: int) -> None:
    """Take the points from the depots in the order named."""
    frame = s12_record.current(state)
    stores = list(frame.stores)
    for depot in depots:
        number = find(frame, depot)
        share = min(cost, stores[number].left)
        stores[number] = stores[number]._replace(left=stores[number].left - share)
        cost -= share
    assert cost == 0
    s12_record.amend(state, stores=tuple(stores))


def find(frame: Refit, depot: tuple[int, int]) -> int:
    """The number of the store with this source and place; -1 if there is none."""
    return next((n for n, store in enumerate(frame.stores) if (store.source, store.place) == depot), -1)


@rule("12.51")
def cost_of(state: State, depots: Depots, level: int, place: int) -> int:
    """The price for a unit of this level there: that of the furthest of these depots (12.51, I-40)."""
    side = s12_record.current(state).side
    return max(price(level, reach(state, side, where).cost[place]) for _, where in depots)


class Market:
    """What every store can do for every place, worked out once for one decision."""

    def __init__(self, state: State, frame: Refit) -> None:
        self.stores = frame.stores
        self.reaches = [reach(state, frame.side, store.place) for store in frame.stores]
        self.nations = [nationality(state, store) for store in frame.stores]
        self._kept: dict[tuple[int, int, bool], tuple[Depots, ...]] = {}

    def offers(self, nation: int, level: int, place: int) -> tuple[Depots, ...]:
        """Every way in which the stores can refit a unit of this nationality and level there."""
        key = (nation, place, level > SPENT)
        found = self._kept.get(key)
        if found is None:
            one = price(level, 0)
            able = [
                (store.source, store.place, one + reach.cost[place], store.left)
                for store, reach, mine in zip(self.stores, self.reaches, self.nations, strict=True)
                if mine == nation and store.left and reach.cost[place] < FAR
            ]
            found = self._kept[key] = _offers(tuple(able)) if able else ()
        return found


@lru_cache(maxsize=1 << 13)
def _offers(able: tuple[tuple[int, int, int, int], ...]) -> tuple[Depots, ...]:
    """The ways in which stores can pay, of each its source, place, price and points: the same come back all night."""
    stores = [each[:2] for each in able]
    found = ways([each[2] for each in able], [each[3] for each in able])
    return tuple(dict.fromkeys([(*sorted([stores[n] for n in way[:-1]]), stores[way[-1]]) for way in found]))


def words(state: State, depots: Depots) -> str:
    """Depots in words: "the depot in Trevieres and the depot in Isigny"."""
    return " and ".join(f"the depot in {state.setting.board.names[place]}" for _, place in depots)
