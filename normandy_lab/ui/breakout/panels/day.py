"""The part of the decision panel that an impulse needs: quick selections, where to go, other orders, the way in figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import ipywidgets as widgets

from normandy_lab.breakout import questions
from normandy_lab.breakout.paths import Hop, Path
from normandy_lab.ui.breakout import drafts
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import place_name, unit_name
from normandy_lab.ui.hits import Hit
from normandy_lab.ui.panels.base import Panel, Pool, set_children, styled, visible
from normandy_lab.ui.panels.html import esc, rule_tag, tally_table

NOTHING = ("choose an order", "")
CHOOSE = "click the map, or choose here"


def divisions(group: drafts.Group) -> list[tuple[str, tuple[str, ...]]]:
    """Ways to choose several units of a place at once: all, nobody, each division that is not alone there."""
    every = tuple(unit.unit for unit in group.units)
    found: dict[str, list[str]] = {}
    for unit in group.units:
        found.setdefault(unit.division, []).append(unit.unit)
    several = [(name, tuple(units)) for name, units in found.items() if name and 1 < len(units) < len(every)]
    return [(f"All {len(every)}", every), *((f"{name}, {len(units)}", units) for name, units in several), ("None", ())]


class DayRows(Panel):
    """Rows that show themselves only in an impulse."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.picks = styled(widgets.Box(), "nl-groups", "nl-picks")
        self.to = styled(widgets.Dropdown(tooltip="An area to activate, or where the selection goes"), "nl-to")
        self.to_label = widgets.HTML("Move to")
        self.to_row = styled(widgets.HBox([self.to_label, self.to]), "nl-labelled")
        self.other = styled(widgets.Dropdown(tooltip="Bridges, and the second half of a Double Impulse"), "nl-other")
        self.do = self.button("Do it", self._do, "nl-otherdo", hint="Play the order that is chosen here")
        self.other_row = styled(widgets.HBox([widgets.HTML("Other orders"), self.other, self.do]), "nl-labelled")
        self.widget = styled(widgets.VBox([self.to_row, self.other_row]), "nl-day")
        self._pool: Pool[widgets.Button] = Pool(lambda n: self.button("", lambda: self._pick(n), "nl-group"))
        self._picks: list[tuple[str, tuple[str, ...]]] = []
        self.observe(self.to, self._go)
        self.observe(self.other, lambda chosen: self._ready(bool(chosen)))

    def _pick(self, number: int) -> None:
        if number < len(self._picks):
            self.session.choose(self._picks[number][1])

    def _go(self, place: str) -> None:
        if not place:
            return
        if self._step(self.session.view) == questions.IMPULSE:
            self.session.click(Hit("place", place))
        else:
            self.session.aim_at(place)

    def _ready(self, chosen: bool) -> None:
        """The button waits until an order is chosen."""
        self.do.disabled = not chosen

    def _do(self) -> None:
        if self.other.value:
            self.session.dispatch(str(self.other.value), self.session.focus)

    def _step(self, shown: View) -> str:
        return shown.decision.step if shown.decision is not None and shown.decision.by_day else ""

    def fill(self, shown: View) -> None:
        what = self._step(shown)
        group = self.session.reading.group if what else None
        self._picks = divisions(group) if group is not None and len(group.units) > 1 else []
        buttons = self._pool.take(len(self._picks))
        for widget, (words, units) in zip(buttons, self._picks, strict=True):
            widget.description, widget.tooltip = words, f"Choose {len(units)} units"
            (widget.add_class if units == self.session.draft else widget.remove_class)("nl-on")
        set_children(self.picks, buttons)
        self._fill_to(shown, what)
        self._fill_other()
        visible(self.widget, bool(what))
        visible(self.picks, bool(buttons))

    def _fill_to(self, shown: View, what: str) -> None:
        options = list(self._places(shown, what))
        visible(self.to_row, bool(options))
        label = "Area" if what == questions.IMPULSE else "Move to"
        if self.to_label.value != label:
            self.to_label.value = label
        chosen = self.session.aim if what == questions.ORDERS else self.session.focus
        self._set(self.to, [(CHOOSE, ""), *options], chosen)

    def _places(self, shown: View, what: str) -> Iterator[tuple[str, str]]:
        """Where the selection can go, or what can be activated, in board order."""
        if shown.marks is None or what not in (questions.ORDERS, questions.IMPULSE):
            return
        for place in shown.places:
            mark, way = shown.marks.places.get(place.id), self.session.ways.paths.get(place.id)
            if what == questions.IMPULSE and mark is not None:
                own = sum(c.level == "fresh" and c.side == self._actor(shown) for c in shown.at(place.id))
                yield (
                    f"{_numbered(place)}, {f'{own} Fresh' if own else self.session.reading.without_units(place.id)}",
                    place.id,
                )
            elif way is not None and mark is not None:
                yield f"{_numbered(place)}: {way.most} MF{', assault' if '!' in mark.label else ''}", place.id

    def _actor(self, shown: View) -> str:
        return shown.decision.actor if shown.decision is not None else ""

    def _fill_other(self) -> None:
        found = self.session.reading.others
        visible(self.other_row, bool(found))
        self._set(self.other, [NOTHING, *found], str(self.other.value or ""))
        self._ready(bool(self.other.value))

    def _set(self, widget: widgets.Dropdown, options: Sequence[tuple[str, str]], chosen: str) -> None:
        options = list(options)
        if list(widget.options) != options:
            widget.options = options
        values = {value for _, value in options}
        widget.value = chosen if chosen in values else ""


