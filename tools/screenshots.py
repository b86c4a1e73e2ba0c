"""Make the pictures in ``docs/images`` from a real JupyterLab in Chromium.

Run from the project folder: ``python tools/screenshots.py [NAME...]``. The moments are those of
``notebooks/00_quickstart.ipynb`` with seed 1944.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
from PIL import Image, ImageColor
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from normandy_lab.ui.palette import COLOURS  # noqa: E402
from tests.browser.harness import Page, browser, jupyter_server, resize  # noqa: E402

IMAGES = ROOT / "docs" / "images"
LAB = 'import normandy_lab as nl\n\nlab = nl.Lab("d_day", seed=1944)\nlab'
TO_OMAHA = """import normandy_lab as nl

game = nl.new_game("d_day", seed=1944)
game.ask = {"allied": {"reroll": "never"}, "german": {"reroll": "never"}}
while game.decision is not None and game.decision.kind != "first_wave":
    game.orders.accept()
game.orders.land_all()
game.play("assault 51")
while game.decision is not None and game.decision.kind != "beach":
    game.orders.accept()
game.play("assault 30")
game.ask = {}
lab = nl.Lab(game)
lab
"""


# Five American regiments in Balleroy, guns beside them, and one German regiment two areas away, as in tests/ui/positions.py.
IMPULSE = """import normandy_lab as nl

force = dict.fromkeys(["US-1-16", "US-1-18", "US-1-26", "US-29-115", "US-29-116", "US-4-8"], {"at": "Balleroy"})
what_if = nl.load_scenario("blank").with_({
    "title": "The road to Isigny",
    "clock": {"phase": "daylight", "side": "allied"},
    "units": force | {"US-1-Art": {"at": "Foret de Cerisy"}, "GE-352-916": {"at": "Isigny"}, "GE-6FS": {"at": "Carentan"}},
    "areas": {place: {"control": "us"} for place in ("Omaha Beach", "Trevieres", "Balleroy", "Foret de Cerisy")},
})
lab = nl.Lab(what_if, seed=1944, autosave=False)
lab
"""


def notebook(folder: Path, code: str) -> str:
    """A notebook with one cell."""
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nb.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nb, folder / "lab.ipynb")
    return "lab.ipynb"


def take(name: str, code: str, size: tuple[int, int], steps: Callable[[Page], None]) -> None:
    """Open a lab in a window of this size, do the steps, and keep the picture of the whole window."""
    with tempfile.TemporaryDirectory() as tmp:
        root, home = Path(tmp) / "root", Path(tmp) / "home"
        root.mkdir()
        home.mkdir()
        file = notebook(root, code)
        with jupyter_server(root, home) as url, browser(home / "profile", size) as driver:
            resize(driver, size)
            page = Page(driver, url)
            page.open(file, mode="doc")
            page.run_all()
            page.one(".bk-Figure")
            time.sleep(2)
            steps(page)
            time.sleep(5)  # labels are laid out anew for the width that the page has now
            IMAGES.mkdir(parents=True, exist_ok=True)
            picture = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
            small(picture).save(IMAGES / f"{name}.png", optimize=True)


def small(picture: Image.Image) -> Image.Image:
    """The picture in 256 colours: those of the palette, then the most frequent ones."""
    common = sorted(picture.getcolors(1 << 24) or [], reverse=True)
    colours = dict.fromkeys([*(ImageColor.getrgb(colour)[:3] for colour in COLOURS.values()), *(c for _, c in common)])
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in list(colours)[:256] for part in colour])
    return picture.quantize(palette=table, dither=Image.Dither.NONE)


# The Allied part of the refit of June 7.
NIGHT = """import normandy_lab as nl

game = nl.new_game("d_day", seed=1944)
game.run(players={"german": "suggest", "allied": "suggest"}, until="Jun-07 daylight")
while game.actor == "german":
    game.orders.accept()
while not any(option.startswith("refit") and "@" in option for option in game.decision.options):
    game.play(game.system.suggest(game.state))
lab = nl.Lab(game)
lab
"""

# Omaha Beach, repulsed by one: the Allies may roll again.
TO_REROLL = TO_OMAHA.replace(
    "game.ask = {}",
    """game.ask = {"allied": {"reroll": "attacks"}}
game.auto_roll = False
while game.decision.roll is None:
    game.orders.accept()
game.play("roll 1+1:4+4")
game.auto_roll = True""",
)


# A squad of twelve that has lost five before its morale is tested, in turn 3.
BEACH = """import normandy_lab as nl

lab = nl.BeachLab("beach/demonstration", seed=%d, autosave=False%s)
while not (lab.session.view.asked.roll == "morale" and lab.session.view.turn == 3):
    lab.session.next_dice() if lab.session.view.turn == 3 else lab.session.next_turn()
lab
"""


def nothing(page: Page) -> None:
    """Leave the lab as it opens."""


def drop(page: Page) -> None:
    """Choose Ste. Mere Eglise for the night attack."""
    page.click(".nl-group", "Ste. Mere Eglise")
    page.wait_text(".nl-primary", "Attack, 7 against 5")


def march(page: Page) -> None:
    """Five of the six regiments of Balleroy are to go to Isigny: shown, not yet confirmed."""
    go_to(page, "Balleroy")
    page.click(".nl-option", "Assault impulse")
    page.wait_text(".nl-what", "Orders, Balleroy")
    page.click(".nl-unit", "8 Rgt, US 4")
    go_to(page, "Isigny")
    page.wait_text(".nl-primary", "Move 5 units to Isigny and assault")


def go_to(page: Page, area: str) -> None:
    """What a click on the area does, by its name."""
    box = page.one(".nl-goto input")
    box.clear()
    box.send_keys(area, Keys.ENTER)


def projector(page: Page) -> None:
    """Big type."""
    page.click(".nl-toprojector")


SCREEN, BEAMER = (1366, 768), (1280, 720)  # a laptop, and what a projector shows
PICTURES: dict[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "lab_omaha": (TO_OMAHA, SCREEN, nothing),
    "lab_airborne": (LAB, SCREEN, drop),
    "lab_day": (IMPULSE, SCREEN, march),
    "lab_night": (NIGHT, SCREEN, nothing),
    "lab_projector": (TO_REROLL, BEAMER, projector),
    "beach": (BEACH % (42, ""), SCREEN, nothing),
    "beach_projector": (BEACH % (42, ", guess=True"), BEAMER, projector),
}


def main(names: list[str]) -> None:
    for name in names or list(PICTURES):
        take(name, *PICTURES[name])


if __name__ == "__main__":
    main(sys.argv[1:])
