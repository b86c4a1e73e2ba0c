"""Print random games, action by action, for test_hashseed.py: every byte must be the same on every run."""

from __future__ import annotations

import sys

import normandy_lab as nl
from normandy_lab import breakout
from tests.properties import walk


def main(plays: int) -> None:
    for seed in range(plays):
        state = breakout.initial(walk.setting())
        print(f"play {seed}: {state.setting.digest} {state.digest()}")
        for step in walk.steps(state, seed):
            print(len(step.asked.options), step.asked.prompt, "|", ";".join(step.asked.options))
            print(step.action, step.after.digest(), *map(str, step.events), sep=" | ")
    game = nl.new_game("d_day", seed=7)
    game.run()
    print(game.dumps())
    for table in ("units", "areas", "bridges", "log", "dice"):
        print(game.table(table).to_csv(index=False))


if __name__ == "__main__":
    main(int(sys.argv[1]))
