"""What the lab shows, as plain values: no Bokeh, no pandas, no widget.

``view`` reads a game (or a bare State) and says for every place, counter and bridge what stands
there and what may be chosen. Panels and the map only ever read a ``View``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from normandy_lab.breakout.board.board import (
    ALLIED,
    AREA,
    ASIDE,
    BRITISH,
    FLOODED,
    GERMAN,
    NATIONALITIES,
    RIVER,
    SIDES,
    Board,
)
from normandy_lab.breakout.forces.units import FRESH, LEVELS, Unit
from normandy_lab.breakout.frames import Barrage, Landing, Muster
from normandy_lab.breakout.questions import BY_DAY
from normandy_lab.breakout.setting import Setting
from normandy_lab.breakout.state import HELD, State
from normandy_lab.ui.breakout.clock_view import ClockView, clock_of
from normandy_lab.ui.breakout.map import hover
from normandy_lab.ui.breakout.marks import Marks
from normandy_lab.ui.breakout.supply_view import SUPPLY, SupplyView, sides_of, traced

CONTROL, ODDS, HISTORY, POINTS, PROVENANCE, LEGEND = (
    "control", "odds", "history", "points", "provenance", "legend",
)  # fmt: skip
LAYERS = (CONTROL, SUPPLY, ODDS, HISTORY, POINTS, PROVENANCE, LEGEND)
DEFAULT_LAYERS = frozenset({CONTROL, POINTS})

LETTERS = {"german": "G", "us": "US", "british": "BR"}
STYLES = {"Wehrmacht": "wehrmacht", "Luftwaffe": "luftwaffe", "Kriegsmarine": "kriegsmarine", "SS": "ss"}
LEVEL_NAMES = ("fresh", "spent", "disrupt 1", "disrupt 2")
WITHDRAWN_OR_WAITING = ASIDE


@dataclass(frozen=True, slots=True)
class PlaceView:
    """An area, zone, approach box or the Offshore Box, as it stands now."""

    id: str
    name: str
    kind: str  # "area", "zone", "box", "offshore"
    control: str  # "german", "us", "british"
    contested: bool
    tem: int
    bocage: bool
    beach: bool
    fort: int  # what a standing fortification adds; 0 when there is none
    vp: int
    tag: str  # "G 3", "G/US 3"; "" outside areas
    target: bool
    chosen: bool
    beach_of: str  # of a box: the id of its beach
    hover: str  # HTML, with the provenance of each value
    uncertain: bool  # whether a value printed on the map is reconstructed
    coordinates: tuple[float, float] | None = None  # latitude and longitude, where the tables give them


@dataclass(frozen=True, slots=True)
class CounterView:
    """One unit on the board. ``strength`` is the text at low zoom, ``factors`` at 36 px and more."""

    unit: str
    place: str
    side: str  # "german", "allied"
    style: str  # "us", "british", "wehrmacht", "luftwaffe", "kriegsmarine", "ss"
    type: str
    size: str
    strength: str  # "6-6"; spent "3"
    factors: str  # "6-6-5"; spent "3"
    underline: bool  # the attack factor cannot be a Point Unit's (4.23)
    level: str  # "fresh", "spent", "disrupt_1", "disrupt_2"
    name: str
    division: str
    words: str  # "16 Rgt, US 1, attack 6, defense 6, movement 5, fresh"
    target: bool
    chosen: bool
    star: bool  # Point Unit or Forward Unit of the pending attack
    dim: bool  # could be asked for here, but may not be chosen
    hover: str
    isolated: bool = False  # while the supply layer is on (12.8)
    supply: str = ""  # its route in words, while the supply layer is on

    @property
    def look(self) -> tuple[str, str, str, str, str]:
        """Counters that look the same may lie in one pile."""
        return (self.style, self.type, self.size, self.factors, self.level)


@dataclass(frozen=True, slots=True)
class BridgeView:
    """A printed bridge and who holds it (20.1), or an unbridged river line never."""

    id: str  # "45-49"
    a: str
    b: str
    state: str  # "german", "allied", "destroyed"
    construct: int  # highest construct level of either side while destroyed (20.21)
    target: bool
    chosen: bool
    hover: str


@dataclass(frozen=True, slots=True)
class BorderView:
    """A border between two places and its kind (3.23)."""

    id: str
    a: str
    b: str
    kind: str  # "open", "river", "flooded", "link", "landing"


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A bombardment marker (4.4)."""

    id: str
    name: str
    kind: str
    attack: int
    used: bool
    target: bool


