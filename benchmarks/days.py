"""Speed of random daylight phases of June 6, beside catanatron and python-chess, in one run of interleaved rounds.

    python benchmarks/days.py [--rounds 9] [--seconds 1.5] [--seed 1944] [--phases 100] [--profile] [--json]

What is counted is the same for all: a decision with at least two options, made, chosen from and carried out. All
choose with Python's own generator. The clock is that of the processor, so that other programs disturb less; even so
only the ratios within one run may be compared.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import platform
import pstats
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import count
from random import Random
from typing import Any, NamedTuple, TypeVar

from tqdm import tqdm

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.setting import DAYLIGHT
from normandy_lab.core.decisions import Decision
from normandy_lab.core.dice import KeyedDice
from normandy_lab.core.play import Position, Seats, run

try:
    import chess
except ImportError:
    chess = None
try:
    from catanatron.game import TURNS_LIMIT
    from catanatron.game import Game as CatanGame
    from catanatron.models.player import Color, RandomPlayer
except ImportError:
    CatanGame = None

Option = TypeVar("Option")
CATAN, CHESS = PEERS = ("catanatron, two players", "python-chess")
STOPS = ("6.4", "22.1")  # where this version ends the day of the landings


class Chooser:
    """Takes any option, each as likely, and counts how often there was a choice."""

    __slots__ = ("choices", "draw")

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed).randrange
        self.choices = 0

    def __call__(self, options: Sequence[Option]) -> Option:
        size = len(options)
        if size == 1:
            return options[0]
        self.choices += 1
        return options[self.draw(size)]


# --- the games ---------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """What a game consisted of."""

    choices: int  # decisions with at least two options
    steps: int  # all that was carried out: dice and what was the only option too


def play_out(state: Any, seed: int) -> tuple[Any, Played]:
    """Play at random: an opening to daybreak, a daylight phase to its end. The last position, and what was played."""
    choose, table, night, steps = Chooser(seed), Position(breakout, state), state.phase < DAYLIGHT, 0

    def player(_: Any, decision: Decision) -> Any:
        return choose(decision.options)

    def done(now: Any) -> bool:
        nonlocal steps
        if night and now.phase >= DAYLIGHT:
            return True
        steps += 1
        return False

    run(table, Seats(KeyedDice(seed), dict.fromkeys(breakout.SEATS, player)), done)
    return table.state, Played(choose.choices, steps)


class Days:
    """Random daylight phases from prepared positions."""

    def __init__(self, starts: Sequence[Any]) -> None:
        self.starts = starts

    def __call__(self, seed: int) -> Played:
        last, played = play_out(self.starts[seed % len(self.starts)], seed)
        assert last.over.endswith(STOPS), f"seed {seed}: the phase ended with {last.over!r}"
        return played


class Openings:
    """Random D-Day openings: the four phases before daylight."""

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    def __call__(self, seed: int) -> Played:
        return play_out(breakout.initial(self.setting), seed)[1]


def chess_game(seed: int) -> Played:
    """Random legal moves up to mate, stalemate, too little material, or 75 moves without progress."""
    board, choose, steps = chess.Board(), Chooser(seed), 0
    while moves := list(board.legal_moves):
        board.push(choose(moves))
        steps += 1
        if board.halfmove_clock >= 150 or board.is_insufficient_material():
            break
    return Played(choose.choices, steps)


def catan_game(seed: int) -> Played:
    """A whole game of two random players, as its own ``Game.play`` runs it, without the two copies that it makes."""
    choose, steps = Chooser(seed), 0
    colors = (Color.RED, Color.BLUE)
    game = CatanGame([RandomPlayer(color) for color in colors], seed=seed + 1)

    def decide(_: Any, __: Any, options: Sequence[Option]) -> Option:
        return choose(options)

    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick(decide_fn=decide)
        steps += 1
    return Played(choose.choices, steps)


# --- measuring ---------------------------------------------------------------------------------------------------------


class Rates:
    """Choices a second of one kind of game, round by round."""

    def __init__(self, game: Callable[[int], Played], seed: int) -> None:
        self.game = game
        self.seeds = count(seed)
        self.games = self.choices = self.steps = 0
        self.rounds: list[float] = []
        game(seed)  # caches are filled outside the measurement

    def measure(self, seconds: float) -> None:
        choices, start = 0, time.process_time()
        while (passed := time.process_time() - start) < seconds:
            played = self.game(next(self.seeds))
            choices += played.choices
            self.steps += played.steps
            self.games += 1
        self.choices += choices
        self.rounds.append(choices / passed)

    def table(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "choices a game": self.choices / self.games,
            "steps a game": self.steps / self.games,
            "choices a second": spread(self.rounds),
            "steps a second": statistics.median(self.rounds) * self.steps / self.choices,
        }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Least, median and greatest."""
    return {"min": min(values), "median": statistics.median(values), "max": max(values)}


