"""A position as a scenario: the same position comes back, at the start of every phase (6.1) and impulse (8.1)."""

from __future__ import annotations

from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.frames import Day
from normandy_lab.breakout.position import at_boundary
from normandy_lab.breakout.setting import CLEAR, DAYLIGHT, OVERCAST, REFIT
from normandy_lab.breakout.state import State
from tests.properties import battles, walk
from tests.rules.helpers import Table, blank, day, place


def taken(state: State) -> State:
    """The position as a Scenario, and the game that begins with it."""
    return breakout.initial(breakout.setting_from(breakout.as_scenario(state)))


def view(state: State) -> dict[str, Any]:
    """All that the digest is taken over, but for the scenario and what files have no word for.

    Lost are: a pass by the other side, the number of impulses on a space, and how many impulses there were.
    """
    fields = state.view()
    del fields["setting"]
    for name, frame in fields.get("frames", ()):
        if name == "Day":
            frame |= {"number": 0, "passed": False, "again": 0}
    return fields


def options(state: State) -> list[str]:
    asked = breakout.decision(state)
    return list(map(str, asked.options)) if asked is not None else []


def boundaries(state: State, seed: int) -> list[State]:
    """The positions of a random game in which a phase or an impulse begins."""
    return [each for each in positions(state, seed) if at_boundary(each) and not each.over]


def positions(state: State, seed: int) -> list[State]:
    return [state, *(step.after for step in walk.steps(state, seed, day=True))]


@pytest.mark.rule("6.21", "21.6")
@pytest.mark.parametrize("seed", range(6))
def test_the_position_comes_back_at_every_boundary(seed: int) -> None:
    states = boundaries(breakout.initial(walk.setting()), seed)
    assert [state.phase for state in states][:5] == [0, 1, 2, 3, DAYLIGHT]
    assert states[-1].phase == REFIT
    for state in states:
        again = taken(state)
        assert view(again) == view(state), (seed, state.phase)
        assert options(again) == options(state)


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("seed", range(20))
def test_battles_come_back_at_every_impulse(seed: int) -> None:
    """Construct markers, Held marks, changes of weather, shifted sunsets: whatever a day may bring."""
    states = boundaries(breakout.initial(battles.of(seed)), seed)
    assert states
    for state in states[: 2 + seed % 3] + states[-3:]:
        again = taken(state)
        assert view(again) == view(state), seed
        assert options(again) == options(state)


def test_a_position_of_a_position() -> None:
    """What a first scenario says beyond the printed set-up is taken back by the second where it no longer holds."""
    for seed in range(10):
        state = taken(boundaries(breakout.initial(battles.of(seed)), seed)[0])
        for later in boundaries(state, seed + 1)[1:3]:
            assert view(taken(later)) == view(later)


def test_the_end_of_the_opening_is_the_morning_of_the_day() -> None:
    last = next(each for each in boundaries(breakout.initial(walk.setting()), 1) if each.phase == DAYLIGHT)
    again = taken(last)
    assert again.frames[-1] == Day()
    assert breakout.clock(again)["phase"] == "daylight"
    assert view(again) == view(last)


def test_the_end_of_the_day_is_the_start_of_the_refit() -> None:
    last = positions(breakout.initial(walk.setting()), 2)[-1]
    assert (last.phase, at_boundary(last)) == (REFIT, True)
    again = taken(last)
    assert (again.phase, again.over) == (REFIT, "")
    assert view(again) == view(last)
    assert view(taken(again)) == view(again)


@pytest.mark.rule("17.3", "18.4")
def test_weather_that_the_marker_has_not_reached() -> None:
    """An air bombardment changes the weather in impulse 5: in force at once, though the marker waits on space 5."""
    game = blank(
        place("US-4-8", at="50"), place("GE-6FS", at="44"), phase="daylight",
        clock={"phase": "daylight", "impulse": 5, "side": "allied"}, areas={"50": {"control": "us"}},
    )  # fmt: skip
    game.do("impulse bombard 44", "shoot IXAF 44", "target GE-6FS", "roll 3+2:6+6").to_end()
    while game.kind == "orders":
        game.do("end")
    assert isinstance(game.state.frames[-1], Day)
    assert (game.state.impulse, game.state.weather, game.state.weather_changes) == (5, OVERCAST, ((6, OVERCAST),))
    again = taken(game.state)
    assert (again.impulse, again.weather, again.weather_changes) == (5, OVERCAST, ((6, OVERCAST),))
    assert view(again) == view(game.state)


