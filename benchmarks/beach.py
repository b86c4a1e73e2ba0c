"""The beach assault by its plain doctrines, against the reference simulation of its specification.

    python benchmarks/beach.py [--games 4000] [--workers 2] [--doctrines] [--random 5000] [--json]

The reference (4,000 games a setting) is a band of 0.03 for probabilities and 0.3 for turns, not the truth: it did not
test sideways paths against the obstacle belt. A figure outside the band is reported, and not tuned away.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any, NamedTuple

import normandy_lab as nl
from normandy_lab import beach
from normandy_lab.core.dice import KeyedDice
from normandy_lab.core.play import Position, Seats, run
from normandy_lab.systems import random_player

DICE = {"obstacles": {"segments": "dice"}, "bunkers": {"sections": "dice"}}


class Reference(NamedTuple):
    """A row of the specification: chance of an American win, its mean turn and 90th percentile, hits, replacements."""

    wins: float
    turn: float
    last: float
    hit: float
    replacements: float


SETTINGS: dict[str, tuple[dict[str, Any], Reference]] = {
    "default, no limit": ({}, Reference(1.000, 11.5, 16, 35.5, 3.2)),
    "no artillery": ({"artillery": {"shells": 0}}, Reference(1.000, 9.5, 12, 20.1, 1.2)),
    "sigma 2.5": ({"artillery": {"stray": 2.5}}, Reference(1.000, 13.7, 21, 54, 5.9)),
    "sigma 6": ({"artillery": {"stray": 6}}, Reference(1.000, 10.6, 15, 28, 2.2)),
    "3 bunkers, 60 turns": (
        {"players": {"bunkers_per_german": 3}, "end": {"turn_limit": 60}},
        Reference(0.996, 23, 37, 113, 13.8),
    ),
    "limit 0": ({"replacements": {"limit": 0}}, Reference(0.370, 9.2, 11, 22, 0)),
    "limit 1": ({"replacements": {"limit": 1}}, Reference(0.563, 9.5, 12, 26, 0.9)),
    "limit 2": ({"replacements": {"limit": 2}}, Reference(0.696, 9.9, 13, 29, 1.5)),
    "limit 3": ({"replacements": {"limit": 3}}, Reference(0.787, 10.2, 13, 31, 2.0)),
    "limit 4": ({"replacements": {"limit": 4}}, Reference(0.861, 10.5, 13, 33, 2.4)),
    "limit 6": ({"replacements": {"limit": 6}}, Reference(0.936, 10.9, 15, 34, 2.8)),
}


def measure(patch: dict[str, Any], games: int, workers: int, players: dict[str, str] | None = None) -> dict[str, float]:
    """Play one setting."""
    spec = nl.load_scenario("beach/demonstration").with_(DICE | patch)
    batch = nl.simulate(spec, games, seed=1944, players=players or {}, workers=workers)
    table = batch.games.assign(hit=batch.games.fire + batch.games.artillery)
    won = table[table.winner == "american"]
    share = batch.summary().set_index("what").loc["american wins"]
    return {
        "wins": share["value"],
        "low": share["low"],
        "high": share["high"],
        "turn": won.turns.mean(),
        "last": won.turns.quantile(0.9),
        "hit": table.hit.mean(),
        "hit, won": won.hit.mean(),
        "replacements": table.replacements.mean(),
    }


def compare(found: dict[str, float], reference: Reference) -> str:
    """What lies outside the band."""
    outside = []
    if not found["low"] - 0.03 <= reference.wins <= found["high"] + 0.03:
        outside.append("wins")
    if abs(found["turn"] - reference.turn) > 0.3:
        outside.append("turn")
    return ", ".join(outside)


def random_games(count: int) -> tuple[int, float]:
    """Random games with a turn limit; how many ended, and how many a second."""
    setting = nl.load_scenario("beach/demonstration").with_(DICE | {"end": {"turn_limit": 8}}).setting()
    ended, start = 0, time.perf_counter()
    for seed in range(count):
        table = Position(beach, beach.initial(setting))
        run(table, Seats(KeyedDice(seed), {seat: random_player(seed, seat) for seat in beach.SEATS}))
        ended += bool(table.state.over)
    return ended, count / (time.perf_counter() - start)


def doctrines(games: int, workers: int) -> None:
    """Every American doctrine against every German one, with one replacement."""
    for american in ("straight", "bunch"):
        for german in ("nearest", "largest", "at_random", "finish"):
            players = {"american": american, "german": german}
            found = measure({"replacements": {"limit": 1}}, games, workers, players)
            print(f"{american:9} {german:10} {found['wins']:.3f} [{found['low']:.3f}, {found['high']:.3f}]", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The beach assault against the reference of its specification.")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--doctrines", action="store_true", help="every pair of doctrines too")
    parser.add_argument("--random", type=int, default=0, help="so many random games too")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found = {}
    if not wanted.json:
        print(f"{'setting':20} {'wins':>6} {'(ref)':>6} {'turn':>6} {'(ref)':>6} {'90%':>4} {'(ref)':>5} "
              f"{'hit':>6} {'won':>6} {'(ref)':>6} {'repl':>5} {'(ref)':>5}  outside")  # fmt: skip
    for name, (patch, ref) in SETTINGS.items():
        row = found[name] = measure(patch, wanted.games, wanted.workers)
        if not wanted.json:
            print(f"{name:20} {row['wins']:6.3f} {ref.wins:6.3f} {row['turn']:6.2f} {ref.turn:6.1f} {row['last']:4.0f} {ref.last:5.0f} "
                  f"{row['hit']:6.1f} {row['hit, won']:6.1f} {ref.hit:6.1f} {row['replacements']:5.2f} {ref.replacements:5.1f}  "
                  f"{compare(row, ref)}", flush=True)  # fmt: skip
    if wanted.json:
        print(json.dumps(found, indent=1))
    if wanted.doctrines:
        doctrines(wanted.games, wanted.workers)
    if wanted.random:
        ended, speed = random_games(wanted.random)
        print(f"{ended} of {wanted.random} random games ended, {speed:.1f} a second")


if __name__ == "__main__":
    main()
