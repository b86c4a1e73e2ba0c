"""Random legal positions in the midst of June 6: the patch vocabulary over `blank`, at the start of an impulse."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.board.board import AREA, FLOODED, RIVER, Board
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.dice import Stream
from tests.properties.setups import BEACHES, Deployment, Patch, neighbours

NATIONS = ("US", "British")
GOOD = ("fresh", "fresh", "fresh", "fresh", "fresh", "spent", "disrupt_1")
WORN = ("disrupt_2", "disrupt_2", "disrupt_1", "spent")
MOBILE = ("infantry", "armor", "panzer_grenadier", "parachute", "field_artillery", "nebelwerfer", "flak", "pak")
HELD = ("german", "german", "allied", "allied", "destroyed")


@cache
def board() -> Board:
    return breakout.setting_from(nl.load_scenario("blank")).board


def some(deployment: Deployment, count: int) -> list[str]:
    """Different areas, close to one another: a first one and what can be reached from it."""
    found = [deployment.pick(tuple(neighbours()))]
    while len(found) < count:
        near = neighbours()[deployment.pick(tuple(found))]
        new = [place for place in near if place not in found and place.isdigit()]
        found.append(deployment.pick(tuple(new)) if new else deployment.pick(tuple(neighbours())))
    return list(dict.fromkeys(found))


def fight(deployment: Deployment, places: list[str], levels: tuple[str, ...] = GOOD, most: int = 5) -> None:
    """Germans, Allies or both in each of the areas."""
    below = deployment.stream.below
    for place in places:
        who = below(5)
        if who < 3:
            deployment.germans(place, 1 + below(most), levels=levels)
        if who > 1:
            nation = deployment.pick(NATIONS)
            deployment.put(place, 1 + below(most), lambda row, nation=nation: row["nationality"] == nation, GOOD)


def country(deployment: Deployment) -> None:
    """Control of empty and contested areas, bridges, Construct markers and river lines, each at random."""
    below, pick = deployment.stream.below, deployment.pick
    places = {}
    for name, unit in deployment.units.items():
        places.setdefault(unit["at"], set()).add(name.startswith("GE-"))
    for area in neighbours():
        sides = places.get(area, set())
        if len(sides) != 1 and not below(2):
            deployment.patch["areas"].setdefault(area, {})["control"] = pick(("german", "us", "british"))
    bridges, rivers = {}, {}
    for border in board().borders:
        if border.bridge and not below(2):
            held = pick(HELD)
            bridges[border.id] = {"held": held}
            if held == "destroyed" and not below(3):
                bridges[border.id]["construct"] = {pick(("german", "allied")): 1 + below(2)}
            if held == "destroyed" and border.kind == RIVER and not below(3):
                rivers[border.id] = {"held": pick(("german", "allied"))}
        elif border.kind == RIVER and not border.bridge and not below(3):
            rivers[border.id] = {"held": pick(("german", "allied"))}
    _few_markers(bridges)
    deployment.patch |= {"bridges": bridges, "rivers": rivers}


def _few_markers(bridges: dict[str, Patch]) -> None:
    """No more Construct markers than there are: one German, four Allied (20.21)."""
    left = {"german": 1, "allied": 4}
    for bridge in bridges.values():
        for side in list(bridge.get("construct", ())):
            left[side] -= 1
            if left[side] < 0:
                del bridge["construct"]


def clock(deployment: Deployment) -> None:
    """A moment of the day, its weather, and what has been used."""
    below, pick = deployment.stream.below, deployment.pick
    impulse = pick((-3, 0, 0, 1, 2, 3, 4, 5, 6, 12))
    deployment.patch |= {
        "clock": {"phase": "daylight", "impulse": impulse, "side": pick(("german", "allied"))},
        "weather": {"dawn": {"Jun-06": pick(("clear", "overcast"))}, "lock": not below(6)},
        "advantage": {"side": pick(("german", "allied"))},
        "sunset": {"drm": below(5) - 2 if impulse < 12 else 6},
        "markers": {
            "used": [marker for marker in ("WTF", "ETF", "IXAF", "2TAF", "LeHavre") if below(2)],
            "bombed_today": {pick(tuple(neighbours())): pick(("us", "british"))},
        },
    }
    if impulse > 1 and below(2):
        deployment.patch["weather"]["changes"] = [{"impulse": impulse + below(2), "to": pick(("clear", "overcast"))}]


def ordinary(deployment: Deployment) -> None:
    fight(deployment, some(deployment, 5))
    fight(deployment, some(deployment, 4))
    deployment.germans(deployment.pick("ABCDE"), 3, *MOBILE, levels=GOOD)
    for nation in NATIONS:
        beach = deployment.pick(BEACHES[nation])
        deployment.put(f"box:{beach}", 1 + deployment.stream.below(6), lambda row, n=nation: row["nationality"] == n)


def full_areas(deployment: Deployment) -> None:
    """Up to ten units a side in areas next to one another (7.1, 8.371)."""
    places = some(deployment, 4)
    fight(deployment, places, GOOD, 10)
    deployment.germans(places[0], 10, levels=("fresh",))


def worn_germans(deployment: Deployment) -> None:
    """Germans that an attack destroys by threes and more (11.22)."""
    places = some(deployment, 5)
    for place in places[:3]:
        deployment.germans(place, 4 + deployment.stream.below(7), levels=WORN[:2])
    for place in places[2:]:
        deployment.put(place, 4 + deployment.stream.below(4), lambda row: row["nationality"] == "British", ("fresh",))


def worn_allies(deployment: Deployment) -> None:
    """Allied units that are lost one after the other (11.21)."""
    places = some(deployment, 5)
    for place in places[:3]:
        nation = deployment.pick(NATIONS)
        deployment.put(place, 2 + deployment.stream.below(4), lambda row, n=nation: row["nationality"] == n, WORN)
    for place in places[2:]:
        deployment.germans(place, 4 + deployment.stream.below(4), levels=("fresh",))


def guns(deployment: Deployment) -> None:
    """Artillery of all kinds, with a few to lead it (8.375, 9.7, 16)."""
    places = some(deployment, 5)
    arms = ("field_artillery", "corps_artillery", "nebelwerfer", "flak", "pak", "infantry", "armor")
    for place in places:
        deployment.germans(place, deployment.stream.below(4), *arms, levels=GOOD)
        nation = deployment.pick(NATIONS)
        deployment.put(
            place,
            deployment.stream.below(4),
            lambda row, n=nation: row["nationality"] == n and row["type"] in arms,
            GOOD,
        )


def columns(deployment: Deployment) -> None:
    """Germans with a long way to go and FLAK beside it (8.4)."""
    places = some(deployment, 6)
    for place in places[:4]:
        deployment.germans(place, 3, "armor", "panzer_grenadier", "infantry", levels=("fresh",))
        deployment.germans(place, deployment.stream.below(3), "flak", levels=("fresh", "spent"))
    deployment.put(places[4], 2, lambda row: row["nationality"] == "US", GOOD)


def zones(deployment: Deployment) -> None:
    """Both sides in zones and next to them (14); no Fresh Allied unit in one, whose breakout would have to be judged."""
    for zone in "ABC":
        deployment.germans(zone, deployment.stream.below(6), *MOBILE, levels=GOOD)
        near = [place.id for place, _ in _around(zone)]
        deployment.put(
            zone, deployment.stream.below(3), lambda row: row["nationality"] == "British", ("spent", "disrupt_1")
        )
        fight(deployment, near[:3], GOOD, 3)


def _around(zone: str) -> list[tuple[object, int]]:
    found = [(board().places[place], border) for place, border in board().neighbours[board().index[zone]]]
    return [(place, border) for place, border in found if place.kind == AREA]


def landings(deployment: Deployment) -> None:
    """More troops off the beaches, batteries next to them, and a few units ashore or none (19.3, 19.4, 21.6)."""
    below, pick = deployment.stream.below, deployment.pick
    for nation in NATIONS:
        for beach in BEACHES[nation]:
            deployment.put(f"box:{beach}", 2 + below(6), lambda row, n=nation: row["nationality"] == n)
            deployment.put(
                beach, below(3), lambda row, n=nation: row["nationality"] == n, ("fresh", "spent", "disrupt_1")
            )
            deployment.germans(beach, below(3), levels=GOOD)
            near = [place for place in neighbours()[beach] if place.isdigit()]
            deployment.germans(pick(tuple(near)), below(2), "coastal_artillery", levels=("fresh",))
            deployment.germans(pick(tuple(near)), below(3), levels=GOOD)


def another_map(deployment: Deployment) -> None:
    """Borders of any kind between the armies."""
    ordinary(deployment)
    pick = deployment.pick
    deployment.patch["borders"] = {
        border.id: pick((
            {"kind": "open", "bridge": False}, {"kind": "river", "bridge": False}, {"kind": "flooded", "bridge": False},
        ))
        for border in board().borders if border.kind in ("open", RIVER, FLOODED) and not border.bridge
    }  # fmt: skip


def switched(deployment: Deployment) -> None:
    ordinary(deployment)
    pick = deployment.pick
    deployment.patch["rules"] = {
        "fort_value": pick((0, 1, 5)), "air_interdiction": pick((True, False)), "coastal_interdiction": pick((True, False)), "air_attack": pick((0, 3)),
        "air_defense": pick((0, 4)), "allied_repairs": pick((0, 1, 9)), "german_repairs": pick((0, 3)),
        "beach_of_another_nation": pick((True, False)), "advantage_lost": pick(("at_once", "end_of_impulse")),
    }  # fmt: skip


BATTLES = (
    ordinary, full_areas, worn_germans, worn_allies, guns, columns, zones, another_map, switched, landings,
)  # fmt: skip


def patch(make: Callable[[Deployment], None], seed: int) -> Patch:
    deployment = Deployment(Stream(seed, make.__name__, "day"))
    make(deployment)
    country(deployment)
    clock(deployment)
    return deployment.patch


@lru_cache(maxsize=4)
def setting(make: Callable[[Deployment], None], seed: int) -> Setting:
    """A position of the day; another map has borders that its rivers no longer name."""
    found = patch(make, seed)
    changed = found.get("borders", {})
    found["rivers"] = {border: line for border, line in found["rivers"].items() if border not in changed}
    return breakout.setting_from(nl.load_scenario("blank").with_(found))


def of(seed: int) -> Setting:
    """Each seed is a battle of the next kind; two seeds that follow one another share their position."""
    return setting(BATTLES[seed // 2 % len(BATTLES)], seed // 2)
