"""How far something reaches over the compiled board, and at what cost: the flood used in play.

What may be passed is a ``Passage``, made by the rules; this module knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from normandy_lab.breakout.board.board import Board

FAR = 1 << 20  # a cost that no route has


class Passage(NamedTuple):
    """What a line may pass, as bitmasks over place and border indices.

    ``through`` places may lie on the way, ``slow`` ones of them cost one more when they do;
    ``open`` borders may be crossed anywhere, ``last`` ones only into the place where the line ends.
    """

    through: int
    slow: int
    open: int
    last: int


class Reach(NamedTuple):
    """The result: cost and, for the way back, the place and border a line came from (-1 at a source).

    ``via`` holds the cheapest line that may go on through a place, ``cost`` the cheapest that ends there.
    """

    cost: list[int]
    via: list[int]
    came: list[int]
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


def flood(board: Board, passage: Passage, sources: Iterable[int]) -> Reach:
    """Costs from the nearest source: one a border, one more for each slow place on the way.

    Cheapest first in buckets (Dial's form of Dijkstra's method), since costs are small whole numbers;
    among equals the source and the neighbour that stand first in board order.
    """
    size = len(board.places)
    cost, via, came, came_via = [FAR] * size, [FAR] * size, [-1] * size, [-1] * size
    starts = list(sources)
    for place in starts:
        cost[place] = via[place] = 0
    buckets: list[list[int]] = [starts]
    first = 0
    while first < len(buckets):
        for place in buckets[first]:
            if via[place] != first:
                continue
            slow = passage.slow >> place & 1 and first > 0
            price = first + (2 if slow else 1)
            while len(buckets) <= price:
                buckets.append([])
            for other, border in board.neighbours[place]:
                if passage.open >> border & 1:
                    if price < via[other] and passage.through >> other & 1:
                        via[other], came_via[other] = price, place
                        buckets[price].append(other)
                elif not passage.last >> border & 1:
                    continue
                if price < cost[other]:
                    cost[other], came[other] = price, place
        first += 1
    return Reach(cost, via, came, came_via)
