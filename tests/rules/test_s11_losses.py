"""Rules 11.21 to 11.24: what units lost in an impulse cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.battles import BRITISH, OVERCAST, US, battle, fight, record
from tests.rules.helpers import D2, INFANTRY, SPENT, Table, blank, place

AMERICANS = ("US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116")


LATE = {**OVERCAST, "rules": {"advantage_lost": "end_of_impulse"}}


def allied_losses(
    count: int, holder: str, used: bool = False, patch: Mapping[str, Any] = OVERCAST, **impulse: object
) -> Table:
    """A panzer regiment destroys so many broken US regiments in Grandcamp: 9 and 12 against 1 and 2."""
    lost = place(*AMERICANS[:count], at="31", level=D2)
    game = battle(
        "31", {"GE-12SS-Pz": "30!"}, lost, areas={"31": US}, advantage={"side": holder}, impulse=impulse, **patch
    )
    game.state.advantage_used = used
    game.do("point GE-12SS-Pz", "forward US-1-16")
    game.throw("roll 6+6:1+1")
    assert set(game.levels(*AMERICANS[:count])) == {"eliminated"}
    return game


def german_losses(count: int, holder: str, used: bool = False, **impulse: object) -> Table:
    """The 8th Armoured Brigade destroys so many broken regiments: 6 and 12 against 1 and 2."""
    lost = place(*INFANTRY[:count], at="1", level=D2)
    game = battle(
        "1", {"BR-8Arm": "3!"}, lost, areas={"3": BRITISH}, advantage={"side": holder}, impulse=impulse, **OVERCAST
    )
    game.state.advantage_used = used
    game.do("point BR-8Arm", f"forward {INFANTRY[0]}")
    game.throw("roll 6+6:1+1")
    assert set(game.levels(*INFANTRY[:count])) == {"eliminated"}
    return game


def spaces(game: Table, who: str) -> int:
    """How many spaces this side is asked to move; it moves them all."""
    count = 0
    while game.kind == "sunset":
        assert game.actor == who
        game.do("sunset +1")
        count += 1
    return count


@pytest.mark.rule("11.21", "11.24", "11.6", "I-45")
@pytest.mark.parametrize(
    ("holder", "used", "count", "after", "moved"),
    [
        ("allied", False, 1, "german", 0),
        ("allied", False, 2, "german", 1),
        ("allied", False, 4, "german", 3),
        ("allied", False, 5, "german", 3),  # four above the first, three an impulse at most
        ("german", False, 1, "german", 1),
        ("german", False, 3, "german", 3),
        ("german", False, 4, "german", 3),
        (
            "german",
            True,
            1,
            "german",
            1,
        ),  # used by the Germans: the Allies cannot lose what they do not have yet (11.6)
        ("german", True, 2, "german", 2),
        ("allied", True, 1, "allied", 0),  # used by the Allies: it passes at the end, and is what the first loss costs
        ("allied", True, 2, "allied", 1),
        ("allied", True, 3, "allied", 2),
    ],
)
def test_allied_losses(holder: str, used: bool, count: int, after: str, moved: int) -> None:
    game = allied_losses(count, holder, used)
    assert game.advantage == after
    assert record(game.state).lost == (0, count)
    assert record(game.state).forfeited == (holder == "allied")
    assert spaces(game, "german") == moved
    assert game.state.sunset_drm == moved


@pytest.mark.rule("11.21", "11.2", "I-45")
@pytest.mark.parametrize(("used", "count", "moved"), [(False, 1, 0), (False, 2, 1), (False, 5, 3), (True, 2, 1)])
def test_by_the_switch_it_is_lost_when_the_impulse_ends(used: bool, count: int, moved: int) -> None:
    game = allied_losses(count, "allied", used, LATE)
    assert (game.advantage, record(game.state).forfeited) == ("allied", True)
    assert spaces(game, "german") == moved, "a space for each loss above the first, three at most"
    while game.kind != "impulse":
        game.do("end")
    assert game.advantage == "german", "once, whether it was used as well or not"


@pytest.mark.rule("11.22", "11.24")
@pytest.mark.parametrize(
    ("holder", "used", "count", "after", "moved"),
    [
        ("german", False, 2, "german", 0),
        ("german", False, 3, "allied", 0),
        ("german", False, 4, "allied", 1),
        ("german", False, 6, "allied", 3),
        ("german", False, 7, "allied", 3),
        ("allied", False, 2, "allied", 0),
        ("allied", False, 3, "allied", 1),
        ("allied", False, 5, "allied", 3),
        ("allied", False, 6, "allied", 3),
        ("allied", True, 3, "allied", 1),
        ("german", True, 3, "german", 0),
        ("german", True, 4, "german", 1),
    ],
)
def test_german_losses(holder: str, used: bool, count: int, after: str, moved: int) -> None:
    game = german_losses(count, holder, used)
    assert game.advantage == after
    assert record(game.state).lost == (count, 0)
    assert record(game.state).forfeited == (holder == "german" and count >= 3)
    assert spaces(game, "allied") == moved


@pytest.mark.rule("11.21", "11.22")
def test_losses_of_one_impulse_add_up_over_its_assaults() -> None:
    """Two fell before: the next is the third German, which costs the Advantage, and the second Allied, which costs a space."""
    assert german_losses(1, "german", lost=(2, 0)).advantage == "allied"
    game = allied_losses(1, "german", lost=(0, 1), forfeited=True)
    assert (game.advantage, spaces(game, "german")) == ("german", 1)


@pytest.mark.rule("11.24")
def test_three_spaces_an_impulse_in_all() -> None:
    assert spaces(allied_losses(3, "german", shifted=2), "german") == 1
    assert spaces(allied_losses(3, "german", shifted=3), "german") == 0


@pytest.mark.rule("11.21", "11.23", "11.24")
def test_either_way_or_not_at_all_one_space_at_a_time() -> None:
    game = allied_losses(3, "german", lost=(0, 0))
    assert game.options == {"sunset +1", "sunset -1", "sunset 0"}
    assert game.decision is not None
    assert game.decision.rule == "11.21"
    game.do("sunset -1", "sunset -1")
    assert game.state.sunset_drm == -2
    game.do("sunset 0")
    assert (game.state.sunset_drm, record(game.state).shifted) == (-2, 2)
    assert game.kind != "sunset"


@pytest.mark.rule("11.23", "3.8")
@pytest.mark.parametrize(("stands", "left"), [(13, {"sunset -1", "sunset 0"}), (-13, {"sunset +1", "sunset 0"})])
def test_the_track_has_ends(stands: int, left: set[str]) -> None:
    game = battle(
        "31", {"GE-12SS-Pz": "30!"}, place("US-1-16", at="31", level=D2), areas={"31": US}, advantage={"side": "german"},
        sunset={"drm": stands}, **OVERCAST,
    )  # fmt: skip
    game.do("point GE-12SS-Pz", "forward US-1-16").throw("roll 6+6:1+1")
    assert game.options == left
    blocked = ({"sunset +1", "sunset -1"} - left).pop()
    assert game.why(blocked).rule == "3.8"


@pytest.mark.rule("11.21", "9.5D")
def test_the_marker_moves_at_once_before_the_next_point_and_before_anybody_leaves() -> None:
    lost = place("US-1-16", at="31", level=D2) | place("US-1-18", at="31", level=SPENT)
    game = battle(
        "31", {"GE-12SS-Pz": "30!"}, lost, areas={"31": US, "32": US}, advantage={"side": "german"}, **OVERCAST
    )
    fight(game, "GE-12SS-Pz", "US-1-16", 2, 7)  # 11 against 1 + 1 + 7: two points
    game.do("lose US-1-16")
    assert (game.kind, game.actor) == ("sunset", "german")
    game.do("sunset +1")
    assert (game.kind, game.actor) == ("casualties", "allied")


@pytest.mark.rule("11.22", "11.2")
def test_losses_in_a_phase_of_the_landing_cost_nothing() -> None:
    lost = place("GE-CA-Martin", "GE-352-914", "GE-352-915", at="44", level=D2)
    game = blank(lost, place("US-101-501", at="44"), advantage={"side": "german"})
    game.do("attack US-101-501", "point US-101-501", "forward GE-352-914", "roll 6+6:1+1", "keep")
    assert set(game.levels("GE-CA-Martin", "GE-352-914", "GE-352-915")) == {"eliminated"}
    assert game.advantage == "german"
    assert game.kind != "sunset"
