"""What a dropped unit may do instead of attacking: take a bridge, or stay Fresh (21.2)."""

from __future__ import annotations

import ipywidgets as widgets

from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import in_group, place_name, unit_name
from normandy_lab.ui.panels.base import Panel, styled, visible


class DropRow(Panel):
    """One line: a unit, a bridge, "Secure"; and "Stay Fresh" for the whole selection."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.unit = styled(widgets.Dropdown(tooltip="A unit that takes a bridge"), "nl-dropunit")
        self.bridge = styled(widgets.Dropdown(tooltip="The bridge that it takes"), "nl-dropbridge")
        self.secure = self.button("Secure", self._secure, "nl-secure", hint="The unit takes the bridge and is spent")
        self.stay = self.button("Selected stay Fresh", session.stay, "nl-stay")
        self.row = styled(
            widgets.HBox([self.unit, widgets.HTML("takes the bridge to"), self.bridge, self.secure]), "nl-labelled"
        )
        self.widget = styled(widgets.VBox([self.row, styled(widgets.Box([self.stay]), "nl-buttons")]), "nl-drop")
        self.observe(self.unit, lambda _: self.session.redraw(self))

    def _options(self, shown: View) -> dict[str, list[str]]:
        """Unit -> the bridges that it may take now."""
        found: dict[str, list[str]] = {}
        group = self.session.reading.group
        if shown.decision is None or shown.decision.kind != "airborne" or group is None or in_group(shown):
            return found
        here = [unit.unit for unit in group.units]
        for option in shown.decision.options:
            verb, *args = option.split()
            if verb == "secure" and args[0] in here:
                found.setdefault(args[0], []).append(args[1])
        return {unit: found[unit] for unit in here if unit in found}

    def _secure(self) -> None:
        self.session.dispatch(f"secure {self.unit.value} {self.bridge.value}", self.session.focus)

    def fill(self, shown: View) -> None:
        found = self._options(shown)
        visible(self.row, bool(found))
        asked = shown.decision is not None and shown.decision.kind == "airborne"
        visible(self.stay, asked and bool(shown.draft) and not in_group(shown))
        if not found:
            return
        self._set(self.unit, [(unit_name(shown, unit), unit) for unit in found])
        bridges = found[str(self.unit.value)]
        self._set(self.bridge, [(self._far_end(shown, bridge), bridge) for bridge in bridges])

    def _far_end(self, shown: View, bridge: str) -> str:
        a, _, b = bridge.partition("-")
        return place_name(shown, b if a == self.session.focus else a)

    def _set(self, widget: widgets.Dropdown, options: list[tuple[str, str]]) -> None:
        was = widget.value
        if list(widget.options) != options:
            widget.options = options
            values = [value for _, value in options]
            widget.value = was if was in values else values[0]