@dataclass(frozen=True, slots=True)
class DecisionView:
    """Who must choose, and from what, in the order of the keys 1-9."""

    kind: str
    step: str
    actor: str
    rule: str
    prompt: str
    options: tuple[str, ...]
    purpose: str  # of a roll; "" otherwise
    place: str = ""  # the place that it is about, where there is one
    fixed: tuple[str, ...] = ()  # units that take part already in what is being put together

    @property
    def by_day(self) -> bool:
        """Whether an impulse asks it."""
        return self.step in BY_DAY


@dataclass(frozen=True, slots=True)
class View:
    """One picture of a game."""

    title: str
    places: tuple[PlaceView, ...]
    counters: tuple[CounterView, ...]
    bridges: tuple[BridgeView, ...]
    borders: tuple[BorderView, ...]
    markers: tuple[MarkerView, ...]
    clock: ClockView
    decision: DecisionView | None
    layers: frozenset[str] = DEFAULT_LAYERS
    draft: tuple[str, ...] = ()
    supply: SupplyView | None = None  # while the supply layer is on
    marks: Marks | None = None  # what a selection of the day lights

    def place(self, place_id: str) -> PlaceView:
        """The place with this id; KeyError if there is none on the board."""
        return next_or_raise((p for p in self.places if p.id == place_id), place_id)

    def counter(self, unit_id: str) -> CounterView:
        """The counter with this id; KeyError if it is not on the board."""
        return next_or_raise((c for c in self.counters if c.unit == unit_id), unit_id)

    def at(self, place_id: str) -> tuple[CounterView, ...]:
        """The counters in a place, in board order."""
        return tuple(counter for counter in self.counters if counter.place == place_id)


def next_or_raise(items: Iterator[Any], key: str) -> Any:
    """The first item, or KeyError."""
    for item in items:
        return item
    raise KeyError(key)


@dataclass(slots=True)
class Lit:
    """What the options of the decision mention: lit on the map."""

    units: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    bridges: set[str] = field(default_factory=set)
    markers: set[str] = field(default_factory=set)


def mentions(option: str) -> tuple[str, ...]:
    """The ids that the text of an action names.

    >>> mentions("secure US-82-505 49-50")
    ('US-82-505', '49-50')
    """
    return tuple(option.split()[1:])


def relevant(options: Iterable[str], draft: Collection[str]) -> list[str]:
    """The options that go with the draft: those that name something in it, or all if none does."""
    every = list(options)
    chosen = set(draft)
    narrowed = [option for option in every if chosen & set(mentions(option))]
    return narrowed or every


def lit(board: Board, units: Mapping[str, Any], markers: Mapping[str, Any], options: Iterable[str]) -> Lit:
    """Sort the ids that the options name into units, places, bridges and markers."""
    found = Lit()
    for option in options:
        for token in mentions(option):
            if token in units:
                found.units.add(token)
            elif token in board.index:
                found.places.add(token)
            elif token in markers:
                found.markers.add(token)
            elif is_border(board, token):
                found.bridges.add(board.border(token).id)
    return found


def is_border(board: Board, token: str) -> bool:
    """Whether the token names two adjacent places, as "45-49"."""
    a, dash, b = token.partition("-")
    return bool(dash) and (board.index.get(a, -1), board.index.get(b, -1)) in board.between


