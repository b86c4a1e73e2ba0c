"""Every error that the lab raises on purpose.

Each message names the input, the rule (or the file and row) and the fix, so that a person who
never reads a traceback knows what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from normandy_lab.core.terms import Refusal


class NormandyError(Exception):
    """The base of all errors below; catch this one to catch them all."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a scenario: where it stands, what is wrong, and what would mend it."""

    place: str
    text: str
    rule: str = ""
    fix: str = ""

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        fix = f" {self.fix}" if self.fix else ""
        return f"{self.place}: {self.text}{rule}.{fix}"


class ScenarioError(NormandyError):
    """A scenario cannot be used; ``problems`` lists every fault found, not only the first."""

    def __init__(self, problems: Sequence[Problem], name: str = "scenario") -> None:
        self.problems = tuple(problems)
        self.name = name
        count = len(self.problems)
        head = f"{name}: {count} problem{'s' if count != 1 else ''}"
        super().__init__("\n".join([head, *(f"  {problem}" for problem in self.problems)]))

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[Sequence[Problem], str]]:
        return ScenarioError, (self.problems, self.name)  # so that it reaches us from another process


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
    """A whole number of whatever library; NormandyError with these words for anything else.

    >>> whole(7, "seven is whole")
    7
    """
    try:
        return int(index(number))
    except TypeError:
        raise NormandyError(refusal) from None


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
