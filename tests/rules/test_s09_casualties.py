"""Rules 9.5 and 9.8: casualty points, one at a time."""

from __future__ import annotations

from copy import copy
from itertools import product

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, blank, dice, land, place

Part = dict[str, dict[str, str]]
CAUTIOUS = ("GE-352-916", "GE-716-726")


def costing(points: int, *defenders: Part, forward: str, area: str = "30", **patch: object) -> Table:
    """An assault that costs the defenders of a beach this many points (of a bocage area: one more in the margin).

    The 16th Regiment lands at the beach, or a parachute regiment attacks; the dice are set by the values shown.
    """
    if area == "30":
        game = blank(place("US-1-16", at="box:30"), *defenders, phase="amphibious", **patch)
        land(game, "30", ["US-1-16"]).do("end")
        while game.kind == "roll":
            game.throw("roll 6")
        game.do("assault 30", "point US-1-16")
    else:
        game = blank(place("US-101-501", at=area), *defenders, **patch)
        game.do("attack US-101-501", "point US-101-501")
    game.do(f"forward {forward}")
    bocage = game.setting.board.places[game.setting.board.index[area]].bocage
    swing = points + bocage - int(game.av()) + int(game.dv())  # attacker's dice above the defender's
    attacker = min(12, 2 + swing) if swing > 0 else 2
    return game.throw(dice(attacker, attacker - swing))


def spent(*units: str, at: str = "30") -> Part:
    return place(*units, at=at, level=SPENT)


@pytest.mark.rule("9.5A", "9.5B", "9.5C", "9.5D", "12.2", "I-10")
def test_each_level_is_worth_one_point() -> None:
    # The Fresh battery cannot leave: four points, four levels. The other unit stays out of it.
    seen = []
    game = costing(4, place("GE-CA-Grandcamp", at="30"), spent("GE-352-916"), forward="GE-CA-Grandcamp")
    while game.kind == "casualties":
        game.do("lose GE-CA-Grandcamp")
        seen.append(game.level("GE-CA-Grandcamp"))
    assert seen == [SPENT, D1, D2, "eliminated"]
    cited = [event.rule for event in game.events if event.rule.startswith("9.5") and event.rule != "9.5"]
    assert cited == ["9.5A", "9.5B", "9.5C", "9.5D"]
    assert game.at("GE-CA-Grandcamp") == "lost"
    assert game.level("GE-352-916") == SPENT


@pytest.mark.rule("9.5")
def test_the_forward_unit_takes_the_first_point_then_anyone() -> None:
    game = costing(2, place(*CAUTIOUS, at="30"), forward="GE-716-726")
    assert game.options == {"lose GE-716-726"}
    assert game.why("lose GE-352-916").rule == "9.5"
    game.do("lose GE-716-726")
    assert game.offered("lose") == set(CAUTIOUS)
    game.do("lose GE-352-916")
    assert game.levels(*CAUTIOUS) == [SPENT, SPENT]
    assert game.kind == "retreat", "no third point; what follows is of free will (9.62)"


@pytest.mark.rule("9.5", "9.5E")
def test_a_spent_forward_unit_may_pay_the_first_point_by_retreat() -> None:
    game = costing(1, spent(*CAUTIOUS), forward="GE-716-726")
    assert game.offered("lose") == {"GE-716-726"}
    assert game.offered("retreat") == {"GE-716-726 28", "GE-716-726 29", "GE-716-726 31"}
    game.do("retreat GE-716-726 31").to_end()
    assert game.level("GE-716-726") == SPENT
    assert game.level("GE-352-916") == SPENT


@pytest.mark.rule("9.5", "9.5E", "I-10")
def test_a_fresh_unit_cannot_pay_by_retreat() -> None:
    game = costing(2, place("GE-352-916", at="30"), forward="GE-352-916")
    assert game.options == {"lose GE-352-916"}
    assert game.why("retreat GE-352-916 31").rule == "9.5E"
    game.do("lose GE-352-916")
    assert game.offered("retreat") == {"GE-352-916 28", "GE-352-916 29", "GE-352-916 31"}
    game.do("retreat GE-352-916 31")
    assert game.level("GE-352-916") == SPENT
    assert game.control("30") == "us"


