"""Copies of the shipped notebooks in a folder of the user's: refreshed while untouched, never written over once changed.

A record beside the copies holds the hash of each file as it was shipped. A file that still has that hash is the
lab's; any other is the user's, and a newer version is put beside it, once, under a name of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from normandy_lab import files

RECORD = ".normandy-lab.json"

Record = dict[str, str]


class Copied(NamedTuple):
    """What was done, by file name."""

    written: list[str]  # missing before, or an older version that nobody had changed
    kept: list[str]  # changed by the user
    beside: list[str]  # newer versions of kept files, put beside them


def copy_notebooks(shipped: Iterable[Path], folder: Path) -> Copied:
    """Bring a folder up to date with the shipped notebooks without touching what its user changed."""
    folder.mkdir(parents=True, exist_ok=True)
    record = _read_record(folder / RECORD)
    done = Copied([], [], [])
    for source in sorted(shipped):
        content = source.read_bytes()
        target = folder / source.name
        if not _is_changed(target, record, content):
            if not target.exists() or target.read_bytes() != content:
                files.put(target, content)
                done.written.append(target.name)
            record[target.name] = _hash(content)
            continue
        done.kept.append(target.name)
        if not _was_offered(target, record, content):
            beside = _beside(target, record)
            files.put(beside, content)
            record[beside.name] = _hash(content)
            done.beside.append(beside.name)
    files.put(folder / RECORD, f"{json.dumps(record, indent=1, sort_keys=True)}\n".encode())
    return done


def _read_record(path: Path) -> Record:
    """The hashes of what was shipped; without a readable record every file there is taken for the user's."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return {name: str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_changed(path: Path, record: Record, content: bytes = b"") -> bool:
    """Whether a file holds something else than what was shipped before or is shipped now."""
    return path.exists() and _hash(path.read_bytes()) not in (record.get(path.name), _hash(content))


def _was_offered(target: Path, record: Record, content: bytes) -> bool:
    """Whether this version was put there or beside already; what the user then deleted does not come again."""
    names = [target.name, *(name for name in record if name.startswith(f"{target.stem}.new"))]
    return any(record.get(name) == _hash(content) for name in names)


def _beside(target: Path, record: Record) -> Path:
    """The first name beside the target that holds nothing of the user's."""
    names = (target.with_name(f"{target.stem}.new{number if number > 1 else ''}{target.suffix}") for number in count(1))
    return next(path for path in names if not _is_changed(path, record))
