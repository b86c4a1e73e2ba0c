"""A real JupyterLab and a real Chromium for the browser tests and for ``tools/screenshots.py``.

Everything lives in a temporary folder: configuration, run-time files, saved games, browser profile.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import nbformat
import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_MOUSE
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
PROMPT = ".jp-CodeCell .jp-InputPrompt"
CONTENT = ".jp-Notebook .jp-MarkdownOutput, .jp-Notebook .jp-Placeholder, .jp-Notebook .cm-line"
FOLDED = ".jp-CodeCell .jp-InputPlaceholder"
# The middle of an element on the screen. What a person can scroll within a lab, or outside of one, is scrolled to it;
# nothing else moves, so that a control which a lab has cut off is not found. Null where something lies over it.
WHERE = """
const [element] = arguments, lab = element.closest('.nl-lab');
for (let box = element.parentElement; box && box !== lab; box = box.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(box).overflowY) || box.scrollHeight <= box.clientHeight) continue;
    const inner = element.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 4;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 4;
}
const { left, top, width, height } = element.getBoundingClientRect();
const x = left + width / 2, y = top + height / 2;
const hit = document.elementFromPoint(x, y);
return hit && element.contains(hit) ? [x, y] : null;
"""
BOX = "const b = arguments[0].getBoundingClientRect(); return [b.left, b.top, b.width, b.height]"
DOUBLE = 0.55  # seconds between two clicks that are not one double click
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-device-scale-factor=1", "--disable-dev-shm-usage",
)  # fmt: skip


def find_chromium() -> tuple[str, str] | None:
    """The browser and its driver, or None where either is missing."""
    browser = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


def require_chromium() -> None:
    """Skip the tests of a module where no Chromium is found, or fail them where one is demanded."""
    if find_chromium() is None:
        if os.environ.get("NORMANDY_BROWSER") == "required":
            pytest.fail("NORMANDY_BROWSER=required, but Chromium with chromedriver was not found")
        pytest.skip("Chromium with chromedriver was not found: browser tests are skipped")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def jupyter_server(root: Path, home: Path) -> Iterator[str]:
    """A JupyterLab on 127.0.0.1 over the notebooks in ``root``; yields its address."""
    port = free_port()
    config = home / "config"
    (config / "labconfig").mkdir(parents=True, exist_ok=True)
    quiet = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (config / "labconfig" / "page_config.json").write_text(json.dumps(quiet), "utf8")
    env = os.environ | {
        "JUPYTER_CONFIG_DIR": str(config),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "XDG_DATA_HOME": str(home / "data"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1",
        "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=",
        "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={root}",
    ]  # fmt: skip
    with _running(command, env, home / "jupyter.log", signal.SIGTERM) as process:
        url = f"http://127.0.0.1:{port}"
        _wait_for_server(url, process, home / "jupyter.log")
        yield url


@contextmanager
def _running(
    command: list[str], env: dict[str, str], log: Path, stop: signal.Signals, folder: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server that writes to a log, stopped by this signal and, if it does not go, killed with all that it started."""
    with log.open("w") as file:
        process = subprocess.Popen(command, env=env, stdout=file, stderr=file, cwd=folder, start_new_session=True)
        try:
            yield process
        finally:
            os.killpg(process.pid, stop)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for_server(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text('utf8')[-3000:]}")


