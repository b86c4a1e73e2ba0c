"""The summer on its charts: how long exact answers, sampling and play take, and whether the three agree.

    python benchmarks/theatre.py [--summers 100000] [--games 10000] [--workers 2]

Sampling runs on one core. A quantity that lies more than three standard errors from the exact one is reported.
"""

from __future__ import annotations

import argparse
import time

import normandy_lab as nl
from normandy_lab.analysis.theatre.summer import Summer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--summers", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    planned = nl.summer("theatre/as_planned")
    clock = time.process_time()
    planned.draw(given.summers)
    print(f"{given.summers:,} summers drawn in {time.process_time() - clock:.1f} s of one core")
    clock = time.process_time()
    total = planned.total
    print(
        f"both Mulberries and all tons exactly in {time.process_time() - clock:.1f} s: {float(total):,.0f} tons on average"
    )
    clock = time.process_time()
    found = planned.compared(given.summers)
    print(
        f"{len(found)} quantities compared in {time.process_time() - clock:.1f} s; most z {found['z'].abs().max():.2f}"
    )
    print(found.astype({"exact": float}).round(4).to_string(index=False))
    if given.games:
        _played(planned, given.games, given.workers)


def _played(planned: Summer, games: int, workers: int) -> None:
    clock = time.monotonic()
    table = nl.simulate("theatre/as_planned", games=games, seed=3, workers=workers).games
    print(f"{games:,} games by the doctrine in {time.monotonic() - clock:.0f} s")
    exact = {
        "tons": planned.total, "storm_days": planned.storm_days().expect(), "storms": planned.storms().expect(),
        "longest_storm": planned.longest_storm().expect(), "cuts": planned.rail.expect(),
    }  # fmt: skip
    for name, value in exact.items():
        mean, error = table[name].mean(), table[name].std() / games**0.5
        print(f"{name:<14} exact {float(value):14.4f}  played {mean:14.4f}  z {(mean - float(value)) / error:6.2f}")


if __name__ == "__main__":
    main()
