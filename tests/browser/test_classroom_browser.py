"""The page of a classroom in a real Chromium: the lab alone, no code, projector by key, the game kept over a reload."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

import normandy_lab as nl
from tests.browser.harness import Page, browser, classroom_page, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZE = (1280, 720)
# Everything that the page asked for from another machine than this one.
ABROAD = "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin))"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_chromium()
    return tmp_path_factory.mktemp("classroom")


@pytest.fixture(scope="module")
def page(home: Path) -> Iterator[Page]:
    with browser(home / "profile") as driver:
        resize(driver, SIZE)
        yield Page(driver, "")


def test_the_page_is_the_lab_alone_and_a_reload_goes_on(page: Page, home: Path) -> None:
    with classroom_page("d_day", home) as address:
        page.open_classroom(address)
        assert page.driver.title == "D-Day to June 12"
        lab = page.driver.execute_script(
            "const b = document.querySelector('.nl-lab').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]"
        )
        assert max(lab[:2]) <= 8
        assert lab[2] >= SIZE[0] - 8
        assert SIZE[1] - 12 <= lab[3] <= SIZE[1]
        assert "normandy_lab.ui" not in page.driver.page_source  # no line of code
        assert page.driver.execute_script(ABROAD) == []
        page.one("body").send_keys("m")  # nothing was clicked before
        page.one(".nl-lab.nl-projector")
        page.one("body").send_keys("m")
        page.wait(lambda: not page.all(".nl-lab.nl-projector"), "the lab view")
        page.click(".nl-lab button", "Accept")
        page.wait_text(".nl-where", "kept automatically")
        where = page.text(".nl-where")
        assert "step 0 of" not in where
        page.driver.refresh()
        page.open_classroom(address)
        page.wait_text(".nl-lab", "The game goes on where it was")
        assert page.text(".nl-where").split("\n")[0] == where.split("\n")[0]


def test_a_save_is_opened_and_a_stranger_is_not_let_in(page: Page, home: Path) -> None:
    game = nl.new_game("beach/demonstration", seed=3)
    game.play(game.decision.options[0])
    game.save(home / "lesson.jsonl")
    with classroom_page("lesson.jsonl", home) as address:
        page.driver.delete_all_cookies()
        page.driver.get(address.split("?")[0])
        assert "login" in page.driver.current_url
        assert not page.all(".nl-lab")
        page.open_classroom(address)
        assert f"step {len(game.log.nodes) - 1} of" in page.wait_text(".nl-where", "step")


def test_a_save_that_has_gone_is_a_sentence_on_the_page(page: Page, home: Path) -> None:
    game = nl.new_game("beach/demonstration", seed=3)
    game.play(game.decision.options[0])
    save = game.save(home / "gone.jsonl")
    with classroom_page("gone.jsonl", home) as address:
        Path(save).unlink()
        page.driver.get(address)
        page.wait_text("body", "gone.jsonl", 40)
        assert "Traceback" not in page.driver.page_source
        assert "normandy_lab.ui" not in page.driver.page_source
