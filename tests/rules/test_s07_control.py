"""Rule 7: stacking and control."""

from __future__ import annotations

import pytest

from normandy_lab.breakout import query
from normandy_lab.errors import ScenarioError
from tests.rules.helpers import INFANTRY, SPENT, Table, blank, d_day, place

MARTIN = place("GE-CA-Martin", at="50")
US_PARAS = ("US-101-501", "US-101-502", "US-101-506")
BR_PARAS = ("BR-6AB-3", "BR-6AB-5")


def drop(*dropped: str, **patch: object) -> Table:
    """The first of these dropped units wipes out Martin's battery in Ste. Mere Eglise; the others look on."""
    game = blank(MARTIN, place(*dropped, at="50"), **patch).do(f"attack {dropped[0]}")
    if game.kind == "airborne":
        game.do("end")
    return game.do(f"point {dropped[0]}", "forward GE-CA-Martin").roll(12, 2)


@pytest.mark.rule("7.1")
def test_ten_units_a_side_and_no_more() -> None:
    ten = blank(place(*INFANTRY[:10], at="19"), place("US-82-505", at="19"))
    assert ten.state.here[0][ten.setting.board.index["19"]].bit_count() == 10
    with pytest.raises(ScenarioError, match=r"7\.1"):
        blank(place(*INFANTRY[:11], at="19"))


@pytest.mark.rule("7.1", "16.13")
def test_one_corps_artillery_an_area() -> None:
    with pytest.raises(ScenarioError, match="corps artillery"):
        blank(place("GE-LXXXIV-Art", "GE-ISS-Art", at="19"))


@pytest.mark.rule("7.1")
def test_the_eleventh_unit_may_not_land() -> None:
    # Nine US units stand at Omaha, contested: one of two more may land.
    nine = place(
        "US-4-8", "US-4-12", "US-4-22", "US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2", at="30"
    )
    game = blank(nine, place("GE-352-916", at="30"), place("US-Rgr-5", "US-2-9", at="box:30"), phase="amphibious")
    game.do("land US-Rgr-5 30")
    assert game.options == {"end"}
    assert game.why("land US-2-9 30").rule == "7.1"


@pytest.mark.rule("7.2", "14.3")
def test_a_zone_holds_any_number() -> None:
    game = blank(place(*INFANTRY[:12], at="A"), place("GE-LXXXIV-Art", "GE-ISS-Art", at="A"))
    assert game.state.here[0][game.setting.board.index["A"]].bit_count() == 14


@pytest.mark.rule("7.3", "4.6", "5.3")
def test_everything_is_german_at_the_start_except_where_only_allies_dropped() -> None:
    printed = d_day()
    assert {printed.control(place.id) for place in printed.setting.board.places} == {"german"}
    game = blank(place("BR-6AB-3", at="6"))
    assert game.control("6") == "british"


@pytest.mark.rule("7.3", "I-1")
@pytest.mark.parametrize(
    ("dropped", "holder"),
    [
        (US_PARAS[:1], "us"),
        (BR_PARAS[:1], "british"),
        ((*US_PARAS[:2], *BR_PARAS[:1]), "us"),
        ((*US_PARAS[:1], *BR_PARAS), "british"),
    ],
)
def test_the_nationality_with_most_units_takes_a_vacant_area(dropped: tuple[str, ...], holder: str) -> None:
    game = drop(*dropped)  # all that stand there count, not only those that attacked
    assert game.level("GE-CA-Martin") == "eliminated"
    assert game.control("50") == holder


@pytest.mark.rule("7.3", "I-1")
@pytest.mark.parametrize("choice", ["us", "british"])
def test_equal_numbers_are_the_allied_players_choice(choice: str) -> None:
    game = drop(US_PARAS[0], BR_PARAS[0])
    assert (game.kind, game.decision.step) == ("control", "control")
    assert game.actor == "allied"
    assert game.options == {"control 50 us", "control 50 british"}
    game.do(f"control 50 {choice}")
    assert game.control("50") == choice


@pytest.mark.rule("7.4")
def test_contesting_does_not_change_control() -> None:
    game = blank(MARTIN, place("US-101-501", at="50"))
    index = game.setting.board.index["50"]
    assert query.contested(game.state, index)
    game.do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin").roll(2, 12)
    assert query.contested(game.state, index)
    assert game.control("50") == "german"
    british = blank(place("GE-91-1058", at="50"), place("BR-6AB-3", at="50"), areas={"50": {"control": "british"}})
    assert british.control("50") == "british", "the enemy's presence alone takes nothing either"


@pytest.mark.rule("7.5", "7.6")
def test_vacant_and_free() -> None:
    game = blank(MARTIN, place("US-101-501", at="49"), areas={"48": {"control": "us"}})
    at = game.setting.board.index
    german, allied = 0, 1
    # Vacant: no enemy there, whoever controls it. Free: vacant and one's own.
    assert query.vacant(game.state, at["50"], german)
    assert query.free(game.state, at["50"], german)
    assert not query.vacant(game.state, at["50"], allied)
    assert query.vacant(game.state, at["48"], german)
    assert not query.free(game.state, at["48"], german)
    assert query.free(game.state, at["48"], allied)
    assert query.free(game.state, at["49"], allied)
    assert query.vacant(game.state, at["53"], allied)
    assert not query.free(game.state, at["53"], allied)


@pytest.mark.rule("7.3")
def test_control_passes_when_the_last_defender_retreats() -> None:
    game = blank(place("GE-91-1057", at="50", level=SPENT), place("US-101-501", at="50"))
    game.do("attack US-101-501", "point US-101-501", "forward GE-91-1057").roll(2, 12)
    assert game.kind == "retreat"
    assert game.control("50") == "german"
    game.do(max(game.options - {"hold"}))
    assert game.control("50") == "us"
