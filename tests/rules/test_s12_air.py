"""Rule 12.9: supply from the air, every cell of its table, and its chances before the choice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from normandy_lab.breakout import night_report
from tests.rules.helpers import D1, FRESH, SPENT, Table, hold, night, place

UNIT = "US-82-505"
SKIES: dict[str, dict[str, Any]] = {
    "clear": {},
    "part": {"changes": {4: "overcast"}},  # spaces 4 to 6 of 0 to 6
    "half": {"impulses": 7, "changes": {4: "overcast"}},  # four of eight are not more than half
    "most": {"changes": {3: "overcast"}},  # four of seven
    "all": {"weather": "overcast"},
}


def dusk(ground: str, level: str, sky: str) -> Table:
    """One regiment in 50: alone on its own ground, with an enemy on it, or with an enemy on his."""
    parts = [place(UNIT, at="50", level=level)]
    if ground != "free":
        parts.append(place("GE-6FS", at="50"))
    areas = hold("german" if ground == "german" else "us", "50")
    return night(*parts, areas=areas, supply={"german": {"depots": 0}}, rules={"surrender_die": False}, **SKIES[sky])


# Ground, level, sky: what is added to the die, worked out from the list of 12.9.
CELLS = [
    ("free", SPENT, "clear", 4), ("free", SPENT, "part", 3), ("free", SPENT, "half", 3), ("free", SPENT, "most", 2),
    ("free", SPENT, "all", 1), ("free", D1, "clear", 3), ("free", D1, "part", 2), ("free", D1, "half", 2),
    ("free", D1, "most", 1), ("free", D1, "all", 0),
    ("allied", SPENT, "clear", 3), ("allied", SPENT, "part", 2), ("allied", SPENT, "half", 2), ("allied", SPENT, "most", 1),
    ("allied", SPENT, "all", 0), ("allied", D1, "clear", 2), ("allied", D1, "part", 1), ("allied", D1, "half", 1),
    ("allied", D1, "most", 0), ("allied", D1, "all", -1),
    ("german", SPENT, "clear", 2), ("german", SPENT, "part", 1), ("german", SPENT, "half", 1), ("german", SPENT, "most", 0),
    ("german", SPENT, "all", -1), ("german", D1, "clear", 1), ("german", D1, "part", 0), ("german", D1, "half", 0),
    ("german", D1, "most", -1), ("german", D1, "all", -2),
]  # fmt: skip


@pytest.mark.rule("12.9", "12.7")
@pytest.mark.parametrize(("ground", "level", "sky", "drm"), CELLS)
def test_every_cell(ground: str, level: str, sky: str, drm: int) -> None:
    """Seven is needed: the die that just does it refits, one less does not, and the chance says so before."""
    least = 7 - drm
    for die in (least - 1, least):
        if not 1 <= die <= 6:
            continue
        game = dusk(ground, level, sky)
        (chance,) = night_report.air(game.state, game.setting.board.index["50"])
        assert (int(chance.tally), chance.success, chance.who) == (drm, Fraction(max(0, 7 - least), 6), UNIT)
        game.do("airsupply 50").throw(f"roll {die}")
        better = {SPENT: FRESH, D1: SPENT}[level]
        assert game.level(UNIT) == (better if die == least else level)


@pytest.mark.rule("12.9")
def test_one_area_a_night_and_no_zone() -> None:
    game = night(
        place(UNIT, at="50", level=SPENT), place("US-101-501", at="44", level=SPENT), place("US-101-502", at="D", level=SPENT),
        place("US-4-8", at="51"), supply={"german": {"depots": 0}}, areas=hold("us", "44", "50", "51"),
    )  # fmt: skip
    assert game.offered("airsupply") == {"44", "50"}
    assert game.why("airsupply D").rule == "12.9"
    assert (game.why("airsupply 51").text, game.why("airsupply 51").fix) == (
        "No Allied unit in Utah Beach can gain a level.", "Play airsupply 44.",
    )  # fmt: skip
    game.do("airsupply 50").throw("roll 1")
    assert game.offered("airsupply") == set()
    assert game.why("airsupply 44").rule == "12.9"


@pytest.mark.rule("12.9", "I-87")
def test_four_units_are_named_where_more_need_it() -> None:
    units = ("US-82-505", "US-82-507", "US-82-508", "US-101-501", "BR-6AB-3")
    game = night(place(*units, at="50", level=SPENT), areas=hold("us", "50"), supply={"german": {"depots": 0}})
    game.do("airsupply 50")
    assert (game.decision.step, game.offered("refit")) == ("air_units", {f"{unit} air" for unit in units})  # type: ignore[union-attr]
    game.do("refit US-82-505 air")
    assert game.why("refit US-82-505 air").rule == "12.9"
    game.do("refit US-82-507 air", "refit BR-6AB-3 air", "refit US-82-508 air")
    for _ in range(4):
        game.throw("roll 3")
    assert game.levels(*units) == [FRESH, FRESH, FRESH, SPENT, FRESH]


@pytest.mark.rule("12.9", "12.4")
def test_who_fails_may_draw_from_a_depot_and_who_succeeds_not() -> None:
    game = night(
        place("US-4-8", "US-4-12", at="51", level=D1), areas=hold("us", "51"), supply={"german": {"depots": 0}}
    ).do("depot 51 51", "airsupply 51")  # fmt: skip
    game.throw("roll 4").throw("roll 3")  # 4 + 4 - 1 = 7, then 6: in the order of the order of battle, the 8th first
    assert game.levels("US-4-8", "US-4-12") == [SPENT, D1]
    assert game.offered("refit") == {"US-4-12 51@51"}
    assert game.why("refit US-4-8 51@51").rule == "12.4"


@pytest.mark.rule("12.9", "12.53")
def test_air_supply_needs_no_depot_and_builds_no_reserves() -> None:
    game = night(place(UNIT, at="50", level=SPENT), areas=hold("us", "50"), supply={"german": {"depots": 0}})
    game.do("airsupply 50").throw("roll 6")
    assert game.level(UNIT) == FRESH
    assert (game.state.reserves, game.moment) == ((0, 0), "7G0")
