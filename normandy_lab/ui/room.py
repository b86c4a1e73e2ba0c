"""A Bokeh figure that fills its room at one scale both ways, and tells Python how large it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bokeh.models import CustomJS

# In the page: a unit is as long both ways at every size. What Python wants to be seen stands in the figure's tags (left,
# bottom, right, top); a view that a person has chosen keeps its middle and its scale. Then the size is reported, and again
# if nobody listened.
_SCRIPT = """
const w = fig.inner_width, h = fig.inner_height;
if (w > 0 && h > 0) {
    const [left, bottom, right, top] = fig.tags, up = top > bottom ? 1 : -1;
    const was = fig.nl_room, seen = [x.start, y.start, x.end, y.end];
    const moved = was && was.tags === fig.tags && was.seen.some((value, i) => Math.abs(value - seen[i]) > 0.01);
    const k = moved ? was.w / (x.end - x.start) : Math.min(w / (right - left), h / Math.abs(top - bottom));
    const cx = moved ? (x.start + x.end) / 2 : (left + right) / 2, cy = moved ? (y.start + y.end) / 2 : (bottom + top) / 2;
    x.setv({start: cx - w / k / 2, end: cx + w / k / 2});
    y.setv({start: cy - up * h / k / 2, end: cy + up * h / k / 2});
    fig.nl_room = {w, h, tags: fig.tags, seen: [x.start, y.start, x.end, y.end]};
    for (const timer of fig.nl_timers ?? []) clearTimeout(timer);
    fig.nl_timers = [60, 400, 1500, 4000].map(wait => setTimeout(() => { x.tags = [w, h, wait] }, wait));
}
"""


def fill_room(figure: Any, resized: Callable[[int, int], None]) -> None:
    """Keep the figure's scale at every size, and call back with its width and height in pixels."""
    room = CustomJS(args={"fig": figure, "x": figure.x_range, "y": figure.y_range}, code=_SCRIPT)
    for size in ("inner_width", "inner_height"):
        figure.js_on_change(size, room)
    figure.x_range.on_change("tags", lambda _attr, _old, new: resized(int(new[0]), int(new[1])) if new else None)


def see(figure: Any, window: Sequence[float], width: float, height: float) -> None:
    """Set the ranges so that a window (left, bottom, right, top) can be seen whole, as long both ways."""
    left, bottom, right, top = window
    k = min(width / (right - left), height / abs(top - bottom))
    up = 1 if top > bottom else -1
    x, y, wide, tall = (left + right) / 2, (bottom + top) / 2, width / k, up * height / k
    figure.tags = [left, bottom, right, top]
    for axis, middle, span in ((figure.x_range, x, wide), (figure.y_range, y, tall)):
        if (axis.start, axis.end) != (middle - span / 2, middle + span / 2):
            axis.update(start=middle - span / 2, end=middle + span / 2)
