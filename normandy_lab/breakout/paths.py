"""Ways for a selection of units: where they can go together in this impulse, what it costs and what it risks.

Only reads. The rules say what one step may do and costs (``s08_movement``); here steps are joined to ways, cheapest
first, and the limits that hold for several units at once are kept: five a bridge (8.371), ten an area (7.1), a Point
Unit in front (8.375), one nationality (8.374).

Units travel one after the other along the same way, Point Units first, so that each step is legal when it is played.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from normandy_lab.breakout.board.board import AREA, FLOODED, RIVER
from normandy_lab.breakout.forces.units import Unit
from normandy_lab.breakout.frames import Impulse
from normandy_lab.breakout.rules import (
    s07_control,
    s08_idle,
    s08_interdiction,
    s08_movement,
    s08_record,
    s08_refusals,
    s20_bridges,
)
from normandy_lab.breakout.rules.s07_control import STACK_LIMIT
from normandy_lab.breakout.rules.s08_movement import BRIDGE_LIMIT, Mover
from normandy_lab.breakout.state import State
from normandy_lab.core.rulebook import rule
from normandy_lab.core.terms import Refusal, Tally

SELECTIONS = 3  # ways kept for a place, each with other units left behind
ESCORT = ("8.375", "8.35 guns", "8.375 led")  # what a Point Unit that goes first removes
NONE = Fraction(0)


class Hop(NamedTuple):
    """One border crossed by one unit: what it costs, and the chances of its interdiction die (8.36, 8.4)."""

    place: str
    wade: bool
    mf: Tally
    spent: Fraction
    hurt: Fraction
    drm: Tally


class Path(NamedTuple):
    """The cheapest way of a selection to one place. Ids everywhere."""

    place: str
    way: tuple[str, ...]  # places entered, in order
    steps: tuple[str, ...]  # actions in the order to play
    moving: tuple[str, ...]  # in the order in which they set out
    cost: Mapping[str, int]  # MF by unit
    left: Mapping[str, int]  # MF after it
    risk: Mapping[str, Fraction]  # chance that the unit is stopped on the way (8.4)
    must: str  # the rule that obliges to assault there, "" if none does (8.51)
    wading: tuple[str, ...]  # beside the bridge, with all their MF (8.36E)
    staying: Mapping[str, str]  # who cannot come along, and the code of the rule that says so
    state: State
    starts: tuple[Mover, ...]

    @property
    def most(self) -> int:
        """MF of the unit that pays most."""
        return max(self.cost.values(), default=0)

    @property
    def worst(self) -> Fraction:
        """The chance that at least one unit is stopped: the dice are independent."""
        safe = Fraction(1)
        for chance in self.risk.values():
            safe *= 1 - chance
        return 1 - safe

    def hops(self, unit: str) -> tuple[Hop, ...]:
        """Every step of one unit with its cost and its risk as cited terms."""
        start = next(mover for mover in self.starts if mover.unit.id == unit)
        return tuple(_hops(self.state, start, self.way, unit in self.wading))


class _Walk(NamedTuple):
    """One unit on the way that is being looked at."""

    mover: Mover
    wades: bool = False
    danger: Fraction = NONE  # chance to be stopped so far


class _Label(NamedTuple):
    """A way in the making."""

    place: int
    walks: tuple[_Walk, ...]
    way: tuple[int, ...] = ()
    staying: tuple[tuple[str, str], ...] = ()  # unit id, code
    must: str = ""

    def members(self) -> int:
        return sum(1 << walk.mover.unit.index for walk in self.walks)

    def order(self) -> tuple[int, int, Fraction, bool]:
        """Most units first, then fewest MF, least risk, no Mandatory Assault."""
        danger = sum((walk.danger for walk in self.walks), NONE)
        return len(self.staying), sum(walk.mover.used for walk in self.walks), danger, bool(self.must)


def reach(state: State, units: Iterable[str]) -> dict[str, Path]:
    """The cheapest way to every place that some of these units can get to together, by the id of the place.

    Parameters
    ----------
    units
        Ids of units in one place, in the impulse that is open. Who may not move, or not so far, is left behind.
    """
    start = _start(state, units)
    found: dict[str, Path] = {}
    if start is None:
        return found
    for label in _Search(state).labels(start):
        place = state.setting.board.places[label.place].id
        if place not in found:
            found[place] = _path(state, label, start)
    return found


def path(state: State, units: Iterable[str], to: str, via: Iterable[str] = ()) -> Path | Refusal:
    """The cheapest way to one place, through ``via`` if places are given, or why there is none."""
    listed = list(units)
    start = _start(state, listed)
    if start is None:
        return _nobody(state, listed)
    label: _Label = start
    board, search = state.setting.board, _Search(state)
    for point in (*via, to):
        target = board.index[point]
        further = next((each for each in search.labels(label) if each.place == target), None)
        if further is None:
            return _no_way(state, listed, target)
        label = further
    return _path(state, label, start)


def _nobody(state: State, units: list[str]) -> Refusal:
    frame, forces = s08_record.impulse(state), state.setting.forces
    for unit in units:
        code = s08_idle.illegal(state, frame, forces.units[forces.index[unit]]) if frame is not None else ""
        if code:
            return s08_idle.refusal(state, forces.units[forces.index[unit]], code)
    return Refusal("8.2", "Nobody of the selection can move now.", "Choose Fresh units of the active area.")


def _no_way(state: State, units: list[str], target: int) -> Refusal:
    """Why nobody gets there: what the rules say against the step of the first unit, if it is one step away."""
    board, forces = state.setting.board, state.setting.forces
    for name in units:
        unit = forces.units[forces.index[name]]
        if state.at[unit.index] == target:
            text = f"{unit.name} stands in {board.names[target]} already."
            return Refusal("8.33", text, "Choose another place.")
        why = s08_refusals.step(state, unit, target, wade=False)
        if why is not None and (why.rule != "8.33" or unit.index in _near(state, target)):
            return why
    text = f"No way leads the selection to {board.names[target]} with the MF that they have left."
    return Refusal("8.33", text, "Choose a place that is lit, or units with more MF.")


def _near(state: State, target: int) -> list[int]:
    """Units next to the place."""
    between = state.setting.board.between
    return [unit.index for unit in state.setting.forces.units if (state.at[unit.index], target) in between]


def reason(state: State, unit: str, code: str, place: str = "") -> Refusal:
    """Why a unit is left behind, in words: the code of ``Path.staying``."""
    one = state.setting.forces.units[state.setting.forces.index[unit]]
    cited = code.split(" ", maxsplit=1)[0]
    if code in s08_idle.REASONS and code != "9.7":
        return s08_idle.refusal(state, one, code)
    words = STAYING.get(cited, "cannot come along")
    return Refusal(cited, f"{one.name} stays: {words.format(place or 'there')}.", "Move it on its own, or another way.")


STAYING = {
    "7.1": "ten units are the most in {}",
    "16.13": "one corps artillery unit an area",
    "8.371": "no room on a bridge, or none stands",
    "8.36": "too few MF",
    "8.36E": "it cannot wade",
    "8.38": "too few MF",
    "8.221": "too few MF for the bridge just seized",
    "8.375": "no Point Unit leads it",
    "8.35": "no Point Unit leads it",
    "8.34": "it leaves a contested area",
    "8.372": "the enemy holds the crossing",
    "8.374": "it is of the other Allied nationality",
    "8.33": "it stands elsewhere, or has to stop on the way",
    "14.2": "a zone ends its move",
}


def _start(state: State, units: Iterable[str]) -> _Label | None:
    """The selection where it stands; None if nobody of it may move."""
    forces, frame = state.setting.forces, s08_record.impulse(state)
    if frame is None or not frame.moving:
        return None
    listed = sorted({forces.index[unit] for unit in units})
    walks: list[_Walk] = []
    staying: list[tuple[str, str]] = []
    for index in listed:
        unit = forces.units[index]
        code = s08_idle.illegal(state, frame, unit) or _apart(state, walks, unit)
        if code:
            staying.append((unit.id, code))
        else:
            walks.append(_Walk(s08_movement.mover(state, index)))
    if not walks:
        return None
    walks.sort(key=lambda walk: (not walk.mover.unit.point, -walk.mover.unit.attack, walk.mover.unit.index))
    return _Label(walks[0].mover.at, tuple(walks), (), tuple(staying))


@rule("8.374")
def _apart(state: State, walks: list[_Walk], unit: Unit) -> str:
    """Why the unit does not go with the others: another nationality (8.374), or another place."""
    first = walks[0].mover if walks else None
    if first is None:
        return ""
    if first.unit.nationality != unit.nationality:
        return "8.374"
    return "" if state.at[unit.index] == first.at else "8.33"


class _Search:
    """Dijkstra over places. What is asked of the rules is asked once for units that are alike."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.frame: Impulse = s08_record.current(state)
        self._answers: dict[tuple[object, ...], str] = {}
        self._prices: dict[tuple[object, ...], int] = {}

    def labels(self, start: _Label) -> Iterator[_Label]:
        """Ways to every other place, best first; a place may come again with other units left behind."""
        ticket = count()
        queue = [(start.order(), next(ticket), start)]
        settled: dict[int, list[int]] = {}
        while queue:
            label = heapq.heappop(queue)[2]
            members, known = label.members(), settled.setdefault(label.place, [])
            if len(known) >= SELECTIONS or any(not members & ~other for other in known):
                continue
            known.append(members)
            if label is not start:
                yield label
            for place, border in self.state.setting.board.neighbours[label.place]:
                if place not in label.way and place not in label.walks[0].mover.trail[:1]:
                    further = self._step(label, place, border)
                    if further is not None:
                        heapq.heappush(queue, (further.order(), next(ticket), further))

    def _step(self, label: _Label, place: int, border: int) -> _Label | None:
        """The way one border further; None if nobody gets there."""
        dry, wet, denied = self._sorted(label, place)
        if not dry and not wet:
            return None
        self._on_the_bridge(place, border, dry, wet, denied)
        self._in_the_area(place, dry, wet, denied)
        walks = [self._walk(walk, place, wade=False) for walk in dry]
        walks += [self._walk(walk, place, wade=True) for walk in wet]
        if not any(walk.mover.unit.point for walk in walks) and self._escorted(dry, place):
            return None
        must = next((c for w in (*dry, *wet) if (c := s08_movement.must_assault(self.state, w.mover, place))), "")
        staying = (*label.staying, *((walk.mover.unit.id, code) for walk, code in denied))
        return _Label(place, tuple(walks), (*label.way, place), staying, must) if walks else None

    def _escorted(self, walks: list[_Walk], place: int) -> bool:
        """Whether somebody of them may only follow a Point Unit there (8.375)."""
        return any(self._code(walk, place, wade=False) in ESCORT for walk in walks)

    def _sorted(self, label: _Label, place: int) -> tuple[list[_Walk], list[_Walk], list[tuple[_Walk, str]]]:
        """Who gets over the border by road or bridge, who beside the bridge, and who not."""
        dry: list[_Walk] = []
        wet: list[_Walk] = []
        denied: list[tuple[_Walk, str]] = []
        led = False  # Point Units come first in every label
        for walk in label.walks:
            code = self._code(walk, place, wade=False)
            if code in ESCORT and led:
                code = self._follows(walk, place)
            if not code:
                dry.append(walk)
            elif not self._code(walk, place, wade=True):
                wet.append(walk)
            else:
                denied.append((walk, code))
                continue
            led = led or walk.mover.unit.point
        return dry, wet, denied

    def _alike(self, walk: _Walk, place: int, wade: bool) -> tuple[object, ...]:
        mover = walk.mover
        printed = s08_record.allowance(self.state, mover.unit)
        moved = mover.unit.index if s08_record.march_of(self.frame, mover.unit.index) is not None else -1
        return mover.unit.type, printed, mover.at, mover.used, mover.trail, moved, place, wade

    def _code(self, walk: _Walk, place: int, wade: bool) -> str:
        key = self._alike(walk, place, wade)
        if key not in self._answers:
            self._answers[key] = s08_movement.illegal(self.state, walk.mover, place, wade)
        return self._answers[key]

    def _follows(self, walk: _Walk, place: int) -> str:
        """What else stands against guns that follow a Point Unit: room, or MF."""
        code = s07_control.stacking(self.state, walk.mover.unit, place)
        return code or ("8.36" if self._price(walk, place, wade=False) < 0 else "")

    def _price(self, walk: _Walk, place: int, wade: bool) -> int:
        key = self._alike(walk, place, wade)
        if key not in self._prices:
            self._prices[key] = s08_movement.price(self.state, self.frame, walk.mover, place, wade)[0]
        return self._prices[key]

    @rule("8.371")
    def _on_the_bridge(
        self, place: int, border: int, dry: list[_Walk], wet: list[_Walk], denied: list[tuple[_Walk, str]]
    ) -> None:
        """Five units a bridge: the others wade if they can, else they stay; the weakest first (8.371)."""
        line = self.state.setting.board.borders[border]
        if line.kind not in (RIVER, FLOODED) or not s20_bridges.standing(self.state, line):
            return
        crossed = self.state.crossed.get(border, 0)
        new = [walk for walk in dry if not crossed >> walk.mover.unit.index & 1]
        while len(new) > BRIDGE_LIMIT - crossed.bit_count():
            new.sort(key=lambda walk: (not self._wader(walk, place), walk.mover.unit.attack, -walk.mover.unit.index))
            walk = new.pop(0)
            dry.remove(walk)
            if self._wader(walk, place):
                wet.append(walk)
            else:
                denied.append((walk, "8.371 full"))

    def _wader(self, walk: _Walk, place: int) -> bool:
        return not self._code(walk, place, wade=True)

    @rule("7.1", "16.13")
    def _in_the_area(self, place: int, dry: list[_Walk], wet: list[_Walk], denied: list[tuple[_Walk, str]]) -> None:
        """Ten units an area, one of them corps artillery: the weakest stay (7.1)."""
        if self.state.setting.board.places[place].kind != AREA:
            return
        corps = [walk for walk in dry if walk.mover.unit.corps_artillery][1:]
        for walk in corps:
            dry.remove(walk)
            denied.append((walk, "16.13"))
        side = (dry or wet)[0].mover.unit.side
        room = STACK_LIMIT - self.state.here[side][place].bit_count()
        while len(dry) + len(wet) > room:
            group = wet or dry
            walk = min(group, key=lambda each: (each.mover.unit.point, each.mover.unit.attack))
            group.remove(walk)
            denied.append((walk, "7.1"))

    def _walk(self, walk: _Walk, place: int, wade: bool) -> _Walk:
        """The unit after the step."""
        mover, danger = walk.mover, walk.danger
        if s08_interdiction.threatened(self.state, mover):
            spent, hurt, _ = s08_interdiction.risk(self.state, mover)
            danger = 1 - (1 - danger) * (1 - spent - hurt)
        used = mover.used + self._price(walk, place, wade)
        return _Walk(Mover(mover.unit, place, used, (*mover.trail, mover.at)), walk.wades or wade, danger)


