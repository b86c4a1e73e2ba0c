"""Rule 8.37 as it binds retreats; movement is in ``test_s08_costs`` and the files beside it."""

from __future__ import annotations

import pytest

from normandy_lab.breakout.rules import s08_movement
from tests.rules.helpers import INFANTRY, SPENT, Table, blank, place

US = {"control": "us"}


def repulsed(*defenders: str, area: str = "49", attacker: str = "US-82-507", **patch: object) -> Table:
    """One regiment attacks these Spent defenders by night and is beaten; they may leave if they like."""
    game = blank(place(*defenders, at=area, level=SPENT), place(attacker, at=area), **patch)
    game.do(f"attack {attacker}", f"point {attacker}", f"forward {defenders[0]}")
    return game.roll(2, 12)


# Pont L'Abbe (49) touches 45 and 50 (flood, bridge), 48 and 53 (river, bridge), 52 (flood, no bridge).


@pytest.mark.rule("8.371", "9.63A", "20.1", "I-33")
def test_five_units_a_bridge_and_then_infantry_wades_the_river() -> None:
    # Only St. Sauveur (48), over a river bridge, is open: the others are American.
    six, guns, armor = INFANTRY[:6], "GE-91-Art", "GE-100Rp"
    game = repulsed(*six, guns, armor, areas={"45": US, "50": US, "53": US})
    assert game.offered("retreat") == {f"{unit} 48" for unit in (*six, guns, armor)}
    game.do(*(f"retreat {unit} 48" for unit in six[:5]))
    assert game.offered("retreat") == {f"{six[5]} 48"}, "infantry only, beside the bridge"
    assert game.why(f"retreat {guns} 48").rule == "8.371", "the bridge stands, and is full"
    assert game.why(f"retreat {armor} 48").rule == "8.371"
    game.do(f"retreat {six[5]} 48")
    assert game.at(six[5]) == "48"


@pytest.mark.rule("8.371", "9.63B")
def test_the_sixth_unit_finds_no_way_over_a_flood() -> None:
    # Only St. Jores (45), over a bridged flood, is open.
    six = INFANTRY[:6]
    game = repulsed(*six, areas={"48": US, "50": US, "53": US})
    game.do(*(f"retreat {unit} 45" for unit in six[:5]))
    assert game.kind != "retreat", "the sixth must stay"
    assert game.at(six[5]) == "49"


@pytest.mark.rule("8.371")
def test_refusal_of_the_sixth_unit_names_the_bridge_rule() -> None:
    # Two ways out, 45 over a bridged flood and 48 over a river; five go to 45, and the sixth asks for it too.
    six = INFANTRY[:6]
    game = repulsed(*six, areas={"50": US, "53": US})
    game.do(*(f"retreat {unit} 45" for unit in six[:5]))
    assert game.offered("retreat") == {f"{six[5]} 48"}
    assert game.why(f"retreat {six[5]} 45").rule == "8.371"


@pytest.mark.rule("8.371", "9.63B")
def test_no_crossing_of_an_unbridged_or_broken_flood() -> None:
    game = repulsed("GE-91-1057", bridges={"45-49": {"held": "destroyed"}})
    assert game.why("retreat GE-91-1057 52").rule == "9.63B", "never bridged"
    assert game.why("retreat GE-91-1057 45").rule == "9.63B", "bridge destroyed"
    assert game.offered("retreat") == {"GE-91-1057 48", "GE-91-1057 50", "GE-91-1057 53"}


@pytest.mark.rule("8.371", "20.1", "I-33")
def test_a_unit_that_crosses_back_is_no_sixth() -> None:
    game = blank(place(*INFANTRY[:6], at="48"))
    bridge = game.setting.board.border("48-49")
    first, sixth = game.setting.forces.units[0], game.setting.forces.units[5]
    for unit in game.setting.forces.units[:5]:
        s08_movement.cross(game.state, bridge, unit)
    assert not s08_movement.bridge_full(game.state, bridge, first), "it has crossed already"
    assert s08_movement.bridge_full(game.state, bridge, sixth)


@pytest.mark.rule("8.371")
def test_each_phase_counts_anew() -> None:
    game = repulsed(*INFANTRY[:2], areas={"45": US, "50": US, "53": US})
    game.do(f"retreat {INFANTRY[0]} 48", "hold")
    assert game.phase == "daylight"
    assert game.state.crossed == {}


@pytest.mark.rule("8.372", "9.63B")
def test_a_secured_bridge_bars_the_retreat() -> None:
    # As in Example 6: the Americans hold the bridge to Valognes.
    game = blank(place("GE-91-1057", at="49"), place("US-82-507", "US-82-508", at="49"))
    game.do("secure US-82-508 49-53", "attack US-82-507", "point US-82-507", "forward GE-91-1057").roll(2, 12)
    assert game.offered("retreat") == {"GE-91-1057 45", "GE-91-1057 48", "GE-91-1057 50"}
    assert game.why("retreat GE-91-1057 53").rule == "9.63B"


@pytest.mark.rule("8.372", "9.63B", "8.511")
def test_a_river_line_held_by_the_enemy_bars_the_retreat() -> None:
    # Port-en-Bessin (28) and Trevieres (29) share a river without a bridge.
    free = repulsed("GE-352-916", area="28", attacker="US-101-501")
    assert "GE-352-916 29" in free.offered("retreat")
    held = repulsed("GE-352-916", area="28", attacker="US-101-501", rivers={"28-29": {"held": "allied"}})
    assert "GE-352-916 29" not in held.offered("retreat")
    assert held.why("retreat GE-352-916 29").rule == "9.63B"


@pytest.mark.rule("8.373", "4.25", "16.3")
def test_coastal_artillery_stays() -> None:
    game = repulsed("GE-CA-Longues", "GE-352-916", area="28", attacker="US-101-501")
    assert all(option.startswith("GE-352-916 ") for option in game.offered("retreat"))
    assert game.why("retreat GE-CA-Longues 30").rule == "8.373"
