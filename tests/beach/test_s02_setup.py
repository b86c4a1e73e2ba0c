"""Set-up: obstacles by dice, sites of bunkers, lines of figures (spec 2)."""

from __future__ import annotations

import itertools

import pytest

import normandy_lab as nl
from normandy_lab.beach.setting import MIL
from tests.beach.helpers import BOARD, Table


def test_default_table() -> None:
    setting = BOARD.setting()
    assert (setting.width, setting.water, setting.wall, setting.belt, setting.depth) == (
        24000,
        6000,
        24000,
        28000,
        32000,
    )
    assert setting.zones == ((0, 8000), (8000, 16000), (16000, 24000))
    assert setting.segments == ((0, 6000), (6000, 12000), (12000, 18000), (18000, 24000))
    assert [setting.bunker_at(section) for section in range(3)] == [
        (2000, 29000, 6000, 31000),
        (10000, 29000, 14000, 31000),
        (18000, 29000, 22000, 31000),
    ]
    assert setting.touch == MIL
    assert (len(setting.figures), setting.figures[:2], setting.figures[-1]) == (36, ("A1", "A2"), "C12")


def test_a_class_scales_with_its_german_players() -> None:
    setting = nl.load_scenario("beach/class_of_24").setting()
    german = setting.german_players
    assert (len(setting.bunkers), len(setting.squads), setting.width) == (2 * german, 3 * german, 24000 * german)
    assert (german + setting.american_players, setting.american_players) == (24, 3 * german)


def test_obstacles_by_dice() -> None:
    table = Table({"obstacles": {"segments": "dice"}})
    game = nl.new_game(BOARD.with_({"obstacles": {"segments": "dice"}}), dice=nl.TypedDice())
    assert game.decision.roll.counts == (4,)
    game.play("roll 1+2+5+6")
    assert (game.state.obstacles, game.state.opened) == ([0, 1, 1, 2], [0, -1, -1, -1])
    assert table.state.obstacles == table.state.began


def test_sites_by_dice_and_by_choice() -> None:
    game = nl.new_game(BOARD.with_({"bunkers": {"sections": "dice"}}), dice=nl.TypedDice())
    assert game.decision.roll.sides == 3
    game.play("roll 2")
    assert game.decision.roll.sides == 2, "two sections are left, and one bunker"
    game.play("roll 2")
    assert game.state.section == [1, 2]
    chosen = nl.new_game(BOARD.with_({"bunkers": {"sections": "choose"}}))
    assert (chosen.actor, chosen.decision.options) == ("german", ("place 1 1", "place 1 2", "place 1 3"))
    chosen.play("place 1 3")
    assert chosen.why_not("place 2 3").rule == "B-3"
    chosen.play("place 2 1")
    assert chosen.state.section == [2, 0]


def test_as_many_bunkers_as_sections_leave_no_choice() -> None:
    patch = {"players": {"bunkers_per_german": 3}, "bunkers": {"sections": "choose"}}
    assert Table(patch).state.section == [0, 1, 2]


def test_each_german_player_keeps_to_his_sections() -> None:
    game = nl.new_game("beach/class_of_24")
    while game.decision.kind == "place":
        game.play(game.decision.options[-1])
    assert all(section // 3 == bunker // 2 for bunker, section in enumerate(game.state.section))
    assert len(set(game.state.section)) == 12


@pytest.mark.parametrize("line_up", ["even", [0, 1, 2, 3, 4, 5, 6, 7, 7.5, 8, 8, 8]])
def test_lines_of_figures(line_up: object) -> None:
    table = Table({"figures": {"line_up": line_up}})
    for squad in range(3):
        places = [table.spot(f"{'ABC'[squad]}{n + 1}") for n in range(12)]
        assert all(y == 0 for _, y in places)
        assert [x for x, _ in places] == sorted(x for x, _ in places)
        assert 8 * squad <= places[0][0] <= places[-1][0] <= 8 * squad + 8
        if line_up == "even":
            gaps = [b[0] - a[0] for a, b in itertools.pairwise(places)]
            assert max(gaps) - min(gaps) < 0.11, "evenly, to the tenth"
        else:
            assert [x - 8 * squad for x, _ in places] == line_up
