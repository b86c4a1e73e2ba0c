"""Scenarios compared value by value: what a patch changes, with the rule that each value belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from normandy_lab.breakout.board.board import AREA, NATIONALITIES, ZONE
from normandy_lab.breakout.board.names import ANY_BEACH, PlaceNames
from normandy_lab.breakout.scenario.compile import starting_control
from normandy_lab.breakout.scenario.resolve import PlacedUnit, Resolved
from normandy_lab.breakout.scenario.switches import SWITCHES
from normandy_lab.digests import plain

if TYPE_CHECKING:
    from normandy_lab.breakout.scenario.spec import Scenario

UNIT_COLUMNS = (
    "name", "side", "nationality", "service", "division", "type", "size", "attack", "defense", "movement",
    "spent_defense",
)  # fmt: skip

# The rule of a key: the longest pattern that fits; "*" is one part of the key.
RULES: Mapping[str, str] = {
    "clock": "6.1", "clock.first_impulse": "12.53", "clock.end": "24.1", "clock.passed": "8.6", "clock.again": "17.3", "board": "3.2", "forces": "4.1",
    "units.*": "5.3", "units.*.at": "5.3", "units.*.enters": "4.33", "units.*.level": "4.5",
    "units.*.division": "4.31", "units.*.type": "4.2", "units.*.size": "4.31", "units.*.attack": "4.32",
    "units.*.defense": "4.32", "units.*.movement": "4.32", "units.*.spent_defense": "4.32", "units.*.name": "4.31",
    "units.*.side": "4.1", "units.*.nationality": "4.1", "units.*.service": "4.1",
    "areas.*.control": "7.3", "areas.*.fort": "15.1", "areas.*.tem": "3.22", "areas.*.bocage": "3.21",
    "areas.*.vp": "3.25", "areas.*": "3.2", "borders.*": "3.23", "borders.*.bridge": "3.24", "bridges.*": "20.1",
    "bridges.*.construct": "20.21", "rivers.*": "8.511", "weather": "18.1", "weather.changes": "18.4",
    "weather.lock": "18.4", "storm": "24.5", "advantage": "11.1", "sunset": "11.23",
    "supply.german": "12.61", "supply.german.reserve": "12.53", "supply.allied": "12.71",
    "supply.allied.reserve": "12.53", "ports": "24.2", "mulberries": "24.3", "mulberries.survive": "24.6",
    "victory": "22.2", "victory.bid": "23.21", "victory.areas": "22.1", "markers": "4.4",
    "markers.bombed_today": "17.1",
}  # fmt: skip


class Change(NamedTuple):
    """One row of a comparison."""

    key: str
    before: str
    after: str
    rule: str


def rule_of(key: str) -> str:
    """The rule that a key of a scenario belongs to.

    >>> rule_of("areas.Omaha Beach.fort"), rule_of("weather.dawn.1944-06-06"), rule_of("rules.fort_value")
    ('15.1', '18.1', '15.1')
    """
    parts = key.split(".") if not key.startswith("areas.") else ["areas", *key[6:].rsplit(".", 1)]
    if parts[0] == "rules":
        return SWITCHES[parts[1]].rule if parts[1] in SWITCHES else ""
    best, length = "", 0
    for pattern, rule in RULES.items():
        wanted = pattern.split(".")
        fits = len(wanted) <= len(parts) and all(w in ("*", p) for w, p in zip(wanted, parts, strict=False))
        if fits and len(wanted) >= length:
            best, length = rule, len(wanted)
    return best


# ------------------------------------------------------------------------------------------ every value


def flat(resolved: Resolved) -> dict[str, Any]:
    """Every value in force, by ids: what a digest is taken over and what ``diff`` compares."""
    values: dict[str, Any] = {}
    _clock(resolved, values)
    for unit in resolved.units:
        _unit(unit, values)
    _map(resolved, values)
    _position(resolved, values)
    for name in ("storm", "advantage", "sunset", "ports", "mulberries"):
        values |= {f"{name}.{key}": value for key, value in resolved.section(name).items()}
    values |= {f"supply.german.{key}": value for key, value in resolved.german_supply.items()}
    allied = resolved.allied_supply
    values |= {f"supply.allied.beaches.{place}": depots for place, depots in allied.pop("beaches").items()}
    values |= {f"supply.allied.{key}": value for key, value in allied.items()}
    victory = resolved.victory
    values |= {f"victory.required.{day}": points for day, points in victory.pop("required").items()}
    values |= {f"victory.{key}": value for key, value in victory.items()}
    values |= {f"rules.{name}": value for name, value in resolved.rules.items()}
    values |= {
        f"forces.markers.{m.id}": [m.kind, NATIONALITIES[m.nationality], m.attack] for m in resolved.forces.markers
    }
    return values


def _clock(resolved: Resolved, values: dict[str, Any]) -> None:
    clock = resolved.clock
    values |= {f"clock.{key}": getattr(clock, key) for key in clock.__slots__}
    values |= {f"weather.dawn.{day}": resolved.dawn.get(day, "") for day in clock.days}
    weather = resolved.doc.get("weather", {})
    values["weather.lock"] = weather.get("lock", False)
    values["weather.changes"] = [f"{change['impulse']} {change['to']}" for change in weather.get("changes", ())]


def _unit(unit: PlacedUnit, values: dict[str, Any]) -> None:
    key = f"units.{unit.row.id}"
    values[f"{key}.at"] = unit.at
    values[f"{key}.enters"] = [unit.row.entry_date, unit.entry] if unit.row.entry_date else None
    values[f"{key}.level"] = unit.level
    values |= {f"{key}.{column}": getattr(unit.row, column) for column in UNIT_COLUMNS}


def _map(resolved: Resolved, values: dict[str, Any]) -> None:
    for area in resolved.tables.areas:
        place = resolved.board.places[resolved.board.index[str(area.id)]]
        key = f"areas.{area.id}"
        values |= {f"{key}.{name}": getattr(area, name) for name in ("name", "tem", "bocage", "vp")}
        values[f"{key}.kind"] = [place.beach, place.naval, place.le_havre, place.minor_port, place.nationality]
    for border in resolved.tables.borders:
        values |= {f"borders.{border.id}.kind": border.kind, f"borders.{border.id}.bridge": border.bridge}
    for zone in resolved.tables.zones:
        values[f"zones.{zone.zone}"] = [zone.adjacent_areas, zone.adjacent_zones]


def _position(resolved: Resolved, values: dict[str, Any]) -> None:
    doc, board = resolved.doc, resolved.board
    for place, nation in zip(board.places, starting_control(resolved), strict=True):
        if place.kind in (AREA, ZONE):
            values[f"areas.{place.id}.control"] = NATIONALITIES[nation]
            values[f"areas.{place.id}.fort"] = doc.get("areas", {}).get(place.id, {}).get("fort", place.fort)
    for border_id, entry in doc.get("bridges", {}).items():
        values |= {f"bridges.{border_id}.{key}": value for key, value in entry.items()}
    values |= {f"rivers.{border_id}.held": entry.get("held") for border_id, entry in doc.get("rivers", {}).items()}
    markers = doc.get("markers", {})
    values["markers.used"] = markers.get("used", [])
    values |= {f"markers.bombed_today.{place}": nations for place, nations in markers.get("bombed_today", {}).items()}


# ------------------------------------------------------------------------------------------ comparison


class Kept(NamedTuple):
    """The values of a scenario as a save holds them, with the names of the present one."""

    values: Mapping[str, Any]
    resolved: Resolved


def since(old: Mapping[str, Any], spec: Scenario) -> list[Change]:
    """What differs from the values that a save holds; a key that is new since then counts from its default."""
    new, usual = plain(spec.values), plain({f"rules.{name}": switch.default for name, switch in SWITCHES.items()})
    said = {key: value for key, value in old.items() if key in new or value}
    added = {
        key: value
        for key, value in new.items()
        if key not in old and (value == usual[key] if key in usual else not value)
    }
    before = {**said, **added}
    return diff(Kept(before, spec.resolved), Kept(new, spec.resolved))


def diff(before: Scenario | Kept, after: Scenario | Kept) -> list[Change]:
    """What differs between two scenarios, a row each, in words of the patch vocabulary."""
    old, new = before.values, after.values
    keys = [*old, *(key for key in new if key not in old)]
    rows: list[Change] = []
    whole: set[str] = set()
    for key in keys:
        if old.get(key) == new.get(key):
            continue
        unit = _unit_gone(key, old, new)
        if unit:
            if unit not in whole:
                whole.add(unit)
                rows.append(Change(unit, _where(unit, old, before), _where(unit, new, after), rule_of(unit)))
            continue
        if key.endswith(".at") and _says_enters(key, old, new):
            continue  # its row is that of "enters"
        rows.append(_change(key, before, after))
    return rows


def _unit_gone(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """The unit's own key when it is in play on one side only."""
    if not key.startswith("units."):
        return ""
    unit = ".".join(key.split(".")[:2])
    return unit if (f"{unit}.level" in old) != (f"{unit}.level" in new) else ""