def _path(state: State, label: _Label, start: _Label) -> Path:
    places, before = state.setting.board.places, {walk.mover.unit.id: walk.mover for walk in start.walks}
    walks = sorted(label.walks, key=lambda walk: not walk.mover.unit.point)  # stable: Point Units first
    way = tuple(places[place].id for place in label.way)
    return Path(
        place=places[label.place].id,
        way=way,
        steps=tuple(
            f"march {walk.mover.unit.id} {place}{' wade' if walk.wades else ''}" for walk in walks for place in way
        ),
        moving=tuple(walk.mover.unit.id for walk in walks),
        cost={walk.mover.unit.id: walk.mover.used - before[walk.mover.unit.id].used for walk in walks},
        left={walk.mover.unit.id: s08_record.allowance(state, walk.mover.unit) - walk.mover.used for walk in walks},
        risk={walk.mover.unit.id: walk.danger for walk in walks},
        must=label.must,
        wading=tuple(walk.mover.unit.id for walk in walks if walk.wades),
        staying=dict(label.staying),
        state=state,
        starts=tuple(before[walk.mover.unit.id] for walk in walks),
    )


def _hops(state: State, mover: Mover, way: tuple[str, ...], wade: bool) -> Iterator[Hop]:
    for point in way:
        place = state.setting.board.index[point]
        mf = s08_movement.cost(state, mover, place, wade)
        spent, hurt, drm = s08_interdiction.risk(state, mover)
        yield Hop(point, wade, mf, spent, hurt, drm)
        mover = Mover(mover.unit, place, mover.used + int(mf), (*mover.trail, mover.at))
