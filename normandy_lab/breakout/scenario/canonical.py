"""One spelling for every document: places by id, units one by one, so that patches can be laid over one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from normandy_lab.breakout.board.board import AREA, ASIDE, BOX, OFFSHORE, ZONE, Board
from normandy_lab.breakout.board.names import ANY_BEACH, PlaceNames, plain
from normandy_lab.breakout.forces.order_of_battle import START, OrderOfBattle
from normandy_lab.breakout.forces.selectors import division_named, is_selector, select
from normandy_lab.breakout.scenario.switches import SWITCHES, renamed
from normandy_lab.documents import dotted
from normandy_lab.errors import Problem, nearest

Doc = dict[str, Any]
ON_BOARD = (AREA, ZONE, BOX, OFFSHORE)
PLACED = ("at", "enters")  # of the two the later word holds


class Canonical:
    """Rewrites one document and collects what names no place, unit, border or switch."""

    def __init__(self, names: PlaceNames, forces: OrderOfBattle, known: set[str], origin: str) -> None:
        self.names, self.forces, self.origin = names, forces, origin
        self.known = known | {row.id for row in forces.units}  # units that earlier documents added
        self.problems: list[Problem] = []

    def fault(self, path: tuple[str, ...], text: str, rule: str = "", fix: str = "") -> None:
        self.problems.append(Problem(f"{self.origin}: {dotted(path)}", text, rule, fix))

    def document(self, doc: Mapping[str, Any]) -> Doc:
        new = {key: value for key, value in doc.items() if key != "extends"}
        steps: dict[str, Callable[[Any], Any]] = {
            "units": self._units,
            "areas": lambda table: self._keyed(("areas",), table, (AREA, ZONE)),
            "borders": lambda table: self._borders(("borders",), table),
            "bridges": lambda table: self._borders(("bridges",), table),
            "rivers": lambda table: self._borders(("rivers",), table),
            "supply": self._supply,
            "victory": self._victory,
            "markers": self._markers,
            "rules": self._rules,
        }
        for key, step in steps.items():
            if key in new:
                new[key] = step(new[key])
        return new

    # ---------------------------------------------------------------- places

    def place(self, path: tuple[str, ...], text: str, kinds: tuple[str, ...], *, any_beach: bool = False) -> str | None:
        """The id of the place, or None after noting the fault with the nearest name."""
        found = self.names.find(text)
        if found is not None and (any_beach if found in ANY_BEACH else self.names.kind(found) in kinds):
            return found
        if found is None:
            near = self.names.nearest(text, kinds)
            self.fault(path, f'"{text}" is no place of this board', "3.2", f'Did you mean "{near}"?' if near else "")
        else:
            kind = "an area" if kinds == (AREA,) else f"one of: {', '.join(kinds)}"
            self.fault(path, f'"{text}" does not fit here', "", f"Name {kind}.")
        return None

    def _keyed(self, path: tuple[str, ...], table: Mapping[str, Any], kinds: tuple[str, ...] = (AREA,)) -> Doc:
        new: Doc = {}
        for key, value in table.items():
            place = self.place((*path, key), key, kinds)
            if place is not None:
                self._put(new, place, value, (*path, key), f"{self.names.name(place)} is given twice")
        return new

    def _put(self, new: Doc, key: str, value: Any, path: tuple[str, ...], twice: str) -> None:
        if key in new:
            self.fault(path, twice, "", "Put everything about it under one name.")
        else:
            new[key] = value

    def _listed(self, path: tuple[str, ...], words: list[str]) -> list[str]:
        found = [self.place(path, word, (AREA,)) for word in words]
        return [place for place in found if place is not None]

    # ---------------------------------------------------------------- borders

    def _borders(self, path: tuple[str, ...], table: Mapping[str, Any]) -> Doc:
        new: Doc = {}
        board = self.names.board
        for key, value in table.items():
            pair = self.names.border(key)
            if pair is None:
                self._no_border((*path, key), key)
                continue
            if not all(place in board.index for place in pair):
                self.fault((*path, key), "names no single place", "", "Write two areas as A-B.")
                continue
            number = board.between.get((board.index[pair[0]], board.index[pair[1]]))
            if number is None or board.borders[number].kind in ("link", "landing"):
                self._not_adjacent((*path, key), board, pair[0])
            else:
                self._put(new, board.borders[number].id, value, (*path, key), "this border is given twice")
        return new

    def _no_border(self, path: tuple[str, ...], text: str) -> None:
        parts = text.split("-")
        for cut in range(1, len(parts)):
            sides = ("-".join(parts[:cut]), "-".join(parts[cut:]))
            good = [self.names.find(side) for side in sides]
            if any(good):
                bad = sides[0] if good[1] else sides[1]
                near = self.names.nearest(bad, (AREA,))
                fix = f'Did you mean "{near}"?' if near else "Write two places as A-B."
                self.fault(path, f'"{bad}" is no place of this board', "3.2", fix)
                return
        self.fault(path, "is not two places with a hyphen between them", "3.23", 'Write "7-8" or "Merville-Sword".')

    def _not_adjacent(self, path: tuple[str, ...], board: Board, place: str) -> None:
        near = [board.names[other] for other, border in board.neighbours[board.index[place]]
                if board.borders[border].kind != "link"]  # fmt: skip
        text = "the two do not share a border"
        fix = f"{self.names.name(place)} adjoins {', '.join(near)}." if near else "Name two areas."
        self.fault(path, text, "3.2", fix)

    # ---------------------------------------------------------------- units

    def _units(self, table: Mapping[str, Mapping[str, Any]]) -> Doc:
        """Divisions first, then single units: what is said of one unit holds for it."""
        new: Doc = {}
        table = self._plainly(table)
        selectors = [key for key, entry in table.items() if self._selects(key, entry)]
        for key in selectors:
            over = self._unit(("units", key), table[key])
            for unit_id in self._members(key):
                new[unit_id] = overlay_unit(new.get(unit_id, {}), over)
        added = {key for key, entry in table.items() if "copy_of" in entry}
        for key, entry in table.items():
            if key in selectors:
                continue
            if self._names_a_unit(key, entry, added):
                new[key] = overlay_unit(new.get(key, {}), self._unit(("units", key), entry))
        return new

    def _plainly(self, table: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """The entries by ids with plain hyphens, as counters have them, whatever a word processor made of those."""
        found: dict[str, Mapping[str, Any]] = {}
        for key, entry in table.items():
            if plain(key) in found:
                self.fault(("units", key), "this unit is given twice", "", "Put everything about it under one name.")
            copied = {"copy_of": plain(entry["copy_of"])} if "copy_of" in entry else {}
            found[plain(key)] = {**entry, **copied}
        return found

    def _selects(self, key: str, entry: Mapping[str, Any]) -> bool:
        """Whether a key means units by the name of their division or by another selector, not one unit by its id."""
        if key in self.known or "copy_of" in entry:
            return False
        return is_selector(key) or bool(division_named(key, self.forces.divisions))

    def _members(self, key: str) -> list[str]:
        found = select(key, self.forces.units, self.names.find)
        if not found.units:
            near = nearest(key.removesuffix("/*").rpartition(":")[2], self.forces.divisions)
            self.fault(("units", key), found.text, "4.31", found.fix or near)
        return [row.id for row in found.units]

    def _names_a_unit(self, key: str, entry: Mapping[str, Any], added: set[str]) -> bool:
        path = ("units", key)
        if "copy_of" in entry:
            if key in self.known:
                self.fault(path, "this unit exists already, so the same counter would stand twice", "4.1",
                           "Give the added unit an id of its own, or leave out copy_of.")  # fmt: skip
            elif any(c in key for c in ' \t+:/"') or not key:
                self.fault(path, "an id may not hold blanks, quotes or + : /", "", "Use letters, digits and hyphens.")
            elif self.forces.unit(entry["copy_of"]) is None:
                self._unknown((*path, "copy_of"), entry["copy_of"])
            else:
                return True
            return False
        if key in self.known or key in added:
            return True
        self._unknown(path, key, " To add a unit, say which it copies: copy_of.")
        return False

    def _unknown(self, path: tuple[str, ...], unit_id: str, more: str = "") -> None:
        ids = [*sorted(self.known), *self.forces.divisions]
        named = [row.id for row in self.forces.units if row.name.casefold() == unit_id.casefold()]
        fix = f'Did you mean "{named[0]}"?' if named else nearest(unit_id, ids)
        self.fault(path, f'there is no unit "{unit_id}"', "4.1", f"{fix}{more}".strip())

    def _unit(self, path: tuple[str, ...], entry: Mapping[str, Any]) -> Doc:
        new = dict(entry)
        if "at" in new and "enters" in new:
            self.fault(
                path, "says both at and enters", "4.33", "Give at for a unit that is there, enters for one to come."
            )
        if "at" in new:
            place = self.place((*path, "at"), new["at"], (*ON_BOARD, ASIDE))
            new = {**new, "at": place} if place else _without(new, "at")
        if "enters" in new:
            at = self.place((*path, "enters", "at"), new["enters"]["at"], ON_BOARD, any_beach=True)
            new = (
                {**new, "enters": {"date": new["enters"]["date"], "at": _beach(at)}} if at else _without(new, "enters")
            )
        return self._columns(path, new)

    def _columns(self, path: tuple[str, ...], entry: Doc) -> Doc:
        """The entry columns of units.csv say the same as at and enters (4.33)."""
        when = entry.pop("entry_date", None)
        where = [entry.pop(key) for key in ("entry_area", "entry_place") if key in entry]
        if when is None and not where:
            return entry
        if when is None or not where:
            missing = "entry_place" if when is not None else "entry_date"
            self.fault(path, f"lacks {missing}", "4.33", "Give both, or use at or enters.")
            return entry
        place = self.place((*path, "entry_place"), where[0], ON_BOARD, any_beach=when != START)
        if place is not None:
            entry |= {"at": place} if when == START else {"enters": {"date": when, "at": _beach(place)}}
        return entry

    # ---------------------------------------------------------------- the rest

    def _supply(self, table: Mapping[str, Any]) -> Doc:
        new = dict(table)
        if "allied" in new:
            allied = dict(new["allied"])
            if "beaches" in allied:
                allied["beaches"] = self._keyed(("supply", "allied", "beaches"), allied["beaches"])
            if "no_depot_today" in allied:
                allied["no_depot_today"] = self._listed(
                    ("supply", "allied", "no_depot_today"), allied["no_depot_today"]
                )
            new["allied"] = allied
        return new

    def _victory(self, table: Mapping[str, Any]) -> Doc:
        if "areas" not in table:
            return dict(table)
        return {**table, "areas": self._listed(("victory", "areas"), table["areas"])}

    def _markers(self, table: Mapping[str, Any]) -> Doc:
        new = dict(table)
        if "bombed_today" in new:
            new["bombed_today"] = self._keyed(("markers", "bombed_today"), new["bombed_today"])
        known = [marker.id for marker in self.forces.markers]
        for word in new.get("used", ()):
            if word not in known:
                self.fault(("markers", "used"), f'there is no marker "{word}"', "4.4", nearest(word, known))
        if "used" in new:
            new["used"] = [word for word in known if word in new["used"]]
        return new

    def _rules(self, table: Mapping[str, Any]) -> Doc:
        new: Doc = {}
        for name, value in renamed(table).items():
            switch = SWITCHES.get(name)
            if switch is None:
                self.fault(("rules", name), f'there is no switch "{name}"', "", nearest(name, list(SWITCHES)))
                continue
            want = switch.check(value)
            if want:
                self.fault(("rules", name), f"{value!r} is not allowed", switch.rule, f"It must be {want}.")
            else:
                new[name] = self._switch_value(name, value)
        return new

    def _switch_value(self, name: str, value: Any) -> Any:
        """Places in switch values by id, where the value names places."""
        if name == "beaches_not_assaulted":
            return self._listed(("rules", name), list(value))
        if name == "naval_attack":
            markers = {marker.id for marker in self.forces.markers}
            places = {key: amount for key, amount in value.items() if key not in markers}
            rest = {key: amount for key, amount in value.items() if key in markers}
            return rest | self._keyed(("rules", name), places)
        return SWITCHES[name].spelled(value)


def _beach(place: str) -> str:
    """An approach box stands for its beach."""
    return place.removeprefix("box:")


def _without(table: Mapping[str, Any], key: str) -> Doc:
    return {name: value for name, value in table.items() if name != key}


# ------------------------------------------------------------------------------------------ overlay


def overlay_unit(under: Mapping[str, Any], over: Mapping[str, Any]) -> Doc:
    """A unit's entry with another laid over it: the last word on where it is holds, naming it puts it in play."""
    if over.get("remove"):
        return {"remove": True, **({"copy_of": under["copy_of"]} if "copy_of" in under else {})}
    new = {key: value for key, value in under.items() if key != "remove"}
    if any(key in over for key in PLACED):
        new = {key: value for key, value in new.items() if key not in PLACED}
    return new | {key: value for key, value in over.items() if key != "remove"}


def overlay(under: Mapping[str, Any], over: Mapping[str, Any], depth: int = 0) -> Doc:
    """A document with another laid over it: tables merge key by key, all else is replaced."""
    new: Doc = dict(under)
    for key, value in over.items():
        here = under.get(key)
        if depth == 0 and key == "units":
            entries = dict(here or {})
            new[key] = entries | {unit: overlay_unit(entries.get(unit, {}), entry) for unit, entry in value.items()}
        elif isinstance(value, Mapping) and isinstance(here, Mapping) and not (depth == 1 and key == "naval_attack"):
            new[key] = overlay(here, value, depth + 1)
        else:
            new[key] = value
    return new
