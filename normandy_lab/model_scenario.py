"""Scenarios that are one pydantic model: checked documents with every value in force, laid over, compared, described.

A game's scenario class names its model and says what is its own: checks, notices, the Setting, the summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, ValidationError

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

WORDS = ("name", "title", "system", "extends", "about")  # keys that change no play
Rows = list[dict[str, Any]]


class Model(BaseModel):
    """The base of all tables of a document: unknown keys are refused, types are not bent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class About(Model):
    """What the scenario is for."""

    question: str = ""
    standing: str = ""
    sources: list[str] = []
    notes: str = ""


class Change(NamedTuple):
    """One row of a comparison."""

    key: str
    before: str
    after: str
    rule: str


class Shipped(NamedTuple):
    """A row of the list of scenarios."""

    name: str
    system: str
    title: str
    start: str
    end: str
    standing: str


class ModelScenario(Digested):
    """A scenario that has passed its checks. Two are equal when they play the same."""

    SYSTEM: ClassVar[str]
    MODEL: ClassVar[type[BaseModel]]
    NAMED: ClassVar[tuple[str, ...]] = ()  # sections of named entries, each of which is laid over by itself

    def __init__(self, model: Any) -> None:
        self.model = model
        self.notices = tuple(self.notices_of(model))

    # what a game says of its own

    @classmethod
    def check(cls, model: Any, origin: str) -> list[Problem]:
        """Every problem beyond the type of each value."""
        raise NotImplementedError

    @classmethod
    def notices_of(cls, model: Any) -> list[Problem]:
        """What is allowed and worth saying."""
        raise NotImplementedError

    @classmethod
    def rule_of(cls, key: str) -> str:
        """The rule that a key belongs to."""
        raise NotImplementedError

    @classmethod
    def compiled(cls, model: Any, digest: str, spec: Any) -> Any:
        """The Setting of a checked document."""
        raise NotImplementedError

    def span(self) -> tuple[str, str]:
        """Where it begins and ends, for lists."""
        raise NotImplementedError

    def summary(self) -> Mapping[str, Any]:
        """The heads of its description."""
        raise NotImplementedError

    # what all share

    @property
    def document(self) -> Mapping[str, Any]:
        """Every value in force, defaults filled in."""
        found: Mapping[str, Any] = self.model.model_dump(exclude_none=True)
        return found

    @property
    def name(self) -> str:
        return self.model.name or "unnamed"

    @property
    def title(self) -> str:
        return self.model.title or self.name

    @property
    def system(self) -> str:
        return self.SYSTEM

    @property
    def about(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.model.about.model_dump()
        return found

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

    def with_(self, patch: Mapping[str, Any]) -> Self:
        """Return this scenario with a patch over it; ScenarioError lists every problem."""
        if not hasattr(patch, "items"):
            fix = 'Give a mapping such as {"fire": {"dice": 5}}.'
            raise ScenarioError([Problem("patch", f"{patch!r} is no table", "", fix)], self.name)
        base = {key: value for key, value in self.document.items() if key != "name" or "name" in patch}
        name = str(patch.get("name", self.name if self.name.endswith("+") else f"{self.name}+"))
        return self.build([Source(self.name, base), source_of("patch", {**patch, "name": name})], self.name)

    def to_toml(self) -> str:
        """The scenario as one file of its own."""
        return toml_text(self.document)

    def describe(self) -> Description:
        """Tables of the scenario; prints as text and shows as HTML in a notebook."""
        return Description(self)

    def setting(self) -> Any:
        """Compile it."""
        kind: Any = type(self)
        return _compiled(kind, self.to_toml(), self.digest)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return type(self).read, (self.to_toml(), self.name)

    @classmethod
    def load(cls, name: str | Path) -> Self:
        """A scenario by name or path; ScenarioError lists every problem."""
        return cls.build(chain_of(find(str(name))), str(name))

    @classmethod
    def read(cls, text: str, origin: str = "scenario") -> Self:
        """A scenario from the text of a file, as saves carry it."""
        return cls.build(chain_of(source_of(origin, parse(text, origin))), origin)

    @classmethod
    def build(cls, chain: list[Source], name: str) -> Self:
        """Read, merge and check; whatever is wrong anywhere is reported at once."""
        problems: list[Problem] = []
        merged: dict[str, Any] = {}
        for source in chain:
            for key, value in cls._sound(source, problems).items():
                merged[key] = _over(merged.get(key), value, 2 if key in cls.NAMED else 1)
        merged.pop("extends", None)
        model = cls.MODEL.model_validate(merged)
        problems += cls.check(model, name)
        if problems:
            raise ScenarioError(problems, name)
        return cls(model)

    @classmethod
    def _sound(cls, source: Source, problems: list[Problem]) -> dict[str, Any]:
        """What is right in a document; its faults are noted, and left out so that the rest can be checked too."""
        raw = {
            key: _named(v, f"{source.origin}: {key}.", problems) if isinstance(v, Mapping) else v
            for key, v in _named(source.raw, f"{source.origin}: ", problems).items()
        }
        try:
            cls.MODEL.model_validate(raw)
        except ValidationError as error:
            for fault in distinct(error):
                problems.append(in_words(fault, source.origin, cls.keys_at))
                path = real(fault["loc"])
                if len(path) > 1 and isinstance(raw.get(path[0]), dict):
                    raw[path[0]].pop(path[1], None)
                else:
                    raw.pop(path[0], None)
        return raw

    @classmethod
    def keys_at(cls, path: tuple[str, ...]) -> list[str]:
        """The keys that may stand under this path of a document."""
        model: Any = cls.MODEL
        for part in path:
            if model is None:
                return []
            if isinstance(model, dict):
                model = model["each"]
                continue
            field = model.model_fields.get(part)
            model = None if field is None else _within(field.annotation)
        return list(model.model_fields) if isinstance(model, type) and issubclass(model, BaseModel) else []

    @classmethod
    def shipped(cls) -> list[Shipped]:
        """Every scenario of this game that comes with the lab."""
        found = map(cls.load, shipped_of(cls.SYSTEM))
        return [Shipped(s.name, cls.SYSTEM, s.title, *s.span(), s.model.about.standing) for s in found]

    @classmethod
    def since(cls, old: Mapping[str, Any], spec: ModelScenario) -> list[Change]:
        """What differs from the values that a save holds; a key that is new since then counts from its default."""
        return cls.changes({**plain(cls(cls.MODEL()).in_force), **old}, plain(spec.in_force))

    @classmethod
    def diff(cls, before: ModelScenario, after: ModelScenario) -> list[Change]:
        """What differs between two scenarios, value by value."""
        return cls.changes(before.in_force, after.in_force)

    @classmethod
    def changes(cls, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
        """What differs between values in force."""
        keys = dict.fromkeys([*before, *after])
        pairs = ((key, before.get(key, ""), after.get(key, "")) for key in keys)
        return [Change(key, str(old), str(new), cls.rule_of(key)) for key, old, new in pairs if old != new]


@lru_cache(maxsize=64)
def _compiled(kind: type[ModelScenario], text: str, digest: str) -> Any:
    spec = kind.read(text, "scenario")
    return kind.compiled(spec.model, digest, spec)


def _over(below: Any, above: Any, depth: int) -> Any:
    """A value over another: tables key by key, as many levels down."""
    if depth and isinstance(below, Mapping) and isinstance(above, Mapping):
        return {**below, **{key: _over(below.get(key), value, depth - 1) for key, value in above.items()}}
    return above


def _within(annotation: Any) -> Any:
    """The model of a key, or ``{"each": model}`` where it has entries by name."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    arguments = getattr(annotation, "__args__", ())
    models = [each for each in map(_within, arguments) if each is not None]
    if getattr(annotation, "__origin__", None) is dict:
        return {"each": models[0]} if models else None
    return models[0] if models else None


def _named(table: Mapping[Any, Any], place: str, problems: list[Problem]) -> dict[str, Any]:
    """The entries of a table whose keys are text; a table written in Python may have others."""
    wrong = [key for key in table if not isinstance(key, str)]
    problems += [Problem(f"{place}{key}", "a key must be text", "", f'Write "{key}".') for key in wrong]
    return {key: value for key, value in table.items() if isinstance(key, str)}


class Description:
    """What a scenario holds. ``tables`` are lists of rows by name; ``frame(name)`` is one as a DataFrame."""

    def __init__(self, spec: ModelScenario) -> None:
        self.spec = spec
        self.tables: Mapping[str, Rows] = {name: list(rows) for name, rows in self._tables(spec)}

    def _tables(self, spec: ModelScenario) -> Iterator[tuple[str, Rows]]:
        kind = type(spec)
        default, force = kind(kind.MODEL()).in_force, spec.in_force.items()
        yield "summary", [{"what": what, "value": value} for what, value in spec.summary().items() if value]
        yield "notices", [{"place": n.place, "note": n.text, "rule": n.rule} for n in spec.notices]
        yield (
            "changes",
            [
                {"setting": key, "value": value, "default": default.get(key, ""), "rule": kind.rule_of(key)}
                for key, value in force
                if value != default.get(key, "")
            ],
        )
        yield "settings", [{"setting": key, "value": v, "rule": kind.rule_of(key)} for key, v in force]

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


class ModelSystem:
    """What a system whose scenarios are one model offers of them; its module takes these functions for its own.

    The scenario class, with pydantic behind it, is loaded when it is first needed: the engine needs none of it.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    @property
    def _scenario(self) -> Any:
        return import_module(self._module).Scenario

    def digest(self, state: Any) -> str:
        """The name of the position: equal for equal positions, whatever way led there."""
        return str(state.digest())

    def view(self, state: Any) -> Mapping[str, Any]:
        """The parts of the position by name, over which its digest is taken."""
        found: Mapping[str, Any] = state.view()
        return found

    def spec_from_text(self, text: str, _tables: Mapping[str, Mapping[str, str]]) -> Any:
        """The Scenario that a save holds as text."""
        return self._scenario.read(text, "scenario of the save")

    def values(self, spec: Any) -> Mapping[str, Any]:
        """Every value in force, by its key."""
        found: Mapping[str, Any] = spec.in_force
        return found

    def since(self, old: Mapping[str, Any], spec: Any) -> Any:
        """What differs from the values that a save holds."""
        return self._scenario.since(old, spec)

    def scenario_from(self, chain: Any, name: str) -> Any:
        """The Scenario of a document and all that it extends."""
        return self._scenario.build(chain, name)

    def shipped_scenarios(self) -> Any:
        """The scenarios of this system that come with the lab."""
        return self._scenario.shipped()

    def changes(self, before: Any, after: Any) -> Any:
        """What differs between two scenarios, value by value."""
        return self._scenario.diff(before, after)

    def setting_from(self, spec: Any) -> Any:
        """Compile a Scenario."""
        return spec.setting()
