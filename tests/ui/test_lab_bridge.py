"""The bridge between Bokeh and ipywidgets, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bokeh.events import Tap
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure
from jupyter_bokeh.widgets import BokehModel

from normandy_lab.ui import bokeh_bridge
from normandy_lab.ui.bokeh_bridge import BokehMap, Loader


@pytest.fixture
def source() -> ColumnDataSource:
    return ColumnDataSource({"x": [0, 1, 2], "y": [0, 0, 0], "color": ["red", "red", "red"]}, name="areas")


def _figure(source: ColumnDataSource) -> Any:
    fig = figure(width=300, height=200)
    fig.scatter("x", "y", source=source)
    return fig


def _select(source: ColumnDataSource, new: list[int]) -> dict[str, Any]:
    return {
        "event": "jsevent",
        "kind": "ModelChanged",
        "model": {"id": source.selected.id},
        "attr": "indices",
        "new": new,
    }


def test_a_browser_event_runs_the_callback_once(source: ColumnDataSource) -> None:
    calls: list[list[int]] = []
    widget = BokehMap(_figure(source))
    source.selected.on_change("indices", lambda attr, old, new: calls.append(new))
    widget._sync_model(widget, _select(source, [2]), [])
    assert calls == [[2]]
    assert source.selected.indices == [2]


def test_an_echo_of_what_python_sent_changes_nothing(source: ColumnDataSource) -> None:
    widget = BokehMap(_figure(source))
    source.data["color"] = ["blue", "red", "red"]
    echo = _select(source, []) | {
        "model": {"id": source.id},
        "attr": "data",
        "new": {"type": "map", "entries": [["color", ["red", "red", "red"]]]},
    }
    widget._sync_model(widget, echo, [])
    assert list(source.data["color"]) == ["blue", "red", "red"]
    assert set(source.data) == {"x", "y", "color"}


def test_the_parent_still_has_the_private_method_that_we_replace(source: ColumnDataSource) -> None:
    """Fails when a release of jupyter_bokeh renames it: then the override is dead and must be redone."""
    assert BokehMap._sync_model is not BokehModel._sync_model
    widget = BokehModel(_figure(source))
    assert [cb.__name__ for cb in widget._msg_callbacks.callbacks] == ["_sync_model"]


def test_a_tap_reaches_python_once(source: ColumnDataSource) -> None:
    fig = _figure(source)
    taps: list[float] = []
    fig.on_event(Tap, lambda event: taps.append(event.x))
    widget = BokehMap(fig)
    values = {
        "type": "map",
        "entries": [["model", {"id": fig.id}], ["x", 1.5], ["y", 2.0], ["sx", 10], ["sy", 20], ["modifiers", None]],
    }
    message = {
        "event": "jsevent",
        "kind": "MessageSent",
        "msg_type": "bokeh_event",
        "msg_data": {"type": "event", "name": "tap", "values": values},
    }
    widget._sync_model(widget, message, [])
    assert taps == [1.5]


def test_a_new_view_gets_the_picture_of_now(source: ColumnDataSource) -> None:
    widget = BokehMap(_figure(source))
    source.data["color"] = ["blue", "red", "red"]
    state = widget.get_state(["render_bundle"])["render_bundle"]
    assert "blue" in json.dumps(state)


def test_the_loader_shrinks_when_the_page_answers(source: ColumnDataSource) -> None:
    class Handle:
        sent: list[dict[str, str]]

        def __init__(self) -> None:
            self.sent = []

        def update(self, data: dict[str, str], raw: bool) -> None:
            self.sent.append(data)

    handle = Handle()
    widget = BokehMap(_figure(source))
    widget.expect(Loader(handle))  # type: ignore[arg-type]
    widget._sync_model(widget, {"event": "other"}, [])
    assert handle.sent == []
    widget._sync_model(widget, _select(source, [0]), [])
    widget._sync_model(widget, _select(source, [1]), [])
    assert len(handle.sent) == 1
    assert len(handle.sent[0]["application/javascript"]) < 400


def test_the_loader_brings_bokehjs_from_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []
    monkeypatch.setattr(bokeh_bridge, "display", lambda data, **kw: shown.append(data))
    bokeh_bridge.load_bokehjs()
    script = shown[0]["application/javascript"]
    assert len(script) > 1_000_000
    assert script.startswith("if (!window.Bokeh)")
    assert "http" not in script[:200]