def rate(games: dict[str, Callable[[int], Played]], seed: int, rounds: int, seconds: float) -> dict[str, Rates]:
    """Measure all the games in turn, round after round."""
    rates = {name: Rates(game, seed) for name, game in games.items()}
    for _ in tqdm(range(rounds), desc="rounds", unit="round"):
        for each in rates.values():
            each.measure(seconds)
    return rates


def ratios(rates: dict[str, Rates]) -> dict[str, dict[str, float]]:
    """Our games to each of the others, within each round."""
    return {
        f"{ours} / {peer}": spread([a / b for a, b in zip(rates[ours].rounds, rates[peer].rounds, strict=True)])
        for ours in rates
        for peer in PEERS
        if ours not in PEERS and peer in rates
    }


class Latency(NamedTuple):
    """Microseconds of a step, by the kind of decision that it led to."""

    what: str
    steps: int
    share: float  # of the time of all steps
    median: float
    last: float  # 99th percentile
    longest: float


def latencies(starts: Sequence[Any], seed: int, phases: int) -> tuple[list[Latency], list[Any]]:
    """Carry out an action and make the next decision with all its options, timed singly; and some positions met."""
    found: dict[str, list[int]] = defaultdict(list)
    met: list[Any] = []
    for number in tqdm(range(phases), desc="single steps", unit="phase"):
        state, choose = starts[number % len(starts)], Chooser(seed + number)
        dice = KeyedDice(seed + number)
        while (decision := breakout.decision(state)) is not None:
            roll = decision.roll
            action = roll.action(dice.throw(roll)) if roll else choose(decision.options)
            start = time.thread_time_ns()
            state, _ = breakout.apply(state, action)
            after = breakout.decision(state)
            kind = "the end" if after is None else "dice" if after.roll else after.kind
            if after is not None and after.roll is None:
                _ = after.options  # made when somebody reads them
            found[kind].append(time.thread_time_ns() - start)
        met.append(state)
    found["every decision"] = [ns for each in found.values() for ns in each]
    by_time = sorted(found.items(), key=lambda item: -sum(item[1]))
    total = sum(found["every decision"])
    return [_latency(kind, each, total) for kind, each in by_time], met


def _latency(what: str, nanoseconds: list[int], total: int) -> Latency:
    us = sorted(ns / 1000 for ns in nanoseconds)
    share = sum(nanoseconds) / total
    return Latency(what, len(us), share, statistics.median(us), us[int(len(us) * 0.99)], us[-1])


def copy_times(states: Sequence[Any], seed: int) -> dict[str, dict[str, float]]:
    """Microseconds of ``State.copy``, and of a chess board of the middle game without its stack of moves."""
    copies: dict[str, list[Callable[[], object]]] = {"State.copy": [state.copy for state in states]}
    if chess is not None:
        board, choose = chess.Board(), Chooser(seed)
        for _ in range(40):
            board.push(choose(list(board.legal_moves)))
        copies["chess.Board.copy"] = [lambda: board.copy(stack=False)]
    return {what: spread([_microseconds(calls) for _ in range(9)]) for what, calls in copies.items()}


