"""Example of Play 4, Amphibious Invasion: Utah (51) and Omaha (30), with the positions that it assumes.

Utah: the Marcouf battery is Fresh, Martin's is not, the 1/919th is Spent. Omaha: all three batteries in reach are
Spent, the other three units Fresh.
"""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, beaten_by, d_day, terms

BATTALION = "GE-709-1-919"
FOURTH = ("US-4-8", "US-4-12", "US-4-22")
VIERVILLE, I916, I726, GUNS = "GE-CA-Vierville", "GE-352-916", "GE-716-726", "GE-352-Art"
SEVEN = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-Rgr-2", "US-Rgr-5")
POSITION = {
    "units": {
        "GE-CA-Martin": {"level": SPENT},
        BATTALION: {"level": SPENT},
        VIERVILLE: {"level": SPENT},
        "GE-CA-Grandcamp": {"level": SPENT},
        "GE-CA-Longues": {"level": SPENT},
        # The British beaches are not in the example: no battery reaches them, so that no other die is rolled.
        "GE-CA-Ouistreham": {"level": SPENT},
        "GE-CA-Courseulles": {"level": SPENT},
        "GE-CA-MontFleury": {"level": SPENT},
        "GE-CA-Merville": {"level": SPENT},
    }
}
ELSEWHERE = ("land BR-3-8 8", "land BR-Can3-7 17", "land BR-50-69 18", "land BR-50-151 18", "land BR-50-231 18")


def landed() -> Table:
    """The first waves: three regiments at Utah, seven units at Omaha, and the die "1" for the 8th Regiment."""
    game = d_day("amphibious", **POSITION)
    game.do(*(f"land {unit} 51" for unit in FOURTH), *(f"land {unit} 30" for unit in SEVEN), *ELSEWHERE, "end")
    for _ in FOURTH:
        asked = game.decision
        assert asked is not None
        assert asked.roll is not None
        game.throw("roll 1" if "8 Rgt" in asked.roll.purpose else "roll 2")
    assert game.kind == "beach", "Omaha's guns are silenced: no die there"
    return game


def utah() -> Table:
    return landed().do("assault 51", "point US-4-12")


def omaha(game: Table | None = None) -> Table:
    return (game or landed()).do("assault 30", "point US-1-16")


@pytest.mark.rule("19.4", "21.5")
def test_interdiction_at_utah_is_one_and_a_one_spends() -> None:
    # Marcouf (Montebourg) is Fresh and Martin is not: value 1. A die of 1 equals it, a die of 2 is safe.
    game = landed()
    assert game.levels(*FOURTH) == [SPENT, FRESH, FRESH]


@pytest.mark.rule("9.2A", "9.2B", "9.2D", "9.2E", "21.5")
def test_utah_is_eight_against_three() -> None:
    # 6 + 1 (one other unit) + 1 (air): the 8th adds nothing, and two regiments are no three.
    game = utah()
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 1), ("9.2E", 1)]
    # 0 (Spent 1/919) + 1 (terrain) + 2 (fortification)
    assert terms(game.dv()) == [("9.3A", 0), ("9.3B", 1), ("9.3E", 2)]
    assert game.av() == 8
    assert game.dv() == 3


@pytest.mark.rule("9.1", "21.5")
def test_the_spent_eighth_is_no_point_unit() -> None:
    game = landed().do("assault 51")
    assert game.offered("point") == {"US-4-12", "US-4-22"}
    assert game.why("point US-4-8").rule == "9.1"


@pytest.mark.rule("9.41", "9.42", "9.43", "9.8", "21.5")
@pytest.mark.parametrize(
    ("margin", "defender", "leader", "other", "eighth"),
    [
        (8, SPENT, D1, D1, D1),
        (6, SPENT, D1, D1, D1),  # the Germans win: all three, the interdicted one included
        (5, SPENT, D1, SPENT, SPENT),  # a tie: the Point Unit alone
        (4, D1, SPENT, SPENT, SPENT),  # one point
        (0, "eliminated", SPENT, SPENT, SPENT),  # five points for a unit that can pay three
    ],
)
def test_utah_at_each_difference(margin: int, defender: str, leader: str, other: str, eighth: str) -> None:
    game = utah().do(f"forward {BATTALION}").throw(beaten_by(margin))
    if game.kind == "casualties":
        game.do(f"lose {BATTALION}")
    game.to_end()
    assert game.kind == "beach"
    assert game.level(BATTALION) == defender
    assert game.levels("US-4-12", "US-4-22", "US-4-8") == [leader, other, eighth]
    assert {game.at(unit) for unit in FOURTH} == {"51"}, "no Overrun, no retreat: they stay at Utah"
    assert game.control("51") == ("us" if defender == "eliminated" else "german")


@pytest.mark.rule("15.2")
@pytest.mark.parametrize(("margin", "fort"), [(6, 2), (5, 0), (0, 0)])
def test_the_fort_of_utah(margin: int, fort: int) -> None:
    # It counted in the assault although the 8th stood there Spent; afterwards a Spent unit removes it, Disrupt 1 does not.
    game = utah().do(f"forward {BATTALION}").throw(beaten_by(margin)).to_end()
    assert game.fort("51") == fort


