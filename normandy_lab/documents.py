"""Scenario documents of any system: names and paths, TOML, chains of ``extends``, and faults in words."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.errors import LONGEST, Problem, ScenarioError, cut, nearest, shown
from normandy_lab.text_files import Folder, UnreadableError, kind_of, text_of

if TYPE_CHECKING:
    from pydantic import ValidationError

DEFAULT_SYSTEM = "breakout"
MOST_TABLES = 100_000  # that stand side by side in a document
SAVE_MARK = '{"normandy_lab":'  # how a saved game begins
DEEPEST = 12  # tables within tables; the deepest of any scenario are five
_CURLED = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a"  # quotes that word processors write
# A TOML text in pieces: strings and comments, which may hold anything, words, and keys of more parts than DEEPEST.
# Possessive, and each piece takes all that it can, so that no text takes longer than its length.
_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+"""
_PIECES = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)' + r"|'{3}.*?(?:'{3}|\Z)" + r"|#[^\n]*+"
    rf"|(?P<deep>(?:{_PART}\.[ \t]*+){{{DEEPEST}}})" + r'|"(?:\\.|[^"\\\n])*+' + r"|'[^'\n]*+" + r"|[\w-]++",
    re.DOTALL,
)  # fmt: skip
_BARE = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


class Source(NamedTuple):
    """One document before it is read: where it came from and what it says."""

    origin: str
    raw: Mapping[str, Any]
    folder: Path | None = None  # relative paths start here
    tables: Mapping[
        str, Mapping[str, str]
    ] = {}  # folders of tables that came with it: file -> text, by the folder's name


class Digested:
    """A scenario as a value, whatever its system: equal to another by digest, shown by its description."""

    if TYPE_CHECKING:

        @property
        def name(self) -> str: ...
        @property
        def digest(self) -> str: ...
        def describe(self) -> Any: ...

    own_tables: Mapping[str, Mapping[str, str]] = {}  # the user's own tables: folder as named -> file -> text

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Scenario({self.name!r}, digest={self.digest!r})"

    def _repr_html_(self) -> str:
        html: str = self.describe()._repr_html_()
        return html


# ------------------------------------------------------------------------------------------ finding


def shipped_folder() -> Folder:
    """``scenarios`` of the installed package, else of the checkout."""
    package: Folder = files("normandy_lab")
    inside = package / "scenarios"
    if inside.is_dir():
        return inside
    return Path(__file__).resolve().parents[1] / "scenarios"


def shipped_names(folder: Folder | None = None, prefix: str = "") -> list[str]:
    """The names of all scenarios that come with the lab."""
    folder = shipped_folder() if folder is None else folder
    if not folder.is_dir():
        return []
    names = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            names += shipped_names(item, f"{prefix}{item.name}/")
        elif item.name.endswith(".toml"):
            names.append(prefix + item.name.removesuffix(".toml"))
    return names


def find(name: str, folder: Path | None = None, asker: str = "") -> Source:
    """The document of a name: a path as it stands, beside the naming file, or a shipped scenario.

    ``asker`` is the document that extends it, to be named where there is none.
    """
    stem = name.removesuffix(".toml")
    if name in shipped_names():  # to mean a file of this name, write its suffix
        return _shipped(name)
    for path in (Path(name), Path(f"{stem}.toml")):
        place = path if path.is_absolute() or folder is None else folder / path
        if kind_of(place) == "file":
            return source_of(place.name, _read(place), place.resolve().parent)
    if stem in shipped_names():
        return _shipped(stem)
    text, fix = _missing(name, kind_of(Path(name) if folder is None else folder / name) if name else "", asker)
    if not asker:
        raise ScenarioError([Problem(name or '""', text, "", fix)], name or '""')
    said = f'"{cut(name, LONGEST)}" {text}' if text.startswith("is ") else text
    raise ScenarioError([Problem(f"{asker}: extends", said, "", fix)], asker)


def _missing(name: str, kind: str, asker: str) -> tuple[str, str]:
    """Why a name leads to no scenario, and what would."""
    if kind:
        what = "folder" if kind == "folder" else "device or a pipe"
        return f"is a {what}, not a scenario", f"Give the path of a TOML file{' in it' * (kind == 'folder')}."
    escaped = escapes(name)
    near = "" if len(name) > LONGEST else nearest(name.removesuffix(".toml"), shipped_names())
    fix = escaped or near or "Give the name of a shipped scenario or the path of a TOML file."
    return f'there is no scenario or file "{cut(name, LONGEST)}"' if asker else "there is no such scenario or file", fix


