"""Rule 20.23: bridges repaired at night, the site supplied like a Spent unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout import night_report
from tests.rules.helpers import SPENT, Table, hold, night, place

DOWN = {"held": "destroyed"}
NO_GERMAN: dict[str, Any] = {"supply": {"german": {"depots": 0}}}


def left(game: Table) -> list[int]:
    return [row["left"] for row in breakout.table(game.state, "depots") if row["depot"]]


def trevieres(**patch: Any) -> Table:
    """Omaha 30 and 29 American; the bridge between them is down, and 32 behind it is reached no other way."""
    return night(
        place("US-1-16", at="32", level=SPENT), areas=hold("us", "29", "30", "32"), bridges={"29-30": DOWN, "27-34": DOWN},
        **NO_GERMAN, **patch,
    )  # fmt: skip


@pytest.mark.rule("20.23", "20.2", "12.51")
def test_a_site_costs_like_a_spent_unit() -> None:
    """From Omaha itself one point, and with 3 + 3 - 1 = 5 for the two areas a die of two does it."""
    game = trevieres().do("depot 30 30")
    assert game.offered("repair") == {"29-30 30@30"}
    (chance,) = night_report.repairs(game.state)
    assert (int(chance.tally), chance.success) == (5, Fraction(5, 6))
    assert breakout.explain(game.state, "repair 29-30") == 5
    game.do("repair 29-30 30@30").throw("roll 2")
    assert (game.holder("29-30"), left(game)) == ("allied", [9])
    assert not game.offered("repair")


@pytest.mark.rule("20.23", "12.5")
def test_supply_runs_over_it_the_same_night() -> None:
    game = trevieres().do("depot 30 30")
    assert game.why("refit US-1-16 30@30").rule == "12.5"
    assert game.why("depot 30 29").rule == "12.71"
    game.do("repair 29-30 30@30").throw("roll 6")
    game.do("depot 30 29", "refit US-1-16 30@29")
    assert game.level("US-1-16") == "fresh"


@pytest.mark.rule("20.23", "20.21")
def test_a_failure_leaves_work_and_the_site_rests_for_the_night() -> None:
    game = trevieres().do("depot 30 30", "repair 29-30 30@30").throw("roll 1")
    border = game.setting.board.border("29-30")
    assert game.state.construct[border.index] == (0, 1)
    refusal = game.why("repair 29-30 30@30")
    assert (refusal.rule, left(game)) == ("20.2", [9])


@pytest.mark.rule("20.23", "20.2")
def test_one_try_for_the_germans_and_four_for_the_allies() -> None:
    around = dict.fromkeys(("25-34", "27-34", "33-34", "34-35", "34-38"), DOWN)
    game = night(place("GE-352-914", at="34", level=SPENT), bridges=around).do("depot german 34")
    assert len(game.offered("repair")) == 5
    game.do("repair 33-34 german@34").throw("roll 1")
    assert not game.offered("repair")
    assert game.why("repair 34-35 german@34").rule == "20.2"
    areas = hold("us", "30", "29", "27", "33", "34", "35", "25", "38", "32")
    allied = night(place("US-1-16", at="30", level=SPENT), bridges=around, areas=areas, **NO_GERMAN).do("depot 30 33")
    for tried in ("33-34", "34-35", "25-34", "34-38"):
        offers = {each for each in allied.offered("repair") if each.startswith(tried)}
        assert offers == {f"{tried} 30@33"}
        allied.do(f"repair {offers.pop()}").throw("roll 6")
    assert not allied.offered("repair")
    assert allied.why("repair 27-34 30@33").rule == "20.2"


@pytest.mark.rule("20.23", "20.2", "12.8", "I-85")
def test_the_end_that_is_supplied_names_the_nationality_and_the_price() -> None:
    """29 is American, 19 British: either may build, each from its own depots, each at the price to its own end."""
    areas = hold("us", "29", "30") | hold("british", "18", "19")
    patch: dict[str, Any] = {"areas": areas, "bridges": {"19-29": DOWN}}
    game = night(place("US-1-16", at="29", level=SPENT), **patch, **NO_GERMAN)
    game.do("depot 30 30", "depot 18 18")
    assert game.offered("repair") == {"19-29 30@30", "19-29 18@18"}
    game.do("repair 19-29 30@30").throw("roll 6")
    assert left(game) == [8, 10]  # one boundary from Omaha to 29
    alone = night(
        place("US-1-16", at="30", level=SPENT), **{**patch, "areas": areas | hold("german", "29")}, **NO_GERMAN
    )
    alone.do("depot 18 18", "depot 30 30")
    assert alone.offered("repair") == {"19-29 18@18"}
    refusal = alone.why("repair 19-29 30@30")
    assert (refusal.rule, refusal.fix) == ("20.23", "Play repair 19-29 18@18.")


@pytest.mark.rule("20.23", "20.2", "12.8")
def test_isolated_ends_and_standing_bridges() -> None:
    game = night(
        place("US-82-505", at="50", level=SPENT),
        areas=hold("us", "30", "50", "49"),
        bridges={"49-50": DOWN},
        **NO_GERMAN,
    )
    game.do("depot 30 30")
    assert [game.why(f"repair {where} 30@30").rule for where in ("49-50", "29-30", "19-28")] == ["20.2", "20.2", "20.2"]
    assert "isolated" in game.why("repair 49-50 30@30").text
    assert game.why("repair 49-50").rule == "20.2"


@pytest.mark.rule("20.23")
def test_at_night_somebody_must_pay() -> None:
    game = trevieres().do("depot 30 30")
    refusal = game.why("repair 29-30")
    assert (refusal.rule, refusal.fix) == ("20.23", "Play repair 29-30 30@30.")


@pytest.mark.rule("20.23", "20.21")
def test_a_marker_may_have_to_come_from_elsewhere() -> None:
    """The Germans have one Construct marker, and it lies on the bridge to Ste. Mere Eglise."""
    bridges = {"45-49": {"held": "destroyed", "construct": {"german": 1}}, "33-34": DOWN}
    game = night(place("GE-352-914", at="34", level=SPENT), bridges=bridges).do(
        "depot german 34", "repair 33-34 german@34"
    )
    assert game.state.construct[game.setting.board.border("45-49").index] == (0, 0)
    game.throw("roll 1")
    assert game.state.construct[game.setting.board.border("33-34").index] == (1, 0)


@pytest.mark.rule("20.23", "20.21")
def test_the_allies_choose_which_of_their_markers_comes() -> None:
    worked = {
        border: {"held": "destroyed", "construct": {"allied": 1}} for border in ("25-34", "34-38", "34-35", "27-34")
    }
    areas = hold("us", "30", "29", "33", "32")
    game = night(place("US-1-16", at="30", level=SPENT), bridges={**worked, "29-30": DOWN}, areas=areas, **NO_GERMAN)
    game.do("depot 30 30", "repair 29-30 30@30")
    assert (game.kind, game.decision.step) == ("unbuild", "night_unbuild")  # type: ignore[union-attr]
    assert game.why("unbuild 33-34").rule == "20.21"
    game.do("unbuild 34-38").throw("roll 6")
    assert game.holder("29-30") == "allied"
