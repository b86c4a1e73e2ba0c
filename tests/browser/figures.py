"""Where things lie in the figure that the page shows now: by its own ranges and its own clickable shapes."""

from __future__ import annotations

from typing import Any, NamedTuple

from selenium.webdriver.remote.webelement import WebElement

from normandy_lab.ui.breakout.map.geometry import normandy
from normandy_lab.ui.hits import COUNTER, GROUND, contains
from tests.browser.harness import Page

Spot = tuple[float, float]
MARGIN = 4.0  # pixels around a spot that belong to the same place
GRID = 48

# The figure with this name that the screen shows most of: its element, its ranges, and the shapes that can be clicked.
SEEN = """
const [name] = arguments, found = [];
const height = box => Math.min(innerHeight, box.bottom) - Math.max(0, box.top);
for (const doc of window.Bokeh.documents) {
    const fig = doc.get_model_by_name(name);
    const view = fig && [...window.Bokeh.index].map(root => root.owner.find_one(fig) ?? null).find(v => v?.el?.isConnected);
    if (view && view.el.getBoundingClientRect().width) found.push({ doc, fig, el: view.el, box: view.el.getBoundingClientRect() });
}
if (!found.length) return null;
const { doc, fig, el, box } = found.sort((a, b) => height(b.box) - height(a.box))[0];
const hits = doc.get_model_by_name('hits');
const column = key => hits ? Array.from(hits.get(key), each => key === 'xs' || key === 'ys' ? Array.from(each) : each) : [];
return { x: [fig.x_range.start, fig.x_range.end], y: [fig.y_range.start, fig.y_range.end], width: box.width, element: el,
    xs: column('xs'), ys: column('ys'), level: column('level'), hover: column('hover') };
"""


class Shape(NamedTuple):
    """A clickable shape as it is in the page."""

    level: int
    ring: tuple[Spot, ...]
    hover: str


class Figure:
    """A figure by the name of its model, as the page shows it at this moment."""

    def __init__(self, page: Page, name: str = "map") -> None:
        self.page = page
        found: dict[str, Any] = page.wait(lambda: page.driver.execute_script(SEEN, name), f"the figure {name}")
        (self.left, self.right), (self.bottom, self.top) = found["x"], found["y"]
        self.element: WebElement = found["element"]
        self.scale = found["width"] / (self.right - self.left)
        columns = zip(found["xs"], found["ys"], found["level"], found["hover"], strict=True)
        self.shapes = [Shape(level, tuple(zip(xs, ys, strict=True)), hover) for xs, ys, level, hover in columns]

    def at(self, x: float, y: float) -> Spot:
        """A place as fractions of the figure's box from the top left."""
        return (x - self.left) / (self.right - self.left), (y - self.top) / (self.bottom - self.top)

    def seen(self, x: float, y: float) -> bool:
        across, down = self.at(x, y)
        return 0.005 < across < 0.995 and 0.005 < down < 0.995

    def free(self, place: str) -> Spot:
        """A spot of the map, in km, where nothing but this area can be clicked; the roomiest there is."""
        ring, d = normandy().outlines[place].ring, MARGIN / self.scale
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        wide, tall = max(xs) - min(xs), max(ys) - min(ys)
        above = [shape.ring for shape in self.shapes if shape.level > GROUND]

        def clear(x: float, y: float, margin: float) -> bool:
            around = [(x + dx * margin, y + dy * margin) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            return all(
                self.seen(*p) and contains(ring, *p) and not any(contains(each, *p) for each in above) for p in around
            )

        grid = range(GRID + 1)
        spots = [(min(xs) + wide * i / GRID, min(ys) + tall * j / GRID) for i in grid for j in grid]
        for margin in (3 * d, 2 * d, d):
            found = [spot for spot in spots if clear(*spot, margin)]
            if found:
                return found[len(found) // 2]
        raise AssertionError(f"no free spot in {place}")

    def bridge(self, bridge: str) -> Spot:
        """The middle of a bridge, which no pile covers."""
        x, y = normandy().edges[bridge].mid
        piles = [shape for shape in self.shapes if shape.level >= COUNTER]
        assert self.seen(x, y), f"the bridge {bridge} is out of the picture"
        assert not any(contains(shape.ring, x, y) for shape in piles), f"a pile lies on the bridge {bridge}"
        return x, y

    def pile(self, words: str) -> Spot:
        """The middle of the counter or pile of whose units this is said."""
        rings = [shape.ring for shape in self.shapes if shape.level == COUNTER and words in shape.hover]
        assert rings, f"no pile on the map says {words!r}"
        xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def click(self, spot: Spot) -> None:
        self.page.click_at(self.element, *self.at(*spot))


def click_area(page: Page, place: str) -> None:
    """A real click where nothing but this area lies, once the picture has come to rest."""
    figure = still(page)
    figure.click(figure.free(place))


def still(page: Page, name: str = "map") -> Figure:
    """The figure once its ranges and shapes are twice the same."""
    last = Figure(page, name)
    for _ in range(20):
        page.rest(0.4)
        now = Figure(page, name)
        if (now.left, now.top, now.scale, now.shapes) == (last.left, last.top, last.scale, last.shapes):
            return now
        last = now
    raise AssertionError("the picture does not come to rest")
