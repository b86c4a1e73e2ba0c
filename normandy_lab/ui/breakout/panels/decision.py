"""The decision panel: who decides what, the selection, the options, and one primary button."""

from __future__ import annotations

from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.breakout import questions
from normandy_lab.ui.breakout import drafts, night
from normandy_lab.ui.breakout.choices import Choice
from normandy_lab.ui.breakout.panels.day import DayRows, hint_html, way_html, work_html
from normandy_lab.ui.breakout.panels.drop import DropRow
from normandy_lab.ui.breakout.panels.night import NightRows
from normandy_lab.ui.breakout.panels.units import UnitRows
from normandy_lab.ui.breakout.panels.why import WhyRow
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import DecisionView, View
from normandy_lab.ui.breakout.words import action_words, place_name, title, unit_name
from normandy_lab.ui.panels.actions import actions, empty
from normandy_lab.ui.panels.base import Panel, Pool, html, set_children, styled, visible
from normandy_lab.ui.panels.html import box, counter, dice, esc, rule_tag
from normandy_lab.ui.panels.typed import DicePanel

ROLLED = ("reroll", "casualties", "attrition")  # kinds that follow from the dice just thrown


def heading(session: Session) -> str:
    """Title and prompt."""
    shown, decision = session.view, session.view.decision
    if decision is None or nobody(session):
        return _over(session)
    name = place_name(shown, session.reading.attack.place) if session.reading.attack is not None else ""
    head = title(shown)
    if decision.by_day:
        head = day_heading(session, head)
    elif name and decision.kind in ("point", "forward", "target", "casualties", "retreat", "reroll", "attrition"):
        head = f"{head}, {name}"
    elif decision.kind == "airborne" and session.focus:
        head = place_name(shown, session.focus)
    thrown = f"<p>{dice(session.reading.last_dice, 24)}</p>" if decision.kind in ROLLED else ""
    by_day = f"{way_html(session)}{work_html(session)}" if decision.step == questions.ORDERS else ""
    told = decision.step in (questions.SUPPLIES, questions.REGROUP)  # their rows say it
    prompt = "" if told else f"<p>{esc(decision.prompt)}</p>"
    return f"<h3>{esc(head)}</h3>{prompt}{hint_html(session)}{thrown}{sides_html(session)}{by_day}"


def day_heading(session: Session, head: str) -> str:
    """What an impulse asks, and where."""
    shown, decision = session.view, session.view.decision
    place = (
        decision.place or (session.focus if decision.step == questions.ORDERS else "") if decision is not None else ""
    )
    return f"{head}, {place_name(shown, place)}" if place else head


def _over(session: Session) -> str:
    result = session.reading.result
    how = result.how if result is not None else ""
    rule = how.rpartition(" ")[2] if how.startswith("not modelled") else ""
    if nobody(session):
        return (
            "<h3>The board with nobody on it</h3><p>There is nothing to decide until a scenario puts units here: "
            "<code>spec.with_({...})</code>, then <code>nl.Lab(spec)</code>.</p>"
        )
    if rule:
        return (
            f"<h3>The game stops here</h3><p>What follows is not modelled yet. {rule_tag(rule)}</p>"
            "<p>Undo, go back on the time line, or start a branch to try something else.</p>"
        )
    winner = f"{result.winner.capitalize()} win. " if result is not None and result.winner else ""
    words, _, cited = how.removesuffix(")").rpartition(" (")
    told = f"{esc(words)}. {rule_tag(cited)}" if words else esc(how)
    return f"<h3>Game over</h3><p><b>{esc(winner)}</b>{told}</p><p>Points by area stand in the tab Score.</p>"


def nobody(session: Session) -> bool:
    """Whether the board is empty and nothing was played."""
    return not session.view.counters and session.reading.untouched


class ForClass(NamedTuple):
    """What stands in the decision in projector mode only: above the options, and under the primary button."""

    above: list[Any]
    buttons: Any


