"""Phase 4: shells (spec 4.4 and 6)."""

from __future__ import annotations

from statistics import fmean, pstdev

import pytest

from normandy_lab.beach.scatter import Scatter
from normandy_lab.beach.state import ASHORE, HIT
from normandy_lab.core.dice import KeyedDice
from tests.beach.helpers import OPEN, Table

FIGURES = {"A1": [4, 12], "A2": [4.5, 12], "A3": [4, 24], "A4": [4, 24.3], "B1": [12, 12], "B2": [12, 12]}


def ready(patch: dict | None = None, **position: object) -> Table:
    position = {"figures": FIGURES, **OPEN} | position
    return Table(patch, **position).to("aim")


def throw(table: Table, *points: str) -> Table:
    for point in points:
        table.do("aim 12 12", f"impact {point}")
    return table


FAR = ("12 -99", "12 -99", "12 -99")


def test_two_shells_for_each_bunker_destroyed_ones_included() -> None:
    table = ready(destroyed={"1": 1}, turn=3)
    keys = []
    while table.kinds() == "aim":
        table.do("aim 3 3")
        keys.append(table.game.decision.roll.key)
        table.do("impact 3 3")
    assert keys == [("shell", 3, "1", 1), ("shell", 3, "1", 2), ("shell", 3, "2", 1), ("shell", 3, "2", 2)]
    table = ready({"artillery": {"from_destroyed_bunkers": False}}, destroyed={"1": 1}, turn=3)
    table.do("aim 3 3", "impact 3 3", "aim 3 3", "impact 3 3")
    assert table.kinds() != "aim"


def test_all_are_thrown_before_any_is_judged() -> None:
    table = throw(ready(), "4 12", "4 12", "4 12")
    assert table.status("A1") == ASHORE
    throw(table, "12 -99")
    assert (table.status("A1"), table.state.shelled) == (HIT, [2, 0, 0]), "a figure is hit once"


@pytest.mark.parametrize(
    ("point", "fate", "hit"),
    [
        ("4 13", "hit", ["A1"]),  # exactly one inch: doubtful cases are removed
        ("4 13.001", "empty", []),
        ("4.2 12", "hit", ["A1", "A2"]),
        ("12 11.5", "hit", ["B1", "B2"]),  # two figures at one point
        ("4 24", "hit", ["A3"]),  # on the wall line counts; A4 is beyond the wall
        ("4 24.001", "wall", []),
        ("4 23.5", "hit", ["A3"]),
        ("-0.001 12", "off", []),
        ("24.001 12", "off", []),
        ("4 -6", "empty", []),
        ("4 -6.001", "off", []),
        ("20 40", "wall", []),
    ],
)
def test_what_a_shell_does(point: str, fate: str, hit: list[str]) -> None:
    table = throw(ready(), point, *FAR)
    assert table.state.shells[0].fate == fate
    assert (len(hit), bool(hit)) == (table.state.shells[0].hits, fate == "hit")
    assert [f for f in FIGURES if table.status(f) == HIT] == hit


def test_shells_are_thrown_when_everybody_is_past_the_wall() -> None:
    table = throw(ready(figures={"A1": [4, 26]}), "4 23.5", "4 26", *FAR[:2])
    assert [shell.fate for shell in table.state.shells] == ["empty", "wall", "off", "off"]
    assert table.status("A1") == ASHORE


def test_aims_lie_on_the_table() -> None:
    table = ready()
    assert table.why("aim 24 32") == table.why("aim 0 -6") == ""
    assert table.why("aim 24.1 3") == table.why("aim 3 -6.1") == "B-12"
    assert table.why("impact 3 3") == "FP 4"
    assert all(table.game.decision.accepts(option) for option in table.game.decision.options)


def test_losses_are_counted_by_cause() -> None:
    table = Table(figures=FIGURES, **OPEN).to("fire").do("fire 1 A", "roll 6+1+1+1", "hold 2")
    throw(table, "12 12", *FAR)
    assert (table.state.fire, table.state.shelled) == ([1, 0, 0], [0, 2, 0])
    assert (table.state.past[-1].fire, table.state.past[-1].artillery) == (1, 2)


@pytest.mark.parametrize("kernel", ["normal", "disc"])
def test_the_kernels_have_the_sigma_that_they_name(kernel: str) -> None:
    shells = [
        KeyedDice(seed).throw(Scatter("german", ("shell", 1), "", (12000, 9000), kernel, (4000, 2000)))[0]
        for seed in range(4000)
    ]
    for axis, (middle, sigma) in enumerate([(12000, 4000), (9000, 2000)]):
        values = [shell[axis] for shell in shells]
        assert abs(fmean(values) - middle) < 4 * sigma / 4000**0.5
        assert abs(pstdev(values) / sigma - 1) < 0.05
    if kernel == "disc":
        assert max(((x - 12000) / 4000) ** 2 + ((y - 9000) / 2000) ** 2 for x, y in shells) <= 4.01


def test_another_sigma_keeps_the_luck() -> None:
    near, far = (KeyedDice(5).throw(Scatter("g", (1,), "", (0, 0), "normal", (s, s)))[0] for s in (2000, 4000))
    assert far == pytest.approx((2 * near[0], 2 * near[1]), abs=2)
