"""From the document of a beach scenario to the Setting that play reads."""

from __future__ import annotations

from typing import Any

from normandy_lab.beach.schema import ARMS, NONE, Document
from normandy_lab.beach.setting import NEVER, Setting, Span, Start, mils


def letters(number: int) -> str:
    """The id of a squad.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def spans(width: int, each: int) -> tuple[Span, ...]:
    """The shore cut into stretches of one width."""
    return tuple((left, min(left + each, width)) for left in range(0, width, each))


def even(count: int, width: int) -> tuple[int, ...]:
    """Places evenly spaced in a zone, each in the middle of its share, on the lattice of tenths (B-5).

    >>> even(3, 8000)
    (1300, 4000, 6700)
    """
    return tuple(min(width, (width * (2 * n + 1) + 100 * count) // (200 * count) * 100) for n in range(count))


def compile_setting(doc: Document, digest: str = "", spec: Any = None) -> Setting:
    """The Setting of a checked document."""
    return Setting(name=doc.name, title=doc.title, digest=digest, spec=spec, start=_start(doc),
                   **_table(doc), **_forces(doc), **_numbers(doc))  # fmt: skip


def _table(doc: Document) -> dict[str, Any]:
    beach = doc.beach
    width = mils(beach.width_per_german) * doc.players.german
    wall = mils(beach.seawall)
    belt = wall + mils(beach.belt_depth)
    zones = spans(width, mils(beach.zone_width))
    return {
        "width": width, "water": mils(beach.water_depth), "wall": wall, "belt": belt,
        "depth": belt + mils(beach.ground_depth), "zones": zones, "segments": spans(width, mils(beach.segment_width)),
        "sections": spans(width, mils(beach.section_width)), "line_up": tuple(_line(doc, zone) for zone in zones),
        "bunker_width": mils(beach.bunker_width), "bunker_depth": mils(beach.bunker_depth),
        "bunker_front": mils(beach.bunker_front),
        "sections_each": mils(beach.width_per_german) // mils(beach.section_width),
    }  # fmt: skip


def _line(doc: Document, zone: Span) -> tuple[int, ...]:
    listed = doc.figures.line_up
    places = even(doc.players.figures_per_squad, zone[1] - zone[0]) if isinstance(listed, str) else map(mils, listed)
    return tuple(zone[0] + place for place in places)


def _forces(doc: Document) -> dict[str, Any]:
    players = doc.players
    american = players.german * players.american_per_german
    squads = tuple(letters(n) for n in range(american * players.squads_each))
    bunkers = players.german * players.bunkers_per_german
    return {
        "squads": squads, "size": players.figures_per_squad,
        "figures": tuple(f"{squad}{n + 1}" for squad in squads for n in range(players.figures_per_squad)),
        "player_of": tuple(n // players.squads_each for n in range(len(squads))),
        "american_players": american, "german_players": players.german,
        "bunkers": tuple(str(n + 1) for n in range(bunkers)),
        "german_of": tuple(n // players.bunkers_per_german for n in range(bunkers)),
    }  # fmt: skip


def _numbers(doc: Document) -> dict[str, Any]:
    obstacles, sections = doc.obstacles.segments, doc.bunkers.sections
    limit, turns = doc.replacements.limit, doc.end.turn_limit
    return {
        "move": mils(doc.figures.move), "contact": mils(doc.figures.contact),
        "touch": (mils(doc.artillery.shell) + mils(doc.figures.base)) // 2,
        "clears_on": doc.figures.clears_on, "destroys_on": doc.figures.destroys_on,
        "obstacles": None if isinstance(obstacles, str) else tuple(obstacles),
        "by_face": tuple(doc.obstacles.by_face),
        "bunker_sections": None if isinstance(sections, str) else tuple(section - 1 for section in sections),
        "choose_sections": sections == "choose",
        "dice": doc.fire.dice, "hit_on": doc.fire.hit_on, "casualties": doc.fire.casualties,
        "all_first": doc.fire.declare == "all first",
        "shells": doc.artillery.shells, "shells_of_destroyed": doc.artillery.from_destroyed_bunkers,
        "kernel": doc.artillery.kernel, "stray": stray(doc.artillery.stray),
        "breaks_at": doc.morale.breaks_at,
        "limit": NEVER if limit == NONE else limit, "pool_each": doc.replacements.pool == "player",
        "turn_limit": NEVER if turns == NONE else turns,
    }  # fmt: skip


def stray(value: str | float | list[float]) -> tuple[int, int]:
    """Sigma along the shore and inland, in mils.

    >>> stray("good arm"), stray([4, 6])
    ((2500, 2500), (4000, 6000))
    """
    if isinstance(value, list):
        return mils(value[0]), mils(value[1])
    length = mils(ARMS[value] if isinstance(value, str) else value)
    return length, length


def _start(doc: Document) -> Start | None:
    position = doc.position
    if position is None:
        return None
    forces = _forces(doc)
    figures, squads, bunkers = forces["figures"], forces["squads"], forces["bunkers"]
    landed = position.landed if isinstance(position.landed, list) else [position.landed]
    obstacles = tuple(position.obstacles) or (0,) * len(_table(doc)["segments"])
    return Start(
        turn=position.turn,
        figures=tuple(sorted((figures.index(name), mils(x), mils(y)) for name, (x, y) in position.figures.items())),
        gone=tuple(sorted(squads.index(name) for name in position.gone)),
        obstacles=obstacles,
        began=tuple(position.began) or obstacles,
        destroyed=tuple(sorted((bunkers.index(name), turn) for name, turn in position.destroyed.items())),
        landed=(*landed, *(0 for _ in range(forces["american_players"] - len(landed)))),
    )
