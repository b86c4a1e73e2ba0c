"""Write the saves that a release leaves behind: ``python tools/golden_saves.py tests/saves/0.2.0``.

Three games that hold every kind of line: an opening of June 6, a day of it, and a beach game, with branches and notes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import normandy_lab as nl

SUGGESTED = {"allied": "suggest", "german": "suggest"}


def opening() -> nl.Game:
    game = nl.new_game("d_day", seed=1944)
    game.run(SUGGESTED, until="airborne")
    game.log.at.note = "After the night drop: “who holds the bridges?”"
    game.branch("other luck", luck="other")
    game.run(until="naval")
    game.goto("main")
    game.run(SUGGESTED, until="amphibious")
    game.branch("same luck")
    game.log.at.note = "before the day"
    return game


def day() -> nl.Game:
    game = nl.new_game("d_day", seed=7)
    game.run(SUGGESTED, until="amphibious")
    game.run(until="daylight")
    game.goto(len(game.log.nodes) * 2 // 3)
    game.branch("the other way", luck="x")
    game.run(SUGGESTED, until="daylight")
    game.log.at.note = "as it might have gone"
    game.goto("main")
    return game


def beach() -> nl.Game:
    game = nl.new_game("beach/with_limit", seed=5)
    game.run(dict.fromkeys(game.seats, "suggest"))
    game.goto(len(game.log.nodes) // 2)
    game.log.at.note = "half way"
    game.branch("again", luck="again")
    game.run(dict.fromkeys(game.seats, "random"))
    game.goto("main")
    return game


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (opening, day, beach):
        print(make().save(folder / f"{make.__name__}.jsonl", overwrite=True))


if __name__ == "__main__":
    main()
