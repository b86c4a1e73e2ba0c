"""Speed of random weeks, June 6 to the verdict, on one core; and digests that show whether a change changed play.

    python benchmarks/weeks.py [--games 20] [--seed 0] [--profile] [--digests]

All players are random, the dice keyed, nothing is logged. ``--digests`` prints one digest over all positions of each
week: a change for speed alone leaves every line as it was.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import io
import pstats
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tqdm import tqdm

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.core.dice import KeyedDice

CHOICES = 0x1944  # keeps the choices of a seed apart from its dice


class Week:
    """One random week: how many steps and choices, its last position."""

    def __init__(self, start: Any, seed: int, watch: Callable[[Any], None] | None = None) -> None:
        self.steps = self.choices = 0
        draw, dice, state = Random(seed ^ CHOICES).randrange, KeyedDice(seed), start
        while (asked := breakout.decision(state)) is not None:
            self.steps += 1
            if asked.roll:
                action = asked.roll.action(dice.throw(asked.roll))
            else:
                options = asked.options
                self.choices += len(options) > 1
                action = options[draw(len(options))] if len(options) > 1 else options[0]
            state, _ = breakout.apply(state, action)
            if watch is not None:
                watch(state)
        self.last = state


class Watch:
    """Wall clock of an action and the next question with all its options, by the kind of that question."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.began = time.perf_counter()

    def __call__(self, state: Any) -> None:
        asked = breakout.decision(state)
        if asked is not None and asked.roll is None:
            _ = asked.options  # made when somebody reads them
        now = time.perf_counter()
        self.spent["dice" if asked and asked.roll else asked.kind if asked else "the end"] += now - self.began
        self.began = now


def digest(start: Any, seed: int) -> str:
    """All positions of a week in one number."""
    running = hashlib.blake2b(digest_size=8)
    week = Week(start, seed, lambda state: running.update(breakout.digest(state).encode()))
    return f"{running.hexdigest()} {week.steps} {week.last.over}"


def profile(start: Any, seeds: range, lines: int = 40) -> str:
    """The functions that take longest themselves."""
    watch, out = cProfile.Profile(), io.StringIO()
    watch.enable()
    for seed in seeds:
        Week(start, seed)
    watch.disable()
    pstats.Stats(watch, stream=out).strip_dirs().sort_stats("tottime").print_stats(lines)
    return out.getvalue()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of random weeks on one core.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--profile", action="store_true", help="where the time goes, function by function")
    parser.add_argument("--digests", action="store_true", help="one digest a week, over all its positions")
    wanted = parser.parse_args()
    start = breakout.initial(breakout.setting_from(nl.load_scenario("d_day")))
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    if wanted.digests:
        for seed in seeds:
            print(seed, digest(start, seed), flush=True)
        return
    if wanted.profile:
        print(profile(start, seeds))
        return
    Week(start, wanted.seed)  # caches are filled outside the measurement
    began = time.process_time()
    weeks = [Week(start, seed) for seed in tqdm(seeds, desc="weeks", unit="week")]
    total = time.process_time() - began
    steps, choices = sum(week.steps for week in weeks), sum(week.choices for week in weeks)
    print(f"{len(weeks) / total:.2f} weeks, {steps / total:,.0f} steps, {choices / total:,.0f} choices a second")
    watch = Watch()
    for seed in seeds:
        Week(start, seed, watch)
    for kind, seconds in watch.spent.most_common(12):
        print(f"{kind:20}{seconds / watch.spent.total():8.1%}")


if __name__ == "__main__":
    main()
