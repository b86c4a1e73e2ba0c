"""Games kept while they are played, in the user's own data folder, so that a closed lab can come back."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import platformdirs

from normandy_lab.errors import FileError

KEPT = 12  # files of one scenario


def folder() -> Path:
    """Where games are kept: the user's data folder of this platform."""
    return platformdirs.user_data_path("normandy_lab", appauthor=False) / "autosave"


@dataclass(frozen=True, slots=True)
class Offer:
    """A kept game that may be resumed."""

    path: Path
    when: datetime
    actions: int

    @property
    def words(self) -> str:
        day = f"{self.when:%d} {self.when:%B}".lstrip("0")
        return f"A game of {day}, {self.when:%H:%M}, with {self.actions} actions was kept."


class Autosave:
    """One file for one session; the newest ``KEPT`` files of a scenario stay."""

    def __init__(self, scenario: str, where: Path | None = None, digest: str = "") -> None:
        self.digest = digest  # of the scenario: a game of a changed one is not offered in its place
        self.where = folder() if where is None else where
        self.stem = "".join(c if c.isalnum() or c in "_-" else "_" for c in scenario) or "game"
        self.path = self.where / f"{self.stem}.{datetime.now():%Y%m%d-%H%M%S-%f}.{os.getpid()}.jsonl"

    def keep(self, game: Any) -> None:
        """Write the game. A full disk or a read-only folder must not stop play: it is passed over."""
        try:
            self.where.mkdir(parents=True, exist_ok=True)
            game.save(self.path, overwrite=True)
        except (OSError, FileError):
            return
        for old in self._files()[KEPT:]:
            old.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(self.where.glob(f"{self.stem}.*.jsonl"), reverse=True)

    def offer(self) -> Offer | None:
        """The newest kept game of this scenario in which something was played, if there is one."""
        for path in self._files():
            if path != self.path and (offer := _read(path, self.digest)) is not None:
                return offer
        return None


def _read(path: Path, digest: str) -> Offer | None:
    try:
        lines = path.read_text("utf8").splitlines()
        if digest and digest not in lines[0]:
            return None
        actions = sum('"a"' in line and isinstance(json.loads(line), dict) for line in lines[1:])
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except (OSError, ValueError, IndexError):
        return None
    return Offer(path, when, actions) if actions else None
