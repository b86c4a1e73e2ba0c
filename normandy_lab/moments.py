"""Moments of a game by the words that people use for them: "June 7, 2nd impulse" as well as "7A0"."""

from __future__ import annotations

import re
from collections.abc import Sequence

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1}
_WORD = re.compile(r"[0-9]+(?:st|nd|rd|th)\b|[0-9]+|[^\W\d_]+", re.IGNORECASE)
_COUNTED = re.compile(r"([0-9]+)(?:st|nd|rd|th)", re.IGNORECASE)


def find(text: str, said: Sequence[str]) -> int | None:
    """Which of the moments a text means, in the order in which they were played; None for none of them.

    Every word of the text must be a word of the moment. An ordinal counts: "June 7, 2nd impulse" is the second impulse
    of that day on this line of play, while "June 7, Allied impulse 2" is the space of the track that the log names.

    >>> said = ["June 7, dawn", "June 7, German impulse 0", "June 7, Allied impulse 0", "June 7, German impulse 2"]
    >>> [find(text, said) for text in ("june 7", "June 7, 2nd impulse", "7 June German impulse 2", "Jun 7 dusk")]
    [0, 2, 3, None]
    """
    counts, wanted = [], []
    for word in map(str.casefold, _WORD.findall(text)):
        counted = _COUNTED.fullmatch(word)
        if counted or word in ORDINALS:
            counts.append(int(counted[1]) if counted else ORDINALS[word])
        else:
            wanted.append(word)
    fitting = [n for n, each in enumerate(said) if wanted and _fits(wanted, _words(each))]
    if not fitting or len(counts) > 1 or not any(word.isalpha() for word in wanted):
        return None
    number = counts[0] if counts else 1
    return fitting[number - 1 if number > 0 else number] if -1 <= number <= len(fitting) and number else None


def _words(said: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(said)]


def _fits(wanted: Sequence[str], words: list[str]) -> bool:
    """Whether each word is there; a month may be cut short, and no word serves twice."""
    left = list(words)
    for word in wanted:
        found = next((each for each in left if each == word or (len(word) >= 3 and each.startswith(word))), None)
        if found is None:
            return False
        left.remove(found)
    return True
