"""The quickstart in a real JupyterLab: map clicked with the mouse, panels read, cell run again, kernel restarted."""

from __future__ import annotations

import io
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from normandy_lab.ui.breakout.map.geometry import normandy
from normandy_lab.ui.palette import AREA_FILL
from tests.browser.figures import click_area, still
from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    shutil.copy(ROOT / "notebooks" / "00_quickstart.ipynb", root)
    write_notebook(root / "twice.ipynb", 'import normandy_lab as nl\n\nlab = nl.Lab("d_day", seed=1944)\nlab', "lab")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, (1600, 900))
        opened = Page(driver, url)
        opened.open("00_quickstart.ipynb")
        opened.run_all()
        opened.one(".bk-Figure")
        yield opened


def write_notebook(path: Path, *cells: str) -> None:
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, path)


def american(page: Page, place: str) -> int:
    """How many pixels around a place have the colour of American areas."""
    figure = still(page)
    picture = Image.open(io.BytesIO(figure.element.screenshot_as_png)).convert("RGB")
    spots = [figure.at(*spot) for spot in normandy().outlines[place].ring]
    xs, ys = [x * picture.width for x, _ in spots], [y * picture.height for _, y in spots]
    patch = picture.crop((round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))))
    us = tuple(int(AREA_FILL["us"][i : i + 2], 16) for i in (1, 3, 5))
    return sum(
        count
        for count, colour in patch.getcolors(1 << 16) or []
        if max(abs(a - b) for a, b in zip(colour, us, strict=True)) < 12
    )


def steps(page: Page) -> int:
    """How many actions have been played, as the time strip says."""
    found = re.search(r"step (\d+)", page.text(".nl-where"))
    return int(found[1]) if found else -1


def no_errors(page: Page) -> None:
    faults = [element.get_attribute("textContent") for element in page.all(".nl-error")]
    assert not faults, faults[0]
    assert "Error displaying widget" not in page.text(".jp-OutputArea-output")


def test_the_airborne_phase_by_clicks(page: Page) -> None:
    assert "Airborne" in page.text(".nl-steps .nl-now")
    before = american(page, "50")
    click_area(page, "50")
    page.wait_text(".nl-primary", "Attack, 7 against 5")
    odds = page.wait_text(".nl-odds", "AV 7")
    assert "DV 5" in odds
    assert "9.2D" in odds
    assert "Martin CA" in odds
    page.wait(lambda: steps(page) == 0, "no step: a selection is not yet an action")

    page.click(".nl-primary", "Attack")
    page.wait_text(".nl-log", "attack Ste. Mere Eglise in the night")
    page.wait_text(".nl-what", "Reroll")
    page.click(".nl-option", "Keep it")
    page.wait_text(".nl-log", "The assault on Ste. Mere Eglise succeeds")  # 12 against 4 with seed 1944
    page.wait(lambda: american(page, "50") > before + 60, "Ste. Mere Eglise to turn American on the map")
    log = page.text(".nl-log")
    assert "9.43" in log
    assert page.all(".nl-log .nl-dice svg"), "dice are shown as pictures"

    page.click(".nl-group", "Pont L'Abbe")
    page.wait_text(".nl-what", "Pont L'Abbe")
    page.click(".nl-secure")
    page.wait_text(".nl-log", "507 Para Rgt secures the bridge")
    page.click(".nl-secure")
    page.wait_text(".nl-log", "508 Para Rgt secures the bridge")

    click_area(page, "7")
    page.wait_text(".nl-primary", "Attack, 4 against 3")
    page.click(".nl-primary", "Attack")
    page.wait_text(".nl-log", "attack Merville in the night")
    for _ in range(6):
        if "Naval" in page.text(".nl-steps .nl-now"):
            break
        played = steps(page)
        page.click(".nl-accept")
        page.wait(lambda played=played: steps(page) > played, "the suggestion to be played")
    assert "Naval" in page.text(".nl-steps .nl-now")
    no_errors(page)


def test_a_refused_click_says_why(page: Page) -> None:
    played = steps(page)
    click_area(page, "34")
    page.wait_text(".nl-refusal", "21.3")
    assert steps(page) == played


def test_undo_and_redo(page: Page) -> None:
    played, log = steps(page), page.text(".nl-loglines")
    page.click(".nl-undo")
    page.wait(lambda: steps(page) < played, "undo")
    assert page.text(".nl-loglines") != log
    page.click(".nl-redo")
    page.wait(lambda: steps(page) == played, "redo")
    no_errors(page)


def test_the_page_can_be_loaded_again(page: Page) -> None:
    """The widgets of the running kernel come back, the map included, and still answer."""
    played = steps(page)
    page.save()
    page.driver.refresh()
    page.idle()
    page.wait(lambda: steps(page) == played, "the lab to come back", 60)
    page.one(".bk-Figure")
    page.see_lab()
    page.click(".nl-undo")
    page.wait(lambda: steps(page) < played, "undo")
    no_errors(page)


def test_a_cell_that_is_run_again_leaves_one_working_lab(page: Page) -> None:
    page.run_all()
    page.wait(lambda: len(page.all(".nl-lab")) == 1 and len(page.all(".bk-Figure")) == 1, "one lab")
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumenot")
    click_area(page, "50")
    page.wait_text(".nl-primary", "Attack, 7 against 5")
    page.click(".nl-primary", "Attack")
    page.wait_text(".nl-what", "Reroll")
    no_errors(page)