@pytest.mark.rule("9.5E")
@pytest.mark.parametrize("level", [SPENT, D1, D2])
def test_a_retreat_pays_one_point_and_leaves_the_level(level: str) -> None:
    game = costing(1, place("GE-352-916", at="30", level=level), forward="GE-352-916")
    game.do("retreat GE-352-916 28")
    assert game.level("GE-352-916") == level
    assert game.at("GE-352-916") == "28"
    assert game.control("30") == "us"


@pytest.mark.rule("9.5F", "I-11")
@pytest.mark.parametrize(("level", "most"), [(FRESH, 4), (SPENT, 3), (D1, 2), (D2, 1)])
def test_points_equal_to_the_maximum_let_a_mobile_unit_survive_at_disrupt_2(level: str, most: int) -> None:
    game = costing(most, place("GE-352-916", at="30", level=level), forward="GE-352-916")
    for _ in range(most - 1):
        assert not game.offered("retreat"), "leaving now would leave points unpaid"
        game.do("lose GE-352-916")
    assert game.offered("lose") == {"GE-352-916"}
    game.do("retreat GE-352-916 31")
    assert game.level("GE-352-916") == D2
    assert game.at("GE-352-916") == "31"


@pytest.mark.rule("9.5F")
def test_a_retreat_that_leaves_points_nobody_can_pay_is_refused() -> None:
    # Two Spent units. Four points: one may leave (one point), for the other can pay three. Five: it has to lose a
    # level first, which leaves four, of which it pays one by going.
    four = costing(4, spent(*CAUTIOUS), forward="GE-352-916")
    assert "GE-352-916 31" in four.offered("retreat")
    five = costing(5, spent(*CAUTIOUS), forward="GE-352-916")
    assert five.offered("retreat") == set()
    assert five.why("retreat GE-352-916 31").rule == "9.5F"
    five.do("lose GE-352-916")
    assert "GE-352-916 31" in five.offered("retreat")


@pytest.mark.rule("9.8", "9.5F", "8.53", "I-11")
@pytest.mark.parametrize("points", [4, 9])
def test_more_points_than_can_be_paid_eliminate_all_and_nobody_leaves(points: int) -> None:
    # Three for the Spent regiment; the rest is ignored, and it is no Overrun.
    game = costing(points, spent("GE-352-916"), forward="GE-352-916")
    assert game.phase == "daylight", "no choice is left: the phase is over"
    assert [event.rule for event in game.events if "eliminated" in event.text] == ["9.8"]
    assert game.level("GE-352-916") == "eliminated"
    assert game.level("US-1-16") == SPENT
    assert game.at("US-1-16") == "30"
    assert game.control("30") == "us"


@pytest.mark.rule("9.8")
def test_the_maximum_of_several_units_is_their_sum() -> None:
    # Spent 3 + Disrupt 1 2 + Disrupt 2 1 = 6.
    mixed = (spent("GE-352-916"), place("GE-716-726", at="30", level=D1), place("GE-352-914", at="30", level=D2))
    equal = costing(6, *mixed, forward="GE-352-916")
    assert equal.kind == "casualties"
    above = costing(7, *mixed, forward="GE-352-916")
    assert [above.level(unit) for unit in ("GE-352-916", "GE-716-726", "GE-352-914")] == ["eliminated"] * 3


@pytest.mark.rule("9.5", "9.43", "I-9")
def test_a_margin_of_one_in_bocage_costs_nothing_but_succeeds() -> None:
    game = costing(0, place("GE-91-1057", at="49"), forward="GE-91-1057", area="49")
    assert game.kind == "retreat"
    game.do("hold")
    assert game.level("GE-91-1057") == FRESH
    assert game.level("US-101-501") == SPENT, "merely Spent: the attack succeeded"


@pytest.mark.rule("9.5", "9.8", "I-11")
def test_bocage_forgives_one_also_at_the_limit() -> None:
    # A Spent regiment pays three: a margin of four is three points, which it can pay; a margin of five is too much.
    equal = costing(3, spent("GE-91-1057", at="49"), forward="GE-91-1057", area="49")
    assert equal.kind == "casualties"
    above = costing(4, spent("GE-91-1057", at="49"), forward="GE-91-1057", area="49")
    assert above.level("GE-91-1057") == "eliminated"
    assert above.level("US-101-501") == SPENT
    assert above.control("49") == "us"


