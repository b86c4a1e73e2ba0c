"""A game as one page to take home: its numbers are those of the log, it stands alone, and it is small."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import normandy_lab as nl
from normandy_lab.errors import FileError
from normandy_lab.game import Game
from normandy_lab.ui.beach.lab import BeachLab
from normandy_lab.ui.beach.plot import BeachPlot
from normandy_lab.ui.beach.take_home import groups as beach_groups
from normandy_lab.ui.beach.take_home import take_home
from normandy_lab.ui.beach.view import beach_view
from normandy_lab.ui.breakout.map.mapplot import MapPlot
from normandy_lab.ui.breakout.take_home import LAYERS
from normandy_lab.ui.breakout.view import view
from normandy_lab.ui.film import MOST, Film, Step, page
from normandy_lab.ui.palette import AREA_FILL
from normandy_lab.ui.svg import Still

SCENARIOS = ["beach/demonstration", "beach/with_limit", "d_day"]


def played(name: str, seed: int = 7, until: str | None = None) -> Game:
    game = nl.new_game(name, seed=seed)
    game.run(dict.fromkeys(game.seats, "suggest"), until=until)
    return game


@pytest.fixture(scope="module", params=SCENARIOS)
def taken(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, str]:
    """A game, of the campaign up to the evening of its first day, and its page."""
    game = played(request.param, until="Jun-06" if request.param == "d_day" else None)
    here = game.log.at
    path = game.export(tmp_path_factory.mktemp("home") / "game.html")
    assert game.log.at is here  # it stays where it was
    return game, path.read_text("utf8")


def data(text: str) -> dict[str, Any]:
    """What the script of the page reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def pictures(said: dict[str, Any]) -> list[list[str]]:
    """Every picture in full, as the page's script puts it together."""
    found: list[list[int]] = []
    for step in said["steps"]:
        before, now, code = found[-1] if found else [], [], iter(step["p"])
        for number in code:
            now += [-1 - number] if number < 0 else before[number : number + next(code)]
        found.append(now)
    return [[said["parts"][number] for number in picture] for picture in found]


def dice_of(said: dict[str, Any]) -> list[list[int]]:
    return [faces for step in said["steps"] for _, faces, _, _ in step.get("d", ()) if faces]


def test_the_dice_are_those_of_the_log_in_order(taken: tuple[Game, str]) -> None:
    game, text = taken
    log = [
        [face for group in node.action.args[0] for face in group]
        for node in game.log.at.path()
        if node.action.verb == "roll"
    ]
    assert len(log) > 10
    shown = dice_of(data(text))
    assert [face for faces in shown for face in faces] == [face for faces in log for face in faces]


def test_every_line_of_the_log_is_in_one_step(taken: tuple[Game, str]) -> None:
    game, text = taken
    log = [[event.text, event.rule] for node in game.log.at.path() for event in node.events]
    assert [line for step in data(text)["steps"] for line in step.get("l", ())] == log


def test_the_last_figures_are_those_of_the_game(taken: tuple[Game, str]) -> None:
    game, text = taken
    said = data(text)
    last = dict(zip(said["figures"], said["steps"][-1]["f"], strict=True))
    if game.spec.system == "beach":
        rows = game.table("turns")
        assert last["hit by fire"] == rows["fire"].sum()
        assert last["hit by artillery"] == rows["artillery"].sum()
        assert last["squads sent back"] == rows["eliminated"].sum()
    else:
        assert last["victory points"] == game.score().total
        units = game.table("units")
        assert last["Allied units on the board"] + last["German units on the board"] == len(view(game).counters)
        assert len(units) >= len(view(game).counters) > 0


def test_the_last_picture_is_that_of_the_lab(taken: tuple[Game, str]) -> None:
    game, text = taken
    plot: Any = BeachPlot(beach_view(game)) if game.spec.system == "beach" else MapPlot(None, view(game, layers=LAYERS))
    still = Still(plot.figure, plot._width, plot._height)
    parts = still.elements()

    def told(parts: list[str], defs: str) -> list[str]:
        """The parts with their shapes and hatches in place of the names that these have on one page."""
        known = dict(re.findall(r'<(?:path|pattern) id="([sh]\d+)" (.*?)(?:/>|</pattern>)', defs))
        return [re.sub(r"#([sh]\d+)", lambda found: known[found[1]], part.replace('"', "'")) for part in parts]

    now, last = told(parts, still.defs), told(pictures(data(text))[-1], text)
    if game.spec.system == "beach":
        assert last == now
    else:  # blocks give way to one another in the order in which they came; whose an area is does not hang on that
        ours = re.compile("|".join(f"fill='{fill}' stroke='{fill}'" for fill in AREA_FILL.values()))
        held = [part for part in now if ours.search(part)]
        assert len(held) == sum(place.kind == "area" for place in view(game).places)
        assert [part for part in last if ours.search(part)] == held


