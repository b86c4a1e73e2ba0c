"""Digests outlive the program: what a later version adds at its neutral value leaves them alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import normandy_lab as nl
from normandy_lab import digests
from normandy_lab.beach import state as beach_state
from normandy_lab.breakout import frames as breakout_frames
from normandy_lab.breakout import state as breakout_state

SYSTEMS = [("d_day", breakout_state), ("beach/with_limit", beach_state)]


@pytest.mark.parametrize(("scenario", "module"), SYSTEMS)
@pytest.mark.parametrize("value", [0, False, None, "", (), {}, [0] * 60, [(0, 0)] * 144])
def test_a_new_slot_at_its_neutral_value_leaves_the_digest_alone(
    scenario: str, module: Any, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = nl.new_game(scenario, seed=1).state
    before = state.digest()
    later = _with_a_slot(module, monkeypatch)(state.setting)
    for name in module.VIEWED[:-1]:
        setattr(later, name, getattr(state, name))
    later.depots = value
    assert later.digest() == before


@pytest.mark.parametrize(("scenario", "module"), SYSTEMS)
@pytest.mark.parametrize("value", [1, True, "0", (0,), {0: 0}, [0, 1], [(0, 0), (0, 1)]])
def test_a_new_slot_that_says_something_changes_it(
    scenario: str, module: Any, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = nl.new_game(scenario, seed=1).log.setting
    before = module.State(setting).digest()
    later = _with_a_slot(module, monkeypatch)(setting)
    later.depots = value
    assert later.digest() != before


def _with_a_slot(module: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The State of a later version, which has one slot more."""
    monkeypatch.setattr(module, "VIEWED", (*module.VIEWED, "depots"))
    return type("State", (module.State,), {"__slots__": ("depots",)})


def test_a_new_field_of_a_frame_at_its_default_leaves_the_digest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = nl.new_game("d_day", seed=1).state
    before, frame = state.digest(), state.frames[-1]
    assert isinstance(frame, breakout_frames.Airborne)
    later = NamedTuple("Airborne", [*((name, Any) for name in frame._fields), ("gliders", int)])  # type: ignore[misc]
    later.__new__.__defaults__ = (0,)
    monkeypatch.setattr(later, "_field_defaults", {**frame._field_defaults, "gliders": 0})
    state.frames = (*state.frames[:-1], later(*frame, 0))
    assert state.digest() == before
    state.frames = (*state.frames[:-1], later(*frame, 2))
    assert state.digest() != before


def test_what_differs_has_another_view() -> None:
    """A tuple may be of any length, so its zeros count; every field of a frame that is not at its default is said."""
    assert digests.lean({"a": (0,), "b": (), "c": [0], "d": [0, 2]}) == {"a": (0,), "d": [0, 2]}
    throw = breakout_frames.Throw(("allied",), (2,), ("key",), "a roll", attack=True, rule="11.3")
    assert digests.named(throw) == [
        "Throw", {"rollers": ["allied"], "counts": [2], "key": ["key"], "purpose": "a roll", "attack": True, "rule": "11.3"}
    ]  # fmt: skip
