"""The State of a summer: small tuples, written by the engine only."""

from __future__ import annotations

from typing import Any, NamedTuple

from normandy_lab.core.decisions import Decision
from normandy_lab.digests import VERSION, digest_of, lean, named
from normandy_lab.theatre import numbers
from normandy_lab.theatre.setting import Setting

IDLE, BUILDING, WORKING, REMOVED = 0, 1, 2, 3
STAGES = ("idle", "building", "working", "removed")


class Work(NamedTuple):
    """How far a site has come: on which turn it is looked at or finished, whether that is known, and its damage."""

    stage: int = IDLE
    due: int = 0
    known: bool = False
    hits: int = 0


class Order(NamedTuple):
    """Units sent to a target today; a zone of interdiction is a number from 1."""

    verb: str  # bomb, interdict, strategic, fire
    kind: int
    number: int
    target: int = 0


class Past(NamedTuple):
    """What a day brought."""

    turn: int
    weather: int
    storm: int = 0  # day of the storm
    beaches: int = 0  # points of capacity, as the next three
    mulberries: int = 0
    minor: int = 0
    major: int = 0
    cuts: int = 0
    damage: int = 0
    disrupted: int = 0  # hexes
    steps: int = 0  # lost in landing boxes
    covered: int = 0  # hexes interdicted

    @property
    def landed(self) -> int:
        return self.beaches + self.mulberries + self.minor + self.major


class State:
    """One position. ``copy`` is cheap; ``digest`` names the position whatever memory looks like.

    A new slot begins empty (0, False, "", None, (), {} or a list of zeros): the digests of older saves stay as they are.
    """

    __slots__ = (
        "asked",  # the Decision of this position, kept by the engine; no part of the digest
        "damage",  # of the railways, added up (T-11)
        "frames",  # the order of the day, innermost last
        "hit",  # mask of targets disrupted today
        "levels",  # of each major port
        "orders",  # of the phase at hand
        "over",
        "past",  # the days so far, the present one last
        "phase",
        "setting",
        "sites",
        "turn",
        "weather",  # state of the chain of weather
    )

    setting: Setting
    frames: tuple[tuple[Any, ...], ...]
    asked: Decision | None
    orders: tuple[Order, ...]
    past: tuple[Past, ...]
    sites: tuple[Work, ...]
    levels: tuple[int, ...]

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.turn = 0
        self.weather = 0
        self.sites = tuple(Work() for _ in setting.sites)
        self.levels = tuple(port.level for port in setting.ports)
        self.orders = ()
        self.hit = 0
        self.damage = 0
        self.past = ()
        self.phase = 0
        self.over = ""
        self.frames = ()
        self.asked = None

    def copy(self) -> State:
        new = State.__new__(State)
        for name in VIEWED:
            setattr(new, name, getattr(self, name))
        new.setting = self.setting
        new.asked = None
        return new

    def view(self) -> dict[str, Any]:
        """The canonical, named and versioned view over which ``digest`` is taken; neutral slots are left out."""
        fields = {name: getattr(self, name) for name in VIEWED}
        for name in ("frames", "past", "sites", "orders"):
            fields[name] = named(fields[name])
        return {"version": VERSION, "setting": self.setting.digest, **lean(fields)}

    def digest(self) -> str:
        return digest_of(self.view())

    @property
    def day(self) -> int:
        """The date of the turn, as an ordinal."""
        return self.setting.first + self.turn - 1

    @property
    def sky(self) -> int:
        """The weather of the day."""
        return numbers.weather_of(self.weather)

    def note(self, **values: int) -> None:
        """Write what happened into the row of the present day."""
        self.past = (*self.past[:-1], self.past[-1]._replace(**values))

    def put(self, site: int, work: Work) -> None:
        """A site as it now stands."""
        self.sites = (*self.sites[:site], work, *self.sites[site + 1 :])


VIEWED = tuple(name for name in State.__slots__ if name not in ("setting", "asked"))
