"""Odds of the beach as small pictures, and the cards beside the plan: dice of the turn, shells, red pennies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from normandy_lab.beach import odds
from normandy_lab.beach.state import standing
from normandy_lab.ui.beach.draw import SQUADS, shape
from normandy_lab.ui.beach.guess import breaking
from normandy_lab.ui.beach.view import BeachView, ShellView, SquadView
from normandy_lab.ui.beach.words import capital, many
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.panels.html import die, esc, percent, rule_tag

GOOD, BAD = COLOURS["squad_a"], COLOURS["out_repulsed"]
FATES = {"wall": "behind the wall", "off": "off the table", "empty": "on empty sand"}


class Bar(NamedTuple):
    """One result of a roll: what it is called, how likely, and whether it is bad for the Americans."""

    label: str
    share: float
    bad: bool


class Outcome(NamedTuple):
    """A class of results in words."""

    share: float
    words: str
    bad: bool


def bars(game: Any, view: BeachView) -> list[Bar]:
    """Every result of the roll that waits."""
    asked, setting = view.asked, game.state.setting
    if asked is None:
        return []
    if asked.roll == "morale":
        lost = view.squad(asked.subject).lost
        return [Bar(str(n), float(share), n >= setting.breaks_at) for n, share in sorted(odds.total(lost).items())]
    if asked.roll == "volley":
        found = odds.successes(asked.dice, setting.hit_on)
        return [Bar(str(n), float(share), n > 0) for n, share in sorted(found.items())]
    return []


def outcomes(game: Any, view: BeachView) -> list[Outcome]:
    """The two or three ways in which the roll that waits can end."""
    asked, setting, state = view.asked, game.state.setting, game.state
    if asked is None:
        return []
    if asked.roll in ("clear", "assault"):
        least = setting.clears_on if asked.roll == "clear" else setting.destroys_on
        share = float(odds.at_least(1, 1, least))
        words = ("removes an obstacle", "no luck") if asked.roll == "clear" else ("destroys the bunker", "it holds")
        return [Outcome(share, words[0], False), Outcome(1 - share, words[1], True)]
    if asked.roll == "morale":
        share = float(breaking(state, asked.subject))
        left = view.squad(asked.subject).standing
        return [
            Outcome(1 - share, f"holds with {many(left, 'figure')}", False),
            Outcome(share, "back to the craft", True),
        ]
    if asked.roll == "volley":
        name = asked.purpose.rpartition(" ")[2]
        squad = setting.squads.index(name)
        lost, figures = state.fire[squad] + state.shelled[squad], len(standing(state, squad))
        gone = odds.eliminated(figures, 1, lost, setting.dice, setting.hit_on, setting.breaks_at)
        least = min(2, figures)
        twice = odds.at_least(least, setting.dice, setting.hit_on)
        several = "two hits or more" if least == 2 else "one hit or more"
        return [
            Outcome(float(twice), several, True),
            Outcome(float(gone), f"squad {name} goes back, before shells", True),
        ]
    return []


# ------------------------------------------------------------------------------------------ pictures


def chart(found: Sequence[Bar]) -> str:
    """Bars, those bad for the Americans hatched as well as red."""
    if len(found) < 2:
        return ""
    width, base, tall = 436, 104, 84
    step = width / len(found)
    top = max(bar.share for bar in found)
    marked = next((n for n, bar in enumerate(found) if bar.bad), -1)
    every = max(1, len(found) // 8)
    parts = []
    for n, bar in enumerate(found):
        height = tall * bar.share / top
        fill = "url(#nl-bad)" if bar.bad else GOOD
        parts.append(
            f'<rect x="{n * step + 1:.1f}" y="{base - height:.1f}" width="{step - 2:.1f}" height="{height:.1f}" fill="{fill}">'
            f"<title>{esc(bar.label)}: {percent(bar.share)}</title></rect>"
        )
        if n == marked or (n % every == 0 and abs(n - marked) >= every) or len(found) < 10:
            weight = "bold" if n == marked else "normal"
            parts.append(
                f'<text x="{(n + 0.5) * step:.1f}" y="{base + 16}" font-size="17" font-weight="{weight}" text-anchor="middle">'
                f"{esc(bar.label)}</text>"
            )
    return (
        f'<svg viewBox="0 0 {width} 124" width="100%" role="img" aria-label="how likely each result is" fill="{COLOURS["ink"]}" '
        f'font-family="Arial, sans-serif"><defs><pattern id="nl-bad" width="7" height="7" patternUnits="userSpaceOnUse">'
        f'<rect width="7" height="7" fill="{BAD}"/><path d="M-2 7L7 -2M3 9L9 3" stroke="#fff" stroke-width="1.2"/></pattern></defs>'
        f'<line x1="0" y1="{base}" x2="{width}" y2="{base}" stroke="{COLOURS["ink"]}" stroke-width="1.5"/>{"".join(parts)}</svg>'
    )


def outcomes_html(found: Sequence[Outcome]) -> str:
    """Outcomes side by side, each with its chance."""
    cells = "".join(
        f'<div style="border-color:{BAD if each.bad else GOOD}"><b>{percent(each.share)}</b>{esc(each.words)}</div>'
        for each in found
    )
    return f'<div class="nl-two">{cells}</div>' if cells else ""


def table_html(rows: Sequence[dict[str, Any]]) -> str:
    """Odds as a list: what, how likely, by which rule."""
    lines = "".join(
        f"<tr><td>{esc(capital(row['what']))}</td><td class='nl-num'><b>{_value(row)}</b></td><td>{rule_tag(row['rule'])}</td></tr>"
        for row in rows
    )
    return f"<table class='nl-table'><tbody>{lines}</tbody></table>" if lines else ""


def _value(row: dict[str, Any]) -> str:
    share = float(row["probability"])
    return f"{share:.2f}" if "average" in row["what"] else percent(share)


def icon(squad: SquadView, px: int = 20) -> str:
    """The shape of a squad, as on the picture."""
    ring = " ".join(f"{10 + 18 * x:.1f},{10 + 18 * y:.1f}" for x, y in shape(squad.shape, 0, 0))
    return (
        f'<svg width="{px}" height="{px}" viewBox="0 0 20 20" aria-hidden="true" style="vertical-align:-3px">'
        f'<polygon points="{ring}" fill="{SQUADS[squad.colour]}"/></svg>'
    )


def dice_row(faces: Sequence[int | str], px: int, good: int = 0) -> str:
    """Dice as pictures; those of ``good`` or more have a heavy frame and a tick for readers."""
    parts = []
    for face in faces:
        hit = good and face != "?" and int(face) >= good
        parts.append(f'<span class="nl-face{" nl-hitface" if hit else ""}">{die(face, px)}</span>')
    return f'<span class="nl-faces">{"".join(parts)}</span>'


# ------------------------------------------------------------------------------------------ cards


def turn_html(view: BeachView, px: int) -> str:
    """The fire and the shells of this turn."""
    rows = "".join(
        f'<div class="nl-volley"><b>Bunker {esc(v.bunker)}</b>{dice_row(v.faces, px, view.hit_on)}'
        f"<span>squad {esc(v.squad)}, <b>{v.hits} {'hit' if v.hits == 1 else 'hits'}</b></span></div>"
        for v in view.volleys
    )
    words = f"This turn: {view.hit_on} or 6 is a hit" if view.hit_on == 5 else "This turn"
    shells = _shells(view)
    nothing = "" if rows or shells else '<div class="nl-soft">No bunker has fired yet.</div>'
    return f'<div class="nl-cap">{words}</div>{rows}{shells}{nothing}'


def _shells(view: BeachView) -> str:
    if not view.shells:
        return ""
    judged = [shell for shell in view.shells if shell.fate]
    if not judged:
        return f'<div class="nl-shells"><b>Shells</b> {len(view.shells)} thrown; all are judged together.</div>'
    harmless = ", ".join(f"{shell.number} {_fate(shell)}" for shell in judged if shell.fate in FATES)
    lines = [f"<b>Shells</b> {harmless}."] if harmless else []
    lines += [
        f"<b>Shell {shell.number}</b> touches {many(shell.hits, 'figure')}: <b>{shell.hits} {'hit' if shell.hits == 1 else 'hits'}</b>."
        for shell in judged
        if shell.hits
    ]
    return f'<div class="nl-shells">{"<br>".join(lines)}</div>'


def _fate(shell: ShellView) -> str:
    return "in the water" if shell.fate == "empty" and shell.y < 0 else FATES[shell.fate]


def pennies_html(view: BeachView) -> str:
    """Red pennies for squads sent back, replacements used, what is left."""
    slots = view.limit if view.limit is not None and view.limit <= 12 else 0
    count = min(view.eliminated, 24)
    coins = "".join(f'<span class="nl-penny" aria-hidden="true">{n + 1}</span>' for n in range(count))
    coins += '<span class="nl-penny nl-nopenny" aria-hidden="true"></span>' * max(0, slots - count)
    used = (
        f"{view.landed} of {view.limit} replacements used"
        if view.limit is not None
        else f"{many(view.landed, 'squad')} landed again"
    )
    sent = f"{capital(many(view.eliminated, 'squad'))} sent back"
    through = f" Breakthrough in turn {view.breakthrough}." if view.breakthrough else ""
    turns = f" Turn {view.turn} of {view.turns}." if view.turns else ""
    return (
        f'<div class="nl-cap">Squads sent back, and what is left</div><div class="nl-pennies">{coins}<span>{sent}, {used}</span></div>'
        f'<div class="nl-soft">Bunkers {view.live} of {len(view.bunkers)}. Open segments {view.open} of {len(view.segments)}.'
        f"{turns}{through}</div>"
    )
