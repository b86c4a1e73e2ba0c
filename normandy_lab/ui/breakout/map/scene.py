"""The signs and counters of a view at one scale: blocks of name, tag and counters, and bridges.

A ``Scene`` remembers where each block stands, so that a move changes only the blocks that it touches.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from normandy_lab.ui.breakout.map.counters import Grid, Pile, draw_pile, grids
from normandy_lab.ui.breakout.map.geometry import Geometry
from normandy_lab.ui.breakout.map.give_way import free, settle
from normandy_lab.ui.breakout.map.labels import (
    BIG,
    BIG_BARE,
    BIG_TARGET,
    LAB,
    NAME_WEIGHT,
    Box,
    Raster,
    Shape,
    Site,
    Spot,
    Spots,
    Type,
    build,
    candidates,
    choose,
    sample,
    text_width,
    wraps,
)
from normandy_lab.ui.breakout.map.layers import folded
from normandy_lab.ui.breakout.map.signs import draw_bridge, draw_tag, tag_width
from normandy_lab.ui.breakout.view import POINTS, PROVENANCE, BridgeView, CounterView, PlaceView, View
from normandy_lab.ui.palette import COLOURS
from normandy_lab.ui.sketch import Rect, Sketch

COUNTER_KM = 3.05  # side of a counter at the overview: 21 px where 160 km take 1,100 px
SMALLEST, LARGEST = 20.0, 60.0
SPARSE = 4.4  # px for a km below which counters give way to piles
TIGHT, NARROW = 0.12, 0.23  # share of a block that may stick out before piles are made; where the map is small
ROOMY = 6.5  # px for a km from which the first holds
OVERVIEW_BIG = 9.0  # px for a km below which a projector names only what is asked for
SWEEPS = 4  # each block alone, then again and again with the others in place
ROOM_TO_WIN = 5.3  # px for a km below which looking once more takes long and finds nothing better
TANGLES, TANGLED = 2, 25.0  # blocks that are looked at once more, if neighbours cost them more than this
PALE = "#F1EEE6"


def counter_side(scale: float, big: bool = False) -> float:
    """The side of a counter in pixels at so many pixels a km; 16 means piles only. Half as much again if ``big``.

    >>> counter_side(6.9), counter_side(5.0), counter_side(3.0)
    (21.0, 20.0, 16.0)
    """
    if big:
        return float(round(min(LARGEST, max(1.5 * SMALLEST, 1.2 * COUNTER_KM * scale))))
    if scale < SPARSE:
        return 16.0
    return float(round(min(LARGEST, max(SMALLEST, COUNTER_KM * scale))))


Way = tuple[Grid | None, tuple[Shape, ...]]
Ranking = dict[tuple[str, tuple[Shape, ...]], Spots]


@dataclass(frozen=True, slots=True)
class Block:
    """A placed block: its spot and the grid of its counters."""

    spot: Spot
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class PileSpot:
    """A pile on the picture: centre in km, side in px."""

    place: str
    pile: Pile
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Stage:
    """What blocks are placed from: places, their units, whether points are shown, and the boxes of bridges."""

    places: Sequence[PlaceView]
    units: Mapping[str, list[CounterView]]
    points: bool
    marks: Mapping[str, list[Box]]

    def by_id(self, key: str) -> PlaceView:
        return next(place for place in self.places if place.id == key)


@dataclass(slots=True)
class Scene:
    """Blocks of all places at one scale."""

    geometry: Geometry
    scale: float
    home: tuple[float, float, float, float] | None = None  # left, bottom, right, top of the whole picture, in km
    big: bool = False  # the sizes of a projector
    side: float = 0.0
    piles: list[PileSpot] = field(default_factory=list)
    _blocks: dict[str, Block] = field(default_factory=dict)  # what each place would have
    _final: dict[str, Block] = field(default_factory=dict)  # what it has: no two of them meet
    _signs: dict[str, tuple[object, ...]] = field(default_factory=dict)
    _sites: dict[str, Site] = field(default_factory=dict)
    _near: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _candidates: Ranking = field(default_factory=dict)
    _drawn: dict[str, tuple[tuple[object, ...], Sketch, Sketch, list[PileSpot]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.side = counter_side(self.scale, self.big)
        for key, outline in self.geometry.outlines.items():
            raster = _rasters(self.geometry)[key]
            self._sites[key] = Site(raster, outline.centre, outline.radius, self.scale, self._frame())
        self._near = _neighbours(self.geometry)
        self._candidates = _ranking(self.geometry, self.scale, self.home)

    def _frame(self) -> Box | None:
        """The whole picture in pixels: no name is cut off by its edge."""
        if self.home is None:
            return None
        left, bottom, right, top = (edge * self.scale for edge in self.home)
        return Box(left + 2, bottom + 2, right - 2, top - 2)

    def show(self, view: View) -> tuple[Sketch, Sketch]:
        """Signs (bridges, names, tags) and counters."""
        by_place: dict[str, list[CounterView]] = {}
        for counter in view.counters:
            by_place.setdefault(counter.place, []).append(counter)
        hidden = folded(view)
        places = [p for p in view.places if p.id in self.geometry.outlines and p.id not in hidden]
        self._place(places, by_place, view)
        signs, counters = Sketch(), Sketch()
        for bridge in view.bridges:
            edge = self.geometry.edges.get(bridge.id)
            if edge is not None:
                draw_bridge(signs, bridge, edge, self.scale)
        self.piles = []
        for place in (place for place in places if place.id in self._final):
            self._show_place(place, view, by_place.get(place.id, []), signs, counters)
        return signs, counters

    def _show_place(
        self, place: PlaceView, view: View, units: list[CounterView], signs: Sketch, counters: Sketch
    ) -> None:
        """Draw a block, or take it as it was drawn before if nothing that it shows has changed."""
        shown = (POINTS in view.layers, PROVENANCE in view.layers)
        key = (place, self._final[place.id], shown, tuple(units))
        known = self._drawn.get(place.id)
        if known is None or known[0] != key:
            known = self._drawn[place.id] = (key, Sketch(), Sketch(), [])
            self._draw(place, view, {unit.unit: unit for unit in units}, known[1], known[2], known[3])
        signs.add(known[1])
        counters.add(known[2])
        self.piles += known[3]

    def block(self, place: str) -> Block:
        return self._final[place]

    def find(self, place: str) -> Block | None:
        """The block of a place, None where it is not drawn."""
        return self._final.get(place)

    def around(self, place: str) -> list[Box]:
        """The boxes of a block and of those near it, in pixels."""
        keys = (key for key in (place, *self._near[place]) if key in self._final)
        return [box for key in keys for box in self._final[key].spot.boxes()]

    @property
    def boxes(self) -> list[Box]:
        """The boxes of all blocks, in pixels."""
        return [box for block in self._final.values() for box in block.spot.boxes()]

    # ------------------------------------------------------------------------------- placing blocks

    def _place(self, places: Sequence[PlaceView], units: Mapping[str, list[CounterView]], view: View) -> None:
        points = POINTS in view.layers
        signs = {p.id: (*_sign(p, units.get(p.id, []), points), self._type(p)) for p in places}
        for gone in set(self._blocks) - set(signs):
            del self._blocks[gone], self._signs[gone]
        changed = [p for p in places if self._signs.get(p.id) != signs[p.id]]
        if not changed:
            return
        first = not self._blocks
        marks = self._marks(view.bridges)
        changed.sort(key=lambda p: (-len(units.get(p.id, [])), self.geometry.outlines[p.id].radius))
        for turn in range(SWEEPS if first else 1):
            before = dict(self._blocks)
            for place in changed:
                mine = units.get(place.id, [])
                self._blocks[place.id] = self._choose(place, mine, points, marks, turn == 0 and first)
            if self._blocks == before:
                break
        if first and self.scale >= ROOM_TO_WIN:
            self._untangle(Stage(changed, units, points, marks))
        self._signs = signs
        self._give_way(Stage(places, units, points, marks))

    def _give_way(self, stage: Stage) -> None:
        """No two blocks meet: those with units, then those worth points, then the small ones have the first choice."""
        by_id = {place.id: place for place in stage.places}
        order = sorted(
            by_id, key=lambda key: (key not in stage.units, not by_id[key].vp, self.geometry.outlines[key].radius)
        )

        def less(key: str, taken: Sequence[Box]) -> Block | None:
            for grid, shapes in self._lessened(by_id[key], stage):
                spot = free(self._ranked(key, shapes), taken)
                if spot is not None:
                    return Block(spot, grid)
            return None

        self._final = settle(order, lambda block: block.spot.boxes(), self._blocks.__getitem__, less)

    def _lessened(self, place: PlaceView, stage: Stage) -> Iterator[Way]:
        """What a block may drop, least first: a row of counters, its name, its tag, everything but its units."""
        ways = self._ways(place, stage)
        yield from ways
        grid, type_ = ways[-1][0], self._type(place)
        size = grid.size(self.side) if grid else None
        number = ((place.id,),) if place.kind == "area" and not self.big else ((),)
        for lines in dict.fromkeys((*number, ())):
            for tag in dict.fromkeys((tag_width(place, stage.points, type_.grow), 0.0)):
                if lines or tag or size:
                    yield grid, (build(lines, self._bold(place), tag, size, NAME_WEIGHT, type_),)

    def _untangle(self, stage: Stage) -> None:
        """Where two blocks still lie on one another, each takes its best spot only in view of the other's."""
        for place in sorted(stage.places, key=lambda p: -self._blocks[p.id].spot.clash)[:TANGLES]:
            other = self._worst(place.id)
            if other and self._blocks[place.id].spot.clash > TANGLED:
                self._pair(stage, place, stage.by_id(other))
                for key in self._near[place.id]:  # the neighbours make room
                    if key in self._blocks and key != other:
                        near = stage.by_id(key)
                        self._blocks[key] = self._choose(
                            near, stage.units.get(key, []), stage.points, stage.marks, False
                        )

    def _worst(self, place: str) -> str:
        """The neighbour whose block covers most of this one's; "" if none does."""
        mine = self._taken(place)
        covered = {key: sum(a.overlap(b) for a in mine for b in self._taken(key)) for key in self._near[place]}
        worst = max(covered, key=covered.__getitem__, default="")
        return worst if worst and covered[worst] > 0 else ""

    def _pair(self, stage: Stage, one: PlaceView, two: PlaceView) -> None:
        """Try many spots of the first, with the best of the second for each, and keep the best pair."""
        fixed = {
            key: [box for near in self._near[key] if near not in (one.id, two.id) for box in self._taken(near)]
            for key in (one.id, two.id)
        }
        ways = self._ways(two, stage)
        best = self._blocks[one.id].spot.cost + self._blocks[two.id].spot.cost
        for index, (grid, shapes) in enumerate(self._ways(one, stage)):
            for spot in sample(self._ranked(one.id, shapes), fixed[one.id], stage.marks.get(one.id, []), best):
                taken = [*fixed[two.id], *spot.boxes()]
                answer = self._among(two.id, ways, taken, stage.marks.get(two.id, []))
                total = spot.cost + spot.price_of(answer.spot.boxes()) + 1.5 * index + answer.spot.cost
                if total < best:
                    best = total
                    self._blocks[one.id], self._blocks[two.id] = Block(spot, grid), answer

    def _ways(self, place: PlaceView, stage: Stage) -> list[Way]:
        units = stage.units.get(place.id, [])
        return [(grid, self._shapes(place, grid, stage.points)) for grid in self._grids(units)]

    def _choose(
        self, place: PlaceView, units: list[CounterView], points: bool, marks: Mapping[str, list[Box]], alone: bool
    ) -> Block:
        """The roomiest way to lay out the counters that fits, and the best spot for it."""
        ways = [(grid, self._shapes(place, grid, points)) for grid in self._grids(units)]
        best: Block | None = None
        start = 0
        for index, (grid, shapes) in enumerate(ways):
            spot = choose(self._ranked(place.id, shapes))
            if best is None or spot.outside < best.spot.outside - 0.01:
                best, start = Block(spot, grid), index
            if spot.outside <= (TIGHT if self.scale >= ROOMY else NARROW):
                break
        if best is None:
            raise ValueError(f"no block for {place.id}")
        if alone:
            return best
        taken = [box for key in self._near[place.id] for box in self._taken(key)]
        return self._among(place.id, ways[start:], taken, marks.get(place.id, []))

    def _grids(self, units: list[CounterView]) -> Sequence[Grid | None]:
        return grids(units, self.side) or (None,)

    def _among(self, place: str, ways: Sequence[Way], taken: list[Box], marks: list[Box]) -> Block:
        """The best spot among the neighbours; piles are made where rows of counters would cover them."""
        best: Block | None = None
        lowest = 0.0
        for index, (grid, shapes) in enumerate(ways):
            spot = choose(self._ranked(place, shapes), taken, marks)
            cost = spot.cost + 1.5 * index
            if best is None or cost < lowest:
                best, lowest = Block(spot, grid), cost
            if spot.clash < 1.0:
                break
        if best is None:
            raise ValueError(f"no block for {place}")
        return best

    def _shapes(self, place: PlaceView, grid: Grid | None, points: bool) -> tuple[Shape, ...]:
        """The block with each way to write the name."""
        size = grid.size(self.side) if grid else None
        bold, weight = self._bold(place), NAME_WEIGHT if place.kind == "area" else 2.0
        type_ = self._type(place)
        tag = tag_width(place, points, type_.grow)
        return tuple(build(lines, bold, tag, size, weight, type_) for lines in self._names(place))

    def _bold(self, place: PlaceView) -> bool:
        """Places worth points, zones and boxes; on a projector what is asked for too."""
        return bool(place.vp) or place.kind != "area" or (self.big and (place.target or place.chosen))

    def _type(self, place: PlaceView) -> Type:
        """The sizes of a place's letters: a projector has larger ones, and the largest for what is asked for."""
        if not self.big:
            return LAB
        if place.target or place.chosen:
            return BIG_TARGET if self.scale >= OVERVIEW_BIG else BIG
        return BIG if self.scale >= OVERVIEW_BIG else BIG_BARE

    def _ranked(self, place: str, shapes: tuple[Shape, ...]) -> Spots:
        key = (place, shapes)
        found = self._candidates.get(key)
        if found is None:
            found = self._candidates[key] = candidates(self._sites[place], shapes)
        return found

    def _taken(self, key: str) -> list[Box]:
        block = self._blocks.get(key)
        return block.spot.boxes() if block else []

    def _names(self, place: PlaceView) -> list[tuple[str, ...]]:
        """The ways to write the name; boxes and zones keep the lines of the drawing data."""
        outline, type_ = self.geometry.outlines[place.id], self._type(place)
        if not type_.name:
            return [()]
        if place.kind == "area" and self.big:
            return wraps(place.name.split())
        if place.kind == "area":
            return wraps([place.id, *place.name.removesuffix(" Beach").split()])
        words = list(outline.label) or place.name.split()
        ways = wraps(words)
        room = outline.radius * 2 * self.scale
        fitting = [way for way in ways if max(text_width(line, type_.name, True) for line in way) <= room * 1.7]
        return fitting or ways

    def _marks(self, bridges: Sequence[BridgeView]) -> dict[str, list[Box]]:
        """Boxes of the bridge signs near each place, to be kept free."""
        found: dict[str, list[Box]] = {}
        for bridge in bridges:
            edge = self.geometry.edges.get(bridge.id)
            if edge is not None:
                x, y = edge.mid[0] * self.scale, edge.mid[1] * self.scale
                for key in (bridge.a, bridge.b):
                    found.setdefault(key, []).append(Box(x - 9, y - 9, x + 9, y + 9))
        return found

    # ---------------------------------------------------------------------------------- drawing

    def _draw(
        self,
        place: PlaceView,
        view: View,
        units: Mapping[str, CounterView],
        signs: Sketch,
        counters: Sketch,
        piles: list[PileSpot],
    ) -> None:
        block = self._final[place.id]
        spot, k = block.spot, self.scale
        shape = spot.shape
        bold = self._bold(place)
        x = round(spot.x) / k
        top = round(spot.y + shape.name.y1)
        if place.contested:
            self._calm(signs, shape, x, top)
        type_ = shape.type
        for index, line in enumerate(shape.lines):
            y = (top - (index + 0.5) * type_.line) / k
            signs.text(x, y, line, type_.name, COLOURS["ink"], bold=bold, on="names")
        if place.uncertain and PROVENANCE in view.layers:
            self._doubt(signs, shape, x, top)
        if shape.tag is not None:
            middle = (round(spot.y) + (shape.tag.y0 + shape.tag.y1) / 2) / k
            draw_tag(signs, place, x, middle, k, POINTS in view.layers, type_.grow)
        if block.grid and shape.grid:
            left, high = round(spot.x + shape.grid.x0), round(spot.y + shape.grid.y1)
            for pile, dx, dy in block.grid.now(units).spots(self.side):
                px, py = (left + dx) / k, (high + dy) / k
                draw_pile(counters, pile, px, py, self.side, k)
                piles.append(PileSpot(place.id, pile, px, py, self.side))

    def _calm(self, signs: Sketch, shape: Shape, x: float, top: float) -> None:
        """A pale ground for a name that lies on the hatch of a contested area."""
        for index, line in enumerate(shape.lines):
            width = text_width(line, shape.type.name, True) + 2
            y = (top - (index + 0.5) * shape.type.line) / self.scale
            signs.rects.append(Rect(x, y, width / self.scale, shape.type.line / self.scale, PALE, alpha=0.72))

    def _doubt(self, signs: Sketch, shape: Shape, x: float, top: float) -> None:
        """A reconstructed value: dotted underline and a question mark."""
        half = (shape.name.x1 - shape.name.x0) / 2 / self.scale
        y = (top - len(shape.lines) * shape.type.line + 0.5) / self.scale
        signs.stroke(((x - half, y), (x + half, y)), COLOURS["ink_soft"], 1.6, dash="1 4")
        signs.text(
            x + half + 5 / self.scale,
            y + 6 / self.scale,
            "?",
            shape.type.name or 11,
            COLOURS["error_ink"],
            bold=True,
            on="names",
        )


