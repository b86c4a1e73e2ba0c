"""Readings of docs/interpretations.md that no test of a section states by itself."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D2, FRESH, SPENT, day, place, terms, two

US = {"control": "us"}
GUNS, TWENTY_NINTH = "US-1-Art", "US-29-Art"


@pytest.mark.rule("8.5", "8.54", "8.38", "I-44")
def test_too_few_mf_for_an_assault_where_it_began() -> None:
    # Units with three MF pay two against a Fresh defender; one with a single MF cannot, and has no Minimum Move for it.
    one_mf = {"GE-709-729": {"copy_of": "GE-709-729", "movement": 1}}
    game = day(place("GE-709-729", "GE-709-739", at="52"), place("US-4-8", at="52"))
    assert game.do("impulse assault 52", "assault 52").offered("join") == {"GE-709-729", "GE-709-739"}
    slow = day(
        place("GE-709-739", at="52"),
        {"GE-X-1": {**one_mf["GE-709-729"], "at": "52"}},
        place("US-4-8", at="52"),
    )
    slow.do("impulse assault 52", "assault 52")
    assert slow.offered("join") == {"GE-709-739"}
    assert slow.why("join GE-X-1").rule == "8.5"
    tired = day(
        place("GE-709-739", at="52"), {"GE-X-1": {**one_mf["GE-709-729"], "at": "52"}}, place("US-4-8", at="52", level=SPENT)
    )  # fmt: skip
    tired.do("impulse assault 52", "assault 52")
    assert tired.offered("join") == {"GE-709-739", "GE-X-1"}, "one MF is enough against Spent enemies"


@pytest.mark.rule("17.3", "11.4", "I-48")
@pytest.mark.parametrize(("second", "moment"), [("double bombard 31", "6G4"), ("end", "6G3b")])
def test_the_marker_advances_once_anything_but_aircraft_acts(second: str, moment: str) -> None:
    game = day(
        place("GE-716-726", at="28"), place("GE-352-914", at="31"), place("US-1-16", GUNS, at="30"),
        side="allied", impulse=3, areas={"30": US},
    )  # fmt: skip
    game.do("impulse bombard 28", "shoot IXAF 28", "target GE-716-726").roll(9, 12)
    game.do(second)
    if second != "end":
        game.do(f"lead {GUNS}", "target GE-352-914").roll(2, 12)
        if game.kind == "orders":
            game.do("end")
    assert game.moment == moment


@pytest.mark.rule("19.3", "11.4", "I-49")
def test_five_land_at_each_of_two_beaches() -> None:
    first = ("US-4-8", "US-4-12", "US-4-22", "US-4-Art", "US-90-359")
    second = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116")
    game = day(place(*first, "US-90-357", at="box:51"), place(*second, "US-2-9", at="box:30"),
               side="allied", areas={"51": US, "30": US})  # fmt: skip
    game.do("impulse assault box:51", "double assault box:30", "roll 6+6", *(f"land {unit} 51" for unit in first))
    assert game.why("land US-90-357 51").rule == "19.3"
    game.do(*(f"land {unit} 30" for unit in second))
    assert game.why("land US-2-9 30").rule == "19.3"


@pytest.mark.rule("19.3", "11.4", "7.1", "I-49")
def test_five_land_in_each_half_and_ten_in_all() -> None:
    first = ("US-4-8", "US-4-12", "US-4-22", "US-90-359", "US-90-357")
    second = ("US-9-39", "US-9-47", "US-9-60", "US-79-313", "US-79-314")
    game = day(place(*first, *second, "US-79-315", at="box:51"), side="allied", areas={"51": US})
    game.do("impulse assault box:51", *(f"land {unit} 51" for unit in first))
    assert game.why(f"land {second[0]} 51").rule == "19.3"
    assert "second half" in game.why(f"land {second[0]} 51").fix
    game.do("double assault box:51", "roll 6+6", *(f"land {unit} 51" for unit in second))
    assert {game.at(unit) for unit in (*first, *second)} == {"51"}
    assert game.why("land US-79-315 51").rule == "19.3"


@pytest.mark.rule("19.3", "11.4", "7.1", "I-49")
def test_the_ten_of_a_landing_count_for_both_halves() -> None:
    # One regiment ashore, five of the first half move inland: nine more than four may not land, 1 + 5 + 4 being ten.
    first = ("US-4-8", "US-4-12", "US-4-22", "US-90-359", "US-90-357")
    second = ("US-9-39", "US-9-47", "US-9-60", "US-79-313", "US-79-314")
    game = day(place(*first, *second, at="box:51"), place("US-90-358", at="51"), side="allied",
               areas={"51": US, "50": US})  # fmt: skip
    game.do("impulse assault box:51", *(f"land {unit} 51" for unit in first), f"march {first[0]} 50")
    game.do("double assault box:51", "roll 6+6", *(f"land {unit} 51" for unit in second[:4]))
    assert game.why(f"land {second[4]} 51").rule == "19.3", "the ten of a landing"


@pytest.mark.rule("17.3", "18.4", "I-53")
def test_two_changes_on_one_space_bring_the_old_weather_back() -> None:
    game = day(
        place("GE-716-726", at="28"), place("GE-352-914", at="20"), place("US-1-16", at="29"), place("BR-56", at="19"),
        side="allied", impulse=7,
    )  # fmt: skip
    game.do("impulse bombard 28", "shoot IXAF 28", "target GE-716-726").roll(7, 2)
    while game.kind == "attrition":
        game.do(min(game.options))
    if game.kind == "orders":
        game.do("end")
    assert (game.moment, game.state.weather, game.state.weather_changes) == ("6G7b", 1, ((8, 1),))
    game.do("pass", "impulse assault 29", "march US-1-16 30", "end").throw(two(7))
    assert (game.moment, game.state.weather, game.state.weather_changes) == ("6G8", 0, ((8, 0),))


@pytest.mark.rule("11.23", "11.24", "I-56")
def test_a_sunset_marker_moved_after_the_roll_counts_from_the_next_one() -> None:
    # Two German units are lost in an Allied assault while the Germans do not hold the Advantage: the third moves the marker.
    three = ("GE-709-729", "GE-709-739", "GE-709-919")
    game = day(
        place(*three, at="10", level=D2),
        place("BR-27Arm", at="9"),
        side="allied",
        impulse=9,
        areas={"9": {"control": "british"}},
    )
    game.do("impulse assault 9", "march BR-27Arm 10", "assault 10")
    game.do("point BR-27Arm", f"forward {three[0]}").roll(9, 2)
    assert game.kind == "sunset"
    game.do("sunset -1")
    while game.kind in ("orders", "retreat"):
        game.do("end" if game.kind == "orders" else "hold")
    assert (game.moment, game.state.sunset_drm) == ("6G10", -1), "9 - 1 would have been below 9"


@pytest.mark.rule("8.36E", "8.371", "I-58")
def test_wading_beside_ones_own_bridge_is_allowed() -> None:
    game = day(place("US-4-8", at="30"), side="allied", areas={"29": US, "30": US})
    assert game.holder("29-30") == "allied"
    game.do("impulse assault 30")
    assert {"US-4-8 29", "US-4-8 29 wade"} <= game.offered("march")
    assert terms(game.cost("US-4-8", "29", wade=True)) == [("8.36E", 5)], "a regiment of five MF"


@pytest.mark.rule("11.21", "11.4", "I-45", "I-81")
def test_the_advantage_won_by_a_loss_may_double_the_same_impulse() -> None:
    game = day(place("GE-6FS", at="44"), place("US-82-505", at="50", level=D2), place("GE-91-1058", at="53"),
               side="german", weather="overcast", areas={"50": US}, bridges={"44-50": {"held": "german"}})  # fmt: skip
    assert game.advantage == "allied"
    game.do("impulse assault 44", "march GE-6FS 50", "assault 50")
    game.do("point GE-6FS", "forward US-82-505").roll(12, 2)
    assert game.level("US-82-505") == "eliminated"
    assert game.advantage == "german"
    assert "double assault 53" in game.options
    assert game.level("GE-6FS") == SPENT
    game.do("double assault 53")
    assert game.offered("march")


@pytest.mark.rule("9.3C", "8.51", "I-82")
def test_who_holds_a_crossed_bridge_is_judged_at_the_assault() -> None:
    game = day(place("GE-6FS", "GE-3FS-5", at="44"), place("US-82-505", at="50"), weather="overcast",
               areas={"50": US}, bridges={"44-50": {"held": "allied"}})  # fmt: skip
    game.do("impulse assault 44", "march GE-6FS 50")
    held = terms(game.dv("assault 50"))
    assert held.count(("9.3C", 1)) == 3, "over a bridge, held by the defender, over a flood"
    game.do("seize GE-3FS-5 44-50").throw("roll 6")
    assert game.holder("44-50") == "german"
    assert terms(game.dv("assault 50")).count(("9.3C", 1)) == 2
    assert game.why("end").rule == "8.51", "it entered over an enemy bridge all the same"
    assert game.level("GE-3FS-5") == FRESH


@pytest.mark.rule("9.2D", "9.2C", "I-7")
def test_supporting_guns_are_the_third_unit_of_their_division() -> None:
    game = day(place("US-1-16", "US-1-18", GUNS, at="30"), place("GE-352-914", at="30", level=SPENT), side="allied",
               weather="overcast", areas={"30": {"fort": 0}})  # fmt: skip
    game.do("impulse assault 30", "assault 30", "join US-1-16", "join US-1-18")
    assert ("9.2D", 1) not in terms(game.av("end"))
    game.do(f"support {GUNS}")
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 1), ("9.2C", 1), ("9.2D", 1)]
