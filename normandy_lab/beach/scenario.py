"""Beach scenarios: a checked document with every value in force, laid over with ``with_``, compared, described."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from normandy_lab.beach.checks import check, notices
from normandy_lab.beach.compile import compile_setting
from normandy_lab.beach.schema import SECTIONS, Document, keys_at, rule_of
from normandy_lab.beach.setting import Setting
from normandy_lab.digests import digest_of, plain
from normandy_lab.documents import (
    Digested,
    Source,
    chain_of,
    distinct,
    find,
    in_words,
    parse,
    real,
    shipped_of,
    source_of,
    toml_text,
)
from normandy_lab.errors import Problem, ScenarioError

if TYPE_CHECKING:
    import pandas as pd

SYSTEM = "beach"
WORDS = ("name", "title", "system", "extends", "about")  # keys that change no play


class Change(NamedTuple):
    """One row of a comparison."""

    key: str
    before: str
    after: str
    rule: str


class Scenario(Digested):
    """A beach scenario that has passed its checks. Two are equal when they play the same."""

    def __init__(self, model: Document) -> None:
        self.model = model
        self.notices = tuple(notices(model))

    @property
    def document(self) -> Mapping[str, Any]:
        """Every value in force, defaults filled in."""
        return self.model.model_dump(exclude_none=True)

    @property
    def name(self) -> str:
        return self.model.name or "unnamed"

    @property
    def title(self) -> str:
        return self.model.title or self.name

    @property
    def system(self) -> str:
        return SYSTEM

    @property
    def about(self) -> Mapping[str, Any]:
        return self.model.about.model_dump()

    @cached_property
    def in_force(self) -> Mapping[str, Any]:
        """Every value that play depends on, by its key."""
        return {
            f"{section}.{key}": value
            for section, table in self.document.items()
            if section not in WORDS
            for key, value in table.items()
        }

    @cached_property
    def digest(self) -> str:
        """Over every value that is not at its default, so that a later version's new key leaves it alone."""
        said = self.model.model_dump(exclude_none=True, exclude_defaults=True)
        return digest_of({section: table for section, table in said.items() if section not in WORDS})

    def with_(self, patch: Mapping[str, Any]) -> Scenario:
        """Return this scenario with a patch over it; ScenarioError lists every problem.

        Examples
        --------
        >>> load_scenario("beach/with_limit").with_({"artillery": {"shells": 0}}).in_force["artillery.shells"]
        0
        """
        if not hasattr(patch, "items"):
            fix = 'Give a mapping such as {"fire": {"dice": 5}}.'
            raise ScenarioError([Problem("patch", f"{patch!r} is no table", "", fix)], self.name)
        base = {key: value for key, value in self.document.items() if key != "name" or "name" in patch}
        name = str(patch.get("name", self.name if self.name.endswith("+") else f"{self.name}+"))
        return build([Source(self.name, base), source_of("patch", {**patch, "name": name})], self.name)

    def to_toml(self) -> str:
        """The scenario as one file of its own."""
        return toml_text(self.document)

    def describe(self) -> Description:
        """Tables of the scenario; prints as text and shows as HTML in a notebook."""
        return Description(self)

    def setting(self) -> Setting:
        """Compile it."""
        return _compiled(self.to_toml(), self.digest)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return read_scenario, (self.to_toml(), self.name)


@lru_cache(maxsize=64)
def _compiled(text: str, digest: str) -> Setting:
    spec = read_scenario(text, "scenario")
    return compile_setting(spec.model, digest, spec)


# ------------------------------------------------------------------------------------------ reading


def load_scenario(name: str | Path) -> Scenario:
    """A beach scenario by name or path; ScenarioError lists every problem."""
    return build(chain_of(find(str(name))), str(name))


def read_scenario(text: str, origin: str = "scenario") -> Scenario:
    """A scenario from the text of a file, as saves carry it."""
    return build(chain_of(source_of(origin, parse(text, origin))), origin)


def build(chain: list[Source], name: str) -> Scenario:
    """Read, merge and check; whatever is wrong anywhere is reported at once."""
    problems: list[Problem] = []
    merged: dict[str, Any] = {}
    for source in chain:
        for key, value in _sound(source, problems).items():
            table = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
            merged[key] = {**merged[key], **value} if table else value
    merged.pop("extends", None)
    model = Document.model_validate(merged)
    problems += check(model, name)
    if problems:
        raise ScenarioError(problems, name)
    return Scenario(model)


def _named(table: Mapping[Any, Any], place: str, problems: list[Problem]) -> dict[str, Any]:
    """The entries of a table whose keys are text; a table written in Python may have others."""
    wrong = [key for key in table if not isinstance(key, str)]
    problems += [Problem(f"{place}{key}", "a key must be text", "", f'Write "{key}".') for key in wrong]
    return {key: value for key, value in table.items() if isinstance(key, str)}


