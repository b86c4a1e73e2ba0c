"""Small positions with the lines worked out by hand from the map: area numbers, "=" river, "~" flood, "-" dry land."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.breakout.state import State
from tests.supply.positions import D1, SPENT, allied, at, bridges, control, german, position, route

NONE: list[str] = []


# 1. Omaha 30 = 29 Trevieres - 32 Colombieres. The other borders of 32 lead to German ground (33, 27) or a flood (31).
def south_of_omaha(held: str) -> State:
    return position(
        units=at({"US-1-16": "30", "US-1-18": "29", "US-1-26": "32"}),
        areas=control("us", "29", "30", "32"),
        bridges=bridges(held, "29-30"),
    )


@pytest.mark.rule("12.5")
@pytest.mark.parametrize("held", ["german", "destroyed"])
def test_1_river_into_but_not_through(held: str) -> None:
    report = allied(south_of_omaha(held))
    assert (route(report, "US-1-16"), route(report, "US-1-18")) == ("30", "30 29")  # into 29 over the river
    assert report.isolated == ["US-1-26"]  # but not on to 32
    assert report.gaps("US-1-26") == ["29-30"]


@pytest.mark.rule("12.5")
def test_1_with_the_bridge() -> None:
    report = allied(south_of_omaha("allied"))
    assert (route(report, "US-1-26"), report.isolated) == ("30 29 32", NONE)
    (line,) = [line for line in report.lines if line.unit == "US-1-26"]
    assert (line.boundaries, line.contested, line.cost) == (2, 0, 3)


# 2. Utah 51 ~ 50 Ste. Mere Eglise, the causeways counting as a bridge. All else around 50 is German.
@pytest.mark.rule("12.5")
@pytest.mark.parametrize(("held", "line"), [("allied", "51 50"), ("german", ""), ("destroyed", "")])
def test_2_flood_and_its_bridge(held: str, line: str) -> None:
    report = allied(
        position(units=at({"US-82-505": "50"}), areas=control("us", "50", "51"), bridges=bridges(held, "50-51"))
    )
    assert route(report, "US-82-505") == line
    assert report.isolated == ([] if line else ["US-82-505"])
    if not line:
        why = {"german": "held by the enemy", "destroyed": "destroyed"}[held]
        assert f"Utah Beach (flooded, bridge {why})" in report.words("US-82-505")


# 3. Gold 18 - 16 Bretteville = 20 Tilly (bridge). Germans stand in 16 too; 19 Bayeux is German.
@pytest.mark.rule("12.51")
def test_3_contested_area_on_the_way() -> None:
    report = allied(
        position(
            units={**at({"BR-56": "20", "BR-50-69": "16"}), **at({"GE-21Pz-PAK": "16"}, SPENT)},
            areas=control("british", "16", "18", "20"),
            bridges=bridges("allied", "16-20"),
        )
    )
    (line,) = [line for line in report.lines if line.unit == "BR-56"]
    assert line.route == ("18", "16", "20")
    assert (line.boundaries, line.contested, line.cost) == (2, 1, 4)  # one for itself, two boundaries, one contested
    assert report.cost("BR-50-69") == 2  # its own area is not on its way: 18 - 16


# 4. Gold 18 - 16 Bretteville. Germans stand in Gold: it feeds only those in it, whoever controls it.
@pytest.mark.rule("12.71")
@pytest.mark.parametrize("holder", ["german", "british"])
def test_4_contested_beach_feeds_itself_alone(holder: str) -> None:
    report = allied(
        position(
            units=at({"BR-50-231": "18", "GE-716-736": "18", "BR-50-69": "16"}),
            areas={**control(holder, "18"), **control("british", "16")},
        )
    )
    assert route(report, "BR-50-231") == "18"
    assert report.isolated == ["BR-50-69"]


# 5. Gold 18 - 28 Port-en-Bessin - 30 Omaha. Gold is British and free; Omaha German, then US.
def port_en_bessin(omaha: str) -> State:
    return position(
        units=at({"US-1-16": "28", "BR-50-69": "28"}),
        areas={**control("british", "18", "28"), **control(omaha, "30")},
    )


@pytest.mark.rule("12.71", "I-37")
def test_5_a_beach_of_the_other_nation_feeds_nobody() -> None:
    report = allied(port_en_bessin("german"))
    assert route(report, "BR-50-69") == "18 28"
    assert report.isolated == ["US-1-16"]  # I-37
    report = allied(port_en_bessin("us"))
    assert (route(report, "US-1-16"), report.isolated) == ("30 28", NONE)


@pytest.mark.rule("12.71")
def test_5_lines_run_through_areas_of_the_ally_and_from_a_beach_he_controls() -> None:
    # Omaha 30, alone with British units, - 28, British, - 19 Bayeux with a US regiment.
    report = allied(position(units=at({"US-1-16": "19", "BR-50-69": "30"}), areas=control("british", "19", "28", "30")))
    assert route(report, "US-1-16") == "30 28 19"


# 6. Depots in Trevieres 29 and Isigny 33; Colombieres 32 lies between, Grandcamp 31 beyond the flood (bridge 31 ~ 33).
@pytest.mark.rule("12.51", "I-40")
def test_6_two_depots() -> None:
    state = position(units=at({"GE-352-914": "32", "GE-352-915": "31", "GE-352-916": "29"}, SPENT))
    report = german(state, depots=[("29", 5, "german"), ("33", 3, "german")])
    assert route(report, "GE-352-916") == "29"
    assert route(report, "GE-352-914") == "29 32"  # as far as 33 32: the depot named first
    assert route(report, "GE-352-915") == "33 31"  # 2 points; from 29 by 30 it would be 3
    assert [report.cost(unit).total for unit in ("GE-352-916", "GE-352-914", "GE-352-915")] == [1, 2, 2]
    # A unit that draws from both pays for the furthest (I-40).
    assert report.cost("GE-352-915", "29", "33") == 3
    assert report.cost("GE-352-914", "29", "33") == 2
    rows = report.depots.set_index("depot")
    assert list(rows.asked) == [3, 2]
    assert list(rows.left) == [2, 1]


# 7. North of 46 La Haye du Puits: ways south are 46 - 47, 46 - 48, and bridges 45 ~ 49 and 44 ~ 50 over floods.
COTENTIN: dict[str, Any] = {
    "units": at({"GE-709-739": "56", "GE-709-Art": "53"}, SPENT),
    "bridges": bridges("destroyed", "45-49", "44-50"),
}


@pytest.mark.rule("12.62", "12.8", "I-38")
def test_7_cherbourg_saves_from_isolation_and_nothing_else() -> None:
    report = german(position(**COTENTIN, areas=control("us", "46")))
    assert report.isolated == NONE
    assert (route(report, "GE-709-739"), route(report, "GE-709-Art")) == ("56", "56 53")
    assert report.units.cost.isna().all()  # I-38
    assert str(report.words("GE-709-Art")).count("12.51") == 0
    refused = german(position(**COTENTIN, areas=control("us", "46")), depots=[("Valognes", 5, "german")]).depots
    assert list(refused.rule) == ["12.61"]  # no zone at the end of its line


@pytest.mark.rule("12.8")
def test_7_cherbourg_in_allied_hands() -> None:
    units = COTENTIN["units"] | at({"US-4-8": "56"})  # its garrison fights on
    report = german(position(**COTENTIN | {"units": units}, areas=control("us", "46", "56")))
    assert report.isolated == ["GE-709-739", "GE-709-Art"]


@pytest.mark.rule("12.6")
def test_7_while_the_neck_is_open_the_zone_is_the_source() -> None:
    # Zone E - 40 Coutances - 41 Lessay = 46 (bridge) - 48 - 53: five boundaries. 40 - 42 = 46 has no bridge.
    report = german(position(**COTENTIN))
    assert route(report, "GE-709-Art") == "E 40 41 46 48 53"
    assert report.cost("GE-709-Art") == 6


# 8. Houlgate 1 hangs on Zone A. Without it: Zone B - 4 Mezidon - 3 Dozule - 1.
@pytest.mark.rule("12.6")
def test_8_zone_lost() -> None:
    assert route(german(position(units=at({"GE-711-744": "1"}))), "GE-711-744") == "A 1"
    lost = position(units=at({"GE-711-744": "1"}), areas=control("british", "A"))
    assert route(german(lost), "GE-711-744") == "B 4 3 1"
    # No zone is left, but all areas are German: a line to Cherbourg is a line (12.62). With 2 and 3 lost there is none.
    zones = control("british", "A", "B", "C", "D", "E")
    (line,) = german(position(units=at({"GE-711-744": "1"}), areas=zones)).lines
    assert (line.source, line.isolated, line.cost) == ("56", False, None)
    assert german(position(units=at({"GE-711-744": "1"}), areas=zones | control("british", "2", "3"))).isolated


# 9. Gold 18 - 16 = 15 = 14 (bridges) = 10 Bourguebus (river, no bridge) - 11 St. Sylvain. A Held mark is no bridge.
@pytest.mark.rule("12.5")
@pytest.mark.parametrize("held", ["allied", "german"])
def test_9_unbridged_river_line_held_by_crossing(held: str) -> None:
    report = allied(
        position(
            units=at({"BR-3-8": "10", "BR-3-9": "11"}),
            areas=control("british", "10", "11", "14", "15", "16", "18"),
            bridges=bridges("allied", "14-15", "15-16"),
            rivers={"10-14": {"held": held}, "10-15": {"held": held}},
        )
    )
    # 15 = 10 is an unbridged river as well, and the shorter way.
    assert route(report, "BR-3-8") == "18 16 15 10"
    assert report.isolated == ["BR-3-9"]
    assert report.gaps("BR-3-9") == ["10-14", "10-15"]


# 10. St. Lo 34 is in US hands, far from every beach; nobody stands there.
@pytest.mark.rule("12.8")
def test_10_isolated_allied_area() -> None:
    report = allied(position(areas=control("us", "30", "34")))
    assert (report.isolated_places, report.isolated) == (["34"], NONE)
    report = allied(position(areas={**control("us", "30"), **control("british", "28")}))
    assert report.isolated_places == ["28"]  # British ground has no line to a British beach (I-37)


# 11. Sword 8 = 7 Merville (the Orne bridge) - 6 Troarn; 7 ~ 2 Cabourg over a bridge. Caen is German.
def bridgehead(orne: str) -> State:
    return position(
        units=at({"BR-6AB-3": "7", "BR-6AB-5": "6", "BR-1SS": "2"}),
        areas=control("british", "2", "6", "7", "8"),
        bridges={**bridges(orne, "7-8"), **bridges("allied", "2-7")},
    )


@pytest.mark.rule("12.5")
def test_11_merville_with_the_orne_bridge() -> None:
    report = allied(bridgehead("allied"))
    assert [route(report, unit) for unit in ("BR-6AB-3", "BR-6AB-5", "BR-1SS")] == ["8 7", "8 7 6", "8 7 2"]
    weak = report.bottlenecks.set_index("id").isolates
    assert weak["7-8"] == ("BR-6AB-5", "BR-1SS")  # Merville itself is fed across the river without it
    assert weak["8"] == ("BR-6AB-3", "BR-6AB-5", "BR-1SS")
    assert weak["7"] == ("BR-6AB-5", "BR-1SS")
    assert weak["2-7"] == ("BR-1SS",)
    assert len(weak) == 4
    assert report.cut("BR-6AB-5") == ["7-8"]
    assert report.cut("BR-6AB-3") == ["8"]


@pytest.mark.rule("12.5")
@pytest.mark.parametrize("orne", ["german", "destroyed"])
def test_11_merville_without_it(orne: str) -> None:
    report = allied(bridgehead(orne))
    assert route(report, "BR-6AB-3") == "8 7"
    assert report.isolated == ["BR-6AB-5", "BR-1SS"]
    assert report.cut("BR-6AB-5") == NONE
    assert report.gaps("BR-1SS") == ["7-8"]


# 12. Omaha 30 = 29 Trevieres (bridge) - 32. Trevieres is German and contested.
@pytest.mark.rule("12.51")
def test_12_into_an_area_of_the_enemy_but_not_through() -> None:
    state = position(
        units=at({"US-1-16": "29", "US-1-18": "32", "GE-352-916": "29"}, D1),
        areas=control("us", "30", "32"),
        bridges=bridges("allied", "29-30"),
    )
    report = allied(state)
    assert (route(report, "US-1-16"), report.cost("US-1-16")) == ("30 29", 3)  # disrupted; no more for the enemy's area
    assert report.isolated == ["US-1-18"]
    assert german(state).isolated == NONE


# 13. Omaha 30 = 29 - 27 = 34 = 38 - 40 Coutances; Zone E lies next to 38 and 40.
@pytest.mark.rule("14.1", "12.5", "I-36")
def test_13_lines_run_through_zones() -> None:
    patch: dict[str, Any] = {
        "units": at({"US-1-16": "40"}),
        "areas": control("us", "27", "29", "30", "34", "38", "40", "E"),
        "bridges": bridges("allied", "29-30", "27-34", "34-38"),
    }
    assert route(allied(position(**patch)), "US-1-16") == "30 29 27 34 38 40"
    patch["borders"] = {"38-40": {"kind": "flooded"}}
    assert route(allied(position(**patch)), "US-1-16") == "30 29 27 34 38 E 40"  # I-36


# 14. Units in a German zone need no depot, though the zone is contested.
@pytest.mark.rule("12.61")
def test_14_a_zone_refits_its_own() -> None:
    report = german(position(units=at({"GE-711-731": "A", "BR-6AB-3": "A"}, SPENT), areas=control("german", "A")))
    assert (route(report, "GE-711-731"), report.cost("GE-711-731")) == ("A", 0)
    assert report.cost("GE-711-731").terms[0].rule == "12.61"
