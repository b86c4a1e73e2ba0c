"""Finding and reading scenarios: names and paths, the chain of ``extends``, all problems at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from normandy_lab.breakout.board.graph import MapTables, compile_board, load_map
from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.breakout.forces.order_of_battle import OrderOfBattle, load_order_of_battle, parse_date
from normandy_lab.breakout.scenario.canonical import Canonical, overlay
from normandy_lab.breakout.scenario.checks import check, notices
from normandy_lab.breakout.scenario.resolve import NO_UNITS, resolve
from normandy_lab.breakout.scenario.schema import Document, read_document
from normandy_lab.breakout.scenario.spec import Scenario
from normandy_lab.breakout.tables import Folder, Reader, data_folder, nearest
from normandy_lab.errors import Problem, ScenarioError

DEFAULT = "default"


class Source(NamedTuple):
    """One document before it is read: where it came from and what it says."""

    origin: str
    raw: Mapping[str, Any]
    folder: Path | None = None  # relative paths start here


# ------------------------------------------------------------------------------------------ shipped


def _shipped_folder() -> Folder:
    """``scenarios`` of the installed package, else of the checkout."""
    package: Folder = files("normandy_lab")
    inside = package / "scenarios"
    if inside.is_dir():
        return inside
    return Path(__file__).resolve().parents[3] / "scenarios"


def shipped_names(folder: Folder | None = None, prefix: str = "") -> list[str]:
    """The names of all scenarios that come with the lab."""
    folder = _shipped_folder() if folder is None else folder
    if not folder.is_dir():
        return []
    names = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            names += shipped_names(item, f"{prefix}{item.name}/")
        elif item.name.endswith(".toml"):
            names.append(prefix + item.name.removesuffix(".toml"))
    return names


class Shipped(NamedTuple):
    """A row of the list of scenarios."""

    name: str
    system: str
    title: str
    start: date
    end: date
    standing: str


def shipped() -> list[Shipped]:
    """Name, system, title, days and standing of every scenario that comes with the lab."""
    specs = [load_scenario(name) for name in shipped_names()]
    return [
        Shipped(s.name, s.system, s.title, s.resolved.clock.start, s.resolved.clock.end, s.about.get("standing", ""))
        for s in specs
    ]


# ------------------------------------------------------------------------------------------ reading


def load_scenario(name: str | Path) -> Scenario:
    """A scenario by name or path; ScenarioError lists every problem.

    Examples
    --------
    >>> load_scenario("d_day").title
    'D-Day to June 12'
    """
    return _build(_chain(_find(str(name), None)), str(name))


def read_scenario(text: str, origin: str = "scenario") -> Scenario:
    """A scenario from the text of a file, as saves carry it."""
    return _build(_chain(Source(origin, _parse(text, origin))), origin)


def make_scenario(document: Mapping[str, Any], origin: str = "scenario") -> Scenario:
    """A scenario from a document in Python; ``extends`` works as in a file."""
    return _build(_chain(Source(origin, document)), origin)


def lay_over(spec: Scenario, patch: Mapping[str, Any]) -> Scenario:
    """A scenario with a patch over it."""
    if "extends" in patch:
        raise ScenarioError([Problem("patch: extends", "a patch is laid over this scenario already", "",
                                     "Remove extends, or load the patch as a file.")], spec.name)  # fmt: skip
    base = {key: value for key, value in spec.document.items() if key != "name" or "name" in patch}
    name = str(patch.get("name", spec.name if spec.name.endswith("+") else f"{spec.name}+"))
    return _build([Source(spec.name, base), Source("patch", {**patch, "name": name})], spec.name)


def _find(name: str, folder: Path | None) -> Source:
    """The file of a name: a path as it stands, beside the naming file, or a shipped scenario."""
    stem = name.removesuffix(".toml")
    if name in shipped_names():  # to mean a file of this name, write its suffix
        return _shipped(name)
    for path in (Path(name), Path(f"{stem}.toml")):
        place = path if path.is_absolute() or folder is None else folder / path
        if place.is_file():
            return Source(place.name, _parse(_text(place), place.name), place.resolve().parent)
    if stem in shipped_names():
        return _shipped(stem)
    fix = nearest(stem, shipped_names()) or "Give the name of a shipped scenario or the path of a TOML file."
    raise ScenarioError([Problem(name, "there is no such scenario or file", "", fix)], name)


def _shipped(name: str) -> Source:
    found: Folder = _shipped_folder()
    for part in f"{name}.toml".split("/"):
        found = found / part
    return Source(f"{name}.toml", _parse(_text(found), name), found.parent if isinstance(found, Path) else None)


def _text(path: Folder) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(
            [Problem(path.name, f"cannot be read: {error}", "", "Save it as UTF-8.")], path.name
        ) from None


def _parse(text: str, origin: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError([_toml_problem(text, str(error), origin)], origin) from None


def _toml_problem(text: str, message: str, origin: str) -> Problem:
    """A fault of TOML itself, with the line as it stands."""
    found = re.search(r"\(at line (\d+), column \d+\)", message)
    line = int(found[1]) if found else len(text.splitlines())
    shown = text.splitlines()[line - 1].strip() if text.splitlines() else ""
    place = f"{origin}, line {line}"
    if any(word in message for word in ("overwrite", "twice", "already")):
        return Problem(place, f'"{shown}" gives a key or a unit that stands above already', "", "Keep one of the two.")
    if "date" in message.lower():
        return Problem(place, f'"{shown}" holds a date that does not exist', "", "Write a date such as 1944-06-06.")
    return Problem(place, f'"{shown}" is not TOML: {message}', "", "Check quotes, brackets and commas.")


def _chain(source: Source) -> list[Source]:
    """The document and all that it extends, the oldest first."""
    chain, seen = [source], {(source.folder, source.origin)}
    while "extends" in chain[-1].raw:
        here = chain[-1]
        parent = here.raw["extends"]
        if not isinstance(parent, str):
            break  # the schema reports it
        found = _find(parent, here.folder)
        if (found.folder, found.origin) in seen:
            raise ScenarioError([Problem(f"{here.origin}: extends", f'"{parent}" extends this scenario in turn', "",
                                         "Break the circle.")], here.origin)  # fmt: skip
        seen.add((found.folder, found.origin))
        chain.append(found)
    return chain[::-1]


# ------------------------------------------------------------------------------------------ building


def _build(chain: list[Source], name: str) -> Scenario:
    """Read, merge, resolve and check; whatever is wrong anywhere is reported at once."""
    problems: list[Problem] = []
    documents = []
    for source in chain:
        doc, faults = read_document(source.raw, source.origin)
        problems += faults
        documents.append(_with_folders(doc, source))
    tables, forces, weather = _tables(documents, problems, name)
    names = PlaceNames(compile_board(tables), tables.aliases)
    merged: dict[str, Any] = {}
    for source, doc in zip(chain, documents, strict=True):
        known = {unit for unit, entry in merged.get("units", {}).items() if "copy_of" in entry}
        reader = Canonical(names, forces, known, source.origin)
        merged = overlay(merged, reader.document(doc))
        problems += reader.problems
    resolved = resolve(_ordered(merged), tables, forces, weather)
    problems += check(resolved)
    if problems:
        raise ScenarioError(problems, name)
    return Scenario(resolved, tuple(notices(resolved)))


def _ordered(merged: dict[str, Any]) -> dict[str, Any]:
    """The keys in the order of the schema, so that equal documents are written alike; empty tables left out."""
    merged["system"] = "breakout"
    return {key: merged[key] for key in Document.model_fields if key in merged and merged[key] not in ({}, [])}


def _with_folders(doc: dict[str, Any], source: Source) -> dict[str, Any]:
    """Folders named relative to the file, made absolute."""
    for section, key in (("board", "areas"), ("forces", "order_of_battle")):
        word = doc.get(section, {}).get(key)
        if word not in (None, DEFAULT, NO_UNITS) and source.folder and (source.folder / word).is_dir():
            doc[section] = {**doc[section], key: str((source.folder / word).resolve())}
    return doc


def _tables(
    documents: list[dict[str, Any]], problems: list[Problem], name: str
) -> tuple[MapTables, OrderOfBattle, Mapping[date, str]]:
    """Board, order of battle and weather of the chain; faults in them end the reading."""
    board, forces = DEFAULT, DEFAULT
    for doc in documents:
        board = doc.get("board", {}).get("areas", board)
        forces = doc.get("forces", {}).get("order_of_battle", forces)
    try:
        return _map(board), _forces(forces), default_weather()
    except ScenarioError as error:
        raise ScenarioError([*problems, *error.problems], name) from None


def _folder(word: str, key: str) -> Folder:
    if word in (DEFAULT, NO_UNITS):
        return data_folder()
    for folder in (Path(word), data_folder() / word):
        if folder.is_dir():
            return folder
    fix = 'Use "default", or the path of a folder with the same CSV files.'
    raise ScenarioError([Problem(key, f'there is no folder "{word}"', "", fix)], key)


@lru_cache(maxsize=8)
def _cached_map(word: str) -> MapTables:
    return load_map(_folder(word, "board.areas"))


def _map(word: str) -> MapTables:
    return _cached_map(word) if word == DEFAULT else load_map(_folder(word, "board.areas"))


@lru_cache(maxsize=8)
def _cached_forces(word: str) -> OrderOfBattle:
    return load_order_of_battle(_folder(word, "forces.order_of_battle"))


def _forces(word: str) -> OrderOfBattle:
    return _cached_forces(DEFAULT) if word in (DEFAULT, NO_UNITS) else load_order_of_battle(_folder(word, "forces"))


@lru_cache(maxsize=1)
def default_weather() -> Mapping[date, str]:
    """The weather at dawn of weather.csv (18.1)."""
    reader = Reader()
    found: dict[date, str] = {}
    for row in reader.rows("weather.csv", ("date", "weather", "provenance", "source")):
        day = parse_date(row.text("date"))
        if day is None:
            row.fault("date", "is no date", "Write 1944-06-06.")
        else:
            found[day] = row.choice("weather", ("clear", "overcast", "storm"))
    reader.finish("weather")
    return found
