"""A user's own tables: the folder that a scenario names, kept as text so that saves and other processes carry it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple, cast

from normandy_lab.text_files import Folder, UnreadableError, text_of

FILES = (
    "areas.csv", "boundaries.csv", "zones.csv", "place_aliases.csv", "game_facts.csv", "units.csv", "bombardment_markers.csv",
)  # fmt: skip


class _File(NamedTuple):
    """A file of a carried folder."""

    name: str
    text: str | None

    def is_file(self) -> bool:
        return self.text is not None

    def open(self, mode: str) -> io.BytesIO:  # noqa: ARG002 as Path.open
        return io.BytesIO((self.text or "").encode())


class _Carried(NamedTuple):
    """A folder that exists as text only, read like one on the disk."""

    word: str
    files: Mapping[str, str]

    def __truediv__(self, name: str) -> _File:
        return _File(name, self.files.get(name))

    def __str__(self) -> str:
        return self.word


def carried(word: str, files: Mapping[str, str]) -> Folder:
    """The folder of that name with these files."""
    return cast("Folder", _Carried(word, files))


def texts(folder: Folder) -> dict[str, str]:
    """What the tables of a folder say, by file. Its faults were told when it was read; what is no text is not carried."""
    found = {}
    for name in FILES:
        with suppress(UnreadableError):
            found[name] = text_of(folder / name)
    return found
