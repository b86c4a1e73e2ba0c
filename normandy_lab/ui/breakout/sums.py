"""The sums of an attack of the log, as they were when its dice were thrown."""

from __future__ import annotations

from typing import Any

from normandy_lab.breakout.questions import ASSAULT_DICE, BOMBARDMENT_DICE
from normandy_lab.ui.breakout.view import View
from normandy_lab.ui.breakout.words import place_name
from normandy_lab.ui.panels.html import esc, rule_tag, tally_table
from normandy_lab.ui.panels.log import dice_with_totals

DICE = (ASSAULT_DICE, BOMBARDMENT_DICE)  # steps whose dice are added to values (9.1, 10.4)


def sums_html(game: Any, view: View, number: int) -> str:
    """Both values term by term and the dice; "" for dice that are added to no values."""
    node = game.log.nodes[number]
    if node.step not in DICE or node.parent is None:
        return ""
    attack = game.system.attack(game.log.state_at(node.parent))
    if attack is None:
        return ""
    faces = str(node.action).partition(" ")[2]
    what = "Assault on" if attack.kind == "assault" else "Bombardment of"
    return (
        f"<h3>{esc(f'{what} {place_name(view, attack.place)}')}, {esc(game.moment_words(node.parent.moment))}</h3>"
        f'<p class="nl-sumsdice">{dice_with_totals(faces, (int(attack.av), int(attack.dv)))} {rule_tag(node.rule)}</p>'
        f'<div class="nl-terms">{tally_table(attack.av, "AV")}{tally_table(attack.dv, "DV")}</div>'
    )
