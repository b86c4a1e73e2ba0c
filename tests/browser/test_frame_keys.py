"""Both labs by keyboard alone, and hands that click twice; real keys and real presses in a real JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.common.keys import Keys

from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DAY = "import normandy_lab as nl\n\nlab = nl.Lab('d_day', seed=1944, autosave=False)\nlab"
BEACH = "import normandy_lab as nl\n\nlab = nl.BeachLab('beach/demonstration', seed=42, autosave=False)\nlab"
FOCUS = """
const at = document.activeElement, lab = at.closest && at.closest('.nl-lab');
return { inside: Boolean(lab), decision: Boolean(at.closest && at.closest('.nl-decision')), words: at.textContent.slice(0, 80),
    kind: at.className, givesUp: Boolean(at.closest && at.closest('.nl-giveup')) };
"""
# Elements of these that are wider than the room that they have, or do not lie in the lab.
CUT = """
const lab = document.querySelector('.nl-lab').getBoundingClientRect();
return [...document.querySelectorAll(arguments[0])].filter(e => e.offsetParent).filter(e => {
    const box = e.getBoundingClientRect();
    return e.scrollWidth > e.clientWidth + 1 || box.left < lab.left - 1 || box.right > lab.right + 1 ||
        box.top < lab.top - 1 || box.bottom > lab.bottom + 1;
}).map(e => e.textContent);
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for name, code in (("day", DAY), ("beach", BEACH)):
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(book, Path(root) / f"{name}.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, (1366, 768))
        yield Page(driver, url)


def opened(page: Page, name: str) -> None:
    page.open(f"{name}.ipynb")
    page.run_all()
    page.one(".bk-Figure")
    page.rest(1)


def steps(page: Page) -> int:
    """How many actions have been played; the words are hidden where the window is narrow."""
    found = re.search(r"step (\d+)", " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where")))
    return int(found[1]) if found else -1


