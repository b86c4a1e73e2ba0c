"""Rules 6.2, 3.5 and 19.1 to 19.6: arrivals at dawn. Dates and places are those printed on the counters."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout import position
from tests.rules.helpers import D2, FRESH, SPENT, Table, place
from tests.rules.nights import BEACHES, OWN, US, at, held


def dawn(date: str, *parts: Any, **patch: Any) -> Table:
    return at("dawn", *parts, start=date, **patch)


def comes(unit: str, date: str, where: str) -> dict[str, Any]:
    return {unit: {"enters": {"date": date, "at": where}}}


@pytest.mark.rule("19.1", "19.2", "6.2")
def test_german_reinforcements_stand_fresh_in_their_zone_at_dawn() -> None:
    game = dawn("Jun-07", comes("GE-Lehr-901", "Jun-07", "B"), comes("GE-346-857", "Jun-08", "A"))
    assert (game.at("GE-Lehr-901"), game.level("GE-Lehr-901")) == ("B", FRESH)
    assert game.at("GE-346-857") == "waiting"
    assert (game.kind, game.moment) == ("impulse", "7G0"), "no choice is left: the day begins"


@pytest.mark.rule("19.2", "I-96")
def test_a_zone_with_the_enemy_in_it_is_entered_all_the_same() -> None:
    game = dawn("Jun-07", comes("GE-Lehr-901", "Jun-07", "B"), place("US-4-8", at="B"))
    assert (game.at("GE-Lehr-901"), game.control("B")) == ("B", "us")


@pytest.mark.rule("19.1", "19.3", "19.5")
def test_who_is_due_up_to_june_7_waits_off_the_printed_beach() -> None:
    game = dawn("Jun-07", comes("US-29-175", "Jun-07", "30"), comes("US-2-9", "Jun-08", "any US beach"))
    assert (game.at("US-29-175"), game.at("US-2-9")) == ("box:30", "waiting")
    assert game.kind == "impulse"


@pytest.mark.rule("19.3", "19.5", "3.5")
def test_later_arrivals_choose_a_beach_of_their_nationality_or_stay_offshore() -> None:
    later = (comes("US-2-9", "Jun-08", "any US beach"), comes("BR-51-152", "Jun-08", "any British beach"))
    game = dawn("Jun-08", *later)
    assert (game.kind, game.actor, game.moment) == ("place", "allied", "8D")
    assert game.offered("place") == {
        "US-2-9 box:30", "US-2-9 box:51", "BR-51-152 box:8", "BR-51-152 box:17", "BR-51-152 box:18",
    }  # fmt: skip
    assert game.why("place US-2-9 box:8").rule == "19.3"
    assert game.why("place US-2-9 50").rule == "19.3"
    game.do("place US-2-9 box:30")
    assert game.why("place US-2-9 box:51").rule == "3.5", "placed once"
    game.do("end")
    assert (game.at("US-2-9"), game.at("BR-51-152"), game.kind) == ("box:30", "offshore", "impulse")


@pytest.mark.rule("19.5", "3.5", "I-94")
def test_who_failed_to_land_is_bound_to_its_beach_on_june_7_and_free_later() -> None:
    from_utah = Table("d_day", {"units": {"US-4-8": {"at": "offshore"}}, "clock": {"start": "Jun-07", "phase": "dawn"}})
    assert {option for option in from_utah.offered("place") if option.startswith("US-4-8 ")} == {"US-4-8 box:51"}
    refusal = from_utah.why("place US-4-8 box:30")
    assert (refusal.rule, refusal.fix) == ("19.5", 'Play "place US-4-8 box:51".')
    later = Table("d_day", {"units": {"US-4-8": {"at": "offshore"}}, "clock": {"start": "Jun-08", "phase": "dawn"}})
    assert {option for option in later.offered("place") if option.startswith("US-4-8 ")} == {
        "US-4-8 box:30",
        "US-4-8 box:51",
    }


@pytest.mark.rule("19.5", "I-90")
@pytest.mark.parametrize(
    ("there", "areas", "where"),
    [
        ((), {"50": US}, "50"),  # Free
        (place("US-101-502", "GE-6FS", at="50"), {"50": OWN}, "50"),  # contested
        ((), {}, "offshore"),  # German and uncontested: it would have to assault
        (place("GE-6FS", at="50"), {}, "offshore"),
    ],
)
def test_airborne_reinforcements_come_down_where_allies_are(there: Any, areas: Any, where: str) -> None:
    game = dawn("Jun-07", comes("US-82-325", "Jun-07", "50"), there or {}, areas=areas)
    assert game.at("US-82-325") == where
    assert game.level("US-82-325") == FRESH


@pytest.mark.rule("19.5")
def test_an_airborne_unit_sent_offshore_lands_from_june_8_on_over_beaches_of_its_own() -> None:
    game = dawn("Jun-07", comes("US-82-325", "Jun-07", "50"), comes("US-2-9", "Jun-07", "any US beach"))
    assert {option.split(" ")[0] for option in game.offered("place")} == {"US-2-9"}
    assert game.why("place US-82-325 box:51").rule == "19.5"
    later = dawn("Jun-08", {"US-82-325": {"at": "offshore"}})
    assert later.offered("place") == {"US-82-325 box:30", "US-82-325 box:51"}


@pytest.mark.rule("19.5", "7.1")
def test_a_full_drop_area_takes_nobody_else() -> None:
    ten = (
        "US-4-8", "US-4-12", "US-4-22", "US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-29-175", "US-2-9",
    )  # fmt: skip
    game = dawn("Jun-07", comes("US-82-325", "Jun-07", "50"), place(*ten, at="50"))
    assert game.at("US-82-325") == "offshore"


RANGERS = ("US-Rgr-2", "US-Rgr-5")


@pytest.mark.rule("19.6", "6.2")
@pytest.mark.parametrize(("level", "start"), [(FRESH, "30"), (SPENT, "31"), (D2, "box:30")])
def test_rangers_leave_once_omaha_is_allied(level: str, start: str) -> None:
    game = dawn("Jun-07", place(*RANGERS, at=start, level=level), areas={"30": US})
    assert [game.at(unit) for unit in RANGERS] == ["withdrawn", "withdrawn"]
    assert game.why(f"march {RANGERS[0]} 31")


@pytest.mark.rule("19.6")
def test_rangers_stay_while_omaha_is_german() -> None:
    game = dawn("Jun-07", place(*RANGERS, at="31"))
    assert [game.at(unit) for unit in RANGERS] == ["31", "31"]


@pytest.mark.rule("19.6", "7.3")
def test_what_the_rangers_leave_may_fall_to_the_enemy() -> None:
    contested = dawn("Jun-07", place(*RANGERS, "GE-6FS", at="31"), areas=held(30) | {"31": US})
    assert contested.control("31") == "german"
    alone = dawn("Jun-07", place(*RANGERS, at="31"), areas=held(30))
    assert alone.control("31") == "us"


@pytest.mark.rule("19.6")
def test_an_eliminated_ranger_stays_eliminated() -> None:
    game = dawn("Jun-07", place(RANGERS[0], at="lost"), place(RANGERS[1], at="30"), areas={"30": US})
    assert [game.at(unit) for unit in RANGERS] == ["lost", "withdrawn"]


@pytest.mark.rule("6.2", "19.1")
def test_a_dawn_half_done_is_a_scenario() -> None:
    game = dawn(
        "Jun-08", comes("US-2-9", "Jun-08", "any US beach"), comes("US-2-23", "Jun-08", "any US beach"), areas=BEACHES
    )
    game.do("place US-2-9 box:51")
    spec = position.as_scenario(game.state)
    again = breakout.initial(breakout.setting_from(spec))
    index = again.setting.forces.index["US-2-9"]
    assert again.setting.board.places[again.at[index]].id == "box:51"
    assert again.asked is not None
    assert set(again.asked.options) == {"place US-2-23 box:30", "place US-2-23 box:51", "end"}


@pytest.mark.rule("19.1", "19.2", "19.3", "19.5", "6.2")
def test_the_printed_set_up_at_dawn_of_june_7() -> None:
    """What the counters say: Lehr in zone B, the 29th's third regiment off Omaha, the gliders by air or offshore."""
    game = Table("d_day", {"clock": {"start": "Jun-07", "phase": "dawn"}})
    assert {unit: game.at(unit) for unit in ("GE-Lehr-901", "GE-ISS-Art", "US-29-175", "US-90-357", "BR-XXX-Art")} == {
        "GE-Lehr-901": "B", "GE-ISS-Art": "A", "US-29-175": "box:30", "US-90-357": "box:51", "BR-XXX-Art": "box:18",
    }  # fmt: skip
    assert game.at("US-101-327") == "box:51", "by sea"
    assert game.at("US-82-325") == "50", "the regiments dropped on June 6 contest it"
