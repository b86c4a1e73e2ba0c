"""Section 20 in play: bridges in a day of impulses, and river lines that change hands (8.511)."""

from __future__ import annotations

from typing import Any

import pytest

from normandy_lab import breakout
from normandy_lab.breakout.rules import s20_bridges
from normandy_lab.breakout.state import DESTROYED, HELD_ALLIED, HELD_GERMAN, LINE_ALLIED, LINE_GERMAN
from tests.rules.bridgework import DOWN, HELD, SIDE, US, UTAH, border, held, levels
from tests.rules.helpers import D2, SPENT, Table, blank, day, place

REGIMENT, PARAS, TANKS = "GE-91-1057", "US-82-507", "GE-100Rp"


def pont_labbe(**patch: Any) -> Table:
    """Example 6: the 1057th in Pont L'Abbe among Spent paratroopers, the bridge to St. Jores down."""
    bridges = {"45-49": DOWN, "49-50": HELD, "49-53": HELD}
    return day(place(REGIMENT, at="49"), place(PARAS, at="49", level=SPENT), **{"bridges": bridges, **patch})


@pytest.mark.rule("8.2", "8.21", "20.2", "20.4", "8.23")
def test_repair_then_movement_then_demolition() -> None:
    game = pont_labbe().do("impulse assault 49")
    assert game.offered("repair") == {"45-49"}
    game.do("repair 45-49").throw("roll 4")
    assert game.holder("45-49") == "german"
    game.do(f"march {REGIMENT} 45")
    assert game.control("49") == "us"
    assert game.offered("demolish") == {"45-49", "48-49"}
    game.do("demolish 45-49").throw("roll 5").do("demolish 48-49").throw("roll 3")
    assert (held(game, "45-49"), held(game, "48-49")) == (DESTROYED, HELD_GERMAN)
    assert game.options == {"end"}, "nothing moves any more, and each bridge is tried once"
    assert game.why("demolish 48-49").rule == "20.4"
    game.do("end")
    assert (game.kind, game.actor) == ("impulse", "allied")


@pytest.mark.rule("8.21", "20.2")
def test_a_move_closes_the_repairs() -> None:
    game = pont_labbe(bridges={"45-49": DOWN, "48-49": DOWN}).do("impulse assault 49")
    assert game.offered("repair") == {"45-49", "48-49"}
    game.do(f"march {REGIMENT} 48 wade")
    assert game.offered("repair") == set()
    assert game.why("repair 45-49").fix == "Repair at the start of an impulse."


@pytest.mark.rule("8.21", "20.2", "20.21")
def test_failures_add_up_over_impulses() -> None:
    game = pont_labbe().do("impulse assault 49", "repair 45-49").throw("roll 1")
    assert levels(game, "45-49") == (1, 0)
    assert game.why("repair 45-49").rule == "20.2"
    assert game.offered("unbuild") == {"45-49"}
    game.do("end", "pass").throw("roll 6+6").do("impulse assault 49", "repair 45-49").throw("roll 3")
    assert game.holder("45-49") == "german"
    assert levels(game, "45-49") == (0, 0)


@pytest.mark.rule("20.2", "8.6")
def test_an_area_can_be_activated_for_a_repair_alone() -> None:
    game = day(bridges={"45-49": DOWN})
    assert game.offered("impulse") >= {"assault 45", "assault 49"}
    game.do("impulse assault 45")
    assert game.options == {"repair 45-49"}
    game.do("repair 45-49").throw("roll 6")
    assert game.options == {"end"}


@pytest.mark.rule("20.4", "8.11")
def test_an_enemy_area_can_be_activated_for_demolition_alone() -> None:
    game = day(areas={"49": US}).do("impulse assault 49")
    assert game.options == {f"demolish {each}" for each in ("45-49", "48-49", "49-50", "49-53")}
    game.do("demolish 49-53").throw("roll 6")
    assert held(game, "49-53") == DESTROYED


@pytest.mark.rule("20.21")
def test_the_owner_names_the_marker_that_comes() -> None:
    elsewhere = {each: DOWN | {"construct": {"allied": 1}} for each in ("48-49", "49-53", "44-50", "44-45")}
    game = day(place("US-4-8", at="51"), side="allied", areas=UTAH, bridges={"50-51": DOWN, **elsewhere})
    game.do("impulse assault 51", "repair 50-51")
    assert (game.kind, game.decision.step, game.actor) == ("unbuild", "unbuild", "allied")
    assert game.options == {f"unbuild {each}" for each in elsewhere}
    assert game.why("unbuild 50-52").rule == "20.21"
    game.do("unbuild 44-45")
    assert game.decision is not None
    assert game.decision.roll is not None
    assert game.decision.roll.key == ("bridge", 0, "A0", "50-51", "repair")
    game.throw("roll 1")
    assert (levels(game, "44-45"), levels(game, "50-51")) == ((0, 0), (0, 1))


@pytest.mark.rule("8.221", "20.3")
def test_after_a_seizure_the_others_pay_one_more() -> None:
    game = day(place(TANKS, "GE-91-1058", at="44"), place("US-101-501", "GE-709-739", at="50", level=SPENT), areas=UTAH,
               bridges={"44-50": HELD})  # fmt: skip
    game.do("impulse assault 44", f"seize {TANKS} 44-50").throw("roll 5")
    assert game.used(TANKS) == 1
    plain, more = game.cost(TANKS, "50"), game.cost("GE-91-1058", "50")
    assert more.total == plain.total + 1
    assert game.why("seize GE-91-1058 44-50").rule == "8.221"
    assert game.offered("demolish") == {"44-50"}, "held now, and Carentan is the active area (Example 12)"


