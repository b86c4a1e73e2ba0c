"""The page of a classroom in a real Chromium: the lab alone, no code, projector by key, the game kept over a reload."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

import normandy_lab as nl
from tests.browser.harness import Page, browser, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZE = (1280, 720)
# Everything that the page asked for from another machine than this one.
ABROAD = "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin))"


@contextmanager
def served(what: str, home: Path) -> Iterator[str]:
    """The address of a classroom page, by the command that a teacher types."""
    env = os.environ | {
        "XDG_DATA_HOME": str(home / "data"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-m", "normandy_lab", "classroom", what, "--seed", "7", "--no-browser"]
    log = home / "classroom.log"
    with log.open("w") as file:
        process = subprocess.Popen(command, env=env, stdout=file, stderr=file, cwd=home, start_new_session=True)
        try:
            yield _address(log, process)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    for _ in range(300):
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\w+", log.read_text("utf8"))
        if found and _answers(found[0]):
            return found[0]
        assert process.poll() is None, log.read_text("utf8")
        time.sleep(0.2)
    raise AssertionError(f"no page: {log.read_text('utf8')}")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address.split('?')[0]}login", timeout=2):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_chromium()
    return tmp_path_factory.mktemp("classroom")


@pytest.fixture(scope="module")
def page(home: Path) -> Iterator[Page]:
    with browser(home / "profile") as driver:
        resize(driver, SIZE)
        yield Page(driver, "")


def opened(page: Page, address: str) -> None:
    page.driver.get(address)
    page.one(".nl-lab .bk-Figure", 60)
    page.wait(lambda: page.all(".nl-lab .nl-primary"), "the primary button")


def test_the_page_is_the_lab_alone_and_a_reload_goes_on(page: Page, home: Path) -> None:
    with served("d_day", home) as address:
        opened(page, address)
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
        opened(page, address)
        page.wait_text(".nl-lab", "The game goes on where it was")
        assert page.text(".nl-where").split("\n")[0] == where.split("\n")[0]


def test_a_save_is_opened_and_a_stranger_is_not_let_in(page: Page, home: Path) -> None:
    game = nl.new_game("beach/demonstration", seed=3)
    game.play(game.decision.options[0])
    game.save(home / "lesson.jsonl")
    with served("lesson.jsonl", home) as address:
        page.driver.delete_all_cookies()
        page.driver.get(address.split("?")[0])
        assert "login" in page.driver.current_url
        assert not page.all(".nl-lab")
        opened(page, address)
        assert f"step {len(game.log.nodes) - 1} of" in page.wait_text(".nl-where", "step")


def test_a_save_that_has_gone_is_a_sentence_on_the_page(page: Page, home: Path) -> None:
    game = nl.new_game("beach/demonstration", seed=3)
    game.play(game.decision.options[0])
    save = game.save(home / "gone.jsonl")
    with served("gone.jsonl", home) as address:
        Path(save).unlink()
        page.driver.get(address)
        page.wait_text("body", "gone.jsonl", 40)
        assert "Traceback" not in page.driver.page_source
        assert "normandy_lab.ui" not in page.driver.page_source
