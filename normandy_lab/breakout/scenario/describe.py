"""A scenario as tables: prints as text, shows as HTML, and gives DataFrames on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from normandy_lab.breakout.board.board import NATIONALITIES
from normandy_lab.breakout.board.graph import map_provenance
from normandy_lab.breakout.scenario.compile import starting_control
from normandy_lab.breakout.scenario.differences import by_division, marked
from normandy_lab.breakout.scenario.overlay import diff
from normandy_lab.breakout.scenario.picture import board_svg, boards_html
from normandy_lab.breakout.scenario.resolve import PlacedUnit, Resolved
from normandy_lab.breakout.scenario.switches import SWITCHES

if TYPE_CHECKING:
    import pandas as pd

    from normandy_lab.breakout.scenario.spec import Scenario

Rows = list[dict[str, Any]]
WIDE, NARROW = 560, 480  # pixels of a board beside another
SHORT = 40  # rows of changes that are shown opened


class Description:
    """What a scenario holds. ``tables`` are lists of rows by name; ``frame(name)`` is one as a DataFrame.

    Examples
    --------
    >>> from normandy_lab.breakout.scenario import load_scenario
    >>> text = str(load_scenario("d_day").describe())
    >>> print(text.splitlines()[0])
    D-Day to June 12 (d_day)
    """

    def __init__(self, spec: Scenario) -> None:
        self.spec = spec
        resolved = spec.resolved
        self.tables: Mapping[str, Rows] = {
            "summary": list(_summary(spec)),
            "notices": [{"place": n.place, "note": n.text, "rule": n.rule} for n in spec.notices],
            "changes": list(_changes(spec)),
            "stacks": list(_stacks(resolved)),
            "arrivals": list(_arrivals(resolved)),
            "rules": list(_rules(resolved)),
            "units": list(_units(resolved)),
            "areas": list(_areas(resolved)),
            "borders": list(_borders(resolved)),
            "provenance": list(_provenance(spec)),
        }

    def frame(self, name: str) -> pd.DataFrame:
        """One of the tables as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.tables[name])

    def __str__(self) -> str:
        blocks = [f"{self.spec.title} ({self.spec.name})"]
        blocks += [f"  {row['what']:<16} {row['value']}" for row in self.tables["summary"]]
        for name in ("notices", "changes", "stacks", "arrivals", "rules"):
            if self.tables[name]:
                blocks += ["", self._title(name), *_text_table(self.tables[name])]
        return "\n".join(blocks)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        parts = [f"<h4>{escape(self.spec.title)} <code>{escape(self.spec.name)}</code></h4>"]
        parts.append(self._board())
        for name, rows in self.tables.items():
            if not rows:
                continue
            table = _html_table(rows)
            if name in ("summary", "notices"):
                parts.append(table)
            else:
                opened = " open" if name == "changes" and len(rows) <= SHORT else ""
                parts.append(
                    f"<details{opened}><summary>{escape(self._title(name))} ({len(rows)})</summary>{table}</details>"
                )
        return "\n".join(parts)

    def _title(self, name: str) -> str:
        base = self.spec.base
        return f"changes against {base.name}" if name == "changes" and base is not None else name

    def _board(self) -> str:
        """The board, beside that of the scenario that this one changes."""
        base = self.spec.base
        if base is None or not self.tables["changes"]:
            return board_svg(self.spec.resolved)
        return beside(base, self.spec)


def beside(before: Scenario, after: Scenario, captions: tuple[str, str] | None = None) -> str:
    """Both boards side by side as HTML, what differs outlined and named; "" for boards without drawing data."""
    old, new = marked(before, after)
    first, second = captions or (f"Before: {before.title}", f"After: {after.title}")
    width = NARROW if captions else WIDE  # captions of its own: in a lab, which is narrower than a notebook
    return boards_html({first: (before.resolved, old), second: (after.resolved, new)}, width)


# ------------------------------------------------------------------------------------------ tables


def _changes(spec: Scenario) -> Iterator[dict[str, Any]]:
    """What differs from the scenario that this one extends; nothing to say about the board with nobody on it."""
    if spec.base is not None and spec.base.resolved.units:
        for change in by_division(diff(spec.base, spec), spec.base, spec):
            yield change._asdict()


def _summary(spec: Scenario) -> Iterator[dict[str, Any]]:
    resolved = spec.resolved
    clock = resolved.clock
    about = spec.about
    rows = {
        "question": about.get("question", ""),
        "standing": about.get("standing", ""),
        "days": f"{clock.start} to {clock.end}, from the {clock.phase} phase",
        "weather": f"{resolved.dawn.get(clock.start, '?')} at dawn of the first day",
        "units": _count(resolved),
        "advantage": resolved.section("advantage")["side"],
        "edition": resolved.rules["edition"],
        "digest": spec.digest,
    }
    for what, value in rows.items():
        if value:
            yield {"what": what, "value": value}


