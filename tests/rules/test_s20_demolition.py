"""Rules 8.23, 20.4, 20.5: demolition of bridges. Numbers are worked out from the rulebook by hand."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab.breakout.frames import March
from normandy_lab.breakout.rules import s20_demolition, s20_work
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN
from tests.rules.bridgework import (
    DOWN,
    HELD,
    US,
    UTAH,
    attempt,
    begin,
    demolition_refused,
    demolitions,
    frame_of,
    held,
    levels,
    mask,
    modifier,
    unit,
)
from tests.rules.helpers import SPENT, Table, blank, place, terms

REGIMENT, PARAS = "GE-91-1057", "US-82-507"
AMERICAN = {"areas": {"49": US}}  # Pont L'Abbe, between German areas


@pytest.mark.rule("20.4", "20.5")
def test_the_demolitions_of_example_6() -> None:
    # The Allies have just taken Pont L'Abbe; St. Jores lies beyond a flood, St. Sauveur beyond a river.
    game = begin(
        blank(place(PARAS, at="49", level=SPENT), bridges={"49-53": HELD, "49-50": HELD}, **AMERICAN), "german", "49"
    )
    jores, sauveur = (modifier(game, "demolish", "german", where) for where in ("45-49", "48-49"))
    assert (terms(jores), jores.total, s20_work.needed(jores)) == ([("20.5", 3), ("20.5", -1)], 2, 5)
    assert (terms(sauveur), sauveur.total, s20_work.needed(sauveur)) == ([("20.5", 3)], 3, 4)
    assert sauveur.title == "demolition modifier"
    assert demolitions(game) == {"45-49", "48-49"}
    for where in ("49-53", "49-50"):  # Valognes and Ste. Mere Eglise: under enemy control
        refusal = demolition_refused(game, where)
        assert refusal.rule == "20.4"
        assert refusal.text.startswith("The Allies hold the bridge from ")


GROUND = [
    ([], [REGIMENT, PARAS], {}, 3 + 2),  # Free, and Contested Friendly
    ([], [REGIMENT, PARAS], {"49": US}, 3 + 1),  # Free, and Contested Enemy
    ([], [PARAS], {"49": US}, 3),
    (["GE-91-1058", "US-82-508"], [REGIMENT, PARAS], {}, 2 + 2),
    (["GE-91-1058", "US-82-508"], [PARAS], {"49": US}, 2),
    (["US-82-508"], [PARAS], {"48": US, "49": US}, 0),
]


@pytest.mark.rule("20.5")
@pytest.mark.parametrize(("west", "east", "areas", "expected"), GROUND)
def test_both_areas_count_and_no_attempt_is_charged(
    west: list[str], east: list[str], areas: dict[str, Any], expected: int
) -> None:
    game = blank(place(*west, at="48"), place(*east, at="49"), areas=areas, bridges={"48-49": {"held": "german"}})
    assert modifier(game, "demolish", "german", "48-49") == expected


@pytest.mark.rule("20.4", "8.511")
@pytest.mark.parametrize(("die", "now"), [(4, DESTROYED), (3, HELD_GERMAN)])
def test_seven_destroys(die: int, now: int) -> None:
    game = attempt(begin(blank(**AMERICAN), "german", "49"), "demolish", "48-49", die)
    assert held(game, "48-49") == now
    assert levels(game, "48-49") == (0, 0)
    assert f"{die} +3 is {die + 3}" in game.events[1].text
    assert [event.rule for event in game.events] == ["20.4"] * (3 if now == DESTROYED else 2)


@pytest.mark.rule("20.4", "20.1")
def test_a_held_bridge_that_falls_leaves_no_mark() -> None:
    # A bridge held by the Allies from St. Sauveur to Pont L'Abbe, one end of which is German.
    game = begin(blank(bridges={"48-49": HELD}, **AMERICAN), "allied", "49")
    attempt(game, "demolish", "48-49", 6)
    assert held(game, "48-49") == DESTROYED
    assert game.holder("48-49") == "german"


@pytest.mark.rule("8.23", "8.2")
def test_nothing_moves_or_is_repaired_afterwards() -> None:
    game = attempt(begin(blank(**AMERICAN), "german", "49"), "demolish", "48-49", 1)
    frame = frame_of(game)
    assert (frame.moving, frame.repairing, frame.acted) == (False, 0, True)


@pytest.mark.rule("8.23", "20.4", "8.11")
def test_no_units_and_no_control_are_needed() -> None:
    game = begin(blank(**AMERICAN), "german", "49")
    assert frame_of(game).eligible == 0
    assert demolitions(game) == {"45-49", "48-49", "49-50", "49-53"}


# -- what is refused


@pytest.mark.rule("20.4")
def test_only_a_standing_bridge_can_be_destroyed() -> None:
    game = begin(blank(bridges={"48-49": DOWN}, **AMERICAN), "german", "49")
    assert demolition_refused(game, "48-49").text == "The bridge from St. Sauveur to Pont L'Abbe is destroyed already."
    assert demolition_refused(game, "49-52").text == "There is no bridge."


@pytest.mark.rule("8.23", "20.4")
def test_one_end_must_be_the_active_area() -> None:
    game = begin(blank(**AMERICAN), "german", "53")
    assert demolitions(game) == {"49-53"}
    refusal = demolition_refused(game, "48-49")
    assert (refusal.rule, refusal.fix) == ("8.23", "Activate the area at one of its ends.")


@pytest.mark.rule("8.23", "20.4")
def test_another_activation_is_advised_only_for_a_bridge_that_could_then_be_blown() -> None:
    game = begin(blank(bridges={"48-49": {"held": "allied"}}, **AMERICAN), "german", "53")
    assert demolition_refused(game, "48-49").rule == "20.4", "the Allies hold it"
    assert demolition_refused(game, "41-46").rule == "20.4", "no Allied unit or area is near"


@pytest.mark.rule("20.4")
def test_an_approach_box_has_no_bridges() -> None:
    game = begin(blank(place("US-4-8", at="box:51"), areas=UTAH), "allied", "box:51")
    assert demolitions(game) == set()


@pytest.mark.rule("20.4")
@pytest.mark.parametrize("threat", ["controls", "contests", "neither"])
def test_the_enemy_must_threaten_one_end_now(threat: str) -> None:
    areas = {"49": US} if threat == "controls" else {}
    troops = [REGIMENT, PARAS] if threat == "contests" else [REGIMENT]
    game = begin(blank(place(*(troops if threat != "controls" else []), at="49"), areas=areas), "german", "48")
    if threat == "neither":
        refusal = demolition_refused(game, "48-49")
        assert (refusal.rule, refusal.fix) == ("20.4", "Wait until they control or contest one.")
        assert "The Allies neither control nor contest" in refusal.text
    else:
        assert demolitions(game) == {"48-49"}


@pytest.mark.rule("20.4", "I-61")
def test_one_try_a_bridge_an_impulse() -> None:
    game = attempt(begin(blank(**AMERICAN), "german", "49"), "demolish", "48-49", 1)
    assert demolitions(game) == {"45-49", "49-50", "49-53"}, "any or all"
    assert demolition_refused(game, "48-49").fix == "Try again in a later impulse."


@pytest.mark.rule("8.23", "8.51")
def test_mandatory_assaults_come_first() -> None:
    game = blank(place(REGIMENT, PARAS, at="49"), place("GE-91-1058", at="48"), **AMERICAN)
    index = unit(game, REGIMENT).index
    begin(game, "german", "48", marches=(March(index, 4, (game.setting.board.index["48"],), -1, False, True),))
    refusal = demolition_refused(game, "48-49")
    assert (refusal.rule, refusal.fix) == ("8.23", "Make it first: assault 49.")
    begin(game, "german", "48", marches=frame_of(game).marches, attacked=mask(game, ["49"]))
    assert demolitions(game) == {"48-49"}


@pytest.mark.rule("20.4")
def test_what_could_be_destroyed_from_an_area() -> None:
    game: Table = blank(bridges={"49-53": HELD}, **AMERICAN)
    board = game.setting.board
    found = s20_demolition.possible(game.state, 0, board.index["49"])
    assert {board.borders[index].id for index in found} == {"45-49", "48-49", "49-50"}
    assert {board.borders[index].id for index in s20_demolition.possible(game.state, 1, board.index["49"])} == {"49-53"}
    assert held(game, "49-53") == HELD_ALLIED
