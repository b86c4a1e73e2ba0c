"""The text of actions: read, written, refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import normandy_lab as nl
from normandy_lab.beach.actions import GRAMMAR, make
from normandy_lab.beach.notation import parse
from tests.beach.helpers import BOARD, Table

SETTING = BOARD.setting()


@pytest.mark.parametrize(
    ("text", "canonical", "args"),
    [
        ("move A3 12.40 6", "move A3 12.4 6", (2, 12400, 6000)),
        ("MOVE figure a3 to 12.4, 6", "move A3 12.4 6", (2, 12400, 6000)),
        ("fire bunker 1 at squad b", "fire 1 B", (0, 1)),
        ("place 2 3", "place 2 3", (1, 2)),
        ("impact -0.5 −6", "impact -0.5 -6", (-500, -6000)),
        ("roll 6 + 1", "roll 6+1", (((6, 1),),)),
        ("end", "end", ()),
    ],
)
def test_reading(text: str, canonical: str, args: tuple) -> None:
    action = parse(SETTING, text)
    assert (action, action.args) == (canonical, args)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("fly A1", "no action begins with 'fly'"),
        ("mvoe A1 3 3", 'Did you mean "move"'),
        ("move A1 3", "Expected: move FIGURE X Y"),
        ("move A13 3 3", "there is no figure 'A13'"),
        ("move A1 3 0.1234", "at most three decimals"),
        ("move A1 three 3", "no length"),
        ("fire 3 A", "no bunker '3'"),
        ("fire 1 D", "no squad 'D'"),
        ("roll six", "typed as faces"),
        ("end now", "Expected: end"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(nl.NotationError, match=said):
        parse(SETTING, text)


ARGUMENTS = {
    "figure": st.integers(0, 35), "squad": st.integers(0, 2), "bunker": st.integers(0, 1), "section": st.integers(0, 2),
    "x": st.integers(-99999, 99999), "y": st.integers(-99999, 99999),
}  # fmt: skip


@given(st.data())
def test_round_trip(data: st.DataObject) -> None:
    verb = data.draw(st.sampled_from(list(GRAMMAR)))
    args = tuple(data.draw(ARGUMENTS[kind]) for kind in GRAMMAR[verb])
    action = make(SETTING, verb, *args)
    again = parse(SETTING, str(action))
    assert (again, again.verb, again.args) == (action, verb, args)


@pytest.mark.parametrize("action", ["fire 1 A", "aim 3 3", "impact 3 3", "roll 6", "lose A1", "place 1 1", "hold 1"])
def test_what_is_not_asked_is_refused_with_rule_and_remedy(action: str) -> None:
    refusal = Table().game.why_not(action)
    assert (refusal.rule, bool(refusal.text), bool(refusal.fix)) == ("FP 2", True, True)
