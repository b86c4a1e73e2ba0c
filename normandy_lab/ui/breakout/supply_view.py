"""The supply of a position as plain values for map and panel: legs, costs, weak points, words; no Bokeh.

>>> import normandy_lab as nl
>>> shown = traced(nl.new_game("d_day", seed=1).state, ("german",))
>>> shown.isolated
frozenset()
>>> next((leg.a, leg.b, leg.units) for leg in shown.legs if leg.b == "2")
('1', '2', 2)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from normandy_lab.analysis.breakout.supply import Bottleneck, Line, SupplyReport, supply
from normandy_lab.breakout.board.board import GERMAN, SIDES
from normandy_lab.breakout.rules.s12_supply import last_source
from normandy_lab.breakout.state import State
from normandy_lab.core.terms import counted

SUPPLY = "supply"
SIDE_LAYERS = {side: f"{SUPPLY}:{side}" for side in SIDES}  # narrow the layer down to one side
SIDE_WORDS = {"german": "German", "allied": "Allied"}
LAST = "A last resort: a line to it keeps German units from isolation (12.8), but no depot draws from it (12.62)."


@dataclass(frozen=True, slots=True)
class Leg:
    """A border that supply lines of one side cross, from ``a`` to ``b``; ``a`` is "" where they begin at ``b``."""

    side: str
    a: str
    b: str
    units: int  # how many draw supply over it
    last: bool  # only lines to the last resort, Cherbourg (12.62)
    isolates: int  # how many units the loss of its bridge would isolate


@dataclass(frozen=True, slots=True)
class Mark:
    """What a side pays for a refit in one place: "3", or "3–4" where units differ (12.51)."""

    place: str
    side: str
    cost: str


@dataclass(frozen=True, slots=True)
class Weak:
    """A bridge, area or zone whose loss alone would isolate somebody, in words."""

    side: str
    kind: str  # "bridge", "area", "zone"
    id: str
    units: int
    words: str


@dataclass(frozen=True, slots=True)
class SupplyView:
    """Everything that the supply layer shows."""

    sides: tuple[str, ...]
    legs: tuple[Leg, ...] = ()
    marks: tuple[Mark, ...] = ()
    weak: tuple[Weak, ...] = ()
    isolated: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)  # unit -> its route in words with rules
    last: str = ""  # Cherbourg while it is a German last resort
    summary: str = ""

    def said_of(self, key: str) -> str:
        """What hangs on this bridge, area or zone, in words; "" if nothing does."""
        said = [weak.words for weak in self.weak if weak.id == key]
        return " ".join([*said, LAST] if key == self.last else said)


def sides_of(layers: Collection[str]) -> tuple[str, ...]:
    """The sides whose supply is asked for: none without the layer, both where no side is named."""
    if SUPPLY not in layers:
        return ()
    return tuple(side for side, name in SIDE_LAYERS.items() if name in layers) or SIDES


# ------------------------------------------------------------------------------------------- reports

_KEPT: OrderedDict[tuple[str, ...], Any] = OrderedDict()  # reports and views of the positions shown last
MOST = 24


def _kept(state: State, key: tuple[str, ...], make: Callable[[], Any]) -> Any:
    """What was made for this position before, found by its digest."""
    key = (state.setting.digest, state.digest(), *key)
    if key not in _KEPT:
        _KEPT[key] = make()
    _KEPT.move_to_end(key)
    if len(_KEPT) > MOST:
        _KEPT.popitem(last=False)
    return _KEPT[key]


def report(state: State, side: str) -> SupplyReport:
    """The report of a side in this position, traced once and then remembered."""
    found: SupplyReport = _kept(state, ("report", side), lambda: supply(state, side))
    return found


def traced(state: State, sides: tuple[str, ...] = SIDES) -> SupplyView:
    """The supply of these sides, ready to be drawn."""
    found: SupplyView = _kept(state, ("view", *sides), lambda: _traced(state, sides))
    return found


def _traced(state: State, sides: tuple[str, ...]) -> SupplyView:
    reports = {side: report(state, side) for side in sides}
    last = _last_resort(state) if "german" in sides else ""
    return SupplyView(
        sides=sides,
        legs=tuple(leg for each in reports.values() for leg in _legs(state, each, last)),
        marks=tuple(mark for each in reports.values() for mark in _marks(each)),
        weak=tuple(_weak(state, side, each) for side, found in reports.items() for each in found.weak_points),
        isolated=frozenset(unit for each in reports.values() for unit in each.isolated),
        words={line.unit: each.words(line.unit) for each in reports.values() for line in each.lines},
        last=last,
        summary=" ".join(summary(each) for each in reports.values()),
    )


def _last_resort(state: State) -> str:
    found = last_source(state, GERMAN)
    return state.setting.board.places[found[0]].id if found else ""


def summary(found: SupplyReport) -> str:
    """How many units of a side are supplied, in one sentence.

    >>> import normandy_lab as nl
    >>> summary(report(nl.new_game("d_day", seed=1).state, "german"))
    'German: 55 of 55 units have a supply line.'
    """
    alone = len(found.isolated)
    tail = f", {alone} {'is' if alone == 1 else 'are'} isolated" if alone else ""
    return f"{SIDE_WORDS[found.side]}: {len(found.lines) - alone} of {len(found.lines)} units have a supply line{tail}."


# ---------------------------------------------------------------------------------------------- parts


def _legs(state: State, found: SupplyReport, last: str) -> Iterator[Leg]:
    """Every border that is used, merged: how many units draw over it, each way by itself."""
    used: dict[tuple[str, str], list[Line]] = {}
    for line in found.lines:
        for a, b in pairwise(("", *line.route)):
            used.setdefault((a, b), []).append(line)
    board = state.setting.board
    weak = {each.id: len(each.isolates) for each in found.weak_points if each.kind == "bridge"}
    for (a, b), lines in used.items():
        border = board.between.get((board.index[a], board.index[b])) if a else None
        key = board.borders[border].id if border is not None else ""
        resort = all(line.route[0] == last for line in lines)
        yield Leg(found.side, a, b, len(lines), resort, weak.get(key, 0))


def _marks(found: SupplyReport) -> Iterator[Mark]:
    """The cost of a refit in each place, least and most; a zone refits the units in it for nothing (12.61)."""
    costs: dict[str, set[int]] = {}
    for line in found.lines:
        if line.cost:
            costs.setdefault(line.at, set()).add(line.cost)
    for place, prices in costs.items():
        low, high = min(prices), max(prices)
        yield Mark(place, found.side, str(low) if low == high else f"{low}–{high}")


def _weak(state: State, side: str, each: Bottleneck) -> Weak:
    names = {unit.id: unit.name for unit in state.setting.forces.units}
    units = [names[unit] for unit in each.isolates]
    listed = ", ".join(units[:6]) + (f" and {len(units) - 6} more" if len(units) > 6 else "")
    words = f"Its loss would isolate {counted(len(units), f'{SIDE_WORDS[side]} unit')}: {listed} (12.8)."
    return Weak(side, each.kind, each.id, len(units), words)
