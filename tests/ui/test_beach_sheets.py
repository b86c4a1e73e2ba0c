"""The lesson in one lab: predictions before answers, stages, what goes home; a page of her own for the teacher."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import normandy_lab as nl
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.beach.lesson import SHEETS, LessonPanel
from normandy_lab.ui.beach.teacher import teacher_html

TOP = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


def opened() -> tuple[BeachLab, LessonPanel]:
    lab = BeachLab("beach/demonstration", seed=1944, autosave=False, lesson=True)
    assert lab.lesson is not None
    return lab, lab.lesson


def test_a_prediction_is_answered_only_when_it_is_revealed() -> None:
    """Two hits or more with four dice of which each 5 or 6 hits: 11/27, so the second range is right."""
    _, lesson = opened()
    lesson.next.click()
    for number in (3, 3, 1):
        lesson.ranges[number].click()
    assert "%" not in lesson.told.value
    assert "2 hands" in lesson.ranges[3].description
    lesson.reveal.click()
    assert "40.7%" in lesson.told.value
    assert lesson.ranges[1].description.startswith("✓")
    lesson.ranges[0].click()
    assert "0 hands" in lesson.ranges[0].description, "no hand is counted after the answer"


def test_a_prediction_about_many_games_does_not_hold_the_lab_up() -> None:
    """The games are played elsewhere; the answer comes by itself, and is that of the same batch."""
    lab, lesson = opened()
    while SHEETS[lesson.at].change is None:
        lesson.next.click()
    lesson.ranges[2].click()
    lesson.reveal.click()
    assert lesson.answers[lesson.at] is not None or "games are played" in lesson.told.value
    lesson.work[lesson.at].join()
    answer = lesson.answers[lesson.at]
    assert answer is not None
    batch = nl.simulate("beach/with_limit", 200, seed=1, workers=1, progress=False).summary().set_index("what")
    assert answer.chance == pytest.approx(float(batch.loc["american wins"].value))
    assert f"{answer.chance:.1%}" in lesson.told.value
    lab.dispose()


def test_the_stages_of_the_lesson_and_what_goes_home(tmp_path: Path) -> None:
    lab, lesson = opened()
    first = lab.game
    lesson.begin.click()
    assert lab.game is first, "the game of stage 1 lies there already"
    assert "nl-off" in lesson.widget._dom_classes
    lab.steps.turn.click()
    lesson.toggle.value = True
    lesson.ranges[0].click()
    lesson.reveal.click()
    lesson.next.click()
    lesson.next.click()
    lesson.begin.click()
    assert (lab.game.spec.name, lab.game.seed, lab.session.guess) == ("beach/with_limit", 7, True)
    assert lesson.at in lesson.work, "the games of the next prediction are played meanwhile"
    lesson.work[lesson.at].stop()
    lab.steps.turn.click()
    lab.session.take_home(str(tmp_path / "lesson.html"))
    page = (tmp_path / "lesson.html").read_text("utf8")
    assert "Scenario beach/demonstration, seed 1944; Scenario beach/with_limit, seed 7" in page
    assert "How often does one bunker hit two figures or more in a turn?</td><td>under 25%: 1</td><td>40.7%" in page
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    shown = [faces for step in json.loads(found[1])["steps"] for _, faces, _, _ in step.get("d", ()) if faces]
    nodes = [node for game in (first, lab.game) for node in game.log.at.path() if node.action.verb == "roll"]
    assert shown == [list(node.action.args[0][0]) for node in nodes]


def test_the_lesson_shows_no_code_and_no_answers() -> None:
    book = json.loads((TOP / "notebooks" / "11_beach_class.ipynb").read_text("utf8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert all(cell["metadata"]["jupyter"]["source_hidden"] for cell in code)
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code)
    assert book["cells"][-1] is code[-1], "Run All ends on the lab"
    text = "".join("".join(cell["source"]) for cell in book["cells"])
    assert not re.search(r"\d%|11/27|assert|Answers", text)
    sheets = " ".join(f"{sheet.title} {sheet.text}" for sheet in SHEETS)
    for part in ("Stage 1: learn", "Stage 2: watch", "Stage 3: judge", "some three thousand people who lived there"):
        assert part in sheets, part
    assert "%" not in sheets


def test_the_teacher_has_a_page_of_her_own() -> None:
    text = (TOP / "notebooks" / "11_beach_teacher.ipynb").read_text("utf8") + teacher_html()
    for part in (
        "Aim.",
        "Time.",
        "Answers.",
        "Say first what is left out",
        "nl.gather",
        "11/27 = 40.7%",
        "7319/7776 = 94.1%",
    ):
        assert part in text, part