def _microseconds(calls: Sequence[Callable[[], object]], times: int = 10_000) -> float:
    rounds = max(1, times // len(calls))
    start = time.process_time()
    for _ in range(rounds):
        for call in calls:
            call()
    return (time.process_time() - start) / rounds / len(calls) * 1e6


def profile(days: Days, seed: int, phases: int, lines: int = 30) -> str:
    """The functions that take longest themselves."""
    watch, out = cProfile.Profile(), io.StringIO()
    watch.enable()
    for number in tqdm(range(phases), desc="profile", unit="phase"):
        days(seed + number)
    watch.disable()
    pstats.Stats(watch, stream=out).strip_dirs().sort_stats("tottime").print_stats(lines)
    return out.getvalue()


# --- the program -------------------------------------------------------------------------------------------------------


def landed(seed: int, openings: int) -> list[Any]:
    """Positions at daybreak after random openings."""
    setting = breakout.setting_from(nl.load_scenario("d_day"))
    seeds = tqdm(range(seed, seed + openings), desc="openings", unit="opening")
    return [play_out(breakout.initial(setting), each)[0] for each in seeds]


def at_daylight() -> Any:
    """The set-up of the scenario, its clock put to daylight: no Allied unit is ashore yet."""
    spec = nl.load_scenario("d_day").with_({"clock": {"phase": "daylight"}})
    return breakout.initial(breakout.setting_from(spec))


def versions() -> str:
    """What was measured on what."""
    peers = [f"{name} {version(name)}" for name, found in (("catanatron", CatanGame), ("chess", chess)) if found]
    missing = "" if len(peers) == 2 else ", peers missing: pip install -e '.[benchmark]'"
    ours = f"normandy_lab {nl.__version__}"
    return f"Python {platform.python_version()} on {platform.machine()}, {', '.join([ours, *peers])}{missing}"


def show(report: dict[str, Any]) -> None:
    print(f"\n{report['versions']}; seed {report['seed']}\n")
    print(
        f"{'choices a second':30}{'median':>9}{'min':>9}{'max':>9}{'games':>8}{'choices':>10}{'steps a game':>14}{'a second':>10}"
    )
    for name, row in report["games"].items():
        at = row["choices a second"]
        print(f"{name:30}{at['median']:9,.0f}{at['min']:9,.0f}{at['max']:9,.0f}{row['games']:8,}"
              f"{row['choices a game']:10.1f}{row['steps a game']:14.1f}{row['steps a second']:10,.0f}")  # fmt: skip
    print(f"\n{'ratio within a round':60}{'median':>8}{'min':>8}{'max':>8}")
    for name, at in report["ratios"].items():
        print(f"{name:60}{at['median']:8.2f}{at['min']:8.2f}{at['max']:8.2f}")
    print(f"\n{'microseconds of an action, to':36}{'steps':>10}{'share':>8}{'median':>10}{'99%':>10}{'longest':>10}")
    for row in report["steps"]:
        print(
            f"{row['what']:36}{row['steps']:10,}{row['share']:8.1%}{row['median']:10.1f}{row['last']:10.1f}{row['longest']:10.1f}"
        )
    print(f"\n{'microseconds':36}{'median':>10}{'min':>10}{'max':>10}")
    for what, at in report["copies"].items():
        print(f"{what:36}{at['median']:10.1f}{at['min']:10.1f}{at['max']:10.1f}")
    print(report.get("profile", ""))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of random daylight phases, as ratios in one run.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each kind of game in each round")
    parser.add_argument("--seed", type=int, default=1944)
    parser.add_argument("--openings", type=int, default=50, help="positions at daybreak from which the days begin")
    parser.add_argument("--phases", type=int, default=100, help="daylight phases whose steps are timed singly")
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()

    starts = landed(wanted.seed, wanted.openings)
    days = Days(starts)
    games: dict[str, Callable[[int], Played]] = {
        "daylight after the landings": days,
        "daylight from the set-up": Days([at_daylight()]),
        "openings": Openings(starts[0].setting),
    }
    if CatanGame is not None:
        games[CATAN] = catan_game
    if chess is not None:
        games[CHESS] = chess_game
    rates = rate(games, wanted.seed, wanted.rounds, wanted.seconds)
    steps, met = latencies(starts, wanted.seed, wanted.phases)
    report: dict[str, Any] = {
        "versions": versions(),
        "seed": wanted.seed,
        "games": {name: each.table() for name, each in rates.items()},
        "ratios": ratios(rates),
        "steps": [row._asdict() for row in steps],
        "copies": copy_times(met, wanted.seed),
    }
    if wanted.profile:
        report["profile"] = profile(days, wanted.seed, wanted.phases)
    if wanted.json:
        print(json.dumps(report, indent=1))
    else:
        show(report)


if __name__ == "__main__":
    main()
