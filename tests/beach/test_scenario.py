"""Scenario files: every setting a field, every problem at once, round trips, comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.beach.schema import Document, rule_of
from tests.beach.helpers import BOARD, Table

SHIPPED = ("beach/class_of_24", "beach/demonstration", "beach/with_limit")


def test_shipped_scenarios_are_listed_beside_those_of_the_other_system() -> None:
    listed = nl.scenarios().set_index("name")
    assert {"d_day", *SHIPPED} <= set(listed.index)
    assert set(listed.loc[list(SHIPPED)].system) == {"beach"}
    assert listed.loc["d_day"].system == "breakout"
    assert listed.loc["beach/with_limit"].end == "turn 20"


@pytest.mark.parametrize("name", SHIPPED)
def test_round_trip(name: str, tmp_path: Path) -> None:
    spec = nl.load_scenario(name)
    path = tmp_path / "copy.toml"
    path.write_text(spec.to_toml(), "utf-8")
    again = nl.load_scenario(path)
    assert (again, again.digest, again.to_toml()) == (spec, spec.digest, spec.to_toml())
    assert spec.notices == ()


# One value other than the default for each setting of the specification.
OTHER: dict[str, Any] = {
    "players.german": 2, "players.american_per_german": 2, "players.squads_each": 2, "players.figures_per_squad": 10,
    "players.bunkers_per_german": 3, "players.soldiers_per_bunker": 5,
    "beach.width_per_german": 48, "beach.zone_width": 4, "beach.water_depth": 3, "beach.seawall": 20,
    "beach.belt_depth": 3.5, "beach.ground_depth": 6, "beach.segment_width": 4, "beach.section_width": 6,
    "beach.bunker_width": 3, "beach.bunker_depth": 1, "beach.bunker_front": 28.5,
    "figures.move": 5, "figures.base": 0.5, "figures.contact": 0.25, "figures.clears_on": 5, "figures.destroys_on": 5,
    "figures.line_up": [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    "obstacles.segments": [2, 2, 2, 2], "obstacles.by_face": [0, 0, 0, 1, 2, 3], "bunkers.sections": [2, 3],
    "fire.dice": 5, "fire.hit_on": 4, "fire.casualties": "random", "fire.declare": "all first",
    "artillery.shells": 3, "artillery.from_destroyed_bunkers": False, "artillery.kernel": "disc",
    "artillery.stray": "wild", "artillery.shell": 2, "morale.breaks_at": 10, "replacements.limit": 3,
    "replacements.pool": "player", "end.turn_limit": 12,
}  # fmt: skip
TOGETHER = {
    "players.american_per_german": {"beach": {"zone_width": 12}},
    "players.squads_each": {"beach": {"zone_width": 4}},
    "beach.width_per_german": {"beach": {"zone_width": 16}, "obstacles": {"segments": "dice"}},
    "beach.seawall": {"beach": {"bunker_front": 25}},
    "beach.zone_width": {"players": {"american_per_german": 6}},
    "beach.segment_width": {"obstacles": {"segments": "dice"}},
}
WHOLE = {"obstacles": {"segments": "dice"}, "bunkers": {"sections": "dice"}}


def test_every_setting_is_named_here() -> None:
    fields = {
        f"{s}.{key}"
        for s, field in Document.model_fields.items()
        if s not in ("about", "position")
        for key in getattr(field.annotation, "model_fields", ())
    }
    assert set(OTHER) == fields


@pytest.mark.parametrize("key", OTHER)
def test_every_setting_can_be_changed_and_is_cited(key: str) -> None:
    section, name = key.split(".")
    base = BOARD.with_(WHOLE)
    patch = {part: dict(table) for part, table in TOGETHER.get(key, {}).items()}
    patch.setdefault(section, {})[name] = OTHER[key]
    spec = base.with_(patch)
    assert spec.in_force[key] == OTHER[key]
    assert spec.digest != base.digest
    assert rule_of(key).split()[0].split("-")[0] in ("FP", "SA", "B")
    assert key in set(nl.diff(base, spec).key)
    if key != "players.soldiers_per_bunker":  # it explains the dice and plays no part
        changed = [
            name
            for name, old, new in zip(base.setting()._fields, base.setting(), spec.setting(), strict=True)
            if old != new
        ]
        assert set(changed) - {"name", "title", "digest", "spec"}, "the Setting does not depend on it"
    game = nl.new_game(spec, seed=1)
    game.run(players={"german": "suggest", "american": "suggest"}, until="turn 2")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"fire": {"dcie": 5}}, r'fire\.dcie: "dcie" is no known key\. Did you mean "dice"'),
    ({"wheather": {}}, r'"wheather" is no known key'),
    ({"fire": {"hit_on": 9}}, r"fire\.hit_on: 9 is not allowed: it should be less than or equal to 7"),
    ({"fire": {"hit_on": "5"}}, r'fire\.hit_on: "5" is not allowed'),
    ({"fire": {"casualties": "farthest"}}, r"fire\.casualties: .farthest. is not allowed"),
    ({"artillery": {"stray": "strong arm"}}, r"artillery\.stray: .strong arm. is no arm.*good arm, average, wild"),
    ({"artillery": {"stray": [4, 0]}}, r"artillery\.stray: must be one length or"),
    ({"replacements": {"limit": -1}}, r"replacements\.limit: -1 is not allowed"),
    (
        {"beach": {"zone_width": 7}},
        r"beach\.zone_width: 3 squads of 7 inches do not fill the 24 .*\(SA 2\)\. Make it 8",
    ),
    ({"beach": {"segment_width": 7}}, r"beach\.segment_width: 7 inches do not divide 24"),
    ({"players": {"bunkers_per_german": 4}}, r"4 bunkers do not fit into 3 sections"),
    ({"beach": {"bunker_front": 27}}, r"bunkers would stand in the obstacle belt, which ends at 28"),
    ({"beach": {"ground_depth": 2}}, r"beyond the table"),
    ({"beach": {"bunker_width": 9}}, r"wider than its section"),
    ({"obstacles": {"segments": [1, 2]}}, r"obstacles\.segments: 2 numbers for 4 segments"),
    ({"bunkers": {"sections": [1, 1]}}, r"two bunkers stand in one section"),
    ({"bunkers": {"sections": [1, 4]}}, r"section 4 is not of the player of bunker 2.*Use 1 to 3"),
    ({"bunkers": {"sections": [1]}}, r"1 sections for 2 bunkers"),
    ({"figures": {"line_up": [0, 9]}}, r"2 places for 12 figures"),
    ({"position": {"figures": {"A13": [3, 3]}}}, r'there is no figure "A13"'),
    ({"position": {"figures": {"A1": [30, 3]}}}, r"A1 stands off the land"),
    ({"position": {"figures": {"A1": [3, 3]}, "gone": ["A"]}}, r"A1 is ashore, and its squad is gone"),
    ({"position": {"obstacles": [3, 0, 0, 0], "began": [1, 0, 0, 0]}}, r"more obstacles than it began with"),
    ({"position": {"figures": {"A1": [3, 26]}, "obstacles": [1, 0, 2, 1]}}, r"A1 stands among obstacles"),
    ({"position": {"landed": 2}, "replacements": {"limit": 1}}, r"more replacements have landed than the limit"),
    ({"position": {"destroyed": {"1": 5}}}, r"destroyed after this turn"),
]


@pytest.mark.parametrize(("patch", "said"), BAD)
def test_bad_values_are_named_with_rule_and_remedy(patch: dict[str, Any], said: str) -> None:
    with pytest.raises(nl.ScenarioError, match=said):
        BOARD.with_(patch)


def test_all_problems_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'system = "beach"\n[fire]\ndcie = 3\nhit_on = 9\n[beach]\nzone_width = 7\nsegment_width = 7\n', "utf-8"
    )
    with pytest.raises(nl.ScenarioError) as error:
        nl.load_scenario(path)
    places = sorted(problem.place.partition(": ")[2] for problem in error.value.problems)
    assert places == ["beach.segment_width", "beach.zone_width", "fire.dcie", "fire.hit_on"]


def test_an_unknown_system_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('system = "beech"\n', "utf-8")
    with pytest.raises(nl.ScenarioError, match=r'"beech" is no game system\. Did you mean "beach"'):
        nl.load_scenario(path)


def test_extends_takes_the_system_of_what_it_extends(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "beach/with_limit"\n[replacements]\nlimit = 4\n', "utf-8")
    spec = nl.load_scenario(path)
    assert (spec.system, spec.in_force["replacements.limit"], spec.in_force["end.turn_limit"]) == ("beach", 4, 20)


def test_systems_are_not_compared() -> None:
    with pytest.raises(nl.NormandyError, match="compare like with like"):
        nl.diff(nl.load_scenario("d_day"), BOARD)


def test_describe_names_what_differs_from_the_default() -> None:
    text = str(nl.load_scenario("beach/with_limit").describe())
    assert "replacements.limit" in text
    assert "FP 1" in text
    assert nl.load_scenario("beach/with_limit").describe().frame("settings").shape[0] == len(OTHER)
    assert "<table>" in BOARD.describe()._repr_html_()


def test_a_bunker_with_other_soldiers_than_dice_is_noticed() -> None:
    assert [n.place for n in BOARD.with_({"fire": {"dice": 3}}).notices] == ["players.soldiers_per_bunker"]


def test_a_position_can_be_taken_and_played_on() -> None:
    game = nl.new_game("beach/with_limit", seed=4)
    game.run(players={"german": "suggest", "american": "suggest"}, until="turn 6")
    assert game.log.at.moment == "7A"
    again = nl.new_game(game.as_scenario(), seed=4)
    assert again.table("figures").equals(game.table("figures"))
    assert again.table("bunkers").equals(game.table("bunkers"))
    assert (again.state.obstacles, again.state.landed) == (game.state.obstacles, game.state.landed)
    game.orders.accept()
    with pytest.raises(nl.NormandyError, match="start of phase 2"):
        game.as_scenario()


def test_tables_have_their_columns() -> None:
    table = Table()
    columns = {
        "figures": "id squad status x y acted",
        "squads": "id zone size state standing fire artillery player",
        "segments": "id from to began obstacles open_from open",
        "bunkers": "id section left front right back alive destroyed_turn",
        "turns": "turn landed cleared destroyed fire artillery eliminated sent_back",
        "score": "term value rule",
    }
    for name, wanted in columns.items():
        assert list(table.game.table(name).columns) == wanted.split()
    with pytest.raises(nl.NotationError, match="there is no table 'areas'"):
        table.game.table("areas")
