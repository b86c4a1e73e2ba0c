"""Rules 9.2 and 9.3 by day: crossings, air, guns, with the sums that the Examples of Play give."""

from __future__ import annotations

import pytest

from tests.rules.battles import OVERCAST, US, battle
from tests.rules.helpers import FRESH, SPENT, Table, place, terms

ALLIED_BRIDGE = {"held": "allied"}
PARAS = place("US-101-501", "US-101-502", at="50", level=SPENT)  # 2 each


def crossing(game: Table) -> list[tuple[str, int]]:
    """The terms of 9.3C and 9.3D."""
    return [term for term in terms(game.dv()) if term[0] in ("9.3C", "9.3D")]


# ---------------------------------------------------------------- the Examples of Play


@pytest.mark.rule("9.3C", "9.3F", "8.51")
def test_example_6_four_against_nine_over_the_enemys_bridge_under_a_clear_sky() -> None:
    paras = place("US-82-507", "US-82-508", at="49", level=SPENT)
    game = battle("49", {"GE-91-1058": "53!"}, paras, areas={"49": US}, bridges={"49-53": ALLIED_BRIDGE})
    assert int(game.av()) == 4
    assert terms(game.dv()) == [("9.3A", 2), ("9.3B", 3), ("9.3C", 1), ("9.3C", 1), ("9.3F", 2)]


@pytest.mark.rule("9.3C", "8.51", "8.52")
def test_example_7_six_against_seven_and_against_five_without_the_obligation() -> None:
    game = battle("50", {"GE-6FS": "44!"}, PARAS, areas={"50": US}, **OVERCAST)
    assert (int(game.av()), int(game.dv())) == (6, 7)
    assert terms(game.dv()) == [("9.3A", 2), ("9.3B", 3), ("9.3C", 1), ("9.3C", 1)], "a bridge of its own, flooded"
    garrison = place("GE-CA-Martin", at="50", level="disrupt_2")
    game = battle("50", {"GE-6FS": "44"}, PARAS, garrison, **OVERCAST)
    assert (int(game.av()), int(game.dv())) == (6, 5)


@pytest.mark.rule("9.2", "9.2C", "9.2D", "9.2E", "8.54")
def test_example_8_thirteen_against_six() -> None:
    assault = {"US-1-16": "", "US-1-18": "", "US-1-26": "", "US-Rgr-2": "", "US-Rgr-5": ""}
    parts = place("US-1-Art", at="30"), place("GE-716-726", "GE-709-739", at="30")
    game = battle("30", assault, *parts, support=["US-1-Art"], areas={"30": {"fort": 0}})
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 4), ("9.2C", 1), ("9.2D", 1), ("9.2E", 1)]
    assert terms(game.dv()) == [("9.3A", 4), ("9.3B", 1), ("9.3G", 1)]


@pytest.mark.rule("9.2", "9.3", "8.51")
def test_example_10_eight_against_three() -> None:
    flak = place("GE-21Pz-FLAK", at="16", level=SPENT)
    game = battle("16", {"BR-56": "box:18 18!", "BR-8Arm": "box:18 18!"}, flak, areas={"18": {"control": "british"}})
    assert (int(game.av()), int(game.dv())) == (8, 3)
    assert crossing(game) == [], "over dry land"


ISIGNY = {"US-1-16": "33", "US-1-18": "33", "US-1-26": "33", "US-29-115": "33", "US-29-116": "33", "US-29-175": "33~"}
SECOND = {"US-2-9": "35!", "US-2-23": "35!", "US-2-38": "35!"}
ST_LO = place("GE-3FS-5", "GE-3FS-8", "GE-3FS-9", "GE-352-914", at="34")
GUNS = place("US-1-Art", "US-29-Art", at="33")
HELD = {"bridges": {"33-34": ALLIED_BRIDGE}, "areas": {"33": US, "35": US}}


