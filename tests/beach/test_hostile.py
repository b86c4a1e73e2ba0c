"""What a careless or hostile reader tries: odd tables, contradictory positions, names that are words, wrong input."""

from __future__ import annotations

from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.beach.compile import even
from normandy_lab.beach.notation import parse
from normandy_lab.beach.odds import total
from normandy_lab.beach.report import reached
from normandy_lab.beach.rules.s44_artillery import exposed
from normandy_lab.beach.scatter import chance_to_touch
from normandy_lab.beach.suggest import _crowd
from tests.beach.helpers import BOARD, Table, line

FREE = {"obstacles": {"segments": "dice"}, "bunkers": {"sections": "dice"}}


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        ({"beach": {"segment_width": 0.0001}}, r"segment_width: 0.0001 is not allowed"),
        ({"beach": {"section_width": 0.0001}}, r"section_width: 0.0001 is not allowed"),
        ({"beach": {"segment_width": 0.001}, **FREE}, r"beach\.segment_width: 24000 segments are too many"),
        ({"figures": {"move": 0.0001}}, r"figures\.move: 0.0001 is not allowed"),
        ({"artillery": {"stray": 0.0001}}, r"artillery\.stray: must be one length"),
        ({"end": {"turn_limit": 20}, "position": {"turn": 30}}, r"position\.turn: turn 30 is after the last, 20"),
        ({"position": {"figures": {"A1": [4, 30]}}}, r"A1 stands in a bunker.*\(B-20\)"),
        ({"position": {"figures": {"A1": [12, 30]}}, **FREE}, r"A1 stands in a bunker"),
        ({5: 6}, r"5: a key must be text"),
        ({"fire": {5: 6}}, r"fire\.5: a key must be text"),
    ],
)
def test_more_bad_values(patch: dict[Any, Any], said: str) -> None:
    with pytest.raises(nl.ScenarioError, match=said):
        BOARD.with_(patch)


@pytest.mark.parametrize("patch", ["x", 5, None, []])
def test_a_patch_is_a_table(patch: Any) -> None:
    with pytest.raises(nl.NormandyError, match="is no table"):
        BOARD.with_(patch)


def test_beside_the_face_of_a_bunker_one_may_stand() -> None:
    BOARD.with_({"position": {"figures": {"A1": [4, 29], "A2": [6, 30], "A3": [12, 30]}}})


def test_no_bunker_left_and_no_gap_the_game_goes_on() -> None:
    """Every bunker is destroyed but no segment is open: the Americans must still clear one (B-18, B-19)."""
    table = Table(figures=line("A", 24, 2), obstacles=[1, 1, 2, 1], began=[1, 1, 2, 1], destroyed={"1": 1, "2": 1})
    assert table.kinds() == "act"
    table.do("clear A1", "roll 3")
    assert table.kinds() == "act", "A2 may try too"
    table.do("clear A2", "roll 6")
    assert table.game.result is not None
    assert table.game.result.winner == "american"


def test_a_position_remembers_the_breakthrough() -> None:
    position = {"turn": 5, "figures": line("A", 12), "obstacles": [0, 0, 2, 1], "began": [1, 0, 2, 1],
                "destroyed": {"1": 4}}  # fmt: skip
    table = Table({"end": {"turn_limit": 5}}, **position).to("nothing")
    assert table.game.result is not None
    assert table.game.result.how.startswith("Marginal German victory")
    table = Table({"end": {"turn_limit": 5}}, **position | {"began": [0, 0, 2, 1]}).to("nothing")
    assert table.game.result is not None
    assert table.game.result.how.startswith("German victory"), "nothing has been cleared"


def test_aims_offered_lie_on_a_table_of_any_width() -> None:
    patch = {"beach": {"width_per_german": 24.06, "zone_width": 8.02, "segment_width": 24.06, "section_width": 8.02}}
    spec = BOARD.with_({**patch, **FREE, "bunkers": {"sections": [1, 3]}, "obstacles": {"segments": [0]},
                        "position": {"figures": {"C1": [24.06, 3]}}})  # fmt: skip
    game = nl.new_game(spec)
    game.play("end")
    for shot in ("fire 1 C", "fire 2 C"):
        game.auto_roll = False
        game.play(shot)
        game.play("roll 1+1+1+1")
    assert game.decision is not None
    assert game.decision.kind == "aim"
    assert all(game.why_not(option) is None for option in game.decision.options)


def test_a_line_stays_in_its_zone() -> None:
    assert max(even(24, 190)) <= 190


def test_squads_named_like_filling_words_can_be_shot_at() -> None:
    spec = nl.load_scenario("beach/demonstration").with_(
        {"players": {"american_per_german": 12, "squads_each": 4, "figures_per_squad": 1}, "beach": {"zone_width": 0.5}}
    )
    setting = spec.setting()
    assert setting.squads[45] == "AT"
    assert parse(setting, "fire 1 AT").args == (0, 45)
    assert parse(setting, "fire 1 at B").args == (0, 1)
    assert parse(BOARD.setting(), "FIRE 1 AT B").args == (0, 1)


def test_far_places_can_be_written() -> None:
    assert parse(BOARD.setting(), "impact 11999.5 -10001").args == (11999500, -10001000)


@pytest.mark.parametrize("until", ["turn ²", "turn -1", 3, None])
def test_until_in_words(until: Any) -> None:
    with pytest.raises(nl.NotationError, match="is no phase"):
        reached(Table().state, until)