def test_a_page_stands_alone(taken: tuple[Game, str]) -> None:
    text = taken[1]
    assert len(text.encode()) < MOST
    assert not re.findall(r"https?://|\bsrc=|<link|@import|url\((?!#)", text)
    assert "default-src 'none'" in text
    assert "Say first what is left out" in text  # the teacher's notes


def test_a_changed_figure_in_the_log_changes_the_page(tmp_path: Path) -> None:
    """The same game twice but for one die of its last volley."""
    game = played("beach/demonstration", until="turn 2")
    path = game.log.at.path()
    last = next(node for node in reversed(path) if node.step == "volley")
    faces = list(last.action.args[0][0])
    faces[0] = 1 if faces[0] > 4 else 6
    game.goto(last.n)
    game.auto_roll = False
    pages = []
    for action in (str(last.action), f"roll {'+'.join(map(str, faces))}"):
        game.goto(last.parent.n)
        game.play(action)
        pages.append(data(game.export(tmp_path / "a.html", overwrite=True).read_text("utf8")))
    before, after = (dice_of(said)[-1] for said in pages)
    assert (before, after) == (list(last.action.args[0][0]), faces)
    fire = [said["steps"][-1]["f"][1] for said in pages]
    assert fire[0] != fire[1]  # a hit more or less


def test_hands_stand_in_the_step_of_their_roll() -> None:
    lab = BeachLab("beach/demonstration", seed=3, autosave=False, guess=True)
    while lab.session.view.asked.roll != "volley":
        lab.session.accept() if lab.session.view.asked.kind == "fire" else lab.session.next_dice()
    for number, hands in enumerate((2, 5, 0, 1)):
        for _ in range(hands):
            lab.session.raise_hand(number)
    bunker = lab.session.view.asked.subject
    lab.session.roll()
    said = [step["q"] for step in data(take_home(lab.game))["steps"] if "q" in step and any(step["q"][3])]
    assert said == [[f"Will bunker {bunker} hit two figures or more?", "40.7%", 1, [2, 5, 0, 1]]]  # 11/27


def test_a_step_is_a_command(taken: tuple[Game, str]) -> None:
    game, _ = taken
    if game.spec.system == "beach":
        found = list(beach_groups(game))
        assert [node for group in found for node in group] == game.log.at.path()
        squads = [
            {str(n.action).split()[1].rstrip("0123456789") for n in g if n.kind == "act" and " " in n.action}
            for g in found
        ]
        assert all(len(names) <= 1 for names in squads)


def test_no_file_is_replaced_without_asking(tmp_path: Path) -> None:
    game = nl.new_game("beach/demonstration", seed=1)
    path = game.export(tmp_path / "game.html")
    with pytest.raises(FileError, match="is there already"):
        game.export(path)
    save = game.save(tmp_path / "game.jsonl")
    with pytest.raises(FileError, match="another kind"):
        game.export(save, overwrite=True)
    assert game.export(path, overwrite=True) == path


@pytest.mark.parametrize("lab", [lambda: BeachLab("beach/demonstration", seed=1), lambda: nl.Lab("blank", seed=1)])
def test_both_labs_write_it_by_a_button(lab: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened = lab()
    row = opened.strip.home_row
    opened.strip.home.click()
    assert "nl-off" not in row.widget._dom_classes
    row.name.value = "mine"
    row.go.click()
    assert "Saved to mine.html" in opened.session.message.text
    first = (tmp_path / "mine.html").read_text("utf8")
    assert "nl-off" in row.widget._dom_classes
    opened.strip.home.click()
    row.name.value = "mine"
    row.go.click()
    assert "is there already" in opened.session.message.text
    assert (row.name.value, row.replace.description) == ("mine-2.html", "Replace mine.html?")
    assert (tmp_path / "mine.html").read_text("utf8") == first
    row.replace.click()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine.html"]


def test_a_page_that_would_be_too_large_has_fewer_pictures_and_at_last_none() -> None:
    """Ten steps in two moments, each with a picture of its own: kept where dice lie, else where a moment ends."""

    def film(size: int) -> Film:
        steps = [
            Step("1A" if n < 5 else "1F", f"step {n}", "", (), (), None, (n,), [f"<{n}{'x' * size}>"])
            for n in range(10)
        ]
        return Film("t", "", "", "", ("n",), steps, 1, 1, "#fff", "", "", "")

    assert len(data(page(film(100)))["parts"]) == 10
    said = data(page(film(MOST // 8)))
    assert [int(picture[0][1]) for picture in pictures(said)] == [0, 0, 0, 0, 4, 4, 4, 4, 4, 9]
    with pytest.raises(nl.NormandyError, match="too long"):
        page(film(MOST))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["d_day", "beach/class_of_24"])
def test_a_whole_week_and_a_whole_class_stay_small(name: str, tmp_path: Path) -> None:
    game = played(name, until="turn 12" if name.startswith("beach") else None)
    text = game.export(tmp_path / "game.html").read_text("utf8")
    assert len(text.encode()) < MOST
    said = data(text)
    assert len({tuple(picture) for picture in pictures(said)}) > len(said["steps"]) / 2  # not thinned out
