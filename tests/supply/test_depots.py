"""Where depots may stand (12.52, 12.61, 12.71), worked out from the map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from normandy_lab.errors import NormandyError
from tests.supply.positions import D1, SPENT, allied, at, bridges, control, german, position, route


def verdicts(state: Any, *depots: tuple[str, str]) -> list[str]:
    """The rule that forbids each depot (place, nationality), "" where it may stand."""
    side = "german" if depots[0][1] == "german" else "allied"
    ask = german if side == "german" else allied
    table = ask(state, depots=[(place, 10, nation) for place, nation in depots]).depots
    assert [not rule for rule in table.rule] == list(table.allowed)
    assert all(bool(row.reason) != row.allowed for row in table.itertuples())
    return list(table.rule)


# Omaha 30 = 29 Trevieres (bridge) - 32 Colombieres - 33 Isigny; 28 Port-en-Bessin lies between Omaha and Gold 18.
def bridgehead(*, colombieres: str = "us", bridge: str = "allied", **units: str) -> Any:
    return position(
        units=at(units),
        areas={**control("us", "29", "30", "33", "51"), **control(colombieres, "32"), **control("british", "18", "28")},
        bridges=bridges(bridge, "29-30"),
    )


@pytest.mark.rule("12.71", "I-39")
def test_allied_depots_move_over_free_ground_of_their_nation() -> None:
    assert verdicts(bridgehead(), ("Isigny", "us"), ("Omaha Beach", "us"), ("Gold Beach", "british")) == ["", "", ""]
    assert verdicts(bridgehead(colombieres="british"), ("Isigny", "us")) == ["12.71"]  # 32 is the ally's
    assert verdicts(bridgehead(), ("28", "us"), ("28", "british")) == ["12.71", ""]  # 28 itself is British


@pytest.mark.rule("12.71")
def test_the_way_of_a_depot_crosses_rivers_by_bridge_only() -> None:
    # A unit in Trevieres could be supplied over the river without the bridge (12.5), a depot may not go there.
    state = bridgehead(bridge="destroyed", **{"US-1-16": "29"})
    assert route(allied(state), "US-1-16") == "30 29"
    assert verdicts(state, ("29", "us")) == ["12.71"]
    assert verdicts(bridgehead(), ("29", "us")) == [""]


@pytest.mark.rule("12.71")
def test_a_contested_area_bars_the_way_of_a_depot_but_not_of_supply() -> None:
    # Germans in 29 on the way to 33, which stays US-controlled.
    state = bridgehead(**{"US-1-16": "29", "GE-352-916": "29", "US-1-18": "33"})
    assert route(allied(state), "US-1-18") == "30 29 32 33"
    assert verdicts(state, ("33", "us")) == ["12.71"]


@pytest.mark.rule("12.71")
def test_omaha_has_two_depots_other_beaches_one() -> None:
    # Utah 51 is cut off by the flood, so everything on this side comes from Omaha.
    assert verdicts(bridgehead(), ("30", "us"), ("29", "us"), ("33", "us")) == ["", "", "12.71"]
    assert verdicts(bridgehead(), ("18", "british"), ("28", "british")) == ["", "12.71"]
    assert verdicts(bridgehead(), ("51", "us"), ("51", "us"), ("30", "us")) == ["", "12.71", ""]


@pytest.mark.rule("12.71")
def test_depots_are_dealt_out_so_that_as_many_as_possible_stand() -> None:
    # Sword 8 - Juno 17 - Gold 18 - 28 are British: three beaches, so a fourth depot is one too many.
    state = position(areas=control("british", "8", "17", "18", "28"))
    assert verdicts(state, *[("28", "british")] * 4) == ["", "", "", "12.71"]
    # Sword in American hands: its own depot may stay there (I-39), no other come. Whichever beach the first depot
    # was put down to, it leaves Sword to the second.
    state = position(areas=control("british", "17", "18", "28") | control("us", "8"))
    assert verdicts(state, ("28", "british"), ("8", "british"), ("28", "british")) == ["", "", ""]
    assert verdicts(state, ("8", "british"), ("8", "british")) == ["", "12.71"]


@pytest.mark.rule("12.52", "12.71")
def test_a_contested_depot_serves_its_own_area_alone() -> None:
    # Germans hold out in Omaha. Its depot refits the 16th there, not the 18th next door in 28.
    units = at({"US-1-16": "30", "US-1-18": "28", "GE-352-916": "30"}, SPENT)
    state = position(units=units, areas=control("us", "28", "30"))
    report = allied(state, depots=[("Omaha Beach", 10, "us")])
    assert list(report.depots.allowed) == [True]
    assert (report.cost("US-1-16"), route(report, "US-1-18")) == (1, "")
    assert list(report.depots.reaches) == [("US-1-16",)]
    assert verdicts(state, ("28", "us")) == ["12.71"]  # a contested beach sends its depot nowhere


@pytest.mark.rule("12.52", "12.71")
def test_no_depot_in_other_contested_areas_or_in_german_beaches() -> None:
    state = bridgehead(**{"US-1-16": "29", "GE-352-916": "29"})
    assert verdicts(state, ("29", "us"), ("17", "british"), ("Caen", "british")) == ["12.52", "12.71", "12.71"]


@pytest.mark.rule("12.71")
def test_depots_refit_units_of_their_nationality() -> None:
    # British ground 18 - 28 - 30: either nation draws through it, each from its own depot.
    state = position(
        units=at({"US-1-16": "28", "BR-50-69": "28"}, D1), areas=control("british", "18", "28") | control("us", "30")
    )
    report = allied(state, depots=[("30", 10, "us")])
    assert (route(report, "US-1-16"), route(report, "BR-50-69")) == ("30 28", "")
    assert report.isolated == []  # without a depot, yet not cut off
    assert "no depot reaches it" in report.words("BR-50-69")
    assert report.cost("US-1-16") == 3  # one unit, disrupted, one boundary
    with pytest.raises(NormandyError, match=r"12\.51"):
        report.cost("BR-50-69")


@pytest.mark.rule("12.61")
def test_german_depots_need_a_free_area_with_a_line_to_a_zone() -> None:
    # British in Houlgate 1, Cabourg 2 contested. Sword 8 is German but for the flood and the rivers around it.
    units = at({"BR-6AB-3": "2", "GE-711-744": "2", "BR-6AB-5": "1"})
    state = position(units=units)
    assert verdicts(state, ("2", "german"), ("1", "german"), ("Caen", "german")) == ["12.61", "12.61", ""]
    assert verdicts(state, ("A", "german")) == [""]  # I-36
    assert verdicts(state, *[("Caen", "german")] * 7) == [""] * 6 + ["12.61"]
    assert verdicts(state, ("1", "german"), *[("Caen", "german")] * 6) == ["12.61"] + [""] * 6


@pytest.mark.rule("12.61", "12.5")
def test_a_river_may_be_crossed_into_the_area_of_a_german_depot() -> None:
    # Port-en-Bessin 28 amid British ground but for Trevieres 29 across the river (no bridge is printed there).
    state = position(areas=control("british", "18", "19") | control("us", "30"))
    assert verdicts(state, ("28", "german")) == [""]
    flooded = position(
        areas=control("british", "18", "19") | control("us", "30"), borders={"28-29": {"kind": "flooded"}}
    )
    assert verdicts(flooded, ("28", "german")) == ["12.61"]


def test_misplaced_depots_serve_nobody() -> None:
    state = position(units=at({"GE-352-916": "29"}, SPENT) | at({"US-1-16": "28"}))
    report = german(state, depots=[("28", 6, "german")])
    (row,) = report.depots.to_dict("records")
    assert (row["rule"], row["reaches"], row["left"]) == ("12.61", (), 6)
    assert route(report, "GE-352-916") == ""
    assert "depot in Port-en-Bessin may not stand there: Port-en-Bessin is not Free for the Germans." in str(report)


def test_fresh_units_ask_for_nothing() -> None:
    state = position(units=at({"GE-352-916": "29"}) | at({"GE-352-915": "29"}, SPENT))
    report = german(state, depots=[("29", 6, "german")])
    assert report.cost("GE-352-916") == 1  # what it would cost, were it Spent
    (row,) = report.depots.to_dict("records")
    assert (row["reaches"], row["asked"], row["left"]) == (("GE-352-915",), 1, 5)
    assert str(report).endswith("depot in Trevieres: 6 points, 1 asked for; refits 915 Rgt; 5 left")


@pytest.mark.rule("12.51", "12.71")
def test_what_one_depot_cannot_pay_the_next_pays() -> None:
    # Eight disrupted regiments in Omaha ask for 16 points; five times 2 empty its first depot, the second has 4 left.
    units = ("US-1-16", "US-1-18", "US-1-26", "US-2-23", "US-2-9", "US-29-115", "US-29-116", "US-29-175")
    state = position(units=at(dict.fromkeys(units, "30"), D1), areas=control("us", "30"))
    first, second = allied(state, depots=[("30", 10, "us")] * 2).depots.to_dict("records")
    assert (first["affords"], first["asked"], first["left"]) == (units[:5], 10, 0)
    assert (second["affords"], second["asked"], second["left"]) == (units[5:], 6, 4)
    (alone,) = allied(state, depots=[("30", 10, "us")]).depots.to_dict("records")
    assert (alone["reaches"], alone["affords"], alone["asked"], alone["left"]) == (units, units[:5], 16, 0)


@pytest.mark.rule("12.51")
def test_the_next_depot_asks_its_own_price() -> None:
    # 29 Trevieres has 1 point for one of the two there; 33 Isigny - 32 - 29 is two boundaries away: 1 + 2 points.
    state = position(units=at({"GE-352-914": "29", "GE-352-916": "29"}, SPENT))
    near, far = german(state, depots=[("29", 1, "german"), ("33", 5, "german")]).depots.to_dict("records")
    assert (near["affords"], near["asked"], near["left"]) == (("GE-352-914",), 1, 0)
    assert (far["affords"], far["asked"], far["left"]) == (("GE-352-916",), 3, 2)


@pytest.mark.parametrize(
    ("depot", "words"),
    [
        (("Trevieress", 6, "german"), "Did you mean 'Trevieres'"),
        (("box:51", 6, "german"), "no area or zone"),
        (("Trevieres", 6, "us"), "choose german"),
        (("Trevieres", -1, "german"), "-1 are no supply points"),
        (("Trevieres", 6), "a depot is"),
        ("Trevieres", "a depot is"),
        (7, "a depot is"),
        (("Trevieres", True, "german"), "True are no supply points"),
    ],
)
def test_bad_depots_are_named(depot: Any, words: str) -> None:
    with pytest.raises(NormandyError, match=words):
        german(position(), depots=[depot])


def test_the_points_may_be_numpys() -> None:
    assert list(german(position(), depots=[("Trevieres", np.int64(6), "german")]).depots.value) == [6]


@pytest.mark.parametrize("depots", [5, "Trevieres", ("Trevieres", 6, "german"), {"Trevieres": 6}])
def test_depots_come_in_a_list(depots: Any) -> None:
    with pytest.raises(NormandyError, match="a depot is"):
        german(position(), depots=depots)
