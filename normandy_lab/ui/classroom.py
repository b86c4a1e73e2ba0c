"""The page of a classroom: one lab and nothing else, opened by ``normandy-lab classroom``.

A page that is loaded again is a new kernel. What the class has played must not be gone then, so each visit writes down
where its lab keeps the game, and the next one goes on with the game that was kept last.
"""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

from IPython.display import HTML, display

from normandy_lab.errors import NormandyError
from normandy_lab.game import Game, load_game
from normandy_lab.ui.panels.html import esc
from normandy_lab.ui.shell import LABS, Shell, open_game

VISITS = "visits.txt"  # in the page's own folder: where its labs keep their games, one path a line
ON = "The page was opened again. The game goes on where it was."


def show(what: str, seed: int | None, started_in: str) -> None:
    """Show the lab of a scenario or a saved game; what cannot be opened is a sentence on the page.

    ``started_in`` is the folder that the command was given in: a game saved from the page goes there, not beside the
    page, whose folder ends with the server.
    """
    page = Path.cwd()
    os.chdir(started_in)
    try:
        display(visit(what, seed, page))
    except NormandyError as error:
        display(HTML(f"<p style='font: 26px sans-serif; padding: 40px'>{esc(str(error))}</p>"))


def visit(what: Any, seed: int | None, page: Path) -> Shell:
    """The lab of one visit: a new one, or one that goes on with what was played on this page."""
    kept = _kept(page / VISITS)
    lab = lab_of(what, seed) if kept is None else _go_on(kept)
    with (page / VISITS).open("a", encoding="utf-8") as file:
        file.write(f"{lab.session.save.path}\n")
    return lab


def lab_of(what: Any, seed: int | None = None) -> Shell:
    """The lab for a game, a scenario or a saved game."""
    system = open_game(what, seed).spec.system
    lab: Shell = getattr(import_module(f"normandy_lab.ui.{system}.lab"), LABS[system])(what, seed=seed)
    return lab


def _kept(visits: Path) -> Path | None:
    """The file that was written to last, of those where labs of this page keep their games."""
    lines = visits.read_text("utf-8").splitlines() if visits.exists() else []
    there = [path for path in map(Path, lines) if path.exists()]
    return max(there, key=lambda path: path.stat().st_mtime, default=None)


def _go_on(path: Path) -> Shell:
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        game: Game = load_game(path, repair=True)
    lab = lab_of(game)
    lab.session.say("info", str(noted[0].message) if noted else ON)
    lab.session.show()
    return lab
