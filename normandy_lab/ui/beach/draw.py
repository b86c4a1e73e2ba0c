"""What stands on the beach, as rectangles, strokes and texts: ground, works, people, and what is laid over them.

Plot coordinates: inland, then along the shore. Nothing is told by colour alone: squads have shapes and letters,
open segments a word, destroyed bunkers a cross, figures that are hit lie on their side.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from normandy_lab.ui.beach.view import BeachView, BunkerView, FigureView, SegmentView, SquadView
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Rect, Sketch

INK, SOFT, WHITE = COLOURS["ink"], COLOURS["ink_soft"], COLOURS["panel"]
SQUADS = (COLOURS["squad_a"], COLOURS["squad_b"], COLOURS["squad_c"])
FIRE = COLOURS["out_repulsed"]
OPEN = "#2B6416"  # the word on an open segment and its frame; 6.5 on the pale ground
OPEN_GROUND = "#F3ECD8"
BELT = "#DBCBA0"
RODS = "#5A4630"
HULL = "#8B99A5"
LABEL = 13  # pixels of a squad's label, times the size of the type
CORNERS = {"circle": (24, 0.0), "triangle": (3, pi), "square": (4, pi / 4), "diamond": (4, 0.0), "inverted": (3, 0.0), "hexagon": (6, 0.0)}  # fmt: skip
RADIUS = {"circle": 0.36, "triangle": 0.45, "square": 0.47, "diamond": 0.46, "inverted": 0.45, "hexagon": 0.4}

Ring = list[tuple[float, float]]


def shape(kind: str, x: float, y: float, scale: float = 1.0) -> Ring:
    """The outline of a squad's figure about a point of the plot."""
    corners, turn = CORNERS[kind]
    radius = RADIUS[kind] * scale
    return [
        (x + radius * sin(turn + 2 * pi * n / corners), y + radius * cos(turn + 2 * pi * n / corners))
        for n in range(corners)
    ]


def circle(x: float, y: float, radius: float, steps: int = 40) -> Ring:
    """A ring about a point."""
    return [(x + radius * cos(2 * pi * n / steps), y + radius * sin(2 * pi * n / steps)) for n in range(steps + 1)]


def _band(left: float, right: float, top: float, bottom: float, fill: str, **more: object) -> Rect:
    return Rect((left + right) / 2, (top + bottom) / 2, right - left, bottom - top, fill, **more)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------ ground


def ground(view: BeachView, k: float, inch: float) -> Sketch:
    """Water, sand, the belt, the ground behind; zones, distances and the names of the strips."""
    sketch, (top, bottom) = Sketch(), view.window
    sand = {"hatch": ".", "hatch_color": "#C9AE73", "hatch_alpha": 0.55, "hatch_scale": 14.0}
    sketch.rects += [
        _band(-view.water, 0, top, bottom, COLOURS["sea"]),
        _band(0, view.wall, top, bottom, COLOURS["sand"], **sand),
        _band(view.wall, view.belt, top, bottom, BELT),
        _band(view.belt, view.depth, top, bottom, COLOURS["grass"]),
    ]
    for n in range(3):
        line = [(-0.35 - 0.65 * n + 0.16 * sin(y * 2.1 + n), y) for y in _steps(top, bottom, 0.25)]
        sketch.stroke(line, WHITE, 1.6, 0.75 - 0.2 * n)
    for squad in view.squads:
        if top < squad.left < bottom:
            sketch.stroke([(-view.water, squad.left), (view.wall, squad.left)], SOFT, 1.2, 0.8, "dashed")
    sketch.stroke([(0, top), (0, bottom)], COLOURS["coast"], 2.5)
    _distances(sketch, view, k)
    size = 13.5 * k if k < 1.3 else 12 * k
    half = 0.31 * size * len("Bunkers") / inch
    bunkers = min((view.belt + view.depth) / 2 + 0.4, view.depth + 0.7 - half)
    heads = [
        (-view.water / 2, "Water"),
        (view.wall / 2, f"Beach, {view.wall:g} inches"),
        (bunkers, "Bunkers"),
    ]
    belt = 0.31 * size * len("Obstacles") / inch
    if (view.wall + view.belt) / 2 - 0.2 + belt < bunkers - half - 0.3:  # else the hedgehogs speak for themselves
        heads.append(((view.wall + view.belt) / 2 - 0.2, "Obstacles"))
    for x, words in heads:
        sketch.text(x, top - 0.85, words, size, INK, bold=True)
    return sketch


