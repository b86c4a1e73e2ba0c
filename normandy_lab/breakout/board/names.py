"""Places by id, name or alias, and borders as "A-B", for files and typed input (table in specs of patches)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from normandy_lab.breakout.board.board import AREA, ASIDE, BOX, BRITISH, OFFSHORE, US, ZONE, Board

ANY_BEACH = {"any:us": US, "any:british": BRITISH}
ANY_BEACH_NAMES = {"any:us": "any US beach", "any:british": "any British beach"}
_SAINTS = {"saint": "st", "sainte": "ste"}


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """One spelling for all: no accents, case, dots, hyphens or apostrophes; Saint is St.

    >>> fold("Sainte-Mère-Église"), fold("Ste. Mere Eglise")
    ('ste mere eglise', 'ste mere eglise')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    words = "".join(c if c.isalnum() or c == ":" else " " for c in plain).split()
    return " ".join(_SAINTS.get(word, word) for word in words)


class PlaceNames:
    """Finds the id of a place from whatever a person calls it."""

    def __init__(self, board: Board, aliases: Iterable[tuple[int, str]] = ()) -> None:
        self.board = board
        self.spellings: dict[str, str] = {}  # folded -> id
        self.shown: dict[str, str] = {}  # folded -> as written, for suggestions
        for key, name in ANY_BEACH_NAMES.items():
            self._add(key, key, name)
        short: dict[str, str] = {}
        for number, alias in aliases:
            self._add(str(number), alias)
            short.setdefault(str(number), alias)
        for place in board.places:
            self._add_place(place.id, place.name, place.kind, short)

    def _add_place(self, place_id: str, name: str, kind: str, short: dict[str, str]) -> None:
        self._add(place_id, place_id, name)
        if kind == ZONE:
            self._add(place_id, f"Zone {place_id}")
        elif kind == OFFSHORE:
            self._add(place_id, "Offshore Box")
        elif kind == BOX:
            beach = place_id.removeprefix("box:")
            beach_name = self.board.names[self.board.index[beach]]
            for stem in {beach_name, beach_name.removesuffix(" Beach"), short.get(beach, beach_name)}:
                self._add(place_id, f"{stem} box", f"{stem} Approach", f"{stem} Approach Box", f"box:{stem}")
        elif kind == AREA:
            self._add(place_id, f"Area {place_id}")

    def _add(self, place_id: str, *spellings: str) -> None:
        for spelling in spellings:
            self.spellings[fold(spelling)] = place_id
            self.shown.setdefault(fold(spelling), spelling)

    def find(self, text: object) -> str | None:
        """The id of a place, "any:us" or "any:british"; None if there is no such place.

        Place ids are case-sensitive only in so far as nothing else is: "a" is Zone A.
        """
        return self.spellings.get(fold(str(text)))

    def border(self, text: str) -> tuple[str, str] | None:
        """The two places of "A-B", split at the one hyphen that leaves two places."""
        parts = text.split("-")
        for cut in range(1, len(parts)):
            a, b = self.find("-".join(parts[:cut])), self.find("-".join(parts[cut:]))
            if a and b:
                return a, b
        return None

    def nearest(self, text: object, kinds: Iterable[str] = ()) -> str:
        """The name of the place whose spelling comes nearest, or ""."""
        wanted = set(kinds)
        keys = [key for key, place in self.spellings.items() if not wanted or self.kind(place) in wanted]
        close = get_close_matches(fold(str(text)), keys, n=1, cutoff=0.55)
        return self.name(self.spellings[close[0]]) if close else ""

    def kind(self, place_id: str) -> str:
        if place_id in ANY_BEACH:
            return BOX
        return self.board.places[self.board.index[place_id]].kind

    def name(self, place_id: str) -> str:
        """The name that files show: "Ste. Mere Eglise", "Zone A", "Utah Approach", "any US beach"."""
        if place_id in ANY_BEACH:
            return ANY_BEACH_NAMES[place_id]
        place = self.board.places[self.board.index[place_id]]
        return place.id if place.kind in (ASIDE, OFFSHORE) else place.name

    def border_name(self, border_id: str) -> str:
        a, b = border_id.split("-")
        return f"{self.name(a)}-{self.name(b)}"
