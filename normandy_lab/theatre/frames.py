"""The order of a day as small tuples (T-19): where in it the game stands.

``engine.RULES`` names the module that asks, answers and resumes each. Fields are indices and numbers.
"""

from __future__ import annotations

from typing import NamedTuple


class Day(NamedTuple):
    """The phases of a day, one after the other; ``phase`` is the one last begun."""

    phase: int = -1


class Weather(NamedTuple):
    """CH 5: the weather of the day."""


class Damage(NamedTuple):
    """CH 6.2: each Mulberry in a storm, from this one on."""

    site: int = 0


class Works(NamedTuple):
    """CH 6.1: each site whose fourteen turns are over, from this one on."""

    site: int = 0


class Begin(NamedTuple):
    """CH 6.1: work on sites that wait for the word of the Allies."""


class Harbour(NamedTuple):
    """CH 6.3, 6.4: each major port, from this one on; whether its demolition has been ordered."""

    port: int = 0
    ordered: bool = False


class Fly(NamedTuple):
    """CH 3: the Allies send out their air units."""


class Blow(NamedTuple):
    """CH 1.4, CH 4: what the bombers do, hex after hex, then the strategic mission."""

    done: int = 0


class Guns(NamedTuple):
    """CH 1.3: the Allies lay their ships."""


class Volley(NamedTuple):
    """CH 1.3: the fire of the ships, hex after hex, then each rocket."""

    done: int = 0


class Coast(NamedTuple):
    """CH 1.5: coastal artillery on each landing box, from this one on."""

    box: int = 0