@pytest.mark.rule("9.5")
def test_a_unit_elsewhere_cannot_pay() -> None:
    game = costing(2, place("GE-352-916", at="30"), place("GE-352-914", at="31"), forward="GE-352-916")
    game.do("lose GE-352-916")
    assert game.why("lose GE-352-914").rule == "9.5"


@pytest.mark.rule("9.5", "16.1")
def test_defending_field_artillery_pays_like_any_other() -> None:
    game = costing(3, place("GE-352-916", "GE-352-Art", at="30"), forward="GE-352-916")
    game.do("lose GE-352-916", "lose GE-352-Art")
    assert game.level("GE-352-Art") == SPENT
    game.do("retreat GE-352-Art 29")
    assert game.at("GE-352-Art") == "29", "over the German bridge to Trevieres"


@pytest.mark.rule("9.5D")
def test_the_last_defender_eliminated_hands_over_the_area() -> None:
    game = costing(1, place("GE-CA-Vierville", at="30", level=D2), forward="GE-CA-Vierville")
    assert game.options == {"lose GE-CA-Vierville"}
    game.do("lose GE-CA-Vierville")
    assert game.level("GE-CA-Vierville") == "eliminated"
    assert game.control("30") == "us"
    assert game.fort("30") == 0


LEVEL = {FRESH: 0, SPENT: 1, D1: 2, D2: 3, "eliminated": 4}


def payments(levels: dict[str, str], forward: str, points: int) -> set[tuple[tuple[int, bool], ...]]:
    """Every way to pay by 9.5A-F, worked out unit by unit: (level afterwards, left by retreat)."""

    def ways(unit: str) -> list[tuple[int, int, bool]]:
        start = LEVEL[levels[unit]]
        stay = [(level - start, level, False) for level in range(start, 5)]
        if unit.startswith("GE-CA"):
            return stay
        return stay + [(level - start + 1, level, True) for level in range(max(start, 1), 4)]

    found = set()
    for choice in product(*(ways(unit) for unit in levels)):
        paid = dict(zip(levels, choice, strict=True))
        if sum(each[0] for each in choice) == points and paid[forward][0] >= 1:
            found.add(tuple((level, left) for _, level, left in choice))
    return found


def outcomes(game: Table, names: list[str]) -> set[tuple[tuple[int, bool], ...]]:
    """Every way to pay that the game offers, retreats to Grandcamp (31) only."""
    if game.kind != "casualties":
        return {tuple((LEVEL[game.level(unit)], game.at(unit) == "31") for unit in names)}
    found = set()
    for option in game.options:
        if not option.endswith((" 28", " 29")):
            branch = copy(game)
            found |= outcomes(branch.do(option), names)
    return found


@pytest.mark.rule("9.5", "9.5A", "9.5B", "9.5C", "9.5D", "9.5E", "9.5F", "8.373")
@pytest.mark.parametrize("forward", ["GE-352-916", "GE-716-726", "GE-CA-Vierville"])
@pytest.mark.parametrize("points", range(1, 10))
def test_exactly_the_ways_to_pay_that_the_rule_gives(forward: str, points: int) -> None:
    # Fresh 4 + Disrupt 1 2 + Spent battery 3 = 9 points at most.
    levels = {"GE-352-916": FRESH, "GE-716-726": D1, "GE-CA-Vierville": SPENT}
    game = costing(points, *(place(unit, at="30", level=level) for unit, level in levels.items()), forward=forward)
    assert game.kind == "casualties"
    assert outcomes(game, list(levels)) == payments(levels, forward, points)


@pytest.mark.rule("9.5E", "9.63B")
def test_no_level_is_to_be_lost_for_a_retreat_that_is_barred_anyway() -> None:
    # Pont L'Abbe (49) to Montebourg (52): a flood that was never bridged; to St. Sauveur (48) the way is open.
    game = costing(2, place("GE-91-1057", at="49"), forward="GE-91-1057", area="49")
    assert game.why("retreat GE-91-1057 52").rule == "9.63B"
    assert game.why("retreat GE-91-1057 48").fix == 'Play "lose GE-91-1057" first.'
