"""The rule index: every clause, what the program does about it, where, and which tests hold it.

The rulebook's own words are not kept here; a rule is an id such as ``9.2D`` with a title of ours.
"""

from __future__ import annotations

import ast
import csv
import io
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from normandy_lab.errors import NormandyError

STATUSES = ("implemented", "planned", "physical", "variant")


class RuleEntry(NamedTuple):
    """One row of the rule index."""

    id: str
    section: str
    title: str
    status: str
    reason: str
    file: str
    tests: str


def load_index(source: str | Path) -> dict[str, RuleEntry]:
    """Read the rule index from CSV text (or a path); a fault names its row and column."""
    name = source.name if isinstance(source, Path) else "rule index"
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    index: dict[str, RuleEntry] = {}
    reader = csv.DictReader(io.StringIO(text))
    missing = [column for column in RuleEntry._fields if column not in (reader.fieldnames or ())]
    if missing:
        raise NormandyError(f"{name}, row 1: no column {', '.join(missing)}; it needs {', '.join(RuleEntry._fields)}")
    for number, row in enumerate(reader, start=2):
        entry = RuleEntry(*((row[column] or "").strip() for column in RuleEntry._fields))
        fault = _fault(entry, index)
        if fault:
            raise NormandyError(f"{name}, row {number}, column {fault}")
        index[entry.id] = entry
    return index


def _fault(entry: RuleEntry, index: Mapping[str, RuleEntry]) -> str:
    if not entry.id or entry.id in index:
        return f"id: {entry.id!r} is empty or stands twice; write each rule id once"
    if entry.status not in STATUSES:
        return f"status: {entry.status!r} is unknown; write one of {', '.join(STATUSES)}"
    if entry.status == "physical" and not entry.reason:
        return f"reason: rule {entry.id} is physical; say why a program has nothing to do for it"
    return ""


@cache
def titles() -> dict[str, str]:
    """Rule id -> its title in our own words, of every game system."""
    found: dict[str, str] = {}
    for folder in (files("normandy_lab") / "data").iterdir():
        for name in ("rule_index.csv", "rule_titles.csv"):
            if (folder / name).is_file():
                rows = csv.DictReader(io.StringIO((folder / name).read_text("utf-8")))
                found.update((row["id"], row["title"]) for row in rows)
    return found


class Coverage(NamedTuple):
    """Where one rule stands in the code and in the tests."""

    id: str
    status: str
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What an implemented rule lacks: "code", "tests", "code and tests", or nothing."""
        if self.status != "implemented":
            return ""
        return " and ".join(name for name in ("code", "tests") if not getattr(self, name))


def coverage(index: Mapping[str, RuleEntry], code: Mapping[str, str], tests: Mapping[str, str]) -> dict[str, Coverage]:
    """Coverage of every rule of the index; ``code`` and ``tests`` map a file's name to its text.

    A rule has code where a function is tagged with it or a rule module names its id in a string,
    and tests where ``@pytest.mark.rule`` (or a module's ``pytestmark``) names it.
    """
    cited = _functions(code)
    marked = _places(tests, _marks)
    return {
        each: Coverage(each, entry.status, tuple(cited.get(each, [])), tuple(marked.get(each, [])))
        for each, entry in index.items()
    }


def _functions(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Rule id -> ``file:function`` of everything that is tagged with it or names it; the file alone for a table."""
    found: dict[str, list[str]] = {}
    for name, text in texts.items():
        for node in ast.parse(text, name).body:
            place = f"{name}:{node.name}" if isinstance(node, ast.FunctionDef | ast.ClassDef) else name
            for each in dict.fromkeys(_strings(node)):
                if place not in (places := found.setdefault(each, [])):
                    places.append(place)
    return found


def _places(texts: Mapping[str, str], read: Callable[[ast.AST], Iterable[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, text in texts.items():
        for each in set(read(ast.parse(text, name))):
            found.setdefault(each, []).append(name)
    return found


def _strings(tree: ast.AST) -> list[str]:
    nodes = ast.walk(tree)
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _marks(tree: ast.AST) -> list[str]:
    """The string arguments of every ``….mark.rule(…)`` call."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func).endswith("mark.rule")]
    return [text for call in marks for argument in call.args for text in _strings(argument)]


def below(each: str, rule: str | None) -> bool:
    """Whether a rule is a case of another: 9.5A of 9.5, 8.221 of 8.22.

    >>> below("9.5A", "9.5"), below("21.1", "2")
    (True, False)
    """
    return rule is not None and "." in rule and each.startswith(rule)


def sources(folder: Path, name: str) -> dict[str, str]:
    """The text of every module under a folder, by its path under this name."""
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
