"""Example of Play 9: a depot of six points in Trevieres and the five units that it might refit."""

from __future__ import annotations

import pytest

from normandy_lab.analysis.breakout.supply import SupplyReport
from tests.supply.positions import D1, D2, SPENT, at, german, position, route

I916, I726, LONGUES = "GE-352-916", "GE-716-726", "GE-CA-Longues"
VIERVILLE, GRANDCAMP = "GE-CA-Vierville", "GE-CA-Grandcamp"
POSITION = {
    **at({I916: "Trevieres", LONGUES: "Port-en-Bessin", GRANDCAMP: "Grandcamp"}, SPENT),
    **at({I726: "Trevieres"}, D1),
    **at({VIERVILLE: "Omaha Beach"}, D2),
    **at({"US-1-16": "Omaha Beach"}, SPENT),  # Omaha is contested and still German
}


def report(value: int = 6, **patch: object) -> SupplyReport:
    return german(position(units=POSITION, **patch), depots=[("Trevieres", value, "german")])


@pytest.mark.rule("12.51")
@pytest.mark.parametrize(
    ("unit", "points"), [(I916, 1), (I726, 2), (LONGUES, 2), (VIERVILLE, 3), (GRANDCAMP, 4)]
)  # fmt: skip
def test_the_five_costs(unit: str, points: int) -> None:
    found = report()
    assert found.cost(unit) == points
    (row,) = found.units[found.units.unit == unit].to_dict("records")
    assert (row["cost"], row["source"], row["isolated"]) == (points, "29", False)


@pytest.mark.rule("12.51")
def test_the_sum_for_grandcamp() -> None:
    # 1 for the unit in Trevieres, 2 for Omaha (a boundary and the enemy in it), 1 for the boundary of Grandcamp.
    # Without the causeway from Isigny the way through Omaha is the only one; with it another costs as much.
    found = report(bridges={"31-33": {"held": "destroyed"}})
    assert route(found, GRANDCAMP) == "29 30 31"
    assert [(term.value, term.rule) for term in found.cost(GRANDCAMP).terms] == [(1, "12.51")] * 4
    assert "Omaha Beach on the way is contested" in str(found.cost(GRANDCAMP))


@pytest.mark.rule("12.5")
def test_across_the_bayeux_bridge_it_would_be_three() -> None:
    # A flood between Trevieres and Port-en-Bessin leaves only the way over the bridge to Bayeux.
    found = report(borders={"28-29": {"kind": "flooded"}})
    assert (route(found, LONGUES), found.cost(LONGUES)) == ("29 19 28", 3)


@pytest.mark.rule("12.51")
def test_all_five_ask_for_twelve_and_six_do_not_suffice() -> None:
    # 1 + 2 + 2 + 3 + 4 = 12. The example takes 1, 2 and 2 and keeps one point.
    (row,) = report().depots.to_dict("records")
    assert (row["asked"], row["left"]) == (12, 1)
    assert set(row["affords"]) == {I916, I726, LONGUES}
    assert set(row["reaches"]) == {I916, I726, LONGUES, VIERVILLE, GRANDCAMP}
    assert (row["allowed"], row["rule"]) == (True, "")
    (rich,) = report(value=12).depots.to_dict("records")
    assert (len(rich["affords"]), rich["left"]) == (5, 0)
