"""The engine against the second reading of the charts, on summers with random scenarios, orders and dice."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import theatre
from normandy_lab.core.decisions import CHANCE
from normandy_lab.core.dice import KeyedDice
from normandy_lab.theatre.state import STAGES
from tests.properties.oracle_theatre import Summer

STANDS = {"none": "idle", "work": "building", "open": "working", "gone": "removed"}
COMPARED = ("storm", "beaches", "mulberries", "minor", "major", "cuts", "damage", "disrupted", "steps", "covered")


def some_day(luck: random.Random) -> str:
    return (date(1944, 6, 1) + timedelta(days=luck.randrange(90))).isoformat()


def scenario(seed: int) -> Any:
    """A scenario in which everything that the charts know may happen."""
    luck = random.Random(seed)
    begins = sorted(some_day(luck) for _ in range(2))
    patch = {
        "clock": {"weather": luck.choice(["fair", "overcast_1", "overcast_2", "storm_1"])},
        "landing": {"boxes": [luck.randrange(9) for _ in range(luck.randrange(1, 6))], "units_in_box": luck.randrange(3)},
        "sites": {
            "A": {"begins": "1944-06-07"}, "B": {"begins": begins[0], "works": luck.choice(["die", begins[1]])},
            "C": {"kind": "minor port", "begins": some_day(luck)}, "D": {"capacity": luck.randrange(20)},
        },
        "ports": {"Cherbourg": {"captured": some_day(luck), "demolition": some_day(luck), "level": luck.randrange(7)}},
        "batteries": {"One": {"strength": luck.randrange(1, 30), "boxes": [1], "last": some_day(luck)},
                      "Two": {"strength": luck.randrange(1, 30), "boxes": [1], "last": some_day(luck)}},
        "targets": {"Caen": {"fort": True, "last": "1944-08-31"}, "Longues": {"last": "1944-08-31"}},
        "readings": {
            "june8_15": luck.choice(["as printed", "as neighbours"]), "june7": "Jun 8-15",
            "one_step": luck.random() < 0.3, "halve": luck.choice(["box", "total"]), "split_fire": luck.random() < 0.5,
            "coast_in_storms": luck.random() < 0.5, "fort_modifier": luck.choice([0, -1, -2]),
            "late_damage": luck.choice(["five turns", "none"]), "rail_repair": luck.randrange(3),
        },
    }  # fmt: skip
    return nl.load_scenario("theatre/as_planned").with_(patch)


def order(text: str) -> tuple[Any, ...]:
    verb, unit, number, *place = text.split()
    return verb, unit, int(number), place[0] if place else ""


def agree(seed: int) -> int:
    """Play a summer with random orders and follow it with the other reading; the days that were compared."""
    spec, luck, dice = scenario(seed), random.Random(seed), KeyedDice(seed)
    state, other = theatre.initial(spec.setting()), Summer(spec.model.model_dump(exclude_none=True))
    thrown: dict[str, dict[tuple[Any, ...], int]] = defaultdict(dict)
    orders: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    followed = 0
    while (asked := theatre.decision(state)) is not None:
        if asked.actor == CHANCE:
            option = asked.roll.action(dice.throw(asked.roll))
            kind, day, *place = asked.roll.key
            thrown[day][kind, *place] = option.args[0][0][0]
        else:
            option = luck.choice(asked.options) if luck.random() < 0.75 else asked.options[-1]
            if option.verb in ("bomb", "interdict", "strategic", "fire"):
                orders[theatre.clock(state)["date"]].append(order(option))
        state, _ = theatre.play(state, option)
        while followed < state.turn - (not state.over):
            followed += follow(other, state.past[followed], thrown, orders, seed)
    stands = [(STANDS[site["at"]], site["hits"]) for site in other.sites.values()]
    assert stands == [(STAGES[work.stage], work.hits) for work in state.sites], seed
    assert tuple(other.levels.values()) == state.levels
    return followed


def follow(other: Summer, row: Any, thrown: Any, orders: Any, seed: int) -> int:
    """One day of the other reading, compared with the row that the engine left."""
    day = (other.today + timedelta(days=1)).isoformat()
    wanted = other.day(thrown[day], orders[day])
    assert {name: getattr(row, name) for name in COMPARED} == {name: wanted[name] for name in COMPARED}, (seed, day)
    words = {"F": "fair", "1": "overcast_1", "2": "overcast_2", "S": "storm_1" if other.run == 1 else "storm_2"}
    assert theatre.WEATHER[row.weather] == words[other.sky], (seed, day)
    return 1


def test_five_hundred_random_days_agree() -> None:
    assert sum(map(agree, range(6))) >= 500


@pytest.mark.slow
def test_ten_thousand_random_days_agree() -> None:
    assert sum(map(agree, range(100, 215))) >= 10_000


def test_saves_at_random_days_go_on_to_the_same_digest(tmp_path: Path) -> None:
    for seed in range(3):
        spec = scenario(seed)
        day = (date(1944, 6, 7) + timedelta(days=random.Random(seed).randrange(80))).strftime("%b-%d")
        game = nl.new_game(spec, seed=seed)
        players = dict.fromkeys(game.seats, "suggest")
        game.run(players=players, until=day)
        again = nl.load_game(game.save(tmp_path / f"{seed}.jsonl"))
        for each in (game, again):
            each.run(players=players)
        assert theatre.digest(again.state) == theatre.digest(game.state)
        assert again.result == game.result
