"""Plans: what they play, and each reason for which they pause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from normandy_lab import systems
from normandy_lab.core.dice import ScriptedDice
from normandy_lab.core.plans import Plan, Step
from normandy_lab.game import Game, new_game
from tests.core import toy


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(systems.SYSTEMS, "toy", "tests.core.toy")
    return new_game(toy.Spec(), dice=ScriptedDice(["2+5", "6", "1+1"]))


def test_a_plan_plays_each_action_singly(game: Game) -> None:
    report = Plan("throw and keep", "red", ["pick 2", "keep"]).run(game)
    assert (report.stopped, report.done) == ("done", ("pick 2", "keep"))
    assert str(report) == "throw and keep: 2 actions; done."
    assert [event.text for event in report.events] == ["red picks 2", "red throws 7", "red keeps 7"]
    assert game.undo(1) == 1
    assert game.decision.kind == "reroll"


def test_another_actor_pauses_and_the_plan_goes_on_later(game: Game) -> None:
    plan = Plan("two rounds", "red", ["pick two", "keep", "pick 2", "keep"])
    first = plan.run(game)
    assert (first.stopped, first.done) == ("actor", ("pick two", "keep"))
    assert first.why == "blue decides: how many dice?"
    game.play("pick 1")
    game.play("keep")
    assert plan.run(game).done == ("pick 2", "keep")
    assert game.state.sums == (9, 6)


def test_dice_that_must_be_typed_pause(game: Game) -> None:
    game.auto_roll = False
    plan = Plan("throw", "red", ["pick 2", "keep"])
    assert plan.run(game).stopped == "chance"
    game.play("roll 3+3")
    assert plan.run(game).done == ("keep",)


def test_a_step_that_the_dice_have_left_without_purpose_is_passed_over(game: Game) -> None:
    game.auto_roll = False
    low = Step("reroll", "reroll", lapsed=lambda: True)
    plan = Plan("throw, again if low", "red", ["pick 2", low, "keep"])
    assert plan.run(game).stopped == "chance"
    game.play("roll 6+3")
    assert plan.run(game).done == ("keep",)


def test_a_refusal_pauses_with_its_rule(game: Game) -> None:
    report = Plan("too many", "red", ["pick 9", "keep"]).run(game)
    assert (report.stopped, report.done, report.refusal.rule) == ("refused", (), "T1")
    assert "[T1]" in str(report)
    assert game.log.at.n == 0


def test_a_question_of_another_kind_is_a_surprise(game: Game) -> None:
    report = Plan("two picks", "red", [Step("pick 2", "pick"), Step("pick 1", "pick")]).run(game)
    assert (report.stopped, report.why) == ("surprise", "something else is asked first: keep it?")


def test_steps_that_the_game_answers_count_as_done(game: Game) -> None:
    game.ask = {"red": {"reroll": "never"}}
    report = Plan("throw and keep", "red", ["pick 2", "keep"]).run(game)
    assert (report.stopped, report.done) == ("done", ("pick 2", "keep"))
    assert game.log.at.implied


def test_the_end_of_the_game_stops_a_plan(game: Game) -> None:
    games_end = new_game(toy.Spec())
    games_end.run()
    assert Plan("late", "red", ["pick 1"]).run(games_end).stopped == "over"


def test_steps_may_look_at_the_game(game: Game) -> None:
    def steps() -> Iterator[str]:
        yield "pick 2"
        yield "keep" if game.state.thrown > 6 else "reroll"

    assert Plan("keep the good", "red", steps()).run(game).done == ("pick 2", "keep")