def _count(resolved: Resolved) -> str:
    sides = [unit.row.side for unit in resolved.units]
    waiting = sum(1 for unit in resolved.units if resolved.place_of(unit) == "waiting")
    return f"{sides.count('German')} German, {sides.count('Allied')} Allied, {waiting} of them still to come"


def _stacks(resolved: Resolved) -> Iterator[dict[str, Any]]:
    """Places with units, in board order."""
    here: dict[str, list[PlacedUnit]] = {}
    for unit in resolved.units:
        here.setdefault(resolved.place_of(unit), []).append(unit)
    control = starting_control(resolved)
    for place in resolved.board.places:
        units = here.get(place.id, ())
        if not units or place.id == "waiting":
            continue
        for side in ("German", "Allied"):
            names = [_short(unit) for unit in units if unit.row.side == side]
            if names:
                yield {
                    "id": place.id,
                    "place": place.name,
                    "control": NATIONALITIES[control[place.index]],
                    "side": side,
                    "units": ", ".join(names),
                }


def _short(unit: PlacedUnit) -> str:
    return unit.row.id if unit.level == "fresh" else f"{unit.row.id} ({unit.level.replace('_', ' ')})"


def _arrivals(resolved: Resolved) -> Iterator[dict[str, Any]]:
    """Units still to come, by day and place."""
    groups: dict[tuple[str, str], list[str]] = {}
    for unit in resolved.units:
        if resolved.place_of(unit) == "waiting" and unit.row.entry_date:
            key = (unit.row.entry_date.isoformat(), resolved.names.name(unit.entry))
            groups.setdefault(key, []).append(unit.row.id)
    for (day, place), units in sorted(groups.items()):
        yield {"day": day, "place": place, "units": ", ".join(units)}


def _rules(resolved: Resolved) -> Iterator[dict[str, Any]]:
    for name, value in resolved.rules.items():
        switch = SWITCHES[name]
        if value != switch.default:
            yield {
                "switch": name,
                "value": value,
                "default": switch.default,
                "rule": switch.rule,
                "meaning": switch.text,
            }


def _units(resolved: Resolved) -> Iterator[dict[str, Any]]:
    for unit in resolved.units:
        row = unit.row
        yield {
            "id": row.id,
            "name": row.name,
            "side": row.side.lower(),
            "nationality": row.nationality.lower(),
            "division": row.division,
            "type": row.type,
            "factors": f"{row.attack}-{row.defense}-{row.movement}",
            "spent": row.spent_defense,
            "level": unit.level,
            "at": resolved.names.name(resolved.place_of(unit)),
            "enters": row.entry_date.isoformat() if row.entry_date else "",
            "provenance": row.provenance,
        }


def _areas(resolved: Resolved) -> Iterator[dict[str, Any]]:
    control = starting_control(resolved)
    for area in resolved.tables.areas:
        place = resolved.board.places[resolved.board.index[str(area.id)]]
        patch = resolved.doc.get("areas", {}).get(place.id, {})
        yield {
            "id": area.id,
            "name": area.name,
            "tem": area.tem,
            "bocage": area.bocage,
            "fort": patch.get("fort", place.fort),
            "vp": area.vp,
            "control": NATIONALITIES[control[place.index]],
            "provenance": area.provenance,
            "tem_provenance": area.tem_prov,
            "vp_provenance": area.vp_prov,
        }


def _borders(resolved: Resolved) -> Iterator[dict[str, Any]]:
    bridges, rivers = resolved.doc.get("bridges", {}), resolved.doc.get("rivers", {})
    for border in resolved.tables.borders:
        held = bridges.get(border.id, rivers.get(border.id, {})).get("held", "")
        yield {
            "border": border.id,
            "between": resolved.names.border_name(border.id),
            "kind": border.kind,
            "bridge": border.bridge,
            "held": held,
            "provenance": border.provenance,
        }


def _provenance(spec: Scenario) -> Iterator[dict[str, Any]]:
    """How many values of each kind come from the rulebook, public pages or reconstruction."""
    found = map_provenance(spec.resolved.tables)
    found |= {f"unit:{unit.row.id}": unit.row.provenance for unit in spec.resolved.units}
    counts: dict[str, dict[str, int]] = {}
    for key, value in found.items():
        parts = key.split(":")
        kind = parts[0] if len(parts) < 3 else f"{parts[0]} {parts[2]}"
        counts.setdefault(kind, {}).setdefault(value, 0)
        counts[kind][value] += 1
    for kind, by in sorted(counts.items()):
        yield {"value": kind, **{word: by.get(word, 0) for word in ("rulebook", "public", "reconstructed", "scenario")}}


# ------------------------------------------------------------------------------------------ text and HTML


def _text_table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    columns = list(rows[0])
    cells = [[str(row[column]) for column in columns] for row in rows]
    widths = [max(len(column), *(len(row[n]) for row in cells)) for n, column in enumerate(columns)]
    lines = [columns, *cells]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    ]


def _html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(str(v))}</td>" for v in row.values()) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
