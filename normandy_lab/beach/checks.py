"""What a beach scenario must satisfy beyond the type of each value; every problem is reported at once."""

from __future__ import annotations

from collections.abc import Iterator

from normandy_lab.beach.compile import compile_setting
from normandy_lab.beach.rules.s42_paths import inside
from normandy_lab.beach.schema import Document, Position, rule_of
from normandy_lab.beach.setting import Setting, inches, mils
from normandy_lab.errors import Problem, nearest

MOST = 999  # segments, or sections, that a table may have


def check(doc: Document, origin: str) -> list[Problem]:
    """Every problem of the table, the forces and the position."""
    found = list(_table(doc))
    if not found:  # lists are counted against a table that is whole
        setting = compile_setting(doc.model_copy(update={"position": None}))
        found += [*_lists(doc, setting), *_position(doc, setting)]
    return [Problem(f"{origin}: {key}", text, rule_of(key), fix) for key, text, fix in found]


def notices(doc: Document) -> list[Problem]:
    """What is allowed and worth saying."""
    found = []
    if doc.players.soldiers_per_bunker != doc.fire.dice:
        text = f"each bunker rolls fire.dice = {doc.fire.dice}; the number of soldiers is for the eye only"
        found.append(Problem("players.soldiers_per_bunker", text, "SA 1"))
    if doc.end.turn_limit == "none" and doc.figures.destroys_on > 6:
        found.append(Problem("figures.destroys_on", "no die destroys a bunker and no turn is the last", "FP 2.3"))
    return found


Fault = tuple[str, str, str]  # key, text, fix