@pytest.mark.rule("18.4", "I-83")
def test_changes_of_weather_that_a_file_names() -> None:
    """Those up to the space after the marker were made; one further ahead has no effect, and is said not to have any."""

    def morning(impulse: int, *spaces: int, phase: str = "daylight") -> tuple[int, tuple[tuple[int, int], ...]]:
        words = ("overcast", "clear", "overcast")
        changes = [{"impulse": space, "to": word} for space, word in zip(spaces, words, strict=False)]
        clock = {"phase": phase, "impulse": impulse}
        setting = breakout.setting_from(
            nl.load_scenario("blank").with_({"clock": clock, "weather": {"changes": changes}})
        )
        state = State(setting)
        return state.weather, state.weather_changes

    assert morning(4) == (CLEAR, ())
    assert morning(4, 3) == (OVERCAST, ((3, OVERCAST),))
    assert morning(4, 5) == (OVERCAST, ((5, OVERCAST),))
    assert morning(4, 6) == (CLEAR, ())
    assert morning(6, 3, 6) == (CLEAR, ((3, OVERCAST), (6, CLEAR)))
    assert morning(6, 3, 6, 9) == (CLEAR, ((3, OVERCAST), (6, CLEAR)))
    assert morning(0, 0, phase="airborne") == (CLEAR, ())


@pytest.mark.rule("18.4")
def test_a_change_that_was_not_made_is_not_made_by_taking_a_position() -> None:
    """The file speaks of space 4, which the marker had not reached; in impulse 3 nothing has changed the weather."""
    clock = {"phase": "daylight", "impulse": 2, "side": "allied"}
    weather = {"changes": [{"impulse": 4, "to": "overcast"}]}
    game = Table("blank", {"units": place("US-4-8", at="50"), "clock": clock, "weather": weather})
    game.do("pass", "roll 6+6").to_end()
    assert (game.state.impulse, game.state.weather, game.state.weather_changes) == (3, CLEAR, ())
    assert view(taken(game.state)) == view(game.state)


@pytest.mark.rule("18.4")
def test_locked_weather_does_not_change() -> None:
    def after(**weather: Any) -> int:
        clock = {"phase": "daylight", "impulse": 5, "side": "allied"}
        units = place("US-4-8", at="50")
        game = Table("blank", {"units": units, "clock": clock, "weather": weather, "advantage": {"side": "german"}})
        game.do("pass", "roll 3+2").to_end()
        assert game.state.impulse == 6
        return int(game.state.weather)

    assert after() == OVERCAST
    assert after(lock=False) == OVERCAST
    assert after(lock=True) == CLEAR
    assert after(lock=True, changes=[{"impulse": 4, "to": "overcast"}]) == OVERCAST


def test_a_pass_and_a_second_impulse_on_one_space_belong_to_the_position() -> None:
    game = blank(place("US-4-8", at="50"), phase="daylight").do("pass")
    assert taken(game.state).frames[-1] == game.state.frames[-1] == Day(1, passed=True)
    flown = day(place("GE-716-726", at="28"), place("US-1-16", at="29"), side="allied", impulse=3)
    flown.do("impulse bombard 28", "shoot IXAF 28", "target GE-716-726").roll(9, 12)
    if flown.kind == "orders":
        flown.do("end")
    assert taken(flown.state).frames[-1]._replace(number=1) == flown.state.frames[-1] == Day(0, 1, again=1)


def test_in_the_midst_of_a_phase_or_impulse_there_is_no_scenario() -> None:
    game = nl.new_game("d_day", seed=1)
    game.play("secure US-82-507 49-53")
    with pytest.raises(nl.NormandyError, match="start of a phase or impulse"):
        game.as_scenario()
    day = nl.new_game(nl.load_scenario("d_day").with_({"clock": {"phase": "daylight"}}), seed=1)
    day.play("impulse assault 44")
    with pytest.raises(nl.NormandyError, match=r"8\.1"):
        day.as_scenario()


@pytest.mark.rule("8.511", "20.1", "I-62")
def test_a_held_mark_of_the_set_up_that_is_gone_is_taken_back() -> None:
    # Valognes and Bricquebec (53-54), the bridge down, the line German by its mark, until both areas are American.
    game = day(
        place("US-4-8", at="52"), side="allied", areas={"52": {"control": "us"}, "54": {"control": "us"}},
        bridges={"53-54": {"held": "destroyed"}}, rivers={"53-54": {"held": "german"}},
    )  # fmt: skip
    assert game.holder("53-54") == "german"
    game.do("impulse assault 52", "march US-4-8 53", "end").throw("roll 6+6")
    assert game.holder("53-54") == "allied"
    again = taken(game.state)
    assert view(again) == view(game.state)
