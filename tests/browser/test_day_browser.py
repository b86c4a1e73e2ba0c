"""A whole impulse in a real JupyterLab, by mouse: five units two areas and an assault, a bridge, and what is shown before."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.common.action_chains import ActionChains

from tests.browser.figures import click_area, still
from tests.browser.harness import Page, one_cell, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CELL = """import normandy_lab as nl
from tests.ui.positions import isigny

lab = nl.Lab(isigny(seed=4), autosave=False)
lab
"""


# Boxes of the clock bar that end to the right of it.
OVER = """
const bar = document.querySelector('.nl-clockbar'), end = bar.parentElement.getBoundingClientRect().right
return [...bar.children].filter(box => box.getBoundingClientRect().right > end + 1).map(box => box.innerText)
"""


class Mouse:
    """Clicks with the mouse, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def press(self, css: str, text: str = "") -> None:
        self.clicks += 1
        self.page.click(css, text)

    def area(self, place: str) -> None:
        """A click where nothing but this area lies."""
        self.clicks += 1
        click_area(self.page, place)

    def bridge(self, bridge: str) -> None:
        self.clicks += 1
        figure = still(self.page)
        figure.click(figure.bridge(bridge))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    with one_cell(CELL, root, home, (1600, 900)) as opened:
        yield opened


def steps(page: Page) -> int:
    found = re.search(r"step (\d+)", page.text(".nl-where"))
    return int(found[1]) if found else -1


def logged(page: Page) -> str:
    """The whole log, also what has scrolled away."""
    return "\n".join(line.get_attribute("textContent") or "" for line in page.all(".nl-line"))


def no_errors(page: Page) -> None:
    faults = [element.get_attribute("textContent") for element in page.all(".nl-error")]
    assert not faults, faults[0]


def test_the_clock_of_the_day(page: Page) -> None:
    assert "Daylight" in page.text(".nl-steps .nl-now")
    clock = page.wait_text(".nl-clockbar", "Allied")
    assert "Day ends now 0%" in " ".join(clock.split())
    assert "Weather turns 0%" in " ".join(clock.split())


def test_no_box_of_the_clock_bar_is_cut_off(page: Page) -> None:
    """With JupyterLab's list of files open, as it is at first."""
    for width in (1366, 1600, 1920):
        resize(page.driver, (width, 900))
        page.wait(lambda width=width: page.driver.execute_script("return innerWidth") == width, "the new width")
        over = page.driver.execute_script(OVER)
        assert over == [], f"{over} at {width}"
    resize(page.driver, (1600, 900))


def test_a_bridge_attempt_takes_two_clicks_from_the_orders(page: Page) -> None:
    mouse = Mouse(page)
    mouse.area("26")
    page.wait_text(".nl-option", "Assault impulse: Balleroy")
    mouse.press(".nl-option", "Assault impulse")
    page.wait_text(".nl-what", "Orders, Balleroy")
    played, mouse.clicks = steps(page), 0
    mouse.bridge("19-26")
    page.wait_text(".nl-what", "Seizure: needs 3 or more, 67%")
    assert steps(page) == played, "what it needs is shown before anything is played"
    mouse.press(".nl-option", "116 Rgt tries to seize")
    page.wait(lambda: "Seizure of the bridge" in logged(page), "the seizure in the log")
    assert mouse.clicks == 2
    no_errors(page)
    while steps(page):
        before = steps(page)
        page.click(".nl-undo")
        page.wait(lambda before=before: steps(page) < before, "undo")


def test_five_units_two_areas_and_an_assault_take_at_most_eight_clicks(page: Page) -> None:
    mouse = Mouse(page)
    mouse.area("26")
    mouse.press(".nl-option", "Assault impulse")
    page.wait_text(".nl-what", "Orders, Balleroy")
    mouse.area("33")
    what = page.wait_text(".nl-what", "Foret de Cerisy → Isigny")
    assert "8.36D" in what
    assert "The assault must be made there" in what
    assert "AV 12" in page.wait_text(".nl-odds", "AV 12")
    assert "What would change" in page.text(".nl-odds")
    assert steps(page) == 1, "the way is shown before anybody moves"
    mouse.press(".nl-primary", "Move 5 units to Isigny and assault, 12 against 6")
    page.wait_text(".nl-what", "Who assaults, Isigny")
    mouse.press(".nl-primary", "Attack, 13 against 6")
    page.wait(lambda: "The assault on Isigny" in logged(page), "the assault in the log")
    assert mouse.clicks <= 8
    assert logged(page).count("enters Isigny") == 5
    no_errors(page)


def test_the_impulse_ends_with_its_sunset_roll(page: Page) -> None:
    for _ in range(4):
        if "The Sunset DR is" in logged(page):
            break
        before = steps(page)
        page.click(".nl-accept")
        page.wait(lambda before=before: steps(page) > before, "the suggestion to be played")
    assert "The Sunset DR is" in logged(page)
    no_errors(page)


def test_a_pass_by_its_letter_never_by_a_number_and_undo_by_its_letter(page: Page) -> None:
    while steps(page):
        before = steps(page)
        page.click(".nl-undo")
        page.wait(lambda before=before: steps(page) < before, "undo")
    page.wait_text(".nl-option", "Pass")
    page.click(".nl-what h3")
    ActionChains(page.driver).send_keys("1").perform()
    page.rest(1)
    assert steps(page) == 0
    ActionChains(page.driver).send_keys("e").perform()
    page.wait(lambda: "pass." in logged(page), "the pass")
    ActionChains(page.driver).send_keys("u").perform()
    page.wait(lambda: steps(page) == 0, "undo")
    no_errors(page)
