"""Rule 10: bombardment by ships and aircraft, and attrition by exact count."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, blank, dice, place, terms

Part = dict[str, dict[str, str]]
BATTERY, REGIMENT, OTHER, GUNS = "GE-CA-Vierville", "GE-352-916", "GE-716-726", "GE-352-Art"
PANZER, FLAK = "GE-21Pz-22", "GE-FLAK-32"


def shelled(*parts: Part, **patch: object) -> Table:
    """The Western Task Force opens fire on Omaha."""
    return blank(*parts, place("US-1-16", at="box:30"), phase="naval", **patch).do("shoot WTF 30")


def points(number: int, target: str, *parts: Part) -> Table:
    """A shelling of Omaha that costs exactly this many attrition points."""
    game = shelled(*parts).do(f"target {target}")
    swing = number - int(game.av()) + int(game.dv())
    attacker = min(12, 2 + swing) if swing > 0 else 2
    return game.throw(dice(attacker, attacker - swing))


def here(*names: str, level: str = FRESH) -> Part:
    return place(*names, at="30", level=level)


@pytest.mark.rule("10.12")
def test_the_attacker_names_the_primary_target() -> None:
    game = shelled(here(BATTERY, REGIMENT, FLAK, PANZER, GUNS), place("GE-352-914", at="31"))
    assert (game.kind, game.actor) == ("target", "allied")
    assert game.offered("target") == {BATTERY, REGIMENT, FLAK, PANZER}
    assert game.why("target GE-352-914").rule == "10.12", "not in the area"
    assert game.why("target US-1-16").rule == "10.12", "not an enemy"


@pytest.mark.rule("10.12", "16.1", "16.14", "I-17")
def test_field_artillery_is_a_target_only_where_nothing_else_is() -> None:
    assert shelled(here(GUNS, "GE-101NW", REGIMENT)).why(f"target {GUNS}").rule == "10.12"
    assert shelled(here(GUNS, "GE-101NW", REGIMENT)).why("target GE-101NW").rule == "10.12"
    assert shelled(here(GUNS, "GE-101NW")).offered("target") == {GUNS, "GE-101NW"}


@pytest.mark.rule("10.12", "10.4", "I-16")
def test_a_unit_at_disrupt_2_is_no_target_while_another_is_there() -> None:
    game = shelled(here(REGIMENT, level=D2), here(OTHER))
    assert game.offered("target") == {OTHER}
    assert game.why(f"target {REGIMENT}").rule == "10.4"
    assert shelled(here(REGIMENT, level=D2)).offered("target") == {REGIMENT}


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("phase", "shot", "area", "factor"), [("naval", "WTF", "30", 8), ("air", "IXAF", "30", 5)])
def test_the_attack_value_is_the_markers_factor(phase: str, shot: str, area: str, factor: int) -> None:
    game = blank(here(REGIMENT), place("US-1-16", at="box:30"), phase=phase).bomb(shot, area)
    assert terms(game.av()) == [("10.2", factor)], "no air support, no other units (17.1)"


@pytest.mark.rule("10.3", "10.3A", "10.3B", "10.3C", "16.3")
def test_ships_against_terrain_fort_and_each_fresh_battery() -> None:
    game = shelled(here(BATTERY, "GE-CA-Grandcamp", FLAK, GUNS), here("GE-CA-Longues", level=SPENT))
    # 1 + 2 + two Fresh batteries; the Spent one, FLAK and field guns add nothing, nor does any Defense Factor.
    assert terms(game.dv()) == [("10.3A", 1), ("10.3B", 2), ("10.3C", 2)]


@pytest.mark.rule("10.3C", "16.2", "9.3E")
def test_aircraft_against_terrain_fort_and_each_fresh_flak() -> None:
    flak = here(FLAK, "GE-FLAK-Cherb1"), here("GE-FLAK-Cherb2", level=SPENT)
    game = blank(*flak, here(BATTERY, GUNS), place("US-1-16", at="box:30"), phase="air").bomb("IXAF", "30")
    assert terms(game.dv()) == [("10.3A", 1), ("10.3B", 2), ("10.3C", 2)]


@pytest.mark.rule("10.3B", "15.1")
def test_without_a_fortification() -> None:
    game = shelled(here(REGIMENT), areas={"30": {"fort": 0}})
    assert terms(game.dv()) == [("10.3A", 1)]


# (unit, level) -> points that reduce it by one level, from the list in 10.4.
PRICES = [
    (PANZER, FRESH, 3),
    (PANZER, SPENT, 2),
    (PANZER, D1, 2),
    (BATTERY, FRESH, 2),
    (BATTERY, SPENT, 2),
    (BATTERY, D1, 2),
    (REGIMENT, FRESH, 2),
    (REGIMENT, SPENT, 1),
    (REGIMENT, D1, 1),
    (FLAK, FRESH, 2),
    (FLAK, SPENT, 1),
    ("GE-21Pz-125", FRESH, 2),  # panzer grenadiers are infantry (4.21)
    ("GE-21Pz-PAK", SPENT, 1),
    (GUNS, FRESH, 2),
    (GUNS, D1, 1),
]
NEXT = {FRESH: SPENT, SPENT: D1, D1: D2}


@pytest.mark.rule("10.4", "4.22")
@pytest.mark.parametrize(("unit", "level", "price"), PRICES)
def test_what_each_type_takes(unit: str, level: str, price: int) -> None:
    assert points(price, unit, here(unit, level=level)).level(unit) == NEXT[level]
    assert points(price - 1, unit, here(unit, level=level)).level(unit) == level
    assert points(price + 5, unit, here(unit, level=level)).level(unit) == NEXT[level], "one level at most"


@pytest.mark.rule("10.4")
def test_disrupt_2_is_unaffected_and_nobody_is_eliminated() -> None:
    game = points(9, REGIMENT, here(REGIMENT, level=D2))
    assert game.level(REGIMENT) == D2
    others = points(4, REGIMENT, here(REGIMENT, level=D2), here(GUNS, level=SPENT))
    others.do(f"hit {GUNS}")
    assert others.levels(REGIMENT, GUNS) == [D2, D1], "its points go to the guns, which could not be chosen"


EXAMPLE = (here(BATTERY, REGIMENT), here(OTHER, level=SPENT))


@pytest.mark.rule("10.4", "I-15")
@pytest.mark.parametrize(
    ("number", "hits", "result"),
    [
        (0, (), (FRESH, FRESH, SPENT)),
        (1, (), (FRESH, FRESH, SPENT)),  # the battery takes two: no effect, and nobody else takes the one
        (2, (), (SPENT, FRESH, SPENT)),
        (3, (OTHER,), (SPENT, FRESH, D1)),
        (4, (REGIMENT,), (SPENT, SPENT, SPENT)),
        (5, (REGIMENT, OTHER), (SPENT, SPENT, D1)),
        (8, (REGIMENT, OTHER), (SPENT, SPENT, D1)),
    ],
)
def test_the_rulebooks_example_of_exact_count(number: int, hits: tuple[str, ...], result: tuple[str, ...]) -> None:
    game = points(number, BATTERY, *EXAMPLE)
    for count, unit in enumerate(hits):
        assert (game.kind, game.actor) == ("attrition", "german")
        assert game.offered("hit") == set(hits[count:]), "no other choice uses as many points"
        game.do(f"hit {unit}")
    assert game.kind != "attrition"
    assert game.levels(BATTERY, REGIMENT, OTHER) == list(result)


@pytest.mark.rule("10.4")
def test_the_small_loss_may_not_save_the_big_one() -> None:
    game = points(4, BATTERY, *EXAMPLE)
    assert game.why(f"hit {OTHER}").rule == "10.4", "it would use three points of four"
    assert game.why(f"hit {BATTERY}").rule == "10.4", "one level a unit"


@pytest.mark.rule("10.4")
def test_armor_three_beside_twos() -> None:
    # After the battery five points remain: tank 3 + infantry 2 is exact; two infantry would leave one unused.
    game = points(7, BATTERY, here(BATTERY, PANZER, REGIMENT, OTHER))
    assert game.offered("hit") == {PANZER, REGIMENT, OTHER}
    game.do(f"hit {REGIMENT}")
    assert game.offered("hit") == {PANZER}
    game.do(f"hit {PANZER}")
    assert game.levels(BATTERY, PANZER, REGIMENT, OTHER) == [SPENT, SPENT, SPENT, FRESH]


@pytest.mark.rule("10.4")
def test_four_points_bypass_the_tank() -> None:
    # Four points left: two infantry use all of them, a tank only three.
    game = points(6, BATTERY, here(BATTERY, PANZER, REGIMENT, OTHER))
    assert game.offered("hit") == {REGIMENT, OTHER}
    assert game.why(f"hit {PANZER}").rule == "10.4"


@pytest.mark.rule("10.4")
def test_three_points_must_go_to_the_tank() -> None:
    game = points(5, BATTERY, here(BATTERY, PANZER, REGIMENT))
    assert game.offered("hit") == {PANZER}, "three are used, not two"


@pytest.mark.rule("10.4")
def test_a_spent_tank_takes_two_and_a_spent_regiment_one() -> None:
    game = points(4, PANZER, here(PANZER, BATTERY, level=SPENT), here(REGIMENT, level=D1))
    assert game.level(PANZER) == D1
    assert game.offered("hit") == {BATTERY}
    game.do(f"hit {BATTERY}")
    assert game.levels(PANZER, BATTERY, REGIMENT) == [D1, D1, D1]


@pytest.mark.rule("10.5")
def test_nobody_retreats_from_a_bombardment() -> None:
    game = points(4, REGIMENT, here(REGIMENT, OTHER))
    assert game.kind == "attrition"
    assert game.offered("retreat") == set()
    assert game.why(f"retreat {OTHER} 31").rule == "10.4"
    game.do(f"hit {OTHER}")
    assert game.kind != "retreat"
    assert {game.at(REGIMENT), game.at(OTHER)} == {"30"}


@pytest.mark.rule("10.4")
def test_a_bombardment_is_no_assault_bocage_forgives_nothing() -> None:
    # Aircraft on Ste. Mere Eglise: 5 against 3, dice equal: two points, the Fresh battery is Spent.
    game = blank(place("GE-CA-Martin", at="50"), place("US-4-8", at="box:51"), phase="air").bomb("IXAF", "50")
    game.do("target GE-CA-Martin")
    assert terms(game.dv()) == [("10.3A", 3)]
    assert game.roll(7, 7).level("GE-CA-Martin") == SPENT
