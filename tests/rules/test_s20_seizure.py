"""Rules 8.221 and 20.3: seizure of bridges. Numbers are worked out from the rulebook by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from normandy_lab.breakout.frames import March
from normandy_lab.breakout.rules import s08_record, s20_work
from normandy_lab.breakout.setting import OVERCAST
from normandy_lab.breakout.state import HELD_ALLIED, HELD_GERMAN
from tests.rules.bridgework import (
    BRITISH,
    DOWN,
    HELD,
    US,
    UTAH,
    attempt,
    begin,
    border,
    frame_of,
    held,
    mask,
    modifier,
    seizure_refused,
    seizures,
    unit,
)
from tests.rules.helpers import D1, SPENT, Table, blank, place, terms

TANKS, PARAS, REGIMENT = "GE-100Rp", "US-101-501", "US-4-8"
ALLIED_BRIDGE = {"areas": UTAH, "bridges": {"44-50": HELD}}  # Ste. Mere Eglise and its bridge to Carentan


def carentan(*defenders: dict[str, Any], **patch: Any) -> Table:
    """The tanks in Carentan, which is Free; the Allies hold Ste. Mere Eglise and the bridge to it."""
    return blank(place(TANKS, at="44"), *defenders, **{**ALLIED_BRIDGE, **patch})


# -- the modifiers


@pytest.mark.rule("8.221", "20.3")
def test_the_german_seizure_of_example_12_needs_a_five() -> None:
    game = carentan(place(PARAS, at="50", level=SPENT))
    found = modifier(game, "seize", "german", "44-50")
    assert (terms(found), found.total, found.title) == ([("8.221", 3), ("8.221", -1)], 2, "seizure modifier")
    assert s20_work.needed(found) == 5
    assert s20_work.chance(found) == Fraction(1, 3)


@pytest.mark.rule("8.221", "20.3")
def test_the_allied_seizure_of_example_12_needs_a_six() -> None:
    game = blank(place(REGIMENT, at="50"), place("GE-709-739", "GE-243-922", at="52"), areas=UTAH)
    found = modifier(game, "seize", "allied", "50-52")
    assert (terms(found), found.total) == ([("8.221", 3), ("8.221", -2)], 1)
    assert s20_work.needed(found) == 6


@pytest.mark.rule("8.221")
def test_the_seizure_of_example_6_has_plus_three_alone() -> None:
    # From Valognes against Pont L'Abbe, contested by Spent paratroopers: a river.
    game = blank(place("GE-91-1058", at="53"), place("US-82-507", at="49", level=SPENT), place("GE-91-1057", at="49"),
                 bridges={"49-53": HELD})  # fmt: skip
    assert terms(modifier(game, "seize", "german", "49-53")) == [("8.221", 3)]


FRESH, TIRED = [PARAS], ["US-101-502"]
ROWS = [
    ([], [], "44-50", 3 + 1 - 1),  # Vacant, flooded
    (FRESH, [], "44-50", 3 - 1 - 1),
    ([], TIRED, "44-50", 3 - 1),  # a Spent enemy: neither Vacant nor counted
    (FRESH, TIRED, "44-50", 3 - 1 - 1),
    ([PARAS, "US-101-506", "US-82-505"], TIRED, "44-50", 3 - 3 - 1),
]


@pytest.mark.rule("8.221", "7.5")
@pytest.mark.parametrize(("fresh", "spent", "where", "expected"), ROWS)
def test_who_waits_at_the_other_end(fresh: list[str], spent: list[str], where: str, expected: int) -> None:
    game = carentan(place(*fresh, at="50"), place(*spent, at="50", level=SPENT))
    assert modifier(game, "seize", "german", where) == expected


@pytest.mark.rule("8.221", "7.5")
def test_vacant_means_without_enemies_of_the_side_that_tries() -> None:
    # Montebourg is Vacant, German-controlled; the river there is no flood.
    game = blank(place(REGIMENT, at="50"), areas=UTAH)
    assert terms(modifier(game, "seize", "allied", "50-52")) == [("8.221", 3), ("8.221", 1)]
    disrupted = blank(place(REGIMENT, at="50"), place("GE-709-739", at="52", level=D1), areas=UTAH)
    assert modifier(disrupted, "seize", "allied", "50-52") == 3


@pytest.mark.rule("8.221")
def test_without_a_free_area_the_three_are_missing() -> None:
    game = carentan(place(PARAS, at="44"), place("US-101-502", at="50"))
    assert terms(modifier(game, "seize", "german", "44-50")) == [("8.221", -1), ("8.221", -1)]


# -- success and failure


@pytest.mark.rule("8.221", "20.1", "20.3")
@pytest.mark.parametrize(("die", "now", "seized"), [(4, HELD_GERMAN, True), (3, HELD_ALLIED, False)])
def test_seven_takes_the_bridge_and_either_way_costs_one_mf(die: int, now: int, seized: bool) -> None:
    game = begin(carentan(), "german", "44")
    attempt(game, "seize", "44-50", die, TANKS)
    index = unit(game, TANKS).index
    frame = frame_of(game)
    assert held(game, "44-50") == now
    assert frame.seized == (((border(game, "44-50").index, index),) if seized else ())
    assert s08_record.used(game.state, frame, unit(game, TANKS)) == 1
    assert (frame.acted, frame.repairing) == (True, 0)
    assert game.level(TANKS) == "fresh"
    assert game.events[0].text == "100 Pz Rp Bn tries to seize the bridge from Carentan to Ste. Mere Eglise."
    assert f"{die} +3 is {die + 3}" in game.events[1].text
    assert {event.rule for event in game.events} == {"8.221"}


@pytest.mark.rule("8.221", "8.33")
def test_the_mf_is_added_to_what_was_used() -> None:
    game = begin(carentan(), "german", "45")
    march = March(unit(game, TANKS).index, 2, (game.setting.board.index["45"],), border(game, "44-45").index)
    s08_record.put(game.state, march)
    attempt(game, "seize", "44-50", 1, TANKS)
    assert s08_record.march_of(frame_of(game), march.unit) == march._replace(used=3)


@pytest.mark.rule("8.54", "8.221")
def test_an_assault_in_the_active_area_counts_too() -> None:
    # 8.54: an overrun of Spent defenders in the active area took one MF.
    game = carentan()
    begin(game, "german", "44", toll=((game.setting.board.index["44"], 1),))
    attempt(game, "seize", "44-50", 1, TANKS)
    assert s08_record.used(game.state, frame_of(game), unit(game, TANKS)) == 2


# -- what is refused


@pytest.mark.rule("8.221")
def test_what_is_allowed() -> None:
    game = begin(carentan(), "german", "44")
    assert seizures(game, TANKS) == {"44-50"}, "the bridge to St. Jores is German already"


@pytest.mark.rule("8.12", "8.221")
def test_a_unit_of_the_other_side() -> None:
    game = begin(carentan(place(PARAS, at="50")), "german", "44")
    refusal = seizure_refused(game, PARAS, "44-50")
    assert (refusal.rule, refusal.fix) == ("8.12", "Choose a unit of the Germans.")


@pytest.mark.rule("8.221", "8.22")
def test_a_unit_that_did_not_begin_in_the_active_area() -> None:
    game = begin(carentan(), "german", "45")
    assert seizure_refused(game, TANKS, "44-50").rule == "8.221"


@pytest.mark.rule("20.3", "19.3")
def test_a_unit_that_has_landed() -> None:
    # It began in the Approach Box and stands on Utah; the bridge to Ste. Mere Eglise is German.
    game = blank(place(REGIMENT, at="51"), areas={"51": US})
    box = game.setting.board.index["box:51"]
    begin(game, "allied", "box:51", marches=(March(unit(game, REGIMENT).index, 1, (box,)),))
    assert seizures(game, REGIMENT) == {"50-51"}


@pytest.mark.rule("8.221")
@pytest.mark.parametrize("level", [SPENT, D1])
def test_only_fresh_units(level: str) -> None:
    game = blank(place(TANKS, at="44", level=level), **ALLIED_BRIDGE)
    begin(game, "german", "44", eligible=1 << unit(game, TANKS).index)
    assert seizure_refused(game, TANKS, "44-50").fix == "Choose a Fresh unit."


@pytest.mark.rule("8.221")
def test_only_infantry_and_armor() -> None:
    game = begin(blank(place("US-4-Art", at="50"), areas=UTAH), "allied", "50")
    refusal = seizure_refused(game, "US-4-Art", "50-52")
    assert (refusal.rule, refusal.text) == ("8.221", "Only infantry and armor seize bridges.")


@pytest.mark.rule("8.374", "I-64")
def test_one_nationality_an_impulse() -> None:
    game = begin(blank(place(REGIMENT, at="50"), areas=UTAH), "allied", "50", nation=2)
    assert seizure_refused(game, REGIMENT, "50-52").rule == "8.374"
    assert seizures(begin(game, "allied", "50", nation=2, doubled=True), REGIMENT) == {"50-52", "44-50", "49-50"}


@pytest.mark.rule("8.23", "8.2")
def test_not_after_a_demolition() -> None:
    game = begin(carentan(), "german", "44", moving=False)
    assert seizure_refused(game, TANKS, "44-50").rule == "8.23"


@pytest.mark.rule("8.221")
def test_destroyed_and_unbridged_boundaries() -> None:
    game = begin(carentan(bridges={"44-50": DOWN}), "german", "44")
    refusal = seizure_refused(game, TANKS, "44-50")
    assert "is destroyed, and cannot be seized" in refusal.text
    assert refusal.fix == "Cross the boundary to gain control."
    assert seizure_refused(game, TANKS, "44-51").text.startswith("No bridge is printed there")  # a flood
    wade = begin(blank(place("US-29-115", at="28"), areas={"28": US}), "allied", "28")
    assert seizure_refused(wade, "US-29-115", "28-29").text.startswith("No bridge is printed there")


@pytest.mark.rule("8.221")
def test_the_bridge_must_border_the_units_place() -> None:
    game = begin(carentan(bridges={"44-50": HELD, "49-50": HELD}), "german", "44")
    refusal = seizure_refused(game, TANKS, "49-50")
    assert refusal.text == "The bridge from Pont L'Abbe to Ste. Mere Eglise does not border Carentan."


@pytest.mark.rule("8.221", "20.3")
def test_the_own_bridge_needs_no_seizure() -> None:
    game = begin(carentan(bridges={}), "german", "44")
    assert seizure_refused(game, TANKS, "44-50").text.startswith("The Germans hold the bridge from Carentan")


@pytest.mark.rule("8.221", "7.6")
def test_only_from_a_free_area() -> None:
    contested = begin(carentan(place(PARAS, at="44")), "german", "44")
    assert seizure_refused(contested, TANKS, "44-50").text == "Carentan is not Free."
    enemys = begin(carentan(place(PARAS, at="44"), areas=UTAH | {"44": US}), "german", "44")
    assert seizure_refused(enemys, TANKS, "44-50").rule == "8.221"


@pytest.mark.rule("8.51", "8.221")
def test_not_while_an_assault_is_owed() -> None:
    def owing(game: Table, **fields: Any) -> Table:
        march = March(unit(game, TANKS).index, 2, (game.setting.board.index["45"],), -1, False, True)
        return begin(game, "german", "45", marches=(march,), **fields)

    assert seizure_refused(owing(carentan(place(PARAS, at="44"))), TANKS, "44-50").rule == "8.51"
    # After an Overrun Carentan is Free, and the tanks may go on.
    game = carentan()
    assert seizures(owing(game, attacked=mask(game, ["44"])), TANKS) == {"44-50"}


@pytest.mark.rule("8.221", "20.3")
def test_one_try_a_bridge_an_impulse() -> None:
    game = begin(blank(place(TANKS, "GE-6FS", at="44"), **ALLIED_BRIDGE), "german", "44")
    attempt(game, "seize", "44-50", 1, TANKS)
    for each in (TANKS, "GE-6FS"):
        assert seizure_refused(game, each, "44-50").fix == "Try again in a later impulse."


@pytest.mark.rule("8.221", "18.3", "4.32")
def test_an_mf_must_be_left() -> None:
    game = carentan()  # five MF
    march = March(unit(game, TANKS).index, 5, (game.setting.board.index["45"],))
    begin(game, "german", "45", marches=(march,))
    assert seizure_refused(game, TANKS, "44-50").text == "100 Pz Rp Bn has no MF left."
    game.state.weather = OVERCAST
    assert seizures(game, TANKS) == {"44-50"}, "one MF more under an overcast sky (18.3)"


@pytest.mark.rule("8.221", "20.3")
def test_both_nationalities_seize_for_one_side() -> None:
    game = begin(blank(place("BR-3-8", at="50"), areas={"50": BRITISH}), "allied", "50")
    attempt(game, "seize", "50-52", 6, "BR-3-8")
    assert game.holder("50-52") == "allied"
