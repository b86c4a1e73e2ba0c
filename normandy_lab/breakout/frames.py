"""The rulebook's call stack as small tuples: where in the sequence of play the game stands.

A frame says what is being resolved; ``engine.RULES`` names the module that asks, answers and
resumes it. Fields are indices and masks, so a frame is part of the digest as it is.
"""

from __future__ import annotations

from typing import NamedTuple

Faces = tuple[tuple[int, ...], ...]
GERMAN_SOURCE = -1  # what sends German depots; Allied ones name their beach (12.61, 12.71)


class Turn(NamedTuple):
    """6.1, 21.1: the phases of a day, one after the other; ``phase`` is the one last begun."""

    phase: int = -1


class Day(NamedTuple):
    """6.3, 8.1: the impulses of a day, taken in turns, the German first."""

    side: int = 0
    number: int = 0  # pairs of impulses so far today: names the impulse for the dice
    passed: bool = False  # the other side has just passed (8.6)
    again: int = 0  # impulses of this side on the present space before this one (17.3)


class Dawn(NamedTuple):
    """6.2, 19: the reinforcements of a side are placed, the German ones first."""

    side: int
    placed: bool = False  # those that leave no choice are


class Regroup(NamedTuple):
    """6.5, 13: one side's part of the Regroup Phase, unit by unit."""

    side: int
    moved: int = 0  # units that have regrouped
    landed: int = 0  # those among them that came ashore: the coastal guns fire once all are named (19.4)


class March(NamedTuple):
    """8.33: what one unit has done in this impulse; kept to its end, also when the unit is Spent."""

    unit: int
    used: int  # MF
    trail: tuple[int, ...] = ()  # places left, the first is where it began; the last is where it came from
    border: int = -1  # crossed last
    wade: bool = False  # without its bridge (8.36E)
    must: bool = False  # its entry obliges it to assault (8.51)


class Impulse(NamedTuple):
    """8.1: one impulse, single or double (11.4). Masks are over places, units or borders as said."""

    side: int
    key: str  # names the impulse for the dice: "G3", "A3"
    active: int = 0  # places activated for an assault (8.2)
    targets: int = 0  # areas activated for a bombardment (10.1)
    eligible: int = 0  # units that stood Fresh in an active place when the impulse began (8.22)
    contested: int = 0  # places contested when it began (8.34, 8.51)
    hostile: int = 0  # places that the enemy controlled when it began (7.3)
    marches: tuple[March, ...] = ()
    repairing: int = 0  # active areas still open to repair (8.21)
    stage: str = "orders"  # then bombard, over, sunset, closed
    acted: bool = False  # something was done: the impulse is no pass (8.6)
    moving: bool = True  # until the first demolition (8.2)
    doubled: bool = False  # the Advantage was spent on a second activation (11.4)
    flown: bool = True  # nothing but air bombardment so far: the marker stands still (17.3)
    attacked: int = 0  # places assaulted (8.22)
    fighting: int = -1  # the place whose assault is being resolved
    fought: int = 0  # its attackers
    overrun: bool = False  # its outcome (8.53)
    overran: tuple[tuple[int, int], ...] = ()  # (place, units that overran it): they may come back (8.31)
    toll: tuple[tuple[int, int], ...] = ()  # (contested place, MF that an assault there uses up if it is active) (8.54)
    nation: int = 0  # nationality of the Allied units that have acted, 0 for none (8.374)
    landed: int = 0  # approach boxes whose landing is over (19.4)
    ashore: int = 0  # units that landed in the first half from a box that the second half activates again (19.3)
    reduced: int = 0  # units that a bombardment took a level of (10.4)
    supported: int = 0  # field artillery that supported and is still Fresh after an Overrun (8.53)
    repaired: int = 0  # borders where a repair was tried (20.2)
    seizing: int = 0  # borders where a seizure was tried (8.221)
    seized: tuple[tuple[int, int], ...] = ()  # (border, unit) of successes
    demolished: int = 0  # borders where a demolition was tried (20.4)
    worn: int = 0  # Construct markers that a success took off the map in this impulse (20.21)
    sunset: int = 0  # natural Sunset DR, 0 while none was made (6.3)
    sunset_drm: int = 0  # where the Sunset marker stood then: later moves are for later rolls (11.23)
    lost: tuple[int, int] = (0, 0)  # units eliminated, by side (11.21, 11.22)
    forfeited: bool = False  # those losses cost their owner the Advantage
    shifted: int = 0  # spaces that the Sunset DRM has been moved (11.24)


