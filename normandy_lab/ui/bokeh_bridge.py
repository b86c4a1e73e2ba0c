"""Bokeh inside Jupyter: load BokehJS without the network, and call Python once per browser event.

Four facts of the libraries shape this file (all covered by ``tests/ui/test_lab_bridge.py``):

* ``jupyter_bokeh`` renders with the page's ``window.Bokeh`` and brings none of its own, and
  ``output_notebook`` would leave megabytes in every saved notebook;
* ``jupyter_bokeh.BokehModel`` 4.1 runs each ``on_change`` callback twice for one browser event;
* it writes each change of a picture as three messages, through an encoder that takes a data source cell by cell: most of
  the time of a click. Here the changes of one redraw travel together, and plain columns are written by ``json``;
* the page sends every change that Python makes back to Python, later and sometimes in another form.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import bokeh
from bokeh.core.json_encoder import serialize_json
from bokeh.core.serialization import Deserializer, Serialized, Serializer
from bokeh.document import Document
from bokeh.document.events import ColumnDataChangedEvent
from bokeh.models import LayoutDOM
from bokeh.protocol.messages.patch_doc import patch_doc
from IPython.display import DisplayHandle, display
from jupyter_bokeh.widgets import BokehModel
from traitlets import Dict

_KEY = f"normandy_lab:bokehjs:{bokeh.__version__}"

# What a person changes in the page. The browser also sends back everything that Python has just sent to it
# (jupyter_bokeh does not look at an event's ``sync``); such an echo is late and must not undo a newer picture.
BROWSER_OWNED = frozenset({
    "start", "end", "inner_width", "inner_height", "outer_width", "outer_height",
    "indices", "line_indices", "multiline_indices", "image_indices", "tags",
})  # fmt: skip

# Run once in the page: keeps the text for this browser tab, so that a reload finds it again.
_FULL = """if (!window.Bokeh) {{ const js = {source};
(0, eval)(js); try {{ sessionStorage.setItem({key}, js) }} catch (e) {{}} }}"""
# Left in the saved notebook: a few hundred bytes that bring BokehJS back after a page reload.
_SHORT = "if (!window.Bokeh) {{ const js = sessionStorage.getItem({key}); if (js) (0, eval)(js) }}"


@cache
def bokehjs() -> str:
    """The text of BokehJS, from the installed package."""
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
    script = _FULL.format(source=json.dumps(bokehjs()), key=json.dumps(_KEY))
    handle = display(_bundle(script, "loading BokehJS"), raw=True, display_id=True)
    return Loader(handle)


class BokehMap(BokehModel):
    """A Bokeh figure as a widget: callbacks run once, and a new view shows the figure as it is now.

    The parent keeps the picture of the moment when the widget was made; here the picture is made when
    a page asks for it, so that a second display or a page reload shows the present position.
    """

    render_bundle = Dict().tag(sync=True, to_json=lambda _value, widget: widget._picture())

    def __init__(self, model: LayoutDOM, on_error: Callable[[Exception], None] | None = None, **kwargs: Any) -> None:
        self._loaders: list[Loader] = []
        self._on_error = on_error
        self._gone = False
        self._waiting: list[str] | None = None  # patches of a redraw that has not ended
        self._sent_whole = False  # whether the whole figure, as it is now, is what the pages were last given
        self._met: bool | None = None  # the same when a page first answered to it; None before
        self._awaited = True  # a view is about to open that is made of what was sent last
        super().__init__(model, **kwargs)

    def expect(self, loader: Loader) -> None:
        """Shrink this loader as soon as a page has drawn the figure."""
        self._loaders.append(loader)

    def close(self) -> None:
        """Close once: the parent fails the second time, which is when Python throws the widget away.

        A view lives on in its page, since jupyter_bokeh never takes back that it listens to the kernel's status. An empty
        figure is what it is left with.
        """
        if not self._gone and not sys.is_finalizing():  # at the end of the program there is no page to tell
            self._gone = True
            self.send_state("render_bundle")
            document = self._document
            super().close()
            if document is not None:
                document.clear()

    def update_from_model(self, model: LayoutDOM) -> None:
        """Give the figure a document; the parent also writes it out here, only to have it written again when it is sent."""
        self._model = model
        document = model.document
        if document is None:
            document = Document()
            document.add_root(model)
        document.on_change_dispatch_to(self)

    def _picture(self) -> str:
        """The whole figure, written out: that takes most of the time in which a lab opens."""
        if self._gone:
            return json.dumps(
                {"docs_json": {"": Document().to_json().content}, "render_items": [], "div": "<div></div>"}
            )
        self._sent_whole, self._met = True, None
        return str(serialize_json(self._model_to_traits(self._model)))

    def refresh(self) -> None:
        """Send the present figure to the pages, before another view of it is opened; unless they have it."""
        if not self._sent_whole:
            self.send_state("render_bundle")
        self._awaited = True

    def opened(self) -> None:
        """A view has opened. A page makes it of the figure that it was sent last, which may be long ago: then all get a new one."""
        as_it_is = self._sent_whole if self._met is None else self._met
        if not (self._awaited and as_it_is):
            self.refresh()
        self._awaited = False

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send what changes in the picture meanwhile as one patch at the end."""
        if self._waiting is not None:
            yield
            return
        self._waiting = []
        try:
            yield
        finally:
            patches, self._waiting = self._waiting, None
            if patches:
                self._send_patches(patches)

    def _document_patched(self, event: Any) -> None:
        self._sent_whole = False
        if event.setter is self:
            return
        patch = quick_patch(event)
        if patch is None and self._waiting:  # what came before goes first
            patches, self._waiting = self._waiting, []
            self._send_patches(patches)
        if patch is None:
            super()._document_patched(event)
        elif self._waiting is None:
            self._send_patches([patch])
        else:
            self._waiting.append(patch)

    def _send_patches(self, patches: list[str]) -> None:
        """The three fragments of a ``PATCH-DOC`` message."""
        self.send({"msg": "patch", "payload": json.dumps(patch_doc.create_header())})
        self.send({"msg": "patch", "payload": "{}"})
        self.send({"msg": "patch", "payload": f'{{"events":[{",".join(patches)}]}}'})

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
        if self._met is None:
            self._met = self._sent_whole
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


