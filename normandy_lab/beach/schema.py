"""The keys of a beach scenario, as pydantic models with their defaults; unknown keys are refused.

Every number of the game stands here once. ``RULES`` says which rule each key belongs to (docs/beach_rules.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from normandy_lab.model_scenario import About, Model

ARMS = {"good arm": 2.5, "average": 4.0, "wild": 6.0}  # how far shells stray, in inches (B-14)
NONE: Literal["none"] = "none"


def _number(value: Any) -> Any:
    """A whole number is a length too."""
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10**9  # beyond, no float may be
    return float(value) if whole else value


def _stray(value: Any) -> Any:
    """One number for both ways, or one along the shore and one inland; the name of an arm is kept."""
    if isinstance(value, str):
        if value in ARMS:
            return value
        raise ValueError(f'"{value}" is no arm; use one of: {", ".join(ARMS)}, or a length in inches')
    pair = value if isinstance(value, list) else [value, value]
    good = len(pair) == 2 and all(isinstance(v, int | float) and not isinstance(v, bool) for v in pair)
    if not good or not all(0.001 <= v <= 100 for v in pair):
        raise ValueError("must be one length or [along the shore, inland], each from 0.001 to 100 inches")
    return float(value) if not isinstance(value, list) else [float(v) for v in pair]


Inches = Annotated[float, BeforeValidator(_number), Field(ge=0, le=1000)]
Length = Annotated[float, BeforeValidator(_number), Field(ge=0.001, le=1000)]
Coordinate = Annotated[float, BeforeValidator(_number), Field(ge=-1000, le=1000)]
Face = Annotated[int, Field(ge=1, le=7)]  # 7: never
Few = Annotated[int, Field(ge=1, le=12)]
Count = Annotated[int, Field(ge=0, le=99)]
Limit = Annotated[int, Field(ge=0, le=999)] | Literal["none"]
Stray = Annotated[str | float | list[float], BeforeValidator(_stray)]


class Players(Model):
    """Who plays, and what each commands (B-1)."""

    german: Few = 1
    american_per_german: Few = 3
    squads_each: Annotated[int, Field(ge=1, le=4)] = 1
    figures_per_squad: Annotated[int, Field(ge=1, le=24)] = 12
    bunkers_per_german: Few = 2
    soldiers_per_bunker: Annotated[int, Field(ge=0, le=12)] = 4


class Beach(Model):
    """The table, in inches from its left edge and from the water line (B-2)."""

    width_per_german: Length = 24.0
    zone_width: Length = 8.0
    water_depth: Inches = 6.0
    seawall: Length = 24.0
    belt_depth: Length = 4.0
    ground_depth: Length = 4.0
    segment_width: Length = 6.0
    section_width: Length = 8.0
    bunker_width: Length = 4.0
    bunker_depth: Length = 2.0
    bunker_front: Length = 29.0


class Figures(Model):
    """What a figure can do in a turn."""

    move: Length = 6.0
    base: Inches = 0.6
    contact: Inches = 0.5
    clears_on: Face = 6
    destroys_on: Face = 6
    line_up: Literal["even"] | list[Coordinate] = "even"  # distances from the zone's left edge


class Obstacles(Model):
    """How many obstacles each segment has: as listed, or by one die each."""

    segments: Literal["dice"] | list[Count] = "dice"
    by_face: Annotated[list[Count], Field(min_length=6, max_length=6)] = [0, 1, 1, 1, 1, 2]


class Bunkers(Model):
    """Where the bunkers stand: sections from 1, by dice, or as the Germans choose."""

    sections: Literal["dice", "choose"] | list[Annotated[int, Field(ge=1, le=999)]] = "dice"


class Fire(Model):
    """German fire."""

    dice: Count = 4
    hit_on: Face = 5
    casualties: Literal["nearest", "random", "owner"] = "nearest"
    declare: Literal["one by one", "all first"] = "one by one"


class Artillery(Model):
    """German artillery."""

    shells: Count = 2
    from_destroyed_bunkers: bool = True
    kernel: Literal["normal", "disc"] = "normal"
    stray: Stray = 4.0
    shell: Inches = 1.4


class Morale(Model):
    """The total at which a squad is eliminated."""

    breaks_at: Annotated[int, Field(ge=1, le=999)] = 12


class Replacements(Model):
    """How many squads may land again, for the side or for each player."""

    limit: Limit = NONE
    pool: Literal["side", "player"] = "side"


class End(Model):
    """After which turn the game stops."""

    turn_limit: Annotated[int, Field(ge=1, le=999)] | Literal["none"] = NONE


Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]


class Position(Model):
    """A position at the start of a turn's phase 2: the landings of that turn are over."""

    turn: Annotated[int, Field(ge=1, le=999)] = 1
    figures: dict[str, Point] = {}  # who is ashore, and where
    gone: list[str] = []  # squads that will not land again
    obstacles: list[Count] = []  # left in each segment
    began: list[Count] = []  # in each segment at the start of the game
    destroyed: dict[str, Annotated[int, Field(ge=1, le=999)]] = {}  # bunker -> turn
    landed: Annotated[int, Field(ge=0, le=999)] | list[Count] = 0  # replacements used, of the side or of each player


class Document(Model):
    """A whole scenario."""

    name: str = ""
    system: Literal["beach"] = "beach"
    title: str = ""
    extends: str | None = None
    about: About = About()
    players: Players = Players()
    beach: Beach = Beach()
    figures: Figures = Figures()
    obstacles: Obstacles = Obstacles()
    bunkers: Bunkers = Bunkers()
    fire: Fire = Fire()
    artillery: Artillery = Artillery()
    morale: Morale = Morale()
    replacements: Replacements = Replacements()
    end: End = End()
    position: Position | None = None


# The rule of each key: FP n is a section of the fast play text, SA the sibling article, B-n an interpretation.
RULES: Mapping[str, str] = {
    "players": "SA 1", "players.soldiers_per_bunker": "SA 1", "beach": "SA 2", "beach.bunker_front": "B-3",
    "beach.bunker_width": "B-3", "beach.bunker_depth": "B-3", "figures.move": "FP 2.1", "figures.base": "B-4",
    "figures.contact": "B-4", "figures.clears_on": "FP 2.2", "figures.destroys_on": "FP 2.3", "figures.line_up": "B-5",
    "obstacles": "SA 3", "bunkers": "SA 4", "fire.dice": "FP 3", "fire.hit_on": "FP 3", "fire.casualties": "B-10",
    "fire.declare": "B-11", "artillery.shells": "FP 4", "artillery.from_destroyed_bunkers": "FP 4",
    "artillery.kernel": "B-14", "artillery.stray": "B-14", "artillery.shell": "B-4", "morale.breaks_at": "FP 5",
    "replacements.limit": "FP 1", "replacements.pool": "B-7", "end.turn_limit": "B-18", "position": "B-20",
}  # fmt: skip


def rule_of(key: str) -> str:
    """The rule that a key belongs to.

    >>> rule_of("fire.dice"), rule_of("beach.zone_width"), rule_of("title")
    ('FP 3', 'SA 2', '')
    """
    return RULES.get(key) or RULES.get(key.partition(".")[0], "")
