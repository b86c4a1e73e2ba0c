"""Dice: keyed (the default), scripted (tests and examples), and typed (real dice in a classroom).

All answer one question: ``throw(roll)`` gives the faces, or None while it must wait for them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from normandy_lab.core.decisions import Faces, Roll
from normandy_lab.errors import NormandyError, NotationError


class Dice(Protocol):
    """Whatever can throw a roll."""

    def throw(self, roll: Roll) -> Faces | None: ...


class Stream:
    """A stream of unbiased small numbers that depends on its key only, on every machine alike.

    Bytes of blake2b above the last full multiple of the range are dropped (for a die: 252 and up).
    """

    def __init__(self, *key: str | int) -> None:
        self._key = json.dumps(key, ensure_ascii=True, separators=(",", ":"))
        self._bytes = self._endless()

    def _endless(self) -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.blake2b(f"{block}:{self._key}".encode(), digest_size=32).digest()
            block += 1

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""
        size = 1
        while 256**size < bound:
            size += 1
        limit = 256**size - 256**size % bound
        while True:
            number = 0
            for _ in range(size):
                number = number * 256 + next(self._bytes)
            if number < limit:
                return number % bound


class KeyedDice:
    """Dice that are a stateless function of (seed, luck, key of the roll, roller).

    Two variants of a game keep the same luck after they part, and undo, branch and replay need no
    generator. Each roller has a stream of its own, and so has a reroll: its key differs.

    >>> roll = Roll(("allied", "german"), (2, 2), ("attack", 6, "naval", 1), "example")
    >>> KeyedDice(1944).throw(roll) == KeyedDice(1944).throw(roll) != KeyedDice(1945).throw(roll)
    True
    """

    def __init__(self, seed: int, luck: str = "") -> None:
        self.seed = seed
        self.luck = luck

    def throw(self, roll: Roll) -> Faces:
        groups, seen = [], Counter[str]()
        for roller, count in zip(roll.rollers, roll.counts, strict=True):
            stream = Stream(self.seed, self.luck, *roll.key, roller, seen[roller])
            groups.append(tuple(1 + stream.below(roll.sides) for _ in range(count)))
            seen[roller] += 1
        return tuple(groups)


def read_faces(text: str) -> Faces:
    """The faces of a typed roll.

    >>> read_faces("5+2:3+3")
    ((5, 2), (3, 3))
    """
    try:
        return tuple(tuple(int(face) for face in group.split("+")) for group in text.strip().split(":"))
    except ValueError:
        raise NotationError(f"dice {text!r} cannot be read; write them like 5+2:3+3, attacker first") from None


def fit(faces: Faces | Sequence[int], roll: Roll) -> Faces:
    """The faces as this roll needs them; a flat list is split by roller. A NotationError says what does not fit."""
    groups = [group if isinstance(group, tuple) else (group,) for group in faces]
    flat = [face for group in groups for face in group]
    grouped = tuple(map(len, groups)) == roll.counts
    if not grouped and (len(flat) != sum(roll.counts) or any(len(group) > 1 for group in groups)):
        needs = " and ".join(f"{count} ({roller})" for roller, count in zip(roll.rollers, roll.counts, strict=True))
        raise NotationError(f"{roll.purpose}: dice {faces} do not fit; this roll needs {needs}")
    wrong = [face for face in flat if not 1 <= face <= roll.sides]
    if wrong:
        raise NotationError(f"{roll.purpose}: no die shows {wrong[0]}; faces go from 1 to {roll.sides}")
    return roll.split(flat)


class ScriptedDice:
    """Dice written down beforehand: one entry a throw, as text (``5+2:3+3``), numbers, or one number."""

    def __init__(self, throws: Iterable[str | int | Sequence[int]]) -> None:
        self._throws = [_entry(each) for each in throws]
        self.used = 0

    @property
    def left(self) -> int:
        """How many throws have not been used."""
        return len(self._throws) - self.used

    def throw(self, roll: Roll) -> Faces:
        if not self.left:
            raise NormandyError(f"{roll.purpose}: the script of {self.used} throws has run out; add its dice")
        faces = fit(self._throws[self.used], roll)
        self.used += 1
        return faces


class TypedDice:
    """Real dice: ``throw`` waits until somebody has typed what they show."""

    def __init__(self) -> None:
        self._typed: deque[Faces] = deque()

    def type(self, text: str) -> None:
        """Note what the dice show, attacker first: ``5+2:3+3``."""
        self._typed.append(read_faces(text))

    def throw(self, roll: Roll) -> Faces | None:
        return fit(self._typed.popleft(), roll) if self._typed else None


def _entry(item: str | int | Sequence[int]) -> Faces | Sequence[int]:
    if isinstance(item, str):
        return read_faces(item)
    return (item,) if isinstance(item, int) else tuple(item)