def _table(doc: Document) -> Iterator[Fault]:
    beach, players = doc.beach, doc.players
    width = mils(beach.width_per_german)
    zones = players.american_per_german * players.squads_each
    if zones * mils(beach.zone_width) != width:
        text = f"{zones} squads of {beach.zone_width:g} inches do not fill the {beach.width_per_german:g} inches of a German player"
        yield "beach.zone_width", text, f"Make it {beach.width_per_german / zones:g}, or change the width."
    for key, each in (("segment_width", beach.segment_width), ("section_width", beach.section_width)):
        if width % mils(each):
            yield f"beach.{key}", f"{each:g} inches do not divide {beach.width_per_german:g}", "Use a width that does."
        elif players.german * (width // mils(each)) > MOST:
            text = f"{players.german * (width // mils(each))} {key.partition('_')[0]}s are too many"
            yield f"beach.{key}", text, f"Make them wider: at most {MOST} fit."
    sections = width // mils(beach.section_width)
    if players.bunkers_per_german > sections:
        text = f"{players.bunkers_per_german} bunkers do not fit into {sections} sections, at most one in each"
        yield "players.bunkers_per_german", text, "Use fewer bunkers or narrower sections."
    if beach.bunker_width > beach.section_width:
        yield "beach.bunker_width", "a bunker is wider than its section", "Make it narrower."
    belt = beach.seawall + beach.belt_depth
    if beach.bunker_front < belt:
        yield (
            "beach.bunker_front",
            f"bunkers would stand in the obstacle belt, which ends at {belt:g}",
            "Move them inland.",
        )
    if beach.bunker_front + beach.bunker_depth > belt + beach.ground_depth:
        yield "beach.ground_depth", "bunkers would reach beyond the table", "Make the ground deeper."


def _lists(doc: Document, setting: Setting) -> Iterator[Fault]:
    segments = doc.obstacles.segments
    if isinstance(segments, list) and len(segments) != len(setting.segments):
        yield (
            "obstacles.segments",
            f"{len(segments)} numbers for {len(setting.segments)} segments",
            "Give one for each.",
        )
    sections = doc.bunkers.sections
    if isinstance(sections, list):
        yield from _sections(sections, setting)
    line = doc.figures.line_up
    if isinstance(line, list):
        if len(line) != setting.size:
            yield "figures.line_up", f"{len(line)} places for {setting.size} figures", "Give one for each."
        if not all(0 <= place <= doc.beach.zone_width for place in line):
            yield "figures.line_up", "a place lies outside the zone", f"Stay within 0 and {doc.beach.zone_width:g}."


def _sections(sections: list[int], setting: Setting) -> Iterator[Fault]:
    key = "bunkers.sections"
    if len(sections) != len(setting.bunkers):
        yield key, f"{len(sections)} sections for {len(setting.bunkers)} bunkers", "Give one for each."
        return
    if len(set(sections)) != len(sections):
        yield key, "two bunkers stand in one section", "At most one bunker stands in a section."
    for bunker, section in enumerate(sections):
        first = setting.german_of[bunker] * setting.sections_each + 1
        last = first + setting.sections_each - 1
        if not first <= section <= last:
            yield key, f"section {section} is not of the player of bunker {bunker + 1}", f"Use {first} to {last}."


def _position(doc: Document, setting: Setting) -> Iterator[Fault]:
    position = doc.position
    if position is None:
        return
    yield from _unknown("position.figures", position.figures, setting.figures, "figure")
    yield from _unknown("position.gone", position.gone, setting.squads, "squad")
    yield from _unknown("position.destroyed", position.destroyed, setting.bunkers, "bunker")
    yield from _places(position, setting)
    yield from _counts(position, setting)
    if any(turn > position.turn for turn in position.destroyed.values()):
        yield "position.destroyed", "a bunker is destroyed after this turn", "Give an earlier turn."
    if position.turn > setting.turn_limit:
        yield "position.turn", f"turn {position.turn} is after the last, {setting.turn_limit}", "Raise end.turn_limit."


def _places(position: Position, setting: Setting) -> Iterator[Fault]:
    """Where the figures stand."""
    key = "position.figures"
    listed = setting.bunker_sections
    sections = range(len(setting.sections)) if listed is None else [s for s in listed if s < len(setting.sections)]
    for name, (x, y) in position.figures.items():
        if not (0 <= mils(x) <= setting.width and 0 <= mils(y) <= setting.depth):
            fix = f"Stay within 0, 0 and {inches(setting.width)}, {inches(setting.depth)}."
            yield key, f"{name} stands off the land of the table", fix
        elif setting.wall < mils(y) <= setting.belt and _closed(position.obstacles, setting.segment_of(mils(x))):
            yield key, f"{name} stands among obstacles", "Clear the segment or move the figure."
        elif any(inside(setting.bunker_at(section), (mils(x), mils(y))) for section in sections):
            yield key, f"{name} stands in a bunker, or where one may come to stand", "Move it beside the bunker."
        if name.rstrip("0123456789") in position.gone:
            yield "position.gone", f"{name} is ashore, and its squad is gone", "Keep one of the two."


def _counts(position: Position, setting: Setting) -> Iterator[Fault]:
    """Obstacles and replacements."""
    for key, numbers in (("obstacles", position.obstacles), ("began", position.began)):
        if numbers and len(numbers) != len(setting.segments):
            yield (
                f"position.{key}",
                f"{len(numbers)} numbers for {len(setting.segments)} segments",
                "Give one for each.",
            )
    if any(began < left for began, left in zip(position.began, position.obstacles, strict=False)):
        yield "position.began", "a segment has more obstacles than it began with", "Raise the number it began with."
    used = position.landed if isinstance(position.landed, list) else [position.landed]
    if len(used) > setting.american_players:
        text = f"{len(used)} numbers for {setting.american_players} players"
        yield "position.landed", text, "Give one for each player, or one for the side."
    if max(used, default=0) > setting.limit or (not setting.pool_each and sum(used) > setting.limit):
        yield "position.landed", "more replacements have landed than the limit allows", "Raise the limit."


def _closed(obstacles: list[int], segment: int) -> bool:
    return segment < len(obstacles) and obstacles[segment] > 0


def _unknown(key: str, given: object, known: tuple[str, ...], what: str) -> Iterator[Fault]:
    for name in given if isinstance(given, list | dict) else ():
        if name not in known:
            yield key, f'there is no {what} "{name}"', nearest(str(name), known)
