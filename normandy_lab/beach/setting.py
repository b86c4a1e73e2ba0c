"""The Setting: everything about a scenario that play reads and never changes.

Lengths are whole mils, thousandths of an inch, so that no position depends on how a machine rounds (B-6).
``compile.py`` builds one from a Scenario.
"""

from __future__ import annotations

from typing import Any, NamedTuple

MIL = 1000  # mils in an inch
NEVER = 10**9  # a limit that is none

LAND, ACT, FIRE, ARTILLERY, MORALE = range(5)
PHASES = ("landings", "act", "fire", "artillery", "morale")
LETTERS = "LAFSM"  # of a phase in the moments of the log: 3A, 3S (shells)

Span = tuple[int, int]  # from, to along the shore


def mils(inches: float) -> int:
    """A length in mils.

    >>> mils(0.6)
    600
    """
    return round(inches * MIL)


def inches(length: int) -> str:
    """A length in inches as text, without needless zeros.

    >>> inches(24000), inches(12400), inches(-50)
    ('24', '12.4', '-0.05')
    """
    sign, whole = ("-" if length < 0 else ""), abs(length)
    rest = f"{whole % MIL:03}".rstrip("0")
    return f"{sign}{whole // MIL}{'.' if rest else ''}{rest}"


class Start(NamedTuple):
    """A position to start from (B-20)."""

    turn: int
    figures: tuple[tuple[int, int, int], ...]  # figure, x, y
    gone: tuple[int, ...]
    obstacles: tuple[int, ...]
    began: tuple[int, ...]
    destroyed: tuple[tuple[int, int], ...]  # bunker, turn
    landed: tuple[int, ...]


class Setting(NamedTuple):
    """One scenario, compiled. Squads, segments, sections and bunkers are indices from 0."""

    name: str
    title: str
    digest: str
    spec: Any
    # the table
    width: int
    water: int
    wall: int
    belt: int  # where the obstacle belt ends
    depth: int  # where the table ends
    zones: tuple[Span, ...]  # a squad each
    segments: tuple[Span, ...]
    sections: tuple[Span, ...]
    line_up: tuple[tuple[int, ...], ...]  # squad -> x of its figures when they land
    # the forces
    squads: tuple[str, ...]  # ids: A, B, …
    size: int
    figures: tuple[str, ...]  # ids: A1, A2, …
    player_of: tuple[int, ...]  # squad -> American player
    american_players: int
    german_players: int
    bunkers: tuple[str, ...]  # ids: 1, 2, …
    german_of: tuple[int, ...]  # bunker -> German player
    sections_each: int
    bunker_width: int
    bunker_depth: int
    bunker_front: int
    # the numbers of the rules
    move: int
    contact: int
    touch: int  # centre of a shell to centre of a figure
    clears_on: int
    destroys_on: int
    obstacles: tuple[int, ...] | None  # None: by dice
    by_face: tuple[int, ...]
    bunker_sections: tuple[int, ...] | None  # None: by dice or choice
    choose_sections: bool
    dice: int
    hit_on: int
    casualties: str
    all_first: bool
    shells: int
    shells_of_destroyed: bool
    kernel: str
    stray: tuple[int, int]
    breaks_at: int
    limit: int
    pool_each: bool
    turn_limit: int
    start: Start | None

    def bunker_at(self, section: int) -> tuple[int, int, int, int]:
        """The footprint of a bunker in a section: left, front, right, back (B-3)."""
        left, right = self.sections[section]
        middle = (left + right) // 2
        half = self.bunker_width // 2
        return middle - half, self.bunker_front, middle + half, self.bunker_front + self.bunker_depth

    def segment_of(self, x: int) -> int:
        """The segment at a place along the shore; a border belongs to the right one (spec 6)."""
        for index, (_, right) in enumerate(self.segments):
            if x < right:
                return index
        return len(self.segments) - 1

    def members(self, squad: int) -> range:
        """The figures of a squad."""
        return range(squad * self.size, (squad + 1) * self.size)
