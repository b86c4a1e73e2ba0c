"""Rule 16: guns in defence, and the batteries of Le Havre. Guns that bombard are in test_s10_guns.py."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D1, D2, FRESH, SPENT, blank, d_day, day, place, terms

GUNS, NEBELWERFER, FLAK, PAK = "GE-352-Art", "GE-101NW", "GE-FLAK-32", "GE-21Pz-PAK"


@pytest.mark.rule("16.1", "4.23")
def test_field_artillery_is_neither_forward_unit_nor_primary_target_beside_others() -> None:
    landing = blank(place(GUNS, NEBELWERFER, FLAK, at="30"), place("US-1-16", at="box:30"), phase="amphibious")
    landing.do("land US-1-16 30", "end", "assault 30", "point US-1-16")
    assert landing.offered("forward") == {FLAK}
    assert landing.why(f"forward {NEBELWERFER}").rule == "16.1"
    ships = blank(place(GUNS, NEBELWERFER, FLAK, at="30"), place("US-1-16", at="box:30"), phase="naval").do(
        "shoot WTF 30"
    )
    assert ships.offered("target") == {FLAK}


@pytest.mark.rule("16.1")
def test_alone_it_fights_with_its_own_factor_and_pays_its_own_points() -> None:
    # 1 (guns) + 1 (terrain) + 2 (fortification); 6 + 1 against 4, dice equal: three points, which Fresh guns can pay.
    game = blank(place(GUNS, at="30"), place("US-1-16", at="box:30"), phase="amphibious")
    game.do("land US-1-16 30", "end", "assault 30", "point US-1-16", f"forward {GUNS}")
    assert terms(game.dv()) == [("9.3A", 1), ("9.3B", 1), ("9.3E", 2)]
    game.roll(7, 7).do(f"lose {GUNS}", f"lose {GUNS}")
    assert game.level(GUNS) == D1
    game.do(f"retreat {GUNS} 28")
    assert game.at(GUNS) == "28"


@pytest.mark.rule("16.2", "4.24")
def test_flak_and_pak_carry_a_star_and_may_be_forward_units() -> None:
    game = blank(place(FLAK, PAK, at="50"), place("US-101-501", at="50"))
    star = {unit.id: (unit.attack_text, unit.point) for unit in game.setting.forces.units if unit.id in (FLAK, PAK)}
    assert star == {FLAK: ("*", False), PAK: ("*", False)}
    game.do("attack US-101-501", "point US-101-501")
    assert game.offered("forward") == {FLAK, PAK}


@pytest.mark.rule("16.2", "10.3C")
def test_pak_is_no_flak_against_aircraft() -> None:
    game = blank(place(FLAK, PAK, at="31"), place("US-1-16", at="box:30"), phase="air").bomb("IXAF", "31")
    assert terms(game.dv()) == [("10.3A", 1), ("10.3C", 1)]


@pytest.mark.rule("16.3", "10.3C")
def test_fresh_coastal_artillery_shelters_from_ships_only() -> None:
    guns = place("GE-CA-Vierville", at="30")
    ships = blank(guns, place("US-1-16", at="box:30"), phase="naval").do("shoot WTF 30")
    assert ("10.3C", 1) in terms(ships.dv())
    spent = blank(place("GE-CA-Vierville", at="30", level=SPENT), place("US-1-16", at="box:30"), phase="naval").do(
        "shoot WTF 30"
    )
    assert "10.3C" not in dict(terms(spent.dv()))
    air = blank(guns, place("US-1-16", at="box:30"), phase="air").bomb("IXAF", "30")
    assert "10.3C" not in dict(terms(air.dv()))


@pytest.mark.rule("16.3", "8.373", "4.25")
def test_coastal_artillery_neither_moves_nor_attacks() -> None:
    batteries = [unit for unit in d_day().setting.forces.units if unit.coastal]
    assert len(batteries) == 14
    assert {(unit.attack, unit.movement, unit.point) for unit in batteries} == {(0, 0, False)}
    game = blank(place("GE-CA-Martin", "GE-91-1057", at="50"), place("US-101-501", at="50"))
    game.do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin").roll(2, 12)
    assert not any("Martin" in option for option in game.options)


@pytest.mark.rule("16.3", "19.4")
def test_interdiction_does_not_tire_the_guns_and_reaches_every_beach_next_to_them() -> None:
    # Longues' place, Port-en-Bessin (28), touches both Omaha and Gold.
    game = blank(
        place("GE-CA-Longues", at="28"), place("GE-352-916", at="30"), place("GE-716-736", at="18"),
        place("US-1-16", "US-1-18", at="box:30"), place("BR-56", at="box:18"), phase="amphibious",
    )  # fmt: skip
    game.do("land US-1-16 30", "land US-1-18 30", "land BR-56 18", "end")
    assert game.kind == "roll"
    for face in (1, 1, 1):
        assert game.kind == "roll"
        game.throw(f"roll {face}")
    assert game.levels("US-1-16", "US-1-18", "BR-56") == [SPENT] * 3
    assert game.level("GE-CA-Longues") == FRESH


# -- 16.4: Le Havre ----------------------------------------------------------------------------------------------------

LANDED = ("BR-3-8", "BR-3-185", "BR-3-Art")


@pytest.mark.rule("16.4", "3.27", "10.2", "10.3C", "I-67")
def test_the_batteries_of_le_havre_alone_and_nothing_shelters_from_them() -> None:
    game = day(place(*LANDED, at="2"), place("GE-346-Art", at="3"))
    game.do("impulse bombard 2")
    assert game.options == {"shoot LeHavre 2", "lead GE-346-Art"}
    game.do("shoot LeHavre 2")
    assert game.offered("target") == {"BR-3-8", "BR-3-185"}, "guns only where no other type is"
    assert terms(game.av()) == [("10.2", 5)]
    assert terms(game.dv()) == [("10.3A", 1)], "Fresh British field artillery shelters from field artillery only"
    game.do("target BR-3-8").roll(7, 7)  # 12 against 8: four points
    assert (game.kind, game.actor) == ("attrition", "allied")
    game.do("hit BR-3-185")
    assert game.levels(*LANDED) == [SPENT, SPENT, FRESH]


@pytest.mark.rule("16.4", "10.11", "4.4")
def test_le_havre_fires_once_a_day() -> None:
    game = day(place(*LANDED, at="2"), place("GE-346-Art", at="3"), markers={"used": ["LeHavre"]})
    game.do("impulse bombard 2")
    assert game.offered("shoot") == set()
    assert game.why("shoot LeHavre 2").rule == "10.11"


@pytest.mark.rule("16.4", "3.27")
def test_le_havre_reaches_the_areas_printed_for_it() -> None:
    game = day(place("BR-3-8", at="1"), place("BR-3-185", at="7"), place("GE-346-Art", at="6"))
    assert {"bombard 1", "bombard 7"} <= game.offered("impulse")
    assert game.do("impulse bombard 7").why("shoot LeHavre 7").rule == "16.4"
    alone = day(place("BR-3-8", at="7"), place("GE-716-726", at="6"))
    assert alone.why("impulse bombard 7").rule == "16.4"
    none = day(place("GE-716-726", at="2"), place("BR-3-8", at="7"))
    assert none.why("impulse bombard 2").rule == "10.12", "no Allied unit there"


@pytest.mark.rule("16.4", "10.11")
def test_each_side_has_its_own_markers() -> None:
    game = day(place("BR-3-8", "BR-3-Art", "GE-716-726", at="2"), side="allied").do("impulse bombard 2")
    assert game.offered("shoot") == {"ETF 2", "2TAF 2"}
    assert game.why("shoot LeHavre 2").rule == "10.11"
    german = day(place("BR-3-8", "GE-716-726", at="2")).do("impulse bombard 2")
    assert german.why("shoot ETF 2").rule == "10.11"


@pytest.mark.rule("16.4", "17.1")
def test_le_havre_bars_no_ships_of_the_same_day() -> None:
    game = day(place("BR-3-8", "GE-716-726", at="2")).do("impulse bombard 2", "shoot LeHavre 2", "target BR-3-8")
    game.roll(2, 12)
    assert game.actor == "allied"
    game.do("impulse bombard 2")
    assert game.offered("shoot") == {"ETF 2", "2TAF 2"}


@pytest.mark.rule("16.4", "10.3B")
def test_allies_have_no_fortification() -> None:
    game = day(place("BR-3-8", "GE-716-726", at="2", level=D2), areas={"2": {"fort": 2}})
    game.do("impulse bombard 2", "shoot LeHavre 2")
    assert terms(game.dv()) == [("10.3A", 1)]
