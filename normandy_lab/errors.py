"""Every error that the lab raises on purpose.

Each message names the input, the rule (or the file and row) and the fix, so that a person who
never reads a traceback knows what to do next.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from normandy_lab.core.terms import Refusal


LONGEST = 120  # characters of somebody's input that a message shows
LINE = 600  # characters of a line of a message
LISTED = 40  # problems of one scenario that are told
DIGITS = 40  # of a whole number that anybody gives
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})  # categories that move a cursor or cannot be written
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # turn the writing round


def cut(text: str, most: int) -> str:
    """The beginning and the end of a long text.

    >>> cut("abcdefghijklmnopqrstuvwxyz", 13)
    'abcde ... xyz'
    """
    if len(text) <= most:
        return text
    tail = (most - 5) * 2 // 5
    return f"{text[: most - 5 - tail]} ... {text[len(text) - tail :]}"


def visible(text: str) -> str:
    r"""A text without anything that moves a cursor, colours a terminal or turns the writing round; lines stay lines.

    >>> print(visible(chr(27) + "[31mred"))
    \x1b[31mred
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in "\n\t" or not _controls(c) else ascii(c)[1:-1] for c in text)


def _controls(char: str) -> bool:
    return char in _TURNS or unicodedata.category(char) in _CONTROLS


def shown(value: Any, most: int = LONGEST) -> str:
    """A value as Python writes it, nothing long, and the digits counted of numbers that Python will not write.

    >>> shown("Caen"), shown(7), shown(10**5000)
    ("'Caen'", '7', 'a number of about 5000 digits')
    """
    if isinstance(value, str):
        return repr(cut(value, most))
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        return f"a number of about {int((abs(value).bit_length() - 1) * 0.30103) + 1} digits"
    try:
        return cut(repr(value), most)
    except (
        ValueError,
        RecursionError,
    ):  # a number of thousands of digits, or a table in a table without end, within it
        return f"this {type(value).__name__}"


class NormandyError(Exception):
    """The base of all errors below; catch this one to catch them all. Its lines are of bounded length."""

    def __str__(self) -> str:
        return "\n".join(visible(cut(line, LINE)) for line in super().__str__().split("\n"))


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a scenario: where it stands, what is wrong, and what would mend it."""

    place: str
    text: str
    rule: str = ""
    fix: str = ""

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        fix = f" {_line(self.fix)}" if self.fix else ""
        return f"{_line(self.place)}: {_line(self.text)}{rule}.{fix}"


def _line(text: str) -> str:
    """A part of a problem, without line ends and not too long."""
    return visible(cut(text.replace("\n", "\\n").replace("\t", "\\t"), LINE // 2))


class ScenarioError(NormandyError):
    """A scenario cannot be used; ``problems`` lists every fault found, not only the first."""

    def __init__(self, problems: Sequence[Problem], name: str = "scenario") -> None:
        self.problems = tuple(problems)
        self.name = name
        super().__init__("\n".join(_told(self.problems, _line(name))))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[Sequence[Problem], str]]:
        return ScenarioError, (self.problems, self.name)  # so that it reaches us from another process


def _told(problems: Sequence[Problem], name: str) -> list[str]:
    """One problem in one line that begins with the file; several in a list, of which the first are told."""
    if len(problems) == 1:
        only, short = str(problems[0]), name.replace("\\", "/").rpartition("/")[2]
        return [only if only.startswith((name, short)) else f"{name}: {only}"]
    more = len(problems) - LISTED
    last = [f"  and {more} more; mend these first"] if more > 0 else []
    return [f"{name}: {len(problems)} problems", *(f"  {problem}" for problem in problems[:LISTED]), *last]


class IllegalAction(NormandyError):
    """An action that the rules refuse; ``refusal`` carries the rule, the reason and the fix."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(f"{action!r} is refused: {refusal}")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Refusal]]:
        return IllegalAction, (self.action, self.refusal)


class NotationError(NormandyError):
    """The text of an action could not be read: an unknown verb, unit, place or dice."""


class FileError(NormandyError):
    """A file could not be written, or must not be: the message names it and what would help."""


class SaveError(NormandyError):
    """A saved game could not be read; the message names the line and what was recovered."""


class RuleNotModelled(NormandyError):
    """The game has reached a rule that this version does not play yet; never skipped quietly."""

    def __init__(self, rule: str, what: str = "") -> None:
        self.rule = rule
        self.what = what
        detail = f": {what}" if what else ""
        super().__init__(f"rule {rule} is not modelled in this version{detail}")

    def __reduce__(self) -> tuple[type[RuleNotModelled], tuple[str, str]]:
        return RuleNotModelled, (self.rule, self.what)


def whole(number: Any, refusal: str) -> int:
    """A whole number of whatever library; NormandyError with these words, ``{}`` the number, for anything else.

    >>> whole(7, "{} is no whole number")
    7
    """
    try:
        found = int(index(number))
    except TypeError:
        raise NormandyError(refusal.replace("{}", shown(number))) from None
    if abs(found) >= 10**DIGITS:
        text = refusal.partition("{}")[0] + shown(found)
        raise NormandyError(f"{text} is too large; give a number of at most {DIGITS} digits")
    return found


def nearest(word: str, choices: Sequence[str]) -> str:
    """A sentence that names the nearest valid spelling, or the choices when they are few.

    >>> nearest("opn", ["open", "river"])
    'Did you mean "open"?'
    >>> nearest("17", ["open", "river"])
    'Use one of: open, river.'
    """
    lower = {choice.casefold(): choice for choice in choices}
    close = get_close_matches(word.casefold(), list(lower), n=1, cutoff=0.6)
    if close:
        return f'Did you mean "{lower[close[0]]}"?'
    return f"Use one of: {', '.join(choices)}." if 0 < len(choices) <= 12 else ""
