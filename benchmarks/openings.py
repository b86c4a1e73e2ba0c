"""Speed of random D-Day openings and of State.copy, as ratios to python-chess measured in the same run.

    python benchmarks/openings.py [--seconds 5] [--json]

Absolute figures hold for one machine at one moment; the ratios are what may be compared.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.core.dice import KeyedDice, Stream
from normandy_lab.core.play import Position, Seats, random_player, run

try:
    import chess
except ImportError:
    chess = None


class Speed(NamedTuple):
    """A median of several rounds, in events a second."""

    what: str
    per_second: float
    spread: float  # slowest to fastest round


def opening(setting: Any, seed: int) -> int:
    """Play the four phases at random; the number of decisions, dice included."""
    table = Position(breakout, breakout.initial(setting))
    players = {seat: random_player(seed, seat) for seat in breakout.SEATS}
    decisions = 0

    def counted(_: Any) -> bool:
        nonlocal decisions
        decisions += 1
        return False

    run(table, Seats(KeyedDice(seed), players), counted)
    return decisions


def chess_game(seed: int, plies: int = 120) -> int:
    """Play random legal chess moves; the number of moves."""
    board, stream = chess.Board(), Stream(seed, "chess")
    for played in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return played
        board.push(moves[stream.below(len(moves))])
    return plies


def measure(what: str, work: Callable[[int], int], seconds: float, rounds: int = 5) -> Speed:
    """Events a second of ``work(seed)``, which returns how many events it made."""
    seeds, speeds = count(), []
    work(next(seeds))  # caches are filled outside the measurement
    for _ in range(rounds):
        done, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < seconds / rounds:
            done += work(next(seeds))
        speeds.append(done / passed)
    return Speed(what, statistics.median(speeds), min(speeds) / max(speeds))


def repeat(call: Callable[[], object], times: int = 1000) -> Callable[[int], int]:
    """A workload of so many calls."""

    def work(_: int) -> int:
        for _ in range(times):
            call()
        return times

    return work


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of random openings, as ratios in one run.")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()

    setting = breakout.setting_from(nl.load_scenario("d_day"))
    state = breakout.initial(setting)
    figures = {
        "openings": measure("random D-Day openings", lambda seed: min(1, opening(setting, seed)), wanted.seconds),
        "decisions": measure("decisions in them", lambda seed: opening(setting, seed), wanted.seconds),
        "copy": measure("State.copy", repeat(state.copy), wanted.seconds),
    }
    ratios = {}
    if chess is not None:
        board = chess.Board()
        figures["chess"] = measure("random chess moves (python-chess)", chess_game, wanted.seconds)
        figures["chess copy"] = measure(
            "chess Board.copy(stack=False)", repeat(lambda: board.copy(stack=False)), wanted.seconds
        )
        ratios["decisions / chess moves"] = figures["decisions"].per_second / figures["chess"].per_second
        ratios["State.copy / Board.copy"] = figures["copy"].per_second / figures["chess copy"].per_second
    if wanted.json:
        print(json.dumps({"figures": {k: v._asdict() for k, v in figures.items()}, "ratios": ratios}, indent=1))
        return
    print(f"Python {platform.python_version()} on {platform.machine()}")
    for figure in figures.values():
        print(f"{figure.per_second:14,.0f} a second   {figure.what} (slowest round {figure.spread:.0%} of the fastest)")
    for name, ratio in ratios.items():
        print(f"{ratio:14.2f}            {name}")
    if chess is None:
        print("no ratios: install python-chess with  pip install -e '.[benchmark]'", file=sys.stderr)


if __name__ == "__main__":
    main()
