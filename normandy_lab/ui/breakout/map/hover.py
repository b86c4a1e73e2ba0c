"""Hover text: the tables' facts with the provenance of each value, as small HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from normandy_lab.breakout.board.board import ALLIED, AREA, GERMAN, NATIONALITIES, Border, Place
from normandy_lab.breakout.forces.units import FRESH, Unit
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import HELD, State

RECONSTRUCTED = "reconstructed"
CONTROL_WORDS = {"german": "German", "us": "US", "british": "British"}
LEVEL_WORDS = ("fresh", "spent", "disrupt 1", "disrupt 2")


def provenance(setting: Setting, kind: str, key: str, field: str) -> str:
    """Where a value comes from: that of the field, else that of the whole row, else ""."""
    table = setting.provenance
    return table.get(f"{kind}:{key}:{field}") or table.get(f"{kind}:{key}") or ""


_SOURCES: dict[str, dict[str, str]] = {}


def source(setting: Setting, kind: str, key: str) -> str:
    """The remark of the tables about where a row comes from, if they carry one."""
    found = _SOURCES.get(setting.digest)
    if found is None:
        if len(_SOURCES) > 16:
            _SOURCES.clear()
        found = _SOURCES[setting.digest] = _sources(setting)
    return found.get(f"{kind}:{key}", "")


def _sources(setting: Setting) -> dict[str, str]:
    """The remarks of all rows of the scenario that the Setting came from."""
    resolved = getattr(setting.spec, "resolved", None)
    if resolved is None:
        return {}
    found = {f"area:{row.id}": row.source for row in resolved.tables.areas}
    found |= {f"border:{row.id}": row.source for row in resolved.tables.borders}
    found |= {f"zone:{row.zone}": row.source for row in resolved.tables.zones}
    return found | {f"unit:{unit.row.id}": unit.row.source for unit in resolved.units}


def uncertain(setting: Setting, place: Place) -> bool:
    """Whether a value printed on the map is ours and not the rulebook's."""
    return place.kind == AREA and provenance(setting, "area", place.id, "tem") == RECONSTRUCTED


# The style of the hover text; the map puts it into the tooltip once, the texts only name classes.
STYLE = """
.nl {font: 12px Arial, "Liberation Sans", sans-serif; color: #1B2430; padding: 2px; width: max-content; max-width: 400px}
.nl b.h {display: block; font-size: 13px; margin-bottom: 2px}
.nl table {border-spacing: 0; font: inherit}
.nl td {padding: 0 8px 0 0; vertical-align: top}
.nl td:first-child, .nl i, .nl p {color: #4B5768}
.nl i.reconstructed {color: #8C1D18}
.nl p {margin: 3px 0 0; font-size: 11px}
.nl p.supply {color: #1B2430; font-size: 12px; border-top: 1px solid #D8D2C4; padding-top: 3px}
"""


def _row(label: str, value: str, origin: str = "") -> str:
    mark = f"<i class='{escape(origin.partition(' ')[0])}'>{escape(origin)}</i>" if origin else ""
    return f"<tr><td>{escape(label)}</td><td><b>{escape(value)}</b></td><td>{mark}</td></tr>"


def noted(html: str, note: str | None) -> str:
    """A hover text with a sentence about supply at its end.

    >>> noted("<div>x</div>", "Isolated (12.8).")
    "<div>x<p class='supply'>Isolated (12.8).</p></div>"
    """
    return f"{html.removesuffix('</div>')}<p class='supply'>{escape(note)}</p></div>" if note else html


def _html(title: str, rows: list[str], note: str = "") -> str:
    foot = f"<p>{escape(note)}</p>" if note else ""
    return f"<div class='nl'><b class='h'>{escape(title)}</b><table>{''.join(rows)}</table>{foot}</div>"


