"""The beach lab as a class uses it: real widgets, clicked and read in plain pytest, no browser."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave
from normandy_lab.ui.beach_draw import label_box
from normandy_lab.ui.beach_lab import BeachLab
from normandy_lab.ui.beach_many import differences, what_ifs
from normandy_lab.ui.beach_many_charts import change, many_html
from normandy_lab.ui.beach_words import SHORT

BOARD = nl.load_scenario("beach/demonstration")


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


def at(patch: dict[str, Any] | None = None, **position: Any) -> BeachLab:
    """A lab that begins in a position."""
    position.setdefault("obstacles", [1, 0, 2, 1])
    return BeachLab(BOARD.with_({**(patch or {}), "position": position}), seed=1, autosave=False)


def press(button: Any) -> None:
    assert "nl-off" not in button._dom_classes, button.description
    assert not button.disabled, button.description
    button.click()


def tree(widget: Any) -> Iterator[Any]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from tree(child)


def figure(lab: BeachLab, name: str) -> Any:
    return next(each for each in lab.session.view.figures if each.id == name)


def said(lab: BeachLab) -> str:
    return re.sub("<[^>]+>", " ", lab.narration.widget.value)


def why(lab: BeachLab) -> str:
    message = lab.session.message
    return "" if message is None else f"{message.kind} {message.rule} {message.text}"


# ------------------------------------------------------------------------------------------ clicks


def test_a_click_chooses_a_figure_and_another_moves_it() -> None:
    lab = at(figures={"A1": [4, 10], "A2": [5, 10]})
    lab.plan.plot.click(4.1, 10.1)
    assert lab.session.figure == "A1"
    lab.plan.plot.click(4, 14)
    assert (figure(lab, "A1").x, figure(lab, "A1").y) == (4, 14)
    assert figure(lab, "A1").acted
    assert not figure(lab, "A2").acted


def test_a_second_click_on_a_figure_lets_it_go() -> None:
    lab = at(figures={"A1": [4, 10], "A2": [5, 10]})
    lab.plan.plot.click(4, 10)
    lab.plan.plot.click(4, 10)
    assert lab.session.figure == ""


def test_a_click_close_to_the_wall_means_the_wall() -> None:
    lab = at(figures={"A1": [4, 20], "A2": [5, 10]})
    lab.plan.plot.click(4, 20)
    lab.plan.plot.click(4, 24.3)
    assert figure(lab, "A1").y == 24


@pytest.mark.parametrize(
    ("start", "click", "rule"),
    [
        ([4, 10], (4, 17), "FP 2.1"),  # farther than six inches
        ([4, 22], (4, 26), "FP 2.1"),  # must stop at the wall
        ([9, 24], (4, 26), "FP 2.2"),  # another, closed segment
        ([4, 27.5], (4, 30), "FP 2.3"),  # not in contact with the bunker
    ],
)
def test_a_refused_click_says_why(start: list[float], click: tuple[float, float], rule: str) -> None:
    obstacles = [0, 0, 2, 1] if start[1] > 24 else [1, 0, 2, 1]
    lab = at(figures={"A1": start, "B1": [12, 0]}, obstacles=obstacles)
    lab.session.choose_figure("A1")
    lab.plan.plot.click(*click)
    assert why(lab).startswith(f"refusal {rule}"), why(lab)
    assert "nl-refusal" in lab.decision.message.value
    assert rule in lab.decision.message.value
    assert lab.game.log.at.n == 0, "nothing was played"


def test_clicks_on_obstacles_and_bunkers_clear_and_assault() -> None:
    lab = at(figures={"A1": [4, 24], "A2": [4, 28.8], "B1": [12, 0]})
    lab.session.choose_figure("A1")
    lab.plan.plot.click(3, 26)
    assert lab.session.view.asked.roll == "clear"
    assert lab.decision.primary.description == "Roll one die"
    lab.session.type_dice("6")
    assert lab.session.view.segments[0].state == "next"
    lab.session.choose_figure("A2")
    lab.plan.plot.click(4, 30)
    assert lab.session.view.asked.roll == "assault"
    lab.session.type_dice("6")
    assert [bunker.alive for bunker in lab.session.view.bunkers] == [False, True]
    assert "Bunker 1 is destroyed" in said(lab)


def test_the_germans_choose_by_clicks_on_figures() -> None:
    lab = at(figures={"A1": [4, 10], "B1": [12, 10]})
    press(lab.decision.other)  # done acting
    lab.plan.plot.click(12.5, 10.5)
    assert str(lab.game.log.at.action) == "fire 1 B"
    lab.session.type_dice("1+1+1+1")
    lab.plan.plot.click(22, 2)
    assert "FP 3" in why(lab), "no figure there"
    lab.plan.plot.click(4, 10)
    assert str(lab.game.log.at.action) == "fire 2 A"


def test_the_label_of_a_squad_names_it() -> None:
    lab = at(figures={"A1": [4, 10], "B1": [12, 10]})
    label = label_box(lab.session.view, lab.session.view.squad("B"), lab.plan.plot.text, lab.plan.plot.inch)
    assert label is not None
    lab.plan.plot.click(label.y, label.x)
    assert lab.session.squad == "B"
    lab.session.choose_figure("B1")
    lab.plan.plot.click(label.y, label.x)
    assert figure(lab, "B1").y == round(label.x, 1), "with a figure chosen it is a place like any other"
    press(lab.decision.other)
    label = label_box(lab.session.view, lab.session.view.squad("A"), lab.plan.plot.text, lab.plan.plot.inch)
    assert label is not None
    lab.plan.plot.click(label.y, label.x)
    assert str(lab.game.log.at.action) == "fire 1 A"


def test_real_shells_lie_where_somebody_clicks() -> None:
    lab = at({"fire": {"dice": 0}}, figures={"A1": [4, 10], "A2": [1, 20], "B1": [12, 10]})
    press(lab.decision.other)
    lab.plan.plot.click(4, 10)
    assert lab.session.view.aim == (4, 10)
    lab.plan.plot.click(4.5, 10)
    assert why(lab).startswith("refusal FP 4"), "the lab's own shell is on its way"
    press(lab.decision.type)
    lab.plan.plot.click(4.5, 10)
    assert [(shell.x, shell.y) for shell in lab.session.view.shells] == [(4.5, 10)]
    for _ in range(3):
        lab.plan.plot.click(12, 2)
        press(lab.decision.off)
    assert "One figure touched" in said(lab)
    assert [shell.fate for shell in lab.session.view.shells] == ["hit", "off", "off", "off"]
    hit = figure(lab, "A1")
    assert hit.hit, "it lies there until morale is done"
    press(lab.decision.typed.faces[2])
    press(lab.decision.typed.use)
    assert not [each for each in lab.session.view.figures if each.id == "A1"], "and is removed then"


# ------------------------------------------------------------------------------------------ without a mouse


def test_everything_on_the_picture_is_also_in_the_lists() -> None:
    lab = at(figures={"A1": [4, 24], "A2": [5, 10], "B1": [12, 10]})
    panel = lab.decision
    assert [button.description for button in panel.squads.children] == ["✓ A, 2", "B, 1"]
    assert [value for _, value in panel.figure.options] == ["", "A1", "A2"]
    panel.figure.value = "A2"
    words = [button.description for button in panel.options.children]
    assert any("A2 moves to 16 inland" in word for word in words), words
    assert "did not start the turn at the sea wall" in words[-1], "what is refused says why"
    assert "FP 2.2" in words[-1]
    panel.where.value = "7, 12.5"
    press(panel.go)
    assert (figure(lab, "A2").x, figure(lab, "A2").y) == (7, 12.5)
    panel.where.value = "7"
    panel.figure.value = "A1"
    press(panel.go)
    assert "two lengths" in why(lab)
    press(panel.other)
    assert [b.tooltip for b in panel.options.children] == ["fire 1 A", "fire 1 B", "hold 1", "fire 1 C"]
    assert "no figure on the beach" in panel.options.children[3].description
    press(panel.options.children[1])
    assert lab.session.view.asked.roll == "fire"


def test_the_status_line_tells_what_the_picture_shows() -> None:
    lab = at(figures={"A1": [4, 10], "B1": [12, 10]})
    assert "nl-status" in lab.plan.status._dom_classes, "the key listener makes it a live region"
    assert "Squad A takes orders" in lab.plan.status.value
    lab.plan.plot.click(4, 10)
    assert "Chosen: A1" in lab.plan.status.value


# ------------------------------------------------------------------------------------------ orders and steps


def test_squad_orders() -> None:
    lab = at(figures={"A1": [2, 20], "A2": [3, 10], "B1": [7, 24], "B2": [14, 24]}, obstacles=[1, 1, 2, 1])
    press(lab.decision.orders[0])
    assert [(figure(lab, name).x, figure(lab, name).y) for name in ("A1", "A2")] == [(2, 24), (3, 16)]
    assert lab.session.squad == "B", "the next squad that can act takes orders"
    press(lab.decision.orders[2])
    assert why(lab).startswith("refusal FP 2.3")
    press(lab.decision.orders[0])
    assert why(lab).startswith("refusal FP 2.1"), "every way on is closed"
    press(lab.decision.orders[1])
    path = [str(node.action) for node in lab.game.log.at.path()]
    assert path[2] == "clear B1"
    assert path[4] == "clear B2"
    assert path[3].startswith("roll "), "the dice of an order are rolled at once"


def test_an_order_waits_for_real_dice() -> None:
    lab = at(figures={"A1": [2, 24], "A2": [3, 24], "B1": [12, 0]})
    press(lab.decision.type)
    press(lab.decision.orders[1])
    assert lab.session.view.asked.subject == "A1"
    lab.session.type_dice("1")
    assert lab.session.view.asked.subject == "A2", "the order goes on"
    lab.session.type_dice("6")
    assert lab.session.view.segments[0].obstacles == 0


def test_the_first_dice_are_one_click_away() -> None:
    lab = BeachLab(seed=3, autosave=False)
    press(lab.steps.dice)
    assert [node for node in lab.game.log.at.path() if node.roll is not None]
    assert "nl-face" in lab.cards.turn.value


def test_a_game_with_dice_in_its_set_up_begins_with_them() -> None:
    lab = BeachLab("beach/with_limit", seed=3, autosave=False)
    assert lab.session.view.asked.roll == "obstacles"
    press(lab.decision.primary)
    assert lab.session.view.turn == 0
    press(lab.steps.phase)
    assert lab.session.view.moment == "1A"


def test_steps_and_the_way_back() -> None:
    lab = BeachLab(seed=12, autosave=False)
    start = lab.game.log.at.n
    press(lab.steps.phase)
    assert lab.session.view.moment == "1F"
    after = lab.game.log.at.n
    press(lab.steps.turn)
    assert lab.session.view.moment == "2A"
    press(lab.steps.back)
    assert lab.game.log.at.n == after, "one step back is one command"
    press(lab.steps.back)
    assert lab.game.log.at.n == start
    lab.strip.redo.click()
    assert lab.game.log.at.n == after
    press(lab.steps.end)
    assert lab.game.result is not None
    assert lab.steps.end.disabled
    assert lab.decision.primary.description == "Debrief"
    lab.plan.plot.click(4, 4)
    assert why(lab).startswith("refusal B-18")


def test_back_takes_a_whole_order_back() -> None:
    lab = BeachLab(seed=12, autosave=False)
    press(lab.decision.orders[0])
    assert lab.game.log.at.n == 12
    press(lab.steps.back)
    assert lab.game.log.at.n == 0


def test_germans_by_doctrine_leave_the_dice_to_the_class() -> None:
    lab = BeachLab(seed=12, autosave=False, germans="doctrine")
    press(lab.decision.primary)
    assert lab.session.view.asked.roll == "fire"
    press(lab.decision.primary)
    assert lab.session.view.asked.roll == "fire", "the second bunker has named its target"


# ------------------------------------------------------------------------------------------ odds and guesses


def morale_of_five() -> BeachLab:
    """The worked turn of the specification up to the morale of squad A: five figures lost, seven left."""
    places = {f"A{n + 1}": [0.5 + n * 0.5, 18] for n in range(12)}
    lab = at(figures={**places, "B1": [12, 2]}, obstacles=[1, 0, 2, 1])
    press(lab.decision.other)
    for action in ("fire 1 A", "roll 5+2+6+1", "fire 2 A", "roll 6+3+3+5"):
        lab.session.dispatch(action)
    left = [each for each in lab.session.view.of("A") if not each.hit]
    assert len(left) == 8
    lab.session.dispatch("aim 0.5 18")
    lone = min(left, key=lambda each: each.x)
    for impact in (f"{lone.x:g} 17.1", "12 24.3", "-3 2", "20 12"):
        lab.session.dispatch(f"impact {impact}")
        if lab.session.view.asked.kind == "aim":
            lab.session.dispatch("aim 12 12")
    return lab


def test_the_worked_turn() -> None:
    lab = morale_of_five()
    view = lab.session.view
    assert view.asked.roll == "morale"
    assert view.squad("A").words == "Squad A: 5 of 12 hit"
    assert "94.1%" in lab.decision.odds.value
    assert "5.9%" in lab.decision.odds.value
    assert "holds with seven figures" in lab.decision.odds.value
    assert lab.decision.dice.value.count("die ?") == 5
    assert lab.decision.primary.description == "Roll five dice"
    assert "squad A, <b>2 hits</b>" in lab.cards.turn.value
    assert "2 behind the wall, 3 off the table, 4 on empty sand" in lab.cards.turn.value
    lab.session.type_dice("3+1+2+4+1")
    assert "Squad A rolls 11 and holds." in said(lab)
    assert lab.session.view.squad("A").standing == 7
    page = lab.debrief()
    assert "Squad A lost 5, rolls 11 and holds, by a single pip." in page
    assert "5.9%" in page


def test_guess_first_hides_the_odds_until_hands_are_counted() -> None:
    lab = morale_of_five()
    lab.bar.guess.value = True
    assert lab.decision.odds.value == ""
    box = lab.decision.guess
    assert "nl-off" not in box.widget._dom_classes
    assert "Will squad A go back to its craft?" in box.words.value
    for number in (3, 3, 0):
        press(box.ranges[number])
    assert box.ranges[3].description == "over 75%\n2 hands"
    press(box.reveal)
    assert "94.1%" in lab.decision.odds.value
    assert box.ranges[3].description.startswith("✓"), "the right range is marked, not by colour alone"
    press(lab.decision.primary)
    assert lab.session.guesses[0].hands == (1, 0, 0, 2)
    assert "2 of 3 hands were in the right range" in lab.debrief()


def test_red_pennies() -> None:
    lab = morale_of_five()
    assert 'class="nl-penny"' not in lab.cards.pennies.value
    lab.session.type_dice("6+6+6+6+6")
    assert "One squad sent back, " in lab.cards.pennies.value
    assert lab.cards.pennies.value.count('class="nl-penny"') == 1
    assert "goes back to its craft" in said(lab)


# ------------------------------------------------------------------------------------------ the teacher


def off(widget: Any) -> bool:
    return "nl-off" in widget._dom_classes


def test_a_pause_for_a_question_stops_the_game_and_hides_the_odds() -> None:
    lab = morale_of_five()
    lab.bar.guess.value = True
    press(lab.decision.guess.reveal)
    assert "94.1%" in lab.decision.odds.value
    lab.bar.tables.value = True
    lab.bar.pause.value = True
    assert (lab.decision.odds.value, off(lab.decision.guess.widget)) == ("", True)
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
    assert "94.1%" in lab.decision.odds.value, "what was shown before is shown again"
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
    row = re.search(r'<tr><td class="n">1</td>(.*?)</tr>', page)
    assert row is not None
    assert (
        f'<td>Class 8a</td><td>Group 2</td><td>Germans won</td><td class="n">{state.turn}</td><td class="n">{hit}</td>'
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


# ------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize("scenario", ["beach/demonstration", "beach/with_limit"])
def test_every_step_is_told_in_short_sentences(scenario: str) -> None:
    lab = BeachLab(scenario, seed=4, autosave=False)
    for _ in range(400):
        headline, _, more = lab.narration.widget.value.removeprefix("<b>").partition("</b>")
        assert 3 < len(headline) < SHORT, headline
        assert "…" not in headline, headline
        assert len(re.findall(r"[.?] ", more + " ")) <= 2, more
        if lab.session.view.asked is None:
            break
        press(lab.decision.primary if lab.game.log.at.n % 3 else lab.steps.dice)
        if lab.session.view.asked is not None and lab.session.view.asked.kind == "act" and lab.session.view.turn > 4:
            press(lab.steps.phase)
    assert lab.game.result is not None


def test_buttons_and_pictures_have_names() -> None:
    lab = BeachLab(seed=4, autosave=False)
    for widget in tree(lab):
        if type(widget).__name__ in ("Button", "ToggleButton") and "nl-off" not in widget._dom_classes:
            assert widget.description or not widget.layout.display, widget
