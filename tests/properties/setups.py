"""Random set-ups meant to break the engine: the patch vocabulary over `blank`, one strange feature each."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.dice import Stream

Patch = dict[str, Any]
BEACHES = {"US": ("30", "51"), "British": ("8", "17", "18")}
DROPS = ("50", "49", "7", "44", "30", "18", "53")  # bocage, open, a beach of each nationality
LEVELS = ("fresh", "fresh", "spent", "disrupt_1", "disrupt_2")


@cache
def rows() -> tuple[dict[str, str], ...]:
    with resources.files("normandy_lab").joinpath("data/breakout/units.csv").open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


@cache
def neighbours() -> dict[str, tuple[str, ...]]:
    board = breakout.setting_from(nl.load_scenario("blank")).board
    return {
        board.places[area].id: tuple(board.places[place].id for place, _ in board.neighbours[area])
        for area in board.areas
    }


class Deployment:
    """Units taken at random from the order of battle and put down, within the limits of 7.1 and 16.13."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.units: dict[str, Patch] = {}
        self.patch: Patch = {"units": self.units, "areas": {}, "weather": {"dawn": {"Jun-06": "clear"}}}
        self._count: dict[tuple[str, str], int] = {}
        self._corps: set[tuple[str, str]] = set()

    def pick(self, options: tuple[Any, ...]) -> Any:
        return options[self.stream.below(len(options))]

    def put(
        self, place: str, count: int, match: Callable[[dict[str, str]], bool], levels: tuple[str, ...] = LEVELS
    ) -> None:
        """Up to so many units that match, as far as the order of battle and the stack reach."""
        pool = [row for row in rows() if row["id"] not in self.units and match(row)]
        area = place.isdigit()
        for _ in range(count):
            if not pool:
                return
            row = pool.pop(self.stream.below(len(pool)))
            key = place, row["side"]
            corps = row["type"] == "corps_artillery"
            if area and (self._count.get(key, 0) == 10 or (corps and key in self._corps)):
                continue
            self._count[key] = self._count.get(key, 0) + 1
            if corps:
                self._corps.add(key)
            level = "fresh" if place.startswith("box") else self.pick(levels)
            self.units[row["id"]] = {"at": place, "level": level}

    def germans(self, place: str, count: int, *types: str, levels: tuple[str, ...] = LEVELS) -> None:
        self.put(place, count, lambda row: row["side"] == "German" and (not types or row["type"] in types), levels)

    def drop(self, place: str, count: int, nationality: str, levels: tuple[str, ...] = ("fresh",)) -> None:
        airborne = ("parachute", "glider")
        self.put(place, count, lambda row: row["nationality"] == nationality and row["type"] in airborne, levels)

    def sail(self, beach: str, count: int, nationality: str) -> None:
        airborne = ("parachute", "glider")
        self.put(f"box:{beach}", count, lambda row: row["nationality"] == nationality and row["type"] not in airborne)

    def ordinary(self) -> None:
        """Germans and a wave at each beach, and drops in two areas."""
        for nationality, beaches in BEACHES.items():
            for beach in beaches:
                self.germans(beach, self.stream.below(6))
                self.sail(beach, 1 + self.stream.below(6), nationality)
        for area in {self.pick(DROPS), self.pick(DROPS)}:
            self.germans(area, self.stream.below(6))
            self.drop(area, 1 + self.stream.below(5), self.pick(("US", "British")))


def empty_beaches(deployment: Deployment) -> None:
    for nationality, beaches in BEACHES.items():
        for beach in beaches:
            deployment.sail(beach, 1 + deployment.stream.below(9), nationality)


def all_spent(deployment: Deployment) -> None:
    deployment.ordinary()
    for unit in deployment.units.values():
        if not unit["at"].startswith("box"):
            unit["level"] = "spent"


def tens(deployment: Deployment) -> None:
    """Ten Germans at two beaches and under a drop of ten."""
    deployment.germans("30", 10)
    deployment.germans("18", 10)
    deployment.sail("30", 12, "US")
    deployment.sail("18", 12, "British")
    deployment.germans("50", 10)
    deployment.drop("50", 10, "US")


