"""Time and questions in a real JupyterLab, by mouse: branches, the sums behind a line of the log, and why not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.support.ui import Select

from tests.browser.figures import click_area
from tests.browser.harness import Page, one_cell, require_chromium

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CELL = """import normandy_lab as nl

lab = nl.Lab("d_day", seed=1944, autosave=False)
lab
"""
# What of these is cut off by the edge of the screen or lies under something else.
HIDDEN = """
return [...document.querySelectorAll(arguments[0])].filter(e => {
    const { left, top, width, height } = e.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width && !(hit && e.contains(hit));
}).map(e => e.className + ' ' + e.innerText);
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    with one_cell(CELL, root, home, (1366, 768)) as opened:
        yield opened


def test_why_not_is_asked_by_a_list_and_a_click_on_the_map(page: Page) -> None:
    page.click(".nl-why")
    page.wait_text(".nl-whywords", "pick a unit and a place")
    unit = Select(page.one(".nl-whyunit select"))
    unit.select_by_visible_text("505 Para Rgt, US 82 AB")
    page.wait_text(".nl-whywords", "505 Para Rgt; then pick a place")
    click_area(page, "44")
    page.wait_text(".nl-whywords", "505 Para Rgt, Carentan")
    page.wait_text(".nl-says-message", "505 Para Rgt secures the bridge")
    Select(page.one(".nl-whyplace select")).select_by_visible_text("9 Caen")
    page.wait_text(".nl-says-message .nl-refusal", "505 Para Rgt")
    assert "US-82" not in page.text(".nl-says-message")
    page.click(".nl-why", "Stop asking")
    page.wait(lambda: not page.text(".nl-whywords"), "the row to close")


def test_the_suggestion_is_said_in_full_before_it_is_accepted(page: Page) -> None:
    words = "Suggested: Attack Ste. Mere Eglise with four regiments, 66%"
    assert page.wait_text(".nl-suggestion", "regiments").replace("\n", " ") == words
    fits = "const e = document.querySelector('.nl-suggestion .widget-html-content'); return e.scrollHeight <= e.clientHeight + 1"
    assert page.driver.execute_script(fits), "the sentence is cut off"


def test_the_dice_of_the_log_open_the_sums_of_that_moment(page: Page) -> None:
    page.click(".nl-accept")
    page.wait_text(".nl-suggestion", "Keep it")
    page.click(".nl-accept")
    page.wait_text(".nl-log .nl-lines", "Martin CA is eliminated")
    page.click(".nl-logopen")
    page.wait_text(".nl-log .nl-lines", "succeeds: 19 against 9")  # it lay above the three lines of the small log
    assert "7+" in page.text(".nl-termsgo")
    page.click(".nl-termsgo")
    page.wait_text(".nl-sums", "Assault on Ste. Mere Eglise, June 6, airborne landing")
    assert "AV 7" in page.text(".nl-sums")
    assert "DV 5" in page.text(".nl-sums")
    page.click(".nl-sumsclose")
    page.wait(lambda: not page.text(".nl-sums"), "the sums to close")
    page.click(".nl-logopen", "Close")


def test_branches_are_switched_compared_and_found_again(page: Page) -> None:
    page.click(".nl-branch")
    page.one(".nl-branchname input").send_keys("bridges first")
    page.click(".nl-branchgo")
    page.wait_text(".nl-says-message", "bridges first")
    page.click(".nl-accept")
    page.click(".nl-tab-lines")
    page.wait_text(".nl-linelist", "● bridges first")
    assert not page.driver.execute_script(HIDDEN, ".nl-strip .jupyter-button, .nl-tabs .jupyter-button")
    page.click(".nl-linebutton", "Main line")
    page.wait_text(".nl-linelist", "● Main line")
    page.wait_text(".nl-where, .nl-linelist", "Main line")
    page.click(".nl-linecompare")
    page.wait_text(".nl-compare", "They part at June 6, airborne landing")
    assert len(page.all(".nl-compare svg")) == 2
    page.click(".nl-compareclose")
    page.click(".nl-linebutton", "bridges first")
    page.wait_text(".nl-linelist", "● bridges first")
    goal = page.one(".nl-moment-goto input")
    goal.send_keys("June 6, airborne landing")
    page.click(".nl-linego")
    page.wait_text(".nl-suggestion", "Attack Ste. Mere Eglise with four regiments")
