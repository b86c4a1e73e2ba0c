"""Supply and comparison in a real JupyterLab: the layer on and off, the hover text of a unit, two boards side by side."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from PIL import Image, ImageChops
from selenium.webdriver.common.action_chains import ActionChains

from tests.browser.figures import still
from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVENING = """import normandy_lab as nl
from normandy_lab.breakout import suggest
lab = nl.Lab("d_day", seed=1944, autosave=False)
while lab.game.log.at.moment != "6R":
    lab.game.play(suggest(lab.game.state))
lab.refresh()
lab"""
COMPARE = """spec = nl.load_scenario("d_day")
nl.diff(spec, spec.with_({"title": "25 SS forward", "units": {"GE-12SS-25": {"at": "Carentan"}}}))"""
REST = 6  # seconds without a change: the page tells its new width up to four seconds late
UNIT = "8 Bde, British 3"  # ashore at Sword Beach in a pile


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    cells = [nbformat.v4.new_code_cell(source) for source in (EVENING, COMPARE)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), root / "supply.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, (1600, 900))
        opened = Page(driver, url)
        opened.open("supply.ipynb")
        opened.run_all()
        opened.one(".bk-Figure")
        yield opened


def picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.one(".bk-Figure").screenshot_as_png)).convert("RGB")


def differs(one: Image.Image, other: Image.Image) -> int:
    """How many pixels of two pictures differ."""
    if one.size != other.size:
        return one.width * one.height
    grey = ImageChops.difference(one, other).convert("L")
    return sum(grey.histogram()[25:])


def settled(page: Page, base: Image.Image, changed: bool) -> Image.Image:
    """The picture once it differs from another, or is the same again."""
    found: list[Image.Image] = []

    def ready() -> bool:
        found[:] = [picture(page)]
        return (differs(base, found[0]) > 3000) == changed

    page.wait(ready, "the map to change" if changed else "the map to be as before")
    return found[0]


def rest(page: Page) -> Image.Image:
    """The picture once it has not changed for a while."""
    last, still = picture(page), 0
    for _ in range(60):
        time.sleep(1)
        now = picture(page)
        last, still = now, still + 1 if differs(last, now) == 0 else 0
        if still >= REST:
            return now
    raise AssertionError("the map does not come to rest")


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_layer_goes_on_and_off_and_moves_nothing(page: Page, width: int) -> None:
    resize(page.driver, (width, 900))
    before = rest(page)
    assert not [e for e in page.all(".nl-layers .nl-supplyside") if e.is_displayed()]
    page.click(".nl-layer-supply")
    on = settled(page, before, True)
    assert page.one(".nl-layers .nl-supplyside")
    assert (0x2F, 0x7D, 0x1F) in {colour for _, colour in on.getcolors(1 << 24)}, "Allied routes"
    page.click(".nl-layer-supply")
    settled(page, before, False)
    assert not page.all(".nl-error")


def test_a_unit_tells_its_route_on_hover(page: Page) -> None:
    resize(page.driver, (1600, 900))
    page.click(".nl-layer-supply")
    page.wait(lambda: "nl-off" not in (page.one(".nl-supplyside").get_attribute("class") or ""), "the choice of side")
    figure = page.one(".bk-Figure")
    shown = still(page)
    across, down = shown.at(*shown.pile(UNIT))
    x, y = across * figure.size["width"], down * figure.size["height"]

    def told() -> str:
        size = figure.size
        mouse = ActionChains(page.driver)
        mouse.move_to_element_with_offset(figure, round(x - size["width"] / 2) + 9, round(y - size["height"] / 2))
        mouse.move_by_offset(-9, 0).perform()
        return page.driver.execute_script(TOOLTIPS)

    page.wait(lambda: "supplied" in told(), "the tooltip of a pile")
    text = told()
    assert "8 Bde" in text
    assert "supplied where it stands, in Sword Beach (12.5)" in text
    page.click(".nl-layer-supply")


# Tooltips live in the shadow roots of the figure.
TOOLTIPS = """
const found = [];
const walk = (node) => {
  if (node.classList?.contains('bk-Tooltip') || node.tagName === 'BK-TOOLTIP') found.push(node);
  for (const child of node.children ?? []) walk(child);
  if (node.shadowRoot) walk(node.shadowRoot);
};
walk(document.querySelector('.jp-Notebook'));
walk(document.body);
const text = (node) => [...(node.shadowRoot?.querySelectorAll('.nl') ?? []), ...node.querySelectorAll('.nl')]
  .map((each) => each.textContent).join(' ');
return found.map(text).join(' ');
"""


def test_the_tables_stand_beside_the_odds(page: Page) -> None:
    page.click(".nl-tab-supply")
    text = page.wait_text(".nl-supplybody", "units have a supply line")
    assert "1/919 Bn in Utah Beach is isolated" in text
    assert "Sword Beach" in text
    page.click(".nl-tab-odds")
    page.wait(lambda: not [e for e in page.all(".nl-supplybody") if e.is_displayed()], "the odds to come back")


def test_two_scenarios_stand_side_by_side(page: Page) -> None:
    boards = page.wait(lambda: page.all(".jp-OutputArea-output figure svg"), "two boards")
    assert len(boards) == 2
    assert "Zone A becomes Carentan" in (boards[0].get_attribute("aria-label") or "")
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", boards[0])
    one, two = (board.rect for board in boards)
    assert one["y"] == two["y"]
    assert two["x"] >= one["x"] + one["width"]
    captions = page.text(".jp-OutputArea-output figcaption")
    assert "Before: D-Day to June 12" in captions
    assert "After: 25 SS forward" in captions
    assert "1 change" in page.text(".jp-OutputArea-output")