@pytest.mark.rule("9.2", "9.3", "9.3G", "8.51")
def test_omaha_is_fourteen_against_ten() -> None:
    # 6 + 6 (six others) + 1 (1st Division; the 29th has two regiments) + 1 (air).
    game = omaha()
    assert terms(game.av()) == [("9.2A", 6), ("9.2B", 6), ("9.2D", 1), ("9.2E", 1)]
    assert game.av() == 14
    # 4 (Spent battery: casemates are as strong) + 1 (terrain) + 2 (fortification) + 3 (the other Fresh units).
    assert game.offered("forward") == {VIERVILLE, I916, I726}
    game.do(f"forward {VIERVILLE}")
    assert terms(game.dv()) == [("9.3A", 4), ("9.3B", 1), ("9.3E", 2), ("9.3G", 3)]
    assert game.dv() == 10


@pytest.mark.rule("9.41", "21.5")
def test_two_against_seven_is_lost() -> None:
    # 16 against 17.
    game = omaha().do(f"forward {VIERVILLE}").roll(2, 7).to_end()
    assert game.levels(*SEVEN) == [D1] * 7
    assert {game.at(unit) for unit in SEVEN} == {"30"}
    assert game.fort("30") == 2


def rerolled(game: Table | None = None) -> Table:
    """The Advantage forces the lost roll again; the dice are equal: four casualty points."""
    game = omaha(game).do(f"forward {VIERVILLE}", "roll 1+1:5+2")
    assert game.kind == "reroll"
    assert game.actor == "allied"
    return game.do("reroll", "roll 4+3:4+3")


@pytest.mark.rule("11.3", "9.5")
def test_the_reroll_makes_four_points_and_the_forward_unit_pays_first() -> None:
    game = rerolled()
    assert game.kind == "casualties", "no second reroll (11.6)"
    assert game.options == {f"lose {VIERVILLE}"}
    assert game.why(f"lose {I916}").rule == "9.5"


@pytest.mark.rule("9.5", "9.5A", "9.5B", "9.5E", "9.64", "9.64A")
def test_the_german_choice_of_the_example() -> None:
    game = rerolled().do(f"lose {VIERVILLE}", f"lose {I916}", f"lose {I726}")
    assert game.levels(VIERVILLE, I916, I726) == [D1, SPENT, SPENT]
    # Gold is German: Port-en-Bessin, Trevieres and Grandcamp have no enemy area around them.
    assert {to for to in game.offered("retreat") if to.startswith(I726)} == {f"{I726} 28", f"{I726} 29", f"{I726} 31"}
    game.do(f"retreat {I726} 29")
    assert game.at(I726) == "29"
    assert game.level(I726) == SPENT
    assert game.to_end().kind == "beach"
    assert game.levels(*SEVEN) == [SPENT] * 7
    assert game.level(GUNS) == FRESH


@pytest.mark.rule("9.64A")
def test_with_gold_allied_port_en_bessin_is_no_choice() -> None:
    game = landed().do("assault 18", "point BR-50-69", "forward GE-CA-MontFleury").roll(12, 2)
    assert game.control("18") == "british"
    game = rerolled(game).do(f"lose {VIERVILLE}", f"lose {I916}", f"lose {I726}")
    assert {to for to in game.offered("retreat") if to.startswith(I726)} == {f"{I726} 29", f"{I726} 31"}
    assert game.why(f"retreat {I726} 28").rule == "9.64"


@pytest.mark.rule("9.5D", "9.5F")
@pytest.mark.parametrize("third", [I916, I726, GUNS])
def test_alternative_the_battery_destroyed_and_one_flipped(third: str) -> None:
    game = rerolled().do(*[f"lose {VIERVILLE}"] * 3)
    assert game.level(VIERVILLE) == "eliminated"
    game.do(f"lose {third}").to_end()
    assert game.kind == "beach"
    assert [unit for unit in (I916, I726, GUNS) if game.level(unit) == SPENT] == [third]


@pytest.mark.rule("9.5C", "9.5E")
@pytest.mark.parametrize("leaver", [I916, I726, GUNS])
def test_alternative_the_battery_to_disrupt_2_and_one_leaves(leaver: str) -> None:
    game = rerolled().do(*[f"lose {VIERVILLE}"] * 2, f"lose {leaver}", f"retreat {leaver} 31").to_end()
    assert game.level(VIERVILLE) == D2
    assert game.level(leaver) == SPENT
    assert game.at(leaver) == "31"
    assert [game.level(unit) for unit in (I916, I726, GUNS)].count(FRESH) == 2


@pytest.mark.rule("11.2", "11.6")
def test_the_germans_hold_the_advantage_afterwards() -> None:
    game = rerolled()
    assert game.advantage == "allied", "it passes at the end of the phase"
    game.do(f"lose {VIERVILLE}", f"lose {I916}", f"lose {I726}", f"retreat {I726} 29")
    while game.phase == "amphibious":
        asked = game.decision
        assert asked is not None
        game.throw("roll 6+5:1+1") if asked.roll else game.do(asked.options[-1])
    assert game.phase == "daylight"
    assert game.advantage == "german"


@pytest.mark.rule("15.2", "9.43")
def test_omaha_is_contested_and_its_fort_gone_after_the_success() -> None:
    game = rerolled().do(f"lose {VIERVILLE}", f"lose {I916}", f"lose {I726}", f"retreat {I726} 31").to_end()
    assert game.control("30") == "german"
    assert game.fort("30") == 0
