"""Rule 18: the sky of June 6, its changes by day, and what they mean for movement, aircraft and assaults."""

from __future__ import annotations

import pytest

from tests.rules.helpers import D2, FRESH, Table, blank, d_day, day, dice, place, terms, two

OVERCAST = {"dawn": {"1944-06-06": "overcast"}}


def at_utah(**patch: object) -> Table:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="amphibious", **patch)
    return game.do("land US-4-8 51", "end", "assault 51", "point US-4-8")


@pytest.mark.rule("18.1", "5.1")
def test_june_6_dawns_clear() -> None:
    game = d_day()
    assert game.state.weather == 0
    assert game.setting.dawn[0] == 0


@pytest.mark.rule("18.2", "9.2E")
def test_clear_gives_air_attacks_and_air_support() -> None:
    assert d_day("air").kind == "air"
    assert ("9.2E", 1) in terms(at_utah().av())


@pytest.mark.rule("18.3", "21.4", "21.5", "I-31")
def test_overcast_gives_neither() -> None:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="air", weather=OVERCAST)
    assert game.phase == "amphibious"
    assert game.level("GE-709-1-919") == FRESH
    assert terms(at_utah(weather=OVERCAST).av()) == [("9.2A", 6)]


@pytest.mark.rule("18.3")
def test_overcast_does_not_hinder_ships() -> None:
    game = blank(place("US-4-8", at="box:51"), place("GE-709-1-919", at="51"), phase="naval", weather=OVERCAST)
    assert game.offered("shoot") == {"WTF 51"}


# -- by day (18.4)

CLEAR_CODE, OVERCAST_CODE = 0, 1
EVERYWHERE = (
    place("GE-709-919", at="53"),
    place("GE-716-726", at="60", level=D2),
    place("US-4-8", "US-4-12", at="60"),
    place("GE-352-914", at="58", level=D2),
)


def allied(impulse: int, **patch: object) -> Table:
    """An Allied impulse in Clear weather; Americans fight for St. Vaast (60), St. Pierre (58) is next to it."""
    return day(*EVERYWHERE, side="allied", impulse=impulse, **patch)


def passed(game: Table, total: int) -> Table:
    """The Allies pass, and roll this."""
    return game.do("pass").throw(two(total))


@pytest.mark.rule("18.4", "6.3")
def test_a_change_begins_with_the_next_german_impulse_and_is_marked_on_the_next_space() -> None:
    game = passed(allied(5), 5)
    assert (game.state.impulse, game.actor, game.state.weather) == (6, "german", OVERCAST_CODE)
    assert (6, OVERCAST_CODE) in game.state.weather_changes
    assert game.setting.dawn[0] == CLEAR_CODE, "the marker of the day stays as it is"


@pytest.mark.rule("18.4", "9.2E", "18.2")
def test_the_impulse_of_the_roll_keeps_its_weather() -> None:
    # The first fight shows 5 at space 5; the second still has air support (9.2E).
    game = allied(5)
    game.do("impulse assault 60", "assault 60", "join US-4-8", "end", "point US-4-8", "forward GE-716-726")
    game.do(dice(5, 2)).settle()
    assert game.state.weather == CLEAR_CODE
    game.do("march US-4-12 58", "assault 58")
    if "end" in game.options:
        game.do("end")
    game.do("point US-4-12")
    assert ("9.2E", 1) in terms(game.av())
    game.do("forward GE-352-914").roll(12, 2)
    game.settle().do("end")
    assert game.state.weather == OVERCAST_CODE


@pytest.mark.rule("18.3", "18.4", "8.4")
def test_under_the_new_sky_german_mf_grow_and_columns_are_safe() -> None:
    game = passed(allied(5), 5).do("impulse assault 53", "march GE-709-919 56", "march GE-709-919 57")
    assert game.kind == "orders", "no interdiction"
    game.do("march GE-709-919 55", "march GE-709-919 47")
    assert game.used("GE-709-919") == 4, "3 + 1"


@pytest.mark.rule("18.4")
def test_a_second_change_brings_the_old_weather_back() -> None:
    game = passed(allied(5), 5).do("impulse assault 53", "march GE-709-919 52", "end")
    passed(game, 6)
    assert (game.state.impulse, game.state.weather) == (7, CLEAR_CODE)
    assert dict(game.state.weather_changes) == {6: OVERCAST_CODE, 7: CLEAR_CODE}


@pytest.mark.rule("18.4", "18.41")
def test_the_pattern_of_the_rulebooks_example() -> None:
    # Clear at dawn; a 3 at space 3, a 7 at space 7, and at 8 the day ends: Overcast on spaces 4 to 7.
    game = day(place(*GERMANS, at="53"), place(*AMERICANS, at="51"), areas={"50": {"control": "us"}})
    rolls = {0: 9, 1: 9, 2: 9, 3: 3, 4: 9, 5: 9, 6: 9, 7: 7, 8: 7}
    skies = {}
    for space, total in rolls.items():
        assert (game.state.impulse, game.actor) == (space, "german")
        skies[space] = game.state.weather
        game.do("impulse assault 53", f"march {GERMANS[space]} 52", "end")
        assert game.state.weather == skies[space], "both impulses of a space have one sky"
        game.do("pass").throw(two(total))
    assert skies == {space: int(4 <= space <= 7) for space in rolls}
    assert game.dusk
    assert dict(game.state.weather_changes) == {4: OVERCAST_CODE, 8: CLEAR_CODE}


