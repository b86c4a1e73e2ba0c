"""The log tree, with a small game that is not Normandy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normandy_lab.core.decisions import Action
from normandy_lab.core.dice import KeyedDice
from normandy_lab.core.log import Log
from normandy_lab.core.play import Position, Seats, run
from normandy_lab.errors import IllegalAction, NormandyError
from normandy_lab.systems import random_player
from tests.core import toy
from tests.core.toy import digest_of as digest
from tests.core.toy import played


@given(st.integers(0, 50), st.data())
def test_undo_and_redo_restore_the_digest(seed: int, data: st.DataObject) -> None:
    log = played(seed)
    length = log.at.n
    digests = []
    for number in range(length + 1):
        log.goto(number)
        digests.append(digest(log))
    for _ in range(5):
        count, here = data.draw(st.integers(0, length + 2)), log.at.n
        assert log.undo(count) == min(count, here)
        assert (log.at.n, digest(log)) == (max(0, here - count), digests[log.at.n])
        count, here = data.draw(st.integers(0, length + 2)), log.at.n
        assert log.redo(count) == min(count, length - here)
        assert (log.at.n, digest(log)) == (min(length, here + count), digests[log.at.n])


@given(st.integers(0, 50))
def test_replay_of_the_actions_gives_the_same_digest_without_dice(seed: int) -> None:
    log = played(seed)
    again = Log(toy, toy.Spec())
    for node in log.at.path():
        again.play(again.read(str(node.action)))
    assert digest(again) == digest(log)


@given(st.integers(0, 50))
def test_a_position_without_a_log_plays_the_same(seed: int) -> None:
    bare = Position(toy, toy.initial(toy.Spec()))
    run(bare, Seats(KeyedDice(seed), {seat: random_player(seed, seat) for seat in toy.SEATS}))
    assert toy.digest(bare.state) == digest(played(seed))


def test_states_are_kept_where_a_phase_begins_only() -> None:
    log = played()
    opens = [node.n for node in log.nodes if node.opens]
    assert sorted(log._states) == opens
    assert [log.nodes[number].moment for number in opens] == ["1T", "2T", "3T"]


def test_the_same_action_leads_to_the_same_node_and_another_one_aside() -> None:
    log = Log(toy, toy.Spec())
    first = log.play(log.read("pick 1"))
    log.undo()
    assert log.play(log.read("pick 1")) is first
    log.undo()
    other = log.play(log.read("pick 2"))
    assert (other.n, other.parent, len(log.nodes)) == (2, log.nodes[0], 3)
    log.undo()
    assert log.redo() == 1
    assert log.at is other, "redo goes where one was last"


def test_branches_keep_their_own_actions_and_luck() -> None:
    log = Log(toy, toy.Spec())
    log.play(log.read("pick 1"))
    main = digest(log)
    log.undo()
    log.branch("aside", luck="new")
    assert log.luck == "new"
    log.play(log.read("pick 1"))
    assert (log.at.branch, log.at.n, digest(log)) == ("aside", 2, main), (
        "a node of its own, though it is the same action"
    )
    log.undo()
    assert log.line == "aside", "where a branch starts one stays on it"
    log.goto("main")
    assert (log.at.n, log.luck) == (1, "")
    log.goto("aside")
    assert log.at.n == 2


@pytest.mark.parametrize("target", ["nowhere", 999, -1])
def test_unknown_places_of_the_tree_are_refused(target: str | int) -> None:
    with pytest.raises(NormandyError, match=r"no branch is called|no node"):
        played(actions=3).goto(target)


@pytest.mark.parametrize("name", ["", "main"])
def test_a_branch_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(NormandyError, match="name not in use"):
        played(actions=3).branch(name)


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    log = Log(toy, toy.Spec(dice=2))
    before = digest(log)
    for action in (Action("pick 3", "pick", (3,)), Action("keep"), Action("roll 1", "roll", (((1,),),))):
        with pytest.raises(IllegalAction, match=r"T1") as refused:
            log.play(action)
        assert refused.value.refusal.fix == "Choose one of the options."
    assert (digest(log), len(log.nodes)) == (before, 1)


def test_dice_that_do_not_fit_the_roll_are_refused() -> None:
    log = Log(toy, toy.Spec())
    log.play(log.read("pick 2"))
    for text in ("roll 3", "roll 1+7"):
        with pytest.raises(IllegalAction, match="T2"):
            log.play(log.read(text))
    assert log.play(log.read("roll 3+4")).events[0].text == "red throws 7"


def test_nothing_can_be_played_after_the_end() -> None:
    with pytest.raises(IllegalAction, match=r"The game is over\."):
        played().play(Action("keep"))
