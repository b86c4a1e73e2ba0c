"""Rule 14: zones are areas with more room and fewer ties; what 14.2 and 14.3 say about moving into, out of and within them.

The costs of single steps stand in the table of ``test_s08_costs``; 14.4 is tested with the guns and the aircraft.
"""

from __future__ import annotations

import pytest

from tests.rules.helpers import D2, FRESH, INFANTRY, SPENT, day, place

PANZERS = ("GE-12SS-Pz", "GE-12SS-25", "GE-12SS-26")


@pytest.mark.rule("14.2", "3.3", "8.33")
def test_arrows_lead_from_a_zone_to_areas_and_to_other_zones() -> None:
    game = day(place("GE-12SS-25", at="A")).do("impulse assault A")
    assert game.offered("march") == {f"GE-12SS-25 {place_id}" for place_id in ("1", "3", "4", "B")}


@pytest.mark.rule("14.2")
def test_a_unit_goes_from_a_zone_as_far_as_its_mf_carry_it() -> None:
    game = day(place("GE-12SS-25", at="A"), weather="overcast").do("impulse assault A")
    game.do(*(f"march GE-12SS-25 {step}" for step in ("4", "11", "10", "9", "15", "14")))
    assert (game.at("GE-12SS-25"), game.used("GE-12SS-25")) == ("14", 6)


@pytest.mark.rule("14.2")
def test_whoever_enters_a_zone_has_finished() -> None:
    # Zone B is next to area 4 too, where the unit began.
    game = day(place("GE-12SS-25", at="4")).do("impulse assault 4", "march GE-12SS-25 A")
    assert not game.offered("march")
    for step in ("3", "1", "B", "4"):
        assert game.why(f"march GE-12SS-25 {step}").rule == "14.2"
    game.do("end")
    assert game.level("GE-12SS-25") == SPENT


@pytest.mark.rule("14.2")
def test_only_who_began_next_to_a_zone_enters_it() -> None:
    # Area 4 is next to Zones A and B, area 11 next to B alone.
    game = day(place("GE-12SS-25", at="11"), weather="overcast").do("impulse assault 11", "march GE-12SS-25 4")
    assert "GE-12SS-25 A" not in game.offered("march")
    refusal = game.why("march GE-12SS-25 A")
    assert (refusal.rule, refusal.fix) == ("14.2", "Begin an impulse next to it.")
    assert "GE-12SS-25 B" in game.offered("march")


@pytest.mark.rule("14.2", "8.36")
def test_a_detour_on_the_way_to_the_zone_beside_the_start() -> None:
    # From 4 by 3 and 1 into Zone A, which is next to all three: 1 MF each, since all is German and free of enemies.
    game = day(place("GE-12SS-25", at="4"), weather="overcast").do("impulse assault 4")
    game.do(*(f"march GE-12SS-25 {step}" for step in ("3", "1", "A")))
    assert (game.at("GE-12SS-25"), game.used("GE-12SS-25")) == ("A", 3)
    assert not game.offered("march"), "its move ends there, whatever MF are left"


@pytest.mark.rule("14.2", "8.36D")
def test_a_detour_needs_the_mf() -> None:
    # Three MF, and one more under clouds: a Fresh enemy in the zone asks four, and two are used on the detour.
    game = day(place("GE-711-731", at="4"), place("BR-56", at="A"), weather="overcast").do("impulse assault 4")
    assert "GE-711-731 A" in game.offered("march")
    game.do("march GE-711-731 3", "march GE-711-731 4")
    assert game.why("march GE-711-731 A").rule == "8.36"


@pytest.mark.rule("14.2")
def test_from_one_zone_by_an_area_into_the_next_but_not_back() -> None:
    game = day(place("GE-12SS-25", at="A"), weather="overcast").do("impulse assault A", "march GE-12SS-25 4")
    assert "GE-12SS-25 B" in game.offered("march"), "Zones A and B are next to each other"
    assert game.why("march GE-12SS-25 A").rule == "14.2", "it did not begin next to Zone A but in it"


@pytest.mark.rule("14.3", "7.2")
def test_any_number_stands_in_a_zone_and_ten_come_out_into_an_area() -> None:
    game = day(place(*INFANTRY[:12], at="A")).do("impulse assault A")
    game.do(*(f"march {unit} 4" for unit in INFANTRY[:10]))
    assert game.why(f"march {INFANTRY[10]} 4").rule == "7.1"
    assert f"{INFANTRY[10]} 3" in game.offered("march")


@pytest.mark.rule("14.3", "16.13")
def test_corps_artillery_shares_a_zone_but_no_area() -> None:
    game = day(place("GE-LXXXIV-Art", "GE-ISS-Art", at="A")).do("impulse assault A", "march GE-LXXXIV-Art 4")
    assert game.why("march GE-ISS-Art 4").rule == "16.13"
    assert "GE-ISS-Art 3" in game.offered("march")


@pytest.mark.rule("14.2", "8.34", "8.35", "8.372")
def test_a_contested_zone_is_left_freely() -> None:
    # To a Free, a Vacant hostile and an enemy-occupied area, and on; guns and armor alike.
    game = day(
        place(*PANZERS, "GE-12SS-Art", at="A"), place("BR-56", "BR-8Arm", at="A"), place("BR-3-8", at="4", level=D2),
        areas={"3": {"control": "british"}}, weather="overcast",
    )  # fmt: skip
    game.do("impulse assault A")
    costs = {step: int(game.cost("GE-12SS-Pz", step)) for step in ("1", "3", "4")}
    assert costs == {"1": 1, "3": 2, "4": 3}
    game.do("march GE-12SS-Pz 3", "march GE-12SS-Pz 1", "march GE-12SS-25 4", "march GE-12SS-Art 1")
    assert (game.used("GE-12SS-Pz"), game.used("GE-12SS-Art")) == (3, 1)
    assert game.why("end").rule == "8.51", "the attack on 4 is a must: it was not Contested"


@pytest.mark.rule("14.1", "8.54", "8.5")
def test_an_assault_in_the_active_zone_takes_its_toll_and_frees_nobody_and_binds_nobody() -> None:
    game = day(place(*PANZERS, at="A"), place("BR-56", at="A"), weather="overcast").do("impulse assault A")
    game.fight("A", "GE-12SS-25", dice=(2, 12)).settle()
    assert game.used("GE-12SS-26") == 2
    assert int(game.cost("GE-12SS-26", "4")) == 1, "14.2: no exit restriction from a Contested Zone"
    game.do("march GE-12SS-26 4")
    assert (game.used("GE-12SS-26"), game.level("GE-12SS-Pz")) == (3, FRESH)


@pytest.mark.rule("14.1", "7.3")
def test_control_of_a_zone_changes_like_that_of_an_area() -> None:
    game = day(place("BR-56", at="4"), side="allied").do("impulse assault 4", "march BR-56 A")
    assert game.control("A") == "british"


@pytest.mark.rule("14.2", "8.51", "9.61")
def test_a_repulsed_attack_on_a_zone_goes_back_where_it_came_from() -> None:
    game = day(place("GE-12SS-25", at="3"), place("BR-56", at="A")).do("impulse assault 3", "march GE-12SS-25 A")
    game.fight("A", dice=(2, 12)).settle()
    assert game.at("GE-12SS-25") == "3"