GERMANS = (
    "GE-709-919", "GE-352-914", "GE-352-915", "GE-352-916", "GE-716-726", "GE-716-736", "GE-91-1057", "GE-91-1058",
    "GE-709-729",
)  # fmt: skip
AMERICANS = ("US-4-8", "US-4-12")


@pytest.mark.rule("18.4")
def test_a_scenario_may_lock_its_weather() -> None:
    sky = {"dawn": {"1944-06-06": "overcast"}, "lock": True}
    units = place("US-4-8", at="51")
    game = Table(
        "blank", {"units": units, "clock": {"phase": "daylight", "side": "allied", "impulse": 5}, "weather": sky}
    )
    passed(game, 5)
    assert (game.state.impulse, game.state.weather) == (6, OVERCAST_CODE)


# -- air bombardment does not advance the marker (17.3)

NEAR_ST_LO = (place("GE-6FS", at="35"), place("US-4-8", at="33"), place("GE-709-919", at="53"))


def bombed(game: Table, marker: str, total: int) -> Table:
    """Aircraft attack St. Jean de Daye (35) with this Allied roll."""
    game.do("impulse bombard 35")
    if game.kind == "bombard":
        game.do(f"shoot {marker} 35")
    game.do("target GE-6FS").roll(total, 12)
    return game.do("end") if game.kind == "orders" else game


@pytest.mark.rule("17.3", "6.3")
def test_air_bombardment_leaves_the_marker_where_it_is() -> None:
    game = day(*NEAR_ST_LO, side="allied", impulse=3)
    assert game.moment == "6A3"
    bombed(game, "IXAF", 9)
    assert (game.state.impulse, game.actor, game.moment) == (3, "german", "6G3b")
    game.do("impulse assault 53", "march GE-709-919 52", "end")
    assert game.moment == "6A3b"
    game.do("pass").throw(two(9))
    assert (game.state.impulse, game.moment) == (4, "6G4")


@pytest.mark.rule("17.3", "6.3")
def test_air_bombardment_may_end_the_day() -> None:
    assert bombed(day(*NEAR_ST_LO, side="allied", impulse=7), "IXAF", 6).dusk


@pytest.mark.rule("17.3", "18.4")
def test_a_change_rolled_by_aircraft_holds_at_once_and_is_marked_on_the_next_space() -> None:
    game = bombed(day(*NEAR_ST_LO, side="allied", impulse=3), "IXAF", 3)
    assert (game.state.impulse, game.actor, game.state.weather) == (3, "german", OVERCAST_CODE)
    assert (4, OVERCAST_CODE) in game.state.weather_changes
    game.do("impulse assault 53", "march GE-709-919 52", "march GE-709-919 60")
    assert game.kind == "orders", "no interdiction any more"
    game.do("end")
    assert (game.actor, game.state.weather) == ("allied", OVERCAST_CODE)
    assert "impulse bombard 35" not in game.options, "no aircraft under this sky"
    assert "overcast" in game.why("impulse bombard 35").text
    game.do("pass").throw(two(9))
    assert (game.state.impulse, game.state.weather) == (4, OVERCAST_CODE), "on its space it is not changed once more"


@pytest.mark.rule("17.3", "18.4", "18.41")
def test_the_day_may_end_before_the_marker_reaches_a_change() -> None:
    # The end of the rulebook's example: the change is marked on 4, and the marker never gets there.
    game = bombed(day(*NEAR_ST_LO, side="allied", impulse=3), "IXAF", 3)
    game.do("impulse assault 53", "march GE-709-919 52", "end", "pass").throw(two(2))
    assert (game.dusk, game.state.impulse) == (True, 3)
    assert dict(game.state.weather_changes) == {4: OVERCAST_CODE}


@pytest.mark.rule("17.3", "6.3")
def test_two_air_impulses_on_one_space() -> None:
    game = day(*NEAR_ST_LO, place("BR-56", at="16"), place("GE-21Pz-22", at="20"), side="allied", impulse=3)
    bombed(game, "IXAF", 9).do("impulse assault 53", "march GE-709-919 52", "end")
    game.do("impulse bombard 20")
    if game.kind == "bombard":
        game.do("shoot 2TAF 20")
    game.do("target GE-21Pz-22").roll(9, 12)
    if game.kind == "orders":
        game.do("end")
    assert (game.state.impulse, game.moment) == (3, "6G3c")


@pytest.mark.rule("18.3", "9.3F")
def test_overcast_takes_the_air_from_defense_and_attack() -> None:
    for weather, bonus in (("clear", True), ("overcast", False)):
        game = day(place("GE-91-1058", at="53"), place("US-4-8", at="52"), weather=weather)
        game.do("impulse assault 53", "march GE-91-1058 52", "assault 52")
        if "end" in game.options:
            game.do("end")
        game.do("point GE-91-1058")
        assert (("9.3F", 2) in terms(game.dv("forward US-4-8"))) is bonus
