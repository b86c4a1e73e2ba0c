"""Rules 8.5-8.54 and 9.4-9.67 by day: results, who goes back and where to, Overrun."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.breakout import engine
from normandy_lab.breakout.board.board import ALLIED
from normandy_lab.breakout.rules import s09_assault
from tests.rules.battles import BRITISH, OVERCAST, US, battle, fight, record
from tests.rules.helpers import D1, D2, FRESH, INFANTRY, SPENT, Table, place

ALLIED_BRIDGE = {"held": "allied"}
FORT = {"51": {"fort": 2}}
PARAS = place("US-101-501", "US-101-502", at="50", level=SPENT)


def st_mere(*parts: dict[str, dict[str, str]], route: str = "44!", **patch: Any) -> Table:
    """Example 7: the 6 FS Regiment enters Ste. Mere Eglise from Carentan under clouds: 6 against 7."""
    bridges = {"50-51": ALLIED_BRIDGE} | patch.pop("bridges", {})
    return battle(
        "50", {"GE-6FS": route}, PARAS, *parts, areas={"50": US, "51": US}, bridges=bridges, **OVERCAST, **patch
    )


def fs(game: Table, attacker: int, defender: int) -> Table:
    return fight(game, "GE-6FS", "US-101-501", attacker, defender)


# ---------------------------------------------------------------- failure


@pytest.mark.rule("9.41", "8.51", "9.61", "8.372", "9.62")
def test_a_lost_mandatory_assault_goes_back_over_the_bridge_it_came_by() -> None:
    game = fs(st_mere(bridges={"44-50": ALLIED_BRIDGE}), 7, 7)  # 6 against 8
    assert (game.at("GE-6FS"), game.level("GE-6FS")) == ("44", D1)
    assert game.holder("44-50") == "allied", "not taken"
    assert game.levels("US-101-501", "US-101-502") == [SPENT, SPENT], "the defenders lose nothing"
    assert (game.kind, game.actor) == ("retreat", "allied"), "but may leave"
    assert game.control("50") == "us"


@pytest.mark.rule("8.371", "20.1")
def test_five_have_crossed_and_all_five_go_back() -> None:
    five = ("US-4-8", "US-4-12", "US-4-22", "US-9-39", "US-9-47")
    game = battle("34", dict.fromkeys(five, "33!"), place("GE-3FS-5", at="34"), areas={"33": US}, **OVERCAST)
    border = game.setting.board.border("33-34").index
    game.state.crossed[border] = sum(1 << game.setting.forces.index[unit] for unit in five)
    fight(game, "US-4-8", "GE-3FS-5", 2, 12)  # 6 + 4 + 1 + 2 against 7 + 3 + 2 + 12
    assert {game.at(unit) for unit in five} == {"33"}
    assert game.state.crossed[border].bit_count() == 5


@pytest.mark.rule("9.41", "8.52", "9.61", "9.6")
def test_a_lost_optional_assault_may_go_back_or_stay_and_attackers_choose_first() -> None:
    game = fs(st_mere(route="44"), 2, 12)
    assert game.level("GE-6FS") == D1
    assert (game.kind, game.actor) == ("retreat", "german")
    assert game.options == {"retreat GE-6FS 44", "hold"}
    assert game.why("retreat US-101-501 51").rule == "9.6", "the defenders' turn comes later"
    stayed = fs(st_mere(route="44"), 2, 12).do("hold")
    assert (stayed.kind, stayed.actor, stayed.at("GE-6FS")) == ("retreat", "allied", "50")
    game.do("retreat GE-6FS 44")
    assert (game.kind, game.actor, game.at("GE-6FS")) == ("retreat", "allied", "44")


@pytest.mark.rule("9.61", "8.54")
def test_who_began_the_impulse_there_never_goes_back() -> None:
    """Example 8: Disrupt 1 for those who assaulted, Spent for the guns, and nobody leaves Omaha."""
    assault = dict.fromkeys(("US-1-16", "US-1-18", "US-1-26", "US-Rgr-2", "US-Rgr-5"), "")
    parts = place("US-1-Art", "US-29-115", at="30"), place("GE-716-726", "GE-709-739", at="30")
    game = battle("30", assault, *parts, support=["US-1-Art"], areas={"30": {"fort": 0}})
    fight(game, "US-1-16", "GE-716-726", 2, 12)
    assert set(game.levels(*assault)) == {D1}
    assert game.level("US-1-Art") == SPENT, "not disrupted: it only supported (9.7)"
    assert game.level("US-29-115") == FRESH, "took no part (8.5)"
    assert {game.at(unit) for unit in assault} == {"30"}
    assert (game.kind, game.actor) == ("retreat", "german")


@pytest.mark.rule("8.51", "9.61", "11.4")
def test_example_11_only_the_second_division_must_go_back() -> None:
    isigny = dict.fromkeys(("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-29-175"), "33")
    second = dict.fromkeys(("US-2-9", "US-2-23", "US-2-38"), "35!")
    stack = place("GE-3FS-5", "GE-3FS-8", "GE-3FS-9", "GE-352-914", at="34")
    guns = place("US-1-Art", "US-29-Art", at="33") | place("US-2-Art", at="35")
    held = {"areas": {"33": US, "35": US}, "bridges": {"33-34": ALLIED_BRIDGE}}
    game = battle("34", isigny | second, stack, guns, support=["US-1-Art", "US-29-Art", "US-2-Art"], **held, **OVERCAST)
    fight(game, "US-1-16", "GE-3FS-5", 5, 11)  # 25 against 26
    assert set(game.levels(*isigny, *second)) == {D1}
    assert set(game.levels("US-1-Art", "US-29-Art", "US-2-Art")) == {SPENT}
    assert {game.at(unit) for unit in second} == {"35"}, "at once"
    assert {game.at(unit) for unit in isigny} == {"34"}
    assert game.offered("retreat") == {f"{unit} 33" for unit in isigny}
    game.do("retreat US-1-16 33", "hold")
    assert (game.at("US-1-16"), game.at("US-1-18")) == ("33", "34")
    assert game.why("retreat US-1-18 33").rule == "9.62", "too late: the defenders' turn"


@pytest.mark.rule("16.1", "9.41")
def test_guns_that_came_along_are_disrupted_and_go_back_with_a_lost_mandatory_assault() -> None:
    routes = {"US-4-8": "33!", "US-4-Art": "33!"}
    game = battle("34", routes, place("GE-3FS-5", at="34"), others=["US-4-Art"], areas={"33": US}, **OVERCAST)
    fight(game, "US-4-8", "GE-3FS-5", 2, 12)
    assert game.levels("US-4-8", "US-4-Art") == [D1, D1]
    assert (game.at("US-4-8"), game.at("US-4-Art")) == ("33", "33")


@pytest.mark.rule("9.41", "8.51", "3.4")
def test_landers_stay_ashore_and_those_stopped_by_the_guns_are_disrupted_too() -> None:
    routes = {"US-4-8": "box:51!", "US-4-12": "box:51!"}
    game = battle("51", routes, place("GE-352-914", at="51"), others=["US-4-12"], areas=FORT, **OVERCAST)
    fight(game, "US-4-8", "GE-352-914", 2, 12)
    assert game.levels("US-4-8", "US-4-12") == [D1, D1]
    assert (game.at("US-4-8"), game.at("US-4-12")) == ("51", "51")
    assert (game.kind, game.actor) == ("retreat", "german"), "the attackers are not asked"
    assert game.fort("51") == 2


@pytest.mark.rule("9.41", "9.61")
def test_a_failed_optional_landing_may_not_go_back_to_the_sea() -> None:
    routes = {"US-4-8": "box:51", "US-4-12": "50", "US-4-22": ""}
    game = battle("51", routes, place("GE-352-914", at="51"), areas={"50": US, "51": {"fort": 0}}, **OVERCAST)
    fight(game, "US-4-12", "GE-352-914", 2, 12)
    assert game.offered("retreat") == {"US-4-12 50"}
    assert game.why("retreat US-4-8 50").rule == "9.41"
    assert game.why("retreat US-4-22 50").rule == "9.61"
    assert game.why("retreat US-4-12 44").fix == "Choose Ste. Mere Eglise."


@pytest.mark.rule("8.371", "9.61", "11.4")
@pytest.mark.parametrize(("unit", "area", "start", "kind"), [
    ("GE-6FS", "50", "44", "flooded"), ("GE-91-1057", "7", "8", "river"), ("GE-21Pz-PAK", "7", "8", "river"),
])  # fmt: skip
def test_nobody_goes_back_over_a_bridge_destroyed_meanwhile(unit: str, area: str, start: str, kind: str) -> None:
    """Blown between the halves of a Double Impulse: infantry wades a river, nobody a flood."""
    border = "-".join(sorted((area, start), key=int))
    bridge = {border: {"held": "destroyed"}}
    routes = {unit: start, "GE-352-914": ""}
    game = battle(area, routes, place("US-82-505", at=area), bridges=bridge, **OVERCAST)
    assert game.setting.board.border(border).kind == kind
    fight(game, "GE-352-914", "US-82-505", 2, 12)
    wades = unit == "GE-91-1057"
    assert (f"{unit} {start}" in game.offered("retreat")) == wades


@pytest.mark.rule("9.61", "8.51", "19.3")
def test_a_lander_that_went_on_goes_back_to_the_beach() -> None:
    game = battle("16", {"BR-56": "box:18 18!"}, place("GE-21Pz-125", at="16"), areas={"18": BRITISH}, **OVERCAST)
    fight(game, "BR-56", "GE-21Pz-125", 2, 12)
    assert game.at("BR-56") == "18"


# ---------------------------------------------------------------- room behind


BEYOND = {"33", "35", "43", "45"}  # next to Carentan (44), without Ste. Mere Eglise (50) and American Utah (51)


@pytest.mark.rule("8.51", "9.61", "9.66", "7.1", "I-70")
@pytest.mark.parametrize("route", ["46 45 44!", "44!"])
def test_from_a_full_place_of_entry_the_unit_goes_on_to_another(route: str) -> None:
    """Ten units stand in Carentan: the regiment goes through it, wherever it came from before, and its owner says where."""
    game = fs(st_mere(place(*INFANTRY[:10], at="44"), route=route), 2, 12)
    assert (game.kind, game.actor) == ("retreat", "german")
    assert game.options == {f"retreat GE-6FS {area}" for area in BEYOND}
    assert game.why("hold").rule == "8.51"
    assert game.why("retreat GE-6FS 44").rule == "9.61"
    game.do("retreat GE-6FS 43")
    assert (game.at("GE-6FS"), game.level("GE-6FS")) == ("43", D1)


@pytest.mark.rule("8.51", "9.63", "9.66", "I-70")
def test_each_leg_beyond_is_under_the_limits_of_retreats() -> None:
    # 33 and 43 are American and empty of Germans; the bridge to 45 is the enemy's; in American 35 a German regiment fights.
    enemy = {"33": US, "35": US, "50": US, "51": US}
    there = (place(*INFANTRY[:10], at="44"), place("GE-91-1057", "US-4-8", at="35"))
    bridges = {"44-45": ALLIED_BRIDGE, "33-44": ALLIED_BRIDGE, "35-44": {"held": "german"}}
    game = fs(
        battle("50", {"GE-6FS": "44!"}, PARAS, *there, areas={**enemy, "43": US}, bridges=bridges, **OVERCAST), 2, 12
    )
    assert game.at("GE-6FS") == "35", "the only way: nothing is asked"


@pytest.mark.rule("8.51", "9.66", "I-70")
def test_where_nothing_can_be_reached_it_stays() -> None:
    areas = dict.fromkeys((*BEYOND, "50", "51"), US)
    game = fs(battle("50", {"GE-6FS": "44!"}, PARAS, place(*INFANTRY[:10], at="44"), areas=areas, **OVERCAST), 2, 12)
    assert (game.at("GE-6FS"), game.level("GE-6FS"), game.actor) == ("50", D1, "allied")


@pytest.mark.rule("8.51", "7.1", "9.65", "I-70")
def test_room_for_one_takes_one_and_the_others_go_on() -> None:
    routes = {"GE-6FS": "47 46!", "GE-91-1057": "47 46!"}
    game = battle(
        "48", routes, place("US-82-507", at="48"), place(*INFANTRY[:9], at="46"), areas={"48": US}, **OVERCAST
    )
    fight(game, "GE-6FS", "US-82-507", 2, 12)
    stayed = {unit for unit in routes if game.at(unit) == "46"}
    (other,) = routes.keys() - stayed
    assert game.options == {f"retreat {other} {area}" for area in ("41", "42", "45", "47")}


@pytest.mark.rule("9.61", "9.66", "7.1", "I-70")
def test_who_may_go_back_goes_on_from_a_full_place_too() -> None:
    game = fs(st_mere(place(*INFANTRY[:10], at="44"), route="44"), 2, 12)
    assert game.options == {"hold"} | {f"retreat GE-6FS {area}" for area in BEYOND}


# ---------------------------------------------------------------- tie


@pytest.mark.rule("9.42", "8.511", "20.1")
def test_a_tie_takes_the_bridge_and_lets_the_mandatory_assaulter_choose() -> None:
    game = fs(st_mere(bridges={"44-50": ALLIED_BRIDGE}), 8, 6)  # 14 against 8 + 6
    assert game.level("GE-6FS") == D1, "the Point Unit"
    assert game.holder("44-50") == "german"
    assert (game.kind, game.actor, game.at("GE-6FS")) == ("retreat", "german", "50")
    assert game.options == {"retreat GE-6FS 44", "hold"}
    game.do("hold").to_end()
    assert game.at("GE-6FS") == "50"
    assert game.control("50") == "us", "contested now"


@pytest.mark.rule("9.42", "9.7", "16.1", "I-72")
def test_in_a_tie_everybody_is_spent_and_the_point_unit_alone_disrupted() -> None:
    routes = {"US-4-8": "33!", "US-4-12": "33!", "US-4-Art": "33!"}
    guns = place("US-VII-Art", at="33")
    game = battle(
        "34",
        routes,
        place("GE-3FS-5", at="34"),
        guns,
        others=["US-4-Art"],
        support=["US-VII-Art"],
        areas={"33": US},
        **OVERCAST,
    )
    # 6 + 1 + 1 against 7 + 3 + 1 + 1.
    fight(game, "US-4-12", "GE-3FS-5", 8, 4)
    assert game.levels("US-4-8", "US-4-12", "US-4-Art", "US-VII-Art") == [SPENT, D1, SPENT, SPENT]
    assert game.level("GE-3FS-5") == FRESH
    assert game.offered("retreat") == {"US-4-8 33", "US-4-12 33", "US-4-Art 33"}


@pytest.mark.rule("9.42", "9.61")
def test_a_tie_where_everybody_began_asks_no_attacker() -> None:
    game = battle("30", {"US-1-16": ""}, place("GE-352-914", at="30"), areas={"30": {"fort": 0}}, **OVERCAST)
    fight(game, "US-1-16", "GE-352-914", 6, 6)  # 6 against 5 + 1
    assert game.level("US-1-16") == D1
    assert (game.kind, game.actor) == ("retreat", "german")


# ---------------------------------------------------------------- success and Overrun


@pytest.mark.rule("9.43", "8.511", "9.5", "9.61")
def test_success_takes_the_bridge_before_casualties_are_taken_and_nobody_goes_back() -> None:
    game = fs(st_mere(bridges={"44-50": ALLIED_BRIDGE}), 8, 4)  # 14 against 12: two points, one forgiven
    assert game.kind == "casualties"
    assert game.holder("44-50") == "german"
    assert "US-101-501 44" not in game.offered("retreat"), "that way is the enemy's now (9.63B)"
    game.do("lose US-101-501").to_end()
    assert game.levels("GE-6FS", "US-101-501") == [SPENT, D1]
    assert game.at("GE-6FS") == "50"


@pytest.mark.rule("8.511", "20.1", "9.43")
def test_a_wader_takes_the_river_line_and_an_optional_assaulter_takes_nothing() -> None:
    stack = place("GE-352-914", at="34")
    routes = {"US-4-8": "35~!", "US-4-12": "33"}
    game = battle("34", routes, stack, bridges={"34-35": {"held": "destroyed"}}, areas={"35": US}, **OVERCAST)
    fight(game, "US-4-8", "GE-352-914", 9, 4)
    assert game.holder("34-35") == "allied"
    assert game.holder("33-34") == "german"


def bretteville(attacker: int, defender: int) -> Table:
    """Example 10: 8 against 3; three points are what the Spent battalion can absorb."""
    flak = place("GE-21Pz-FLAK", at="16", level=SPENT)
    game = battle("16", {"BR-56": "box:18 18!", "BR-8Arm": "box:18 18!"}, flak, areas={"18": BRITISH})
    return fight(game, "BR-8Arm", "GE-21Pz-FLAK", attacker, defender)


@pytest.mark.rule("8.53", "9.8", "8.51")
def test_example_10_an_overrun_leaves_the_attackers_fresh() -> None:
    game = bretteville(7, 7)
    assert game.level("GE-21Pz-FLAK") == "eliminated"
    assert game.levels("BR-56", "BR-8Arm") == [FRESH, FRESH]
    assert game.control("16") == "british"
    assert any(event.rule == "8.53" for event in game.events)


@pytest.mark.rule("8.53")
def test_points_that_are_just_absorbed_make_no_overrun() -> None:
    game = bretteville(2, 4)  # 10 against 7: three
    assert game.kind == "casualties"
    game.do(*["lose GE-21Pz-FLAK"] * 3)
    assert game.level("GE-21Pz-FLAK") == "eliminated"
    assert game.levels("BR-56", "BR-8Arm") == [SPENT, SPENT]
    game = bretteville(3, 4)  # four
    assert game.levels("BR-56", "BR-8Arm") == [FRESH, FRESH]


@pytest.mark.rule("8.53", "8.54", "9.7", "9.43")
@pytest.mark.parametrize(("dice", "level"), [((8, 6), FRESH), ((7, 6), SPENT)])
def test_example_8_more_than_eight_points_overrun_two_fresh_units(dice: tuple[int, int], level: str) -> None:
    assault = dict.fromkeys(("US-1-16", "US-1-18", "US-1-26", "US-Rgr-2", "US-Rgr-5"), "")
    parts = place("US-1-Art", at="30"), place("GE-716-726", "GE-709-739", at="30")
    game = battle("30", assault, *parts, support=["US-1-Art"], areas={"30": {"fort": 0}})
    fight(game, "US-1-16", "GE-716-726", *dice)  # 13 against 6, and two or one from the dice
    assert (game.kind == "casualties") == (level == SPENT)
    assert set(game.levels(*assault, "US-1-Art")) == {level}
    guns = 1 << game.setting.forces.index["US-1-Art"]
    assert bool(record(game.state).supported & guns) == (level == FRESH), "it may support again"
    while game.kind == "casualties":
        game.do(f"lose {next(iter(sorted(game.offered('lose'))))}")
    assert game.levels("GE-716-726", "GE-709-739") == ["eliminated", "eliminated"]


@pytest.mark.rule("8.53", "9.8", "9.5")
def test_no_overrun_in_bocage_or_in_a_zone() -> None:
    """Example 12 in bocage: everybody is eliminated, and the attacker is Spent."""
    game = battle("50", {"US-4-8": "51"}, PARAS, place("GE-CA-Martin", at="50"), bridges={"50-51": ALLIED_BRIDGE})
    fight(game, "US-4-8", "GE-CA-Martin", 12, 2)  # 7 + 12 against 5 + 2: twelve, one forgiven
    assert (game.level("GE-CA-Martin"), game.level("US-4-8")) == ("eliminated", SPENT)
    assert game.control("50") == "us"
    zone = battle("A", {"BR-8Arm": "1!"}, place("GE-711-731", at="A", level=D2), areas={"1": BRITISH})
    fight(zone, "BR-8Arm", "GE-711-731", 12, 2)
    assert (zone.level("GE-711-731"), zone.level("BR-8Arm")) == ("eliminated", SPENT)


@pytest.mark.rule("8.53", "16.1", "I-71")
def test_guns_that_came_along_stop_where_the_others_overran() -> None:
    routes = {"US-4-8": "30!", "US-4-Art": "30!"}
    game = battle("31", routes, place("GE-711-731", at="31", level=D2), others=["US-4-Art"], areas={"30": US})
    fight(game, "US-4-8", "GE-711-731", 12, 2)
    assert game.levels("US-4-8", "US-4-Art") == [FRESH, SPENT]


# ---------------------------------------------------------------- defenders


@pytest.mark.rule("9.62", "9.67", "7.3", "9.6")
def test_the_defenders_may_leave_a_repulsed_attacker_who_then_controls_the_area() -> None:
    game = battle("30", {"US-1-16": ""}, place("GE-352-914", at="30"), areas={"30": {"fort": 0}}, **OVERCAST)
    fight(game, "US-1-16", "GE-352-914", 2, 12).do("retreat GE-352-914 31")
    assert (game.at("GE-352-914"), game.level("GE-352-914")) == ("31", SPENT)
    assert game.control("30") == "us"


@pytest.mark.rule("8.371", "9.63A", "9.62")
def test_retreating_defenders_fill_a_bridge() -> None:
    """Omaha to Trevieres, a bridged river: four have crossed, so the fifth may and the guns after it may not."""
    stack = place("GE-352-914", "GE-352-Art", at="30") | place(*INFANTRY[7:11], at="29")
    away = {"28": US, "31": US, "30": {"fort": 0}}
    game = battle("30", {"US-1-16": ""}, stack, areas=away, **OVERCAST)
    border = game.setting.board.border("29-30").index
    game.state.crossed[border] = sum(1 << game.setting.forces.index[unit] for unit in INFANTRY[7:11])
    fight(game, "US-1-16", "GE-352-914", 2, 12).do("retreat GE-352-914 29")
    assert game.state.crossed[border].bit_count() == 5
    assert game.at("GE-352-Art") == "30"
    assert game.offered("retreat") == set()


@pytest.mark.rule("21.5", "9.62", "15.2", "9.41")
def test_a_landing_without_a_fresh_point_unit_is_lost_without_dice() -> None:
    game = battle("51", {"US-4-8": "box:51!"}, place("GE-352-914", at="51"), areas=FORT, **OVERCAST)
    wave = 1 << game.setting.forces.index["US-4-8"]
    state = game.state.copy()
    state.frames = state.frames[:-1]
    s09_assault.lost_without_dice(state, game.setting.board.index["51"], ALLIED, wave, game.events)
    engine.MACHINE.advance(state, game.events)
    game.state = state
    assert game.level("US-4-8") == D1
    assert (game.kind, game.actor, game.fort("51")) == ("retreat", "german", 2)
    game.do("retreat GE-352-914 50")
    assert (game.control("51"), game.fort("51")) == ("us", 0)


@pytest.mark.rule("9.1", "11.4")
def test_the_dice_of_an_assault_are_named_by_day_impulse_and_area() -> None:
    game = st_mere().do("point GE-6FS", "forward US-101-501")
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.key == ("attack", 0, "G1", "50", 0)
