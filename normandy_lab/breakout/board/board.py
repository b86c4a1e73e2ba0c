"""The compiled map of rule 3: places and borders as tuples, indexed by small integers.

Built once per scenario (``scenario/compile.py``); nothing here reads a file or changes in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# Nationalities, also the codes of control (7.3). Sides are GERMAN and ALLIED.
GERMAN, US, BRITISH = 0, 1, 2
NATIONALITIES = ("german", "us", "british")
ALLIED = 1
SIDES = ("german", "allied")

# Kinds of place.
AREA, ZONE, BOX, OFFSHORE, ASIDE = "area", "zone", "box", "offshore", "aside"
# Places that are not on the board: units not yet entered, eliminated, withdrawn.
WAITING_ID, LOST_ID, WITHDRAWN_ID = "waiting", "lost", "withdrawn"

# Kinds of border (3.23, 3.3): LINK is an arrow of a zone, LANDING the arrow of an approach box.
OPEN, RIVER, FLOODED, LINK, LANDING = "open", "river", "flooded", "link", "landing"


class Place(NamedTuple):
    """An area, zone, approach box, the Offshore Box, or one of the three piles off the board."""

    index: int  # type: ignore[assignment]  # shadows tuple.index, which nobody calls
    id: str  # "50", "A", "box:51", "offshore", "waiting", "lost", "withdrawn"
    name: str
    kind: str
    tem: int = 0  # 3.22; 0 outside areas
    bocage: bool = False  # 3.21
    beach: bool = False  # 3.4
    fort: int = 0  # printed fortification: what it adds to the DV (15.1)
    vp: int = 0  # 3.25
    naval: tuple[int, ...] = ()  # nationalities whose ships may shell it (3.26)
    le_havre: bool = False  # 3.27
    minor_port: bool = False  # 24.2
    nationality: int = GERMAN  # of a beach or its box: whose units land there


class Border(NamedTuple):
    """Two adjacent places, a < b; ``bridge`` says whether a bridge is printed (3.24)."""

    index: int  # type: ignore[assignment]  # shadows tuple.index, which nobody calls
    a: int
    b: int
    kind: str
    bridge: bool
    id: str  # "45-49"

    def other(self, place: int) -> int:
        return self.b if place == self.a else self.a


class Board:
    """Places, borders and the tables that play needs.

    ``neighbours[p]`` are the ``(place, border)`` pairs of areas and zones next to p, in board order;
    approach boxes and arrows of landing are left out (use ``box_of``, ``beach_of``).
    """

    __slots__ = (
        "areas", "beach_of", "beaches", "between", "borders", "box_of", "bridges", "index", "lost", "names",
        "neighbours", "offshore", "places", "waiting", "withdrawn", "zones",
    )  # fmt: skip

    def __init__(self, places: Sequence[Place], borders: Sequence[Border]) -> None:
        self.places: tuple[Place, ...] = tuple(places)
        self.borders: tuple[Border, ...] = tuple(borders)
        self.index: Mapping[str, int] = {place.id: place.index for place in places}
        self.names: tuple[str, ...] = tuple(place.name for place in places)
        self.bridges: tuple[Border, ...] = tuple(border for border in borders if border.bridge)
        self.areas: tuple[int, ...] = tuple(p.index for p in places if p.kind == AREA)
        self.zones: tuple[int, ...] = tuple(p.index for p in places if p.kind == ZONE)
        self.beaches: tuple[int, ...] = tuple(p.index for p in places if p.kind == AREA and p.beach)
        self.between: Mapping[tuple[int, int], int] = {
            pair: border.index for border in borders for pair in ((border.a, border.b), (border.b, border.a))
        }
        land: list[list[tuple[int, int]]] = [[] for _ in places]
        self.box_of: dict[int, int] = {}
        self.beach_of: dict[int, int] = {}
        for border in borders:
            if border.kind == LANDING:
                box, beach = sorted((border.a, border.b), key=lambda p: places[p].kind == AREA)
                self.box_of[beach], self.beach_of[box] = box, beach
            else:
                land[border.a].append((border.b, border.index))
                land[border.b].append((border.a, border.index))
        self.neighbours: tuple[tuple[tuple[int, int], ...], ...] = tuple(tuple(sorted(row)) for row in land)
        self.offshore = self.index["offshore"]
        self.waiting = self.index[WAITING_ID]
        self.lost = self.index[LOST_ID]
        self.withdrawn = self.index[WITHDRAWN_ID]

    def place(self, place_id: str) -> int:
        """The index of the place with this id; KeyError if there is none."""
        return self.index[place_id]

    def border(self, border_id: str) -> Border:
        """The border "A-B" (ids in either order); KeyError if the two are not adjacent."""
        a, b = border_id.split("-")
        return self.borders[self.between[self.index[a], self.index[b]]]
