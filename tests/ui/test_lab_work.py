"""What one change costs: the view and the suggestion are made once, and nobody looks twice at the same position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.breakout import ahead
from normandy_lab.ui.breakout import drafts, reading, session
from normandy_lab.ui.hits import Hit
from tests.ui.positions import isigny


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each of these was called; they do their work as ever."""
    count: Counter[str] = Counter()

    def counted(name: str, call: Any) -> Any:
        def through(*args: Any, **named: Any) -> Any:
            count[name] += 1
            return call(*args, **named)

        return through

    monkeypatch.setattr(session, "view", counted("view", session.view))
    monkeypatch.setattr(session, "Reading", counted("reading", reading.Reading))
    monkeypatch.setattr(session, "suggestion", counted("suggestion", session.suggestion))
    monkeypatch.setattr(reading, "choices", counted("choices", reading.choices))
    monkeypatch.setattr(drafts, "groups", counted("groups", drafts.groups))
    monkeypatch.setattr(ahead, "play", counted("looked", ahead.play))
    return count


def test_a_change_makes_one_view_and_one_reading(made: Counter[str]) -> None:
    lab = nl.Lab("d_day", seed=1, autosave=False)
    made.clear()
    lab.session.toggle("US-101-502")
    assert (made["view"], made["reading"], made["choices"]) == (1, 1, 1)
    assert made["suggestion"] == 0, "the position is the same: so is the suggestion"


def test_playing_makes_one_suggestion_for_the_new_position(made: Counter[str]) -> None:
    lab = nl.Lab("d_day", seed=1, autosave=False)
    made.clear()
    lab.session.click(Hit("place", "50"))
    lab.session.send(lab.session.order)
    assert made["suggestion"] == 1
    made.clear()
    lab.session.show()
    assert (made["suggestion"], made["view"]) == (0, 1)


def test_an_order_that_is_drafted_is_looked_at_once(made: Counter[str]) -> None:
    lab = nl.Lab(isigny(), autosave=False)
    lab.session.click(Hit("place", "26"))
    for option in lab.session.menu[:1]:
        lab.session.dispatch(option)
    made.clear()
    lab.session.aim_at("33")
    once = made["looked"]
    assert once > 0
    assert lab.session.attack is not None
    assert lab.session.reading.changes
    lab.session.show()
    assert made["looked"] == once, "values, odds and changes come from one look, and so does the next redraw"
