"""How far something reaches over the compiled board, and at what cost: the flood used in play.

What may be passed is a ``Passage``, made by the rules; this module knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from normandy_lab.breakout.board.board import Board

FAR = 1 << 20  # a cost that no route has
SHUT, ENDING, OPEN = 0, 1, 2  # a border: never crossed, crossed only into the place where the line ends, or anywhere


class Passage(NamedTuple):
    """What a line may pass: a mask over places and one over borders.

    ``leave[place]`` is what the next border costs a line that goes on from there, 0 where none may go on;
    ``crossing[border]`` is SHUT, ENDING or OPEN. A line starts at a source and may end anywhere.
    """

    leave: Sequence[int]
    crossing: Sequence[int]


class Reach(NamedTuple):
    """The result: cost and, for the way back, the place that a line came from (-1 at a source).

    ``cost`` and ``came`` are of the cheapest line that ends at a place, ``via`` and ``came_via`` of the
    cheapest that may go on from there.
    """

    cost: list[int]
    came: list[int]
    via: list[int]
    came_via: list[int]

    def reached(self, place: int) -> bool:
        return self.cost[place] < FAR

    def route(self, place: int) -> list[int]:
        """The places of the cheapest line, from the source to this place; [] if there is none."""
        if self.cost[place] >= FAR:
            return []
        route = [place]
        step = self.came[place]
        while step >= 0:
            route.append(step)
            step = self.came_via[step]
        return route[::-1]

    def or_else(self, other: Reach) -> Reach:
        """The lines of both, the other's only where this has none.

        Routes stay whole if whatever the other reaches from a place that this can leave, this reaches too.
        """
        cost, came, via, came_via = (list(column) for column in self)
        for place in range(len(cost)):
            if cost[place] >= FAR:
                cost[place], came[place] = other.cost[place], other.came[place]
            if via[place] >= FAR:
                via[place], came_via[place] = other.via[place], other.came_via[place]
        return Reach(cost, came, via, came_via)


def flood(board: Board, passage: Passage, sources: Iterable[int]) -> Reach:
    """Costs from the nearest source, whose first border always costs one (a source is on nobody's way).

    Cheapest first in buckets (Dial's form of Dijkstra's method), since a border costs one or two.
    """
    size = len(board.places)
    cost, came, via, came_via = [FAR] * size, [-1] * size, [FAR] * size, [-1] * size
    leave, crossing = passage
    neighbours = board.neighbours
    now = list(sources)
    for place in now:
        cost[place] = via[place] = 0
    later: list[int] = []
    latest: list[int] = []
    paid = 0
    while now or later:
        for place in now:
            if via[place] != paid:
                continue
            slow = paid and leave[place] == 2
            price, bucket = (paid + 2, latest) if slow else (paid + 1, later)
            for other, border in neighbours[place]:
                if price >= via[other]:
                    continue
                way = crossing[border]
                if way and price < cost[other]:
                    cost[other], came[other] = price, place
                if way == OPEN and leave[other]:
                    via[other], came_via[other] = price, place
                    bucket.append(other)
        now, later, latest = later, latest, []
        paid += 1
    return Reach(cost, came, via, came_via)
