"""The beach lab in a real JupyterLab: first dice, a whole small game by the mouse on the projector, cell run again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

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


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    shutil.copy(ROOT / "notebooks" / "11_beach_class.ipynb", root)
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "small.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, (1600, 1400))
        yield Page(driver, url)


def click_plan(page: Page, x: float, y: float) -> None:
    """A click on the picture at inches along the shore and inland."""
    plot = BeachPlot(beach_view(nl.new_game(nl.load_scenario("beach/with_limit").with_(SMALL))))
    page.click_at(page.one(".bk-Figure"), *plot.at(x, y))


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
    assert size >= 36
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
            page.click(".nl-decision2 .nl-primary")
            page.wait(lambda played=played: _steps(page) > played, "the squad to act")
            if "Americans act" in page.text(".nl-asked"):
                page.click(".nl-accept", "Done acting")
        elif "shell" in head and page.all(".nl-goto-there:not(.nl-off)") and _asks_where(page):
            click_plan(page, 8, 5)
        else:
            page.click(".nl-decision2 .nl-primary")
        page.wait(lambda played=played: _steps(page) > played or "Game over" in page.text(".nl-asked"), "the step", 15)
    assert "Game over" in page.text(".nl-asked")
    assert {"Americans act", "Bunker 1: fire", "Bunker 1: shell"} <= {kind.split(" FP")[0] for kind in kinds}
    page.click(".nl-decision2 .nl-primary", "Debrief")
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
    page.click(".nl-topause")
    page.wait_text(".nl-question", "What would you do now, and why?")
    size = float(page.one(".nl-question .widget-html-content").value_of_css_property("font-size").removesuffix("px"))
    assert size >= 36
    assert not page.one(".nl-back").is_enabled()
    page.click(".nl-continue")
    page.wait(lambda: page.one(".nl-back").is_enabled(), "the game to go on")
    no_errors(page)


def _steps(page: Page) -> int:
    """How many actions have been played; the strip is hidden on the projector, its text is not gone."""
    found = re.search(r"step (\d+)", " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where")))
    return int(found[1]) if found else -1


def _asks_where(page: Page) -> bool:
    return "Throw at" in page.text(".nl-decision2 .nl-primary")


def test_run_again_and_restart_leave_one_working_lab(page: Page) -> None:
    page.run_all()
    page.wait(lambda: len(page.all(".nl-beach")) == 1 and len(page.all(".bk-Figure")) == 1, "one lab")
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumenot")
    page.click(".nl-nextdice")
    page.wait(lambda: page.all(".nl-turncard .nl-volley"), "dice")
    played = _steps(page)
    page.restart()
    page.run_all()
    page.wait_text(".nl-resume", "actions was kept")
    page.click(".nl-resumego")
    page.wait(lambda: _steps(page) == played, "the kept game")
    page.click(".nl-back")
    page.wait(lambda: _steps(page) < played, "one step back")
    no_errors(page)
