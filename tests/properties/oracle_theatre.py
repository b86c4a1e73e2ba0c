"""A second reading of the charts of the summer: written from their notes, by dates and words, knowing nothing of the engine.

Tables are typed once more, as they stand on the page. ``Summer.day`` takes the dice of a day by their purpose and the
orders as they were typed, and gives the row that the day should leave.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

# Each string is a column, read from "0 or less" to "7 or more": Fair, overcast 1, overcast 2, Storm.
COLUMNS = [
    ((6, 7), (6, 7), "FFF112--"), ((6, 8), (6, 15), "FFF111SS"), ((6, 16), (6, 22), "FFF1122S"),
    ((6, 23), (6, 30), "FFF1112S"), ((7, 1), (7, 7), "FFF1112S"), ((7, 8), (7, 15), "FFF1122S"),
    ((7, 16), (7, 22), "FFF1112S"), ((7, 23), (7, 31), "FFFF112S"), ((8, 1), (8, 7), "FFFF112S"),
    ((8, 8), (8, 15), "FFFF112S"), ((8, 16), (8, 22), "FFFF112S"), ((8, 23), (8, 31), "FFF122SS"),
]  # fmt: skip
AIR = {
    "US-FB": (18, 1),
    "US-LB": (3, 1),
    "US-MB": (8, 2),
    "US-HB": (6, 1),
    "CW-FB": (18, 1),
    "CW-LB": (2, 1),
    "CW-MB": (2, 3),
}
SHIPS = {"US-BB": 5, "US-CA": 6, "US-DD": 2, "CW-BB": 5, "CW-CA": 4, "CW-DD": 2}
CUTS = {6: "001233", 11: "003456", 16: "034567", 24: "346789", 28: "4 5 7 8 9 10", 32: "5 6 9 10 12 15"}
RADIUS = [(12, 61), (8, 37), (5, 19), (3, 7), (1, 1)]
ONE = timedelta(days=1)


def column_of(when: date) -> str:
    for first, last, letters in COLUMNS:
        if date(1944, *first) <= when <= date(1944, *last):
            return letters
    return COLUMNS[1][2]


def is_hit(strength: int, roll: int) -> bool:
    """The weakest column needs a 6, each further one a pip less; the last is never missed."""
    if strength <= 0:
        return False
    needs = 6
    for bound in (4, 10, 16, 23, 31):
        needs -= strength >= bound
    return max(1, min(6, roll)) >= needs


def rail_cuts(points: int, die: int) -> int:
    found = 0
    for bound, text in CUTS.items():
        if points >= bound:
            found = int((text.split() if " " in text else list(text))[die - 1])
    return found


class Summer:
    """The state of a summer as this reading keeps it."""

    def __init__(self, doc: dict[str, Any]) -> None:
        self.doc, self.read = doc, doc["readings"]
        self.today = date.fromisoformat(doc["clock"]["start"]) - ONE
        self.first = self.today + ONE
        self.sky, self.run = "F", 0
        self.damage = 0
        self.sites = {
            name: {"at": "none", "when": None, "sure": False, "hits": 0} for name, s in doc["sites"].items() if s["use"]
        }
        self.levels = {name: port["level"] for name, port in doc["ports"].items() if port["use"]}

    def day(self, dice: dict[tuple[Any, ...], int], orders: list[tuple[Any, ...]]) -> dict[str, int]:
        """The next day: ``dice`` by purpose and place, ``orders`` as verb, unit, number, place."""
        self.today += ONE
        self._weather(dice)
        self._storm(dice)
        self._building(dice)
        self._ports(dice)
        row = {**self._air(dice, orders), **self._land()}
        row["steps"] = self._coast(dice)
        row["disrupted"] = len(self._disrupted(dice, orders))
        row["storm"] = self.run
        return row

    def _weather(self, dice: dict[tuple[Any, ...], int]) -> None:
        if self.today == self.first:
            words = {"fair": "F", "overcast_1": "1", "overcast_2": "2", "storm_1": "S"}
            self.sky = words[self.doc["clock"]["weather"]]
            self.run = int(self.sky == "S")
        elif self.run == 6:
            self.sky, self.run = "F", 0
        elif self.run == 1:
            self.run = 2
        else:
            self._roll(dice["weather",])

    def _roll(self, die: int) -> None:
        add = 2 if self.run else {"F": -1, "1": 0, "2": 1}[self.sky]
        second = COLUMNS[1][2]
        if self.read["june8_15"] == "as neighbours":
            second = second[:6] + "2" + second[7:]
        letters, row = column_of(self.today), max(0, min(7, die + add))
        letters = second if letters == COLUMNS[1][2] else letters
        found = letters[row] if letters[row] != "-" else second[row]
        if self.run:
            self.sky, self.run = ("S", self.run + 1) if found == "S" else ("F", 0)
            return
        if self.read["one_step"]:
            track = "F12S"
            here, there = track.index(self.sky), track.index(found)
            found = track[here + max(-1, min(1, there - here))]
        self.sky, self.run = found, int(found == "S")

    def _storm(self, dice: dict[tuple[Any, ...], int]) -> None:
        if self.run < 2:
            return
        needs = 6 if self.run < 4 else 4 if self.run < 6 else 2
        for name, site in self.sites.items():
            if (
                self.doc["sites"][name]["kind"] == "mulberry"
                and site["at"] in ("work", "open")
                and dice["storm", name] >= needs
            ):
                if site["at"] == "open":
                    site["hits"] += 1
                    site["at"] = "open" if site["hits"] < 2 else "gone"
                elif not site["sure"] or self.read["late_damage"] == "five turns":
                    site["when"] += 5 * ONE

    def _building(self, dice: dict[tuple[Any, ...], int]) -> None:
        for name, site in self.sites.items():
            made = self.doc["sites"][name]
            begins = date.fromisoformat(made["begins"])
            if site["at"] == "none" and begins <= self.today:
                known = made["works"] != "die"
                site.update(
                    at="work", sure=known, when=date.fromisoformat(made["works"]) if known else begins + 14 * ONE
                )
            if site["at"] == "work" and not site["sure"] and site["when"] <= self.today:
                more = ([0, 0, 0, 2, 3, 4] if made["kind"] == "mulberry" else [0, 0, 2, 4, 6, 8])[
                    dice["works", name] - 1
                ]
                site.update(sure=True, when=self.today + more * ONE)
            if site["at"] == "work" and site["sure"] and site["when"] <= self.today:
                site["at"] = "open"

    def _ports(self, dice: dict[tuple[Any, ...], int]) -> None:
        for name in self.levels:
            port = self.doc["ports"][name]
            captured = date.fromisoformat(port["captured"])
            if self.today < captured and ("demolition", name) in dice:
                self.levels[name] -= {1: 0, 6: 2}.get(dice["demolition", name], 1)
            elif self.today > captured and ("repair", name) in dice:
                self.levels[name] += int(dice["repair", name] > 2)
            self.levels[name] = max(0, min(port["levels"], self.levels[name]))

    def _air(self, dice: dict[tuple[Any, ...], int], orders: list[tuple[Any, ...]]) -> dict[str, int]:
        zones: dict[Any, int] = {}
        rail = 0
        for verb, unit, number, place in orders:
            if verb == "interdict":
                zones[place] = zones.get(place, 0) + number * AIR[unit][1]
            if verb == "strategic":
                rail += number * AIR[unit][1]
        covered = sum(next(hexes for least, hexes in RADIUS if points >= least) for points in zones.values())
        cuts = rail_cuts(rail, dice["rail",]) if rail >= 6 else 0
        self.damage = max(0, self.damage + cuts - self.read["rail_repair"])
        return {"covered": covered, "cuts": cuts, "damage": self.damage}

    def _disrupted(self, dice: dict[tuple[Any, ...], int], orders: list[tuple[Any, ...]]) -> set[str]:
        hit, guns, bombs, rockets = set(), {}, {}, {}  # type: set[str], dict[str, int], dict[str, int], dict[str, int]
        for verb, unit, number, place in orders:
            if verb == "bomb":
                bombs[place] = bombs.get(place, 0) + number * AIR[unit][1]
            elif verb == "fire" and unit.endswith("ROCKET"):
                rockets[place] = rockets.get(place, 0) + number
            elif verb == "fire":
                guns[place] = guns.get(place, 0) + number * (1 if self.read["split_fire"] else SHIPS[unit])
        for kind, power in (("bombs", bombs), ("ships", guns)):
            for place, strength in power.items():
                add = self.read["fort_modifier"] if self.doc["targets"][place]["fort"] else 0
                add -= int(kind == "ships" and self.sky == "2")
                if is_hit(strength, dice[kind, place] + add):
                    hit.add(place)
        return hit | {
            place for place, count in rockets.items() for n in range(count) if dice["rocket", place, n + 1] == 6
        }

    def _coast(self, dice: dict[tuple[Any, ...], int]) -> int:
        units = self.doc["landing"]["units_in_box"]
        steps = 0
        for box in range(1, len(self.doc["landing"]["boxes"]) + 1):
            guns = [
                b
                for b in self.doc["batteries"].values()
                if box in b["boxes"] and self.today <= date.fromisoformat(b["last"])
            ]
            silent = self.run > 0 and not self.read["coast_in_storms"]
            if units and guns and not silent and is_hit(sum(b["strength"] for b in guns), dice["coast", box]):
                steps += units
        return steps

    def _land(self) -> dict[str, int]:
        boxes = self.doc["landing"]["boxes"]
        beaches = sum(boxes)
        if self.run:
            beaches = 0
        elif self.sky == "2":
            beaches = sum(boxes) // 2 if self.read["halve"] == "total" else sum(box // 2 for box in boxes)
        mulberries = minor = 0
        for name, site in self.sites.items():
            made = self.doc["sites"][name]
            if site["at"] == "open" and made["kind"] == "minor port":
                minor += made.get("capacity", 2)
            elif site["at"] == "open" and not self.run:
                whole = made.get("capacity", 16)
                mulberries += min(8, whole) if site["hits"] else whole
        open_ = [name for name in self.levels if self.today >= date.fromisoformat(self.doc["ports"][name]["captured"])]
        major = sum(self.levels[name] * self.doc["ports"][name]["per_level"] for name in open_)
        return {"beaches": beaches, "mulberries": mulberries, "minor": minor, "major": major}