def hemmed_in(deployment: Deployment) -> None:
    """All areas around the beach and the drop are full of Germans: retreats pass through or fail."""
    beach, area = deployment.pick(("30", "51")), deployment.pick(("50", "53", "49"))
    deployment.germans(beach, 4, "infantry", "panzer_grenadier", "armor", "field_artillery")
    deployment.germans(area, 4, "infantry", "armor", "parachute")
    deployment.sail(beach, 8, "US")
    deployment.drop(area, 6, "US")
    full = [place for place in {*neighbours()[beach], *neighbours()[area]} - {beach, area} if place.isdigit()]
    donors = [row["id"] for row in rows() if row["side"] == "German" and row["type"] == "infantry"]
    for place in sorted(full):
        for number in range(10):
            name = f"GE-X{place}-{number}"
            deployment.units[name] = {
                "copy_of": donors[number],
                "name": name,
                "at": place,
                "level": deployment.pick(LEVELS),
            }


def allied_country(deployment: Deployment) -> None:
    """The Allies control every area around: nobody can retreat, or only into contested ones."""
    deployment.ordinary()
    held = {unit["at"] for unit in deployment.units.values()}
    for area in neighbours():
        if area not in held and area not in ("8", "17", "18", "30", "51"):
            deployment.patch["areas"][area] = {"control": deployment.pick(("us", "british"))}


def no_markers(deployment: Deployment) -> None:
    deployment.ordinary()
    deployment.patch["markers"] = {"used": ["WTF", "ETF", "IXAF", "2TAF"]}


def bombed_by_the_others(deployment: Deployment) -> None:
    deployment.ordinary()
    deployment.patch["markers"] = {"bombed_today": {"30": "british", "18": "us", "31": "british"}}


def overcast(deployment: Deployment) -> None:
    deployment.ordinary()
    deployment.patch["weather"] = {"dawn": {"Jun-06": "overcast"}}


def both_nationalities(deployment: Deployment) -> None:
    """US and British units dropped together: ties of 7.3, and 17.1 for their aircraft."""
    for area in ("50", "30", "18"):
        count = 1 + deployment.stream.below(3)
        deployment.germans(area, 1, levels=("spent", "disrupt_2"))
        deployment.drop(area, count, "US")
        deployment.drop(area, count, "British")
    deployment.sail("30", 3, "US")
    deployment.sail("18", 3, "British")


def only_guns(deployment: Deployment) -> None:
    """Nothing but field artillery, FLAK or coastal artillery defends (16.1, 10.12)."""
    for nationality, beaches in BEACHES.items():
        for beach in beaches:
            kind = deployment.pick(("field_artillery", "flak", "coastal_artillery", "nebelwerfer"))
            deployment.germans(beach, 1 + deployment.stream.below(3), kind)
            deployment.sail(beach, 4, nationality)
    deployment.germans("50", 3, "field_artillery", "corps_artillery")
    deployment.drop("50", 4, "US")


def broken_defence(deployment: Deployment) -> None:
    """Every German is at Disrupt 2."""
    deployment.ordinary()
    german = {row["id"] for row in rows() if row["side"] == "German"}
    for name, unit in deployment.units.items():
        if name in german:
            unit["level"] = "disrupt_2"


def crowded_beach(deployment: Deployment) -> None:
    """Up to ten Allied units stand ashore before the wave comes (7.1)."""
    deployment.germans("30", 1 + deployment.stream.below(3))
    deployment.put(
        "30", 8 + deployment.stream.below(3), lambda row: row["nationality"] == "US" and row["type"] == "infantry"
    )
    deployment.sail("30", 5, "US")
    deployment.sail("51", 3, "US")
    deployment.germans("51", 2)


def shelled_twice(deployment: Deployment) -> None:
    deployment.ordinary()
    deployment.patch["rules"] = {"naval_shoots_before_landing": deployment.pick((0, 2, 3))}


