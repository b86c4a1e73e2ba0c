"""What a lab keeps and lets go: widgets of a closed lab, views that open late, options that give up; no browser."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from ipywidgets.widgets.widget import _instances

import normandy_lab as nl
from normandy_lab.ui.bokeh_bridge import BokehMap
from normandy_lab.ui.breakout.lab import Lab

EVENT = {"event": "other"}


@pytest.mark.parametrize("make", [nl.Lab, nl.BeachLab])
def test_a_closed_lab_leaves_no_widget_and_no_figure(make: Any) -> None:
    """Buttons in stock, layouts and styles among them; the lab itself, which the notebook's Out holds, keeps its game."""
    before = set(_instances)
    lab = make(seed=1, autosave=False)
    assert len(set(_instances) - before) > 100
    picture = weakref.ref(lab.bokeh._model)
    lab.dispose()
    gc.collect()
    assert set(_instances) - before == set()
    assert picture() is None
    assert lab.game.decision is not None


@pytest.fixture
def picture(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A figure with the names of the traits that were sent to the pages."""
    source = ColumnDataSource({"x": [0, 1], "y": [0, 0]})
    fig = figure(width=300, height=200)
    fig.scatter("x", "y", source=source)
    made = BokehMap(fig)
    monkeypatch.setattr(made, "send", lambda content, buffers=None: None)
    sent: list[str] = []
    send = made.send_state
    monkeypatch.setattr(made, "send_state", lambda key=None: (sent.append(str(key)), made._picture(), send)[0])
    return made, source, sent


def test_the_view_of_a_run_has_the_figure_as_it_is(picture: Any) -> None:
    made, source, sent = picture
    made._sync_model(made, EVENT, [])
    made._sync_model(
        made, {"event": "jsevent", "kind": "ModelChanged", "attr": "x", "model": {"id": source.id}, "new": 1}, []
    )
    source.data["x"] = [2, 3]  # the page was there: it was told
    made.opened()
    assert sent == []


def test_a_view_that_opens_later_gets_the_figure_of_now(picture: Any) -> None:
    made, source, sent = picture
    made.opened()
    source.data["x"] = [2, 3]
    made.opened()
    assert sent == ["render_bundle"]
    made.opened()
    assert sent == ["render_bundle"], "nothing has changed since"


def test_a_change_before_the_first_view_is_not_lost(picture: Any) -> None:
    """A lab in a container is not told when it is shown."""
    made, source, sent = picture
    source.data["x"] = [2, 3]
    made.opened()
    assert sent == ["render_bundle"]


def test_what_gives_up_is_last_and_has_no_number() -> None:
    """Every list of June 6: Pass and End have the letter E, and the focus keeps away from them."""
    lab = Lab("d_day", seed=1944, autosave=False)
    met = 0
    for _ in range(60):
        buttons = lab.decision.options.children
        gives = [
            button.tooltip.split()[0] in ("pass", "end") and "nl-denied" not in button._dom_classes
            for button in buttons
        ]
        assert gives == sorted(gives)
        for button, gives_up in zip(buttons, gives, strict=True):
            assert ("nl-giveup" in button._dom_classes) == gives_up
            assert button.description.startswith("E  ") == gives_up
        met += any(gives)
        lab.session.accept()
    assert met > 3
    lab.dispose()


def test_a_button_that_was_disabled_is_pressed_too_late() -> None:
    lab = Lab("d_day", seed=1944, autosave=False)
    assert lab.strip.undo.disabled
    lab.session.say("info", "still here")
    lab.strip.undo.click()
    assert lab.session.message is not None
    assert lab.session.message.text == "still here"
    lab.dispose()
