"""Random plays of the opening phases of changed set-ups, every number of which is worked out a second time (tests/rules/referee.py)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.frames import Assault, Attrition, Bombardment, Interdiction, Throw
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.breakout.state import State
from normandy_lab.core.decisions import Action, roll_action
from tests.rules import referee
from tests.rules.helpers import BASE, D1, D2, FRESH, SPENT

NEAR = ("7", "8", "9", "17", "18", "28", "30", "31", "44", "49", "50", "51", "52")
GERMANS = [unit for unit in breakout.setting_from(BASE["d_day"]).forces.units if unit.side == referee.GERMAN]


def set_up(luck: Random) -> dict[str, dict[str, dict[str, str]]]:
    """Every German of the first day somewhere near the beaches, at any level; seven at most in an area."""
    room = dict.fromkeys(NEAR, 7)
    patch: dict[str, dict[str, str]] = {}
    corps: set[str] = set()
    for unit in GERMANS:
        area = luck.choice([area for area in NEAR if room[area]] or ["A"])
        if unit.entry_day >= 0 or area == "A" or (unit.corps_artillery and area in corps):
            continue
        room[area] -= 1
        if unit.corps_artillery:
            corps.add(area)
        patch[unit.id] = {"at": area, "level": luck.choice([FRESH, FRESH, SPENT, D1, D2])}
    return {"units": patch}


def choose(state: State, luck: Random) -> Action:
    asked = breakout.decision(state)
    assert asked is not None
    if asked.roll is not None:
        return roll_action(tuple(tuple(luck.randint(1, 6) for _ in range(count)) for count in asked.roll.counts))
    return luck.choice(asked.options)


def check_assault(before: State, frame: Assault, faces: tuple[tuple[int, ...], ...], after: State) -> str:
    """9.4, 9.5, 9.8, 21.5: what the dice do to both sides, up to the defender's first choice."""
    margin = referee.assault_av(before, frame) + sum(faces[0]) - referee.assault_dv(before, frame) - sum(faces[1])
    attackers, others = referee.chosen(before, frame.attackers), referee.chosen(before, frame.others)
    for unit in attackers:
        spent = margin > 0 or (margin == 0 and unit.index != frame.point)
        assert after.level[unit.index] == (1 if spent else 2)
    for unit in others:
        level = before.level[unit.index]
        assert after.level[unit.index] == (2 if margin < 0 else level)
    defenders = referee.standing(before, frame.area, referee.GERMAN)
    points = max(0, margin - before.setting.board.places[frame.area].bocage)
    room = sum(4 - before.level[unit.index] for unit in defenders)
    there = [unit for unit in defenders if after.at[unit.index] == frame.area]
    asked = breakout.decision(after)
    if points > room:
        assert {after.at[unit.index] for unit in defenders} == {after.setting.board.lost}
        return "annihilated"
    assert there == defenders
    assert all(after.level[unit.index] == before.level[unit.index] for unit in defenders)
    if points:
        assert asked is not None
        assert asked.kind == "casualties"
        assert getattr(after.frames[-1], "points", None) == points
        return "points"
    assert asked is None or asked.kind != "casualties"
    return "repulsed" if margin < 0 else "tie" if margin == 0 else "forgiven"


def hit(before: State, after: State, side: int, area: int) -> int:
    """The points absorbed between two positions; one level a unit, nobody gone."""
    total = 0
    for unit in referee.standing(before, area, side):
        was, now = before.level[unit.index], after.level[unit.index]
        assert now in (was, was + 1)
        assert after.at[unit.index] == area
        if now > was:
            total += referee.price(unit, was)
    return total


def standing_roll(before: State, action: Action, after: State) -> tuple[tuple[int, ...], ...] | None:
    """The dice that this action made final: rolled or kept, and not waiting for the holder of the Advantage."""
    throw = before.frames[-1]
    if not isinstance(throw, Throw) or action.verb == "reroll":
        return None
    now = after.frames[len(before.frames) - 1] if len(after.frames) >= len(before.frames) else None
    if isinstance(now, Throw) and now.key == throw.key:
        return None
    faces: tuple[tuple[int, ...], ...] = throw.faces or action.args[0]
    return faces


