"""Facts that the rulebook prints on the board and on counters (sections 3 to 6), as a game shows them."""

from __future__ import annotations

import pytest

import normandy_lab as nl

GAME = nl.new_game("d_day", seed=1)
AREAS = {row["name"]: row for row in GAME.table("areas").to_dict("records") if row["id"].isdigit()}  # without zones
UNITS = {unit.id: unit for unit in GAME.state.setting.forces.units}
PLACES = {place.name: place for place in GAME.state.setting.board.places}


@pytest.mark.rule("3.21")
def test_areas_are_numbered_and_bocage_is_marked() -> None:
    assert [row["id"] for row in AREAS.values()] == [str(number) for number in range(1, 61)]
    assert AREAS["Ste. Mere Eglise"]["bocage"]  # Examples 1 and 12
    assert AREAS["St. Lo"]["bocage"]
    assert not AREAS["Utah Beach"]["bocage"]  # Example 4 counts every casualty point
    assert not AREAS["Omaha Beach"]["bocage"]


@pytest.mark.rule("3.22")
def test_terrain_values() -> None:
    assert all(1 <= row["tem"] <= 4 for row in AREAS.values())
    stated = {
        "Ste. Mere Eglise": 3, "Pont L'Abbe": 3,  # Example 1
        "Utah Beach": 1, "Omaha Beach": 1,  # Example 2
        "Grandcamp": 1,  # Example 3
        "St. Lo": 3,  # Example 11
        "Caen": 4, "Cherbourg": 4,  # Designer's Notes
    }  # fmt: skip
    assert {name: AREAS[name]["tem"] for name in stated} == stated


@pytest.mark.rule("3.24")
def test_bridges_cross_water_only() -> None:
    bridges = {frozenset((row["a"], row["b"])): row for row in GAME.table("bridges").to_dict("records")}
    assert {row["kind"] for row in bridges.values()} == {"river", "flooded"}
    near = {"Ste. Mere Eglise": "river or flooded", "St. Jores": "flooded", "St. Sauveur": "river", "Valognes": "river"}
    for name, kind in near.items():  # the four bridges of Pont L'Abbe, Examples 1 and 6
        row = bridges[frozenset((AREAS["Pont L'Abbe"]["id"], AREAS[name]["id"]))]
        assert row["bridge"]
        assert row["kind"] in kind


@pytest.mark.rule("3.25")
def test_victory_point_areas() -> None:
    assert AREAS["Cherbourg"]["vp"] == 4  # 22.3
    assert AREAS["Utah Beach"]["vp"] == 0
    assert (
        sum(row["vp"] for row in AREAS.values()) > 10
    )  # ten are asked for (22.2), and Cherbourg alone is never enough


@pytest.mark.rule("3.26")
def test_which_fleet_reaches_which_beach() -> None:
    from normandy_lab.breakout.board.board import BRITISH, US

    for name, fleet in {"Utah": US, "Omaha": US, "Gold": BRITISH, "Juno": BRITISH, "Sword": BRITISH}.items():
        assert fleet in PLACES[f"{name} Beach"].naval  # Example 2, 21.3
    assert all(set(place.naval) <= {US, BRITISH} for place in PLACES.values())


@pytest.mark.rule("3.27")
def test_le_havre_reaches_two_areas() -> None:
    assert [place.id for place in PLACES.values() if place.le_havre] == ["1", "2"]


@pytest.mark.rule("4.2")
def test_a_spent_unit_may_not_attack() -> None:
    spec = nl.load_scenario("d_day").with_({"units": {"US-82-505": {"level": "spent"}}})
    game = nl.new_game(spec, seed=1)
    assert "attack US-82-505" not in game.decision.options
    assert game.why_not("attack US-82-505") is not None
    assert "attack US-101-501" in game.decision.options


