"""The beach lab for the teacher: a pause for a question, sides swapped, the board edited, the same game over many seeds."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.beach.many import differences, what_ifs
from normandy_lab.ui.beach.many_charts import change, many_html
from tests.ui.test_beach_lab import BOARD, at, figure, morale_of_five, press, why


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


# ------------------------------------------------------------------------------------------ the teacher


def off(widget: Any) -> bool:
    return "nl-off" in widget._dom_classes


def test_a_pause_for_a_question_stops_the_game_and_hides_the_odds() -> None:
    lab = morale_of_five()
    lab.bar.guess.value = True
    press(lab.odds.guess.reveal)
    assert "94.1%" in lab.odds.odds.value
    lab.bar.tables.value = True
    lab.bar.pause.value = True
    assert ("%" in lab.odds.odds.value, off(lab.odds.guess.widget)) == (False, True)
    assert off(lab.tables.widget), "the tables tell odds"
    assert lab.bar.tables.disabled
    assert not off(lab.question.widget)
    assert "Will squad A go back to its craft?" in lab.question.words.value, "the question about the dice that wait"
    lab.question.standard.value = "What would you do now, and why?"
    assert "What would you do now" in lab.question.words.value
    lab.question.own.value = "Where are the <engineers>?"
    assert "Where are the &lt;engineers&gt;?" in lab.question.words.value
    before = lab.game.log.at.n
    steps = lab.steps
    for button in (steps.back, steps.dice, steps.phase, steps.turn, steps.end, lab.decision.primary, lab.decision.type):
        assert button.disabled, button.description
    lab.session.roll()
    lab.session.undo()
    lab.session.next_turn()
    lab.plan.plot.click(4, 10)
    lab.session.type_dice("1+1+1+1+1")
    assert lab.game.log.at.n == before, "nothing is played behind the question"
    assert "paused for a question" in why(lab)
    press(lab.question.go)
    assert off(lab.question.widget)
    assert not lab.bar.pause.value
    assert "94.1%" in lab.odds.odds.value, "what was shown before is shown again"
    press(lab.decision.primary)
    assert lab.game.log.at.n > before


def test_swapped_sides_play_the_same_board_with_other_dice() -> None:
    lab = BeachLab("beach/with_limit", seed=3, autosave=False, germans="doctrine")
    lab.setup.american_people.value = "Class 8a"
    press(lab.steps.end)
    state, first = lab.game.state, lab.game
    hit = sum(row.fire + row.artillery for row in state.past)
    press(lab.setup.swap)
    assert lab.game is not first
    assert lab.game.seed != first.seed
    assert (lab.session.americans, lab.session.germans) == ("doctrine", "hand"), "who attacked defends now"
    assert "round 2: plain doctrine attack, Class 8a defend" in lab.bar.facts.value
    press(lab.steps.end)
    assert (lab.game.state.began, lab.game.state.section) == (state.began, state.section), "the same set-up"
    faces = [[n.action.args for n in g.log.at.path() if n.action.verb == "roll"] for g in (first, lab.game)]
    assert faces[0] != faces[1], "other dice"
    page = lab.debrief()
    assert "Both rounds" in page
    won = {"american": "Americans won", "german": "Germans won"}[first.result.winner]
    row = re.search(r'<tr><td class="n">1</td>(.*?)</tr>', page.partition("Both rounds")[2])
    assert row is not None
    assert (
        f'<td>Class 8a</td><td>plain doctrine</td><td>{won}</td><td class="n">{state.turn}</td><td class="n">{hit}</td>'
        in row[1]
    )
    lab.setup.scenario.value = "beach/demonstration"
    press(lab.setup.widget.children[-1].children[0])
    assert "Both rounds" not in lab.debrief(), "another game has no first round"


def test_americans_by_doctrine_leave_the_dice_to_the_class() -> None:
    lab = at(figures={"A1": [2, 24], "B1": [12, 10]})
    lab.session.americans = "doctrine"
    lab.session.refresh()
    lab.session.dispatch(lambda: None)
    assert lab.session.view.asked.roll == "clear"
    assert figure(lab, "B1").y == 10, "the die comes first"
    lab.session.type_dice("6")
    assert figure(lab, "B1").y == 16
    assert lab.session.view.asked.kind == "fire", "the Germans choose"


def edit(lab: BeachLab) -> Any:
    lab.bar.setup.value = True
    lab.setup.edit.value = True
    return lab.setup.board


def test_the_board_is_edited_from_the_beginning() -> None:
    lab = BeachLab(seed=1, autosave=False)
    board = edit(lab)
    assert (board.obstacles.value, [b.value for b in board.sections.children]) == ("1, 0, 2, 1", [True, False, True])
    assert "The board as it is: " in board.message.value
    board.sections.children[0].value = False
    board.sections.children[1].value = True
    board.obstacles.value, board.shells.value = "0 0 3 1", 0
    assert "Two bunkers in sections 2, 3, four obstacles in all, no shells each." in board.message.value
    press(board.begin)
    assert [segment.obstacles for segment in lab.session.view.segments] == [0, 0, 3, 1]
    assert [(bunker.left, bunker.right) for bunker in lab.session.view.bunkers] == [(10, 14), (18, 22)]
    assert lab.game.state.setting.shells == 0
    assert off(lab.setup.widget), "the set-up closes"
    assert off(board.widget)


@pytest.mark.parametrize(
    ("obstacles", "marks", "said"),
    [
        ("1, 0, 2", (1, 3), "3 numbers for 4 segments. Give one for each."),
        ("1, x, 2, 1", (1, 3), "write a whole number for each of the 4 segments"),
        ("1, 0, 2, 100", (1, 3), "99"),
        ("1, 0, 2, 1", (), "No bunker is marked"),
    ],
)
def test_a_board_that_cannot_be_says_why(obstacles: str, marks: tuple[int, ...], said: str) -> None:
    lab = BeachLab(seed=1, autosave=False)
    board, before = edit(lab), lab.game
    board.obstacles.value = obstacles
    for number, button in enumerate(board.sections.children, 1):
        button.value = number in marks
    assert said in board.message.value
    assert "nl-refusal" in board.message.value
    assert board.begin.disabled
    board._begin()
    assert lab.game is before
    press(board.reset)
    assert not board.begin.disabled
    assert board.obstacles.value == "1, 0, 2, 1"


def test_every_german_has_as_many_bunkers() -> None:
    spec = BOARD.with_(
        {"players": {"german": 2}, "obstacles": {"segments": "dice"}, "bunkers": {"sections": [1, 3, 4, 6]}}
    )
    board = edit(BeachLab(spec, seed=1, autosave=False))
    board.sections.children[3].value = False
    assert "player 1 has 2, player 2 has 1" in board.message.value
    board.sections.children[4].value = True
    assert "Four bunkers in sections 1, 3, 5, 6, obstacles by dice" in board.message.value


def test_the_board_is_edited_where_the_game_stands() -> None:
    lab = at({"bunkers": {"sections": [1, 3]}}, figures={"A1": [4, 10], "B1": [12, 20]}, turn=4)
    board = edit(lab)
    board.origin.value = "here"
    board.sections.children[0].value = False
    board.sections.children[1].value = True  # bunker 1 moves
    board.sections.children[2].value = False  # bunker 2 falls
    board.obstacles.value = "0, 0, 2, 3"
    assert "One bunker in section 2" in board.message.value
    press(board.begin)
    view = lab.session.view
    assert [(bunker.left, bunker.alive) for bunker in view.bunkers] == [(10, True), (18, False)]
    assert (view.turn, [segment.obstacles for segment in view.segments]) == (4, [0, 0, 2, 3])
    assert (figure(lab, "A1").x, figure(lab, "A1").y) == (4, 10)
    board = edit(lab)
    board.origin.value = "here"
    board.sections.children[2].value = True  # it is in action again
    assert "Two bunkers in sections 2, 3" in board.message.value
    board.sections.children[0].value = True
    assert "has two bunkers and 3 marks" in board.message.value
    press(board.reset)
    press(lab.decision.other)
    assert [words for words, _ in board.origin.options] == ["the beginning"], "in the middle of a turn there is no here"


# ------------------------------------------------------------------------------------------ many games

SHORT_GAME = {"end": {"turn_limit": 3}}  # nobody has won by then but the Germans


def studied(spec: Any, games: int, *ifs: int) -> tuple[BeachLab, Any]:
    lab = BeachLab(spec, seed=5, autosave=False)
    press(lab.steps.end)
    press(lab.decision.primary)
    study = lab.debrief_panel.study
    study.games.options = [("few", games)]
    press(study.many)
    study.work.join()
    for number in ifs:
        press(study.ifs[number])
        study.work.join()
    return lab, study


def test_the_same_game_over_many_seeds() -> None:
    lab, study = studied(nl.load_scenario("beach/with_limit").with_(SHORT_GAME), 40, 0, 1)
    assert [len(rows) for rows in study.rows.values()] == [40, 40, 40]
    assert (study.bar.value, study.bar.max) == (40, 40)
    batch = nl.simulate(lab.game.spec, games=40, seed=1, progress=False)
    hits = [row["fire"] + row["artillery"] for row in study.rows[""]]
    assert hits == [int(n) for n in batch.games.fire + batch.games.artillery], "what nl.simulate plays"
    page = study.result.value
    assert "Americans 0% (0% to 9%)" in page, "Wilson: 0 of 40 is up to 8.8%"
    mine = lab.game.system.losses(lab.game.state)
    hit = mine["fire"] + mine["artillery"]
    below = sum(n < hit for n in hits)
    assert f"It cost {hit} figures hit: {below / 40:.0%} were cheaper" in page
    assert f"this game: {hit}" in page
    silent = [row["fire"] for row in study.rows["silent"]]
    assert f"{(sum(silent) - sum(hits)) / 40:+.1f}".replace("-", "\u2212") in page
    assert not any(row["artillery"] for row in study.rows["silent"])
    assert "What if: one more bunker?" in page
    assert "plain habits" in page, "what such a batch can say"
    for kept in (
        lab.debrief(),
        base64.b64decode(re.search(r"base64,([^\"]+)", lab.debrief_panel.link.value)[1]).decode(),
    ):
        assert "The same game over 40 seeds" in kept


def test_many_games_can_be_stopped_and_belong_to_their_scenario() -> None:
    lab = BeachLab("beach/with_limit", seed=5, autosave=False)
    study = lab.debrief_panel.study
    assert study.ifs[0].disabled, "first the game as it is"
    press(study.many)
    assert study.running
    assert study.many.disabled
    before = lab.game.log.at.n
    press(lab.steps.dice)
    assert lab.game.log.at.n > before, "the lab goes on"
    press(study.halt)
    study.work.join()
    played = len(study.rows[""])
    assert played < 1000
    assert not study.many.disabled
    assert f"{played:,} games played" in study.note.value
    lab.setup.scenario.value = "beach/demonstration"
    press(lab.setup.widget.children[-1].children[0])
    assert (study.rows, study.result.value) == ({}, "")


def test_a_game_that_is_not_over_has_no_place_among_the_others() -> None:
    rows = [{"winner": "german", "turns": 3, "fire": n, "artillery": 0, "eliminated": 0} for n in range(30)]
    page = many_html(rows, None, {}, 1)
    assert "This game is not over" in page
    assert "nl-thisgame" not in page
    assert page.count("nl-thisgame") == 0
    assert many_html(rows, rows[4], {}, 1).count("nl-thisgame") == 3


def test_what_ifs() -> None:
    silent, bunker = what_ifs(nl.load_scenario("beach/demonstration"))
    assert silent.spec.in_force["artillery.shells"] == 0
    assert bunker.spec.in_force["bunkers.sections"] == [1, 3, 2]
    full = nl.load_scenario("beach/demonstration").with_(
        {"players": {"bunkers_per_german": 3}, "bunkers": {"sections": [1, 2, 3]}, "artillery": {"shells": 0}}
    )
    silent, bunker = what_ifs(full)
    assert (silent.spec, silent.why) == (None, "There is none in this game.")
    assert bunker.spec is None
    assert "4 bunkers do not fit into 3 sections" in bunker.why
    # two players, bunkers 1 2 and 3 4; bunker 3 is destroyed, and is number 4 when each player has three
    two = BOARD.with_({
        "players": {"german": 2}, "obstacles": {"segments": "dice"}, "bunkers": {"sections": [1, 3, 4, 6]},
        "position": {"turn": 5, "destroyed": {"3": 4}, "figures": {"A1": [4, 10]}},
    })  # fmt: skip
    _, bunker = what_ifs(two)
    assert bunker.spec.in_force["bunkers.sections"] == [1, 3, 2, 4, 6, 5]
    assert bunker.spec.document["position"]["destroyed"] == {"4": 4}
    assert bunker.words == "one more bunker each"


def test_differences_have_intervals_and_say_what_may_be_chance() -> None:
    def row(won: bool, turns: int) -> dict[str, Any]:
        return {"winner": "american" if won else "german", "turns": turns, "fire": 1, "artillery": 2, "eliminated": 0}

    before = [row(n < 3, 10) for n in range(10)]
    after = [row(n < 9, 11 + n % 3) for n in range(10)]
    wins, turns, hits, _ = differences(before, after)
    assert wins.change == pytest.approx((0.6, 0.1705, 0.8090), abs=1e-4), "Newcombe 1998, table II"
    assert wins.sure
    assert change(wins) == "+60.0 (+17.1 to +80.9) points"
    assert turns.change.value == pytest.approx(1.9)  # 1 2 3 1 2 3 1 2 3 1
    assert hits.before.value == 3
    assert not hits.sure
    assert differences(before, after[:5])[0].after.value == 1, "as many games of both"