def place_html(state: State, place: Place, sources: bool = False) -> str:
    """An area's values, or what a zone or box is; ``sources`` adds where each comes from."""
    setting = state.setting
    german = state.here[GERMAN][place.index].bit_count()
    allied = state.here[ALLIED][place.index].bit_count()
    units = ", ".join(f"{count} {side}" for count, side in ((german, "German"), (allied, "Allied")) if count)
    rows = [_row("units", units or "none")]
    if place.kind != AREA:
        return _html(place.name, rows, _aside_note(place))

    def origin(field: str) -> str:
        return provenance(setting, "area", place.id, field) if sources else ""

    control = CONTROL_WORDS[NATIONALITIES[state.control[place.index]]]
    contested = " (contested)" if german and allied else ""
    rows.insert(0, _row("control", control + contested, "rule 7.3"))
    terrain = f"{place.tem}{', bocage' if place.bocage else ''}"
    rows.append(_row("terrain", terrain, origin("tem")))
    if place.vp:
        rows.append(_row("points", str(place.vp), origin("vp")))
    if place.fort:
        standing = state.fort[place.index]
        rows.append(_row("fortification", f"+{standing}" if standing else "reduced", "rule 15.1"))
    ships = [CONTROL_WORDS[NATIONALITIES[nation]] for nation in place.naval]
    if ships:
        rows.append(_row("in range of ships", ", ".join(ships), origin("naval")))
    if place.le_havre:
        rows.append(_row("in range of Le Havre", "yes", "rule 3.27"))
    return _html(f"{place.id} {place.name}", rows, _cited(source(setting, "area", place.id) if sources else ""))


def _cited(remark: str) -> str:
    return f"Source: {remark}" if remark else ""


def _aside_note(place: Place) -> str:
    notes = {
        "zone": "Perimeter zone: Germans enter the map along its arrows (3.3).",
        "box": "Approach box: units wait here to land at its beach (3.4).",
        "offshore": "Offshore Box: units wait here for a later landing (13).",
    }
    return notes.get(place.kind, "")


_MADE: dict[tuple[str, str, int, int], str] = {}  # texts of counters and bridges: the same in every view
MANY = 4096


def _kept(key: tuple[str, str, int, int], make: Callable[[], str]) -> str:
    found = _MADE.get(key)
    if found is None:
        if len(_MADE) > MANY:
            _MADE.clear()
        found = _MADE[key] = make()
    return found


def unit_html(state: State, unit: Unit, sources: bool = False) -> str:
    """A counter's printed values and its level."""
    setting, level = state.setting, state.level[unit.index]
    return _kept(
        (setting.digest, "unit", unit.index, 2 * level + sources), lambda: _unit_html(setting, unit, level, sources)
    )


def _unit_html(setting: Setting, unit: Unit, level: int, sources: bool) -> str:
    def origin(field: str) -> str:
        return provenance(setting, "unit", unit.id, field) if sources else ""

    values = f"{unit.attack_text}-{unit.defense}-{unit.movement}"
    rows = [
        _row("level", LEVEL_WORDS[level] + ("" if level == FRESH else f", defends with {unit.spent_defense}")),
        _row("attack-defense-movement", values, origin("attack")),
        _row("spent defense", str(unit.spent_defense), origin("spent_defense")),
        _row("type", f"{unit.type.replace('_', ' ')}, {unit.size}", origin("type")),
    ]
    if unit.division:
        rows.append(_row("division", unit.division, origin("division")))
    return _html(f"{unit.name}, {unit.service}", rows, _cited(source(setting, "unit", unit.id) if sources else ""))


def bridge_html(state: State, border: Border, sources: bool = False) -> str:
    """A bridge: the two areas that it joins, who holds it, and how sure we are that it is there."""
    setting, held = state.setting, state.held[border.index]
    return _kept(
        (setting.digest, "bridge", border.index, 2 * held + sources),
        lambda: _bridge_html(setting, border, held, sources),
    )


def _bridge_html(setting: Setting, border: Border, mark: int, sources: bool) -> str:
    def origin(field: str) -> str:
        return provenance(setting, "border", border.id, field) if sources else ""

    board = setting.board
    names = f"{board.names[border.a]} to {board.names[border.b]}"
    held = {"german": "German", "allied": "Allied", "destroyed": "destroyed"}[HELD[mark]]
    rows = [
        _row("held", held, "rule 20.1"),
        _row("water", border.kind, origin("kind")),
        _row("bridge", "printed", origin("bridge")),
    ]
    return _html(f"Bridge {border.id}: {names}", rows, _cited(source(setting, "border", border.id) if sources else ""))
