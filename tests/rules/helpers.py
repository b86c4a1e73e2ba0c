"""A referee's table: a position from a patch, actions as text, dice by their sums, and plain questions.

Built on the pure functions of the system, so that a test reads like the rulebook and nothing rolls by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from normandy_lab import breakout
from normandy_lab.breakout.board.board import NATIONALITIES
from normandy_lab.breakout.forces.units import LEVELS
from normandy_lab.breakout.frames import Muster
from normandy_lab.breakout.rules import s08_record, s20_bridges
from normandy_lab.breakout.scenario.load import load_scenario
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.core.decisions import Decision, Event
from normandy_lab.core.terms import Refusal, Tally

FRESH, SPENT, D1, D2 = LEVELS
BASE = {"blank": load_scenario("blank"), "d_day": load_scenario("d_day")}


def dice(attacker: int, defender: int) -> str:
    """The text of a roll of two dice a side with these sums."""

    def faces(total: int) -> str:
        high = min(6, total - 1)
        return f"{high}+{total - high}"

    return f"roll {faces(attacker)}:{faces(defender)}"


def beaten_by(margin: int) -> str:
    """Dice with which the defender's sum is above the attacker's by ``margin`` (below, if negative)."""
    attacker = 7 - margin if margin < 0 else 2
    attacker = min(12, attacker)
    return dice(attacker, attacker + margin)


def two(total: int) -> str:
    """The text of one roll of two dice with this sum."""
    high = min(6, total - 1)
    return f"roll {high}+{total - high}"


class Table:
    """One game in play."""

    def __init__(self, base: str, patch: Mapping[str, Any]) -> None:
        spec = BASE[base].with_(dict(patch)) if patch else BASE[base]
        self.setting = breakout.setting_from(spec)
        self.state = breakout.initial(self.setting)
        self.events: list[Event] = []

    # -- what must be decided

    @property
    def decision(self) -> Decision | None:
        return breakout.decision(self.state)

    @property
    def kind(self) -> str | None:
        return self.decision.kind if self.decision else None

    @property
    def actor(self) -> str | None:
        return self.decision.actor if self.decision else None

    @property
    def options(self) -> set[str]:
        return {str(option) for option in self.decision.options} if self.decision else set()

    def offered(self, verb: str) -> set[str]:
        """What follows the verb in the options: ``offered("lose")``."""
        return {option.removeprefix(verb + " ") for option in self.options if option.split(" ")[0] == verb}

    # -- playing

    def do(self, *texts: str) -> Table:
        """Play actions in order."""
        for text in texts:
            self.state, events = breakout.apply(self.state, breakout.parse(self.setting, text))
            self.events += events
        return self

    def roll(self, attacker: int, defender: int) -> Table:
        """Roll two dice a side with these sums, and let them stand."""
        return self.throw(dice(attacker, defender))

    def throw(self, roll: str) -> Table:
        """Play a roll, and let it stand."""
        self.do(roll)
        return self.do("keep") if self.kind == "reroll" else self

    def why(self, text: str) -> Refusal:
        """The refusal of an action that must be refused; its rule is ``why(text).rule``."""
        refusal = breakout.why_not(self.state, breakout.parse(self.setting, text))
        assert refusal is not None, f"{text!r} is allowed"
        return refusal

    def bomb(self, marker: str, area: str) -> Table:
        """Name this air target, where the other marker has none, and open the attack."""
        return self.do(f"shoot {marker} {area}")

    def to_end(self) -> Table:
        """Hold, keep and end wherever possible, until the phase has gone on or somebody else must choose."""
        while self.kind in ("reroll", "retreat"):
            self.do("keep" if self.kind == "reroll" else "hold")
        return self

    # -- impulses

    def fight(self, area: str, *joining: str, dice: tuple[int, int], point: str = "", forward: str = "") -> Table:
        """Assault with those that must and those that join, roll these sums, let them stand, and stop before losses.

        The first unit named (else the first offered) leads; the defender offers ``forward`` or the first there is.
        """
        self.do(f"assault {area}", *(f"join {unit}" for unit in joining))
        if isinstance(self.state.frames[-1], Muster):
            self.do("end")
        for verb, unit in (("point", point), ("forward", forward)):
            if self.kind == verb:
                self.do(f"{verb} {unit or min(self.offered(verb))}")
        return self.roll(*dice)

    def settle(self) -> Table:
        """Pass over every choice that follows a fight, as plainly as it can be done: hold, keep, the first loss."""
        while self.decision and self.kind not in ("orders", "impulse", "roll", "bombard"):
            plain = [text for text in ("keep", "hold", "sunset 0", "end") if text in self.options]
            self.do(plain[0] if plain else self.decision.options[0])
        return self

    def cost(self, unit: str, place: str, wade: bool = False) -> Tally:
        """What a move would cost now, in MF."""
        return breakout.explain(self.state, f"march {unit} {place}{' wade' if wade else ''}")

    def used(self, unit: str) -> int:
        """MF that the unit has used in this impulse."""
        frame = s08_record.current(self.state)
        return s08_record.used(self.state, frame, self.setting.forces.units[self.setting.forces.index[unit]])

    @property
    def moment(self) -> str:
        return breakout.moment(self.state)

    # -- the position

    def level(self, unit: str) -> str:
        index = self.setting.forces.index[unit]
        place = self.setting.board.places[self.state.at[index]].id
        return "eliminated" if place == "lost" else LEVELS[self.state.level[index]]

    def levels(self, *units: str) -> list[str]:
        return [self.level(unit) for unit in units]

    def at(self, unit: str) -> str:
        return self.setting.board.places[self.state.at[self.setting.forces.index[unit]]].id

    def control(self, area: str) -> str:
        return NATIONALITIES[self.state.control[self.setting.board.index[area]]]

    def fort(self, area: str) -> int:
        return self.state.fort[self.setting.board.index[area]]

    def holder(self, border: str) -> str:
        return ("german", "allied")[s20_bridges.holder(self.state, self.setting.board.border(border))]

    @property
    def advantage(self) -> str:
        return ("german", "allied")[self.state.advantage]

    @property
    def phase(self) -> str:
        return str(breakout.clock(self.state)["phase"])

    @property
    def dusk(self) -> bool:
        """Daylight of the first day is over (6.3)."""
        return self.state.phase > DAYLIGHT or self.state.day > self.setting.setup.day

    @property
    def over(self) -> str:
        return self.state.over

    def av(self, action: str | None = None) -> Tally:
        return self._attack(action).av

    def dv(self, action: str | None = None) -> Tally:
        return self._attack(action).dv

    def _attack(self, action: str | None) -> Any:
        chosen = breakout.parse(self.setting, action) if action else None
        found = breakout.attack(self.state, chosen)
        assert found is not None
        return found


def terms(tally: Tally) -> list[tuple[str, int]]:
    """A sum as (rule, value) pairs, in order."""
    return [(term.rule, int(term.value)) for term in tally.terms]


def place(*units: str, at: str, level: str = FRESH) -> dict[str, dict[str, str]]:
    """The part of a patch that puts units somewhere."""
    return {unit: {"at": at, "level": level} for unit in units}


def units(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Join several ``place`` parts."""
    joined: dict[str, Any] = {}
    for part in parts:
        joined |= part
    return joined