def check_interdiction(before: State, frame: Interdiction, faces: tuple[tuple[int, ...], ...], after: State) -> str:
    """19.4: below the value Disrupt 1, equal Spent, above unharmed."""
    unit, beach = frame.queue[0]
    value, die = referee.interdiction(before, beach), faces[0][0]
    expected = 0 if die > value else 1 if die == value else 2
    assert after.level[unit] == expected
    return ("unharmed", "stopped", "shot")[expected]


class Shelling:
    """One bombardment from its roll until all points are absorbed."""

    def __init__(self, before: State, frame: Bombardment, faces: tuple[tuple[int, ...], ...]) -> None:
        av, dv = referee.bombardment_values(before, frame)
        attack, defense = sum(faces[0]), sum(faces[1])
        contested = bool(referee.standing(before, frame.area, referee.ALLIED))
        air = before.setting.forces.markers[frame.marker].kind == "air"
        self.before, self.frame = before, frame
        self.points = max(0, av + attack - dv - defense)
        self.wrong = -(-attack // 2) if air and contested and attack == defense else 0
        self.victim = -1  # the Allied unit that the German picks after a mistake (17.31)

    def check(self, after: State) -> str:
        self._check_side(after, referee.GERMAN, self.points, self.frame.primary)
        if self.wrong:
            self._check_side(after, referee.ALLIED, self.wrong, self.victim)
            return "mistake"
        assert hit(self.before, after, referee.ALLIED, self.frame.area) == 0
        return "shelled" if self.points else "missed"

    def _check_side(self, after: State, side: int, points: int, primary: int) -> None:
        here = referee.standing(self.before, self.frame.area, side)
        prices = {unit.index: referee.price(unit, self.before.level[unit.index]) for unit in here}
        assert hit(self.before, after, side, self.frame.area) == referee.absorbed(points, primary, prices)


def second_opinion(seed: int) -> Counter[str]:
    """Play at random and check every number on the way; what happened, counted."""
    luck, seen = Random(seed), Counter[str]()
    state = breakout.initial(breakout.setting_from(BASE["d_day"].with_(set_up(luck))))
    shelling: Shelling | None = None
    while state.phase < DAYLIGHT:  # the day is checked elsewhere
        action = choose(state, luck)
        before, (state, _) = state, breakout.apply(state, action)
        faces = standing_roll(before, action, state)
        below = before.frames[-2] if faces else None
        if faces and isinstance(below, Assault):
            shown = breakout.attack(before)
            assert shown is not None
            assert int(shown.av) == referee.assault_av(before, below)
            assert int(shown.dv) == referee.assault_dv(before, below)
            seen[check_assault(before, below, faces, state)] += 1
        elif faces and isinstance(below, Interdiction):
            seen[check_interdiction(before, below, faces, state)] += 1
        elif faces and isinstance(below, Bombardment):
            shelling = Shelling(before, below, faces)
        elif shelling and action.verb == "target":
            shelling.victim = action.args[0]
        if shelling and not any(isinstance(frame, Attrition | Bombardment) for frame in state.frames):
            seen[shelling.check(state)] += 1
            shelling = None
    return seen


@pytest.mark.rule(
    "9.2", "9.3", "9.4", "9.41", "9.42", "9.43", "9.5", "9.8", "10.2", "10.3", "10.4", "17.31", "19.4", "21.5"
)
def test_numbers_of_random_plays() -> None:
    seen = sum((second_opinion(seed) for seed in range(90)), Counter[str]())
    missing = {
        "repulsed", "tie", "forgiven", "points", "annihilated", "unharmed", "stopped", "shot", "shelled", "missed",
        "mistake",
    } - set(seen)  # fmt: skip
    assert not missing, f"not met in 90 plays: {missing}"