def _numbered(place: Any) -> str:
    return f"{place.id} {place.name}" if place.kind == "area" else str(place.name)


# --------------------------------------------------------------------------------------- the way in figures


def percent(share: Fraction) -> str:
    """A chance as people say it."""
    return f"{float(share) * 100:.0f}%"


def hint_html(session: Session) -> str:
    """What to click next in an impulse, in plain words, until something is chosen."""
    decision = session.view.decision
    words, why = "", None
    if decision is None or session.message is not None:
        return ""
    if decision.step == questions.IMPULSE and not session.menu:
        words = "Click a lit area to see what can be done there. Nothing is played before you choose."
    elif decision.step == questions.ORDERS and not session.aim and not session.bridge:
        if session.ways.paths:
            words = "Click a lit area to see the way there; its number is the cost in movement factors (MF)."
        why = session.reading.no_end
    parts = [esc(words)] if words else []
    if why is not None:  # nothing was done yet (8.6), or an assault must be made (8.51)
        parts.append(f"The impulse cannot end yet: {esc(why.text)} {esc(why.fix)} {rule_tag(why.rule)}")
    return f'<p class="nl-small">{" ".join(parts)}</p>' if parts else ""


def way_html(session: Session) -> str:
    """The way that was chosen: MF and risk of everybody, with rules, and what follows; "" while none is."""
    way = session.reading.way
    if way is None:
        return ""
    shown = session.view
    names = " → ".join(esc(place_name(shown, place)) for place in way.way)
    rows = "".join(_row(shown, way, units) for units in _alike(way))
    table = (
        "<table class='nl-table nl-waytable'><thead><tr><th scope='col'>units</th><th scope='col'>MF</th><th scope='col'>left</th>"
        f"<th scope='col'>stopped</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    return f'<p class="nl-way"><b>{names}</b></p>{table}{"".join(f"<p>{note}</p>" for note in _notes(session, way))}'


def _alike(way: Path) -> list[list[str]]:
    """Units that pay and risk the same, in one row."""
    found: dict[tuple[object, ...], list[str]] = {}
    for unit in way.moving:
        key = (way.cost[unit], way.left[unit], way.risk[unit], unit in way.wading)
        found.setdefault(key, []).append(unit)
    return list(found.values())


def _row(shown: View, way: Path, units: list[str]) -> str:
    first = units[0]
    who = ", ".join(esc(unit_name(shown, unit)) for unit in units)
    terms = " ".join(
        f'<span title="{esc(term.text)}">{term.value} {rule_tag(term.rule)}</span>'
        for hop in way.hops(first)
        for term in hop.mf.terms
    )
    risk = "no"
    if way.risk[first]:
        dice = "; ".join(_die(shown, hop) for hop in way.hops(first) if hop.spent or hop.hurt)
        risk = f'<span title="{esc(dice)}">{percent(way.risk[first])}</span> {rule_tag("8.4")}'
    return (
        f"<tr><td>{who}</td><td class='nl-sum'><b>{way.cost[first]}</b> = {terms}</td><td class='nl-num'>{way.left[first]}</td>"
        f"<td class='nl-num'>{risk}</td></tr>"
    )


def _die(shown: View, hop: Hop) -> str:
    """One interdiction die in words."""
    flak = f", {', '.join(str(term) for term in hop.drm.terms)}" if hop.drm.terms else ""
    return f"to {place_name(shown, hop.place)}: spent {percent(hop.spent)}, disrupt 1 {percent(hop.hurt)}{flak}"


def _notes(session: Session, way: Path) -> Iterator[str]:
    """What the way obliges to, and who does not come along."""
    shown = session.view
    if way.must:
        yield f"The assault must be made there; whoever loses it goes back the way it came. {rule_tag('8.51')}"
    elif session.reading.enemy_ahead:
        yield f"They may assault there, or stay without. {rule_tag('8.52')}"
    if way.worst and len(way.moving) > 1:
        yield f"At least one of them is stopped: {percent(way.worst)}. {rule_tag('8.4')}"
    if way.wading:
        who = ", ".join(esc(unit_name(shown, unit)) for unit in way.wading)
        yield f"Without the bridge, with all their MF: {who}. {rule_tag('8.36E')}"
    for why in session.reading.staying:
        yield f'<span class="nl-warnwords">{esc(why.text)}</span> {rule_tag(why.rule)}'


def work_html(session: Session) -> str:
    """What an attempt on the clicked bridge needs, term by term."""
    parts = []
    for work in session.reading.works:
        name = {"repair": "Repair", "seize": "Seizure", "demolish": "Demolition"}[work.kind]
        needs = "no die is enough" if work.needed > 6 else f"needs {work.needed} or more, {percent(work.chance)}"
        parts.append(
            f'<p><b>{name}: {needs}</b></p><div class="nl-terms nl-one">{tally_table(work.tally, "die")}</div>'
        )
    return "".join(parts)
