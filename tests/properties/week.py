"""Random weeks, and what must hold over days and nights: written from the rulebook, on the State alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction

from normandy_lab import breakout
from normandy_lab.breakout.board.board import AREA, BOX, FLOODED, RIVER, ZONE
from normandy_lab.breakout.setting import DAYLIGHT, REFIT, REGROUP
from normandy_lab.breakout.state import State
from normandy_lab.core.dice import KeyedDice, Stream
from tests.properties.walk import Step, check_position, choose

GERMAN, ALLIED, US, BRITISH = 0, 1, 1, 2
FRESH = 0
MOST = 12_000  # actions; the longest random week has a third of it


def weeks(start: State, seed: int) -> Iterator[Step]:
    """A random play from this position to the end of the game."""
    stream, dice, state = Stream(seed, "week"), KeyedDice(seed), start
    for _ in range(MOST):
        asked = breakout.decision(state)
        if asked is None:
            return
        action = choose(state, asked, stream, dice)
        after, events = breakout.play(state, action)
        yield Step(state, asked, action, after, events)
        state = after
    raise AssertionError(f"{MOST} actions and no end")


class Week:
    """What is remembered from dusk to dawn."""

    def __init__(self, start: State) -> None:
        self.evening = list(start.level)
        self.moved: set[int] = set()
        self.bridges: dict[int, set[int]] = {}
        self.arrived(start)

    def judge(self, step: Step) -> None:
        before, after = step.before, step.after
        assert 0 <= after.day - before.day <= 1, "6.1"
        assert min(after.reserves) >= 0, "12.53"
        if before.phase == DAYLIGHT != after.phase:
            self.evening = list(after.level)  # whatever a zone does at once is one level too
            self.moved, self.bridges = set(), {}
        if before.phase in (REFIT, REGROUP) or after.phase in (REFIT, REGROUP):
            if before.at != after.at or before.control != after.control:
                check_position(after)
            self._levels(after)
        if before.phase != after.phase:
            assert breakout.explain(after, "victory_points").total == points(after), "22.3, 22.4"
        if step.action.verb == "regroup":
            self._regroup(step)
        if after.day > before.day or (before.phase != after.phase == DAYLIGHT):
            self.arrived(after)
        if after.day > before.day:
            assert not after.used, "6.2"
            assert not after.bombed, "17.1"
            assert after.weather == after.setting.dawn[after.day], "18.1"
            assert after.impulse == after.first_impulse, "12.53"

    def _levels(self, after: State) -> None:
        """Nobody recovers more than one level in a night (12.4)."""
        lost = after.setting.board.lost
        for index, (old, new) in enumerate(zip(self.evening, after.level, strict=True)):
            assert new >= old - 1 or after.at[index] == lost, f"12.4: {after.setting.forces.units[index].id}"

    def _regroup(self, step: Step) -> None:
        """13: one place, once, into a Free one; five units to a bridge."""
        before, after = step.before, step.after
        index, place, wade = step.action.args
        unit, board, old = before.setting.forces.units[index], before.setting.board, before.at[index]
        assert after.at[index] == place or after.day > before.day
        assert index not in self.moved, "13"
        self.moved.add(index)
        assert unit.type != "coastal_artillery", "8.373"
        border = board.borders[board.between[old, place]] if (old, place) in board.between else None
        if border is None:
            assert (board.places[old].kind, place) == (BOX, board.offshore), "13"
            return
        german = before.control[place] == GERMAN
        assert german is (unit.side == GERMAN), "13"
        assert not before.here[1 - unit.side][place], "13"
        if border.kind in (RIVER, FLOODED) and not wade:
            assert border.bridge, "8.371"
            assert before.held[border.index] == unit.side, "13: the mark of a standing bridge is its holder"
            users = self.bridges.setdefault(border.index, set())
            users.add(index)
            assert len(users) <= 5, "8.371"
        if wade:
            assert border.kind == RIVER, "8.36E"
            assert not unit.point or unit.type != "armor", "8.36E"

    def arrived(self, state: State) -> None:
        """Whoever is due has come, and nobody before his day (19.1)."""
        waiting = state.setting.board.waiting
        for unit in state.setting.forces.units:
            if unit.entry_day > state.day:
                assert state.at[unit.index] == waiting, f"19.1: {unit.id}"
            elif state.phase == DAYLIGHT:
                assert state.at[unit.index] != waiting, f"19.1: {unit.id}"


# ------------------------------------------------------------------------------- points, counted anew


def points(state: State) -> int:
    """22.3 and 22.4 as a plain count, for whole bids."""
    board = state.setting.board
    total = int(state.advantage == ALLIED)
    total -= sum(state.control[place.index] == GERMAN for place in board.places if place.beach)
    supply = {nation: joined(state, nation) for nation in (US, BRITISH)}
    fought = Fraction(0)
    for place in board.places:
        index, nation = place.index, state.control[place.index]
        if place.id == "56":
            if nation != GERMAN and index in supply[nation]:
                total += place.vp
            elif index not in joined(state, GERMAN):
                total += 2
        elif place.kind == AREA and nation != GERMAN and index in supply[nation]:
            total += place.vp
        if nation == GERMAN and place.vp and state.here[GERMAN][index]:
            there = {unit.nationality for unit in state.setting.forces.units if state.at[unit.index] == index} - {
                GERMAN
            }
            fought += place.vp if any(index in supply[each] for each in there) else 0
    return total + (fought >= 7)


def joined(state: State, nation: int) -> set[int]:
    """12.5: what a line from a source of the nationality reaches, place by place."""
    board, side = state.setting.board, GERMAN if nation == GERMAN else ALLIED
    zones = [p.index for p in board.places if p.kind == ZONE and state.control[p.index] == GERMAN]
    beaches = [p for p in board.places if p.beach and p.kind == AREA and p.nationality == nation]
    free = [p.index for p in beaches if state.control[p.index] != GERMAN and not state.here[GERMAN][p.index]]
    own = {p.index for p in beaches if state.here[GERMAN][p.index] and state.here[ALLIED][p.index]}
    queue = deque(zones if nation == GERMAN else free)
    through, reached = set(queue), set(queue) | (own if nation != GERMAN else set())
    while queue:
        place = queue.popleft()
        for border in board.borders:
            if place not in (border.a, border.b) or border.kind == "landing":
                continue
            other = border.other(place)
            wet = border.kind in (RIVER, FLOODED)
            bridged = border.bridge and state.held[border.index] == side
            if wet and not bridged and border.kind == FLOODED:
                continue
            reached.add(other)
            mine = (state.control[other] == GERMAN) == (side == GERMAN)
            if mine and (bridged or not wet) and other not in through:
                through.add(other)
                queue.append(other)
    return reached