def view(
    game: Any, draft: Collection[str] = (), layers: Collection[str] = DEFAULT_LAYERS, marks: Marks | None = None
) -> View:
    """The picture of a game, or of a bare State, with a draft selection of ids.

    ``marks`` are lit in place of what the options name, where a selection says better what may be chosen.
    """
    state: State = getattr(game, "state", game)
    decision = getattr(game, "decision", None)
    setting = state.setting
    options = [] if decision is None or decision.roll else relevant(decision.options, draft)
    found = lit(setting.board, setting.forces.index, setting.forces.marker_index, options)
    if marks is not None:
        found = Lit(set(marks.units), set(marks.places), set(marks.bridges), found.markers)
    attack = _attack(game, state)
    every = lit(setting.board, setting.forces.index, {}, [] if decision is None or marks else decision.options)
    sides = sides_of(layers)
    lines = traced(state, sides) if sides else None
    sources = PROVENANCE in layers
    return View(
        title=setting.title,
        places=tuple(_places(state, found, set(draft), lines, marks, sources)),
        counters=tuple(_counters(state, found, every, set(draft), attack, lines, sources)),
        bridges=tuple(_bridges(state, found, set(draft), lines, sources)),
        borders=tuple(_borders(setting.board)),
        markers=tuple(_markers(state, found)),
        clock=clock_of(game, state),
        decision=decision_of(state, decision),
        layers=frozenset(layers),
        draft=tuple(draft),
        supply=lines,
        marks=marks,
    )


def _attack(game: Any, state: State) -> tuple[frozenset[str], frozenset[str]]:
    """Units of the pending attack, and its Point and Forward Units, as far as they are known."""
    attack = getattr(getattr(game, "system", None), "attack", None)
    pending = attack(state) if attack is not None else None
    if pending is None:
        return frozenset(), frozenset()
    stars = [getattr(pending, name, "") for name in ("point", "forward")]
    return frozenset(map(str, pending.attackers)), frozenset(str(star) for star in stars if star)


def _places(
    state: State, found: Lit, draft: set[str], lines: SupplyView | None, marks: Marks | None, sources: bool
) -> Iterator[PlaceView]:
    setting = state.setting
    board = setting.board
    spots = _coordinates(setting)
    holding = {board.places[state.at[setting.forces.index[unit]]].id for unit in found.units}
    notes = marks.places if marks is not None else {}
    aim = marks.aim if marks is not None else ""
    for place in board.places:
        if place.kind == ASIDE:
            continue
        german, allied = state.here[GERMAN][place.index], state.here[ALLIED][place.index]
        contested = bool(german and allied)
        control = state.control[place.index]
        mixed = allied & setting.forces.british and not allied & setting.forces.us
        beach = board.beach_of.get(place.index)
        yield PlaceView(
            id=place.id,
            name=place.name,
            kind=place.kind,
            control=NATIONALITIES[control],
            contested=contested,
            tem=place.tem,
            bocage=place.bocage,
            beach=place.beach,
            fort=state.fort[place.index],
            vp=place.vp,
            tag=area_tag(control, contested, bool(mixed), place.tem) if place.kind == AREA else "",
            target=place.id in found.places or (marks is None and place.id in holding),
            chosen=place.id in draft or place.id == aim,
            beach_of="" if beach is None else board.places[beach].id,
            hover=hover.noted(
                hover.noted(hover.place_html(state, place, sources), lines.said_of(place.id) if lines else ""),
                notes[place.id].words if place.id in notes else "",
            ),
            uncertain=hover.uncertain(setting, place),
            coordinates=spots.get(place.id),
        )


def _coordinates(setting: Setting) -> dict[str, tuple[float, float]]:
    """Where the tables of the scenario put areas and zones."""
    resolved = getattr(setting.spec, "resolved", None)
    if resolved is None:
        return {}
    found = {str(row.id): (row.lat, row.lon) for row in resolved.tables.areas}
    return found | {row.zone: (row.lat, row.lon) for row in resolved.tables.zones}


def area_tag(control: int, contested: bool, british: bool, tem: int) -> str:
    """The tag of an area: who controls it, who else is there, and its terrain value.

    >>> area_tag(GERMAN, True, False, 3), area_tag(BRITISH, False, False, 1)
    ('G/US 3', 'BR 1')
    """
    letter = LETTERS[NATIONALITIES[control]]
    if contested:
        other = "G" if control != GERMAN else "BR" if british else "US"
        letter = f"{letter}/{other}"
    return f"{letter} {tem}"


def style_of(unit: Unit) -> str:
    """The colours of a counter: the nationality of the Allies, the service of the Germans."""
    if unit.side == GERMAN:
        return STYLES.get(unit.service, "wehrmacht")
    return "british" if unit.nationality == BRITISH else "us"


