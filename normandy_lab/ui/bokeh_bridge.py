"""Bokeh inside Jupyter: load BokehJS without the network, and call Python once per browser event.

Three facts of the libraries shape this file (all covered by ``tests/ui/test_lab_bridge.py``):

* ``jupyter_bokeh`` renders with the page's ``window.Bokeh`` and brings none of its own, and
  ``output_notebook`` would leave megabytes in every saved notebook;
* ``jupyter_bokeh.BokehModel`` 4.1 runs each ``on_change`` callback twice for one browser event;
* the page sends every change that Python makes back to Python, later and sometimes in another form.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import bokeh
from bokeh.core.json_encoder import serialize_json
from bokeh.core.serialization import Deserializer, Serialized
from bokeh.models import LayoutDOM
from IPython.display import DisplayHandle, display
from jupyter_bokeh.widgets import BokehModel
from traitlets import Dict

_KEY = f"normandy_lab:bokehjs:{bokeh.__version__}"

# What a person changes in the page. The browser also sends back everything that Python has just sent to it
# (jupyter_bokeh does not look at an event's ``sync``); such an echo is late and must not undo a newer picture.
BROWSER_OWNED = frozenset({
    "start", "end", "inner_width", "inner_height", "outer_width", "outer_height",
    "indices", "line_indices", "multiline_indices", "image_indices",
})  # fmt: skip

# Run once in the page: keeps the text for this browser tab, so that a reload finds it again.
_FULL = """if (!window.Bokeh) {{ const js = {source};
(0, eval)(js); try {{ sessionStorage.setItem({key}, js) }} catch (e) {{}} }}"""
# Left in the saved notebook: a few hundred bytes that bring BokehJS back after a page reload.
_SHORT = "if (!window.Bokeh) {{ const js = sessionStorage.getItem({key}); if (js) (0, eval)(js) }}"


@cache
def _bokehjs() -> str:
    path = Path(bokeh.__file__).parent / "server" / "static" / "js" / "bokeh.min.js"
    return path.read_text("utf8")


def _bundle(script: str, words: str) -> dict[str, str]:
    return {"application/javascript": script, "text/plain": words}


class Loader:
    """One output that loads BokehJS and shrinks to a few bytes once the page has answered."""

    def __init__(self, handle: DisplayHandle | None) -> None:
        self._handle = handle

    def shrink(self) -> None:
        """Replace the bundle in the output by the short script. Safe to call again and again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            short = _SHORT.format(key=json.dumps(_KEY))
            handle.update(_bundle(short, f"BokehJS {bokeh.__version__} is ready"), raw=True)


def load_bokehjs() -> Loader:
    """Load BokehJS into the page from the installed package: no network, small saved notebooks."""
    script = _FULL.format(source=json.dumps(_bokehjs()), key=json.dumps(_KEY))
    handle = display(_bundle(script, "loading BokehJS"), raw=True, display_id=True)
    return Loader(handle)


class BokehMap(BokehModel):
    """A Bokeh figure as a widget: callbacks run once, and a new view shows the figure as it is now.

    The parent keeps the picture of the moment when the widget was made; here the picture is made when
    a page asks for it, so that a second display or a page reload shows the present position.
    """

    render_bundle = Dict().tag(
        sync=True, to_json=lambda _value, widget: serialize_json(widget._model_to_traits(widget._model))
    )

    def __init__(self, model: LayoutDOM, on_error: Callable[[Exception], None] | None = None, **kwargs: Any) -> None:
        self._loaders: list[Loader] = []
        self._on_error = on_error
        super().__init__(model, **kwargs)

    def expect(self, loader: Loader) -> None:
        """Shrink this loader as soon as a page has drawn the figure."""
        self._loaders.append(loader)

    def refresh(self) -> None:
        """Send the present figure to the pages, before another view of it is opened."""
        self.send_state("render_bundle")

    def _sync_model(self, _model: Any, content: dict[str, Any], _buffers: Any) -> None:
        try:
            self._receive(_model, content, _buffers)
        except Exception as error:
            if self._on_error is None:
                raise
            self._on_error(error)  # Jupyter would swallow it

    def _receive(self, _model: Any, content: dict[str, Any], _buffers: Any) -> None:
        if content.get("event", "") != "jsevent":
            return
        while self._loaders:
            self._loaders.pop().shrink()
        if content.get("kind") == "ModelChanged" and content.get("attr") not in BROWSER_OWNED:
            return
        body = {key: value for key, value in content.items() if key != "event"}
        document = self._document
        if document is None:
            return
        event: Any = Deserializer(list(document.models), setter=self).deserialize(Serialized(content=body, buffers=[]))
        if event["kind"] == "ModelChanged":
            event["model"].set_from_json(event["attr"], event["new"], setter=self)  # runs callbacks once
            return
        super()._sync_model(_model, content, _buffers)
