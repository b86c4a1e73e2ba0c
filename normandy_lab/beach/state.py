"""The State of a beach game: flat lists, copied whole, written by the engine only."""

from __future__ import annotations

from typing import Any, NamedTuple

from normandy_lab.beach.setting import Setting
from normandy_lab.core.decisions import Decision
from normandy_lab.digests import VERSION, digest_of, lean, named

AFLOAT, ASHORE, HIT, GONE = 0, 1, 2, 3
STATUS = ("afloat", "ashore", "hit", "gone")
UNPLACED = -1


class Past(NamedTuple):
    """What happened in one turn: the rows of the debrief."""

    turn: int
    landed: int = 0  # squads
    cleared: int = 0  # obstacles
    destroyed: int = 0  # bunkers
    fire: int = 0  # figures hit by fire
    artillery: int = 0  # figures hit by artillery
    eliminated: int = 0  # squads
    sent_back: int = 0  # figures not hit that went back with an eliminated squad


class Shell(NamedTuple):
    """Where a shell of this turn fell, and what became of it."""

    bunker: int
    x: int
    y: int
    fate: str = ""  # "", then "wall", "off", "empty" or "hit"
    hits: int = 0


class State:
    """One position. ``copy`` is cheap; ``digest`` names the position whatever memory looks like.

    A new slot begins empty (0, False, "", None, (), {} or a list of zeros): the digests of older saves stay as they are.
    """

    __slots__ = (
        "acted",  # mask of figures that have acted this turn (FP 2)
        "asked",  # the Decision of this position, kept by the engine; no part of the digest
        "began",  # segment -> obstacles at the start
        "breakthrough",  # the turn of the first breakthrough, or 0
        "destroyed",  # bunker -> turn of its destruction, or 0
        "fire",  # squad -> figures hit by fire this turn
        "frames",  # the turn sequence, innermost last
        "landed",  # replacements used: of each American player (B-7)
        "obstacles",  # segment -> obstacles left
        "opened",  # segment -> first turn in which it may be passed; 0 from the start, -1 closed
        "over",  # how the game ended, "" while it goes on
        "past",  # the turns so far, the present one last
        "phase",
        "section",  # bunker -> section
        "setting",
        "shelled",  # squad -> figures hit by artillery this turn
        "shells",  # the shells last thrown: of this turn, or until its phase 4 of the last one
        "squads",  # squad -> AFLOAT, ASHORE, GONE
        "status",  # figure -> AFLOAT, ASHORE, HIT
        "turn",
        "winner",
        "x",
        "y",
    )

    setting: Setting
    frames: tuple[tuple[Any, ...], ...]
    asked: Decision | None
    shells: tuple[Shell, ...]
    past: tuple[Past, ...]

    def __init__(self, setting: Setting) -> None:
        figures, squads, segments = len(setting.figures), len(setting.squads), len(setting.segments)
        self.setting = setting
        self.turn = 0
        self.phase = 0
        self.x = [0] * figures
        self.y = [0] * figures
        self.status = [AFLOAT] * figures
        self.acted = 0
        self.squads = [AFLOAT] * squads
        self.fire = [0] * squads
        self.shelled = [0] * squads
        self.obstacles = [0] * segments
        self.began = [0] * segments
        self.opened = [-1] * segments
        self.section = [UNPLACED] * len(setting.bunkers)
        self.destroyed = [0] * len(setting.bunkers)
        self.landed = [0] * setting.american_players
        self.shells = ()
        self.past = ()
        self.breakthrough = 0
        self.over = ""
        self.winner = ""
        self.frames = ()
        self.asked = None

    def copy(self) -> State:
        new = State.__new__(State)
        new.setting = self.setting
        new.turn = self.turn
        new.phase = self.phase
        new.x = self.x[:]
        new.y = self.y[:]
        new.status = self.status[:]
        new.acted = self.acted
        new.squads = self.squads[:]
        new.fire = self.fire[:]
        new.shelled = self.shelled[:]
        new.obstacles = self.obstacles[:]
        new.began = self.began
        new.opened = self.opened[:]
        new.section = self.section[:]
        new.destroyed = self.destroyed[:]
        new.landed = self.landed[:]
        new.shells = self.shells
        new.past = self.past
        new.breakthrough = self.breakthrough
        new.over = self.over
        new.winner = self.winner
        new.frames = self.frames
        new.asked = None
        return new

    def view(self) -> dict[str, Any]:
        """The canonical, named and versioned view over which ``digest`` is taken; neutral slots are left out."""
        fields = {name: getattr(self, name) for name in VIEWED}
        for name in ("frames", "past", "shells"):
            fields[name] = named(fields[name])
        return {"version": VERSION, "setting": self.setting.digest, **lean(fields)}

    def digest(self) -> str:
        return digest_of(self.view())

    def note(self, **more: int) -> None:
        """Count what happened into the row of the present turn."""
        row = self.past[-1]
        self.past = (
            *self.past[:-1],
            row._replace(**{name: getattr(row, name) + count for name, count in more.items()}),
        )


VIEWED = tuple(name for name in State.__slots__ if name not in ("setting", "asked"))


def standing(state: State, squad: int) -> list[int]:
    """The figures of a squad that are ashore and not hit."""
    return [figure for figure in state.setting.members(squad) if state.status[figure] == ASHORE]


def live(state: State) -> list[int]:
    """The bunkers that have not been destroyed."""
    return [bunker for bunker, turn in enumerate(state.destroyed) if not turn]


def is_open(state: State, segment: int) -> bool:
    """Whether figures may pass the segment this turn (FP 2.2)."""
    return 0 <= state.opened[segment] <= state.turn