def focus(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.driver.execute_script(FOCUS)
    return found


def settled(page: Page, before: int) -> int:
    """How many actions have been played, once that number has changed and come to rest."""
    page.wait(lambda: steps(page) != before, "the position to change")
    page.rest(0.7)
    return steps(page)


def no_errors(page: Page) -> None:
    faults = [element.get_attribute("textContent") for element in page.all(".nl-error")]
    assert not faults, faults[0]


def back_to(page: Page, goal: int) -> None:
    for _ in range(40):
        if (now := steps(page)) == goal:
            return
        page.click(".nl-stepback")
        settled(page, now)
    raise AssertionError(f"the game does not go back to {goal}")


def on_the_decision(page: Page) -> dict[str, str]:
    """The focus is on the decision, and never on what gives up an impulse or a phase."""
    found = focus(page)
    assert found["decision"], found
    assert not found["givesUp"], found
    return found


def test_the_first_night_by_keyboard_alone(page: Page) -> None:
    """An attack, the reroll, undo and redo, a bridge, and on to the landing: no mouse at all after the cell was run."""
    opened(page, "day")
    page.driver.execute_script("document.querySelector('.nl-undo').parentElement.querySelector('.nl-save').focus()")
    page.press("g")
    page.press("50", Keys.ENTER)
    page.wait_text(".nl-primary", "Attack, 7 against 5")
    page.press(Keys.ESCAPE)
    page.press(Keys.ENTER)
    page.wait_text(".nl-what", "Reroll")
    page.rest(0.5)
    assert on_the_decision(page)["words"].endswith("Keep it")
    page.press(Keys.ENTER)
    page.wait_text(".nl-what", "Airborne")
    played = steps(page)
    page.rest(0.5)
    on_the_decision(page)
    page.press("u")
    settled(page, played)
    assert on_the_decision(page)["words"].endswith("Keep it")
    page.press("U")
    page.wait(lambda: steps(page) == played, "redo")
    page.rest(0.5)
    on_the_decision(page)
    for _ in range(12):
        if "Naval" in page.text(".nl-steps .nl-now"):
            break
        page.press("a")
        played = settled(page, played)
        on_the_decision(page)
    assert "Naval" in page.text(".nl-steps .nl-now")
    no_errors(page)


def test_what_gives_up_is_the_letter_e_and_the_last_of_the_list(page: Page) -> None:
    played = steps(page)
    for _ in range(60):
        if page.all(".nl-option.nl-giveup"):
            break
        page.press("a")
        played = settled(page, played)
    listed = [e.text for e in page.all(".nl-options .nl-option")]
    assert listed[-1].startswith("E  ")
    assert not any(words.startswith("E  ") for words in listed[:-1])
    if len(listed) == 1:
        page.press("1")
        page.rest(0.8)
        assert steps(page) == played, "the number 1 gives nothing up"
    page.press("e")
    played = settled(page, played)
    on_the_decision(page)
    no_errors(page)


@pytest.mark.parametrize("css", [".nl-accept", ".nl-undo"])
def test_a_double_click_presses_once(page: Page, css: str) -> None:
    start = steps(page)
    page.click(css)
    once = settled(page, start)
    if css == ".nl-undo":
        page.click(".nl-redo")
        page.wait(lambda: steps(page) == start, "redo")
    else:
        back_to(page, start)
    page.rest(0.6)
    page.double_click(css)
    assert settled(page, start) == once
    no_errors(page)


def test_real_dice_are_typed_and_a_seven_is_answered_in_words(page: Page) -> None:
    opened(page, "day")
    page.click(".nl-realdice input")
    page.press("g")
    page.press("50", Keys.ENTER)
    page.wait_text(".nl-primary", "Attack, 7 against 5")
    page.press(Keys.ESCAPE)
    page.press(Keys.ENTER)
    page.wait(lambda: page.all(".nl-die-row .nl-die"), "the faces")
    page.wait_text(".nl-decision", "Use these dice")
    page.rest(0.5)
    assert "nl-die" in on_the_decision(page)["kind"]
    page.press("7")
    page.wait_text(".nl-message", "No die shows 7")
    assert "1 to 6" in page.text(".nl-message")
    page.press("6", "5", "1", "2")
    page.wait(lambda: page.one(".nl-diceuse").is_enabled(), "four faces")
    played = steps(page)
    page.double_click(".nl-diceuse")
    settled(page, played)
    page.wait_text(".nl-log", "the dice show")
    assert not [e for e in page.all(".nl-box.nl-refusal, .nl-box.nl-error") if e.is_displayed()]
    no_errors(page)


def test_enter_submits_what_is_written(page: Page) -> None:
    opened(page, "day")
    page.click(".nl-decision h3")  # the lab has the keyboard
    page.press("b")
    page.one(".nl-branchname input").click()
    page.press("Another try", Keys.ENTER)
    page.wait_text(".nl-message", 'A branch "Another try" starts here')
    page.click(".nl-save")
    page.one(".nl-savename input").click()
    page.press(Keys.CONTROL + "a" + Keys.NULL, "kept_by_enter.jsonl", Keys.ENTER)
    page.wait_text(".nl-message", "Saved to")
    no_errors(page)


@pytest.mark.parametrize("width", [1366, 900, 400])
def test_the_list_of_keys_stays_in_pairs(page: Page, width: int) -> None:
    page.file_list(False)
    resize(page.driver, (width, 768))
    page.see_lab()
    page.rest(1)
    page.click(".nl-decision h3")  # the lab has the keyboard
    page.press("?")
    page.wait(lambda: any(e.is_displayed() for e in page.all(".nl-keylist")), "the list")
    pairs = page.driver.execute_script(
        "return [...document.querySelectorAll('.nl-keylist dl > div')].map(e => [...e.children].map(c => "
        "{ const b = c.getBoundingClientRect(); return [b.left, b.top, b.right] }))"
    )
    assert len(pairs) > 15
    for (left, top, right), (then, beside, _) in pairs:
        assert abs(top - beside) < 2, "key and meaning stand in one line"
        assert left < right <= then + 1
    box, lab = page.one(".nl-popup.nl-keys").rect, page.one(".nl-lab").rect
    assert lab["x"] <= box["x"]
    assert box["x"] + box["width"] <= lab["x"] + lab["width"] + 1
    page.press("?")
    page.wait(lambda: not any(e.is_displayed() for e in page.all(".nl-keylist")), "the list to close")


@pytest.mark.parametrize("width", [1366, 400])
def test_the_tables_are_in_view_and_their_names_readable(page: Page, width: int) -> None:
    page.file_list(False)
    resize(page.driver, (width, 768))
    page.see_lab()
    page.rest(1)
    page.click(".nl-decision h3")  # the lab has the keyboard
    page.press("t")
    page.one(".nl-tables .nl-tablebody table")
    assert page.driver.execute_script(CUT, ".nl-tablehead .widget-toggle-button") == []
    body = page.one(".nl-tablebody").rect
    assert body["height"] > 80
    for button in page.all(".nl-tablehead .widget-toggle-button"):
        button.click()
        page.rest(0.4)
        first = page.one(".nl-tablebody table").rect
        assert abs(first["y"] - body["y"]) < 12, f"{button.text} begins in view"
    page.press("t")
    page.wait(lambda: not any(e.is_displayed() for e in page.all(".nl-tables")), "the tables to close")
    resize(page.driver, (1366, 768))
    page.rest(1)
    no_errors(page)


def test_a_double_click_plays_once_on_the_beach_too(page: Page) -> None:
    resize(page.driver, (1366, 768))
    opened(page, "beach")
    page.driver.execute_script("document.querySelector('.nl-menubutton').focus()")
    page.press("1")  # nothing is listed: the number does nothing
    page.click(".nl-do .nl-primary")
    settled(page, 0)
    for css in (".nl-do .nl-primary", ".nl-nextdice", ".nl-nextphase"):
        start = steps(page)
        page.click(css)
        once = settled(page, start)
        page.click(".nl-back")
        page.wait(lambda start=start: steps(page) == start, "the way back")
        page.rest(0.6)
        page.double_click(css)
        assert settled(page, start) == once, css
    no_errors(page)


@pytest.mark.long
def test_june_6_to_dusk_by_keyboard_alone(page: Page) -> None:
    """Every decision of the first day answered by a key, the focus on each of them."""
    opened(page, "day")
    page.click(".nl-decision h3")  # the lab has the keyboard
    played = steps(page)
    for _ in range(200):
        if "6 June" not in page.text(".nl-clockbar"):
            break
        page.press("a")
        page.wait(lambda played=played: steps(page) != played, "the position to change")
        page.rest(0.15)
        played = steps(page)
        on_the_decision(page)
    assert "7 June" in page.text(".nl-clockbar")
    no_errors(page)
