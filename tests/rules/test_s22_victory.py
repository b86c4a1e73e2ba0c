"""Rules 22 and 23.2: points added up by hand from the map: what is Allied, what is joined to a beach, what is fought over.

Carentan and St. Lo are worth 2, Caen and Cherbourg 4, the others named here 1 (3.25). All five beaches German cost 5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab import breakout
from normandy_lab.breakout.rules import s22_victory
from tests.rules.helpers import SPENT, Table, day, place, two
from tests.rules.nights import BEACHES, BRITISH, OWN, US, at, held, night

DOWN, ALLIED_HELD = {"held": "destroyed"}, {"held": "allied"}
PENINSULA = held(47, 48, 50, 52, 53)


def both(*numbers: int, us: str, german: str) -> dict[str, Any]:
    """An American and a German unit in each place, which stays German-controlled."""
    return place(us, german, at=str(numbers[0]))


CAEN = place("BR-3-8", "GE-21Pz-22", at="9")
ST_LO = place("US-29-115", "GE-352-914", at="34")
CARENTAN = place("US-29-116", "GE-6FS", at="44")
ISIGNY = held(31, 33)  # reached from Omaha over the causeway 31-33

# Areas, units, other words of the patch, and the total with what it is made of.
TOTALS: list[tuple[str, dict[str, Any], list[dict[str, Any]], dict[str, Any], Fraction | int]] = [
    ("nothing Allied but the Advantage", {}, [], {}, 1 - 5),
    ("the five beaches", BEACHES, [], {}, 1),
    ("the German has the Advantage", BEACHES, [], {"advantage": {"side": "german"}}, 0),
    ("two beaches", held(30, 51), [], {}, 1 - 3),
    ("Ste. Mere Eglise", BEACHES | held(50), [], {}, 1 + 1),
    ("Carentan over two causeways", BEACHES | held(44, 50), [], {}, 1 + 1 + 2),
    ("Carentan, its causeway down", BEACHES | held(44, 50), [], {"bridges": {"44-50": DOWN}}, 1 + 1),
    ("Carentan alone is joined to nothing", BEACHES | held(44), [], {}, 1),
    ("Bayeux beside a fallen bridge: a river is crossed into the place supplied", BEACHES | held(19, by=BRITISH), [],
     {"bridges": {"18-19": DOWN}}, 1 + 1),
    ("Bayeux and Tilly", BEACHES | held(19, 20, by=BRITISH), [], {}, 1 + 2),
    ("Tilly behind the fallen bridge", BEACHES | held(19, 20, by=BRITISH), [], {"bridges": {"18-19": DOWN}}, 1 + 1),
    ("Ste. Mere Eglise British: no line to a beach of theirs", BEACHES | held(50, by=BRITISH), [], {}, 1),
    ("Ste. Mere Eglise held and contested", BEACHES | held(50), [place("US-4-8", "GE-6FS", at="50")], {}, 1 + 1),
    ("a contested area on the way does not matter", BEACHES | held(44, 50), [place("US-4-8", "GE-6FS", at="50")], {}, 1 + 1 + 2),
    ("a contested beach is no source", BEACHES | held(50), [place("US-4-8", "GE-6FS", at="51")], {}, 1),
    ("Cherbourg and the way to it", BEACHES | held(50, 52, 53, 56), [], {}, 1 + 1 + 1 + 1 + 4),
    ("Cherbourg cut off by land", BEACHES | PENINSULA, [], {}, 1 + 5 + 2),
    ("Cherbourg Allied and joined to nothing, the German next to it", BEACHES | held(56), [], {}, 1),
    ("Caen, St. Lo and Carentan fought over: 8 of 7", BEACHES | ISIGNY, [CAEN, ST_LO, CARENTAN], {}, 1 + 1 + 1),
    ("Caen and St. Lo: 6", BEACHES | ISIGNY, [CAEN, ST_LO], {}, 1 + 1),
    ("Carentan fought over by men without a line", BEACHES | held(31), [CAEN, ST_LO, CARENTAN], {}, 1),
    ("6 with a threshold of 6", BEACHES | ISIGNY, [CAEN, ST_LO], {"rules": {"contested_vp_threshold": 6}}, 1 + 1 + 1),
    ("6 in tenths, since the bid is a fraction", BEACHES | ISIGNY, [CAEN, ST_LO], {"victory": {"bid": "0.3"}}, 2 + Fraction(6, 10)),
    ("8: a point and a tenth", BEACHES | ISIGNY, [CAEN, ST_LO, CARENTAN], {"victory": {"bid": "0.3"}}, 3 + Fraction(1, 10)),
    ("a whole bid counts no tenths", BEACHES | ISIGNY, [CAEN, ST_LO], {"victory": {"bid": "2"}}, 2),
]  # fmt: skip


@pytest.mark.rule("I-91", "22.3", "22.4", "23.2", "23.21", "12.8", "3.25")
@pytest.mark.parametrize(
    ("areas", "parts", "words", "total"), [row[1:] for row in TOTALS], ids=[row[0] for row in TOTALS]
)
def test_totals(areas: Any, parts: Any, words: Any, total: Any) -> None:
    bridges = {"31-33": ALLIED_HELD} if "31" in areas else {}
    patch = {**words, "bridges": bridges | words.get("bridges", {})}
    game = night(place("GE-711-731", at="3"), *parts, areas=areas, **patch)
    tally = breakout.explain(game.state, "victory_points")
    assert tally.total == total, str(tally)


@pytest.mark.rule("22.3")
def test_the_score_is_shown_in_every_position() -> None:
    game = nl.new_game("d_day", seed=1)
    assert game.score().total == -4
    assert game.score() == game.explain("victory_points")
    table = game.table("score")
    assert list(table.columns) == ["term", "value", "rule"]
    assert int(table["value"].sum()) == -4


@pytest.mark.rule("22.1", "12.8", "I-73")
def test_a_fresh_supplied_unit_in_a_zone_wins_at_dusk() -> None:
    everything = {str(number): US for number in range(1, 61)} | BEACHES
    game = day(place("US-4-8", at="D"), side="german", areas=everything)
    game.do("pass", "pass").throw(two(12))
    assert (game.over, game.decision) == ("breakout", None)
    winner, points, how = breakout.result(game.state) or ("", None, "")
    assert (winner, how) == ("allied", "Breakout on Jun-06 (22.1)")
    assert points == s22_victory.score(game.state)
    assert game.why("end").rule == "22.2"


@pytest.mark.rule("22.1", "12.8", "I-73")
@pytest.mark.parametrize(("level", "areas"), [("fresh", {}), (SPENT, {str(n): US for n in range(1, 61)} | BEACHES)])
def test_no_breakout_without_a_line_or_when_spent(level: str, areas: Any) -> None:
    game = day(place("US-4-8", at="D", level=level), side="german", areas=areas)
    game.do("pass", "pass").throw(two(12))
    assert game.over != "breakout"
    assert game.phase != "daylight"


def verdict(areas: Any, **patch: Any) -> tuple[str | None, str]:
    game = at("regroup", areas=areas, start="Jun-12", **patch)
    assert game.decision is None
    winner, _, how = breakout.result(game.state) or (None, None, "")
    return winner, how


@pytest.mark.rule("22.2", "23.22", "6.1")
@pytest.mark.parametrize(
    ("required", "bid", "winner", "how"),
    [
        (4, "0", "allied", "4 victory points on Jun-12, 4 needed: the Allies win by 0 (22.2)"),
        (5, "0", "german", "4 victory points on Jun-12, 5 needed: the Germans win by 1 (22.2)"),
        (10, "0", "german", "4 victory points on Jun-12, 10 needed: the Germans win by 6 (22.2)"),
        (5, "-2", "allied", "4 victory points on Jun-12, 3 needed: the Allies win by 1 (22.2)"),
        (3, "2", "german", "4 victory points on Jun-12, 5 needed: the Germans win by 1 (22.2)"),
        (4, "0.3", "german", "4 victory points on Jun-12, 43/10 needed: the Germans win by 3/10 (22.2)"),
    ],
)
def test_the_verdict_of_june_12(required: int, bid: str, winner: str, how: str) -> None:
    """Ste. Mere Eglise, Carentan and the Advantage: four points."""
    words = {"required": {"Jun-12": required}, "bid": bid}
    assert verdict(BEACHES | held(44, 50), victory=words) == (winner, how)


@pytest.mark.rule("22.2")
def test_ten_points_are_needed_where_nothing_else_is_said() -> None:
    assert "10 needed" in verdict(BEACHES)[1]


@pytest.mark.rule("22.2")
def test_a_scenario_may_name_areas_that_decide_instead() -> None:
    words = {"areas": ["Carentan", "Ste. Mere Eglise"]}
    assert verdict(BEACHES | held(44, 50), victory=words) == (
        "allied", "2 of 2 named areas Allied-controlled on Jun-12 (22.2)",
    )  # fmt: skip
    assert verdict(BEACHES | held(44), victory=words)[0] == "german"


@pytest.mark.rule("22.2", "I-95")
def test_a_shorter_scenario_is_judged_on_its_last_day_by_the_level_of_its_week() -> None:
    game = at("regroup", areas=BEACHES, start="Jun-08", end="Jun-08")
    assert breakout.result(game.state) == (
        "german", s22_victory.score(game.state), "1 victory points on Jun-08, 10 needed: the Germans win by 9 (22.2)",
    )  # fmt: skip


@pytest.mark.rule("22.2", "24.1")
def test_the_extended_game_stops_at_its_first_week() -> None:
    game = at("regroup", areas=BEACHES, start="Jun-12", end="Jun-19")
    assert game.over == "not modelled: 24.1"


@pytest.mark.rule("22.3")
def test_german_control_is_no_points_for_the_german() -> None:
    tally = night(place("GE-6FS", at="44"), place("GE-711-731", at="3"), areas={"44": OWN}).state
    assert all(term.value > 0 or "Beach" in term.text for term in s22_victory.score(tally).terms)


def test_nobody_plays_on_after_the_verdict() -> None:
    game: Table = at("regroup", areas=BEACHES, start="Jun-12")
    with pytest.raises(nl.IllegalAction, match="The game is over"):
        game.do("end")
