"""The rulebook's call stack as small tuples: where in the sequence of play the game stands.

A frame says what is being resolved; ``engine.RULES`` names the module that asks, answers and
resumes it. Fields are indices and masks, so a frame is part of the digest as it is.
"""

from __future__ import annotations

from typing import NamedTuple

Faces = tuple[tuple[int, ...], ...]


class Turn(NamedTuple):
    """6.1, 21.1: the phases of a day, one after the other; ``phase`` is the one last begun."""

    phase: int = -1


class Airborne(NamedTuple):
    """21.2: drop areas one at a time; ``area`` is the open one, or -1."""

    area: int = -1
    decided: int = 0  # mask of units whose part in the phase is settled
    attacked: int = 0  # mask of areas already attacked
    closed: int = 0  # mask of areas that are finished


class Group(NamedTuple):
    """21.2: the units that attack together in a drop area, chosen one by one."""

    area: int
    units: int


class Naval(NamedTuple):
    """21.3: each beach is shelled once; ``markers`` are those that were Fresh when the phase began."""

    markers: int
    rounds: int = 1  # more or none where the switch naval_shoots_before_landing says so
    shot: int = 0  # mask of beaches


class Air(NamedTuple):
    """21.4: both targets are named before the first attack."""

    targets: tuple[tuple[int, int], ...] = ()  # (marker, area), in the order named
    done: int = -1  # attacks resolved or declined; -1 while targets are still being named


class FirstWave(NamedTuple):
    """21.5: who lands in the first wave."""

    units: int = 0


class Interdiction(NamedTuple):
    """19.4: a die for each landing unit, in turn."""

    queue: tuple[tuple[int, int], ...]  # (unit, beach)


class Beaches(NamedTuple):
    """21.5: the beaches that the first wave still has to assault."""

    units: int
    done: int = 0  # mask of beaches


class Assault(NamedTuple):
    """9: one assault, from the choice of the Point Unit to the last retreat."""

    area: int
    side: int  # of the attacker
    attackers: int
    kind: str  # "airborne", "landing"
    stage: str = "point"  # then forward, roll, result, done
    point: int = -1
    forward: int = -1
    support: int = 0
    others: int = 0  # landed with the attackers, but not Fresh (21.5)
    number: int = 0  # of the attack on this area in this phase, for the dice


class Casualties(NamedTuple):
    """9.5: points that the defender must still absorb; ``first`` is the Forward Unit until it has."""

    area: int
    side: int  # of the defender
    points: int
    first: int


class Withdrawal(NamedTuple):
    """9.62: defenders who may retreat of their own will once the assault is over."""

    area: int
    side: int


class Bombardment(NamedTuple):
    """10, 17: one bombardment by a marker, and what a mistaken air attack adds (17.31)."""

    marker: int
    area: int
    stage: str = "target"  # then roll, hits, and after a mistake: mistake, done
    primary: int = -1
    mistake: int = 0  # attrition points of a mistaken attack
    number: int = 0  # of the marker's attack on this area in this phase, for the dice


class Attrition(NamedTuple):
    """10.4: points that the side under fire must still absorb, at most one level a unit."""

    area: int
    side: int
    points: int
    hit: int = 0  # mask of units already reduced


class Throw(NamedTuple):
    """A roll on its way to the frame below: thrown by chance, perhaps forced again (11.3, 11.6)."""

    rollers: tuple[str, ...]
    counts: tuple[int, ...]
    key: tuple[str | int, ...]
    purpose: str
    attack: bool
    faces: Faces = ()
    again: bool = False
    values: tuple[int, int] | None = None  # AV and DV of an attack


class Allegiance(NamedTuple):
    """7.3: as many US as British units took an area: the Allied player names the nationality."""

    area: int
