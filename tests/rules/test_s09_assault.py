"""Rules 9.1 to 9.4: the two values of an assault and its result."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, beaten_by, blank, land, place, terms


def landing(wave: tuple[str, ...], *defenders: dict[str, dict[str, str]], beach: str = "51", **patch: object) -> Table:
    """This first wave lands and waits for its Point Unit."""
    game = blank(place(*wave, at=f"box:{beach}"), *defenders, phase="amphibious", **patch)
    land(game, beach, wave).do("end")
    while game.kind == "roll":
        game.throw("roll 6")
    return game.do(f"assault {beach}")


def by_night(
    attackers: tuple[str, ...], *defenders: dict[str, dict[str, str]], area: str = "50", **patch: object
) -> Table:
    """These dropped units attack together and wait for their Point Unit."""
    game = blank(place(*attackers, at=area), *defenders, **patch)
    game.do(*(f"attack {unit}" for unit in attackers))
    return game


BATTALION = place("GE-709-1-919", at="51", level=SPENT)


@pytest.mark.rule("9.1", "8.375")
def test_point_unit_then_forward_unit_then_dice() -> None:
    game = landing(("US-4-8", "US-4-12"), BATTALION)
    assert (game.kind, game.actor) == ("point", "allied")
    assert game.why("forward GE-709-1-919").rule == "9.2A", "not yet: the Point Unit comes first"
    game.do("point US-4-8")
    assert (game.kind, game.actor) == ("forward", "german")
    game.do("forward GE-709-1-919")
    assert (game.kind, game.actor) == ("roll", "chance")
    assert game.why("roll 5+2").rule == "9.1", "both sides roll two dice"


@pytest.mark.rule("9.1")
def test_refusals_of_point_and_forward_units() -> None:
    game = landing(("US-4-8",), BATTALION, place("GE-352-916", at="50"), place("US-4-12", at="box:51"))
    assert game.why("point US-4-12").rule == "9.1", "it did not land"
    game.do("point US-4-8")
    assert game.why("forward GE-352-916").rule == "9.3A", "it does not defend there"


@pytest.mark.rule("9.2A")
@pytest.mark.parametrize(("leader", "factor"), [("US-1-16", 6), ("US-29-116", 5), ("US-Rgr-2", 2)])
def test_any_infantry_or_armor_may_lead_with_its_factor(leader: str, factor: int) -> None:
    game = landing(("US-1-16", "US-29-116", "US-Rgr-2"), place("GE-352-916", at="30"), beach="30").do(f"point {leader}")
    assert terms(game.av()) == [("9.2A", factor), ("9.2B", 2), ("9.2E", 1)]


@pytest.mark.rule("9.2A", "4.22")
def test_armor_leads() -> None:
    game = landing(("BR-8Arm", "BR-56"), place("GE-CA-MontFleury", at="18", level=SPENT), beach="18").do(
        "point BR-8Arm"
    )
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 1), ("9.2E", 1)]


@pytest.mark.rule("9.2D")
@pytest.mark.parametrize(
    ("attackers", "divisions"),
    [
        (("US-101-501", "US-101-502"), 0),
        (("US-101-501", "US-101-502", "US-82-505"), 0),
        (("US-101-501", "US-101-502", "US-101-506"), 1),
        (("US-101-501", "US-101-502", "US-101-506", "US-82-505", "US-82-507"), 1),
        (("US-101-501", "US-101-502", "US-101-506", "US-82-505", "US-82-507", "US-82-508"), 2),
    ],
)
def test_one_for_each_division_with_three_units(attackers: tuple[str, ...], divisions: int) -> None:
    game = by_night(attackers, place("GE-CA-Martin", at="50")).do(f"point {attackers[0]}")
    assert int(game.av()) == 3 + len(attackers) - 1 + divisions
    assert [rule for rule, _ in terms(game.av())].count("9.2D") == divisions


@pytest.mark.rule("9.2D")
def test_units_without_a_division_make_none() -> None:
    game = landing(("US-Rgr-2", "US-Rgr-5", "US-1-16"), place("GE-352-916", at="30"), beach="30").do("point US-1-16")
    assert "9.2D" not in dict(terms(game.av()))


@pytest.mark.rule("9.2D", "21.5")
def test_a_unit_stopped_by_interdiction_does_not_count_for_its_division() -> None:
    wave = ("US-4-8", "US-4-12", "US-4-22")
    game = blank(place(*wave, at="box:51"), BATTALION, place("GE-CA-Marcouf", at="52"), phase="amphibious")
    land(game, "51", wave).do("end").throw("roll 1").throw("roll 2").throw("roll 3")
    game.do("assault 51", "point US-4-12")
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 1), ("9.2E", 1)]


@pytest.mark.rule("9.2E", "18.2", "18.3")
def test_air_support_by_day_in_clear_weather_only() -> None:
    clear = landing(("US-4-8",), BATTALION).do("point US-4-8")
    assert terms(clear.av()) == [("9.2A", 6), ("9.2E", 1)]
    overcast = landing(("US-4-8",), BATTALION, weather={"dawn": {"1944-06-06": "overcast"}}).do("point US-4-8")
    assert terms(overcast.av()) == [("9.2A", 6)]
    night = by_night(("US-101-501",), place("GE-CA-Martin", at="50")).do("point US-101-501")
    assert terms(night.av()) == [("9.2A", 3)]


@pytest.mark.rule("9.3A", "4.32", "4.5", "I-6")
@pytest.mark.parametrize(
    ("unit", "level", "factor"),
    [
        ("GE-91-1057", FRESH, 5),
        ("GE-91-1057", SPENT, 3),  # the figure on the Spent side
        ("GE-91-1057", D1, 2),
        ("GE-91-1057", D2, 1),
        ("GE-FLAK-32", D2, 0),  # 2 - 2
        ("GE-709-1-919", D1, 0),  # 0 - 1: never below nothing (I-6)
        ("GE-709-1-919", D2, 0),
        ("GE-CA-Marcouf", SPENT, 4),  # casemates are as strong Spent
        ("GE-CA-Marcouf", D1, 3),
        ("GE-CA-Marcouf", D2, 2),
    ],
)
def test_the_forward_units_factor_falls_with_its_level(unit: str, level: str, factor: int) -> None:
    game = by_night(("US-101-501",), place(unit, at="50", level=level)).do("point US-101-501", f"forward {unit}")
    assert int(game.dv()) == factor + 3  # terrain of Ste. Mere Eglise
    assert sum(value for rule, value in terms(game.dv()) if rule == "9.3A") == factor


@pytest.mark.rule("9.3A", "16.2", "4.24")
def test_the_defender_may_choose_any_forward_unit_flak_included() -> None:
    game = by_night(
        ("US-101-501",), place("GE-91-1057", "GE-FLAK-32", "GE-21Pz-PAK", "GE-CA-Martin", "GE-91-Art", at="50")
    )
    game.do("point US-101-501")
    assert game.offered("forward") == {"GE-91-1057", "GE-FLAK-32", "GE-21Pz-PAK", "GE-CA-Martin"}
    # The weakest is allowed: 2 + 3 + four other Fresh units.
    game.do("forward GE-CA-Martin")
    assert terms(game.dv()) == [("9.3A", 2), ("9.3B", 3), ("9.3G", 4)]


@pytest.mark.rule("16.1", "9.3A", "I-17")
def test_field_artillery_goes_forward_only_where_nothing_else_is() -> None:
    game = by_night(("US-101-501",), place("GE-91-Art", "GE-91-1057", at="50")).do("point US-101-501")
    assert game.why("forward GE-91-Art").rule == "16.1"
    alone = by_night(("US-101-501",), place("GE-91-Art", "GE-101NW", at="50")).do("point US-101-501")
    assert alone.offered("forward") == {"GE-91-Art", "GE-101NW"}


@pytest.mark.rule("9.3B", "3.22")
@pytest.mark.parametrize(("area", "tem"), [("7", 1), ("44", 2), ("49", 3), ("9", 4), ("56", 4)])
def test_terrain(area: str, tem: int) -> None:
    # Caen and Cherbourg +4, bocage +3 (Designer's Notes); Merville and Carentan are reconstructed values.
    game = by_night(("US-101-501",), place("GE-91-1057", at=area), area=area).do("point US-101-501")
    assert terms(game.dv()) == [("9.3A", 5), ("9.3B", tem)]


@pytest.mark.rule("9.3E", "15.1")
def test_a_fortified_beach_adds_two_and_a_broken_one_nothing() -> None:
    strong = landing(("US-4-8",), BATTALION).do("point US-4-8")
    assert ("9.3E", 2) in terms(strong.dv())
    broken = landing(("US-4-8",), BATTALION, areas={"51": {"fort": 0}}).do("point US-4-8")
    assert terms(broken.dv()) == [("9.3A", 0), ("9.3B", 1)]


@pytest.mark.rule("9.3G")
def test_one_for_each_other_fresh_defender_of_any_type() -> None:
    fresh = place("GE-352-914", "GE-352-Art", "GE-FLAK-32", "GE-100Rp", "GE-CA-Vierville", at="30")
    tired = place("GE-352-916", at="30", level=SPENT) | place("GE-716-726", at="30", level=D1)
    game = landing(("US-1-16",), fresh, tired, beach="30").do("point US-1-16")
    game.do("forward GE-352-914")
    assert terms(game.dv()) == [("9.3A", 5), ("9.3B", 1), ("9.3E", 2), ("9.3G", 4)]
    game = landing(("US-1-16",), fresh, tired, beach="30").do("point US-1-16", "forward GE-352-916")
    assert terms(game.dv()) == [("9.3A", 3), ("9.3B", 1), ("9.3E", 2), ("9.3G", 5)], (
        "a Spent Forward Unit: all five count"
    )


def one_against_one(margin: int) -> Table:
    """Two regiments against the Spent 1/919th at Utah: 6 + 1 + 1 against 0 + 1 + 2."""
    game = landing(("US-4-8", "US-4-12"), BATTALION, place("GE-352-916", at="51", level=SPENT))
    return game.do("point US-4-8", "forward GE-709-1-919").throw(beaten_by(margin))


@pytest.mark.rule("9.4", "9.41", "12.3")
def test_failure_disrupts_every_assaulting_unit_and_harms_no_defender() -> None:
    game = one_against_one(6)
    assert game.kind == "retreat"
    game.do("hold")
    assert game.levels("US-4-8", "US-4-12") == [D1, D1]
    assert game.levels("GE-709-1-919", "GE-352-916") == [SPENT, SPENT]
    assert game.at("US-4-8") == "51"


@pytest.mark.rule("9.4", "9.42", "12.3", "I-8")
def test_a_tie_disrupts_the_point_unit_alone() -> None:
    game = one_against_one(5).to_end()
    assert game.levels("US-4-8", "US-4-12") == [D1, SPENT]
    assert game.levels("GE-709-1-919", "GE-352-916") == [SPENT, SPENT]
    assert game.at("US-4-8") == "51"


@pytest.mark.rule("9.4", "9.43")
def test_success_costs_the_difference_and_spends_the_attackers() -> None:
    game = one_against_one(3)
    assert game.decision is not None
    assert game.decision.prompt.startswith("Absorb 2 casualty points")
    game.do("lose GE-709-1-919", "lose GE-352-916").to_end()
    assert game.levels("US-4-8", "US-4-12") == [SPENT, SPENT]
    assert game.levels("GE-709-1-919", "GE-352-916") == [D1, D1]
