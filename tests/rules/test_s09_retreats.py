"""Rule 9.6: retreats of defenders."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, FRESH, INFANTRY, SPENT, Table, blank, land, place, units

Part = dict[str, dict[str, str]]
US, BRITISH = {"control": "us"}, {"control": "british"}
REGIMENT = "GE-352-916"


def lost_landing(
    *parts: Part, beach: str = "30", attacker: str = "US-1-16", forward: str = REGIMENT, **patch: object
) -> Table:
    """One regiment lands and is repulsed; the defenders may leave of their own will."""
    game = blank(place(attacker, at=f"box:{beach}"), *parts, phase="amphibious", **patch)
    land(game, beach, [attacker]).do("end")
    while game.kind == "roll":
        game.throw("roll 6")
    return game.do(f"assault {beach}", f"point {attacker}", f"forward {forward}").roll(2, 12)


def here(*names: str, level: str = FRESH) -> Part:
    return place(*names, at="30", level=level)


# Omaha (30) touches Port-en-Bessin (28) and Grandcamp (31), open, and Trevieres (29) over a bridged river.


@pytest.mark.rule("9.62", "9.6", "I-12")
def test_defenders_may_leave_a_won_battle_and_fresh_ones_become_spent() -> None:
    game = lost_landing(here(REGIMENT), here("GE-716-726", level=SPENT), here("GE-352-914", level=D1))
    assert (game.kind, game.actor) == ("retreat", "german")
    assert "hold" in game.options
    game.do(f"retreat {REGIMENT} 28", "retreat GE-716-726 29", "retreat GE-352-914 31")
    assert game.levels(REGIMENT, "GE-716-726", "GE-352-914") == [SPENT, SPENT, D1], "no other loss"
    assert [game.at(unit) for unit in (REGIMENT, "GE-716-726", "GE-352-914")] == ["28", "29", "31"]
    assert game.control("30") == "us", "left to a repulsed attacker"


@pytest.mark.rule("9.62")
def test_some_may_leave_and_others_stay() -> None:
    game = lost_landing(here(REGIMENT, "GE-716-726")).do(f"retreat {REGIMENT} 28", "hold")
    assert game.at("GE-716-726") == "30"
    assert game.level("GE-716-726") == FRESH
    assert game.control("30") == "german"


@pytest.mark.rule("9.62")
def test_after_paying_units_may_still_leave_of_their_own_will() -> None:
    # Example 8: both become Spent for two points and both leave.
    game = blank(place("US-1-16", at="box:30"), here(REGIMENT, "GE-716-726"), phase="amphibious")
    land(game, "30", ["US-1-16"]).do("end", "assault 30", "point US-1-16", f"forward {REGIMENT}")
    # 6 + 1 against 5 + 1 + 2 + 1: two points when the dice are four better.
    game.roll(8, 4).do(f"lose {REGIMENT}", "lose GE-716-726")
    assert game.kind == "retreat"
    game.do(f"retreat {REGIMENT} 31", "retreat GE-716-726 31")
    assert game.levels(REGIMENT, "GE-716-726") == [SPENT, SPENT]


@pytest.mark.rule("9.63A")
def test_only_infantry_crosses_a_river_without_a_bridge() -> None:
    guns, flak, armor = "GE-352-Art", "GE-FLAK-32", "GE-100Rp"
    game = lost_landing(here(REGIMENT, guns, flak, armor), bridges={"29-30": {"held": "destroyed"}})
    assert f"{REGIMENT} 29" in game.offered("retreat")
    for unit in (guns, flak, armor):
        assert f"{unit} 29" not in game.offered("retreat")
        assert game.why(f"retreat {unit} 29").rule == "9.63A"


@pytest.mark.rule("9.63A", "9.63B")
def test_an_allied_bridge_is_no_way_out_for_anybody() -> None:
    game = lost_landing(here(REGIMENT, "GE-352-Art"), bridges={"29-30": {"held": "allied"}})
    assert game.why(f"retreat {REGIMENT} 29").rule == "9.63B"
    assert game.why("retreat GE-352-Art 29").rule == "9.63B"


@pytest.mark.rule("9.63B")
def test_not_into_the_sea_nor_over_a_flood_without_a_bridge() -> None:
    game = lost_landing(place(REGIMENT, at="51"), beach="51", attacker="US-4-8")
    # Utah: 44 and 52 across floods without a bridge, 50 over a causeway.
    assert game.offered("retreat") == {f"{REGIMENT} 50"}
    assert game.why(f"retreat {REGIMENT} 52").rule == "9.63B"
    assert game.why(f"retreat {REGIMENT} 44").rule == "9.63B"
    assert game.why(f"retreat {REGIMENT} box:51").rule == "9.6"
    assert game.why(f"retreat {REGIMENT} offshore").rule == "9.6"


@pytest.mark.rule("9.63C")
def test_not_into_an_uncontested_enemy_area_vacant_or_not() -> None:
    game = lost_landing(here(REGIMENT), place("US-82-505", at="31"), areas={"28": US})
    assert game.control("31") == "us"
    assert game.offered("retreat") == {f"{REGIMENT} 29"}
    assert game.why(f"retreat {REGIMENT} 28").rule == "9.63C", "vacant"
    assert game.why(f"retreat {REGIMENT} 31").rule == "9.63C", "occupied"


@pytest.mark.rule("9.64", "9.64A", "I-13")
def test_the_free_area_with_the_fewest_enemy_areas_around_it() -> None:
    # Isigny (33) is next to Grandcamp only: Port-en-Bessin and Trevieres have none, Grandcamp one.
    game = lost_landing(here(REGIMENT), areas={"33": US})
    assert game.offered("retreat") == {f"{REGIMENT} 28", f"{REGIMENT} 29"}
    assert game.why(f"retreat {REGIMENT} 31").rule == "9.64"


@pytest.mark.rule("9.64A", "I-13")
def test_numbers_are_compared_and_ties_are_free() -> None:
    # Bayeux (19) is next to 28 and 29, Gold (18) to 28, Isigny (33) to 31: two, one and one.
    game = lost_landing(here(REGIMENT), areas={"19": BRITISH, "18": BRITISH, "33": US})
    assert game.offered("retreat") == {f"{REGIMENT} 29", f"{REGIMENT} 31"}


@pytest.mark.rule("9.64A")
def test_example_8_leaves_grandcamp_only() -> None:
    # Port-en-Bessin is Allied: no destination itself, and Trevieres is next to it.
    game = lost_landing(here(REGIMENT), areas={"28": US})
    assert game.offered("retreat") == {f"{REGIMENT} 31"}
    assert game.why(f"retreat {REGIMENT} 29").rule == "9.64"


@pytest.mark.rule("9.64A", "14.1", "I-13")
def test_zones_count_and_are_destinations() -> None:
    # Dozule (3): open to Houlgate (1), Mezidon (4) and Zone A, floods without a bridge to the rest.
    around = {"1": BRITISH, "4": BRITISH}
    game = blank(place(REGIMENT, at="3", level=SPENT), place("BR-6AB-3", at="3"), areas=around)
    game.do("attack BR-6AB-3", "point BR-6AB-3", f"forward {REGIMENT}").roll(2, 12)
    assert game.offered("retreat") == {f"{REGIMENT} A"}
    game.do(f"retreat {REGIMENT} A")
    assert game.at(REGIMENT) == "A"


@pytest.mark.rule("7.2", "9.63D")
def test_a_zone_is_never_full() -> None:
    crowd = place(*(unit for unit in INFANTRY if unit != REGIMENT), at="A")
    game = blank(
        place(REGIMENT, at="3", level=SPENT), place("BR-6AB-3", at="3"), crowd, areas={"1": BRITISH, "4": BRITISH}
    )
    game.do("attack BR-6AB-3", "point BR-6AB-3", f"forward {REGIMENT}").roll(2, 12)
    assert game.offered("retreat") == {f"{REGIMENT} A"}


@pytest.mark.rule("9.64A", "I-13")
def test_a_zone_that_the_enemy_holds_counts_like_an_area() -> None:
    # St. Sylvain (11) may be left for Mezidon (4), Argences (5), Bourguebus (10), Cintheaux (12) and Zone B. With Zone B
    # British, 4 and 12 have one enemy place around them; 5 and 10 have none.
    game = blank(place(REGIMENT, at="11", level=SPENT), place("BR-6AB-3", at="11"), areas={"B": BRITISH})
    game.do("attack BR-6AB-3", "point BR-6AB-3", f"forward {REGIMENT}").roll(2, 12)
    assert game.offered("retreat") == {f"{REGIMENT} 5", f"{REGIMENT} 10"}


CONTESTED_29 = units(place("GE-91-1057", at="29", level=SPENT), place("US-82-505", at="29", level=SPENT))
CONTESTED_31 = units(place("GE-91-1058", at="31", level=SPENT), place("US-82-507", at="31", level=SPENT))


@pytest.mark.rule("9.64", "9.64A", "9.64B")
def test_a_free_area_comes_before_a_contested_one() -> None:
    # The Free area has two enemy neighbours (18, 19) and still comes first.
    game = lost_landing(here(REGIMENT), CONTESTED_29, CONTESTED_31, areas={"18": BRITISH, "19": BRITISH})
    assert game.offered("retreat") == {f"{REGIMENT} 28"}


@pytest.mark.rule("9.64B", "9.64C")
def test_ones_own_contested_area_comes_before_the_enemys() -> None:
    game = lost_landing(here(REGIMENT), CONTESTED_29, CONTESTED_31, areas={"28": US, "29": US})
    assert (game.control("29"), game.control("31")) == ("us", "german")
    assert game.offered("retreat") == {f"{REGIMENT} 31"}
    assert game.why(f"retreat {REGIMENT} 29").rule == "9.64"


@pytest.mark.rule("9.64C")
def test_the_enemys_contested_area_where_nothing_better_is() -> None:
    game = lost_landing(here(REGIMENT), CONTESTED_29, areas={"28": US, "29": US, "31": US})
    assert game.offered("retreat") == {f"{REGIMENT} 29"}


@pytest.mark.rule("9.63D", "9.64D", "9.66", "7.1", "I-34")
def test_a_full_area_is_passed_through_when_it_is_the_only_way() -> None:
    # Trevieres holds ten. Beyond it: Bayeux (19, over a bridge), Balleroy (26), Cerisy (27), Colombieres (32).
    # 19 and 32 each touch one of the American areas 28 and 31; 26 and 27 none, so the unit goes on to one of these.
    full = place(*INFANTRY[7:13], "GE-711-731", "GE-711-744", "GE-716-736", "GE-716-726", at="29")
    game = lost_landing(here(REGIMENT), full, areas={"28": US, "31": US})
    assert game.offered("retreat") == {f"{REGIMENT} 26", f"{REGIMENT} 27"}
    assert game.why(f"retreat {REGIMENT} 29").rule == "7.1"
    game.do(f"retreat {REGIMENT} 27")
    assert game.at(REGIMENT) == "27"


@pytest.mark.rule("9.66", "8.371", "I-34")
def test_a_way_through_a_full_area_uses_the_bridges_on_it() -> None:
    # Five regiments pass Trevieres, which is full, over its bridge; the guns find the bridge used up.
    full = place(*INFANTRY[7:13], "GE-711-731", "GE-711-744", "GE-716-736", "GE-91-1057", at="29")
    five = (REGIMENT, "GE-716-726", "GE-352-914", "GE-352-915", "GE-91-1058")
    game = lost_landing(here(*five, "GE-352-Art"), full, areas={"28": US, "31": US})
    assert "GE-352-Art 27" in game.offered("retreat")
    game.do(*(f"retreat {unit} 27" for unit in five))
    assert game.kind != "retreat"
    assert game.at("GE-352-Art") == "30"


@pytest.mark.rule("9.64D", "I-14")
def test_any_area_with_room_comes_before_a_full_one() -> None:
    full = place(*INFANTRY[7:13], "GE-711-731", "GE-711-744", "GE-716-736", "GE-716-726", at="29")
    game = lost_landing(here(REGIMENT), full, CONTESTED_31, areas={"28": US, "31": US})
    assert game.offered("retreat") == {f"{REGIMENT} 31"}, "an enemy-controlled contested area, the third in order"


@pytest.mark.rule("9.65")
def test_units_go_one_by_one_and_the_first_may_take_the_last_place() -> None:
    nine = place(*INFANTRY[7:13], "GE-711-731", "GE-711-744", "GE-716-736", at="31")
    game = lost_landing(here(REGIMENT, "GE-716-726"), nine, areas={"18": BRITISH, "28": US})
    assert game.offered("retreat") == {f"{REGIMENT} 31", "GE-716-726 31"}
    game.do(f"retreat {REGIMENT} 31")
    assert game.offered("retreat") == {"GE-716-726 29"}
    assert game.why("retreat GE-716-726 31").rule == "7.1"


@pytest.mark.rule("9.65", "16.13", "7.1")
def test_corps_artillery_does_not_join_corps_artillery() -> None:
    game = lost_landing(here(REGIMENT, "GE-ISS-Art"), place("GE-LXXXIV-Art", at="31"))
    assert {to for to in game.offered("retreat") if to.startswith("GE-ISS")} == {"GE-ISS-Art 28", "GE-ISS-Art 29"}
    assert game.why("retreat GE-ISS-Art 31").rule == "16.13"


@pytest.mark.rule("16.13", "9.66")
def test_corps_artillery_does_not_even_pass_through_corps_artillery() -> None:
    # The only neighbour left is Trevieres; it has room for others, but holds corps artillery (in mid-impulse too).
    game = lost_landing(here(REGIMENT, "GE-ISS-Art"), place("GE-LXXXIV-Art", at="29"), areas={"28": US, "31": US})
    assert game.offered("retreat") == {f"{REGIMENT} 29"}
    assert game.why("retreat GE-ISS-Art 29").rule == "16.13"
    assert game.why("retreat GE-ISS-Art 26").rule == "9.6"


@pytest.mark.rule("9.67")
def test_a_unit_that_retreated_may_be_assaulted_again() -> None:
    game = blank(
        place("BR-56", at="box:18"), place("BR-Can3-7", at="box:17"), place(REGIMENT, at="18"),
        place("GE-716-736", at="17"), phase="amphibious",
    )  # fmt: skip
    game.do("land BR-56 18", "land BR-Can3-7 17", "end", "assault 18", "point BR-56", f"forward {REGIMENT}").roll(2, 12)
    game.do(f"retreat {REGIMENT} 17").to_end()
    game.do("assault 17", "point BR-Can3-7")
    assert game.offered("forward") == {REGIMENT, "GE-716-736"}


@pytest.mark.rule("9.6", "9.41", "9.61")
def test_attackers_never_retreat_on_june_6() -> None:
    game = lost_landing(here(REGIMENT))
    assert not any("US-1-16" in option for option in game.options)
    assert game.why("retreat US-1-16 box:30").rule == "9.62"


@pytest.mark.rule("9.64", "9.64A", "9.64B")
def test_the_order_of_retreat_is_given_with_its_counts() -> None:
    # As above: Port-en-Bessin (28) has two enemy neighbours, Trevieres (29) and Grandcamp (31) one each.
    game = lost_landing(here(REGIMENT), areas={"19": BRITISH, "18": BRITISH, "33": US})
    refusal = game.why(f"retreat {REGIMENT} 28")
    assert refusal.rule == "9.64"
    assert "Port-en-Bessin is Free and has 2 enemy-controlled neighbours" in refusal.text
    assert "Trevieres is Free and has 1 enemy-controlled neighbour:" in refusal.text
    assert refusal.fix == f'Play "retreat {REGIMENT} 29" or "retreat {REGIMENT} 31".'
    game = lost_landing(here(REGIMENT), CONTESTED_29, areas={"18": BRITISH, "19": BRITISH, "31": US})
    assert "Trevieres is contested" in game.why(f"retreat {REGIMENT} 29").text
