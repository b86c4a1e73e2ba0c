"""Reading the text of an action: ``fire us-dd 2 at Longues``, ``strategic US-HB 6``, ``roll 4``."""

from __future__ import annotations

import re

from normandy_lab.core.decisions import Action, roll_action
from normandy_lab.errors import NotationError, nearest
from normandy_lab.theatre.actions import GRAMMAR, make, names
from normandy_lab.theatre.setting import Setting

FILLERS = frozenset({"at", "on", "in", "zone", "to", "the"})
_NUMBER = re.compile(r"[0-9]{1,4}")


def parse(setting: Setting, text: str) -> Action:
    """The action that the text means.

    Raises
    ------
    NotationError
        An unknown verb, unit, target, port or site, a number that is none, or words too many or too few.
    """
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError('An action is empty; type a verb, such as "end".')
    verb = words[0].casefold()
    if verb == "roll":
        return _roll(text, "".join(words[1:]))
    if verb not in GRAMMAR:
        raise NotationError(
            f"{text!r}: no action begins with {words[0]!r}. {nearest(verb, [*GRAMMAR, 'roll'])}".rstrip()
        )
    kinds = GRAMMAR[verb]
    rest = words[1:]
    if len(rest) != len(kinds):
        rest = [word for word in rest if word.casefold() not in FILLERS]
    if len(rest) != len(kinds):
        shown = f"{verb} {' '.join(kinds).upper()}".rstrip()
        raise NotationError(f"{text!r} has not the right number of words. Expected: {shown}")
    return make(setting, verb, *(_read(setting, text, kind, word) for kind, word in zip(kinds, rest, strict=True)))


def meant(setting: Setting, text: str) -> Action:
    """An option, or what its text means; an action that answers nothing where it means none."""
    try:
        return text if isinstance(text, Action) else parse(setting, text)
    except NotationError:
        return Action("?")


def _roll(text: str, faces: str) -> Action:
    if not re.fullmatch(r"[1-6]", faces):
        raise NotationError(f"{text!r}: one die is typed as its face, such as roll 4.")
    return roll_action(((int(faces),),))


def _read(setting: Setting, text: str, kind: str, word: str) -> int:
    if kind in ("number", "zone"):
        if not _NUMBER.fullmatch(word):
            raise NotationError(f"{text!r}: {word!r} is no number; write digits, such as 2.")
        return int(word)
    listed = names(setting, kind)
    folded = [name.casefold() for name in listed]
    if word.casefold() not in folded:
        none = f"there is no {kind} in this scenario" if not listed else f"there is no {kind} {word!r}"
        raise NotationError(f"{text!r}: {none}. {nearest(word, listed)}".rstrip())
    return folded.index(word.casefold())