class DecisionPanel(Panel):
    """The panel at the top right, always visible."""

    shows_messages = True

    def __init__(self, session: Session, dice: DicePanel, for_class: ForClass) -> None:
        super().__init__(session)
        self.typed = dice
        self.head = html("nl-headline")
        self.what = html("nl-what")
        self.groups = styled(widgets.Box(), "nl-groups")
        self.units = UnitRows(session)
        self.point = styled(widgets.Dropdown(tooltip="The Point Unit"), "nl-point")
        self.point_row = styled(widgets.HBox([widgets.HTML("Point Unit"), self.point]), "nl-labelled")
        self.drop = DropRow(session)
        self.day = DayRows(session)
        self.night = NightRows(session)
        self.options = styled(widgets.VBox(), "nl-rows", "nl-options")
        self.message = html("nl-message", "nl-says-message")
        self.suggestion = html("nl-suggestion")
        self.primary = self.button("", self._primary, "nl-primary")
        self.all = self.button("", self._all, "nl-all", "nl-option")
        self.accept = self.button("Accept", session.accept, "nl-accept")
        self.clear = self.button("Clear", session.clear, "nl-clear", hint="Drop the selection")
        self.why = self.button("Why not?", self._toggle_why, "nl-why", hint="Pick a unit and a place, and ask why not")
        last = actions(self.suggestion, self.accept, [*dice.buttons, self.primary, self.clear, self.why])
        self.ask = WhyRow(session)
        asked = [
            self.ask.widget,
            self.what,
            dice.entry,
            self.night.widget,
            self.groups,
            self.day.picks,
            self.units.widget,
        ]
        asked += [self.point_row, self.drop.widget, self.day.widget, self.options, self.all]
        scroll = styled(widgets.Box([*for_class.above, *asked]), "nl-scroll")
        last.children = (*last.children, for_class.buttons)
        self.widget = styled(widgets.Box([self.head, scroll, self.message, last]), "nl-panel", "nl-decision")
        self._group_pool: Pool[widgets.Button] = Pool(lambda n: self.button("", lambda: self._group(n), "nl-group"))
        self._option_pools = [self._options_of(0), self._options_of(1)]
        self._turn, self._node = 0, (0, -1)
        self._places: list[str] = []
        self._choices: tuple[Choice, ...] = ()
        self._second: drafts.Order | None = None  # all units at all beaches, or a march without its assault
        self.observe(self.point, session.name_point)

    # -- callbacks -----------------------------------------------------------------------------

    def _primary(self) -> None:
        order = self.session.reading.order
        if order is not None:
            self._send(order)

    def _all(self) -> None:
        if self._second is not None:
            self._send(self._second)

    def _options_of(self, turn: int) -> Pool[widgets.Button]:
        return Pool(lambda n: self.button("", lambda: self._option(n, turn), "nl-option"))

    def _send(self, order: drafts.Order) -> None:
        self.primary.disabled = True  # a second click while the kernel works would play twice
        self.primary.description = "Rolling…" if self.session.reading.throws_itself else "Playing…"
        try:
            self.session.send(order)
        finally:
            self.primary.disabled = self.session.reading.order is None
            if self.session.reading.order is not None:
                self.primary.description = self.session.reading.order.words

    def _group(self, number: int) -> None:
        self.session.look_at(self._places[number])

    def _option(self, number: int, turn: int) -> None:
        """Play the option; a second click of a double click comes from a list that is gone, and does nothing."""
        if turn == self._turn and number < len(self._choices):
            chosen = self._choices[number]
            if chosen.refused:
                self.session.why_not(chosen.action)
            else:
                self.session.dispatch(chosen.action)

    def _toggle_why(self) -> None:
        self.session.ask_why(self.session.asked is None)
        if self.session.asked is not None:
            self.ask.unit.focus()

    # -- showing -------------------------------------------------------------------------------

    def fill(self, shown: View) -> None:
        decision = shown.decision
        self.head.value = self._head(decision)
        self.what.value = heading(self.session)
        self._fill_groups(shown)
        self.units.fill(shown)
        self._fill_point(shown)
        self._fill_options()
        message = self.session.message
        self.message.value = box(*_message(message)) if message is not None else ""
        self._fill_buttons(shown)

    def _head(self, decision: DecisionView | None) -> str:
        if decision is None:
            return '<div class="nl-head"><span>Nothing to decide</span></div>'
        who = "Dice are rolled" if decision.actor == "chance" else f"Your decision: {decision.actor.capitalize()}"
        look = f"nl-head nl-head-{decision.actor}"
        return f'<div class="{look}"><span>{esc(who)}</span>{rule_tag(decision.rule)}</div>'

    def _fill_groups(self, shown: View) -> None:
        found = self.session.reading.groups if night.asked(shown) != questions.SUPPLIES else ()
        self._places = [group.place for group in found]
        buttons = self._group_pool.take(len(found)) if len(found) > 1 else []
        for widget, group in zip(buttons, found, strict=False):
            widget.description = f"{place_name(shown, group.place)}, {len(group.units)}"
            widget.tooltip = f"Choose among {len(group.units)} units for {place_name(shown, group.place)}"
            (widget.add_class if group.place == self.session.focus else widget.remove_class)("nl-on")
        set_children(self.groups, buttons)

    def _fill_point(self, shown: View) -> None:
        session = self.session
        units = session.reading.points
        visible(self.point_row, bool(units))
        if units:
            attack = session.reading.attack
            chosen = attack.point if attack is not None and attack.point in units else units[0]
            labels = [(action_words(shown, f"point {unit}"), unit) for unit in units]
            if list(self.point.options) != labels:
                self.point.options = labels
            self.point.value = chosen

    def _fill_options(self) -> None:
        self._choices = self.session.reading.choices
        if self._node != (here := self.session.reading.node):
            self._node, self._turn = here, 1 - self._turn
        buttons = self._option_pools[self._turn].take(len(self._choices))
        for number, (widget, choice) in enumerate(zip(buttons, self._choices, strict=True)):
            key = "E  " if choice.gives_up else f"{number + 1}  " if number < 9 and not choice.refused else ""
            rule = f"  {choice.refused}" if choice.refused else ""
            widget.description = f"{key}{choice.words}{rule}"
            widget.tooltip = choice.action
            (widget.add_class if choice.refused else widget.remove_class)("nl-denied")
            (widget.add_class if choice.gives_up else widget.remove_class)("nl-giveup")
        set_children(self.options, buttons)
        visible(self.options, bool(buttons))

    def _fill_buttons(self, shown: View) -> None:
        session, decision = self.session, shown.decision
        order, self._second = session.reading.order, session.reading.aside
        rolls = decision is not None and decision.kind == "roll"
        visible(self.primary, not rolls)
        self.primary.disabled = order is None
        self.primary.description = self.primary.tooltip = order.words if order is not None else _nothing(shown)
        (self.primary.add_class if order is not None and order.ends else self.primary.remove_class)("nl-giveup")
        visible(self.all, self._second is not None)
        if self._second is not None:
            self.all.description = self.all.tooltip = self._second.words
        asks = decision is not None and not rolls
        empty(self.accept, not asks)
        self.accept.disabled = not asks
        said = esc(session.reading.suggestion) if asks else ""
        self.suggestion.value = f'<span title="{said}"><b>Suggested:</b> {said}</span>' if asks else ""
        self.why.description = "Stop asking" if session.asked is not None else "Why not?"
        idle = not (session.draft or session.menu or session.message or session.bridge)
        empty(self.clear, idle)
        visible(self.why, decision is not None)


def _nothing(shown: View) -> str:
    """What the primary button says while nothing is chosen."""
    if shown.decision is None:
        return "Nothing to decide"
    return "Choose above, or on the map"


def _message(message: Any) -> tuple[str, str, str, str]:
    return message.kind, message.text, message.rule, message.details


def sides_html(session: Session) -> str:
    """Who attacks and who defends, as counters with their names; "" while no attack is at hand."""
    attack, shown = session.reading.attack, session.view
    if attack is None or session.reading.order is None or shown.decision is None or shown.decision.kind != "point":
        return ""
    rows = []
    for words, units in (("Attacking", attack.attackers), ("Defending", attack.defenders)):
        cells = "".join(
            f'<span class="nl-who">{picture_of(shown, unit)}<span>{esc(unit_name(shown, unit))}'
            f"{' ★' if unit in (attack.point, attack.forward) else ''}</span></span>"
            for unit in units
        )
        rows.append(f'<p class="nl-small">{words}: {len(units)}</p><div class="nl-whos">{cells}</div>')
    return "".join(rows)


def picture_of(shown: View, unit: str) -> str:
    """The counter of a unit as a picture; "" when it is not on the board."""
    return next((counter(c) for c in shown.counters if c.unit == unit), "")
