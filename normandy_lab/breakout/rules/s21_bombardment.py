"""What the ships of 21.3 and the aircraft of 21.4 have in common: markers, words, refusals."""

from __future__ import annotations

from collections.abc import Iterator

from normandy_lab.breakout.board.board import ALLIED, SIDES
from normandy_lab.breakout.forces.units import Marker
from normandy_lab.breakout.query import name
from normandy_lab.breakout.rules import s17_naval_air
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Event
from normandy_lab.core.terms import Refusal


def unused(state: State, kind: str) -> int:
    """The mask of markers of this kind on their Fresh side (4.4)."""
    return sum(1 << m.index for m in state.setting.forces.markers if m.kind == kind and not state.used >> m.index & 1)


def markers(state: State, mask: int) -> Iterator[Marker]:
    return (marker for marker in state.setting.forces.markers if mask >> marker.index & 1)


REASONS = {
    "10.11": ("{marker} has been used today.", "Choose another marker."),
    "21.3 kind": ("{marker} is no naval marker, and ships shell the beaches now.", "Choose WTF or ETF."),
    "21.3 beach": ("{area} is no beach.", "Choose one of the five beaches."),
    "21.3 once": ("{area} has been shelled already.", "Choose another beach."),
    "21.4 kind": ("{marker} is no air marker, and aircraft attack now.", "Choose IXAF or 2TAF."),
    "21.4 marker": ("{marker} has named its target already.", "Name the other marker's target."),
    "21.4 different": ("{area} is the target of the other attack.", "Name a different area."),
    "21.4 both": ("The other marker has no target but {area}, and both attacks are made.", "Name a different area."),
    "21.4 beach": ("{area} is neither a beach nor next to one.", "Name a beach or an area next to one."),
}


def refusal(state: State, code: str, marker: Marker, area: int) -> Refusal:
    where = name(state, area)
    if code in REASONS:
        text, fix = REASONS[code]
        return Refusal(code.split(" ", maxsplit=1)[0], text.format(marker=marker.title, area=where), fix)
    reason = s17_naval_air.REASONS[code]
    return Refusal(
        code.split(" ", maxsplit=1)[0], f"{marker.title} may not attack {where}: {reason}.", "Choose another target."
    )


def announce(state: State, marker: Marker, area: int, events: list[Event], cited: str) -> None:
    verb = "shell" if marker.kind == "naval" else "attacks"
    text = "Ships of the {} {} {}." if marker.kind == "naval" else "{} {} {}."
    events.append(
        Event(cited, SIDES[ALLIED], text, (marker.title, verb, name(state, area)), state.setting.board.places[area].id)
    )