def test_odds_of_a_shell_know_the_wall_and_the_edges() -> None:
    at_wall = Table(figures={"A1": [12, 24]}, obstacles=[0, 0, 0, 0]).to("aim").do("aim 12 24")
    corner = Table(figures={"A1": [0, 24]}, obstacles=[0, 0, 0, 0]).to("aim").do("aim 0 24")
    (half,) = nl.odds(at_wall.game).probability
    (quarter,) = nl.odds(corner.game).probability
    assert half == pytest.approx(0.03077 / 2, abs=1e-5), "half of the shells fall behind the wall"
    assert quarter == pytest.approx(0.03077 / 4, abs=1e-5)


def test_touching_within_bounds() -> None:
    far = 1e6
    whole = chance_to_touch("normal", (4, 4), 1, (2, 1))
    parts = [
        chance_to_touch("normal", (4, 4), 1, (2, 1), (left, -far, right, far))
        for left, right in ((-far, 1.4), (1.4, 2.9), (2.9, far))
    ]
    assert sum(parts) == pytest.approx(whole, abs=1e-7)
    assert chance_to_touch("disc", (4, 4), 1, (0, 0), (-far, -far, far, -0.0)) == pytest.approx(1 / 128, rel=1e-3)
    assert chance_to_touch("normal", (4, 4), 1, (0, 0), (-far, -far, far, -1.5)) == 0


def test_odds_on_aiming_name_the_sand_and_the_wall() -> None:
    table = Table(figures={"A1": [12, 12]}, obstacles=[0, 0, 0, 0]).to("aim")
    found = dict(nl.odds(table.game)[["what", "probability"]].itertuples(index=False))
    shares = list(found.values())
    assert shares == [pytest.approx(0.03077, abs=1e-5), pytest.approx(0.03077 / 2, abs=1e-5)]


def test_odds_of_morale_with_nobody_left() -> None:
    """A squad whose last figure is hit goes back whatever it throws (B-17)."""
    table = Table(figures={"A1": [12, 12], "B1": [20, 12]}, obstacles=[0, 0, 0, 0]).to("fire")
    table.do("fire 1 A", "roll 6+1+1+1").to("roll", "morale")
    assert list(nl.odds(table.game).probability) == [1, 0]


def test_saves_of_any_moment_come_back(tmp_path: Any) -> None:
    game = nl.new_game("beach/class_of_24", seed=4)
    game.run(players=dict.fromkeys(game.seats, "suggest"), until="turn 3")
    path = tmp_path / "class.nlab"
    game.save(path)
    again = nl.load_game(path)
    assert again.state.digest() == game.state.digest()
    back = len(again.log.at.path()) - 1  # all but the dice for the obstacles
    assert again.undo(back) == back
    assert again.state.digest() == nl.new_game("beach/class_of_24", seed=4).state.digest()


def test_totals() -> None:
    assert total(0).chance(lambda found: found == 0) == 1


@pytest.mark.parametrize(("spot", "rule"), [("3 28", "FP 2.2"), ("3 28.001", ""), ("6 28", "")])
def test_the_far_edge_of_the_belt_is_closed(spot: str, rule: str) -> None:
    """The belt is 24 < y <= 28 (spec 2); segment 2 is open, and a border belongs to the right segment."""
    table = Table(figures={"A1": [6, 28.5]}, obstacles=[1, 0, 2, 1])
    assert table.why(f"move A1 {spot}") == rule


def test_every_declared_volley_is_thrown() -> None:
    """All targets are named first, then every bunker rolls (B-11)."""
    table = Table({"fire": {"declare": "all first"}}, figures=line("A", 12) | line("B", 12, x=9)).to("fire")
    table.do("fire 1 A", "fire 2 B", "roll 5+5+1+1", "roll 6+1+1+1")
    assert (table.state.fire[0], table.state.fire[1], table.kinds()) == (2, 1, "aim")


@pytest.mark.parametrize(("spot", "rule"), [("6 12", ""), ("6 12.001", ""), ("6.001 12", "FP 2.1")])
def test_not_a_thousandth_too_far(spot: str, rule: str) -> None:
    table = Table(figures={"A1": [0, 12.001], "A2": [0, 12]})
    figure = "A1" if spot.endswith("001") else "A2"
    assert table.why(f"move {figure} {spot}") == rule


def test_six_inches_and_a_thousandth_aside() -> None:
    assert Table(figures={"A1": [0, 12]}).why("move A1 6 12.001") == "FP 2.1"


def test_a_border_belongs_to_the_segment_on_its_right_and_the_edge_to_the_last() -> None:
    setting = BOARD.setting()
    assert [setting.segment_of(x) for x in (0, 5999, 6000, 12000, 18000, 24000)] == [0, 0, 1, 2, 3, 3]
    table = Table(figures={"A1": [6, 24], "A2": [24, 24]}, obstacles=[1, 0, 2, 1])
    assert table.why("clear A1") == "FP 2.2", "segment 2 has none"
    assert table.why("clear A2") == ""


def test_a_bunker_destroyed_in_the_first_turn_stays_so_in_a_position() -> None:
    table = Table(figures={"A1": [12, 3]}, destroyed={"1": 1}, turn=2)
    assert table.game.as_scenario().model.position.destroyed == {"1": 1}


def test_who_stands_farther_than_sigma_is_no_crowd() -> None:
    """A1 and A2 are within 4 inches of one another; B1 has three figures 5 inches away (spec 7)."""
    figures = {"A1": [2, 2], "A2": [4, 2], "B1": [14, 12], "B2": [19, 12], "B3": [9, 12], "B4": [14, 17]}
    state = Table(figures=figures).state
    names = {name: n for n, name in enumerate(state.setting.figures)}
    everybody = exposed(state)
    crowd = {name: _crowd(state, everybody, names[name]) for name in figures}
    assert crowd == {"A1": 2, "A2": 2, "B1": 1, "B2": 1, "B3": 1, "B4": 1}
