"""Small pieces of HTML that every panel uses: rule tags, side tags, dice and counters as pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from normandy_lab.core.terms import Tally, signed
from normandy_lab.rule_index import titles
from normandy_lab.ui.palette import COLOURS, COUNTERS, Layout, Lines, layout, size_mark, unit_symbol

_ID = re.compile(r"(?:FP|SA) [\d.]+|[^\s,]+")  # ids of the beach have a blank in them
SIDE_NAMES = {"german": "German", "allied": "Allied", "american": "American", "chance": "Dice"}
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


def esc(text: object) -> str:
    """The text, safe inside HTML and inside attributes."""
    return escape(str(text), quote=True)


def percent(share: float) -> str:
    """A chance with one decimal; what is neither 0 nor 1 is not called so.

    >>> percent(0.9412), percent(1.0), percent(0.0), percent(0.99999)
    ('94.1%', '100%', '0%', 'over 99.9%')
    """
    share = float(share)
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return "over 99.9%" if share >= 0.9995 else "under 0.1%" if share < 0.0005 else f"{share:.1%}"


def rule_tag(rules: str) -> str:
    """A rule id in its tinted tag, with the rule's title on hover; several ids may be separated by blanks.

    >>> print(rule_tag(""))
    <BLANKLINE>
    """
    return " ".join(_one_tag(rule) for rule in _ID.findall(rules))


def _one_tag(rule: str) -> str:
    title = titles().get(rule, "")
    return f'<code class="nl-rule" title="{esc(f"{rule}: {title}" if title else rule)}">{esc(rule)}</code>'


def side_tag(actor: str) -> str:
    """The side in its own colour, in words."""
    return f'<span class="nl-side nl-side-{esc(actor)}">{esc(SIDE_NAMES.get(actor, actor))}</span>'


def box(kind: str, text: str, rule: str = "", details: str = "") -> str:
    """A message: kind is "refusal", "error" or "info". The status line under the picture has it read aloud."""
    more = f"<details><summary>Details to copy</summary><pre>{esc(details)}</pre></details>" if details else ""
    return f'<div class="nl-box nl-{kind}">{esc(text)} {rule_tag(rule)}{more}</div>'


# ------------------------------------------------------------------------------------------ dice


def die(face: int | str, px: int = 18) -> str:
    """One die as a picture; "?" is a die not yet typed.

    >>> die(3).count("<circle")
    3
    """
    ink = COLOURS["ink"]
    if face == "?" or int(face) > 6:  # a draw among more than six
        inner = f'<text x="9" y="13" text-anchor="middle" font-size="11" fill="{ink}">{esc(face)}</text>'
        dash = "3 2" if face == "?" else "none"
    else:
        spots = (divmod(int(spot), 3) for spot in _PIPS[int(face)])
        inner = "".join(f'<circle cx="{4.6 + 4.4 * c}" cy="{4.6 + 4.4 * r}" r="1.5" fill="{ink}"/>' for r, c in spots)
        dash = "none"
    return (
        f'<svg width="{px}" height="{px}" viewBox="0 0 18 18" role="img" aria-label="die {esc(face)}" '
        f'style="vertical-align:middle"><rect x="1" y="1" width="16" height="16" rx="3.5" fill="#fff" stroke="{ink}" '
        f'stroke-width="1.4" stroke-dasharray="{dash}"/>{inner}</svg>'
    )


def dice(text: str, px: int = 18) -> str:
    """The dice of a roll such as "5+2:3+3" as pictures, attacker first.

    >>> dice("5+2:3+3").count("<svg"), dice("")
    (4, '')
    """
    groups = [group.split("+") for group in text.split(":") if group]
    if not groups:
        return ""
    return ' <span class="nl-small">v</span> '.join(" ".join(die(face, px) for face in group) for group in groups)


# -------------------------------------------------------------------------------------- counters


READABLE = 32  # px of a counter from which its factors have 11 px; the words beside a smaller one say them


def counter(unit: Any, px: int = 36) -> str:
    """A counter (a ``CounterView``) as a small picture, in the colours and shape that it has on the map."""
    look = COUNTERS[unit.style]
    plan = layout(36)
    spent = unit.level != "fresh"
    fill, ink = (look["pale"], look["pale_ink"]) if spent else (look["fill"], look["ink"])
    radius = plan.radius if look["corner"] == "round" else 0
    parts = [
        f'<rect x="1" y="1" width="34" height="34" rx="{radius}" fill="{fill}" stroke="{look["edge"]}" stroke-width="1.4"/>',
        _symbol(unit.type, plan, ink),
        _size(unit.size, plan, ink),
    ]
    if px >= READABLE:
        parts.append(
            f'<text x="18" y="33.5" text-anchor="middle" font-size="12.4" font-weight="bold" fill="{ink}">{esc(unit.factors)}</text>'
        )
    if unit.level.startswith("disrupt"):
        parts.append(
            f'<rect x="24" y="24" width="12" height="12" fill="{COLOURS["ink"]}"/><text x="30" y="33.5" font-size="10" '
            f'text-anchor="middle" font-weight="bold" fill="#fff">{unit.level[-1]}</text>'
        )
    return (
        f'<svg class="nl-pic" width="{px}" height="{px}" viewBox="0 0 36 36" aria-hidden="true" '
        f'font-family="Arial, sans-serif">{"".join(parts)}</svg>'
    )


def _path(lines: Lines, x: float, y: float, sx: float, sy: float) -> str:
    return " ".join("M" + "L".join(f"{x + sx * px:.1f},{y - sy * py:.1f} " for px, py in line) for line in lines)


def _symbol(type_: str, plan: Layout, ink: str) -> str:
    x, y, width, height = plan.symbol
    cx, cy, sx, sy = 18 + 36 * x, 18 - 36 * y, 18 * width, 18 * height
    shape = unit_symbol(type_)
    return (
        f'<rect x="{cx - sx:.1f}" y="{cy - sy:.1f}" width="{2 * sx:.1f}" height="{2 * sy:.1f}" fill="none" stroke="{ink}" '
        f'stroke-width="1.3"/><path d="{_path(shape.lines, cx, cy, sx, sy)}" fill="none" stroke="{ink}" stroke-width="1.3"/>'
        f'<path d="{_path(shape.fills, cx, cy, sx, sy)}" fill="{ink}"/>'
    )


def _size(size: str, plan: Layout, ink: str) -> str:
    if plan.size is None:
        return ""
    x, y, height = plan.size
    unit = 36 * height / 2
    return f'<path d="{_path(size_mark(size), 18 + 36 * x, 18 - 36 * y, unit, unit)}" fill="none" stroke="{ink}" stroke-width="1.2"/>'


# ---------------------------------------------------------------------------------------- tables


def tally_table(tally: Tally, caption: str) -> str:
    """A sum with its cited terms: value right-aligned with a sign, words, rule tag."""
    rows = "".join(
        f'<tr><td class="nl-num">{signed(t.value) if i else t.value}</td><td>{esc(t.text)}</td><td>{rule_tag(t.rule)}</td></tr>'
        for i, t in enumerate(tally.terms)
    )
    return f"<table><caption><b>{caption} {tally.total}</b> {esc(tally.title)}</caption>{rows}</table>"


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A plain table; numbers are right-aligned."""
    head = "".join(f"<th scope='col'>{esc(name.replace('_', ' '))}</th>" for name in columns)
    body = "".join("<tr>" + "".join(_cell(value) for value in row) + "</tr>" for row in rows)
    return f"<table class='nl-table'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return f"<td>{'yes' if value else ''}</td>"
    if isinstance(value, int | float):
        return f"<td class='nl-num'>{'' if value != value else f'{value:g}'.replace('-', '−')}</td>"
    return f"<td>{'' if value is None else esc(value)}</td>"
