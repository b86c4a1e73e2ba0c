"""Scenario documents as TOML: units by id, places by name, ISO dates; read back they are equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from normandy_lab.breakout.board.names import PlaceNames
from normandy_lab.documents import toml_text


def write_toml(doc: Mapping[str, Any], names: PlaceNames) -> str:
    """A canonical document as the text of a file."""
    return toml_text(_with_names(doc, names))


def _with_names(doc: Mapping[str, Any], names: PlaceNames) -> dict[str, Any]:
    new = dict(doc)
    if "units" in new:
        new["units"] = {unit: _unit(entry, names) for unit, entry in new["units"].items()}
    if "areas" in new:
        new["areas"] = {names.name(place): entry for place, entry in new["areas"].items()}
    for key in ("borders", "bridges", "rivers"):
        if key in new:
            new[key] = {names.border_name(border): entry for border, entry in new[key].items()}
    if "victory" in new and "areas" in new["victory"]:
        new["victory"] = {**new["victory"], "areas": [names.name(place) for place in new["victory"]["areas"]]}
    if "supply" in new and "allied" in new["supply"]:
        new["supply"] = {**new["supply"], "allied": _allied(new["supply"]["allied"], names)}
    if "markers" in new and "bombed_today" in new["markers"]:
        bombed = {names.name(place): nations for place, nations in new["markers"]["bombed_today"].items()}
        bombed = {place: nations[0] if len(nations) == 1 else nations for place, nations in bombed.items()}
        new["markers"] = {**new["markers"], "bombed_today": bombed}
    if "rules" in new:
        new["rules"] = _rules(new["rules"], names)
    return new


def _unit(entry: Mapping[str, Any], names: PlaceNames) -> dict[str, Any]:
    new = dict(entry)
    if "at" in new:
        new["at"] = names.name(new["at"])
    if "enters" in new:
        new["enters"] = {**new["enters"], "at": names.name(new["enters"]["at"])}
    if new.get("attack", "*") != "*":
        new["attack"] = int(new["attack"])
    return new


def _allied(table: Mapping[str, Any], names: PlaceNames) -> dict[str, Any]:
    new = dict(table)
    if "beaches" in new:
        new["beaches"] = {names.name(place): depots for place, depots in new["beaches"].items()}
    if "no_depot_today" in new:
        new["no_depot_today"] = [names.name(place) for place in new["no_depot_today"]]
    return new


def _rules(table: Mapping[str, Any], names: PlaceNames) -> dict[str, Any]:
    new = dict(table)
    if "beaches_not_assaulted" in new:
        new["beaches_not_assaulted"] = [names.name(place) for place in new["beaches_not_assaulted"]]
    if "naval_attack" in new:
        index = names.board.index
        new["naval_attack"] = {names.name(k) if k in index else k: v for k, v in new["naval_attack"].items()}
    return new
