"""A class at 1280 by 720: real dice by keys, every guess counted, and the way back to the start after a resume and a restart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import nbformat
import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.harness import Page, browser, jupyter_server, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZE = (1280, 720)
ENTRIES = 3  # of real dice, a turn at most
# A narrow beach of two squads of four and two bunkers, so that every phase throws dice in few turns.
SMALL = {
    "players": {"american_per_german": 2, "figures_per_squad": 4, "bunkers_per_german": 2},
    "beach": {"zone_width": 12.0, "seawall": 6.0, "bunker_front": 11.0},
    "obstacles": {"segments": [1, 1, 1, 1]},
    "bunkers": {"sections": [1, 3]},
    "artillery": {"shells": 1},
    "end": {"turn_limit": 4},
}
CELL = f"""import normandy_lab as nl

spec = nl.load_scenario("beach/with_limit").with_({SMALL!r})
lab = nl.BeachLab(spec, seed=2, germans="doctrine")
lab"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    require_chromium()
    root, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "small.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile", SIZE) as driver:
        resize(driver, SIZE)
        yield Page(driver, url)


def steps(page: Page) -> int:
    found = re.search(r"step (\d+)", " ".join(str(e.get_attribute("textContent")) for e in page.all(".nl-where")))
    return int(found[1]) if found else -1


def turn(page: Page) -> int:
    found = re.search(r"turn (\d+)", page.text(".nl-barwords"))
    return int(found[1]) if found else 0


def over(page: Page) -> bool:
    return "Game over" in page.text(".nl-asked")


def press(page: Page, key: str) -> None:
    ActionChains(page.driver).send_keys(key).perform()


def begin(page: Page) -> None:
    """Run the cell; a game that was kept is not gone on with."""
    page.run_all()
    page.one(".bk-Figure")
    page.rest(1)
    if page.all(".nl-resume:not(.nl-off)"):
        page.click(".nl-resumenot")
    page.click(".nl-head")


def typing(page: Page) -> int:
    """How many dice are asked for, 0 while none are."""
    return len(page.all(".nl-diceentry:not(.nl-off) .nl-dicewhat svg"))


def test_a_game_with_real_dice_takes_three_entries_a_turn_at_most(page: Page) -> None:
    """All dice by keys: faces 1 to 6, Enter; whatever else is asked, Enter. Shells are thrown by the lab."""
    page.open("small.ipynb")
    begin(page)
    entries: Counter[int] = Counter()
    page.click(".nl-typedice")
    for _ in range(150):
        if over(page):
            break
        played = steps(page)
        if asked := typing(page):
            entries[turn(page)] += 1
            for n in range(asked):
                press(page, str(1 + (n * 5 + played) % 6))
            page.wait(lambda: not page.all(".nl-dicewhat svg[aria-label='die ?']"), "the faces")
            page.wait(lambda: page.all(".nl-diceuse:focus"), "the focus on the button that uses them")
            press(page, Keys.ENTER)
        elif "may act" in page.text(".nl-says") and page.all(".nl-says-message .nl-box"):
            page.click(".nl-accept")
        else:
            page.click(".nl-decision .nl-primary:not(.nl-diceuse)")
        page.wait(lambda played=played: steps(page) > played or over(page), "the step")
    assert over(page)
    assert sum(entries.values()) >= 4
    assert max(entries.values()) <= ENTRIES, entries


def test_every_guess_is_counted(page: Page) -> None:
    """A hand before every roll that can be guessed; the debrief has as many."""
    begin(page)
    page.click(".nl-menubutton")
    page.click(".nl-toguess")
    page.click(".nl-menubutton")
    counted = 0
    for _ in range(200):
        if over(page):
            break
        played = steps(page)
        if page.all(".nl-oddstab .nl-guessbox:not(.nl-off)"):
            page.click(".nl-oddstab .nl-range")
            page.wait_text(".nl-oddstab .nl-ranges", "1 hand")
            counted += 1
        page.click(".nl-decision .nl-primary")
        page.wait(lambda played=played: steps(page) > played or over(page), "the step")
    assert over(page)
    assert counted > 5
    page.click(".nl-decision .nl-primary", "Debrief")
    frame = page.one(".nl-debrief iframe")
    found = re.search(r"(\d+) of (\d+) hands were in the right range", str(frame.get_attribute("srcdoc")))
    assert found is not None
    assert int(found[2]) == counted
    page.click(".nl-debriefclose")


def test_back_leads_to_the_start_after_a_resume_and_a_restart(page: Page) -> None:
    """A game of a few phases; the cell is run again, then the kernel is restarted too."""
    page.open("small.ipynb")
    begin(page)
    for _ in range(5):
        played = steps(page)
        page.click(".nl-nextphase")
        page.wait(lambda played=played: steps(page) > played, "the phase")
    for restart in (False, True):
        if restart:
            page.restart()
        page.run_all()
        page.wait_text(".nl-resume", "was kept")
        page.click(".nl-resumego")
        page.wait(lambda: steps(page) > 0, "the kept game")
        pressed = 0
        while played := steps(page):
            page.click(".nl-back")
            page.wait(lambda played=played: steps(page) < played, "one step back")
            pressed += 1
        assert pressed > 5
        for _ in range(pressed):
            played = steps(page)
            page.click(".nl-redo")
            page.wait(lambda played=played: steps(page) > played, "forward again")
