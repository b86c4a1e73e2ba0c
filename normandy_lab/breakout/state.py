"""The State of a game: flat lists and bitmasks, copied whole, written by the engine only."""

from __future__ import annotations

from typing import Any, NamedTuple

from normandy_lab.breakout.board.board import ALLIED, GERMAN
from normandy_lab.breakout.setting import Setting
from normandy_lab.core.decisions import Decision
from normandy_lab.core.terms import Number
from normandy_lab.digests import VERSION, digest_of, lean, named

HELD_GERMAN, HELD_ALLIED, DESTROYED = 0, 1, 2  # a bridge that stands (20.1); 2 also: a river without one, unmarked
LINE_ALLIED, LINE_GERMAN = 3, 4  # no bridge stands, and the river line has a Held mark of that side (8.511)
HELD = ("german", "allied", "destroyed", "destroyed", "destroyed")


class Page(NamedTuple):
    """One day in the diary of a game: pairs of impulses played, and the Allied victory points when it ended."""

    day: int
    impulses: int
    points: Number


class State:
    """One position. ``copy`` is cheap; ``digest`` names the position whatever memory looks like.

    A new slot begins empty (0, False, "", None, (), {} or a list of zeros): the digests of older saves stay as they are.
    """

    __slots__ = (
        "advantage",  # side that holds it (11)
        "advantage_used",  # by its holder, in this phase or impulse: it passes at the end (11.2)
        "asked",  # the Decision of this position, kept by the engine; no part of the digest
        "at",  # unit -> place
        "barred",  # mask of beaches that were lost again: no depot until the day after they are regained (12.71)
        "bombed",  # place -> mask of nationalities that bombarded it today (17.1)
        "construct",  # border -> (german, allied) construct level (20.21)
        "control",  # place -> GERMAN, US, BRITISH (7.3)
        "crossed",  # border -> mask of units that crossed its bridge in this phase or impulse (8.371)
        "day",
        "diary",  # what tables of whole games show of the days that are over; no part of the digest
        "first_impulse",  # space on which the day began (12.53)
        "fort",  # place -> DV of a standing fortification (15)
        "frames",  # the rulebook's call stack, innermost last
        "held",  # border -> HELD_GERMAN, HELD_ALLIED, DESTROYED, LINE_ALLIED, LINE_GERMAN
        "here",  # place -> (mask of German units, mask of Allied units), as two lists
        "impulse",
        "level",  # unit -> FRESH..DISRUPT_2
        "over",  # how the game ended, "" while it goes on
        "phase",
        "reserves",
        "setting",
        "sunset_drm",
        "used",  # mask of used markers (4.4)
        "weather",
        "weather_changes",
    )

    setting: Setting
    at: list[int]
    level: list[int]
    here: tuple[list[int], list[int]]
    control: list[int]
    fort: list[int]
    held: list[int]
    construct: list[tuple[int, int]]
    crossed: dict[int, int]
    bombed: dict[int, int]
    frames: tuple[tuple[Any, ...], ...]
    asked: Decision | None
    diary: tuple[Page, ...]

    def __init__(self, setting: Setting) -> None:
        setup = setting.setup
        self.setting = setting
        self.at = list(setup.at)
        self.level = list(setup.level)
        here: tuple[list[int], list[int]] = ([0] * len(setting.board.places), [0] * len(setting.board.places))
        for unit in setting.forces.units:
            here[unit.side][setup.at[unit.index]] |= 1 << unit.index
        self.here = here
        self.control = list(setup.control)
        self.fort = list(setup.fort)
        self.held = list(setup.held)
        self.construct = list(setup.construct)
        self.crossed = {}
        self.bombed = {}
        for place, nationality in setup.bombed:
            self.bombed[place] = self.bombed.get(place, 0) | 1 << nationality
        self.frames = ()
        self.asked = None
        self.day = setup.day
        self.phase = setup.phase
        self.impulse = setup.impulse
        self.first_impulse = setup.first_impulse
        self.barred = setup.barred
        self.diary = ()
        self.weather = setting.dawn[setup.day]
        for _, weather in setup.weather_changes:
            self.weather = weather
        self.weather_changes = setup.weather_changes
        self.advantage = setup.advantage
        self.advantage_used = False
        self.sunset_drm = setup.sunset_drm
        self.used = setup.used
        self.reserves = setup.reserves
        self.over = ""

    def copy(self) -> State:
        new = State.__new__(State)
        new.setting = self.setting
        new.at = self.at[:]
        new.level = self.level[:]
        new.here = (self.here[GERMAN][:], self.here[ALLIED][:])
        new.control = self.control[:]
        new.fort = self.fort[:]
        new.held = self.held[:]
        new.construct = self.construct[:]
        new.crossed = self.crossed.copy()
        new.bombed = self.bombed.copy()
        new.frames = self.frames
        new.asked = None
        new.day = self.day
        new.phase = self.phase
        new.impulse = self.impulse
        new.first_impulse = self.first_impulse
        new.barred = self.barred
        new.diary = self.diary
        new.weather = self.weather
        new.weather_changes = self.weather_changes
        new.advantage = self.advantage
        new.advantage_used = self.advantage_used
        new.sunset_drm = self.sunset_drm
        new.used = self.used
        new.reserves = self.reserves
        new.over = self.over
        return new

    def view(self) -> dict[str, Any]:
        """The canonical, named and versioned view over which ``digest`` is taken; neutral slots are left out."""
        fields = {name: getattr(self, name) for name in VIEWED}
        fields["crossed"] = sorted(self.crossed.items())
        fields["bombed"] = sorted(self.bombed.items())
        fields["frames"] = [named(frame) for frame in self.frames]
        return {"version": VERSION, "setting": self.setting.digest, **lean(fields)}

    def digest(self) -> str:
        return digest_of(self.view())


VIEWED = tuple(
    name for name in State.__slots__ if name not in ("setting", "here", "asked", "diary")
)  # "here" follows from "at"