class Muster(NamedTuple):
    """8.5, 9.7: who takes part in an assault, named one by one."""

    area: int
    units: int  # assaulting; those that must are there from the start (8.51)
    support: int = 0


class Step(NamedTuple):
    """8.33: one unit on its way over one border, perhaps waiting for an interdiction die (8.4)."""

    unit: int
    place: int
    wade: bool = False


class Landing(NamedTuple):
    """19.3: units that land together in an impulse, named before a gun fires (19.4)."""

    box: int
    units: int


class BridgeWork(NamedTuple):
    """20.2-20.4: one attempt on a bridge, from its declaration to the die."""

    kind: str  # "repair", "seize", "demolish"
    border: int
    unit: int = -1  # that seizes


class Barrage(NamedTuple):
    """10.1: a bombardment impulse: its target area is named, then who bombards it."""

    area: int
    lead: int = -1  # field artillery unit (10.2)
    support: int = 0


class Repulse(NamedTuple):
    """9.41, 9.42, 9.61: attackers that may retreat, before the defenders may."""

    area: int
    units: int
    must: bool = False  # after a Mandatory Assault: only where they end is asked (9.66)


class Shift(NamedTuple):
    """11.21-11.24: the Sunset marker may be moved, one space at a time."""

    side: int  # that moves it
    spaces: int


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
    done: int = -1  # attacks resolved; -1 while targets are still being named


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
    kind: str  # "airborne", "landing" on D-Day, "impulse" by day
    stage: str = "point"  # then forward, roll, result, done
    point: int = -1
    forward: int = -1
    support: int = 0
    others: int = 0  # landed with the attackers, but not Fresh (21.5), or guns that came with them (16.1)
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
    """10, 17: one bombardment by a marker or by field artillery, and what a mistaken air attack adds (17.31)."""

    marker: int  # -1: field artillery
    area: int
    stage: str = "target"  # then roll, hits, and after a mistake: mistake, done
    primary: int = -1
    mistake: int = 0  # attrition points of a mistaken attack
    number: int = 0  # of the marker's attack on this area in this phase, for the dice
    lead: int = -1  # field artillery unit whose Attack Factor counts (10.2)
    support: int = 0  # other field artillery units


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
    rule: str = "9.1"  # that asks for the roll


class Store(NamedTuple):
    """12.51: the depots of one source in one area, which are one stock: same nationality, same ways."""

    source: int  # the beach that sent them; GERMAN_SOURCE for German ones
    place: int
    depots: int  # how many
    value: int  # supply points as placed
    left: int


class Refit(NamedTuple):
    """6.4, 12.4: the Refit Phase. Pushed once for the German; the surrender dice and the Allied part follow by themselves.

    When it is left, the markers stand where the purchases put them for the next day (12.53).
    """

    side: int = 0
    stage: str = "cherbourg"  # then supply, reserve, surrender; the Allies begin with supply
    tried: int = 0  # units that threw their Cherbourg die (12.62)
    refitted: int = 0  # units that have recovered their level of the night (12.4)
    stores: tuple[Store, ...] = ()
    repaired: int = 0  # borders where a repair was tried (20.23)
    worn: int = 0  # Construct markers that a success took off the map tonight (20.21)
    flown: int = -1  # the area supplied by air (12.9)
    bought: int = 0  # spaces bought by this side (12.53)
    start: int = 0  # where the markers will stand at dawn (6.4)


class Garrison(NamedTuple):
    """12.62: one unit in Cherbourg and its die."""

    unit: int


class AirSupply(NamedTuple):
    """12.9: up to four units of one area are named, then a die is thrown for each."""

    area: int
    units: int = 0
    thrown: int = 0


class NightWork(NamedTuple):
    """20.23: one repair of a bridge at night, once its supply is paid."""

    side: int
    border: int


class Surrender(NamedTuple):
    """12.8: the isolated German units that still have to throw."""

    queue: tuple[int, ...]


class Allegiance(NamedTuple):
    """7.3: as many US as British units took an area: the Allied player names the nationality."""

    area: int