def _counters(
    state: State,
    found: Lit,
    every: Lit,
    draft: set[str],
    attack: tuple[frozenset[str], frozenset[str]],
    lines: SupplyView | None,
    sources: bool,
) -> Iterator[CounterView]:
    board = state.setting.board
    attackers, stars = attack
    asked = every.units
    for unit in state.setting.forces.units:
        place = board.places[state.at[unit.index]]
        if place.kind == ASIDE:
            continue
        level = state.level[unit.index]
        spent = str(unit.spent_defense)
        route = lines.words.get(unit.id, "") if lines else ""
        yield CounterView(
            unit=unit.id,
            place=place.id,
            side=SIDES[unit.side],
            style=style_of(unit),
            type=unit.type,
            size=unit.size,
            strength=f"{unit.attack_text}-{unit.defense}" if level == FRESH else spent,
            factors=f"{unit.attack_text}-{unit.defense}-{unit.movement}" if level == FRESH else spent,
            underline=unit.field_artillery and level == FRESH,
            level=LEVELS[level],
            name=unit.name,
            division=unit.division,
            words=words(unit, level),
            target=unit.id in found.units,
            chosen=unit.id in draft or unit.id in attackers,
            star=unit.id in stars,
            dim=bool(asked) and unit.id not in asked and place.id in found.places and place.kind == "box",
            hover=hover.noted(hover.unit_html(state, unit, sources), route),
            isolated=lines is not None and unit.id in lines.isolated,
            supply=route,
        )


def words(unit: Unit, level: int) -> str:
    """The unit in words, as the label of its checkbox or button."""
    division = f"{unit.division}, " if unit.division else ""
    return (
        f"{unit.name}, {division}attack {unit.attack_text}, defense {unit.defense}, "
        f"movement {unit.movement}, {LEVEL_NAMES[level]}"
    )


def _bridges(
    state: State, found: Lit, draft: set[str], lines: SupplyView | None, sources: bool
) -> Iterator[BridgeView]:
    board = state.setting.board
    for border in board.borders:
        if not border.bridge or border.kind not in (RIVER, FLOODED):
            continue
        yield BridgeView(
            id=border.id,
            a=board.places[border.a].id,
            b=board.places[border.b].id,
            state=HELD[state.held[border.index]],
            construct=max(_construct(state, border.index)),
            target=border.id in found.bridges,
            chosen=border.id in draft,
            hover=hover.noted(hover.bridge_html(state, border, sources), lines.said_of(border.id) if lines else ""),
        )


def _construct(state: State, border: int) -> tuple[int, int]:
    built: Any = state.construct
    if isinstance(built, Mapping):
        return built.get(border, (0, 0))
    return built[border] if border < len(built) else (0, 0)


def _borders(board: Board) -> Iterator[BorderView]:
    for border in board.borders:
        yield BorderView(border.id, board.places[border.a].id, board.places[border.b].id, border.kind)


def _markers(state: State, found: Lit) -> Iterator[MarkerView]:
    for marker in state.setting.forces.markers:
        used = bool(state.used >> marker.index & 1)
        yield MarkerView(marker.id, marker.name, marker.kind, marker.attack, used, marker.id in found.markers)


def decision_of(state: State, decision: Any) -> DecisionView | None:
    """What must be decided, by whom, as plain values."""
    if decision is None:
        return None
    board = state.setting.board
    frame = state.frames[-1] if state.frames else None
    area = getattr(frame, "area", -1)
    if isinstance(frame, Landing):
        area = board.beach_of[frame.box]
    return DecisionView(
        kind=decision.kind,
        step=decision.step,
        actor=decision.actor,
        rule=decision.rule,
        prompt=decision.prompt,
        options=tuple(map(str, decision.options)),
        purpose=decision.roll.purpose if decision.roll else "",
        place=board.places[area].id if area >= 0 else "",
        fixed=_fixed(state, frame),
    )


def _fixed(state: State, frame: Any) -> tuple[str, ...]:
    """Units that are named already for an assault, a landing or a bombardment."""
    mask = frame.units | getattr(frame, "support", 0) if isinstance(frame, Muster | Landing) else 0
    if isinstance(frame, Barrage) and frame.lead >= 0:
        mask = frame.support | 1 << frame.lead
    units = state.setting.forces.units
    return tuple(unit.id for unit in units if mask >> unit.index & 1)