@pytest.mark.rule("9.2D", "9.3D", "8.52", "8.511")
def test_example_11_fifteen_against_thirteen_wading_beside_a_friendly_bridge_costs_nothing() -> None:
    game = battle("34", ISIGNY, ST_LO, GUNS, support=["US-1-Art", "US-29-Art"], **HELD, **OVERCAST)
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 5), ("9.2C", 2), ("9.2D", 1), ("9.2D", 1)]
    assert int(game.av()) == 15
    assert terms(game.dv()) == [("9.3A", 7), ("9.3B", 3), ("9.3G", 3)]


@pytest.mark.rule("9.3D", "8.511")
def test_example_11_wading_a_river_that_the_enemy_holds_adds_two() -> None:
    routes = ISIGNY | {"US-29-175": "27~!"}
    game = battle("34", routes, ST_LO, GUNS, support=["US-1-Art", "US-29-Art"], **HELD, **OVERCAST)
    assert crossing(game) == [("9.3D", 2)]
    assert int(game.dv()) == 15


@pytest.mark.rule("9.2", "9.3C", "11.4")
def test_example_11_twenty_against_fifteen_in_a_double_impulse() -> None:
    guns = GUNS | place("US-2-Art", at="35")
    game = battle("34", ISIGNY | SECOND, ST_LO, guns, support=["US-1-Art", "US-29-Art", "US-2-Art"], **HELD, **OVERCAST)
    assert int(game.av()) == 20
    assert crossing(game) == [("9.3C", 1), ("9.3C", 1)], "a mandatory assault over an enemy-held bridge"
    assert int(game.dv()) == 15


@pytest.mark.rule("9.2", "9.3C", "8.52")
def test_example_12_seven_against_five_over_a_bridge_the_allies_hold() -> None:
    paras, martin = place("US-101-501", at="50"), place("GE-CA-Martin", at="50")
    game = battle("50", {"US-4-8": "51"}, paras, martin, bridges={"50-51": ALLIED_BRIDGE})
    assert (int(game.av()), int(game.dv())) == (7, 5)


@pytest.mark.rule("9.3C", "9.3F")
@pytest.mark.parametrize(("defender", "value"), [("US-101-501", 10), ("US-4-8", 11)])
def test_example_12_one_against_ten_or_eleven(defender: str, value: int) -> None:
    """2 (or 3 with the 8th Regiment) + 3 + an enemy-held bridge over a flood 3 + air 2."""
    stack = place(defender, at="50", level=SPENT)
    game = battle("50", {"GE-100Rp": "45 44!"}, stack, areas={"50": US}, bridges={"44-50": ALLIED_BRIDGE})
    assert int(game.av()) == 1
    assert int(game.dv()) == value
    assert crossing(game) == [("9.3C", 1), ("9.3C", 1), ("9.3C", 1)]


# ---------------------------------------------------------------- the cases, one by one


@pytest.mark.rule("9.3C", "9.3D", "8.51")
@pytest.mark.parametrize(
    ("area", "route", "held", "expected"),
    [
        ("34", "33!", "allied", [("9.3C", 1)]),  # a bridge, friendly
        ("34", "33!", "german", [("9.3C", 1), ("9.3C", 1)]),  # held by the defender
        ("50", "44!", "allied", [("9.3C", 1), ("9.3C", 1)]),  # friendly, over a flood
        ("50", "44!", "german", [("9.3C", 1), ("9.3C", 1), ("9.3C", 1)]),  # all three
        ("34", "33~!", "german", [("9.3D", 2)]),
        ("34", "33~!", "allied", [("9.3D", 2)]),  # the obligation counts, not who holds the line
        ("34", "33~!", "destroyed", [("9.3D", 2)]),
        ("34", "36!", None, []),  # open ground
        ("34", "33", "german", []),  # no obligation, no modifier
        ("34", "33~", "german", []),
    ],
)
def test_one_crossing(area: str, route: str, held: str | None, expected: list[tuple[str, int]]) -> None:
    bridges = {f"{route.rstrip('!~')}-{area}": {"held": held}} if held else {}
    game = battle(area, {"US-4-8": route}, place("GE-352-914", at=area), bridges=bridges, **OVERCAST)
    assert crossing(game) == expected