def escapes(path: str) -> str:
    """What to write where a Windows path lost its backslashes to TOML, which made a tab of one; "" otherwise."""
    lost = any(char < " " for char in path)
    return "In double quotes a backslash begins an escape: write / in paths, or put single quotes around them." * lost


def _read(path: Path) -> dict[str, Any]:
    """What a user's file says: something, and no saved game."""
    text = _text(path)
    if text.startswith(SAVE_MARK):
        fix = "Open it with load_game, or on the command line with replay or supply."
        raise ScenarioError([Problem(path.name, "is a saved game, not a scenario", "", fix)], path.name)
    found = parse(text, path.name)
    if not found:
        fix = 'Name what it starts from, such as extends = "d_day".'
        raise ScenarioError([Problem(path.name, "is empty", "", fix)], path.name)
    return found


def _shipped(name: str) -> Source:
    found: Folder = shipped_folder()
    for part in f"{name}.toml".split("/"):
        found = found / part
    return source_of(f"{name}.toml", parse(_text(found), name), found.parent if isinstance(found, Path) else None)


def _text(path: Folder) -> str:
    try:
        return text_of(path)
    except UnreadableError as error:
        raise ScenarioError([Problem(path.name, error.text, "", error.fix)], path.name) from None


def parse(text: str, origin: str) -> dict[str, Any]:
    """What a TOML text says."""
    for piece in _PIECES.finditer(text):
        if piece["deep"]:  # told before it is read, which would take as long as its parts squared
            line = text.count("\n", 0, piece.start()) + 1
            raise ScenarioError([_too_deep(f"{origin}, line {line}")], origin)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError([_toml_problem(text, str(error), origin)], origin) from None
    except RecursionError:
        raise ScenarioError([_too_deep(origin)], origin) from None
    except ValueError:  # Python reads no number of thousands of digits
        fix = "Write numbers of at most 18 digits."
        raise ScenarioError([Problem(origin, "holds a number of thousands of digits", "", fix)], origin) from None


def _too_deep(place: str) -> Problem:
    return Problem(place, f"holds tables or lists within one another more than {DEEPEST} deep", "", "Make it flatter.")


def source_of(origin: str, raw: Mapping[str, Any], folder: Path | None = None) -> Source:
    """A document that has an end: what is nested too deeply, or in itself, is refused before anything walks it."""
    level: list[Any] = [raw]
    for _ in range(DEEPEST):
        level = [item for table in level for item in (table.values() if isinstance(table, Mapping) else table)
                 if isinstance(item, Mapping | list | tuple)]  # fmt: skip
        if not level:
            return Source(origin, raw, folder)
        if len(level) > MOST_TABLES:
            break
    raise ScenarioError([_too_deep(origin)], origin)


def _toml_problem(text: str, message: str, origin: str) -> Problem:
    """A fault of TOML itself, with the line as it stands and what mends the usual ones."""
    found = re.search(r"\(at line (\d+), column \d+\)", message)
    lines = text.rstrip().split("\n")
    line = min(int(found[1]), len(lines)) if found else len(lines)
    whole = lines[line - 1].strip()
    shown, place = cut(whole, LONGEST), f"{origin}, line {line}"
    if any(word in message for word in ("overwrite", "twice", "already")):
        return Problem(place, f'"{shown}" gives a key or a unit that stands above already', "", "Keep one of the two.")
    if "date" in message.lower():
        return Problem(place, f'"{shown}" holds a date that does not exist', "", "Write a date such as 1944-06-06.")
    return Problem(place, f'"{shown}" is not TOML: {message}', "", _toml_fix(whole))


def _toml_fix(line: str) -> str:
    """What mends a line: typographic quotes and the backslashes of Windows paths are not TOML's."""
    curled = [char for char in _CURLED if char in line]
    if curled:
        return f'Write straight quotes " instead of {" ".join(curled)}.'
    if "\\" in line:
        return "A backslash begins an escape: write / in paths, or single quotes, such as 'C:\\maps'."
    if "\u00a0" in line:
        return "Write ordinary blanks instead of no-break spaces."
    return "Check quotes, brackets and commas."


