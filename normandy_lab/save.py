"""Saved games: JSON lines that a person can read, checked line by line when they are read back.

A header with the whole scenario, one line an action, branches and notes as lines, a digest where a
phase or impulse begins, and a last line. Nothing is ever unpickled or evaluated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from normandy_lab.core.decisions import System
from normandy_lab.core.log import Branch, Log, Node
from normandy_lab.errors import IllegalAction, NotationError, SaveError

FORMAT = 1


class Save(NamedTuple):
    """A save as read: its header and its other lines, each with its number in the file."""

    name: str
    header: dict[str, Any]
    lines: list[tuple[int, str]]


class _Fault(Exception):
    """What is wrong with one line, and what would mend it."""


def dumps(log: Log, header: Mapping[str, Any]) -> str:
    """The whole log as text; ``header`` is the game's part of the first line."""
    first = {"normandy_lab": FORMAT, **header, "start": log.system.digest(log.state_at(log.nodes[0]))}
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in (first, *_body(log)))


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


def write(path: str | Path, text: str) -> Path:
    """Write a file whole or not at all, so that a crash never leaves half a game."""
    try:
        path = Path(path)
        draft = path.with_name(path.name + ".part")
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        raise SaveError(f"{path}: cannot be written ({error.strerror}); choose another place") from None
    except (TypeError, ValueError) as error:  # no path, an empty name, a name with a zero in it
        raise SaveError(f"{str(path)!r}: cannot be written ({error}); give the path of a file") from None
    return path


def read(path: str | Path) -> Save:
    """Read the file and check its first line; the rest is checked as it is played (``restore``)."""
    try:
        return loads(Path(path).read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise SaveError(f"{path}: cannot be read ({error.strerror}); check the name") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path}: is not text; choose a file that game.save has written") from None
    except (TypeError, ValueError) as error:
        raise SaveError(f"{str(path)!r}: cannot be read ({error}); check the name") from None


def loads(text: str, name: str = "save") -> Save:
    """The save in a text."""
    first, *rest = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()] or [(1, "")]
    try:
        header = _entry(first[1])
        if header.get("normandy_lab") != FORMAT:
            raise _Fault(f"this is no saved game of format {FORMAT}; choose a file that game.save has written")
    except _Fault as fault:
        raise SaveError(f"{name}, line {first[0]}: {fault}") from None
    return Save(name, header, rest)


def _entry(line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise _Fault("this is not a JSON object; the file was cut off or edited here")
    return entry


def restore(save: Save, system: System, setting: Any, repair: bool = False) -> Log:
    """Play a save again, checking every action and digest.

    With ``repair`` a faulty save opens up to the last good digest and ``log.notice`` says what was lost.
    """
    log, good, ended, place = Log(system, setting), 0, False, 1
    if system.digest(log.state) != save.header.get("start"):
        version = save.header.get("version", "unknown")
        raise SaveError(f"{save.name}, line 1: its scenario was edited, or version {version} set it up otherwise")
    try:
        for place, line in save.lines:
            if ended:
                raise _Fault("something follows the last line; delete it")
            entry = _entry(line)
            _take(log, entry)
            ended = "end" in entry
            good = place if "digest" in entry else good
        if not ended:
            raise _Fault("the file ends without its last line; it was cut off")
    except _Fault as fault:
        return _mend(save, Log(system, setting), f"{save.name}, line {place}: {fault}", good, repair)
    return log


def _mend(save: Save, log: Log, what: str, good: int, repair: bool) -> Log:
    """Refuse the save and say how it opens, or open it up to the last good digest."""
    for number, line in save.lines:
        if number <= good:
            _take(log, _entry(line))
    log.goto(len(log.nodes) - 1)
    kept = f"up to action {log.at.n} ({log.at.moment})"
    if not repair:
        raise SaveError(f"{what}\nIts digests are right {kept}: open it so far with repair=True (--repair).")
    log.notice = f"{what}\nOpened {kept}; what followed is lost."
    return log


def _take(log: Log, entry: dict[str, Any]) -> None:
    """Do what one line says."""
    node = log.nodes[_number(log, entry)]
    if "a" in entry:
        _play(log, node, entry)
    elif "branch" in entry:
        log.goto(node)
        name = str(entry["branch"])
        if not name or name in log.branches:
            raise _Fault(f"a branch {name!r} is without a name or stands twice; rename it")
        log.branch(name, str(entry.get("luck", "")))
    elif "note" in entry:
        node.note = str(entry["note"])
    elif "digest" in entry:
        _check(log, node, entry)
    else:
        raise _Fault(f"unknown keys {', '.join(entry) or '(none)'}; delete the line")


def _number(log: Log, entry: dict[str, Any]) -> int:
    key = "p" if "a" in entry else "n"
    number = entry.get(key)
    if type(number) is not int or not 0 <= number < len(log.nodes):
        raise _Fault(f"{key!r} must be the number of an earlier action, not {number!r}; lines are missing or doubled")
    return number


def _play(log: Log, parent: Node, entry: dict[str, Any]) -> None:
    if parent is not log.at:
        log.goto(parent)
    log.line = str(entry.get("b", parent.branch))
    if log.line not in log.branches:
        raise _Fault(f"no line before it starts a branch {log.line!r}; delete this line and those after it")
    number = len(log.nodes)
    try:
        node = log.play(log.read(str(entry["a"])), str(entry.get("by", "")))
    except (IllegalAction, NotationError) as error:
        raise _Fault(f"{error}; delete this line and those after it") from None
    if node.n != number or entry.get("n") != number:
        raise _Fault(f"action {entry.get('n')} stands where action {number} should; lines are missing or doubled")


def _check(log: Log, node: Node, entry: dict[str, Any]) -> None:
    if "end" in entry:
        log.goto(node)
        if str(entry["end"]) not in log.branches:
            raise _Fault(f"no line before it starts a branch {entry['end']!r}; correct the name")
        log.line = str(entry["end"])
    found = log.system.digest(log.state_at(node))
    if found != entry["digest"]:
        why = "the file was edited, or another version of the rules wrote it"
        raise _Fault(f"after action {node.n} ({node.moment}) the digest is {found}, not {entry['digest']}; {why}")
