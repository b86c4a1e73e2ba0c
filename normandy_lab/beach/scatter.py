"""Where a shell falls: a draw of chance about an aim, with a named kernel (FP 4, B-14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import asin, cos, erf, exp, inf, log, pi, sin, sqrt
from typing import Any, NamedTuple

from normandy_lab.beach.setting import MIL, inches
from normandy_lab.core.decisions import Action, Faces
from normandy_lab.core.dice import Stream

FINE = 2**53  # steps of a number between 0 and 1


def _normal(share: float) -> float:
    """Distance from the aim, in units of sigma, that a share of all shells stays within: both axes normal."""
    return sqrt(-2.0 * log(1.0 - share))


def _disc(share: float) -> float:
    """The same for shells spread evenly over a disc of radius 2 sigma, which has the same variance an axis."""
    return 2.0 * sqrt(share)


KERNELS: dict[str, Callable[[float], float]] = {"normal": _normal, "disc": _disc}


def impact(x: int, y: int) -> Action:
    """The action of a shell that comes to rest there."""
    return Action(f"impact {inches(x)} {inches(y)}", "impact", (x, y))


class Scatter(NamedTuple):
    """One shell on its way. Its action is where it comes to rest, so that a replay needs no generator."""

    roller: str
    key: tuple[str | int, ...]
    purpose: str
    aim: tuple[int, int]
    kernel: str
    stray: tuple[int, int]  # sigma along the shore and inland, in mils

    @property
    def rollers(self) -> tuple[str, ...]:
        return (self.roller,)

    @property
    def counts(self) -> tuple[int, ...]:
        return (2,)

    @property
    def sides(self) -> int:
        return MIL * MIL

    def split(self, flat: Sequence[int]) -> Faces:
        return (tuple(flat),)

    def draw(self, stream: Callable[[str], Stream]) -> Faces:
        """Distance and direction from one stream; another sigma moves the same shell farther along the same line."""
        luck = stream(self.roller)
        far = KERNELS[self.kernel](luck.below(FINE) / FINE)
        turn = 2 * pi * (luck.below(FINE) / FINE)
        x = self.aim[0] + self.stray[0] * far * cos(turn)
        y = self.aim[1] + self.stray[1] * far * sin(turn)
        return ((round(x), round(y)),)

    def action(self, faces: Faces) -> Action:
        return impact(*faces[0])

    @property
    def example(self) -> str:
        """How a result is typed: inches along the shore and inland."""
        return "impact 12.5 8"

    def fits(self, action: str) -> bool:
        return isinstance(action, Action) and action.verb == "impact" and len(action.args) == 2

    def shown(self, action: Action) -> list[tuple[str, tuple[Any, ...], int | None]]:
        x, y = action.args
        return [(self.roller, (inches(x), inches(y)), None)]


Bounds = tuple[float, float, float, float]  # left, low, right, high as seen from the aim
ENDLESS: Bounds = (-inf, -inf, inf, inf)


def chance_to_touch(
    kernel: str, stray: tuple[float, float], touch: float, off: tuple[float, float], kept: Bounds = ENDLESS
) -> float:
    """The chance that a shell aimed at one point comes to rest within ``touch`` of another, ``off`` away from it.

    Shells outside of ``kept`` touch nobody. For the normal kernel with one sigma, no distance and no bounds it is
    1 - exp(-R²/2s²):

    >>> round(chance_to_touch("normal", (4, 4), 1, (0, 0)), 5)
    0.03077
    """
    if touch <= 0:
        return 0.0
    first, last = (asin(min(1.0, max(-1.0, (edge - off[0]) / touch))) for edge in (kept[0], kept[2]))
    steps = 200
    total = 0.0
    for step in range(steps + 1):
        weight = 1 if step in (0, steps) else 4 if step % 2 else 2  # Simpson's rule, over the angle
        angle = first + (last - first) * (step / steps)
        half = touch * cos(angle)
        low, high = max(off[1] - half, kept[1]), min(off[1] + half, kept[3])
        if low < high:
            total += weight * half * _strip(kernel, stray, off[0] + touch * sin(angle), low, high)
    return total * (last - first) / steps / 3


def _strip(kernel: str, stray: tuple[float, float], x: float, low: float, high: float) -> float:
    """The density along a line inland at ``x``, from ``low`` to ``high``."""
    u = x / stray[0]
    if kernel == "normal":
        across = exp(-u * u / 2) / (stray[0] * sqrt(2 * pi))
        return across * (erf(high / stray[1] / sqrt(2)) - erf(low / stray[1] / sqrt(2))) / 2
    half = sqrt(max(0.0, 4 - u * u)) * stray[1]
    length = max(0.0, min(high, half) - max(low, -half))
    return length / (4 * pi * stray[0] * stray[1])