def _steps(start: float, end: float, each: float) -> list[float]:
    count = round((end - start) / each)
    return [start + (end - start) * n / count for n in range(count + 1)]


def _distances(sketch: Sketch, view: BeachView, k: float) -> None:
    top, bottom = view.window
    inch = view.move
    while inch < view.wall - 0.5:
        sketch.stroke([(inch, top), (inch, bottom)], SOFT, 1, 0.35, "dotted")
        sketch.text(inch, bottom + 0.6, f"{inch:g}", 11.5 * k, INK)
        inch += view.move
    sea, wall = ("water", "wall") if k > 1.3 else ("water line", "sea wall")
    sketch.text(0, bottom + 0.6, sea, 11.5 * k, INK)
    sketch.text(view.wall, bottom + 0.6, f"{wall} {view.wall:g}", 11.5 * k, INK)


# ------------------------------------------------------------------------------------------ works


def works(view: BeachView, k: float, inch: float) -> Sketch:
    """Craft, wall, obstacles and bunkers."""
    sketch, (top, bottom) = Sketch(), view.window
    for segment in view.segments:
        if top <= segment.left < bottom:
            _segment(sketch, view, segment, k)
    sketch.rects.append(
        _band(
            view.wall - 0.02, view.wall + 0.3, top, bottom, COLOURS["concrete"], line=INK, line_width=1.6,
            hatch="-", hatch_color=INK, hatch_alpha=0.6, hatch_scale=8.0,
        )
    )  # fmt: skip
    for bunker in view.bunkers:
        if top <= bunker.left < bottom:
            _bunker(sketch, bunker, k)
    for squad in view.squads:
        if top <= squad.left < bottom:
            _craft(sketch, view, squad, k, inch)
    for left, right in view.sections:
        ring = [(view.belt, left), (view.depth, left), (view.depth, right), (view.belt, right), (view.belt, left)]
        sketch.stroke(ring, COLOURS["target_edge"], 6)
        sketch.stroke(ring, COLOURS["target"], 3.4)
    return sketch


def _segment(sketch: Sketch, view: BeachView, segment: SegmentView, k: float) -> None:
    mid, left, right = (segment.left + segment.right) / 2, view.wall + 0.42, view.belt
    edge = [(view.wall, segment.left), (view.belt, segment.left)]
    sketch.stroke(edge, RODS, 1.4, 1, "dashed")
    sketch.stroke([(view.wall, segment.right), (view.belt, segment.right)], RODS, 1.4, 1, "dashed")
    if segment.state != "closed":
        line = OPEN if segment.state == "open" else SOFT
        sketch.rects.append(
            _band(left, right - 0.1, segment.left + 0.2, segment.right - 0.2, OPEN_GROUND, line=line, line_width=2.4)
        )
        words = "OPEN" if segment.state == "open" else "OPEN NEXT TURN"
        size = (13 if segment.state == "open" else 11.5) * min(k, 1.35)
        sketch.text((left + right) / 2, mid, words, size, line, bold=True, angle=-pi / 2)
        return
    shown = min(segment.obstacles, 2)
    for column in range(shown):
        x = view.wall + 1.25 + 1.6 * column
        for n in range(4):
            _hedgehog(sketch, x, segment.left + 1.05 + n * (segment.right - segment.left - 2.1) / 3)
    count = str(segment.obstacles) if segment.obstacles else "?"
    x = view.wall + (2.05 if shown > 1 else 3.3)
    sketch.dot(x, mid, 25 * min(k, 1.4), WHITE, INK, w=2)
    sketch.text(x, mid, count, 14 * min(k, 1.4), INK, bold=True, on="dot_texts")


def _hedgehog(sketch: Sketch, x: float, y: float) -> None:
    a = 0.52
    sketch.stroke([(x - a, y - a), (x + a, y + a)], RODS, 2.6)
    sketch.stroke([(x - a, y + a), (x + a, y - a)], RODS, 2.6)
    sketch.stroke([(x, y - a * 1.15), (x, y + a * 1.15)], RODS, 2.6)


