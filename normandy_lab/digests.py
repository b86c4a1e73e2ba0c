"""Digests: short names of positions and scenarios that outlive the program which made them.

What is at its neutral value is left out, so that a slot, a field of a frame or a switch that a later version adds
leaves the digest of everything that does not use it alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

VERSION = 2  # of the way in which views are made; digests of another version are not compared


def digest_of(view: Mapping[str, Any]) -> str:
    """The digest of a canonical view: plain values by name."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def lean(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not neutral."""
    return {name: value for name, value in fields.items() if not neutral(value)}


def neutral(value: Any) -> bool:
    """Whether a value says nothing: 0, False, None, empty, or a list of zeros.

    A list has an entry for each unit, place or border, so that its zeros add nothing. A tuple may be of any length:
    ``(0,)`` names unit 0, and only ``()`` is empty.

    >>> neutral([0, 0]), neutral([(0, 0), (0, 0)]), neutral([0, 1]), neutral((0,)), neutral(())
    (True, True, False, False, True)
    """
    if not value or type(value) is not list:
        return not value
    return not any(map(any, value)) if type(value[0]) is tuple else not any(value)


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as a file gives them back: lists for tuples, text for dates."""
    found: dict[str, Any] = json.loads(json.dumps(values, default=str))
    return found


def named(part: Any) -> Any:
    """A named tuple by its name and its fields, those at their default left out; a tuple part by part."""
    if not isinstance(part, tuple):
        return part
    kind: Any = type(part)
    if kind is tuple:
        return [named(item) for item in part]
    defaults, fields = kind._field_defaults, zip(kind._fields, part, strict=True)
    said = {name: named(value) for name, value in fields if name not in defaults or value != defaults[name]}
    return [kind.__name__, said]
