"""The beach lab about the game: set-up, kept games, tables, stretches of a wide table, drawing, debrief."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.errors import NormandyError
from normandy_lab.rule_index import titles
from normandy_lab.ui import autosave
from normandy_lab.ui.beach.debrief import accounts, debrief_html, spread, thrown
from normandy_lab.ui.beach.draw import FIRE, OPEN, OPEN_GROUND, SQUADS
from normandy_lab.ui.beach.guess import Question
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.palette import COLOURS, contrast
from normandy_lab.ui.panels.html import rule_tag

TOP = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NORMANDY_STRICT", "1")
    monkeypatch.setattr(autosave, "folder", lambda: tmp_path / "kept")


# ------------------------------------------------------------------------------------------ set-up


def test_another_game_is_set_up_in_the_lab() -> None:
    lab = BeachLab(seed=1, autosave=False)
    setup = lab.setup
    lab.bar.setup.value = True
    assert "nl-off" not in setup.widget._dom_classes
    setup.scenario.value = "beach/with_limit"
    assert (setup.limit.value, setup.turns.value, setup.german.value) == (1, 20, 1)
    setup.limit.value, setup.turns.value, setup.stray.value, setup.seed.value = 2, 8, 2.5, "77"
    setup.hits.value = 6
    begin, again = (w for w in setup.widget.children[-1].children)
    begin.click()
    found = lab.game.spec.in_force
    assert [found[k] for k in ("replacements.limit", "end.turn_limit", "artillery.stray", "fire.hit_on")] == [
        2,
        8,
        2.5,
        6,
    ]
    assert lab.game.seed == 77
    assert lab.game.log.at.n == 0, "not even the dice of the set-up are thrown"
    assert not lab.bar.setup.value, "it closes"
    lab.steps.phase.click()
    obstacles = [segment.obstacles for segment in lab.session.view.segments]
    lab.bar.setup.value = True
    again.click()
    assert lab.game.log.at.n == 0
    lab.steps.phase.click()
    assert [segment.obstacles for segment in lab.session.view.segments] == obstacles, "the same dice again"


def test_a_seed_that_is_no_number_is_refused_in_words() -> None:
    lab = BeachLab(seed=1, autosave=False)
    lab.setup.seed.value = "luck"
    lab.setup.widget.children[-1].children[0].click()
    assert "whole number" in lab.setup.note.value
    assert lab.game.seed == 1


def test_more_germans_than_the_demonstration_has_a_board_for() -> None:
    lab = BeachLab(seed=1, autosave=False)
    lab.setup.german.value = 2
    lab.setup.widget.children[-1].children[0].click()
    assert lab.session.view.parts == 2
    assert lab.session.view.asked.roll == "obstacles"


def test_a_wide_table_is_shown_stretch_by_stretch() -> None:
    lab = BeachLab("beach/class_of_24", seed=1, autosave=False)
    assert lab.session.view.parts == 6
    lab.steps.phase.click()
    assert lab.session.view.window == (0, 24)
    lab.plan.part.children[2].click()
    assert lab.session.view.window == (24, 48)
    assert "Stretch 2 of 6" in lab.plan.where.value
    assert (lab.plan.plot.figure.y_range.end, lab.plan.plot.figure.y_range.start) == (24 - 2.1, 48 + 1.9)
    lab.session.choose_squad("R")
    assert lab.session.view.window == (120, 144), "the picture turns to the squad that is chosen"


def test_bunkers_are_placed_by_clicks_where_the_germans_choose() -> None:
    spec = nl.load_scenario("beach/demonstration").with_({"bunkers": {"sections": "choose"}})
    lab = BeachLab(spec, seed=1, autosave=False)
    assert lab.session.view.sections == ((0, 8), (8, 16), (16, 24))
    lab.plan.plot.click(12, 10)
    assert lab.session.view.bunkers[0].left == 10
    lab.plan.plot.click(12, 10)
    assert "B-3" in lab.decision.message.value


@pytest.mark.parametrize("bad", ["d_day", nl.load_scenario("d_day")])
def test_other_games_are_refused(bad: Any) -> None:
    with pytest.raises(NormandyError, match=r"nl\.Lab"):
        BeachLab(bad)


# ------------------------------------------------------------------------------------------ kept games


def test_a_game_is_kept_and_resumed() -> None:
    lab = BeachLab(seed=5)
    lab.steps.turn.click()
    played = lab.game.log.at.n
    other = BeachLab(seed=6)
    assert len(other.resume.offers) == 1
    go = next(w for w in other.resume.widget.children if getattr(w, "description", "") == "Resume it")
    go.click()
    assert (other.game.seed, other.game.log.at.n) == (5, played)
    other.decision.primary.click()
    assert other.session.view.asked is not None
    assert other.session.view.asked.roll == "" or not other.game.auto_roll, "dice still wait for the class"


def test_a_saved_game_opens_in_the_lab(tmp_path: Path) -> None:
    lab = BeachLab(seed=5, autosave=False)
    lab.steps.phase.click()
    lab.session.save_as(str(tmp_path / "beach.jsonl"))
    other = BeachLab(tmp_path / "beach.jsonl", autosave=False)
    assert other.session.view == lab.session.view


def test_a_re_run_cell_closes_the_lab_it_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("normandy_lab.ui.shell._cell_id", lambda: "beach-cell")
    monkeypatch.setattr("normandy_lab.ui.bokeh_bridge.display", lambda *a, **k: None)
    first, second = BeachLab(seed=1, autosave=False), BeachLab(seed=1, autosave=False)
    first._repr_mimebundle_()
    assert first.comm is not None
    second._repr_mimebundle_()
    assert first.comm is None
    second.steps.dice.click()
    assert second.session.view.volleys


# ------------------------------------------------------------------------------------------ picture


def test_the_figure_is_built_once_and_only_columns_change() -> None:
    lab = BeachLab(seed=3, autosave=False)
    figure, renderers = lab.plan.plot.figure, [r.id for r in lab.plan.plot.figure.renderers]
    lab.steps.end.click()
    lab.bar.projector.value = True
    assert lab.plan.plot.figure is figure
    assert [r.id for r in figure.renderers] == renderers


def test_the_picture_can_be_read_without_colours() -> None:
    lab = BeachLab(seed=42, autosave=False)
    lab.steps.end.click()
    works = lab.plan.plot.sheets["works"].sources
    words = [str(text) for key in ("texts", "dot_texts") for text in works[key].data["text"]]
    assert "OPEN" in words
    assert {"1 out", "2 out"} <= set(words)
    assert any(pattern == "x" for pattern in works["rects:4"].data["hatch"]), "destroyed bunkers are hatched"
    assert len({squad.shape for squad in lab.session.view.squads}) == 3


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        *((squad, COLOURS["panel"], 4.5) for squad in SQUADS), (OPEN, OPEN_GROUND, 4.5), (FIRE, COLOURS["panel"], 4.5),
        *((squad, COLOURS["sand"], 3.0) for squad in SQUADS), (COLOURS["panel"], "#666B72", 4.5), (COLOURS["panel"], COLOURS["penny"], 4.5),
        (COLOURS["ink_soft"], OPEN_GROUND, 4.5), (COLOURS["panel"], COLOURS["ink"], 4.5), (COLOURS["vp_ink"], COLOURS["vp"], 4.5),
    ],
)  # fmt: skip
def test_contrast(ink: str, ground: str, least: float) -> None:
    assert contrast(ink, ground) >= least


def test_big_type_on_the_projector() -> None:
    lab = BeachLab(seed=3, autosave=False)
    small = lab.plan.plot.text
    lab.bar.projector.value = True
    assert "nl-projector" in lab._dom_classes
    assert lab.plan.plot.text > 1.5 * small
    sizes = [float(size[:-2]) for size in lab.plan.plot.sheets["people"].sources["dot_texts"].data["size"]]
    assert min(sizes) >= 22, "labels of the map, guide section 2"


def test_tables_say_what_the_picture_shows() -> None:
    lab = BeachLab(seed=3, autosave=False)
    lab.steps.phase.click()
    lab.bar.tables.value = True
    for name in lab.tables.name.options:
        lab.tables.name.value = name
        assert "<table" in lab.tables.body.value, name
    lab.tables.name.value = "figures"
    assert "A1" in lab.tables.body.value


# ------------------------------------------------------------------------------------------ rules and words


def test_every_rule_of_the_beach_has_a_hint() -> None:
    page = (TOP / "docs" / "beach_rules.md").read_text("utf8")
    ids = re.findall(r"^\| ((?:FP|SA) [\d.]+) \|", page, re.MULTILINE) + re.findall(
        r"^- \*\*(B-\d+)\*\*", page, re.MULTILINE
    )
    assert set(ids) == {rule for rule in titles() if rule.startswith(("FP", "SA", "B-"))}
    assert rule_tag("FP 2.1").count("<code") == 1
    assert "stop at the sea wall" in rule_tag("FP 2.1")


# ------------------------------------------------------------------------------------------ debrief


def test_the_debrief_stands_alone_and_counts_right(tmp_path: Path) -> None:
    lab = BeachLab("beach/with_limit", seed=5, autosave=False)
    lab.steps.end.click()
    path = lab.debrief(tmp_path / "debrief.html")
    page = Path(path).read_text("utf8")
    with pytest.raises(nl.NormandyError, match=r"debrief\.html: is there already"):
        lab.debrief(path)
    assert lab.debrief(path, overwrite=True) == path
    assert not re.search(r"(src|href)=.?http|@import|<script|<link", page), "nothing is loaded from elsewhere"
    state = lab.game.state
    fire, shells = sum(row.fire for row in state.past), sum(row.artillery for row in state.past)
    assert f"<b>{fire + shells}</b>figures hit" in page
    found = {account.words.split(":")[0]: account for account in accounts(thrown(lab.game))}
    volleys = [n for n in lab.game.log.at.path() if n.roll is not None and n.roll.key[0] == "fire"]
    assert found["German fire"].rolls == len(volleys)
    assert found["German fire"].expected == pytest.approx(len(volleys) * 4 / 3)
    assert found["German fire"].happened == sum(face >= 5 for n in volleys for face in n.action.args[0][0])
    assert found["Assaults"].happened == sum(row.destroyed for row in state.past)
    assert found["Clearing"].happened == sum(row.cleared for row in state.past)
    assert found["Morale"].happened == sum(row.eliminated for row in state.past)


def test_the_spread_of_independent_trials() -> None:
    assert spread([1 / 3] * 4) == pytest.approx([16 / 81, 32 / 81, 24 / 81, 8 / 81, 1 / 81])


def test_a_debrief_in_the_middle_of_a_game() -> None:
    lab = BeachLab(seed=5, autosave=False)
    assert "The game stands in turn 1" in debrief_html(lab.game)


def test_hands_are_counted_anew_for_a_new_question() -> None:
    lab = BeachLab("beach/with_limit", seed=5, autosave=False, guess=True, germans="doctrine")
    while lab.session.hands.question is None:
        lab.steps.phase.click()
    lab.session.raise_hand(1)
    assert lab.session.hands.counts == (0, 1, 0, 0)
    lab.decision.primary.click()
    assert lab.session.hands.total == 0
    assert Question("Will it?", 0.25, "FP 5").range == 1, "a border belongs to the upper range"
