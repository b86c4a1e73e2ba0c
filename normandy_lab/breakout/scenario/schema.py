"""The exact keys of scenario files and patches, as pydantic models; unknown keys are refused.

Every key is optional: one vocabulary serves whole scenarios, what-if patches and saved positions. The
models check shape and type; what needs the board or the order of battle is checked in ``canonical.py``
and ``checks.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from normandy_lab.breakout.forces.order_of_battle import (
    GAMES,
    NATIONALITY_CODES,
    SERVICES,
    SIDE_CODES,
    SIZES,
    TYPES,
    day_of,
    parse_date,
)
from normandy_lab.documents import distinct, in_words, real
from normandy_lab.errors import LONGEST, Problem, cut, shown


def _days(value: Any) -> Any:
    """A table by date: both spellings are one, and the same day twice is a fault."""
    if not isinstance(value, Mapping):
        raise ValueError("must be a table by date, such as {Jun-06 = …}")
    found: dict[str, Any] = {}  # by ISO date, so that a fault below names the day
    for key, entry in value.items():
        day = day_of(key).isoformat()
        if day in found:
            raise ValueError(f"{day} is given twice; keep one of the two")
        found[day] = entry
    return found


def _attack(value: Any) -> str:
    if isinstance(value, int | str) and not isinstance(value, bool) and _FACTOR.fullmatch(shown(value).strip("'")):
        return str(value)
    said = cut(value, LONGEST) if isinstance(value, str) else shown(value)
    raise ValueError(f'"{said}" is no Attack Factor; write a number, or "*" for FLAK and PAK (4.24)')


def _numbers(value: Any) -> Any:
    return [value] if isinstance(value, int) and not isinstance(value, bool) else value


def _nationalities(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


_FACTOR = re.compile(r"\*|[0-9]{1,2}")
Day = Annotated[date, BeforeValidator(day_of)]
PlaceText = Annotated[str, BeforeValidator(lambda v: str(v) if isinstance(v, int) and not isinstance(v, bool) else v)]
Word = Annotated[str, Field(min_length=1, pattern=r"^[^\s+:/\"]+$")]
Level = Literal["fresh", "spent", "disrupt_1", "disrupt_2"]
Side = Literal["german", "allied"]
Nationality = Literal["german", "us", "british"]
Ally = Literal["us", "british"]
WeatherWord = Literal["clear", "overcast", "storm"]
PhaseWord = Literal["airborne", "naval", "air", "amphibious", "dawn", "daylight", "refit", "regroup"]
Points = Annotated[int, Field(ge=0, le=999)]
Factor = Annotated[int, Field(ge=0, le=99)]
Space = Annotated[int, Field(ge=-3, le=13)]  # of the impulse track: C, B, A, 0 … 13


class Model(BaseModel):
    """The base of all: unknown keys are refused, types are not bent."""

    model_config = ConfigDict(extra="forbid", strict=True)


class About(Model):
    """What a scenario asks, and how far its point of departure can be trusted."""

    question: str | None = None
    point_of_departure: str | None = None
    standing: str | None = None
    unchanged: list[str] | None = None
    measure: list[str] | None = None
    sources: list[str] | None = None
    notes: str | None = None


class Clock(Model):
    """6.1, 12.53: the first day played and, in a position, the moment of today."""

    start: Day | None = None
    end: Day | None = None
    phase: PhaseWord | None = None
    impulse: Space | None = None
    first_impulse: Space | None = None
    side: Side | None = None
    passed: bool | None = None  # the other side has just passed (8.6)
    again: Annotated[int, Field(ge=0, le=99)] | None = None  # impulses before this one on its space (17.3)


class BoardChoice(Model):
    """3.1: the default board, or a folder of tables."""

    areas: str | None = None


class ForcesChoice(Model):
    """4.1: the default order of battle, "none", or a folder of tables."""

    order_of_battle: str | None = None


class Enters(Model):
    """4.33: the day and the place of entry."""

    date: Day
    at: PlaceText


class UnitPatch(Model):
    """A unit of the order of battle, changed; or a new one, copied from another."""

    at: PlaceText | None = None
    level: Level | None = None
    enters: Enters | None = None
    remove: bool | None = None
    copy_of: str | None = None
    name: str | None = None
    side: Literal[*SIDE_CODES] | None = None  # type: ignore[valid-type]
    nationality: Literal[*NATIONALITY_CODES] | None = None  # type: ignore[valid-type]
    service: Literal[*SERVICES] | None = None  # type: ignore[valid-type]
    division: str | None = None
    type: Literal[*TYPES] | None = None  # type: ignore[valid-type]
    size: Literal[*SIZES] | None = None  # type: ignore[valid-type]
    attack: Annotated[str | None, BeforeValidator(_attack)] = None
    defense: Factor | None = None
    movement: Factor | None = None
    spent_defense: Factor | None = None
    entry_date: Annotated[Any, BeforeValidator(lambda v: v if v == "start" else day_of(v))] = None
    entry_place: PlaceText | None = None
    entry_area: PlaceText | None = None
    game: Literal[*GAMES] | None = None  # type: ignore[valid-type]
    provenance: Literal["rulebook", "public", "reconstructed"] | None = None
    source: str | None = None


class AreaPatch(Model):
    """An area: who controls it, and what is printed there."""

    control: Nationality | None = None  # 7.3
    fort: Annotated[int, Field(ge=0, le=9)] | None = None  # 15.1
    tem: Annotated[int, Field(ge=0, le=9)] | None = None  # 3.22
    bocage: bool | None = None  # 3.21
    vp: Annotated[int, Field(ge=0, le=50)] | None = None  # 3.25


class BorderPatch(Model):
    """The printed border between two areas."""

    kind: Literal["open", "river", "flooded"] | None = None  # 3.23
    bridge: bool | None = None  # 3.24


class Construct(Model):
    """Levels of Construct markers, by side."""

    german: Annotated[int, Field(ge=0, le=2)] | None = None
    allied: Annotated[int, Field(ge=0, le=2)] | None = None


class BridgePatch(Model):
    """A bridge: its holder and the work on it."""

    held: Literal["german", "allied", "destroyed"] | None = None  # 20.1
    levels: Construct | None = Field(default=None, alias="construct")  # 20.21; pydantic keeps the plain name


class RiverPatch(Model):
    """A river line without a standing bridge: its Held mark, or "none" to take a mark back."""

    held: Literal["german", "allied", "none"] | None = None  # 8.511


class Change(Model):
    """A change of weather today (18.4)."""

    impulse: Space
    to: WeatherWord


class Weather(Model):
    """18: the weather at dawn by date, and the changes of today."""

    dawn: Annotated[dict[Day, WeatherWord] | None, BeforeValidator(_days)] = None
    lock: bool | None = None
    changes: list[Change] | None = None


class Storm(Model):
    """24.5: whether and when the great storm comes."""

    mode: Literal["rule", "fixed", "never"] | None = None  # 24.5
    start: Day | None = None


class Advantage(Model):
    """11.1: who holds the Advantage."""

    side: Side | None = None


class Sunset(Model):
    """11.23: the Sunset marker."""

    drm: Annotated[int, Field(ge=-13, le=13)] | None = None  # as far as the track goes (3.8)


class GermanSupply(Model):
    """What German depots hold by weather, and the reserve."""

    depots: Points | None = None  # 12.61
    clear: Points | None = None
    overcast: Points | None = None
    reserve: Points | None = None  # 12.53


class AlliedSupply(Model):
    """What Allied depots hold by beach, and the reserve."""

    reserve: Points | None = None
    beaches: dict[str, Annotated[list[Points], BeforeValidator(_numbers)]] | None = None  # 12.71
    no_depot_today: list[PlaceText] | None = None


class Supply(Model):
    """12: supply of both sides."""

    german: GermanSupply | None = None
    allied: AlliedSupply | None = None


class Ports(Model):
    """24.2: the minor ports."""

    delay: Points | None = None  # 24.2


class Mulberries(Model):
    """24.3: the artificial harbours."""

    enabled: bool | None = None  # 24.3
    delay: Points | None = None
    survive: Literal["rule", "always"] | None = None  # 24.6


class Victory(Model):
    """22, 23.2: what the Allies need to win."""

    required: Annotated[dict[Day, Annotated[int, Field(ge=-999, le=999)]] | None, BeforeValidator(_days)] = (
        None  # 22.2, 24.1
    )
    bid: Annotated[str, BeforeValidator(lambda v: str(v) if isinstance(v, int | float) else v)] | None = None  # 23.21
    areas: list[PlaceText] | None = None


class Markers(Model):
    """4.4: bombardment markers used, and areas bombarded today."""

    used: list[str] | None = None  # 4.4
    bombed_today: dict[str, Annotated[list[Ally], BeforeValidator(_nationalities)]] | None = (
        None  # 17.1: ships and aircraft
    )


class Document(Model):
    """A scenario file or a patch, every key of it."""

    name: str | None = Field(default=None, min_length=1)
    system: Literal["breakout"] | None = None
    extends: str | None = None
    title: str | None = None
    about: About | None = None
    clock: Clock | None = None
    board: BoardChoice | None = None
    forces: ForcesChoice | None = None
    units: dict[str, UnitPatch] | None = None
    areas: dict[str, AreaPatch] | None = None
    borders: dict[str, BorderPatch] | None = None
    bridges: dict[str, BridgePatch] | None = None
    rivers: dict[str, RiverPatch] | None = None
    weather: Weather | None = None
    storm: Storm | None = None
    advantage: Advantage | None = None
    sunset: Sunset | None = None
    supply: Supply | None = None
    ports: Ports | None = None
    mulberries: Mulberries | None = None
    victory: Victory | None = None
    markers: Markers | None = None
    rules: dict[str, Any] | None = None


# Where each model stands in a document; "*" is any key. Used to name the nearest valid key.
_MODELS: Mapping[tuple[str, ...], type[Model]] = {
    (): Document, ("about",): About, ("clock",): Clock, ("board",): BoardChoice, ("forces",): ForcesChoice,
    ("units", "*"): UnitPatch, ("units", "*", "enters"): Enters, ("areas", "*"): AreaPatch,
    ("borders", "*"): BorderPatch, ("bridges", "*"): BridgePatch, ("bridges", "*", "construct"): Construct,
    ("rivers", "*"): RiverPatch, ("weather",): Weather, ("weather", "changes", "*"): Change, ("storm",): Storm,
    ("advantage",): Advantage, ("sunset",): Sunset, ("supply",): Supply, ("supply", "german"): GermanSupply,
    ("supply", "allied"): AlliedSupply, ("ports",): Ports, ("mulberries",): Mulberries, ("victory",): Victory,
    ("markers",): Markers,
}  # fmt: skip


def keys_at(path: tuple[str, ...]) -> list[str]:
    """The keys that may stand under this path of a document."""
    for pattern, model in _MODELS.items():
        if len(pattern) == len(path) and all(p in ("*", part) for p, part in zip(pattern, path, strict=True)):
            return list(model.model_fields)
    return []


def read_document(raw: Mapping[str, Any], origin: str) -> tuple[dict[str, Any], list[Problem]]:
    """The document as plain values without empty keys, and every fault of shape, type or unknown key.

    What is at fault is left out, so that the rest can still be checked and all problems come at once.
    """
    problems: list[Problem] = []
    rest: dict[str, Any] = deepcopy(dict(raw))
    for _ in range(8):  # leaving out a key can bring another fault to light, never without end
        try:
            return Document.model_validate(rest).model_dump(exclude_none=True, by_alias=True), problems
        except ValidationError as error:
            faults = distinct(error)
        problems += [in_words(fault, origin, keys_at) for fault in faults]
        for fault in faults:
            _leave_out(rest, real(fault["loc"]), fault["type"] == "missing")
    return {}, problems


def _leave_out(rest: dict[str, Any], loc: tuple[str, ...], parent: bool) -> None:
    path = loc[:-1] if parent else loc
    here: Any = rest
    for n, part in enumerate(path, 1):
        if isinstance(here, list):
            here.clear()  # a list with a fault anywhere in it is left out whole
            return
        inner = _get(here, part)
        if n == len(path) or not isinstance(inner, list | dict):  # a word may stand for a list of one
            here.pop(next((key for key in here if _same(key, part)), part), None)
            return
        here = inner


def _get(here: Any, part: str) -> Any:
    if not isinstance(here, Mapping):
        return None
    return next((value for key, value in here.items() if _same(key, part)), None)


def _same(key: Any, part: str) -> bool:
    """Whether a key of the document is this part of a location, where days are ISO dates."""
    if str(key) == part:
        return True
    day = parse_date(key)
    return day is not None and day.isoformat() == part
