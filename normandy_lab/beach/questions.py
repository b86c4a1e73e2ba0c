"""What can be asked on the beach: every ``decision.step``, one exact question each."""

from __future__ import annotations

from normandy_lab.core.decisions import Question

PLACE, ACT, FIRE, LOSE, AIM = "place", "act", "fire", "lose", "aim"
OBSTACLES, SECTION, CLEAR, ASSAULT = "obstacles", "section", "clear", "assault"
VOLLEY, HIT, SHELL, MORALE = "volley", "hit", "shell", "morale"

STEPS = {
    PLACE: Question("place", ("place",), "where a bunker stands (SA 4)"),
    ACT: Question("act", ("move", "clear", "assault", "end"), "which figure acts, and what it does (FP 2)"),
    FIRE: Question("fire", ("fire", "hold"), "at which squad a bunker fires (FP 3)"),
    LOSE: Question("lose", ("lose",), "which figure was hit (B-10)"),
    AIM: Question("aim", ("aim",), "where a shell is thrown (FP 4)"),
    OBSTACLES: Question("roll", ("roll",), "the dice of the obstacles (SA 3)"),
    SECTION: Question("roll", ("roll",), "the section of a bunker, where chance draws it (SA 4)"),
    CLEAR: Question("roll", ("roll",), "the die of a figure that clears (FP 2.2)"),
    ASSAULT: Question("roll", ("roll",), "the die of a figure that assaults (FP 2.3)"),
    VOLLEY: Question("roll", ("roll",), "the dice of a bunker that fires (FP 3)"),
    HIT: Question("roll", ("roll",), "which figure was hit, where chance draws it (B-10)"),
    SHELL: Question("roll", ("impact",), "where a shell comes to rest (FP 4)"),
    MORALE: Question("roll", ("roll",), "the morale dice of a squad (FP 5)"),
}