_RASTERS: dict[int, dict[str, Raster]] = {}


def _rasters(geometry: Geometry) -> dict[str, Raster]:
    """The outlines as cells, made once for each geometry."""
    found = _RASTERS.get(id(geometry))
    if found is None:
        found = _RASTERS[id(geometry)] = {key: Raster(outline.ring) for key, outline in geometry.outlines.items()}
    return found


_RANKINGS: OrderedDict[tuple[int, float, object], Ranking] = OrderedDict()
SCALES = 8  # scales of which the spots of blocks are remembered


def _ranking(geometry: Geometry, scale: float, home: object) -> Ranking:
    """The spots found before at this scale: fitting, zooming back and a second lab need not look again."""
    key = (id(geometry), round(scale, 3), home)
    found = _RANKINGS.setdefault(key, {})
    _RANKINGS.move_to_end(key)
    if len(_RANKINGS) > SCALES:
        _RANKINGS.popitem(last=False)
    return found


def _neighbours(geometry: Geometry, reach: float = 24.0) -> dict[str, tuple[str, ...]]:
    outlines = geometry.outlines.values()
    return {
        one.id: tuple(
            other.id
            for other in outlines
            if other.id != one.id and hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]) < reach
        )
        for one in outlines
    }


def _sign(place: PlaceView, units: list[CounterView], points: bool) -> tuple[object, ...]:
    """What the size of a block depends on."""
    looks = tuple((unit.unit, *unit.look) for unit in units)
    return (place.tag, place.fort, place.vp if points else 0, looks)
