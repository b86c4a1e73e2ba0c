"""Refusals of movement hold everywhere: each cites a rule that exists, says why and what to do, and none hides a legal move.

The positions are those of the afternoon of June 6 as printed, and one with fights, floods and zones in it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

import normandy_lab
from normandy_lab import breakout
from normandy_lab.breakout.rules import s08_record
from tests.rules.helpers import D1, SPENT, Table, d_day, day, place, two

with (Path(normandy_lab.__file__).parent / "data" / "breakout" / "rule_ids.csv").open(
    encoding="utf-8", newline=""
) as file:
    RULES = {row["id"] for row in csv.DictReader(file)}


def melee() -> Table:
    """Valognes is contested with armor on both sides, Pont L'Abbe by night's end; bridges are of every kind."""
    return day(
        place("GE-91-1058", "GE-100Rp", "GE-91-Art", "GE-FLAK-32", "GE-LXXXIV-Art", at="53"),
        place("GE-709-919", at="53", level=SPENT), place("GE-6FS", at="53", level=D1),
        place("US-2AD-CCA", at="53", level=SPENT), place("US-82-507", "GE-91-1057", at="49"),
        place("GE-ISS-Art", at="56"), place("US-4-8", at="52"), place("GE-711-731", at="A"),
        bridges={"53-54": {"held": "destroyed"}, "49-53": {"held": "allied"}}, areas={"58": {"control": "us"}},
    )  # fmt: skip


def beachhead() -> Table:
    """Americans in Ste. Mere Eglise and Utah, both Allies in Port-en-Bessin, Germans around them."""
    return day(
        place("US-4-8", "US-82-505", "US-4-Art", "US-2AD-CCA", "US-VII-Art", at="50"), place("US-4-12", at="51"),
        place("US-1-16", "BR-56", "BR-8Arm", at="28"), place("GE-91-1057", at="49", level=SPENT), place("US-82-507", at="49"),
        place("GE-6FS", at="44"), place("GE-709-919", at="52"), place("US-4-22", at="box:51"),
        side="allied", bridges={"49-50": {"held": "allied"}}, areas={"28": {"control": "us"}, "30": {"control": "us"}},
    )  # fmt: skip


POSITIONS = {
    **{
        f"June 6, German, {area}": lambda area=area: d_day("daylight").do(f"impulse assault {area}")
        for area in ("53", "9", "44", "A")
    },
    **{
        f"June 6, Allied, {area}": lambda area=area: d_day("daylight").do("pass", f"impulse assault {area}")
        for area in ("50", "49", "7")
    },
    "melee": lambda: melee().do("impulse assault 53"),
    "beachhead": lambda: beachhead().do("impulse assault 50"),
    "two nations": lambda: beachhead().do(
        "impulse assault 50", "march US-4-8 49", "double assault 28", "roll 6+6", "march US-1-16 19"
    ),
}


def questions(game: Table) -> Iterator[str]:
    """Every march of every unit of the side in the active places, and of some others, to every place."""
    frame = s08_record.current(game.state)
    places = {game.state.at[march.unit] for march in frame.marches}
    for unit in game.setting.forces.units:
        at = game.state.at[unit.index]
        if frame.active >> at & 1 or at in places or unit.index % 17 == 0:
            for each in game.setting.board.places:
                yield f"march {unit.id} {each.id}"
                yield f"march {unit.id} {each.id} wade"


@pytest.mark.rule("8.13", "8.33", "8.36", "8.37")
@pytest.mark.parametrize("name", POSITIONS)
def test_a_march_is_offered_or_refused_with_a_rule_a_reason_and_a_way_out(name: str) -> None:
    game = POSITIONS[name]()
    offered = {option for option in game.options if option.startswith("march")}
    allowed = set()
    for text in questions(game):
        refusal = breakout.why_not(game.state, breakout.parse(game.setting, text))
        if refusal is None:
            allowed.add(text)
            continue
        assert refusal.rule in RULES, (text, refusal)
        assert len(refusal.text) > 10, (text, refusal)
        assert refusal.text[-1] in ".!", (text, refusal)
        assert len(refusal.fix) > 5, (text, refusal)
        assert "{" not in refusal.text + refusal.fix, (text, refusal)
    assert allowed == offered
    assert allowed or name.startswith("June 6, Allied"), (
        "where the drop areas are contested, and nothing around is Free"
    )


@pytest.mark.rule("8.36", "8.38", "8.34")
@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_offered_costs_no_more_than_the_unit_has(name: str) -> None:
    game = POSITIONS[name]()
    for text in sorted(game.offered("march")):
        unit, to, *wade = text.split(" ")
        cost = int(game.cost(unit, to, wade=bool(wade)))
        mf = game.setting.forces.units[game.setting.forces.index[unit]].movement
        before = game.used(unit)
        assert 1 <= cost <= mf - before, text
        after = POSITIONS[name]().do(f"march {text}")
        assert (after.at(unit), after.used(unit)) == (to, before + cost)


ORDERS = (
    "end", "pass", "impulse assault 53", "repair 49-53", "repair 53-54", "repair 52-53", "seize GE-91-1058 49-53",
    "seize GE-91-Art 49-53", "seize GE-709-919 49-53", "demolish 49-53", "demolish 53-54", "demolish 45-49",
    "assault 53", "assault 52", "assault 54", "double assault 49", "double bombard 52", "land US-4-8 51", "unbuild 53-54",
    "join GE-91-1058", "support GE-91-Art", "lead GE-91-Art", "shoot LeHavre 1", "target US-4-8", "keep", "reroll", "hold",
    "sunset +1", "point GE-91-1058", "retreat GE-91-1058 52", "roll 3", "regroup GE-91-1058 52", "airsupply 50",
    "place GE-91-1058 52", "attack GE-91-1058", "secure GE-91-1058 49-53", "stay GE-91-1058", "control 53 us",
)  # fmt: skip


@pytest.mark.rule("8.2", "8.13")
@pytest.mark.parametrize("moment", ["before", "during"])
@pytest.mark.parametrize("text", ORDERS)
def test_any_order_is_played_or_refused_with_a_rule(moment: str, text: str) -> None:
    game = melee() if moment == "before" else melee().do("impulse assault 53")
    refusal = breakout.why_not(game.state, breakout.parse(game.setting, text))
    if refusal is None:
        assert text in game.options
        game.do(text)
        return
    assert text not in game.options
    assert refusal.rule in RULES, refusal
    assert refusal.text, refusal
    assert refusal.fix, refusal


@pytest.mark.rule("6.4")
def test_after_the_day_orders_of_the_day_are_refused_by_a_rule_of_the_night() -> None:
    game = d_day("daylight").do("pass", "pass").throw(two(12))
    for text in set(ORDERS[:6]) - game.options:
        assert game.why(text).rule.startswith(("6.4", "12", "20.2"))


# -- the decisive rule, and a way out that leads somewhere


def german(**patch: object) -> Table:
    """A German impulse: the 1058th in Valognes (53), the 919th before Americans in Montebourg (52), a wave off Utah."""
    return day(
        place("GE-91-1058", at="53"), place("GE-709-919", "US-4-8", at="52"), place("US-4-22", at="box:51"),
        place("GE-AOK7", at="lost"), place("GE-3FS-9", at="waiting"), **patch,
    )  # fmt: skip


@pytest.mark.rule("8.2", "8.5", "8.54")
def test_an_assault_before_an_activation() -> None:
    game = german()
    assert game.why("assault 53").rule == "8.5", "nobody is there to be assaulted"
    assert game.why("assault 52").fix == 'Play "impulse assault 52" first.'
    game.do("impulse assault 52", "assault 52")
    there = day(place("GE-91-1058", at="53"), place("US-4-8", at="52")).why("assault 52")
    assert there.rule == "8.5", "an impulse of Montebourg leads to no assault there"
    assert there.fix.startswith("Activate a place with units that can march there")


@pytest.mark.rule("9.5D", "4.33", "8.2")
@pytest.mark.parametrize("opened", [False, True])
def test_units_that_are_lost_or_not_yet_there(opened: bool) -> None:
    game = german()
    if opened:
        game.do("impulse assault 53")
    assert game.why("march GE-AOK7 53").text == "AOK 7 Sturm Bn has been eliminated."
    assert game.why("march GE-3FS-9 53").text == "9 FS Rgt has not entered the game."


@pytest.mark.rule("8.2", "8.33")
def test_activating_its_place_is_advised_only_where_that_would_help() -> None:
    game = german().do("impulse assault 53")
    assert game.why("march GE-709-919 60").rule == "8.2"
    refusal = game.why("march GE-709-919 44")
    assert refusal.rule == "8.33", "Carentan is not next to Montebourg in any impulse"


@pytest.mark.rule("19.3", "3.4")
def test_from_the_sea_and_to_the_sea() -> None:
    game = german(side="allied", areas={"51": {"control": "us"}}).do("impulse assault box:51")
    refusal = game.why("march US-4-22 50")
    assert (refusal.rule, refusal.fix) == ("19.3", 'Land it: "land US-4-22 51".')
    assert german(side="allied").why("march US-4-8 box:51").rule == "3.4"


@pytest.mark.rule("8.36")
def test_a_unit_without_mf_is_not_sent_to_a_nearer_area() -> None:
    game = german(weather="clear").do("impulse assault 53")
    for area in ("56", "57", "55", "54"):  # four Free areas, 4 MF
        game.do(f"march GE-91-1058 {area}")
        if game.kind == "roll":
            game.throw("roll 6")
    assert game.why("march GE-91-1058 53").text.endswith("1058 Rgt has no MF left.")


@pytest.mark.rule("8.12")
def test_the_article_of_a_side() -> None:
    assert german(side="allied").why("march GE-91-1058 52").fix == "Choose an Allied unit."


@pytest.mark.rule("8.33", "8.371", "8.34")
def test_the_way_to_a_distant_place_begins_with_a_step_that_is_allowed() -> None:
    game = d_day("daylight").do("impulse assault 54")
    # From Bricquebec to Montebourg by Valognes, over a bridge; without it artillery goes round by St. Sauveur (or Cherbourg).
    assert game.why("march GE-243-Art 52").fix == 'Go by Valognes: "march GE-243-Art 53".'
    game = d_day("daylight", bridges={"53-54": {"held": "destroyed"}}).do("impulse assault 54")
    assert game.why("march GE-243-Art 52").fix == 'Go by St. Sauveur: "march GE-243-Art 48".'
    shut = day(place("US-4-8", "GE-709-919", at="52"), side="allied").do("impulse assault 52")
    assert shut.why("march US-4-8 56").fix.startswith("The way leads by Valognes, which is closed to it now")


@pytest.mark.rule("8.371", "8.372", "8.36E")
def test_wading_is_advised_only_where_it_is_allowed() -> None:
    down = {"49-53": {"held": "destroyed"}}
    free = day(place("GE-91-1058", "GE-91-Art", at="53"), bridges=down).do("impulse assault 53")
    assert free.why("march GE-91-1058 49").fix == 'Infantry may wade with all its MF: "march GE-91-1058 49 wade".'
    free.do("march GE-91-1058 49 wade")
    assert "wade" not in free.why("march GE-91-Art 49").fix, "guns do not"
    hemmed = day(
        place("GE-91-1058", "US-4-8", at="53"), bridges=down, rivers={"49-53": {"held": "allied"}}
    ).do("impulse assault 53")  # fmt: skip
    assert hemmed.why("march GE-91-1058 49 wade").rule == "8.372"
    assert "wade" not in hemmed.why("march GE-91-1058 49").fix


@pytest.mark.rule("19.3")
def test_a_wave_off_a_german_beach_is_not_told_to_land() -> None:
    game = day(place("US-4-22", at="box:51"), place("US-4-8", at="52"), side="allied").do("impulse assault 52")
    refusal = game.why("march US-4-22 50")
    assert refusal.rule == "19.3"
    assert "land US" not in refusal.fix


@pytest.mark.rule("8.2", "8.21", "8.23", "20.2")
def test_work_on_a_bridge_before_an_activation_names_the_end_that_would_do() -> None:
    down = {"53-54": {"held": "destroyed"}, "50-52": {"held": "destroyed"}}
    game = german(bridges=down, areas={"54": {"control": "us"}, "50": {"control": "us"}, "52": {"control": "us"}})
    assert game.why("repair 53-54").fix == 'Play "impulse assault 53" first.', "Bricquebec is American"
    game.do("impulse assault 53", "repair 53-54")
    game = german(bridges=down, areas={"50": {"control": "us"}, "52": {"control": "us"}})
    refusal = game.why("repair 50-52")
    assert (refusal.rule, refusal.fix) == ("8.21", "Take control of Ste. Mere Eglise first.")
    assert game.why("demolish 49-53").rule == "20.4", "nobody threatens it"
    refusal = game.do("impulse assault 53").why("repair 50-52")
    assert (refusal.rule, refusal.fix) == ("8.21", "Take control of Ste. Mere Eglise or Montebourg first.")


@pytest.mark.rule("10.1", "8.5", "17.1", "20.21")
def test_words_of_a_bombardment_or_an_assault_that_has_not_been_opened() -> None:
    game = day(
        place("US-4-8", "US-4-Art", at="52"), place("GE-91-1058", at="53"), side="allied", areas={"52": {"control": "us"}},
    )  # fmt: skip
    assert game.why("shoot IXAF 53").fix == 'Bombard it after "impulse bombard 53".'
    assert game.why("shoot IXAF 56").rule == "17.3", "nobody is there"
    assert game.why("shoot LeHavre 53").rule == "10.11"
    assert game.why("lead US-4-8").rule == "10.11"
    assert game.why("lead US-4-Art").fix == 'Play "impulse bombard 53" first.'
    assert game.why("join US-4-8").fix == "Begin an assault in which it can take part.", "no German is in Montebourg"
    assert game.why("unbuild 52-60").rule == "20.21"
    game.do("impulse assault 52")
    assert game.why("shoot IXAF 53").fix == 'Bombard it after "double bombard 53".'
    assert game.why("support US-4-Art").fix == "Begin an assault in which it can take part."
    assert game.why("support US-4-8").rule == "9.7"
    german = day(
        place("US-4-8", "US-4-Art", at="52"), place("GE-91-1058", at="53"), side="allied", advantage={"side": "german"}
    )
    german.do("impulse assault 52")
    assert german.why("shoot IXAF 53").fix == "Bombard it in an impulse of its own."
    assert german.why("lead US-4-Art").fix == "Let it bombard in an impulse of its own."


@pytest.mark.rule("8.371", "20.2", "14.2")
def test_repair_is_advised_only_where_a_bridge_is_printed_and_no_zone_is_a_way() -> None:
    # Between Utah (51) and Montebourg (52) lies a flood without a bridge; the causeway to Ste. Mere Eglise (50) has one.
    held = {each: {"control": "us"} for each in ("50", "51", "52")}
    game = day(place("US-4-8", at="51"), side="allied", areas=held, bridges={"50-51": {"held": "destroyed"}})
    game.do("impulse assault 51")
    assert "epair" not in game.why("march US-4-8 52").fix
    assert "epair" in game.why("march US-4-8 50").fix


@pytest.mark.rule("8.23", "8.2")
def test_a_unit_of_the_first_half_is_told_so_wherever_it_has_gone() -> None:
    # The 1058th marches from Valognes, a bridge is tried, and Carentan is activated for the second half: the first is over.
    game = day(
        place("GE-91-1058", at="53"), place("GE-709-919", at="44"), place("US-82-507", at="49"),
        advantage={"side": "german"}, areas={"49": {"control": "us"}},
    )  # fmt: skip
    game.do("impulse assault 53", "march GE-91-1058 54", "demolish 49-53", "roll 1")
    if game.kind == "reroll":
        game.do("keep")
    game.do("double assault 44")
    assert game.why("march GE-91-1058 55").rule == "8.23"