def _says_enters(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    enters = key.removesuffix("at") + "enters"
    return new.get(key) is None and old.get(enters) != new.get(enters)


def _where(unit: str, values: Mapping[str, Any], spec: Scenario | Kept) -> str:
    if f"{unit}.level" not in values:
        return "not in play"
    return _shown(f"{unit}.at", values, spec)


def _change(key: str, before: Scenario | Kept, after: Scenario | Kept) -> Change:
    rule = rule_of(key)
    if key.endswith(".enters") and key.startswith("units."):
        place = key.removesuffix("enters") + "at"
        old = _shown(place, before.values, before)
        return Change(key, old, _shown(key, after.values, after), rule)
    return Change(_named(key, after), _shown(key, before.values, before), _shown(key, after.values, after), rule)


def _named(key: str, spec: Scenario | Kept) -> str:
    """The key with places by name."""
    parts = key.split(".")
    names = spec.resolved.names
    for n, part in enumerate(parts[1:], 1):
        if parts[0] in ("areas", "zones") or parts[n - 1] in ("beaches", "bombed_today"):
            parts[n] = names.name(part) if part in names.board.index else part
        elif parts[0] in ("borders", "bridges", "rivers") and n == 1 and _two(part, names):
            parts[n] = names.border_name(part)
    return ".".join(parts)


def _two(border: str, names: PlaceNames) -> bool:
    """Whether the text names two known places."""
    ends = border.split("-")
    return len(ends) == 2 and names.board.index.keys() >= set(ends)


def _shown(key: str, values: Mapping[str, Any], spec: Scenario | Kept) -> str:
    """A value in words: places by name, ISO dates, yes and no."""
    value = values.get(key)
    names = spec.resolved.names
    if key.startswith("units.") and key.endswith(".at"):
        return _at(value, names) if value is not None else _entry(values.get(key.removesuffix("at") + "enters"), names)
    if key.startswith("units.") and key.endswith(".enters"):
        return _entry(value, names)
    if value is None and key.startswith(("bridges.", "rivers.")):
        return "as by default"
    if key in ("victory.areas", "supply.allied.no_depot_today", "rules.beaches_not_assaulted"):
        return (
            ", ".join(
                _at(place, names) for place in (value if isinstance(value, list | tuple) else [value] if value else ())
            )
            or "none"
        )
    return _plain(value)


def _at(value: Any, names: PlaceNames) -> str:
    """A place by name; what a damaged file has in its stead as it stands."""
    known = isinstance(value, str) and (value in names.board.index or value in ANY_BEACH)
    return names.name(value) if known else _plain(value)


def _entry(value: Any, names: PlaceNames) -> str:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return _plain(value)
    return f"enters {_plain(value[0])} at {_at(value[1], names)}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_plain(item) for item in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "none"
    return "" if value is None else str(value)
