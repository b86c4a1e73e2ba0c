"""Sides swapped: who commands whom, the same board with the people exchanged, and both rounds side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from normandy_lab.beach.state import UNPLACED
from normandy_lab.ui.panels.html import esc

SIDES = ("american", "german")
NAMES = {"american": "Americans", "german": "Germans"}


@dataclass
class People:
    """The names of those who command each side, and the round that they play."""

    american: str = "Group 1"
    german: str = "Group 2"
    round: int = 1

    def swap(self) -> None:
        """The attackers defend now."""
        self.american, self.german = self.german, self.american
        self.round += 1

    @property
    def told(self) -> bool:
        """Whether there is something to say: names were given, or the sides were swapped."""
        return (self.american, self.german, self.round) != ("Group 1", "Group 2", 1)


class Round(NamedTuple):
    """A game that was played before the sides were swapped."""

    number: int
    american: str
    german: str
    how: str
    turns: int
    hit: int
    sent_back: int


def round_of(game: Any, number: int, american: str, german: str) -> Round:
    """The game so far as a round."""
    state, result = game.state, game.result
    cost = game.system.losses(state)
    who = (
        {"american": "Americans won", "german": "Germans won"}.get(result.winner, "nobody won")
        if result
        else "not finished"
    )
    return Round(
        number,
        american,
        german,
        who,
        state.turn,
        cost["fire"] + cost["artillery"],
        cost["eliminated"],
    )


def same_board(game: Any) -> Any:
    """The scenario with the board that the dice of the set-up have made; what the Germans choose they choose again."""
    state, found = game.state, game.spec.in_force
    patch: dict[str, Any] = {}
    if found["obstacles.segments"] == "dice" and not game.spec.document.get("position") and state.turn:
        patch["obstacles"] = {"segments": list(state.began)}
    if found["bunkers.sections"] == "dice" and UNPLACED not in state.section:
        patch["bunkers"] = {"sections": [section + 1 for section in state.section]}
    return game.spec.with_(patch) if patch else game.spec


def rounds_html(rounds: Sequence[Round]) -> str:
    """The rounds as a table for the debrief; nothing where sides were not swapped."""
    if len(rounds) < 2:
        return ""
    rows = "".join(
        f'<tr><td class="n">{r.number}</td><td>{esc(r.american)}</td><td>{esc(r.german)}</td><td>{esc(r.how)}</td><td class="n">{r.turns}</td>'
        f'<td class="n">{r.hit}</td><td class="n">{r.sent_back}</td></tr>'
        for r in rounds
    )
    return (
        "<h2>Both rounds</h2><table><thead><tr><th class=n>round</th><th>attacked</th><th>defended</th><th>result</th><th class=n>turns</th>"
        f"<th class=n>figures hit</th><th class=n>squads sent back</th></tr></thead><tbody>{rows}</tbody></table>"
        '<p class="soft">The same board, other dice. Two games cannot tell skill from luck: compare decisions, not only results.</p>'
    )
