"""Rules 6.1 to 6.3, 3.8, 8.6, 11.5 and 11.23: whose impulse it is, the Sunset DR, and how the day ends."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from tests.rules.helpers import D2, Table, d_day, day, dice, place, two

OVERCAST = 1
TOGETHER = (place("US-4-8", "US-4-12", at="52"), place("GE-709-919", at="52", level=D2))


def allied(*parts: Any, impulse: int = 5, **patch: Any) -> Table:
    """An Allied impulse at this space of the track."""
    return day(*(parts or (place("US-4-8", at="51"),)), side="allied", impulse=impulse, **patch)


def shell(game: Table, marker: str, area: str, target: str, total: int) -> Table:
    """Ships or aircraft attack, the Allied dice showing this; nothing more is done in the impulse."""
    game.do(f"impulse bombard {area}")
    if game.kind == "bombard":
        game.do(f"shoot {marker} {area}")
    game.do(f"target {target}").roll(total, 12)
    return game.do("end") if game.kind == "orders" else game


def passed(game: Table, total: int) -> Table:
    """The Allies pass, and roll this for sunset."""
    game.do("pass")
    assert game.kind == "roll"
    return game.throw(two(total))


# -- whose impulse


@pytest.mark.rule("6.1", "6.3", "21.6", "8.1")
def test_the_germans_begin_and_impulses_alternate() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-4-8", at="51"), areas={"50": {"control": "us"}})
    asked = [(game.moment, game.actor, game.kind)]
    game.do("pass")
    asked.append((game.moment, game.actor, game.kind))
    game.do("impulse assault 51", "march US-4-8 50", "end").throw(two(12))
    asked.append((game.moment, game.actor, game.kind))
    game.do("impulse assault 53", "march GE-91-1058 52", "end")
    asked.append((game.moment, game.actor, game.kind))
    passed(game, 11)
    asked.append((game.moment, game.actor, game.kind))
    sequence = (("6G0", "german"), ("6A0", "allied"), ("6G1", "german"), ("6A1", "allied"), ("6G2", "german"))
    assert asked == [(*each, "impulse") for each in sequence]


@pytest.mark.rule("6.1", "21.6")
def test_daylight_follows_the_landings() -> None:
    game = d_day("amphibious")
    for unit, beach in (("BR-3-8", 8), ("BR-Can3-7", 17), ("BR-50-69", 18), ("US-1-16", 30), ("US-4-8", 51)):
        game.do(f"land {unit} {beach}")
    game.do("end")
    for _ in range(400):
        if game.kind == "impulse":
            break
        asked = game.decision
        assert asked is not None
        game.do({2: dice(2, 12), 1: "roll 6"}[len(asked.roll.counts)] if asked.roll else asked.options[0])
    assert (game.phase, game.moment, game.actor, game.state.impulse) == ("daylight", "6G0", "german", 0)


@pytest.mark.rule("8.12", "8.1", "8.11", "20.4")
def test_only_the_side_whose_impulse_it_is_acts() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-1-16", at="28"))
    assert game.options == {"impulse assault 53", "pass"}
    assert game.why("march US-1-16 30").rule == "8.12"
    game.do("pass")
    assert game.options == {"impulse assault 28", "pass"}
    assert game.why("march GE-91-1058 52").rule == "8.12"
    # An area may be activated for its bridges alone: that from Ste. Mere Eglise to Utah is German, and threatened.
    utah = day(place("GE-91-1058", at="53"), place("US-4-8", at="51"))
    assert utah.options == {"impulse assault 53", "impulse assault 50", "impulse assault 51", "pass"}


# -- the Sunset DR against the impulse number

ENDS, GOES_ON, CHANGES = "the day ends", "the marker advances", "weather changes, marker advances"


@pytest.mark.rule("6.3", "11.23", "11.24", "18.4", "3.8", "I-54")
@pytest.mark.parametrize(
    ("impulse", "marker", "total", "result"),
    [
        (5, 0, 4, ENDS),  # below
        (5, 0, 5, CHANGES),  # equal
        (5, 0, 6, GOES_ON),  # above
        (0, 0, 2, GOES_ON),  # no roll is below 2, so the first impulses cannot end the day
        (1, 0, 2, GOES_ON),
        (2, 0, 2, CHANGES),  # the first space on which the weather can change
        (3, 0, 2, ENDS),
        (-1, 0, 2, GOES_ON),  # spaces A to C lie below 0
        (-3, 0, 12, GOES_ON),
        (-1, -3, 2, GOES_ON),  # 2 - 3 = -1, not below -1
        (-1, -4, 2, ENDS),  # -2 < -1
        (0, -3, 2, ENDS),  # -1 < 0
        (5, 1, 4, GOES_ON),  # 4 + 1 = 5, not below; the marker does not touch the weather: 4 is not 5
        (5, 1, 5, CHANGES),  # the natural 5 changes it, 6 lets the day go on
        (5, -1, 5, ENDS),  # 4 < 5: the change does not matter any more
        (5, -1, 6, GOES_ON),  # 5 counts for the day, 6 for the weather
        (5, 3, 2, GOES_ON),
        (5, 3, 12, GOES_ON),
        (12, 0, 12, CHANGES),  # to the last space
        (12, 0, 11, ENDS),
        (13, 0, 12, ENDS),  # two dice never reach 13
        (13, 1, 12, ENDS),  # 13 is not below 13, but the marker leaves the track
        (13, 1, 11, ENDS),
        (12, 3, 12, CHANGES),
        (12, 1, 11, GOES_ON),
    ],
)
def test_sunset(impulse: int, marker: int, total: int, result: str) -> None:
    game = passed(allied(impulse=impulse, sunset={"drm": marker}), total)
    if result == ENDS:
        assert (game.dusk, game.phase, game.moment) == (True, "refit", "6R")
        assert game.state.sunset_drm == 0, "the Sunset marker leaves the track (11.24)"
        return
    assert (game.over, game.actor, game.kind) == ("", "german", "impulse")
    assert game.state.impulse == impulse + 1
    assert game.state.weather == (OVERCAST if result == CHANGES else 0)


@pytest.mark.rule("3.8", "I-55")
@pytest.mark.parametrize(("impulse", "name"), [(-3, "6GC"), (-1, "6GA"), (0, "6G0"), (13, "6G13")])
def test_names_of_the_spaces(impulse: int, name: str) -> None:
    assert day(place("GE-91-1058", at="53"), impulse=impulse).moment == name


@pytest.mark.rule("6.4", "6.3", "21.7")
def test_after_the_day_the_german_refits() -> None:
    game = passed(allied(impulse=9), 3)
    assert (breakout.result(game.state), game.actor, game.moment) == (None, "german", "6R")
    assert game.why("pass").rule.startswith(("6.4", "12"))


# -- which roll it is


def attack(game: Table, total: int) -> Table:
    """The 8th and 12th regiments destroy what is left of the 919th in Montebourg, the Allied dice showing this."""
    game.do("impulse assault 52", "assault 52", "join US-4-8", "end", "point US-4-8", "forward GE-709-919")
    return game.do(dice(total, 2))


@pytest.mark.rule("6.3", "11.5")
@pytest.mark.parametrize(("total", "goes_on"), [(8, False), (10, True)])
def test_the_first_two_dice_of_the_allies_are_the_sunset_roll(total: int, goes_on: bool) -> None:
    game = allied(*TOGETHER, impulse=9)
    attack(game, total).settle()
    assert game.kind == "orders", "the impulse is carried out in full, whatever the roll"
    game.do("march US-4-12 60", "end")
    assert game.at("US-4-12") == "60"
    assert (game.kind == "impulse") is goes_on, "and nothing more is rolled"
    assert game.dusk is not goes_on
    assert game.state.impulse == (10 if goes_on else 9)


@pytest.mark.rule("6.3")
def test_a_second_assault_changes_nothing() -> None:
    # Two fights in one impulse: the first shows 10 at space 9, the second 3.
    there = place("GE-716-726", at="60", level=D2)
    game = allied(*TOGETHER, there, impulse=9)
    attack(game, 10).settle()
    game.do("march US-4-12 60").fight("60", dice=(3, 2)).settle()
    game.do("end")
    assert (game.over, game.state.impulse) == ("", 10)


@pytest.mark.rule("6.3")
def test_german_dice_in_a_german_impulse_are_no_sunset_roll() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-4-8", at="52", level=D2), impulse=9)
    game.do("impulse assault 53", "march GE-91-1058 52").fight("52", dice=(12, 2)).settle()
    if game.kind == "orders":
        game.do("end")
    assert (game.actor, game.kind, game.state.impulse) == ("allied", "impulse", 9)


@pytest.mark.rule("6.3", "6.1")
def test_single_dice_never_count() -> None:
    # A seizure attempt is one die. St. Mere Eglise is American, Valognes-Pont L'Abbe out of reach.
    game = allied(place("US-82-505", at="50"), impulse=5)
    game.do("impulse assault 50", "seize US-82-505 50-52").throw("roll 1")
    game.do("end")
    assert game.kind == "roll"
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (2,)
    game.throw(two(6))
    assert (game.actor, game.state.impulse) == ("german", 6)


@pytest.mark.rule("6.3", "19.4")
def test_dice_of_coastal_guns_never_count() -> None:
    game = allied(place("US-4-8", at="box:51"), place("US-4-12", at="51"), place("GE-CA-Marcouf", at="52"), impulse=9)
    game.do("impulse assault box:51", "land US-4-8 51").throw("roll 2")
    game.do("end")
    assert game.kind == "roll"
    game.throw(two(8))
    assert game.dusk


@pytest.mark.rule("6.3", "8.23", "20.4")
def test_the_extra_roll_comes_after_everything_else() -> None:
    # The Americans march out of St. Mere Eglise and then try to blow the bridge they hold to the Germans' Montebourg.
    game = allied(place("US-82-505", "US-82-508", at="50"), bridges={"50-52": {"held": "allied"}}, impulse=9)
    game.do("impulse assault 50", "march US-82-505 51", "demolish 50-52")
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (1,)
    game.throw("roll 1").do("end")
    assert game.decision.roll is not None
    assert game.decision.roll.counts == (2,)


@pytest.mark.rule("11.5", "11.3", "11.2")
@pytest.mark.parametrize("holder", ["allied", "german"])
@pytest.mark.parametrize(("first", "second", "goes_on"), [(8, 9, True), (9, 8, False)])
def test_a_reroll_replaces_the_sunset_roll(holder: str, first: int, second: int, goes_on: bool) -> None:
    game = allied(*TOGETHER, impulse=9, advantage={"side": holder})
    attack(game, first)
    assert (game.kind, game.actor) == ("reroll", holder)
    game.do("reroll", dice(second, 2)).settle()
    game.do("end")
    assert game.dusk is not goes_on
    if goes_on:
        assert game.state.weather == OVERCAST, "9 at space 9"
        assert game.advantage != holder, "it passes at the end of the impulse"


@pytest.mark.rule("11.5", "11.6", "8.6")
def test_the_roll_of_a_pass_can_be_forced_again() -> None:
    game = allied(impulse=9, advantage={"side": "german"}).do("pass", two(9))
    assert (game.kind, game.actor) == ("reroll", "german")
    game.do("reroll")
    assert game.kind == "roll"
    game.do(two(8))
    assert game.dusk, "no second reroll of the same roll (11.6)"


@pytest.mark.rule("11.6", "11.2")
def test_a_kept_roll_costs_no_advantage() -> None:
    game = allied(impulse=9).do("pass", two(11), "keep")
    assert (game.advantage, game.state.impulse) == ("allied", 10)


@pytest.mark.rule("6.3", "17.2")
def test_the_ships_roll_is_a_sunset_roll_and_the_marker_advances() -> None:
    game = allied(place("US-4-8", at="51"), place("GE-CA-Martin", at="50"), impulse=5)
    shell(game, "WTF", "50", "GE-CA-Martin", 6)
    assert (game.actor, game.kind, game.state.impulse) == ("german", "impulse", 6)


# -- both pass


@pytest.mark.rule("8.6")
def test_two_passes_end_the_day_after_the_sunset_roll() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-4-8", at="51"))
    game.do("pass")
    assert game.over == ""
    game.do("pass")
    assert game.kind == "roll", "an Allied pass rolls for sunset"
    game.throw(two(12))
    assert game.dusk


@pytest.mark.rule("8.6", "6.1", "I-75")
def test_an_allied_and_then_a_german_pass_end_it_too() -> None:
    game = passed(allied(place("GE-91-1058", at="53"), place("US-4-8", at="51"), impulse=2), 12)
    assert (game.actor, game.kind, game.state.impulse) == ("german", "impulse", 3)
    game.do("pass")
    assert game.dusk


@pytest.mark.rule("8.6")
def test_passes_that_do_not_follow_one_another_do_not_end_it() -> None:
    game = day(place("GE-91-1058", at="53"), place("US-4-8", at="51"), areas={"50": {"control": "us"}})
    game.do("pass", "impulse assault 51", "march US-4-8 50", "end").throw(two(12))
    game.do("pass")
    assert (game.actor, game.kind, game.over) == ("allied", "impulse", "")


@pytest.mark.rule("8.6", "6.3")
def test_a_pass_may_end_the_day_alone() -> None:
    assert passed(allied(impulse=7), 6).dusk


# -- the same luck for the same purpose


@pytest.mark.rule("6.3", "8.4", "19.4")
def test_dice_are_named_by_their_purpose() -> None:
    """Two variants of a day meet the same luck: the key names day, impulse and unit, never the order of events."""

    def key(game: Table) -> tuple[object, ...]:
        assert game.decision is not None
        assert game.decision.roll is not None
        return game.decision.roll.key

    assert key(allied().do("pass")) == ("sunset", 0, "A0")
    column = day(place("GE-91-1058", at="53")).do("impulse assault 53", "march GE-91-1058 56", "march GE-91-1058 57")
    assert key(column) == ("air interdiction", 0, "GE-91-1058", "57", 1)
    guns = (place("US-4-8", at="box:51"), place("US-4-12", at="51"), place("GE-CA-Marcouf", at="52"))
    assert key(allied(*guns).do("impulse assault box:51", "land US-4-8 51")) == ("interdiction", 0, "US-4-8", "51")
    fight = allied(*TOGETHER).do("impulse assault 52", "assault 52", "join US-4-8", "end", "point US-4-8")
    assert key(fight.do("forward GE-709-919")) == ("attack", 0, "A0", "52", 0)
