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
# What word processors write for - and '.
_PLAIN = dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-")
_PLAIN |= dict.fromkeys((0x2018, 0x2019, 0x201B, 0x2032, 0x2B9, 0x2BB, 0x2BC, 0x2BD, 0x2C8, 0x60, 0xB4, 0xFF07), "'")
_LETTERS = {0xE6: "ae", 0x153: "oe", 0xF8: "o", 0x111: "d", 0xF0: "d", 0x142: "l", 0x131: "i"}  # that no accent makes
_ACCENTS = 200  # the combining class from which on a mark is an accent; below, it makes another letter
LONGEST_NAME = 100  # characters of a place's name


def plain(text: str) -> str:
    """A text with the plain hyphen and apostrophe, and nothing invisible in it.

    >>> plain("Pont l\u2019Abbe\u2013Valognes")
    "Pont l'Abbe-Valognes"
    """
    if text.isascii() and "`" not in text:
        return text
    return "".join(c for c in text.translate(_PLAIN) if unicodedata.category(c) != "Cf")


def fold(text: str) -> str:
    """One spelling for all: no accents, case, dots, hyphens or apostrophes; Saint is St. Letters of every script count.

    >>> fold("Sainte-Mère-Église"), fold("Ste. Mere Eglise")
    ('ste mere eglise', 'ste mere eglise')
    """
    return _fold(text[: 2 * LONGEST_NAME])  # what is longer is no name


@lru_cache(maxsize=4096)
def _fold(text: str) -> str:
    parts = "".join(c if _raised(c) else unicodedata.normalize("NFKD", c) for c in plain(text).casefold())
    base = "".join(c for c in parts if unicodedata.combining(c) < _ACCENTS)
    letters = unicodedata.normalize("NFC", base.casefold().translate(_LETTERS))
    words = "".join(c if _counts(c) else " " for c in letters).split()
    return " ".join(_SAINTS.get(word, word) for word in words)


def _raised(char: str) -> bool:
    """Whether a character is a digit that counts nothing, such as the square of a number."""
    return char.isdigit() and not char.isdecimal()


def _counts(char: str) -> bool:
    """Whether a character is part of a word: letters, digits, and marks such as the vowels of Indian scripts."""
    return char.isalnum() or char == ":" or unicodedata.category(char).startswith("M")


class PlaceNames:
    """Finds the id of a place from whatever a person calls it."""

    def __init__(self, board: Board, aliases: Iterable[tuple[int, str]] = ()) -> None:
        self.board = board
        self.spellings: dict[str, str] = {}  # folded -> id
        self.shown: dict[str, str] = {}  # folded -> as written, for suggestions
        self.clashes: dict[str, tuple[str, str]] = {}  # a name -> the two places that it could mean
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
            other = self.spellings.setdefault(fold(spelling), place_id)
            if other != place_id:
                self.clashes.setdefault(spelling, (other, place_id))
            self.shown.setdefault(fold(spelling), spelling)

    def find(self, text: object) -> str | None:
        """The id of a place, "any:us" or "any:british"; None if there is no such place.

        Place ids are case-sensitive only in so far as nothing else is: "a" is Zone A.
        """
        return self.spellings.get(fold(str(text)))

    def border(self, text: str) -> tuple[str, str] | None:
        """The two places of "A-B", split at the one hyphen that leaves two places."""
        parts = plain(text[: 4 * LONGEST_NAME]).split("-")
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
