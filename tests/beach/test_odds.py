"""Every probability of the specification's tables, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp

import pytest

from normandy_lab.beach import odds
from normandy_lab.beach.scatter import chance_to_touch

CLEARS = {
    1: (Fraction(1, 6), Fraction(0)),
    2: (Fraction(11, 36), Fraction(1, 36)),
    3: (Fraction(91, 216), Fraction(2, 27)),
    4: (Fraction(671, 1296), Fraction(19, 144)),
    6: (Fraction(31031, 46656), Fraction(12281, 46656)),
    8: (Fraction(1288991, 1679616), Fraction(663991, 1679616)),
    12: (Fraction(1932641711, 2176782336), Fraction(1346704211, 2176782336)),
}
BREAKS = {
    0: Fraction(0),
    1: Fraction(0),
    2: Fraction(1, 36),
    3: Fraction(3, 8),
    4: Fraction(493, 648),
    5: Fraction(7319, 7776),
    6: Fraction(7699, 7776),
    7: Fraction(46601, 46656),
    8: Fraction(559817, 559872),
    9: Fraction(10077641, 10077696),
    12: Fraction(1),
}
ELIMINATED = {
    1: (Fraction(2869, 52488), Fraction(4, 3)),
    2: (Fraction(1188843017, 3673320192), Fraction(8, 3)),
    3: (Fraction(4985089313993, 8033551259904), Fraction(4)),
    4: (Fraction(2777735888009, 3389154437772), Fraction(16, 3)),
}
TOUCH = {
    2.5: (0.07688, 0.05654, 0.02247, 0.00056),
    4: (0.03077, 0.02720, 0.01881, 0.00429),
    6: (0.01379, 0.01305, 0.01106, 0.00571),
}


@pytest.mark.parametrize("figures", CLEARS)
def test_sixes_of_figures_that_try(figures: int) -> None:
    assert (odds.at_least(1, figures), odds.at_least(2, figures)) == CLEARS[figures]


def test_one_volley() -> None:
    hits = odds.successes(4, 5)
    assert [hits[n] for n in range(5)] == [Fraction(n, 81) for n in (16, 32, 24, 8, 1)]
    mean = hits.expect()
    assert (mean, hits.expect(lambda n: (n - mean) ** 2)) == (Fraction(4, 3), Fraction(8, 9))


def test_two_volleys() -> None:
    counts = [256, 1024, 1792, 1792, 1120, 448, 112, 16, 1]
    assert [odds.successes(8, 5)[n] for n in range(9)] == [Fraction(count, 6561) for count in counts]


@pytest.mark.parametrize("lost", BREAKS)
def test_morale(lost: int) -> None:
    assert odds.breaks(lost) == BREAKS[lost]


def test_morale_of_three_counted_by_hand() -> None:
    throws = list(product(range(1, 7), repeat=3))
    assert odds.breaks(3) == Fraction(sum(sum(throw) >= 12 for throw in throws), len(throws))


@pytest.mark.parametrize("bunkers", ELIMINATED)
def test_a_full_squad_under_several_bunkers(bunkers: int) -> None:
    assert (odds.eliminated(12, bunkers), odds.successes(4 * bunkers, 5).expect()) == ELIMINATED[bunkers]


def test_concentration_pays() -> None:
    apart = 1 - (1 - odds.eliminated(12, 1)) ** 2
    assert round(float(apart), 3) == 0.106
    assert round(float(odds.eliminated(12, 2)), 3) == 0.324


def test_a_squad_without_a_figure_left_is_eliminated() -> None:
    # one figure, one volley: hit unless all four dice miss (16/81); with one loss morale cannot break it
    assert odds.eliminated(1, 1) == 1 - Fraction(16, 81)


@pytest.mark.parametrize("sigma", TOUCH)
def test_one_shell_on_one_figure(sigma: float) -> None:
    found = [chance_to_touch("normal", (sigma, sigma), 1, (distance, 0)) for distance in (0, 2, 4, 8)]
    assert found == pytest.approx(TOUCH[sigma], abs=6e-6)
    assert found[0] == pytest.approx(1 - exp(-1 / (2 * sigma**2)), abs=1e-9)


def test_one_shell_by_the_other_kernel() -> None:
    # evenly over a disc of radius 8: the disc of radius 1 is 1/64 of it, anywhere inside, nothing outside
    assert chance_to_touch("disc", (4, 4), 1, (3, 2)) == pytest.approx(1 / 64, rel=1e-4)
    assert chance_to_touch("disc", (4, 4), 1, (9.1, 0)) == 0


def test_direction_does_not_matter_with_one_sigma() -> None:
    assert chance_to_touch("normal", (4, 4), 1, (2.4, 3.2)) == pytest.approx(TOUCH[4][2], abs=6e-6)
