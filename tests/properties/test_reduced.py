"""Faults that random play has found, each reduced to the smallest position that showed it."""

from __future__ import annotations

from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.dice import KeyedDice
from normandy_lab.errors import RuleNotModelled


def start(patch: dict[str, Any]) -> State:
    return breakout.initial(breakout.setting_from(nl.load_scenario("blank").with_(patch)))


def play(state: State, *texts: str) -> State:
    for text in texts:
        state, _ = breakout.apply(state, breakout.parse(state.setting, text))
    return state


def options(state: State) -> list[str]:
    asked = breakout.decision(state)
    assert asked is not None
    return [str(option) for option in asked.options]


INFANTRY = [
    "US-4-8",
    "US-4-12",
    "US-4-22",
    "US-1-16",
    "US-1-18",
    "US-1-26",
    "US-29-115",
    "US-29-116",
    "US-29-175",
    "US-9-39",
]


@pytest.mark.rule("21.5", "7.1")
def test_a_full_beach_needs_no_wave() -> None:
    """Ten Allied units on Omaha Beach: nobody can land there, so the wave elsewhere may be closed."""
    ashore = {unit: {"at": "30", "level": "spent"} for unit in INFANTRY}
    afloat = {"US-2-9": {"at": "box:30"}, "US-90-357": {"at": "box:51"}}
    state = start({"clock": {"phase": "amphibious"}, "units": {"GE-352-916": {"at": "30"}, **ashore, **afloat}})
    assert options(state) == ["land US-90-357 51"]
    refusal = breakout.why_not(state, breakout.parse(state.setting, "land US-2-9 30"))
    assert refusal is not None
    assert refusal.rule == "7.1"
    state = play(state, "land US-90-357 51")
    assert options(state) == ["end"]


@pytest.mark.rule("21.3")
def test_a_second_shelling_has_dice_of_its_own() -> None:
    """Where a scenario lets every beach be shelled twice, the second roll is not the first again."""
    state = start({
        "clock": {"phase": "naval"},
        "rules": {"naval_shoots_before_landing": 2},
        "units": {"GE-352-916": {"at": "30"}, "US-1-16": {"at": "box:30"}},
    })  # fmt: skip
    keys = []
    for _ in range(2):
        state = play(state, "shoot WTF 30", "target GE-352-916")
        asked = breakout.decision(state)
        assert asked is not None
        assert asked.roll is not None
        keys.append(asked.roll.key)
        assert KeyedDice(1).throw(asked.roll)
        state = play(state, "roll 1+1:6+6", "keep")
    assert keys[0] != keys[1]
    assert breakout.moment(state) == "6F"


@pytest.mark.parametrize("text", ["shoot WTF 3", "shoot LeHavre 30", "assault 49", "target 49-50", "target US-1-16"])
def test_no_odds_of_an_attack_that_may_not_be_made(text: str) -> None:
    """An action that is refused proposes no attack: None, or the pending one, and never an error."""
    units = {"GE-352-916": {"at": "30"}, "US-1-16": {"at": "box:30"}}
    state = start({"clock": {"phase": "naval"}, "units": units})
    action = breakout.parse(state.setting, text)
    assert breakout.attack(state, action) is None
    pending = play(state, "shoot WTF 30")
    assert breakout.attack(pending, action) == breakout.attack(pending)
    landing = play(start({"clock": {"phase": "amphibious"}, "units": units}), "land US-1-16 30", "end")
    assert breakout.attack(landing, action) is None


@pytest.mark.rule("21.5", "8.375")
def test_a_wave_without_point_unit_is_lost() -> None:
    """Anti-tank guns alone cannot lead an assault: it is lost without dice, and they are Disrupt 1."""
    gun = {"copy_of": "US-4-8", "name": "guns", "type": "pak", "attack": "*", "at": "box:30"}
    state = start({"clock": {"phase": "amphibious"}, "units": {"GE-716-726": {"at": "30"}, "US-X": gun}})
    state = play(state, "land US-X 30", "end", "assault 30", "hold")
    assert state.phase == DAYLIGHT
    (unit,) = (unit for unit in state.setting.forces.units if unit.id == "US-X")
    assert (state.level[unit.index], state.setting.board.places[state.at[unit.index]].id) == (2, "30")
    assert state.control[state.at[unit.index]] == 0


@pytest.mark.rule("24.6")
def test_a_storm_is_said_not_to_be_played() -> None:
    with pytest.raises(RuleNotModelled, match=r"24\.6"):
        start({"weather": {"dawn": {"Jun-06": "storm"}}, "units": {"US-1-16": {"at": "box:30"}}})


# ------------------------------------------------------------------------------- by day


@pytest.mark.rule("15.2", "9.6")
@pytest.mark.parametrize(("level", "fort"), [("fresh", 0), ("spent", 0), ("disrupt_1", 2)])
def test_a_unit_that_retreats_to_a_fortified_beach_ends_the_fortification_with_the_impulse(
    level: str, fort: int
) -> None:
    """Utah is contested by a unit at Disrupt 2; another comes back to it from Ste. Mere Eglise, Spent or worse."""
    units = {
        "GE-6FS": {"at": "50"}, "US-101-502": {"at": "50", "level": level}, "GE-709-919": {"at": "51"},
        "US-4-8": {"at": "51", "level": "disrupt_2"},
    }  # fmt: skip
    state = start({
        "clock": {"phase": "daylight"}, "units": units, "areas": {"51": {"fort": 2}}, "bridges": {"50-51": {"held": "allied"}},
        "advantage": {"side": "german"},
    })  # fmt: skip
    state = play(state, "impulse assault 50", "assault 50", "join GE-6FS")
    state = play(state, "point GE-6FS", "forward US-101-502", "roll 1+1:6+6", "keep")
    beach = state.setting.board.index["51"]
    assert state.fort[beach] == 2
    state = play(state, "retreat US-101-502 51")
    assert state.fort[beach] == 2
    state = play(state, "end")
    assert state.fort[beach] == fort


@pytest.mark.rule("11.22", "11.23", "6.3")
@pytest.mark.parametrize("shift", [-1, 1, 0])
def test_the_sunset_marker_does_not_change_a_roll_that_was_made(shift: int) -> None:
    """Three Germans fall to the attack whose dice are the Sunset DR, 10 in impulse 10: the day goes on."""
    worn = {unit: {"at": "50", "level": "disrupt_2"} for unit in ("GE-352-914", "GE-352-915", "GE-352-916")}
    fresh = {unit: {"at": "50"} for unit in ("US-4-8", "US-4-12", "US-4-22")}
    state = start({
        "clock": {"phase": "daylight", "impulse": 10, "side": "allied"}, "units": worn | fresh,
        "weather": {"dawn": {"Jun-06": "overcast"}},
    })  # fmt: skip
    state = play(state, "impulse assault 50", "assault 50", "join US-4-8", "join US-4-12", "join US-4-22")
    state = play(state, "point US-4-8", "forward GE-352-914", "roll 6+4:1+1")
    state = play(state, "keep", f"sunset {shift:+d}" if shift else "sunset 0", "end")
    assert (state.impulse, state.sunset_drm) == (11, shift)
