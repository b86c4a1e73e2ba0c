"""Games kept while they are played, in the user's own data folder, so that a closed lab can come back."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import platformdirs

from normandy_lab import digests
from normandy_lab.errors import FileError
from normandy_lab.version import __version__

KEPT = 12  # files of one scenario that stay however old they are
DAYS = 30  # a file written to in so many days stays, however many there are
LISTED = 30  # games that are offered at most


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
    def length(self) -> str:
        return f"{self.actions} action{'s' if self.actions != 1 else ''}"

    @property
    def day(self) -> str:
        return f"{self.when:%d} {self.when:%B}".lstrip("0") + f", {self.when:%H:%M}"

    @property
    def words(self) -> str:
        return f"A game of {self.day}, with {self.length} was kept."


class Autosave:
    """One file for one session. Old files go, but never one of the last ``DAYS`` days or of the newest ``KEPT``."""

    def __init__(self, scenario: str, where: Path | None = None, digest: str = "") -> None:
        self.digest = digest  # of the scenario: a game of a changed one is not offered in its place
        self.where = folder() if where is None else where
        self.stem = "".join(c if c.isalnum() or c in "_-" else "_" for c in scenario) or "game"
        self.path = self.where / f"{self.stem}.{datetime.now():%Y%m%d-%H%M%S-%f}.{os.getpid()}.jsonl"
        self.fault = ""  # why the game could not be kept the last time

    def keep(self, game: Any) -> None:
        """Write the game. A full disk or a read-only folder does not stop play; ``fault`` says so."""
        try:
            self.where.mkdir(parents=True, exist_ok=True)
            game.save(self.path, overwrite=True)
        except (OSError, FileError) as error:
            self.fault = f"This game is not kept automatically: {error}. Save it in another place."
            return
        self.fault = ""
        self._tidy()

    def _tidy(self) -> None:
        """Drop what is old and not among the newest; a file that another lab drops first is gone all the same."""
        begin = (datetime.now() - timedelta(days=DAYS)).timestamp()
        for old in self._files()[KEPT:]:
            if _written(old) < begin:
                old.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """The kept games of this scenario, the one written to last first."""
        return sorted(self.where.glob(f"{self.stem}.*.jsonl"), key=_written, reverse=True)

    def offers(self) -> list[Offer]:
        """The kept games of this scenario in which something was played, the newest first."""
        found = [_read(path, self.digest) for path in self._files()[:LISTED] if path != self.path]
        return [offer for offer in found if offer is not None]


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # dropped in the meantime
        return 0.0


def _read(path: Path, digest: str) -> Offer | None:
    """What a kept file offers. A scenario that another version read may have another digest: its games are offered."""
    try:
        data = path.read_bytes()
        header = json.loads(data.split(b"\n", 1)[0])
        now = header.get("version") == __version__ and header.get("digests") == digests.VERSION
        if digest and now and header.get("digest") != digest:
            return None
        actions = data.count(b'\n{"n":')
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except (OSError, ValueError, AttributeError):
        return None
    return Offer(path, when, actions) if actions else None
