"""Saved games: JSON lines that a person can read, checked line by line when they are read back.

A header, the values in force and the user's own tables, one line an action, branches and notes as lines, a digest where
a phase or impulse begins, and a last line. Each line ends with a check over itself and all lines before it, so that
nothing can be altered unnoticed. Nothing is ever unpickled or evaluated.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from normandy_lab import digests
from normandy_lab.core.log import Branch, Log
from normandy_lab.errors import SaveError
from normandy_lab.files import BOM
from normandy_lab.systems import GameSystem
from normandy_lab.text_files import UnreadableError, raw

FORMAT = 2
UNCHECKED = 1  # the format before 0.1.0: lines without a check, digests of another kind
CHECK = re.compile(r'(\{.*),"c":"([0-9a-f]{8})"\}', re.DOTALL)
MOST = 50_000_000  # bytes of a save: a long game with many branches has a hundredth
EXTRAS = ("values", "tables")  # lines between the header and the first action


class Line(NamedTuple):
    """A line as read: its number in the file, its text, and whether it agrees with its check."""

    number: int
    text: str
    sound: bool


class Save(NamedTuple):
    """A save as read: its header, what was in force, the user's own tables, its other lines, what was altered in those."""

    name: str
    header: dict[str, Any]
    lines: list[Line]
    kept: dict[str, Any] | None = None  # every value in force when it was written; None where none can be read
    tables: Mapping[str, Mapping[str, str]] = {}
    altered: int = 0  # the first of the lines before the first action that does not agree with its check; 0 if all do


class Fault(Exception):
    """What is wrong with one line, and what would mend it."""


# ------------------------------------------------------------------------------------------ writing


def dumps(log: Log, header: Mapping[str, Any], extras: Mapping[str, Any] | None = None) -> str:
    """The whole log as text; ``header`` is the game's part of the first line, ``extras`` whole lines after it."""
    start = slots(cast("GameSystem", log.system), log.state_at(log.nodes[0]))
    first = {"normandy_lab": FORMAT, **header, "digests": digests.VERSION, "start": start}
    more = [{key: value} for key, value in (extras or {}).items() if value]
    return "".join(_checked([first, *more, *_body(log)]))


def _checked(lines: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    running = hashlib.blake2b(digest_size=4)
    for line in lines:
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=str).encode(errors="replace")
        running.update(text := data[:-1])
        yield f'{text.decode()},"c":"{running.hexdigest()}"}}\n'


def _body(log: Log) -> Iterator[dict[str, Any]]:
    branches = list(log.branches.values())[1:]
    for node in log.nodes:
        while branches and branches[0].born <= node.n:
            yield _branch_line(branches.pop(0))
        if node.parent is not None:
            by = {"by": node.by} if node.by else {}
            on = {"b": node.branch} if node.branch != node.parent.branch else {}
            yield {"n": node.n, "p": node.parent.n, "a": str(node.action), **by, **on}
            if node.opens:
                yield {"digest": log.system.digest(log.state_at(node)), "n": node.n}
        if node.note:
            yield {"note": node.note, "n": node.n}
    yield from map(_branch_line, branches)
    yield {"end": log.line, "digest": log.system.digest(log.state), "n": log.at.n}


def _branch_line(branch: Branch) -> dict[str, Any]:
    return {"branch": branch.name, "n": branch.at, "luck": branch.luck}


def slots(system: GameSystem, state: Any) -> dict[str, str]:
    """A short digest of each part of a position, so that a start that differs says where."""
    view = system.view(state)
    return {name: digests.digest_of({name: view[name]})[:8] for name in view if name not in ("setting", "version")}


