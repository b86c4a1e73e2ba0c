"""The turn sequence as small tuples: where in it the game stands.

``engine.RULES`` names the module that asks, answers and resumes each. Fields are indices and numbers.
"""

from __future__ import annotations

from typing import NamedTuple

Faces = tuple[tuple[int, ...], ...]


class Obstacles(NamedTuple):
    """SA 3: a die for each segment."""


class Sites(NamedTuple):
    """SA 4: a section for each bunker, by dice or as the Germans choose."""


class Turn(NamedTuple):
    """FP 0: the phases of the turn, one after the other; ``phase`` is the one last begun."""

    phase: int = -1


class Act(NamedTuple):
    """FP 2: the Americans act, one figure after the other, in any order."""


class Attempt(NamedTuple):
    """FP 2.2, 2.3: the die of a figure that clears (bunker -1) or assaults."""

    figure: int
    bunker: int = -1


class Fire(NamedTuple):
    """FP 3: the bunkers fire in their order; with ``declared`` targets, all are named first (B-11)."""

    bunker: int = 0
    targets: tuple[int, ...] = ()  # of the bunkers so far, -1 for none
    shot: int = 0  # volleys thrown, when all are named first


class Volley(NamedTuple):
    """FP 3: one bunker's dice at a squad, then its hits."""

    bunker: int
    squad: int
    hits: int = -1


class Shells(NamedTuple):
    """FP 4: every shell is thrown before any is judged; ``aim`` is where the next one is thrown at."""

    thrown: int = 0
    aim: tuple[int, int] | None = None


class Morale(NamedTuple):
    """FP 5: each squad that lost figures this turn, in order."""

    squad: int = 0