KINDS = {  # a unit of each kind that 4.21 to 4.25 name
    "infantry": ["US-4-8", "US-Rgr-2", "BR-1SS", "GE-12SS-25", "US-82-505", "US-82-325"],
    "armor": ["GE-12SS-Pz", "GE-Lehr-I-130", "BR-27Arm"],
    "field_artillery": ["US-4-Art", "GE-LXXXIV-Art", "GE-101NW"],
    "flak": ["GE-FLAK-32"],
    "coastal": ["GE-CA-Martin"],
}


@pytest.mark.rule("4.21", "4.22", "4.23")
@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_units(kind: str) -> None:
    for name in KINDS[kind]:
        assert [each for each in KINDS if getattr(UNITS[name], each)] == [kind], name
        assert UNITS[name].point == (kind in ("infantry", "armor")), name  # 8.375, 9.2A


@pytest.mark.rule("4.25", "16.3")
def test_coastal_artillery_neither_moves_nor_attacks() -> None:
    guns = [unit for unit in UNITS.values() if unit.coastal]
    assert {unit.id for unit in guns} >= {"GE-CA-Martin", "GE-CA-Marcouf", "GE-CA-Vierville", "GE-CA-Longues"}
    assert {(unit.attack, unit.movement) for unit in guns} == {(0, 0)}


@pytest.mark.rule("4.3", "4.31")
def test_a_counter_tells_size_name_and_division() -> None:
    row = {unit["id"]: unit for unit in GAME.table("units").to_dict("records")}["US-82-505"]
    assert (row["name"], row["nationality"], row["division"], row["type"]) == (
        "505 Para Rgt",
        "us",
        "US 82 AB",
        "parachute",
    )
    assert UNITS["GE-709-1-919"].size == "battalion"  # Example 2: the 1st battalion of the 919th
    assert UNITS["GE-91-1057"].size == "regiment"
    assert UNITS["BR-27Arm"].size == "brigade"
    assert UNITS["BR-27Arm"].division == ""  # an independent brigade counts for no division (9.2D)


@pytest.mark.rule("4.5")
def test_two_levels_of_disruption_and_no_third() -> None:
    blank = nl.load_scenario("d_day")
    for level in ("disrupt_1", "disrupt_2"):
        game = nl.new_game(blank.with_({"units": {"GE-6FS": {"level": level}}}))
        assert {row["id"]: row["level"] for row in game.table("units").to_dict("records")}["GE-6FS"] == level
    with pytest.raises(nl.ScenarioError, match=r"disrupt_3.*disrupt_2"):
        blank.with_({"units": {"GE-6FS": {"level": "disrupt_3"}}})


@pytest.mark.rule("5.4", "6.21", "21.1")
def test_june_6_opens_with_four_phases_in_order() -> None:
    game = nl.new_game("d_day", seed=2)
    assert (game.actor, game.decision.kind) == ("allied", "airborne")
    game.run(players=dict.fromkeys(game.seats, "random"), until="daylight")
    log = game.table("log")
    moments = list(dict.fromkeys(log["impulse"]))
    assert moments[:6] == ["6N", "6S", "6F", "6L", "6G0", "6A0"]  # night drop, ships, flights, landings, first impulses
    assert set(log["turn"]) == {"Jun-06"}
    assert (game.log.at.moment, game.result) == ("6R", None)


@pytest.mark.rule("11.1", "11.2")
def test_the_allies_hold_the_advantage_until_they_use_it() -> None:
    from normandy_lab.core.dice import TypedDice

    game = nl.new_game("d_day", dice=TypedDice())
    game.ask = {"allied": {"reroll": "always"}}
    game.orders.attack("Ste. Mere Eglise")
    game.play("roll 1+1:6+6")
    assert (game.decision.kind, game.actor) == ("reroll", "allied")  # 11.1: somebody always holds it, first the Allies
    game.play("reroll")
    game.play("roll 6+6:1+1")
    while game.decision.kind != "airborne":
        game.play(game.decision.options[-1])
    before = list(game.table("log")["rule"])
    assert "11.2" not in before  # it passes when the phase is over, not before
    game.play("end")
    log = game.table("log")
    assert "German" in log[log["rule"] == "11.2"]["text"].iloc[-1]
    assert game.system.clock(game.state)["advantage"] == "german"
