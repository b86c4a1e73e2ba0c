"""How long the kernel takes from a click on a button of the lab to the redrawn panels and map.

Run from the project folder: ``python tools/lab_speed.py [CLICKS]``. Clicks are random, with the same luck every time; what
the browser needs afterwards is not counted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from normandy_lab.ui.lab import Lab


def pick(lab: Lab, rng: random.Random) -> tuple[str, Callable[[], None]]:
    """A button that can be pressed now, with a word for its kind."""
    panel, undo = lab.decision, lab.strip.undo
    if lab.game.decision is None:
        return "undo", undo.click
    shown = [
        (words, button.click)
        for words, button in (("primary", panel.primary), ("suggestion", panel.accept))
        if "nl-off" not in button._dom_classes and not button.disabled
    ]
    shown += [("place", button.click) for button in panel.groups.children]
    shown += [("option", button.click) for button in panel.options.children[:3]]
    return rng.choice(shown if undo.disabled else [*shown, ("undo", undo.click)])


def main(clicks: int) -> None:
    start = time.perf_counter()
    lab = Lab("d_day", seed=1944, autosave=False)
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


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