@contextmanager
def classroom_page(what: str, home: Path) -> Iterator[str]:
    """The address of a classroom page, by the command that a teacher types."""
    env = os.environ | {
        "XDG_DATA_HOME": str(home / "data"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-m", "normandy_lab", "classroom", what, "--no-browser"]
    command += [] if what.endswith(".jsonl") else ["--seed", "7"]
    log = home / "classroom.log"
    with _running(command, env, log, signal.SIGINT, home) as process:
        yield _classroom_address(log, process)


def _classroom_address(log: Path, process: subprocess.Popen[bytes]) -> str:
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


@contextmanager
def browser(profile: Path, size: tuple[int, int] = (1600, 1050)) -> Iterator[webdriver.Chrome]:
    """A fresh headless Chromium of this window size."""
    found = find_chromium()
    if found is None:
        raise RuntimeError("no Chromium with chromedriver was found")
    options = webdriver.ChromeOptions()
    options.binary_location = found[0]
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(found[1]), options=options)
    try:
        resize(driver, size)
        yield driver
    finally:
        driver.quit()


def resize(driver: webdriver.Chrome, size: tuple[int, int]) -> None:
    """Give the page exactly this many pixels."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def _words(element: WebElement) -> str:
    return element.text or element.get_attribute("title") or ""


class Page:
    """One notebook in JupyterLab, driven by the mouse and read through the DOM."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver = driver
        self.url = url
        self._clicked = 0.0  # when the mouse was pressed last

    def open(self, name: str, mode: str = "lab") -> None:
        self.driver.get(f"{self.url}/{mode}/tree/{name}?reset")
        self.wait(lambda: self.text(CONTENT).strip(), "the notebook")
        self.idle()

    def open_classroom(self, address: str) -> None:
        """Open a classroom page and wait for its lab."""
        self.driver.get(address)
        self.one(".nl-lab .bk-Figure", 60)
        self.wait(lambda: self.all(".nl-lab .nl-primary"), "the primary button")

    def idle(self) -> None:
        self.wait(lambda: self.all(".jp-Notebook-ExecutionIndicator[data-status=idle]"), "the kernel to be idle", 60)

    def _choose_kernel(self) -> None:
        """Where JupyterLab asks which kernel to start, take the one that it proposes."""
        for choice in self.all(".jp-Dialog-button.jp-mod-accept"):
            if choice.text.strip() == "Select":
                choice.click()

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str, seconds: float = 20) -> WebElement:
        return self.wait(lambda: next((e for e in self.all(css) if e.is_displayed()), None), css, seconds)

    def text(self, css: str) -> str:
        """The text of everything that matches, hidden parts left out."""
        for _ in range(5):
            try:
                return "\n".join(e.text for e in self.all(css))
            except StaleElementReferenceException:
                time.sleep(0.1)
        return ""

    def wait(self, test: Any, what: str, seconds: float = 30) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(StaleElementReferenceException):
                self._choose_kernel()
                if found := test():
                    return found
            time.sleep(0.1)
        raise AssertionError(f"waited {seconds} s for {what}\n{self.troubles()}")

    def wait_text(self, css: str, part: str, seconds: float = 20) -> str:
        self.wait(lambda: part in self.text(css), f"{part!r} in {css}; there is: {self.text(css)!r}", seconds)
        return self.text(css)

    def click(self, css: str, text: str = "") -> None:
        """Click the first match on the screen (with this text) that is enabled."""

        def ready() -> list[WebElement]:
            return [e for e in self.all(css) if e.is_displayed() and e.is_enabled() and text in _words(e)]

        for _ in range(8):
            for element in self.wait(ready, f"{css} with {text!r}"):
                with suppress(WebDriverException):
                    if spot := self.driver.execute_script(WHERE, element):
                        self._click(*spot)
                        return
            time.sleep(0.3)
        raise AssertionError(f"{css} with {text!r} cannot be clicked: it is not on the screen\n{self.troubles()}")

    def click_at(self, element: WebElement, x: float, y: float) -> None:
        """A real mouse click at a fraction of the element's box, (0, 0) top left; nothing scrolls for it."""
        left, top, width, height = self.driver.execute_script(BOX, element)
        self._click(left + x * width, top + y * height)

    def _click(self, x: float, y: float) -> None:
        size = self.driver.execute_script("return [innerWidth, innerHeight]")
        assert 0 <= x < size[0], f"{x:.0f} is beside the screen of {size}"
        assert 0 <= y < size[1], f"{y:.0f} is above or below the screen of {size}"
        time.sleep(max(0.0, DOUBLE - (time.monotonic() - self._clicked)))
        mouse = ActionBuilder(self.driver, mouse=PointerInput(POINTER_MOUSE, "mouse"))
        mouse.pointer_action.move_to_location(round(x), round(y)).click()
        mouse.perform()
        self._clicked = time.monotonic()

    def double_click(self, css: str, text: str = "") -> None:
        """Two presses as fast as a hand that has got into the way of it."""

        def ready() -> WebElement | None:
            return next((e for e in self.all(css) if e.is_displayed() and e.is_enabled() and text in _words(e)), None)

        x, y = self.driver.execute_script(WHERE, self.wait(ready, f"{css} with {text!r}"))
        mouse = ActionBuilder(self.driver, mouse=PointerInput(POINTER_MOUSE, "mouse"))
        mouse.pointer_action.move_to_location(round(x), round(y)).double_click()
        mouse.perform()

    def press(self, *keys: str) -> None:
        """Keys to whatever has the focus, as a person types them."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def rest(self, seconds: float) -> None:
        """Wait without asking anything of the page."""
        time.sleep(seconds)

    def see_lab(self, css: str = ".nl-lab") -> None:
        """Scroll the notebook to its first lab, as a person does who has just opened it."""
        lab = self.one(css)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'start'})", lab)

    def file_list(self, on: bool) -> None:
        """JupyterLab's list of files, open or closed."""
        if on != any(e.is_displayed() for e in self.all(".jp-FileBrowser")):
            self.click(".jp-SideBar .lm-TabBar-tab[data-id=filebrowser]")
            time.sleep(0.5)

    def menu(self, bar: str, command: str) -> None:
        """Choose from JupyterLab's own menu bar."""
        self.click("#jp-MainMenu .lm-MenuBar-item", bar)
        self.click(f".lm-Menu-item[data-command='{command}']")

    def run_all(self) -> None:
        """Run > Run All Cells, and wait until the last code cell has its number."""
        if any(each.is_displayed() for each in self.all(FOLDED)):  # folded cells show no number
            self.menu("View", "notebook:show-all-cell-code")
        before = self.text(PROMPT)
        for _ in range(4):
            self.menu("Run", "runmenu:run-all")
            try:
                self.wait(lambda: "*" in self.text(PROMPT) or self._ran(before), "the cells to start", 6)
                self.wait(lambda: self._ran(before), "the cells to run", 25)
            except AssertionError:
                continue  # JupyterLab drops requests, some or all, while the kernel is still connecting
            self.idle()
            return
        raise AssertionError(f"the cells did not run\n{self.troubles()}")

    def _ran(self, before: str) -> bool:
        prompts = self.text(PROMPT)
        done = [bool(re.fullmatch(r"\[\d+\]:", line.strip())) for line in prompts.splitlines() if line.strip()]
        return prompts != before and bool(done) and all(done)

    def save(self) -> None:
        """Save the notebook and wait until it is on disk."""
        self.menu("File", "docmanager:save")
        time.sleep(0.5)
        self.wait(lambda: not self.all(".lm-TabBar-tab.jp-mod-dirty"), "the notebook to be saved")

    def restart(self) -> None:
        self.menu("Kernel", "kernelmenu:restart")
        self.click(".jp-Dialog-button.jp-mod-accept")
        time.sleep(1)
        self.idle()

    def troubles(self) -> str:
        """The browser's errors and every traceback in the notebook, for the message of a failed test."""
        lines = [entry["message"][:300] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        lines += [f"dialog: {e.text}" for e in self.all(".jp-Dialog")]
        lines += [e.text[:1500] for e in self.all(".jp-RenderedText[data-mime-type*='err']")]
        return "\n".join(lines[-12:])


@contextmanager
def one_cell(cell: str, root: Path, home: Path, size: tuple[int, int]) -> Iterator[Page]:
    """A page of this size with a notebook of one cell that has run and shows a figure."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, root / "one.ipynb")
    with jupyter_server(root, home) as url, browser(home / "profile") as driver:
        resize(driver, size)
        page = Page(driver, url)
        page.open("one.ipynb")
        page.run_all()
        page.one(".bk-Figure")
        yield page