def chain_of(source: Source) -> list[Source]:
    """The document and all that it extends, the oldest first."""
    chain, seen = [source], {(source.folder, source.origin)}
    while "extends" in chain[-1].raw:
        here = chain[-1]
        parent = here.raw["extends"]
        if not isinstance(parent, str):
            break  # the schema reports it
        found = find(parent, here.folder, here.origin)
        if (found.folder, found.origin) in seen:
            raise ScenarioError([Problem(f"{here.origin}: extends", f'"{parent}" extends this scenario in turn', "",
                                         "Break the circle.")], here.origin)  # fmt: skip
        seen.add((found.folder, found.origin))
        chain.append(found)
    return chain[::-1]


def system_of(chain: Iterable[Source]) -> str:
    """The game system that a chain of documents is for: the first that is named."""
    return next((str(source.raw["system"]) for source in chain if "system" in source.raw), DEFAULT_SYSTEM)


def shipped_of(system: str) -> list[str]:
    """The names of the shipped scenarios of one system."""
    return [name for name in shipped_names() if system_of(chain_of(find(name))) == system]


# ------------------------------------------------------------------------------------------ writing


def toml_key(key: Any) -> str:
    """A key, quoted where TOML wants it."""
    text = key.isoformat() if isinstance(key, date) else str(key)
    return text if text and set(text) <= _BARE else _string(text)


def _string(text: str) -> str:
    """JSON's escapes are TOML's; JSON only lets DEL stand, which TOML does not."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def toml_value(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return str(value)


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as the text of a file: plain keys first, then one table a section."""
    lines = [
        f"{toml_key(key)} = {toml_value(value)}" for key, value in document.items() if not isinstance(value, Mapping)
    ]
    for key, table in document.items():
        if isinstance(table, Mapping) and table:
            lines += ["", f"[{toml_key(key)}]"]
            lines += [f"{toml_key(name)} = {toml_value(value)}" for name, value in table.items()]
    return "\n".join(lines) + "\n"


def dotted(path: Sequence[str]) -> str:
    """A path as it is written in TOML.

    >>> dotted(("units", "GE-352-916", "at"))
    'units.GE-352-916.at'
    >>> dotted(("areas", "Omaha Beach", "fort"))
    'areas."Omaha Beach".fort'
    """
    return ".".join(part if part and set(part) <= _BARE else f'"{part}"' for part in path)


# ------------------------------------------------------------------------------------------ faults in words


def distinct(error: ValidationError) -> list[Mapping[str, Any]]:
    """One fault for each key: a value that fits no member of a union is reported once by pydantic's last."""
    found: dict[tuple[str, ...], Mapping[str, Any]] = {}
    for fault in error.errors(include_url=False):
        found.setdefault(real(fault["loc"]), fault)
    return list(found.values())


def real(loc: Sequence[Any]) -> tuple[str, ...]:
    """A pydantic location without the names of union members and key marks."""
    marks = ("literal[", "constrained-", "function-", "[key]", "list[", "tuple[")
    return tuple(str(part) for part in loc if not str(part).startswith(marks))


def in_words(fault: Mapping[str, Any], origin: str, keys_at: Callable[[tuple[str, ...]], list[str]]) -> Problem:
    """A fault that pydantic found, with the place as TOML writes it and what would mend it."""
    loc = real(fault["loc"])
    place = f"{origin}: {dotted(loc)}" if loc else origin
    given = fault.get("input")
    kind = fault["type"]
    if kind == "extra_forbidden":
        return Problem(place, f'"{loc[-1]}" is no known key', "", nearest(loc[-1], keys_at(loc[:-1])) or "Remove it.")
    if kind == "missing":
        return Problem(place, "is missing", "", "Add it.")
    if kind == "literal_error":
        choices = _choices(fault)
        return Problem(place, f"{_shown(given)} is not allowed", "", nearest(str(given), choices) or _use(choices))
    if kind == "value_error":
        text, _, fix = str(fault["ctx"]["error"]).partition("; ")
        return Problem(place, text, "", f"{fix[:1].upper()}{fix[1:]}." if fix else "")
    message = fault["msg"].removeprefix("Input should be ")
    return Problem(place, f"{_shown(given)} is not allowed: it should be {message}")


def _choices(fault: Mapping[str, Any]) -> list[str]:
    text = str(fault["ctx"]["expected"]).replace(" or ", ", ")
    return [part.strip(" '") for part in text.split(",")]


def _use(choices: list[str]) -> str:
    return f"Use one of: {', '.join(choices)}."


def _shown(value: Any) -> str:
    return f'"{cut(value, LONGEST)}"' if isinstance(value, str) else shown(value)
