"""Finding and reading scenarios: names and paths, the chain of ``extends``, all problems at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from normandy_lab.breakout.board.graph import MapTables, compile_board, load_map
from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.breakout.forces.order_of_battle import OrderOfBattle, load_order_of_battle, row_day
from normandy_lab.breakout.scenario.canonical import Canonical, overlay
from normandy_lab.breakout.scenario.checks import check, notices
from normandy_lab.breakout.scenario.own_tables import carried, texts
from normandy_lab.breakout.scenario.resolve import NO_UNITS, resolve
from normandy_lab.breakout.scenario.schema import Document, read_document
from normandy_lab.breakout.scenario.spec import Scenario
from normandy_lab.breakout.tables import Reader, data_folder
from normandy_lab.documents import Source, chain_of, escapes, find, parse, shipped_of, source_of
from normandy_lab.errors import LONGEST, Problem, ScenarioError, cut
from normandy_lab.text_files import Folder

DEFAULT = "default"


# ------------------------------------------------------------------------------------------ shipped


def shipped_names() -> list[str]:
    """The names of all scenarios of this system that come with the lab."""
    return shipped_of("breakout")


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
    return build(chain_of(find(str(name))), str(name))


def read_scenario(
    text: str, origin: str = "scenario", tables: Mapping[str, Mapping[str, str]] | None = None
) -> Scenario:
    """A scenario from the text of a file, as saves carry it, and the tables of its own that came with it."""
    source = source_of(origin, parse(text, origin))
    return build(chain_of(source._replace(tables=tables or {})), origin)


def make_scenario(document: Mapping[str, Any], origin: str = "scenario") -> Scenario:
    """A scenario from a document in Python; ``extends`` works as in a file."""
    return build(chain_of(source_of(origin, document)), origin)


def lay_over(spec: Scenario, patch: Mapping[str, Any]) -> Scenario:
    """A scenario with a patch over it."""
    if "extends" in patch:
        raise ScenarioError([Problem("patch: extends", "a patch is laid over this scenario already", "",
                                     "Remove extends, or load the patch as a file.")], spec.name)  # fmt: skip
    base = {key: value for key, value in spec.document.items() if key != "name" or "name" in patch}
    name = str(patch.get("name", spec.name if spec.name.endswith("+") else f"{spec.name}+"))
    under = Source(spec.name, base, tables=spec.own_tables)
    return build([under, source_of("patch", {**patch, "name": name})], spec.name, lambda: spec)


# ------------------------------------------------------------------------------------------ building


def build(chain: list[Source], name: str, base: Callable[[], Scenario | None] | None = None) -> Scenario:
    """Read, merge, resolve and check; whatever is wrong anywhere is reported at once.

    ``base`` makes the scenario that this one extends, if it is not the chain without its last part.
    """
    problems: list[Problem] = []
    documents = []
    for source in chain:
        doc, faults = read_document(source.raw, source.origin)
        problems += faults
        documents.append(_with_folders(doc, source))
    own = {word: files for source in chain for word, files in source.tables.items()}
    tables, forces, weather = _tables(documents, own, problems, name)
    names = PlaceNames(compile_board(tables), tables.aliases)
    if clashes := [*_clashes(names)]:
        raise ScenarioError(clashes, name)
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
    return Scenario(resolved, tuple(notices(resolved)), base or (lambda: _extended(chain, name)), own)


def _clashes(names: PlaceNames) -> Iterator[Problem]:
    """Places that one spelling would mean alike: what is typed must lead to one place (3.2)."""
    fix = "Give them names that differ in their letters, not in accents, case, dashes or blanks alone."
    for spelling, (first, second) in names.clashes.items():
        text = f'"{cut(spelling, LONGEST)}" could be {names.name(first)} ({first}) or {names.name(second)} ({second})'
        yield Problem("board tables", text, "3.2", fix)
    if "" in names.spellings:
        yield Problem("board tables", f'"{names.shown[""]}" holds no letter', "3.2", "Give every place a name.")


def _extended(chain: list[Source], name: str) -> Scenario | None:
    """The scenario at the end of the chain but for its last part; None if that cannot stand by itself."""
    if len(chain) < 2:
        return None
    try:
        return build(chain[:-1], name)
    except ScenarioError:
        return None


def _ordered(merged: dict[str, Any]) -> dict[str, Any]:
    """The keys in the order of the schema, so that equal documents are written alike; empty tables left out."""
    merged["system"] = "breakout"
    return {key: merged[key] for key in Document.model_fields if key in merged and merged[key] not in ({}, [])}


def _with_folders(doc: dict[str, Any], source: Source) -> dict[str, Any]:
    """Folders named relative to the file, made absolute."""
    for section, key in (("board", "areas"), ("forces", "order_of_battle")):
        word = doc.get(section, {}).get(key)
        if word not in (None, DEFAULT, NO_UNITS) and source.folder and _is_folder(source.folder / word):
            doc[section] = {**doc[section], key: str((source.folder / word).resolve())}
    return doc


def _tables(
    documents: list[dict[str, Any]], own: dict[str, Mapping[str, str]], problems: list[Problem], name: str
) -> tuple[MapTables, OrderOfBattle, Mapping[date, str]]:
    """Board, order of battle and weather of the chain; faults in them end the reading.

    ``own`` holds the user's own tables that came with the chain, and gets those that are read from a folder here.
    """
    board, forces = DEFAULT, DEFAULT
    for doc in documents:
        board = doc.get("board", {}).get("areas", board)
        forces = doc.get("forces", {}).get("order_of_battle", forces)
    try:
        tables = _default_map() if board == DEFAULT else load_map(_folder(board, "board.areas", own))
        usual = forces in (DEFAULT, NO_UNITS)
        counters = _default_forces() if usual else load_order_of_battle(_folder(forces, "forces.order_of_battle", own))
    except ScenarioError as error:
        raise ScenarioError([*problems, *error.problems], name) from None
    for word in {board, forces} - {DEFAULT, NO_UNITS} - own.keys():
        own[word] = texts(_folder(word, "board.areas", own))
    for word in own.keys() - {board, forces}:
        del own[word]
    return tables, counters, default_weather()


def _is_folder(folder: Folder) -> bool:
    try:
        return folder.is_dir()
    except (OSError, ValueError):  # a name that no folder can have
        return False


def _folder(word: str, key: str, own: Mapping[str, Mapping[str, str]]) -> Folder:
    if word in own:
        return carried(word, own[word])
    for folder in (Path(word), data_folder() / word):
        if _is_folder(folder):
            return folder
    fix = escapes(word) or 'Use "default", or the path of a folder with the same CSV files.'
    raise ScenarioError([Problem(key, f'there is no folder "{cut(word, LONGEST)}"', "", fix)], key)


@lru_cache(maxsize=1)
def _default_map() -> MapTables:
    return load_map(data_folder())


@lru_cache(maxsize=1)
def _default_forces() -> OrderOfBattle:
    return load_order_of_battle(data_folder())


@lru_cache(maxsize=1)
def default_weather() -> Mapping[date, str]:
    """The weather at dawn of weather.csv (18.1)."""
    reader = Reader()
    found: dict[date, str] = {}
    for row in reader.rows("weather.csv", ("date", "weather", "provenance", "source")):
        day = row_day(row, "date")
        if day is not None:
            found[day] = row.choice("weather", ("clear", "overcast", "storm"))
    reader.finish("weather")
    return found
