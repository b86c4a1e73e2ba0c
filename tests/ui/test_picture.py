"""``nl.picture``: a still picture of a position, with ways, layers and a place to look at."""

from __future__ import annotations

from itertools import pairwise

import pytest
from bokeh.models import Arrow

import normandy_lab as nl
from normandy_lab.ui.breakout.map.geometry import normandy


def test_ways_are_drawn_step_by_step_from_any_spelling() -> None:
    shown = nl.picture("d_day", ways=[["57", "Cherbourg", "Valognes"]], at="Valognes", span=40)
    arrows = [each for each in shown.plot.figure.center if isinstance(each, Arrow)]
    centres = [normandy().outlines[place].centre for place in ("57", "56", "53")]
    assert [((a.x_start, a.y_start), (a.x_end, a.y_end)) for a in arrows] == list(pairwise(centres))
    x, y = centres[-1]
    seen = shown.plot.window
    assert (seen.left + seen.right) / 2 == pytest.approx(x)
    assert (seen.bottom + seen.top) / 2 == pytest.approx(y)
    assert seen.right - seen.left >= 40


def test_the_whole_board_without_a_place() -> None:
    seen = nl.picture(nl.new_game("d_day", seed=1)).plot.window
    for outline in normandy().outlines.values():
        x, y = outline.centre
        assert seen.left < x < seen.right
        assert seen.bottom < y < seen.top


def test_layers_are_those_of_the_lab() -> None:
    assert nl.picture("d_day").plot.view.supply is None
    assert nl.picture("d_day", ["control", "supply:german"]).plot.view.supply is not None


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: nl.picture("d_day", ["suply"]), 'Did you mean "supply"'),
        (lambda: nl.picture("d_day", ways=[["Caen", "Bayeu"]]), "no place 'Bayeu'. Did you mean \"Bayeux\""),
        (lambda: nl.picture("d_day", at="Atlantis"), "no place 'Atlantis'"),
        (lambda: nl.picture("beach/with_limit"), "has no board of areas"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_line(call: object, said: str) -> None:
    with pytest.raises(nl.NormandyError) as caught:
        call()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
