"""Supply as tables, beside the odds: who draws from where over what, and whose loss would isolate whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import ipywidgets as widgets

from normandy_lab.analysis.breakout.supply import SupplyReport
from normandy_lab.breakout.board.board import SIDES
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.supply_view import SIDE_LAYERS, SIDE_WORDS, SUPPLY, sides_of, summary
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import esc, rule_tag, table

BOTH = "both sides"
CHOICES = {BOTH: SIDES, **{SIDE_WORDS[side]: (side,) for side in SIDES}}
Names = Mapping[str, str]
UNIT_COLUMNS = ("unit", "in", "from", "cost", "borders", "contested", "over")


def with_sides(layers: frozenset[str], sides: Sequence[str]) -> frozenset[str]:
    """The layers with the supply of these sides; both sides need no name."""
    rest = layers - set(SIDE_LAYERS.values())
    return rest | ({SIDE_LAYERS[sides[0]]} if len(sides) == 1 else set())


def chosen_sides(layers: frozenset[str]) -> tuple[str, ...]:
    """The sides that the choice names, whether or not the layer is on."""
    return sides_of(layers | {SUPPLY})


class SideChoice(Panel):
    """German, Allied or both: in the layer bar and over the tables, one choice for both."""

    def __init__(self, session: Session, only_with_layer: bool = False) -> None:
        super().__init__(session)
        self._only_with_layer = only_with_layer
        self.widget = styled(
            widgets.Dropdown(options=list(CHOICES), value=BOTH, layout=widgets.Layout(width="92px")), "nl-supplyside"
        )
        self.widget.tooltip = "Whose supply is shown"
        self.observe(self.widget, lambda words: session.set_layers(with_sides(session.layers, CHOICES[words])))

    def fill(self, shown: View) -> None:
        sides = chosen_sides(shown.layers)
        self.widget.value = next(words for words, these in CHOICES.items() if these == sides)
        visible(self.widget, not self._only_with_layer or SUPPLY in shown.layers)


class SupplyPanel(Panel):
    """The tables of the supply layer. Traced only while the panel can be seen."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.open = False
        head = html("nl-supplyhead")
        head.value = "<b>Supply lines</b>"
        self.choice = SideChoice(session)
        self.body = html("nl-supplybody", "nl-oddsbody")
        bar = styled(widgets.HBox([head, self.choice.widget]), "nl-barhead")
        self.widget = styled(widgets.VBox([bar, self.body]), "nl-tab", "nl-supply")

    def toggle(self, on: bool) -> None:
        """Told whether the tab is in front."""
        self.open = on
        if on:
            self.session.redraw(self)

    def fill(self, shown: View) -> None:
        if not self.open:
            return
        read = self.session.reading
        self.body.value = "".join(side_html(read.supply(side), *read.names) for side in chosen_sides(shown.layers))


def side_html(found: SupplyReport, names: Names, places: Names) -> str:
    """One side: how many are supplied, who is isolated and why, what hangs on what, every unit; names by id."""
    alone = "".join(f"<li>{esc(words)}</li>" for words in isolated_words(found, names))
    listed = f"<ul style='margin:0 0 4px;padding-left:18px'>{alone}</ul>" if alone else ""
    return (
        f"<section><h4 style='margin:8px 0 2px'>{esc(summary(found))} {rule_tag('12.5 12.8')}</h4>"
        f"{listed}{_weak(found, names)}{_units(found, names, places)}</section>"
    )


def isolated_words(found: SupplyReport, names: Names) -> list[str]:
    """A sentence for each place with isolated units: who, where, and at which borders supply breaks off."""
    groups = dict[str, list[str]]()
    for line in found.lines:
        if line.isolated:
            groups.setdefault(line.at, []).append(line.unit)
    said = []
    for units in groups.values():
        head, is_isolated, tail = found.words(units[0]).partition(" is isolated")
        where = head.removeprefix(names[units[0]])
        verb = is_isolated if len(units) == 1 else " are isolated"
        said.append(f"{', '.join(names[unit] for unit in units)}{where}{verb}{tail}")
    return said


def _weak(found: SupplyReport, names: Names) -> str:
    """The bottlenecks."""
    if not found.weak_points:
        return '<p class="nl-small">No single bridge, area or zone would isolate anybody by its loss.</p>'
    rows = [(each.kind, each.name, ", ".join(names[unit] for unit in each.isolates)) for each in found.weak_points]
    return _scrolled(table(("lost", "where", "isolates"), rows), "Single losses that isolate units")


def _units(found: SupplyReport, names: Names, places: Names) -> str:
    rows = [
        (
            names[line.unit],
            places[line.at],
            "isolated" if line.isolated else places[line.source] if line.route else "",
            line.cost,
            line.boundaries if line.route else None,
            line.contested if line.route else None,
            ", ".join(places[key] for key in line.route[1:-1]),
        )
        for line in found.lines
    ]
    return _scrolled(
        table(UNIT_COLUMNS, rows), f"Every {SIDE_WORDS[found.side]} unit and its line; cost of a refit in supply points"
    )


def _scrolled(inner: str, caption: str) -> str:
    words = f'<p class="nl-small" style="margin:4px 0 2px">{esc(caption)}</p>'
    return f'{words}<div tabindex="0" role="region" aria-label="{esc(caption)}" style="overflow:auto">{inner}</div>'
