"""Rule 20.22: Construct markers as targets of field artillery."""

from __future__ import annotations

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.suggest import suggest
from tests.rules.guns import GUNS, REGIMENT, americans
from tests.rules.helpers import FRESH, SPENT, day, dice, place


# Ste. Mere Eglise (50) is joined by bridges to Carentan (44), Pont L'Abbe (49), Utah (51) and Montebourg (52).
def site(border: str, side: str, level: int) -> dict[str, dict[str, object]]:
    return {border: {"held": "destroyed", "construct": {side: level}}}


@pytest.mark.rule("20.22", "10.12")
@pytest.mark.parametrize(
    ("points", "levels", "unit"),
    [
        (0, (2, 0), FRESH),
        (1, (1, 0), FRESH),  # one point, one level, like a Spent infantry unit
        (2, (1, 0), FRESH),  # the second is too little for a Fresh regiment
        (3, (1, 0), SPENT),  # two for the regiment
        (9, (1, 0), SPENT),  # one level at most, the rest is lost
    ],
)
def test_a_construct_marker_takes_the_first_point(points: int, levels: tuple[int, int], unit: str) -> None:
    game = americans(place("US-4-Art", at="50"), place(REGIMENT, at="49"), bridges=site("49-50", "german", 2))
    game.do("impulse bombard 49", "lead US-4-Art")
    assert game.offered("target") == {REGIMENT, "49-50"}
    game.do("target 49-50")
    assert breakout.attack(game.state).forward == "49-50"  # type: ignore[union-attr]
    # 3 against 3 (terrain): the dice alone decide.
    game.throw(dice(2 + points, 2) if points else dice(2, 12))
    if game.kind == "attrition":
        assert game.why("hit 49-50").rule == "20.22"
        game.do(f"hit {REGIMENT}")
    border = game.setting.board.border("49-50")
    assert game.state.construct[border.index] == levels
    assert game.level(REGIMENT) == unit


@pytest.mark.rule("20.22")
def test_the_last_level_takes_the_marker_off_and_the_other_sides_stays() -> None:
    both = {"49-50": {"held": "destroyed", "construct": {"german": 2, "allied": 1}}}
    game = day(place("GE-91-Art", at="49"), place("US-4-8", at="50"), bridges=both)
    game.do("impulse bombard 50", "lead GE-91-Art", "target 49-50").throw(dice(3, 2))  # 3 + 3 against 3 + 2
    assert game.state.construct[game.setting.board.border("49-50").index] == (2, 0)
    assert any(str(event).endswith("takes 1 and is removed. 20.22") for event in game.events)
    assert game.level("US-4-8") == FRESH


@pytest.mark.rule("20.22", "I-65")
def test_an_area_with_nothing_but_a_construct_marker_on_its_edge() -> None:
    game = americans(place("US-4-Art", at="50"), place("US-VII-Art", at="52"), bridges=site("49-50", "german", 2))
    assert "bombard 49" in game.offered("impulse")
    game.do("impulse bombard 49")
    assert game.options == {"lead US-4-Art"}, (
        "no target for ships and aircraft, nor from Montebourg, away from the site"
    )
    assert game.why("lead US-VII-Art").rule == "16.11"
    game.do("lead US-4-Art")
    assert game.offered("support") == {"US-VII-Art"}, "any gun next to the target area may support"
    game.do("end")
    assert game.offered("target") == {"49-50"}
    assert suggest(game.state) == "target 49-50"
    game.do("target 49-50").throw(dice(12, 2))
    assert game.state.construct[game.setting.board.border("49-50").index] == (1, 0)
    assert game.kind == "orders", "the Advantage would pay for a second half (11.4)"
    assert game.level("US-4-Art") == SPENT


@pytest.mark.rule("20.22", "10.12")
def test_the_site_must_border_the_lead_and_the_target() -> None:
    works = site("49-50", "allied", 1) | site("50-51", "allied", 1) | site("48-49", "allied", 1)
    game = day(place(GUNS, at="50"), place("GE-709-Art", at="52"), place("US-82-507", at="49"), bridges=works)
    game.do("impulse bombard 49", "lead GE-709-Art", "end")
    assert game.offered("target") == {"US-82-507"}
    refusal = game.why("target 49-50")
    assert refusal.rule == "20.22"
    assert refusal.fix == "Name a lead in an area that the bridge site borders."
    other = day(place(GUNS, at="50"), place("US-82-507", at="49"), bridges=works)
    other.do("impulse bombard 49", f"lead {GUNS}")
    assert other.offered("target") == {"US-82-507", "49-50"}
    assert other.why("target 50-51").fix == "Bombard the area across it."
    assert other.why("target 48-49").rule == "20.22", "not on the lead's boundary"
    assert other.why("target 49-53").rule == "20.22", "no marker there"


@pytest.mark.rule("20.22", "16.11")
def test_in_their_own_contested_area_all_its_sites() -> None:
    game = day(
        place(GUNS, "US-82-505", at="50"),
        bridges=site("49-50", "allied", 1) | site("50-52", "allied", 2) | site("44-50", "german", 2),
    ).do("impulse bombard 50", f"lead {GUNS}")  # fmt: skip
    assert game.offered("target") == {"US-82-505", "49-50", "50-52"}, "not the own side's marker"


@pytest.mark.rule("20.22")
def test_ships_and_aircraft_cannot_aim_at_it() -> None:
    game = americans(place("US-4-Art", at="51"), place(REGIMENT, at="50"), bridges=site("50-51", "german", 1))
    game.do("impulse bombard 50", "shoot IXAF 50")
    assert game.offered("target") == {REGIMENT}
    assert game.why("target 50-51").rule == "20.22"