def _sound(source: Source, problems: list[Problem]) -> dict[str, Any]:
    """What is right in a document; its faults are noted, and left out so that the rest can be checked too."""
    raw = {
        key: _named(v, f"{source.origin}: {key}.", problems) if isinstance(v, Mapping) else v
        for key, v in _named(source.raw, f"{source.origin}: ", problems).items()
    }
    try:
        Document.model_validate(raw)
    except ValidationError as error:
        for fault in distinct(error):
            problems.append(in_words(fault, source.origin, keys_at))
            path = real(fault["loc"])
            if len(path) > 1 and isinstance(raw.get(path[0]), dict):
                raw[path[0]].pop(path[1], None)
            else:
                raw.pop(path[0], None)
    return raw


class Shipped(NamedTuple):
    """A row of the list of scenarios."""

    name: str
    system: str
    title: str
    start: str
    end: str
    standing: str


def shipped() -> list[Shipped]:
    """Every beach scenario that comes with the lab; its days are turns."""
    rows = []
    for spec in map(load_scenario, shipped_of(SYSTEM)):
        last = spec.model.end.turn_limit
        end = "no limit" if last == "none" else f"turn {last}"
        rows.append(Shipped(spec.name, SYSTEM, spec.title, "turn 1", end, spec.model.about.standing))
    return rows


def diff(before: Scenario, after: Scenario) -> list[Change]:
    """What differs between two scenarios, value by value."""
    return _changes(before.in_force, after.in_force)


def since(old: Mapping[str, Any], spec: Scenario) -> list[Change]:
    """What differs from the values that a save holds; a key that is new since then counts from its default."""
    return _changes({**plain(Scenario(Document()).in_force), **old}, plain(spec.in_force))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    keys = dict.fromkeys([*before, *after])
    pairs = ((key, before.get(key, ""), after.get(key, "")) for key in keys)
    return [Change(key, str(old), str(new), rule_of(key)) for key, old, new in pairs if old != new]


# ------------------------------------------------------------------------------------------ describing

Rows = list[dict[str, Any]]


class Description:
    """What a scenario holds. ``tables`` are lists of rows by name; ``frame(name)`` is one as a DataFrame."""

    def __init__(self, spec: Scenario) -> None:
        self.spec = spec
        plain = Scenario(Document()).in_force
        self.tables: Mapping[str, Rows] = {
            "summary": list(_summary(spec)),
            "notices": [{"place": n.place, "note": n.text, "rule": n.rule} for n in spec.notices],
            "changes": [
                {"setting": key, "value": value, "default": plain.get(key, ""), "rule": rule_of(key)}
                for key, value in spec.in_force.items()
                if value != plain.get(key, "")
            ],
            "settings": [{"setting": key, "value": v, "rule": rule_of(key)} for key, v in spec.in_force.items()],
        }

    def frame(self, name: str) -> pd.DataFrame:
        """One of the tables as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.tables[name])

    def __str__(self) -> str:
        lines = [f"{self.spec.title} ({self.spec.name})"]
        lines += [f"  {row['what']:<12} {row['value']}" for row in self.tables["summary"]]
        for name, column in (("notices", "place"), ("changes", "setting")):
            rows = self.tables[name]
            lines += ["", name] if rows else []
            lines += [f"  {row[column]:<32} {row.get('note', row.get('value'))}  {row['rule']}" for row in rows]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(row["what"], row["value"]) for row in self.tables["summary"]]
        rows += [(row["setting"], f"{row['value']} (default {row['default']})") for row in self.tables["changes"]]
        body = "".join(f"<tr><td>{escape(str(a))}</td><td>{escape(str(b))}</td></tr>" for a, b in rows)
        return f"<h4>{escape(self.spec.title)} <code>{escape(self.spec.name)}</code></h4><table>{body}</table>"


def _summary(spec: Scenario) -> Rows:
    model, setting = spec.model, spec.setting()
    limit, turns = model.replacements.limit, model.end.turn_limit
    found = {
        "question": model.about.question,
        "standing": model.about.standing,
        "players": f"{setting.american_players} American, {setting.german_players} German",
        "squads": f"{len(setting.squads)} of {setting.size} figures",
        "bunkers": f"{len(setting.bunkers)}, {setting.dice} dice and {setting.shells} shells each",
        "table": f"{model.beach.width_per_german * model.players.german:g} inches wide, {len(setting.segments)} segments",
        "replacements": "no limit" if limit == "none" else f"{limit} for each {model.replacements.pool}",
        "turns": "no limit" if turns == "none" else f"{turns} at most",
        "digest": spec.digest,
    }
    return [{"what": what, "value": value} for what, value in found.items() if value]


__all__ = [
    "SECTIONS",
    "Change",
    "Description",
    "Scenario",
    "Shipped",
    "build",
    "diff",
    "load_scenario",
    "read_scenario",
    "shipped",
]
