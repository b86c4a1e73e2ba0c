"""Ways of a selection: cost, risk and limits worked out by hand, and every step of every way played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from normandy_lab.breakout import ahead, paths
from normandy_lab.breakout.paths import Path
from normandy_lab.core.terms import Refusal
from normandy_lab.game import Game
from tests.ui.positions import INFANTRY, TASK_FORCE, day, german, isigny


def opened(game: Game, place: str) -> Game:
    game.play(f"impulse assault {place}")
    return game


def way(game: Game, units: tuple[str, ...] | list[str], to: str) -> Path:
    return paths.reach(game.state, units)[to]


@pytest.mark.rule("8.36A", "8.36D", "8.51")
def test_two_areas_and_a_fresh_enemy_take_five_mf() -> None:
    # One MF into Free Foret de Cerisy, four into Isigny with its Fresh regiment; nothing is left of five.
    found = way(opened(isigny(), "26"), TASK_FORCE, "33")
    assert found.way == ("27", "33")
    assert set(found.cost.values()) == {5}
    assert set(found.left.values()) == {0}
    assert [(term.rule, term.value) for hop in found.hops("US-1-16") for term in hop.mf.terms] == [
        ("8.36A", 1),
        ("8.36D", 4),
    ]
    assert found.must.startswith("8.51")
    assert found.worst == 0, "aircraft do not fly against the Allies"
    assert not found.staying
    assert found.steps[:4] == ("march US-1-16 27", "march US-1-16 33", "march US-1-18 27", "march US-1-18 33")


@pytest.mark.rule("8.4")
def test_the_risk_is_that_of_the_dice_on_the_way() -> None:
    # A die for the second and each later area: 1 or 2 of 6 stops. From Caen to Tilly two areas, one die: 1/3.
    game = opened(german({"GE-21Pz-125": "9", "GE-21Pz-192": "9"}), "9")
    found = paths.reach(game.state, ["GE-21Pz-125", "GE-21Pz-192"])
    assert found["16"].worst == 0
    assert found["20"].way == ("16", "20")
    assert set(found["20"].risk.values()) == {Fraction(1, 3)}
    assert found["20"].worst == Fraction(5, 9)  # 1 - (2/3)^2 for two units
    far = next(each for each in found.values() if len(each.way) == 4)
    assert set(far.risk.values()) == {1 - Fraction(2, 3) ** 3}


@pytest.mark.rule("8.4", "16.2")
def test_the_way_with_less_risk_is_taken_among_equals() -> None:
    # To Gold by Bretteville or by Juno: two MF each. Fresh FLAK in Bretteville leaves only a 1 that stops (1 + 1 = 2).
    game = opened(german({"GE-21Pz-125": "9", "GE-FLAK-32": "16"}), "9")
    found = way(game, ["GE-21Pz-125"], "18")
    assert found.way == ("16", "18")
    assert found.risk == {"GE-21Pz-125": Fraction(1, 6)}
    without = way(opened(german({"GE-21Pz-125": "9"}), "9"), ["GE-21Pz-125"], "18")
    assert without.risk == {"GE-21Pz-125": Fraction(1, 3)}


@pytest.mark.rule("18.3", "8.4")
def test_an_overcast_sky_is_safe_and_gives_one_mf_more() -> None:
    game = opened(german({"GE-21Pz-125": "9"}, weather={"dawn": {"Jun-06": "overcast"}}), "9")
    found = paths.reach(game.state, ["GE-21Pz-125"])
    assert all(each.worst == 0 for each in found.values())
    assert found["16"].left == {"GE-21Pz-125": 6}  # 6 printed, 7 under clouds, 1 used


@pytest.mark.rule("8.371", "8.36E")
def test_five_use_the_bridge_and_two_wade() -> None:
    seven = INFANTRY[:7]
    game = opened(german(dict.fromkeys(seven, "9")), "9")
    found = way(game, seven, "15")
    units = game.state.setting.forces
    movement = {unit: units.units[units.index[unit]].movement for unit in seven}
    assert len(found.wading) == 2
    assert sorted(found.cost.values())[:5] == [1] * 5
    assert {unit: found.cost[unit] for unit in found.wading} == {unit: movement[unit] for unit in found.wading}
    assert [step for step in found.steps if step.endswith(" wade")] == [
        f"march {unit} 15 wade" for unit in found.wading
    ]


@pytest.mark.rule("8.371", "8.36E")
def test_armor_has_the_bridge_before_infantry_that_can_wade() -> None:
    units = (*INFANTRY[:5], "GE-21Pz-22")
    found = way(opened(german(dict.fromkeys(units, "9")), "9"), units, "15")
    assert "GE-21Pz-22" not in found.wading
    assert len(found.wading) == 1


@pytest.mark.rule("8.371")
def test_over_a_flood_the_sixth_and_seventh_stay() -> None:
    seven = INFANTRY[:7]
    game = opened(german(dict.fromkeys(seven, "33")), "33")
    found = way(game, seven, "31")
    assert len(found.moving) == 5
    assert set(found.staying.values()) == {"8.371 full"}
    unit, code = next(iter(found.staying.items()))
    assert paths.reason(game.state, unit, code).rule == "8.371"


@pytest.mark.rule("8.375")
def test_guns_go_only_behind_a_point_unit() -> None:
    game = opened(day({"US-1-16": "26", "US-1-Art": "26"}, areas={"26": {"control": "us"}}), "26")
    assert "29" not in paths.reach(game.state, ["US-1-Art"])
    found = way(game, ["US-1-Art", "US-1-16"], "29")
    assert found.steps == ("march US-1-16 29", "march US-1-Art 29")
    assert found.cost == {"US-1-16": 2, "US-1-Art": 2}  # Vacant and enemy-controlled, 8.36B


@pytest.mark.rule("7.1")
def test_ten_are_the_most_in_an_area() -> None:
    there, coming = INFANTRY[:8], INFANTRY[8:11]
    game = opened(german(dict.fromkeys(there, "16") | dict.fromkeys(coming, "9")), "9")
    found = way(game, coming, "16")
    assert len(found.moving) == 2
    assert list(found.staying.values()) == ["7.1"]


@pytest.mark.rule("8.374")
def test_british_and_americans_do_not_go_together() -> None:
    game = opened(day({"US-1-16": "26", "BR-3-8": "26"}, areas={"26": {"control": "us"}}), "26")
    found = way(game, ["US-1-16", "BR-3-8"], "27")
    assert len(found.moving) == 1
    assert list(found.staying.values()) == ["8.374"]


@pytest.mark.rule("8.34", "8.33")
def test_why_there_is_no_way() -> None:
    game = opened(isigny(), "26")
    far = paths.path(game.state, TASK_FORCE, "9")
    assert isinstance(far, Refusal)
    assert far.rule == "8.33"
    hemmed = opened(isigny(units={"GE-352-915": "26"}), "26")
    stuck = paths.path(hemmed.state, ["US-1-16"], "29")
    assert isinstance(stuck, Refusal)
    assert stuck.rule == "8.34", "out of contested Balleroy only into a Free area"
    nobody = paths.path(game.state, ["US-1-Art"], "33")
    assert isinstance(nobody, Refusal)
    assert nobody.rule == "8.2", "the guns did not begin the impulse in Balleroy"


@pytest.mark.rule("8.33")
def test_a_way_through_a_named_place() -> None:
    game = opened(isigny(), "26")
    found = paths.path(game.state, ["US-1-16"], "29", ["27"])
    assert isinstance(found, Path)
    assert found.way == ("27", "29")
    assert found.cost == {"US-1-16": 3}


def test_ten_units_of_one_place_are_looked_at_together() -> None:
    ten = (*INFANTRY[:4], "GE-21Pz-22", "GE-21Pz-125", "GE-21Pz-192", "GE-21Pz-Art", "GE-21Pz-FLAK", "GE-21Pz-PAK")
    game = opened(german(dict.fromkeys(ten, "9")), "9")
    assert len(paths.reach(game.state, ten)) > 20


@pytest.mark.parametrize("side", ["german", "allied"])
def test_every_step_of_every_way_is_legal_when_it_is_played(side: str) -> None:
    """On D-Day as it is set up, from every area: no die goes wrong, and the MF left are those that the path names."""
    extra = {"US-1-16": "26", "US-1-18": "26", "US-1-Art": "26", "US-Rgr-2": "26"} if side == "allied" else {}
    game = day(extra, base="d_day", side=side, areas={"26": {"control": "us"}} if extra else {})
    system, played = game.system, 0
    for option in game.decision.options if game.decision else ():
        if option.verb != "impulse" or not option.startswith("impulse assault"):
            continue
        start, _ = system.apply(game.state, option)
        place = start.setting.board.index[option.split()[-1]]
        seat = 0 if side == "german" else 1
        units = [unit.id for unit in start.setting.forces.units if start.here[seat][place] >> unit.index & 1]
        for found in paths.reach(start, units).values():
            state = start
            for step in found.steps:
                state = ahead.after(state, (), lucky=True)
                legal = ahead.option(state, step)
                assert legal is not None, f"{step} on the way {found.way}"
                state, _ = system.apply(state, legal)
                played += 1
            state = ahead.after(state, (), lucky=True)
            assert {
                unit: state.setting.board.places[state.at[state.setting.forces.index[unit]]].id for unit in found.moving
            } == (dict.fromkeys(found.moving, found.place))
    assert played > (1000 if side == "german" else 20)