@pytest.mark.rule("8.221", "20.3")
def test_after_a_failed_seizure_nobody_pays_more() -> None:
    game = day(place(TANKS, "GE-6FS", at="44"), place("US-101-501", "GE-709-739", at="50", level=SPENT), areas=UTAH,
               bridges={"44-50": HELD})  # fmt: skip
    game.do("impulse assault 44")
    before = game.cost("GE-6FS", "50").total
    game.do(f"seize {TANKS} 44-50").throw("roll 4")
    assert game.holder("44-50") == "allied"
    assert game.cost("GE-6FS", "50").total == before
    assert game.offered("demolish") == set()


@pytest.mark.rule("11.6", "20.4")
def test_the_advantage_forces_the_die_again() -> None:
    game = day(areas={"49": US}, advantage={"side": "allied"}).do("impulse assault 49", "demolish 49-53", "roll 6")
    assert (game.kind, game.actor) == ("reroll", "allied")
    game.do("reroll", "roll 1")
    assert held(game, "49-53") == HELD_GERMAN


@pytest.mark.rule("20.1", "20.21", "8.511")
def test_a_position_keeps_construct_markers_and_marks() -> None:
    marks = {"45-49": DOWN | {"construct": {"german": 1, "allied": 2}}, "29-30": DOWN, "48-49": DOWN}
    game = day(bridges=marks, rivers={"29-30": {"held": "allied"}, "48-49": {"held": "german"}})
    assert (held(game, "29-30"), held(game, "48-49")) == (LINE_ALLIED, LINE_GERMAN)
    again = breakout.initial(breakout.setting_from(breakout.as_scenario(game.state)))
    assert (again.held, again.construct) == (game.state.held, game.state.construct)


# -- 8.511: what a crossing takes


def captured(where: str, side: str, **patch: Any) -> Table:
    game = blank(**patch)
    game.state = game.state.copy()
    s20_bridges.capture(game.state, border(game, where), SIDE[side], game.events)
    return game


@pytest.mark.rule("8.511", "20.1")
def test_an_attack_across_takes_the_bridge_or_the_line() -> None:
    assert held(captured("50-52", "allied"), "50-52") == HELD_ALLIED
    assert held(captured("28-29", "allied"), "28-29") == LINE_ALLIED, "a river without a bridge"
    assert held(captured("29-30", "allied", bridges={"29-30": DOWN}), "29-30") == LINE_ALLIED
    game = captured("50-52", "german", bridges={"50-52": HELD})
    assert held(game, "50-52") == HELD_GERMAN
    assert [event.text for event in game.events] == ["The Germans hold the bridge from Ste. Mere Eglise to Montebourg."]
    assert captured("50-52", "german").events == [], "nothing changes hands"


@pytest.mark.rule("8.511", "I-62")
def test_a_german_crossing_beside_a_destroyed_bridge_between_allied_areas() -> None:
    game = captured("29-30", "german", bridges={"29-30": DOWN}, areas={"29": US, "30": US})
    assert held(game, "29-30") == LINE_GERMAN
    assert game.holder("29-30") == "german"
    assert "river line" in game.events[0].text
    s20_bridges.capture(game.state, border(game, "29-30"), SIDE["allied"], game.events)
    assert (held(game, "29-30"), game.holder("29-30")) == (LINE_ALLIED, "allied")


@pytest.mark.rule("8.511", "20.1", "I-2")
def test_control_of_both_ends_wipes_the_other_sides_mark() -> None:
    # Martin's battery is destroyed and Ste. Mere Eglise falls; the line to Montebourg, American, was German.
    game = blank(place("GE-CA-Martin", at="50", level=D2), place("US-101-501", at="50"), areas={"52": US},
                 bridges={"50-52": DOWN}, rivers={"50-52": {"held": "german"}})  # fmt: skip
    assert game.holder("50-52") == "german"
    game.do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin").roll(12, 2)
    assert (held(game, "50-52"), game.holder("50-52")) == (DESTROYED, "allied")


@pytest.mark.rule("8.511", "20.1")
def test_an_own_mark_stays_when_both_ends_are_joined() -> None:
    game = blank(place("GE-CA-Martin", at="50", level=D2), place("US-101-501", at="50"), areas={"52": US},
                 bridges={"50-52": DOWN}, rivers={"50-52": HELD})  # fmt: skip
    game.do("attack US-101-501", "point US-101-501", "forward GE-CA-Martin").roll(12, 2)
    assert held(game, "50-52") == LINE_ALLIED


@pytest.mark.rule("8.511", "I-2")
def test_an_unmarked_river_line_is_allied_only_while_both_ends_are() -> None:
    game = blank(areas={"28": US, "29": US})
    assert game.holder("28-29") == "allied"
    game.state = game.state.copy()
    game.state.control[game.setting.board.index["29"]] = 0
    assert game.holder("28-29") == "german", "nobody crossed it, so no Held mark stays behind"
    crossed = blank(areas={"28": US}, rivers={"28-29": {"held": "allied"}})
    assert crossed.holder("28-29") == "allied"
