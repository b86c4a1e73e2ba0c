"""The ``@rule`` tag: which function carries out which clause of a rulebook.

The index of all clauses is in ``rule_index.py``; this module imports nothing, so that every rule can use it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_tagged: dict[str, list[str]] = {}


def rule(*ids: str) -> Callable[[Function], Function]:
    """Record that the decorated function carries out these rules; the function itself is returned.

    >>> @rule("9.2D")
    ... def divisional_integrity() -> None: ...
    >>> tagged()["9.2D"][-1].endswith(":divisional_integrity")
    True
    """

    def tag(function: Function) -> Function:
        place = f"{function.__module__}:{function.__qualname__}"
        for each in ids:
            if place not in (places := _tagged.setdefault(each, [])):
                places.append(place)
        return function

    return tag


def tagged() -> dict[str, list[str]]:
    """Rule id -> ``module:function`` of every function tagged in the modules imported so far."""
    return {each: list(places) for each, places in _tagged.items()}
