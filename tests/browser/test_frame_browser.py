"""One screen for both labs: what must be in view at every size, where buttons stand, a view of its own, in view after a run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.common.action_chains import ActionChains

from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DAY = "import normandy_lab as nl\n\nlab = nl.Lab('d_day', seed=1944, autosave=False)\nlab"
BEACH = "import normandy_lab as nl\n\nlab = nl.BeachLab('beach/demonstration', seed=42, autosave=False)\nlab"
LONG = ["\n".join(f"a{n}_{m} = {m}" for m in range(30)) for n in range(4)]  # cells that push the lab far down
# Width and height of the window, and whether the list of files is open.
SIZES = [
    (1280, 720, False), (1280, 720, True), (1366, 768, False), (1366, 768, True), (1600, 900, False), (1920, 1080, False),
]  # fmt: skip
ZOOMS = (67, 80, 90, 110, 125, 150)  # per cent, of a window of 1366 by 768
BLOCKS = {
    "day": (".nl-clockbar", ".nl-map", ".nl-decision h3", ".nl-do .nl-primary", ".nl-side-tabs", ".nl-undo", ".nl-strip"),
    "beach": (".nl-bar", ".nl-map", ".nl-decision h3", ".nl-do .nl-primary", ".nl-side-tabs", ".nl-back", ".nl-strip"),
}  # fmt: skip
# What is not in the viewport or in the lab, and every control that sticks out of the lab or is cut in half by a box that does not scroll.
OUT = """
const lab = [...document.querySelectorAll('.nl-lab')].find(e => e.offsetParent || e.matches(':popover-open'));
const room = lab.getBoundingClientRect(), out = [];
const bottom = Math.min(innerHeight, room.bottom) + 1, top = Math.max(0, room.top - 1), seen = e => e.offsetParent !== null;
for (const css of arguments[0]) {
    const one = [...lab.querySelectorAll(css)].find(seen), box = one && one.getBoundingClientRect();
    if (!one) { if (!lab.querySelector('.nl-diceuse') || css !== '.nl-do .nl-primary') out.push('missing ' + css); continue; }
    if (box.left < room.left - 1 || box.right > room.right + 1 || box.top < top || box.bottom > bottom || box.height < 8) out.push('out of view ' + css);
}
for (const one of [...lab.querySelectorAll('button, input, select')].filter(seen)) {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(one).visibility === 'hidden') continue;
    let inner = one.parentElement, scrolls = false, cut = false;
    for (; inner && inner !== lab.parentElement && !scrolls; inner = inner.parentElement) {
        const style = getComputedStyle(inner), edge = inner.getBoundingClientRect();
        scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) || inner.matches('.nl-sr');
        cut ||= !scrolls && style.overflowX !== 'visible' && (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 2);
    }
    if (cut) out.push('cut off ' + one.className.replace(/lm-Widget|jupyter-\\w+|widget-\\w+/g, '').trim() + ' ' + one.textContent);
}
return out;
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for name, cells in (("day", [*LONG, DAY]), ("beach", [*LONG, BEACH])):
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(book, Path(root) / f"{name}.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, (1366, 768))
        yield Page(driver, url)


def steps(page: Page) -> int:
    found = re.search(r"step (\d+)", " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where")))
    return int(found[1]) if found else -1


def all_in_view(page: Page, lab: str, what: str) -> None:
    for _ in range(8):  # a new size takes a moment
        out = page.driver.execute_script(OUT, list(BLOCKS[lab]))
        if not out:
            return
        page.rest(0.3)
    raise AssertionError(f"{what}: {out}")


def play_on(page: Page, lab: str) -> None:
    """The next moment of a day, or the next phase of a beach game."""
    before = steps(page)
    page.driver.execute_script(
        "document.querySelector(arguments[0]).click()", ".nl-accept" if lab == "day" else ".nl-nextphase"
    )
    page.wait(lambda: steps(page) != before, "the position to change")
    page.rest(0.2)


@pytest.fixture(scope="module", params=["day", "beach"])
def lab(page: Page, request: pytest.FixtureRequest) -> str:
    """The lab that is open while the tests below run in their order."""
    name = str(request.param)
    resize(page.driver, (1366, 768))
    page.open(f"{name}.ipynb")
    page.file_list(False)
    page.run_all()
    page.one(".bk-Figure")
    page.rest(1)
    return name


class TestOneScreen:
    """In the order of the file."""

    def test_after_a_run_the_lab_is_in_view(self, page: Page, lab: str) -> None:
        """Four long cells stand above it."""
        all_in_view(page, lab, "after the run")

    def test_ten_moments_at_every_size(self, page: Page, lab: str) -> None:
        for moment in range(10):
            for width, height, listed in SIZES if moment in (0, 9) else [SIZES[moment % len(SIZES)]]:
                resize(page.driver, (width, height))
                page.file_list(listed)
                page.see_lab()
                all_in_view(page, lab, f"{width} x {height}, list {'open' if listed else 'closed'}, moment {moment}")
            play_on(page, lab)
        page.file_list(False)

    def test_at_every_zoom_of_the_browser(self, page: Page, lab: str) -> None:
        """To zoom is to give the page fewer pixels, or more."""
        page.file_list(False)
        for zoom in ZOOMS:
            resize(page.driver, (1366 * 100 // zoom, 768 * 100 // zoom))
            page.see_lab()
            all_in_view(page, lab, f"zoom {zoom} %")

    def test_one_column_where_the_window_is_400_wide(self, page: Page, lab: str) -> None:
        page.file_list(False)
        resize(page.driver, (400, 800))
        page.see_lab()
        all_in_view(page, lab, "400 wide")
        picture, decision = page.one(".nl-map").rect, page.one(".nl-decision").rect
        assert decision["y"] >= picture["y"] + picture["height"], "the decision stands under the map"
        page.click(".nl-more")
        page.wait(lambda: any(e.is_displayed() for e in page.all(".nl-keysbutton")), "all buttons of the strip")
        all_in_view(page, lab, "400 wide, all buttons of the strip")
        page.click(".nl-more")

    def test_primary_button_and_undo_stand_still(self, page: Page, lab: str) -> None:
        """24 decisions in a row: neither moves more than 8 pixels."""
        resize(page.driver, (1366, 768))
        page.see_lab()
        page.rest(1)
        undo = ".nl-undo" if lab == "day" else ".nl-back"
        stood: dict[str, tuple[float, float]] = {}
        for _ in range(24):
            for css in (".nl-do .nl-primary", undo):
                box = page.one(css).rect
                first = stood.setdefault(css, (box["x"], box["y"]))
                assert max(abs(box["x"] - first[0]), abs(box["y"] - first[1])) <= 8, css
            play_on(page, lab)

    def test_a_view_of_its_own_fills_the_height(self, page: Page, lab: str) -> None:
        resize(page.driver, (1366, 1400))  # the view takes the lower half
        page.see_lab()
        out = page.one(".jp-OutputPrompt")
        ActionChains(page.driver).context_click(out).perform()
        page.click(".lm-Menu-item", "Create New View for")
        page.wait(lambda: len([e for e in page.all(".nl-lab") if e.is_displayed()]) == 2, "the second view")
        page.rest(1.5)
        room, view = page.driver.execute_script(
            "const r = document.querySelector('.jp-LinkedOutputView'), v = r.querySelector('.nl-lab');"
            "return [r.clientHeight, v.getBoundingClientRect().height]"
        )
        assert view > 420
        assert room - view < 70, f"a lab of {view} in a room of {room}"