def switched(deployment: Deployment) -> None:
    deployment.ordinary()
    pick = deployment.pick
    deployment.patch["rules"] = {
        "fort_value": pick((0, 1, 5)), "air_interdiction": pick((True, False)), "coastal_interdiction": pick((True, False)), "air_attack": pick((0, 3)),
        "first_wave_cap": pick((0, 1, 20)),
    }  # fmt: skip


def broken_bridges(deployment: Deployment) -> None:
    """Every bridge destroyed or Allied-held: retreats of infantry only, or of none."""
    deployment.ordinary()
    borders = breakout.setting_from(nl.load_scenario("blank")).board.borders
    deployment.patch["bridges"] = {
        border.id: {"held": deployment.pick(("destroyed", "allied", "german"))} for border in borders if border.bridge
    }


def one_way_out(deployment: Deployment) -> None:
    """Ten Germans in Utah Beach, and the only way out is the bridge of a flooded border (8.371)."""
    deployment.germans("51", 10, "infantry", "panzer_grenadier", "armor")
    deployment.sail("51", 2, "US")
    for area in neighbours()["51"]:
        if area != "50":
            deployment.patch["areas"][area] = {"control": "us"}
    deployment.patch["clock"] = {"phase": "amphibious"}


def later_phase(deployment: Deployment) -> None:
    deployment.ordinary()
    deployment.patch["clock"] = {"phase": deployment.pick(("naval", "air", "amphibious"))}
    deployment.patch["advantage"] = {"side": deployment.pick(("german", "allied"))}


def another_map(deployment: Deployment) -> None:
    """Borders of any kind, terrain of any value: nothing is known of the printed map."""
    deployment.ordinary()
    board = breakout.setting_from(nl.load_scenario("blank")).board
    deployment.patch["borders"] = {
        border.id: deployment.pick((
            {"kind": "open", "bridge": False}, {"kind": "river", "bridge": True}, {"kind": "river", "bridge": False},
            {"kind": "flooded", "bridge": True}, {"kind": "flooded", "bridge": False},
        ))
        for border in board.borders if border.kind in ("open", "river", "flooded")
    }  # fmt: skip
    deployment.patch["areas"] = {
        board.places[area].id: {"tem": deployment.stream.below(5), "bocage": deployment.pick((True, False))}
        for area in board.areas
    }


def foreign_beaches(deployment: Deployment) -> None:
    """US and British units off the same beach (19.3 switched off), against next to nobody."""
    deployment.patch["rules"] = {"beach_of_another_nation": True}
    for beach in ("30", "51", "18"):
        deployment.sail(beach, 2, "US")
        deployment.sail(beach, 2, "British")
        deployment.germans(beach, deployment.stream.below(2), levels=("disrupt_2",))


def no_point_unit(deployment: Deployment) -> None:
    """Waves that hold no infantry and no armor, beside some that do (8.375)."""
    for name, beach in (("US-X1", "30"), ("US-X2", "30"), ("US-X3", "51")):
        kind = deployment.pick(("flak", "pak"))
        deployment.units[name] = {"copy_of": "US-4-8", "name": name, "type": kind, "attack": "*", "at": f"box:{beach}"}
    deployment.sail("51", 1, "US")
    deployment.germans("30", 2)
    deployment.germans("51", 2)
    deployment.patch["clock"] = {"phase": "amphibious"}


SETUPS = (
    Deployment.ordinary, empty_beaches, all_spent, tens, hemmed_in, allied_country, no_markers, bombed_by_the_others, overcast,
    both_nationalities, only_guns, broken_defence, crowded_beach, shelled_twice, switched, broken_bridges, later_phase, one_way_out,
    another_map, foreign_beaches, no_point_unit,
)  # fmt: skip


def patch(make: Callable[[Deployment], None], seed: int) -> Patch:
    deployment = Deployment(Stream(seed, make.__name__))
    make(deployment)
    return deployment.patch


def setting(make: Callable[[Deployment], None], seed: int) -> Setting:
    return breakout.setting_from(nl.load_scenario("blank").with_(patch(make, seed)))