def blank(*parts: Mapping[str, Any], phase: str = "airborne", **patch: Any) -> Table:
    """The empty board with these units, at the start of a phase of June 6."""
    return Table("blank", {"units": units(*parts), "clock": {"phase": phase}, **patch})


def day(
    *parts: Mapping[str, Any], side: str = "german", weather: str = "clear", impulse: int = 0, **patch: Any
) -> Table:
    """The empty board with these units, at the start of an impulse of this side on June 6."""
    clock = {"phase": "daylight", "side": side, "impulse": impulse}
    sky = {"dawn": {"1944-06-06": weather}}
    return Table("blank", {"units": units(*parts), "clock": clock, "weather": sky, **patch})


def d_day(phase: str = "airborne", **patch: Any) -> Table:
    """The printed set-up, at the start of a phase of June 6."""
    return Table("d_day", {"clock": {"phase": phase}, **patch})


def land(game: Table, beach: str, wave: Iterable[str]) -> Table:
    """Name a first wave for one beach."""
    return game.do(*(f"land {unit} {beach}" for unit in wave))


# German infantry regiments, enough to fill an area.
INFANTRY = (
    "GE-711-731", "GE-711-744", "GE-716-736", "GE-716-726", "GE-352-914", "GE-352-915", "GE-352-916", "GE-709-729",
    "GE-709-739", "GE-709-919", "GE-243-920", "GE-243-921", "GE-243-922", "GE-91-1057", "GE-91-1058",
)  # fmt: skip


def night(
    *parts: Mapping[str, Any], impulses: int = 6, weather: str = "clear", changes: Mapping[int, str] = {}, **patch: Any
) -> Table:
    """The empty board with these units, at the start of the Refit Phase of a June 6 that went up to this impulse space."""
    clock = {"phase": "refit", "impulse": impulses}
    made = [{"impulse": space, "to": word} for space, word in changes.items()]
    sky = {"dawn": {"1944-06-06": weather}, "changes": made}
    return Table("blank", {"units": units(*parts), "clock": clock, "weather": sky, **patch})


def hold(side: str, *areas: str) -> dict[str, dict[str, str]]:
    """The part of a patch that gives areas to "german", "us" or "british"."""
    return {area: {"control": side} for area in areas}