def packed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted key as tables: the columns once, then a row a unit, area or border; ``None`` where there is none.

    >>> packed({"units.X.at": "Caen", "units.X.attack": 4, "units.Y.attack": 2, "rules.cards": False})
    {'units': {'': ['at', 'attack'], 'X': ['Caen', 4], 'Y': [None, 2]}, 'rules': {'': ['cards'], '.': [False]}}
    """
    columns: dict[str, dict[str, int]] = {}
    for key in values:
        kind, _, rest = key.partition(".")
        columns.setdefault(kind, {}).setdefault(rest.rpartition(".")[2], len(columns[kind]))
    tables: dict[str, Any] = {kind: {"": list(names)} for kind, names in columns.items()}
    for key, value in values.items():
        kind, _, rest = key.partition(".")
        row, _, column = rest.rpartition(".")
        cells = tables[kind].setdefault(row or ".", [None] * len(columns[kind]))
        cells[columns[kind][column]] = value
    return tables


def unpacked(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The values that were packed; what was None is left out."""
    values: dict[str, Any] = {}
    for kind, table in tables.items():
        for row, cells in table.items():
            if row:
                place = kind if row == "." else f"{kind}.{row}"
                pairs = zip(table[""], cells, strict=True)
                values |= {f"{place}.{column}": value for column, value in pairs if value is not None}
    return values


# ------------------------------------------------------------------------------------------ reading


def read(path: str | Path) -> Save:
    """Read the file and check its lines; what they say is checked as it is played (``restore``)."""
    try:
        return loads(raw(Path(path), MOST), str(path))
    except UnreadableError as error:
        raise SaveError(f"{path}: {error}") from None
    except (TypeError, ValueError) as error:
        raise SaveError(f"{str(path)!r}: cannot be read ({error}); check the name") from None


def loads(data: str | bytes, name: str = "save") -> Save:
    """The save in a text. Bytes that are no text spoil the line that they stand in, not the whole."""
    data = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    rows = [(n, row.rstrip(b"\r")) for n, row in enumerate(data.removeprefix(BOM).split(b"\n"), 1) if row.strip()]
    (number, first), *rest = rows or [(1, b"")]
    try:
        header = entry(first.decode(errors="replace"))
        form = header.get("normandy_lab")
        if type(form) is not int or form not in (UNCHECKED, FORMAT):
            raise Fault(_other_format(form))
    except Fault as fault:
        raise SaveError(f"{name}, line {number}: {fault}") from None
    lines = [Line(n, row.decode(errors="replace"), True) for n, row in rest]
    if form == UNCHECKED:
        return Save(name, header, lines)
    return _extras(name, header, list(_sound([Line(number, first.decode(errors="replace"), True), *lines])))


def _other_format(number: Any) -> str:
    if type(number) is int and number > FORMAT:
        return f"a later version of normandy_lab wrote this save (format {number}); open it with that version"
    return f"this is no saved game of format {FORMAT}; choose a file that game.save has written"


def _sound(lines: Iterable[Line]) -> Iterator[Line]:
    """Each line without its check, and whether it agrees with it."""
    running = hashlib.blake2b(digest_size=4)
    for line in lines:
        found = CHECK.fullmatch(line.text.strip())
        running.update((found[1] if found else line.text).encode())
        text = f"{found[1]}}}" if found else line.text
        yield Line(line.number, text, found is not None and found[2] == running.hexdigest())


def _extras(name: str, header: dict[str, Any], lines: list[Line]) -> Save:
    """Take the lines that come before the first action out of the others."""
    altered = 0 if lines[0].sound else lines[0].number
    values: dict[str, Any] | None = None
    tables: Mapping[str, Mapping[str, str]] = {}
    rest = lines[1:]
    while rest and rest[0].text.startswith(tuple(f'{{"{key}":' for key in EXTRAS)):
        line = rest.pop(0)
        altered = altered or (0 if line.sound else line.number)
        try:
            found = entry(line.text)
            values = unpacked(found["values"]) if "values" in found else values
            tables = _texts(found["tables"]) if "tables" in found else tables
        except (Fault, AttributeError, KeyError, TypeError, ValueError):
            altered = altered or line.number
    return Save(name, header, rest, values, tables, altered)


def _texts(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    return {folder: {str(name): str(text) for name, text in files.items()} for folder, files in tables.items()}


def entry(line: str) -> dict[str, Any]:
    """What a line says."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Fault("this is not a JSON object; the file was cut off or edited here")
    return found
