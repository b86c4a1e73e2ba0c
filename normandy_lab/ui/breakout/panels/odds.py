"""The odds of the attack at hand: three outcomes, a bar a difference, both values term by term."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import ipywidgets as widgets

from normandy_lab.analysis.breakout.odds import ATTACKER, DEFENDER, Odds
from normandy_lab.breakout.improve import Change
from normandy_lab.luck import Luck
from normandy_lab.ui.breakout.session import Session
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import place_name
from normandy_lab.ui.palette import symbols
from normandy_lab.ui.panels.base import Panel, html, styled, visible
from normandy_lab.ui.panels.html import SIDE_NAMES, esc, rule_tag, table, tally_table

EFFECT = 2  # attrition points that reduce a Fresh unit (10.4)


class Bar(NamedTuple):
    """One difference of Attack Total and Defense Total."""

    difference: int
    share: Fraction
    outcome: str  # "repulsed", "tie", "success"
    points: int


class Class(NamedTuple):
    """One of the three outcomes."""

    outcome: str
    share: Fraction
    words: str


def bars(attack: Any) -> list[Bar]:
    """Every difference that the dice can make, least first."""
    found = Odds(int(attack.av), int(attack.dv), attack.bocage, attack.kind)
    return [
        Bar(row.difference, row.probability, row.outcome if attack.kind == "assault" else _shelled(row.cp), row.cp)
        for row in found.rows()
    ]


def _shelled(points: int) -> str:
    """A bombardment needs two points to reduce a Fresh unit (10.4)."""
    return "success" if points >= EFFECT else "tie" if points > 0 else "repulsed"


def classes(attack: Any) -> list[Class]:
    """The three outcomes with their exact shares and what they mean."""
    shown = bars(attack)
    shares = {
        kind: sum((b.share for b in shown if b.outcome == kind), Fraction(0)) for kind in ("repulsed", "tie", "success")
    }
    best = max((b.points for b in shown), default=0)
    if attack.kind == "assault":
        words = {
            "repulsed": "repulsed: all attackers disrupt 1",
            "tie": "tie: the Point Unit disrupt 1",
            "success": f"success: {_least(shown)} to {best} casualty points",
        }
    else:
        words = {
            "repulsed": "no attrition point",
            "tie": "one point, too few for a Fresh unit",
            "success": f"{EFFECT} to {best} attrition points",
        }
    return [Class(kind, share, words[kind]) for kind, share in shares.items()]


def _least(shown: list[Bar]) -> int:
    return min((b.points for b in shown if b.outcome == "success"), default=0)


def percent(share: Fraction) -> str:
    """With one decimal."""
    return f"{float(share) * 100:.1f}%"


# ------------------------------------------------------------------------------------- pictures


def _fill(kind: str) -> str:
    return str(symbols()["outcomes"]["stalemate" if kind == "tie" else kind]["fill"])


def chart(shown: list[Bar]) -> str:
    """The distribution as bars; outcomes differ by place on the axis and by pattern as well as by colour."""
    width, height, base = 436, 96, 76
    step = width / len(shown)
    top = max(float(bar.share) for bar in shown)
    parts = []
    for number, bar in enumerate(shown):
        tall = 62 * float(bar.share) / top
        x = number * step
        mid = x + step / 2
        paint = {"repulsed": "url(#nl-hatch)", "tie": "url(#nl-dots)"}.get(bar.outcome, _fill("success"))
        words = f"difference {bar.difference}: {percent(bar.share)}, {bar.points} points"
        parts.append(
            f'<rect x="{x + 1.5:.1f}" y="{base - tall:.1f}" width="{step - 3:.1f}" height="{tall:.1f}" fill="{paint}">'
            f"<title>{words}</title></rect>"
            f'<text x="{mid:.1f}" y="{base + 14}" font-size="12" text-anchor="middle">{str(bar.difference).replace("-", "−")}</text>'
        )
    return (
        f'<svg viewBox="0 0 {width} {height}" width="100%" role="img" aria-label="odds by difference" font-family="Arial, sans-serif" '
        f'fill="#1B2430"><defs>{_pattern("nl-hatch", "repulsed", "M-2 6L6 -2M2 10L10 2")}{_pattern("nl-dots", "tie", "M2 2h2v2h-2z")}</defs>'
        f'<line x1="0" y1="{base}" x2="{width}" y2="{base}" stroke="#1B2430"/>{"".join(parts)}</svg>'
    )


def _pattern(name: str, kind: str, path: str) -> str:
    return (
        f'<pattern id="{name}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="{_fill(kind)}"/>'
        f'<path d="{path}" stroke="#fff" stroke-width="1.2" fill="none"/></pattern>'
    )


def bar_table(shown: list[Bar]) -> str:
    """The same as a table, for readers of tables and of screens."""
    head = "<tr><th>difference</th><th>chance</th><th>outcome</th><th>points</th></tr>"
    rows = "".join(
        f"<tr><td class='nl-num'>{str(b.difference).replace('-', '−')}</td><td class='nl-num'>{percent(b.share)}</td>"
        f"<td>{b.outcome}</td><td class='nl-num'>{b.points}</td></tr>"
        for b in shown
    )
    return f"<table class='nl-table'><thead>{head}</thead><tbody>{rows}</tbody></table>"


def three_html(attack: Any) -> str:
    """The three outcomes side by side."""
    parts = "".join(
        f'<div style="border-color:{_fill(c.outcome)}"><b>{percent(c.share)}</b>{esc(c.words)}</div>'
        for c in classes(attack)
    )
    return f'<div class="nl-three">{parts}</div>'


def reroll_line(attack: Any) -> str:
    """What the Advantage makes of the odds: its holder rolls again when repulsed, or when hit."""
    if attack.kind != "assault" or not attack.reroll:
        return ""
    own = attack.reroll == attack.side
    rest = Odds(int(attack.av), int(attack.dv), attack.bocage).reroll(ATTACKER if own else DEFENDER)
    words = (
        "With the Advantage used for a reroll when repulsed" if own else "If the defender uses the Advantage when hit"
    )
    shares = f"repulsed <b>{percent(rest.repulsed)}</b>, success <b>{percent(rest.success)}</b>"
    return f'<p class="nl-small">{words}: {shares}. {rule_tag("11.3")}</p>'


def changes_html(found: list[Change]) -> str:
    """What one unit, one gun, the sky or a reroll would change, each with its exact odds; "" when nothing would."""
    if len(found) < 2:
        return ""
    now = found[0]
    rows = "".join(_change_row(change, now) for change in found)
    return (
        '<table class="nl-table nl-changes"><caption>What would change</caption><thead><tr><th scope="col">if</th>'
        '<th scope="col">values</th><th scope="col">success</th><th scope="col">repulsed</th><th scope="col">points</th>'
        f'<th scope="col"></th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _change_row(change: Change, now: Change) -> str:
    gain = round(100 * float(change.success - now.success), 1)
    sign = f" ({'+' if gain > 0 else '−'}{abs(gain):.1f})" if change is not now else ""
    look = ' class="nl-here"' if change is now else ""
    return (
        f"<tr{look}><td>{esc(change.words)}</td><td class='nl-num'>{change.av} : {change.dv}</td>"
        f"<td class='nl-num'>{percent(change.success)}{sign}</td><td class='nl-num'>{percent(change.repulsed)}</td>"
        f"<td class='nl-num'>{float(change.points):.1f}</td><td>{rule_tag(change.rule)}</td></tr>"
    )


def luck_html(luck: Luck) -> str:
    """How the dice of the game fell for each side and kind, beside what so many dice show."""
    rows = [
        (
            SIDE_NAMES.get(line.side, line.side),
            line.kind,
            line.dice,
            line.total,
            f"{float(line.above):+.1f}".replace("-", "−"),
            f"{float(line.p):.2f}",
        )
        for line in luck.lines
    ]
    listed = table(("side", "dice", "thrown", "total", "above the mean", "p"), rows) if rows else ""
    return f'{listed}<p class="nl-small">{esc(luck.note)}</p>'


class OddsPanel(Panel):
    """The panel under the decision."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.head = html("nl-oddshead")
        self.as_table = False
        self.bars = self.button("Bars", lambda: self._look(False), "nl-oddsbars", "nl-on")
        self.table = self.button("Table", lambda: self._look(True), "nl-oddstable")
        self.hide = self.button(
            "Hide", self._fold, "nl-oddshide", hint="Hide the odds, so that a class can guess first"
        )
        bar = styled(widgets.HBox([self.head, self.bars, self.table, self.hide]), "nl-barhead")
        self.body = html("nl-oddsbody")
        self.widget = styled(widgets.VBox([bar, self.body]), "nl-tab", "nl-odds")
        self._last: tuple[Any, str] | None = None
        self._game = 0

    def _look(self, table: bool) -> None:
        self.as_table = table
        (self.table if table else self.bars).add_class("nl-on")
        (self.bars if table else self.table).remove_class("nl-on")
        self.session.redraw(self)

    def _fold(self) -> None:
        folded = self.hide.description == "Hide"
        self.hide.description = "Show" if folded else "Hide"
        (self.widget.add_class if folded else self.widget.remove_class)("nl-folded")
        self.session.redraw(self)

    def fill(self, shown: View) -> None:
        read = self.session.reading
        over = shown.decision is None and read.steps > 0
        for button in (self.bars, self.table):
            visible(button, not over)
        if over:
            self.head.value, self.body.value = "<b>The dice of this game</b>", luck_html(read.luck)
            return
        if self._game != read.node[0]:
            self._game, self._last = read.node[0], None
        attack = read.attack
        if attack is not None:
            self._last = (attack, shown.clock.moment)
        if self._last is None:
            self.head.value = "<b>Odds</b>"
            self.body.value = '<p class="nl-small">Choose attackers to see odds.</p>'
            return
        shown_attack, moment = self._last
        name = esc(place_name(shown, shown_attack.place))
        self.head.value = (
            f"<b>Odds of this attack, exact: {name}</b>"
            if attack is not None
            else f"<b>Last attack, {moment}: {name}</b>"
        )
        self.body.value = self._body(shown_attack)

    def _changes(self) -> str:
        """Only while the odds are open: a class guesses first, and a folded panel costs nothing."""
        folded = self.hide.description == "Show"
        return "" if folded or self.session.reading.attack is None else changes_html(self.session.reading.changes)

    def _body(self, attack: Any) -> str:
        picture = bar_table(bars(attack)) if self.as_table else chart(bars(attack))
        note = f'<p class="nl-small">{esc(attack.note)}</p>' if getattr(attack, "note", "") else ""
        bocage = (
            f'<p class="nl-small">Bocage: the defender is forgiven one casualty point. {rule_tag("9.5")}</p>'
            if attack.bocage
            else ""
        )
        return (
            f"{three_html(attack)}{picture}"
            f'<div class="nl-terms">{tally_table(attack.av, "AV")}{tally_table(attack.dv, "DV")}</div>'
            f"{note}{bocage}{reroll_line(attack)}{self._changes()}"
        )
