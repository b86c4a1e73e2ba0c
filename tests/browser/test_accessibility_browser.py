"""What a screen reader and weak eyes need of both labs: axe-core finds nothing, text is large and dark enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from axe_core_python.selenium import Axe

from tests.browser.harness import Page, browser, classroom_page, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
# Every piece of text on the screen that is smaller than 11 pixels, or of less contrast with the colour behind it than
# 4.5:1 (3:1 from 24 pixels, or 18.66 bold). Colours behind are mixed down to the first opaque one.
FAINT = """
const parse = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const over = (top, under) => {
    const a = top[3] ?? 1;
    return [0, 1, 2].map(i => top[i] * a + under[i] * (1 - a));
};
const light = c => {
    const [r, g, b] = c.map(v => v / 255).map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = e => {
    const layers = [];
    for (; e; e = e.parentElement) {
        const colour = parse(getComputedStyle(e).backgroundColor);
        if ((colour[3] ?? 1) > 0) layers.push(colour);
        if ((colour[3] ?? 1) === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
};
const found = [], walk = document.createTreeWalker(document.querySelector('.nl-lab'), NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, words = walk.currentNode.data.trim();
    if (!words || e.closest('style, script, select') || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (box.width < 2 || box.height < 2 || e.closest('[disabled]')) continue;
    const svg = e.closest('svg'), scale = svg && svg.viewBox.baseVal.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const size = parseFloat(style.fontSize) * scale, bold = Number(style.fontWeight) >= 700;
    if (size < 10.95) found.push(`${size.toFixed(1)} px: ${words.slice(0, 40)} (${e.className.baseVal ?? e.className})`);
    if (svg) continue;
    const back = behind(e), a = light(over(parse(style.color), back)), b = light(back);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < (size >= 24 || (bold && size >= 18.66) ? 3 : 4.5))
        found.push(`${ratio.toFixed(2)}:1 ${words.slice(0, 40)} (${e.className}) ${style.color} on ${back}`);
}
return [...new Set(found)];
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    with browser(tmp_path_factory.mktemp("profile")) as driver:
        resize(driver, (1366, 768))
        yield Page(driver, "")


def looked_at(page: Page, what: str) -> list[str]:
    """What is wrong with the lab as it stands, one line each."""
    page.rest(0.6)
    broken = Axe().run(page.driver, context=".nl-lab")["violations"]
    lines = [f"{what}: {each['id']}: {node['html'][:200]}" for each in broken for node in each["nodes"]]
    return lines + [f"{what}: {line}" for line in page.driver.execute_script(FAINT)]


def key(page: Page, letter: str) -> None:
    page.one("body").send_keys(letter)


def toggled(page: Page, letter: str, what: str) -> list[str]:
    """What is wrong while the thing that a key opens is open."""
    key(page, letter)
    lines = looked_at(page, what)
    key(page, letter)
    return lines


def test_the_lab_of_the_day(page: Page, tmp_path: Path) -> None:
    with classroom_page("d_day", tmp_path) as address:
        page.open_classroom(address)
        wrong = looked_at(page, "opened")
        page.click(".nl-groups .nl-group", "Pont")
        wrong += looked_at(page, "a group, with the pointer on it")
        page.click(".nl-lab button", "Accept")
        page.wait_text(".nl-where", "kept automatically")
        wrong += looked_at(page, "reroll")
        for tab in ("Depots", "Supply", "Score", "To come", "Odds"):
            page.click(".nl-tabs button", tab)
            wrong += looked_at(page, tab)
        for letter, what in (("t", "tables"), ("?", "keys"), ("b", "branch"), ("w", "why not"), ("d", "dice")):
            wrong += toggled(page, letter, what)
        wrong += toggled(page, "m", "projector")
        assert wrong == []
        spoil = "document.querySelector('.nl-lab .nl-undo').style.cssText = 'color: #999 !important; font-size: 9px'"
        page.driver.execute_script(spoil)
        page.driver.execute_script("document.querySelector('.nl-lab .noUi-handle').removeAttribute('aria-label')")
        found = "\n".join(looked_at(page, "spoilt"))
        assert all(each in found for each in ("9.0 px: ↶ Undo", ":1 ↶ Undo", "aria-input-field-name"))


def test_the_lab_of_the_beach(page: Page, tmp_path: Path) -> None:
    with classroom_page("beach/demonstration", tmp_path) as address:
        page.driver.delete_all_cookies()
        page.open_classroom(address)
        wrong = looked_at(page, "opened")
        for _ in range(6):
            page.click(".nl-lab .nl-primary")
            page.rest(0.3)
        wrong += looked_at(page, "later")
        for tab in ("Turn", "Log", "Odds"):
            page.click(".nl-tabs button", tab)
            wrong += looked_at(page, tab)
        page.click(".nl-lab button", "Set up")
        wrong += looked_at(page, "set up")
        page.click(".nl-lab button", "Set up")
        for letter, what in (("t", "tables"), ("?", "keys"), ("d", "dice"), ("m", "projector")):
            wrong += toggled(page, letter, what)
        assert wrong == []
