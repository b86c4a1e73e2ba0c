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


def notebook(folder: Path, code: str) -> str:
    """A notebook with one cell."""
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nb.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nb, folder / "lab.ipynb")
    return "lab.ipynb"


def take(name: str, code: str, size: tuple[int, int], steps: Callable[[Page], None]) -> None:
    """Open a lab, do the steps, and keep the picture of the lab alone."""
    with tempfile.TemporaryDirectory() as tmp:
        root, home = Path(tmp) / "root", Path(tmp) / "home"
        root.mkdir()
        home.mkdir()
        file = notebook(root, code)
        with jupyter_server(root, home) as url, browser(home / "profile", size) as driver:
            resize(driver, (size[0], 2000))
            page = Page(driver, url)
            page.open(file, mode="doc")
            page.run_all()
            page.one(".bk-Figure")
            driver.execute_script(WIDE)
            time.sleep(2)
            steps(page)
            time.sleep(4)  # labels are laid out anew for the width that the page has now
            lab = page.one(".nl-lab")
            driver.execute_script("arguments[0].scrollIntoView()", lab)
            time.sleep(0.5)
            IMAGES.mkdir(parents=True, exist_ok=True)
            picture = Image.open(io.BytesIO(lab.screenshot_as_png)).convert("RGB")
            small(picture).save(IMAGES / f"{name}.png", optimize=True)


def small(picture: Image.Image) -> Image.Image:
    """The picture in 256 colours: those of the palette, then the most frequent ones."""
    common = sorted(picture.getcolors(1 << 24) or [], reverse=True)
    colours = dict.fromkeys([*(ImageColor.getrgb(colour)[:3] for colour in COLOURS.values()), *(c for _, c in common)])
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in list(colours)[:256] for part in colour])
    return picture.quantize(palette=table, dither=Image.Dither.NONE)


# The lab fills the window: prompts, tool bars and the code are not part of the picture.
WIDE = """
const css = document.createElement('style');
css.textContent = `.jp-InputPrompt, .jp-OutputPrompt, .jp-Collapser, .jp-Cell-inputWrapper, .jp-SideBar
{ display: none !important }
.jp-Cell, .jp-OutputArea-output { padding: 0 !important; margin: 0 !important }`;
document.head.appendChild(css);
window.dispatchEvent(new Event('resize'));
"""


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


def projector(page: Page) -> None:
    """Big type."""
    page.click(".nl-toprojector")


PICTURES: dict[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "lab_omaha": (TO_OMAHA, (1600, 1050), nothing),
    "lab_airborne": (LAB, (1600, 1050), drop),
    "lab_1280": (LAB, (1280, 900), drop),
    "beach": (BEACH % (42, ""), (1600, 1050), nothing),
    "beach_projector": (BEACH % (42, ", projector=True, guess=True"), (1600, 1050), nothing),
    "lab_projector": (TO_OMAHA, (1600, 1050), projector),
}


def main(names: list[str]) -> None:
    for name in names or list(PICTURES):
        take(name, *PICTURES[name])


if __name__ == "__main__":
    main(sys.argv[1:])