_PLAIN = frozenset({str, int, float, bool, type(None)})
_NESTS = frozenset({list, tuple})


def plain(values: Iterable[Any]) -> bool:
    """Whether these are texts, numbers and nests of them: what Bokeh writes exactly as ``json`` does."""
    kinds = set(map(type, values))
    if kinds <= _PLAIN:
        return True
    if kinds & _NESTS == kinds:
        return plain(list(chain.from_iterable(values)))
    return kinds <= _PLAIN | _NESTS and all(plain(value) for value in values if type(value) in _NESTS)


def quick_patch(event: Any) -> str | None:
    """A change of a data source, or any change without buffers, as it stands in a patch; None where Bokeh must do it."""
    try:
        return _columns(event) or _anything(event)
    except ValueError:  # not a number: Bokeh has its own way to write it
        return None


def _columns(event: Any) -> str | None:
    """New columns of a source, whole or in part."""
    in_part = isinstance(event, ColumnDataChangedEvent)
    if getattr(event, "attr", "") != "data" or not (in_part or event.kind == "ModelChanged"):
        return None
    data = event.data if in_part else event.new
    if data is None:
        data = event.model.data
    names = event.cols if in_part and event.cols is not None else data
    entries = [(name, data[name]) for name in names]
    if not all(type(column) in _NESTS and plain(column) for _, column in entries):
        return None
    value = {"type": "map", "entries": entries} if entries else {"type": "map"}
    head = {"kind": event.kind, "model": event.model.ref, "attr": "data"}
    rest = {"data": value, "cols": Serializer().encode(event.cols)} if in_part else {"new": value}
    return json.dumps(head | rest, allow_nan=False)


def _anything(event: Any) -> str | None:
    document = event.document
    serializer = Serializer(references=document.models.synced_references)
    written = serializer.encode(event)
    if serializer.buffers:
        return None
    document.models.flush_synced(lambda model: not serializer.has_ref(model))
    return json.dumps(written, allow_nan=False)
