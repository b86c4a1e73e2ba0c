"""Files that people bring: read as text within bounds, and what is wrong with them said in words.

Nothing endless is read (a device, a pipe), nothing larger than its kind can be, and another encoding is named
with what mends it.
"""

from __future__ import annotations

import re
import stat
from importlib.resources.abc import Traversable
from pathlib import Path

from normandy_lab.errors import NormandyError

Folder = Traversable | Path
TABLE = 500_000  # bytes of a scenario or of a CSV file: the largest of the lab's own has a tenth
AS_UTF8 = "Save it as UTF-8: in an editor with Save as, Encoding; in a spreadsheet as CSV UTF-8."
MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"PK\x03\x04": "a workbook or an archive", b"%PDF": "a PDF"}
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,15})?")


class UnreadableError(NormandyError):
    """Why a file gives no text, and what would mend it."""

    def __init__(self, text: str, fix: str = "") -> None:
        self.text, self.fix = text, fix
        super().__init__(f"{text}. {fix}".rstrip())


def kind_of(path: Path) -> str:
    """What stands at a path: "file", "folder", "device" (a pipe too), or "" where nothing does."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # nothing there, or a name that no file can have
        return ""
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "device"


def raw(path: Folder, most: int = TABLE) -> bytes:
    """The bytes of a file; UnreadableError where it is no plain file or a larger one than its kind can be."""
    if isinstance(path, Path) and kind_of(path) == "device":
        raise UnreadableError("is a device or a pipe, not a file", "Give the path of a file.")
    try:
        with path.open("rb") as stream:
            found = stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"cannot be read: {reason}", "Check its name and whether you may read it.") from None
    if len(found) > most:
        raise UnreadableError(f"is larger than {most / 1e6:g} MB", "No file of this kind is; check its name.")
    return bytes(found)


def text_of(path: Folder, most: int = TABLE) -> str:
    """The text of a file; UnreadableError names another encoding and how to change it."""
    found = raw(path, most)
    for mark, what in MARKS.items():
        if found.startswith(mark):
            raise UnreadableError(f"cannot be read: it is {what}, not UTF-8 text", AS_UTF8)
    if b"\x00" in found:
        raise UnreadableError("cannot be read: it holds zero bytes, as UTF-16 and programs do", AS_UTF8)
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        text = f"cannot be read: line {line} holds byte {found[error.start]:#04x}, which is not UTF-8"
        raise UnreadableError(text, AS_UTF8) from None


def whole_of(text: str) -> int | None:
    """The whole number that a cell writes with the digits 0 to 9 alone, else None.

    >>> whole_of("12"), whole_of("1_0"), whole_of("²"), whole_of("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def decimal_of(text: str) -> float | None:
    """The number that a cell writes with digits and a point, else None.

    >>> decimal_of("49.25"), decimal_of("nan"), decimal_of("1_0"), decimal_of("1e3")
    (49.25, None, None, None)
    """
    return float(text) if _DECIMAL.fullmatch(text) else None
