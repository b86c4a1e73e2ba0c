"""Rule 20.1 as far as June 6 goes: who holds a bridge or a river line, and how it changes."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.rules import s20_bridges
from tests.rules.helpers import D2, SPENT, Table, blank, d_day, day, place

US, BRITISH = {"control": "us"}, {"control": "british"}


@pytest.mark.rule("20.1", "4.7", "5.3")
def test_all_bridges_are_german_at_the_start() -> None:
    game = d_day()
    bridges = [border for border in game.setting.board.borders if border.bridge]
    assert {game.holder(border.id) for border in bridges} == {"german"}


@pytest.mark.rule("21.2", "20.1", "I-2")
def test_airborne_units_take_a_bridge_without_crossing_it() -> None:
    game = d_day().do("secure US-82-505 50-52")
    assert game.holder("50-52") == "allied"
    assert (game.control("50"), game.control("52")) == ("german", "german"), "held between two German areas (I-2)"
    assert game.level("US-82-505") == SPENT


def taking(area: str, unit: str, **patch: object) -> Table:
    """A parachute unit takes an area from one broken battery."""
    game = blank(place("GE-CA-Martin", at=area, level=D2), place(unit, at=area), **patch)
    return game.do(f"attack {unit}", f"point {unit}", "forward GE-CA-Martin").roll(12, 2)


@pytest.mark.rule("20.1", "8.511", "I-2")
def test_control_of_both_ends_takes_the_bridge() -> None:
    # Ste. Mere Eglise is taken, Pont L'Abbe and Utah are American already, Montebourg and Carentan are not.
    game = taking("50", "US-101-501", areas={"49": US, "51": US})
    assert game.control("50") == "us"
    assert game.holder("49-50") == game.holder("50-51") == "allied"
    assert game.holder("50-52") == game.holder("44-50") == "german", "one end is not enough"


@pytest.mark.rule("20.1", "8.511")
def test_both_allied_nationalities_are_one_side() -> None:
    assert taking("50", "US-101-501", areas={"49": BRITISH}).holder("49-50") == "allied"


@pytest.mark.rule("20.1")
def test_a_destroyed_bridge_does_not_come_back() -> None:
    game = taking("50", "US-101-501", areas={"49": US}, bridges={"49-50": {"held": "destroyed"}})
    border = game.setting.board.border("49-50")
    assert game.state.held[border.index] == 2


@pytest.mark.rule("20.1", "8.511", "I-2")
def test_a_river_line_is_allied_between_two_allied_areas_or_by_its_mark() -> None:
    # Port-en-Bessin (28) and Trevieres (29): a river without a bridge.
    assert blank(areas={"28": BRITISH}).holder("28-29") == "german"
    assert blank(areas={"28": BRITISH, "29": US}).holder("28-29") == "allied"
    assert blank(rivers={"28-29": {"held": "allied"}}).holder("28-29") == "allied"
    assert taking("28", "US-101-501", areas={"29": US}).holder("28-29") == "allied"


@pytest.mark.rule("20.1", "I-3")
def test_a_changed_set_up_starts_with_allied_bridges_between_allied_areas() -> None:
    game = blank(areas={"49": US, "50": US})
    assert game.holder("49-50") == "allied"
    named = blank(areas={"49": US, "50": US}, bridges={"49-50": {"held": "german"}})
    assert named.holder("49-50") == "german", "a scenario is taken at its word (I-3)"


@pytest.mark.rule("20.1", "8.371")
def test_retreats_use_the_bridge_up_to_five_and_a_landing_takes_it_with_the_area() -> None:
    # Omaha falls when its last defender leaves over the German bridge to Trevieres, which stays German.
    game = blank(
        place("GE-352-916", at="30", level=SPENT), place("US-1-16", at="box:30"), phase="amphibious",
        areas={"28": US, "31": US},
    )  # fmt: skip
    game.do("land US-1-16 30", "end", "assault 30", "point US-1-16", "forward GE-352-916").roll(2, 12)
    assert game.offered("retreat") == {"GE-352-916 29"}
    game.do("retreat GE-352-916 29")
    assert game.control("30") == "us"
    assert game.holder("29-30") == "german"


@pytest.mark.rule("8.511", "I-3")
def test_a_line_that_a_scenario_names_german_is_german_between_allied_areas() -> None:
    game = blank(areas={"28": BRITISH, "29": US}, rivers={"28-29": {"held": "german"}})
    assert game.holder("28-29") == "german"


@pytest.mark.rule("20.1", "7.3")
def test_a_bridge_follows_the_side_not_the_nationality() -> None:
    # The Americans leave Ste. Mere Eglise to the British: no new moment at which both ends become Allied.
    game = day(place("US-4-8", "BR-56", at="50"), side="allied", areas={"49": US, "50": US, "51": US},
               bridges={"49-50": {"held": "german"}})  # fmt: skip
    game.do("impulse assault 50", "march US-4-8 51")
    assert game.control("50") == "british"
    assert game.holder("49-50") == "german"


@pytest.mark.rule("8.511", "20.1", "I-2")
def test_a_line_may_be_held_beside_its_destroyed_bridge() -> None:
    broken = {"29-30": {"held": "destroyed"}}
    assert blank(bridges=broken).holder("29-30") == "german"
    game = blank(bridges=broken, rivers={"29-30": {"held": "allied"}})
    assert game.holder("29-30") == "allied"
    border = game.setting.board.border("29-30")
    assert not s20_bridges.standing(game.state, border)
    again = breakout.initial(breakout.setting_from(breakout.as_scenario(game.state)))
    assert again.held == game.state.held


@pytest.mark.rule("9.63B", "8.372")
def test_no_retreat_over_a_line_that_the_allies_hold_beside_a_destroyed_bridge() -> None:
    # From Omaha to Trevieres: infantry wades a German line, and not an Allied one.
    def ways(**held: object) -> set[str]:
        game = blank(place("US-1-16", at="box:30"), place("GE-352-916", at="30"), phase="amphibious",
                     bridges={"29-30": {"held": "destroyed"}}, areas={"28": US, "31": US}, **held)  # fmt: skip
        game.do("land US-1-16 30", "end", "assault 30", "point US-1-16", "forward GE-352-916").roll(2, 12)
        return game.offered("retreat")

    assert ways() == {"GE-352-916 29"}
    assert ways(rivers={"29-30": {"held": "allied"}}) == set()