def _bunker(sketch: Sketch, bunker: BunkerView, k: float) -> None:
    x, y = (bunker.front + bunker.back) / 2, (bunker.left + bunker.right) / 2
    whole = Rect(x, y, bunker.back - bunker.front, bunker.right - bunker.left, "#666B72", INK, 2, radius=4)
    if not bunker.alive:
        whole = Rect(
            x, y, whole.w, whole.h, "#E3E1DA", INK, 2, radius=4, hatch="x", hatch_color=SOFT, hatch_alpha=0.6, hatch_scale=12,
        )  # fmt: skip
    sketch.rects.append(whole)
    if bunker.alive:
        slit = (bunker.right - bunker.left) * 0.64
        sketch.tops.append(Rect(bunker.front + 0.26, y, 0.26, slit, "#111419"))
        sketch.text(x + 0.2, y, bunker.id, 19 * min(k, 1.4), WHITE, bold=True)
    else:
        sketch.tops.append(Rect(x, y, 1.9, 1.5, WHITE, INK, 1.4, radius=4))
        sketch.text(x, y, f"{bunker.id} out", 11 * min(k, 1.35), INK, bold=True)
    if bunker.able:
        ring = [(bunker.front, bunker.left), (bunker.back, bunker.left), (bunker.back, bunker.right)]
        ring += [(bunker.front, bunker.right), (bunker.front, bunker.left)]
        sketch.stroke(ring, COLOURS["target_edge"], 6)
        sketch.stroke(ring, COLOURS["target"], 3.4)


def _craft(sketch: Sketch, view: BeachView, squad: SquadView, k: float, inch: float) -> None:
    mid, left, right = (squad.left + squad.right) / 2, -view.water + 0.6, -0.9
    half = min(1.5, (squad.right - squad.left) / 2 - 0.3)
    hull = [(left, mid - half), (right - 0.7, mid - half), (right, mid - half + 0.5), (right, mid + half - 0.5)]
    hull += [(right - 0.7, mid + half), (left, mid + half)]
    gone = squad.state == "gone"
    sketch.fill(hull, "#C9CFD4" if gone else HULL, INK)
    box = [(left + 0.25, mid - half + 0.4), (right - 0.6, mid - half + 0.4), (right - 0.6, mid + half - 0.4)]
    sketch.fill([*box, (left + 0.25, mid + half - 0.4)], "#E7EBEF", INK)
    words = "gone" if gone else str(squad.standing) if squad.state == "ashore" else "afloat"
    sketch.text(
        (left + right) / 2 + 0.2,
        mid,
        f"{squad.id} {words}",
        min(13 * min(k, 1.3), max(11.0, 0.95 * inch)),
        INK,
        bold=True,
    )
    sketch.fill(shape(squad.shape, left + 0.75, mid, 0.9), SQUADS[squad.colour], INK)


# ------------------------------------------------------------------------------------------ people


def people(view: BeachView, k: float, inch: float) -> Sketch:
    """Figures, those hit on their side, and the label of each squad; ``inch`` is in pixels."""
    sketch, (top, bottom) = Sketch(), view.window
    squads = {squad.id: squad for squad in view.squads}
    acting = view.phase == "act"
    for figure in sorted(view.figures, key=lambda each: not each.hit):
        if top - 0.1 <= figure.x <= bottom + 0.1:
            _figure(sketch, figure, squads[figure.squad], acting and figure.acted)
    for squad in view.squads:
        _label(sketch, view, squad, k, inch)
    return sketch


def _figure(sketch: Sketch, figure: FigureView, squad: SquadView, done: bool) -> None:
    ink, x, y = SQUADS[squad.colour], figure.y, figure.x
    if figure.hit:
        lean = pi / 8
        ring = [
            (x + 0.55 * cos(a) * cos(lean) - 0.22 * sin(a) * sin(lean), y + 0.55 * cos(a) * sin(lean) + 0.22 * sin(a) * cos(lean))
            for a in (2 * pi * n / 24 for n in range(25))
        ]  # fmt: skip
        sketch.fill(ring, WHITE, ink)
        sketch.stroke(ring, ink, 1.8)
        ends = [(x - 0.45 * cos(lean), y - 0.45 * sin(lean)), (x + 0.45 * cos(lean), y + 0.45 * sin(lean))]
        sketch.stroke(ends, ink, 1.6)
        return
    if figure.chosen:
        sketch.fill(circle(x, y, 0.75), WHITE, COLOURS["select"])
        sketch.stroke(circle(x, y, 0.75), COLOURS["select"], 2.6)
    sketch.fill(shape(squad.shape, x, y), ink, WHITE)
    if done:
        sketch.dot(x, y, 4, WHITE, WHITE)  # has acted: a white point in its middle


