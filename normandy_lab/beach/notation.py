"""Reading the text of an action: ``move A3 12.4 6``, ``fire 1 A``, ``roll 5+2+6+1``, ``impact 3.5 20``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from normandy_lab.beach.actions import GRAMMAR, make
from normandy_lab.beach.setting import MIL, Setting
from normandy_lab.core.decisions import Action, roll_action
from normandy_lab.errors import NotationError, nearest

FILLERS = frozenset({"figure", "squad", "bunker", "section", "at", "to", "on"})
_ROLL = re.compile(r"[1-9][0-9]{0,2}(\+[1-9][0-9]{0,2})*")
_NUMBER = re.compile(r"[-+\u2212\u2013]?[0-9]{1,6}(\.[0-9]{1,3})?")


def parse(setting: Setting, text: str) -> Action:
    """The action that the text means.

    Raises
    ------
    NotationError
        An unknown verb, figure, squad or bunker, a coordinate that is no number, or words too many or too few.
    """
    words = [
        word
        for word in text.replace(",", " ").split()
        if word.casefold() not in FILLERS or word in setting.squads  # a forty-sixth squad is called AT
    ]
    if not words:
        raise NotationError('An action is empty; type a verb, such as "end".')
    verb, rest = words[0].casefold(), words[1:]
    if verb == "roll":
        return _roll(text, "".join(rest))
    if verb not in GRAMMAR:
        raise NotationError(
            f"{text!r}: no action begins with {words[0]!r}. {nearest(verb, [*GRAMMAR, 'roll'])}".rstrip()
        )
    kinds = GRAMMAR[verb]
    if len(rest) != len(kinds):
        raise NotationError(
            f"{text!r} has not the right number of words. Expected: {f'{verb} {_shown(kinds)}'.rstrip()}"
        )
    args = [_READERS[kind](setting, text, word) for kind, word in zip(kinds, rest, strict=True)]
    return make(setting, verb, *args)


def _shown(kinds: Sequence[str]) -> str:
    return " ".join(kinds).upper()


def _roll(text: str, faces: str) -> Action:
    if not _ROLL.fullmatch(faces):
        raise NotationError(f"{text!r}: dice are typed as faces, such as roll 5+2+6+1 or roll 4.")
    return roll_action((tuple(map(int, faces.split("+"))),))


def _length(setting: Setting, text: str, word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise NotationError(f"{text!r}: {word!r} is no length; write inches with at most three decimals, such as 12.4.")
    return int(Decimal(word.replace("\u2212", "-").replace("\u2013", "-")) * MIL)


def _listed(what: str, names: Sequence[str], text: str, word: str) -> int:
    folded = word.upper()
    if folded in names:
        return names.index(folded)
    raise NotationError(f"{text!r}: there is no {what} {word!r}. {nearest(word, names)}".rstrip())


def _figure(setting: Setting, text: str, word: str) -> int:
    return _listed("figure", setting.figures, text, word)


def _squad(setting: Setting, text: str, word: str) -> int:
    return _listed("squad", setting.squads, text, word)


def _bunker(setting: Setting, text: str, word: str) -> int:
    return _listed("bunker", setting.bunkers, text, word)


def _section(setting: Setting, text: str, word: str) -> int:
    return _listed("section", [str(n + 1) for n in range(len(setting.sections))], text, word)


_READERS: dict[str, Callable[[Setting, str, str], int]] = {
    "figure": _figure, "squad": _squad, "bunker": _bunker, "section": _section, "x": _length, "y": _length,
}  # fmt: skip
