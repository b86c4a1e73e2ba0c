"""Where blocks would cover one another, one gives way: fewer lines, piles, the number alone, and at last nothing.

A map of few pixels cannot hold sixty names. What a block drops is dropped whole, so that what stands can be read;
places with units and points come first, since they matter most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from normandy_lab.ui.breakout.map.labels import Box, Spot, Spots

Placed = TypeVar("Placed")
STEP = 64  # spots that are looked at together
STICKING, DEAR = 0.34, 9.0  # share of tag and counters outside the outline, and cost, above which a spot is not taken
TOUCH = 0.0  # px by which boxes may meet


def free(spots: Spots, taken: Sequence[Box]) -> Spot | None:
    """The best spot that covers nothing that is taken; None if there is none worth having."""
    last = int(np.searchsorted(spots.cost, DEAR))
    others = np.array(taken).reshape(-1, 4)
    for start in range(0, last, STEP):
        part = slice(start, min(start + STEP, last))
        good = ~_covers(spots, part, others) & (spots.outside[part] <= STICKING)
        if good.any():
            return spots.spot(start + int(np.argmax(good)), 0.0)
    return None


def _covers(spots: Spots, part: slice, others: np.ndarray) -> np.ndarray:
    """For each spot whether one of its parts meets another block."""
    which = spots.which[part]
    boxes = spots.boxes[which] + np.tile(spots.at[part], 2)[:, None, :]
    low = np.maximum(boxes[:, :, None, :2], others[None, None, :, :2])
    high = np.minimum(boxes[:, :, None, 2:], others[None, None, :, 2:])
    meet = ((high - low) > TOUCH).all(axis=-1)
    found: np.ndarray = (meet & (spots.weights[which] > 0)[:, :, None]).any(axis=(1, 2))
    return found


def meets(mine: Iterable[Box], taken: Sequence[Box]) -> bool:
    """Whether two sets of boxes meet."""
    return any(
        min(a.x1, b.x1) - max(a.x0, b.x0) > TOUCH and min(a.y1, b.y1) - max(a.y0, b.y0) > TOUCH
        for a in mine
        for b in taken
    )


def settle(
    order: Sequence[str],
    boxes: Callable[[Placed], list[Box]],
    wish: Callable[[str], Placed],
    less: Callable[[str, Sequence[Box]], Placed | None],
) -> dict[str, Placed]:
    """Give each place its wish, or what is left of it, in this order; a place without room is left out."""
    done: dict[str, Placed] = {}
    taken: list[Box] = []
    for key in order:
        block: Placed | None = wish(key)
        if block is not None and meets(boxes(block), taken):
            block = less(key, taken)
        if block is not None:
            done[key] = block
            taken += boxes(block)
    return done
