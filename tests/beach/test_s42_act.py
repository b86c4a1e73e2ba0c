"""Phase 2: one action a figure, the sea wall, gaps, contact (spec 4.2 and 6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab.beach.rules.s42_paths import crosses
from tests.beach.helpers import OPEN, Table, line

WALL = {"A1": [3, 24], "A2": [3, 23], "A3": [9, 24], "B1": [15, 24], "B2": [11, 24]}


def test_every_figure_acts_once() -> None:
    table = Table()
    table.do("move A1 0.3 6")
    assert table.why("move A1 0.3 7") == "FP 2"
    assert table.why("clear A1") == "FP 2"
    assert table.why("move A2 1 6") == ""
    table.do("end")
    assert table.kinds() != "act"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("move A1 0.3 6", ""),
        ("move A1 0.3 6.001", "FP 2.1"),
        ("move A1 3.9 4.8", ""),  # 3.6 along and 4.8 inland are 6
        ("move A1 4 4.8", "FP 2.1"),
        ("move A1 0 0.1", ""),
        ("move A1 -0.1 0", "B-2"),
        ("move A1 0.3 -1", "B-2"),
        ("move A1 0.3 0", "FP 2.1"),
        ("clear A1", "FP 2.2"),
        ("assault A1 1", "FP 2.3"),
    ],
)
def test_six_inches_on_land(action: str, rule: str) -> None:
    assert Table().why(action) == rule


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("move A2 3 24", ""),
        ("move A2 3 24.1", "FP 2.1"),  # short of the wall: stop there, even before an open segment
        ("move A3 9 28.1", ""),  # segment 2 began with none
        ("move A3 9 25", ""),
        ("move A1 3 24.1", "FP 2.2"),  # closed
        ("move A1 5.999 26", "FP 2.2"),
        ("move A1 6 26", ""),  # a border belongs to the segment on its right: three along, two in
        ("move B2 12 26", "FP 2.2"),
        ("move B2 11.9 26", ""),
        ("move A1 8 24", ""),  # along the wall
        ("move A3 9 20", ""),  # back
        ("move A3 9 30", ""),  # between the bunkers
        ("move A3 5 28.5", "FP 2.1"),  # straight it crosses segment 1, around the corner it is 6.4
        ("move A3 5.9 28.5", ""),  # around the corner: 5.0 to (6, 28) and a little
    ],
)
def test_the_wall_and_the_belt(action: str, rule: str) -> None:
    assert Table(figures=WALL).why(action) == rule


def test_a_bunker_stands_in_the_way() -> None:
    table = Table(figures={"A1": [8, 30], "A2": [4, 28.5], "A3": [8, 31]}, **OPEN)
    assert table.why("move A1 5 30") == "B-9"
    assert table.why("move A1 6 30") == "", "up to its edge"
    assert table.why("move A2 4 31.5") == "FP 2.1", "through it: 3 inches; around it: 2.06 + 2 + 2.06"
    assert table.why("move A2 2.5 31.5") == "", "around the left edge"


def test_who_comes_back_to_the_wall_stops_there() -> None:
    table = Table(figures={"A1": [9, 26]}, **OPEN)
    assert table.why("move A1 9 24") == ""
    assert table.why("move A1 9 23.9") == "FP 2.1"


def test_clearing_opens_the_segment_next_turn_only() -> None:
    table = Table(figures={"A1": [3, 24], "A2": [4, 24], "A3": [14, 24], "A4": [15, 24]})
    table.do("clear A1")
    assert table.game.decision.roll.key == ("clear", 1, "A1")
    table.do("roll 6")
    assert (table.state.obstacles, table.state.opened[0]) == ([0, 0, 2, 1], 2)
    assert table.why("move A2 4 26") == "FP 2.2", "not in the turn in which it was made"
    assert table.why("clear A2") == "FP 2.2", "nothing is left: sixes beyond the number are wasted"
    table.do("clear A3", "roll 6")
    assert (table.state.obstacles[2], table.state.opened[2]) == (1, -1)
    table.do("clear A4", "roll 5")
    assert table.state.obstacles[2] == 1
    table.do("end").to("act")
    assert table.state.turn == 2
    assert table.why("move A1 3 28.5") == ""
    assert table.state.past[0].cleared == 2


def test_only_who_starts_the_turn_at_the_wall_clears() -> None:
    table = Table(figures={"A1": [3, 22]})
    table.do("move A1 3 24")
    assert table.kinds() != "act", "it has acted: the phase is over"
    table.to("act")
    assert table.why("clear A1") == ""


def test_a_segment_that_began_with_none_is_open_but_the_wall_stops() -> None:
    table = Table(figures={"A1": [9, 20]})
    assert table.why("move A1 9 24.5") == "FP 2.1"
    table.do("move A1 9 24").to("act")
    assert table.why("move A1 9 28.5") == ""


def test_contact_and_assault() -> None:
    spots = {"A1": [4, 28.5], "A2": [4, 28.499], "A3": [6.3, 28.6], "A4": [1.5, 30]}
    table = Table(figures=spots, **OPEN)
    assert table.why("assault A1 1") == ""
    assert table.why("assault A2 1") == "FP 2.3"
    assert table.why("assault A3 1") == "", "0.3 aside and 0.4 before the corner are half an inch"
    assert table.why("assault A4 1") == "", "from the side"
    assert table.why("assault A1 2") == "FP 2.3"
    table.do("assault A1 1", "roll 5", "assault A3 1", "roll 6")
    assert table.state.destroyed == [1, 0]
    assert table.why("assault A4 1") == "FP 2.3", "its action becomes a move, or nothing"
    assert table.why("move A4 1.5 28.4") == ""


def test_one_move_from_the_wall_reaches_contact_up_to_3_9_aside() -> None:
    table = Table(figures={"A1": [9.9, 24]}, **OPEN)
    # 3.9 to the right of the bunker's face (right edge at 6)
    table.do("move A1 6 28.5").to("act")
    assert table.why("assault A1 1") == ""


def test_a_figure_in_contact_with_two_bunkers_names_one() -> None:
    near = {"beach": {"section_width": 4, "bunker_width": 3.5}, "bunkers": {"sections": [1, 2]}}
    table = Table(near, figures={"A1": [4.1, 28.8]}, **OPEN)
    assert (table.why("assault A1 1"), table.why("assault A1 2")) == ("", "")
    assert table.game.decision.options[:2] == ("assault A1 2", "assault A1 1"), "the nearer one first"
    table.do("assault A1 1", "roll 6")
    assert table.state.destroyed == [1, 0]


def test_figures_of_the_craft_and_those_hit_cannot_act() -> None:
    table = Table(figures=line("A", 6, 3))
    assert table.why("move A4 3 3") == "FP 1"
    assert table.why("fire 1 A") == "FP 2"
    assert table.why("roll 6") == "FP 2"


def test_the_last_bunker_ends_the_phase_and_the_game() -> None:
    table = Table(figures={"A1": [4, 28.6], "A2": [9, 24]}, destroyed={"2": 1}, **OPEN)
    table.do("assault A1 1", "roll 6")
    assert table.game.result.winner == "american"
    assert table.game.decision is None, "no fire, no shells, no further action that turn"


def test_suggestions_are_legal_and_on_the_lattice() -> None:
    table = Table(figures=WALL)
    options = table.game.decision.options
    assert options[-1] == "end"
    assert len(set(options)) == len(options)
    for option in options:
        assert table.why(option) == ""
        if option.verb == "move":
            assert option.args[1] % 100 == option.args[2] % 100 == 0


NUMBER = st.integers(-6, 6)


@given(a=st.tuples(NUMBER, NUMBER), b=st.tuples(NUMBER, NUMBER))
def test_lines_through_a_box_are_found_by_sampling_too(a: tuple[int, int], b: tuple[int, int]) -> None:
    box = (-2, -1, 3, 2)
    inside = any(
        box[0] < a[0] + (b[0] - a[0]) * n / 840 < box[2] and box[1] < a[1] + (b[1] - a[1]) * n / 840 < box[3]
        for n in range(841)
    )
    assert crosses(box, a, b) is inside
