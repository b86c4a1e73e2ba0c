"""Tabs for the night: depots with the dice to come, points with the distance to what wins, reinforcements to come."""

from __future__ import annotations

from collections.abc import Iterable

from normandy_lab.core.terms import counted, signed
from normandy_lab.ui.breakout import night
from normandy_lab.ui.breakout.reading import Reading
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.panels.base import Panel, html, styled
from normandy_lab.ui.panels.html import esc, rule_tag, side_tag
from normandy_lab.ui.panels.tabs import Tabs


class TabPanel(Panel):
    """One page of HTML, written only while its tab is in front."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.open = False
        self.widget = styled(html(), "nl-tab", "nl-night")
        self.widget.tabbable = True  # it scrolls, by the arrow keys too

    def toggle(self, on: bool) -> None:
        """Told whether the tab is in front."""
        self.open = on
        if on:
            self.session.redraw(self)

    def fill(self, _shown: View) -> None:
        if self.open:
            self.widget.value = self.page()

    def page(self) -> str:
        raise NotImplementedError


def _rows(head: Iterable[str], rows: Iterable[str]) -> str:
    cells = "".join(f"<th scope='col'>{esc(name)}</th>" for name in head)
    return (
        f"<table class='nl-table nl-nighttable'><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


# ---------------------------------------------------------------------------------------------------- depots


def bar(row: night.DepotRow) -> str:
    """What is spent and what is left of a depot, as a bar; the figures stand beside it."""
    most = max(row.value, 1)
    return (
        '<span class="nl-depotbar" aria-hidden="true">'
        f'<i class="nl-spent" style="width:{100 * row.spent // most}%"></i><i class="nl-left" style="width:{100 * row.left // most}%"></i></span>'
    )


def depots_html(read: Reading) -> str:
    """Depots as a table with bars, the reserves, and the dice of the night."""
    rows = [
        f"<tr><td>{esc(row.source)}</td><td>{esc(row.stands or 'to be placed')}</td><td class='nl-num'>{row.value}</td>"
        f"<td class='nl-num'>{row.spent}</td><td class='nl-num'><b>{row.left}</b></td><td>{bar(row)}</td></tr>"
        for row in read.depots
    ]
    table = _rows(("depot", "stands in", "value", "spent", "left", ""), rows)
    said = ". ".join(read.reserves)
    return f"{table}<p class='nl-small'>{esc(said)}. {rule_tag('12.53')}</p>{dice_html(read)}"


def dice_html(read: Reading) -> str:
    """Every die that the night may still bring, with the sum that it is thrown with."""
    rows = []
    for row in read.dice_to_come:
        terms = "; ".join(f"{signed(term.value)} {term.text}" for term in row.terms.terms)
        rows.append(
            f"<tr><td>{esc(row.who)}</td><td>{esc(row.where)}</td><td title='{esc(terms)}'>{esc(row.words)}</td>"
            f"<td>{rule_tag(row.rule)}</td></tr>"
        )
    return f"<h4>Dice to come</h4>{_rows(('who', 'where', 'chances', 'rule'), rows)}" if rows else ""


class DepotsPanel(TabPanel):
    """Depots with value, spent and left, the reserves, and the dice of the night."""

    def page(self) -> str:
        return depots_html(self.session.reading)


# ---------------------------------------------------------------------------------------------------- points


def chips(points: night.Points) -> str:
    """The points as a row of discs, those that win at the end."""
    most = max(int(points.needed), 1)
    have = max(0, int(points.tally.total))
    discs = "".join(f'<i class="{"nl-has" if n <= have else ""}">{n}</i>' for n in range(1, most + 1))
    return f'<span class="nl-discs" aria-hidden="true">{discs}</span>'


def distance(points: night.Points) -> str:
    """How far it is to what wins, in words."""
    if points.how:
        return f"{points.how[:1].upper()}{points.how[1:]}"
    if points.missing > 0:
        return f"{points.missing} short: the Germans would win if the week ended now"
    return (
        f"{-points.missing} more than needed: the Allies would win if the week ended now"
        if points.missing
        else ("Just enough: the Allies would win if the week ended now")
    )


def score_html(read: Reading) -> str:
    """Points by area with their rules, the distance to what wins, and what is not counted."""
    points = read.score
    rows = [
        f"<tr><td class='nl-num'>{signed(term.value)}</td><td>{esc(term.text)}</td><td>{rule_tag(term.rule)}</td></tr>"
        for term in points.tally.terms
    ]
    left = [
        f"<tr><td class='nl-num'>{prize.worth}</td><td>{esc(prize.name)}</td><td>{esc(prize.words)}</td></tr>"
        for prize in read.prizes
    ]
    have = str(points.tally.total).replace("-", "−")
    return (
        f"<p><b>{have} of {points.needed} points</b> {rule_tag('22.2 22.3')} {chips(points)}</p><p>{esc(distance(points))}.</p>"
        f"{_rows(('points', 'for', 'rule'), rows)}<h4>Not counted for the Allies</h4>{_rows(('worth', 'area', 'now'), left)}"
    )


class ScorePanel(TabPanel):
    """Points by area, and the distance to what wins; the verdict when the game is over."""

    def page(self) -> str:
        return score_html(self.session.reading)


# --------------------------------------------------------------------------------------------------- to come


def coming_html(read: Reading) -> str:
    """Reinforcements by day, side and place."""
    found = read.to_come
    if not found:
        return f"<p>Nobody else is to come. {rule_tag('19.1')}</p>"
    rows = [
        f"<tr><td>{esc(each.date)}</td><td>{side_tag(each.side)}</td><td>{esc(each.where)}</td>"
        f"<td>{esc(counted(len(each.units), 'unit'))}: {esc(', '.join(each.units))}</td></tr>"
        for each in found
    ]
    return _rows(("day", "side", "where", "who"), rows)


class ComingPanel(TabPanel):
    """Reinforcements to come, by day and place."""

    def page(self) -> str:
        return coming_html(self.session.reading)


class Fronts(Panel):
    """Brings depots to the front when a refit begins, and points when the game is over; a tab chosen by hand stays."""

    def __init__(self, session: Session, tabs: Tabs) -> None:
        super().__init__(session)
        self.tabs = tabs
        self.was = ""

    def fill(self, shown: View) -> None:
        now = "Depots" if night.asked(shown) in night.REFIT else "Odds" if shown.decision is not None else "Score"
        if now != self.was and self.tabs.front in ("Odds", "Depots", self.was or "Odds"):
            self.tabs.bring(now)
        self.was = now
