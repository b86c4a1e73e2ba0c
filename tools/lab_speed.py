"""How long the kernel takes from a click in the lab to the redrawn panels and map.

Run from the project folder: ``python tools/lab_speed.py [CLICKS] [day]``. Clicks are random, with the same luck every time:
in the opening phases of June 6, or with ``day`` in its impulses. What the browser needs afterwards is not counted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import normandy_lab as nl
from normandy_lab.ui.breakout.lab import Lab
from normandy_lab.ui.hits import Hit

Press = tuple[str, Callable[[], object]]


def pick(lab: Lab, rng: random.Random) -> Press:
    """A click that can be made now, with a word for its kind."""
    undo = lab.strip.undo
    if lab.game.decision is None:
        return "undo", undo.click
    shown = [*_buttons(lab), *_on_the_map(lab, rng)]
    return rng.choice(shown if undo.disabled else [*shown, ("undo", undo.click)])


def _buttons(lab: Lab) -> Iterator[Press]:
    panel = lab.decision
    for words, button in (("primary", panel.primary), ("second", panel.all), ("suggestion", panel.accept)):
        if "nl-off" not in button._dom_classes and not button.disabled:
            yield words, button.click
    yield from (("place", button.click) for button in panel.groups.children)
    yield from (("choose", button.click) for button in panel.day.picks.children)
    yield from (("option", button.click) for button in panel.options.children[:3])


def _on_the_map(lab: Lab, rng: random.Random) -> Iterator[Press]:
    """What is lit: a place or two, a unit, a bridge; by day only, as the buttons do the rest of the opening."""
    view, session = lab.session.view, lab.session
    if view.decision is None or not view.decision.by_day:
        return
    lit = [place.id for place in view.places if place.target]
    for place in rng.sample(lit, min(2, len(lit))):
        yield "lit place", lambda place=place: session.click(Hit("place", place))  # type: ignore[misc]
    units = [counter.unit for counter in view.counters if counter.target]
    bridges = [bridge.id for bridge in view.bridges if bridge.target]
    for kind, ids in (("unit", units), ("bridge", bridges)):
        if ids:
            hit = Hit(kind, rng.choice(ids))
            yield f"lit {kind}", lambda hit=hit: session.click(hit)  # type: ignore[misc]


def _game(by_day: bool) -> Any:
    game = nl.new_game("d_day", seed=1944)
    while by_day and game.decision is not None and game.decision.kind != "impulse":
        game.orders.accept()
    return game


def main(clicks: int, by_day: bool) -> None:
    start = time.perf_counter()
    lab = Lab(_game(by_day), autosave=False)
    print(f"open: {time.perf_counter() - start:.2f} s")
    rng, times = random.Random(1), dict[str, list[float]]()
    for _ in range(clicks):
        words, press = pick(lab, rng)
        start = time.perf_counter()
        press()
        times.setdefault(words, []).append(1000 * (time.perf_counter() - start))
    every = sorted(each for some in times.values() for each in some)
    for words, some in [("all", every), *times.items()]:
        last = sorted(some)[int(0.95 * (len(some) - 1))]
        print(
            f"{words:>10}: {len(some):3} clicks, median {statistics.median(some):.0f} ms, 95th percentile {last:.0f} ms"
        )
    print(f"the game stands at {lab.game.log.at.moment}, action {lab.game.log.at.n}")


if __name__ == "__main__":
    main(next((int(word) for word in sys.argv[1:] if word.isdigit()), 100), "day" in sys.argv[1:])
