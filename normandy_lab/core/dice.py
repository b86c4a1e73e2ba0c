"""Dice: keyed (the default), scripted (tests and examples), and typed (real dice in a classroom).

All answer one question: ``throw(roll)`` gives the faces, or None while it must wait for them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from normandy_lab.core.decisions import Draw, Faces
from normandy_lab.errors import NormandyError, NotationError, whole


class Dice(Protocol):
    """Whatever can throw a roll."""

    def throw(self, roll: Draw) -> Faces | None: ...


class Stream:
    """Unbiased small numbers that depend on their key only, on every machine alike.

    Bytes of blake2b at or above the last full multiple of the range are dropped (for a die: 252 and up).
    """

    def __init__(self, *key: str | int) -> None:
        self._key = json.dumps(key)
        self._bytes = self._endless()

    def _endless(self) -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.blake2b(f"{block}:{self._key}".encode(), digest_size=32).digest()
            block += 1

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""
        if bound <= 256:  # one byte a number: the usual case, written out for speed
            end = 256 - 256 % bound
            while (byte := next(self._bytes)) >= end:
                pass
            return byte % bound
        size = (bound - 1).bit_length() + 7 >> 3
        while True:
            number = int.from_bytes(next(self._bytes) for _ in range(size))
            if number < 256**size - 256**size % bound:
                return number % bound


class KeyedDice:
    """Dice that are a stateless function of (seed, luck, key of the roll, roller).

    Two variants of a game keep the same luck after they part, and undo, branch and replay need no
    generator. Each roller has a stream of its own, and so has a reroll: its key differs.
    """

    def __init__(self, seed: int, luck: str = "") -> None:
        self.seed = whole(seed, "seed {} is no whole number; give one, such as seed=1944")
        self.luck = luck

    def throw(self, roll: Draw) -> Faces:
        return roll.draw(lambda roller: Stream(self.seed, self.luck, *roll.key, roller))


def fit(dice: str | int | Sequence[int], roll: Draw) -> Faces:
    """What dice show, as this roll needs it: text (``5+2:3+3``, attacker first), numbers or one number."""
    flat = [dice] if isinstance(dice, int) else _numbers(dice) if isinstance(dice, str) else list(dice)
    if len(flat) != sum(roll.counts) or not all(1 <= face <= roll.sides for face in flat):
        needs = ", ".join(f"{count} of {roller}" for roller, count in zip(roll.rollers, roll.counts, strict=True))
        raise NotationError(f"{roll.purpose}: dice {dice} do not fit; give faces 1 to {roll.sides}: {needs}")
    return roll.split(flat)


def _numbers(text: str) -> list[int]:
    if not re.fullmatch(r"[0-9]{1,9}([+:][0-9]{1,9})*", text.strip()):
        raise NotationError(f"dice {text!r} cannot be read; write them like 5+2:3+3, attacker first")
    return [int(face) for face in re.split(r"[+:]", text.strip())]


class ScriptedDice:
    """Dice written down beforehand, one entry a throw (see ``fit``)."""

    def __init__(self, throws: Iterable[str | int | Sequence[int]]) -> None:
        self._throws = list(throws)
        self.used = 0

    def throw(self, roll: Draw) -> Faces:
        if self.used == len(self._throws):
            raise NormandyError(f"{roll.purpose}: all {self.used} throws of the script are used; add its dice")
        faces = fit(self._throws[self.used], roll)
        self.used += 1
        return faces


class TypedDice:
    """Real dice: ``throw`` waits until somebody has typed what they show."""

    def __init__(self) -> None:
        self._typed: deque[str] = deque()

    def type(self, text: str) -> None:
        """Note what the dice of the next roll show, attacker first: ``5+2:3+3``."""
        _numbers(text)
        self._typed.append(text)

    def throw(self, roll: Draw) -> Faces | None:
        return fit(self._typed.popleft(), roll) if self._typed else None
