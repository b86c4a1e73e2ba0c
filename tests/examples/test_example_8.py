"""Example of Play 8, Exit of Contested Area: the 1st Division, the Rangers and the 29th at Omaha Beach (30).

Two Fresh German regiments with a Defense Factor of 4 still contest Omaha, whose fortification is gone. Port-en-Bessin
(28) is Allied; Grandcamp (31) and Trevieres (29) are German and empty. Ten Allied units fill the area.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples.daylight import Daylight, by_rule, daylight
from tests.rules.helpers import D1, D2, FRESH, SPENT, place, terms

FIRST = ("US-1-16", "US-1-18", "US-1-26")
RANGERS = ("US-Rgr-2", "US-Rgr-5")
ASSAULTING = (*FIRST, *RANGERS)
GUNS, GUNS29 = "US-1-Art", "US-29-Art"
R115 = "US-29-115"
TWENTY_NINTH = (R115, "US-29-116", "US-29-175")
ARMOR = "US-2AD-CCA"
FORWARD, OTHER = "GE-716-726", "GE-716-736"
OMAHA, PORT, TREVIERES, GRANDCAMP, GOLD = "30", "28", "29", "31", "18"


def position(*more: Any, armor: bool = False) -> Daylight:
    return daylight(
        place(*ASSAULTING, GUNS, *TWENTY_NINTH, ARMOR if armor else GUNS29, at=OMAHA),
        place(FORWARD, OTHER, at=OMAHA),
        *more,
        side="allied",
        areas={OMAHA: {"fort": 0}, PORT: {"control": "british"}, GOLD: {"control": "british"}},
    )


def assaulted(*more: Any, armor: bool = False) -> Daylight:
    game = position(*more, armor=armor)
    game.do(f"impulse assault {OMAHA}")
    return game.assault(OMAHA, *ASSAULTING, support=[GUNS], point=FIRST[0], forward=FORWARD)


def repulsed(armor: bool = False) -> Daylight:
    return assaulted(armor=armor).resolve(2, by=-1).hold()


def two_points() -> Daylight:
    """Thirteen against six, and the Germans roll five more: two casualty points."""
    game = assaulted().resolve(4, 9)
    assert game.kind == "casualties"
    return game


def both_gone(*more: Any) -> Daylight:
    """The Forward Unit pays both points and goes, the other regiment follows of its own will."""
    game = assaulted(*more).resolve(4, 9).pay(FORWARD).do(f"retreat {FORWARD} {GRANDCAMP}")
    return game.do(f"retreat {OTHER} {GRANDCAMP}")


def one_left() -> Daylight:
    return two_points().pay(FORWARD).do(f"retreat {FORWARD} {GRANDCAMP}").hold()


def overrun(*more: Any, armor: bool = False) -> Daylight:
    game = assaulted(*more, armor=armor).resolve(9, by=9)
    while game.kind == "casualties":
        game.do(min(game.options))
    return game


# -- thirteen against six


@pytest.mark.rule("9.2", "9.2A", "9.2B", "9.2C", "9.2D", "9.2E", "8.54")
def test_the_attack_value_is_thirteen() -> None:
    # 6 (Point Unit) + 4 (four others) + 1 (divisional artillery) + 1 (1st Division) + 1 (air).
    game = assaulted()
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 4), ("9.2C", 1), ("9.2D", 1), ("9.2E", 1)]
    assert game.av() == 13


@pytest.mark.rule("9.3", "9.3A", "9.3B", "9.3G")
def test_the_defense_value_is_six() -> None:
    game = assaulted()
    assert by_rule(game.dv()) == {"9.3A": 4, "9.3B": 1, "9.3G": 1}
    assert game.dv() == 6


@pytest.mark.rule("8.5", "8.54")
def test_the_assault_costs_two_factors_where_enemies_are_fresh() -> None:
    game = both_gone()
    assert game.used(R115) == 2


# -- the Germans win


@pytest.mark.rule("9.41", "16.12", "8.54")
def test_repulsed_the_attackers_are_disrupted_and_stay() -> None:
    game = assaulted().resolve(2, by=-1)
    assert game.levels(*ASSAULTING) == [D1] * 5
    assert game.level(GUNS) == SPENT, "it only supported"
    assert game.actor == "german", "nobody retreats from the area where he began"
    game.hold()
    assert {game.at(unit) for unit in ASSAULTING} == {OMAHA}
    assert game.levels(FORWARD, OTHER) == [FRESH] * 2


@pytest.mark.rule("8.54", "8.22")
def test_the_29th_cannot_attack_omaha_again() -> None:
    game = repulsed()
    assert game.fails(f"assault {OMAHA}") == "8.22"


@pytest.mark.rule("8.34", "8.54")
def test_the_29th_may_only_go_to_port_en_bessin_and_stop() -> None:
    game = repulsed()
    assert {option for option in game.offered("march") if option.startswith(R115)} == {f"{R115} {PORT}"}
    assert game.fails(f"march {R115} {GRANDCAMP}") == "8.34"
    assert game.fails(f"march {R115} {TREVIERES}") == "8.372", "its bridge is German, and so is the area (8.34)"
    # 2 were used in Omaha; Port-en-Bessin is Free, and takes what is left.
    assert by_rule(game.cost(R115, PORT)) == {"8.36A": 1, "8.34": 2}
    game.march(R115, PORT)
    assert (game.used(R115), game.left(R115)) == (5, 0)
    assert game.fails(f"march {R115} {GOLD}") == "8.36"
    game.close()
    assert (game.at(R115), game.level(R115)) == (PORT, SPENT)


@pytest.mark.rule("8.34", "8.54")
def test_armor_may_go_on_from_port_en_bessin() -> None:
    # No German armor in Omaha: normal costs, but two factors were used there.
    game = repulsed(armor=True)
    assert (game.used(ARMOR), game.left(ARMOR)) == (2, 4)
    assert {option for option in game.offered("march") if option.startswith(ARMOR)} == {f"{ARMOR} {PORT}"}
    assert terms(game.cost(ARMOR, PORT)) == [("8.36A", 1)]
    game.march(ARMOR, PORT)
    assert game.used(ARMOR) == 3
    game.march(ARMOR, GOLD)
    assert (game.at(ARMOR), game.used(ARMOR)) == (GOLD, 4)


# -- two points


@pytest.mark.rule("9.5", "9.5A")
def test_the_forward_unit_pays_first() -> None:
    game = two_points()
    assert game.options == {f"lose {FORWARD}"}
    assert game.fails(f"lose {OTHER}") == "9.5"


@pytest.mark.rule("9.5E", "9.64", "9.64A", "9.63C")
def test_the_forward_unit_may_go_and_only_to_grandcamp() -> None:
    game = two_points().pay(FORWARD)
    assert {to for to in game.offered("retreat") if to.startswith(FORWARD)} == {f"{FORWARD} {GRANDCAMP}"}
    # Trevieres lies next to Port-en-Bessin, which is Allied; Port-en-Bessin itself takes no retreat.
    assert game.fails(f"retreat {FORWARD} {TREVIERES}") == "9.64"
    assert game.fails(f"retreat {FORWARD} {PORT}") == "9.63C"
    game.do(f"retreat {FORWARD} {GRANDCAMP}").to_end()
    assert (game.at(FORWARD), game.level(FORWARD)) == (GRANDCAMP, SPENT)
    assert (game.at(OTHER), game.level(OTHER)) == (OMAHA, FRESH)


@pytest.mark.rule("9.5A")
def test_both_may_be_spent_and_stay() -> None:
    game = two_points().pay(FORWARD, OTHER).hold()
    assert game.levels(FORWARD, OTHER) == [SPENT] * 2
    assert [game.at(unit) for unit in (FORWARD, OTHER)] == [OMAHA] * 2


@pytest.mark.rule("9.62")
def test_both_may_go() -> None:
    game = both_gone()
    assert game.levels(FORWARD, OTHER) == [SPENT] * 2
    assert [game.at(unit) for unit in (FORWARD, OTHER)] == [GRANDCAMP] * 2
    assert game.control(OMAHA) == "us"


@pytest.mark.rule("9.5E", "9.62")
def test_spent_both_may_still_leave_of_their_own_will() -> None:
    # Both pay by becoming Spent; 9.62 lets Spent units go without a further loss, to Grandcamp alone.
    game = two_points().pay(FORWARD, OTHER)
    assert game.kind == "retreat"
    assert game.offered("retreat") == {f"{FORWARD} {GRANDCAMP}", f"{OTHER} {GRANDCAMP}"}
    game.do(f"retreat {FORWARD} {GRANDCAMP}", f"retreat {OTHER} {GRANDCAMP}")
    assert game.levels(FORWARD, OTHER) == [SPENT] * 2


# -- both gone: the 29th moves


@pytest.mark.rule("8.54", "9.43")
def test_the_assaulting_units_are_spent_and_move_no_further() -> None:
    game = both_gone()
    assert game.levels(*ASSAULTING) == [SPENT] * 5
    assert game.fails(f"march {FIRST[0]} {GRANDCAMP}") == "8.32"
    assert game.levels(*TWENTY_NINTH) == [FRESH] * 3


@pytest.mark.rule("8.54", "8.36B")
def test_the_29th_moves_normally_with_two_factors_less() -> None:
    game = both_gone()
    assert (game.used(R115), game.left(R115)) == (2, 3)
    game.march(R115, PORT)
    assert game.used(R115) == 3, "no longer all of its factors"
    assert game.allows(f"march {R115} {GOLD}")
    # Trevieres, vacant and German, across its bridge: two factors.
    other = both_gone().march(TWENTY_NINTH[1], TREVIERES)
    assert other.used(TWENTY_NINTH[1]) == 4


@pytest.mark.rule("8.54", "8.36C", "8.51", "9.67")
def test_the_29th_may_follow_to_grandcamp_and_attack() -> None:
    game = both_gone()
    assert terms(game.cost(R115, GRANDCAMP)) == [("8.36C", 3)]
    game.march(R115, GRANDCAMP)
    assert (game.used(R115), game.left(R115)) == (5, 0), "two in Omaha, three against Spent units"
    assert game.fails("end") == "8.51"
    game.march(TWENTY_NINTH[1], GRANDCAMP).march(TWENTY_NINTH[2], GRANDCAMP)
    game.assault(GRANDCAMP, support=[GUNS29], point=R115)
    # 5 (Point Unit) + 2 + 1 (guns in Omaha, Free now) + 1 (29th Division) + 1 (air).
    assert by_rule(game.av()) == {"9.2A": 5, "9.2B": 2, "9.2C": 1, "9.2D": 1, "9.2E": 1}
    # 2 (Spent regiment) + 1 (terrain): nobody there is Fresh.
    game.do(f"forward {FORWARD}")
    assert by_rule(game.dv()) == {"9.3A": 2, "9.3B": 1}


# -- one left: the 29th is tied to Omaha


@pytest.mark.rule("8.54", "8.34")
def test_while_one_german_remains_only_port_en_bessin_is_open() -> None:
    game = one_left()
    assert game.levels(*ASSAULTING) == [SPENT] * 5
    marches = {option for unit in TWENTY_NINTH for option in game.offered("march") if option.startswith(unit)}
    assert marches == {f"{unit} {PORT}" for unit in TWENTY_NINTH}
    assert game.fails(f"march {R115} {GRANDCAMP}") == "8.34"
    assert game.fails(f"assault {OMAHA}") == "8.22"
    assert game.march(R115, PORT).left(R115) == 0


# -- an Overrun


@pytest.mark.rule("8.53", "9.5F")
def test_eight_points_are_no_overrun() -> None:
    # Two Fresh regiments can pay four each.
    game = assaulted().resolve(9, by=8)
    while game.kind == "casualties":
        retreats = sorted(option for option in game.options if option.startswith("retreat"))
        game.do(retreats[0] if retreats and not game.offered("lose") else min(game.options))
    game.hold()
    assert game.levels(*ASSAULTING) == [SPENT] * 5
    assert game.control(OMAHA) == "us"
    assert game.fails(f"march {FIRST[0]} {PORT}") == "8.32"
    assert game.used(R115) == 2


@pytest.mark.rule("9.5F", "9.5E", "9.5C")
def test_eight_points_may_be_paid_by_two_regiments_that_leave_at_disrupt_2() -> None:
    game = assaulted().resolve(9, by=8).pay(FORWARD, FORWARD, FORWARD).do(f"retreat {FORWARD} {GRANDCAMP}")
    game.do(*[f"lose {OTHER}"] * 3, f"retreat {OTHER} {GRANDCAMP}").to_end()
    assert game.levels(FORWARD, OTHER) == [D2] * 2
    assert [game.at(unit) for unit in (FORWARD, OTHER)] == [GRANDCAMP] * 2
    assert game.levels(*ASSAULTING) == [SPENT] * 5, "not overrun"


@pytest.mark.rule("8.53", "8.54", "9.8")
def test_more_than_eight_points_are_an_overrun() -> None:
    game = overrun()
    assert game.levels(FORWARD, OTHER) == ["eliminated"] * 2
    assert game.control(OMAHA) == "us"
    assert game.levels(*ASSAULTING) == [FRESH] * 5
    assert [game.used(unit) for unit in (*ASSAULTING, *TWENTY_NINTH, GUNS29)] == [2] * 9


@pytest.mark.rule("8.53", "8.36A", "8.36B")
def test_all_units_but_the_guns_move_on() -> None:
    game = overrun()
    game.march(FIRST[0], PORT, GOLD)
    assert game.left(FIRST[0]) == 1
    game.march(RANGERS[0], TREVIERES)
    assert game.left(RANGERS[0]) == 1
    game.march(R115, GRANDCAMP)
    assert game.left(R115) == 1
    assert game.fails(f"march {GUNS} {PORT}") == "9.7"
    game.close()
    assert game.level(GUNS) == SPENT
    assert game.at(GUNS) == OMAHA
    assert game.levels(FIRST[0], RANGERS[0], R115) == [SPENT] * 3


@pytest.mark.rule("8.53", "16.12", "9.7")
def test_either_divisions_guns_may_now_support_next_door() -> None:
    battery = place("GE-CA-Grandcamp", at=GRANDCAMP, level=SPENT)
    game = overrun(battery).march(FIRST[1], GRANDCAMP)
    assert game.left(FIRST[1]) == 0, "three factors against Spent units, two used before"
    alone = game.fork().do(f"assault {GRANDCAMP}")
    assert alone.allows(f"support {GUNS}")
    assert alone.fails(f"support {GUNS29}") == "16.12", "no infantry of the 29th is in the assault"
    game.march(R115, GRANDCAMP).assault(GRANDCAMP, support=[GUNS, GUNS29], point=FIRST[1])
    assert by_rule(game.av()) == {"9.2A": 6, "9.2B": 1, "9.2C": 2, "9.2E": 1}


@pytest.mark.rule("16.12")
def test_only_its_own_division_calls_on_the_guns() -> None:
    game = position()
    game.do(f"impulse assault {OMAHA}", f"assault {OMAHA}", *(f"join {unit}" for unit in ASSAULTING))
    assert game.fails(f"support {GUNS29}") == "16.12"
    assert game.allows(f"support {GUNS}")


@pytest.mark.rule("16.12")
@pytest.mark.parametrize("contested", [True, False])
def test_while_omaha_is_contested_its_guns_reach_no_further(contested: bool) -> None:
    # The 175th comes from Isigny (33) instead and attacks the battery of Grandcamp; its guns stand in Omaha.
    game = daylight(
        place(GUNS29, *TWENTY_NINTH[:2], at=OMAHA),
        place(TWENTY_NINTH[2], at="33"),
        place(FORWARD, at=OMAHA if contested else TREVIERES),
        place("GE-CA-Grandcamp", at=GRANDCAMP, level=SPENT),
        side="allied",
        areas={OMAHA: {"control": "us", "fort": 0}, "33": {"control": "us"}},
        bridges={"31-33": {"held": "allied"}},
    )
    game.do("impulse assault 33").march(TWENTY_NINTH[2], GRANDCAMP).do(f"assault {GRANDCAMP}")
    if contested:
        assert game.kind == "point", "no guns are offered"
        assert by_rule(game.av()) == {"9.2A": 5, "9.2E": 1}
    else:
        assert game.offered("support") == {GUNS29}