@pytest.mark.rule("9.3C", "9.3D")
def test_the_dearest_single_case_counts_and_cases_are_not_added() -> None:
    # A friendly bridge (1) and a wader (2): two, not three.
    routes = {"US-4-8": "33!", "US-4-12": "25~!"}
    stack = place("GE-352-914", at="34")
    game = battle("34", routes, stack, bridges={"33-34": ALLIED_BRIDGE}, **OVERCAST)
    assert crossing(game) == [("9.3D", 2)]
    # A friendly bridge over a river (1) beside the enemy's over another (2): two, not 1 + 1 + 1.
    routes = {"US-4-8": "33!", "US-4-12": "25!"}
    game = battle("34", routes, stack, bridges={"33-34": ALLIED_BRIDGE}, **OVERCAST)
    assert crossing(game) == [("9.3C", 1), ("9.3C", 1)]


@pytest.mark.rule("9.3C", "8.52", "8.374")
def test_only_those_who_must_assault_count() -> None:
    # The optional assaulter waded; the one that must came over its own bridge.
    routes = {"US-4-8": "33!", "US-4-12": "25~"}
    game = battle("34", routes, place("GE-352-914", at="34"), bridges={"33-34": ALLIED_BRIDGE}, **OVERCAST)
    assert crossing(game) == [("9.3C", 1)]


@pytest.mark.rule("9.3C", "16.1")
def test_guns_that_came_along_add_nothing_to_either_side() -> None:
    routes = {"US-4-8": "33", "US-4-Art": "35!"}
    game = battle("34", routes, place("GE-352-914", at="34"), others=["US-4-Art"], **OVERCAST)
    assert terms(game.av()) == [("9.2A", 6)]
    assert crossing(game) == []


@pytest.mark.rule("9.3C")
def test_the_terms_name_the_unit_and_the_places() -> None:
    game = battle("50", {"GE-6FS": "44!"}, PARAS, areas={"50": US}, **OVERCAST)
    assert "6 FS Rgt crossed the bridge from Carentan to Ste. Mere Eglise" in str(game.dv())


@pytest.mark.rule("9.3F", "18.2", "18.3", "14.4")
def test_air_defense_in_clear_weather_and_as_the_scenario_says() -> None:
    paras = place("US-82-507", at="49", level=SPENT)
    clear = battle("49", {"GE-91-1058": "53"}, paras)
    assert ("9.3F", 2) in terms(clear.dv())
    changed = battle("49", {"GE-91-1058": "53"}, paras, rules={"air_defense": 4})
    assert ("9.3F", 4) in terms(changed.dv())
    overcast = battle("49", {"GE-91-1058": "53"}, paras, **OVERCAST)
    assert "9.3F" not in dict(terms(overcast.dv()))
    zone = battle("A", {"GE-91-1058": ""}, place("BR-8Arm", at="A"))
    assert "9.3F" not in dict(terms(zone.dv())), "no air support in a zone"


@pytest.mark.rule("9.2F")
@pytest.mark.parametrize(("second", "expected"), [("GE-12SS-26", 0), ("GE-21Pz-125", -1), ("GE-3FS-5", -1)])
def test_ss_beside_army_or_luftwaffe_costs_one(second: str, expected: int) -> None:
    routes = {"GE-12SS-Pz": "14", second: "14"}
    game = battle("15", routes, place("BR-3-8", at="15"), **OVERCAST)
    assert int(game.av("point GE-12SS-Pz")) == 9 + 1 + expected
    assert dict(terms(game.av())).get("9.2F", 0) == expected


@pytest.mark.rule("9.2F", "9.2C")
def test_guns_of_the_other_service_do_not_count_as_assaulting_together() -> None:
    guns = place("GE-LXXXIV-Art", at="14", level=FRESH)
    game = battle("15", {"GE-12SS-Pz": "14"}, place("BR-3-8", at="15"), guns, support=["GE-LXXXIV-Art"], **OVERCAST)
    assert terms(game.av()) == [("9.2A", 9), ("9.2C", 1)]