class Box(NamedTuple):
    """A label on the plot: its middle and full size in inches."""

    x: float
    y: float
    wide: float
    high: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the plot lies in it."""
        return abs(x - self.x) <= self.wide / 2 and abs(y - self.y) <= self.high / 2


def label_box(view: BeachView, squad: SquadView, k: float, inch: float) -> Box | None:
    """Where a squad's label stands: seaward of its figures where there is room, else inland of them."""
    ashore, (top, bottom) = view.of(squad.id), view.window
    if not ashore or squad.state != "ashore" or not top <= squad.left < bottom:
        return None
    wide, high = (0.56 * LABEL * k * len(_name(squad, k, inch)) + 16) / inch, (LABEL * k + 14) / inch
    x0, x1 = min(f.y for f in ashore), max(f.y for f in ashore)
    x = x0 - wide / 2 - 0.9 if x0 - wide - 0.9 > 0.2 else min(x1 + wide / 2 + 0.9, view.wall - wide / 2 - 0.6)
    if x0 > view.wall:  # all are past the wall: the sand is free
        x = view.wall - wide / 2 - 0.6
    y = sum(f.x for f in ashore) / len(ashore)
    return Box(x, min(max(y, top + high / 2 + 0.1), bottom - high / 2 - 0.1), wide, high)


def _name(squad: SquadView, k: float, inch: float) -> str:
    """What the label says: less where a letter takes much of the beach."""
    return squad.words.removeprefix("Squad ") if LABEL * k > inch else squad.words


def _label(sketch: Sketch, view: BeachView, squad: SquadView, k: float, inch: float) -> None:
    """The squad's name and strength; in gold where the squad may be chosen, in pink where it is."""
    box = label_box(view, squad, k, inch)
    if box is None:
        return
    asked = view.asked
    lit = squad.able and not squad.chosen and asked is not None and asked.kind in ("act", "fire")
    line = COLOURS["select"] if squad.chosen else COLOURS["target"] if lit else SQUADS[squad.colour]
    if lit:
        sketch.tops.append(Rect(*box, WHITE, COLOURS["target_edge"], 6, radius=4))
    sketch.tops.append(Rect(*box, WHITE, line, 3.4 if squad.chosen or lit else 2, radius=4))
    sketch.text(box.x, box.y, _name(squad, k, inch), LABEL * k, SQUADS[squad.colour], bold=True, on="dot_texts")


# ------------------------------------------------------------------------------------------ overlay


def overlay(view: BeachView, inch: float) -> Sketch:
    """Fire, shells, the aim, and where the chosen figure may go."""
    sketch = Sketch()
    _fire(sketch, view)
    if view.asked is not None and view.asked.kind == "act" and (figure := view.chosen) is not None:
        _reach(sketch, view, figure)
    for shell in view.shells:
        edge = FIRE if shell.hits else "#525E6E"
        sketch.stroke(circle(shell.y, shell.x, view.touch), edge, 2, 1, "dashed")
        sketch.fill(circle(shell.y, shell.x, view.touch), edge, alpha=0.16)
        sketch.dot(shell.y, shell.x, 1.15 * inch, WHITE, edge, w=2.4)
        sketch.text(shell.y, shell.x, str(shell.number), max(11.0, 0.62 * inch), edge, bold=True, on="dot_texts")
    if view.aim is not None:
        x, y = view.aim[1], view.aim[0]
        sketch.stroke(circle(x, y, 0.8), COLOURS["select"], 2.4)
        for dx, dy in ((1, 0), (0, 1)):
            sketch.stroke([(x - 1.3 * dx, y - 1.3 * dy), (x + 1.3 * dx, y + 1.3 * dy)], COLOURS["select"], 2)
    return sketch


def _fire(sketch: Sketch, view: BeachView) -> None:
    """A dashed line from each bunker that has fired to the squad that it fired at."""
    if view.phase not in ("fire", "artillery", "morale"):
        return
    bunkers = {bunker.id: bunker for bunker in view.bunkers}
    for volley in view.volleys:
        ashore, bunker = view.of(volley.squad), bunkers[volley.bunker]
        if ashore:
            x, y = (sum(f.y for f in ashore) / len(ashore) + 0.6, sum(f.x for f in ashore) / len(ashore))
            sketch.stroke([(bunker.front, (bunker.left + bunker.right) / 2), (x, y)], FIRE, 1.8, 0.9, "dashed")


def _reach(sketch: Sketch, view: BeachView, figure: FigureView) -> None:
    """A circle as wide as one move about the chosen figure."""
    ring = circle(figure.y, figure.x, view.move, 60)
    ring = [(min(max(x, 0), view.depth), min(max(y, 0), view.width)) for x, y in ring]
    if figure.y <= view.wall:
        ring = [(min(x, view.wall), y) for x, y in ring]
    sketch.stroke(ring, COLOURS["target_edge"], 4)
    sketch.stroke(ring, COLOURS["target"], 2.2)
