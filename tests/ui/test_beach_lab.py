"""The beach lab as a class uses it: real widgets, clicked and read in plain pytest, no browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.draw import label_box
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.beach.words import SHORT

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
    assert lab.session.view.asked.roll == "volley"


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
    assert lab.session.view.asked.roll == "volley"
    press(lab.decision.primary)
    assert lab.session.view.asked.roll == "volley", "the second bunker has named its target"


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
    assert "94.1%" in lab.odds.odds.value
    assert "5.9%" in lab.odds.odds.value
    assert "holds with seven figures" in lab.odds.odds.value
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
    assert "%" not in lab.odds.odds.value
    box = lab.odds.guess
    assert "nl-off" not in box.widget._dom_classes
    assert "Will squad A go back to its craft?" in box.words.value
    for number in (3, 3, 0):
        press(box.ranges[number])
    assert box.ranges[3].description == "over 75%\n2 hands"
    press(box.reveal)
    assert "94.1%" in lab.odds.odds.value
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
