"""Rules 6.4, 12.4 and 12.5 to 12.7 in play: depots placed, units refitted, Cherbourg, zones, reserves, impulses bought."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from tests.rules.helpers import D1, D2, FRESH, SPENT, Table, day, hold, night, place, terms

DOWN = {"held": "destroyed"}
GE, GE2, GE3 = "GE-352-914", "GE-352-915", "GE-352-916"
US, US2 = "US-1-16", "US-1-18"


def rows(game: Table) -> dict[str, Any]:
    return {row["depot"]: row for row in breakout.table(game.state, "depots") if row["depot"]}


def left(game: Table) -> dict[str, int]:
    return {depot: row["left"] for depot, row in rows(game).items()}


def allied(*parts: Any, **patch: Any) -> Table:
    """A night without German depots, at the Allied part."""
    supply = {"german": {"depots": 0}, **patch.pop("supply", {})}
    return night(*parts, supply=supply, **patch)


# -- the order of the night


@pytest.mark.rule("6.4", "12.4", "12.62", "12.8")
def test_the_parts_of_the_night() -> None:
    """Cherbourg, German depots, German reserves, surrender dice, Allied depots, Allied reserves."""
    game = night(
        place("GE-709-739", at="56", level=SPENT), place(GE, at="27", level=SPENT), place(US, "GE-CA-Vierville", at="30"),
        place(US2, at="51", level=SPENT), areas=hold("us", "28", "29", "30", "31", "51"),
        supply={"german": {"reserve": 10}, "allied": {"reserve": 10}},
    )  # fmt: skip

    def asked() -> tuple[str | None, str | None]:
        return game.actor, game.decision.step if game.decision else None

    assert asked() == ("german", "cherbourg")
    game.do("refit GE-709-739 cherbourg").throw("roll 4")
    assert asked() == ("german", "depots")
    game.do("depot german 27")
    assert asked() == ("german", "supplies")
    game.do(f"refit {GE} german@27", "end")
    assert (asked(), game.state.reserves) == (("german", "reserve"), (14, 10))
    game.do("end")
    assert asked() == ("chance", "surrender_die")
    game.throw("roll 2")
    assert asked() == ("allied", "depots")
    game.do("depot 51 51", f"refit {US2} 51@51", "end")
    assert (asked(), game.state.reserves) == (("allied", "reserve"), (14, 19))
    game.do("end")
    assert (game.phase, game.kind) == ("regroup", "regroup")


@pytest.mark.rule("12.4")
def test_one_level_a_night_whatever_pays() -> None:
    game = night(place(GE, at="29", level=D2), place(GE2, at="29", level=SPENT), place(GE3, at="29"))
    game.do("depot german 29", f"refit {GE} german@29")
    assert game.level(GE) == D1
    for unit in (GE, GE3):
        refusal = game.why(f"refit {unit} german@29")
        assert (refusal.rule, refusal.fix) == ("12.4", f"Play refit {GE2} german@29.")
    game.do(f"refit {GE2} german@29")
    assert game.level(GE2) == FRESH


@pytest.mark.rule("6.4", "12.4")
def test_each_side_refits_its_own() -> None:
    game = night(place(GE, at="29", level=SPENT), place(US, at="51", level=SPENT))
    game.do("depot german 29")
    assert game.why(f"refit {US} german@29").rule == "6.4"
    assert game.why("depot 51 51").rule == "6.4"
    assert game.why("airsupply 51").rule == "12.9"
    game.do("end")
    assert game.actor == "allied"
    assert game.why(f"refit {GE} german@29").rule == "6.4"
    assert game.why("depot german 29").rule == "6.4"


# -- depots


@pytest.mark.rule("12.61")
def test_six_german_depots_in_free_areas_with_a_line_to_a_zone() -> None:
    areas = hold("us", "30") | hold("british", "8", "9", "15", "16", "17", "18")
    game = night(place(GE, at="29", level=SPENT), place(US, GE2, at="28"), areas=areas)
    offered = game.offered("depot")
    assert {"german 29", "german A", "german 56"} <= offered
    assert not {"german 30", "german 9", "german 28"} & offered  # the enemy's, the enemy's, contested
    assert game.why("depot german 28").rule == game.why("depot german 9").rule == "12.61"
    assert game.why("depot german 28").fix == "Play depot german 19."
    game.do(*["depot german 29"] * 3, *["depot german 56"] * 3)
    assert {row["depots"] for row in rows(game).values()} == {3}
    assert game.offered("depot") == set()
    assert game.why("depot german 29").rule == "12.61"


@pytest.mark.rule("12.61", "12.5")
def test_an_area_cut_off_from_every_zone_has_no_german_depot() -> None:
    """Houlgate 1 and Zone A apart, Cabourg 2 is reached over the bridge to 1 or into over floods only by bridges."""
    game = night(place(GE, at="2", level=SPENT), bridges={"1-2": DOWN, "2-7": DOWN})
    assert "german 2" in game.offered("depot")  # the river from 1 may be crossed into it (12.5)
    flooded = night(
        place(GE, at="2", level=SPENT), bridges={"2-7": DOWN}, borders={"1-2": {"kind": "flooded", "bridge": False}}
    )
    refusal = flooded.why("depot german 2")
    assert (refusal.rule, "zone" in refusal.text) == ("12.61", True)
    assert refusal.fix.removeprefix("Play ").removesuffix(".") in flooded.options


@pytest.mark.rule("12.71", "12.7", "I-39")
def test_allied_depots_by_beach() -> None:
    """Omaha sends two, the others one, over Free ground of their nationality; 28 is British."""
    areas = hold("us", "29", "30", "33", "32") | hold("british", "18", "28")
    game = allied(place(US, at="32", level=SPENT), place("BR-50-69", at="18", level=SPENT), areas=areas)
    assert {each for each in game.offered("depot") if each.startswith("30 ")} == {"30 29", "30 30", "30 32", "30 33"}
    assert {each for each in game.offered("depot") if each.startswith("18 ")} == {"18 18", "18 28"}
    assert game.why("depot 51 51").rule == "12.71"  # German
    assert game.why("depot 29 29").rule == "12.71"  # no beach
    game.do("depot 30 29", "depot 30 30")
    refusal = game.why("depot 30 30")
    assert (refusal.rule, refusal.fix) == ("12.71", "Play depot 18 18.")
    game.do("depot 18 28")
    assert left(game) == {"30@29": 10, "30@30": 10, "18@28": 10}


@pytest.mark.rule("12.71", "12.52")
def test_a_contested_beach_keeps_its_depot_for_its_own_units() -> None:
    game = allied(
        place(US, "GE-CA-Vierville", at="30", level=SPENT), place(US2, at="28", level=SPENT), place("US-1-26", at="30", level=D1),
        areas=hold("us", "28", "30"), rules={"surrender_die": False},
    )  # fmt: skip
    assert game.offered("depot") == {"30 30"}
    assert game.why("depot 30 28").rule == "12.71"
    game.do("depot 30 30", "depot 30 30")
    assert game.why(f"refit {US2} 30@30").rule == "12.52"
    game.do(f"refit {US} 30@30", "refit US-1-26 30@30")
    assert game.state.reserves == (0, 0)  # 20 - 1 - 2 = 17 are left, and lost (12.52); nothing else is to be done


@pytest.mark.rule("12.71")
def test_depots_refit_their_own_nationality() -> None:
    areas = hold("us", "30") | hold("british", "18", "28")
    game = allied(place(US, at="28", level=SPENT), place("BR-50-69", at="28", level=SPENT), areas=areas)
    game.do("depot 18 28")
    refusal = game.why(f"refit {US} 18@28")
    assert (refusal.rule, refusal.fix) == ("12.71", "Play depot 30 30.")
    game.do("depot 30 30", f"refit {US} 30@30", "refit BR-50-69 18@28")
    assert left(game) == {"18@28": 9, "30@30": 8}


@pytest.mark.rule("12.72", "16.3")
@pytest.mark.parametrize(
    ("beach", "nation", "fresh", "spent", "points"),
    [
        ("30", "us", {}, {}, 10),
        ("30", "us", {"GE-CA-Longues": "28"}, {}, 9),
        ("30", "us", {"GE-CA-Longues": "28", "GE-CA-Grandcamp": "31"}, {}, 8),
        ("30", "us", {"GE-CA-Longues": "28"}, {"GE-CA-Grandcamp": "31"}, 9),  # a Spent one is silent
        (
            "51",
            "us",
            {"GE-CA-Marcouf": "52", "GE-CA-Martin": "50", "GE-CA-Grandcamp": "31"},
            {},
            8,
        ),  # 31 is not next to Utah
        ("18", "british", {"GE-CA-Longues": "28", "GE-CA-Courseulles": "17"}, {}, 8),
        ("8", "british", {"GE-CA-Merville": "7", "GE-CA-Houlgate": "1"}, {}, 9),
        ("17", "british", {"GE-352-914": "16"}, {}, 10),  # no coastal artillery
    ],
)
def test_coastal_guns_cut_the_depots_of_beaches(
    beach: str, nation: str, fresh: dict[str, str], spent: dict[str, str], points: int
) -> None:
    guns = [place(unit, at=at) for unit, at in fresh.items()] + [
        place(unit, at=at, level=SPENT) for unit, at in spent.items()
    ]
    game = night(*guns, areas=hold(nation, beach))
    value = breakout.explain(game.state, f"depot {beach} {beach}")
    assert value == points
    assert terms(value) == [("12.71", 10)] + [("12.72", -1)] * (10 - points)


@pytest.mark.rule("12.72", "12.71")
def test_guns_that_the_germans_refit_cut_supply_the_same_night() -> None:
    """Longues in 28 is Spent at dusk and Fresh once Trevieres has paid two points; both depots of Omaha lose one."""
    game = night(place("GE-CA-Longues", at="28", level=SPENT), place(US, at="30", level=SPENT), areas=hold("us", "30"))
    assert breakout.explain(game.state, "depot 30 30") == 10
    game.do("depot german 29", "refit GE-CA-Longues german@29", "end")
    assert breakout.explain(game.state, "depot 30 30") == 9
    game.do("depot 30 30", "depot 30 30")
    assert rows(game)["30@30"]["value"] == 18


@pytest.mark.rule("12.71", "I-88")
def test_a_beach_that_was_lost_has_no_depot_until_the_day_after() -> None:
    patch: dict[str, Any] = {
        "supply": {"allied": {"no_depot_today": ["Gold Beach"]}},
        "areas": hold("british", "17", "18"),
    }
    game = allied(place("BR-50-69", at="18", level=SPENT), **patch)
    assert game.offered("depot") == {"17 17", "17 18"}
    refusal = game.why("depot 18 18")
    assert (refusal.rule, refusal.fix) == ("12.71", "Play depot 17 17.")
    game.do("end")
    assert not game.state.barred  # regained: it supplies from the next day on
    still = allied(place("BR-50-69", "GE-716-736", at="18", level=SPENT), **{**patch, "areas": hold("german", "18")})
    assert "depot 18 18" not in still.options  # also for units that contest it
    assert still.state.barred >> still.setting.board.index["18"] & 1


@pytest.mark.rule("12.71", "7.3", "I-88")
def test_germans_who_take_a_beach_back_bar_it() -> None:
    game = day(place("GE-12SS-25", at="16"), areas=hold("british", "18"))
    game.do("impulse assault 16", "march GE-12SS-25 18")
    assert game.control("18") == "german"
    assert game.state.barred == 1 << game.setting.board.index["18"]


# -- several depots


@pytest.mark.rule("12.51", "I-84")
def test_several_depots_for_one_unit() -> None:
    """914 in Isigny, D1: 2 from Isigny, 3 + 1 from Trevieres by 27. The first stock is emptied, the second pays the rest."""
    game = night(
        place(GE, at="33", level=D1),
        place(GE2, GE3, "GE-352-Art", at="33", level=SPENT),
        supply={"german": {"clear": 4}},
    )
    game.do(
        "depot german 33",
        "depot german 29",
        f"refit {GE2} german@33",
        f"refit {GE3} german@33",
        "refit GE-352-Art german@33",
    )
    assert left(game) == {"german@33": 1, "german@29": 4}
    assert game.offered("refit") == {f"{GE} german@29", f"{GE} german@33+german@29"}
    assert game.why(f"refit {GE} german@33").rule == "12.51"
    assert game.why(f"refit {GE} german@29+german@33").fix == f"Play refit {GE} german@29."
    game.do(f"refit {GE} german@33+german@29")
    assert (game.level(GE), left(game)) == (SPENT, {"german@33": 0, "german@29": 1})


@pytest.mark.rule("12.51", "12.5", "12.52")
def test_refusals_name_the_nearest_remedy() -> None:
    game = night(place(GE, at="34", level=SPENT), place("US-1-16", at="51", level=SPENT))
    game.do("depot german 29")
    assert game.why(f"refit {GE} german@34").fix == "Play depot german 34."
    assert game.why(f"refit {GE} cherbourg").rule == "12.62"
    assert game.why(f"refit {GE} air").rule == "12.9"
    assert game.why("reserve +1").rule == "12.53"
    assert game.why("depot german 51").rule == "12.61"
    assert game.why("repair 49-50 german@29").rule == "20.2"
    assert game.why("march GE-352-914 33").rule == "12.4"


@pytest.mark.rule("12.5", "12.51")
def test_nothing_comes_through_the_enemy() -> None:
    """Carentan and all around Ste. Mere Eglise are American: the regiment there gets nothing."""
    game = night(
        place("GE-6FS", "US-101-501", at="50", level=SPENT), areas=hold("us", "44", "45", "49", "50", "51", "52"),
        rules={"surrender_die": False},
    ).do("depot german 53")  # fmt: skip
    refusal = game.why("refit GE-6FS german@53")
    assert (refusal.rule, "No supply line" in refusal.text) == ("12.5", True)


# -- Cherbourg and zones

CHERBOURG = [
    (level, die, die >= needed) for level, needed in ((SPENT, 4), (D1, 5), (D2, 6)) for die in range(1, 7)
]  # 12.62: 4, 5, 6


@pytest.mark.rule("12.62", "12.4")
@pytest.mark.parametrize(("level", "die", "done"), CHERBOURG)
def test_dice_in_cherbourg(level: str, die: int, done: bool) -> None:
    unit = "GE-709-739"
    better = {SPENT: FRESH, D1: SPENT, D2: D1}[level]
    game = night(place(unit, at="56", level=level)).do(f"refit {unit} cherbourg").throw(f"roll {die}")
    assert game.level(unit) == (better if done else level)
    game.do("depot german 56")
    if done:
        assert not game.offered("refit")
    else:
        game.do(f"refit {unit} german@56")
        assert game.level(unit) == better  # who fails may draw from a depot


@pytest.mark.rule("12.62")
def test_only_those_in_cherbourg_throw_and_only_once() -> None:
    game = night(place("GE-709-739", "GE-709-729", at="56", level=SPENT), place(GE, at="53", level=SPENT))
    assert game.offered("refit") == {"GE-709-739 cherbourg", "GE-709-729 cherbourg"}
    assert game.why(f"refit {GE} cherbourg").rule == "12.62"
    assert game.why("depot german 56").rule == "6.4"
    game.do("refit GE-709-739 cherbourg").throw("roll 3")
    assert game.why("refit GE-709-739 cherbourg").fix == "Play refit GE-709-729 cherbourg."
    game.do("end")
    assert game.kind == "depots"
    assert game.why("refit GE-709-729 cherbourg").rule == "12.62"


@pytest.mark.rule("12.62")
def test_presence_in_cherbourg_is_enough() -> None:
    game = night(
        place("GE-709-739", "US-4-8", at="56", level=SPENT), areas=hold("us", "56"), rules={"surrender_die": False}
    )
    assert game.offered("refit") == {"GE-709-739 cherbourg"}


@pytest.mark.rule("12.61", "12.6", "I-89")
def test_zones_refit_one_level_without_points() -> None:
    game = night(place(GE, at="A", level=D2), place(GE2, at="B", level=SPENT), place(GE3, at="4", level=SPENT))
    game.do("depot german 4")
    assert game.offered("refit") == {f"{GE3} german@4"}
    assert game.why(f"refit {GE2} german@4").rule == "12.61"
    assert breakout.explain(game.state, f"refit {GE2} german@4") == 0
    game.do("end")
    assert game.levels(GE, GE2, GE3) == [D1, FRESH, SPENT]


# -- reserves


@pytest.mark.rule("12.53", "12.52", "3.9")
def test_what_is_left_goes_to_the_reserves() -> None:
    """Five points in Trevieres, one spent; a second depot untouched: 4 + 5."""
    game = night(place(GE, at="29", level=SPENT)).do(
        "depot german 29", f"refit {GE} german@29", "depot german 56", "end"
    )
    assert game.state.reserves == (9, 0)
    assert rows(game) == {}


@pytest.mark.rule("12.53", "6.4", "3.8")
def test_ten_points_move_the_markers_by_one() -> None:
    """The Germans buy one space forward, the Allies three back: the next day begins on B (12.53)."""
    supply = {"german": {"reserve": 19, "depots": 0}, "allied": {"reserve": 45}}
    game = night(supply=supply)
    assert (game.actor, game.options) == ("german", {"reserve +1", "reserve -1", "end"})
    game.do("reserve +1")
    assert game.actor == "allied", "nine points buy nothing"
    game.do("reserve -1", "reserve -1", "reserve -1")
    assert (game.state.reserves, game.state.impulse, game.state.first_impulse) == ((9, 15), -2, -2)
    assert breakout.clock(game.state)["impulse"] == "B"


@pytest.mark.rule("12.53")
def test_three_spaces_a_day_at_most_and_within_the_track() -> None:
    supply = {"german": {"reserve": 50, "depots": 0}, "allied": {"reserve": 50}}
    game = night(supply=supply).do("reserve -1", "reserve -1", "reserve -1")
    assert (game.actor, game.state.reserves) == ("allied", (20, 50))
    assert game.offered("reserve") == {"+1"}, "C is the first space"
    refusal = game.why("reserve -1")
    assert (refusal.rule, refusal.fix) == ("12.53", "Play reserve +1, or end.")
    game.do("reserve +1", "end")
    assert game.state.impulse == -2


@pytest.mark.rule("6.4", "12.53")
def test_without_purchases_the_next_day_begins_on_0() -> None:
    game = night(impulses=7, supply={"german": {"depots": 0}})
    assert (game.moment, game.state.first_impulse) == ("7G0", 0)


@pytest.mark.rule("15.2", "12.4")
def test_a_refit_may_open_a_fortification() -> None:
    """A regiment that contests Omaha at Disrupt 1 becomes Spent: the fortification is gone (15.2)."""
    game = allied(place(US, at="30", level=D1), place("GE-CA-Vierville", at="30"), rules={"surrender_die": False})
    assert game.fort("30") > 0
    game.do("depot 30 30", f"refit {US} 30@30")
    assert game.fort("30") == 0
