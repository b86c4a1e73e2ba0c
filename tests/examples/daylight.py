"""A referee's table for the daylight examples: impulses, dice of one die, movement factors, lines of play to compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from normandy_lab import breakout
from normandy_lab.breakout.frames import Landing, Muster
from normandy_lab.breakout.rules import s08_record
from normandy_lab.core.terms import Tally
from tests.rules.helpers import Table

CLEAR, OVERCAST = "clear", "overcast"
NEEDED = 7  # a repair, a seizure, a demolition (20.2, 8.221, 20.4)


class Daylight(Table):
    """One game in the daylight of June 6."""

    def fork(self) -> Daylight:
        """Another line of play from this position; states are never changed."""
        other = object.__new__(Daylight)
        other.setting, other.state, other.events = self.setting, self.state, list(self.events)
        return other

    def fails(self, text: str) -> str:
        """The rule that refuses an action."""
        return self.why(text).rule

    def allows(self, text: str) -> bool:
        return breakout.why_not(self.state, breakout.parse(self.setting, text)) is None

    # -- moving

    def left(self, unit: str) -> int:
        """MF that the unit has left in this impulse, one more for Germans under clouds (18.3)."""
        found = self.setting.forces.units[self.setting.forces.index[unit]]
        return s08_record.allowance(self.state, found) - self.used(unit)

    def march(self, unit: str, *places: str) -> Daylight:
        """Move a unit where no die is thrown."""
        for place in places:
            self.do(f"march {unit} {place}")
            assert not self.rolling, f"no die is thrown on the way to {place}"
        return self

    def sail(self, beach: str, *units: str, die: int = 0) -> Daylight:
        """Land units from the active approach box (19.3); ``die`` is the interdiction of each (19.4)."""
        for unit in units:
            self.do(f"land {unit} {beach}")
        if isinstance(self.state.frames[-1], Landing):
            self.do("end")
        for _ in units if die else ():
            assert self.rolling
            self.throw(f"roll {die}")
        assert not self.rolling
        return self

    # -- assaults

    def assault(
        self, area: str, *join: str, support: Iterable[str] = (), point: str = "", forward: str = ""
    ) -> Daylight:
        """Open an assault with those who must and these, and name its Point and Forward Unit where given."""
        self.do(f"assault {area}", *(f"join {unit}" for unit in join), *(f"support {unit}" for unit in support))
        if isinstance(self.state.frames[-1], Muster):
            self.do("end")
        if point:
            self.do(f"point {point}")
        if forward:
            self.do(f"forward {forward}")
        return self

    def resolve(self, attack: int, defense: int | None = None, *, by: int | None = None) -> Daylight:
        """Roll an assault: sums of both sides, or dice with which the Attack Total is higher ``by`` so much."""
        if by is not None:
            ahead = by - int(self.av()) + int(self.dv())  # attacker's dice over the defender's
            defense = attack - ahead
        assert defense is not None
        self.roll(attack, defense)
        return self

    def pay(self, *units: str) -> Daylight:
        """Take casualty points with these units, one each time a unit is named."""
        for unit in units:
            self.do(f"lose {unit}")
        return self

    def hold(self) -> Daylight:
        """Nobody retreats who need not."""
        while self.kind == "retreat":
            self.do("hold")
        return self

    # -- chance

    @property
    def rolling(self) -> bool:
        return self.decision is not None and self.decision.roll is not None

    def close(self, sunset: str = "roll 6+5") -> Daylight:
        """End the impulse; the Allies throw their Sunset DR if no dice have served as such (6.3)."""
        self.do("end")
        if self.rolling:
            self.throw(sunset)
        return self

    # -- bridges

    def drm(self, attempt: str) -> Tally:
        """The sum that is added to the die of an attempt: ``repair 45-49``, ``seize UNIT 49-53``, ``demolish 45-49``."""
        return breakout.explain(self.state, attempt)

    def needs(self, attempt: str) -> int:
        """The lowest die that succeeds."""
        return NEEDED - int(self.drm(attempt))

    def construct(self, border: str) -> tuple[int, int]:
        """German and Allied Construct levels of a bridge (20.21)."""
        return self.state.construct[self.setting.board.border(border).index]

    def destroyed(self, border: str) -> bool:
        rows = breakout.table(self.state, "bridges")
        a, b = border.split("-")
        (row,) = [row for row in rows if {row["a"], row["b"]} == {a, b}]
        return bool(row["held"] == "destroyed")


def daylight(
    *parts: Mapping[str, Any], base: str = "blank", side: str = "german", sky: str = CLEAR, **patch: Any
) -> Daylight:
    """The daylight of June 6 with these units, at the start of an impulse of ``side``."""
    joined: dict[str, Any] = {}
    for part in parts:
        joined |= part
    return Daylight(
        base,
        {
            "units": joined,
            "clock": {"phase": "daylight", "side": side},
            "weather": {"dawn": {"1944-06-06": sky}},
            **patch,
        },
    )


def by_rule(tally: Tally) -> dict[str, int]:
    """A sum by the rules that it cites."""
    found: dict[str, int] = {}
    for term in tally.terms:
        found[term.rule] = found.get(term.rule, 0) + int(term.value)
    return found
