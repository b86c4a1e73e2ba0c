"""The beach lab in a real JupyterLab: first dice, a whole small game by the mouse on the projector, cell run again."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.common.action_chains import ActionChains

import normandy_lab as nl
from normandy_lab.ui.beach.plot import BeachPlot
from normandy_lab.ui.beach.view import beach_view
from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
# One squad of four, one bunker with one shell, no obstacles, a wall six inches away, three turns.
SMALL = {
    "players": {"american_per_german": 1, "figures_per_squad": 4, "bunkers_per_german": 1},
    "beach": {"zone_width": 24.0, "seawall": 6.0, "bunker_front": 11.0},
    "obstacles": {"segments": [0, 0, 0, 0]},
    "bunkers": {"sections": [2]},
    "artillery": {"shells": 1},
    "end": {"turn_limit": 3},
}
CELL = f"""import normandy_lab as nl

spec = nl.load_scenario("beach/with_limit").with_({SMALL!r})
lab = nl.BeachLab(spec, seed=2, projector=True)
lab"""
PLAIN = """import normandy_lab as nl

lab = nl.BeachLab("beach/demonstration", seed=42, autosave=False)
lab"""
SIZE = (1600, 1400)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    shutil.copy(ROOT / "notebooks" / "11_beach_class.ipynb", root)
    for name, code in (("small", CELL), ("plain", PLAIN)):
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(book, root / f"{name}.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, SIZE)
        yield Page(driver, url)


def in_view(page: Page, *css: str) -> None:
    """Each of these lies inside the lab and inside the window, and can be pressed there."""
    faults = page.driver.execute_script(
        """
        const lab = [...document.querySelectorAll('.nl-beach')].find(e => e.offsetParent || e.matches(':popover-open'));
        const room = lab.getBoundingClientRect();
        return arguments[0].filter(css => {
            const one = [...lab.querySelectorAll(css)].find(e => e.offsetParent !== null);
            if (!one) return true;
            const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
            const hit = document.elementFromPoint(x, y);
            return box.left < room.left - 1 || box.right > room.right + 1 || box.top < Math.max(0, room.top - 1) ||
                box.bottom > Math.min(innerHeight, room.bottom) + 1 || !(hit && (one.contains(hit) || hit.contains(one)));
        });
        """,
        list(css),
    )
    assert not faults, f"not in view: {faults}"


BLOCKS = (".nl-bar", ".nl-map", ".nl-says", ".nl-asked h3", ".nl-do .nl-primary", ".nl-back", ".nl-nextturn")


def place(page: Page, css: str) -> tuple[float, float]:
    box = page.one(css).rect
    return box["x"], box["y"]


def test_everything_is_on_one_screen(page: Page) -> None:
    """The window of a projector and of a small notebook computer, the file list open; ten moments of a game."""
    page.open("plain.ipynb")
    page.run_all()
    page.one(".bk-Figure")
    for size in ((1280, 720), (1366, 768), (1920, 1080)):
        resize(page.driver, size)
        time.sleep(1.5)
        in_view(page, *BLOCKS, ".nl-undo", ".nl-tab")
    resize(page.driver, (1280, 720))
    time.sleep(1.5)
    stands = place(page, ".nl-do .nl-primary")
    for _ in range(10):
        played = _steps(page)
        page.click(".nl-nextphase")
        page.wait(lambda played=played: _steps(page) > played, "the phase")
        in_view(page, *BLOCKS, ".nl-undo", ".nl-tab")
        now = place(page, ".nl-do .nl-primary")
        assert max(abs(a - b) for a, b in zip(stands, now, strict=True)) <= 8
    no_errors(page)


def test_the_projector_covers_a_window_of_1280_by_720(page: Page) -> None:
    """By key and mouse: full window, a guess, its answer, and back to the lab (sizes of the reference picture)."""
    page.click(".nl-head")
    ActionChains(page.driver).send_keys("m").perform()
    page.one(".nl-projector")
    page.wait(lambda: page.one(".nl-beach").size == {"width": 1280, "height": 720}, "the full window")
    page.click(".nl-menubutton")
    page.click(".nl-toguess")
    page.click(".nl-menubutton")
    for _ in range(12):
        if page.all(".nl-guessbox:not(.nl-off)"):
            break
        played = _steps(page)
        page.click(".nl-nextphase" if "Americans act" in page.text(".nl-asked") else ".nl-do .nl-primary")
        page.wait(lambda played=played: _steps(page) > played, "the next decision")
    time.sleep(0.5)
    in_view(page, *BLOCKS, ".nl-guessbox", ".nl-showodds", ".nl-nextdice", ".nl-nextphase")
    assert "%" not in page.text(".nl-oddsbox")
    assert page.one(".nl-bar").size["height"] == 48
    assert page.one(".nl-says").size["height"] == 128
    for css in (".nl-do .nl-primary", ".nl-back", ".nl-showodds", ".nl-range"):
        assert page.one(css).size["height"] >= 60, css
    page.click(".nl-range")
    page.wait_text(".nl-ranges", "1 hand")
    ActionChains(page.driver).send_keys("o").perform()
    page.wait_text(".nl-oddsbox", "%")
    in_view(page, *BLOCKS, ".nl-asked-chance")
    page.click(".nl-menubutton")
    page.click(".nl-toprojector")
    page.wait(lambda: not page.all(".nl-projector"), "the lab")
    page.wait(lambda: page.one(".nl-beach").size["width"] < 1280, "the notebook about it")
    no_errors(page)
    resize(page.driver, SIZE)


def click_plan(page: Page, x: float, y: float) -> None:
    """A click on the picture at inches along the shore and inland."""
    plot = BeachPlot(beach_view(nl.new_game(nl.load_scenario("beach/with_limit").with_(SMALL))))
    room = page.one(".bk-Figure")
    plot._resized(room.size["width"], room.size["height"])
    page.click_at(room, *plot.at(x, y))


def run(page: Page, wanted: str) -> None:
    """Run > Run All Cells; with the code folded away there are no prompts to wait for."""
    for _ in range(4):
        page.menu("Run", "runmenu:run-all")
        try:
            page.one(wanted, 15)
        except AssertionError:
            continue  # JupyterLab drops requests while the kernel is still connecting
        return
    raise AssertionError(f"the cells did not run\n{page.troubles()}")


def no_errors(page: Page) -> None:
    faults = [element.get_attribute("textContent") for element in page.all(".nl-error")]
    assert not faults, faults[0]
    assert "Error displaying widget" not in page.text(".jp-OutputArea-output")


def test_three_clicks_from_the_open_page_to_the_first_dice(page: Page) -> None:
    page.open("11_beach_class.ipynb")
    run(page, ".nl-nextdice")  # two clicks: the Run menu, Run All Cells
    page.one(".bk-Figure")
    page.rest(1.5)
    page.click(".nl-tab-turn")
    assert not page.all(".nl-turncard .nl-volley")
    page.click(".nl-nextdice")  # the third
    page.wait(lambda: len(page.all(".nl-turncard .nl-volley .nl-face svg")) == 4, "four dice")
    assert "Bunker 1" in page.text(".nl-turncard")
    assert "lab.session" not in page.text(".jp-InputArea"), "code is folded away"
    no_errors(page)


def test_a_whole_small_game_by_clicks_on_the_projector(page: Page) -> None:
    page.open("small.ipynb")
    page.run_all()
    page.one(".nl-projector .bk-Figure")
    size = float(page.one(".nl-says b").value_of_css_property("font-size").removesuffix("px"))
    assert size >= 30
    page.click(".nl-menubutton")
    page.click(".nl-fullwindow")
    page.wait(lambda: page.one(".nl-beach").size["width"] == 1600, "the full window")
    page.click(".nl-menubutton")
    click_plan(page, 3, 0)  # the first figure
    page.wait_text(".nl-figure", "A1 at 3, 0")
    click_plan(page, 6, 5)
    page.wait_text(".nl-says", "A1")
    page.click(".nl-order-advance")
    page.wait_text(".nl-what, .nl-asked", "Bunker 1: fire")
    kinds = set()
    for _ in range(40):
        head = page.text(".nl-asked")
        if "Game over" in head:
            break
        kinds.add(head.split("\n")[0])
        played = _steps(page)
        if "Americans act" in head:
            page.click(".nl-decision .nl-primary")
            page.wait(lambda played=played: _steps(page) > played, "the squad to act")
            if "Americans act" in page.text(".nl-asked"):
                page.click(".nl-accept", "Done acting")
        elif "shell" in head and page.all(".nl-goto-there:not(.nl-off)") and _asks_where(page):
            click_plan(page, 8, 5)
        else:
            page.click(".nl-decision .nl-primary")
        page.wait(lambda played=played: _steps(page) > played or "Game over" in page.text(".nl-asked"), "the step", 15)
    assert "Game over" in page.text(".nl-asked")
    assert {"Americans act", "Bunker 1: fire", "Bunker 1: shell"} <= {kind.split(" FP")[0] for kind in kinds}
    page.click(".nl-decision .nl-primary", "Debrief")
    page.one(".nl-debrief iframe")
    assert page.one(".nl-debrief a.nl-download").get_attribute("href").startswith("data:text/html;base64,")
    no_errors(page)


def test_many_games_beside_the_debrief_and_a_pause(page: Page) -> None:
    """The game of the test before is over, its debrief open."""
    page.click(".nl-playmany")
    page.wait_text(".nl-manynote", "1,000 games played", 90)
    assert len(page.all(".nl-manyresult svg .nl-thisgame")) == 3
    page.click(".nl-playif", "no artillery")
    page.wait_text(".nl-manyresult", "What if: no artillery?", 60)
    page.wait_text(".nl-manynote", "1,000 games played, no artillery", 90)
    page.click(".nl-menubutton")
    page.click(".nl-topause")
    page.click(".nl-menubutton")
    page.wait_text(".nl-question", "What would you do now, and why?")
    size = float(page.one(".nl-question .widget-html-content").value_of_css_property("font-size").removesuffix("px"))
    assert size >= 36
    assert not page.one(".nl-back").is_enabled()
    page.click(".nl-continue")
    page.wait(lambda: page.one(".nl-back").is_enabled(), "the game to go on")
    page.click(".nl-menubutton")
    page.click(".nl-fullwindow")
    no_errors(page)


def _steps(page: Page) -> int:
    """How many actions have been played; the strip is hidden on the projector, its text is not gone."""
    found = re.search(r"step (\d+)", " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where")))
    return int(found[1]) if found else -1


def _asks_where(page: Page) -> bool:
    return "Throw at" in page.text(".nl-decision .nl-primary")


def test_run_again_and_restart_leave_one_working_lab(page: Page) -> None:
    page.run_all()
    page.wait(lambda: len(page.all(".nl-beach")) == 1 and len(page.all(".bk-Figure")) == 1, "one lab")
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumenot")
    page.click(".nl-nextdice")
    page.wait(lambda: _steps(page) > 0, "dice")
    played = _steps(page)
    page.restart()
    page.run_all()
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumego")
    page.wait(lambda: _steps(page) == played, "the kept game")
    page.click(".nl-back")
    page.wait(lambda: _steps(page) < played, "one step back")
    no_errors(page)
