"""The bar over the map: layers, legend, tables, projector, zoom."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from normandy_lab.ui.breakout.panels.supply import SideChoice
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.supply_view import SUPPLY
from normandy_lab.ui.breakout.view import CONTROL, LEGEND, POINTS, PROVENANCE, View
from normandy_lab.ui.panels.base import Panel, html, styled
from normandy_lab.ui.panels.tables import GoTo, TablesPanel

LAYERS = ((CONTROL, "Control"), (SUPPLY, "Supply"), (POINTS, "Points"), (PROVENANCE, "Provenance"))


def _in_the_page() -> None:
    """The page does it: ``js/room.js``."""


class LayerPanel(Panel):
    """Toggles for what the map shows, and for what stands beside it."""

    def __init__(
        self,
        session: Session,
        tables: TablesPanel,
        projector: Callable[[bool], None],
        zoom: Callable[[float], None],
    ) -> None:
        super().__init__(session)
        title = html("nl-title")
        title.value = "<b>Layers</b>"
        self.toggles = {name: self._layer(name, words) for name, words in (*LAYERS, (LEGEND, "Legend"))}
        self.tables = self._toggle("Tables", "nl-totables", "The same as tables", tables.toggle)
        self.projector = self._toggle("Projector", "nl-toprojector", "Big type for a class", projector)
        self.full = self.button(
            "Full window", _in_the_page, "nl-fullwindow", hint="Cover the whole window (F); Esc leaves"
        )
        self.goto = GoTo(session)
        zooms = [
            self.button("+", lambda: zoom(1.4), "nl-zoomin", hint="Zoom in"),
            self.button("−", lambda: zoom(1 / 1.4), "nl-zoomout", hint="Zoom out"),
            self.button("Fit", lambda: zoom(0.0), "nl-fit", hint="The whole map"),
        ]
        layers = [self.toggles[name] for name, _ in LAYERS]
        layers.insert(2, SideChoice(session, only_with_layer=True).widget)
        children = [
            title,
            *layers,
            self.goto.widget,
            html("nl-gap"),
            self.toggles[LEGEND],
            self.tables,
            self.projector,
            *zooms,
            self.full,
        ]
        self.widget = styled(widgets.HBox(children), "nl-layers")

    def _toggle(self, words: str, name: str, hint: str, call: Callable[[bool], None]) -> widgets.ToggleButton:
        made = styled(widgets.ToggleButton(description=words, tooltip=hint), name)
        self.observe(made, lambda on: call(bool(on)))
        return made

    def _layer(self, name: str, words: str) -> widgets.ToggleButton:
        return self._toggle(words, f"nl-layer-{name}", f"Show or hide: {words}", lambda on: self._set(name, on))

    def _set(self, name: str, on: bool) -> None:
        layers = set(self.session.layers)
        (layers.add if on else layers.discard)(name)
        self.session.set_layers(layers)

    def fill(self, shown: View) -> None:
        for name, toggle in self.toggles.items():
            toggle.value = name in shown.layers
            words = next((w for n, w in (*LAYERS, (LEGEND, "Legend")) if n == name), name)
            toggle.description = f"✓ {words}" if toggle.value else words
