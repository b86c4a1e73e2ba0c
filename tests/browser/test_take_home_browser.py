"""A page to take home, opened from disk in Chromium without a network and read to its end by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed: no browser tests")

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import normandy_lab as nl
from normandy_lab.game import Game
from tests.browser.harness import browser, require_chromium, resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    require_chromium()
    with browser(tmp_path_factory.mktemp("profile"), SIZE) as found:
        resize(found, SIZE)
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        found.execute_cdp_cmd("Network.enable", {})
        found.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        yield found


def press(driver: webdriver.Chrome, key: str) -> None:
    ActionChains(driver).send_keys(key).perform()


def text(driver: webdriver.Chrome, css: str) -> str:
    return driver.find_element(By.CSS_SELECTOR, css).text


def faces(driver: webdriver.Chrome) -> list[int]:
    """The dice that lie on the page now."""
    shown = driver.find_elements(By.CSS_SELECTOR, "#dice .roll svg")
    return [int(str(die.get_attribute("aria-label")).removeprefix("die ")) for die in shown]


def figures(driver: webdriver.Chrome) -> dict[str, int]:
    names = [each.text for each in driver.find_elements(By.CSS_SELECTOR, "#figures dt")]
    values = [int(each.text.replace("−", "-")) for each in driver.find_elements(By.CSS_SELECTOR, "#figures dd")]
    return dict(zip(names, values, strict=True))


def thrown(game: Game) -> list[int]:
    nodes = (node for node in game.log.at.path() if node.action.verb == "roll")
    return [face for node in nodes for group in node.action.args[0] for face in group]


def opened(driver: webdriver.Chrome, game: Game, folder: Path) -> None:
    driver.get(game.export(folder / "game.html").as_uri())
    assert text(driver, "#count").startswith("step 0 of ")


def read_to_the_end(driver: webdriver.Chrome) -> list[int]:
    """Every die that is seen from the first step to the last, one key a step."""
    found: list[int] = []
    last = int(text(driver, "#count").split()[-1])
    for step in range(1, last + 1):
        press(driver, Keys.ARROW_RIGHT)
        assert text(driver, "#count") == f"step {step} of {last}"
        assert text(driver, "#headline")
        found += faces(driver)
    press(driver, Keys.ARROW_RIGHT)
    assert text(driver, "#count") == f"step {last} of {last}"
    return found


def quiet(driver: webdriver.Chrome) -> None:
    """Nothing was asked of a network, and no script has failed."""
    assert driver.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_lesson_is_read_by_keys(driver: webdriver.Chrome, tmp_path: Path) -> None:
    game = nl.new_game("beach/with_limit", seed=7)
    game.run(dict.fromkeys(game.seats, "suggest"))
    opened(driver, game, tmp_path)
    assert read_to_the_end(driver) == thrown(game)
    shown, rows = figures(driver), game.table("turns")
    assert shown["hit by fire"] == rows["fire"].sum()
    assert shown["hit by artillery"] == rows["artillery"].sum()
    assert shown["squads sent back"] == rows["eliminated"].sum()
    press(driver, Keys.HOME)
    assert text(driver, "#count").startswith("step 0 of ")
    quiet(driver)


def test_a_guess_comes_before_the_odds(driver: webdriver.Chrome, tmp_path: Path) -> None:
    """A volley of four dice: two hits or more in 11 of 27, so the second range is right."""
    game = nl.new_game("beach/demonstration", seed=7)
    game.run(dict.fromkeys(game.seats, "suggest"), until="turn 2")
    opened(driver, game, tmp_path)
    for _ in range(200):
        if "two figures or more" in text(driver, "#right"):
            break
        press(driver, " ")
    assert "odds" not in text(driver, "#ask").lower()
    press(driver, "2")
    assert "The odds: 40.7%. You guessed the right range." in text(driver, "#ask")
    before = text(driver, "#count")
    press(driver, Keys.ARROW_RIGHT)
    assert "The odds: 40.7%." in text(driver, "#ask")
    assert len(faces(driver)) == 4
    press(driver, Keys.ARROW_LEFT)
    assert text(driver, "#count") == before
    press(driver, "n")
    assert driver.execute_script("return document.getElementById('notes').open")
    quiet(driver)


def test_a_day_of_the_campaign_is_read_by_keys(driver: webdriver.Chrome, tmp_path: Path) -> None:
    game = nl.new_game("d_day", seed=5)
    game.run(dict.fromkeys(game.seats, "suggest"), until="amphibious")
    opened(driver, game, tmp_path)
    assert read_to_the_end(driver) == thrown(game)
    assert figures(driver)["victory points"] == game.score().total
    seen = driver.execute_script("return document.querySelectorAll('#parts > *').length")
    assert seen > 500  # areas, borders, counters
    assert re.search(r"Say first what is left out", driver.page_source)
    quiet(driver)
