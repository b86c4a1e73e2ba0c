"""Print random games, action by action, for test_hashseed.py: every byte must be the same on every run."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import normandy_lab as nl
from normandy_lab import breakout
from tests.properties import walk

SPELT_OUT = 30  # plays; of those after them a hash of the same text is printed


def lines(seed: int) -> Iterator[str]:
    """Everything that one play says."""
    state = breakout.initial(walk.setting())
    yield f"{state.setting.digest} {state.digest()}"
    for step in walk.steps(state, seed, day=True):
        yield f"{len(step.asked.options)} {step.asked.prompt} | {';'.join(step.asked.options)}"
        yield " | ".join([step.action, step.after.digest(), *map(str, step.events)])


def main(plays: int) -> None:
    for seed in range(plays):
        text = "\n".join(lines(seed))
        print(f"play {seed}:", text if seed < SPELT_OUT else hashlib.sha256(text.encode()).hexdigest())
    game = nl.new_game("d_day", seed=7)
    game.run()
    print(game.dumps())
    for table in ("units", "areas", "bridges", "log", "dice"):
        print(game.table(table).to_csv(index=False))


if __name__ == "__main__":
    main(int(sys.argv[1]))
