"""The lesson of one period in Chromium at 1280 by 720: from Run All to the debrief, and nothing is ever scrolled."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
SIZE = (1280, 720)
# Where a control is on the screen, unless something lies over it or it is cut off; nothing moves.
SPOT = """
const box = arguments[0].getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
const hit = document.elementFromPoint(x, y);
const whole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
return whole && hit && arguments[0].contains(hit) ? [x, y] : null;
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    shutil.copy(ROOT / "notebooks" / "11_beach_class.ipynb", root)
    with jupyter_server(root, home) as url, browser(home / "profile", SIZE) as driver:
        resize(driver, SIZE)
        yield Page(driver, url)


def press(page: Page, css: str, words: str = "") -> None:
    """Click what is on the screen as it stands."""

    def found() -> list[float] | None:
        ready = [e for e in page.all(css) if e.is_displayed() and e.is_enabled() and words in e.text]
        spots = [page.driver.execute_script(SPOT, element) for element in ready]
        return next((spot for spot in spots if spot), None)

    page._click(*page.wait(found, f"{css} {words!r} on the screen"))


def steps(page: Page) -> int:
    texts = " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where"))
    found = re.search(r"step (\d+)", texts)
    return int(found[1]) if found else -1


def size_of(page: Page, css: str) -> float:
    return float(page.one(css).value_of_css_property("font-size").removesuffix("px"))


def step(page: Page, css: str, words: str = "") -> None:
    played = steps(page)
    press(page, css, words)
    page.wait(lambda: steps(page) > played, "the step")


def test_a_lesson_from_run_all_to_the_debrief(page: Page) -> None:
    page.open("11_beach_class.ipynb")
    for _ in range(4):
        page.menu("Run", "runmenu:run-all")
        try:
            page.one(".nl-lesson", 15)
            break
        except AssertionError:
            continue  # JupyterLab drops requests while the kernel is still connecting
    page.rest(2)
    assert "import" not in page.text(".jp-Notebook .jp-InputArea"), "code is folded away"
    assert "Stage 1: learn" in page.text(".nl-lessonhead")
    assert "some three thousand people who lived there" in page.text(".nl-lessontext")
    assert size_of(page, ".nl-lessonhead h2") >= 26
    press(page, ".nl-lessonbegin")
    page.wait(lambda: not page.all(".nl-lesson:not(.nl-off)"), "the sheet to close")
    for _ in range(3):
        step(page, ".nl-nextdice", "Next dice")
    press(page, ".nl-tolesson")  # the first prediction
    page.wait_text(".nl-lessonhead", "two figures or more")
    for _ in range(3):
        press(page, ".nl-lesson .nl-range", "25 to 50%")
    page.wait_text(".nl-lesson .nl-ranges", "3 hands")
    assert size_of(page, ".nl-lesson .nl-range") >= 20
    assert page.one(".nl-lesson .nl-range").size["height"] >= 60
    assert "40.7%" not in page.text(".nl-lesson")
    press(page, ".nl-lessonreveal")
    page.wait_text(".nl-lessonanswer", "40.7%")
    press(page, ".nl-lessonnext")
    press(page, ".nl-lessonreveal")
    page.wait_text(".nl-lessonanswer", "94.1%")
    press(page, ".nl-lessonnext")
    page.wait_text(".nl-lessonhead", "Stage 2")
    press(page, ".nl-lessonbegin")
    page.wait(lambda: not page.all(".nl-lesson:not(.nl-off)"), "the sheet to close")
    for _ in range(120):
        if "Game over" in page.text(".nl-asked"):
            break
        if page.all(".nl-oddstab .nl-guessbox:not(.nl-off)"):
            assert "%" not in page.text(".nl-oddsbox")
        step(page, ".nl-nextphase", "Next phase")
    press(page, ".nl-decision .nl-primary", "Debrief")
    page.one(".nl-debrief iframe")
    press(page, ".nl-debriefclose")
    press(page, ".nl-tolesson")
    page.wait_text(".nl-lessonhead", "get off the beach")
    press(page, ".nl-lesson .nl-range", "50 to 75%")
    press(page, ".nl-lessonreveal")
    page.wait_text(".nl-lessonanswer", "of 200 games", 90)
    for part in ("No artillery", "nobody may land again", "Talk about it"):
        press(page, ".nl-lessonnext")
        page.wait_text(".nl-lessonhead", part)
    faults = [element.get_attribute("textContent") for element in page.all(".nl-error")]
    assert not faults, faults[0]
