"""Writing the user's files: whole or not at all, and never over anything without being asked."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from normandy_lab.errors import FileError


class TakenError(FileError):
    """A file of that name is there already; ``free`` is the next name that is not taken."""

    def __init__(self, path: Path, free: Path) -> None:
        self.path, self.free = path, free
        fix = f"give another name, such as {free.name}, or overwrite=True (--force) to replace it"
        super().__init__(f"{path}: is there already; {fix}")

    def __reduce__(self) -> tuple[type[TakenError], tuple[Path, Path]]:
        return TakenError, (self.path, self.free)


class Kind(NamedTuple):
    """A kind of file, known by how it begins: one kind never replaces another."""

    name: str
    begins: bytes


SAVE = Kind("a saved game", b'{"normandy_lab":')
TABLE = Kind("a table of games", b"game,")
PAGE = Kind("a page", b"<!doctype html")
BOM = b"\xef\xbb\xbf"


def write(path: str | Path, text: str, kind: Kind, *, overwrite: bool = False) -> Path:
    """Write a file whole or not at all, so that neither a crash nor a full disk leaves half of it.

    A file that is there stays unless ``overwrite`` is given, and what is of another kind, a device, a link or a folder
    stays in any case.
    """
    try:
        path = Path(path)
        refuse(path, kind, overwrite=overwrite)
        _place(path, text.encode(), overwrite)
    except FileExistsError:
        raise TakenError(Path(path), free(Path(path))) from None
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror}); choose another place") from None
    except (TypeError, ValueError) as error:  # no path, an empty name, a name with a zero in it
        raise FileError(f"{str(path)!r}: cannot be written ({error}); give the path of a file") from None
    return path


def put(path: Path, data: bytes) -> None:
    """Write a file of the program's own, whole or not at all, in place of what the program put there before."""
    try:
        _place(path, data, overwrite=True)
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror}); choose another place") from None


def refuse(path: Path, kind: Kind, *, overwrite: bool) -> None:
    """Refuse to write where something stands that must stay; before a long run too, not only after it."""
    if not os.path.lexists(path):
        return
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        what = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a device"
        raise FileError(f"{path}: is {what}, which is never replaced; give the path of a file")
    if path.stat().st_size and not _is(path, kind):
        raise FileError(f"{path}: is a file of another kind than {kind.name} and is never replaced; give another name")
    if not overwrite:
        raise TakenError(path, free(path))


def _is(path: Path, kind: Kind) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(BOM) + len(kind.begins)).removeprefix(BOM).lower().startswith(kind.begins)


def free(path: Path) -> Path:
    """The name itself if nothing stands there, else the next one that is free: ``game-2.jsonl``."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 10_000))
    return path if not os.path.lexists(path) else next(name for name in names if not os.path.lexists(name))


def _place(path: Path, data: bytes, overwrite: bool) -> None:
    """Write beside the path under a name of this call's own, then put it in its place."""
    draft = path.with_name(f".{path.name[:80]}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("xb") as stream:
            stream.write(data)
        if not overwrite:
            _link(draft, path)
            return
        if path.exists():
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    """Give the draft its name unless somebody else took it in the meantime."""
    link: Callable[[Path, Path], None] = getattr(os, "link", os.rename)
    try:
        link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if os.path.lexists(path):
            raise FileExistsError from None
        draft.replace(path)