def test_a_restarted_kernel_offers_the_game_that_was_kept(page: Page) -> None:
    page.restart()
    page.run_all()
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumego")
    page.wait_text(".nl-what", "Reroll")
    assert steps(page) > 0
    page.click(".nl-option", "Keep it")
    page.wait_text(".nl-log", "The assault on Ste. Mere Eglise succeeds")
    click_area(page, "7")
    page.wait_text(".nl-primary", "Attack, 4 against 3")
    no_errors(page)


def press(page: Page, *keys: str) -> None:
    """Keys to whatever has the focus, as a person types them."""
    ActionChains(page.driver).send_keys(*keys).perform()


def cells(page: Page) -> tuple[int, list[str]]:
    """How many cells the notebook has, and which kinds: what JupyterLab's own letters would change."""
    kinds = [cell.get_attribute("class") or "" for cell in page.all(".jp-Notebook .jp-Cell")]
    return len(kinds), ["Markdown" if "jp-MarkdownCell" in kind else "code" for kind in kinds]


def test_keys_do_what_buttons_do_and_jupyterlab_keeps_still(page: Page) -> None:
    page.open("00_quickstart.ipynb")
    page.run_all()
    page.one(".bk-Figure")
    before = cells(page)
    if any(element.is_displayed() for element in page.all(".nl-resumenot")):
        page.click(".nl-resumenot")
    click_area(page, "50")
    page.wait_text(".nl-primary", "Attack, 7 against 5")
    press(page, Keys.ENTER)
    page.wait_text(".nl-what", "Reroll")
    press(page, "k")
    page.wait_text(".nl-log", "The assault on Ste. Mere Eglise succeeds")
    played = steps(page)
    press(page, "u")
    page.wait(lambda: steps(page) < played, "undo by key")
    press(page, "U")
    page.wait(lambda: steps(page) == played, "redo by key")
    press(page, "[")
    page.wait(lambda: steps(page) == played - 1, "one step back by key")
    press(page, "]")
    page.wait(lambda: steps(page) == played, "one step on by key")
    press(page, "t")
    page.wait(lambda: any(e.is_displayed() for e in page.all(".nl-tables")), "the tables")
    press(page, "t")
    press(
        page, "d", "d", "x", "c", "y", "0", "0", "i", "i"
    )  # JupyterLab: delete, cut, copy, code cell, restart, interrupt
    page.wait(lambda: cells(page) == before, "the cells as they were")
    assert not page.all(".jp-Dialog")
    assert steps(page) == played
    no_errors(page)


def test_letters_in_a_text_field_are_text(page: Page) -> None:
    played = steps(page)
    press(page, "g")
    page.wait(lambda: page.driver.switch_to.active_element.get_attribute("placeholder") == "go to area", "the field")
    press(page, "u", "k", "1")
    assert page.driver.switch_to.active_element.get_attribute("value") == "uk1"
    press(page, Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, Keys.ESCAPE)
    assert steps(page) == played


def test_enter_and_space_press_the_control_in_focus(page: Page) -> None:
    played = steps(page)
    undo = page.one(".nl-undo")
    page.driver.execute_script("arguments[0].focus()", undo)
    press(page, Keys.ENTER)
    page.wait(lambda: steps(page) < played, "Enter on Undo")
    page.driver.execute_script("arguments[0].focus()", page.one(".nl-redo"))
    press(page, Keys.SPACE)
    page.wait(lambda: steps(page) == played, "Space on Redo")
    assert not page.all(".jp-Notebook.jp-mod-editMode")


def test_what_is_said_is_a_region_that_stays(page: Page) -> None:
    """Screen readers announce only changes of a region that was there before."""
    played, region = steps(page), page.one(".nl-status")
    assert region.get_attribute("role") == "status"
    said = region.text
    press(page, "u")
    page.wait(lambda: region.text != said, "the same element to say something else")
    assert region.get_attribute("role") == "status"
    press(page, "U")
    page.wait(lambda: steps(page) == played, "redo")


def test_keys_can_be_switched_off_and_then_jupyterlab_has_them(page: Page) -> None:
    played, before = steps(page), cells(page)[0]
    press(page, "?")
    page.click(".nl-letters input")
    time.sleep(1)
    click_area(page, "59")
    press(page, "u")
    time.sleep(1)
    assert steps(page) == played
    page.click(".nl-letters input")
    page.click(".nl-keysbutton")
    page.click(".jp-MarkdownCell h1")  # outside of the lab
    press(page, "b")  # insert a cell below
    page.wait(lambda: cells(page)[0] == before + 1, "JupyterLab's own letter to work")
    press(page, "z")
    page.wait(lambda: cells(page)[0] == before, "the cell to be gone again")
    assert steps(page) == played


def test_the_saved_notebook_stays_small(page: Page) -> None:
    """BokehJS (over a megabyte) is not left in the file."""
    page.save()
    file = page.driver.execute_async_script(
        "const done = arguments[0]; setTimeout(() => fetch('/api/contents/00_quickstart.ipynb')"
        ".then(r => r.text()).then(t => done(t.length)), 1500)"
    )
    assert file < 60_000


def test_a_lab_shown_twice_is_one_game(page: Page) -> None:
    """Both views live, and a view that is opened late shows the present picture."""
    page.open("twice.ipynb")
    page.run_all()
    page.wait(lambda: len(page.all(".nl-lab")) == 2 and len(page.all(".bk-Figure")) == 2, "two views")
    page.wait(lambda: sum(e.is_displayed() for e in page.all(".nl-group")) == 6, "three drop areas in each view")
    click_area(page, "50")
    page.wait(lambda: page.text(".nl-primary").count("Attack, 7 against 5") == 2, "both views to show the selection")
    page.click(".nl-primary", "Attack")
    page.wait(lambda: page.text(".nl-what").count("Reroll") == 2, "both views to go on")
    no_errors(page)
